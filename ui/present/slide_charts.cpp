// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/slide_charts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/cost/curve.h"
#include "core/decision/cost/time_cost.h"
#include "core/design/slots/design_catalogue.h"
#include "core/output/answers/deck.h"
#include "core/output/answers/flow_words.h"
#include "core/project/document/goal.h"
#include "core/project/document/project_fields.h"
#include "ui/baseline/roofline_chart.h"
#include "ui/cost/money_chart.h"
#include "ui/measure/folds_view.h"
#include "ui/measure/waterfall_chart.h"
#include "ui/predict/predict_charts.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

/// A slide has only one control, and it is outside the chart.
void disableDragging(ChartSpec& spec)
{
    for (MarkerSpec& marker : spec.markers)
        marker.draggable = false;
    for (PointSpec& point : spec.points)
        point.draggable = false;
}

SlideContent ceilingBars(const TestResult& test)
{
    SlideBars bars;
    const auto side = [&](const std::string& name, double value, ColorRole role) {
        bars.bars.push_back({.name = sentenceCase(toQString(name)),
                             .valueText = test.unit == "FLOP/B" ? Tr::tr("%1 FLOP/B").arg(numberText(value))
                                                                : shortAmountText(value, test.dimension),
                             .from = 0,
                             .to = value,
                             .role = role,
                             .isTotal = true});
    };
    if (test.left && test.right) {
        side(test.leftName, *test.left, test.test == Test::IoDominates ? ColorRole::InputOutput : ColorRole::Compute);
        side(test.rightName, *test.right, ColorRole::FaintInk);
    }
    bars.valueTable.columns = {{"side", Tr::tr("side").toStdString(), "", -1},
                               {"value", Tr::tr("value").toStdString(), test.unit, -1}};
    for (const SlideBar& bar : bars.bars)
        bars.valueTable.rows.push_back({bar.name.toStdString(), bar.to});
    SlideContent content;
    content.texts = {toQString(questionText(test.test)), toQString(inequalityText(test)),
                     toQString(inequalityText(test))};
    content.bars = std::move(bars);
    return content;
}

SlideContent ceilingContent(const Project& project, const Analysis& analysis)
{
    const Diagnosis& diagnosis = *analysis.diagnosisFlow.diagnosis;
    const bool isRooflineBound =
        diagnosis.bottleneck == Bottleneck::Compute || diagnosis.bottleneck == Bottleneck::MemoryBandwidth;
    ChartSpec roofline = rooflineChart(project, diagnosis.steps);
    if (!isRooflineBound || roofline.points.empty() || roofline.series.empty())
        return ceilingBars(diagnosis.path.back());
    disableDragging(roofline);
    SlideContent content;
    content.chart = std::move(roofline);
    content.texts = rooflineTexts(project, diagnosis.steps);
    return content;
}

SlideContent designContent(const Project& project)
{
    SlideSlots slots;
    QStringList sentences;
    if (const Result<DesignCatalogue>& catalogue = designCatalogue())
        for (const SlotTitle& title : slotTitles(project, *catalogue)) {
            slots.chips.push_back({toQString(title.slot), toQString(title.choice)});
            sentences << (title.choice.empty() ? Tr::tr("%1: empty").arg(toQString(title.slot))
                                               : Tr::tr("%1: %2").arg(toQString(title.slot), toQString(title.choice)));
        }
    SlideContent content;
    content.texts = {Tr::tr("The six slots"), {}, sentences.join(QStringLiteral("; "))};
    slots.figureTexts = content.texts;
    content.chips = std::move(slots);
    return content;
}

/// Each guess as a dot: above its p while the curve is hidden, on the curve once it is revealed.
void addGuessDots(ChartSpec& spec, const Analysis& analysis, const SlideState& state)
{
    std::map<int, int> count;
    for (const int p : state.guesses)
        ++count[p];
    const bool logarithmic = spec.y.scale != AxisScale::Linear;
    const double low = spec.y.low.value_or(logarithmic ? 1 : 0), high = spec.y.high.value_or(2);
    const auto level = [&](double share) {
        return logarithmic ? low * std::pow(high / low, share) : low + share * (high - low);
    };
    for (const auto& [p, guesses] : count) {
        PointSpec dot{.id = QStringLiteral("guess-%1").arg(p), .x = static_cast<double>(p), .role = ColorRole::Ink};
        if (!state.isHidden) {
            dot.y = analysis.prediction->row(p).speedup;
            dot.label = guesses > 1 ? Tr::tr("%1 guesses").arg(guesses) : Tr::tr("a guess");
            dot.isLabelOptional = true;
            spec.points.push_back(dot);
            continue;
        }
        constexpr int maximumDots = 12;
        for (int i = 0; i < std::min(guesses, maximumDots); ++i) {
            dot.id = QStringLiteral("guess-%1-%2").arg(p).arg(i);
            dot.y = level(0.04 + 0.07 * i);
            spec.points.push_back(dot);
        }
    }
}

SlideContent predictionContent(const Project& project, const Analysis& analysis, const SlideState& state)
{
    CurveView view{.isHidden = state.isHidden, .guess = state.guess, .axisMaximumP = state.axisLimit};
    if (!state.isHidden && !state.guesses.empty()) {  // extend the axis to include every guess
        const int defaultAxisEnd = axisEnd(largestChartedP(analysis), analysis.pMax);
        view.axisMaximumP = std::max(state.axisLimit.value_or(defaultAxisEnd),
                                     *std::max_element(state.guesses.begin(), state.guesses.end()));
    }
    ChartSpec spec = curveChart(Curve::Speedup, project, analysis, view);
    if (state.isHidden && (state.isTallying || !state.guesses.empty()))
        std::erase_if(spec.markers, [](const MarkerSpec& marker) { return marker.id == "guess"; });
    for (PointSpec& point : spec.points)
        point.draggable = false;
    if (!spec.measured.empty() && !state.isHidden) {  // a slide has no caption that says which is which
        for (SeriesSpec& series : spec.series)
            if (series.key == QStringLiteral("speedup"))
                series.label = Tr::tr("predicted");
        for (PointSpec& point : spec.points)
            if (point.id == QStringLiteral("pstar"))
                point.label = Tr::tr("best p %1, predicted").arg(analysis.prediction->landmarks.pStar);
        for (MeasuredSpec& measured : spec.measured)
            if (!measured.labels.empty() && !measured.labels.back().empty())
                measured.labels.back() = Tr::tr("%1 measured").arg(QString(measured.labels.back()));
    }
    addGuessDots(spec, analysis, state);
    SlideContent content;
    content.texts = curveTexts(Curve::Speedup, project, analysis, view);
    content.chart = std::move(spec);
    return content;
}

SlideContent measurementContent(const Analysis& analysis)
{
    const Attribution& attribution = *analysis.ladder->attribution;
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    SlideContent content;
    SlideBars bars;
    content.texts = {Tr::tr("Speedup lost"), {}, toQString(attribution.summary)};
    if (ladder.findRung(attribution.explainedP) &&
        std::any_of(attribution.rows.begin(), attribution.rows.end(),
                    [&](const LostFolds& each) { return each.p == attribution.explainedP; })) {
        for (const WaterfallBar& bar : lostSpeedupWaterfall(ladder, attribution, attribution.explainedP).bars)
            bars.bars.push_back({.name = bar.name,
                                 .valueText = bar.valueText,
                                 .from = bar.from,
                                 .to = bar.to,
                                 .role = bar.role,
                                 .isTotal = bar.isTotal});
    }
    bars.valueTable = foldsTable(attribution);
    content.bars = std::move(bars);
    return content;
}

SlideContent decisionContent(const Project& project, const Analysis& analysis)
{
    SlideContent content;
    const Result<TimeCostAnalysis> costAnalysis = analyseTimeAndCost(
        project, analysis, analysis.ladderOfRuns(), shownCurveKind(project, analysis).value_or(CurveKind::Predicted));
    if (!costAnalysis) {
        content.chart = ChartSpec{.emptyText = toQString(messageOf(costAnalysis.error().problems.front()))};
        return content;
    }
    TimeCostAnalysis displayed = *costAnalysis;
    if (!displayed.hourValueUsd)  // without an hour value no p is marked as best
        for (RegimeEvaluation& each : displayed.regimes)
            each.bestP.reset();
    content.chart = moneyChart(project, analysis, displayed, std::nullopt);
    disableDragging(*content.chart);
    for (PointSpec& point : content.chart->points)
        if (QString(point.id) == QLatin1String(planHandleId))
            point.role = ColorRole::Ink;
    content.texts = moneyTexts(project, analysis, *costAnalysis);
    return content;
}

/// The hour values for which each p is best, near the current hour value.
SlideContent hourContent(const Project& project, const TimeCostTradeOff& choice, int planP)
{
    constexpr std::ptrdiff_t maximumRanges = 6;
    const MaybeQuantity hour = fieldValue(project, fieldOf(&Goal::hourValueUsd).jsonPointer);
    const double hourValue = hour ? hour->value : 0;
    const HourValueRange* planRange = findPlanRange(choice, planP);
    const HourValueRange* middle = planRange ? planRange : choice.bestRangeAt(hourValue);
    const std::vector<HourValueRange>& ranges = choice.bestRanges;
    const std::ptrdiff_t first =
        std::clamp<std::ptrdiff_t>((middle - ranges.data()) - maximumRanges / 2, 0,
                                   std::max<std::ptrdiff_t>(0, std::ssize(ranges) - maximumRanges));
    const std::ptrdiff_t end = std::min(first + maximumRanges, std::ssize(ranges));
    double lowest = 0, greatest = 0;
    for (std::ptrdiff_t i = first; i < end; ++i) {
        const HourValueRange& range = ranges[static_cast<std::size_t>(i)];
        for (const double border : {range.fromUsdPerHour, range.toUsdPerHour.value_or(0)})
            if (border > 0) {
                lowest = lowest > 0 ? std::min(lowest, border) : border;
                greatest = std::max(greatest, border);
            }
    }
    if (hourValue > 0) {
        lowest = std::min(lowest, hourValue);
        greatest = std::max(greatest, hourValue);
    }
    SlideBars bars;
    bars.logarithmic = true;
    bars.axisTitle = Tr::tr("value of an hour of waiting");
    bars.axisDimension = Dimension::Money;
    bars.valueTable.columns = {{"p", "p", "", 0},
                               {"from", Tr::tr("from").toStdString(), "USD/h", 2},
                               {"to", Tr::tr("to").toStdString(), "USD/h", 2}};
    for (std::ptrdiff_t i = first; i < end; ++i) {
        const HourValueRange& range = ranges[static_cast<std::size_t>(i)];
        SlideBar bar{.name = Tr::tr("p = %1").arg(range.p),
                     .valueText = {},
                     .from = range.fromUsdPerHour > 0 ? range.fromUsdPerHour : lowest / 3,
                     .to = range.toUsdPerHour.value_or(greatest * 3),
                     .role = &range == planRange ? ColorRole::Money : ColorRole::Hairline,
                     .isTotal = &range == planRange};
        if (range.fromUsdPerHour > 0)
            bar.fromText = amountWithUnit(range.fromUsdPerHour, Dimension::Money);
        if (range.toUsdPerHour)
            bar.toText = amountWithUnit(*range.toUsdPerHour, Dimension::Money);
        bars.bars.push_back(std::move(bar));
        bars.valueTable.rows.push_back(
            {static_cast<double>(range.p), range.fromUsdPerHour, cellOrEmpty(range.toUsdPerHour)});
    }
    if (hourValue > 0) {
        bars.referenceLine = hourValue;
        bars.referenceLineText = Tr::tr("%1 an hour").arg(amountWithUnit(hourValue, Dimension::Money));
    }
    SlideContent content;
    content.texts = {Tr::tr("What an hour of waiting is worth"), {}, toQString(bestRangeText(choice, planP))};
    content.bars = std::move(bars);
    return content;
}

/// Speedup with one input ten times as large or small, above the speedup as it is; nullopt if that moves nothing.
std::optional<SlideContent> changedCurveContent(const Project& project, const Analysis& analysis)
{
    const std::optional<SensitiveInput> input = mostSensitiveInput(analysis);
    if (!input || input->bestPAfter == input->bestPBefore)
        return std::nullopt;
    const std::optional<Analysis> after = analyseChangedInput(project, analysis, *input);
    if (!after || !after->prediction || after->prediction->hasNoPStar() || analysis.prediction->hasNoPStar())
        return std::nullopt;
    const int end =
        axisEnd(2 * std::max(after->prediction->landmarks.pStar, analysis.prediction->landmarks.pStar), analysis.pMax);
    CurveChart chart(Curve::Speedup, end);
    double highest = 1;
    QStringList sentences;
    const auto addCurve = [&](const Analysis& each, CurveRole role, const QString& name) {
        const ScalingCurve curve = curveOf(*each.prediction, end);
        chart.addCurve(curve, role, name, name, name);
        const int best = each.prediction->landmarks.pStar;
        const double speedup = each.prediction->row(best).speedup;
        highest = std::max(highest, speedup);
        chart.addPeak(name, best, speedup, Tr::tr("%1 workers").arg(best), ColorRole::Compute, false);
        sentences << Tr::tr("%1: best at %2 workers, %3").arg(name).arg(best).arg(multipleText(speedup));
    };
    addCurve(analysis, CurveRole::ProjectVariant, Tr::tr("now"));
    addCurve(*after, CurveRole::Main, toQString(uncapitalised(input->change)));
    chart.fitYAxisTo(highest);
    SlideContent content;
    content.chart = chart.takeSpec();
    disableDragging(*content.chart);
    content.texts = {toQString(input->change), {}, sentences.join(QStringLiteral("; "))};
    content.changedPointer = input->jsonPointer;
    content.changeFactor = input->factor;
    return content;
}

SlideContent sensitivityContent(const Analysis& analysis)
{
    SlideBars bars;
    bars.logarithmic = true;
    bars.axisTitle = Tr::tr("workers");
    QStringList sentences;
    bars.valueTable.columns = {{"constant", Tr::tr("constant").toStdString(), "", -1},
                               {"p_star_times_ten", Tr::tr("p* at ten times").toStdString(), "", 0},
                               {"p_star_tenth", Tr::tr("p* at a tenth").toStdString(), "", 0}};
    const auto pStarText = [](int p, bool atEdge) { return atEdge ? Tr::tr("above %1").arg(p) : QString::number(p); };
    for (const Sensitivity& each : analysis.sensitivity) {
        if (each.isZero)
            continue;
        const bool isDecreasing = each.pStarTimesTen <= each.pStarTenth;
        const QString tenfold = Tr::tr("×10: %1").arg(pStarText(each.pStarTimesTen, each.timesTenAtLimit)),
                      tenth = Tr::tr("÷10: %1").arg(pStarText(each.pStarTenth, each.tenthAtLimit));
        bars.bars.push_back(
            {.name = toQString(constantTitle(each.parameter)),
             .valueText = {},
             .from = static_cast<double>(std::min(each.pStarTimesTen, each.pStarTenth)),
             .to = static_cast<double>(std::max(each.pStarTimesTen, each.pStarTenth)),
             .role = std::string_view(each.parameter) == "t_comp" ? ColorRole::Compute : ColorRole::Communication,
             .fromText = isDecreasing ? tenfold : tenth,
             .toText = isDecreasing ? tenth : tenfold});
        bars.valueTable.rows.push_back({bars.bars.back().name.toStdString(), static_cast<double>(each.pStarTimesTen),
                                        static_cast<double>(each.pStarTenth)});
        sentences << Tr::tr("%1: %2, %3").arg(bars.bars.back().name, tenfold, tenth);
    }
    bars.referenceLine = analysis.prediction->landmarks.pStar;
    bars.referenceLineText = Tr::tr("p* %1").arg(
        pStarText(analysis.prediction->landmarks.pStar, analysis.prediction->landmarks.pStarAtLimit));
    SlideContent content;
    content.texts = {
        Tr::tr("Best p with each constant off by a factor of ten"), {}, sentences.join(QStringLiteral("; "))};
    content.bars = std::move(bars);
    return content;
}

SlideContent changeContent(const Project& project, const Analysis& analysis)
{
    const std::optional<CurveKind> curve = shownCurveKind(project, analysis);
    std::optional<TimeCostTradeOff> ranges;
    if (curve && (analysis.ladderOfRuns() || !analysis.prediction || analysis.sensitivity.empty()))
        ranges = tradeOffOn(project, analysis, analysis.ladderOfRuns(), *curve);
    if (ranges && ranges->bestRanges.size() > 1)
        return hourContent(project, *ranges, analysis.planP);
    if (std::optional<SlideContent> curves = changedCurveContent(project, analysis))
        return *std::move(curves);
    return sensitivityContent(analysis);
}

/// A slide has no tool tips: its labels say what the symbols mean, and its curves are 6 px wide at 1080 lines.
void adaptToSlide(ChartSpec& spec)
{
    constexpr double curveWidth = 6 / 2.55;
    for (SeriesSpec& series : spec.series)
        if (!series.isReference && !series.isGhost && series.fill == Fill::None)
            series.width = std::max(series.width, curveWidth);
    const auto explain = [](ChartText& label) {
        QString text = label;
        text.replace(QStringLiteral("p*"), Tr::tr("best p"))
            .replace(QStringLiteral("R = 1"), Tr::tr("communication = compute"))
            .replace(QStringLiteral("knee"), Tr::tr("best efficiency for its time"));
        label = text;
    };
    for (PointSpec& point : spec.points)
        explain(point.label);
    for (MarkerSpec& marker : spec.markers)
        explain(marker.label);
}

}  // namespace

bool canGuess(SlideKind kind)
{
    return kind == SlideKind::Prediction;
}

SlideContent slideContent(SlideKind kind, const Project& project, const Analysis& analysis, const SlideState& state)
{
    SlideContent content;
    switch (kind) {
    case SlideKind::Ceiling: content = ceilingContent(project, analysis); break;
    case SlideKind::Design: content = designContent(project); break;
    case SlideKind::Prediction: content = predictionContent(project, analysis, state); break;
    case SlideKind::Measurement: content = measurementContent(analysis); break;
    case SlideKind::Decision: content = decisionContent(project, analysis); break;
    case SlideKind::Change: content = changeContent(project, analysis); break;
    }
    if (content.bars)
        content.bars->figureTexts = content.texts;
    if (content.chart)
        adaptToSlide(*content.chart);
    return content;
}

}  // namespace scalewright::ui

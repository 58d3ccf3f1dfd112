#include "ui/present/slide_charts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/shown_range.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/decision/cost/worth.h"
#include "core/design/slots/design_catalogue.h"
#include "core/project/document/goal.h"
#include "core/project/document/project_fields.h"
#include "ui/baseline/roofline_chart.h"
#include "ui/cost/money_chart.h"
#include "ui/measure/folds_view.h"
#include "ui/predict/predict_charts.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Slides)
};

Cell cell(const std::optional<double>& value)
{
    Cell made;
    if (value)
        made.emplace<double>(*value);
    return made;
}

/// A slide has one control, and it is not on the chart.
void holdStill(ChartSpec& spec)
{
    for (MarkerSpec& marker : spec.markers)
        marker.draggable = false;
    for (PointSpec& point : spec.points)
        point.draggable = false;
}

SlideContent ceilingBars(const TestResult& test)
{
    SlideBars bars;
    const auto side = [&](const std::string& name, double value, Role role) {
        bars.bars.push_back({.name = sentenceCase(qt(name)),
                             .value = test.unit == "FLOP/B" ? Tr::tr("%1 FLOP/B").arg(number(value))
                                                            : amountText(value, test.dimension),
                             .from = 0,
                             .to = value,
                             .role = role,
                             .whole = true});
    };
    if (test.left && test.right) {
        side(test.leftName, *test.left, test.test == Test::IoDominates ? Role::InputOutput : Role::Compute);
        side(test.rightName, *test.right, Role::Faint);
    }
    bars.numbers.columns = {{"side", Tr::tr("side").toStdString(), "", -1},
                            {"value", Tr::tr("value").toStdString(), test.unit, -1}};
    for (const SlideBar& bar : bars.bars)
        bars.numbers.rows.push_back({bar.name.toStdString(), bar.to});
    SlideContent content;
    content.texts = {questionText(test.test), inequalityText(test), inequalityText(test)};
    content.bars = std::move(bars);
    return content;
}

SlideContent ceilingContent(const Project& project, const Analysis& analysis)
{
    const Diagnosis& diagnosis = *analysis.flow.diagnosis;
    const bool ofRoofline =
        diagnosis.bottleneck == Bottleneck::Compute || diagnosis.bottleneck == Bottleneck::MemoryBandwidth;
    ChartSpec roofline = rooflineChart(project);
    if (!ofRoofline || roofline.points.empty() || roofline.series.empty())
        return ceilingBars(diagnosis.path.back());
    holdStill(roofline);
    SlideContent content;
    content.chart = std::move(roofline);
    content.texts = rooflineTexts(project);
    return content;
}

SlideContent designContent(const Project& project)
{
    SlideSlots slots;
    QStringList said;
    if (const Result<DesignCatalogue>& catalogue = designCatalogue())
        for (const SlotTitle& title : slotTitles(project, *catalogue)) {
            slots.chips.push_back({qt(title.slot), qt(title.choice)});
            said << (title.choice.empty() ? Tr::tr("%1: empty").arg(qt(title.slot))
                                          : Tr::tr("%1: %2").arg(qt(title.slot), qt(title.choice)));
        }
    SlideContent content;
    content.texts = {Tr::tr("The six slots"), {}, said.join(QStringLiteral("; "))};
    slots.said = content.texts;
    content.chips = std::move(slots);
    return content;
}

/// Every guess a dot: above its p while the curve is hidden, on the curve once it is shown.
void addTally(ChartSpec& spec, const Analysis& analysis, const SlideState& state)
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
        PointSpec dot{.id = QStringLiteral("guess-%1").arg(p), .x = static_cast<double>(p), .role = Role::Ink};
        if (!state.hidden) {
            dot.y = analysis.prediction->row(p).speedup;
            dot.label = guesses > 1 ? Tr::tr("%1 guesses").arg(guesses) : Tr::tr("a guess");
            dot.labelOptional = true;
            spec.points.push_back(dot);
            continue;
        }
        constexpr int most = 12;
        for (int i = 0; i < std::min(guesses, most); ++i) {
            dot.id = QStringLiteral("guess-%1-%2").arg(p).arg(i);
            dot.y = level(0.04 + 0.07 * i);
            spec.points.push_back(dot);
        }
    }
}

SlideContent predictionContent(const Project& project, const Analysis& analysis, const SlideState& state)
{
    CurveView view{.hidden = state.hidden, .guess = state.guess, .reach = state.reach};
    if (!state.hidden && !state.guesses.empty()) {  // every guess is in sight
        const int own = axisEnd(shownReach(analysis), analysis.pMax);
        view.reach = std::max(state.reach.value_or(own), *std::max_element(state.guesses.begin(), state.guesses.end()));
    }
    ChartSpec spec = curveChart(Curve::Speedup, project, analysis, view);
    if (state.hidden && (state.tally || !state.guesses.empty()))
        std::erase_if(spec.markers, [](const MarkerSpec& marker) { return marker.id == QLatin1String("guess"); });
    for (PointSpec& point : spec.points)
        point.draggable = false;
    addTally(spec, analysis, state);
    SlideContent content;
    content.texts = curveTexts(Curve::Speedup, project, analysis, view);
    content.chart = std::move(spec);
    return content;
}

SlideContent measurementContent(const Analysis& analysis)
{
    const Attribution& why = *analysis.ladder->attribution;
    const Rung* rung = analysis.ladder->measured->at(why.atP);
    const auto lost =
        std::find_if(why.rows.begin(), why.rows.end(), [&](const LostFolds& each) { return each.p == why.atP; });
    SlideContent content;
    SlideBars bars;
    content.texts = {Tr::tr("Speedup lost"), {}, qt(why.sentence)};
    if (rung && lost != why.rows.end()) {
        double at = why.atP;
        bars.bars.push_back(
            {.name = Tr::tr("ideal"), .value = times(at), .from = 0, .to = at, .role = Role::Hairline, .whole = true});
        const auto take = [&](const QString& name, double folds, Role role) {
            if (std::abs(folds) < 0.005)
                return;
            bars.bars.push_back({.name = name,
                                 .value = folds < 0 ? QStringLiteral("+%1").arg(number(-folds))
                                                    : QStringLiteral("−%1").arg(number(folds)),
                                 .from = at,
                                 .to = at - folds,
                                 .role = role});
            at -= folds;
        };
        take(Tr::tr("communication"), lost->communication, Role::Communication);
        take(Tr::tr("waiting"), lost->waiting, Role::Waiting);
        take(Tr::tr("serial work"), lost->serial, Role::Compute);
        take(Tr::tr("input/output"), lost->io, Role::InputOutput);
        take(Tr::tr("not measured apart"), lost->partsKnown ? lost->unattributed : lost->total, Role::Hairline);
        bars.bars.push_back({.name = Tr::tr("measured"),
                             .value = times(rung->speedup),
                             .from = 0,
                             .to = rung->speedup,
                             .role = Role::Ink,
                             .whole = true});
    }
    bars.numbers = foldsTable(why);
    content.bars = std::move(bars);
    return content;
}

SlideContent decisionContent(const Project& project, const Analysis& analysis)
{
    SlideContent content;
    const Result<Worth> worth =
        worthOf(project, analysis, analysis.runs(), decidedOn(project, analysis).value_or(CurveKind::Predicted));
    if (!worth) {
        content.chart = ChartSpec{.emptyText = qt(messageOf(worth.error().problems.front()))};
        return content;
    }
    Worth shown = *worth;
    if (!shown.hourValueUsd)  // nothing says which p is worth its money
        for (RegimeWorth& each : shown.regimes)
            each.rightP.reset();
    content.chart = moneyChart(project, analysis, shown, std::nullopt);
    holdStill(*content.chart);
    content.texts = moneyTexts(project, analysis, *worth);
    return content;
}

/// For which values of an hour each p is best, those around the one of now.
SlideContent hourContent(const Project& project, const Choice& choice, int planP)
{
    constexpr std::ptrdiff_t most = 6;
    const MaybeQuantity hour = fieldValue(project, fieldOf(&Goal::hourValueUsd).pointer);
    const double now = hour ? hour->value : 0;
    const RightRange* right = rangeOfPlan(choice, planP);
    const RightRange* middle = right ? right : choice.rightAt(now);
    const std::vector<RightRange>& ranges = choice.ranges;
    const std::ptrdiff_t first = std::clamp<std::ptrdiff_t>((middle - ranges.data()) - most / 2, 0,
                                                            std::max<std::ptrdiff_t>(0, std::ssize(ranges) - most));
    const std::ptrdiff_t end = std::min(first + most, std::ssize(ranges));
    double least = 0, greatest = 0;
    for (std::ptrdiff_t i = first; i < end; ++i) {
        const RightRange& range = ranges[static_cast<std::size_t>(i)];
        for (const double border : {range.fromUsdPerHour, range.toUsdPerHour.value_or(0)})
            if (border > 0) {
                least = least > 0 ? std::min(least, border) : border;
                greatest = std::max(greatest, border);
            }
    }
    if (now > 0) {
        least = std::min(least, now);
        greatest = std::max(greatest, now);
    }
    SlideBars bars;
    bars.logarithmic = true;
    bars.numbers.columns = {{"p", "p", "", 0},
                            {"from", Tr::tr("from").toStdString(), "USD/h", 2},
                            {"to", Tr::tr("to").toStdString(), "USD/h", 2}};
    for (std::ptrdiff_t i = first; i < end; ++i) {
        const RightRange& range = ranges[static_cast<std::size_t>(i)];
        SlideBar bar{.name = Tr::tr("p = %1").arg(range.p),
                     .value = {},
                     .from = range.fromUsdPerHour > 0 ? range.fromUsdPerHour : least / 3,
                     .to = range.toUsdPerHour.value_or(greatest * 3),
                     .role = &range == right ? Role::Money : Role::Hairline,
                     .whole = &range == right};
        if (range.fromUsdPerHour > 0)
            bar.fromText = amount(range.fromUsdPerHour, Dimension::Money);
        if (range.toUsdPerHour)
            bar.toText = amount(*range.toUsdPerHour, Dimension::Money);
        bars.bars.push_back(std::move(bar));
        bars.numbers.rows.push_back({static_cast<double>(range.p), range.fromUsdPerHour, cell(range.toUsdPerHour)});
    }
    if (now > 0) {
        bars.line = now;
        bars.lineText = Tr::tr("%1 an hour").arg(amount(now, Dimension::Money));
    }
    SlideContent content;
    content.texts = {Tr::tr("What an hour of waiting is worth"), {}, qt(rightText(choice, planP))};
    content.bars = std::move(bars);
    return content;
}

SlideContent sensitivityContent(const Analysis& analysis)
{
    SlideBars bars;
    bars.logarithmic = true;
    QStringList said;
    bars.numbers.columns = {{"constant", Tr::tr("constant").toStdString(), "", -1},
                            {"p_star_times_ten", Tr::tr("p* at ten times").toStdString(), "", 0},
                            {"p_star_tenth", Tr::tr("p* at a tenth").toStdString(), "", 0}};
    const auto best = [](int p, bool atEdge) { return atEdge ? Tr::tr("beyond %1").arg(p) : QString::number(p); };
    for (const Sensitivity& each : analysis.sensitivity) {
        if (each.zero)
            continue;
        const bool falls = each.pStarTimesTen <= each.pStarTenth;
        const QString tenfold = Tr::tr("×10: %1").arg(best(each.pStarTimesTen, each.timesTenAtEdge)),
                      tenth = Tr::tr("÷10: %1").arg(best(each.pStarTenth, each.tenthAtEdge));
        bars.bars.push_back({.name = qt(constantTitle(each.parameter)),
                             .value = {},
                             .from = static_cast<double>(std::min(each.pStarTimesTen, each.pStarTenth)),
                             .to = static_cast<double>(std::max(each.pStarTimesTen, each.pStarTenth)),
                             .role = std::string_view(each.parameter) == "t_comp" ? Role::Compute : Role::Communication,
                             .fromText = falls ? tenfold : tenth,
                             .toText = falls ? tenth : tenfold});
        bars.numbers.rows.push_back({bars.bars.back().name.toStdString(), static_cast<double>(each.pStarTimesTen),
                                     static_cast<double>(each.pStarTenth)});
        said << Tr::tr("%1: %2, %3").arg(bars.bars.back().name, tenfold, tenth);
    }
    bars.line = analysis.prediction->landmarks.pStar;
    bars.lineText =
        Tr::tr("p* %1").arg(best(analysis.prediction->landmarks.pStar, analysis.prediction->landmarks.pStarAtLimit));
    SlideContent content;
    content.texts = {Tr::tr("Best p, each constant ten times off"), {}, said.join(QStringLiteral("; "))};
    content.bars = std::move(bars);
    return content;
}

SlideContent changeContent(const Project& project, const Analysis& analysis)
{
    const std::optional<CurveKind> curve = decidedOn(project, analysis);
    std::optional<Choice> ranges;
    if (curve && (analysis.runs() || !analysis.prediction || analysis.sensitivity.empty()))
        ranges = choiceOn(project, analysis, analysis.runs(), *curve);
    if (ranges && ranges->ranges.size() > 1)
        return hourContent(project, *ranges, analysis.planP);
    return sensitivityContent(analysis);
}

}  // namespace

bool SlideContent::draws() const
{
    return (chart && chart->emptyText.isEmpty()) || (bars && !bars->bars.empty()) || (chips && !chips->chips.empty());
}

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
        content.bars->said = content.texts;
    return content;
}

}  // namespace scalewright::ui

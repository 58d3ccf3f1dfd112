// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/compare/compare_tables.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/decision/plan/conditions.h"
#include "core/decision/rules/checks.h"
#include "core/model/scaling/pattern.h"
#include "core/output/answers/design_comparison.h"
#include "core/output/answers/phrases.h"
#include "core/project/document/variants.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"
#include "ui/words/slot_words.h"

namespace scalewright::ui {

namespace {

QString fastestText(const Prediction& prediction)
{
    const Landmarks& marks = prediction.landmarks;
    const QString speedupAtPStar = multipleText(prediction.row(marks.pStar).speedup);
    if (prediction.hasNoPStar())
        return Tr::tr("no p* up to %1 (%2 at that p)").arg(marks.pStar).arg(speedupAtPStar);
    return Tr::tr("p* %1 (%2)").arg(marks.pStar).arg(speedupAtPStar);
}

QString memoryShortfallText(const Project& project)
{
    const std::optional<OversizedCopy> copy = findOversizedCopy(project, project.plan.p.value_or(1));
    return copy ? Tr::tr("%1 on a worker of %2")
                      .arg(toQString(bytesText(copy->copyBytes)), toQString(bytesText(copy->workerMemoryBytes)))
                : QString();
}

QString choiceWithParameters(const std::string& choice, const std::vector<SlotParameter>& parameters)
{
    return parameters.empty() ? toQString(choice) : Tr::tr("%1; %2").arg(toQString(choice), parametersText(parameters));
}

/// A number in full, or the first few words of a text. The table view has the full text.
QString shortParameterText(const SlotParameter& parameter)
{
    constexpr int maximumWords = 4;
    SlotParameter shortened = parameter;
    if (const QStringList words = toQString(parameter.text).split(QLatin1Char(' '));
        words.size() > maximumWords && !parameter.value)
        shortened.text = (words.mid(0, maximumWords).join(QLatin1Char(' ')) + QStringLiteral(" …")).toStdString();
    return parametersText({shortened});
}

/// One side's parameters in a slot, reduced to what differs: if the choices already differ, only the numbers that both
/// sides have.
QString shortSideText(const SlotDifference& slot, bool isLeft)
{
    const std::vector<SlotParameter>&ownParameters = isLeft ? slot.leftParameters : slot.rightParameters,
          &otherParameters = isLeft ? slot.rightParameters : slot.leftParameters;
    const bool choicesDiffer = slot.leftText != slot.rightText;
    QStringList texts;
    for (const SlotParameter& each : ownParameters) {
        const bool isOnBothSides =
            each.value && std::any_of(otherParameters.begin(), otherParameters.end(), [&](const SlotParameter& other) {
                return other.jsonPointer == each.jsonPointer;
            });
        if (isOnBothSides || !choicesDiffer)
            texts << shortParameterText(each);
    }
    const std::string empty = slotText(DesignCatalogue{}, Design{}, slot.slot);
    const std::string& choice = isLeft ? slot.leftText : slot.rightText;
    if (choice == empty)
        return QStringLiteral("–");
    return texts.isEmpty() ? toQString(choice)
                           : Tr::tr("%1; %2").arg(toQString(choice), texts.join(QStringLiteral(", ")));
}

int chartMaximumP(const ComparedDesigns& compared, std::optional<int> planP, int pMax)
{
    ChartRangeInputs shown{.planP = planP.value_or(1), .availableWorkers = compared.availableWorkers};
    for (const std::optional<Prediction>* each :
         {&compared.comparison.leftPrediction, &compared.comparison.rightPrediction})
        if (*each && !(*each)->hasNoPStar())
            shown.pStars.push_back((*each)->landmarks.pStar);
    return axisEnd(largestChartedP(shown, pMax), pMax);
}

}  // namespace

std::vector<DesignSide> allSides(const Project& project, const DesignCatalogue& catalogue)
{
    std::vector<DesignSide> sides{{DesignSide::Kind::CurrentDesign, {}}};
    for (const Variant& variant : project.variants)
        sides.push_back({DesignSide::Kind::Variant, variant.name});
    for (const CaseStudy& study : catalogue.caseStudies)
        sides.push_back({DesignSide::Kind::CaseStudy, study.id});
    return sides;
}

QString sideTitle(const DesignSide& side, const Project& project, const DesignCatalogue& catalogue)
{
    switch (side.kind) {
    case DesignSide::Kind::CurrentDesign:
        return project.variants.empty() ? Tr::tr("this design") : toQString(project.variantName);
    case DesignSide::Kind::Variant: return toQString(side.id);
    case DesignSide::Kind::CaseStudy: break;
    }
    const CaseStudy* study = catalogue.find(side.id);
    return study ? Tr::tr("%1 (%2)").arg(toQString(study->title), toQString(study->chapter)) : toQString(side.id);
}

std::optional<Project> sideProject(const DesignSide& side, const Project& project, const DesignCatalogue& catalogue)
{
    std::optional<Project> own;
    if (side.kind == DesignSide::Kind::CurrentDesign)
        return project;
    if (side.kind == DesignSide::Kind::Variant) {
        if (Result<Project> variant = projectForVariant(project, side.id))
            own = withConditionsKept(project, std::move(*variant));
    } else if (const CaseStudy* study = catalogue.find(side.id)) {
        own = withCaseStudy(project, *study);
    }
    if (own && (own->design != project.design || own->target != project.target))
        own->measurements.ladders.clear();
    return own;
}

std::optional<ComparedDesigns> compareSides(const DesignSide& left, const DesignSide& right, const Project& project,
                                            const DesignCatalogue& catalogue, int pMax)
{
    const std::optional<Project> leftProject = sideProject(left, project, catalogue),
                                 rightProject = sideProject(right, project, catalogue);
    if (!leftProject || !rightProject)
        return std::nullopt;
    const auto study = [&](const DesignSide& side) {
        return side.kind == DesignSide::Kind::CaseStudy ? catalogue.find(side.id) : nullptr;
    };
    return ComparedDesigns{sideTitle(left, project, catalogue),
                           sideTitle(right, project, catalogue),
                           compareDesigns(*leftProject, *rightProject, catalogue, pMax, study(left), study(right)),
                           workersAvailable(project.target),
                           memoryShortfallText(*leftProject),
                           memoryShortfallText(*rightProject),
                           comparedPlanOf(*leftProject, pMax),
                           comparedPlanOf(*rightProject, pMax)};
}

ChartSpec comparisonChart(const ComparedDesigns& compared, std::optional<int> planP, int pMax, std::optional<int> heldP)
{
    const DesignComparison& comparison = compared.comparison;
    const int maximumP = heldP.value_or(chartMaximumP(compared, planP, pMax));
    CurveChart chart(Curve::Speedup, maximumP);
    if (!comparison.leftPrediction && !comparison.rightPrediction) {
        chart.spec().emptyText = Tr::tr("Neither design can be predicted yet.");
        return chart.takeSpec();
    }
    double highestSpeedup = 1.2;
    // The point of a plan has the name of its design; without one, the curve has it.
    const auto isPlanDrawn = [&](const ComparedPlan& plan) { return plan.p && plan.speedup && *plan.p <= maximumP; };
    const auto add = [&](const std::optional<Prediction>& prediction, const char* key, const QString& name,
                         CurveRole part, const QString& overfull, const ComparedPlan& plan) {
        if (!prediction || !overfull.isEmpty())  // what does not fit has no curve; the card says so
            return;
        const PredictionRow best = prediction->row(prediction->landmarks.pStar);
        const ScalingCurve curve = curveOf(*prediction, maximumP);
        for (const double speedup : curve.speedup)  // the drawn part only, since p* may be far outside
            highestSpeedup = std::isfinite(speedup) ? std::max(highestSpeedup, speedup) : highestSpeedup;
        // Two equal curves are one line.
        if (const bool isShared = comparison.leftPrediction && comparison.rightPrediction &&
                                  compared.leftMemoryShortfall.isEmpty() && compared.rightMemoryShortfall.isEmpty() &&
                                  curveOf(*comparison.leftPrediction, maximumP).speedup ==
                                      curveOf(*comparison.rightPrediction, maximumP).speedup;
            !isShared)
            chart.addCurve(curve, part, QString::fromLatin1(key), name, isPlanDrawn(plan) ? QString() : name);
        else if (part == CurveRole::Main)
            chart.addCurve(curve, part, QString::fromLatin1(key), name, Tr::tr("both"));
        if (best.p > maximumP)
            return;
        const bool hasNoPStar = prediction->hasNoPStar();
        const bool isOnlyPredicted = compared.leftPlan.isMeasured || compared.rightPlan.isMeasured;
        const QString fastest = (hasNoPStar        ? Tr::tr("no p* up to %1")
                                 : isOnlyPredicted ? Tr::tr("p* %1 (predicted)")
                                                   : Tr::tr("p* %1"))
                                    .arg(best.p);
        chart.addPeak(QString::fromLatin1(key), best.p, best.speedup, fastest, curveColorRole(Curve::Speedup),
                      part == CurveRole::Main);
        if (!chart.spec().points.empty())
            chart.spec().points.back().isLabelOptional = true;
    };
    add(comparison.leftPrediction, "left", compared.leftTitle, CurveRole::Main, compared.leftMemoryShortfall,
        compared.leftPlan);
    add(comparison.rightPrediction, "right", compared.rightTitle, CurveRole::SecondDesign,
        compared.rightMemoryShortfall, compared.rightPlan);
    const auto addPlan = [&](const char* id, const ComparedPlan& plan, const QString& name, bool isFilled) {
        if (!isPlanDrawn(plan))
            return;
        highestSpeedup = std::max(highestSpeedup, *plan.speedup);
        chart.addLandmark(QString::fromLatin1(id), *plan.p, *plan.speedup, name, ColorRole::Ink, isFilled);
        for (PointSpec& point : chart.spec().points)
            if (QString(point.id) == QLatin1String(id))
                point.subLabel = Tr::tr("%1 · p %2").arg(toQString(chart.valueText(*plan.speedup))).arg(*plan.p);
    };
    addPlan("left-plan", compared.leftPlan, compared.leftTitle, true);
    addPlan("right-plan", compared.rightPlan, compared.rightTitle, false);
    chart.fitYAxisTo(highestSpeedup, 1.25);
    if (planP)
        chart.addPlanMarker(*planP, std::nullopt);
    return chart.takeSpec();
}

FigureTexts comparisonTexts(const ComparedDesigns& compared)
{
    const DesignComparison& comparison = compared.comparison;
    FigureTexts texts;
    texts.title = Tr::tr("Speedup S(p)");
    QStringList sides;
    const auto add = [&](const QString& name, const std::optional<Prediction>& prediction, const std::string& reason,
                         const QString& overfull) {
        sides << (prediction ? Tr::tr("%1: %2, %3")
                                   .arg(name, toQString(titleOf(prediction->model.primaryExchange().pattern)),
                                        fastestText(*prediction))
                             : Tr::tr("%1: not predicted, %2").arg(name, toQString(reason)));
        if (!overfull.isEmpty())
            sides.last() += Tr::tr(", does not fit: a copy of %1").arg(overfull);
    };
    add(compared.leftTitle, comparison.leftPrediction, comparison.leftUnpricedReason, compared.leftMemoryShortfall);
    add(compared.rightTitle, comparison.rightPrediction, comparison.rightUnpricedReason, compared.rightMemoryShortfall);
    texts.caption = sides.join(QStringLiteral(" · "));
    texts.summary = sides.join(QStringLiteral(". "));
    return texts;
}

QString comparisonHeadline(const ComparedDesigns& compared)
{
    const ComparedDesign left{compared.leftTitle.toStdString(), compared.leftPlan},
        right{compared.rightTitle.toStdString(), compared.rightPlan};
    if (left.plan.doesNotFit() != right.plan.doesNotFit() && left.plan.workerBytes && right.plan.workerBytes) {
        const ComparedDesign &overfull = left.plan.doesNotFit() ? left : right,
                             &fits = &overfull == &left ? right : left;
        return sentenceCase(Tr::tr("%1 needs %2 on a worker and fits; %3 needs %4.")
                                .arg(toQString(fits.name), toQString(bytesText(*fits.plan.workerBytes)),
                                     toQString(overfull.name), toQString(bytesText(*overfull.plan.workerBytes))));
    }
    if (const std::string difference = planDifferenceText(left, right); !difference.empty())
        return toQString(difference);  // the figures are on the two cards
    if (const std::string plans = comparedPlansText(left, right); left.plan.p && right.plan.p && !plans.empty())
        return toQString(plans);
    const DesignComparison& comparison = compared.comparison;
    if (!comparison.leftPrediction && !comparison.rightPrediction)
        return {};
    return toQString(
        designComparisonHeadline(comparison, {.left = compared.leftTitle.toStdString(),
                                              .right = compared.rightTitle.toStdString(),
                                              .leftMemoryOverflow = compared.leftMemoryShortfall.toStdString(),
                                              .rightMemoryOverflow = compared.rightMemoryShortfall.toStdString()}));
}

Table comparisonTable(const ComparedDesigns& compared, int pMax)
{
    const DesignComparison& comparison = compared.comparison;
    Table table;
    table.caption = comparisonTexts(compared).caption.toStdString();
    table.columns = {{"p", "p", "", 0}};
    std::set<int> rows;
    for (int p = 1; p <= std::min(1024, pMax); p *= 2)
        rows.insert(p);
    if (comparison.leftPrediction) {
        table.columns.push_back({"left", Tr::tr("S, %1").arg(compared.leftTitle).toStdString(), "", 2});
        rows.insert(comparison.leftPrediction->landmarks.pStar);
    }
    if (comparison.rightPrediction) {
        table.columns.push_back({"right", Tr::tr("S, %1").arg(compared.rightTitle).toStdString(), "", 2});
        rows.insert(comparison.rightPrediction->landmarks.pStar);
    }
    for (const int p : rows) {
        std::vector<Cell> row{static_cast<double>(p)};
        for (const std::optional<Prediction>* each : {&comparison.leftPrediction, &comparison.rightPrediction})
            if (*each)
                row.push_back(p <= (*each)->pMax ? Cell((*each)->row(p).speedup) : Cell());
        table.rows.push_back(std::move(row));
    }
    return table;
}

TextTable::Content differencesTable(const ComparedDesigns& compared, const DesignCatalogue& catalogue)
{
    TextTable::Content content;
    content.table.columns = {{"slot", Tr::tr("Slot").toStdString(), "", -1},
                             {"left", compared.leftTitle.toStdString(), "", -1},
                             {"right", compared.rightTitle.toStdString(), "", -1}};
    content.relativeWidths = {24, 38, 38};
    QStringList sameSlots, open;
    for (const SlotDifference& each : compared.comparison.slotDifferences) {
        const std::string& title = catalogue.menu(each.slot).title;
        content.table.rows.push_back({title, choiceWithParameters(each.leftText, each.leftParameters).toStdString(),
                                      choiceWithParameters(each.rightText, each.rightParameters).toStdString()});
        content.softRows.push_back(!each.differs);
        if (each.differs)
            content.briefRows.push_back(
                {title, shortSideText(each, true).toStdString(), shortSideText(each, false).toStdString()});
        else
            (each.leftText == slotText(DesignCatalogue{}, Design{}, each.slot) ? open : sameSlots)
                << toQString(uncapitalised(title));
    }
    for (const auto& [label, titles] :
         {std::pair{Tr::tr("Same in both"), sameSlots}, std::pair{Tr::tr("Open in both"), open}})
        if (!titles.isEmpty())
            content.briefRows.push_back({label.toStdString(), titles.join(QStringLiteral(", ")).toStdString()});
    return content;
}

FigureTexts differencesTexts(const ComparedDesigns& compared, const DesignCatalogue& catalogue)
{
    FigureTexts texts;
    texts.title = Tr::tr("What differs");
    QStringList sentences;
    int differing = 0;
    for (const SlotDifference& each : compared.comparison.slotDifferences) {
        if (!each.differs)
            continue;
        ++differing;
        sentences << Tr::tr("%1: %2 against %3.")
                         .arg(toQString(uncapitalised(catalogue.menu(each.slot).title)),
                              choiceWithParameters(each.leftText, each.leftParameters),
                              choiceWithParameters(each.rightText, each.rightParameters));
    }
    texts.caption = differing == 0 ? Tr::tr("All slots are the same.")
                                   : Tr::tr("%1 of 6 slots differ; equal slots are grey.").arg(differing);
    texts.summary = texts.caption + QLatin1Char(' ') + sentences.join(QLatin1Char(' '));
    return texts;
}

TextTable::Content pStarChangesTable(const ComparedDesigns& compared, int pMax)
{
    TextTable::Content content;
    content.table.columns = {
        {"step", Tr::tr("Change").toStdString(), "", -1}, {"p_star", "p*", "", 0}, {"speedup", "S(p*)", "", 2}};
    content.relativeWidths = {60, 22, 18};
    for (const PStarStep& step : compared.comparison.pStarSteps) {
        Cell pStar = static_cast<double>(step.pStar);
        if (step.hasNoPStar)
            pStar = Tr::tr("none up to %1").arg(pMax).toStdString();
        const bool first = content.table.rows.empty();
        content.table.rows.push_back({first ? Tr::tr("%1, unchanged").arg(compared.leftTitle).toStdString()
                                            : toQString(step.change).toStdString(),
                                      pStar, step.speedup});
    }
    return content;
}

FigureTexts pStarChangesTexts(const ComparedDesigns& compared)
{
    FigureTexts texts;
    texts.title = Tr::tr("What moved p*");
    const DesignComparison& comparison = compared.comparison;
    if (comparison.pStarSteps.empty()) {
        texts.caption = Tr::tr("Both designs must be predicted first: %1")
                            .arg(toQString(comparison.leftPrediction ? comparison.rightUnpricedReason
                                                                     : comparison.leftUnpricedReason));
    } else {
        texts.caption = Tr::tr(
                            "From %1 to %2, one group of parameters at a time; the effect of a group depends on the "
                            "groups before it.")
                            .arg(compared.leftTitle, compared.rightTitle);
    }
    QStringList sentences;
    for (const PStarStep& step : comparison.pStarSteps)
        sentences << Tr::tr("%1: p* %2").arg(toQString(step.change)).arg(step.pStar);
    texts.summary = texts.caption + QLatin1Char(' ') + sentences.join(QStringLiteral(", "));
    return texts;
}

TextTable::Content elasticityTable(const ComparedDesigns& compared)
{
    TextTable::Content content;
    content.table.columns = {{"parameter", Tr::tr("Constant").toStdString(), "", -1},
                             {"left", compared.leftTitle.toStdString(), "", -1},
                             {"right", compared.rightTitle.toStdString(), "", -1}};
    content.relativeWidths = {18, 41, 41};
    const auto textOf = [](const std::vector<Elasticity>& elasticities, const std::string& parameter,
                           const std::string& reason) {
        for (const Elasticity& each : elasticities)
            if (each.parameter == parameter) {
                if (!each.value)
                    return toQString(each.reason).toStdString();
                if (std::abs(*each.value) < 0.005)
                    return Tr::tr("0.00, almost none").toStdString();
                const QString number = QString::number(*each.value, 'f', 2);
                return (*each.value > 0 ? QLatin1Char('+') + number
                                        : QString(number).replace(QLatin1Char('-'), QChar(0x2212)))
                    .toStdString();
            }
        return toQString(reason).toStdString();
    };
    const DesignComparison& comparison = compared.comparison;
    std::vector<std::string> parameters{"alpha", "beta", "t_comp"};
    for (const std::vector<Elasticity>* side : {&comparison.leftElasticities, &comparison.rightElasticities})
        for (const Elasticity& each : *side)
            if (std::find(parameters.begin(), parameters.end(), each.parameter) == parameters.end())
                parameters.push_back(each.parameter);
    for (const std::string& parameter : parameters) {
        const std::string name = parameter == "t_comp" ? "T_comp" : parameter;
        content.table.rows.push_back({name,
                                      textOf(comparison.leftElasticities, parameter, comparison.leftUnpricedReason),
                                      textOf(comparison.rightElasticities, parameter, comparison.rightUnpricedReason)});
    }
    return content;
}

FigureTexts elasticityTexts(const ComparedDesigns& compared)
{
    FigureTexts texts;
    texts.title = Tr::tr("Elasticity of p*");
    texts.caption = Tr::tr("By how many percent p* changes if a constant grows by one percent.");
    QStringList sentences;
    const TextTable::Content content = elasticityTable(compared);
    for (const std::vector<Cell>& row : content.table.rows)
        sentences << Tr::tr("%1: %2 against %3.")
                         .arg(toQString(std::get<std::string>(row[0])), toQString(std::get<std::string>(row[1])),
                              toQString(std::get<std::string>(row[2])));
    texts.summary = texts.caption + QLatin1Char(' ') + sentences.join(QLatin1Char(' '));
    return texts;
}

}  // namespace scalewright::ui

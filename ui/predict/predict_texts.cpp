// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/decision/analysis/missing_fields.h"
#include "core/decision/claim/value_at_p.h"
#include "core/design/slots/substitute_patterns.h"
#include "core/model/scaling/algorithm_map.h"
#include "core/model/scaling/pattern.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/search.h"
#include "core/model/scaling/work_share.h"
#include "core/model/step/model_split.h"
#include "core/model/step/project_model.h"
#include "core/model/step/quality_time.h"
#include "core/output/tables/prediction_table.h"
#include "core/project/document/project.h"
#include "ui/predict/predict_charts.h"
#include "ui/quantity/provenance_dot.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int everyPBelow = 16;  ///< Table rows: every p below this, then four per octave.

// The names of the terms that the design adds: "waiting, failures and overlap".
QString designTermNames(const Analysis& analysis)
{
    if (!analysis.model)
        return {};
    QStringList names;
    for (const PricedTerm& term :
         pricedTerms(analysis.model->terms, analysis.model->primaryExchange().communication.localSteps)) {
        const QString name = term.key == "overlap"        ? Tr::tr("overlap")
                             : term.key == "coordination" ? Tr::tr("coordination")
                             : term.key == "failures"     ? Tr::tr("failures")
                                                          : Tr::tr("waiting");
        if (!names.contains(name))
            names << name;
    }
    if (names.size() < 2)
        return names.join(QString());
    const QString last = names.takeLast();
    return Tr::tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

}  // namespace

FigureTexts curveTexts(Curve curve, const Project& project, const Analysis& analysis, const CurveView& view)
{
    FigureTexts texts;
    texts.title = curveTitle(curve, project);
    if (!analysis.prediction) {
        texts.summary = missingPredictionText(project, analysis);
        return texts;
    }
    const ScalingModel& model = *analysis.model;
    const Landmarks& marks = analysis.prediction->landmarks;
    QStringList parameters = toQStrings(modelParameterTexts(withReadableTimes(model), false));
    if (curve == Curve::Cost && hasPrice(project))  // first: a column shows only the first parts
        parameters.prepend(Tr::tr("%1 per node-hour, for %2")
                               .arg(amountWithUnit(project.target.priceUsdPerHour->value, Dimension::Money),
                                    toQString(runDescription(model))));
    if (const std::size_t count = analysis.variants.size(); count > mostDrawnVariants && curve != Curve::StepTime)
        parameters << Tr::tr("drawn: the first %1 of %2 other variants").arg(mostDrawnVariants).arg(count);
    texts.caption = parameters.join(QStringLiteral(" · "));
    if (view.isHidden) {
        texts.summary = Tr::tr("The curve is hidden until it is revealed.");
        return texts;
    }
    QStringList sentences;
    if (marks.pStarNote.empty())
        sentences << Tr::tr("The design is fastest at p* = %1 with a speedup of %2.")
                         .arg(marks.pStar)
                         .arg(numberText(analysis.pStarRow.speedup));
    else
        sentences << toQString(marks.pStarNote) + QLatin1Char('.');
    if (!analysis.claim.whyNoPlan.empty())
        sentences << sentenceCase(toQString(analysis.claim.whyNoPlan)) + QLatin1Char('.');
    const SpeedupAtP value = speedupAtP(analysis, analysis.planP);
    const double atPlan = value.shownSpeedup().value_or(analysis.planRow.speedup);
    if (analysis.plan)
        sentences << Tr::tr("The knee is at p = %1 with %2; the plan is p = %3 with %4, %5 efficient.")
                         .arg(marks.kneeP)
                         .arg(numberText(analysis.kneeRow.speedup))
                         .arg(analysis.planP)
                         .arg(value.measured ? toQString(speedupText(value)) : numberText(atPlan),
                              shareAsPercent(atPlan / analysis.planP));
    if (const int first = marks.pCommDominates.value_or(0)) {
        const int dominatesFrom = commDominatesFrom(analysis.prediction->columns, first);
        sentences
            << (dominatesFrom == first ? Tr::tr("Communication takes as long as compute from p = %1 on.").arg(first)
                : dominatesFrom == 0
                    ? Tr::tr("Communication first takes as long as compute at p = %1, and less again at the end "
                             "of the search.")
                          .arg(first)
                    : Tr::tr("Communication first takes as long as compute at p = %1, and permanently from p = %2 on.")
                          .arg(first)
                          .arg(dominatesFrom));
    } else
        sentences << Tr::tr("R reaches 1 %1.").arg(toQString(marks.pCommDominatesMissingReason));
    const PredictionRow& plan = analysis.planRow;
    if (!plan.finishes())
        sentences << toQString(neverFinishesReason(model, analysis.planP)) + QLatin1Char('.');
    else if (!model.terms.isEmpty())
        sentences << Tr::tr(
                         "At the plan, a step spends %1 waiting, %2 on coordination and %3 on failures; %4 of "
                         "communication is hidden.")
                         .arg(shareAsPercent(plan.tWaitS / plan.tStepS),
                              shareAsPercent(plan.tCoordinationS / plan.tStepS),
                              shareAsPercent(plan.tFailureS / plan.tStepS),
                              amountWithUnit(plan.hiddenCommS, Dimension::Time));
    texts.summary = sentences.join(QLatin1Char(' '));
    return texts;
}

Table curveTable(const Project& project, const Analysis& analysis, const CurveView& view)
{
    Table table;
    if (!analysis.prediction)
        return table;
    if (view.isHidden) {
        table.columns = {{"hidden", Tr::tr("The curve is hidden until it is revealed.").toStdString(), "", -1}};
        return table;
    }
    if (view.comparePatterns) {
        table.caption = modelSummary(*analysis.model);
        table.columns = {{"pattern", Tr::tr("pattern").toStdString(), "", -1},
                         {"p_star", "p*", "", 0},
                         {"speedup_at_p_star", "S(p*)", "", 2},
                         {"knee_p", Tr::tr("knee").toStdString(), "", 0},
                         {"speedup_at_plan_p", Tr::tr("S(plan p)").toStdString(), "", 2},
                         {"comm_at_plan_p", Tr::tr("T_comm(plan p)").toStdString(), "s", -1}};
        for (const Pattern pattern : possibleSubstitutes(
                 interchangeablePatterns(analysis.model->primaryExchange().pattern), project.design, project.target)) {
            const Prediction alternative = predict(withPattern(*analysis.model, pattern), analysis.pMax);
            const PredictionRow plan = predictAt(alternative.model, analysis.planP);
            table.rows.push_back({toQString(titleOf(pattern)).toStdString(),
                                  static_cast<double>(alternative.landmarks.pStar),
                                  alternative.row(alternative.landmarks.pStar).speedup,
                                  static_cast<double>(alternative.landmarks.kneeP), plan.speedup, plan.tCommS});
        }
    } else {
        const Landmarks& marks = analysis.prediction->landmarks;
        std::set<int> rows{marks.pStar, marks.kneeP, analysis.planP};
        if (marks.pCommDominates)
            rows.insert(*marks.pCommDominates);
        const int maximumP = std::min(std::max({1024, marks.pStar, analysis.planP}), analysis.pMax);
        for (int p = 1; p <= maximumP; p = p < everyPBelow ? p + 1 : p * 2)
            for (int quarter = 0; quarter < (p < everyPBelow ? 1 : 4); ++quarter)
                rows.insert(p + p * quarter / 4);
        const std::vector<int> shownP(rows.begin(), rows.upper_bound(maximumP));
        table = predictionTable(*analysis.prediction, shownP);
        for (const int p : {marks.pStar, marks.kneeP, analysis.planP, marks.pCommDominates.value_or(marks.pStar)})
            if (const auto row = std::find(shownP.begin(), shownP.end(), p); row != shownP.end())
                table.landmarks.push_back(static_cast<std::size_t>(row - shownP.begin()));
    }
    return table;
}

Headline curveHeadline(Curve curve, const Project& project, const Analysis& analysis)
{
    if (!analysis.prediction)
        return {QStringLiteral("–"), {}};  // The line at the top lists what is missing.
    if (!analysis.plan)
        return {QStringLiteral("–"), Tr::tr("no plan")};
    const PredictionRow& plan = analysis.planRow;
    if (!plan.finishes() && curve != Curve::CommToCompute)
        return {Tr::tr("never"), Tr::tr("does not finish at plan p %1").arg(analysis.planP)};
    const SpeedupAtP value = speedupAtP(analysis, analysis.planP);
    const double speedup = value.shownSpeedup().value_or(plan.speedup);
    const QString placeText =
        (!value.measured             ? Tr::tr("at plan p %1")
         : value.isAssumed           ? Tr::tr("in the assumed ladder at plan p %1")
         : !value.measuredAt.empty() ? Tr::tr("calibrated at plan p %1")
                                     : Tr::tr("measured at plan p %1"))
            .arg(analysis.planP) +
        (value.measured && value.isBasePredicted ? Tr::tr(", S(%1) as predicted").arg(value.baseP) : QString());
    const QString mark = QString::fromLatin1(speedupOriginName(value));
    // Next to a measured speedup, predicted values are labelled as predicted.
    const auto marked = [&](const QString& words) {
        return value.measured ? Tr::tr("predicted · %1").arg(words) : words;
    };
    switch (curve) {
    case Curve::Speedup: return {multipleText(speedup), placeText};
    case Curve::Efficiency: return {shareAsPercent(speedup / analysis.planP), placeText};
    case Curve::StepTime: {
        // There is room for only one part: the largest one other than compute.
        const double largestS = std::max({plan.tCommS, plan.tWaitS, plan.tFailureS});
        const QString share = (largestS == plan.tCommS   ? Tr::tr("%1 communication")
                               : largestS == plan.tWaitS ? Tr::tr("%1 waiting")
                                                         : Tr::tr("%1 failures"))
                                  .arg(shareAsPercent(largestS / plan.tStepS));
        if (const std::optional<double> ran = measuredStepS(project, analysis, analysis.planP))
            return {amountWithUnit(*ran, Dimension::Time),
                    Tr::tr("%1 · %2 predicted").arg(mark, amountWithUnit(plan.tStepS, Dimension::Time))};
        return {amountWithUnit(plan.tStepS, Dimension::Time), marked(share)};
    }
    case Curve::CommToCompute: {
        // R compares only two parts of a step. If a third part is larger, it is reported instead.
        const double largestInR = std::max(plan.tCompS, plan.tCommS);
        return {numberText(plan.commToCompute),
                marked(plan.tWaitS > largestInR && plan.tWaitS >= plan.tFailureS ? Tr::tr("waiting leads, not in R")
                       : plan.tFailureS > largestInR                             ? Tr::tr("failures lead, not in R")
                       : plan.commToCompute >= 1                                 ? Tr::tr("communication leads")
                                                                                 : Tr::tr("compute leads"))};
    }
    case Curve::Cost: break;
    }
    if (const RunTimeAndCost run = runTimeAndCostAt(project, analysis, analysis.planP);
        run.isMeasured && hasPrice(project) && run.costUsd)
        return {amountWithUnit(*run.costUsd, Dimension::Money),
                plan.costUsd && project.plan.steps
                    ? Tr::tr("%1 · %2 predicted").arg(mark, amountWithUnit(*plan.costUsd, Dimension::Money))
                    : mark};
    // Relative to what one worker is charged: workers on the same node share its price.
    const PredictionRow& oneWorker = analysis.prediction->row(1);
    const QString relative = multipleText(runCostRatio(*analysis.model, plan, oneWorker));
    const QString costAtPStar = analysis.pStarRow.finishes()
                                    ? multipleText(runCostRatio(*analysis.model, analysis.pStarRow, oneWorker))
                                    : Tr::tr("never finishes");
    if (plan.costUsd && *plan.costUsd > 0)
        return {amountWithUnit(*plan.costUsd, Dimension::Money),
                marked(Tr::tr("%1 one worker’s; p* %2").arg(relative, costAtPStar))};
    return {relative, marked(Tr::tr("one worker’s; p* %1").arg(costAtPStar))};
}

QString missingPredictionText(const Project& project, const Analysis& analysis)
{
    if (analysis.model)
        return {};
    if (analysis.claim.served)
        return Tr::tr("Replicas exchange nothing, so there is no curve: each one adds %1.")
            .arg(toQString(requestRateText(project.baseline.serving->throughputPerS->value)));
    // Missing fields are links above the chart; errors are shown here.
    const std::vector<MissingField> missing = missingForPrediction(project, analysis);
    QStringList lines{missing.empty() ? Tr::tr("Not enough figures for a prediction yet.")
                                      : toQString(neededFieldsText(missing))};
    for (const Problem& problem : analysis.model.error().problems)
        if (std::none_of(missing.begin(), missing.end(),
                         [&](const MissingField& each) { return each.jsonPointer == problem.location.jsonPointer; }))
            lines << toQString(joinNonEmpty({problem.message, problem.expected}, ": "));
    return lines.join(QLatin1Char('\n'));
}

QString designTermsText(const Project& project, const Analysis& analysis)
{
    if (!analysis.model)
        return {};
    QStringList paragraphs;
    for (const PricedTerm& term :
         pricedTerms(analysis.model->terms, analysis.model->primaryExchange().communication.localSteps))
        paragraphs << QStringLiteral("%1\n    %2\n    %3; %4")
                          .arg(toQString(term.description), toQString(term.formula), toQString(term.source),
                               toQString(term.simplification));
    paragraphs << toQStrings(modelNotes(project));
    paragraphs << toQStrings(modelSplitNotes(project, *analysis.model, analysis.planP));
    paragraphs << toQStrings(qualityNotes(project, *analysis.model, analysis.planP, analysis.pMax));
    return paragraphs.join(QLatin1Char('\n'));
}

QString predictionBasisText(const Project& project, const Analysis& analysis, bool isSpoken)
{
    const auto withOrigin = [&](Origin origin, const QString& text) {
        return isSpoken ? Tr::tr("%1 (%2)").arg(text, originText(origin)) : originMark(origin) + text;
    };
    if (analysis.claim.served)
        return withOrigin(project.baseline.serving->throughputPerS->provenance.origin,
                          Tr::tr("%1 from each of %2")
                              .arg(toQString(requestRateText(project.baseline.serving->throughputPerS->value)),
                                   toQString(replicasText(*analysis.claim.served))));
    const Design& design = project.design;
    const QString pattern = toQString(titleOf(design.communication.pattern));
    QStringList parts{design.communication.slot.choices.empty() ? withOrigin(Origin::Assumed, pattern) : pattern};
    if (design.consistency.slot.choices.empty())
        parts << withOrigin(Origin::Assumed, Tr::tr("synchronous"));
    if (const MaybeQuantity& tComp = project.baseline.tCompS)
        parts << withOrigin(tComp->provenance.origin,
                            Tr::tr("T_comp %1").arg(amountWithUnit(tComp->value, Dimension::Time)));
    parts << (project.plan.scaling == Scaling::Weak ? Tr::tr("weak scaling") : Tr::tr("strong scaling"));
    if (const QString terms = designTermNames(analysis); !terms.isEmpty())
        parts << Tr::tr("%1 from the design").arg(terms);
    if (analysis.band)
        parts << (isSpoken ? Tr::tr("shaded: all inputs vary within their %1 intervals")
                           : Tr::tr("shaded: the inputs’ %1 intervals"))
                     .arg(shareAsPercent(analysis.band->confidenceLevel));
    return parts.join(QStringLiteral(" · "));
}

}  // namespace scalewright::ui

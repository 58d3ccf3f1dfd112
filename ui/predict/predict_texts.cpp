#include <algorithm>
#include <set>

#include "core/decision/analysis/missing_fields.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/design/slots/stand_ins.h"
#include "core/model/scaling/algorithm_map.h"
#include "core/model/scaling/pattern.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/search.h"
#include "core/model/scaling/work_share.h"
#include "core/model/step/model_split.h"
#include "core/model/step/project_model.h"
#include "core/model/step/quality_time.h"
#include "core/output/tables/prediction_table.h"
#include "ui/predict/predict_charts.h"
#include "ui/predict/predict_words.h"
#include "ui/quantity/provenance_dot.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

using namespace predicting;

namespace {

constexpr int allBelow = 16;  ///< rows of the table: every p below, four an octave beyond

// "waiting, failures and overlap": what the design adds, in a few words.
QString termNames(const Analysis& analysis)
{
    if (!analysis.model)
        return {};
    QStringList names;
    for (const PricedTerm& term :
         pricedTerms(analysis.model->terms, analysis.model->first().communication.localSteps)) {
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
        texts.summary = missingText(project, analysis);
        return texts;
    }
    const ScalingModel& model = *analysis.model;
    const Landmarks& marks = analysis.prediction->landmarks;
    QStringList parameters;
    for (const std::string& part : modelParts(model, false))
        parameters << qt(part);
    if (curve == Curve::Cost && priced(project))
        parameters << Tr::tr("%1 a node-hour, for %2")
                          .arg(amount(project.target.priceUsdPerHour->value, Dimension::Money), qt(runOf(model)));
    texts.caption = parameters.join(QStringLiteral(" · "));
    if (view.hidden) {
        texts.summary = Tr::tr("The curve is hidden until it is revealed.");
        return texts;
    }
    QStringList sentences;
    if (marks.pStarNote.empty())
        sentences << Tr::tr("The design is fastest at p* = %1 with a speedup of %2.")
                         .arg(marks.pStar)
                         .arg(number(analysis.atPStar.speedup));
    else
        sentences << qt(marks.pStarNote) + QLatin1Char('.');
    const ValueAtP value = valueAtP(analysis, analysis.planP);
    const double atPlan = value.shown().value_or(analysis.atPlan.speedup);
    sentences << Tr::tr("The knee is at p = %1 with %2; the plan is p = %3 with %4, %5 efficient.")
                     .arg(marks.kneeP)
                     .arg(number(analysis.atKnee.speedup))
                     .arg(analysis.planP)
                     .arg(value.measured ? qt(speedupText(value)) : number(atPlan), shareText(atPlan / analysis.planP));
    if (const int first = marks.pCommDominates.value_or(0)) {
        const int from = commDominatesFrom(analysis.prediction->columns, first);
        sentences << (from == first ? Tr::tr("Communication costs as much as compute from p = %1.").arg(first)
                      : from == 0
                          ? Tr::tr("Communication first costs as much as compute at p = %1, and less again at the end "
                                   "of the search.")
                                .arg(first)
                          : Tr::tr("Communication first costs as much as compute at p = %1, for good from p = %2.")
                                .arg(first)
                                .arg(from));
    } else
        sentences << Tr::tr("R reaches 1 %1.").arg(qt(marks.pCommDominatesReason));
    const PredictionRow& plan = analysis.atPlan;
    if (!plan.finishes())
        sentences << qt(neverFinishes(model, analysis.planP)) + QLatin1Char('.');
    else if (!model.terms.none())
        sentences << Tr::tr(
                         "At the plan a step spends %1 waiting, %2 on coordination and %3 on failures; %4 of "
                         "communication is hidden.")
                         .arg(shareText(plan.tWaitS / plan.tStepS), shareText(plan.tCoordinationS / plan.tStepS),
                              shareText(plan.tFailureS / plan.tStepS), amount(plan.hiddenCommS, Dimension::Time));
    texts.summary = sentences.join(QLatin1Char(' '));
    return texts;
}

Table curveTable(const Project& project, const Analysis& analysis, const CurveView& view)
{
    Table table;
    if (!analysis.prediction)
        return table;
    if (view.hidden) {
        table.columns = {{"hidden", Tr::tr("The curve is hidden until it is revealed.").toStdString(), "", -1}};
        return table;
    }
    if (view.comparePatterns) {
        table.columns = {{"pattern", Tr::tr("pattern").toStdString(), "", -1},
                         {"p_star", "p*", "", 0},
                         {"speedup_at_p_star", "S(p*)", "", 2},
                         {"knee_p", Tr::tr("knee").toStdString(), "", 0},
                         {"speedup_at_plan_p", Tr::tr("S(plan p)").toStdString(), "", 2},
                         {"comm_at_plan_p", Tr::tr("T_comm(plan p)").toStdString(), "s", -1}};
        for (const Pattern pattern :
             standIns(interchangeable(analysis.model->first().pattern), project.design, project.target)) {
            const Prediction other = predict(withPattern(*analysis.model, pattern), analysis.pMax);
            const PredictionRow plan = predictAt(other.model, analysis.planP);
            table.rows.push_back({qt(titleOf(pattern)).toStdString(), static_cast<double>(other.landmarks.pStar),
                                  other.row(other.landmarks.pStar).speedup, static_cast<double>(other.landmarks.kneeP),
                                  plan.speedup, plan.tCommS});
        }
    } else {
        const Landmarks& marks = analysis.prediction->landmarks;
        std::set<int> rows{marks.pStar, marks.kneeP, analysis.planP};
        if (marks.pCommDominates)
            rows.insert(*marks.pCommDominates);
        const int reach = std::min(std::max({1024, marks.pStar, analysis.planP}), analysis.pMax);
        for (int p = 1; p <= reach; p = p < allBelow ? p + 1 : p * 2)
            for (int quarter = 0; quarter < (p < allBelow ? 1 : 4); ++quarter)
                rows.insert(p + p * quarter / 4);
        const std::vector<int> shown(rows.begin(), rows.upper_bound(reach));
        table = predictionTable(*analysis.prediction, shown);
        for (const int p : {marks.pStar, marks.kneeP, analysis.planP, marks.pCommDominates.value_or(marks.pStar)})
            if (const auto row = std::find(shown.begin(), shown.end(), p); row != shown.end())
                table.landmarks.push_back(static_cast<std::size_t>(row - shown.begin()));
    }
    table.caption = curveTexts(Curve::Cost, project, analysis, view).caption.toStdString();
    return table;
}

Headline curveHeadline(Curve curve, const Project& project, const Analysis& analysis)
{
    if (!analysis.prediction)
        return {QStringLiteral("–"), {}};  // the line at the top says what is missing
    const PredictionRow& plan = analysis.atPlan;
    if (!plan.finishes() && curve != Curve::CommToCompute)
        return {Tr::tr("never"), Tr::tr("does not finish at plan p %1").arg(analysis.planP)};
    const ValueAtP value = valueAtP(analysis, analysis.planP);
    const double speedup = value.shown().value_or(plan.speedup);
    const QString where = (!value.measured ? Tr::tr("at plan p %1")
                           : value.assumed ? Tr::tr("in the assumed ladder at plan p %1")
                                           : Tr::tr("measured at plan p %1"))
                              .arg(analysis.planP);
    const QString mark = QString::fromLatin1(valueMark(value));
    // Beside a measured speedup what is only predicted says so.
    const auto marked = [&](const QString& words) {
        return value.measured ? Tr::tr("predicted · %1").arg(words) : words;
    };
    switch (curve) {
    case Curve::Speedup: return {times(speedup), where};
    case Curve::Efficiency: return {shareText(speedup / analysis.planP), where};
    case Curve::StepTime: {
        // One line holds one part: what takes most beside compute.
        const double most = std::max({plan.tCommS, plan.tWaitS, plan.tFailureS});
        const QString share = (most == plan.tCommS   ? Tr::tr("%1 communication")
                               : most == plan.tWaitS ? Tr::tr("%1 waiting")
                                                     : Tr::tr("%1 failures"))
                                  .arg(shareText(most / plan.tStepS));
        if (const std::optional<double> ran = measuredStepS(project, analysis, analysis.planP))
            return {amount(*ran, Dimension::Time),
                    Tr::tr("%1 · %2 predicted").arg(mark, amount(plan.tStepS, Dimension::Time))};
        return {amount(plan.tStepS, Dimension::Time), marked(share)};
    }
    case Curve::CommToCompute: {
        // R holds two parts of a step against each other: what takes more than both leads, whatever R says.
        const double inR = std::max(plan.tCompS, plan.tCommS);
        return {number(plan.commToCompute),
                marked(plan.tWaitS > inR && plan.tWaitS >= plan.tFailureS ? Tr::tr("waiting leads, not in R")
                       : plan.tFailureS > inR                             ? Tr::tr("failures lead, not in R")
                       : plan.commToCompute >= 1                          ? Tr::tr("communication leads")
                                                                          : Tr::tr("compute leads"))};
    }
    case Curve::Cost: break;
    }
    if (const RunAtP run = runAtP(project, analysis, analysis.planP); run.measured && priced(project) && run.costUsd)
        return {amount(*run.costUsd, Dimension::Money),
                plan.costUsd && project.plan.steps
                    ? Tr::tr("%1 · %2 predicted").arg(mark, amount(*plan.costUsd, Dimension::Money))
                    : mark};
    // Of what is charged: workers of a node share its price.
    const PredictionRow& one = analysis.prediction->row(1);
    const QString relative = times(costShare(*analysis.model, plan, one));
    const QString atPStar = analysis.atPStar.finishes() ? times(costShare(*analysis.model, analysis.atPStar, one))
                                                        : Tr::tr("never finishes");
    if (plan.costUsd && *plan.costUsd > 0)
        return {amount(*plan.costUsd, Dimension::Money),
                marked(Tr::tr("%1 one worker’s; p* %2").arg(relative, atPStar))};
    return {relative, marked(Tr::tr("one worker’s; p* %1").arg(atPStar))};
}

QString missingText(const Project& project, const Analysis& analysis)
{
    if (analysis.model)
        return {};
    // What is only missing stands above the chart, a link each; what is wrong is said here.
    const std::vector<MissingField> missing = missingForPrediction(project, analysis);
    QStringList lines{missing.empty() ? Tr::tr("Nothing to predict from yet.")
                                      : Tr::tr("Nothing to predict from yet: the line at the top says what it takes.")};
    for (const Problem& problem : analysis.model.error().problems)
        if (std::none_of(missing.begin(), missing.end(),
                         [&](const MissingField& each) { return each.pointer == problem.where.pointer; }))
            lines << qt(joined({problem.message, problem.expected}, ": "));
    return lines.join(QLatin1Char('\n'));
}

QString termsText(const Project& project, const Analysis& analysis)
{
    if (!analysis.model)
        return {};
    QStringList paragraphs;
    for (const PricedTerm& term : pricedTerms(analysis.model->terms, analysis.model->first().communication.localSteps))
        paragraphs << QStringLiteral("%1\n    %2\n    %3; %4")
                          .arg(qt(term.says), qt(term.formula), qt(term.source), qt(term.simplification));
    for (const std::string& note : modelNotes(project))
        paragraphs << qt(note);
    for (const std::string& note : splitNotes(project, *analysis.model, analysis.planP))
        paragraphs << qt(note);
    for (const std::string& note : qualityNotes(project, *analysis.model, analysis.planP, analysis.pMax))
        paragraphs << qt(note);
    return paragraphs.join(QLatin1Char('\n'));
}

QString basisText(const Project& project, const Analysis& analysis, bool spoken)
{
    const auto from = [&](Origin origin, const QString& text) {
        return spoken ? Tr::tr("%1 (%2)").arg(text, originText(origin)) : markOf(origin) + text;
    };
    const Design& design = project.design;
    const QString pattern = qt(titleOf(design.communication.pattern));
    QStringList parts{design.communication.slot.choices.empty() ? from(Origin::Assumed, pattern) : pattern};
    if (design.consistency.slot.choices.empty())
        parts << from(Origin::Assumed, Tr::tr("synchronous"));
    if (const MaybeQuantity& tComp = project.baseline.tCompS)
        parts << from(tComp->provenance.origin, Tr::tr("T_comp %1").arg(amount(tComp->value, Dimension::Time)));
    parts << (project.plan.scaling == Scaling::Weak ? Tr::tr("weak scaling") : Tr::tr("strong scaling"));
    if (const QString terms = termNames(analysis); !terms.isEmpty())
        parts << Tr::tr("%1 from the design").arg(terms);
    if (analysis.band)
        parts << (spoken ? Tr::tr("shaded: every input anywhere in its %1 interval")
                         : Tr::tr("shaded: the inputs’ %1 intervals"))
                     .arg(shareText(analysis.band->level));
    return parts.join(QStringLiteral(" · "));
}

}  // namespace scalewright::ui

// design price: the parts of T(p) at the plan's p and the landmarks, each with its formula and where it is from.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/cli/design.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/memory/model_parallel.h"
#include "core/model/project_model.h"
#include "core/model/quality_time.h"
#include "core/analysis/analysis.h"
#include "core/quantity/units.h"
#include "core/remedies/remedies.h"
#include "core/scaling/prediction.h"
#include "core/scaling/work_share.h"
#include "core/scaling/terms.h"

namespace scalewright::cli {

namespace {

/// A part of T(p) at the plan's p, with where its formula is from.
struct Term {
    const char* key;
    const char* title;
    double seconds = 0;
    std::string formula, source;  // in English
    bool stands = true;  ///< false: zero because the design gives nothing for it
};

std::vector<Term> termsOf(const ScalingModel& model, const PredictionRow& row)
{
    const std::vector<PricedTerm> priced = pricedTerms(model.terms, model.first().communication.localSteps);
    const auto join = [&](std::initializer_list<std::string_view> keys, std::string PricedTerm::*what) {
        std::string text;
        for (const PricedTerm& each : priced)
            if (std::find(keys.begin(), keys.end(), each.key) != keys.end())
                text += (text.empty() ? "" : " + ") + (each.*what);
        return text;
    };
    const auto given = [&](std::initializer_list<std::string_view> keys) {
        return !join(keys, &PricedTerm::brief).empty();
    };
    const bool overlaps = given({"overlap"});
    ScalingModel even = model;
    even.mostWorkers.reset();
    const std::string share = wholeExamplesNote(model, row.p).empty()
                                  ? shareFormula(even)
                                  : shareFormula(model) + ", examples are not divided";
    return {
        {"compute", "compute", row.tCompS, share, "book, section 41.4"},
        {"communication", overlaps ? "exposed communication" : "communication", row.tCommS,
         overlaps ? join({"overlap"}, &PricedTerm::formula) + ", T_comm = " + patternFormula(model.first().pattern)
                  : patternFormula(model.first().pattern),
         overlaps ? patternSource(model.first().pattern) + "; " + join({"overlap"}, &PricedTerm::source)
                  : patternSource(model.first().pattern)},
        {"coordination", "coordination", row.tCoordinationS, join({"coordination"}, &PricedTerm::formula),
         join({"coordination"}, &PricedTerm::source), given({"coordination"})},
        {"waiting", "waiting", row.tWaitS, join({"waiting", "skew"}, &PricedTerm::formula),
         join({"waiting", "skew"}, &PricedTerm::source), given({"waiting", "skew"})},
        {"failures", "failures", row.tFailureS, join({"failures"}, &PricedTerm::formula),
         join({"failures"}, &PricedTerm::source), given({"failures"})},
    };
}

const char* whyNothing(std::string_view key)
{
    if (key == "coordination")
        return "the design gives no coordinator's time (seconds_per_worker)";
    if (key == "waiting")
        return "the design gives no jitter or skew, or no barrier to wait at";
    return "the design gives no failures (node_mtbf_s) or checkpoints";
}

Result<Project> withRemedy(const Project& project, const std::string& id, int pMax, const std::string& file)
{
    Result<DesignRemedy> remedy = remedyNamed(designRemedies(project, analyse(project, {.pMax = pMax})), id);
    if (remedy)
        return withRemedyAdded(project, *remedy);
    for (Problem& problem : remedy.error().problems)
        problem.where = {.file = file, .field = "--remedy"};
    return fail(std::move(remedy.error()));
}

}  // namespace

Result<Reply> designPrice(const DesignOptions& options)
{
    Values values;
    const int pMax = values.pMax(options.pMax);
    if (!values.ok())
        return fail(values.error());
    Result<Project> project = readVariant(options.project, options.variant, "--variant", options.edits);
    if (project && options.remedy)
        project = withRemedy(*project, *options.remedy, pMax, inputName(options.project));
    if (!project)
        return fail(project.error());
    const Analysis analysis = analyse(*project, {.pMax = pMax});
    const Result<ScalingModel>& model = analysis.model;
    if (!model)
        return fail(inFile(model.error(), inputName(options.project)));
    const Prediction& prediction = *analysis.prediction;
    const Landmarks& marks = prediction.landmarks;
    const int p = analysis.planP;
    const PredictionRow& row = analysis.atPlan;
    const PredictionRow& best = analysis.atPStar;
    const PredictionRow& knee = analysis.atKnee;
    const std::vector<Term> terms = termsOf(*model, row);
    const std::vector<PricedTerm> priced = pricedTerms(model->terms, model->first().communication.localSteps);
    std::vector<std::string> notes = modelNotes(*project);
    for (std::string& note : modelParallelNotes(*project, *model, p))
        notes.push_back(std::move(note));
    for (std::string& note : qualityNotes(*project, *model, p, analysis.pMax))
        notes.push_back(std::move(note));
    const std::string reason = analysis.plan->why;

    Reply answer;
    answer.text = fmt::format("T(p) at plan p = {} ({}), variant {}\n\n", p, reason, project->variantName);
    Json::Array list;
    for (const Term& term : terms) {
        if (term.stands)
            answer.text +=
                fmt::format("{:<23}{:>10}  {:>7}  {} ({})\n", term.title, amountText(term.seconds, Dimension::Time),
                            row.finishes() ? decimalText(100 * term.seconds / row.tStepS, 1) + " %" : std::string("-"),
                            term.formula, term.source);
        else
            answer.text += fmt::format("{:<23}{:>10}           {}\n", term.title, "0 s", whyNothing(term.key));
        Json::Object json{{"term", Json(term.key)}};
        setOrReason(json, "seconds", std::isfinite(term.seconds) ? std::optional(term.seconds) : std::nullopt,
                    "failures keep the run from ever finishing");
        setOrReason(json, "formula", term.formula, whyNothing(term.key));
        setOrReason(json, "source", term.stands ? term.source : std::string(), whyNothing(term.key));
        if (!term.stands)
            json.emplace_back("reason", Json(whyNothing(term.key)));
        list.emplace_back(std::move(json));
    }
    answer.text += fmt::format("{:<23}{:>10}\n", "step",
                               row.finishes() ? amountText(row.tStepS, Dimension::Time) : std::string("-"));
    if (!row.finishes())
        answer.text += neverFinishes(*model, p) + '\n';
    if (row.hiddenCommS > 0)
        answer.text += fmt::format("{:<23}{:>10}           hidden behind compute, not in the step\n",
                                   "hidden communication", amountText(row.hiddenCommS, Dimension::Time));

    Json::Array landmarks;
    const auto landmark = [&](const char* key, const char* title, const PredictionRow& at, const char* formula,
                              const char* source, const std::string& note) {
        answer.text += fmt::format("{:<15}{}: speedup {}, efficiency {} %   {} ({})\n", title, at.p,
                                   decimalText(at.speedup, 2), decimalText(100 * at.efficiency, 1), formula, source);
        if (!note.empty())
            answer.text += fmt::format("{:<15}{}\n", "", note);
        Json::Object json{{"landmark", Json(key)}, {"p", Json(at.p)}};
        setOrReason(json, "speedup", std::optional(at.speedup), "");
        setOrReason(json, "efficiency", std::optional(at.efficiency), "");
        json.emplace_back("formula", Json(formula));
        json.emplace_back("source", Json(source));
        if (!note.empty())
            json.emplace_back("note", Json(note));
        landmarks.emplace_back(std::move(json));
    };
    answer.text += '\n';
    const bool strong = model->scaling == Scaling::Strong;
    landmark("p_star", strong ? "p* (fastest)" : "p* (most S)", best, strong ? "least T(p)" : "most S(p)",
             "book, section 41.4", marks.pStarNote);
    landmark("knee", "knee", knee, "most E/T", "Eager, Zahorjan, Lazowska 1989", marks.kneeNote);
    landmark("plan", "plan p", row, "as planned", "the project", "");
    if (marks.pCommDominates)
        landmark("comm_dominates", "R = 1", prediction.row(*marks.pCommDominates), "first p with T_comm >= T_comp/p",
                 "book, section 41.4", "");
    else
        answer.text += fmt::format("{:<15}{}\n", "R = 1", marks.pCommDominatesReason);
    if (!priced.empty())
        answer.text += '\n';
    Json::Array details;
    for (const PricedTerm& each : priced) {
        answer.text += fmt::format("{}: {}\n{:<15}simplified: {}\n", each.key, each.says, "", each.simplification);
        details.emplace_back(Json::Object{{"key", Json(each.key)},
                                          {"says", Json(each.says)},
                                          {"formula", Json(each.formula)},
                                          {"source", Json(each.source)},
                                          {"simplification", Json(each.simplification)}});
    }
    Json::Array noted;
    for (const std::string& note : notes) {
        answer.text += (&note == &notes.front() ? "\nnote: " : "note: ") + note + '\n';
        noted.emplace_back(note);
    }

    answer.json = {{"variant", Json(project->variantName)},
                   {"pattern", Json(patternName(model->first().pattern))},
                   {"plan_p", Json(p)},
                   {"plan_p_reason", Json(reason)}};
    setOrReason(answer.json, "t_step_s", row.finishes() ? std::optional(row.tStepS) : std::nullopt,
                row.finishes() ? "" : neverFinishes(*model, p));
    setOrReason(answer.json, "hidden_communication_s", std::optional(row.hiddenCommS), "");
    answer.json.emplace_back("terms", Json(std::move(list)));
    answer.json.emplace_back("p_star", Json(marks.pStar));
    answer.json.emplace_back("knee_p", Json(marks.kneeP));
    setOrReason(answer.json, "p_comm_dominates", marks.pCommDominates, marks.pCommDominatesReason);
    answer.json.emplace_back("landmarks", Json(std::move(landmarks)));
    answer.json.emplace_back("details", Json(std::move(details)));
    answer.json.emplace_back("notes", Json(std::move(noted)));
    return answer;
}

}  // namespace scalewright::cli

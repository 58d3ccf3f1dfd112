// design price: the terms of T(p) at the plan's p and at the landmarks, each with its formula and source.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/cli/design.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/cli/served_output.h"
#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/remedies/remedies.h"
#include "core/model/scaling/prediction.h"
#include "core/model/scaling/terms.h"
#include "core/model/scaling/work_share.h"
#include "core/model/step/model_split.h"
#include "core/model/step/project_model.h"
#include "core/model/step/quality_time.h"
#include "core/output/answers/design_price.h"
#include "core/output/answers/served.h"

namespace scalewright::cli {

namespace {

Result<Project> withRemedyById(const Project& project, const std::string& id, int pMax, const std::string& file)
{
    Result<DesignRemedy> remedy = findRemedy(designRemedies(project, analyse(project, {.pMax = pMax})), id);
    if (remedy)
        return withRemedyVariant(project, *remedy);
    for (Problem& problem : remedy.error().problems)
        problem.location = {.file = file, .field = "--remedy"};
    return fail(std::move(remedy.error()));
}

}  // namespace

Result<Reply> runDesignPrice(const DesignOptions& options)
{
    OptionValues values;
    const int pMax = values.readPMax(options.pMax);
    if (!values.isValid())
        return fail(values.error());
    Result<Project> project = readVariant(options.projectFile, options.variant, "--variant", options.edits);
    if (project && options.remedyId)
        project = withRemedyById(*project, *options.remedyId, pMax, inputName(options.projectFile));
    if (!project)
        return fail(project.error());
    const Analysis analysis = analyse(*project, {.pMax = pMax});
    const Result<ScalingModel>& model = analysis.model;
    if (!model && analysis.claim.served)
        return servedReply(*project, analysis, defaultServedWorkers(analysis), {"terms"});
    if (!model)
        return fail(withFileName(model.error(), inputName(options.projectFile)));
    const Prediction& prediction = *analysis.prediction;
    const Landmarks& marks = prediction.landmarks;
    const int p = analysis.planP;
    const PredictionRow& row = analysis.planRow;
    const std::vector<StepTimePart> parts = stepTimeParts(analysis);
    const std::vector<PricedTerm> priced = pricedTerms(model->terms, model->primaryExchange().communication.localSteps);
    std::vector<std::string> notes = modelNotes(*project);
    for (std::string& note : modelSplitNotes(*project, *model, p))
        notes.push_back(std::move(note));
    for (std::string& note : qualityNotes(*project, *model, p, analysis.pMax))
        notes.push_back(std::move(note));
    const std::string reason = analysis.plan ? analysis.plan->reason : analysis.claim.whyNoPlan;

    Reply answer{.answer = designPriceAnswer({*project, analysis, inputName(options.projectFile), notes})};
    Json::Array list;
    for (const StepTimePart& part : parts) {
        Json::Object json{{"term", Json(part.key)}};
        setOrReason(json, "seconds", std::isfinite(part.seconds) ? std::optional(part.seconds) : std::nullopt,
                    "failures prevent the run from finishing");
        setOrReason(json, "formula", part.formula, part.zeroReason);
        setOrReason(json, "source", part.source, part.zeroReason);
        if (!part.zeroReason.empty())
            json.emplace_back("reason", Json(part.zeroReason));
        list.emplace_back(std::move(json));
    }

    Json::Array landmarks;
    const auto landmark = [&](const char* key, const PredictionRow& rowAtLandmark, const char* formula,
                              const char* source, const std::string& note) {
        Json::Object json{{"landmark", Json(key)}, {"p", Json(rowAtLandmark.p)}};
        setOrReason(json, "speedup", std::optional(rowAtLandmark.speedup), "");
        setOrReason(json, "efficiency", std::optional(rowAtLandmark.efficiency), "");
        json.emplace_back("formula", Json(formula));
        json.emplace_back("source", Json(source));
        if (!note.empty())
            json.emplace_back("note", Json(note));
        landmarks.emplace_back(std::move(json));
    };
    landmark("p_star", analysis.pStarRow, model->scaling == Scaling::Strong ? "least T(p)" : "most S(p)",
             "book, section 41.4", marks.pStarNote);
    landmark("knee", analysis.kneeRow, "most E/T", "Eager, Zahorjan, Lazowska 1989", marks.kneeNote);
    landmark("plan", row, "as planned", "the project", "");
    if (marks.pCommDominates)
        landmark("comm_dominates", prediction.row(*marks.pCommDominates), "first p with T_comm >= T_comp/p",
                 "book, section 41.4", "");
    Json::Array details;
    for (const PricedTerm& each : priced)
        details.emplace_back(Json::Object{{"key", Json(each.key)},
                                          {"says", Json(each.description)},
                                          {"formula", Json(each.formula)},
                                          {"source", Json(each.source)},
                                          {"simplification", Json(each.simplification)}});
    Json::Array noted;
    for (const std::string& note : notes)
        noted.emplace_back(note);

    answer.json = {{"variant", Json(project->variantName)},
                   {"pattern", Json(patternName(model->primaryExchange().pattern))},
                   {"plan_p", Json(p)},
                   {"plan_p_reason", Json(reason)}};
    setOrReason(answer.json, "t_step_s", row.finishes() ? std::optional(row.tStepS) : std::nullopt,
                row.finishes() ? "" : neverFinishesReason(*model, p));
    setOrReason(answer.json, "hidden_communication_s", std::optional(row.hiddenCommS), "");
    answer.json.emplace_back("terms", Json(std::move(list)));
    answer.json.emplace_back("p_star", Json(marks.pStar));
    answer.json.emplace_back("knee_p", Json(marks.kneeP));
    setOrReason(answer.json, "p_comm_dominates", marks.pCommDominates, marks.pCommDominatesMissingReason);
    answer.json.emplace_back("landmarks", Json(std::move(landmarks)));
    answer.json.emplace_back("details", Json(std::move(details)));
    answer.json.emplace_back("notes", Json(std::move(noted)));
    return answer;
}

}  // namespace scalewright::cli

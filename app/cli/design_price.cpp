// SPDX-License-Identifier: GPL-3.0-or-later
// design price: the terms of T(p) at the plan's p and at the landmarks, each with its formula and source.
#include "core/output/answers/design_price.h"

#include <cmath>

#include "app/cli/design.h"
#include "app/cli/output.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/remedies/remedies.h"
#include "core/model/scaling/prediction.h"
#include "core/model/scaling/terms.h"
#include "core/model/scaling/work_share.h"
#include "core/model/step/model_split.h"
#include "core/model/step/project_model.h"
#include "core/model/step/quality_time.h"
#include "core/output/answers/served.h"
#include "core/output/answers/shared_fields.h"

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
        return replyOf(answerServed(*project, analysis, defaultServedWorkers(analysis), {"terms"}));
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

    const auto part = [](const StepTimePart& each) {
        return objectOf(
            {{"term", each.key},
             {"seconds", when(std::isfinite(each.seconds), each.seconds), "failures prevent the run from finishing"},
             {"formula", each.formula, each.zeroReason},
             {"source", each.source, each.zeroReason},
             {"reason", ifAny(each.zeroReason)}});
    };
    Json::Array landmarks;
    const auto landmark = [&](const char* key, const PredictionRow& at, const char* formula, const char* source,
                              const std::string& note) {
        landmarks.emplace_back(objectOf({{"landmark", key},
                                         {"p", at.p},
                                         {"speedup", at.speedup},
                                         {"efficiency", at.efficiency},
                                         {"formula", formula},
                                         {"source", source},
                                         {"note", ifAny(note)}}));
    };
    landmark("p_star", analysis.pStarRow, model->scaling == Scaling::Strong ? "least T(p)" : "most S(p)",
             "book, section 41.4", marks.pStarNote);
    landmark("knee", analysis.kneeRow, "most E/T", "Eager, Zahorjan, Lazowska 1989", marks.kneeNote);
    landmark("plan", row, "as planned", "the project", "");
    if (marks.pCommDominates)
        landmark("comm_dominates", prediction.row(*marks.pCommDominates), "first p with T_comm >= T_comp/p",
                 "book, section 41.4", "");
    return Reply{
        .answer = designPriceAnswer({*project, analysis, inputName(options.projectFile), notes}),
        .json = objectOf(
            {{"variant", project->variantName},
             {"pattern", patternName(model->primaryExchange().pattern)},
             {"plan_p", p},
             {"plan_p_reason", reason},
             {"t_step_s", when(row.finishes(), row.tStepS), row.finishes() ? "" : neverFinishesReason(*model, p)},
             {"hidden_communication_s", row.hiddenCommS},
             {"terms", listOf(parts, part)},
             {"p_star", marks.pStar},
             {"knee_p", marks.kneeP},
             {"p_comm_dominates", marks.pCommDominates, marks.pCommDominatesMissingReason},
             {"landmarks", landmarks},
             {"details", listOf(priced, [](const PricedTerm& term) { return pricedTermFields("key", term); })},
             {"notes", notes}})};
}

}  // namespace scalewright::cli

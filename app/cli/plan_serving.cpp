#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/plan_layouts.h"
#include "core/base/quantity/units.h"

namespace scalewright::cli {

namespace {

Json servingJson(const ServingPlan& plan)
{
    Json::Object object{{"tensor", Json(plan.tensor)},
                        {"replicas", Json(plan.replicas)},
                        {"cards", Json(plan.cards())},
                        {"meets", Json(plan.limit == ServingLimit::None)},
                        {"limit", Json(servingLimitName(plan.limit))},
                        {"at_once", Json(plan.concurrency)},
                        {"at_once_limit", Json(batchLimitName(plan.batchLimit))},
                        {"prefill_s", Json(plan.prefillS)},
                        {"step_s", Json(plan.stepS)},
                        {"prefill_exchange", Json(patternName(plan.prefillPattern))},
                        {"step_exchange", Json(patternName(plan.stepPattern))},
                        {"decode_bound_by", Json(plan.isDecodeMemoryBound ? "memory-bandwidth" : "compute")},
                        {"request_s", Json(plan.requestS)},
                        {"first_token_s", Json(plan.firstTokenS)},
                        {"requests_per_s", Json(plan.requestsPerS)},
                        {"weight_bytes", Json(plan.weightBytes)},
                        {"cache_bytes", Json(plan.cacheBytes)},
                        {"nodes", Json(plan.nodes)}};
    const bool serves = plan.load.has_value();
    setOrReason(object, "load", plan.load, "it cannot serve");
    setOrReason(object, "wait_s", serves ? std::optional(plan.waitS) : std::nullopt, "it cannot serve");
    setOrReason(object, "usd_per_hour", plan.usdPerHour, "the price per card is not set, or it cannot serve");
    return Json(std::move(object));
}

}  // namespace

Result<Reply> servingReply(const LayoutsQuestion& question, const ServingNeed& need)
{
    const Result<std::vector<ServingPlan>> plans =
        planServing(question.model.model, question.cluster.cluster, question.trainer, need);
    if (!plans) {
        Error error = plans.error();
        for (Problem& problem : error.problems)
            problem.location.field = "--" + problem.location.field;
        return fail(std::move(error));
    }
    Reply answer{.answer = scalewright::servingAnswer(question, need, *plans),
                 .exitStatus = plans->front().limit == ServingLimit::None ? 0 : 1};
    Json::Object& json = answer.json;
    addLayoutsQuestionJson(json, question);
    json.emplace_back("requests_per_s", Json(need.requestsPerS));
    json.emplace_back("prompt_tokens", Json(need.promptTokens));
    json.emplace_back("answer_tokens", Json(need.answerTokens));
    json.emplace_back("arrivals", Json("poisson"));
    setOrReason(json, "latency_s", need.latencyS, "no latency budget of a request is set");
    setOrReason(json, "first_token_s", need.firstTokenS, "no latency budget of the first token is set");
    Json::Array plansJson;
    for (const ServingPlan& plan : *plans)
        plansJson.push_back(servingJson(plan));
    json.emplace_back("replicas", Json(std::move(plansJson)));
    return answer;
}

}  // namespace scalewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/plan_layouts.h"

namespace scalewright::cli {

namespace {

Json::Object servingFields(const ServingPlan& plan)
{
    return objectOf({{"tensor", plan.tensor},
                     {"replicas", plan.replicas},
                     {"cards", plan.cards()},
                     {"meets", plan.limit == ServingLimit::None},
                     {"limit", nameOf(plan.limit)},
                     {"at_once", plan.concurrency},
                     {"at_once_limit", nameOf(plan.batchLimit)},
                     {"prefill_s", plan.prefillS},
                     {"step_s", plan.stepS},
                     {"prefill_exchange", patternName(plan.prefillPattern)},
                     {"step_exchange", patternName(plan.stepPattern)},
                     {"decode_bound_by", plan.isDecodeMemoryBound ? "memory-bandwidth" : "compute"},
                     {"request_s", plan.requestS},
                     {"first_token_s", plan.firstTokenS},
                     {"requests_per_s", plan.requestsPerS},
                     {"weight_bytes", plan.weightBytes},
                     {"cache_bytes", plan.cacheBytes},
                     {"nodes", plan.nodes},
                     {"load", plan.load, "it cannot serve"},
                     {"wait_s", when(plan.load.has_value(), plan.waitS), "it cannot serve"},
                     {"usd_per_hour", plan.usdPerHour, "the price per card is not set, or it cannot serve"}});
}

}  // namespace

Result<Reply> servingReply(const LayoutsQuestion& question, const ServingNeed& need)
{
    const Result<std::vector<ServingPlan>> plans =
        planServing(question.model.model, question.cluster.cluster, question.trainer, need);
    if (!plans)
        return fail(withOptionNames(plans.error()));
    return Reply{.answer = servingAnswer(question, need, *plans),
                 .json = objectOf({layoutsQuestionFields(question),
                                   {"requests_per_s", need.requestsPerS},
                                   {"prompt_tokens", need.promptTokens},
                                   {"answer_tokens", need.answerTokens},
                                   {"arrivals", "poisson"},
                                   {"latency_s", need.latencyS, "no latency budget of a request is set"},
                                   {"first_token_s", need.firstTokenS, "no latency budget of the first token is set"},
                                   {"replicas", listOf(*plans, servingFields)}}),
                 .exitStatus = plans->front().limit == ServingLimit::None ? 0 : 1};
}

}  // namespace scalewright::cli

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/plan_layouts.h"
#include "core/quantity/units.h"

namespace scalewright::cli {

namespace {

Json servingJson(const ServingPlan& plan)
{
    Json::Object object{{"tensor", Json(plan.tensor)},
                        {"replicas", Json(plan.replicas)},
                        {"cards", Json(plan.cards())},
                        {"meets", Json(plan.limit == ServingLimit::None)},
                        {"limit", Json(servingLimitName(plan.limit))},
                        {"at_once", Json(plan.atOnce)},
                        {"at_once_limit", Json(batchLimitName(plan.batchLimit))},
                        {"prefill_s", Json(plan.prefillS)},
                        {"step_s", Json(plan.stepS)},
                        {"decode_bound_by", Json(plan.decodeByMemory ? "memory-bandwidth" : "compute")},
                        {"request_s", Json(plan.requestS)},
                        {"first_token_s", Json(plan.firstTokenS)},
                        {"requests_per_s", Json(plan.requestsPerS)},
                        {"weight_bytes", Json(plan.weightBytes)},
                        {"cache_bytes", Json(plan.cacheBytes)}};
    setOrReason(object, "usd_per_hour", plan.usdPerHour, "no price of a card is known, or it cannot serve");
    return Json(std::move(object));
}

std::string servingTable(const std::vector<ServingPlan>& plans)
{
    std::string text = fmt::format("{:>6}  {:>8}  {:>6}  {:>8}  {:>9}  {:>9}  {}\n", "tensor", "replicas", "cards",
                                   "at once", "a token", "a request", "limit");
    for (const ServingPlan& plan : plans)
        text += fmt::format("{:>6}  {:>8}  {:>6}  {:>8}  {:>9}  {:>9}  {}\n", plan.tensor, plan.replicas, plan.cards(),
                            plan.atOnce, timeText(plan.stepS), timeText(plan.requestS),
                            plan.limit == ServingLimit::None ? titleOf(plan.batchLimit) : titleOf(plan.limit));
    return text;
}

}  // namespace

Result<Reply> servingAnswer(const PlanQuestion& question, const ServingNeed& need)
{
    const Result<std::vector<ServingPlan>> plans =
        planServing(question.model.model, question.cluster.cluster, question.trainer, need);
    if (!plans) {
        Error error = plans.error();
        for (Problem& problem : error.problems)
            problem.where.field = "--" + problem.where.field;
        return fail(std::move(error));
    }
    Reply answer;
    const ServingPlan& best = plans->front();
    std::string headline, because, next;
    if (best.limit == ServingLimit::None) {
        headline = fmt::format("{} cards serve it: {} replicas, tensor {}.", best.cards(), best.replicas, best.tensor);
        if (best.replicas == 1)
            headline = fmt::format("{} cards serve it: one replica, tensor {}.", best.cards(), best.tensor);
        if (best.cards() == 1)
            headline = "One card serves it.";
        because = fmt::format("A replica holds {} requests, limited by {}; a token takes {}, bound by {}.", best.atOnce,
                              titleOf(best.batchLimit), timeText(best.stepS),
                              best.decodeByMemory ? "memory bandwidth" : "compute");
        next = "Measure one replica at that load.";
    } else {
        answer.status = 1;
        headline = "No replica on one node meets this.";
        if (best.limit == ServingLimit::Cards)
            headline = fmt::format("{} cards are needed, not {}.", best.cards(), question.cluster.cluster.cards);
        because = fmt::format("Tensor {}: {}; a request takes {}.", best.tensor, titleOf(best.limit),
                              timeText(best.requestS));
        next = best.limit == ServingLimit::Cards    ? "More cards, or a longer --latency."
               : best.limit == ServingLimit::Memory ? "--bytes-per-weight 1, or cards with more memory."
                                                    : "A longer budget, or a shorter answer.";
    }
    answer.text = headline + '\n' + because + '\n' + "Next: " + next + "\n\n" + servingTable(*plans);
    if (question.explain) {
        answer.text += fmt::format("\nModel: {} ({})\nEfficiency: {} ({})\n", question.model.name,
                                   question.model.source, question.trainer.name, question.trainer.source);
        for (const std::string& each : question.cluster.from)
            answer.text += "Cluster: " + each + '\n';
        answer.text += "Roofline of prefill and decoding; prefills of other requests come between the steps.\n";
    }
    Json::Object& json = answer.json;
    json.emplace_back("headline", Json(headline));
    json.emplace_back("because", Json(because));
    json.emplace_back("next", Json(next));
    addQuestionJson(json, question);
    json.emplace_back("requests_per_s", Json(need.requestsPerS));
    json.emplace_back("prompt_tokens", Json(need.promptTokens));
    json.emplace_back("answer_tokens", Json(need.answerTokens));
    setOrReason(json, "latency_s", need.latencyS, "no budget of a request is given");
    setOrReason(json, "first_token_s", need.firstTokenS, "no budget of the first token is given");
    Json::Array all;
    for (const ServingPlan& plan : *plans)
        all.push_back(servingJson(plan));
    json.emplace_back("replicas", Json(std::move(all)));
    return answer;
}

}  // namespace scalewright::cli

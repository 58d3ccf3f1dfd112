// Serving by the roofline: expected values by hand from the formulas of Williams et al. 2009 and Kwon et al. 2023.
#include <QTest>

#include "core/layout/serving.h"
#include "tests/core/layout_tables.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

/// Half of the peak and half of the memory bandwidth, no launch cost.
Trainer halfOfAll()
{
    Trainer trainer;
    trainer.kernels = {.share = 0.5, .halfWork = 0};
    trainer.memoryShare = 0.5;
    trainer.linkShare = 1;
    return trainer;
}

Transformer servedModel(const char* id)
{
    return findModel(readModels().value(), id).value().model;
}

}  // namespace

class tst_layout_serving : public QObject {
    Q_OBJECT
private slots:
    // Llama 2 7B, 2 x 6.738415616e9 bytes of weights, 512 KiB of cache a token, on H100 at half of 989 TFLOP/s and of
    // 3.35 TB/s. Prompt 512, answer 128: 576 tokens held on average.
    void oneRequest()
    {
        ServingNeed need;
        need.requestsPerS = 0.1;
        need.mostAtOnce = 1;
        const ServingPlan plan = planServing(servedModel("llama-2-7b"), h100(1), halfOfAll(), need).value().front();
        const double psi = 6738415616.0, rate = 0.5 * 989e12, bytes = 0.5 * 3.35e12;
        const double prefill = (2 * psi * 512 + 2.0 * 32 * 4096 * 512 * 512) / rate;
        const double step = (2 * psi + 576 * 524288.0) / bytes;
        QVERIFY(std::abs(plan.prefillS / prefill - 1) < 1e-12);
        QVERIFY(std::abs(plan.stepS / step - 1) < 1e-12);
        QVERIFY(std::abs(plan.requestS / (prefill + 127 * step) - 1) < 1e-12);
        QCOMPARE(plan.limit, ServingLimit::None);
        QCOMPARE(plan.batchLimit, BatchLimit::Most);
        QVERIFY(plan.decodeByMemory);
        QCOMPARE(plan.cards(), 1L);
    }

    // Memory: (0.95 x 80e9 - 13.48e9)/(640 tokens x 512 KiB) = 186.3 requests.
    void memoryBinds()
    {
        ServingNeed need;
        need.requestsPerS = 1000;
        need.mostAtOnce = 4096;
        const std::vector<ServingPlan> plans =
            planServing(servedModel("llama-2-7b"), h100(1 << 16), halfOfAll(), need).value();
        QCOMPARE(plans.size(), std::size_t(4));  // tensor 1, 2, 4, 8
        const auto one = std::find_if(plans.begin(), plans.end(), [](const ServingPlan& p) { return p.tensor == 1; });
        QCOMPARE(one->atOnce, 186);
        QCOMPARE(one->batchLimit, BatchLimit::Memory);
        // Enough replicas and not one too many.
        for (const ServingPlan& plan : plans) {
            QVERIFY(static_cast<double>(plan.replicas) * plan.requestsPerS >= 1000);
            QVERIFY(static_cast<double>(plan.replicas - 1) * plan.requestsPerS < 1000);
        }
        for (std::size_t i = 1; i < plans.size(); ++i)
            QVERIFY(plans[i - 1].cards() <= plans[i].cards());
    }

    // A budget between one request's time and what memory would allow: the last B that keeps it, checked by formula.
    void latencyBinds()
    {
        ServingNeed need;
        need.requestsPerS = 10;
        need.latencyS = 2;
        const std::vector<ServingPlan> plans =
            planServing(servedModel("llama-2-7b"), h100(1024), halfOfAll(), need).value();
        for (const ServingPlan& plan : plans) {
            QCOMPARE(plan.limit, ServingLimit::None);
            QVERIFY(plan.requestS <= 2);
        }
        const auto one = std::find_if(plans.begin(), plans.end(), [](const ServingPlan& p) { return p.tensor == 1; });
        QCOMPARE(one->batchLimit, BatchLimit::Latency);
        const double psi = 6738415616.0, rate = 0.5 * 989e12, bytes = 0.5 * 3.35e12;
        const double prefill = (2 * psi * 512 + 2.0 * 32 * 4096 * 512 * 512) / rate;
        const auto request = [&](int B) {
            const double step =
                std::max((2 * psi + B * 576 * 524288.0) / bytes, B * (2 * psi + 4.0 * 32 * 4096 * 576) / rate);
            return B * prefill + 127 * step;
        };
        QVERIFY(request(one->atOnce) <= 2 && request(one->atOnce + 1) > 2);
        // A longer budget never needs more cards.
        need.latencyS = 10;
        QVERIFY(planServing(servedModel("llama-2-7b"), h100(1024), halfOfAll(), need).value().front().cards() <=
                plans.front().cards());
    }

    void limits()
    {
        ServingNeed need;
        // 138 GB of weights do not fit one card of 80 GB; two hold them, with 152 - 138 = 14 GB for the cache.
        const std::vector<ServingPlan> plans =
            planServing(servedModel("llama-2-70b"), h100(64), halfOfAll(), need).value();
        const auto of = [&plans](int tensor) {
            return *std::find_if(plans.begin(), plans.end(), [=](const ServingPlan& p) { return p.tensor == tensor; });
        };
        QCOMPARE(of(1).limit, ServingLimit::Memory);
        QCOMPARE(of(2).limit, ServingLimit::None);
        need.latencyS = 1e-3;
        const auto allOf = [](const std::vector<ServingPlan>& some, ServingLimit limit) {
            return !some.empty() && std::all_of(some.begin(), some.end(),
                                                [limit](const ServingPlan& plan) { return plan.limit == limit; });
        };
        QVERIFY(
            allOf(planServing(servedModel("llama-2-7b"), h100(8), halfOfAll(), need).value(), ServingLimit::Latency));
        need.latencyS.reset();
        need.firstTokenS = 1e-4;
        QVERIFY(allOf(planServing(servedModel("llama-2-7b"), h100(8), halfOfAll(), need).value(),
                      ServingLimit::FirstToken));
        need.firstTokenS.reset();
        need.requestsPerS = 1e6;
        QCOMPARE(planServing(servedModel("llama-2-7b"), h100(8), halfOfAll(), need).value().front().limit,
                 ServingLimit::Cards);
        // What is no need is named.
        need.requestsPerS = 0;
        need.promptTokens = 0.5;
        need.answerTokens = -1;
        need.bytesPerWeight = 0;
        const auto wrong = planServing(servedModel("llama-2-7b"), h100(8), halfOfAll(), need);
        std::vector<std::string> fields;
        for (const Problem& problem : wrong.error().problems)
            fields.push_back(problem.where.field);
        QCOMPARE(fields, (std::vector<std::string>{"prompt", "answer", "qps", "bytes-per-weight"}));
    }

    // Llama 2 70B on 8 cards: an all-reduce of one token is 16 kB, 3 (alpha + n/B) by recursive doubling and not the
    // ring's 14 alpha. A prompt of 65536 tokens is 1.07 GB, where Rabenseifner's 6 alpha + 2 x 7/8 n/B is the least.
    void cheapestAllReduce()
    {
        ServingNeed need;
        need.requestsPerS = 0.01;
        need.mostAtOnce = 1;
        need.promptTokens = 65536;
        const Transformer model = servedModel("llama-2-70b");
        const auto eight = [&](const ServingNeed& asked) {
            const std::vector<ServingPlan> plans = planServing(model, h100(8), halfOfAll(), asked).value();
            return *std::find_if(plans.begin(), plans.end(), [](const ServingPlan& plan) { return plan.tensor == 8; });
        };
        const ServingPlan plan = eight(need);
        const double psi = parametersOf(model), rate = 8 * 0.5 * 989e12, bytes = 8 * 0.5 * 3.35e12;
        const double token = 2.0 * 8192, prompt = 65536 * token;
        QCOMPARE(plan.stepPattern, Pattern::RecursiveDoublingAllReduce);
        const double step = (2 * psi + (65536 + 64) * 4.0 * 80 * 8 * 128) / bytes;
        QVERIFY(std::abs(plan.stepS / (step + 160 * 3 * (10e-6 + token / 450e9)) - 1) < 1e-9);
        QCOMPARE(plan.prefillPattern, Pattern::RabenseifnerAllReduce);
        const double prefill = (2 * psi * 65536 + 2.0 * 80 * 8192 * 65536 * 65536) / rate;
        QVERIFY(std::abs(plan.prefillS / (prefill + 160 * (6 * 10e-6 + 1.75 * prompt / 450e9)) - 1) < 1e-9);
        // On one card there is nothing to exchange.
        const std::vector<ServingPlan> small =
            planServing(servedModel("llama-2-7b"), h100(1), halfOfAll(), need).value();
        QCOMPARE(small.front().stepPattern, Pattern::RingAllReduce);
    }

    // Mixtral: one token reads the shared parameters and two of eight experts; four tokens all of them.
    void experts()
    {
        ServingNeed need;
        need.requestsPerS = 0.01;
        need.mostAtOnce = 1;
        const Transformer model = servedModel("mixtral-8x7b");
        const ServingPlan plan = planServing(model, h100(8), halfOfAll(), need).value().front();
        const double read = 2 * activeParameterCount(model) / plan.tensor;
        const double cache = 576 * 4.0 * 32 * 8 / plan.tensor * 128;
        // 8 kB among t cards: recursive doubling, log2 t messages one after the other.
        const double exchanges = 2 * 32 * std::log2(plan.tensor) * (10e-6 + 2 * 4096 / 450e9);
        QVERIFY2(std::abs(plan.stepS / ((read + cache) / (0.5 * 3.35e12) + exchanges) - 1) < 1e-9,
                 qPrintable(QString::number(plan.stepS)));
    }
};

SCALEWRIGHT_TEST(tst_layout_serving)
#include "tst_layout_serving.moc"

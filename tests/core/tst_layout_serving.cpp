// SPDX-License-Identifier: GPL-3.0-or-later
// Serving by the roofline: expected values by hand from the formulas of Williams et al. 2009 and Kwon et al. 2023.
// Waiting times: M/D/1 and a replica, both simulated request by request.
#include <QTest>

#include <algorithm>
#include <deque>
#include <random>

#include "core/model/layout/serving.h"
#include "tests/core/layout_tables.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

/// Half of the peak and half of the memory bandwidth, no launch cost.
Trainer halfEfficientTrainer()
{
    Trainer trainer;
    trainer.kernels = {.peakShare = 0.5, .halfEfficiencyFlop = 0};
    trainer.memoryBandwidthShare = 0.5;
    trainer.linkShareInNode = 1;
    return trainer;
}

double nextArrivalS(std::mt19937_64& random, double perS)
{
    return -std::log1p(-std::generate_canonical<double, 53>(random)) / perS;
}

struct MeanTimes {
    double firstTokenS = 0, requestS = 0;
};
/// Mean times of 100 000 requests on one replica, excluding the first tenth; `steps` is indexed by the number of
/// concurrent requests.
MeanTimes simulated(std::mt19937_64& random, double perS, double prefillS, const std::vector<double>& steps,
                    double answer)
{
    struct Running {
        double arrived, left;
    };
    const int requests = 100000, skipped = requests / 10;
    double clockS = 0, next = nextArrivalS(random, perS);
    int arrived = 0, started = 0, finished = 0;
    std::deque<double> waiting;
    std::vector<Running> running;
    MeanTimes sum;
    while (finished < requests) {
        for (; arrived < requests && next <= clockS; next += nextArrivalS(random, perS), ++arrived)
            waiting.push_back(next);
        if (waiting.empty() && running.empty()) {
            clockS = next;
        } else if (!waiting.empty() && running.size() + 1 < steps.size()) {
            clockS += prefillS;
            sum.firstTokenS += started++ < skipped ? 0 : clockS - waiting.front();
            running.push_back({waiting.front(), answer - 1});
            waiting.pop_front();
        } else {
            clockS += steps[running.size()];
            for (Running& each : running)
                if (--each.left <= 0)
                    sum.requestS += finished++ < skipped ? 0 : clockS - each.arrived;
            std::erase_if(running, [](const Running& each) { return each.left <= 0; });
        }
    }
    return {sum.firstTokenS / (requests - skipped), sum.requestS / (requests - skipped)};
}

Transformer servedModel(const char* id)
{
    return findModel(readModels().value(), id).value().model;
}

}  // namespace

class tst_layout_serving : public QObject {
    Q_OBJECT
private slots:
    // Llama 2 7B, 2 x 6.738415616e9 bytes of weights, 512 KiB of cache per token, on an H100 at half of 989 TFLOP/s and
    // of 3.35 TB/s. Prompt 512, answer 128: 576 tokens in the cache on average.
    void pricesOneRequest()
    {
        ServingNeed need;
        need.requestsPerS = 0.1;
        need.maximumConcurrency = 1;
        const ServingPlan plan =
            planServing(servedModel("llama-2-7b"), h100(1), halfEfficientTrainer(), need).value().front();
        const double psi = 6738415616.0, rate = 0.5 * 989e12, bytes = 0.5 * 3.35e12;
        const double prefill = (2 * psi * 512 + 2.0 * 32 * 4096 * 512 * 512) / rate;
        const double step = (2 * psi + 576 * 524288.0) / bytes;
        QVERIFY(std::abs(plan.prefillS / prefill - 1) < 1e-12);
        QVERIFY(std::abs(plan.stepS / step - 1) < 1e-12);
        const double requestAloneS = prefill + 127 * step, load = 0.1 * requestAloneS;
        QVERIFY(std::abs(plan.requestS / (requestAloneS + load / (2 * (1 - load)) * requestAloneS) - 1) < 1e-12);
        QCOMPARE(plan.limit, ServingLimit::None);
        QCOMPARE(plan.batchLimit, BatchLimit::MaximumConcurrency);
        QVERIFY(plan.isDecodeMemoryBound);
        QCOMPARE(plan.cards(), 1L);
    }

    // Memory: (0.95 x 80e9 - 13.48e9)/(640 tokens x 512 KiB) = 186.3 requests.
    void memoryBinds()
    {
        ServingNeed need;
        need.requestsPerS = 1000;
        need.maximumConcurrency = 4096;
        const std::vector<ServingPlan> plans =
            planServing(servedModel("llama-2-7b"), h100(1 << 16), halfEfficientTrainer(), need).value();
        QCOMPARE(plans.size(), std::size_t(4));  // tensor 1, 2, 4, 8
        const auto oneCardPlan =
            std::find_if(plans.begin(), plans.end(), [](const ServingPlan& p) { return p.tensor == 1; });
        QCOMPARE(oneCardPlan->concurrency, 186);
        QCOMPARE(oneCardPlan->batchLimit, BatchLimit::Memory);
        // Enough replicas, and not one more than needed.
        for (const ServingPlan& plan : plans) {
            QVERIFY(static_cast<double>(plan.replicas) * plan.requestsPerS >= 1000);
            QVERIFY(static_cast<double>(plan.replicas - 1) * plan.requestsPerS < 1000);
        }
        for (std::size_t i = 1; i < plans.size(); ++i)
            QVERIFY(plans[i - 1].cards() <= plans[i].cards());
    }

    // A latency budget between one request's time and the memory limit. Among all B, the plan needs the fewest replicas
    // and then uses the largest B; each B is checked against the formula.
    void latencyBinds()
    {
        ServingNeed need;
        need.requestsPerS = 10;
        need.latencyS = 2;
        const std::vector<ServingPlan> plans =
            planServing(servedModel("llama-2-7b"), h100(1024), halfEfficientTrainer(), need).value();
        for (const ServingPlan& plan : plans) {
            QCOMPARE(plan.limit, ServingLimit::None);
            QVERIFY(plan.requestS <= 2);
        }
        const auto oneCardPlan =
            std::find_if(plans.begin(), plans.end(), [](const ServingPlan& p) { return p.tensor == 1; });
        QCOMPARE(oneCardPlan->batchLimit, BatchLimit::Latency);
        const double psi = 6738415616.0, rate = 0.5 * 989e12, bytes = 0.5 * 3.35e12;
        const double prefill = (2 * psi * 512 + 2.0 * 32 * 4096 * 512 * 512) / rate;
        const auto request = [&](int B) {
            const double step =
                std::max((2 * psi + B * 576 * 524288.0) / bytes, B * (2 * psi + 4.0 * 32 * 4096 * 576) / rate);
            return B * prefill + 127 * step;
        };
        const auto meetsBudgets = [&](int B, long replicas) {
            const double service = request(B) / B, load = 10 * service / double(replicas);
            return load < 1 && request(B) + load / (2 * (1 - load)) * service <= 2;
        };
        QVERIFY(meetsBudgets(oneCardPlan->concurrency, oneCardPlan->replicas) &&
                !meetsBudgets(oneCardPlan->concurrency + 1, oneCardPlan->replicas));
        for (int B = 1; B <= 186; ++B)
            QVERIFY(!meetsBudgets(B, oneCardPlan->replicas - 1));
        // A longer latency budget never needs more cards.
        need.latencyS = 10;
        QVERIFY(
            planServing(servedModel("llama-2-7b"), h100(1024), halfEfficientTrainer(), need).value().front().cards() <=
            plans.front().cards());
    }

    // One-token answers form an M/D/1 queue. Expected: Lindley's recursion with Poisson arrivals and one prefill as the
    // service time.
    void randomArrivals()
    {
        ServingNeed need;
        need.promptTokens = 2000;
        need.answerTokens = 1;
        std::mt19937_64 random(41);
        for (const double load : {0.3, 0.6, 0.8, 0.9}) {
            need.requestsPerS = 1;
            const auto planAlone = [&] {
                return planServing(servedModel("llama-2-7b"), h100(1), halfEfficientTrainer(), need).value().front();
            };
            const double service = planAlone().prefillS;
            need.requestsPerS = load / service;
            const ServingPlan plan = planAlone();
            QCOMPARE(plan.replicas, 1L);
            QCOMPARE(plan.concurrency, 1);
            QCOMPARE(plan.batchLimit, BatchLimit::NothingDecoded);
            QVERIFY(std::abs(*plan.load / load - 1) < 1e-12);
            QVERIFY(std::abs(plan.requestsPerS * service - 1) < 1e-12);
            // The first token is the whole answer.
            QCOMPARE(plan.requestS, plan.firstTokenS);
            double wait = 0, sum = 0;
            const int arrivals = 2000000;
            for (int i = 0; i < arrivals; ++i) {
                sum += wait;
                wait = std::max(0.0, wait + service - nextArrivalS(random, need.requestsPerS));
            }
            QVERIFY2(std::abs(plan.waitS / (sum / arrivals) - 1) < 0.03,
                     qPrintable(QString("%1: %2, simulated %3").arg(load).arg(plan.waitS).arg(sum / arrivals)));
        }
    }

    // A replica with B concurrent requests, simulated: a prompt is processed before the next step if a slot is free.
    // The mean request and first-token times do not exceed the plan, and near full load the planned request time is at
    // most 1.5 times the simulated one.
    void simulatedWaitsStayWithinThePlan()
    {
        std::mt19937_64 random(42);
        for (const auto& [answer, most] : {std::pair(128.0, 1), std::pair(128.0, 4), std::pair(128.0, 64),
                                           std::pair(16.0, 8), std::pair(16.0, 40)}) {
            ServingNeed need;
            need.promptTokens = 1000;
            need.answerTokens = answer;
            need.maximumConcurrency = most;
            need.requestsPerS = 1e-3;
            const Transformer model = servedModel("llama-2-7b");
            const auto planned = [&](const ServingNeed& servingNeed) {
                return planServing(model, h100(1), halfEfficientTrainer(), servingNeed).value().front();
            };
            const double prefill = planned(need).prefillS, capacity = planned(need).requestsPerS;
            std::vector<double> steps(1 + std::size_t(most));
            for (int concurrency = 1; concurrency <= most; ++concurrency) {
                ServingNeed fewer = need;
                fewer.maximumConcurrency = concurrency;
                steps[std::size_t(concurrency)] = planned(fewer).stepS;
            }
            for (const double load : {0.3, 0.7, 0.9}) {
                need.requestsPerS = load * capacity;
                const ServingPlan plan = planned(need);
                QCOMPARE(plan.concurrency, most);
                const auto [firstTokenS, requestS] = simulated(random, need.requestsPerS, prefill, steps, answer);
                QVERIFY2(firstTokenS < 1.05 * plan.firstTokenS && requestS < 1.05 * plan.requestS,
                         qPrintable(QString("%1 at once, load %2: first token %3 of %4, request %5 of %6")
                                        .arg(most)
                                        .arg(load)
                                        .arg(firstTokenS)
                                        .arg(plan.firstTokenS)
                                        .arg(requestS)
                                        .arg(plan.requestS)));
                QVERIFY(load < 0.9 || answer < 128 || requestS > plan.requestS / 1.5);
            }
        }
    }

    // Budgets include the wait: at a load of 0.997 one replica meets none of them, two replicas do. By hand: the mean
    // wait may be 0.3 s - s, so the load is at most 2 w/(s + 2 w).
    void budgetsCountTheWait()
    {
        ServingNeed need;
        need.promptTokens = 2000;
        need.answerTokens = 1;
        need.firstTokenS = 0.3;
        const auto planned = [&] {
            return planServing(servedModel("llama-2-7b"), h100(64), halfEfficientTrainer(), need).value();
        };
        const auto planOfOneCard = [](const std::vector<ServingPlan>& plans) {
            return *std::find_if(plans.begin(), plans.end(), [](const ServingPlan& p) { return p.tensor == 1; });
        };
        const double s = planOfOneCard(planned()).prefillS, w = 0.3 - s, maximumLoad = 2 * w / (s + 2 * w);
        QVERIFY(maximumLoad > 0.8 && maximumLoad < 0.99);
        for (const auto& [load, replicas] :
             {std::pair(0.997, 2L), std::pair(0.999 * maximumLoad, 1L), std::pair(1.001 * maximumLoad, 2L),
              std::pair(3.999 * maximumLoad, 4L), std::pair(4.001 * maximumLoad, 5L)}) {
            need.requestsPerS = load / s;
            const ServingPlan plan = planOfOneCard(planned());
            QCOMPARE(plan.replicas, replicas);
            QVERIFY(plan.firstTokenS <= 0.3 && *plan.load < 1);
        }
        // Without a budget the load only has to be below 1.
        need.firstTokenS.reset();
        need.requestsPerS = 0.997 / s;
        QCOMPARE(planOfOneCard(planned()).replicas, 1L);
        need.requestsPerS = 1 / s * (1 + 1e-9);
        QCOMPARE(planOfOneCard(planned()).replicas, 2L);
    }

    // Nodes are rented as a whole, and a replica stays within one node: 8 cards at $2.95 each.
    void rentsWholeNodes()
    {
        ClusterSpec cluster = h100(1024);
        cluster.usdPerCardHour = 2.95;
        ServingNeed need;
        need.requestsPerS = 1;
        const auto planned = [&] {
            return planServing(servedModel("llama-2-7b"), cluster, halfEfficientTrainer(), need).value().front();
        };
        QCOMPARE(planned().cards(), 1L);
        QCOMPARE(*planned().usdPerHour, 8 * 2.95);
        // The number of requests that nine single-card replicas serve.
        need.requestsPerS = 8.5 * planned().requestsPerS;
        QCOMPARE(planned().cards(), 9L);
        QCOMPARE(planned().nodes, 2L);
        QCOMPARE(*planned().usdPerHour, 16 * 2.95);
        // Two replicas of four cards do not fit on a node of six.
        cluster.cardsPerNode = 6;
        const std::vector<ServingPlan> plans =
            planServing(servedModel("llama-2-70b"), cluster, halfEfficientTrainer(), need).value();
        const auto four = std::find_if(plans.begin(), plans.end(), [](const ServingPlan& p) { return p.tensor == 4; });
        QVERIFY(four->replicas > 1);
        QCOMPARE(four->nodes, four->replicas);
    }

    void limits()
    {
        ServingNeed need;
        // 138 GB of weights do not fit on one 80 GB card; two hold them, with 152 - 138 = 14 GB for the cache.
        const std::vector<ServingPlan> plans =
            planServing(servedModel("llama-2-70b"), h100(64), halfEfficientTrainer(), need).value();
        const auto planWithTensor = [&plans](int tensor) {
            return *std::find_if(plans.begin(), plans.end(), [=](const ServingPlan& p) { return p.tensor == tensor; });
        };
        QCOMPARE(planWithTensor(1).limit, ServingLimit::Memory);
        QCOMPARE(planWithTensor(2).limit, ServingLimit::None);
        need.latencyS = 1e-3;
        const auto allHaveLimit = [](const std::vector<ServingPlan>& plansGiven, ServingLimit limit) {
            return !plansGiven.empty() && std::all_of(plansGiven.begin(), plansGiven.end(),
                                                      [limit](const ServingPlan& plan) { return plan.limit == limit; });
        };
        QVERIFY(allHaveLimit(planServing(servedModel("llama-2-7b"), h100(8), halfEfficientTrainer(), need).value(),
                             ServingLimit::Latency));
        need.latencyS.reset();
        need.firstTokenS = 1e-4;
        QVERIFY(allHaveLimit(planServing(servedModel("llama-2-7b"), h100(8), halfEfficientTrainer(), need).value(),
                             ServingLimit::FirstToken));
        need.firstTokenS.reset();
        need.requestsPerS = 1e6;
        QCOMPARE(planServing(servedModel("llama-2-7b"), h100(8), halfEfficientTrainer(), need).value().front().limit,
                 ServingLimit::Cards);
        // An impossible need is named.
        need.requestsPerS = 0;
        need.promptTokens = 0.5;
        need.answerTokens = -1;
        need.bytesPerWeight = 0;
        const auto refused = planServing(servedModel("llama-2-7b"), h100(8), halfEfficientTrainer(), need);
        std::vector<std::string> fields;
        for (const Problem& problem : refused.error().problems)
            fields.push_back(problem.location.field);
        QCOMPARE(fields, (std::vector<std::string>{"prompt", "answer", "qps", "bytes-per-weight"}));
    }

    // Llama 2 70B on 8 cards: the all-reduce for one token is 16 kB, 3 (alpha + n/B) by recursive doubling instead of
    // the ring's 14 alpha. A prompt of 65536 tokens is 1.07 GB, where Rabenseifner's 6 alpha + 2 x 7/8 n/B is the
    // fastest.
    void usesTheCheapestAllReduce()
    {
        ServingNeed need;
        need.requestsPerS = 0.01;
        need.maximumConcurrency = 1;
        need.promptTokens = 65536;
        const Transformer model = servedModel("llama-2-70b");
        const auto eight = [&](const ServingNeed& servingNeed) {
            const std::vector<ServingPlan> plans =
                planServing(model, h100(8), halfEfficientTrainer(), servingNeed).value();
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
        // A single card exchanges nothing.
        const std::vector<ServingPlan> small =
            planServing(servedModel("llama-2-7b"), h100(1), halfEfficientTrainer(), need).value();
        QCOMPARE(small.front().stepPattern, Pattern::RingAllReduce);
    }

    // Mixtral: one token reads the shared parameters and two of eight experts; four tokens read all experts.
    void experts()
    {
        ServingNeed need;
        need.requestsPerS = 0.01;
        need.maximumConcurrency = 1;
        const Transformer model = servedModel("mixtral-8x7b");
        const ServingPlan plan = planServing(model, h100(8), halfEfficientTrainer(), need).value().front();
        const double read = 2 * activeParameterCount(model) / plan.tensor;
        const double cache = 576 * 4.0 * 32 * 8 / plan.tensor * 128;
        // 8 kB among t cards: recursive doubling, log2 t messages in sequence.
        const double exchanges = 2 * 32 * std::log2(plan.tensor) * (10e-6 + 2 * 4096 / 450e9);
        QVERIFY2(std::abs(plan.stepS / ((read + cache) / (0.5 * 3.35e12) + exchanges) - 1) < 1e-9,
                 qPrintable(QString::number(plan.stepS)));
    }
};

SCALEWRIGHT_TEST(tst_layout_serving)
#include "tst_layout_serving.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/timeline/simulate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/model/scaling/failures.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/scaling/priced.h"
#include "core/model/scaling/split.h"
#include "core/model/scaling/work_share.h"

namespace scalewright {

namespace {

/// Steele, Lea, Flood 2014: maps a counter to 64 well-mixed bits.
std::uint64_t splitmix(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// In (0, 1).
double uniformFromBits(std::uint64_t bits)
{
    return (double(bits >> 11) + 0.5) * 0x1p-53;
}

/// Standardised jitter for a worker in a step: mean 0, standard deviation 1.
double jitterDeviate(JitterDistribution jitter, std::uint64_t seed, int step, int worker)
{
    const std::uint64_t first =
        splitmix(splitmix(seed ^ (std::uint64_t(std::uint32_t(step)) << 32)) ^ std::uint64_t(std::uint32_t(worker)));
    if (jitter == JitterDistribution::Exponential)
        return -std::log(uniformFromBits(first)) - 1;
    return std::sqrt(-2 * std::log(uniformFromBits(first))) *
           std::cos(2 * std::numbers::pi * uniformFromBits(splitmix(first)));
}

/// How the end times of a step's exchanges depend on the end times of compute.
CompletionDependency stepExchangeShape(const ScalingModel& model)
{
    if (model.exchanges.size() > 1 || model.terms.split)  // after several exchanges all workers are nearly in step
        return CompletionDependency::AllWorkers;
    return traitsOf(model.primaryExchange().pattern).completion;
}

/// Up the tree to worker 0 by distances 1, 2, 4, …, and down again. `up` and `down` are the seconds per phase.
void propagateThroughTree(std::vector<double>& t, double up, double down)
{
    const std::size_t p = t.size();
    std::size_t top = 1;
    for (; top < p; top *= 2)
        for (std::size_t i = 0; i < p; i += 2 * top)
            t[i] = std::max(t[i], i + top < p ? t[i + top] : t[i]) + up;
    for (std::size_t d = top / 2; d >= 1; d /= 2)
        for (std::size_t i = 0; i < p; i += 2 * d) {
            t[i] += down;
            if (i + d < p)
                t[i + d] = std::max(t[i + d], t[i]);
        }
}

class Simulator {
public:
    Simulator(const SimulationQuestion& question, std::stop_token stop)
        : m_question(question), m_terms(question.model.terms), m_stop(std::move(stop))
    {
    }

    Simulation run()
    {
        const auto p = static_cast<std::size_t>(m_question.p);
        m_simulation.workers.resize(p);
        m_alive.assign(p, true);
        m_start.assign(p, 0.0);
        m_ready = m_end = m_workerComputeS = m_start;
        updateShares(m_question.p);
        for (int step = 0; step < m_question.steps && !m_stop.stop_requested(); ++step) {
            simulateCompute(step);
            const bool exchange = m_usefulWorkers > 0 && m_question.p > 1 &&
                                  (step + 1) % m_question.model.primaryExchange().communication.localSteps == 0;
            if (exchange)
                simulateExchange(step);
            else
                for (std::size_t i = 0; i < p; ++i)
                    if (m_alive[i])
                        m_start[i] = m_end[i] = m_ready[i];
            double last = 0;
            for (std::size_t i = 0; i < p; ++i)
                if (m_alive[i])
                    last = std::max(last, m_end[i]);
            m_simulation.stepEndS.push_back(last);
            if (m_question.killedWorker && m_question.killedWorker->step == step &&
                m_terms.recovery == Recovery::Elastic && m_question.p > 1) {
                m_alive[static_cast<std::size_t>(m_question.killedWorker->worker)] = false;
                updateShares(m_question.p - 1);
            }
        }
        // Workers that finish early wait for the end of the run.
        const double end = m_simulation.stepEndS.empty() ? 0 : m_simulation.stepEndS.back();
        for (std::size_t i = 0; i < p; ++i)
            m_simulation.workers[i].waitingS += m_alive[i] ? end - m_end[i] : 0;
        addFailures();
        m_simulation.runS = m_simulation.stepEndS.empty() ? 0 : m_simulation.stepEndS.back();
        m_simulation.stepTimeS =
            m_simulation.stepEndS.empty() ? 0 : m_simulation.runS / double(m_simulation.stepEndS.size());
        double idle = 0;
        for (SimulatedWorker& worker : m_simulation.workers) {
            if (worker.waitingS < 1e-12 * m_simulation.runS)
                worker.waitingS = 0;  // rounding error, not waiting
            idle += worker.waitingS + worker.failureS;
        }
        m_simulation.idleShare = m_simulation.runS > 0 ? idle / m_simulation.runS / double(p) : 0;
        return std::move(m_simulation);
    }

private:
    /// Work shares, and seconds of an exchange among `p` workers.
    void updateShares(int p)
    {
        const ScalingModel& model = m_question.model;
        const int localSteps = model.primaryExchange().communication.localSteps;
        m_usefulWorkers = usefulWorkers(m_terms, p);
        m_workersWithWork = assignedWorkers(m_terms, p);
        m_computeShareS = computeTimePerWorkerS(model, m_usefulWorkers);
        const SplitStepTimes split =
            SplitStepModel(m_terms).at(p, m_computeShareS, largestWorkerShareS(model, 1, m_usefulWorkers));
        const double comm = communicationTime(model, p);
        const std::optional<CommunicationParameters> last = lastBucketParameters(model);
        const double exposed = m_terms.overlapShare > 0
                                   ? exposedCommunicationS(m_terms, split.microBatchS, comm,
                                                           last ? primaryExchangeS(model, *last, p) : 0, localSteps)
                                   : comm;
        m_bubbleS = split.bubbleS * localSteps;
        m_exchangeS = (exposed + split.exchangeS) * localSteps;
        m_hiddenS = (comm - exposed) * localSteps;
        m_coordinationS = scalewright::coordinationTimeS(m_terms, m_workersWithWork) * localSteps;
    }

    void simulateCompute(int step)
    {
        for (int i = 0; i < m_question.p; ++i) {
            const auto at = static_cast<std::size_t>(i);
            if (!m_alive[at])
                continue;
            // The remaining workers are too few for a complete copy.
            double share = i < m_workersWithWork ? m_computeShareS : 0;
            if (m_terms.skew > 1 && m_question.p > 1)
                share *= i == 0 ? m_terms.skew
                                : std::max(0.0, (m_usefulWorkers - m_terms.skew) / std::max(1, m_usefulWorkers - 1));
            if (const double sigma = jitterSigmaS(m_terms, m_computeShareS); sigma > 0 && i < m_workersWithWork)
                share += sigma * jitterDeviate(m_terms.jitterDistribution, m_question.seed, step, i);
            for (const SlowedWorker& slowed : m_question.slowedWorkers)
                if (slowed.worker == i && step >= slowed.fromStep)
                    share *= slowed.factor;
            m_workerComputeS[at] = std::max(0.0, share);
            m_ready[at] = m_start[at] + m_workerComputeS[at];
            m_simulation.workers[at].computeS += m_workerComputeS[at];
            addSpan(i, step, m_start[at], m_ready[at], WorkerState::Compute);
        }
    }

    void simulateExchange(int step)
    {
        const auto p = static_cast<std::size_t>(m_question.p);
        const double cost = m_bubbleS + m_exchangeS + m_coordinationS;
        if (m_terms.barrier == Barrier::EveryStep)
            simulateBarrier();
        else
            for (std::size_t i = 0; i < p; ++i)
                m_end[i] = m_ready[i] + cost;
        double last = 0;
        for (std::size_t i = 0; i < p; ++i)
            if (m_alive[i])
                last = std::max(last, m_end[i]);
        m_exchangeEnds.push_back(last);
        // Bounded staleness: continue once all workers have ended the exchange s before this one.
        double gate = 0;
        if (m_terms.barrier == Barrier::BoundedStaleness &&
            static_cast<int>(m_exchangeEnds.size()) > m_terms.stalenessSteps)
            gate = m_exchangeEnds[m_exchangeEnds.size() - 1 - static_cast<std::size_t>(m_terms.stalenessSteps)];
        for (std::size_t i = 0; i < p; ++i) {
            if (!m_alive[i])
                continue;
            SimulatedWorker& worker = m_simulation.workers[i];
            const int at = static_cast<int>(i);
            const double arrived = std::min(m_ready[i], m_end[i] - cost);  // a dropped worker stops before it is ready
            const double waited = m_end[i] - cost + m_bubbleS - arrived;
            worker.computeS -= m_ready[i] - arrived;
            worker.waitingS += waited + std::max(0.0, gate - m_end[i]);
            worker.communicationS += m_exchangeS;
            worker.hiddenS += m_hiddenS;
            worker.coordinationS += m_coordinationS;
            double t = arrived;
            addSpan(at, step, t - std::min(m_hiddenS, m_workerComputeS[i]), t, WorkerState::HiddenCommunication);
            addSpan(at, step, t, t + waited, WorkerState::Waiting);
            t += waited;
            addSpan(at, step, t, t + m_exchangeS, WorkerState::Communication);
            addSpan(at, step, t + m_exchangeS, t + m_exchangeS + m_coordinationS, WorkerState::Coordination);
            addSpan(at, step, m_end[i], gate, WorkerState::Waiting);
            m_start[i] = std::max(m_end[i], gate);
        }
    }

    /// End times of an exchange that waits for all workers, or for the first K.
    void simulateBarrier()
    {
        const double cost = m_bubbleS + m_exchangeS + m_coordinationS;
        std::vector<double>& t = m_arrivals;
        t.clear();
        for (std::size_t i = 0; i < m_alive.size(); ++i)
            if (m_alive[i])
                t.push_back(m_ready[i]);
        const CompletionDependency shape = stepExchangeShape(m_question.model);
        const int idle = static_cast<int>(t.size()) - m_workersWithWork;  // workers without work, which are ready first
        const int awaited = m_usefulWorkers + idle;
        const bool backups = awaited < static_cast<int>(t.size());
        if (backups || shape == CompletionDependency::AllWorkers) {
            double close = 0;
            if (backups) {
                std::nth_element(t.begin(), t.begin() + (awaited - 1), t.end());
                close = t[static_cast<std::size_t>(awaited - 1)];
                if (m_terms.skew > 1 && m_alive[0])  // otherwise the result of the largest shard would never be used
                    close = std::max(close, m_ready[0]);
            } else {
                close = *std::ranges::max_element(t);
            }
            for (std::size_t i = 0; i < m_alive.size(); ++i)
                m_end[i] = close + cost;
            return;
        }
        const CommunicationParameters& c = m_question.model.primaryExchange().communication;
        const std::size_t n = t.size();
        if (shape == CompletionDependency::Tree) {
            const double up = c.alphaS + c.betaS + c.gammaS, down = c.alphaS + c.betaS;
            propagateThroughTree(t, up > 0 ? up / (up + down) * roundS(n) : 0,
                                 up > 0 ? down / (up + down) * roundS(n) : 0);
            const double latest = *std::ranges::max_element(t);
            // If all workers report to a coordinator, the tree becomes a barrier.
            if (m_coordinationS > 0)
                std::fill(t.begin(), t.end(), latest);
        } else {
            m_arrivalsBefore = t;
            const auto neighbourReach = static_cast<std::size_t>((c.neighbours + 1) / 2);
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t d = 1; d <= std::min(neighbourReach, n - 1); ++d)
                    t[i] = std::max({t[i], m_arrivalsBefore[(i + d) % n], m_arrivalsBefore[(i + n - d) % n]});
                t[i] += m_exchangeS;
            }
            if (m_coordinationS > 0)
                std::fill(t.begin(), t.end(), *std::ranges::max_element(t));
        }
        std::size_t at = 0;
        for (std::size_t i = 0; i < m_alive.size(); ++i)
            if (m_alive[i])
                m_end[i] = std::max(t[at++], m_ready[i]) + m_coordinationS;
    }

    /// Seconds per round up and down, so that a tree of synchronised workers takes the exchange's time.
    [[nodiscard]] double roundS(std::size_t p) const
    {
        int rounds = 0;
        for (std::size_t reached = 1; reached < p; reached *= 2)
            ++rounds;
        return rounds > 0 ? m_exchangeS / rounds : 0;
    }

    void addSpan(int worker, int step, double from, double to, WorkerState state)
    {
        if (m_question.recordSpans && to > from)
            m_simulation.spans.push_back({from, to, worker, step, state});
    }

    /// An interruption of the whole run, at `atS` in its undisturbed time.
    struct Pause {
        double atS, seconds;
        WorkerState state;
    };

    /// Inserts failures and checkpoints into the simulated run; they pause all workers.
    void addFailures()
    {
        if (m_simulation.stepEndS.empty())
            return;
        const double work = m_simulation.stepEndS.back();
        const bool random = m_terms.nodeMtbfS.has_value();
        const double mtbf = random ? *m_terms.nodeMtbfS / m_question.model.nodesAt(m_question.p) : INFINITY;
        double interval = m_terms.checkpointS > 0 || m_terms.recovery == Recovery::Checkpoint
                              ? checkpointIntervalS(m_terms, m_question.model.nodesAt(m_question.p))
                              : 0;
        if (!(interval > 0) || !std::isfinite(interval))
            interval = 0;
        if (!random && !m_question.killedWorker && interval == 0)
            return;
        const double maximumPauses = double(maximumInterruptions) / (m_question.recordSpans ? m_question.p : 1);
        if (interval > 0 && work / interval > maximumPauses) {
            abortAsTooLarge();
            return;
        }
        std::vector<Pause> pauses;
        const auto add = [&](Pause pause) {
            if (double(pauses.size()) >= maximumPauses)
                abortAsTooLarge();
            else
                pauses.push_back(pause);
        };
        const double delta = interval > 0 ? m_terms.checkpointS : 0, restart = m_terms.restartS;
        std::uint64_t draw = splitmix(m_question.seed ^ 0xfa17u);
        const auto nextFailure = [&] {
            draw = splitmix(draw);
            return random ? -mtbf * std::log(uniformFromBits(draw)) : INFINITY;
        };
        double untilFailureS = nextFailure();  // running time until the next failure
        const auto restartAfterFailure = [&] {  // a restart, which a failure can interrupt
            double seconds = 0;
            for (;;) {
                if (++m_simulation.failureCount > 1'000'000) {
                    m_simulation.canFinish = false;
                    m_simulation.abortReason = "It never finishes: a million failures interrupted it.";
                    return seconds;
                }
                const double untilNextS = nextFailure();
                if (untilNextS >= restart) {
                    untilFailureS = untilNextS - restart;
                    return seconds + restart;
                }
                seconds += untilNextS;
            }
        };
        // A stretch of work. A failure restarts it from its beginning unless work is kept; a checkpoint may follow it.
        const auto simulateStretch = [&](double from, double seconds, bool keepsWork, double checkpoint) {
            double doneS = 0;
            while (m_simulation.canFinish) {
                const double neededS = seconds - doneS + checkpoint;
                if (untilFailureS >= neededS) {
                    untilFailureS -= neededS;
                    if (checkpoint > 0)
                        add({from + seconds, checkpoint, WorkerState::Checkpoint});
                    return;
                }
                const double ranS = untilFailureS;
                const double lost = keepsWork ? std::max(0.0, doneS + ranS - seconds) : doneS + ranS;
                if (keepsWork)
                    doneS = std::min(seconds, doneS + ranS);
                else
                    doneS = 0;
                add({from + (keepsWork ? doneS : 0), lost + restartAfterFailure(), WorkerState::Failure});
            }
        };
        const Recovery recovery = m_terms.recovery;
        if (recovery == Recovery::Checkpoint && interval > 0) {
            for (double at = 0; at < work && m_simulation.canFinish; at += interval)
                simulateStretch(at, std::min(interval, work - at), false,
                                at + interval <= work ? delta : delta * (work - at) / interval);
        } else {
            if (recovery == Recovery::None || recovery == Recovery::Checkpoint) {
                simulateStretch(0, work, false, 0);
            } else if (recovery == Recovery::Elastic) {
                simulateStretch(0, work, true, 0);
            } else {
                double from = 0;
                for (const double end : m_simulation.stepEndS) {
                    const double share = std::min(m_computeShareS, end - from);
                    simulateStretch(from, share, false, 0);
                    simulateStretch(from + share, end - from - share, true, 0);
                    from = end;
                }
            }
            if (interval > 0 && delta > 0)
                for (double at = interval; at <= work; at += interval)
                    add({at, delta, WorkerState::Checkpoint});
        }
        if (!m_simulation.canFinish)
            return;
        if (m_question.killedWorker) {
            const auto step = static_cast<std::size_t>(m_question.killedWorker->step);
            if (step < m_simulation.stepEndS.size()) {
                const double from = step > 0 ? m_simulation.stepEndS[step - 1] : 0;
                const double at = (from + m_simulation.stepEndS[step]) / 2;
                double lost = at;  // without a checkpoint, the run restarts from the beginning
                if (recovery == Recovery::Checkpoint && interval > 0)
                    lost = std::fmod(at, interval);
                else if (recovery == Recovery::Elastic)
                    lost = 0;
                else if (recovery == Recovery::ReExecute)
                    lost = std::min(m_computeShareS, at - from);
                pauses.push_back({at, lost + restart, WorkerState::Failure});
                ++m_simulation.failureCount;
            }
        }
        std::ranges::stable_sort(pauses, [](const Pause& a, const Pause& b) { return a.atS < b.atS; });
        insertPauses(pauses);
    }

    void abortAsTooLarge()
    {
        m_simulation.canFinish = false;
        m_simulation.isTooLarge = true;
        m_simulation.abortReason =
            m_question.recordSpans
                ? formatMessage(
                      "{} steps contain more than {} failures and checkpoints of {} workers, too many to simulate.",
                      m_question.steps, maximumInterruptions, m_question.p)
                : formatMessage("{} steps contain more than {} failures and checkpoints, too many to simulate.",
                                m_question.steps, maximumInterruptions);
    }

    void insertPauses(const std::vector<Pause>& pauses)
    {
        std::vector<double> at, before{0};
        double checkpointS = 0, failureS = 0;
        for (const Pause& pause : pauses) {
            at.push_back(pause.atS);
            before.push_back(before.back() + pause.seconds);
            (pause.state == WorkerState::Checkpoint ? checkpointS : failureS) += pause.seconds;
        }
        for (SimulatedWorker& worker : m_simulation.workers) {
            worker.checkpointS += checkpointS;
            worker.failureS += failureS;
        }
        const auto shift = [&](double time, bool end) {
            const auto found = end ? std::lower_bound(at.begin(), at.end(), time - 1e-12 * time)
                                   : std::upper_bound(at.begin(), at.end(), time);
            return time + before[static_cast<std::size_t>(found - at.begin())];
        };
        for (double& end : m_simulation.stepEndS)
            end = shift(end, false);
        std::vector<SimulatedSpan> spans;
        for (const SimulatedSpan& span : m_simulation.spans) {  // spans are split at each pause
            double from = span.fromS;
            for (auto i = static_cast<std::size_t>(std::upper_bound(at.begin(), at.end(), from) - at.begin());
                 i < at.size() && at[i] < span.toS; ++i) {
                if (at[i] > from)
                    spans.push_back({shift(from, false), shift(at[i], true), span.worker, span.step, span.state});
                from = at[i];
            }
            spans.push_back({shift(from, false), shift(span.toS, true), span.worker, span.step, span.state});
        }
        if (m_question.recordSpans)
            for (std::size_t i = 0; i < pauses.size(); ++i)
                for (int w = 0; w < m_question.p; ++w) {
                    const auto step = std::upper_bound(m_simulation.stepEndS.begin(), m_simulation.stepEndS.end(),
                                                       pauses[i].atS + before[i]) -
                                      m_simulation.stepEndS.begin();
                    spans.push_back({pauses[i].atS + before[i], pauses[i].atS + before[i + 1], w,
                                     static_cast<int>(step), pauses[i].state});
                }
        m_simulation.spans = std::move(spans);
    }

    const SimulationQuestion& m_question;
    const DesignTerms& m_terms;
    std::stop_token m_stop;
    Simulation m_simulation;
    std::vector<bool> m_alive;
    std::vector<double> m_start, m_ready, m_end, m_workerComputeS, m_arrivals, m_arrivalsBefore, m_exchangeEnds;
    int m_usefulWorkers = 1, m_workersWithWork = 1;
    double m_computeShareS = 0, m_bubbleS = 0, m_exchangeS = 0, m_hiddenS = 0, m_coordinationS = 0;
};

}  // namespace

Result<void> validate(const SimulationQuestion& question)
{
    Error error{ErrorCode::Input, {}};
    if (const Result<void> model = validate(question.model); !model)
        error.problems = model.error().problems;
    const auto add = [&](const char* field, std::string message, std::string expected) {
        error.problems.push_back({std::move(message), std::move(expected), {.field = field}});
    };
    if (question.p < 1)
        add("p", formatMessage("{} workers cannot be simulated", question.p), "1 or more");
    if (question.steps < 1)
        add("steps", formatMessage("{} steps cannot be simulated", question.steps), "1 or more");
    if (question.p >= 1 && question.steps >= 1 &&
        std::size_t(question.p) * std::size_t(question.steps) > maximumWorkerSteps)
        add("steps", formatMessage("{} workers for {} steps are too many to simulate", question.p, question.steps),
            formatMessage("at most {} of workers times steps", maximumWorkerSteps));
    for (const SlowedWorker& slowed : question.slowedWorkers) {
        if (slowed.worker < 0 || slowed.worker >= question.p)
            add("slow", formatMessage("there is no worker {}", slowed.worker),
                formatMessage("0 to {}", question.p - 1));
        if (!(slowed.factor > 0) || !std::isfinite(slowed.factor))
            add("slow", formatMessage("{} is not a factor for a worker's time", significantText(slowed.factor)),
                "more than 0; 2 takes twice as long");
    }
    if (question.killedWorker && (question.killedWorker->worker < 0 || question.killedWorker->worker >= question.p))
        add("kill", formatMessage("there is no worker {}", question.killedWorker->worker),
            formatMessage("0 to {}", question.p - 1));
    if (question.killedWorker && (question.killedWorker->step < 0 || question.killedWorker->step >= question.steps))
        add("kill", formatMessage("there is no step {}", question.killedWorker->step),
            formatMessage("0 to {}", question.steps - 1));
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

Simulation simulate(const SimulationQuestion& question, std::stop_token stop)
{
    return Simulator(question, std::move(stop)).run();
}

ModelComparison compareWithModel(const SimulationQuestion& question, const Simulation& run)
{
    const PredictionRow row = predictAt(question.model, question.p);
    ModelComparison result;
    result.closedFormS = row.tStepS;
    result.ratio = row.tStepS > 0 && std::isfinite(row.tStepS) ? run.stepTimeS / row.tStepS : 1;
    const DesignTerms& terms = question.model.terms;
    const bool hasJitter = terms.jitterS > 0 || terms.jitterShare > 0;
    std::vector<std::string> parts;
    if (!question.slowedWorkers.empty() || question.killedWorker)
        parts.emplace_back("slowed or killed workers, which the formula ignores");
    if (terms.barrier == Barrier::BoundedStaleness && hasJitter)
        parts.emplace_back("waiting under bounded staleness, which the formula approximates");
    if (terms.skew > 1 && hasJitter)
        parts.emplace_back("skew and jitter, which the formula adds (an upper bound)");
    if (hasJitter && terms.barrier == Barrier::EveryStep &&
        stepExchangeShape(question.model) != CompletionDependency::AllWorkers)
        parts.emplace_back(
            "the exchange, where early workers finish before late ones arrive, while the formula waits for all first");
    if (hasJitter && terms.barrier == Barrier::None)
        parts.emplace_back("the end of the run, set by the slowest worker, while the formula uses a mean worker");
    if (terms.hasFailureCosts() && terms.nodeMtbfS)
        parts.push_back(
            formatMessage("failures: the formula uses their mean, this is one run with {} of them", run.failureCount));
    if (parts.empty() && hasJitter)
        parts.push_back(formatMessage("chance: jitter over {} steps", question.steps));
    if (std::abs(result.ratio - 1) <= 0.01)
        result.summary = "the closed form and the simulation agree within 1 %";
    else if (parts.empty())
        result.summary = "the closed form and the simulation differ";
    else
        result.summary = formatMessage("the simulation takes {} {} than the formula: {}",
                                       percentageText(std::abs(result.ratio - 1), 2),
                                       result.ratio > 1 ? "longer" : "less", parts.front());
    return result;
}

}  // namespace scalewright

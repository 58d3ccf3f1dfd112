#include "core/evidence/timeline/simulate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/model/scaling/failures.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/scaling/priced.h"
#include "core/model/scaling/split.h"
#include "core/model/scaling/work_share.h"

namespace scalewright {

namespace {

/// Steele, Lea, Flood 2014: a counter in, 64 good bits out.
std::uint64_t splitmix(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// In (0, 1).
double uniform(std::uint64_t bits)
{
    return (double(bits >> 11) + 0.5) * 0x1p-53;
}

/// Jitter of a worker in a step: mean 0, standard deviation 1.
double deviation(Jitter jitter, std::uint64_t seed, int step, int worker)
{
    const std::uint64_t first =
        splitmix(splitmix(seed ^ (std::uint64_t(std::uint32_t(step)) << 32)) ^ std::uint64_t(std::uint32_t(worker)));
    if (jitter == Jitter::Exponential)
        return -std::log(uniform(first)) - 1;
    return std::sqrt(-2 * std::log(uniform(first))) * std::cos(2 * std::numbers::pi * uniform(splitmix(first)));
}

/// How the ends of the step's exchanges follow from the ends of compute.
ExchangeShape shapeOf(const ScalingModel& model)
{
    if (model.exchanges.size() > 1 ||
        model.terms.split)  // several exchanges: the last of them leaves everybody even, or nearly so
        return ExchangeShape::Everybody;
    return traitsOf(model.first().pattern).shape;
}

/// The tree: up to worker 0 by distances 1, 2, 4, …, and down again. `up` and `down` are a phase's seconds.
void throughTree(std::vector<double>& t, double up, double down)
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
        : m_q(question), m_terms(question.model.terms), m_stop(std::move(stop))
    {
    }

    Simulation run()
    {
        const auto p = static_cast<std::size_t>(m_q.p);
        m_run.workers.resize(p);
        m_alive.assign(p, true);
        m_start.assign(p, 0.0);
        m_ready = m_end = m_compute = m_start;
        setShares(m_q.p);
        for (int step = 0; step < m_q.steps && !m_stop.stop_requested(); ++step) {
            compute(step);
            const bool exchange =
                m_useful > 0 && m_q.p > 1 && (step + 1) % m_q.model.first().communication.localSteps == 0;
            if (exchange)
                exchangeAll(step);
            else
                for (std::size_t i = 0; i < p; ++i)
                    if (m_alive[i])
                        m_start[i] = m_end[i] = m_ready[i];
            double last = 0;
            for (std::size_t i = 0; i < p; ++i)
                if (m_alive[i])
                    last = std::max(last, m_end[i]);
            m_run.stepEndS.push_back(last);
            if (m_q.killed && m_q.killed->step == step && m_terms.recovery == Recovery::Elastic && m_q.p > 1) {
                m_alive[static_cast<std::size_t>(m_q.killed->worker)] = false;
                setShares(m_q.p - 1);
            }
        }
        // Whoever is ready before the last waits for the run's end.
        const double end = m_run.stepEndS.empty() ? 0 : m_run.stepEndS.back();
        for (std::size_t i = 0; i < p; ++i)
            m_run.workers[i].waitingS += m_alive[i] ? end - m_end[i] : 0;
        fail();
        m_run.runS = m_run.stepEndS.empty() ? 0 : m_run.stepEndS.back();
        m_run.stepTimeS = m_run.stepEndS.empty() ? 0 : m_run.runS / double(m_run.stepEndS.size());
        double idle = 0;
        for (SimulatedWorker& worker : m_run.workers) {
            if (worker.waitingS < 1e-12 * m_run.runS)
                worker.waitingS = 0;  // what sums leave in their last digits is no waiting
            idle += worker.waitingS + worker.failureS;
        }
        m_run.idleShare = m_run.runS > 0 ? idle / m_run.runS / double(p) : 0;
        return std::move(m_run);
    }

private:
    /// Shares and seconds of an exchange among `p` workers.
    void setShares(int p)
    {
        const ScalingModel& model = m_q.model;
        const int localSteps = model.first().communication.localSteps;
        m_useful = usefulWorkers(m_terms, p);
        m_laid = laidWorkers(m_terms, p);
        m_c = shareOfWorkS(model, m_useful);
        const SplitStep split = SplitSteps(m_terms).at(p, m_c, evenShareS(model, 1, m_useful));
        const double comm = communicationTime(model, p);
        const std::optional<CommunicationParameters> last = lastBucket(model);
        const double exposed = m_terms.overlap > 0
                                   ? exposedCommunicationS(m_terms, split.passS, comm,
                                                           last ? ownExchangeS(model, *last, p) : 0, localSteps)
                                   : comm;
        m_bubbleS = split.bubbleS * localSteps;
        m_exchangeS = (exposed + split.exchangeS) * localSteps;
        m_hiddenS = (comm - exposed) * localSteps;
        m_coordinationS = scalewright::coordinationS(m_terms, m_laid) * localSteps;
    }

    void compute(int step)
    {
        for (int i = 0; i < m_q.p; ++i) {
            const auto at = static_cast<std::size_t>(i);
            if (!m_alive[at])
                continue;
            double share = i < m_laid ? m_c : 0;  // the rest of them make no whole copy
            if (m_terms.skew > 1 && m_q.p > 1)
                share *= i == 0 ? m_terms.skew : std::max(0.0, (m_useful - m_terms.skew) / std::max(1, m_useful - 1));
            if (const double sigma = jitterAtS(m_terms, m_c); sigma > 0 && i < m_laid)
                share += sigma * deviation(m_terms.jitter, m_q.seed, step, i);
            for (const SlowedWorker& slowed : m_q.slowed)
                if (slowed.worker == i && step >= slowed.fromStep)
                    share *= slowed.factor;
            m_compute[at] = std::max(0.0, share);
            m_ready[at] = m_start[at] + m_compute[at];
            m_run.workers[at].computeS += m_compute[at];
            span(i, step, m_start[at], m_ready[at], WorkerState::Compute);
        }
    }

    void exchangeAll(int step)
    {
        const auto p = static_cast<std::size_t>(m_q.p);
        const double cost = m_bubbleS + m_exchangeS + m_coordinationS;
        if (m_terms.barrier == Barrier::EveryStep)
            atBarrier();
        else
            for (std::size_t i = 0; i < p; ++i)
                m_end[i] = m_ready[i] + cost;
        double last = 0;
        for (std::size_t i = 0; i < p; ++i)
            if (m_alive[i])
                last = std::max(last, m_end[i]);
        m_exchangeEnds.push_back(last);
        // Bounded staleness: on with the next when all have ended the one s before this.
        double gate = 0;
        if (m_terms.barrier == Barrier::BoundedStaleness &&
            static_cast<int>(m_exchangeEnds.size()) > m_terms.stalenessSteps)
            gate = m_exchangeEnds[m_exchangeEnds.size() - 1 - static_cast<std::size_t>(m_terms.stalenessSteps)];
        for (std::size_t i = 0; i < p; ++i) {
            if (!m_alive[i])
                continue;
            SimulatedWorker& worker = m_run.workers[i];
            const int at = static_cast<int>(i);
            const double arrived = std::min(m_ready[i], m_end[i] - cost);  // a dropped worker stops before it is ready
            const double waited = m_end[i] - cost + m_bubbleS - arrived;
            worker.computeS -= m_ready[i] - arrived;
            worker.waitingS += waited + std::max(0.0, gate - m_end[i]);
            worker.communicationS += m_exchangeS;
            worker.hiddenS += m_hiddenS;
            worker.coordinationS += m_coordinationS;
            double t = arrived;
            span(at, step, t - std::min(m_hiddenS, m_compute[i]), t, WorkerState::HiddenCommunication);
            span(at, step, t, t + waited, WorkerState::Waiting);
            t += waited;
            span(at, step, t, t + m_exchangeS, WorkerState::Communication);
            span(at, step, t + m_exchangeS, t + m_exchangeS + m_coordinationS, WorkerState::Coordination);
            span(at, step, m_end[i], gate, WorkerState::Waiting);
            m_start[i] = std::max(m_end[i], gate);
        }
    }

    /// Ends of an exchange for which all, or the first K, are waited.
    void atBarrier()
    {
        const double cost = m_bubbleS + m_exchangeS + m_coordinationS;
        std::vector<double>& t = m_sorted;
        t.clear();
        for (std::size_t i = 0; i < m_alive.size(); ++i)
            if (m_alive[i])
                t.push_back(m_ready[i]);
        const ExchangeShape shape = shapeOf(m_q.model);
        const int idle = static_cast<int>(t.size()) - m_laid;  // done before anybody
        const int awaited = m_useful + idle;
        const bool backups = awaited < static_cast<int>(t.size());
        if (backups || shape == ExchangeShape::Everybody) {
            double close = 0;
            if (backups) {
                std::nth_element(t.begin(), t.begin() + (awaited - 1), t.end());
                close = t[static_cast<std::size_t>(awaited - 1)];
                if (m_terms.skew > 1 && m_alive[0])  // the largest shard would never be used
                    close = std::max(close, m_ready[0]);
            } else {
                close = *std::max_element(t.begin(), t.end());
            }
            for (std::size_t i = 0; i < m_alive.size(); ++i)
                m_end[i] = close + cost;
            return;
        }
        const CommunicationParameters& c = m_q.model.first().communication;
        const std::size_t n = t.size();
        if (shape == ExchangeShape::Tree) {
            const double up = c.alphaS + c.betaS + c.gammaS, down = c.alphaS + c.betaS;
            throughTree(t, up > 0 ? up / (up + down) * phaseS(n) : 0, up > 0 ? down / (up + down) * phaseS(n) : 0);
            const double latest = *std::max_element(t.begin(), t.end());
            // A coordinator that all report to makes the tree a barrier.
            if (m_coordinationS > 0)
                std::fill(t.begin(), t.end(), latest);
        } else {
            m_before = t;
            const auto reach = static_cast<std::size_t>((c.neighbours + 1) / 2);
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t d = 1; d <= std::min(reach, n - 1); ++d)
                    t[i] = std::max({t[i], m_before[(i + d) % n], m_before[(i + n - d) % n]});
                t[i] += m_exchangeS;
            }
            if (m_coordinationS > 0)
                std::fill(t.begin(), t.end(), *std::max_element(t.begin(), t.end()));
        }
        std::size_t at = 0;
        for (std::size_t i = 0; i < m_alive.size(); ++i)
            if (m_alive[i])
                m_end[i] = std::max(t[at++], m_ready[i]) + m_coordinationS;
    }

    /// Seconds of one round up and down, so that a tree whose workers come together takes the exchange's time.
    [[nodiscard]] double phaseS(std::size_t p) const
    {
        int rounds = 0;
        for (std::size_t reached = 1; reached < p; reached *= 2)
            ++rounds;
        return rounds > 0 ? m_exchangeS / rounds : 0;
    }

    void span(int worker, int step, double from, double to, WorkerState state)
    {
        if (m_q.spans && to > from)
            m_run.spans.push_back({from, to, worker, step, state});
    }

    /// A stretch in which nothing of the run goes on, at `atS` of its undisturbed time.
    struct Gap {
        double atS, seconds;
        WorkerState state;
    };

    /// Failures and checkpoints put between what was simulated: all workers stand still.
    void fail()
    {
        if (m_run.stepEndS.empty())
            return;
        const double work = m_run.stepEndS.back();
        const bool random = m_terms.nodeMtbfS.has_value();
        const double mtbf = random ? *m_terms.nodeMtbfS / m_q.model.nodes(m_q.p) : INFINITY;
        double interval = m_terms.checkpointS > 0 || m_terms.recovery == Recovery::Checkpoint
                              ? checkpointIntervalS(m_terms, m_q.model.nodes(m_q.p))
                              : 0;
        if (!(interval > 0) || !std::isfinite(interval))
            interval = 0;
        if (!random && !m_q.killed && interval == 0)
            return;
        const double mostGaps = double(mostDisturbances) / (m_q.spans ? m_q.p : 1);
        if (interval > 0 && work / interval > mostGaps) {
            giveUpAsTooLarge();
            return;
        }
        std::vector<Gap> gaps;
        const auto add = [&](Gap gap) {
            if (double(gaps.size()) >= mostGaps)
                giveUpAsTooLarge();
            else
                gaps.push_back(gap);
        };
        const double delta = interval > 0 ? m_terms.checkpointS : 0, restart = m_terms.restartS;
        std::uint64_t draw = splitmix(m_q.seed ^ 0xfa17u);
        const auto nextFailure = [&] {
            draw = splitmix(draw);
            return random ? -mtbf * std::log(uniform(draw)) : INFINITY;
        };
        double left = nextFailure();  // until the next failure, of running time
        const auto down = [&] {  // a restart, which failures interrupt
            double seconds = 0;
            for (;;) {
                if (++m_run.failures > 1'000'000) {
                    m_run.finishes = false;
                    m_run.gaveUp = "It never finishes: a million failures did not let it through.";
                    return seconds;
                }
                const double again = nextFailure();
                if (again >= restart) {
                    left = again - restart;
                    return seconds + restart;
                }
                seconds += again;
            }
        };
        // Stretches that a failure throws back to their beginning; behind each, perhaps a checkpoint.
        const auto stretch = [&](double from, double seconds, bool kept, double checkpoint) {
            double done = 0;
            while (m_run.finishes) {
                const double need = seconds - done + checkpoint;
                if (left >= need) {
                    left -= need;
                    if (checkpoint > 0)
                        add({from + seconds, checkpoint, WorkerState::Checkpoint});
                    return;
                }
                const double ran = left;
                const double lost = kept ? std::max(0.0, done + ran - seconds) : done + ran;
                if (kept)
                    done = std::min(seconds, done + ran);
                else
                    done = 0;
                add({from + (kept ? done : 0), lost + down(), WorkerState::Failure});
            }
        };
        const Recovery recovery = m_terms.recovery;
        if (recovery == Recovery::Checkpoint && interval > 0) {
            for (double at = 0; at < work && m_run.finishes; at += interval)
                stretch(at, std::min(interval, work - at), false,
                        at + interval <= work ? delta : delta * (work - at) / interval);
        } else {
            if (recovery == Recovery::None || recovery == Recovery::Checkpoint) {
                stretch(0, work, false, 0);
            } else if (recovery == Recovery::Elastic) {
                stretch(0, work, true, 0);
            } else {
                double from = 0;
                for (const double end : m_run.stepEndS) {
                    const double share = std::min(m_c, end - from);
                    stretch(from, share, false, 0);
                    stretch(from + share, end - from - share, true, 0);
                    from = end;
                }
            }
            if (interval > 0 && delta > 0)
                for (double at = interval; at <= work; at += interval)
                    add({at, delta, WorkerState::Checkpoint});
        }
        if (!m_run.finishes)
            return;
        if (m_q.killed) {
            const auto step = static_cast<std::size_t>(m_q.killed->step);
            if (step < m_run.stepEndS.size()) {
                const double from = step > 0 ? m_run.stepEndS[step - 1] : 0;
                const double at = (from + m_run.stepEndS[step]) / 2;
                double lost = at;  // without a checkpoint the run starts again
                if (recovery == Recovery::Checkpoint && interval > 0)
                    lost = std::fmod(at, interval);
                else if (recovery == Recovery::Elastic)
                    lost = 0;
                else if (recovery == Recovery::ReExecute)
                    lost = std::min(m_c, at - from);
                gaps.push_back({at, lost + restart, WorkerState::Failure});
                ++m_run.failures;
            }
        }
        std::stable_sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) { return a.atS < b.atS; });
        insert(gaps);
    }

    void giveUpAsTooLarge()
    {
        m_run.finishes = false;
        m_run.tooLarge = true;
        m_run.gaveUp = m_q.spans ? say("{} steps hold more than {} failures and checkpoints of {} workers, too many to "
                                       "simulate.",
                                       m_q.steps, mostDisturbances, m_q.p)
                                 : say("{} steps hold more than {} failures and checkpoints, too many to simulate.",
                                       m_q.steps, mostDisturbances);
    }

    void insert(const std::vector<Gap>& gaps)
    {
        std::vector<double> at, before{0};
        double checkpointS = 0, failureS = 0;
        for (const Gap& gap : gaps) {
            at.push_back(gap.atS);
            before.push_back(before.back() + gap.seconds);
            (gap.state == WorkerState::Checkpoint ? checkpointS : failureS) += gap.seconds;
        }
        for (SimulatedWorker& worker : m_run.workers) {
            worker.checkpointS += checkpointS;
            worker.failureS += failureS;
        }
        const auto shift = [&](double time, bool end) {
            const auto found = end ? std::lower_bound(at.begin(), at.end(), time - 1e-12 * time)
                                   : std::upper_bound(at.begin(), at.end(), time);
            return time + before[static_cast<std::size_t>(found - at.begin())];
        };
        for (double& end : m_run.stepEndS)
            end = shift(end, false);
        std::vector<SimulatedSpan> spans;
        for (const SimulatedSpan& span : m_run.spans) {  // cut where a gap falls into it
            double from = span.fromS;
            for (auto i = static_cast<std::size_t>(std::upper_bound(at.begin(), at.end(), from) - at.begin());
                 i < at.size() && at[i] < span.toS; ++i) {
                if (at[i] > from)
                    spans.push_back({shift(from, false), shift(at[i], true), span.worker, span.step, span.state});
                from = at[i];
            }
            spans.push_back({shift(from, false), shift(span.toS, true), span.worker, span.step, span.state});
        }
        if (m_q.spans)
            for (std::size_t i = 0; i < gaps.size(); ++i)
                for (int w = 0; w < m_q.p; ++w) {
                    const auto step =
                        std::upper_bound(m_run.stepEndS.begin(), m_run.stepEndS.end(), gaps[i].atS + before[i]) -
                        m_run.stepEndS.begin();
                    spans.push_back({gaps[i].atS + before[i], gaps[i].atS + before[i + 1], w, static_cast<int>(step),
                                     gaps[i].state});
                }
        m_run.spans = std::move(spans);
    }

    const SimulationQuestion& m_q;
    const DesignTerms& m_terms;
    std::stop_token m_stop;
    Simulation m_run;
    std::vector<bool> m_alive;
    std::vector<double> m_start, m_ready, m_end, m_compute, m_sorted, m_before, m_exchangeEnds;
    int m_useful = 1, m_laid = 1;
    double m_c = 0, m_bubbleS = 0, m_exchangeS = 0, m_hiddenS = 0, m_coordinationS = 0;
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
        add("p", say("{} workers cannot be simulated", question.p), "1 or more");
    if (question.steps < 1)
        add("steps", say("{} steps cannot be simulated", question.steps), "1 or more");
    if (question.p >= 1 && question.steps >= 1 &&
        std::size_t(question.p) * std::size_t(question.steps) > largestSimulation)
        add("steps", say("{} workers for {} steps are too many to simulate", question.p, question.steps),
            say("at most {} of workers times steps", largestSimulation));
    for (const SlowedWorker& slowed : question.slowed) {
        if (slowed.worker < 0 || slowed.worker >= question.p)
            add("slow", say("there is no worker {}", slowed.worker), say("0 to {}", question.p - 1));
        if (!(slowed.factor > 0) || !std::isfinite(slowed.factor))
            add("slow", say("{} is no factor for a worker's time", significant(slowed.factor)),
                "more than 0; 2 takes twice as long");
    }
    if (question.killed && (question.killed->worker < 0 || question.killed->worker >= question.p))
        add("kill", say("there is no worker {}", question.killed->worker), say("0 to {}", question.p - 1));
    if (question.killed && (question.killed->step < 0 || question.killed->step >= question.steps))
        add("kill", say("there is no step {}", question.killed->step), say("0 to {}", question.steps - 1));
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

Simulation simulate(const SimulationQuestion& question, std::stop_token stop)
{
    return Simulator(question, std::move(stop)).run();
}

SimulationAgainstModel againstModel(const SimulationQuestion& question, const Simulation& run)
{
    const PredictionRow row = predictAt(question.model, question.p);
    SimulationAgainstModel out;
    out.closedFormS = row.tStepS;
    out.ratio = row.tStepS > 0 && std::isfinite(row.tStepS) ? run.stepTimeS / row.tStepS : 1;
    const DesignTerms& terms = question.model.terms;
    const bool jitters = terms.jitterS > 0 || terms.jitterShare > 0;
    std::vector<std::string> parts;
    if (!question.slowed.empty() || question.killed)
        parts.emplace_back("the workers that were slowed or killed, which the formula does not know");
    if (terms.barrier == Barrier::BoundedStaleness && jitters)
        parts.emplace_back("waiting under bounded staleness, which the formula approximates");
    if (terms.skew > 1 && jitters)
        parts.emplace_back("skew and jitter, which the formula adds: an upper bound");
    if (jitters && terms.barrier == Barrier::EveryStep && shapeOf(question.model) != ExchangeShape::Everybody)
        parts.emplace_back(
            "the exchange, where early workers are done before the late ones come; the formula waits for all first");
    if (jitters && terms.barrier == Barrier::None)
        parts.emplace_back("the run's end, for which the slowest worker counts; the formula is a mean worker's");
    if (terms.fails() && terms.nodeMtbfS)
        parts.push_back(say("failures: the formula is their mean, this is one run with {} of them", run.failures));
    if (parts.empty() && jitters)
        parts.push_back(say("chance: jitter over {} steps", question.steps));
    if (std::abs(out.ratio - 1) <= 0.01)
        out.about = "the closed form and the simulation agree within 1 %";
    else if (parts.empty())
        out.about = "the closed form and the simulation differ";
    else
        out.about = say("they part over {}", joined(parts, "; "));
    return out;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/simulated_lanes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double ticksPerRun = 1e12;

}  // namespace

QString workerTitle(int worker)
{
    return Tr::tr("worker %1").arg(worker);
}

SimulatedLanes::SimulatedLanes(SimulationQuestion question, Simulation run,
                               std::shared_ptr<const SimulatedLanes> before)
    : m_question(std::move(question)), m_simulation(std::move(run)), m_originalLanes(std::move(before))
{
    origin = Tr::tr("SIMULATED");
    secondsPerTick =
        m_originalLanes ? m_originalLanes->secondsPerTick : std::max(m_simulation.runS, 1e-300) / ticksPerRun;
    const auto tick = [&](double seconds) { return static_cast<std::int64_t>(std::llround(seconds / secondsPerTick)); };
    endTick = std::max<std::int64_t>(1, tick(m_simulation.runS));
    std::vector<std::vector<DetailSpan>> bars = simulatedBars(m_simulation, secondsPerTick);
    listActivities(bars);
    lanes.resize(bars.size());
    for (std::size_t i = 0; i < bars.size(); ++i) {
        lanes[i].title = workerTitle(static_cast<int>(i));
        lanes[i].isHighlighted =
            std::any_of(m_question.slowedWorkers.begin(), m_question.slowedWorkers.end(),
                        [&](const SlowedWorker& s) { return s.worker == static_cast<int>(i) && s.factor != 1; }) ||
            (m_question.killedWorker && m_question.killedWorker->worker == static_cast<int>(i));
        lanes[i].bar = DetailLane(std::move(bars[i]));
    }
    areStepsCommon = m_question.model.terms.barrier == Barrier::EveryStep;
    // Like the bars of the shares. Workers that differ by less than 1 % are neither slow nor fast.
    const std::vector<WorkerTime> times = workerTimes();
    const auto [fastest, slowest] = std::ranges::minmax_element(times, {}, busySeconds);
    if (busySeconds(*slowest) > 1.01 * busySeconds(*fastest)) {
        slowestFirst.resize(times.size());
        std::iota(slowestFirst.begin(), slowestFirst.end(), std::size_t{0});
        std::ranges::stable_sort(slowestFirst, std::greater<>(), [&](std::size_t i) { return busySeconds(times[i]); });
    }
    std::int64_t from = 0;
    for (std::size_t k = 0; k < m_simulation.stepEndS.size(); ++k) {
        const std::int64_t to = tick(m_simulation.stepEndS[k]);
        steps.push_back({Tr::tr("step %1").arg(k), from, to});
        from = to;
    }
}

std::vector<WorkerTime> SimulatedLanes::workerTimes() const
{
    std::vector<WorkerTime> times;
    for (const WorkerParts& parts : partsOf(m_simulation).workers)
        times.push_back({parts, lanes[static_cast<std::size_t>(parts.worker)].title, QString::number(parts.worker),
                         lanes[static_cast<std::size_t>(parts.worker)].isHighlighted});
    return times;
}

QString SimulatedLanes::spanName(const SimulatedSpan& span) const
{
    return Tr::tr("step %1, %2").arg(span.step).arg(activityTitle(activityOf(span.state)));
}

QString SimulatedLanes::spanName(std::size_t, int, const DetailSpan& span) const
{
    return span.id < m_simulation.spans.size() ? spanName(m_simulation.spans[span.id]) : QString();
}

LaneSource::Matcher SimulatedLanes::makeMatcher(const QString& text) const
{
    return [this, text](std::size_t lane, int, std::uint32_t id) {
        return id < m_simulation.spans.size() &&
               (Tr::tr("%1, %2").arg(lanes[lane].title, spanName(m_simulation.spans[id])))
                   .contains(text, Qt::CaseInsensitive);
    };
}

std::optional<LaneSource::SpanHit> SimulatedLanes::findNext(const QString& text, std::int64_t after) const
{
    const Matcher fits = makeMatcher(text);
    const auto span = [&](std::size_t i) {
        const SimulatedSpan& s = m_simulation.spans[i];
        const auto tick = [&](double seconds) {
            return static_cast<std::int64_t>(std::llround(seconds / secondsPerTick));
        };
        return DetailSpan{tick(s.fromS), tick(s.toS), static_cast<std::uint32_t>(i),
                          static_cast<std::uint8_t>(activityOf(s.state))};
    };
    NextHit hits{after};
    for (std::size_t i = 0; i < m_simulation.spans.size(); ++i) {
        const SimulatedSpan& s = m_simulation.spans[i];
        const DetailSpan candidate = span(i);
        const auto lane = static_cast<std::size_t>(s.worker);
        if (candidate.toNs > candidate.fromNs && hits.isWanted(candidate) && fits(lane, -1, candidate.id))
            hits.offer({lane, -1, candidate});
    }
    return hits.result();
}

QString SimulatedLanes::sharesSummary(std::int64_t from, std::int64_t to) const
{
    std::array<double, activityCount> ticks{};
    const double low = static_cast<double>(from) * secondsPerTick, high = static_cast<double>(to) * secondsPerTick;
    for (const SimulatedSpan& span : m_simulation.spans)
        if (span.fromS < high && span.toS > low)
            ticks[static_cast<std::size_t>(activityOf(span.state))] +=
                std::min(span.toS, high) - std::max(span.fromS, low);
    return sharesText(ticks, (high - low) * static_cast<double>(std::max<std::size_t>(1, lanes.size())));
}

}  // namespace scalewright::ui

#include "ui/timeline/simulated_lanes.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace scalewright::ui {

namespace {

struct SimulatedTr {
    Q_DECLARE_TR_FUNCTIONS(SimulatedLanes)
};

constexpr double ticksOfARun = 1e12;

}  // namespace

QString workerTitle(int worker)
{
    return SimulatedTr::tr("worker %1").arg(worker);
}

SimulatedLanes::SimulatedLanes(SimulationQuestion question, Simulation run,
                               std::shared_ptr<const SimulatedLanes> before)
    : m_question(std::move(question)), m_run(std::move(run)), m_before(std::move(before))
{
    secondsPerTick = m_before ? m_before->secondsPerTick : std::max(m_run.runS, 1e-300) / ticksOfARun;
    const auto tick = [&](double seconds) { return static_cast<std::int64_t>(std::llround(seconds / secondsPerTick)); };
    end = std::max<std::int64_t>(1, tick(m_run.runS));
    std::vector<std::vector<DetailSpan>> bars = simulatedBars(m_run, secondsPerTick);
    std::array<bool, doingCount> there{};
    lanes.resize(bars.size());
    for (std::size_t i = 0; i < bars.size(); ++i) {
        for (const DetailSpan& span : bars[i])
            there[span.colour] = true;
        lanes[i].title = workerTitle(static_cast<int>(i));
        lanes[i].strong =
            std::any_of(m_question.slowed.begin(), m_question.slowed.end(),
                        [&](const SlowedWorker& s) { return s.worker == static_cast<int>(i) && s.factor != 1; }) ||
            (m_question.killed && m_question.killed->worker == static_cast<int>(i));
        lanes[i].bar = DetailLane(std::move(bars[i]));
    }
    for (std::size_t i = 0; i < doingCount; ++i)
        if (there[i])
            occurring.push_back(static_cast<Doing>(i));
    std::int64_t from = 0;
    for (std::size_t k = 0; k < m_run.stepEndS.size(); ++k) {
        const std::int64_t to = tick(m_run.stepEndS[k]);
        steps.push_back({SimulatedTr::tr("step %1").arg(k), from, to});
        from = to;
    }
}

std::vector<WorkerTime> SimulatedLanes::workers() const
{
    std::vector<WorkerTime> times;
    for (const WorkerParts& parts : partsOf(m_run).workers)
        times.push_back({parts, lanes[static_cast<std::size_t>(parts.worker)].title, QString::number(parts.worker),
                         lanes[static_cast<std::size_t>(parts.worker)].strong});
    return times;
}

QString SimulatedLanes::nameOf(const SimulatedSpan& span) const
{
    return SimulatedTr::tr("step %1, %2").arg(span.step).arg(doingTitle(doingOf(span.state)));
}

QString SimulatedLanes::nameOf(std::size_t, int, const DetailSpan& span) const
{
    return span.id < m_run.spans.size() ? nameOf(m_run.spans[span.id]) : QString();
}

LaneSource::Matcher SimulatedLanes::matcher(const QString& text) const
{
    return [this, text](std::size_t lane, int, std::uint32_t id) {
        return id < m_run.spans.size() && (SimulatedTr::tr("%1, %2").arg(lanes[lane].title, nameOf(m_run.spans[id])))
                                              .contains(text, Qt::CaseInsensitive);
    };
}

std::optional<LaneSource::Hit> SimulatedLanes::next(const QString& text, std::int64_t after) const
{
    const Matcher fits = matcher(text);
    const auto span = [&](std::size_t i) {
        const SimulatedSpan& s = m_run.spans[i];
        const auto tick = [&](double seconds) {
            return static_cast<std::int64_t>(std::llround(seconds / secondsPerTick));
        };
        return DetailSpan{tick(s.fromS), tick(s.toS), static_cast<std::uint32_t>(i),
                          static_cast<std::uint8_t>(doingOf(s.state))};
    };
    std::optional<Hit> first, best;
    for (std::size_t i = 0; i < m_run.spans.size(); ++i) {
        const SimulatedSpan& s = m_run.spans[i];
        const DetailSpan found = span(i);
        const bool better = found.fromNs > after && (!best || found.fromNs < best->span.fromNs);
        const bool earliest = !first || found.fromNs < first->span.fromNs;
        if (found.toNs <= found.fromNs || (!better && !earliest) ||
            !fits(static_cast<std::size_t>(s.worker), -1, static_cast<std::uint32_t>(i)))
            continue;
        const Hit hit{static_cast<std::size_t>(s.worker), -1, found};
        if (better)
            best = hit;
        if (earliest)
            first = hit;
    }
    return best ? best : first;
}

QString SimulatedLanes::sums(std::int64_t from, std::int64_t to) const
{
    std::array<double, doingCount> ticks{};
    const double low = static_cast<double>(from) * secondsPerTick, high = static_cast<double>(to) * secondsPerTick;
    for (const SimulatedSpan& span : m_run.spans)
        if (span.fromS < high && span.toS > low)
            ticks[static_cast<std::size_t>(doingOf(span.state))] +=
                std::min(span.toS, high) - std::max(span.fromS, low);
    return sharesText(ticks, (high - low) * static_cast<double>(std::max<std::size_t>(1, lanes.size())));
}

}  // namespace scalewright::ui

#include "ui/timeline/replayed_lanes.h"

#include <algorithm>
#include <limits>

#include "ui/words/qt.h"

namespace scalewright::ui {

ReplayedLanes::ReplayedLanes(std::shared_ptr<const RecordedLanes> recorded, Replay replayed)
    : m_recorded(std::move(recorded)), m_replayed(std::move(replayed))
{
    const TraceRun& run = m_recorded->run();
    std::array<bool, doingCount> there{};
    for (std::size_t i = 0; i < m_replayed.ranks.size(); ++i) {
        m_bars.push_back(replayedBar(run, m_replayed, i));
        for (const DetailSpan& span : m_bars.back()) {
            there[span.colour] = true;
            end = std::max(end, span.toNs);
        }
        const std::size_t r = m_recorded->laneOf(m_replayed.ranks[i].rank);
        lanes.push_back({m_recorded->lanes[r].title, m_recorded->lanes[r].strong, DetailLane(m_bars.back()), {}});
        if (i == 0 && run.ranks[r].reading.stepsMarked)
            for (const StepWindow& window : run.ranks[r].reading.steps)
                steps.push_back({qt(window.name), replayedNs(run, m_replayed, i, window.fromNs),
                                 replayedNs(run, m_replayed, i, window.toNs)});
    }
    end = std::max<std::int64_t>(1, end);
    for (std::size_t i = 0; i < doingCount; ++i)
        if (there[i])
            occurring.push_back(static_cast<Doing>(i));
}

std::vector<WorkerTime> ReplayedLanes::workers() const
{
    std::vector<WorkerTime> times;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const int rank = m_replayed.ranks[i].rank;
        const std::vector<ReplayLeg>& legs = m_replayed.legs[i];
        WorkerTime time{{.worker = rank, .spanS = legs.back().toS - legs.front().fromS},
                        lanes[i].title,
                        QString::number(rank),
                        lanes[i].strong};
        const auto ticks = ticksWithin(m_bars[i], std::numeric_limits<std::int64_t>::min() / 2,
                                       std::numeric_limits<std::int64_t>::max() / 2);
        for (std::size_t k = 0; k < doingCount; ++k)
            time.seconds[k] = static_cast<double>(ticks[k]) * secondsPerTick;
        times.push_back(std::move(time));
    }
    return times;
}

QString ReplayedLanes::nameOf(std::size_t, int, const DetailSpan& span) const
{
    return doingTitle(static_cast<Doing>(span.colour));
}

LaneSource::Matcher ReplayedLanes::matcher(const QString& text) const
{
    std::array<bool, doingCount> fits{};
    for (std::size_t i = 0; i < doingCount; ++i)
        fits[i] = doingTitle(static_cast<Doing>(i)).contains(text, Qt::CaseInsensitive);
    return [fits](std::size_t, int, std::uint32_t id) { return fits[id]; };
}

std::optional<LaneSource::Hit> ReplayedLanes::next(const QString& text, std::int64_t after) const
{
    const Matcher fits = matcher(text);
    std::optional<Hit> first, best;
    for (std::size_t i = 0; i < m_bars.size(); ++i)
        for (const DetailSpan& span : m_bars[i]) {
            if (!fits(i, -1, span.id))
                continue;
            if (span.fromNs > after && (!best || span.fromNs < best->span.fromNs))
                best = Hit{i, -1, span};
            if (!first || span.fromNs < first->span.fromNs)
                first = Hit{i, -1, span};
        }
    return best ? best : first;
}

QString ReplayedLanes::sums(std::int64_t from, std::int64_t to) const
{
    return sharesText(m_bars, from, to);
}

}  // namespace scalewright::ui

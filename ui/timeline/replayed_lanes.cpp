// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/replayed_lanes.h"

#include <algorithm>

#include "ui/words/qt.h"

namespace scalewright::ui {

ReplayedLanes::ReplayedLanes(std::shared_ptr<const RecordedLanes> recorded, Replay replayed)
    : m_recordedLanes(std::move(recorded)), m_replay(std::move(replayed))
{
    const TraceRun& run = m_recordedLanes->traceRun();
    origin = Tr::tr("REPLAYED");
    Bars bars;
    for (std::size_t i = 0; i < m_replay.ranks.size(); ++i) {
        bars.push_back(replayedBar(run, m_replay, i));
        for (const DetailSpan& span : bars.back())
            endTick = std::max(endTick, span.toNs);
        const std::size_t r = m_recordedLanes->laneOf(m_replay.ranks[i].rank);
        lanes.push_back(
            {m_recordedLanes->lanes[r].title, m_recordedLanes->lanes[r].isHighlighted, DetailLane(bars.back()), {}});
        if (i == 0 && run.ranks[r].breakdown.hasMarkedSteps)
            for (const StepWindow& window : run.ranks[r].breakdown.steps)
                steps.push_back({toQString(window.name), toReplayTimeNs(run, m_replay, i, window.fromNs),
                                 toReplayTimeNs(run, m_replay, i, window.toNs)});
    }
    endTick = std::max<std::int64_t>(1, endTick);
    setBars(std::move(bars));
}

std::vector<WorkerTime> ReplayedLanes::workerTimes() const
{
    std::vector<WorkerTime> times;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const int rank = m_replay.ranks[i].rank;
        const std::vector<ReplayLeg>& legs = m_replay.legs[i];
        times.push_back({{rank, legs.back().toS - legs.front().fromS, secondsOfBar(i)},
                         lanes[i].title,
                         QString::number(rank),
                         lanes[i].isHighlighted});
    }
    return times;
}

QString ReplayedLanes::spanName(std::size_t, int, const DetailSpan& span) const
{
    return activityTitle(static_cast<Activity>(span.colour));
}

LaneSource::Matcher ReplayedLanes::makeMatcher(const QString& text) const
{
    std::array<bool, activityCount> fits{};
    for (std::size_t i = 0; i < activityCount; ++i)
        fits[i] = activityTitle(static_cast<Activity>(i)).contains(text, Qt::CaseInsensitive);
    return [fits](std::size_t, int, std::uint32_t id) { return fits[id]; };
}

std::optional<LaneSource::SpanHit> ReplayedLanes::findNext(const QString& text, std::int64_t after) const
{
    const Matcher fits = makeMatcher(text);
    NextHit hits{after};
    for (std::size_t i = 0; i < bars().size(); ++i)
        for (const DetailSpan& span : bars()[i])
            if (fits(i, -1, span.id))
                hits.offer({i, -1, span});
    return hits.result();
}

}  // namespace scalewright::ui

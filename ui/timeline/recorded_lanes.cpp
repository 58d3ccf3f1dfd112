// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/recorded_lanes.h"

#include <algorithm>

#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

QString titleOf(const TraceLane& lane, bool severalProcesses)
{
    const QString thread = toQString(lane.threadName.empty() ? lane.thread : lane.threadName),
                  process = toQString(lane.processName.empty() ? lane.process : lane.processName);
    return severalProcesses ? Tr::tr("%1 · %2").arg(process, thread) : thread;
}

}  // namespace

RecordedLanes::RecordedLanes(TraceRun run)
    : m_traceRun(std::move(run)), m_clockShifts(clockShifts(m_traceRun)), m_clockNote(m_clockShifts.note)
{
    origin = Tr::tr("RECORDED");
    Bars bars;
    for (std::size_t r = 0; r < m_traceRun.ranks.size(); ++r) {
        const TraceRank& rank = m_traceRun.ranks[r];
        const TraceRecording& recording = rank.source->recording;
        const std::int64_t shift = m_clockShifts.shiftNs[r];
        Lane lane;
        lane.title = Tr::tr("rank %1").arg(rank.rank);
        lane.isHighlighted = std::find(m_traceRun.stragglers.begin(), m_traceRun.stragglers.end(), rank.rank) !=
                             m_traceRun.stragglers.end();
        bars.push_back(recordedBar(m_traceRun, r, shift));
        lane.bar = DetailLane(bars.back());

        std::vector<std::vector<DetailSpan>> streams(recording.lanes.size());
        for (std::size_t i = 0; i < recording.spans.size(); ++i) {
            const TraceSpan& span = recording.spans[i];
            if (rank.isOwnLane[span.lane])
                streams[span.lane].push_back(
                    {span.startNs + shift, span.endNs() + shift, static_cast<std::uint32_t>(i),
                     static_cast<std::uint8_t>(activityOf(rank.source->meanings.meaningOf(span).spanClass))});
        }
        bool several = false;
        const TraceLane* first = nullptr;
        for (std::size_t k = 0; k < streams.size(); ++k)
            if (!streams[k].empty()) {
                several = several || (first && first->process != recording.lanes[k].process);
                first = &recording.lanes[k];
            }
        m_streamIndex.emplace_back(recording.lanes.size(), -1);
        for (std::size_t k = 0; k < streams.size(); ++k) {
            if (streams[k].empty())
                continue;
            for (const DetailSpan& span : streams[k])
                endTick = std::max(endTick, span.toNs);
            m_streamIndex[r][k] = static_cast<int>(lane.streams.size());
            lane.streams.push_back({titleOf(recording.lanes[k], several), DetailLane(std::move(streams[k]))});
        }
        lanes.push_back(std::move(lane));
    }
    endTick = std::max<std::int64_t>(1, endTick);
    setBars(std::move(bars));
    const RankBreakdown& reading = m_traceRun.ranks.front().breakdown;
    if (reading.hasMarkedSteps)
        for (const StepWindow& window : reading.steps)
            steps.push_back({toQString(window.name), window.fromNs + m_clockShifts.shiftNs[0],
                             window.toNs + m_clockShifts.shiftNs[0]});
}

std::vector<WorkerTime> RecordedLanes::workerTimes() const
{
    std::vector<WorkerTime> times;
    for (std::size_t r = 0; r < lanes.size(); ++r)
        times.push_back({{m_traceRun.ranks[r].rank, m_traceRun.ranks[r].totals.spanS, secondsOfBar(r)},
                         lanes[r].title,
                         QString::number(m_traceRun.ranks[r].rank),
                         lanes[r].isHighlighted});
    return times;
}

std::size_t RecordedLanes::laneOf(int rank) const
{
    std::size_t r = 0;
    while (m_traceRun.ranks[r].rank != rank)
        ++r;
    return r;
}

QString RecordedLanes::spanName(std::size_t lane, int stream, const DetailSpan& span) const
{
    if (stream < 0)
        return activityTitle(static_cast<Activity>(span.colour));
    const TraceRecording& recording = m_traceRun.ranks[lane].source->recording;
    return Tr::tr("%1 (%2)").arg(toQString(recording.kinds[recording.spans[span.id].kind].name),
                                 activityTitle(static_cast<Activity>(span.colour)));
}

std::vector<std::vector<bool>> RecordedLanes::matchingKinds(const QString& text) const
{
    std::vector<std::vector<bool>> fits;
    for (const TraceRank& rank : m_traceRun.ranks) {
        if (!fits.empty() && rank.source == m_traceRun.ranks[fits.size() - 1].source) {
            fits.push_back(fits.back());
            continue;
        }
        std::vector<bool> kinds;
        for (const TraceKind& kind : rank.source->recording.kinds)
            kinds.push_back(toQString(kind.name).contains(text, Qt::CaseInsensitive));
        fits.push_back(std::move(kinds));
    }
    return fits;
}

LaneSource::Matcher RecordedLanes::makeMatcher(const QString& text) const
{
    std::vector<bool> doings;
    for (std::size_t i = 0; i < activityCount; ++i)
        doings.push_back(activityTitle(static_cast<Activity>(i)).contains(text, Qt::CaseInsensitive));
    return [this, kinds = matchingKinds(text), doings](std::size_t lane, int stream, std::uint32_t id) {
        if (stream < 0)
            return static_cast<bool>(doings[id]);
        return static_cast<bool>(kinds[lane][m_traceRun.ranks[lane].source->recording.spans[id].kind]);
    };
}

std::optional<LaneSource::SpanHit> RecordedLanes::findNext(const QString& text, std::int64_t after) const
{
    const std::vector<std::vector<bool>> kinds = matchingKinds(text);
    NextHit hits{after};
    for (std::size_t r = 0; r < lanes.size(); ++r) {
        const TraceRecording& recording = m_traceRun.ranks[r].source->recording;
        for (std::size_t i = 0; i < recording.spans.size(); ++i) {
            const TraceSpan& span = recording.spans[i];
            if (kinds[r][span.kind] && m_streamIndex[r][span.lane] >= 0)
                hits.offer({r,
                            m_streamIndex[r][span.lane],
                            {span.startNs + m_clockShifts.shiftNs[r], span.endNs() + m_clockShifts.shiftNs[r],
                             static_cast<std::uint32_t>(i),
                             static_cast<std::uint8_t>(
                                 activityOf(m_traceRun.ranks[r].source->meanings.meaningOf(span).spanClass))}});
        }
    }
    if (!hits.first)
        for (std::size_t r = 0; r < lanes.size(); ++r)
            for (const DetailSpan& span : bars()[r])
                if (activityTitle(static_cast<Activity>(span.colour)).contains(text, Qt::CaseInsensitive))
                    hits.offer({r, -1, span});
    return hits.result();
}

}  // namespace scalewright::ui

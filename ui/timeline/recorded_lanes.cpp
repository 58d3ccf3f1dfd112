#include "ui/timeline/recorded_lanes.h"

#include <QCoreApplication>

#include <algorithm>

#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct RecordedTr {
    Q_DECLARE_TR_FUNCTIONS(RecordedLanes)
};

QString titleOf(const TraceLane& lane, bool severalProcesses)
{
    const QString thread = qt(lane.threadName.empty() ? lane.thread : lane.threadName),
                  process = qt(lane.processName.empty() ? lane.process : lane.processName);
    return severalProcesses ? RecordedTr::tr("%1 · %2").arg(process, thread) : thread;
}

}  // namespace

RecordedLanes::RecordedLanes(TraceRun run)
    : m_run(std::move(run)), m_shifts(clockShifts(m_run)), m_aboutClocks(m_shifts.about)
{
    std::array<bool, doingCount> there{};
    for (std::size_t r = 0; r < m_run.ranks.size(); ++r) {
        const TraceRank& rank = m_run.ranks[r];
        const TraceRecording& recording = rank.source->recording;
        const std::int64_t shift = m_shifts.shiftNs[r];
        Lane lane;
        lane.title = RecordedTr::tr("rank %1").arg(rank.rank);
        lane.strong = std::find(m_run.stragglers.begin(), m_run.stragglers.end(), rank.rank) != m_run.stragglers.end();
        m_bars.push_back(recordedBar(m_run, r, shift));
        for (const DetailSpan& span : m_bars.back())
            there[span.colour] = true;
        lane.bar = DetailLane(m_bars.back());

        std::vector<std::vector<DetailSpan>> streams(recording.lanes.size());
        for (std::size_t i = 0; i < recording.spans.size(); ++i) {
            const TraceSpan& span = recording.spans[i];
            if (rank.lanes[span.lane])
                streams[span.lane].push_back({span.startNs + shift, span.endNs() + shift, static_cast<std::uint32_t>(i),
                                              static_cast<std::uint8_t>(doingOf(rank.source->meanings.of(span).what))});
        }
        bool several = false;
        const TraceLane* first = nullptr;
        for (std::size_t k = 0; k < streams.size(); ++k)
            if (!streams[k].empty()) {
                several = several || (first && first->process != recording.lanes[k].process);
                first = &recording.lanes[k];
            }
        m_streamOf.emplace_back(recording.lanes.size(), -1);
        for (std::size_t k = 0; k < streams.size(); ++k) {
            if (streams[k].empty())
                continue;
            for (const DetailSpan& span : streams[k])
                end = std::max(end, span.toNs);
            m_streamOf[r][k] = static_cast<int>(lane.streams.size());
            lane.streams.push_back({titleOf(recording.lanes[k], several), DetailLane(std::move(streams[k]))});
        }
        lanes.push_back(std::move(lane));
    }
    end = std::max<std::int64_t>(1, end);
    for (std::size_t i = 0; i < doingCount; ++i)
        if (there[i])
            occurring.push_back(static_cast<Doing>(i));
    const RankReading& reading = m_run.ranks.front().reading;
    if (reading.stepsMarked)
        for (const StepWindow& window : reading.steps)
            steps.push_back({qt(window.name), window.fromNs + m_shifts.shiftNs[0], window.toNs + m_shifts.shiftNs[0]});
}

std::vector<WorkerTime> RecordedLanes::workers() const
{
    std::vector<WorkerTime> times;
    for (std::size_t r = 0; r < lanes.size(); ++r) {
        WorkerTime time{{.worker = m_run.ranks[r].rank, .spanS = m_run.ranks[r].whole.spanS},
                        lanes[r].title,
                        QString::number(m_run.ranks[r].rank),
                        lanes[r].strong};
        const auto ticks = ticksWithin(m_bars[r], std::numeric_limits<std::int64_t>::min() / 2,
                                       std::numeric_limits<std::int64_t>::max() / 2);
        for (std::size_t i = 0; i < doingCount; ++i)
            time.seconds[i] = static_cast<double>(ticks[i]) * secondsPerTick;
        times.push_back(std::move(time));
    }
    return times;
}

std::size_t RecordedLanes::laneOf(int rank) const
{
    std::size_t r = 0;
    while (m_run.ranks[r].rank != rank)
        ++r;
    return r;
}

QString RecordedLanes::nameOf(std::size_t lane, int stream, const DetailSpan& span) const
{
    if (stream < 0)
        return doingTitle(static_cast<Doing>(span.colour));
    const TraceRecording& recording = m_run.ranks[lane].source->recording;
    return RecordedTr::tr("%1 (%2)").arg(qt(recording.kinds[recording.spans[span.id].kind].name),
                                         doingTitle(static_cast<Doing>(span.colour)));
}

std::vector<std::vector<bool>> RecordedLanes::fittingKinds(const QString& text) const
{
    std::vector<std::vector<bool>> fits;
    for (const TraceRank& rank : m_run.ranks) {
        if (!fits.empty() && rank.source == m_run.ranks[fits.size() - 1].source) {
            fits.push_back(fits.back());
            continue;
        }
        std::vector<bool> kinds;
        for (const TraceKind& kind : rank.source->recording.kinds)
            kinds.push_back(qt(kind.name).contains(text, Qt::CaseInsensitive));
        fits.push_back(std::move(kinds));
    }
    return fits;
}

LaneSource::Matcher RecordedLanes::matcher(const QString& text) const
{
    std::vector<bool> doings;
    for (std::size_t i = 0; i < doingCount; ++i)
        doings.push_back(doingTitle(static_cast<Doing>(i)).contains(text, Qt::CaseInsensitive));
    return [this, kinds = fittingKinds(text), doings](std::size_t lane, int stream, std::uint32_t id) {
        if (stream < 0)
            return static_cast<bool>(doings[id]);
        return static_cast<bool>(kinds[lane][m_run.ranks[lane].source->recording.spans[id].kind]);
    };
}

std::optional<LaneSource::Hit> RecordedLanes::next(const QString& text, std::int64_t after) const
{
    const std::vector<std::vector<bool>> kinds = fittingKinds(text);
    std::optional<Hit> first, best;
    const auto offer = [&](std::size_t lane, int stream, const DetailSpan& span) {
        if (span.fromNs > after && (!best || span.fromNs < best->span.fromNs))
            best = Hit{lane, stream, span};
        if (!first || span.fromNs < first->span.fromNs)
            first = Hit{lane, stream, span};
    };
    for (std::size_t r = 0; r < lanes.size(); ++r) {
        const TraceRecording& recording = m_run.ranks[r].source->recording;
        for (std::size_t i = 0; i < recording.spans.size(); ++i) {
            const TraceSpan& span = recording.spans[i];
            if (kinds[r][span.kind] && m_streamOf[r][span.lane] >= 0)
                offer(r, m_streamOf[r][span.lane],
                      {span.startNs + m_shifts.shiftNs[r], span.endNs() + m_shifts.shiftNs[r],
                       static_cast<std::uint32_t>(i),
                       static_cast<std::uint8_t>(doingOf(m_run.ranks[r].source->meanings.of(span).what))});
        }
    }
    if (!first)
        for (std::size_t r = 0; r < lanes.size(); ++r)
            for (const DetailSpan& span : m_bars[r])
                if (doingTitle(static_cast<Doing>(span.colour)).contains(text, Qt::CaseInsensitive))
                    offer(r, -1, span);
    return best ? best : first;
}

QString RecordedLanes::sums(std::int64_t from, std::int64_t to) const
{
    return sharesText(m_bars, from, to);
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/timeline/replay.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/statistics/median.h"
#include "core/evidence/timeline/program.h"

namespace scalewright {

namespace {

std::size_t rankIndexOf(const TraceRun& run, const Replay& replayed, std::size_t rankIndex)
{
    std::size_t r = 0;
    while (run.ranks[r].rank != replayed.ranks[rankIndex].rank)
        ++r;
    return r;
}

std::int64_t toNanoseconds(double seconds)
{
    return static_cast<std::int64_t>(std::llround(seconds * 1e9));
}

/// Maps a time in `from` linearly to the target range.
double mapTime(std::int64_t ns, const TimeInterval& from, double targetFrom, double targetTo)
{
    return targetFrom +
           double(ns - from.from) / double(std::max<std::int64_t>(1, from.to - from.from)) * (targetTo - targetFrom);
}

Result<void> checkReplayable(const TraceRun& run, const ReplayOptions& options)
{
    if (run.ranks.size() < 2)
        return fail(ErrorCode::Refused,
                    "one rank cannot be replayed: its trace does not show which ranks it waited for",
                    "the traces of all ranks");
    if (!run.isComplete())
        return fail(ErrorCode::Refused,
                    formatMessage("only {} of {} ranks are present, so it is unknown what the others waited for",
                                  run.ranks.size(), *run.worldSize),
                    "the traces of all ranks");
    if (run.matched.collectives.empty())
        return fail(ErrorCode::Refused,
                    "no collective is matched across the ranks, so it is unknown when they synchronised",
                    "traces of one run with the same collectives");
    Error error{ErrorCode::Input, {}};
    const auto isKnownRank = [&](int rank) { return contains(run.ranks, rank, &TraceRank::rank); };
    for (const auto* list : {&options.ranksAtMedian, &options.ranksLeftOutOfReplay})
        for (const int rank : *list)
            if (!isKnownRank(rank))
                error.problems.push_back({formatMessage("there is no rank {}", rank), "a rank of the trace", {}});
    if (!(options.transferFactor >= 0) || !std::isfinite(options.transferFactor))
        error.problems.push_back(
            {formatMessage("{} is not a factor for the exchange", significantText(options.transferFactor)),
             "0 or more; 0.5 is twice as fast",
             {}});
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

/// A rank's program in seconds, with the options applied.
struct RankSchedule {
    std::vector<double> legWorkS;                    ///< by leg
    std::vector<std::vector<std::size_t>> startedCollectives;  ///< the collectives started in each leg
    std::vector<double> startOffsetS;                  ///< by collective: seconds into its leg
};

RankSchedule makeSchedule(const RankProgram& program)
{
    RankSchedule schedule;
    std::vector<std::int64_t> before;
    std::int64_t work = 0;
    for (const ProgramLeg& leg : program.legs) {
        before.push_back(work);
        schedule.legWorkS.push_back(double(leg.workEndNs - leg.fromNs) * 1e-9);
        work += leg.workEndNs - leg.fromNs;
    }
    schedule.startedCollectives.resize(program.legs.size());
    for (std::size_t c = 0; c < program.startLeg.size(); ++c) {
        const std::size_t leg = program.startLeg[c];
        schedule.startedCollectives[leg].push_back(c);
        schedule.startOffsetS.push_back(double(std::max<std::int64_t>(0, program.workBeforeStartNs[c] - before[leg])) *
                                        1e-9);
    }
    return schedule;
}

/// Points that all ranks share: where collectives start and where ranks wait for them, in the order of one of the
/// ranks.
struct SyncPoints {
    std::vector<std::pair<bool, std::size_t>> points;  ///< whether it is a start, and the collective
    std::vector<std::size_t> startIndex, waitIndex;        ///< by collective: its index in `points`
};

SyncPoints findSyncPoints(const RankProgram& program)
{
    const std::size_t count = program.startLeg.size();
    std::vector<std::size_t> waitLeg(count, program.legs.size());
    for (std::size_t leg = 0; leg < program.legs.size(); ++leg)
        for (const std::size_t c : program.legs[leg].awaitedCollectives)
            waitLeg[c] = leg;
    SyncPoints syncPoints;
    for (std::size_t c = 0; c < count; ++c) {
        syncPoints.points.emplace_back(true, c);
        syncPoints.points.emplace_back(false, c);
    }
    // Within a leg, starts come before waits.
    const auto sortKey = [&](const std::pair<bool, std::size_t>& each) {
        const std::size_t c = each.second;
        return each.first ? std::tuple(program.startLeg[c], 0, program.workBeforeStartNs[c], c)
                          : std::tuple(waitLeg[c], 1, program.workBeforeWaitNs[c], c);
    };
    std::ranges::sort(syncPoints.points, [&](const auto& a, const auto& b) { return sortKey(a) < sortKey(b); });
    syncPoints.startIndex.resize(count);
    syncPoints.waitIndex.resize(count);
    for (std::size_t i = 0; i < syncPoints.points.size(); ++i)
        (syncPoints.points[i].first ? syncPoints.startIndex : syncPoints.waitIndex)[syncPoints.points[i].second] = i;
    return syncPoints;
}

/// Seconds the rank has worked at each sync point, never decreasing, followed by its total work.
std::vector<double> workAtSyncPoints(const RankProgram& program, const SyncPoints& syncPoints)
{
    std::vector<double> marks;
    double last = 0;
    for (const auto& [isStart, c] : syncPoints.points)
        marks.push_back(
            last = std::max(last, double(isStart ? program.workBeforeStartNs[c] : program.workBeforeWaitNs[c]) * 1e-9));
    marks.push_back(std::max(last, double(program.totalWorkNs) * 1e-9));
    return marks;
}

/// The rank's schedule, with the work between consecutive sync points taken from the reference.
RankSchedule makeRetimedSchedule(const RankProgram& program, const SyncPoints& syncPoints,
                                 const std::vector<double>& referenceWork)
{
    RankSchedule schedule = makeSchedule(program);
    double elapsed = 0;
    for (std::size_t leg = 0; leg < schedule.legWorkS.size(); ++leg) {
        double legEnd = leg + 1 == schedule.legWorkS.size() ? std::max(elapsed, referenceWork.back()) : elapsed;
        for (const std::size_t c : program.legs[leg].awaitedCollectives)
            legEnd = std::max(legEnd, referenceWork[syncPoints.waitIndex[c]]);
        for (const std::size_t c : schedule.startedCollectives[leg]) {
            const double startS = referenceWork[syncPoints.startIndex[c]];
            legEnd = std::max(legEnd, startS);
            schedule.startOffsetS[c] = std::max(0.0, startS - elapsed);
        }
        schedule.legWorkS[leg] = legEnd - elapsed;
        elapsed = legEnd;
    }
    return schedule;
}

/// Replays the dependency graph, advancing each rank as far as possible.
class ReplayEngine {
public:
    ReplayEngine(const TraceRun& run, const ReplayOptions& options, std::vector<const RankProgram*> programs,
                 std::vector<RankSchedule> schedules, std::vector<double> rankBeginS)
        : m_options(options),
          m_programs(std::move(programs)),
          m_schedules(std::move(schedules)),
          m_legStartS(std::move(rankBeginS)),
          m_nextLeg(m_legStartS.size()),
          m_pendingCount(run.matched.collectives.size()),
          m_followers(m_pendingCount.size()),
          m_waitingRanks(m_pendingCount.size()),
          collectiveBeginS(m_pendingCount.size(), -INFINITY),
          collectiveEndS(m_pendingCount.size(), NAN),
          legs(m_legStartS.size()),
          ranks(m_legStartS.size())
    {
        for (std::size_t c = 0; c < m_pendingCount.size(); ++c) {
            m_transferS.push_back(double(run.matched.collectives[c].transferNs()) * 1e-9 * options.transferFactor);
            std::vector<std::size_t> before;
            for (const RankProgram* program : m_programs)
                if (program->previousOnLane[c] >= 0)
                    before.push_back(static_cast<std::size_t>(program->previousOnLane[c]));
            std::ranges::sort(before);
            before.erase(std::unique(before.begin(), before.end()), before.end());
            for (const std::size_t each : before)
                m_followers[each].push_back(c);
            m_pendingCount[c] = m_legStartS.size() + before.size();
        }
        for (std::size_t i = 0; i < m_legStartS.size(); ++i)
            startCollectives(i);
    }

    /// False if ranks wait for each other in a cycle.
    bool replayAll()
    {
        for (std::size_t i = 0; i < m_legStartS.size(); ++i)
            m_readyRanks.push_back(i);
        while (!m_readyRanks.empty()) {
            const std::size_t i = m_readyRanks.back();
            m_readyRanks.pop_back();
            while (m_nextLeg[i] < m_schedules[i].legWorkS.size() && replayNextLeg(i)) {
            }
        }
        return std::ranges::all_of(m_nextLeg, [&, i = std::size_t(0)](std::size_t next) mutable {
            return next == m_schedules[i++].legWorkS.size();
        });
    }

private:
    const ReplayOptions& m_options;
    std::vector<const RankProgram*> m_programs;
    std::vector<RankSchedule> m_schedules;
    std::vector<double> m_legStartS;         // start of the rank's current leg
    std::vector<std::size_t> m_nextLeg;
    // By collective: the number of ranks that have not started it plus unfinished predecessors on a lane.
    std::vector<std::size_t> m_pendingCount;
    std::vector<std::vector<std::size_t>> m_followers;
    std::vector<std::vector<std::size_t>> m_waitingRanks;  // by collective: ranks waiting for it
    std::vector<double> m_transferS;
    std::vector<std::size_t> m_readyRanks;

public:
    std::vector<double> collectiveBeginS, collectiveEndS;  ///< by collective; the end is NaN until known
    std::vector<std::vector<ReplayLeg>> legs;
    std::vector<ReplayRank> ranks;

private:
    void startCollectives(std::size_t i)
    {
        if (m_nextLeg[i] < m_schedules[i].legWorkS.size())
            for (const std::size_t c : m_schedules[i].startedCollectives[m_nextLeg[i]])
                recordStart(c, m_legStartS[i] + m_schedules[i].startOffsetS[c]);
    }

    void recordStart(std::size_t first, double startS)
    {
        std::vector<std::pair<std::size_t, double>> open{{first, startS}};
        while (!open.empty()) {
            const auto [collective, timeS] = open.back();
            open.pop_back();
            collectiveBeginS[collective] = std::max(collectiveBeginS[collective], timeS);
            if (--m_pendingCount[collective] > 0)
                continue;
            collectiveEndS[collective] = collectiveBeginS[collective] + m_transferS[collective];
            for (const std::size_t follower : m_followers[collective])
                open.emplace_back(follower, collectiveEndS[collective]);
            append(m_readyRanks, m_waitingRanks[collective]);
            m_waitingRanks[collective].clear();
        }
    }

    /// False if the end of an awaited collective is unknown; the rank then waits for the first such collective.
    bool replayNextLeg(std::size_t i)
    {
        const ProgramLeg& recorded = m_programs[i]->legs[m_nextLeg[i]];
        for (const std::size_t c : recorded.awaitedCollectives)
            if (std::isnan(collectiveEndS[c])) {
                m_waitingRanks[c].push_back(i);
                return false;
            }
        ReplayLeg leg{.fromS = m_legStartS[i],
                      .workEndS = m_legStartS[i] + m_schedules[i].legWorkS[m_nextLeg[i]],
                      .fromNs = recorded.fromNs,
                      .workEndNs = recorded.workEndNs,
                      .toNs = recorded.toNs};
        double legEnd = leg.workEndS, allArrivedS = leg.workEndS;
        for (const std::size_t c : recorded.awaitedCollectives) {
            allArrivedS = std::max(allArrivedS, collectiveBeginS[c]);
            legEnd = std::max(legEnd, collectiveEndS[c]);
        }
        if (m_options.overlapTransfers) {
            const double hidden =
                m_nextLeg[i] + 1 < m_schedules[i].legWorkS.size() ? m_schedules[i].legWorkS[m_nextLeg[i] + 1] : 0;
            legEnd = allArrivedS + std::max(0.0, legEnd - allArrivedS - hidden);
        }
        leg.toS = legEnd;
        leg.transferStartS = legEnd - transferSeconds(recorded.awaitedCollectives, leg.workEndS, legEnd);
        ranks[i].workS += leg.workEndS - leg.fromS;
        ranks[i].waitingS += leg.transferStartS - leg.workEndS;
        ranks[i].transferS += leg.toS - leg.transferStartS;
        legs[i].push_back(leg);
        m_legStartS[i] = legEnd;
        ++m_nextLeg[i];
        startCollectives(i);
        return true;
    }

    /// Seconds of [from, to) during which one of the collectives is transferring data.
    [[nodiscard]] double transferSeconds(const std::vector<std::size_t>& collectives, double from, double to) const
    {
        std::vector<std::pair<double, double>> transfers;
        for (const std::size_t c : collectives)
            if (std::min(collectiveEndS[c], to) > std::max(collectiveBeginS[c], from))
                transfers.emplace_back(std::max(collectiveBeginS[c], from), std::min(collectiveEndS[c], to));
        std::ranges::sort(transfers);
        double sum = 0, covered = from;
        for (const auto& [transferBegin, transferEnd] : transfers) {
            sum += std::max(0.0, transferEnd - std::max(transferBegin, covered));
            covered = std::max(covered, transferEnd);
        }
        return sum;
    }
};

}  // namespace

Result<Replay> replay(const TraceRun& run, const ReplayOptions& options)
{
    TRY_DO(checkReplayable(run, options));
    const std::size_t ranks = run.ranks.size();
    std::vector<RankProgram> programs;
    for (std::size_t r = 0; r < ranks; ++r)
        programs.push_back(extractProgram(run, r));
    advanceQueuedStarts(run, programs);

    const auto holdsRank = [&](const std::vector<int>& list, std::size_t r) {
        return contains(list, run.ranks[r].rank);
    };
    // The ranks that provide the median: those not in ranksAtMedian, or all if none is left.
    std::vector<std::size_t> referenceRanks;
    for (std::size_t r = 0; r < ranks; ++r)
        if (!holdsRank(options.ranksAtMedian, r))
            referenceRanks.push_back(r);
    for (std::size_t r = 0; r < ranks && referenceRanks.size() == r; ++r)
        referenceRanks.push_back(r);
    const SyncPoints syncPoints = findSyncPoints(programs[referenceRanks.front()]);
    std::vector<std::vector<double>> marks;
    for (const std::size_t r : referenceRanks)
        marks.push_back(workAtSyncPoints(programs[r], syncPoints));
    std::vector<double> medianMarks;
    for (std::size_t k = 0; k < marks.front().size(); ++k) {
        std::vector<double> durations;
        for (const std::vector<double>& each : marks)
            durations.push_back(each[k] - (k == 0 ? 0 : each[k - 1]));
        medianMarks.push_back((k == 0 ? 0 : medianMarks.back()) + median(std::move(durations)));
    }

    std::vector<const RankProgram*> activePrograms;
    std::vector<RankSchedule> schedules;
    std::vector<double> rankBeginS;
    Replay result;
    double firstBegin = INFINITY, lastEnd = -INFINITY;
    const std::int64_t origin = programs[0].legs.front().fromNs;
    for (std::size_t r = 0; r < ranks; ++r) {
        if (holdsRank(options.ranksLeftOutOfReplay, r))
            continue;
        const std::vector<ProgramLeg>& legs = programs[r].legs;
        activePrograms.push_back(&programs[r]);
        schedules.push_back(holdsRank(options.ranksAtMedian, r)
                                ? makeRetimedSchedule(programs[r], syncPoints, medianMarks)
                                : makeSchedule(programs[r]));
        rankBeginS.push_back(double(legs.front().fromNs - origin) * 1e-9 - run.matched.offsets[r].seconds);
        firstBegin = std::min(firstBegin, rankBeginS.back());
        lastEnd = std::max(lastEnd, rankBeginS.back() + double(legs.back().toNs - legs.front().fromNs) * 1e-9);
        result.ranks.push_back({.rank = run.ranks[r].rank});
    }
    if (activePrograms.empty())
        return fail(ErrorCode::Refused, "no rank is left", "fewer removed ranks");
    result.recordedSpanS = lastEnd - firstBegin;
    ReplayEngine engine(run, options, std::move(activePrograms), std::move(schedules), std::move(rankBeginS));
    if (!engine.replayAll())
        return fail(ErrorCode::Refused,
                    "the ranks wait for each other in a cycle: collectives matched by name are not the same",
                    "traces of one run with the same collectives in the same order");
    double end = -INFINITY;
    for (std::size_t i = 0; i < result.ranks.size(); ++i) {
        result.ranks[i].workS = engine.ranks[i].workS;
        result.ranks[i].transferS = engine.ranks[i].transferS;
        result.ranks[i].waitingS = engine.ranks[i].waitingS;
        end = std::max(end, engine.legs[i].back().toS);
        for (ReplayLeg& leg : engine.legs[i])
            for (double* each : {&leg.fromS, &leg.workEndS, &leg.transferStartS, &leg.toS})
                *each -= firstBegin;
    }
    for (const double each : engine.collectiveEndS)
        result.collectiveEndS.push_back(each - firstBegin);
    result.legs = std::move(engine.legs);
    result.spanS = end - firstBegin;
    return result;
}

std::vector<DetailSpan> replayedBar(const TraceRun& run, const Replay& replayed, std::size_t rankIndex)
{
    const std::size_t rank = rankIndexOf(run, replayed, rankIndex);
    const std::vector<DetailSpan> recorded = recordedBar(run, rank, 0);
    const std::vector<ReplayLeg>& legs = replayed.legs[rankIndex];
    std::vector<DetailSpan> bar;
    const auto add = [&](double fromS, double toS, Activity activity) {
        if (toNanoseconds(toS) > toNanoseconds(fromS))
            bar.push_back({toNanoseconds(fromS), toNanoseconds(toS), static_cast<std::uint32_t>(activity),
                           static_cast<std::uint8_t>(activity)});
    };
    auto next = recorded.begin();
    for (const ReplayLeg& leg : legs) {
        const TimeInterval segment{leg.fromNs, leg.workEndNs};
        while (next != recorded.end() && next->toNs <= segment.from)
            ++next;
        for (auto piece = next; segment.to > segment.from && piece != recorded.end() && piece->fromNs < segment.to;
             ++piece)
            add(mapTime(std::max(piece->fromNs, segment.from), segment, leg.fromS, leg.workEndS),
                mapTime(std::min(piece->toNs, segment.to), segment, leg.fromS, leg.workEndS),
                static_cast<Activity>(piece->colour));
        add(leg.workEndS, leg.transferStartS, Activity::Waiting);
        add(leg.transferStartS, leg.toS, Activity::Communication);
    }
    return bar;
}

std::int64_t toReplayTimeNs(const TraceRun&, const Replay& replayed, std::size_t rankIndex, std::int64_t ns)
{
    const std::vector<ReplayLeg>& legs = replayed.legs[rankIndex];
    for (const ReplayLeg& leg : legs) {
        if (ns <= leg.workEndNs || &leg == &legs.back())
            return toNanoseconds(
                mapTime(std::max(ns, leg.fromNs), {leg.fromNs, leg.workEndNs}, leg.fromS, leg.workEndS));
        if (ns < leg.toNs)
            return toNanoseconds(mapTime(ns, {leg.workEndNs, leg.toNs}, leg.workEndS, leg.toS));
    }
    return 0;
}

}  // namespace scalewright

#include "core/evidence/timeline/replay.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/evidence/timeline/program.h"

namespace scalewright {

namespace {

std::size_t rankAt(const TraceRun& run, const Replay& replayed, std::size_t place)
{
    std::size_t r = 0;
    while (run.ranks[r].rank != replayed.ranks[place].rank)
        ++r;
    return r;
}

std::int64_t nsOf(double seconds)
{
    return static_cast<std::int64_t>(std::llround(seconds * 1e9));
}

/// A moment of `from` at the same share of `to`.
double moved(std::int64_t ns, const Stretch& from, double toFirst, double toLast)
{
    return toFirst +
           double(ns - from.from) / double(std::max<std::int64_t>(1, from.to - from.from)) * (toLast - toFirst);
}

Result<void> replayable(const TraceRun& run, const ReplayHandles& handles)
{
    if (run.ranks.size() < 2)
        return fail(ErrorCode::Refused, "one rank cannot be replayed: whom it waited for is not in its trace",
                    "the traces of all ranks");
    if (!run.complete())
        return fail(ErrorCode::Refused,
                    say("{} of {} ranks are here, and what the others would have waited for is not known",
                        run.ranks.size(), *run.worldSize),
                    "the traces of all ranks");
    if (run.matched.collectives.empty())
        return fail(ErrorCode::Refused, "no collective is matched across the ranks, so nothing says when they met",
                    "traces of one run with the same collectives");
    Error error{ErrorCode::Input, {}};
    const auto known = [&](int rank) {
        return std::any_of(run.ranks.begin(), run.ranks.end(), [&](const TraceRank& r) { return r.rank == rank; });
    };
    for (const auto* list : {&handles.asMedian, &handles.without})
        for (const int rank : *list)
            if (!known(rank))
                error.problems.push_back({say("there is no rank {}", rank), "a rank of the trace", {}});
    if (!(handles.exchangeFactor >= 0) || !std::isfinite(handles.exchangeFactor))
        error.problems.push_back({say("{} is no factor for the exchange", significant(handles.exchangeFactor)),
                                  "0 or more; 0.5 is twice as fast",
                                  {}});
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

/// A rank's program in seconds, as the handles have it.
struct Way {
    std::vector<double> work;                    ///< of each leg
    std::vector<std::vector<std::size_t>> starts;  ///< the collectives that each leg starts
    std::vector<double> startS;                  ///< by collective: seconds into its leg
};

Way wayOf(const RankProgram& program)
{
    Way way;
    std::vector<std::int64_t> before;
    std::int64_t work = 0;
    for (const ProgramLeg& leg : program.legs) {
        before.push_back(work);
        way.work.push_back(double(leg.arrivesNs - leg.fromNs) * 1e-9);
        work += leg.arrivesNs - leg.fromNs;
    }
    way.starts.resize(program.legs.size());
    for (std::size_t c = 0; c < program.startsIn.size(); ++c) {
        const std::size_t leg = program.startsIn[c];
        way.starts[leg].push_back(c);
        way.startS.push_back(double(std::max<std::int64_t>(0, program.startsAfterNs[c] - before[leg])) * 1e-9);
    }
    return way;
}

/// What all ranks have in common: the starts of collectives and the waits for them, in the order of one of them.
struct Anchors {
    std::vector<std::pair<bool, std::size_t>> list;  ///< whether it is a start, and of which collective
    std::vector<std::size_t> startAt, waitAt;        ///< by collective: its place in the list
};

Anchors anchorsOf(const RankProgram& program)
{
    const std::size_t count = program.startsIn.size();
    std::vector<std::size_t> waitsIn(count, program.legs.size());
    for (std::size_t leg = 0; leg < program.legs.size(); ++leg)
        for (const std::size_t c : program.legs[leg].waitsFor)
            waitsIn[c] = leg;
    Anchors anchors;
    for (std::size_t c = 0; c < count; ++c) {
        anchors.list.emplace_back(true, c);
        anchors.list.emplace_back(false, c);
    }
    // Within a leg its starts come before its waits.
    const auto key = [&](const std::pair<bool, std::size_t>& each) {
        const std::size_t c = each.second;
        return each.first ? std::tuple(program.startsIn[c], 0, program.startsAfterNs[c], c)
                          : std::tuple(waitsIn[c], 1, program.waitsAfterNs[c], c);
    };
    std::sort(anchors.list.begin(), anchors.list.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    anchors.startAt.resize(count);
    anchors.waitAt.resize(count);
    for (std::size_t i = 0; i < anchors.list.size(); ++i)
        (anchors.list[i].first ? anchors.startAt : anchors.waitAt)[anchors.list[i].second] = i;
    return anchors;
}

/// Where the anchors are on the axis of a rank's work, never back; then all of its work.
std::vector<double> marksOf(const RankProgram& program, const Anchors& anchors)
{
    std::vector<double> marks;
    double last = 0;
    for (const auto& [starts, c] : anchors.list)
        marks.push_back(last =
                            std::max(last, double(starts ? program.startsAfterNs[c] : program.waitsAfterNs[c]) * 1e-9));
    marks.push_back(std::max(last, double(program.workNs) * 1e-9));
    return marks;
}

/// The rank's way with its work between two anchors as long as the others take for it.
Way wayLike(const RankProgram& program, const Anchors& anchors, const std::vector<double>& theirs)
{
    Way way = wayOf(program);
    double done = 0;
    for (std::size_t leg = 0; leg < way.work.size(); ++leg) {
        double until = leg + 1 == way.work.size() ? std::max(done, theirs.back()) : done;
        for (const std::size_t c : program.legs[leg].waitsFor)
            until = std::max(until, theirs[anchors.waitAt[c]]);
        for (const std::size_t c : way.starts[leg]) {
            const double at = theirs[anchors.startAt[c]];
            until = std::max(until, at);
            way.startS[c] = std::max(0.0, at - done);
        }
        way.work[leg] = until - done;
        done = until;
    }
    return way;
}

/// The graph, worked off as far as each rank can go.
class Player {
public:
    Player(const TraceRun& run, const ReplayHandles& handles, std::vector<const RankProgram*> programs,
           std::vector<Way> ways, std::vector<double> from)
        : m_handles(handles),
          m_programs(std::move(programs)),
          m_ways(std::move(ways)),
          m_now(std::move(from)),
          m_next(m_now.size()),
          m_missing(run.matched.collectives.size()),
          m_followers(m_missing.size()),
          m_waiting(m_missing.size()),
          begins(m_missing.size(), -INFINITY),
          ends(m_missing.size(), NAN),
          legs(m_now.size()),
          ranks(m_now.size())
    {
        for (std::size_t c = 0; c < m_missing.size(); ++c) {
            m_transferS.push_back(double(run.matched.collectives[c].transferNs()) * 1e-9 * handles.exchangeFactor);
            std::vector<std::size_t> before;
            for (const RankProgram* program : m_programs)
                if (program->before[c] >= 0)
                    before.push_back(static_cast<std::size_t>(program->before[c]));
            std::sort(before.begin(), before.end());
            before.erase(std::unique(before.begin(), before.end()), before.end());
            for (const std::size_t each : before)
                m_followers[each].push_back(c);
            m_missing[c] = m_now.size() + before.size();
        }
        for (std::size_t i = 0; i < m_now.size(); ++i)
            startAll(i);
    }

    /// False: ranks wait for each other in a circle.
    bool play()
    {
        for (std::size_t i = 0; i < m_now.size(); ++i)
            m_ready.push_back(i);
        while (!m_ready.empty()) {
            const std::size_t i = m_ready.back();
            m_ready.pop_back();
            while (m_next[i] < m_ways[i].work.size() && oneLeg(i)) {
            }
        }
        return std::all_of(m_next.begin(), m_next.end(), [&, i = std::size_t(0)](std::size_t next) mutable {
            return next == m_ways[i++].work.size();
        });
    }

private:
    const ReplayHandles& m_handles;
    std::vector<const RankProgram*> m_programs;
    std::vector<Way> m_ways;
    std::vector<double> m_now;         // where the rank's leg begins
    std::vector<std::size_t> m_next;   // leg
    std::vector<std::size_t> m_missing;  // by collective: ranks that have not started it, and those before it on a lane
    std::vector<std::vector<std::size_t>> m_followers;
    std::vector<std::vector<std::size_t>> m_waiting;  // ranks that stand still for it
    std::vector<double> m_transferS;
    std::vector<std::size_t> m_ready;

public:
    std::vector<double> begins, ends;  ///< of collectives; NaN: not yet
    std::vector<std::vector<ReplayLeg>> legs;
    std::vector<ReplayRank> ranks;

private:
    void startAll(std::size_t i)
    {
        if (m_next[i] < m_ways[i].work.size())
            for (const std::size_t c : m_ways[i].starts[m_next[i]])
                arrived(c, m_now[i] + m_ways[i].startS[c]);
    }

    void arrived(std::size_t first, double at)
    {
        std::vector<std::pair<std::size_t, double>> open{{first, at}};
        while (!open.empty()) {
            const auto [c, when] = open.back();
            open.pop_back();
            begins[c] = std::max(begins[c], when);
            if (--m_missing[c] > 0)
                continue;
            ends[c] = begins[c] + m_transferS[c];
            for (const std::size_t follower : m_followers[c])
                open.emplace_back(follower, ends[c]);
            m_ready.insert(m_ready.end(), m_waiting[c].begin(), m_waiting[c].end());
            m_waiting[c].clear();
        }
    }

    /// Whether the leg's collectives are known to end; else the rank waits for the first that is not.
    bool oneLeg(std::size_t i)
    {
        const ProgramLeg& recorded = m_programs[i]->legs[m_next[i]];
        for (const std::size_t c : recorded.waitsFor)
            if (std::isnan(ends[c])) {
                m_waiting[c].push_back(i);
                return false;
            }
        ReplayLeg leg{.fromS = m_now[i],
                      .arrivesS = m_now[i] + m_ways[i].work[m_next[i]],
                      .fromNs = recorded.fromNs,
                      .arrivesNs = recorded.arrivesNs,
                      .toNs = recorded.toNs};
        double until = leg.arrivesS, met = leg.arrivesS;
        for (const std::size_t c : recorded.waitsFor) {
            met = std::max(met, begins[c]);
            until = std::max(until, ends[c]);
        }
        if (m_handles.overlapAll) {
            const double hidden = m_next[i] + 1 < m_ways[i].work.size() ? m_ways[i].work[m_next[i] + 1] : 0;
            until = met + std::max(0.0, until - met - hidden);
        }
        leg.toS = until;
        leg.lastS = until - transferWithin(recorded.waitsFor, leg.arrivesS, until);
        ranks[i].segmentsS += leg.arrivesS - leg.fromS;
        ranks[i].waitingS += leg.lastS - leg.arrivesS;
        ranks[i].transferS += leg.toS - leg.lastS;
        legs[i].push_back(leg);
        m_now[i] = until;
        ++m_next[i];
        startAll(i);
        return true;
    }

    /// Seconds of [from, to) in which one of the collectives is in transfer.
    [[nodiscard]] double transferWithin(const std::vector<std::size_t>& collectives, double from, double to) const
    {
        std::vector<std::pair<double, double>> transfers;
        for (const std::size_t c : collectives)
            if (std::min(ends[c], to) > std::max(begins[c], from))
                transfers.emplace_back(std::max(begins[c], from), std::min(ends[c], to));
        std::sort(transfers.begin(), transfers.end());
        double sum = 0, covered = from;
        for (const auto& [a, b] : transfers) {
            sum += std::max(0.0, b - std::max(a, covered));
            covered = std::max(covered, b);
        }
        return sum;
    }
};

}  // namespace

Result<Replay> replay(const TraceRun& run, const ReplayHandles& handles)
{
    if (Result<void> possible = replayable(run, handles); !possible)
        return fail(std::move(possible.error()));
    const std::size_t ranks = run.ranks.size();
    std::vector<RankProgram> programs;
    for (std::size_t r = 0; r < ranks; ++r)
        programs.push_back(programOf(run, r));
    queueStarts(run, programs);

    const auto isIn = [&](const std::vector<int>& list, std::size_t r) {
        return std::find(list.begin(), list.end(), run.ranks[r].rank) != list.end();
    };
    // The ranks that the median is of: those not asked for, or all where none is left.
    std::vector<std::size_t> others;
    for (std::size_t r = 0; r < ranks; ++r)
        if (!isIn(handles.asMedian, r))
            others.push_back(r);
    for (std::size_t r = 0; r < ranks && others.size() == r; ++r)
        others.push_back(r);
    const Anchors anchors = anchorsOf(programs[others.front()]);
    std::vector<std::vector<double>> marks;
    for (const std::size_t r : others)
        marks.push_back(marksOf(programs[r], anchors));
    std::vector<double> middle;
    for (std::size_t k = 0; k < marks.front().size(); ++k) {
        std::vector<double> all;
        for (const std::vector<double>& each : marks)
            all.push_back(each[k] - (k == 0 ? 0 : each[k - 1]));
        middle.push_back((k == 0 ? 0 : middle.back()) + median(std::move(all)));
    }

    std::vector<const RankProgram*> here;
    std::vector<Way> ways;
    std::vector<double> begins;
    Replay out;
    double firstBegin = INFINITY, lastEnd = -INFINITY;
    const std::int64_t origin = programs[0].legs.front().fromNs;
    for (std::size_t r = 0; r < ranks; ++r) {
        if (isIn(handles.without, r))
            continue;
        const std::vector<ProgramLeg>& legs = programs[r].legs;
        here.push_back(&programs[r]);
        ways.push_back(isIn(handles.asMedian, r) ? wayLike(programs[r], anchors, middle) : wayOf(programs[r]));
        begins.push_back(double(legs.front().fromNs - origin) * 1e-9 - run.matched.offsets[r].seconds);
        firstBegin = std::min(firstBegin, begins.back());
        lastEnd = std::max(lastEnd, begins.back() + double(legs.back().toNs - legs.front().fromNs) * 1e-9);
        out.ranks.push_back({.rank = run.ranks[r].rank});
    }
    if (here.empty())
        return fail(ErrorCode::Refused, "no rank is left", "fewer ranks taken away");
    out.recordedSpanS = lastEnd - firstBegin;
    Player player(run, handles, std::move(here), std::move(ways), std::move(begins));
    if (!player.play())
        return fail(ErrorCode::Refused,
                    "the ranks wait for each other in a circle: what is matched by its name is not the same "
                    "collective",
                    "traces of one run with the same collectives in the same order");
    double end = -INFINITY;
    for (std::size_t i = 0; i < out.ranks.size(); ++i) {
        out.ranks[i].segmentsS = player.ranks[i].segmentsS;
        out.ranks[i].transferS = player.ranks[i].transferS;
        out.ranks[i].waitingS = player.ranks[i].waitingS;
        end = std::max(end, player.legs[i].back().toS);
        for (ReplayLeg& leg : player.legs[i])
            for (double* each : {&leg.fromS, &leg.arrivesS, &leg.lastS, &leg.toS})
                *each -= firstBegin;
    }
    for (const double each : player.ends)
        out.endS.push_back(each - firstBegin);
    out.legs = std::move(player.legs);
    out.spanS = end - firstBegin;
    return out;
}

std::vector<DetailSpan> replayedBar(const TraceRun& run, const Replay& replayed, std::size_t place)
{
    const std::size_t rank = rankAt(run, replayed, place);
    const std::vector<DetailSpan> recorded = recordedBar(run, rank, 0);
    const std::vector<ReplayLeg>& legs = replayed.legs[place];
    std::vector<DetailSpan> bar;
    const auto add = [&](double fromS, double toS, Doing what) {
        if (nsOf(toS) > nsOf(fromS))
            bar.push_back({nsOf(fromS), nsOf(toS), static_cast<std::uint32_t>(what), static_cast<std::uint8_t>(what)});
    };
    auto next = recorded.begin();
    for (const ReplayLeg& leg : legs) {
        const Stretch segment{leg.fromNs, leg.arrivesNs};
        while (next != recorded.end() && next->toNs <= segment.from)
            ++next;
        for (auto piece = next; segment.to > segment.from && piece != recorded.end() && piece->fromNs < segment.to;
             ++piece)
            add(moved(std::max(piece->fromNs, segment.from), segment, leg.fromS, leg.arrivesS),
                moved(std::min(piece->toNs, segment.to), segment, leg.fromS, leg.arrivesS),
                static_cast<Doing>(piece->colour));
        add(leg.arrivesS, leg.lastS, Doing::Waiting);
        add(leg.lastS, leg.toS, Doing::Communication);
    }
    return bar;
}

std::int64_t replayedNs(const TraceRun&, const Replay& replayed, std::size_t place, std::int64_t ns)
{
    const std::vector<ReplayLeg>& legs = replayed.legs[place];
    for (const ReplayLeg& leg : legs) {
        if (ns <= leg.arrivesNs || &leg == &legs.back())
            return nsOf(moved(std::max(ns, leg.fromNs), {leg.fromNs, leg.arrivesNs}, leg.fromS, leg.arrivesS));
        if (ns < leg.toNs)
            return nsOf(moved(ns, {leg.arrivesNs, leg.toNs}, leg.arrivesS, leg.toS));
    }
    return 0;
}

}  // namespace scalewright

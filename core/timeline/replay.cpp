#include "core/timeline/replay.h"

#include <algorithm>
#include <cmath>

#include "core/quantity/units.h"
#include "core/base/median.h"

namespace scalewright {

namespace {

/// Where a rank's recorded segment k lies, by its own clock.
Stretch segmentOf(const TraceRun& run, std::size_t rank, std::size_t k)
{
    const RankTimes& times = run.ranks[rank].reading.times;
    const std::vector<MatchedCollective>& all = run.matched.collectives;
    return {k == 0 ? times.fromNs : all[k - 1].startNs[rank] + all[k - 1].durationNs[rank],
            k == all.size() ? times.toNs : all[k].startNs[rank]};
}

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

}  // namespace

Result<Replay> replay(const TraceRun& run, const ReplayHandles& handles)
{
    if (Result<void> possible = replayable(run, handles); !possible)
        return fail(std::move(possible.error()));
    const std::vector<MatchedCollective>& collectives = run.matched.collectives;
    const std::size_t ranks = run.ranks.size(), count = collectives.size();

    // Segments, and begins on the first rank's clock.
    std::vector<std::vector<double>> segments(ranks, std::vector<double>(count + 1));
    std::vector<double> begins(ranks);
    double firstBegin = INFINITY, lastEnd = -INFINITY;
    const std::int64_t origin = run.ranks[0].reading.times.fromNs;
    for (std::size_t r = 0; r < ranks; ++r) {
        const RankTimes& times = run.ranks[r].reading.times;
        std::int64_t until = times.fromNs;
        for (std::size_t k = 0; k < count; ++k) {
            segments[r][k] = double(collectives[k].startNs[r] - until) * 1e-9;
            until = collectives[k].startNs[r] + collectives[k].durationNs[r];
        }
        segments[r][count] = double(times.toNs - until) * 1e-9;
        begins[r] = double(times.fromNs - origin) * 1e-9 - run.matched.offsets[r].seconds;
    }
    const auto isIn = [&](const std::vector<int>& list, std::size_t r) {
        return std::find(list.begin(), list.end(), run.ranks[r].rank) != list.end();
    };
    std::vector<std::size_t> here;
    for (std::size_t r = 0; r < ranks; ++r)
        if (!isIn(handles.without, r))
            here.push_back(r);
    if (here.empty())
        return fail(ErrorCode::Refused, "no rank is left", "fewer ranks taken away");
    for (std::size_t k = 0; k <= count && !handles.asMedian.empty(); ++k) {
        std::vector<double> all;
        for (std::size_t r = 0; r < ranks; ++r)
            if (!isIn(handles.asMedian, r))
                all.push_back(segments[r][k]);
        if (all.empty())  // all of them: the median of all
            for (std::size_t r = 0; r < ranks; ++r)
                all.push_back(segments[r][k]);
        const double middle = median(std::move(all));
        for (std::size_t r = 0; r < ranks; ++r)
            if (isIn(handles.asMedian, r))
                segments[r][k] = middle;
    }

    Replay out;
    std::vector<double> now;
    for (const std::size_t r : here) {
        now.push_back(begins[r]);
        out.ranks.push_back({.rank = run.ranks[r].rank});
        out.legs.emplace_back().reserve(count + 1);
        firstBegin = std::min(firstBegin, begins[r]);
        const RankTimes& times = run.ranks[r].reading.times;
        lastEnd = std::max(lastEnd, begins[r] + double(times.toNs - times.fromNs) * 1e-9);
    }
    out.recordedSpanS = lastEnd - firstBegin;
    for (std::size_t k = 0; k < count; ++k) {
        double last = -INFINITY;
        for (std::size_t i = 0; i < here.size(); ++i) {
            out.legs[i].push_back({.fromS = now[i]});
            now[i] += segments[here[i]][k];
            out.ranks[i].segmentsS += segments[here[i]][k];
            last = std::max(last, now[i]);
        }
        const double transfer = double(collectives[k].transferNs()) * 1e-9 * handles.exchangeFactor;
        for (std::size_t i = 0; i < here.size(); ++i) {
            const double paid =
                handles.overlapAll ? std::max(0.0, transfer - std::max(0.0, segments[here[i]][k + 1])) : transfer;
            out.ranks[i].waitingS += last - now[i];
            out.ranks[i].transferS += paid;
            ReplayLeg& leg = out.legs[i].back();
            leg = {leg.fromS, now[i], last, last + paid};
            now[i] = last + paid;
        }
        out.endS.push_back(*std::max_element(now.begin(), now.end()) - firstBegin);
    }
    double end = -INFINITY;
    for (std::size_t i = 0; i < here.size(); ++i) {
        const double from = now[i];
        now[i] += segments[here[i]][count];
        out.ranks[i].segmentsS += segments[here[i]][count];
        out.legs[i].push_back({from, now[i], now[i], now[i]});
        end = std::max(end, now[i]);
    }
    for (std::vector<ReplayLeg>& legs : out.legs)
        for (ReplayLeg& leg : legs)
            leg = {leg.fromS - firstBegin, leg.arrivesS - firstBegin, leg.lastS - firstBegin, leg.toS - firstBegin};
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
    for (std::size_t k = 0; k < legs.size(); ++k) {
        const Stretch segment = segmentOf(run, rank, k);
        while (next != recorded.end() && next->toNs <= segment.from)
            ++next;
        for (auto piece = next; segment.to > segment.from && piece != recorded.end() && piece->fromNs < segment.to;
             ++piece)
            add(moved(std::max(piece->fromNs, segment.from), segment, legs[k].fromS, legs[k].arrivesS),
                moved(std::min(piece->toNs, segment.to), segment, legs[k].fromS, legs[k].arrivesS),
                static_cast<Doing>(piece->colour));
        add(legs[k].arrivesS, legs[k].lastS, Doing::Waiting);
        add(legs[k].lastS, legs[k].toS, Doing::Communication);
    }
    return bar;
}

std::int64_t replayedNs(const TraceRun& run, const Replay& replayed, std::size_t place, std::int64_t ns)
{
    const std::size_t rank = rankAt(run, replayed, place);
    const std::vector<ReplayLeg>& legs = replayed.legs[place];
    for (std::size_t k = 0; k < legs.size(); ++k) {
        const Stretch segment = segmentOf(run, rank, k);
        if (ns <= segment.to || k + 1 == legs.size())
            return nsOf(moved(std::max(ns, segment.from), segment, legs[k].fromS, legs[k].arrivesS));
        if (const std::int64_t next = segmentOf(run, rank, k + 1).from; ns < next)
            return nsOf(moved(ns, {segment.to, next}, legs[k].arrivesS, legs[k].toS));
    }
    return 0;
}

}  // namespace scalewright

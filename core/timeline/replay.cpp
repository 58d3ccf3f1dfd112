#include "core/timeline/replay.h"

#include <algorithm>
#include <cmath>

#include "core/quantity/units.h"

namespace scalewright {

namespace {

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

Result<void> replayable(const TraceRun& run, const ReplayHandles& handles)
{
    if (run.ranks.size() < 2)
        return fail(ErrorCode::Refused, say("one rank cannot be replayed: whom it waited for is not in its trace"), say("the traces of all ranks"));
    if (!run.complete())
        return fail(ErrorCode::Refused, say("{} of {} ranks are here, and what the others would have waited for is not known", run.ranks.size(), *run.worldSize),
                    say("the traces of all ranks"));
    if (run.matched.collectives.empty())
        return fail(ErrorCode::Refused, say("no collective is matched across the ranks, so nothing says when they met"), say("traces of one run with the same collectives"));
    Error error{ErrorCode::Input, {}};
    const auto known = [&](int rank) { return std::any_of(run.ranks.begin(), run.ranks.end(), [&](const TraceRank& r) { return r.rank == rank; }); };
    for (const auto* list : {&handles.asMedian, &handles.without})
        for (const int rank : *list)
            if (!known(rank))
                error.problems.push_back({say("there is no rank {}", rank), say("a rank of the trace"), {}});
    if (!(handles.exchangeFactor >= 0) || !std::isfinite(handles.exchangeFactor))
        error.problems.push_back({say("{} is no factor for the exchange", significant(handles.exchangeFactor)), say("0 or more; 0.5 is twice as fast"), {}});
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
    const auto isIn = [&](const std::vector<int>& list, std::size_t r) { return std::find(list.begin(), list.end(), run.ranks[r].rank) != list.end(); };
    std::vector<std::size_t> here;
    for (std::size_t r = 0; r < ranks; ++r)
        if (!isIn(handles.without, r))
            here.push_back(r);
    if (here.empty())
        return fail(ErrorCode::Refused, say("no rank is left"), say("fewer ranks taken away"));
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
        firstBegin = std::min(firstBegin, begins[r]);
        const RankTimes& times = run.ranks[r].reading.times;
        lastEnd = std::max(lastEnd, begins[r] + double(times.toNs - times.fromNs) * 1e-9);
    }
    out.recordedSpanS = lastEnd - firstBegin;
    for (std::size_t k = 0; k < count; ++k) {
        double last = -INFINITY;
        for (std::size_t i = 0; i < here.size(); ++i) {
            now[i] += segments[here[i]][k];
            out.ranks[i].segmentsS += segments[here[i]][k];
            last = std::max(last, now[i]);
        }
        const double transfer = double(collectives[k].transferNs()) * 1e-9 * handles.exchangeFactor;
        for (std::size_t i = 0; i < here.size(); ++i) {
            const double paid = handles.overlapAll ? std::max(0.0, transfer - std::max(0.0, segments[here[i]][k + 1])) : transfer;
            out.ranks[i].waitingS += last - now[i];
            out.ranks[i].transferS += paid;
            now[i] = last + paid;
        }
        out.endS.push_back(*std::max_element(now.begin(), now.end()) - firstBegin);
    }
    double end = -INFINITY;
    for (std::size_t i = 0; i < here.size(); ++i) {
        now[i] += segments[here[i]][count];
        out.ranks[i].segmentsS += segments[here[i]][count];
        end = std::max(end, now[i]);
    }
    out.spanS = end - firstBegin;
    return out;
}

}  // namespace scalewright

#include "core/evidence/timeline/program.h"

#include <algorithm>
#include <map>

namespace scalewright {

namespace {

constexpr std::int64_t queuedNs = 100'000;  // a lane that is free for less than that had the next one waiting

/// What happens on a rank; at the same moment in this order.
enum class What { Ends, GoesOn, StepEnds, StandsStill, Starts };

struct Moment {
    std::int64_t ns = 0;
    What what = What::Starts;
    std::size_t collective = 0;
};

/// Where the rank does nothing while a matched collective is under way.
TimeSet standstillsOf(const TraceRun& run, std::size_t rank)
{
    const RankTimes& times = run.ranks[rank].reading.times;
    std::vector<Stretch> underWay;
    for (const MatchedCollective& each : run.matched.collectives)
        underWay.push_back({each.startNs[rank], each.endNs(rank)});
    TimeSet work = without(times.all, times.classified);
    for (const TimeSet* each : {&times.compute, &times.memory, &times.io, &times.waiting})
        work = unionOf(work, *each);
    return without(unionOf(std::move(underWay)), work);
}

std::vector<Moment> momentsOf(const TraceRun& run, std::size_t rank)
{
    std::vector<Moment> moments;
    for (std::size_t c = 0; c < run.matched.collectives.size(); ++c) {
        const MatchedCollective& each = run.matched.collectives[c];
        moments.push_back({each.startNs[rank], What::Starts, c});
        moments.push_back({each.endNs(rank), What::Ends, c});
    }
    for (const Stretch& each : standstillsOf(run, rank)) {
        moments.push_back({each.from, What::StandsStill, 0});
        moments.push_back({each.to, What::GoesOn, 0});
    }
    if (run.ranks[rank].reading.stepsMarked)
        for (const StepWindow& step : run.ranks[rank].reading.steps)
            if (step.toNs < run.ranks[rank].reading.times.toNs)
                moments.push_back({step.toNs, What::StepEnds, 0});
    std::stable_sort(moments.begin(), moments.end(),
                     [](const Moment& a, const Moment& b) { return a.ns != b.ns ? a.ns < b.ns : a.what < b.what; });
    return moments;
}

/// The legs as they are found, in order of time.
class Legs {
public:
    explicit Legs(std::int64_t fromNs) : m_from(fromNs) {}
    std::vector<ProgramLeg> list;
    std::vector<std::size_t> ended;  ///< and not waited for

    void waitUntil(std::int64_t arrivesNs, std::int64_t toNs)
    {
        if (ended.empty())
            return;
        arrivesNs = std::max(arrivesNs, m_from);
        toNs = std::max(toNs, arrivesNs);
        list.push_back({m_from, arrivesNs, toNs, std::move(ended)});
        ended.clear();
        m_from = toNs;
    }
    void finish(std::int64_t toNs)
    {
        toNs = std::max(toNs, m_from);
        waitUntil(toNs, toNs);
        list.push_back({m_from, toNs, toNs, {}});
    }

private:
    std::int64_t m_from;
};

}  // namespace

RankProgram programOf(const TraceRun& run, std::size_t rank)
{
    const RankReading& reading = run.ranks[rank].reading;
    const std::size_t count = run.matched.collectives.size();
    const std::vector<Moment> moments = momentsOf(run, rank);
    Legs legs(std::min(reading.times.fromNs, moments.front().ns));
    std::int64_t standsFrom = 0, lastEnd = 0;
    bool still = false, endedHere = false;  // since it stands still and started the last
    const auto goOn = [&] {
        if (endedHere)
            legs.waitUntil(standsFrom, lastEnd);
        endedHere = false;
    };
    for (const Moment& moment : moments) {
        switch (moment.what) {
        case What::Ends:
            legs.ended.push_back(moment.collective);
            endedHere = still;
            lastEnd = moment.ns;
            break;
        case What::GoesOn:
            goOn();
            still = false;
            break;
        case What::StepEnds:
            if (!still)
                legs.waitUntil(moment.ns, moment.ns);
            break;
        case What::StandsStill:
            still = true;
            standsFrom = moment.ns;
            break;
        case What::Starts:
            if (still) {
                goOn();
                standsFrom = moment.ns;
            }
            break;
        }
    }
    goOn();
    legs.finish(std::max(reading.times.toNs, moments.back().ns));

    RankProgram program{.legs = std::move(legs.list)};
    program.startsAfterNs.resize(count);
    program.startsIn.resize(count);
    program.before.assign(count, -1);
    std::size_t leg = 0;
    std::int64_t workBefore = 0;
    std::map<std::uint32_t, std::size_t> lastOf;
    for (const Moment& moment : moments) {
        if (moment.what != What::Starts)
            continue;
        while (leg + 1 < program.legs.size() && moment.ns >= program.legs[leg].toNs) {
            workBefore += program.legs[leg].arrivesNs - program.legs[leg].fromNs;
            ++leg;
        }
        const ProgramLeg& in = program.legs[leg];
        program.startsIn[moment.collective] = leg;
        program.startsAfterNs[moment.collective] =
            workBefore + std::clamp<std::int64_t>(moment.ns - in.fromNs, 0, in.arrivesNs - in.fromNs);
        const std::uint32_t lane = run.matched.collectives[moment.collective].lane[rank];
        if (const auto last = lastOf.find(lane);
            last != lastOf.end() && run.matched.collectives[last->second].endNs(rank) <= moment.ns)
            program.before[moment.collective] = static_cast<std::ptrdiff_t>(last->second);
        lastOf[lane] = moment.collective;
    }
    program.waitsAfterNs.assign(count, -1);
    for (std::size_t i = 0; i < program.legs.size(); ++i) {
        program.workNs += program.legs[i].arrivesNs - program.legs[i].fromNs;
        // One that takes no time ends as it starts: nobody waits for what comes later.
        std::erase_if(program.legs[i].waitsFor, [&](std::size_t c) { return program.startsIn[c] > i; });
        for (const std::size_t c : program.legs[i].waitsFor)
            program.waitsAfterNs[c] = program.workNs;
    }
    for (std::int64_t& each : program.waitsAfterNs)
        each = each < 0 ? program.workNs : each;
    return program;
}

void queueStarts(const TraceRun& run, std::vector<RankProgram>& programs)
{
    const std::vector<MatchedCollective>& all = run.matched.collectives;
    for (std::size_t c = 0; c < all.size(); ++c) {
        const std::ptrdiff_t before = programs.front().before[c];
        if (before < 0)
            continue;
        const auto b = static_cast<std::size_t>(before);
        std::int64_t least = INT64_MAX;
        for (const RankProgram& program : programs)
            if (program.before[c] == before)
                least = std::min(least, program.startsAfterNs[c] - program.startsAfterNs[b]);
        for (std::size_t r = 0; r < programs.size(); ++r) {
            RankProgram& program = programs[r];
            if (program.before[c] != before || all[c].startNs[r] - all[b].endNs(r) > queuedNs ||
                program.startsIn[c] != program.startsIn[b])
                continue;
            program.startsAfterNs[c] = std::min(program.startsAfterNs[c], program.startsAfterNs[b] + least);
        }
    }
}

}  // namespace scalewright

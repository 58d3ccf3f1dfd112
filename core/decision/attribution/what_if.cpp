// What a remedy would do to the ladder: a what-if, not a measurement.
#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/decision/attribution/folds.h"

namespace scalewright {

namespace {

constexpr double nothingChanges = 0.01;  // of a speedup

/// Latency grows with p (a ring's with p - 1, a tree's with log p), the bandwidth term is nearly flat from p = 4 on.
bool communicationGrows(const MeasuredLadder& ladder)
{
    std::vector<std::pair<int, double>> seconds;
    for (const Rung& rung : ladder.rungs)
        if (rung.p > 1 && rung.parts && rung.parts->commS > 0)
            seconds.emplace_back(rung.p, rung.parts->commS);
    if (seconds.size() < 2)
        return false;
    const auto& [firstP, first] = seconds.front();
    const auto& [lastP, last] = seconds.back();
    return std::log(last / first) / std::log(static_cast<double>(lastP) / firstP) > 0.5;
}

/// Where the what-if shows: the p that the argument is made at, else the one that changes most; nullptr where the
/// speedup changes by less than 1 % at every p.
const Rung* changedRung(const MeasuredLadder& before, const MeasuredLadder& after)
{
    const auto change = [&](const Rung& rung) { return std::abs(after.at(rung.p)->speedup / rung.speedup - 1); };
    const Rung* at = before.at(attribute(before).atP);
    if (at != nullptr && change(*at) >= nothingChanges)
        return at;
    const auto most = std::max_element(before.rungs.begin(), before.rungs.end(),
                                       [&](const Rung& a, const Rung& b) { return change(a) < change(b); });
    return change(*most) >= nothingChanges ? &*most : nullptr;
}

TimeParts answered(const TimeParts& parts, const TimeParts& base, double share, Cause cause)
{
    TimeParts after = parts;
    switch (cause) {
    case Cause::CommunicationWall: after.commS /= 2; break;
    case Cause::LoadImbalance: after.idleS = std::min(parts.idleS, share * base.idleS); break;
    case Cause::SerialFraction:
    case Cause::ComputeInflation: after.compS = std::min(parts.compS, share * base.compS); break;
    case Cause::InputOutput: after.ioS /= 2; break;
    case Cause::Undecided:
    case Cause::Unknown:
    case Cause::None: break;
    }
    return after;
}

}  // namespace

std::vector<Remedy> remediesFor(Cause cause, const MeasuredLadder& ladder)
{
    const Remedy compression{"compression", "Compress what is sent",
                             "Fewer bytes per exchange (lower precision; of gradients, the top-k) divide the "
                             "bandwidth term; the accuracy has to be "
                             "checked again, and latency stays."};
    const Remedy schedule{
        "schedule", "A better collective schedule",
        "Where communication grows with p, hops cost most. A tree or a hierarchical all-reduce takes fewer than a "
        "ring, and the same bytes arrive."};
    const Remedy batch{"larger-batch", "A larger batch",
                       "More compute per exchange: the same communication is paid for less often. The steps get "
                       "fewer, and past the critical "
                       "batch size more examples are needed for the same quality."};
    const Remedy overlap{"overlap", "Overlap it with compute",
                         "Send while the workers still compute (in training, during the backward pass), or read "
                         "ahead: what hides behind "
                         "compute costs no time, as long as there is compute to hide behind."};
    const Remedy balance{"balance", "Balance the shards",
                         "Cut the work finer and hand it out as workers become free, or split the largest shard: "
                         "the barrier then waits for "
                         "nobody in particular."};
    const Remedy serial{"serial-stage", "Shrink or parallelise the serial stage",
                        "What one worker does while p wait bounds the speedup by 1/f. Run it on all workers, do it "
                        "once and keep the result, or take it out of the run."};
    const Remedy pipeline{"input-pipeline", "Feed the workers in parallel",
                          "Shard the input, read ahead and keep it near the workers: storage that is read by p "
                          "workers has to deliver p times "
                          "the rate."};
    const Remedy fewer{
        "less-sharing", "Share less of the machine",
        "Compute that slows as workers are added shares something that is full, mostly memory bandwidth, a cache "
        "or a power limit: "
        "fewer workers on a node, workers bound to their own memory, or work in blocks that fit a cache."};
    switch (cause) {
    case Cause::CommunicationWall:
        return communicationGrows(ladder) ? std::vector<Remedy>{schedule, batch, compression, overlap}
                                          : std::vector<Remedy>{compression, batch, overlap, schedule};
    case Cause::LoadImbalance: return {balance, overlap};
    case Cause::SerialFraction: return {serial, batch};
    case Cause::ComputeInflation: return {fewer, batch};
    case Cause::InputOutput: return {pipeline, overlap};
    case Cause::Undecided:
    case Cause::Unknown:
    case Cause::None: break;
    }
    return {};
}

std::vector<Cause> whatIfCauses(const MeasuredLadder& ladder, const Attribution& why)
{
    if (!ladder.hasParts)
        return {};
    const auto isTold = [&](bool Rung::*told) {
        return std::any_of(ladder.rungs.begin(), ladder.rungs.end(), [&](const Rung& rung) { return rung.*told; });
    };
    std::vector<Cause> causes;
    if (isTold(&Rung::commTold))
        causes.push_back(Cause::CommunicationWall);
    if (isTold(&Rung::idleTold))
        causes.push_back(Cause::LoadImbalance);
    if (isTold(&Rung::compTold))
        causes.push_back(why.compute);
    if (ladder.ioApart)
        causes.push_back(Cause::InputOutput);
    return causes;
}

std::string remedyAssumption(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return "communication takes half its time at every p, all else equal";
    case Cause::LoadImbalance: return "waiting beyond the base's share is gone at every p, all else equal";
    case Cause::SerialFraction:
        return "compute beyond the base's share is gone at every p (the serial stage parallelised), all else equal";
    case Cause::ComputeInflation:
        return "compute beyond the base's share is gone at every p (every worker computes as fast as one alone), all "
               "else "
               "equal";
    case Cause::InputOutput: return "input and output take half their time at every p, all else equal";
    case Cause::Undecided:
    case Cause::Unknown:
    case Cause::None: break;
    }
    return {};
}

Result<MeasuredLadder> withRemedy(const MeasuredLadder& ladder, Cause cause)
{
    if (cause == Cause::Undecided || cause == Cause::Unknown || cause == Cause::None)
        return fail(ErrorCode::Input, "there is no remedy for a cause that has no name",
                    "communication, balance, serial, inflation or io");
    if (!ladder.hasParts)
        return fail(ErrorCode::Input,
                    "a what-if changes one part of the time, and this ladder does not have the parts at every p",
                    "comp, comm and idle in every row");
    const TimeParts base = ladder.rungs.front().parts.value_or(TimeParts{});
    std::vector<TimeParts> parts;
    parts.reserve(ladder.rungs.size());
    for (const Rung& rung : ladder.rungs)
        parts.push_back(
            answered(rung.parts.value_or(TimeParts{}), base, attribution::idealShare(ladder, rung.p), cause));
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].totalS() <= 0)
            return fail(ErrorCode::Input, say("nothing of the time at p = {} would be left", ladder.rungs[i].p),
                        "a ladder with compute in every row");
    return withParts(ladder, parts);
}

std::string remedyEffect(const MeasuredLadder& before, const MeasuredLadder& after, Cause cause)
{
    const Rung& knee = *before.at(before.kneeP);
    const Rung& fastest = *before.at(before.fastestP);
    const Rung& then = *after.at(after.fastestP);
    const double gain = then.speedup / fastest.speedup - 1;
    std::string text = say("If {}: ", remedyAssumption(cause));
    const bool sameBest = after.kneeP == before.kneeP && std::abs(gain) < nothingChanges;
    const Rung* changed = sameBest ? changedRung(before, after) : nullptr;
    const Rung* thenThere = changed != nullptr ? after.at(changed->p) : nullptr;
    // Where the base gains more, its speedup falls though the run is faster.
    if (changed != nullptr && thenThere->speedup < changed->speedup && !before.isThroughput)
        return text + say("at {} workers {} would be {}; p = {} {} the fastest.", changed->p,
                          formatAmount(changed->timeS, Dimension::Time).joined(),
                          formatAmount(thenThere->timeS, Dimension::Time).joined(), after.fastestP,
                          after.fastestP == before.fastestP ? "stays" : "becomes");
    if (changed != nullptr)
        return text + say("at {} workers {}× would be {}×; p = {} {} the fastest.", changed->p,
                          decimalText(changed->speedup, 2), decimalText(after.at(changed->p)->speedup, 2),
                          after.fastestP, after.fastestP == before.fastestP ? "stays" : "becomes");
    if (after.kneeP != before.kneeP)
        text += say("the knee moves from {} to {}, ", before.kneeP, after.kneeP);
    else
        text += say("the knee stays at {}, ", knee.p);
    if (sameBest)
        return text + say("and the best speedup goes from {} to {}: nothing changes, this was not the cause.",
                          decimalText(fastest.speedup, 2), decimalText(then.speedup, 2));
    return text + say("and the best speedup goes from {} (p = {}) to {} (p = {}).", decimalText(fastest.speedup, 2),
                      fastest.p, decimalText(then.speedup, 2), then.p);
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of a remedy on the ladder: a what-if, not a measurement.
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/quantity/factor.h"
#include "core/decision/attribution/folds.h"

namespace scalewright {

namespace {

constexpr double negligibleSpeedupChange = 0.01;  // relative
constexpr double negligibleGain = 0.001;  // relative; less is the same speedup in three digits

/// Latency grows with p (p - 1 for a ring, log p for a tree); the bandwidth term is nearly constant from p = 4 on.
bool isCommunicationGrowing(const MeasuredLadder& ladder)
{
    std::vector<std::pair<int, double>> seconds;
    for (const Rung& rung : ladder.rungs)
        if (rung.p > 1 && rung.parts && rung.parts->commS > 0)
            seconds.emplace_back(rung.p, rung.parts->commS);
    if (seconds.size() < 2)
        return false;
    const auto& [firstP, firstS] = seconds.front();
    const auto& [lastP, lastS] = seconds.back();
    return std::log(lastS / firstS) / std::log(static_cast<double>(lastP) / firstP) > 0.5;
}

/// The rung for which to show the what-if: the one at explainedP, or else the one that changes most; nullptr if the
/// speedup changes by less than 1 % at every p.
const Rung* mostAffectedRung(const MeasuredLadder& before, const MeasuredLadder& after, int explainedP)
{
    const auto change = [&](const Rung& rung) { return std::abs(after.findRung(rung.p)->speedup / rung.speedup - 1); };
    const Rung* explainedRung = before.findRung(explainedP);
    if (explainedRung != nullptr && change(*explainedRung) >= negligibleSpeedupChange)
        return explainedRung;
    const auto largestChange =
        std::ranges::max_element(before.rungs, [&](const Rung& a, const Rung& b) { return change(a) < change(b); });
    return change(*largestChange) >= negligibleSpeedupChange ? &*largestChange : nullptr;
}

/// nullptr for a cause that no part shows.
attribution::TimePartMember partOf(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return &TimeParts::commS;
    case Cause::LoadImbalance: return &TimeParts::idleS;
    case Cause::SerialFraction:
    case Cause::ComputeInflation: return &TimeParts::compS;
    case Cause::InputOutput: return &TimeParts::ioS;
    case Cause::Undecided:
    case Cause::Unknown:
    case Cause::None: break;
    }
    return nullptr;
}

}  // namespace

std::vector<Remedy> remediesFor(Cause cause, const MeasuredLadder& ladder)
{
    const Remedy compression{"compression", "Compress what is sent",
                             "Fewer bytes per exchange (lower precision, or the top-k of gradients) reduce the "
                             "bandwidth term; latency stays, and the accuracy has to be checked again."};
    const Remedy schedule{"schedule", "A better collective schedule",
                          "If communication grows with p, hops cost most. A tree or a hierarchical all-reduce needs "
                          "fewer hops than a ring for the same result."};
    const Remedy batch{"larger-batch", "A larger batch",
                       "More compute per exchange: the same communication happens less often. There are fewer steps, "
                       "and above the critical batch size the same quality needs more examples."};
    const Remedy overlap{"overlap", "Overlap it with compute",
                         "Send while the workers still compute (in training, during the backward pass), or read ahead: "
                         "whatever is hidden behind compute costs no time, as long as there is enough compute."};
    const Remedy balance{"balance", "Balance the shards",
                         "Split the work more finely and assign it as workers become free, or split the largest shard: "
                         "the barrier then waits for no single worker."};
    const Remedy serial{"serial-stage", "Shrink or parallelise the serial stage",
                        "Work that one worker does while p wait limits the speedup to 1/f. Run it on all workers, do "
                        "it once and keep the result, or move it out of the run."};
    const Remedy pipeline{"input-pipeline", "Feed the workers in parallel",
                          "Shard the input, read ahead and keep it near the workers: storage read by p workers has to "
                          "deliver p times the rate."};
    const Remedy fewer{"less-sharing", "Share less of the machine",
                       "Compute that slows as workers are added shares a saturated resource, mostly memory bandwidth, "
                       "a cache or a power limit: use fewer workers per node, bind workers to their own memory, or "
                       "work in blocks that fit a cache."};
    switch (cause) {
    case Cause::CommunicationWall:
        return isCommunicationGrowing(ladder) ? std::vector<Remedy>{schedule, batch, compression, overlap}
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

std::vector<Cause> whatIfCauses(const MeasuredLadder& ladder, const Attribution& attribution)
{
    if (!ladder.hasParts)
        return {};
    const auto isMeasured = [&](bool Rung::*isKnown) {
        return std::ranges::any_of(ladder.rungs, [&](const Rung& rung) { return rung.*isKnown; });
    };
    std::vector<Cause> causes;
    if (isMeasured(&Rung::isCommKnown))
        causes.push_back(Cause::CommunicationWall);
    if (isMeasured(&Rung::isIdleKnown))
        causes.push_back(Cause::LoadImbalance);
    if (isMeasured(&Rung::isCompKnown))
        causes.push_back(attribution.computeCause);
    if (ladder.hasSeparateIo)
        causes.push_back(Cause::InputOutput);
    std::vector<std::pair<double, Cause>> gains;
    for (const Cause cause : causes)
        if (const Result<MeasuredLadder> after = withRemedy(ladder, cause))
            gains.emplace_back(after->findRung(attribution.explainedP)->speedup, cause);
    std::erase_if(gains, [&, now = ladder.findRung(attribution.explainedP)->speedup](const auto& each) {
        return each.first < now * (1 + negligibleGain);
    });
    std::ranges::stable_sort(gains, std::greater(), &std::pair<double, Cause>::first);
    causes.clear();
    for (const auto& [speedup, cause] : gains)
        causes.push_back(cause);
    return causes;
}

std::string remedyAssumption(Cause cause)
{
    const char* part = nullptr;
    switch (cause) {
    case Cause::CommunicationWall: part = "communication"; break;
    case Cause::LoadImbalance: part = "waiting"; break;
    case Cause::SerialFraction:
    case Cause::ComputeInflation: part = "compute"; break;
    case Cause::InputOutput: part = "input and output"; break;
    case Cause::Undecided:
    case Cause::Unknown:
    case Cause::None: return {};
    }
    return formatMessage("half of the {} above the base's share is gone at every p, all else equal", part);
}

Result<MeasuredLadder> withRemedy(const MeasuredLadder& ladder, Cause cause)
{
    const attribution::TimePartMember part = partOf(cause);
    if (part == nullptr)
        return fail(ErrorCode::Input, "this cause has no remedy", "communication, balance, serial, inflation or io");
    if (!ladder.hasParts)
        return fail(ErrorCode::Input,
                    "a what-if changes one part of the time, but this ladder does not have the parts at every p",
                    "comp, comm and idle in every row");
    std::vector<TimeParts> parts;
    parts.reserve(ladder.rungs.size());
    for (const Rung& rung : ladder.rungs) {
        TimeParts& after = parts.emplace_back(*rung.parts);
        const double excess = after.*part - attribution::idealShare(ladder, rung.p) * parts.front().*part;
        after.*part -= std::max(0.0, excess) / 2;
    }
    return withParts(ladder, parts);
}

std::string remedyEffect(const MeasuredLadder& before, const MeasuredLadder& after, Cause cause, int explainedP)
{
    const Rung& knee = *before.findRung(before.kneeP);
    const Rung& fastest = *before.findRung(before.fastestP);
    const Rung& fastestAfter = *after.findRung(after.fastestP);
    const double gain = fastestAfter.speedup / fastest.speedup - 1;
    std::string text = formatMessage("If {}: ", remedyAssumption(cause));
    const bool isBestUnchanged = after.kneeP == before.kneeP && std::abs(gain) < negligibleSpeedupChange;
    const Rung* affectedRung = isBestUnchanged ? mostAffectedRung(before, after, explainedP) : nullptr;
    if (affectedRung != nullptr)
        return text + formatMessage("at {} workers {}× would be {}×; p = {} {} the fastest.", affectedRung->p,
                                    plainFactorText(affectedRung->speedup),
                                    plainFactorText(after.findRung(affectedRung->p)->speedup), after.fastestP,
                                    after.fastestP == before.fastestP ? "stays" : "becomes");
    if (after.kneeP != before.kneeP)
        text += formatMessage("the knee moves from {} to {}, ", before.kneeP, after.kneeP);
    else
        text += formatMessage("the knee stays at {}, ", knee.p);
    if (isBestUnchanged)
        return text + formatMessage("and the best speedup goes from {} to {}: this was not the cause.",
                                    plainFactorText(fastest.speedup), plainFactorText(fastestAfter.speedup));
    return text + formatMessage("and the best speedup goes from {} (p = {}) to {} (p = {}).",
                                plainFactorText(fastest.speedup), fastest.p, plainFactorText(fastestAfter.speedup),
                                fastestAfter.p);
}

}  // namespace scalewright

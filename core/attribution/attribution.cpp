#include "core/attribution/attribution.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/quantity/units.h"
#include "core/result/quote.h"

namespace scalewright {

namespace {

constexpr std::array allCauses{Cause::CommunicationWall, Cause::LoadImbalance, Cause::SerialFraction,
                               Cause::InputOutput,       Cause::Unknown,       Cause::None};
constexpr double nothingLost = 0.01;  // of the ideal
constexpr double worthNaming = 0.005;

/// What each part of the base would take at p if the step up were ideal.
double idealShare(const MeasuredLadder& ladder, int p)
{
    return ladder.scaling == Scaling::Strong ? static_cast<double>(ladder.baseP) / p : 1;
}

LostFolds lostFolds(const MeasuredLadder& ladder, const Rung& rung)
{
    const Rung& base = ladder.rungs.front();
    LostFolds lost{.p = rung.p, .total = rung.p - rung.speedup};
    if (!base.parts || !rung.parts) {
        lost.unattributed = lost.total;
        return lost;
    }
    const double share = idealShare(ladder, rung.p);
    const auto folds = [&](double TimeParts::*part) {
        return rung.p * ((rung.parts.value().*part - share * base.parts.value().*part) / rung.timeS);
    };
    lost.partsKnown = true;
    lost.communication = folds(&TimeParts::commS);
    lost.waiting = folds(&TimeParts::idleS);
    lost.serial = folds(&TimeParts::compS);
    lost.io = folds(&TimeParts::ioS);
    lost.unattributed = folds(&TimeParts::restS);
    return lost;
}

struct Share {
    Cause cause;
    double folds;
    Message what;
    Message gain;  // the same where folds < 0
};

/// Largest first.
std::vector<Share> shares(const LostFolds& lost)
{
    std::vector<Share> all{
        {Cause::CommunicationWall, lost.communication, say("communication"), say("less communication")},
        {Cause::LoadImbalance, lost.waiting, say("waiting"), say("less waiting")},
        {Cause::SerialFraction, lost.serial, say("compute that did not shrink"), say("compute that shrank more than the workers grew")},
        {Cause::InputOutput, lost.io, say("input and output"), say("less input and output")},
        {Cause::Unknown, lost.unattributed, say("unattributed"), say("the unattributed rest")}};
    std::stable_sort(all.begin(), all.end(), [](const Share& a, const Share& b) { return a.folds > b.folds; });
    return all;
}

std::string folds(double value)
{
    return decimalText(value, 2);
}

/// "At p = 8 the run is 3.88× faster"; weak scaling does more in a time, not the same in less.
Message speedupWords(const MeasuredLadder& ladder, const Rung& rung)
{
    const Message against = ladder.baseP == 1 ? Message() : say(" (counting p = {} as {})", ladder.baseP, ladder.baseP);
    if (ladder.scaling == Scaling::Weak)
        return say("At p = {} the scaled speedup is {}×{}", rung.p, decimalText(rung.speedup, 2), against);
    const double times = rung.speedup;
    return say("At p = {} the run is {}× {}{}", rung.p, decimalText(times, 2), ladder.baseP == 1 && times < 1 ? say("as fast") : say("faster"),
                       against);
}

Message lossWords(const LostFolds& lost)
{
    std::vector<Message> losses, gains;
    for (const Share& share : shares(lost)) {
        if (share.folds >= worthNaming)
            losses.push_back(say("{}{} {}", folds(share.folds), losses.empty() ? say(" are") : Message(), share.what));
        else if (share.folds <= -worthNaming)
            gains.push_back(say("{} came back through {}", folds(-share.folds), share.gain));
    }
    return joined({joined(std::move(losses), ", "), joined(std::move(gains), ", ")}, "; ");
}

Message sentenceOf(const MeasuredLadder& ladder, const Attribution& why, const Rung& rung, const LostFolds& lost)
{
    Message text = speedupWords(ladder, rung);
    if (why.owner == Cause::None)
        return text + (lost.total < 0 ? say(", {} folds more than ideal: nothing is lost.", folds(-lost.total))
                                      : say(", within 1 % of ideal: nothing that would need an owner is lost."));
    text += say("; of the missing {} folds ", folds(lost.total));
    if (!lost.partsKnown)
        text += say("none has a measured cause: only total times were measured");
    else
        text += lossWords(lost);
    if (why.owner == Cause::Unknown)
        text += lost.partsKnown ? say("; most of them have no owner: what the parts leave over is larger than any of them")
                                : say("; the owner is unknown");
    else if (why.inferred)
        text += say("; their shape suggests {} (inferred, not measured)", causeTitle(why.owner));
    else
        text += say("; the owner is {}", causeTitle(why.owner));
    return text + verbatim(".");
}

Message beyondOf(const MeasuredLadder& ladder)
{
    const Rung& best = *ladder.at(ladder.fastestP);
    const Rung& last = ladder.rungs.back();
    if (best.p == last.p || last.speedup >= best.speedup)
        return {};
    Message text = say("From p = {} to {} the run goes from {} to {}", best.p, last.p,
                    formatAmount(best.timeS, Dimension::Time).joined(), formatAmount(last.timeS, Dimension::Time).joined());
    if (!best.parts || !last.parts)
        return text + verbatim(".");
    std::vector<Message> changes;
    const auto change = [&](const Message& name, double from, double to) {
        if (std::abs(to - from) < worthNaming * best.timeS)
            return;
        changes.push_back(say("{} {} from {} to {}{}", name, to > from ? say("grows") : say("falls"),
                                      formatAmount(from, Dimension::Time).joined(), formatAmount(to, Dimension::Time).joined(),
                                      from > 0 ? " (" + decimalText(to / from, 2) + "×)" : std::string()));
    };
    change(say("compute"), best.parts->compS, last.parts->compS);
    change(say("communication"), best.parts->commS, last.parts->commS);
    change(say("waiting"), best.parts->idleS, last.parts->idleS);
    change(say("input and output"), best.parts->ioS, last.parts->ioS);
    change(say("the unattributed rest"), best.parts->restS, last.parts->restS);
    return joined({std::move(text), joined(std::move(changes), ", ")}, ": ") + verbatim(".");
}

/// The slope of ln e over ln p: 0 where e is flat. Karp and Flatt 1990 read it by eye.
std::optional<double> karpFlattSlope(const MeasuredLadder& ladder)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const Rung& rung : ladder.rungs) {
        if (!rung.karpFlatt)
            continue;
        if (*rung.karpFlatt <= 0)
            return std::nullopt;
        const double u = std::log(rung.p), v = std::log(*rung.karpFlatt);
        n += 1;
        x += u;
        y += v;
        xx += u * u;
        xy += u * v;
    }
    if (n < 3)
        return std::nullopt;
    return (n * xy - x * y) / (n * xx - x * x);
}

/// An owner from total times alone, and how sure it is.
void infer(const MeasuredLadder& ladder, Attribution& why)
{
    why.inferred = true;
    why.owner = Cause::Unknown;
    constexpr double flat = 0.15;
    const auto beyondBase =
        std::count_if(ladder.rungs.begin(), ladder.rungs.end(), [](const Rung& rung) { return rung.karpFlatt.has_value(); });
    if (ladder.scaling == Scaling::Weak) {
        why.confidence =
            say("Only total times were measured, of a weak-scaling ladder: a serial fraction, communication and waiting all make the "
            "time of a step grow, and the totals cannot tell them apart.");
        return;
    }
    if (beyondBase < 3) {
        why.confidence = say(
            "Only total times were measured, at {} p beyond the base: a shape needs three at least, and the parts "
            "would need none.",
            beyondBase);
        return;
    }
    const std::optional<double> slope = karpFlattSlope(ladder);
    if (!slope) {
        why.confidence =
            say("Only total times were measured, and some are faster than ideal: the Karp-Flatt fraction has no shape to read.");
        return;
    }
    const Rung& second = ladder.rungs[1];  // every rung beyond the base has a fraction
    const double first = second.karpFlatt.value_or(0);
    const double last = ladder.rungs.back().karpFlatt.value_or(0);
    const Message range = say("from {} at p = {} to {} at p = {}", significant(first, 2), second.p,
                                          significant(last, 2), ladder.rungs.back().p);
    if (std::abs(*slope) <= flat) {
        why.owner = Cause::SerialFraction;
        why.confidence = say(
            "Low: inferred from total times. The Karp-Flatt fraction is flat ({}), as a serial stage makes it; an "
            "exchange limited by bandwidth costs the same at every p and would look the same. Measure comp and comm "
            "at two p to know.",
            range);
    } else if (*slope > 0) {
        why.confidence = say(
            "Only total times were measured. The Karp-Flatt fraction rises ({}): an overhead that grows with p, so not a "
            "serial fraction alone; communication and waiting both look like this. Measure comp, comm and idle.",
            range);
    } else {
        why.confidence = say(
            "Only total times were measured. The Karp-Flatt fraction falls ({}): neither a serial fraction (flat) nor an "
            "overhead that grows with p (rising). A cost that sets in with the second worker and then spreads, such as "
            "an input pipeline, can look like this. Measure comp, comm, idle and io.",
            range);
    }
}

void own(Attribution& why, const MeasuredLadder& ladder, const LostFolds& lost)
{
    const std::vector<Share> all = shares(lost);
    why.owner = all[0].cause;
    const double second = std::max(0.0, all[1].folds);
    if (why.owner == Cause::Unknown) {
        why.confidence =
            say("Of the lost folds at p = {}, {} belong to no part that was measured: time the parts that are missing.",
                        lost.p, folds(all[0].folds));
        return;
    }
    why.confidence =
        say("Measured: {} folds against {} of the next ({}).", folds(all[0].folds), folds(second), all[1].what);
    if (second > 0.75 * all[0].folds)
        why.confidence += say(" The two are close: answering one alone leaves the other in the way.");
    if (why.owner == Cause::LoadImbalance)
        why.confidence += say(" A stage that one worker runs while the others wait is recorded as waiting too: look at who is late.");
    if (why.owner == Cause::LoadImbalance && !ladder.ioApart)
        why.confidence += say(" Input and output were not measured apart and may be part of the waiting.");
}

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

TimeParts answered(const TimeParts& parts, const TimeParts& base, double share, Cause cause)
{
    TimeParts after = parts;
    switch (cause) {
    case Cause::CommunicationWall: after.commS /= 2; break;
    case Cause::LoadImbalance: after.idleS = std::min(parts.idleS, share * base.idleS); break;
    case Cause::SerialFraction: after.compS = std::min(parts.compS, share * base.compS); break;
    case Cause::InputOutput: after.ioS /= 2; break;
    case Cause::Unknown:
    case Cause::None: break;
    }
    return after;
}

}  // namespace

const char* causeName(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return "communication-wall";
    case Cause::LoadImbalance: return "load-imbalance";
    case Cause::SerialFraction: return "serial-fraction";
    case Cause::InputOutput: return "input-output";
    case Cause::Unknown: return "unknown";
    case Cause::None: return "none";
    }
    return "unknown";
}

Message causeTitle(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return say("the communication wall");
    case Cause::LoadImbalance: return say("load imbalance");
    case Cause::SerialFraction: return say("the serial fraction");
    case Cause::InputOutput: return say("input and output");
    case Cause::Unknown: return say("unknown");
    case Cause::None: return say("none");
    }
    return say("unknown");
}

Result<Cause> causeFromName(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, Cause>, 4> shorter{{{"communication", Cause::CommunicationWall},
                                                                         {"balance", Cause::LoadImbalance},
                                                                         {"serial", Cause::SerialFraction},
                                                                         {"io", Cause::InputOutput}}};
    for (const auto& [word, cause] : shorter)
        if (name == word)
            return cause;
    for (const Cause cause : allCauses)
        if (name == causeName(cause))
            return cause;
    return fail(ErrorCode::Input, say("there is no cause {}", inQuotes(name)), say("communication, balance, serial or io"));
}

std::vector<Remedy> remediesFor(Cause cause, const MeasuredLadder& ladder)
{
    const Remedy compression{
        "compression", say("Compress what is sent"),
        say("Fewer bytes per exchange (half precision, top-k gradients) divide the bandwidth term; the accuracy has to be "
        "checked again, and latency stays.")};
    const Remedy schedule{"schedule", say("A better collective schedule"),
                          say("Where communication grows with p, hops are what is paid for: a tree or a hierarchical all-reduce takes "
                          "fewer of them than a "
                          "ring, and the same bytes arrive.")};
    const Remedy batch{
        "larger-batch", say("A larger batch"),
        say("More compute per exchange: the same communication is paid for less often. The steps get fewer, and past the critical "
        "batch size more examples are needed for the same quality.")};
    const Remedy overlap{
        "overlap", say("Overlap it with compute"),
        say("Send while the backward pass still computes, or fetch the next batch while this one is worked on: what hides behind "
        "compute costs no time, as long as there is compute to hide behind.")};
    const Remedy balance{
        "balance", say("Balance the shards"),
        say("Cut the work finer and hand it out as workers become free, or split the largest shard: the barrier then waits for "
        "nobody in particular.")};
    const Remedy serial{
        "serial-stage", say("Shrink or parallelise the serial stage"),
        say("What one worker does while p wait bounds the speedup by 1/f: run it on all workers, do it once and keep the result, or "
        "take it out of the run.")};
    const Remedy pipeline{
        "input-pipeline", say("Feed the workers in parallel"),
        say("Shard the input, read ahead and keep it near the workers: storage that is read by p workers has to deliver p times "
        "the rate.")};
    switch (cause) {
    case Cause::CommunicationWall:
        return communicationGrows(ladder) ? std::vector<Remedy>{schedule, batch, compression, overlap}
                                          : std::vector<Remedy>{compression, batch, overlap, schedule};
    case Cause::LoadImbalance: return {balance, overlap};
    case Cause::SerialFraction: return {serial, batch};
    case Cause::InputOutput: return {pipeline, overlap};
    case Cause::Unknown:
    case Cause::None: break;
    }
    return {};
}

Message remedyAssumption(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return say("communication takes half its time at every p, all else equal");
    case Cause::LoadImbalance: return say("waiting beyond the base's share is gone at every p, all else equal");
    case Cause::SerialFraction:
        return say("compute beyond the base's share is gone at every p (the serial stage parallelised), all else equal");
    case Cause::InputOutput: return say("input and output take half their time at every p, all else equal");
    case Cause::Unknown:
    case Cause::None: break;
    }
    return {};
}

Attribution attribute(const MeasuredLadder& ladder)
{
    Attribution why;
    for (const Rung& rung : ladder.rungs)
        why.rows.push_back(lostFolds(ladder, rung));
    why.beyond = beyondOf(ladder);
    if (ladder.rungs.size() == 1) {
        why.atP = ladder.baseP;
        why.confidence = say("One p alone shows no scaling.");
        why.remedy = say("Measure at least one more p.");
        why.sentence = say("Only p = {} was measured: there is no speedup to explain.", ladder.baseP);
        return why;
    }

    // Where the argument is made: the fastest p with a breakdown, or without one; never the base itself.
    const bool anyParts = std::any_of(why.rows.begin() + 1, why.rows.end(), [](const LostFolds& lost) { return lost.partsKnown; });
    std::size_t at = 0;
    for (std::size_t i = 1; i < why.rows.size(); ++i)
        if ((!anyParts || why.rows[i].partsKnown) && (at == 0 || ladder.rungs[i].speedup > ladder.rungs[at].speedup))
            at = i;
    const Rung& rung = ladder.rungs[at];
    const LostFolds& lost = why.rows[at];
    why.atP = rung.p;

    if (lost.total <= nothingLost * rung.p) {
        why.owner = Cause::None;
        why.confidence = say("Measured: E is {} there.", significant(rung.efficiency));
    } else if (lost.partsKnown) {
        own(why, ladder, lost);
    } else {
        infer(ladder, why);
    }
    why.remedies = remediesFor(why.owner, ladder);
    if (!why.remedies.empty())
        why.remedy = joined({why.remedies.front().title, why.remedies.front().how}, ". ");
    else if (why.owner == Cause::Unknown)
        why.remedy = say("Measure the parts of the time (comp, comm, idle) at the base and at p = {}: the breakdown chooses the fix.", rung.p);
    else if (rung.p == ladder.rungs.back().p)
        why.remedy = say("None needed so far: measure a larger p.");
    why.sentence = sentenceOf(ladder, why, rung, lost);
    return why;
}

Result<MeasuredLadder> withRemedy(const MeasuredLadder& ladder, Cause cause)
{
    if (cause == Cause::Unknown || cause == Cause::None)
        return fail(ErrorCode::Input, say("there is no remedy for a cause that has no name"), say("communication, balance, serial or io"));
    if (!ladder.hasParts)
        return fail(ErrorCode::Input, say("a what-if changes one part of the time, and this ladder does not have the parts at every p"),
                    say("comp, comm and idle in every row"));
    const TimeParts base = ladder.rungs.front().parts.value_or(TimeParts{});
    std::vector<TimeParts> parts;
    parts.reserve(ladder.rungs.size());
    for (const Rung& rung : ladder.rungs)
        parts.push_back(answered(rung.parts.value_or(TimeParts{}), base, idealShare(ladder, rung.p), cause));
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].totalS() <= 0)
            return fail(ErrorCode::Input, say("nothing of the time at p = {} would be left", ladder.rungs[i].p),
                        say("a ladder with compute in every row"));
    return withParts(ladder, parts);
}

Message remedyEffect(const MeasuredLadder& before, const MeasuredLadder& after, Cause cause)
{
    const Rung& knee = *before.at(before.kneeP);
    const Rung& fastest = *before.at(before.fastestP);
    const Rung& then = *after.at(after.fastestP);
    const double gain = then.speedup / fastest.speedup - 1;
    Message text = say("If {}: ", remedyAssumption(cause));
    if (after.kneeP != before.kneeP)
        text += say("the knee moves from {} to {}, ", before.kneeP, after.kneeP);
    else
        text += say("the knee stays at {}, ", knee.p);
    if (after.kneeP == before.kneeP && std::abs(gain) < nothingLost)
        return text + say("and the best speedup goes from {} to {}: nothing changes, this was not the cause.",
                                  decimalText(fastest.speedup, 2), decimalText(then.speedup, 2));
    return text + say("and the best speedup goes from {} (p = {}) to {} (p = {}).", decimalText(fastest.speedup, 2), fastest.p,
                              decimalText(then.speedup, 2), then.p);
}

}  // namespace scalewright

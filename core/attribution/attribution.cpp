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
    const char* what;
    const char* gain;  // the same where folds < 0
};

/// Largest first.
std::vector<Share> shares(const LostFolds& lost)
{
    std::vector<Share> all{
        {Cause::CommunicationWall, lost.communication, "communication", "less communication"},
        {Cause::LoadImbalance, lost.waiting, "waiting", "less waiting"},
        {Cause::SerialFraction, lost.serial, "compute that did not shrink", "compute that shrank more than the workers grew"},
        {Cause::InputOutput, lost.io, "input and output", "less input and output"},
        {Cause::Unknown, lost.unattributed, "unattributed", "the unattributed rest"}};
    std::stable_sort(all.begin(), all.end(), [](const Share& a, const Share& b) { return a.folds > b.folds; });
    return all;
}

std::string folds(double value)
{
    return fmt::format("{:.2f}", value);
}

/// "At p = 8 the run is 3.88× faster"; weak scaling does more in a time, not the same in less.
std::string speedupWords(const MeasuredLadder& ladder, const Rung& rung)
{
    const std::string against = ladder.baseP == 1 ? "" : fmt::format(" (counting p = {0} as {0})", ladder.baseP);
    if (ladder.scaling == Scaling::Weak)
        return fmt::format("At p = {} the scaled speedup is {:.2f}×{}", rung.p, rung.speedup, against);
    const double times = rung.speedup;
    return fmt::format("At p = {} the run is {:.2f}× {}{}", rung.p, times, ladder.baseP == 1 && times < 1 ? "as fast" : "faster",
                       against);
}

std::string lossWords(const LostFolds& lost)
{
    std::vector<std::string> losses, gains;
    for (const Share& share : shares(lost)) {
        if (share.folds >= worthNaming)
            losses.push_back(fmt::format("{}{} {}", folds(share.folds), losses.empty() ? " are" : "", share.what));
        else if (share.folds <= -worthNaming)
            gains.push_back(fmt::format("{} came back through {}", folds(-share.folds), share.gain));
    }
    return fmt::format("{}{}{}", fmt::join(losses, ", "), losses.empty() || gains.empty() ? "" : "; ", fmt::join(gains, ", "));
}

std::string sentenceOf(const MeasuredLadder& ladder, const Attribution& why, const Rung& rung, const LostFolds& lost)
{
    std::string text = speedupWords(ladder, rung);
    if (why.owner == Cause::None)
        return text + (lost.total < 0 ? fmt::format(", {} folds more than ideal: nothing is lost.", folds(-lost.total))
                                      : ", within 1 % of ideal: nothing that would need an owner is lost.");
    text += fmt::format("; of the missing {} folds ", folds(lost.total));
    if (!lost.partsKnown)
        text += "none has a measured cause: only total times were measured";
    else
        text += lossWords(lost);
    if (why.owner == Cause::Unknown)
        text += lost.partsKnown ? "; most of them have no owner: what the parts leave over is larger than any of them"
                                : "; the owner is unknown";
    else if (why.inferred)
        text += fmt::format("; their shape suggests {} (inferred, not measured)", causeTitle(why.owner));
    else
        text += fmt::format("; the owner is {}", causeTitle(why.owner));
    return text + '.';
}

std::string beyondOf(const MeasuredLadder& ladder)
{
    const Rung& best = *ladder.at(ladder.fastestP);
    const Rung& last = ladder.rungs.back();
    if (best.p == last.p || last.speedup >= best.speedup)
        return {};
    std::string text =
        fmt::format("From p = {} to {} the run goes from {} to {}", best.p, last.p,
                    formatAmount(best.timeS, Dimension::Time).joined(), formatAmount(last.timeS, Dimension::Time).joined());
    if (!best.parts || !last.parts)
        return text + '.';
    std::vector<std::string> changes;
    const auto change = [&](const char* name, double from, double to) {
        if (std::abs(to - from) < worthNaming * best.timeS)
            return;
        changes.push_back(fmt::format("{} {} from {} to {}{}", name, to > from ? "grows" : "falls",
                                      formatAmount(from, Dimension::Time).joined(), formatAmount(to, Dimension::Time).joined(),
                                      from > 0 ? fmt::format(" ({:.2f}×)", to / from) : std::string()));
    };
    change("compute", best.parts->compS, last.parts->compS);
    change("communication", best.parts->commS, last.parts->commS);
    change("waiting", best.parts->idleS, last.parts->idleS);
    change("input and output", best.parts->ioS, last.parts->ioS);
    change("the unattributed rest", best.parts->restS, last.parts->restS);
    return fmt::format("{}{}{}.", text, changes.empty() ? "" : ": ", fmt::join(changes, ", "));
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
            "Only total times were measured, of a weak-scaling ladder: a serial fraction, communication and waiting all make the "
            "time of a step grow, and the totals cannot tell them apart.";
        return;
    }
    if (beyondBase < 3) {
        why.confidence = fmt::format(
            "Only total times were measured, at {} p beyond the base: a shape needs three at least, and the parts "
            "would need none.",
            beyondBase);
        return;
    }
    const std::optional<double> slope = karpFlattSlope(ladder);
    if (!slope) {
        why.confidence =
            "Only total times were measured, and some are faster than ideal: the Karp-Flatt fraction has no shape to read.";
        return;
    }
    const Rung& second = ladder.rungs[1];  // every rung beyond the base has a fraction
    const double first = second.karpFlatt.value_or(0);
    const double last = ladder.rungs.back().karpFlatt.value_or(0);
    const std::string range = fmt::format("from {} at p = {} to {} at p = {}", significant(first, 2), second.p,
                                          significant(last, 2), ladder.rungs.back().p);
    if (std::abs(*slope) <= flat) {
        why.owner = Cause::SerialFraction;
        why.confidence = fmt::format(
            "Low: inferred from total times. The Karp-Flatt fraction is flat ({}), as a serial stage makes it; an "
            "exchange limited by bandwidth costs the same at every p and would look the same. Measure comp and comm "
            "at two p to know.",
            range);
    } else if (*slope > 0) {
        why.confidence = fmt::format(
            "Only total times were measured. The Karp-Flatt fraction rises ({}): an overhead that grows with p, so not a "
            "serial fraction alone; communication and waiting both look like this. Measure comp, comm and idle.",
            range);
    } else {
        why.confidence = fmt::format(
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
            fmt::format("Of the lost folds at p = {}, {} belong to no part that was measured: time the parts that are missing.",
                        lost.p, folds(all[0].folds));
        return;
    }
    why.confidence =
        fmt::format("Measured: {} folds against {} of the next ({}).", folds(all[0].folds), folds(second), all[1].what);
    if (second > 0.75 * all[0].folds)
        why.confidence += " The two are close: answering one alone leaves the other in the way.";
    if (why.owner == Cause::LoadImbalance)
        why.confidence += " A stage that one worker runs while the others wait is recorded as waiting too: look at who is late.";
    if (why.owner == Cause::LoadImbalance && !ladder.ioApart)
        why.confidence += " Input and output were not measured apart and may be part of the waiting.";
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

const char* causeTitle(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return "the communication wall";
    case Cause::LoadImbalance: return "load imbalance";
    case Cause::SerialFraction: return "the serial fraction";
    case Cause::InputOutput: return "input and output";
    case Cause::Unknown: return "unknown";
    case Cause::None: return "none";
    }
    return "unknown";
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
    return fail(ErrorCode::Input, "there is no cause " + inQuotes(name), "communication, balance, serial or io");
}

std::vector<Remedy> remediesFor(Cause cause, const MeasuredLadder& ladder)
{
    const Remedy compression{
        "compression", "Compress what is sent",
        "Fewer bytes per exchange (half precision, top-k gradients) divide the bandwidth term; the accuracy has to be "
        "checked again, and latency stays."};
    const Remedy schedule{"schedule", "A better collective schedule",
                          "Where communication grows with p, hops are what is paid for: a tree or a hierarchical all-reduce takes "
                          "fewer of them than a "
                          "ring, and the same bytes arrive."};
    const Remedy batch{
        "larger-batch", "A larger batch",
        "More compute per exchange: the same communication is paid for less often. The steps get fewer, and past the critical "
        "batch size more examples are needed for the same quality."};
    const Remedy overlap{
        "overlap", "Overlap it with compute",
        "Send while the backward pass still computes, or fetch the next batch while this one is worked on: what hides behind "
        "compute costs no time, as long as there is compute to hide behind."};
    const Remedy balance{
        "balance", "Balance the shards",
        "Cut the work finer and hand it out as workers become free, or split the largest shard: the barrier then waits for "
        "nobody in particular."};
    const Remedy serial{
        "serial-stage", "Shrink or parallelise the serial stage",
        "What one worker does while p wait bounds the speedup by 1/f: run it on all workers, do it once and keep the result, or "
        "take it out of the run."};
    const Remedy pipeline{
        "input-pipeline", "Feed the workers in parallel",
        "Shard the input, read ahead and keep it near the workers: storage that is read by p workers has to deliver p times "
        "the rate."};
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

const char* remedyAssumption(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return "communication takes half its time at every p, all else equal";
    case Cause::LoadImbalance: return "waiting beyond the base's share is gone at every p, all else equal";
    case Cause::SerialFraction:
        return "compute beyond the base's share is gone at every p (the serial stage parallelised), all else equal";
    case Cause::InputOutput: return "input and output take half their time at every p, all else equal";
    case Cause::Unknown:
    case Cause::None: return "";
    }
    return "";
}

Attribution attribute(const MeasuredLadder& ladder)
{
    Attribution why;
    for (const Rung& rung : ladder.rungs)
        why.rows.push_back(lostFolds(ladder, rung));
    why.beyond = beyondOf(ladder);
    if (ladder.rungs.size() == 1) {
        why.atP = ladder.baseP;
        why.confidence = "One p alone shows no scaling.";
        why.remedy = "Measure at least one more p.";
        why.sentence = fmt::format("Only p = {} was measured: there is no speedup to explain.", ladder.baseP);
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
        why.confidence = "Measured: E is " + significant(rung.efficiency) + " there.";
    } else if (lost.partsKnown) {
        own(why, ladder, lost);
    } else {
        infer(ladder, why);
    }
    why.remedies = remediesFor(why.owner, ladder);
    if (!why.remedies.empty())
        why.remedy = why.remedies.front().title + ". " + why.remedies.front().how;
    else if (why.owner == Cause::Unknown)
        why.remedy = "Measure the parts of the time (comp, comm, idle) at the base and at p = " + std::to_string(rung.p) +
                     ": the breakdown chooses the fix.";
    else if (rung.p == ladder.rungs.back().p)
        why.remedy = "None needed so far: measure a larger p.";
    why.sentence = sentenceOf(ladder, why, rung, lost);
    return why;
}

Result<MeasuredLadder> withRemedy(const MeasuredLadder& ladder, Cause cause)
{
    if (cause == Cause::Unknown || cause == Cause::None)
        return fail(ErrorCode::Input, "there is no remedy for a cause that has no name", "communication, balance, serial or io");
    if (!ladder.hasParts)
        return fail(ErrorCode::Input, "a what-if changes one part of the time, and this ladder does not have the parts at every p",
                    "comp, comm and idle in every row");
    const TimeParts base = ladder.rungs.front().parts.value_or(TimeParts{});
    std::vector<TimeParts> parts;
    parts.reserve(ladder.rungs.size());
    for (const Rung& rung : ladder.rungs)
        parts.push_back(answered(rung.parts.value_or(TimeParts{}), base, idealShare(ladder, rung.p), cause));
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].totalS() <= 0)
            return fail(ErrorCode::Input, fmt::format("nothing of the time at p = {} would be left", ladder.rungs[i].p),
                        "a ladder with compute in every row");
    return withParts(ladder, parts);
}

std::string remedyEffect(const MeasuredLadder& before, const MeasuredLadder& after, Cause cause)
{
    const Rung& knee = *before.at(before.kneeP);
    const Rung& fastest = *before.at(before.fastestP);
    const Rung& then = *after.at(after.fastestP);
    const double gain = then.speedup / fastest.speedup - 1;
    std::string text = fmt::format("If {}: ", remedyAssumption(cause));
    if (after.kneeP != before.kneeP)
        text += fmt::format("the knee moves from {} to {}, ", before.kneeP, after.kneeP);
    else
        text += fmt::format("the knee stays at {}, ", knee.p);
    if (after.kneeP == before.kneeP && std::abs(gain) < nothingLost)
        return text + fmt::format("and the best speedup goes from {:.2f} to {:.2f}: nothing changes, this was not the cause.",
                                  fastest.speedup, then.speedup);
    return text + fmt::format("and the best speedup goes from {:.2f} (p = {}) to {:.2f} (p = {}).", fastest.speedup, fastest.p,
                              then.speedup, then.p);
}

}  // namespace scalewright

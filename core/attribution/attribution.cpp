#include "core/attribution/attribution.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/fit/law_evidence.h"
#include "core/quantity/units.h"
#include "core/result/quote.h"
#include "core/statistics/student_t.h"

namespace scalewright {

namespace {

constexpr std::array allCauses{Cause::CommunicationWall, Cause::LoadImbalance, Cause::SerialFraction, Cause::ComputeInflation,
                               Cause::InputOutput,       Cause::Undecided,     Cause::Unknown,        Cause::None};
constexpr double level = 0.95;
constexpr double ownerLevel = 0.99;    // of the difference of the two largest: where they are alike, few may be told apart
constexpr double tie = 1e-9;           // of the ideal
constexpr double computeRises = 0.02;  // where no repeats say what scatter is
constexpr double computeBends = 0.1;
constexpr double likelihoodMargin = 6;  // 20 to 1
constexpr double nothingLost = 0.01;  // of the ideal
constexpr double worthNaming = 0.005;

/// What each part of the base would take at p if the step up were ideal.
double idealShare(const MeasuredLadder& ladder, int p)
{
    return ladder.scaling == Scaling::Strong ? static_cast<double>(ladder.baseP) / p : 1;
}

using Part = double TimeParts::*;

/// The folds of one part less those of another (nullptr: of nothing), as the runs have them.
struct Contrast {
    double folds = 0, error = 0;
    int degrees = 0;
    [[nodiscard]] Interval around(double value, double at = level) const
    {
        const double half = studentT(at, degrees) * error;
        return {value - half, value + half, at};
    }
};

bool partsInEveryRun(const Rung& rung)
{
    return rung.runs.size() > 1 && std::all_of(rung.runs.begin(), rung.runs.end(), [](const RunTime& run) { return run.parts.has_value(); });
}

struct Sample {
    double mean = 0, variance = 0;  ///< of one value
    double count = 0;
    [[nodiscard]] double ofMean() const { return variance / count; }
};

template <class Value>
Sample sampleOf(const std::vector<RunTime>& runs, const Value& value)
{
    Sample sample{.count = static_cast<double>(runs.size())};
    for (const RunTime& run : runs)
        sample.mean += value(run) / sample.count;
    for (const RunTime& run : runs)
        sample.variance += std::pow(value(run) - sample.mean, 2) / std::max(1.0, sample.count - 1);
    return sample;
}

/// Nothing without repeats of the parts at the base and here, or where they do not scatter at all.
std::optional<Contrast> contrast(const Rung& base, const Rung& rung, double share, Part part, Part less)
{
    if (!partsInEveryRun(base) || !partsInEveryRun(rung))
        return std::nullopt;
    const auto of = [&](const RunTime& run) { return run.parts.value().*part - (less ? run.parts.value().*less : 0); };
    const Sample first = sampleOf(base.runs, of);
    const Sample lost = sampleOf(rung.runs, [&](const RunTime& run) { return rung.p * (of(run) - share * first.mean) / run.timeS; });
    const double scale = rung.p * share / rung.timeS;
    const double here = lost.ofMean(), there = scale * scale * first.ofMean();
    if (!(here + there > 0))
        return std::nullopt;
    const double degrees = std::pow(here + there, 2) / (here * here / (lost.count - 1) + there * there / (first.count - 1));
    return Contrast{lost.mean, std::sqrt(here + there), std::max(1, static_cast<int>(degrees))};
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
    if (&rung == &base)
        return lost;
    const auto interval = [&](Part part, double value) {
        const std::optional<Contrast> found = contrast(base, rung, share, part, nullptr);
        return found ? found->around(value) : Interval{value, value, level};  // a part that was 0 in every run
    };
    if (partsInEveryRun(base) && partsInEveryRun(rung) && contrast(base, rung, share, &TimeParts::compS, nullptr))
        lost.intervals = LostFolds::Intervals{interval(&TimeParts::commS, lost.communication), interval(&TimeParts::idleS, lost.waiting),
                                              interval(&TimeParts::compS, lost.serial), interval(&TimeParts::ioS, lost.io),
                                              interval(&TimeParts::restS, lost.unattributed)};
    return lost;
}

/// What compute that does not shrink is; told is false where it may be the other.
struct ComputeLoss {
    Cause cause = Cause::SerialFraction;
    bool told = true;
};

/// By the rungs alone.
ComputeLoss computeLossWithoutRepeats(const MeasuredLadder& ladder)
{
    const double base = ladder.rungs.front().parts.value_or(TimeParts{}).compS;
    const auto end = std::find_if(ladder.rungs.rbegin(), ladder.rungs.rend(), [](const Rung& rung) { return rung.parts.has_value(); });
    // The serial share that the last rung implies.
    const double workers = static_cast<double>(end->p) / ladder.baseP;
    const double serial = (end->parts->compS / base - 1 / workers) / (1 - 1 / workers);
    double least = base;
    for (const Rung& rung : ladder.rungs) {
        if (!rung.parts)
            continue;
        if (rung.parts->compS > (1 + computeRises) * least)
            return {Cause::ComputeInflation};
        least = std::min(least, rung.parts->compS);
        const double expected = base * (serial + (1 - serial) * ladder.baseP / rung.p);
        if (serial > 0 && expected > (1 + computeBends) * rung.parts->compS)
            return {Cause::ComputeInflation};
    }
    return {};
}

ComputeLoss computeLoss(const MeasuredLadder& ladder)
{
    if (ladder.scaling == Scaling::Weak)
        return {Cause::ComputeInflation};  // every worker has its own work: another's stage would show in waiting
    if (!(ladder.rungs.front().parts.value_or(TimeParts{}).compS > 0))
        return {};
    if (!std::all_of(ladder.rungs.begin(), ladder.rungs.end(), partsInEveryRun))
        return computeLossWithoutRepeats(ladder);
    Ladder compute{.scaling = Scaling::Strong};
    for (const Rung& rung : ladder.rungs)
        for (const RunTime& run : rung.runs)
            compute.points.push_back({.p = rung.p, .timeS = run.parts.value_or(TimeParts{}).compS});
    const Result<MeasuredLadder> alone = measured(compute);
    if (!alone)
        return {Cause::SerialFraction, false};
    const fits::LawEvidence evidence = fits::weigh(*alone, {Law::Amdahl, Law::Usl}, {});
    const auto serial = std::find_if(evidence.shapes.begin(), evidence.shapes.end(), [](const fits::ShapeMisfit& shape) { return shape.law == Law::Amdahl; });
    const auto plateau = std::find_if(evidence.shapes.begin(), evidence.shapes.end(), [](const fits::ShapeMisfit& shape) { return shape.plateau; });
    if (serial == evidence.shapes.end() || plateau == evidence.shapes.end() || !serial->distance)
        return computeLossWithoutRepeats(ladder);
    const double speaksForSerial = plateau->distance.value_or(0) - *serial->distance;
    if (evidence.falls || serial->excluded || speaksForSerial < -likelihoodMargin)
        return {Cause::ComputeInflation};
    return {speaksForSerial < 0 ? Cause::ComputeInflation : Cause::SerialFraction, speaksForSerial > likelihoodMargin};
}

struct Share {
    Cause cause;
    double folds;
    Part part;
    Message what;
    Message gain;  // the same where folds < 0
};

/// Largest first.
std::vector<Share> shares(const LostFolds& lost, Cause compute = Cause::SerialFraction)
{
    std::vector<Share> all{
        {Cause::CommunicationWall, lost.communication, &TimeParts::commS, say("communication"), say("less communication")},
        {Cause::LoadImbalance, lost.waiting, &TimeParts::idleS, say("waiting"), say("less waiting")},
        {compute, lost.serial, &TimeParts::compS, compute == Cause::ComputeInflation ? say("compute that grew") : say("compute that did not shrink"),
         say("compute that shrank more than the workers grew")},
        {Cause::InputOutput, lost.io, &TimeParts::ioS, say("input and output"), say("less input and output")},
        {Cause::Unknown, lost.unattributed, &TimeParts::restS, say("unattributed"), say("the unattributed rest")}};
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
    if (ladder.scaling == Scaling::Weak)
        return say("At p = {} the scaled speedup is {}×{}", rung.p, decimalText(rung.speedup, 2),
                   ladder.baseP == 1 ? Message() : say(" (counting p = {} as {})", ladder.baseP, ladder.baseP));
    const double times = rung.speedup / ladder.baseP;
    if (times < 1)
        return say("At p = {} the run is {}× as fast as at p = {}, that is slower", rung.p, decimalText(times, 2), ladder.baseP);
    return ladder.baseP == 1 ? say("At p = {} the run is {}× faster", rung.p, decimalText(times, 2))
                             : say("At p = {} the run is {}× faster than at p = {} (S {}, counting p = {} as {})", rung.p, decimalText(times, 2), ladder.baseP,
                                   decimalText(rung.speedup, 2), ladder.baseP, ladder.baseP);
}

Message lossWords(const LostFolds& lost, Cause compute)
{
    std::vector<Message> losses, gains;
    for (const Share& share : shares(lost, compute)) {
        if (share.folds >= worthNaming)
            losses.push_back(say("{}{} {}", folds(share.folds), losses.empty() ? say(" are") : Message(), share.what));
        else if (share.folds <= -worthNaming)
            gains.push_back(say("{} came back through {}", folds(-share.folds), share.gain));
    }
    return joined({joined(std::move(losses), ", "), joined(std::move(gains), ", ")}, "; ");
}

/// "communication or waiting"
Message contendersOf(const Attribution& why)
{
    std::vector<Message> names;
    for (const Cause cause : why.contenders)
        names.push_back(causeTitle(cause));
    return joined(std::move(names), " / ");
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
        text += lossWords(lost, why.compute);
    if (why.owner == Cause::Unknown)
        text += lost.partsKnown ? say("; most of them have no owner: what the parts leave over is larger than any of them")
                                : say("; the owner is unknown");
    else if (why.owner == Cause::Undecided)
        text += say("; the owner is undecided: {}", contendersOf(why));
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

/// What total times alone can say: which shapes they have, not whose fault it is.
void infer(const MeasuredLadder& ladder, Attribution& why, int p)
{
    why.inferred = true;
    why.owner = Cause::Unknown;
    if (ladder.scaling == Scaling::Weak) {
        why.confidence =
            say("Only total times were measured, of a weak-scaling ladder: compute that slows, communication and waiting all make the "
            "time of a step grow, and the totals cannot tell them apart.");
        return;
    }
    const std::size_t beyondBase = ladder.rungs.size() - 1;
    if (beyondBase < 3) {
        why.confidence = say(
            "Only total times were measured, at {} p beyond the base: a shape needs three at least, and the parts "
            "would need none.",
            beyondBase);
        return;
    }
    const fits::LawEvidence evidence = fits::weigh(ladder, {Law::Amdahl, Law::Usl}, {});
    std::vector<Message> fitting, excluded;
    for (const fits::ShapeMisfit& shape : evidence.shapes) {
        const Message name = shape.law == Law::Amdahl ? say("a part that takes the same at every p (amdahl)")
                             : shape.law == Law::Usl  ? say("an overhead that grows with p (usl)")
                                                      : shape.name;
        (shape.excluded ? excluded : fitting).push_back(say("{} {} %", name, significant(100 * shape.stray, 2)));
    }
    why.confidence = say("Only total times were measured, and they name no owner. How far they stray from each shape: {}.", joined(std::move(fitting), ", "));
    if (!excluded.empty())
        why.confidence += say(" Excluded by the scatter of the runs: {}.", joined(std::move(excluded), ", "));
    why.confidence += say(
        " A part that takes the same at every p may be a serial stage, input and output or an exchange limited by bandwidth; a plateau a "
        "memory, a link or a store that is full. One measurement tells: comp, comm, idle and io at p = {}, beside the base’s.",
        p);
}

int fewestRepeats(const MeasuredLadder& ladder)
{
    std::size_t fewest = ladder.rungs.front().runs.size();
    for (const Rung& rung : ladder.rungs)
        fewest = std::min(fewest, rung.runs.size());
    return static_cast<int>(fewest);
}

/// Pooled over the rungs, of the parts that are not 0, relative.
double noiseOfParts(const MeasuredLadder& ladder)
{
    double squares = 0;
    int degrees = 0;
    for (const Rung& rung : ladder.rungs)
        for (const Part part : {&TimeParts::compS, &TimeParts::commS, &TimeParts::idleS, &TimeParts::ioS}) {
            if (!partsInEveryRun(rung))
                continue;
            const Sample sample = sampleOf(rung.runs, [&](const RunTime& run) { return run.parts.value().*part; });
            if (!(sample.mean > 1e-3 * rung.timeS))
                continue;
            squares += (sample.count - 1) * sample.variance / (sample.mean * sample.mean);
            degrees += static_cast<int>(sample.count) - 1;
        }
    return degrees > 0 ? std::sqrt(squares / degrees) : 0;
}

void own(Attribution& why, const MeasuredLadder& ladder, const Rung& rung, const LostFolds& lost)
{
    const std::vector<Share> all = shares(lost, why.compute);
    why.owner = all[0].cause;
    const double second = std::max(0.0, all[1].folds);
    if (why.owner == Cause::Unknown) {
        why.confidence =
            say("Of the lost folds at p = {}, {} belong to no part that was measured: time the parts that are missing.",
                        lost.p, folds(all[0].folds));
        return;
    }
    const std::optional<Contrast> difference = contrast(ladder.rungs.front(), rung, idealShare(ladder, rung.p), all[0].part, all[1].part);
    const bool tied = all[0].folds - all[1].folds <= tie * rung.p;
    const Interval apart = difference ? difference->around(all[0].folds - all[1].folds, ownerLevel) : Interval{};
    const bool overlap = difference && apart.low <= 0;
    if (tied || overlap) {
        why.owner = Cause::Undecided;
        why.contenders = {all[0].cause, all[1].cause};
        why.confidence = tied ? say("Measured: {} folds each of {} and {}: a tie.", folds(all[0].folds), all[0].what, all[1].what)
                              : say("Measured: {} folds of {} against {} of {}, and the 99 % interval of the difference ({} to {}) holds 0: more repeats would tell.",
                                    folds(all[0].folds), all[0].what, folds(second), all[1].what, folds(apart.low), folds(apart.high));
    } else {
        why.confidence =
            say("Measured: {} folds against {} of the next ({}).", folds(all[0].folds), folds(second), all[1].what);
        if (second > 0.75 * all[0].folds)
            why.confidence += say(" The two are close: answering one alone leaves the other in the way.");
        if (!difference)
            why.confidence += say(" One run each: nothing shows how much the folds scatter.");
    }
    if (why.owner == why.compute && !why.computeTold) {
        why.owner = Cause::Undecided;
        why.contenders = {why.compute, why.compute == Cause::SerialFraction ? Cause::ComputeInflation : Cause::SerialFraction};
        why.confidence += say(" Whether one stage takes the same at every p or every worker computes more slowly the more there are, the runs do not tell.");
    }
    if (difference) {
        why.record = trackRecord("owner", static_cast<int>(ladder.rungs.size()), fewestRepeats(ladder), noiseOfParts(ladder));
        why.calibration = trackRecordWords(why.record);
        why.decided = why.owner != Cause::Undecided && why.record && why.record->earned();
        if (why.owner == why.compute) {
            const std::optional<TrackRecord> named = trackRecord("serial or inflated", static_cast<int>(ladder.rungs.size()), fewestRepeats(ladder), noiseOfParts(ladder));
            why.calibration += say(" Which of the two compute is: ") + trackRecordWords(named);
            why.decided = why.decided && named && named->earned();
        }
    }
    if (why.owner == Cause::SerialFraction)
        why.confidence += say(" Workers that each compute a little more slowly the more there are look like a serial stage where compute never "
                              "rises: time the serial stage by itself to know.");
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

const char* causeName(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return "communication-wall";
    case Cause::LoadImbalance: return "load-imbalance";
    case Cause::SerialFraction: return "serial-fraction";
    case Cause::ComputeInflation: return "compute-inflation";
    case Cause::InputOutput: return "input-output";
    case Cause::Undecided: return "undecided";
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
    case Cause::ComputeInflation: return say("compute inflation");
    case Cause::InputOutput: return say("input and output");
    case Cause::Undecided: return say("undecided");
    case Cause::Unknown: return say("unknown");
    case Cause::None: return say("none");
    }
    return say("unknown");
}

Result<Cause> causeFromName(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, Cause>, 5> shorter{{{"communication", Cause::CommunicationWall},
                                                                         {"balance", Cause::LoadImbalance},
                                                                         {"serial", Cause::SerialFraction},
                                                                         {"inflation", Cause::ComputeInflation},
                                                                         {"io", Cause::InputOutput}}};
    for (const auto& [word, cause] : shorter)
        if (name == word)
            return cause;
    for (const Cause cause : allCauses)
        if (name == causeName(cause))
            return cause;
    return fail(ErrorCode::Input, say("there is no cause {}", inQuotes(name)), say("communication, balance, serial, inflation or io"));
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
    const Remedy fewer{
        "less-sharing", say("Share less of the machine"),
        say("Compute that slows as workers are added shares something that is full, mostly memory bandwidth, a cache or a power limit: "
        "fewer workers on a node, workers bound to their own memory, or work in blocks that fit a cache.")};
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

Message remedyAssumption(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return say("communication takes half its time at every p, all else equal");
    case Cause::LoadImbalance: return say("waiting beyond the base's share is gone at every p, all else equal");
    case Cause::SerialFraction:
        return say("compute beyond the base's share is gone at every p (the serial stage parallelised), all else equal");
    case Cause::ComputeInflation:
        return say("compute beyond the base's share is gone at every p (every worker computes as fast as one alone), all else equal");
    case Cause::InputOutput: return say("input and output take half their time at every p, all else equal");
    case Cause::Undecided:
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

    if (lost.partsKnown) {
        const ComputeLoss compute = computeLoss(ladder);
        why.compute = compute.cause;
        why.computeTold = compute.told;
    }
    if (lost.total <= nothingLost * rung.p) {
        why.owner = Cause::None;
        why.confidence = ladder.scalingDoubt.empty() ? say("Measured: E is {} there.", significant(rung.efficiency))
                                                     : say("E is {} there if the work grew with p, which is a guess.", significant(rung.efficiency));
    } else if (lost.partsKnown) {
        own(why, ladder, rung, lost);
    } else {
        infer(ladder, why, rung.p);
    }
    why.remedies = remediesFor(why.owner, ladder);
    for (const Cause contender : why.contenders)
        for (Remedy& remedy : remediesFor(contender, ladder))
            if (std::none_of(why.remedies.begin(), why.remedies.end(), [&](const Remedy& each) { return each.id == remedy.id; }))
                why.remedies.push_back(std::move(remedy));
    if (why.owner == Cause::Undecided)
        why.remedy = say("Repeat the runs until the largest part is told from the next, or answer both: {}.", contendersOf(why));
    else if (!why.remedies.empty())
        why.remedy = joined({why.remedies.front().title, why.remedies.front().how}, ". ");
    else if (why.owner == Cause::Unknown)
        why.remedy = say("Measure the parts of the time (comp, comm, idle) at the base and at p = {}: the breakdown chooses the fix.", rung.p);
    else if (rung.p == ladder.rungs.back().p)
        why.remedy = say("None needed so far: measure a larger p.");
    why.sentence = sentenceOf(ladder, why, rung, lost);
    if (!ladder.scalingDoubt.empty())
        why.sentence += verbatim(" ") + ladder.scalingDoubt;
    return why;
}

Result<MeasuredLadder> withRemedy(const MeasuredLadder& ladder, Cause cause)
{
    if (cause == Cause::Undecided || cause == Cause::Unknown || cause == Cause::None)
        return fail(ErrorCode::Input, say("there is no remedy for a cause that has no name"), say("communication, balance, serial, inflation or io"));
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Names the cause of every lost fold (book 41.7, second phase of Table 41.7.1).
//
// Lost folds of a part x at p, base p0: p [x_p - (p0/p) x_p0] / T_p for comp (serial or inflated compute), comm, idle,
// io. They sum to p - S. If the parts were timed in two or more runs at the base and at p, a fold has a 95 % interval:
// Student's t of the runs' p [x - (p0/p) x_p0]/T, with the scatter of the base added (Welch 1947). The main cause is
// Undecided if the 99 % interval of the difference of the two largest parts includes 0; for that difference, the relative
// scatter of each part is pooled over the rungs. Total times alone give no main
// cause: a serial stage, input of constant length and full memory look the same in them, so the shapes that fit are
// ranked by the deviation of the rungs.
//
// Compute that does not shrink has one of two causes: a serial stage, which takes the same time at every p (comp_p = f
// + (1-f)/p), or inflation, where every worker computes more slowly as p grows (shared memory bandwidth, caches,
// clocks). With repeats, the cause is inflation if compute rises by more than the scatter, or does not have the shape
// of a serial stage (lack of fit), or has the shape of inflation (a plateau max(a/p, b), work that grows as log2 p or a
// power of p below 1) with a likelihood ratio of 20 to 1. It is serial if that shape exceeds each of these by the same
// ratio, and otherwise undecided. Without repeats, the cause is inflation if compute rises by 2 %, or a rung is a tenth
// below the serial stage that the last rung implies, or the work above the base's grows as log2 p or a power of p below
// 1, 20 times likelier with noise of 2 %.
//
// At p = 8 of the book's ladder: 2.252 communication, 1.864 waiting, 0 serial, 4.117 in total. A gain is negative and
// stays negative. For weak scaling, whose ideal is a constant time, the share x_p0 is not divided by p.
//
//     const Attribution attribution = attributeLostFolds(ladder);
//     attribution.summary;   // "8 workers give 3.88×, not 8×. Communication takes 2.25 of the missing 4.12, …"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/text/enum_names.h"
#include "core/evidence/calibration/calibration.h"
#include "core/evidence/ladder/ladder.h"

namespace scalewright {

/// Undecided: the largest parts cannot be separated; Unknown: the lost part was not measured.
enum class Cause {
    CommunicationWall,
    LoadImbalance,
    SerialFraction,
    ComputeInflation,
    InputOutput,
    Undecided,
    Unknown,
    None
};

template <>
inline constexpr auto enumNames<Cause> =
    namedValues<Cause>("cause", {{Cause::CommunicationWall, "communication-wall", "the communication wall"},
                                 {Cause::LoadImbalance, "load-imbalance", "load imbalance"},
                                 {Cause::SerialFraction, "serial-fraction", "the serial fraction"},
                                 {Cause::ComputeInflation, "compute-inflation", "compute inflation"},
                                 {Cause::InputOutput, "input-output", "input and output"},
                                 {Cause::Undecided, "undecided"},
                                 {Cause::Unknown, "unknown"},
                                 {Cause::None, "none"}});

struct LostFolds {
    int p = 1;
    double total = 0;  ///< p - S
    /// Both this rung and the base have parts; otherwise everything is unattributed and the parts are 0.
    bool hasParts = false;
    /// Whether each part was measured here and at the base (Rung::isCommKnown …); the other parts are 0 and their time
    /// is unattributed
    bool isCommunicationMeasured = false, isWaitingMeasured = false, isComputeMeasured = false;
    double communication = 0;
    double waiting = 0;
    double compute = 0;  ///< compute that did not shrink, or even grew
    double io = 0;  ///< 0 if io was not measured separately from idle (MeasuredLadder::hasSeparateIo)
    double unattributed = 0;  ///< the rest of a given total, outside the given parts
    struct Intervals {
        Interval communication, waiting, compute, io, unattributed;
        bool operator==(const Intervals&) const = default;
    };
    std::optional<Intervals> intervals;  ///< 95 %; set if the parts were repeated at the base and here
    bool operator==(const LostFolds&) const = default;
};

/// One change that addresses a cause.
struct Remedy {
    /// "larger-batch", "compression", "schedule", "overlap", "balance", "serial-stage", "less-sharing", "input-pipeline"
    std::string id;
    std::string title;  ///< "Compress what is sent"
    std::string description;  ///< one or two sentences: which part it reduces, and what it costs
    bool operator==(const Remedy&) const = default;
};

/// The remedies for the cause, the most direct first. Communication that grows with p is mostly latency and first needs
/// a schedule with fewer hops; communication that does not grow is mostly bandwidth-bound and needs fewer bytes. Empty
/// for Undecided, Unknown and None.
[[nodiscard]] std::vector<Remedy> remediesFor(Cause cause, const MeasuredLadder& ladder);

/// What the folds are based on: repeated runs with parts; a single run at some p, or runs without scatter; or assumed
/// numbers.
enum class FoldEvidence { Repeats, TooFewRepeats, Assumed };
template <>
inline constexpr auto enumNames<FoldEvidence> =
    namedValues<FoldEvidence>("evidence", {{FoldEvidence::Repeats, "repeats", "measured"},
                                           {FoldEvidence::TooFewRepeats, "one-run", "too few repeats"},
                                           {FoldEvidence::Assumed, "assumed", "assumed, not measured"}});

/// The speedup that the ladder would allow at p without the part that the remedy addresses; set if the prediction for
/// the changed design exceeds it.
struct LadderSpeedupBound {
    int p = 1;
    double maximumSpeedup = 1;  ///< upper bound from the ladder
    double predictedSpeedup = 1;
    std::string removedPart;  ///< "communication"
};

struct Attribution {
    std::vector<LostFolds> rows;  ///< one per rung in MeasuredLadder::rungs; parts are 0 if only totals were measured
    /// The cause of most lost folds at explainedP; None if less than 1 % of the ideal is lost.
    Cause mainCause = Cause::Unknown;
    /// The plan's p where its folds were measured; otherwise the fastest p, or the first above the base if the base is
    /// the fastest.
    int explainedP = 1;
    Cause computeCause = Cause::SerialFraction;  ///< why compute did not shrink: SerialFraction or ComputeInflation
    bool isComputeCauseKnown = true;  ///< the other of these two causes is excluded
    std::vector<Cause> contenders;  ///< if Undecided: the parts that cannot be separated, largest first
    /// Repeats separate the main cause from the next one, all parts were measured, and the track record is reliable.
    bool isDecided = false;
    /// How often a main cause of this kind was right on simulated ladders like this one.
    std::optional<TrackRecord> trackRecord;
    std::string calibrationText;  ///< the track record in words; empty without statistics
    std::optional<LateRank> lateRank;  ///< at explainedP
    FoldEvidence evidence = FoldEvidence::TooFewRepeats;  ///< appended to `summary`
    /// Folds lost to reading, as measured at the base alone; set if that explains the total times (isInferred).
    std::optional<double> readingFolds;
    bool isInferred = false;  ///< only total times were measured: the texts describe the shape of the curve
    std::string confidence;  ///< how certain the cause is, and why, in words
    /// The single change that would move the knee to a larger p: the first of `remedies`, in words.
    std::string remedyText;
    std::vector<Remedy> remedies;  ///< the most direct first; empty for Unknown and None
    std::string summary;  ///< ready to be quoted in a report
    /// Where scaling ends, if only totals were measured and the runs show it: "About 25 % is serial: at most 4×."
    std::string scalingEnd;
    /// What changed from the fastest p to the last rung, if the last rung is slower; otherwise empty.
    std::string slowdown;
    bool operator==(const Attribution&) const = default;
};

/// With parts: uses the formula. With totals alone, the main cause is Unknown, isInferred is true and `confidence`
/// ranks the shapes. `planP`: the p that the project plans, which `explainedP` prefers.
[[nodiscard]] Attribution attributeLostFolds(const MeasuredLadder& ladder, std::optional<int> planP = {});

/// The ladder as it would be if one cause took half the time that it adds to the base's share, (p0/p) x_p0, and
/// everything else stayed equal (a what-if, not a measurement): communication, waiting, compute, or input and output.
/// The same fraction for each makes the gains comparable, and the base stays as it is. For weak scaling, the base's
/// share is its whole time. A part already below the base's share is unchanged. Error (Input): the ladder has no parts,
/// or the cause is Undecided, Unknown or None.
[[nodiscard]] Result<MeasuredLadder> withRemedy(const MeasuredLadder& ladder, Cause cause);
/// The causes whose what-if gains speedup at the explained p, by gain; for compute that does not shrink, the one named
/// by `attribution`. Parts that were not measured have no what-if.
[[nodiscard]] std::vector<Cause> whatIfCauses(const MeasuredLadder& ladder, const Attribution& attribution);
/// The assumption behind the what-if for that cause, for display. Empty for Undecided, Unknown and None.
[[nodiscard]] std::string remedyAssumption(Cause cause);
/// What the what-if changed, in words: "If half of the communication above the base's share is gone …: the knee moves
/// from 8 to 16, …"; if the knee and the best speedup do not change, the change at explainedP or at another measured p;
/// or that nothing changes.
[[nodiscard]] std::string remedyEffect(const MeasuredLadder& before, const MeasuredLadder& after, Cause cause,
                                       int explainedP);

/// "communication", "balance", "serial", "inflation", "io" (the what-ifs of the command line) or the name of a cause. Error
/// (Input): lists the valid names.
[[nodiscard]] Result<Cause> causeFromName(std::string_view name);

}  // namespace scalewright

// Naming the cause of every lost fold (book 41.7, Table 41.7.1's second phase).
//
// Lost folds of a part x at p, base p0: p [x_p - (p0/p) x_p0] / T_p for comp (serial or inflated compute), comm, idle,
// io. They sum to p - S. Where the parts were timed in two runs or more at the base and at p, a fold has a 95 %
// interval: Student's t of the runs' p [x - (p0/p) x_p0]/T, the base's own scatter added (Welch 1947). The owner is
// Undecided where the 99 % interval of the two largest parts' difference holds 0. Totals alone have no owner: a serial
// stage, input of one length and a memory that is full look alike in them, so the shapes that fit are ranked by how far
// the rungs stray from them.
//
// Compute that does not shrink is one of two: a serial stage, which takes the same at every p (comp_p = f + (1-f)/p),
// or inflation, where every worker computes more slowly the more there are (shared memory bandwidth, caches, clocks).
// With repeats it is inflation where compute rises beyond their scatter, or has not the shape of a serial stage (lack
// of fit), or has one of inflation (a plateau max(a/p, b), work that grows as log2 p or a power of p below 1) with a
// likelihood ratio of 20 to 1; serial where it beats each of these by that ratio; else nobody knows. Without repeats
// inflation is compute that rises by 2 %, or a rung a tenth below the serial stage that the last rung implies, or work
// beyond the base's that grows as log2 p or a power of p below 1, likelier by 20 to 1 with noise of 2 %.
//
// At p = 8 of the book's ladder: 2.252 communication, 1.864 waiting, 0 serial, 4.117 in all. A gain is
// negative and stays so. For weak scaling, where the ideal keeps the time, the share x_p0 is not divided by p.
//
//     const Attribution why = attribute(ladder);
//     why.owner;      // Cause::CommunicationWall
//     why.sentence;   // "8 workers give 3.88×, not 8×. Communication takes 2.25 of the missing 4.12, waiting 1.86. …"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence/calibration/calibration.h"
#include "core/evidence/ladder/ladder.h"

namespace scalewright {

/// Undecided: the largest parts cannot be told apart; Unknown: nobody measured the part that is lost.
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

/// "communication-wall", "load-imbalance", "serial-fraction", "compute-inflation", "input-output", "undecided",
/// "unknown", "none".
[[nodiscard]] const char* causeName(Cause cause);
/// For people: "the communication wall", "load imbalance", "the serial fraction", "input and output", …
[[nodiscard]] std::string causeTitle(Cause cause);

struct LostFolds {
    int p = 1;
    double total = 0;  ///< p - S
    bool partsKnown = false;  ///< this rung and the base have parts; else all is unattributed and the parts are 0
    /// Of those, which were measured here and at the base (Rung::commTold …); the others are 0 and what they took is
    /// unattributed
    bool communicationTold = false, waitingTold = false, serialTold = false;
    double communication = 0;
    double waiting = 0;
    double serial = 0;  ///< compute that did not shrink, or grew
    double io = 0;  ///< 0 where io was not measured beside idle (MeasuredLadder::ioApart)
    double unattributed = 0;  ///< of a given total beyond the parts given
    struct Intervals {
        Interval communication, waiting, serial, io, unattributed;
        bool operator==(const Intervals&) const = default;
    };
    std::optional<Intervals> intervals;  ///< of 95 %, with repeats of the parts at the base and here
    bool operator==(const LostFolds&) const = default;
};

/// One change that answers a cause.
struct Remedy {
    /// "larger-batch", "compression", "schedule", "overlap", "balance", "serial-stage", "less-sharing", "input-pipeline"
    std::string id;
    std::string title;  ///< "Compress what is sent"
    std::string how;  ///< one or two sentences: what it does to which part, and its price
    bool operator==(const Remedy&) const = default;
};

/// What helps against that cause, the first the most direct. Communication that grows with p is mostly latency and
/// wants a schedule of fewer hops first; communication that stays is mostly bandwidth and wants fewer bytes. Empty for
/// Unknown and None.
[[nodiscard]] std::vector<Remedy> remediesFor(Cause cause, const MeasuredLadder& ladder);

/// What the folds rest on: runs repeated with their parts, one run at a p or runs that do not scatter, numbers that
/// nobody measured.
enum class FoldEvidence { Repeats, OneRun, Assumed };
/// "repeats", "one-run", "assumed"; for people: "measured", "by too few repeats", "assumed, not measured".
[[nodiscard]] const char* evidenceName(FoldEvidence evidence);
[[nodiscard]] std::string evidenceWords(FoldEvidence evidence);

/// What the ladder would allow at p with all of the remedy's part gone, where the changed design promises more there.
struct LadderBound {
    int p = 1;
    double speedup = 1;  ///< at best, by the ladder
    double predicted = 1;
    std::string gone;  ///< "communication"
};

struct Attribution {
    std::vector<LostFolds> rows;  ///< as MeasuredLadder::rungs; parts are 0 where only totals were measured
    Cause owner = Cause::Unknown;  ///< of most lost folds at atP; None where less than 1 % of the ideal is lost
    int atP = 1;  ///< the fastest p, or the first beyond the base where that is the fastest: where the argument is made
    Cause compute = Cause::SerialFraction;  ///< what compute that did not shrink is here: that, or ComputeInflation
    bool computeTold = true;  ///< … and that it is not the other
    std::vector<Cause> contenders;  ///< of Undecided: the parts that cannot be told apart, the largest first
    bool decided = false;  ///< repeats tell the owner from the next, no part is untold, and `record` is earned
    std::optional<TrackRecord> record;  ///< how often such an owner was right on simulated ladders like this one
    std::string calibration;  ///< `record` in words; empty where no statistics speak
    FoldEvidence evidence = FoldEvidence::OneRun;  ///< carried to the end of `sentence`
    bool inferred = false;  ///< only total times were measured: what is said is of their shape
    std::string confidence;  ///< how sure the cause is, and of what, in words
    std::string remedy;  ///< the single change that would move the knee to the right: the first of `remedies`, in words
    std::vector<Remedy> remedies;  ///< the most direct first; empty for Unknown and None
    std::string sentence;  ///< what a report can quote
    std::string beyond;  ///< what changed from the fastest p to the last rung where it is slower; else empty
    bool operator==(const Attribution&) const = default;
};

/// With parts: by the formula. With totals alone the owner is Unknown, inferred = true and `confidence` ranks the
/// shapes.
[[nodiscard]] Attribution attribute(const MeasuredLadder& ladder);

/// The ladder as it would stand after one cause was answered, everything else equal (a what-if, not a measurement):
///   CommunicationWall  communication takes half the time at every p (compression to a half, or a schedule of half the steps)
///   LoadImbalance      waiting beyond the base's share is gone: idle = (p0/p) idle_p0 (perfect balance)
///   SerialFraction, ComputeInflation  compute beyond the base's share is gone: comp = (p0/p) comp_p0
///   InputOutput        input and output take half the time
/// For weak scaling the base's share is the whole. A part that is below the base's share already stays as it is.
/// Error (Input): the ladder has no parts, or the cause is Undecided, Unknown or None.
[[nodiscard]] Result<MeasuredLadder> withRemedy(const MeasuredLadder& ladder, Cause cause);
/// The causes that a what-if can answer on this ladder, `why` its attribution: of compute that does not shrink the one
/// that it is. None of a part that was not measured.
[[nodiscard]] std::vector<Cause> whatIfCauses(const MeasuredLadder& ladder, const Attribution& why);
/// The assumption above for that cause, for people. Empty for Unknown and None.
[[nodiscard]] std::string remedyAssumption(Cause cause);
/// What the what-if changed, in words: "Halving communication moves the knee from 8 to 16: …"; where knee and best stay,
/// what it does at a measured p; or that it changes nothing.
[[nodiscard]] std::string remedyEffect(const MeasuredLadder& before, const MeasuredLadder& after, Cause cause);

/// "communication", "balance", "serial", "inflation", "io" (a what-if's names on the command line) or a causeName.
/// Error (Input): the list.
[[nodiscard]] Result<Cause> causeFromName(std::string_view name);

}  // namespace scalewright

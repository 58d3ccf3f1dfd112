// Naming the cause of every lost fold (book 41.7, Table 41.7.1's second phase).
//
// Lost folds of a part x at p, base p0: p [x_p - (p0/p) x_p0] / T_p for comp (serial or inflated compute), comm, idle, io.
// They sum to p - S. At p = 8 of the book's ladder: 2.252 communication, 1.864 waiting, 0 serial, 4.117 in all. A gain is
// negative and stays so. For weak scaling, where the ideal keeps the time, the share x_p0 is not divided by p.
//
//     const Attribution why = attribute(ladder);
//     why.owner;      // Cause::CommunicationWall
//     why.sentence;   // "At p = 8 the run is 3.88× faster; of the missing 4.12 folds 2.25 are communication, …"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ladder/ladder.h"
#include "core/result/message.h"

namespace scalewright {

enum class Cause { CommunicationWall, LoadImbalance, SerialFraction, InputOutput, Unknown, None };

/// "communication-wall", "load-imbalance", "serial-fraction", "input-output", "unknown", "none".
[[nodiscard]] const char* causeName(Cause cause);
/// For people: "the communication wall", "load imbalance", "the serial fraction", "input and output", …
[[nodiscard]] Message causeTitle(Cause cause);

struct LostFolds {
    int p = 1;
    double total = 0;          ///< p - S
    bool partsKnown = false;   ///< this rung and the base have parts; else all is unattributed and the parts are 0
    double communication = 0;
    double waiting = 0;
    double serial = 0;         ///< compute that did not shrink, or grew
    double io = 0;             ///< 0 where io was not measured beside idle (MeasuredLadder::ioApart)
    double unattributed = 0;   ///< of a given total beyond the parts given
};

/// One change that answers a cause.
struct Remedy {
    std::string id;     ///< "larger-batch", "compression", "schedule", "overlap", "balance", "serial-stage", "input-pipeline"
    Message title;  ///< "Compress what is sent"
    Message how;    ///< one or two sentences: what it does to which part, and its price
};

/// What helps against that cause, the first the most direct. Communication that grows with p is mostly latency and wants a
/// schedule of fewer hops first; communication that stays is mostly bandwidth and wants fewer bytes. Empty for Unknown and None.
[[nodiscard]] std::vector<Remedy> remediesFor(Cause cause, const MeasuredLadder& ladder);

struct Attribution {
    std::vector<LostFolds> rows;  ///< as MeasuredLadder::rungs; parts are 0 where only totals were measured
    Cause owner = Cause::Unknown; ///< of most lost folds at atP; None where less than 1 % of the ideal is lost
    int atP = 1;  ///< the fastest p, or the first beyond the base where that is the fastest: where the argument is made
    bool inferred = false;  ///< from the shape of total times, never to be stated as measured
    Message confidence;  ///< how sure the cause is, and of what, in words
    Message remedy;  ///< the single change that would move the knee to the right: the first of `remedies`, in words
    std::vector<Remedy> remedies;  ///< the most direct first; empty for Unknown and None
    Message sentence;  ///< what a report can quote
    Message beyond;  ///< what changed from the fastest p to the last rung where it is slower; else empty
};

/// With parts: by the formula. With totals alone: from the shape (Karp–Flatt flat: serial fraction; rising: overhead that
/// communication or waiting could be), inferred = true and the owner Unknown where the shape does not tell.
[[nodiscard]] Attribution attribute(const MeasuredLadder& ladder);

/// The ladder as it would stand after one cause was answered, everything else equal (a what-if, not a measurement):
///   CommunicationWall  communication takes half the time at every p (compression to a half, or a schedule of half the steps)
///   LoadImbalance      waiting beyond the base's share is gone: idle = (p0/p) idle_p0 (perfect balance)
///   SerialFraction     compute beyond the base's share is gone: comp = (p0/p) comp_p0 (the serial stage parallelised)
///   InputOutput        input and output take half the time
/// For weak scaling the base's share is the whole. A part that is below the base's share already stays as it is.
/// Error (Input): the ladder has no parts, or the cause is Unknown or None.
[[nodiscard]] Result<MeasuredLadder> withRemedy(const MeasuredLadder& ladder, Cause cause);
/// The assumption above for that cause, for people. Empty for Unknown and None.
[[nodiscard]] Message remedyAssumption(Cause cause);
/// What the what-if changed, in words: "Halving communication moves the knee from 8 to 16: …", or that it changes nothing.
[[nodiscard]] Message remedyEffect(const MeasuredLadder& before, const MeasuredLadder& after, Cause cause);

/// "communication", "balance", "serial", "io" (a what-if's names on the command line) or a causeName. Error (Input): the list.
[[nodiscard]] Result<Cause> causeFromName(std::string_view name);

}  // namespace scalewright

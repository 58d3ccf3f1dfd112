// Naming the cause of every lost fold (book 41.7, Table 41.7.1's second phase).
//
// Lost folds of a part x at p, base p0: p [x_p - (p0/p) x_p0] / T_p for comp (serial or inflated compute), comm, idle, io.
// They sum to p - S scaled to the base. At p = 8 of the book's ladder: 2.252 communication, 1.864 waiting, 0 serial, 4.117
// in all. A gain is negative and stays so. For weak scaling the share x_p0 is not divided by p.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/measured/ladder.h"

namespace scalewright {

enum class Cause { CommunicationWall, LoadImbalance, SerialFraction, InputOutput, Unknown, None };

/// "communication-wall", "load-imbalance", "serial-fraction", "input-output", "unknown", "none".
[[nodiscard]] const char* causeName(Cause cause);

struct LostFolds {
    int p = 1;
    double total = 0;          ///< p - S (scaled to the base)
    double communication = 0;
    double waiting = 0;
    double serial = 0;         ///< compute that did not shrink, or grew
    double io = 0;
    double unattributed = 0;   ///< of a given total beyond the parts given
};

struct Attribution {
    std::vector<LostFolds> rows;  ///< as MeasuredLadder::rungs; parts are 0 where only totals were measured
    Cause owner = Cause::Unknown; ///< of most lost folds at atP
    int atP = 1;                  ///< the fastest p: where the argument is made
    bool inferred = false;        ///< from the shape of total times, never to be stated as measured
    std::string confidence;       ///< how sure an inferred cause is, and of what, in words
    std::string remedy;           ///< the single change that would move the knee to the right
    std::string sentence;         ///< what a report can quote
};

/// With parts: by the formula. With totals alone: from the shape (Karp–Flatt flat: serial fraction; rising: overhead that
/// communication or waiting could be), inferred = true and the owner Unknown where the shape does not tell.
[[nodiscard]] Attribution attribute(const MeasuredLadder& ladder);

}  // namespace scalewright

// How a measured ladder was read: which column as what, its base and scaling, what is odd about it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/ladder_file.h"
#include "core/evidence/ladder/ladder.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct LadderReading {
    const MeasuredLadder& ladder;
    std::string caption{};                  ///< "Output 41.7.2: strong scaling, p = 1 to 16, 5 runs"
    std::string mapping{};                  ///< mappingText; empty for a project's own ladder
    std::vector<MappedColumn> columns{};    ///< a column each of the mapping
    std::vector<std::string> unread{};      ///< headers that were not read
    std::vector<std::string> warnings{};    ///< of the file and of the ladder
};

/// "Output 41.7.2: strong scaling, p = 1 to 16, 5 runs"; `otherwise` is its name where it has none.
[[nodiscard]] std::string ladderCaption(const MeasuredLadder& ladder, std::string_view otherwise, std::size_t runs);

/// The last details of an answer about a ladder.
void addReading(Answer& answer, const LadderReading& reading);

/// One more where the scaling is a guess from flat times: what follows if the work was fixed instead.
void addIfFixed(Answer& answer, std::string_view label, const std::string& says);

[[nodiscard]] bool oneRunPerPoint(const MeasuredLadder& ladder);

/// The p whose runs differ so much, by a factor of three or more, that they are hardly repeats; nullptr where there is
/// none.
[[nodiscard]] const Rung* rungOfUnlikeRuns(const MeasuredLadder& ladder);

/// "average_time" names no unit: read in s; empty where the unit is said, or seconds may well be meant.
[[nodiscard]] std::string unitNote(const LadderReading& reading);

/// "repeats at p = 8 differ 30 times"; else "some runs failed"; "one run per point" where no p was measured more than
/// once; else empty.
[[nodiscard]] std::string repeatsNote(const MeasuredLadder& ladder);

/// That, and "weak scaling guessed" before it where nobody said that the work grew.
[[nodiscard]] std::string readingNote(const MeasuredLadder& ladder);

/// Measured, or assumed where nobody ran it, with that note.
[[nodiscard]] Sure measuredSure(const MeasuredLadder& ladder);

/// What to do where nobody said whether the work grew with p.
[[nodiscard]] Next scalingAsked();

/// What to do where the runs of one p are hardly repeats.
[[nodiscard]] Next unlikeRunsAsked(const Rung& rung);

/// What to do where nobody said how many steps a measured time holds (MeasuredLadder::runUnknown).
/// `option`: what answers on the command line.
[[nodiscard]] Next stepsPerTimeAsked(const MeasuredLadder& ladder, std::string_view option = "--steps-per-time N");

/// Where to measure next, with the command: twice the largest p; where the one machine that the ladder ran on has no
/// cores for it, between the p that are there, each step of it a third or more. Where nothing is between them either, a
/// larger machine, without a command. `beyond`: why, added to the first: "beyond 16 the curve is extrapolated".
[[nodiscard]] Next moreP(const MeasuredLadder& ladder, const std::string& beyond = {});

/// "scalewright-cli ladder run --p 1,2,4 --repeat 3 -- COMMAND", of the ladder's p and `more`; where three runs
/// are there already, it asks for more than there are. COMMAND is what was run, where the ladder says it.
[[nodiscard]] std::string repeatCommand(const MeasuredLadder& ladder, const std::vector<int>& more = {});

/// "1, 2, 5 and 3 more": the first dozen names in quotes.
[[nodiscard]] std::string quotedList(const std::vector<std::string>& names);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// How a measured ladder was interpreted: the meaning of each column, its base and scaling, and anything unusual.
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
    std::string mappingSummary{};                  ///< mappingText; empty for a project's own ladder
    std::vector<MappedColumn> columns{};    ///< one per column of the mapping
    std::vector<std::string> unreadHeaders{};      ///< headers that were not used
    std::vector<std::string> warnings{};    ///< from the file and the ladder
    std::vector<std::string> decisions{};   ///< LadderFile::decisions
};

/// "Output 41.7.2: strong scaling, p = 1 to 16, 5 runs"; `otherwise` is used if the ladder has no name.
[[nodiscard]] std::string ladderCaption(const MeasuredLadder& ladder, std::string_view otherwise, std::size_t runs);

/// Adds how the ladder was interpreted, as the last details of an answer about a ladder.
void addReadingFacts(Answer& answer, const LadderReading& reading);

/// If growing work is only guessed from flat times, adds what follows if the work was fixed instead.
void addFixedWorkFact(Answer& answer, std::string_view label, const std::string& text);

/// What a headline must say about the reading: "weak scaling, by cells", "rate in t/s", "average_time" has no unit: read
/// in s. Empty if the columns say it all.
[[nodiscard]] std::string readingNote(const LadderReading& reading);

/// weaknessesOf(ladder), joined.
[[nodiscard]] std::string measurementNote(const MeasuredLadder& ladder);

/// Measured; calibrated under other conditions than those of the runs; or assumed if the ladder was not run.
[[nodiscard]] Basis basisOf(const MeasuredLadder& ladder);
/// The same with measurementNote as the note.
[[nodiscard]] AnswerConfidence measuredConfidence(const MeasuredLadder& ladder);

/// Asks whether the work grew with p.
[[nodiscard]] NextStep askForScaling();

/// Asks what changed between runs with the same p that are unlikely to be repeats.
[[nodiscard]] NextStep askAboutInconsistentRuns(const Rung& rung);

/// Asks how many steps a measured time contains (MeasuredLadder::stepsPerTimeRequest). `option`: the command-line
/// option that sets it.
[[nodiscard]] NextStep askForStepsPerTime(const MeasuredLadder& ladder, std::string_view option = "--steps-per-time N");

/// Where to measure next, with the command: at twice the largest p. If the machine that ran the ladder has too few
/// cores, in the gaps between measured p values, at least a third away from each neighbour. If there is no such gap
/// either, on a larger machine, without a command. `reason` is appended to the first suggestion: "beyond 16 the curve
/// is extrapolated".
[[nodiscard]] NextStep suggestMoreWorkerCounts(const MeasuredLadder& ladder, const std::string& reason = {});

/// "scalewright-cli ladder run --p 1,2,4 --repeat 3 -- COMMAND", with the ladder's p values and `more`. If there are
/// already three repeats, the command has more. COMMAND is the command that was run, if the ladder records it.
[[nodiscard]] std::string ladderRunCommand(const MeasuredLadder& ladder, const std::vector<int>& more = {});

/// "1, 2, 5 and 3 more": the first twelve names in quotes.
[[nodiscard]] std::string quotedList(const std::vector<std::string>& names);

}  // namespace scalewright

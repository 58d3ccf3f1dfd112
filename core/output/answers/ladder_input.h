// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the ladder or the project that attribute, carbon, cost and fit work on.
//
//     const Result<CurveInput> input = readCurve(text, "ladder.csv", {});   // then input->ladder->measured
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/json/fields.h"
#include "core/decision/attribution/attribution.h"
#include "core/evidence/calibration/calibration.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/ladder/ladder.h"
#include "core/output/answers/ladder_reading.h"
#include "core/project/document/project.h"

namespace scalewright {

/// Which ladder to read, and how.
struct LadderSelection {
    LadderFileOptions fileOptions{};
    std::optional<Scaling> scaling{};
    std::optional<double> qualityTarget{}, stepsPerTime{};
    std::optional<std::string> variant{};  ///< of a project
    bool allowsProjectAlone = false;  ///< a project without a ladder is not an error
};

struct LadderInput {
    std::string fileName;  ///< the name in errors
    Ladder ladder;  ///< as read, with --scaling and --quality-target applied
    MeasuredLadder measured;
    MeasuredLadder measuredRuns;  ///< the same, as runs of the length in the project's plan (scaleLadderToRuns)
    std::optional<Project> project;  ///< if the file is one
    std::string mappingText;  ///< the role of each column; empty if the file is a project
    std::vector<MappedColumn> mappedColumns;  ///< the same, with one entry per column
    std::vector<std::string> unreadHeaders;  ///< headers of unused columns
    std::vector<std::string> decisions;  ///< LadderFile::decisions
    std::vector<std::string> warnings;  ///< about the file and the ladder
};

/// A ladder, or a project without one.
struct CurveInput {
    std::string fileName;  ///< the name in errors
    std::optional<Project> project;  ///< if the file is one
    std::optional<LadderInput> ladder;  ///< absent if the project has no ladder and none was requested
};

/// Reads exactly one ladder, or a project. Errors (Input): problems with the text, the selection or the ladder; several
/// ladders with none selected (the error lists their names; of the regions in an Extra-P file, the first is used, with a
/// warning).
[[nodiscard]] Result<CurveInput> readCurve(const std::string& text, const std::string& fileName,
                                           const LadderSelection& selection);

/// Recomputes the runs for the plan in `project`, which replaces the plan in the file.
void updateRunsForPlan(LadderInput& input, const Project& project);

/// The input, read again with fixed work, if its scaling is only a guess based on flat times.
[[nodiscard]] std::optional<LadderInput> withFixedWork(const LadderInput& input);

/// Everything that was measured besides the time, under the keys used in project files.
[[nodiscard]] Json::Object otherColumnFields(const Rung& rung);

/// "runs", "succeeded": the number of runs, and how many of them have a time.
[[nodiscard]] Json::Object runCountFields(const Rung& rung);

/// "ladder", "scaling" (and its reason), "base_p" (and the effect of a base other than 1), "mapping", "columns" (role,
/// column, unit, unit_given, guessed, confidence), "unread", "warnings".
[[nodiscard]] Json::Object ladderFields(const LadderInput& input);

/// "calibration": how often such a verdict was right on simulated ladders like this one, with one row per kind of
/// truth; only `words` if there is no such record; null with `reason` if the verdict is not statistical.
[[nodiscard]] Field trackRecordField(const std::optional<TrackRecord>& record, const std::string& words,
                                     const char* reason);

inline constexpr const char* onlyTotalsReason = "only total times were measured";

/// How the input was read, to be shown in an answer. Holds a reference to `input`.
[[nodiscard]] LadderReading ladderReadingOf(const LadderInput& input);

/// A table caption: "Output 41.7.2: strong scaling, p = 1 to 16, 5 runs".
[[nodiscard]] std::string ladderCaption(const LadderInput& input);

/// Its lost folds, explained at the p that its project plans.
[[nodiscard]] Attribution attributionOf(const LadderInput& input);

}  // namespace scalewright

// Reads the measured ladder that attribute, cost and fit work on: LADDER.csv, a project, JSON, Extra-P, or "-".
//
//     LadderOptions options;
//     options.declare(command);
//     const Result<LadderInput> input = readLadder(options);   // then input->measured, input->project
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "core/evidence/calibration/calibration.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/ladder/ladder.h"
#include "core/output/answers/ladder_reading.h"
#include "core/project/document/project.h"

namespace scalewright::cli {

struct LadderOptions {
    std::string file;
    OptionText columnMap, commaMeaning, ladderName, variant, scaling, format, qualityTarget, stepsPerTime;
    std::vector<std::string> rowFilters;
    Edits edits;  ///< the values of --set, if the file is a project

    /// Declares the positional LADDER and --map, --where, --ladder, --variant, --scaling, --format, --quality-target,
    /// --steps-per-time, --set.
    void declare(CLI::App& command);
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
    std::vector<std::string> warnings;  ///< about the file and the ladder
};

/// Reads exactly one ladder. Errors (Input): problems with the file, the options or the ladder; several ladders with
/// none selected (the error lists their names; --ladder or --where selects one; for the regions in an Extra-P file, the
/// first is used, with a warning).
[[nodiscard]] Result<LadderInput> readLadder(const LadderOptions& options);

/// Recomputes the runs for the plan in `project`, which replaces the plan in the file.
void updateRunsForPlan(LadderInput& input, const Project& project);

/// The input, read again with fixed work, if its scaling is only a guess based on flat times.
[[nodiscard]] std::optional<LadderInput> withFixedWork(const LadderInput& input);

/// A ladder, or a project without one.
struct CurveInput {
    std::string fileName;  ///< the name in errors
    std::optional<Project> project;  ///< if the file is one
    std::optional<LadderInput> ladder;  ///< absent if the project has no ladder and none was requested
};

/// Like readLadder, but a project without a ladder is not an error unless an option says how to read one.
[[nodiscard]] Result<CurveInput> readCurveInput(const LadderOptions& options);

/// Adds everything that was measured besides the time, under the keys used in project files.
void addOtherColumnsJson(Json::Object& row, const Rung& rung);

/// "runs", "succeeded": the number of runs, and how many of them have a time.
void addRunCountsJson(Json::Object& row, const Rung& rung);

/// "ladder", "scaling" (and its reason), "base_p" (and the effect of a base other than 1), "mapping", "columns" (role,
/// column, unit, unit_given, guessed, confidence), "unread", "warnings".
void addLadderJson(Json::Object& json, const LadderInput& input);

/// "calibration": how often such a verdict was right on simulated ladders like this one, with one row per kind of
/// truth; only `words` if there is no such record; null with `reason` if the verdict is not statistical.
void addTrackRecordJson(Json::Object& target, const std::optional<TrackRecord>& record, const std::string& words,
                        const char* reason);

/// How the input was read, to be shown in an answer. Holds a reference to `input`.
[[nodiscard]] LadderReading ladderReadingOf(const LadderInput& input);

/// A table caption: "Output 41.7.2: strong scaling, p = 1 to 16, 5 runs".
[[nodiscard]] std::string ladderCaption(const LadderInput& input);

}  // namespace scalewright::cli

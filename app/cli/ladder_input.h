// Reading the measured ladder that attribute, cost and fit work on: LADDER.csv, a project, JSON, Extra-P, or "-".
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
    Text map, commas, ladder, variant, scaling, format, qualityTarget, stepsPerTime;
    std::vector<std::string> where;
    Edits edits;  ///< --set, where the file is a project

    /// The positional LADDER and --map, --where, --ladder, --variant, --scaling, --format, --quality-target,
    /// --steps-per-time, --set.
    void declare(CLI::App& command);
};

struct LadderInput {
    std::string file;  ///< as errors call it
    Ladder ladder;  ///< as it was read, with --scaling and --quality-target laid over
    MeasuredLadder measured;
    MeasuredLadder runs;  ///< the same as runs of the project's plan (ofRuns)
    std::optional<Project> project;  ///< where the file is one
    std::string mapping;  ///< which column was read as what; empty for a project
    std::vector<MappedColumn> columns;  ///< the same, a column each
    std::vector<std::string> unread;  ///< headers that were not read
    std::vector<std::string> warnings;  ///< of the file and of the ladder
};

/// Exactly one ladder. Errors (Input): what the file, the options or the ladder have wrong; several ladders and none
/// picked (the names are listed, --ladder or --where picks; of Extra-P's regions the first is taken, with a warning).
[[nodiscard]] Result<LadderInput> readLadder(const LadderOptions& options);

/// As runs of the plan of `project`, which takes the place of the file's.
void rereadRuns(LadderInput& input, const Project& project);

/// The same read the other way, where its scaling is a guess from flat times: with the work fixed.
[[nodiscard]] std::optional<LadderInput> opposite(const LadderInput& input);

/// A ladder, or a project that holds none.
struct CurveInput {
    std::string file;  ///< as errors call it
    std::optional<Project> project;  ///< where the file is one
    std::optional<LadderInput> ladder;  ///< absent: of a project without a ladder, and none was asked for
};

/// As readLadder; a project without a ladder is no error, unless an option says how to read one.
[[nodiscard]] Result<CurveInput> readCurve(const LadderOptions& options);

/// What was measured beside the time, by the project file's keys.
void addBesideJson(Json::Object& row, const Rung& rung);

/// "runs", "succeeded": how many were tried, and of how many there is a time.
void addRunsJson(Json::Object& row, const Rung& rung);

/// "ladder", "scaling" (and its reason), "base_p" (and what another base than 1 does), "mapping", "columns" (role,
/// column, unit, unit_given, guessed, confidence), "unread", "warnings".
void addLadderJson(Json::Object& json, const LadderInput& input);

/// "calibration": how often a verdict was right on simulated ladders like this one, a row each kind of truth; with the
/// words alone where there is no such record, null with that reason where the verdict is no statistical one.
void addRecordJson(Json::Object& into, const std::optional<TrackRecord>& record, const std::string& words,
                   const char* reason);

/// How it was read, for an answer. Holds a reference to `input`.
[[nodiscard]] LadderReading readingOf(const LadderInput& input);

/// The line over a table: "Output 41.7.2: strong scaling, p = 1 to 16, 5 runs".
[[nodiscard]] std::string ladderCaption(const LadderInput& input);

}  // namespace scalewright::cli

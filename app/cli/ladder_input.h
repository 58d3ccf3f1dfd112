// SPDX-License-Identifier: GPL-3.0-or-later
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
#include "core/output/answers/ladder_input.h"

namespace scalewright::cli {

struct LadderOptions {
    std::string file;
    OptionText commaMeaning, ladderName, variant, scaling, format, qualityTarget, stepsPerTime;
    std::vector<std::string> columnMaps, rowFilters;
    Edits edits;  ///< the values of --set, if the file is a project

    /// Declares the positional LADDER and --map, --where, --ladder, --variant, --scaling, --format, --quality-target,
    /// --steps-per-time, --set.
    void declare(CLI::App& command);
};

/// Reads exactly one ladder. Errors (Input): problems with the file, the options or the ladder; several ladders with
/// none selected (the error lists their names; --ladder or --where selects one; for the regions in an Extra-P file, the
/// first is used, with a warning).
[[nodiscard]] Result<LadderInput> readLadder(const LadderOptions& options);

/// Like readLadder, but a project without a ladder is not an error unless an option says how to read one.
[[nodiscard]] Result<CurveInput> readCurveInput(const LadderOptions& options);

}  // namespace scalewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that make a program print the parts of its time (core/evidence/runs/self_report.h), for pasting into it:
// resources/catalogue/timing-lines.json, by launcher and language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/ladder/ladder.h"

namespace scalewright {

struct TimingLines {
    std::string name;  ///< "Python with mpi4py"
    std::vector<std::string> launchers;  ///< "mpirun"
    std::vector<std::string> commandWords;  ///< a command containing one of them is such a program; empty: any is
    std::vector<std::string> lines;
};

/// Errors (Input), with a JSON pointer: not such a file, a missing member or an unknown launcher.
[[nodiscard]] Result<std::vector<TimingLines>> parseTimingLines(std::string_view text);

/// Joined with line ends; empty if the command is unknown.
[[nodiscard]] std::string timingLinesFor(const MeasuredCommand& command);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `measure`: what a program used of this machine, or a profile from another tool, step by step.
#pragma once

#include <string>
#include <vector>

#include "core/evidence/runs/program.h"
#include "core/model/bottleneck/profile.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct ProgramQuestion {
    const MeasuredProgram& program;
    std::vector<std::string> command;
    bool hasFlops = false, hasBytesMoved = false;
    bool hasCeilings = true;  ///< whether ceilings were measured, read from a file, or not requested
    std::vector<std::string> notes;  ///< what else could not be measured
    std::string lostOutputReason;  ///< why part of its output is missing; empty if it is complete
    std::string profileFile;  ///< where the profile is written; empty if it is not written
};

/// The notes, followed by what was not measured and the option that sets it.
[[nodiscard]] std::vector<std::string> programNotes(const ProgramQuestion& question);
[[nodiscard]] Answer measuredProgramAnswer(const ProgramQuestion& question);

/// The table has one row per step.
[[nodiscard]] Answer importedProfileAnswer(const Profile& profile, const std::string& profileFile);

}  // namespace scalewright

// What `measure` answers: what a program took of this machine, or what another tool measured of it, step by step.
#pragma once

#include <string>
#include <vector>

#include "core/evidence/runs/program.h"
#include "core/model/bottleneck/profile.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct ProgramQuestion {
    const MeasuredProgram& program;
    std::vector<std::string> words;  ///< the command
    bool flopsKnown = false, bytesMovedKnown = false;
    bool ceilingsKnown = true;  ///< measured, read from a file, or not wanted
    std::vector<std::string> notes;  ///< what else could not be seen
    std::string lost;  ///< why not all of its output arrived; empty where it did
    std::string profile;  ///< the file that gets it; empty: none
};

/// The notes, then what was not seen and which option gives it.
[[nodiscard]] std::vector<std::string> programNotes(const ProgramQuestion& question);
[[nodiscard]] Answer measuredProgramAnswer(const ProgramQuestion& question);

/// The table has a row a step.
[[nodiscard]] Answer importedProfileAnswer(const Profile& profile);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// From a program to a first answer, in one project: the machine's tools, its ceilings, one run, the ladder.
//
// Each step's result is saved in the project's file before the next step starts, so that it survives an interruption
// and the same command does only what is missing. A ladder's rows are also stored next to it, in NAME.ladder.csv, as
// they arrive.
//
//     const auto made = runProgramStudy({.file = "my.scalewright", .argv = {"./train", "{p}"}, .p = {1, 2, 4}}, stop);
//     const std::vector<StudyStep> steps = studySteps(*made);
//     studyAnswer(*made, steps).headline;  // "4 workers give 2.52×, not 4×."
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/text/enum_names.h"
#include "core/evidence/runs/doctor.h"
#include "core/evidence/runs/launcher.h"
#include "core/project/document/project.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

struct StudyOptions {
    std::filesystem::path file;  ///< the project file; read if it exists
    std::vector<std::string> argv;  ///< with {p} in place of the worker count
    std::string workingFolder{};  ///< the command's working folder; empty: this process's working folder
    std::vector<int> p;  ///< without duplicates, not empty
    int repeats = 3;  ///< of each p
    Launcher launcher = Launcher::None;  ///< not Slurm, whose jobs run on other machines
    std::optional<Scaling> scaling{};  ///< absent: the project's scaling, or strong for a new project
    std::optional<double> priceUsdPerHour{};  ///< absent: the project's price, if set
    bool measuresCeilings = true;  ///< measures the machine's ceilings if the project lacks them
    /// The machine whose ceilings are used instead of measured ones: "h100-sxm:fp32" (fillMachine); may be empty.
    std::string catalogueMachine{};
    bool skipsOwnCatalogue = false;  ///< uses only the shipped catalogue
    bool again = false;  ///< measures again although the project has complete measurements of this program
    std::filesystem::path keptTracesFolder{};  ///< see LadderRunOptions
    /// See LadderRunOptions::onWarning; Study::notes also has all warnings.
    std::function<void(const std::string&)> onWarning{};
};

/// Kept: done by an earlier invocation.
enum class StepState { Done, Kept, Skipped };
template <>
inline constexpr auto enumNames<StepState> = namedValues<StepState>(
    "state", {{StepState::Done, "done"}, {StepState::Kept, "kept"}, {StepState::Skipped, "left-out"}});

struct Study {
    StudyOptions options;
    Project project;
    DoctorReport doctorReport;
    std::filesystem::path ladderFile;
    std::vector<ProgramFile> program;  ///< what the command runs now
    std::vector<std::string> otherFiles;  ///< among its arguments, such as data; a change of these is not noticed
    StepState ceilingsState = StepState::Skipped, measureState = StepState::Kept, ladderState = StepState::Kept;
    bool isScalingAssumed = false;  ///< not set by an option or the project
    std::vector<std::string> notes;  ///< what could not be done or measured, and any unusual runs
};

/// Saves the project after each step and each run of the ladder. An error ends the study.
using SaveProject = std::function<Result<void>(const Project&)>;

/// `completedShare` is the completed share of one step (0…1); `activity` is the current activity, with the remaining
/// time if known.
using StudyProgress = std::function<void(double completedShare, const std::string& activity)>;

/// Errors: Input (the file is not a project, or the project belongs to another program; the catalogue has no such
/// machine), Refused (the program fails at the smallest p, or at every p), Environment (no launcher, no such program,
/// the file cannot be written), Cancelled. Results obtained before an error are in the file.
[[nodiscard]] Result<Study> runProgramStudy(const StudyOptions& options, const std::stop_token& stop,
                                            const StudyProgress& progress = {});

/// The same for a project in memory: `save` receives the results, no file is read or written, and an incomplete ladder
/// is continued. `options.file` is used only as a name.
[[nodiscard]] Result<Study> runProgramStudy(const StudyOptions& options, Project project, const SaveProject& save,
                                            const std::stop_token& stop, const StudyProgress& progress = {});

/// Applies a study's results, the changes from `before` to `after`, to a project that may have been edited since: the
/// baseline or a ladder is replaced only if it was not edited.
[[nodiscard]] Project withStudyResults(Project project, const Project& before, const Project& after);

/// "my.ladder.csv" beside "my.scalewright".
[[nodiscard]] std::filesystem::path ladderFileOf(const std::filesystem::path& project);

/// The index in Project::measurements of this program's ladder in its current state, or nullopt.
[[nodiscard]] std::optional<std::size_t> studyLadderIndex(const Study& study);

}  // namespace scalewright

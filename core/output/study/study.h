// From a program to a first answer, in one project: what the machine has, its ceilings, one run, the ladder.
//
// Each step's result is in the project's file before the next one starts, so that an interrupt keeps it and the same
// call does only what is missing. A ladder's rows are beside it too, in NAME.ladder.csv, as they come.
//
//     const Result<Study> made = study({.file = "my.scalewright", .words = {"./train", "{p}"}, .p = {1, 2, 4}}, stop);
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
#include "core/evidence/runs/doctor.h"
#include "core/evidence/runs/launcher.h"
#include "core/project/document/project.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

struct StudyOptions {
    std::filesystem::path file;  ///< the project; read where it is there
    std::vector<std::string> words;  ///< with {p} where the count goes
    std::string folder{};  ///< where the command starts; empty: where this process is
    std::vector<int> p;  ///< each once, not empty
    int repeats = 3;  ///< of each p
    Launcher launcher = Launcher::None;  ///< not Slurm, whose jobs run elsewhere
    std::optional<Scaling> scaling{};  ///< absent: the project's, strong in a new one
    std::optional<double> priceUsdPerHour{};  ///< absent: the project's, if it has one
    bool ceilings = true;  ///< the machine's are measured where the project lacks them
    std::string
        machine{};  ///< of the catalogue, whose ceilings are taken instead: "h100-sxm:fp32" (fillMachine); empty: none
    std::function<void(const std::string&)> warned{};  ///< LadderRunOptions::warned; all is in Study::notes too
};

/// Kept: an earlier call had done it.
enum class StepState { Done, Kept, LeftOut };
[[nodiscard]] const char* stepStateName(StepState state);  ///< "done", "kept", "left-out"

struct Study {
    StudyOptions options;
    Project project;
    Doctor doctor;
    std::filesystem::path ladderFile;
    StepState ceilings = StepState::LeftOut, measure = StepState::Kept, ladder = StepState::Kept;
    bool scalingAssumed = false;  ///< nobody said it
    std::vector<std::string> notes;  ///< what could not be done or seen, and what is odd about the runs
};

/// Takes the project after each step and each run of the ladder. Error: it cannot be kept, and the study ends.
using KeepProject = std::function<Result<void>(const Project&)>;

/// done in 0…1 of one step, and what is being done, with the time left where that is known.
using StudyProgress = std::function<void(double done, const std::string& doing)>;

/// Errors: Input (the file is no project, or one of another program; the catalogue has no such machine), Refused (the program fails at the smallest p, or
/// at all of them), Environment (no launcher, no such program, the file cannot be written), Cancelled: what was
/// measured until then is in the file.
[[nodiscard]] Result<Study> study(const StudyOptions& options, const std::stop_token& stop,
                                  const StudyProgress& progress = {});

/// The same of a project in memory: `keep` has what was measured, no file is read or written, and a ladder that lacks
/// runs is gone on with. `options.file` only names it.
[[nodiscard]] Result<Study> study(const StudyOptions& options, Project project, const KeepProject& keep,
                                  const std::stop_token& stop, const StudyProgress& progress = {});

/// What a study has measured between `before` and `after`, laid into a project that may have been edited since: its
/// baseline or ladder is taken where it still is what it was before.
[[nodiscard]] Project withStudied(Project project, const Project& before, const Project& after);

/// "my.ladder.csv" beside "my.scalewright".
[[nodiscard]] std::filesystem::path ladderBeside(const std::filesystem::path& project);

/// The place in Project::measurements of the ladder of this command; nullopt where it has none yet.
[[nodiscard]] std::optional<std::size_t> ladderOfStudy(const Study& study);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// The measurements of one program in a project: which command they belong to, and how new runs are added.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/runs/ladder_run.h"
#include "core/evidence/runs/launcher.h"
#include "core/evidence/runs/program.h"
#include "core/project/document/project.h"
#include "core/project/document/project_change.h"

namespace scalewright {

/// The command in the form stored in a project: "mpirun ./heat '{p}'".
[[nodiscard]] std::string commandText(const std::vector<std::string>& words, Launcher launcher = Launcher::None);
/// "heat {p}": at most 40 characters, on one line.
[[nodiscard]] std::string programLabel(const std::vector<std::string>& words);

/// Prefix of the conditions of a step's time if the traces of a run mark the step.
inline constexpr const char* tracedStepConditions = "one step, as its traces mark it";

/// Whether the time of any step comes from a run of that command.
[[nodiscard]] bool hasStepOf(const Project& project, const std::string& command);
/// The index in Project::measurements of the newest ladder of that command; with `program`, of the newest that may be
/// of the program in this state (changedFilesText).
[[nodiscard]] std::optional<std::size_t> ladderIndexOf(const Project& project, const std::string& command,
                                                       const std::vector<ProgramFile>& program = {});

/// Checks that the program's run may become the project's step. Error (Input): the project has a step measured with
/// another program.
[[nodiscard]] Result<void> checkCanAddStep(const Project& project, const std::string& command, const std::string& file);
/// Like checkCanAddStep, for the program's step and ladder. If the project has no measurements of the program yet, it
/// must not have another program's ladder either.
[[nodiscard]] Result<void> checkCanAddMeasurements(const Project& project, const std::string& command,
                                                   const std::string& file);

/// The project with the run as its step (withProfile), recorded as a run of the command.
[[nodiscard]] Result<Project> withMeasuredStep(Project project, Profile profile, const std::string& command);

/// A ladder without runs, with a name and with the command as its provenance.
[[nodiscard]] Ladder emptyLadder(const std::vector<std::string>& words, Launcher launcher);

/// The ladder with this machine's cores and load: from the file that its rows continue, otherwise the current values.
/// They affect the times, so the project stores the same values as the file.
[[nodiscard]] Ladder withMachineLoad(Ladder ladder, const std::filesystem::path& rows);

/// The runs of a ladder as rows from which measuring can resume; empty if rows cannot represent the ladder completely.
/// `areSteps`: the times are those of a step marked by traces.
[[nodiscard]] std::vector<LadderRunRow> rowsOf(const Ladder& ladder, bool areSteps = false);

/// Stores a command's ladder in a project row by row, as runLadder() reports the rows. An existing ladder of that
/// command and program is continued if the rows begin with its own; otherwise it is kept, and the rows become a new
/// ladder, which comes first.
class LadderRecorder {
public:
    using SaveFunction = std::function<Result<void>(const Project&)>;
    /// `initialLadder`: the ladder before the first row, which is emptyLadder() with further properties set.
    LadderRecorder(Project& project, Ladder initialLadder, SaveFunction save);
    /// Saves to that file, merging with changes made by others.
    LadderRecorder(std::filesystem::path file, Project& project, Ladder initialLadder);
    /// Adds the row and saves the project; does not save while the rows only repeat existing ones.
    void addRow(const LadderRunRow& row);
    /// Result of the last save. Errors: those of SharedProject::change.
    [[nodiscard]] const Result<void>& saveResult() const { return m_saveResult; }

private:
    LadderRecorder(Project& project, Ladder initialLadder);
    bool chooseLadder();
    [[nodiscard]] Project withRows(Project project) const;
    Project& m_project;
    Ladder m_initialLadder;
    SaveFunction m_save;
    std::string m_rowsText = ladderRunHeader;
    std::vector<Ladder> m_earlierLadders;  ///< earlier ladders of this command
    Ladder m_recorded, m_lastSaved;  ///< from the rows; as last saved
    bool m_isLadderChosen = false;  ///< m_lastSaved is determined
    Result<void> m_saveResult;
};

}  // namespace scalewright

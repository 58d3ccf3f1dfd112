// What was measured of one program, in a project: which command it is of, and how its runs get there.
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

/// The command as a project remembers it: "mpirun ./heat '{p}'".
[[nodiscard]] std::string commandText(const std::vector<std::string>& words, Launcher launcher = Launcher::None);
/// "heat {p}": at most 40 characters, on one line.
[[nodiscard]] std::string programName(const std::vector<std::string>& words);

/// What the conditions of a step's time begin with that the traces of a run mark.
inline constexpr const char* timeOfTracedStep = "one step, as its traces mark it";

/// Some step's time is of a run of that command.
[[nodiscard]] bool hasStepOf(const Project& project, const std::string& command);
/// Its place in Project::measurements; of several the last.
[[nodiscard]] std::optional<std::size_t> ladderOf(const Project& project, const std::string& command);

/// Whether the program's run may become the project's step. Error (Input): it has a step of another program.
[[nodiscard]] Result<void> mayHaveStep(const Project& project, const std::string& command, const std::string& file);
/// The same of its step and its ladder, where nothing was measured of it yet: nor may there be another's ladder.
[[nodiscard]] Result<void> mayHaveAll(const Project& project, const std::string& command, const std::string& file);

/// The project with the run as its step (withProfile), remembered as one of that command.
[[nodiscard]] Result<Project> withStepOf(Project project, Profile profile, const std::string& command);

/// A ladder with a name and the command as its provenance, without a run.
[[nodiscard]] Ladder emptyLadder(const std::vector<std::string>& words, Launcher launcher);

/// With the cores and the load of this machine, as the file that its rows go on in says them, else as they are now. They
/// bend the times, so the project keeps them as the file does.
[[nodiscard]] Ladder beginningHere(Ladder ladder, const std::filesystem::path& rows);

/// The runs of a ladder as rows, so that a run goes on from them; none where rows would not say all that it holds.
/// `bySteps`: they are of a step that its traces mark.
[[nodiscard]] std::vector<LadderRunRow> rowsOf(const Ladder& ladder, bool bySteps = false);

/// The ladder of a command in a project, row by row, as runLadder tells of them. A ladder of that command that the
/// project had is gone on with where the rows begin with its own; else it stays, and the rows are one beside it.
class LadderInProject {
public:
    using Keep = std::function<Result<void>(const Project&)>;
    /// `begins`: what the ladder is until the first row comes; emptyLadder with more said of it.
    LadderInProject(Project& project, Ladder begins, Keep keep);
    /// Kept in that file, beside what others write there.
    LadderInProject(std::filesystem::path file, Project& project, Ladder begins);
    /// Takes the row and keeps the project; not while the rows are those that it had.
    void hear(const LadderRunRow& row);
    /// Of the last time. Errors: SharedProject::change's.
    [[nodiscard]] const Result<void>& saved() const { return m_saved; }

private:
    LadderInProject(Project& project, Ladder begins);
    bool begin();
    [[nodiscard]] Project withRows(Project project) const;
    Project& m_project;
    Ladder m_begins;
    Keep m_keep;
    std::string m_rows = ladderRunHeader;
    std::vector<Ladder> m_there;  ///< of this command, before
    Ladder m_heard, m_last;  ///< the rows; the ladder as last kept
    bool m_begun = false;  ///< m_last is known
    Result<void> m_saved;
};

}  // namespace scalewright

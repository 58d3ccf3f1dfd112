#include "core/study/one_program.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "core/base/quote.h"
#include "core/bottleneck/profile_into_project.h"
#include "core/import/ladder_file.h"
#include "core/process/command.h"
#include "core/process/wall_clock.h"
#include "core/project/project_file.h"
#include "core/project/this_machine.h"

namespace scalewright {

namespace {

constexpr std::string_view stepMark = "wall time of one run: ";

/// The command whose run gave a step its time; empty where none is known.
std::string commandOf(const WorkloadStep& step)
{
    if (!step.stepTimeS || !step.stepTimeS->provenance.conditions.starts_with(stepMark))
        return {};
    return step.stepTimeS->provenance.conditions.substr(stepMark.size());
}

std::string commandOf(const Ladder& ladder)
{
    return ladder.provenance.origin == Origin::Measured ? ladder.provenance.conditions : std::string();
}

tl::unexpected<Error> ofAnother(const std::string& other, const std::string& file)
{
    return fail(ErrorCode::Input,
                other.empty() ? "holds measurements of another program" : "holds the runs of " + inQuotes(other),
                "another file, or the command that is in it", {.file = file});
}

std::string firstCommand(const std::vector<WorkloadStep>& steps)
{
    for (const WorkloadStep& each : steps)
        if (const std::string command = commandOf(each); !command.empty())
            return command;
    return {};
}

}  // namespace

std::string commandText(const std::vector<std::string>& words, Launcher launcher)
{
    const std::string line = cleaned(shellLine(words));
    return launcher == Launcher::None ? line : say("{} {}", launcherName(launcher), line);
}

std::string programName(const std::vector<std::string>& words)
{
    std::string name = std::filesystem::path(words.front()).filename().string();
    for (std::size_t i = 1; i < words.size(); ++i)
        name += ' ' + words[i];
    name = cleaned(name);
    std::replace(name.begin(), name.end(), '\n', ' ');
    constexpr std::size_t most = 40;
    if (name.size() <= most)
        return name;
    std::size_t cut = most - 1;
    while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0U) == 0x80U)  // within a character of UTF-8
        --cut;
    return name.substr(0, cut) + "…";
}

bool hasStepOf(const Project& project, const std::string& command)
{
    const std::vector<WorkloadStep>& steps = project.baseline.steps;
    return std::any_of(steps.begin(), steps.end(),
                       [&](const WorkloadStep& each) { return commandOf(each) == command; });
}

std::optional<std::size_t> ladderOf(const Project& project, const std::string& command)
{
    const std::vector<Ladder>& ladders = project.measurements.ladders;
    const auto at =
        std::find_if(ladders.begin(), ladders.end(), [&](const Ladder& each) { return commandOf(each) == command; });
    return at == ladders.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - ladders.begin()));
}

Result<Project> projectOrNew(const std::filesystem::path& file)
{
    std::error_code none;
    if (!std::filesystem::exists(file, none))
        return Project();
    return readProject(file);
}

Result<void> mayHaveStep(const Project& project, const std::string& command, const std::string& file)
{
    if (project.baseline.steps.empty() || hasStepOf(project, command))
        return {};
    return ofAnother(firstCommand(project.baseline.steps), file);
}

Result<void> mayHaveAll(const Project& project, const std::string& command, const std::string& file)
{
    if (ladderOf(project, command) || hasStepOf(project, command))
        return {};
    if (Result<void> may = mayHaveStep(project, command, file); !may)
        return may;
    const std::vector<Ladder>& ladders = project.measurements.ladders;
    return ladders.empty() ? Result<void>() : ofAnother(commandOf(ladders.front()), file);
}

Result<Project> withStepOf(Project project, Profile profile, const std::string& command)
{
    if (MaybeQuantity& time = profile.baseline.steps.front().stepTimeS)
        time->provenance.conditions = std::string(stepMark) + command;
    return withProfile(std::move(project), profile);
}

Ladder emptyLadder(const std::vector<std::string>& words, Launcher launcher)
{
    Ladder ladder;
    ladder.name = programName(words);
    ladder.provenance = {Origin::Measured, thisMachine, today(), commandText(words, launcher), {}};
    return ladder;
}

std::vector<LadderRunRow> rowsOf(const Ladder& ladder)
{
    std::vector<LadderRunRow> rows;
    std::map<int, int> repeats;
    for (const LadderPoint& point : ladder.points) {
        LadderRunRow row{.p = point.p, .repeat = ++repeats[point.p], .seconds = point.timeS, .status = "ok"};
        row.said.compS = point.compS;
        row.said.commS = point.commS;
        row.said.idleS = point.idleS;
        row.said.ioS = point.ioS;
        row.said.quality = point.quality;
        rows.push_back(std::move(row));
    }
    for (const FailedRuns& failed : ladder.failed)
        for (int i = 0; i < failed.runs; ++i)
            rows.push_back({.p = failed.p, .repeat = ++repeats[failed.p], .seconds = {}, .status = "failed"});
    std::string text = ladderRunHeader;
    for (const LadderRunRow& row : rows)
        text += ladderRunLine(row);
    const Result<LadderFile> read = readLadders(text);
    const bool same = read && read->ladders.front().points == ladder.points &&
                      read->ladders.front().failed.size() == ladder.failed.size();
    return same ? rows : std::vector<LadderRunRow>();
}

LadderInProject::LadderInProject(std::filesystem::path file, Project& project, Ladder begins)
    : LadderInProject(project, std::move(begins),
                      [file = std::move(file)](const Project& kept) { return saveFile(file, writeProject(kept)); })
{
}

LadderInProject::LadderInProject(Project& project, Ladder begins, Keep keep)
    : m_project(project), m_begins(std::move(begins)), m_keep(std::move(keep))
{
    if (const std::optional<std::size_t> at = ladderOf(m_project, commandOf(m_begins))) {
        const Ladder& there = m_project.measurements.ladders[*at];
        m_before = there.points.size();
        for (const FailedRuns& failed : there.failed)
            m_before += static_cast<std::size_t>(failed.runs);
    }
}

void LadderInProject::hear(const LadderRunRow& row)
{
    m_rows += ladderRunLine(row);
    if (++m_heard < m_before)
        return;
    take();
    if (m_saved)
        m_saved = m_keep(m_project);
}

/// Nothing where no run has succeeded yet.
void LadderInProject::take()
{
    const Result<LadderFile> read = readLadders(m_rows);
    if (!read)
        return;
    std::vector<Ladder>& ladders = m_project.measurements.ladders;
    std::optional<std::size_t> at = ladderOf(m_project, commandOf(m_begins));
    if (!at) {
        at = ladders.size();
        ladders.push_back(m_begins);
    }
    ladders[*at].points = read->ladders.front().points;
    ladders[*at].failed = read->ladders.front().failed;
}

}  // namespace scalewright

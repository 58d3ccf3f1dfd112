#include "core/output/study/one_program.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/process/command.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/model/bottleneck/profile_into_project.h"
#include "core/project/document/project_file.h"
#include "core/project/document/this_machine.h"

namespace scalewright {

namespace {

constexpr std::string_view beforeCommand = ": ";

bool saysWhoseTime(const std::string& conditions)
{
    const auto whose = {wallTimeOfRun, programsOwnTime, timeOfTracedStep};
    return std::any_of(whose.begin(), whose.end(), [&](const char* each) { return conditions.starts_with(each); });
}

/// The command whose run gave a step its time; empty where none is known.
std::string commandOf(const WorkloadStep& step)
{
    if (!step.stepTimeS)
        return {};
    const std::string& conditions = step.stepTimeS->provenance.conditions;
    const std::size_t at = conditions.find(beforeCommand);
    const bool known = at != std::string::npos && saysWhoseTime(conditions);
    return known ? conditions.substr(at + beforeCommand.size()) : std::string();
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
        std::find_if(ladders.rbegin(), ladders.rend(), [&](const Ladder& each) { return commandOf(each) == command; });
    return at == ladders.rend() ? std::nullopt : std::optional(static_cast<std::size_t>(ladders.rend() - at) - 1);
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
    if (MaybeQuantity& time = profile.baseline.steps.front().stepTimeS) {
        std::string& conditions = time->provenance.conditions;
        conditions = (saysWhoseTime(conditions) ? conditions : wallTimeOfRun) + std::string(beforeCommand) + command;
    }
    return withProfile(std::move(project), profile);
}

Ladder emptyLadder(const std::vector<std::string>& words, Launcher launcher)
{
    Ladder ladder;
    ladder.name = programName(words);
    ladder.provenance = {Origin::Measured, thisMachine, today(), commandText(words, launcher), {}};
    ladder.command = shellLine(words);
    if (launcher != Launcher::None)
        ladder.launcher = launcherName(launcher);
    return ladder;
}

Ladder beginningHere(Ladder ladder, const std::filesystem::path& rows)
{
    std::error_code none;
    if (!rows.empty() && std::filesystem::is_regular_file(rows, none)) {
        std::ifstream in(rows, std::ios::binary);
        const Result<LadderFile> read = readLadders(std::string(std::istreambuf_iterator<char>(in), {}));
        if (read && !read->ladders.empty()) {
            ladder.cores = read->ladders.front().cores;
            ladder.loadAtStart = read->ladders.front().loadAtStart;
            return ladder;
        }
    }
    const MachineFacts facts = readMachineFacts();
    ladder.cores = facts.cores;
    ladder.loadAtStart = parseNumber(significant(facts.load, 2)).value_or(facts.load);  // as the file has it
    return ladder;
}

std::vector<LadderRunRow> rowsOf(const Ladder& ladder, bool bySteps)
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
        row.bySteps = bySteps;
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

namespace {

/// Every run of `some` is one of `all`: the same time at the same p, or a failure there.
bool holdsRunsOf(const Ladder& all, const Ladder& some)
{
    std::multiset<std::pair<int, double>> times;
    std::map<int, int> failed;
    for (const LadderPoint& point : all.points)
        times.emplace(point.p, point.timeS.value_or(0));
    for (const FailedRuns& each : all.failed)
        failed[each.p] += each.runs;
    for (const LadderPoint& point : some.points) {
        const auto same = times.find({point.p, point.timeS.value_or(0)});
        if (same == times.end())
            return false;
        times.erase(same);
    }
    return std::all_of(some.failed.begin(), some.failed.end(),
                       [&](const FailedRuns& each) { return (failed[each.p] -= each.runs) >= 0; });
}

std::string freeLadderName(const std::string& wanted, const std::vector<Ladder>& ladders)
{
    const auto isTaken = [&](const std::string& name) {
        return std::any_of(ladders.begin(), ladders.end(), [&](const Ladder& each) { return each.name == name; });
    };
    std::string name = wanted;
    for (int number = 2; isTaken(name); ++number)
        name = wanted + " (" + std::to_string(number) + ")";
    return name;
}

}  // namespace

LadderInProject::LadderInProject(Project& project, Ladder begins) : m_project(project), m_begins(std::move(begins))
{
    const auto& ladders = m_project.measurements.ladders;
    std::copy_if(ladders.begin(), ladders.end(), std::back_inserter(m_there),
                 [&](const Ladder& each) { return commandOf(each) == commandOf(m_begins); });
}

LadderInProject::LadderInProject(Project& project, Ladder begins, Keep keep)
    : LadderInProject(project, std::move(begins))
{
    m_keep = std::move(keep);
}

LadderInProject::LadderInProject(std::filesystem::path file, Project& project, Ladder begins)
    : LadderInProject(project, std::move(begins))
{
    m_keep = [this, shared = std::make_shared<SharedProject>(std::move(file), project)](const Project&) {
        return shared->change([this](Project now) -> Result<Project> { return withRows(std::move(now)); });
    };
}

/// Which ladder the rows go on with, once they say it.
bool LadderInProject::begin()
{
    if (m_begun)
        return true;
    for (const Ladder& each : m_there)
        if (holdsRunsOf(each, m_heard))
            return false;
    for (const Ladder& each : m_there)
        if (holdsRunsOf(m_heard, each))
            m_last = each;
    return m_begun = true;
}

void LadderInProject::hear(const LadderRunRow& row)
{
    m_rows += ladderRunLine(row);
    Result<LadderFile> read = readLadders(m_rows);
    if (!read)  // no run has succeeded yet
        return;
    m_heard = std::move(read->ladders.front());
    if (!begin())
        return;
    m_project = withRows(std::move(m_project));
    m_saved = m_keep(m_project);
    m_last.points = m_heard.points;
    m_last.failed = m_heard.failed;
}

/// Where the ladder that they go on with is gone or another, they are one of their own.
Project LadderInProject::withRows(Project project) const
{
    std::vector<Ladder>& ladders = project.measurements.ladders;
    const auto isMine = [&](const Ladder& each) {
        return commandOf(each) == commandOf(m_begins) && !m_last.points.empty() && each.points == m_last.points &&
               each.failed == m_last.failed;
    };
    auto mine = std::find_if(ladders.begin(), ladders.end(), isMine);
    if (mine == ladders.end()) {
        Ladder fresh = m_begins;
        fresh.name = freeLadderName(fresh.name, ladders);
        mine = ladders.insert(ladders.end(), std::move(fresh));
    }
    mine->points = m_heard.points;
    mine->failed = m_heard.failed;
    return project;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/study/one_program.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/process/command.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/runs/program_files.h"
#include "core/model/bottleneck/profile_into_project.h"
#include "core/project/document/this_machine.h"

namespace scalewright {

namespace {

constexpr std::string_view commandSeparator = ": ";

bool hasTimeSource(const std::string& conditions)
{
    const auto timeSources = {wallTimeConditions, ownTimeConditions, tracedStepConditions};
    return std::ranges::any_of(timeSources, [&](const char* each) { return conditions.starts_with(each); });
}

/// The command of the run from which a step's time was taken; empty if unknown.
std::string commandOf(const WorkloadStep& step)
{
    if (!step.stepTimeS)
        return {};
    const std::string& conditions = step.stepTimeS->provenance.conditions;
    const std::size_t separatorPosition = conditions.find(commandSeparator);
    const bool hasCommand = separatorPosition != std::string::npos && hasTimeSource(conditions);
    return hasCommand ? conditions.substr(separatorPosition + commandSeparator.size()) : std::string();
}

std::string commandOf(const Ladder& ladder)
{
    return ladder.provenance.origin == Origin::Measured ? ladder.provenance.conditions : std::string();
}

tl::unexpected<Error> otherProgramError(const std::string& otherCommand, const std::string& file)
{
    return fail(ErrorCode::Input,
                otherCommand.empty() ? "contains measurements of another program"
                                     : "contains the runs of " + inQuotes(otherCommand),
                "another file, or the command recorded in it", {.file = file});
}

bool isOfSameProgram(const Ladder& one, const Ladder& other)
{
    return commandOf(one) == commandOf(other) && changedFilesText(one.program, other.program).empty();
}

std::string firstCommand(const std::vector<WorkloadStep>& steps)
{
    for (const WorkloadStep& each : steps)
        if (std::string command = commandOf(each); !command.empty())
            return command;
    return {};
}

}  // namespace

std::string commandText(const std::vector<std::string>& words, Launcher launcher)
{
    const std::string line = sanitised(joinShellWords(words));
    return launcher == Launcher::None ? line : formatMessage("{} {}", nameOf(launcher), line);
}

std::string programLabel(const std::vector<std::string>& words)
{
    std::string name = std::filesystem::path(words.front()).filename().string();
    for (std::size_t i = 1; i < words.size(); ++i)
        name += ' ' + words[i];
    name = sanitised(name);
    std::replace(name.begin(), name.end(), '\n', ' ');
    constexpr std::size_t maximumLength = 40;
    if (name.size() <= maximumLength)
        return name;
    std::size_t cutLength = maximumLength - 1;
    while (cutLength > 0 && (static_cast<unsigned char>(name[cutLength]) & 0xC0U) == 0x80U)  // inside a UTF-8 character
        --cutLength;
    return name.substr(0, cutLength) + "…";
}

bool hasStepOf(const Project& project, const std::string& command)
{
    const std::vector<WorkloadStep>& steps = project.baseline.steps;
    return std::ranges::any_of(steps, [&](const WorkloadStep& each) { return commandOf(each) == command; });
}

std::optional<std::size_t> ladderIndexOf(const Project& project, const std::string& command,
                                         const std::vector<ProgramFile>& program)
{
    const std::vector<Ladder>& ladders = project.measurements.ladders;
    const auto found = std::ranges::find_if(ladders, [&](const Ladder& each) {
        return commandOf(each) == command && changedFilesText(each.program, program).empty();
    });
    return found == ladders.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - ladders.begin()));
}

Result<void> checkCanAddStep(const Project& project, const std::string& command, const std::string& file)
{
    if (project.baseline.steps.empty() || hasStepOf(project, command))
        return {};
    return otherProgramError(firstCommand(project.baseline.steps), file);
}

Result<void> checkCanAddMeasurements(const Project& project, const std::string& command, const std::string& file)
{
    if (ladderIndexOf(project, command) || hasStepOf(project, command))
        return {};
    TRY_DO(checkCanAddStep(project, command, file));
    const std::vector<Ladder>& ladders = project.measurements.ladders;
    return ladders.empty() ? Result<void>() : otherProgramError(commandOf(ladders.front()), file);
}

Result<Project> withMeasuredStep(Project project, Profile profile, const std::string& command)
{
    if (MaybeQuantity& time = profile.baseline.steps.front().stepTimeS) {
        std::string& conditions = time->provenance.conditions;
        conditions =
            (hasTimeSource(conditions) ? conditions : wallTimeConditions) + std::string(commandSeparator) + command;
    }
    return withProfile(std::move(project), profile);
}

Ladder emptyLadder(const std::vector<std::string>& words, Launcher launcher)
{
    Ladder ladder;
    ladder.name = programLabel(words);
    ladder.provenance = {Origin::Measured, thisMachineSource, today(), commandText(words, launcher), {}};
    ladder.command = joinShellWords(words);
    if (launcher != Launcher::None)
        ladder.launcher = nameOf(launcher);
    return ladder;
}

Ladder withMachineLoad(Ladder ladder, const std::filesystem::path& rows)
{
    std::error_code ignored;
    if (!rows.empty() && std::filesystem::is_regular_file(rows, ignored)) {
        const Result<LadderFile> read =
            readText(rows).and_then([](const std::string& text) { return readLadders(text); });
        if (read && !read->ladders.empty()) {
            ladder.cores = read->ladders.front().cores;
            ladder.loadAtStart = read->ladders.front().loadAtStart;
            return ladder;
        }
    }
    const MachineFacts facts = readMachineFacts();
    ladder.cores = facts.cores;
    // Rounded to the same precision as in the file.
    ladder.loadAtStart = parseNumber(significantText(facts.loadAverage, 2)).value_or(facts.loadAverage);
    return ladder;
}

std::vector<LadderRunRow> rowsOf(const Ladder& ladder, bool areSteps)
{
    std::vector<LadderRunRow> rows;
    std::map<int, int> repeats;
    for (const LadderPoint& point : ladder.points) {
        LadderRunRow row{.p = point.p, .repeat = ++repeats[point.p], .seconds = point.timeS, .status = "ok"};
        row.reported.compS = point.compS;
        row.reported.commS = point.commS;
        row.reported.idleS = point.idleS;
        row.reported.ioS = point.ioS;
        row.reported.quality = point.quality;
        row.reported.workers = point.ranks;
        row.host = point.host;
        row.isTracedStep = areSteps;
        rows.push_back(std::move(row));
    }
    for (const FailedRuns& failed : ladder.failed)
        for (int i = 0; i < failed.runs; ++i)
            rows.push_back({.p = failed.p, .repeat = ++repeats[failed.p], .status = "failed"});
    std::string text = ladderRunHeader;
    for (const LadderRunRow& row : rows)
        text += ladderRunLine(row);
    const Result<LadderFile> read = readLadders(text);
    const bool roundTrips = read && read->ladders.front().points == ladder.points &&
                            read->ladders.front().failed.size() == ladder.failed.size();
    return roundTrips ? rows : std::vector<LadderRunRow>();
}

namespace {

/// Whether every run in `subset` is also in `superset`: the same time at the same p, or a failure there.
bool containsRunsOf(const Ladder& superset, const Ladder& subset)
{
    std::multiset<std::pair<int, double>> times;
    std::map<int, int> failed;
    for (const LadderPoint& point : superset.points)
        times.emplace(point.p, point.timeS.value_or(0));
    for (const FailedRuns& each : superset.failed)
        failed[each.p] += each.runs;
    for (const LadderPoint& point : subset.points) {
        const auto match = times.find({point.p, point.timeS.value_or(0)});
        if (match == times.end())
            return false;
        times.erase(match);
    }
    return std::ranges::all_of(subset.failed,
                               [&](const FailedRuns& each) { return (failed[each.p] -= each.runs) >= 0; });
}

std::string unusedLadderName(const std::string& wanted, const std::vector<Ladder>& ladders)
{
    const auto isTaken = [&](const std::string& name) { return contains(ladders, name, &Ladder::name); };
    std::string name = wanted;
    for (int number = 2; isTaken(name); ++number)
        name = wanted + " (" + std::to_string(number) + ")";
    return name;
}

}  // namespace

LadderRecorder::LadderRecorder(Project& project, Ladder initialLadder)
    : m_project(project), m_initialLadder(std::move(initialLadder))
{
    const auto& ladders = m_project.measurements.ladders;
    std::copy_if(ladders.begin(), ladders.end(), std::back_inserter(m_earlierLadders),
                 [&](const Ladder& each) { return isOfSameProgram(each, m_initialLadder); });
}

LadderRecorder::LadderRecorder(Project& project, Ladder initialLadder, SaveFunction save)
    : LadderRecorder(project, std::move(initialLadder))
{
    m_save = std::move(save);
}

LadderRecorder::LadderRecorder(std::filesystem::path file, Project& project, Ladder initialLadder)
    : LadderRecorder(project, std::move(initialLadder))
{
    m_save = [this, shared = std::make_shared<SharedProject>(std::move(file), project)](const Project&) {
        return shared->change([this](Project current) -> Result<Project> { return withRows(std::move(current)); });
    };
}

/// Chooses the ladder that the rows continue, as soon as the rows determine it.
bool LadderRecorder::chooseLadder()
{
    if (m_isLadderChosen)
        return true;
    for (const Ladder& each : m_earlierLadders)
        if (containsRunsOf(each, m_recorded))
            return false;
    for (const Ladder& each : m_earlierLadders)
        if (containsRunsOf(m_recorded, each))
            m_lastSaved = each;
    return m_isLadderChosen = true;
}

void LadderRecorder::addRow(const LadderRunRow& row)
{
    m_rowsText += ladderRunLine(row);
    Result<LadderFile> read = readLadders(m_rowsText);
    if (!read)  // no run has succeeded yet
        return;
    m_recorded = std::move(read->ladders.front());
    if (!chooseLadder())
        return;
    m_project = withRows(std::move(m_project));
    m_saveResult = m_save(m_project);
    m_lastSaved.points = m_recorded.points;
    m_lastSaved.failed = m_recorded.failed;
}

/// If the ladder that the rows continue was removed or changed, they become a new ladder.
Project LadderRecorder::withRows(Project project) const
{
    std::vector<Ladder>& ladders = project.measurements.ladders;
    const auto isContinued = [&](const Ladder& each) {
        return isOfSameProgram(each, m_initialLadder) && !m_lastSaved.points.empty() &&
               each.points == m_lastSaved.points && each.failed == m_lastSaved.failed;
    };
    auto continued = std::ranges::find_if(ladders, isContinued);
    if (continued == ladders.end()) {
        Ladder newLadder = m_initialLadder;
        newLadder.name = unusedLadderName(newLadder.name, ladders);
        const auto earlier = std::ranges::find_if(
            ladders, [&](const Ladder& each) { return commandOf(each) == commandOf(m_initialLadder); });
        continued = ladders.insert(earlier, std::move(newLadder));
    }
    continued->points = m_recorded.points;
    continued->failed = m_recorded.failed;
    return project;
}

}  // namespace scalewright

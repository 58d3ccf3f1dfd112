// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/checklist.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/text/quote.h"
#include "core/evidence/calibration/calibration.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

std::string machineText(const Project& project)
{
    const Machine& machine = project.baseline.machine;
    std::string text = machine.name;
    if (!machine.description.empty())
        text += (text.empty() ? "" : ": ") + machine.description;
    return sanitised(text);
}

std::string runsText(const Project& project)
{
    std::size_t runs = 0;
    long failed = 0;
    for (const Ladder& ladder : project.measurements.ladders) {
        runs += ladder.points.size();
        for (const FailedRuns& each : ladder.failed)
            failed += each.runs;
    }
    return runs == 0 ? "" : fmt::format("{} in the project, {} failed", runs, failed);
}

/// The commands of the ladders that this program measured.
std::string programsText(const Project& project)
{
    std::set<std::string> programs;
    for (const Ladder& ladder : project.measurements.ladders)
        if (ladder.provenance.origin == Origin::Measured && !ladder.provenance.conditions.empty())
            programs.insert(sanitised(ladder.provenance.conditions));
    return fmt::format("{}", fmt::join(programs, "; "));
}

}  // namespace

std::vector<ChecklistLine> reproducibilityChecklist(const Project& project)
{
    const std::string machine = machineText(project), runs = runsText(project);
    std::vector<ChecklistLine> lines{
        {true, "Models and assumptions are stated: report.md, \"Limits and assumptions\""},
        {true, "Formulas and what they cite: report.md, appendix and \"Bibliography\""},
        {true, "The commands that gave the results: under each section"},
        {true, "The data behind the results: project.scalewright"},
        {true, fmt::format("Seeds: no answer draws random numbers; verdicts were calibrated with seed {}",
                           shippedCalibration().seed)},
        {!machine.empty(),
         "The machine: " + (machine.empty() ? "name it in the project, or in a file under student/" : machine)},
        {!runs.empty(), "Runs: " + (runs.empty() ? "none in the project" : runs)}};
    if (const std::string programs = programsText(project); !programs.empty())
        lines.push_back({true, "What was measured: " + programs});
    lines.push_back({false, "How runs were chosen: in a file under student/"});
    lines.push_back({false, "The code of the program that was measured: under student/"});
    lines.push_back({false, "Its software (compiler, MPI, framework and their versions): in a file under student/"});
    return lines;
}

std::string checklistHeadline(const std::vector<ChecklistLine>& checklist)
{
    const auto filled = std::ranges::count_if(checklist, [](const auto& line) { return line.isFilled; });
    return fmt::format("{} of {} points of the checklist filled.", filled, checklist.size());
}

}  // namespace scalewright

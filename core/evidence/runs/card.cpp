// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/card.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/process/command.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/evidence/probes/run_history.h"
#include "core/evidence/runs/launcher.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"

namespace scalewright {

std::string pythonWithTorch(const std::stop_token& stop)
{
    const auto ignore = [](std::string_view) { return true; };
    for (const std::string& python : {findProgramInPath("python3"), std::string("/usr/bin/python3")}) {
        if (python.empty() || !std::filesystem::exists(python))
            continue;
        const Result<CommandResult> found = runCommand(
            {.argv = {python, "-c", "import importlib.util as u, sys; sys.exit(u.find_spec('torch') is None)"},
             .isIsolated = true,
             .timeoutS = 10,
             .onOutput = ignore,
             .onErrorOutput = ignore},
            stop);
        if (found && found->endReason == CommandResult::EndReason::Exited && found->exitStatus == 0)
            return python;
    }
    return {};
}

Result<Project> measureCard(const std::string& python, const std::stop_token& stop,
                            const std::function<void(double, const std::string&)>& progress, double seconds)
{
    namespace fs = std::filesystem;
    TRY(const fs::path script, resourcePath("scalewright-torch.py"));
    const fs::path folder = uniqueScratchPath();
    const std::string file = (folder / "card.scalewright").string();
    std::error_code ignored;
    if (!fs::create_directory(folder, ignored))
        return fail(ErrorCode::Environment, formatMessage("{} cannot be written", folder.string()), "free memory");
    std::string lines, activity = "starting PyTorch";
    double share = 0;
    const auto start = std::chrono::steady_clock::now();
    const Result<CommandResult> end = runCommand(
        {.argv = {python, script.string(), "-o", file, "--seconds", std::to_string(seconds)},
         .isIsolated = true,
         .resultsFolder = folder.string(),
         .onOutput = [](std::string_view) { return true; },
         .onErrorOutput =
             [&](std::string_view block) {
                 lines += block;
                 constexpr std::string_view prefix = "scalewright-torch: ";
                 if (const std::size_t last = lines.rfind(prefix); last != std::string::npos)
                     activity = lines.substr(last + prefix.size(), lines.find('\n', last) - last - prefix.size());
                 progress(share, activity);
                 return true;
             },
         .sampleProcess =
             [&](pid_t) {
                 const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
                 share = std::min(0.98, passed.count() / (1.2 * seconds));  // loading torch takes some seconds
                 progress(share, activity);
                 return 0.2;
             }},
        stop);
    Result<Project> measured = end ? readProject(file) : Result<Project>(fail(end.error()));
    fs::remove_all(folder, ignored);
    if (end && (end->endReason != CommandResult::EndReason::Exited || end->exitStatus != 0)) {
        while (!lines.empty() && lines.back() == '\n')
            lines.pop_back();
        return fail(ErrorCode::Environment,
                    formatMessage("scalewright-torch.py failed: {}; {}", endReasonText(*end),
                                  sanitised(lines.substr(lines.rfind('\n') + 1))),
                    "a PyTorch that works on this machine");
    }
    return measured;
}

Project withMeasuredCard(Project project, const Project& measured)
{
    const ProbeReport report = reportOf(measured.baseline.machine);
    if (!project.baseline.model && project.baseline.steps.empty()) {
        project.baseline.model = measured.baseline.model;
        project.baseline.steps = measured.baseline.steps;
        project.baseline.batch = measured.baseline.batch;
        project.baseline.tCompS = measured.baseline.tCompS;
        project.baseline.workingSetBytes = measured.baseline.workingSetBytes;
        project.design.partitioning.microBatch = measured.design.partitioning.microBatch;
        const std::vector<Ladder>& ladders = measured.measurements.ladders;
        append(project.measurements.ladders, ladders);
    }
    const std::vector<CollectiveMeasurement>& collectives = measured.measurements.collectives;
    append(project.measurements.collectives, collectives);
    return withProbeRun(withMeasuredMachine(std::move(project), report), report, true);
}

}  // namespace scalewright

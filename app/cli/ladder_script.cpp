// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ladder_script.h"

#include <sys/stat.h>

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "app/cli/field_options.h"
#include "app/cli/options.h"
#include "app/cli/run_options.h"
#include "core/base/text/quote.h"
#include "core/evidence/runs/job_scripts.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

struct LadderScriptOptions {
    RunOptions runs;
    OptionText launcher;
    SlurmOptions slurm;
};

Result<Reply> runLadderScript(const LadderScriptOptions& options, const std::string& folder)
{
    OptionValues values;
    JobOptions jobs;
    readRunOptions(options.runs, jobs, values);
    if (jobs.p.size() > 100)
        values.addProblem("--p", fmt::format("{} counts mean as many jobs", jobs.p.size()), "at most 100");
    jobs.slurm = readSlurmOptions(options.slurm, values);
    if (options.launcher.value_or("slurm") != "slurm")
        values.addProblem("--launcher", "there are no scripts for " + inQuotes(*options.launcher), "slurm");
    if (folder.empty() || folder == "-")
        values.addProblem("--output", "is missing", "a folder for the scripts");
    if (!values.isValid())
        return fail(values.error());

    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return fail(ErrorCode::Environment, "the folder cannot be created: " + error.message(),
                    "a folder that can be written", {.file = folder});
    const std::vector<JobFile> files = makeSlurmScripts(jobs);
    for (const JobFile& file : files)
        if (std::filesystem::exists(std::filesystem::path(folder) / file.name, error))
            return fail(ErrorCode::Input, "already exists and is not overwritten", "another folder",
                        {.file = (std::filesystem::path(folder) / file.name).string()});
    Reply answer{.hasWrittenFile = true};
    Json::Array names;
    for (const JobFile& file : files) {
        const std::filesystem::path path = std::filesystem::path(folder) / file.name;
        TRY_DO(saveFile(path, file.text));
        ::chmod(path.c_str(), 0755);
        names.emplace_back(path.string());
        answer.text += path.string() + '\n';
    }
    const std::string folderPrefix = folder + '/';
    answer.text += fmt::format(
        "On the machine that runs the command: {0}submit, then {0}collect > ladder.csv; {0}cancel cancels the jobs.\n",
        folderPrefix);
    answer.json = {{"launcher", "slurm"}, {"files", std::move(names)}};
    return answer;
}

}  // namespace

CommandRunner declareLadderScript(CLI::App& ladder)
{
    CLI::App& script = *ladder.add_subcommand("script", "job scripts that do the same on a cluster");
    auto options = std::make_shared<LadderScriptOptions>();
    declareRunOptions(script, options->runs);
    declareSlurmOptions(script, options->slurm);
    declareOptions(script, {{"--launcher", "NAME", options->launcher, "slurm"}});
    return [options, &script]() -> Result<Reply> {
        CLI::Option* folder = script.get_option("--output");
        return runLadderScript(*options, folder->count() > 0 ? folder->as<std::string>() : "");
    };
}

}  // namespace scalewright::cli

#include "app/cli/ladder_script.h"

#include <filesystem>
#include <memory>

#include <sys/stat.h>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/slurm_options.h"
#include "app/cli/trailing.h"
#include "core/base/text/quote.h"
#include "core/evidence/runs/job_scripts.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

struct LadderScriptOptions {
    Text p, repeats, warmups, timeout, launcher;
    SlurmOptions slurm;
};

Result<Reply> ladderScript(const LadderScriptOptions& options, const std::string& folder)
{
    Values values;
    JobOptions jobs;
    if (!options.p)
        values.add("--p", "is missing", workerCountsHelp);
    if (const auto counts = values.workers(options.p, "--p", mostProcesses))
        jobs.p = *counts;
    if (jobs.p.size() > 100)
        values.add("--p", fmt::format("{} counts are as many jobs", jobs.p.size()), "at most 100");
    jobs.repeats = values.count(options.repeats, "--repeat", 1, mostRepeats).value_or(jobs.repeats);
    jobs.warmups = values.count(options.warmups, "--warmup", 0, mostWarmups).value_or(jobs.warmups);
    jobs.slurm = read(options.slurm, values);
    jobs.timeoutS = values.amount(options.timeout, "--timeout", Dimension::Time, Sign::Positive);
    if (options.launcher.value_or("slurm") != "slurm")
        values.add("--launcher", "there are no scripts for " + inQuotes(*options.launcher), "slurm");
    if (folder.empty() || folder == "-")
        values.add("--output", "is missing", "a folder for the scripts");
    const Result<std::vector<std::string>> words = trailingCommand();
    if (words)
        jobs.words = *words;
    else
        values.add(words.error());
    if (!values.ok())
        return fail(values.error());

    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return fail(ErrorCode::Environment, "the folder cannot be made: " + error.message(),
                    "a folder that can be written", {.file = folder});
    const std::vector<JobFile> files = slurmScripts(jobs);
    for (const JobFile& file : files)
        if (std::filesystem::exists(std::filesystem::path(folder) / file.name, error))
            return fail(ErrorCode::Input, "is there already, and nothing is written over it", "another folder",
                        {.file = (std::filesystem::path(folder) / file.name).string()});
    Reply answer{.ownFile = true};
    Json::Array names;
    for (const JobFile& file : files) {
        const std::filesystem::path path = std::filesystem::path(folder) / file.name;
        if (Result<void> saved = saveFile(path, file.text); !saved)
            return fail(saved.error());
        ::chmod(path.c_str(), 0755);
        names.push_back(Json(path.string()));
        answer.text += path.string() + '\n';
    }
    const std::string at = folder + '/';
    answer.text += fmt::format(
        "Where the command is to run: {0}submit, then {0}collect > ladder.csv; {0}cancel cancels the jobs.\n", at);
    answer.json = {{"launcher", Json("slurm")}, {"files", Json(std::move(names))}};
    return answer;
}

}  // namespace

Run declareLadderScript(CLI::App& ladder)
{
    CLI::App& script = *ladder.add_subcommand("script", "job scripts that do the same on a cluster");
    auto options = std::make_shared<LadderScriptOptions>();
    script.add_option("--p", options->p, workerCountsHelp)->type_name("LIST");
    script.add_option("--repeat", options->repeats, "runs of each p (5)")->type_name("N");
    script.add_option("--warmup", options->warmups, "runs of each p before, recorded and not counted (1)")
        ->type_name("N");
    script.add_option("--timeout", options->timeout, "of each run; it is ended then")->type_name("T");
    declareSlurmOptions(script, options->slurm);
    script.add_option("--launcher", options->launcher, "slurm")->type_name("NAME");
    return [options, &script]() -> Result<Reply> {
        CLI::Option* folder = script.get_option("--output");
        return ladderScript(*options, folder->count() > 0 ? folder->as<std::string>() : "");
    };
}

}  // namespace scalewright::cli

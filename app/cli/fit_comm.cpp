// SPDX-License-Identifier: GPL-3.0-or-later
// fit-comm FILE...: latency and bandwidth from timed collectives (book 41.4, Code 41.4.2).
#include <algorithm>

#include "app/cli/output.h"
#include "core/base/error/parse_name.h"
#include "core/base/process/wall_clock.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/evidence/commfit/timings_import.h"
#include "core/evidence/commfit/timings_log.h"
#include "core/output/answers/comm_fit.h"
#include "core/output/answers/shared_fields.h"
#include "core/output/study/one_program.h"
#include "core/project/document/project_change.h"

namespace scalewright::cli {

namespace {

struct FitCommOptions {
    std::vector<std::string> files;
    std::string format = "auto";
    OptionText collective, pattern, processes, linkBandwidth, project;
};

/// The contents of the files: all rows for each collective, and the rows from each file.
struct CollectedTimings {
    CollectiveTimings log;
    std::vector<std::vector<NamedTimings>> timingsByFile;  ///< in the same order as log.groups
};

/// Rows for the same collective in several files belong together, because some benchmarks write one file per p.
Result<CollectedTimings> readTimingFiles(const std::vector<std::string>& files, TimingFormat format,
                                         std::optional<int> processes, const OptionText& unnamed)
{
    CollectedTimings read;
    CollectiveTimings& combinedLog = read.log;
    std::vector<TimingGroup>& groups = combinedLog.groups;
    Error error;
    for (const std::string& file : files) {
        const Result<std::string> text = readText(file);
        Result<CollectiveTimings> log =
            text ? readPartialTimings(*text, processes, format, unnamed.value_or(std::string())) : fail(text.error());
        if (!log) {
            if (log.error().code != ErrorCode::Input)
                return fail(std::move(log.error()));
            const Error errorWithFile = withFileName(std::move(log.error()), inputName(file));
            append(error.problems, errorWithFile.problems);
            continue;
        }
        for (const std::string& unreadText : log->skipped)
            combinedLog.skipped.push_back(formatMessage("{}: {}", inputName(file), unreadText));
        append(combinedLog.streams, log->streams);
        for (TimingGroup& group : log->groups) {
            const auto existingGroup = std::ranges::find(groups, group.collective, &TimingGroup::collective);
            if (existingGroup == groups.end()) {
                read.timingsByFile.push_back({{inputName(file), group}});
                groups.push_back(std::move(group));
            } else {
                read.timingsByFile[static_cast<std::size_t>(existingGroup - groups.begin())].push_back(
                    {inputName(file), group});
                append(existingGroup->rows, group.rows);
                append(existingGroup->warnings, group.warnings);
            }
        }
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    if (Result<void> combined = combineStreams(combinedLog); !combined)
        return fail(withFileName(std::move(combined.error()), inputName(files.front())));
    return read;
}

Field intervalField(const char* key, const Quantity& quantity, const std::string& reason)
{
    return {key, quantity.interval ? std::optional(intervalFields(quantity.value, *quantity.interval)) : std::nullopt,
            reason};
}

Json::Object commFitFields(const FittedCollective& fitted)
{
    Json::Object json = objectOf({{"collective", fitted.collective},
                                  {"pattern", when(fitted.cost.pattern.has_value(), fitted.cost.name),
                                   fitted.cost.name + " is not a design pattern: its constants apply to every pattern"},
                                  {"cost", fitted.cost.name},
                                  {"formula", fitted.cost.formula}});
    if (fitted.fit) {
        const CommFit& fit = *fitted.fit;
        addFields(json, {{"alpha_s", fit.alphaS.value},
                         intervalField("alpha_s_interval", fit.alphaS, fit.noAlphaIntervalReason),
                         {"bandwidth_bytes_per_s", fit.bandwidthBytesPerS.value},
                         intervalField("bandwidth_bytes_per_s_interval", fit.bandwidthBytesPerS,
                                       fit.noBandwidthIntervalReason),
                         {"relative_residual", fit.relativeResidual},
                         {"overhead_s", fit.overheadS},
                         {"n_rows", fit.rowCount},
                         {"p", fit.workerCounts}});
    } else {
        for (const char* key : {"alpha_s", "alpha_s_interval", "bandwidth_bytes_per_s",
                                "bandwidth_bytes_per_s_interval", "relative_residual"})
            addFields(json, {{key, std::nullopt, firstProblemMessage(fitted.fit.error())}});
    }
    addFields(json, {{"warnings", fitted.warnings}});
    return json;
}

/// With --project, the file is read as if it had been dropped on the window: its contents decide what it is.
void checkProjectOptions(const FitCommOptions& options, OptionValues& values)
{
    if (!options.project)
        return;
    if (options.project->empty() || *options.project == "-")
        values.addProblem("--project", "the constants are written to it", "a file");
    if (options.files.size() != 1 || options.files.front() == "-")
        values.addProblem("--project", "only one file of timings at a time", "one FILE");
    for (const auto& [isGiven, option] : {std::pair(options.collective.has_value(), "--collective"),
                                          {options.pattern.has_value(), "--pattern"},
                                          {options.processes.has_value(), "--p"},
                                          {options.format != "auto", "--format"}})
        if (isGiven)
            values.addProblem(option, "with --project it comes from the file and the project's design",
                              "one of the two");
}

/// Adds the timings and the constants fitted to them to the project, once only, even if requested again.
Result<void> addTimingsToProject(const FitCommOptions& options)
{
    const std::string& file = options.files.front();
    TRY(const std::string text, readText(file));
    return changeProject(*options.project, [&](const Project& project) -> Result<Project> {
        TRY(TimingsImport imported, importTimings(project, text, inputName(file), today()));
        const std::vector<CollectiveMeasurement>& before = project.measurements.collectives;
        std::vector<CollectiveMeasurement> measurements = before;
        for (std::size_t i = before.size(); i < imported.updatedProject.measurements.collectives.size(); ++i) {
            const CollectiveMeasurement& newMeasurement = imported.updatedProject.measurements.collectives[i];
            if (std::ranges::none_of(before, [&](const CollectiveMeasurement& each) {
                    return each.name == newMeasurement.name && each.pattern == newMeasurement.pattern &&
                           each.timings == newMeasurement.timings;
                }))
                measurements.push_back(newMeasurement);
        }
        imported.updatedProject.measurements.collectives = std::move(measurements);
        return std::move(imported.updatedProject);
    });
}

Result<Reply> runFitComm(const FitCommOptions& options)
{
    OptionValues values;
    checkProjectOptions(options, values);
    std::optional<Pattern> pattern;
    constexpr std::array<std::pair<const char*, TimingFormat>, 6> formats{{{"auto", TimingFormat::Auto},
                                                                           {"nccl-tests", TimingFormat::NcclTests},
                                                                           {"osu", TimingFormat::Osu},
                                                                           {"imb", TimingFormat::Imb},
                                                                           {"torch", TimingFormat::Torch},
                                                                           {"csv", TimingFormat::Csv}}};
    const auto format = std::ranges::find_if(formats, [&](const auto& each) { return options.format == each.first; });
    if (format == formats.end())
        values.addProblem("--format", "there is no format " + inQuotes(options.format),
                          "auto, nccl-tests, osu, imb, torch or csv");
    const std::optional<double> link = values.readAmount(options.linkBandwidth, "--link", Dimension::Bandwidth);
    const std::optional<int> processes = values.readCount(options.processes, "--p", 2, 1 << 24);
    if (options.pattern)
        values.setFromResult(pattern, parseName<Pattern>(*options.pattern), "--pattern");
    if (std::ranges::count(options.files, "-") > 1)
        values.addProblem("FILE", "standard input is named twice", "- once");
    if (!values.isValid())
        return fail(values.error());

    TRY(const CollectedTimings read, readTimingFiles(options.files, format->second, processes, options.collective));
    const CollectiveTimings& log = read.log;
    std::vector<FittedCollective> fits;
    std::string names;
    for (std::size_t i = 0; i < log.groups.size(); ++i) {
        fits.push_back(fitCollective(log.groups[i], read.timingsByFile[i], pattern, link));
        if (!fits.back().fit && fits.back().fit.error().code == ErrorCode::Input)
            return fail(fits.back().fit.error());
        names += (names.empty() ? "" : ", ") + fits.back().collective;
    }
    if (options.collective) {
        const auto requestedFit = std::ranges::find_if(fits, [&](const FittedCollective& each) {
            return each.collective == *options.collective ||
                   each.collective == canonicalCollectiveName(*options.collective);
        });
        if (requestedFit == fits.end()) {
            values.addProblem("--collective", "there is no " + inQuotes(*options.collective) + " in these files",
                              "one of " + names);
            return fail(values.error());
        }
        std::rotate(fits.begin(), requestedFit, requestedFit + 1);
    }

    const FittedCollective& top = fits.front();
    Reply answer{
        .answer = commFitAnswer(fits, log.skipped),
        .json = objectOf({commFitFields(top), {"fits", listOf(fits, commFitFields)}, {"left_out", log.skipped}})};
    if (!top.fit) {
        answer.exitStatus = exitStatus(ErrorCode::Refused);
        answer.problems = top.fit.error().problems;
    } else if (options.project) {
        TRY_DO(addTimingsToProject(options));
    }
    return answer;
}

}  // namespace

CommandRunner declareFitComm(CLI::App& command)
{
    auto options = std::make_shared<FitCommOptions>();
    command.add_option("FILE", options->files, "timed collectives, or - for standard input")->required()->type_name("");
    declareOptions(
        command,
        {{"--format", options->format,
          "auto, nccl-tests, osu, imb, torch (DeepSpeed's benchmarks, all_reduce_bench.py, PARAM's "
          "comms.py), or csv: columns p,bytes,seconds and optionally algorithm or collective"},
         {"--p", "N", options->processes, "number of processes, for logs that do not contain it (OSU's collectives)"},
         {"--collective", "NAME", options->collective,
          "the one to show first, if the files have several; what a log without its benchmark's name timed"},
         {"--link", "BANDWIDTH", options->linkBandwidth, "bandwidth of one worker's link; faster rows are reported"},
         {"--pattern", "NAME", options->pattern,
          "pattern whose constants to fit (default: the file's, else book-ring-all-reduce)"},
         {"--project", "PROJECT", options->project,
          "project that receives latency, bandwidth and timings; created if it does not exist"}});
    command.footer(
        "One timing does not determine both constants: measure several sizes, some of 64 bytes or less and some of 1 "
        "MiB or more.\nExit status 1: the rows do not allow a fit.");
    return [options] { return runFitComm(*options); };
}

}  // namespace scalewright::cli

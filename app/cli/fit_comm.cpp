// fit-comm FILE...: latency and bandwidth from timed collectives (book 41.4, Code 41.4.2).
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "core/base/process/wall_clock.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/evidence/commfit/timings_import.h"
#include "core/evidence/commfit/timings_log.h"
#include "core/output/answers/comm_fit.h"
#include "core/output/study/one_program.h"
#include "core/project/document/project_change.h"

namespace scalewright::cli {

namespace {

struct FitCommOptions {
    std::vector<std::string> files;
    std::string format = "auto";
    Text collective, pattern, processes, link, project;
};

/// What the files hold: of each collective all its rows, and those of each file.
struct Timings {
    TimingLog all;
    std::vector<std::vector<NamedTimings>> parts;  ///< as all.groups
};

/// Rows of the same collective in several files belong together: some benchmarks write a file for each p.
Result<Timings> readGroups(const std::vector<std::string>& files, TimingFormat format, std::optional<int> processes,
                           const Text& unnamed)
{
    Timings read;
    TimingLog& all = read.all;
    std::vector<TimingGroup>& groups = all.groups;
    Error error;
    for (const std::string& file : files) {
        const Result<std::string> text = readText(file);
        Result<TimingLog> log =
            text ? readTimings(*text, processes, format, unnamed.value_or(std::string())) : fail(text.error());
        if (!log) {
            if (log.error().code != ErrorCode::Input)
                return fail(std::move(log.error()));
            const Error named = inFile(std::move(log.error()), inputName(file));
            error.problems.insert(error.problems.end(), named.problems.begin(), named.problems.end());
            continue;
        }
        for (const std::string& left : log->left)
            all.left.push_back(say("{}: {}", inputName(file), left));
        for (TimingGroup& group : log->groups) {
            const auto known = std::find_if(groups.begin(), groups.end(), [&](const TimingGroup& each) {
                return each.collective == group.collective;
            });
            if (known == groups.end()) {
                read.parts.push_back({{inputName(file), group}});
                groups.push_back(std::move(group));
            } else {
                read.parts[static_cast<std::size_t>(known - groups.begin())].push_back({inputName(file), group});
                known->rows.insert(known->rows.end(), group.rows.begin(), group.rows.end());
                known->warnings.insert(known->warnings.end(), group.warnings.begin(), group.warnings.end());
            }
        }
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return read;
}

void setInterval(Json::Object& json, const std::string& key, const Quantity& quantity, const std::string& reason)
{
    if (quantity.interval)
        json.emplace_back(key, intervalJson(quantity.value, *quantity.interval));
    else
        setOrReason(json, key, std::optional<double>(), reason);
}

Json::Object fitJson(const FittedCollective& fitted)
{
    Json::Object json{{"collective", Json(fitted.collective)}};
    if (fitted.cost.pattern) {
        json.emplace_back("pattern", Json(fitted.cost.name));
    } else {
        json.emplace_back("pattern", Json());
        json.emplace_back("pattern_reason",
                          Json(fitted.cost.name + " is no pattern of a design: its constants serve every pattern"));
    }
    json.emplace_back("cost", Json(fitted.cost.name));
    json.emplace_back("formula", Json(fitted.cost.formula));
    if (!fitted.fit) {
        const std::string reason = refusal(fitted.fit.error());
        for (const char* key : {"alpha_s", "alpha_s_interval", "bandwidth_bytes_per_s",
                                "bandwidth_bytes_per_s_interval", "relative_residual"})
            setOrReason(json, key, std::optional<double>(), reason);
    } else {
        const CommFit& fit = *fitted.fit;
        json.emplace_back("alpha_s", Json(fit.alphaS.value));
        setInterval(json, "alpha_s_interval", fit.alphaS, fit.noAlphaInterval);
        json.emplace_back("bandwidth_bytes_per_s", Json(fit.bandwidthBytesPerS.value));
        setInterval(json, "bandwidth_bytes_per_s_interval", fit.bandwidthBytesPerS, fit.noBandwidthInterval);
        json.emplace_back("relative_residual", Json(fit.relativeResidual));
        json.emplace_back("overhead_s", Json(fit.overheadS));
        json.emplace_back("n_rows", Json(fit.rows));
        json.emplace_back("p", Json(Json::Array(fit.p.begin(), fit.p.end())));
    }
    json.emplace_back("warnings", Json(Json::Array(fitted.warnings.begin(), fitted.warnings.end())));
    return json;
}

/// A project takes a file as the window does when it is dropped: what it is, is the file's to say.
void checkProject(const FitCommOptions& options, Values& values)
{
    if (!options.project)
        return;
    if (options.project->empty() || *options.project == "-")
        values.add("--project", "the constants go into it", "a file");
    if (options.files.size() != 1 || options.files.front() == "-")
        values.add("--project", "it takes one file of timings at a time", "one FILE");
    for (const auto& [given, option] : {std::pair(options.collective.has_value(), "--collective"),
                                        {options.pattern.has_value(), "--pattern"},
                                        {options.processes.has_value(), "--p"},
                                        {options.format != "auto", "--format"}})
        if (given)
            values.add(option, "with --project the file and the project's design say it", "one of the two");
}

/// The timings and their constants into the project; once, however often it is asked for.
Result<void> intoProject(const FitCommOptions& options)
{
    const std::string& file = options.files.front();
    const Result<std::string> text = readText(file);
    if (!text)
        return fail(text.error());
    return changeProject(*options.project, [&](const Project& project) -> Result<Project> {
        Result<TimingsImport> imported = importTimings(project, *text, inputName(file), today());
        if (!imported)
            return fail(imported.error());
        const std::vector<CollectiveMeasurement>& before = project.measurements.collectives;
        std::vector<CollectiveMeasurement> all = before;
        for (std::size_t i = before.size(); i < imported->after.measurements.collectives.size(); ++i) {
            const CollectiveMeasurement& fresh = imported->after.measurements.collectives[i];
            if (std::none_of(before.begin(), before.end(), [&](const CollectiveMeasurement& each) {
                    return each.name == fresh.name && each.pattern == fresh.pattern && each.timings == fresh.timings;
                }))
                all.push_back(fresh);
        }
        imported->after.measurements.collectives = std::move(all);
        return std::move(imported->after);
    });
}

Result<Reply> fitComm(const FitCommOptions& options)
{
    Values values;
    checkProject(options, values);
    std::optional<Pattern> pattern;
    constexpr std::array<std::pair<const char*, TimingFormat>, 6> formats{{{"auto", TimingFormat::Auto},
                                                                           {"nccl-tests", TimingFormat::NcclTests},
                                                                           {"osu", TimingFormat::Osu},
                                                                           {"imb", TimingFormat::Imb},
                                                                           {"torch", TimingFormat::Torch},
                                                                           {"csv", TimingFormat::Csv}}};
    const auto format =
        std::find_if(formats.begin(), formats.end(), [&](const auto& each) { return options.format == each.first; });
    if (format == formats.end())
        values.add("--format", "there is no format " + inQuotes(options.format),
                   "auto, nccl-tests, osu, imb, torch or csv");
    const std::optional<double> link = values.amount(options.link, "--link", Dimension::Bandwidth, Sign::Positive);
    const std::optional<int> processes = values.count(options.processes, "--p", 2, 1 << 24);
    if (options.pattern) {
        const Result<Pattern> named = patternFromName(*options.pattern);
        if (named)
            pattern = *named;
        else
            values.add("--pattern", named.error().problems.front().message, named.error().problems.front().expected);
    }
    if (std::count(options.files.begin(), options.files.end(), "-") > 1)
        values.add("FILE", "standard input is named twice", "- once");
    if (!values.ok())
        return fail(values.error());

    const Result<Timings> read = readGroups(options.files, format->second, processes, options.collective);
    if (!read)
        return fail(read.error());
    const TimingLog& log = read->all;
    std::vector<FittedCollective> fits;
    std::string names;
    for (std::size_t i = 0; i < log.groups.size(); ++i) {
        fits.push_back(fitCollective(log.groups[i], read->parts[i], pattern, link));
        if (!fits.back().fit && fits.back().fit.error().code == ErrorCode::Input)
            return fail(fits.back().fit.error());
        names += (names.empty() ? "" : ", ") + fits.back().collective;
    }
    if (options.collective) {
        const auto wanted = std::find_if(fits.begin(), fits.end(), [&](const FittedCollective& each) {
            return each.collective == *options.collective || each.collective == plainCollective(*options.collective);
        });
        if (wanted == fits.end()) {
            values.add("--collective", "there is no " + inQuotes(*options.collective) + " in these files",
                       "one of " + names);
            return fail(values.error());
        }
        std::rotate(fits.begin(), wanted, wanted + 1);
    }

    const FittedCollective& top = fits.front();
    Reply answer{.answer = commFitAnswer(fits, log.left), .json = fitJson(top)};
    Json::Array all;
    for (const FittedCollective& fitted : fits)
        all.emplace_back(fitJson(fitted));
    answer.json.emplace_back("fits", Json(std::move(all)));
    answer.json.emplace_back("left_out", listJson(log.left));
    if (!top.fit) {
        answer.status = exitStatus(ErrorCode::Refused);
        answer.problems = top.fit.error().problems;
    } else if (options.project) {
        if (Result<void> kept = intoProject(options); !kept)
            return fail(kept.error());
    }
    return answer;
}

}  // namespace

Run declareFitComm(CLI::App& command)
{
    auto options = std::make_shared<FitCommOptions>();
    command.add_option("FILE", options->files, "timed collectives, or - for standard input")->required()->type_name("");
    command.add_option("--format", options->format,
                       "auto, nccl-tests, osu, imb, torch (DeepSpeed's benchmarks, all_reduce_bench.py, PARAM's "
                       "comms.py), or csv: columns p,bytes,seconds and perhaps algorithm or collective");
    command
        .add_option("--p", options->processes, "how many processes ran, for logs that do not say (OSU's collectives)")
        ->type_name("N");
    command
        .add_option(
            "--collective", options->collective,
            "the one to put on top, where the files hold several; what a log without its benchmark's name timed")
        ->type_name("NAME");
    command.add_option("--link", options->link, "what one worker's link carries, to be told of rows that are faster")
        ->type_name("BANDWIDTH");
    command
        .add_option("--pattern", options->pattern,
                    "whose constants to fit; what the file says, else book-ring-all-reduce")
        ->type_name("NAME");
    command
        .add_option("--project", options->project,
                    "a project that gets latency, bandwidth and timings, made where it is not there")
        ->type_name("PROJECT");
    command.footer(
        "One timing does not give both constants: measure several sizes, some of 64 bytes or less and some of 1 MiB or "
        "more.\n"
        "Exit status 1: the rows refuse a fit.");
    return [options] { return fitComm(*options); };
}

}  // namespace scalewright::cli

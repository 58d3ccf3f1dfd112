// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/probe_collective.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "core/base/process/command.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/runs/launcher.h"
#include "core/output/answers/machine.h"
#include "core/output/answers/shared_fields.h"

namespace scalewright::cli {

namespace {

/// $SCALEWRIGHT_MPI, or scalewright-mpi next to this program.
std::string mpiProgramPath()
{
    if (const char* environmentPath = std::getenv("SCALEWRIGHT_MPI");
        environmentPath != nullptr && *environmentPath != '\0')
        return environmentPath;
    std::error_code error;
    return (std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "scalewright-mpi").string();
}

/// Error (Environment): the output of mpirun is not a table of timings.
Result<Json::Array> parseTimings(const std::string& csv)
{
    const auto refuse = [](const std::string& reason) {
        return fail(ErrorCode::Environment, "mpirun's output contains no timings: " + reason,
                    "an MPI that runs two processes here, and the scalewright-mpi of this version");
    };
    const Result<Grid> file = parseCsv(csv);
    if (!file)
        return refuse(csv.empty() ? "it is empty" : firstProblemMessage(file.error()));
    for (const char* name : {"collective", "p", "bytes", "seconds", "least", "most", "repeats", "where"})
        if (!findHeader(*file, name))
            return refuse(fmt::format("it has no column {}", name));
    if (file->rows.empty())
        return refuse("it has no rows");
    Json::Array results;
    for (const std::vector<GridCell>& row : file->rows) {
        const auto text = [&](const char* name) { return row[*findHeader(*file, name)].text; };
        const auto isValid = [&](const std::string& name) {
            if (name == "p" || name == "repeats")
                return parseCount(text(name.c_str()), 1, 1 << 30).has_value();
            const Result<double> value = parseNumber(text(name.c_str()));
            return value && (*value > 0 || (*value == 0 && name == "least"));
        };
        for (const char* name : {"p", "bytes", "seconds", "least", "most", "repeats"})
            if (!isValid(name))
                return refuse(fmt::format("in line {}, {} is {}", row.front().where.line, name, inQuotes(text(name))));
        const auto number = [&](const char* name) { return *parseNumber(text(name)); };
        const Interval interval{number("least"), number("most"), 1 - std::pow(2.0, 1 - number("repeats"))};
        const std::string conditions =
            fmt::format("p = {}, {} bytes, {}; median of {}", text("p"), text("bytes"), text("where"), text("repeats"));
        results.emplace_back(
            objectOf({{"name", fmt::format("{}_p{}_{}_bytes_s", text("collective"), text("p"), text("bytes"))},
                      {"collective", text("collective")},
                      {"p", static_cast<int>(number("p"))},
                      {"bytes", number("bytes")},
                      {"value", intervalFields(number("seconds"), interval)},
                      {"repeats", static_cast<int>(number("repeats"))},
                      {"unit", "s"},
                      {"where", text("where")},
                      {"conditions", conditions},
                      {"warnings", Json::Array()}}));
    }
    return results;
}

}  // namespace

Result<Reply> probeCollective(const OptionText& repeats, const OptionText& processes, Verbosity verbosity)
{
    const MachineFacts facts = readMachineFacts();
    OptionValues values;
    const int count = values.readCount(repeats, "--repeats", 5, 1000).value_or(21);
    const int p = values.readCount(processes, "--p", 2, 1024).value_or(std::max(2, facts.cores));
    if (!values.isValid())
        return fail(values.error());
    const char* const alternative = "fit-comm also reads timings from elsewhere";
    if (Result<void> launcherFound = checkLauncherInstalled(Launcher::Mpirun); !launcherFound) {
        std::string& expected = launcherFound.error().problems.front().expected;
        expected = joinNonEmpty({std::move(expected), alternative}, "; ");
        return fail(std::move(launcherFound.error()));
    }
    const std::string program = mpiProgramPath();
    if (std::error_code error; !std::filesystem::exists(program, error))
        return fail(
            ErrorCode::Environment, fmt::format("{} does not exist: it is built only if mpicc is found", program),
            fmt::format(
                "Debian's packages openmpi-bin and libopenmpi-dev and a build with them, or SCALEWRIGHT_MPI; {}",
                alternative));

    const std::string scratch = uniqueScratchPath();
    LaunchLine line =
        makeLaunchLine(Launcher::Mpirun, {program, "--repeats", std::to_string(count)}, p, facts.cores, scratch);
    std::string csv, errors;
    Command command{.argv = std::move(line.argv),
                    .environment = std::move(line.environment),
                    .isIsolated = true,
                    .scratchFolder = scratch};
    command.onOutput = [&](std::string_view block) {
        csv += block;
        return true;
    };
    command.onErrorOutput = [&](std::string_view block) {
        errors += block;
        return true;
    };
    Result<CommandResult> end;
    {
        const StopOnInterrupt interrupt;
        ProgressLine progress;
        progress.report(-1, "collectives over MPI");
        end = runCommand(command, interrupt.token());
    }
    if (!end)
        return fail(end.error());
    if (end->exitStatus != 0)
        return fail(ErrorCode::Environment,
                    fmt::format("mpirun failed ({}): {}", endReasonText(*end), errors.substr(0, 600)),
                    "an MPI that runs two processes here");
    TRY(Json::Array results, parseTimings(csv));

    std::vector<std::string> warnings;
    if (csv.find(",shared-memory") != std::string::npos)
        warnings.emplace_back("all processes share this machine: these are times of shared memory, not of a network");
    if (p > facts.cores)
        warnings.push_back(
            fmt::format("{} processes on {} cores wait for each other: the times are too long", p, facts.cores));
    if (facts.loadAverage > 0.5 * facts.cores)
        warnings.push_back(
            fmt::format("other programs are running (load {} on {} cores): times are longer than an idle machine's",
                        significantText(facts.loadAverage, 2), facts.cores));
    const Answer summary = timedCollectivesAnswer(results.size(), p, warnings);
    Reply answer{.text = csv};  // only the CSV that fit-comm reads, unless --explain or --quiet is given
    if (verbosity != Verbosity::Short)
        answer.answer = summary;
    answer.json = objectOf({{"probe", "collective"},
                            {"cpu", facts.cpuName},
                            {"cores", facts.cores},
                            {"p", p},
                            {"results", results},
                            {"warnings", warnings},
                            {"answer", toJson(summary)}});
    for (const std::string& warning : warnings)
        answer.text += "# warning: " + warning + '\n';
    return answer;
}

}  // namespace scalewright::cli

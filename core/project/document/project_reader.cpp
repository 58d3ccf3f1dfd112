// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/project/document/migration.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "core/project/document/report_texts.h"
#include "core/project/document/slide_choices.h"

namespace scalewright {

namespace {

void checkVariantNames(const Project& project, std::vector<Problem>& problems)
{
    const std::string expected = "a unique name for each variant";
    std::set<std::string_view> seen{project.variantName};
    if (project.variantName.empty())
        problems.push_back({"the variant's name is empty", expected, {.jsonPointer = "/variant"}});
    for (std::size_t i = 0; i < project.variants.size(); ++i) {
        const std::string& name = project.variants[i].name;
        const ProblemLocation location{.jsonPointer = fmt::format("/variants/{}/name", i)};
        if (name.empty())
            problems.push_back({"the variant has no name", expected, location});
        else if (!seen.insert(name).second)
            problems.push_back({formatMessage("another variant is also named {}", inQuotes(name)), expected, location});
    }
}

void checkLadders(const Project& project, std::vector<Problem>& problems)
{
    const std::vector<Ladder>& ladders = project.measurements.ladders;
    for (std::size_t i = 0; i < ladders.size(); ++i)
        for (std::size_t k = 0; k < ladders[i].points.size(); ++k)
            if (!hasTime(ladders[i].points[k]))
                problems.push_back({"the run has neither a time nor a throughput",
                                    "time_s, throughput_per_s, or the parts comp_s, comm_s, idle_s",
                                    {.jsonPointer = fmt::format("/measurements/ladders/{}/points/{}", i, k)}});
    for (std::size_t i = 0; i < ladders.size(); ++i) {
        std::set<int> seen;
        for (std::size_t k = 0; k < ladders[i].failed.size(); ++k) {
            const FailedRuns& failed = ladders[i].failed[k];
            const auto locationOf = [&](const char* key) {
                return ProblemLocation{.jsonPointer =
                                           fmt::format("/measurements/ladders/{}/failed_runs/{}/{}", i, k, key)};
            };
            if (failed.runs < 1 || failed.runs > maximumFailedRuns)
                problems.push_back({formatMessage("{} is not a valid number of failed runs", failed.runs),
                                    formatMessage("a whole number from 1 to {}", maximumFailedRuns),
                                    locationOf("runs")});
            if (!seen.insert(failed.p).second)
                problems.push_back({formatMessage("p = {} is listed twice", failed.p),
                                    "each p once, with all its failed runs", locationOf("p")});
        }
    }
}

void checkTraces(const Project& project, std::vector<Problem>& problems)
{
    const std::vector<RecordedRun>& runs = project.measurements.traces;
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (std::size_t k = 0; k < runs[i].files.size(); ++k) {
            const TraceReference& trace = runs[i].files[k];
            const auto locationOf = [&](const char* key) {
                return ProblemLocation{.jsonPointer = fmt::format("/measurements/traces/{}/files/{}/{}", i, k, key)};
            };
            if (trace.file.empty())
                problems.push_back({"the trace has no file", "its path, relative to the project's folder or absolute",
                                    locationOf("file")});
            if (trace.digest.size() != 16 || trace.digest.find_first_not_of("0123456789abcdef") != std::string::npos)
                problems.push_back({formatMessage("{} is not a trace digest", inQuotes(trace.digest)),
                                    "16 hexadecimal digits, as written by the program", locationOf("digest")});
        }
}

}  // namespace

Result<Project> parseProject(std::string_view text)
{
    TRY(const Json document, parseJson(text).and_then(migrateDocument));
    Project project;
    Error error;
    ObjectReader root(error.problems, document, {});
    root.ignoreKey("format");
    root.ignoreKey("version");
    fields(root, project);
    checkVariantNames(project, error.problems);
    checkReportTexts(project, error.problems);
    checkSlideChoices(project, error.problems);
    if (error.problems.empty()) {
        checkLadders(project, error.problems);
        checkTraces(project, error.problems);
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    // A string was typed by hand; a window's project has an object, and the model that was set when it was typed.
    const Json* baseline = document.find("baseline");
    const Json* workingSet = baseline ? baseline->find(fieldOf(&Baseline::workingSetBytes).key()) : nullptr;
    if (workingSet && workingSet->asString())
        setModelFromWorkingSet(project.baseline);
    return project;
}

}  // namespace scalewright

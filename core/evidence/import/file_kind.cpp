// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/file_kind.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/csv.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/foreign_formats.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/latex_table.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/import/programs/key_value_lines.h"
#include "core/evidence/import/programs/programs.h"
#include "core/evidence/import/source_text.h"
#include "core/model/bottleneck/profile.h"

namespace scalewright {

namespace {

bool containsText(const SourceText& source, std::string_view words)
{
    return source.text()->find(words) != std::string::npos;
}

bool isScalewrightFile(const SourceText& source)
{
    return source.looksLikeJson() && source.json() && source.json()->find("format") != nullptr;
}

bool isTrace(const SourceText& source)
{
    return source.looksLikeJson() &&
           std::string_view(*source.text()).substr(0, 65536).find("\"traceEvents\"") != std::string_view::npos;
}

template <ProfileSource Source>
bool isProfile(const SourceText& source)
{
    return detectProfileSource(*source.text()) == Source;
}

bool isTimingsTable(const SourceText& source)
{
    if (source.looksLikeJson() || !source.table())
        return false;
    const Grid& grid = source.table()->grid;
    return findHeader(grid, "p") && findHeader(grid, "bytes") && findHeader(grid, "seconds");
}

bool isNumericTable(const SourceText& source)
{
    if (source.looksLikeJson() || !source.table())
        return false;
    const Grid& grid = source.table()->grid;
    return grid.header.size() > 1 && !grid.rows.empty() &&
           std::any_of(grid.rows.front().begin(), grid.rows.front().end(),
                       [](const GridCell& cell) { return parseNumber(cell.text).has_value(); });
}

/// Includes JSON that can be read but leaves a question open, because its columns cannot be chosen elsewhere.
bool isLadderFile(const SourceText& source)
{
    return readLadders(source) ||
           (source.looksLikeJson() && readLadders(source, {.columns = {}, .hints = ColumnHints::None}));
}

bool isScalewrightProfile(const SourceText& source)
{
    if (!source.looksLikeJson() || !source.json())
        return false;
    const Result<Profile> profile = parseProfile(*source.text());
    return profile && (profile->baseline.workingSetBytes || total(*profile, &WorkloadStep::stepTimeS));
}

struct FormatDetector {
    const char* formatName;
    FileKind kind;
    bool (*matches)(const SourceText& source);
    const char* reason;
    const char* readingCommand;  ///< a command that reads the file; nullptr if none needs it
};

constexpr std::array formatDetectors{
    FormatDetector{"a benchmark log of messages", FileKind::Timings,
                   [](const SourceText& source) { return isBenchmarkLog(*source.text()); },
                   "its lines match nccl-tests, OSU, IMB, PARAM or a torch benchmark", "fit-comm"},
    FormatDetector{"speedscope", FileKind::Profile, isProfile<ProfileSource::Speedscope>,
                   "it names speedscope's format", "diagnose"},
    FormatDetector{"Nsight Compute", FileKind::Profile, isProfile<ProfileSource::NsightCompute>,
                   "its header has ID and Kernel Name", "diagnose"},
    FormatDetector{"Nsight Systems", FileKind::Profile, isProfile<ProfileSource::NsightSystems>,
                   "its header has Total Time, Instances and Name", "diagnose"},
    FormatDetector{"perf stat", FileKind::Profile, isProfile<ProfileSource::PerfStat>, "it contains perf's counters",
                   "diagnose"},
    FormatDetector{"perf report", FileKind::Profile, isProfile<ProfileSource::PerfReport>,
                   "its header has Overhead and Symbol", "diagnose"},
    FormatDetector{"folded stacks", FileKind::Profile, isProfile<ProfileSource::FoldedStacks>,
                   "each line is a stack and a count", "diagnose"},
    FormatDetector{"a trace", FileKind::Unknown, isTrace, "it contains traceEvents", "timeline import"},
    FormatDetector{"a Scalewright file", FileKind::Unknown, isScalewrightFile, "it names its format", nullptr},
    FormatDetector{"timings of collectives", FileKind::Timings, isTimingsTable, "its columns are p, bytes and seconds",
                   "fit-comm"},
    FormatDetector{"the output of runs", FileKind::Ladder,
                   [](const SourceText& source) { return detectProgram(*source.text()) != nullptr; },
                   "it contains lines that a program prints", "attribute"},
    FormatDetector{"a ladder", FileKind::Ladder, isLadderFile, "it has workers and times in columns", "attribute"},
    FormatDetector{"a profile", FileKind::Profile, isScalewrightProfile, "it contains the figures of a step",
                   "diagnose"},
    FormatDetector{"a table", FileKind::Table, isNumericTable, "its columns hold numbers", nullptr},
};

bool hasRequiredColumn(const SourceText& source, bool workers)
{
    if (source.looksLikeJson() || !source.table())
        return false;
    Grid grid = source.table()->grid;
    const Result<ColumnAssignment> columns = assignColumns(grid, {});
    if (columns)
        return true;
    const std::string missingColumn = workers ? "no column is the number of workers" : "no column holds a time";
    return std::none_of(columns.error().problems.begin(), columns.error().problems.end(), [&](const Problem& problem) {
        return problem.message.find(missingColumn) != std::string::npos;
    });
}

/// A feature of a format, and the message for a file that lacks it.
struct FormatFeature {
    bool (*isPresent)(const SourceText& source);
    const char* missingText;
};

struct KnownFormat {
    const char* name;
    std::array<FormatFeature, 3> features;
};

const std::array knownFormats{
    KnownFormat{"a table of runs",
                {{{isNumericTable, "a header row and rows of numbers with the same columns"},
                  {[](const SourceText& source) { return isNumericTable(source) && hasRequiredColumn(source, true); },
                   "a column of workers, such as p or ranks"},
                  {[](const SourceText& source) { return isNumericTable(source) && hasRequiredColumn(source, false); },
                   "a column of times or a throughput"}}}},
    KnownFormat{"a LaTeX table",
                {{{[](const SourceText& source) { return containsText(source, "\\begin{"); }, "\\begin{tabular}"},
                  {[](const SourceText& source) { return looksLikeLatex(*source.text()); }, "a tabular of p and times"},
                  {[](const SourceText& source) { return looksLikeLatex(*source.text()) && isNumericTable(source); },
                   "rows of numbers under a header, each with the same columns"}}}},
    KnownFormat{"program output",
                {{{[](const SourceText& source) { return detectKeyValueKinds(*source.text()).hasTimes; },
                   "a line such as Elapsed time: 6.25 s"},
                  {[](const SourceText& source) { return detectKeyValueKinds(*source.text()).hasWorkers; },
                   "a line such as Processes: 4"},
                  {[](const SourceText& source) { return gridOfKeyValueText(*source.text()).has_value(); },
                   "runs at several p, or a folder of such files"}}}},
    KnownFormat{
        "rows in JSON",
        {{{[](const SourceText& source) { return source.looksLikeJson(); }, "an object or a list"},
          {[](const SourceText& source) { return source.looksLikeJson() && source.json().has_value(); }, "valid JSON"},
          {[](const SourceText& source) { return source.looksLikeJson() && containsText(source, "\"time"); },
           "a time in each row"}}}},
    KnownFormat{"Extra-P's text",
                {{{[](const SourceText& source) { return containsText(source, "PARAMETER"); }, "a PARAMETER line"},
                  {[](const SourceText& source) { return containsText(source, "POINTS"); }, "a POINTS line"},
                  {[](const SourceText& source) { return containsText(source, "DATA"); }, "DATA lines"}}}},
    KnownFormat{
        "nccl-tests",
        {{{[](const SourceText& source) { return containsText(source, "algbw"); }, "its header with algbw and busbw"},
          {[](const SourceText& source) { return containsText(source, "# nThread"); }, "its # nThread line"},
          {[](const SourceText& source) { return containsText(source, "(GB/s)"); }, "rows of sizes and times"}}}},
    KnownFormat{"OSU micro-benchmarks",
                {{{[](const SourceText& source) { return containsText(source, "# OSU"); }, "its # OSU … Test line"},
                  {[](const SourceText& source) { return containsText(source, "# Size"); }, "its # Size header"},
                  {[](const SourceText& source) { return containsText(source, "Latency"); }, "latencies"}}}},
    KnownFormat{"perf stat",
                {{{[](const SourceText& source) { return containsText(source, "Performance counter stats"); },
                   "its Performance counter stats line"},
                  {[](const SourceText& source) { return containsText(source, "seconds time elapsed"); },
                   "its elapsed-time line"},
                  {[](const SourceText& source) { return containsText(source, "task-clock"); }, "its counters"}}}},
    KnownFormat{"sacct -P",
                {{{[](const SourceText& source) { return containsText(source, "JobID"); }, "a JobID column"},
                  {[](const SourceText& source) { return containsText(source, "Elapsed"); }, "an Elapsed column"},
                  {[](const SourceText& source) { return containsText(source, "JobID") && containsText(source, "|"); },
                   "columns separated by |"}}}},
};

}  // namespace

DetectedFormat detectFormat(const SourceText& source)
{
    if (source.text())
        for (const FormatDetector& each : formatDetectors)
            if (each.matches(source)) {
                const Program* program = each.kind == FileKind::Ladder ? detectProgram(*source.text()) : nullptr;
                return {each.kind, program != nullptr ? program->name : each.formatName, each.reason};
            }
    return {};
}

FileKind detectFileKind(const SourceText& source)
{
    return detectFormat(source).kind;
}

FileKind detectFileKind(std::string_view text)
{
    return detectFileKind(SourceText(text));
}

std::optional<Error> wrongFormatError(const SourceText& source, std::string_view command)
{
    if (!source.text())
        return std::nullopt;
    for (const FormatDetector& each : formatDetectors) {
        const std::string_view reader = each.readingCommand == nullptr ? "" : each.readingCommand;
        const bool isAskedByLadderReader = each.kind == FileKind::Ladder && reader == command;
        if (reader.empty() || isAskedByLadderReader || !each.matches(source))
            continue;
        if (reader == command)
            return std::nullopt;
        const Program* program = each.kind == FileKind::Ladder ? detectProgram(*source.text()) : nullptr;
        return Error{
            ErrorCode::Input,
            {{formatMessage("is {} ({})", program != nullptr ? "the output of " + program->name : each.formatName,
                            each.reason),
              reader == "attribute" ? std::string("attribute, cost or fit: they read ladders")
                                    : formatMessage("{}: it reads this file", each.readingCommand),
              {}}}};
    }
    return foreignFormatError(*source.text());
}

/// Output of a run that lacks one thing; nullopt for other text.
static std::optional<Error> incompleteRunError(const SourceText& source)
{
    const KeyValueKinds kinds = detectKeyValueKinds(*source.text());
    if (!kinds.hasTimes && !kinds.hasWorkers)
        return std::nullopt;
    const char *what = "looks like the output of one run: a ladder needs several p",
               *remedy = "the output of runs at other p in the same file, or a folder of such files";
    if (!kinds.hasWorkers) {
        what = "looks like the output of a run, but does not say how many workers ran";
        remedy =
            "a line such as Processes: 4 above each run, or a folder of such files named after p, such as 4gpus.log";
    } else if (!kinds.hasTimes) {
        what = "looks like the output of a run, but has no time with a unit";
        remedy = "a line such as Elapsed time: 6.25 s for each run";
    }
    return Error{ErrorCode::Input, {{what, remedy, {}}}};
}

Error unknownFormatError(const SourceText& source)
{
    if (std::optional<Error> incomplete = incompleteRunError(source))
        return *std::move(incomplete);
    struct FormatMatch {
        std::size_t matchCount = 0;
        std::string text;
    };
    std::vector<FormatMatch> formatMatches;
    for (const KnownFormat& format : knownFormats) {
        FormatMatch& each = formatMatches.emplace_back();
        std::string missing;
        for (const FormatFeature& mark : format.features)
            if (mark.isPresent(source))
                ++each.matchCount;
            else if (missing.empty())
                missing = mark.missingText;
        each.text = formatMessage("{} (missing: {})", format.name, missing);
    }
    std::stable_sort(formatMatches.begin(), formatMatches.end(),
                     [](const FormatMatch& a, const FormatMatch& b) { return a.matchCount > b.matchCount; });
    return Error{ErrorCode::Input,
                 {{"is not in a supported format",
                   formatMessage("one of the nearest: {}; {}; {}", formatMatches[0].text, formatMatches[1].text,
                                 formatMatches[2].text),
                   {}}}};
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/file_kind.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/quantity/units.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/foreign_formats.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/import/programs/key_value_lines.h"
#include "core/evidence/import/programs/programs.h"
#include "core/evidence/import/source_text.h"
#include "core/model/bottleneck/profile.h"

namespace scalewright {

namespace {

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

Error unknownFormatError(const SourceText& source)
{
    if (std::optional<Error> foreign = foreignFormatError(*source.text()))
        return *std::move(foreign);
    const KeyValueKinds kinds = detectKeyValueKinds(*source.text());
    const auto error = [](const char* what, const char* remedy) {
        return Error{ErrorCode::Input, {{what, remedy, {}}}};
    };
    if (kinds.hasWorkers && kinds.hasTimes)
        return error("looks like the output of one run: a ladder needs several p",
                     "the output of runs at other p in the same file, or a folder of such files");
    if (kinds.hasTimes)
        return error("looks like the output of a run, but does not say how many workers ran",
                     "a line such as Processes: 4 above each run, or a folder of such files named after p, such as "
                     "4gpus.log");
    if (kinds.hasWorkers)
        return error("looks like the output of a run, but has no time with a unit",
                     "a line such as Elapsed time: 6.25 s for each run");
    return error("has no table of runs, and no lines that give workers and times",
                 "a table with a header such as p,time, or lines such as Processes: 4 and Elapsed time: 6.25 s; "
                 "scalewright-cli formats lists the programs whose files are read");
}

}  // namespace scalewright

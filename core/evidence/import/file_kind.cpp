#include "core/evidence/import/file_kind.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/csv.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/latex_table.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/import/programs/programs.h"
#include "core/evidence/import/programs/said_lines.h"
#include "core/evidence/import/source_text.h"
#include "core/model/bottleneck/profile.h"

namespace scalewright {

namespace {

bool holds(const SourceText& source, std::string_view words)
{
    return source.text()->find(words) != std::string::npos;
}

bool isOwnFile(const SourceText& source)
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
    return profileSourceOf(*source.text()) == Source;
}

bool isTimingsTable(const SourceText& source)
{
    if (source.looksLikeJson() || !source.table())
        return false;
    const Grid& grid = source.table()->grid;
    return findHeader(grid, "p") && findHeader(grid, "bytes") && findHeader(grid, "seconds");
}

bool isTableOfNumbers(const SourceText& source)
{
    if (source.looksLikeJson() || !source.table())
        return false;
    const Grid& grid = source.table()->grid;
    return grid.header.size() > 1 && !grid.rows.empty() &&
           std::any_of(grid.rows.front().begin(), grid.rows.front().end(),
                       [](const GridCell& cell) { return parseNumber(cell.text).has_value(); });
}

/// JSON too whose reading leaves a question: no column of it can be chosen elsewhere.
bool isLadderFile(const SourceText& source)
{
    return readLadders(source) ||
           (source.looksLikeJson() && readLadders(source, {.columns = {}, .hints = ColumnHints::None}));
}

bool isOwnProfile(const SourceText& source)
{
    if (!source.looksLikeJson() || !source.json())
        return false;
    const Result<Profile> profile = parseProfile(*source.text());
    return profile && (profile->baseline.workingSetBytes || total(*profile, &WorkloadStep::stepTimeS));
}

struct Recogniser {
    const char* format;
    FileKind kind;
    bool (*is)(const SourceText& source);
    const char* because;
    const char* reader;  ///< who reads it, where it is no ladder
};

constexpr std::array recognisers{
    Recogniser{"a benchmark's log of messages", FileKind::Timings,
               [](const SourceText& source) { return isBenchmarkLog(*source.text()); },
               "its lines are those of nccl-tests, OSU, IMB, PARAM or a torch benchmark", "fit-comm"},
    Recogniser{"speedscope", FileKind::Profile, isProfile<ProfileSource::Speedscope>, "it names speedscope's format",
               "diagnose"},
    Recogniser{"Nsight Compute", FileKind::Profile, isProfile<ProfileSource::NsightCompute>,
               "its header has ID and Kernel Name", "diagnose"},
    Recogniser{"Nsight Systems", FileKind::Profile, isProfile<ProfileSource::NsightSystems>,
               "its header has Total Time, Instances and Name", "diagnose"},
    Recogniser{"perf stat", FileKind::Profile, isProfile<ProfileSource::PerfStat>, "it holds perf's counters",
               "diagnose"},
    Recogniser{"perf report", FileKind::Profile, isProfile<ProfileSource::PerfReport>,
               "its header has Overhead and Symbol", "diagnose"},
    Recogniser{"folded stacks", FileKind::Profile, isProfile<ProfileSource::FoldedStacks>,
               "each line is a stack and a count", "diagnose"},
    Recogniser{"a trace", FileKind::Unknown, isTrace, "it holds traceEvents", "timeline import"},
    Recogniser{"a file of this program", FileKind::Unknown, isOwnFile, "it names its format", nullptr},
    Recogniser{"timings of collectives", FileKind::Timings, isTimingsTable, "its columns are p, bytes and seconds",
               "fit-comm"},
    Recogniser{"the output of runs", FileKind::Ladder,
               [](const SourceText& source) { return programOf(*source.text()) != nullptr; },
               "it holds the lines that a program prints", nullptr},
    Recogniser{"a ladder", FileKind::Ladder, isLadderFile, "it has workers and times in columns", nullptr},
    Recogniser{"a profile", FileKind::Profile, isOwnProfile, "it holds a step's figures", "diagnose"},
    Recogniser{"a table", FileKind::Table, isTableOfNumbers, "its columns hold numbers", nullptr},
};

bool hasColumnOf(const SourceText& source, bool workers)
{
    if (source.looksLikeJson() || !source.table())
        return false;
    Grid grid = source.table()->grid;
    const Result<Columns> columns = columnsOf(grid, {});
    if (columns)
        return true;
    const std::string lacking = workers ? "no column is the number of workers" : "no column holds a time";
    return std::none_of(columns.error().problems.begin(), columns.error().problems.end(),
                        [&](const Problem& problem) { return problem.message.find(lacking) != std::string::npos; });
}

/// What a format has, and how a text without it is told.
struct Mark {
    bool (*has)(const SourceText& source);
    const char* otherwise;
};

struct KnownFormat {
    const char* name;
    std::array<Mark, 3> marks;
};

const std::array knownFormats{
    KnownFormat{"a table of runs",
                {{{isTableOfNumbers, "a header row and rows of numbers in as many columns"},
                  {[](const SourceText& source) { return isTableOfNumbers(source) && hasColumnOf(source, true); },
                   "a column of workers, such as p or ranks"},
                  {[](const SourceText& source) { return isTableOfNumbers(source) && hasColumnOf(source, false); },
                   "a column of times or a throughput"}}}},
    KnownFormat{"a LaTeX table",
                {{{[](const SourceText& source) { return holds(source, "\\begin{"); }, "\\begin{tabular}"},
                  {[](const SourceText& source) { return looksLikeLatex(*source.text()); }, "a tabular of p and times"},
                  {[](const SourceText& source) { return looksLikeLatex(*source.text()) && isTableOfNumbers(source); },
                   "rows of numbers under a header, as many cells in each"}}}},
    KnownFormat{
        "lines of a program",
        {{{[](const SourceText& source) { return kindsSaidIn(*source.text()).times; },
           "a line such as Elapsed time: 6.25 s"},
          {[](const SourceText& source) { return kindsSaidIn(*source.text()).workers; }, "a line such as Processes: 4"},
          {[](const SourceText& source) { return gridOfSaidLines(*source.text()).has_value(); },
           "runs at several p, or a folder of such files"}}}},
    KnownFormat{"rows in JSON",
                {{{[](const SourceText& source) { return source.looksLikeJson(); }, "an object or a list"},
                  {[](const SourceText& source) { return source.looksLikeJson() && source.json().has_value(); },
                   "JSON without a mistake"},
                  {[](const SourceText& source) { return source.looksLikeJson() && holds(source, "\"time"); },
                   "a time in each row"}}}},
    KnownFormat{"Extra-P's text",
                {{{[](const SourceText& source) { return holds(source, "PARAMETER"); }, "a line PARAMETER"},
                  {[](const SourceText& source) { return holds(source, "POINTS"); }, "a line POINTS"},
                  {[](const SourceText& source) { return holds(source, "DATA"); }, "lines DATA"}}}},
    KnownFormat{"nccl-tests",
                {{{[](const SourceText& source) { return holds(source, "algbw"); }, "its header with algbw and busbw"},
                  {[](const SourceText& source) { return holds(source, "# nThread"); }, "its line # nThread"},
                  {[](const SourceText& source) { return holds(source, "(GB/s)"); }, "rows of sizes and times"}}}},
    KnownFormat{"OSU micro-benchmarks",
                {{{[](const SourceText& source) { return holds(source, "# OSU"); }, "its line # OSU … Test"},
                  {[](const SourceText& source) { return holds(source, "# Size"); }, "its header # Size"},
                  {[](const SourceText& source) { return holds(source, "Latency"); }, "latencies"}}}},
    KnownFormat{"perf stat",
                {{{[](const SourceText& source) { return holds(source, "Performance counter stats"); },
                   "its line Performance counter stats"},
                  {[](const SourceText& source) { return holds(source, "seconds time elapsed"); },
                   "its line of the time elapsed"},
                  {[](const SourceText& source) { return holds(source, "task-clock"); }, "its counters"}}}},
    KnownFormat{"sacct -P",
                {{{[](const SourceText& source) { return holds(source, "JobID"); }, "a column JobID"},
                  {[](const SourceText& source) { return holds(source, "Elapsed"); }, "a column Elapsed"},
                  {[](const SourceText& source) { return holds(source, "JobID") && holds(source, "|"); },
                   "columns parted by |"}}}},
};

}  // namespace

Recognised recognised(const SourceText& source)
{
    if (source.text())
        for (const Recogniser& each : recognisers)
            if (each.is(source)) {
                const Program* program = each.kind == FileKind::Ladder ? programOf(*source.text()) : nullptr;
                return {each.kind, program != nullptr ? program->name : each.format, each.because};
            }
    return {};
}

FileKind kindOf(const SourceText& source)
{
    return recognised(source).kind;
}

FileKind kindOf(std::string_view text)
{
    return kindOf(SourceText(text));
}

std::optional<Error> knownButNoLadder(const SourceText& source)
{
    for (const Recogniser& each : recognisers)
        if (each.reader != nullptr && each.kind != FileKind::Timings && each.is(source))
            return Error{ErrorCode::Input,
                         {{say("is {} ({}), which is no ladder", each.format, each.because),
                           say("a table of p and time; {} reads this file", each.reader),
                           {}}}};
    return std::nullopt;
}

Error nearestFormats(const SourceText& source)
{
    struct Near {
        std::size_t found = 0;
        std::string text;
    };
    std::vector<Near> near;
    for (const KnownFormat& format : knownFormats) {
        Near& each = near.emplace_back();
        std::string missing;
        for (const Mark& mark : format.marks)
            if (mark.has(source))
                ++each.found;
            else if (missing.empty())
                missing = mark.otherwise;
        each.text = say("{} (missing: {})", format.name, missing);
    }
    std::stable_sort(near.begin(), near.end(), [](const Near& a, const Near& b) { return a.found > b.found; });
    return Error{ErrorCode::Input,
                 {{"is in no format that is read here",
                   say("one of the nearest: {}; {}; {}", near[0].text, near[1].text, near[2].text),
                   {}}}};
}

}  // namespace scalewright

#include "core/evidence/import/source_text.h"

#include <algorithm>
#include <utility>

#include "core/evidence/import/encoding.h"
#include "core/evidence/import/job_table.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/latex_table.h"
#include "core/evidence/import/programs/json_programs.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/programs/said_lines.h"
#include "core/evidence/import/run_table.h"
#include "core/evidence/import/tidy_table.h"
#include "core/evidence/import/whole_columns.h"
#include "core/evidence/import/wide_table.h"

namespace scalewright {

namespace {

/// Comments, and what stands above the header: they may say what the columns do not.
std::string linesAround(std::string_view text, int headerLine)
{
    constexpr std::size_t most = 20'000;
    std::string around;
    int number = 0;
    for (const std::string_view line : linesOf(text.substr(0, 200'000)))
        if (++number < headerLine || trimmed(line).starts_with('#'))
            if (around.size() + line.size() < most)
                around.append(line).append("\n");
    return around;
}

bool namesColumns(const Grid& grid)
{
    return grid.header.size() > 1 && !grid.rows.empty() &&
           std::none_of(grid.header.begin(), grid.header.end(),
                        [](const GridCell& cell) { return isMissing(cell.text) || isNumber(cell.text); }) &&
           std::any_of(grid.rows.front().begin(), grid.rows.front().end(),
                       [](const GridCell& cell) { return isNumber(cell.text); });
}

struct Line {
    std::size_t from = 0, end = 0;
    int number = 0;
    bool isComment = false;
};

/// The lines that hold something, at the beginning of the text.
std::vector<Line> firstLines(std::string_view text, std::size_t most)
{
    std::vector<Line> lines;
    int number = 0;
    for (std::size_t from = 0; from < text.size() && lines.size() < most;) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        const std::string_view words = trimmed(text.substr(from, end - from));
        ++number;
        if (!words.empty())
            lines.push_back({from, end, number, words.starts_with('#')});
        from = end + 1;
    }
    return lines;
}

/// Whether its columns are those of a ladder, by its first rows.
bool isLadder(const Grid& whole)
{
    constexpr std::size_t enough = 1000;
    Grid grid{.header = whole.header, .rows = {}};
    grid.rows.assign(whole.rows.begin(),
                     whole.rows.begin() + static_cast<std::ptrdiff_t>(std::min(enough, whole.rows.size())));
    std::vector<std::string> warnings;
    tidyRuns(grid, warnings);
    tidyJobs(grid, warnings);
    takeUnitsBeside(grid, warnings);
    multiplyFactors(grid, warnings);
    return columnsOf(grid, {}).has_value();
}

/// The names of columns in a comment: "#nodes  #total time", "# threads   wall time", "# p time".
std::vector<std::string> namesInComment(std::string_view comment, std::size_t columns)
{
    const auto plain = [](std::string_view name) { return std::string(trimmed(name.substr(0, name.find("->")))); };
    std::vector<std::string> names;
    for (const std::string_view each : fieldsIn(comment, '#'))
        if (!trimmed(each).empty())
            names.push_back(plain(each));
    if (names.size() == columns || names.size() != 1)
        return names;
    const std::string_view only = trimmed(comment.substr(comment.find('#') + 1));
    names.clear();
    for (std::size_t at = 0; at < only.size();) {
        const std::size_t end = std::min({only.find("  ", at), only.find('\t', at), only.size()});
        if (!trimmed(only.substr(at, end - at)).empty())
            names.push_back(plain(only.substr(at, end - at)));
        at = end + 1;
    }
    return names;
}

/// Rows of numbers under comments, one of which names as many columns.
std::optional<FoundTable> withHeaderInComment(std::string_view text, const std::vector<Line>& lines)
{
    const auto row = std::find_if(lines.begin(), lines.end(), [](const Line& line) { return !line.isComment; });
    if (row == lines.end() || !isHeaderless(text))
        return std::nullopt;
    const std::string_view numbers = trimmed(text.substr(row->from, row->end - row->from));
    const char separator = numbers.find(',') != std::string_view::npos   ? ','
                           : numbers.find(';') != std::string_view::npos ? ';'
                                                                         : ' ';
    const std::size_t columns = separator == ' ' ? wordsIn(numbers).size() : fieldsIn(numbers, separator).size();
    constexpr int mostTries = 3;
    int tries = 0;
    for (auto comment = row; comment != lines.begin() && tries < mostTries;) {
        --comment;
        const std::vector<std::string> names =
            namesInComment(text.substr(comment->from, comment->end - comment->from), columns);
        if (names.size() != columns || columns < 2)
            continue;
        ++tries;
        std::string header;  // in the comment's place, its names afterwards: they may hold blanks
        for (std::size_t i = 0; i < columns; ++i)
            header.append(i == 0 ? "" : std::string(1, separator)).append("c").append(std::to_string(i));
        std::string named(text.substr(0, comment->from));
        named.append(header).append(text.substr(comment->end));
        Result<Grid> grid = gridOfTable(named);
        for (std::size_t i = 0; grid && i < columns; ++i)
            grid->header[i].text = names[i];
        if (grid && namesColumns(*grid))
            return FoundTable{std::move(*grid),
                              say("line {} was read as the header, though it stands behind a #", comment->number)};
    }
    return std::nullopt;
}

/// The table whose header stands behind a '#' right above its rows, as gnuplot has it.
std::optional<FoundTable> withHeaderBehindMark(std::string_view text, const std::vector<Line>& lines)
{
    const auto row = std::find_if(lines.begin(), lines.end(), [](const Line& line) { return !line.isComment; });
    if (row == lines.begin() || row == lines.end())
        return std::nullopt;
    const Line& header = *(row - 1);
    std::string bare(text);
    bare[bare.find('#', header.from)] = ' ';
    Result<Grid> grid = gridOfTable(bare);
    if (!grid || !namesColumns(*grid) || grid->header.front().where.line != header.number)
        return std::nullopt;
    return FoundTable{std::move(*grid),
                      say("line {} was read as the header, though it stands behind a #", header.number)};
}

/// The table whose header stands in a comment or under a title.
std::optional<FoundTable> withHeaderFirst(std::string_view text, bool isTable)
{
    constexpr std::size_t mostLines = 40, mostTitles = 3;
    const std::vector<Line> lines = firstLines(text, mostLines);
    const auto header = std::find_if(lines.begin(), lines.end(), [](const Line& line) { return !line.isComment; });
    if (header == lines.end())
        return std::nullopt;
    std::optional<FoundTable> bare = withHeaderBehindMark(text, lines);
    std::optional<FoundTable> named = withHeaderInComment(text, lines);
    if (bare && (!named || isLadder(bare->grid) || !isLadder(named->grid)))
        return bare;
    if (named)
        return named;
    std::string rest(text);
    std::size_t titles = 0;
    for (auto line = header; line != lines.end() && titles < mostTitles; ++line) {
        if (line->isComment)
            continue;
        for (std::size_t i = line->from; i < line->end; ++i)  // blanks, so that what follows keeps its line
            rest[i] = rest[i] == '\r' ? '\r' : ' ';
        ++titles;
        Result<Grid> grid = gridOfTable(rest);
        if (grid && namesColumns(*grid) && (!isTable || isLadder(*grid)))
            return FoundTable{std::move(*grid),
                              titles == 1 ? say("line {} was read as a title and left out", line->number)
                                          : say("{} lines above the header were read as titles and left out", titles)};
    }
    return std::nullopt;
}

/// Tables between a text's paragraphs: lines of bars, the second a rule. The first that is a ladder, else the first.
std::optional<FoundTable> tableInProse(std::string_view text)
{
    const std::vector<std::string_view> lines = linesOf(text);
    const auto isRow = [&](std::size_t i) { return i < lines.size() && trimmed(lines[i]).starts_with('|'); };
    const auto isRule = [&](std::size_t i) {
        return isRow(i) && lines[i].find("--") != std::string_view::npos &&
               trimmed(lines[i]).find_first_not_of("|-: \t") == std::string_view::npos;
    };
    std::optional<FoundTable> first;
    constexpr std::size_t most = 200;
    std::size_t tables = 0;
    for (std::size_t at = 0; at < lines.size() && tables < most; ++at) {
        if (!isRow(at) || !isRule(at + 1))
            continue;
        std::size_t end = at;
        while (isRow(end))
            ++end;
        std::string alone(at, '\n');  // so that lines keep their numbers
        for (std::size_t i = at; i < end; ++i)
            alone.append(lines[i]).append("\n");
        ++tables;
        Result<Grid> grid = gridOfTable(alone);
        const bool wide = grid && isWide(*grid);
        if (grid && (wide || namesColumns(*grid))) {
            const bool ladder = isLadder(*grid);
            FoundTable found{std::move(*grid), say("the table at line {} was read", at + 1)};
            if (ladder)
                return found;
            if (!first)
                first = std::move(found);
        }
        at = end;
    }
    return first;
}

/// The first tabular of a LaTeX text that is a ladder, else the first with names of columns.
std::optional<FoundTable> tableInLatex(std::string_view text)
{
    std::optional<FoundTable> first;
    if (!looksLikeLatex(text))
        return first;
    std::vector<int> ladders;
    for (Grid& grid : gridsOfLatex(text)) {
        const int line = grid.header.front().where.line;
        const bool ladder = isLadder(grid);
        if (ladder)
            ladders.push_back(line);
        if (!namesColumns(grid) || (first && !(ladder && ladders.size() == 1)))
            continue;
        first = FoundTable{std::move(grid), say("the LaTeX table at line {} was read", line)};
    }
    if (ladders.size() > 1)
        first->said += say("; the next one, at line {}, was not", ladders[1]);
    return first;
}

/// The table in a text, its header first.
Result<FoundTable> tableIn(std::string_view text)
{
    if (std::optional<FoundTable> latex = tableInLatex(text))
        return *std::move(latex);
    if (std::optional<ProgramRuns> runs = programRuns(text))
        return tableOf(std::move(*runs));
    if (text.find("CPU") != std::string_view::npos && text.find("Iterations") != std::string_view::npos)
        if (std::optional<Grid> benchmarks = gridOfBenchmarks(text)) {
            FoundTable found{std::move(*benchmarks)};
            found.format = "Google Benchmark";
            found.said = "Google Benchmark: its real time";
            return found;
        }
    Result<Grid> whole = gridOfTable(text);
    const bool isTable = whole && whole->header.size() > 1;
    const bool ladder = isTable && isLadder(*whole);
    std::optional<FoundTable> mended = ladder ? std::nullopt : withHeaderFirst(text, isTable);
    if (!mended && !ladder && !(isTable && trimmed(text).starts_with('|')))
        mended = tableInProse(text);
    if (!mended && !ladder)
        if (std::optional<Grid> said = gridOfSaidLines(text))
            mended = FoundTable{std::move(*said), "runs were read from lines that say workers and times"};
    if (!mended && !whole)
        return fail(std::move(whole.error()));
    FoundTable found = mended ? std::move(*mended) : FoundTable{std::move(*whole)};
    if (text.starts_with(folderNote))  // what was read in a folder
        found.said = trimmed(text.substr(folderNote.size(), text.find('\n') - folderNote.size()));
    else if (takeTitles(found.grid, text))
        found.said = "the titles above the headers tell ladders apart";
    if (found.said.find(filesTellApart) != std::string::npos)
        found.grid.apart = "file";
    found.grid.around =
        linesAround(text, mended && !found.grid.header.empty() ? found.grid.header.front().where.line : 0);
    return found;
}

}  // namespace

SourceText::SourceText(std::string_view bytes)
{
    Result<DecodedText> read = decoded(std::string(bytes));
    m_isWindows1252 = read && read->isWindows1252;
    m_text = std::move(read).map([](DecodedText&& each) { return std::move(each.text); });
}

bool SourceText::looksLikeJson() const
{
    const std::string_view text = trimmed(*m_text);
    if (text.empty() || (text.front() != '{' && text.front() != '['))
        return false;
    const std::string_view rest = trimmed(text.substr(1));  // "[rank0] step 1" is a log
    if (text.front() == '[' && !rest.empty() && rest.front() >= '0' &&
        rest.front() <= '9') {  // "[2024-05-01 12:00:00]"
        const std::size_t end = rest.find_first_not_of("0123456789.eE+");
        const std::string_view behind = end == std::string_view::npos ? rest : trimmed(rest.substr(end));
        if (!behind.empty() && behind.front() != ',' && behind.front() != ']')
            return false;
    }
    constexpr std::string_view begins = "\"{[]}-0123456789";
    return rest.empty() || begins.find(rest.front()) != std::string_view::npos || rest.starts_with("null") ||
           rest.starts_with("true") || rest.starts_with("false");
}

const Result<FoundTable>& SourceText::table() const
{
    if (!m_table)
        m_table = tableIn(*m_text);
    return *m_table;
}

const Result<Json>& SourceText::json() const
{
    if (!m_json)
        m_json = parseJson(*m_text);
    return *m_json;
}

}  // namespace scalewright

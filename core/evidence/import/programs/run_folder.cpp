// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the logs of several runs from one folder, with one or more runs per file.
#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/files/file_id.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/foreign_formats.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/json_rows.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/programs/key_value_lines.h"
#include "core/evidence/import/programs/key_value_runs.h"
#include "core/evidence/import/programs/name_numbers.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/run_table.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/tidy_table.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t maximumFiles = 2000;
constexpr std::uintmax_t maximumLogSize = 64u << 20;

/// All files in a folder and its subfolders, without duplicates from hard or symbolic links; files behind a link come
/// last.
class FolderScan {
public:
    explicit FolderScan(const fs::path& folder)
    {
        if (isFirstVisit(folder))
            scanFolder(folder, 0);
        for (std::size_t i = 0; i < m_links.size(); ++i) {
            const auto [link, depth] = m_links[i];
            addEntry(link, depth);
        }
    }
    std::vector<fs::path> files;

private:
    void scanFolder(const fs::path& folder, int depth)
    {
        std::error_code error;
        std::vector<fs::path> entries;
        for (fs::directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
             !error && at != end; at.increment(error))
            entries.push_back(at->path());
        std::sort(entries.begin(), entries.end());
        for (const fs::path& entry : entries)
            if (fs::is_symlink(entry, error))
                m_links.emplace_back(entry, depth);
            else
                addEntry(entry, depth);
    }

    void addEntry(const fs::path& entry, int depth)
    {
        constexpr int maximumDepth = 4;
        std::error_code error;
        if (fs::is_directory(entry, error)) {
            if (depth < maximumDepth && !entry.filename().string().starts_with('.') && isFirstVisit(entry))
                scanFolder(entry, depth + 1);
        } else if (files.size() < maximumFiles && fs::is_regular_file(entry, error) &&
                   fs::file_size(entry, error) <= maximumLogSize && isFirstVisit(entry)) {
            files.push_back(entry);
        }
    }

    bool isFirstVisit(const fs::path& entry)
    {
        const std::optional<FileId> id = fileId(entry);
        return id && m_seen.insert(*id).second;
    }

    std::set<FileId> m_seen;
    std::vector<std::pair<fs::path, int>> m_links;
};

std::vector<fs::path> listFiles(const fs::path& folder)
{
    return FolderScan(folder).files;
}

std::string headOf(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    std::string head(4096, '\0');
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    return head;
}

/// Empty if the file is not text. With a limit, reads only the first bytes, up to the end of a line.
std::string readLog(const fs::path& file, std::size_t most = maximumLogSize)
{
    std::string text = headOf(file);
    if (text.find('\0') != std::string::npos)
        return {};
    const std::size_t headSize = text.size();
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (!error && size > headSize) {
        std::ifstream in(file, std::ios::binary);
        in.seekg(static_cast<std::streamoff>(headSize));
        const std::size_t limit = std::min<std::size_t>(most, static_cast<std::size_t>(size));
        text.resize(std::max(limit, headSize));
        in.read(text.data() + headSize, static_cast<std::streamsize>(text.size() - headSize));
        text.resize(headSize + static_cast<std::size_t>(in.gcount()));
        if (text.size() < size && text.find('\n') != std::string::npos)
            text.resize(text.rfind('\n') + 1);
    }
    return text;
}

struct FileRuns {
    std::string name;  ///< relative to the folder
    ProgramRuns runs;
};

std::vector<FileRuns> readFileRuns(const fs::path& folder)
{
    const std::vector<fs::path> files = listFiles(folder);
    std::vector<FileRuns> all;
    for (const fs::path& file : files) {
        const Result<std::string> text = toUtf8(readLog(file));
        std::optional<ProgramRuns> runs = text && !text->empty() ? parseProgramRuns(*text) : std::nullopt;
        if (!runs)
            continue;
        std::erase_if(runs->runs, [](const ProgramRun& run) { return !run.isTimed(); });
        if (!runs->runs.empty())
            all.push_back({fs::relative(file, folder).generic_string(), std::move(*runs)});
    }
    return all;
}

/// Keeps only the program with the most files and adds a note about the others.
void keepMostCommonProgram(std::vector<FileRuns>& all, std::vector<std::string>& said)
{
    std::map<std::string, std::size_t> files;
    for (const FileRuns& each : all)
        ++files[each.runs.program];
    const auto most =
        std::max_element(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    for (const auto& [program, count] : files)
        if (program != most->first)
            said.push_back(formatMessage("files of {} were left out", program));
    std::erase_if(all, [&, program = most->first](const FileRuns& each) { return each.runs.program != program; });
}

bool lacksP(const FileRuns& each)
{
    return std::any_of(each.runs.runs.begin(), each.runs.runs.end(),
                       [](const ProgramRun& run) { return !run[LoggedValue::P] && run.command.empty(); });
}

constexpr std::string_view namesGiveP = "p comes from the file names";

/// "the file names differ in tp (1, 2) and dp (1, 4)".
Error askForNumber(const std::vector<NameColumn>& columns)
{
    std::vector<std::string> parts;
    for (const NameColumn& column : columns) {
        const std::set<long> values(column.values.begin(), column.values.end());
        parts.push_back(fmt::format("{} ({})", column.header, fmt::join(values, ", ")));
    }
    return {ErrorCode::Input,
            {{formatMessage("the file names differ in several numbers that may be p: {}", joinNonEmpty(parts, "; ")),
              "names that differ in one of them, such as in a folder for each of the others",
              {}}}};
}

Result<void> setWorkersFromFileNames(std::vector<FileRuns>& all, std::vector<std::string>& notes)
{
    if (std::none_of(all.begin(), all.end(), lacksP))
        return {};
    std::vector<std::string> names;
    for (const FileRuns& each : all)
        names.push_back(each.name);
    const std::vector<NameColumn> columns = columnsOfFileNames(names).columns;
    const bool hybrid = columns.size() == 2 && columns.front().header == "processes";
    if (columns.size() > 1 && !hybrid)
        return fail(askForNumber(columns));
    for (std::size_t i = 0; i < all.size(); ++i)
        for (ProgramRun& run : all[i].runs.runs) {
            if (run[LoggedValue::P] || !run.command.empty())
                continue;
            if (!columns.empty())
                run[LoggedValue::P] = static_cast<double>(columns.front().values[i]);
            else if (const std::optional<long> named = workersInFileName(all[i].name))
                run[LoggedValue::P] = static_cast<double>(*named);
            if (hybrid)
                run.threads = columns.back().values[i];
        }
    notes.emplace_back(namesGiveP);
    return {};
}

std::string csvLineOf(const std::vector<GridCell>& cells, std::vector<std::string> before = {})
{
    for (const GridCell& cell : cells)
        before.push_back(cell.text);
    return csvLine(before);
}

std::string csvOf(const Grid& grid)
{
    std::string text = csvLineOf(grid.header);
    for (const std::vector<GridCell>& row : grid.rows)
        text += csvLineOf(row);
    return text;
}

/// Reads an object of numbers, or a list of them; members with nested values are dropped.
Result<Grid> tableOfJson(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    const Json::Array one = document->asArray() == nullptr ? Json::Array{*document} : Json::Array{};
    Result<Grid> grid = gridOfObjects(one.empty() ? *document->asArray() : one, "");
    for (std::size_t column = grid ? grid->header.size() : 0; column-- > 0;)
        if (std::any_of(grid->rows.begin(), grid->rows.end(),
                        [column](const std::vector<GridCell>& row) { return row[column].nested != nullptr; }))
            eraseColumn(*grid, column);
    return grid;
}

struct FileTable {
    std::string name;  ///< relative to the folder
    Grid grid;
};

/// The rows of tables with the same header, with p from the file names unless `named` has no columns.
std::string textOfTables(const std::vector<FileTable>& tables, const NameColumns& named, const std::string& note)
{
    const std::vector<std::string> apart =
        findHeader(tables.front().grid, "file") ? std::vector<std::string>() : distinguishingNames(named.otherWords);
    std::string text = fmt::format("{}{}{}{}{}\n", folderNotePrefix, note,
                                   named.columns.empty() ? "" : fmt::format("; {}", namesGiveP),
                                   apart.empty() ? "" : "; ", apart.empty() ? "" : fileColumnNote);
    const auto addRow = [&](std::vector<GridCell> row, const std::string& file, const auto& cellOf) {
        std::vector<std::string> before;
        for (const NameColumn& column : named.columns)
            before.push_back(cellOf(column));
        if (!apart.empty())
            row.push_back({file, {}});
        text += csvLineOf(row, std::move(before));
    };
    addRow(tables.front().grid.header, "file", [](const NameColumn& column) { return column.header; });
    for (std::size_t i = 0; i < tables.size(); ++i)
        for (const std::vector<GridCell>& row : tables[i].grid.rows)
            addRow(row, apart.empty() ? std::string() : apart[i],
                   [i](const NameColumn& column) { return std::to_string(column.values[i]); });
    return text;
}

/// Rows without a header, below "column 1", "column 2".
std::string withColumnNumbers(const std::string& rows)
{
    const std::string_view first = std::string_view(rows).substr(0, rows.find('\n'));
    const bool isCsv = first.find_first_of(",;") != std::string_view::npos;
    const std::size_t columns = isCsv ? splitFields(first, first.find(';') == std::string_view::npos ? ',' : ';').size()
                                      : splitWords(first).size();
    std::string header;
    for (std::size_t i = 1; i <= columns; ++i)
        header += fmt::format("{}column{}", i == 1 ? "" : !isCsv ? " " : first.find(';') == first.npos ? "," : ";", i);
    return header + '\n' + rows;
}

/// Concatenates tables with the same header, with p from the file names if there is no worker column. Empty if there
/// are fewer than two such tables.
std::string mergeTablesOfFolder(const fs::path& folder)
{
    std::map<std::string, std::vector<FileTable>> tablesOfHeader;
    for (const fs::path& file : listFiles(folder)) {
        constexpr std::array<std::string_view, 6> endings{".csv", ".tsv", ".txt", ".dat", ".md", ".json"};
        if (!isAmong(endings, std::string_view(file.extension().string())))
            continue;
        const Result<std::string> text = toUtf8(readLog(file));
        Result<Grid> grid = !text || text->empty()        ? fail(ErrorCode::Input, {})
                            : file.extension() == ".json" ? tableOfJson(*text)
                            : isHeaderless(*text)         ? gridOfTable(withColumnNumbers(*text))
                                                          : gridOfTable(*text);
        if (!grid || grid->header.size() < 2 || grid->rows.empty())
            continue;
        tablesOfHeader[csvLineOf(grid->header)].push_back(
            {fs::relative(file, folder).generic_string(), std::move(*grid)});
    }
    const auto most = std::max_element(tablesOfHeader.begin(), tablesOfHeader.end(),
                                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (most == tablesOfHeader.end() || most->second.size() < 2)
        return {};
    const std::vector<FileTable>& tables = most->second;
    const std::vector<GridCell>& header = tables.front().grid.header;
    std::vector<std::string> names;
    for (const FileTable& table : tables)
        names.push_back(table.name);
    NameColumns named = columnsOfFileNames(names);
    if (header.front().text == "column1" && named.columns.empty())
        return {};
    if (std::any_of(header.begin(), header.end(), [](const GridCell& cell) {
            const HeaderName name = parseHeaderName(cell.text);
            return name.base == "p" || isWorkerCountHeader(name);
        })) {
        named = {};
        for (const std::string& name : names)
            named.otherWords.push_back(fs::path(name).replace_extension().generic_string());
    }
    return textOfTables(tables, named, formatMessage("{} tables with the same header", tables.size()));
}

void addScalars(const Json& value, const std::string& key, std::vector<KeyValue>& pairs, int depth = 0)
{
    constexpr int maximumDepth = 8;
    if (value.asObject() != nullptr && depth < maximumDepth)
        for (const auto& [name, member] : *value.asObject())
            addScalars(member, key.empty() ? name : fmt::format("{}.{}", key, name), pairs, depth + 1);
    else if (value.asArray() != nullptr && depth < maximumDepth)
        for (const Json& item : *value.asArray())
            addScalars(item, key, pairs, depth + 1);
    else if (numberOf(&value))
        pairs.push_back({key, plainTextOf(value), isWorkersKey(lastKeyPart(key))});
}

/// The facts in a JSON document, each under the last part of its key if that is unique.
std::vector<KeyValue> factsOfJson(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document || document->asObject() == nullptr)
        return {};
    std::vector<KeyValueLine> lines(1);
    std::vector<KeyValue>& pairs = lines.front().pairs;
    addScalars(*document, {}, pairs);
    std::map<std::string, std::set<std::string>> keysOfName;
    for (const KeyValue& pair : pairs)
        keysOfName[std::string(lastKeyPart(pair.key))].insert(pair.key);
    for (KeyValue& pair : pairs)
        if (std::string last(lastKeyPart(pair.key)); keysOfName[last].size() == 1)
            pair.key = std::move(last);
    return factsOfLines(std::move(lines));
}

/// Outputs of one run each.
struct RunOutputs {
    std::vector<std::string> names;
    std::vector<std::vector<KeyValue>> facts;

    [[nodiscard]] std::string valueOf(std::size_t file, const std::string& key) const
    {
        for (const KeyValue& fact : facts[file])
            if (fact.key == key)
                return fact.value;
        return {};
    }
    [[nodiscard]] std::vector<std::string> valuesOf(const std::string& key) const
    {
        std::vector<std::string> values;
        for (std::size_t i = 0; i < facts.size(); ++i)
            values.push_back(valueOf(i, key));
        return values;
    }
};

/// "Total time", "wall clock": the time of the whole run.
bool namesWholeRun(const std::string& key)
{
    const std::string base = parseHeaderName(key).base;
    const std::vector<std::string_view> words = splitFields(base, '_');
    return isListed("wall_clock", base) || std::any_of(words.begin(), words.end(), [](std::string_view word) {
               return isListed("wall_clock", word) || isListed("whole_run", word);
           });
}

/// The longest time of every file, if its name says that it is of the whole run; the other times are its parts.
std::optional<std::string> findTotalTime(const RunOutputs& outputs, const std::vector<std::string>& keys)
{
    const auto seconds = [&](std::size_t file, const std::string& key) {
        const Result<double> value = parseNumber(outputs.valueOf(file, key));
        return value ? *value * parseHeaderName(key).factor : 0.0;
    };
    std::optional<std::string> total;
    for (const std::string& key : keys) {
        bool isLongest = namesWholeRun(key);
        for (std::size_t file = 0; file < outputs.names.size() && isLongest; ++file)
            isLongest = std::all_of(keys.begin(), keys.end(), [&](const std::string& other) {
                return seconds(file, key) > 0 && seconds(file, key) >= seconds(file, other);
            });
        if (isLongest)
            total = total.value_or(key);
    }
    return total;
}

/// A row for each output, with the counts, times and rates that the files give; p from the file names if the outputs do
/// not give it.
std::string tableOfRunOutputs(const std::vector<std::string>& names, const std::vector<std::string>& texts)
{
    RunOutputs outputs;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::vector<KeyValue> facts = names[i].ends_with(".json") ? factsOfJson(texts[i]) : factsOfRun(texts[i]);
        const auto isFigure = [](const KeyValue& fact) {
            return !fact.isWorkerCount && (isTimeKey(fact.key) || isRateKey(fact.key));
        };
        if (std::none_of(facts.begin(), facts.end(), isFigure))
            continue;
        outputs.names.push_back(names[i]);
        outputs.facts.push_back(std::move(facts));
    }
    std::vector<std::string> counts, times, rates, works;
    std::set<std::string> seen;
    for (const std::vector<KeyValue>& facts : outputs.facts)
        for (const KeyValue& fact : facts)
            if (seen.insert(fact.key).second) {
                const std::vector<std::string> values = outputs.valuesOf(fact.key);
                const auto missing = static_cast<std::size_t>(std::count(values.begin(), values.end(), ""));
                const bool isVarying = std::set<std::string>(values.begin(), values.end()).size() > 1;
                const bool isTime = isTimeKey(fact.key), isRate = isRateKey(fact.key);
                const bool isFigure = !fact.isWorkerCount && (isTime || isRate);
                const bool mayCount = isNameOfRole(LadderColumn::P, parseHeaderName(fact.key).base);  // "N"
                if (isFigure ? 2 * missing < values.size()
                             : missing == 0 && isVarying && (fact.isWorkerCount || !mayCount))
                    (fact.isWorkerCount ? counts : isTime ? times : isRate ? rates : works).push_back(fact.key);
            }
    NameColumns named = columnsOfFileNames(outputs.names);
    if (!counts.empty() && named.columns.size() < 2)
        named.columns.clear();
    if (outputs.names.size() < 2 || (times.empty() && rates.empty()) || (counts.empty() && named.columns.empty()))
        return {};
    const std::optional<std::string> total = findTotalTime(outputs, times);
    std::erase_if(times, [&](const std::string& key) { return total && key != *total; });
    std::set<std::vector<std::string>> columns;  // a quantity under two names is one column
    for (const NameColumn& column : named.columns) {
        std::vector<std::string> values;
        for (const long value : column.values)
            values.push_back(std::to_string(value));
        columns.insert(std::move(values));
    }
    std::vector<FileTable> tables;
    for (const std::string& name : outputs.names)
        tables.push_back({name, {.header = {}, .rows = {{}}}});
    for (const std::vector<std::string>& keys : {counts, times, rates, works})
        for (const std::string& key : keys)
            if (const std::vector<std::string> values = outputs.valuesOf(key); columns.insert(values).second)
                for (std::size_t i = 0; i < tables.size(); ++i) {
                    tables[i].grid.header.push_back({key, {}});
                    tables[i].grid.rows.front().push_back({values[i], {}});
                }
    return textOfTables(tables, named,
                        total ? formatMessage("the output of one run in each file; the longest time, {}, is the run's",
                                              inQuotes(*total))
                              : "the output of one run in each file");
}

/// Runs of users' own programs, read from "key: value" lines, with one or more files per run; p from the file names if
/// the lines lack it.
std::string tableOfLogLines(const fs::path& folder)
{
    constexpr std::size_t maximumBytes = 1u << 20;
    std::vector<std::string> names, texts, allNames, allTexts;  // JSON has no lines
    for (const fs::path& file : listFiles(folder)) {
        const Result<std::string> text = toUtf8(readLog(file, maximumBytes));
        if (!text || text->empty() || file.extension() == ".md")
            continue;
        allNames.push_back(fs::relative(file, folder).generic_string());
        allTexts.push_back(*text);
        if (file.extension() != ".json") {
            names.push_back(allNames.back());
            texts.push_back(*text);
        }
    }
    std::vector<NameColumn> columns = columnsOfFileNames(names).columns;
    if (columns.size() > 1)
        if (std::string table = tableOfRunOutputs(allNames, allTexts); !table.empty())
            return table;
    for (const bool isNamed : {false, true}) {
        if (isNamed && columns.empty()) {  // other files may lie beside the runs
            for (std::size_t i = names.size(); i-- > 0;)
                if (!workersInFileName(names[i])) {
                    names.erase(names.begin() + static_cast<std::ptrdiff_t>(i));
                    texts.erase(texts.begin() + static_cast<std::ptrdiff_t>(i));
                }
            columns = columnsOfFileNames(names).columns;
        }
        if (!isNamed && columns.size() > 1)
            continue;
        std::string together;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            together += fmt::format("{}\n", fileSeparator);
            if (isNamed)
                for (const NameColumn& column : columns)
                    together += fmt::format("{} = {}\n", column.header, column.values[i]);
            together += texts[i] + '\n';
        }
        std::string leftOut;
        const std::optional<Grid> grid = gridOfKeyValueText(together, &leftOut);
        if (!grid)
            continue;
        return fmt::format(
            "{}{}\n{}", folderNotePrefix,
            joinNonEmpty({"lines that give workers and times", std::string(isNamed ? namesGiveP : ""), leftOut}, "; "),
            csvOf(*grid));
    }
    return tableOfRunOutputs(allNames, allTexts);
}

/// What is missing in the first file.
Error unreadableFolderError(const fs::path& folder)
{
    for (const fs::path& file : listFiles(folder)) {
        const Result<std::string> text = toUtf8(readLog(file, 64u << 10));
        if (const std::optional<Error> binary = binaryFormatError(headOf(file)))
            return Error{ErrorCode::Input,
                         {{formatMessage("is a folder without runs that can be read: {} {}",
                                         sanitised(fs::relative(file, folder).generic_string()),
                                         binary->problems.front().message),
                           binary->problems.front().expected,
                           {}}}};
        if (!text || trimmed(*text).empty())
            continue;
        const SourceText source(*text);
        Error error = wrongFormatError(source, "attribute").value_or(unknownFormatError(source));
        for (Problem& problem : error.problems)
            problem.message = formatMessage("is a folder without runs that can be read: {} {}",
                                            sanitised(fs::relative(file, folder).generic_string()), problem.message);
        return error;
    }
    return {ErrorCode::Input,
            {{"is a folder without a text file", "logs or tables of runs, or MLflow's folder mlruns", {}}}};
}

}  // namespace

bool containsProgramRuns(const fs::path& folder)
{
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return false;
    std::vector<fs::path> files = listFiles(folder);
    constexpr std::size_t enough = 50, enoughBytes = 1u << 20;
    files.resize(std::min(files.size(), enough));
    return std::any_of(files.begin(), files.end(), [](const fs::path& file) {
        const Result<std::string> text = toUtf8(readLog(file, enoughBytes));
        return text && !text->empty() && parseProgramRuns(*text).has_value();
    });
}

Result<std::string> logTableOfFolder(const fs::path& folder)
{
    std::vector<FileRuns> all = readFileRuns(folder);
    if (all.empty())
        if (std::string tables = mergeTablesOfFolder(folder); !tables.empty())
            return tables;
    if (all.empty())
        if (std::string said = tableOfLogLines(folder); !said.empty())
            return said;
    if (all.empty())
        return fail(unreadableFolderError(folder));
    std::vector<std::string> said;
    keepMostCommonProgram(all, said);
    if (Result<void> named = setWorkersFromFileNames(all, said); !named)
        return fail(std::move(named.error()));
    ProgramRuns together{all.front().runs.program, {}};
    for (FileRuns& each : all)
        for (ProgramRun& run : each.runs.runs)
            together.runs.push_back(std::move(run));
    const Result<FoundTable> found = tableOfProgramRuns(std::move(together));
    if (!found)
        return fail(found.error());
    if (!found->note.empty())
        said.insert(said.begin(), found->note);
    return fmt::format("{}{}\n{}", folderNotePrefix, joinNonEmpty(said, "; "), csvOf(found->grid));
}

Result<std::string> runTableOfFolder(const fs::path& folder)
{
    if (const Result<void> names = checkColumnNames(); !names)
        return fail(names.error());
    return isRunStore(folder) ? runStoreTable(folder) : logTableOfFolder(folder);
}

}  // namespace scalewright

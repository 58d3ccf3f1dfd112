// Logs of several runs in one folder: a run or more a file.
#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "core/base/files/file_id.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/programs/said_lines.h"
#include "core/evidence/import/run_table.h"
#include "core/evidence/import/tidy_table.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostFiles = 2000;
constexpr std::uintmax_t largestFile = 64u << 20;

/// All files below a folder, each once, whatever names and links it has; one behind a link after those that lie there.
class FilesBelow {
public:
    explicit FilesBelow(const fs::path& folder)
    {
        if (isNew(folder))
            lookInto(folder, 0);
        for (std::size_t i = 0; i < m_links.size(); ++i) {
            const auto [link, depth] = m_links[i];
            take(link, depth);
        }
    }
    std::vector<fs::path> files;

private:
    void lookInto(const fs::path& folder, int depth)
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
                take(entry, depth);
    }

    void take(const fs::path& entry, int depth)
    {
        constexpr int deepest = 4;
        std::error_code error;
        if (fs::is_directory(entry, error)) {
            if (depth < deepest && !entry.filename().string().starts_with('.') && isNew(entry))
                lookInto(entry, depth + 1);
        } else if (files.size() < mostFiles && fs::is_regular_file(entry, error) &&
                   fs::file_size(entry, error) <= largestFile && isNew(entry)) {
            files.push_back(entry);
        }
    }

    bool isNew(const fs::path& entry)
    {
        const std::optional<FileId> id = fileId(entry);
        return id && m_seen.insert(*id).second;
    }

    std::set<FileId> m_seen;
    std::vector<std::pair<fs::path, int>> m_links;
};

std::vector<fs::path> filesIn(const fs::path& folder)
{
    return FilesBelow(folder).files;
}

/// Empty where it is no text. The first bytes, up to the end of a line, where only those are asked for.
std::string textOfLog(const fs::path& file, std::size_t most = largestFile)
{
    std::ifstream in(file, std::ios::binary);
    std::string text(4096, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.find('\0') != std::string::npos)
        return {};
    const std::size_t begun = text.size();
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (in && !error && size > begun) {
        const std::size_t whole = std::min<std::size_t>(most, static_cast<std::size_t>(size));
        text.resize(std::max(whole, begun));
        in.read(text.data() + begun, static_cast<std::streamsize>(text.size() - begun));
        text.resize(begun + static_cast<std::size_t>(in.gcount()));
        if (text.size() < size && text.find('\n') != std::string::npos)
            text.resize(text.rfind('\n') + 1);
    }
    return text;
}

struct Found {
    std::string name;  ///< of the file, below the folder
    ProgramRuns runs;
};

std::vector<Found> runsBelow(const fs::path& folder)
{
    const std::vector<fs::path> files = filesIn(folder);
    std::vector<Found> all;
    for (const fs::path& file : files) {
        const Result<std::string> text = asUtf8(textOfLog(file));
        std::optional<ProgramRuns> runs = text && !text->empty() ? programRuns(*text) : std::nullopt;
        if (!runs)
            continue;
        std::erase_if(runs->runs, [](const ProgramRun& run) { return !run.isTimed(); });
        if (!runs->runs.empty())
            all.push_back({fs::relative(file, folder).generic_string(), std::move(*runs)});
    }
    return all;
}

/// The program of most files stays; what is left out is said.
void keepOneProgram(std::vector<Found>& all, std::vector<std::string>& said)
{
    std::map<std::string, std::size_t> files;
    for (const Found& each : all)
        ++files[each.runs.program];
    const auto most =
        std::max_element(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    for (const auto& [program, count] : files)
        if (program != most->first)
            said.push_back(say("files of {} were left out", program));
    std::erase_if(all, [&, program = most->first](const Found& each) { return each.runs.program != program; });
}

bool lacksP(const Found& each)
{
    return std::any_of(each.runs.runs.begin(), each.runs.runs.end(),
                       [](const ProgramRun& run) { return !run[Logged::P] && run.command.empty(); });
}

/// The one number in which the names differ, where it is no numbering: 1, 2, 4 and not 1, 2, 3.
std::vector<long> numbersApart(const std::vector<std::string>& names)
{
    std::vector<std::string> apart;
    for (const std::string& name : names) {
        std::string words;
        for (const char c : name)
            words += c == '/' || c == '.' || c == '_' || c == '-' ? ' ' : c;
        apart.push_back(std::move(words));
    }
    std::vector<long> numbers;
    for (const std::string& text : numberOfEach(apart))
        numbers.push_back(parseCount(text, 1, 10'000'000).value_or(0));
    const std::set<long> distinct(numbers.begin(), numbers.end());
    const bool counts = distinct.empty() || distinct.contains(0) || distinct.size() < 3 ||
                        *distinct.rbegin() - *distinct.begin() + 1 == static_cast<long>(distinct.size());
    return counts ? std::vector<long>() : numbers;
}

/// p of each file by its name; nullopt where it does not say.
std::vector<std::optional<long>> workersOfNames(const std::vector<std::string>& names)
{
    std::vector<std::optional<long>> named;
    for (const std::string& name : names)
        named.push_back(workersNamedIn(name));
    if (std::any_of(named.begin(), named.end(), [](const auto& p) { return !p.has_value(); })) {
        const std::vector<long> numbers = numbersApart(names);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            named[i] = numbers[i];
    }
    return named;
}

/// Processes and threads of each file by its name, where the threads differ; empty where some name does not say both.
std::vector<HybridCounts> hybridOfNames(const std::vector<std::string>& names)
{
    std::vector<HybridCounts> counts;
    std::set<long> threads;
    for (const std::string& name : names)
        if (const std::optional<HybridCounts> each = hybridNamedIn(name)) {
            counts.push_back(*each);
            threads.insert(each->threads);
        }
    return counts.size() == names.size() && threads.size() > 1 ? counts : std::vector<HybridCounts>();
}

void takeWorkersOfNames(std::vector<Found>& all, std::vector<std::string>& said)
{
    if (std::none_of(all.begin(), all.end(), lacksP))
        return;
    std::vector<std::string> names;
    for (const Found& each : all)
        names.push_back(each.name);
    const std::vector<std::optional<long>> named = workersOfNames(names);
    const std::vector<HybridCounts> hybrid = hybridOfNames(names);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (ProgramRun& run : all[i].runs.runs) {
            if (run[Logged::P] || !run.command.empty())
                continue;
            if (!hybrid.empty()) {
                run[Logged::P] = static_cast<double>(hybrid[i].processes);
                run.threads = hybrid[i].threads;
            } else if (named[i]) {
                run[Logged::P] = static_cast<double>(*named[i]);
            }
        }
    said.emplace_back("p is from the files' names");
}

void addCsvLine(std::string& text, const std::vector<GridCell>& cells, const std::string& before = {})
{
    text += before;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string& cell = cells[i].text;
        const bool plain = cell.find_first_of(",;\"\t\n#") == std::string::npos;
        std::string quoted;
        for (const char c : cell)
            quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
        text.append(i == 0 ? "" : ",").append(plain ? cell : '"' + quoted + '"');
    }
    text += '\n';
}

/// An object of figures, or a list of them; what holds more inside is left out.
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

/// Tables with one header, one behind the other; p from the files' names where they have no column of workers. Empty
/// where there are no two of them.
std::string tablesOfFolder(const fs::path& folder)
{
    struct Table {
        std::string name;
        Grid grid;
    };
    const std::vector<fs::path> files = filesIn(folder);
    std::map<std::string, std::vector<Table>> byHeader;
    for (const fs::path& file : files) {
        constexpr std::array<std::string_view, 6> endings{".csv", ".tsv", ".txt", ".dat", ".md", ".json"};
        if (!isAmong(endings, std::string_view(file.extension().string())))
            continue;
        const Result<std::string> text = asUtf8(textOfLog(file));
        Result<Grid> grid = !text || text->empty()        ? fail(ErrorCode::Input, {})
                            : file.extension() == ".json" ? tableOfJson(*text)
                                                          : gridOfTable(*text);
        if (!grid || grid->header.size() < 2 || grid->rows.empty())
            continue;
        std::string header;
        addCsvLine(header, grid->header);
        byHeader[header].push_back({fs::relative(file, folder).generic_string(), std::move(*grid)});
    }
    const auto most = std::max_element(byHeader.begin(), byHeader.end(),
                                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (most == byHeader.end() || most->second.size() < 2)
        return {};
    const std::vector<Table>& tables = most->second;
    const std::vector<GridCell>& header = tables.front().grid.header;
    const bool counts = std::any_of(header.begin(), header.end(), [](const GridCell& cell) {
        const HeaderName name = headerName(cell.text);
        return name.base == "p" || countsWorkers(name);
    });
    std::vector<std::string> names;
    for (const Table& table : tables)
        names.push_back(table.name);
    const std::vector<HybridCounts> hybrid = counts ? std::vector<HybridCounts>() : hybridOfNames(names);
    const std::vector<std::optional<long>> named = counts ? std::vector<std::optional<long>>() : workersOfNames(names);
    const bool byName = !hybrid.empty() || (!named.empty() && std::all_of(named.begin(), named.end(),
                                                                          [](const auto& p) { return p.has_value(); }));
    std::vector<std::string> stems;
    for (const std::string& name : names)
        stems.push_back(fs::path(name).replace_extension().generic_string());
    const std::vector<std::string> apart =
        findHeader(tables.front().grid, "file") ? std::vector<std::string>() : namesApart(stems);
    std::string text = fmt::format("{}{} tables with one header{}{}{}\n", folderNote, tables.size(),
                                   byName ? "; p is from the files' names" : "", apart.empty() ? "" : "; ",
                                   apart.empty() ? "" : filesTellApart);
    std::vector<GridCell> columnsOfAll = header;
    if (!apart.empty())
        columnsOfAll.push_back({"file", {}});
    addCsvLine(text, columnsOfAll, !byName ? "" : hybrid.empty() ? "p," : "processes,threads,");
    for (std::size_t i = 0; i < tables.size(); ++i)
        for (std::vector<GridCell> row : tables[i].grid.rows) {
            if (!apart.empty())
                row.push_back({apart[i], {}});
            addCsvLine(text, row,
                       !byName          ? std::string()
                       : hybrid.empty() ? fmt::format("{},", *named[i])
                                        : fmt::format("{},{},", hybrid[i].processes, hybrid[i].threads));
        }
    return text;
}

/// Runs in the words of programs of one's own, a file or more each; p from the names where the lines do not say it.
std::string saidInFolder(const fs::path& folder)
{
    constexpr std::size_t mostOfFile = 256u << 10;
    const std::vector<fs::path> files = filesIn(folder);
    std::vector<std::string> names, texts;
    for (const fs::path& file : files) {
        const Result<std::string> text = asUtf8(textOfLog(file, mostOfFile));
        if (!text || text->empty() || file.extension() == ".md" || file.extension() == ".json")
            continue;
        names.push_back(fs::relative(file, folder).generic_string());
        texts.push_back(*text);
    }
    const std::vector<std::optional<long>> named = workersOfNames(names);
    const std::vector<HybridCounts> hybrid = hybridOfNames(names);
    for (const bool byName : {false, true}) {
        if (!byName && !hybrid.empty())
            continue;
        std::string together;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (byName && hybrid.empty() && !named[i])
                continue;
            const std::string said = !byName          ? std::string()
                                     : hybrid.empty() ? fmt::format("p = {}\n", *named[i])
                                                      : fmt::format("processes = {}\nthreads = {}\n",
                                                                    hybrid[i].processes, hybrid[i].threads);
            together += fmt::format("{}\n{}{}\n", endOfFile, said, texts[i]);
        }
        const std::optional<Grid> grid = gridOfSaidLines(together);
        if (!grid)
            continue;
        std::string table = fmt::format("{}lines that say workers and times{}\n", folderNote,
                                        byName ? "; p is from the files' names" : "");
        addCsvLine(table, grid->header);
        for (const std::vector<GridCell>& row : grid->rows)
            addCsvLine(table, row);
        return table;
    }
    return {};
}

}  // namespace

bool holdsProgramRuns(const fs::path& folder)
{
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return false;
    std::vector<fs::path> files = filesIn(folder);
    constexpr std::size_t enough = 50, enoughToKnow = 1u << 20;
    files.resize(std::min(files.size(), enough));
    return std::any_of(files.begin(), files.end(), [](const fs::path& file) {
        const Result<std::string> text = asUtf8(textOfLog(file, enoughToKnow));
        return text && !text->empty() && programRuns(*text).has_value();
    });
}

Result<std::string> tableOfFolder(const fs::path& folder)
{
    std::vector<Found> all = runsBelow(folder);
    if (all.empty())
        if (std::string tables = tablesOfFolder(folder); !tables.empty())
            return tables;
    if (all.empty())
        if (std::string said = saidInFolder(folder); !said.empty())
            return said;
    if (all.empty())
        return fail(ErrorCode::Input, "is a folder without a log or a run that is read here",
                    "MLflow's folder mlruns, or logs of runs: scalewright-cli formats lists whose");
    std::vector<std::string> said;
    keepOneProgram(all, said);
    takeWorkersOfNames(all, said);
    ProgramRuns together{all.front().runs.program, {}};
    for (Found& each : all)
        for (ProgramRun& run : each.runs.runs)
            together.runs.push_back(std::move(run));
    const Result<FoundTable> found = tableOf(std::move(together));
    if (!found)
        return fail(found.error());
    if (!found->said.empty())
        said.insert(said.begin(), found->said);
    std::string text = fmt::format("{}{}\n", folderNote, joined(said, "; "));
    addCsvLine(text, found->grid.header);
    for (const std::vector<GridCell>& row : found->grid.rows)
        addCsvLine(text, row);
    return text;
}

Result<std::string> runFolderTable(const fs::path& folder)
{
    return isRunStore(folder) ? runStoreTable(folder) : tableOfFolder(folder);
}

}  // namespace scalewright

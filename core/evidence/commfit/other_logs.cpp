// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/commfit/other_logs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/quantity/units.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

constexpr auto wholeVectorTests = std::to_array<BenchmarkTest>({{"allreduce", "all-reduce"},
                                                                {"reducescatter", "reduce-scatter"},
                                                                {"bcast", "broadcast"},
                                                                {"broadcast", "broadcast"},
                                                                {"reduce", "reduce"}});
constexpr auto perRankTests =
    std::to_array<BenchmarkTest>({{"allgather", "all-gather", true}, {"alltoall", "all-to-all", true}});
/// The logger counts the input of one rank, or for a reduce-scatter its output.
constexpr auto loggerTests = std::to_array<BenchmarkTest>({{"allreduce", "all-reduce"},
                                                           {"allgather", "all-gather", true},
                                                           {"reducescatter", "reduce-scatter", true},
                                                           {"alltoall", "all-to-all"},
                                                           {"broadcast", "broadcast"}});

/// Keeps only letters: "all_gather_into_tensor", "Allgather", "allreduce_ring_chunked".
std::string lowerCaseLettersOnly(std::string_view name)
{
    std::string letters;
    for (const char c : lowerCase(name))
        if (c >= 'a' && c <= 'z')
            letters += c;
    return letters;
}

/// The test whose title is a prefix of the name.
const BenchmarkTest* findTestWhoseTitleStarts(const auto& tests, std::string_view name)
{
    const std::string letters = lowerCaseLettersOnly(name);
    for (const BenchmarkTest& test : tests)
        if (letters.starts_with(test.title) && !(std::string_view(test.title) == "reduce" && letters != "reduce"))
            return &test;
    return nullptr;
}

const BenchmarkTest* findTest(std::string_view name)
{
    const BenchmarkTest* part = findTestWhoseTitleStarts(perRankTests, name);
    return part != nullptr ? part : findTestWhoseTitleStarts(wholeVectorTests, name);
}

std::optional<double> numberOfWord(std::string_view word)
{
    const Result<double> value = parseNumber(word);
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<int> countAfterKey(std::string_view line, std::string_view key)
{
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = trimmed(line.substr(at + key.size()));
    const Result<long> count = parseCount(rest.substr(0, rest.find_first_not_of("0123456789")), 1, 1 << 24);
    return count ? std::optional(static_cast<int>(*count)) : std::nullopt;
}

class OtherLogReader {
public:
    std::vector<PrintedTable> tables;

    void addLine(std::string_view text)
    {
        const std::vector<std::string_view> words = splitWords(text);
        if (words.empty())
            return;
        if (const std::optional<int> launched = countAfterKey(text, "-np "); launched && text.find("ucc_") != text.npos)
            m_launchedProcesses = *launched;
        if (words.front() == "Collective:" && words.size() > 1)
            startTable("UCC", words[1], findTest(words[1]));
        else if (words.front() == "Algorithm:" && words.size() > 1)
            startTable("gloo", words[1], findTest(words[1]));
        else if (words.front() == "Options:" && isInTableOf("gloo"))
            tables.back().p = countAfterKey(text, "processes=").value_or(tables.back().p);
        else if (text.find("p50 (us)") != std::string_view::npos && isInTableOf("gloo"))
            readGlooHeader(text);
        else if (text.find("Comm. Op") != std::string_view::npos && text.find("Message Size") != std::string_view::npos)
            startLoggerTable(text);
        // With debugging enabled, the logger appends the caller.
        else if (m_isInLoggerTable)
            readLoggerLine(splitWords(text.substr(0, text.find(" | [Caller"))));
        else if (isInTableOf("UCC") && words.size() > 4)
            addUccRow(words);
        else if (isInTableOf("gloo") && m_timeColumn > 0)
            addGlooRow(words);
    }

private:
    [[nodiscard]] bool isInTableOf(std::string_view program) const
    {
        return !tables.empty() && tables.back().program == program;
    }

    void startTable(const char* program, std::string_view title, const BenchmarkTest* test)
    {
        tables.push_back({.program = program, .title = std::string(title), .test = test});
        tables.back().launchedProcesses = m_launchedProcesses;
        m_timeColumn = 0;
    }

    /// Columns: count, size, avg, min and max of the time in us, bandwidths.
    void addUccRow(const std::vector<std::string_view>& words)
    {
        const std::optional<double> count = numberOfWord(words[0]), bytes = numberOfWord(words[1]),
                                    time = numberOfWord(words[2]);
        if (count && bytes && time && *bytes > 0 && *time > 0)
            tables.back().rows.push_back({.bytes = *bytes, .timeS = *time * 1e-6});
    }

    /// Columns are separated by at least two blanks, because their names contain single blanks.
    void readGlooHeader(std::string_view text)
    {
        std::vector<std::string> names;
        for (std::size_t at = text.find_first_not_of(' '); at != std::string_view::npos;) {
            const std::size_t end = std::min(text.find("  ", at), text.size());
            names.emplace_back(trimmed(text.substr(at, end - at)));
            at = text.find_first_not_of(' ', end);
        }
        const auto column = [&](std::string_view name) {
            return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
        };
        m_timeColumn = column("p50 (us)") < names.size() ? column("p50 (us)") : 0;
        m_isSizeInBytes = column("size (B)") < names.size();
        m_sizeColumn = m_isSizeInBytes ? column("size (B)") : column("elements");
        if (m_sizeColumn >= names.size())
            m_timeColumn = 0;
    }

    void addGlooRow(const std::vector<std::string_view>& words)
    {
        constexpr double bytesPerFloat = 4;  // element size unless --halfprecision is given
        if (words.size() <= std::max(m_timeColumn, m_sizeColumn))
            return;
        const std::optional<double> size = numberOfWord(words[m_sizeColumn]), time = numberOfWord(words[m_timeColumn]);
        if (size && time && *size > 0 && *time > 0)
            tables.back().rows.push_back(
                {.bytes = *size * (m_isSizeInBytes ? 1 : bytesPerFloat), .timeS = *time * 1e-6});
    }

    /// "Comm. Op  Message Size  Count  Total Latency(ms)  Avg Latency(ms)  tput_avg (Gbps)  busbw_avg (Gbps)". With
    /// show_straggler, the same calls follow without the time in which ranks waited for the last one: "Total comm lat(ms)
    /// Total straggler(ms)  Avg comm lat(ms)  Avg straggler(ms)". Those times replace the first ones.
    void startLoggerTable(std::string_view header)
    {
        m_isInLoggerTable = true;
        m_isStragglerTable = header.find("traggler(") != std::string_view::npos;
        m_loggerTable = nullptr;
    }

    /// A line that contains only an operation, or "98.25 MB  1  8317.12  8317.12  0.20  0.19": size, count, total and
    /// mean time in ms, throughput and bus bandwidth.
    void readLoggerLine(const std::vector<std::string_view>& words)
    {
        if (words.size() == 1) {
            startLoggerOperation(words[0]);
            return;
        }
        if (m_loggerTable == nullptr || words.size() < 7)
            return;
        const std::optional<double> number = numberOfWord(words[0]),
                                    mean = numberOfWord(words[m_isStragglerTable ? 5 : 4]),
                                    rate = numberOfWord(words[5]), bus = numberOfWord(words[6]);
        constexpr std::array<std::pair<std::string_view, double>, 5> units{
            // the logger uses powers of 1024
            {{"B", 1}, {"KB", 1024}, {"MB", 1048576}, {"GB", 1073741824}, {"TB", 1099511627776}}};
        const auto unit = std::ranges::find_if(units, [&](const auto& each) { return each.first == words[1]; });
        if (!number || !mean || unit == units.end() || *number <= 0 || *mean <= 0)
            return;
        PrintedTable& table = *m_loggerTable;
        table.rows.push_back({.bytes = *number * unit->second, .timeS = *mean * 1e-3});
        if (!m_isStragglerTable && rate && bus && *rate > 1 && *bus < *rate && table.p == 0)  // bus = rate (p - 1)/p
            table.p = static_cast<int>(std::lround(1 / (1 - *bus / *rate)));
    }

    void startLoggerOperation(std::string_view name)
    {
        const auto known = std::ranges::find_if(
            tables, [&](const PrintedTable& table) { return table.program == "DeepSpeed" && table.title == name; });
        const bool replaces = m_isStragglerTable && known != tables.end();
        if (!replaces)
            startTable("DeepSpeed", name, findTestWhoseTitleStarts(loggerTests, name));
        m_loggerTable = replaces ? &*known : &tables.back();
        if (replaces)
            m_loggerTable->rows.clear();
    }

    int m_launchedProcesses = 0;
    bool m_isInLoggerTable = false, m_isStragglerTable = false, m_isSizeInBytes = false;
    PrintedTable* m_loggerTable = nullptr;  ///< of the operation whose rows follow
    std::size_t m_timeColumn = 0, m_sizeColumn = 0;
};

}  // namespace

std::vector<PrintedTable> parseOtherLogs(std::string_view text)
{
    OtherLogReader reader;
    for (const std::string_view line : splitLines(text))
        reader.addLine(line);
    std::erase_if(reader.tables, [](const PrintedTable& table) { return table.rows.empty(); });
    // All operations in one run have the same p, which can be derived from reductions and scattered operations.
    int p = 0;
    for (const PrintedTable& table : reader.tables)
        p = std::max(p, table.program == "DeepSpeed" ? table.p : 0);
    for (PrintedTable& table : reader.tables)
        if (table.program == "DeepSpeed" && table.p == 0)
            table.p = p;
    return std::move(reader.tables);
}

}  // namespace scalewright

#include "core/evidence/commfit/other_logs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/quantity/units.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

constexpr auto whole = std::to_array<BenchmarkTest>({{"allreduce", "all-reduce"},
                                                     {"reducescatter", "reduce-scatter"},
                                                     {"bcast", "broadcast"},
                                                     {"broadcast", "broadcast"},
                                                     {"reduce", "reduce"}});
constexpr auto ofParts =
    std::to_array<BenchmarkTest>({{"allgather", "all-gather", true}, {"alltoall", "all-to-all", true}});
/// The logger counts what one rank puts in, and of a reduce-scatter what it gets out.
constexpr auto logged = std::to_array<BenchmarkTest>({{"allreduce", "all-reduce"},
                                                      {"allgather", "all-gather", true},
                                                      {"reducescatter", "reduce-scatter", true},
                                                      {"alltoall", "all-to-all"},
                                                      {"broadcast", "broadcast"}});

/// "all_gather_into_tensor", "Allgather", "allreduce_ring_chunked": small letters alone.
std::string plainName(std::string_view name)
{
    std::string plain;
    for (const char c : lowerCase(name))
        if (c >= 'a' && c <= 'z')
            plain += c;
    return plain;
}

/// The test whose title the name begins with.
const BenchmarkTest* testIn(const auto& tests, std::string_view name)
{
    const std::string plain = plainName(name);
    for (const BenchmarkTest& test : tests)
        if (plain.starts_with(test.title) && !(std::string_view(test.title) == "reduce" && plain != "reduce"))
            return &test;
    return nullptr;
}

const BenchmarkTest* testOf(std::string_view name)
{
    const BenchmarkTest* part = testIn(ofParts, name);
    return part != nullptr ? part : testIn(whole, name);
}

std::optional<double> figure(std::string_view word)
{
    const Result<double> value = parseNumber(word);
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<int> countBehind(std::string_view line, std::string_view key)
{
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = trimmed(line.substr(at + key.size()));
    const Result<long> count = parseCount(rest.substr(0, rest.find_first_not_of("0123456789")), 1, 1 << 24);
    return count ? std::optional(static_cast<int>(*count)) : std::nullopt;
}

class OtherReader {
public:
    std::vector<PrintedTable> tables;

    void line(std::string_view text)
    {
        const std::vector<std::string_view> words = wordsIn(text);
        if (words.empty())
            return;
        if (const std::optional<int> launched = countBehind(text, "-np "); launched && text.find("ucc_") != text.npos)
            m_commandP = *launched;
        if (words.front() == "Collective:" && words.size() > 1)
            start("UCC", words[1], testOf(words[1]));
        else if (words.front() == "Algorithm:" && words.size() > 1)
            start("gloo", words[1], testOf(words[1]));
        else if (words.front() == "Options:" && isOf("gloo"))
            tables.back().p = countBehind(text, "processes=").value_or(tables.back().p);
        else if (text.find("p50 (us)") != std::string_view::npos && isOf("gloo"))
            glooHeader(text);
        else if (text.find("Comm. Op") != std::string_view::npos && text.find("Message Size") != std::string_view::npos)
            m_isLogger = true;
        else if (m_isLogger)
            loggerLine(wordsIn(text.substr(0, text.find(" | [Caller"))));  // with debug, who called
        else if (isOf("UCC") && words.size() > 4)
            uccRow(words);
        else if (isOf("gloo") && m_timeColumn > 0)
            glooRow(words);
    }

private:
    [[nodiscard]] bool isOf(std::string_view program) const
    {
        return !tables.empty() && tables.back().program == program;
    }

    void start(const char* program, std::string_view title, const BenchmarkTest* known)
    {
        tables.push_back({.program = program, .title = std::string(title), .known = known});
        tables.back().commandP = m_commandP;
        m_timeColumn = 0;
    }

    /// Count, size, avg, min and max of the time in us, bandwidths.
    void uccRow(const std::vector<std::string_view>& words)
    {
        const std::optional<double> count = figure(words[0]), bytes = figure(words[1]), time = figure(words[2]);
        if (count && bytes && time && *bytes > 0 && *time > 0)
            tables.back().rows.push_back({.bytes = *bytes, .timeS = *time * 1e-6});
    }

    /// Columns are parted by two blanks or more: their names hold one.
    void glooHeader(std::string_view text)
    {
        std::vector<std::string> names;
        for (std::size_t at = text.find_first_not_of(' '); at != std::string_view::npos;) {
            const std::size_t end = std::min(text.find("  ", at), text.size());
            names.emplace_back(trimmed(text.substr(at, end - at)));
            at = text.find_first_not_of(' ', end);
        }
        const auto column = [&](std::string_view name) {
            return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
        };
        m_timeColumn = column("p50 (us)") < names.size() ? column("p50 (us)") : 0;
        m_inBytes = column("size (B)") < names.size();
        m_sizeColumn = m_inBytes ? column("size (B)") : column("elements");
        if (m_sizeColumn >= names.size())
            m_timeColumn = 0;
    }

    void glooRow(const std::vector<std::string_view>& words)
    {
        constexpr double bytesOfFloat = 4;  // what the benchmark sends unless --halfprecision is said
        if (words.size() <= std::max(m_timeColumn, m_sizeColumn))
            return;
        const std::optional<double> size = figure(words[m_sizeColumn]), time = figure(words[m_timeColumn]);
        if (size && time && *size > 0 && *time > 0)
            tables.back().rows.push_back({.bytes = *size * (m_inBytes ? 1 : bytesOfFloat), .timeS = *time * 1e-6});
    }

    /// An operation alone in its line, or "98.25 MB  1  8317.12  8317.12  0.20  0.19": size, count, total and mean time
    /// in ms, throughput and bus bandwidth.
    void loggerLine(const std::vector<std::string_view>& words)
    {
        if (words.size() == 1) {
            start("DeepSpeed", words[0], testIn(logged, words[0]));
            return;
        }
        if (!isOf("DeepSpeed") || words.size() < 7)
            return;
        const std::optional<double> number = figure(words[0]), mean = figure(words[4]), rate = figure(words[5]),
                                    bus = figure(words[6]);
        constexpr std::array<std::pair<std::string_view, double>, 5> units{
            // the logger counts in 1024
            {{"B", 1}, {"KB", 1024}, {"MB", 1048576}, {"GB", 1073741824}, {"TB", 1099511627776}}};
        const auto unit =
            std::find_if(units.begin(), units.end(), [&](const auto& each) { return each.first == words[1]; });
        if (!number || !mean || unit == units.end() || *number <= 0 || *mean <= 0)
            return;
        PrintedTable& table = tables.back();
        table.rows.push_back({.bytes = *number * unit->second, .timeS = *mean * 1e-3});
        if (rate && bus && *rate > 1 && *bus < *rate && table.p == 0)  // (p - 1)/p of it
            table.p = static_cast<int>(std::lround(1 / (1 - *bus / *rate)));
    }

    int m_commandP = 0;
    bool m_isLogger = false, m_inBytes = false;
    std::size_t m_timeColumn = 0, m_sizeColumn = 0;
};

}  // namespace

std::vector<PrintedTable> otherTables(std::string_view text)
{
    OtherReader reader;
    for (const std::string_view line : linesOf(text))
        reader.line(line);
    std::erase_if(reader.tables, [](const PrintedTable& table) { return table.rows.empty(); });
    // The operations of one run have one p, which those that are summed or shared out tell.
    int p = 0;
    for (const PrintedTable& table : reader.tables)
        p = std::max(p, table.program == "DeepSpeed" ? table.p : 0);
    for (PrintedTable& table : reader.tables)
        if (table.program == "DeepSpeed" && table.p == 0)
            table.p = p;
    return std::move(reader.tables);
}

}  // namespace scalewright

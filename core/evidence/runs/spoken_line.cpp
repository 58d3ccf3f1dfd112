#include "core/evidence/runs/spoken_line.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

constexpr std::size_t longestLine = 4096, mostHeard = 4096;
constexpr std::string_view start = "scalewright:";

/// Where `start` is in a text: memmem, as std::string_view::find() goes from one 's' to the next.
std::size_t findStart(std::string_view text)
{
    if (text.empty())
        return std::string_view::npos;
    const void* at = memmem(text.data(), text.size(), start.data(), start.size());
    return at == nullptr ? std::string_view::npos
                         : static_cast<std::size_t>(static_cast<const char*>(at) - text.data());
}

struct SpokenValue {
    const char* name;
    std::optional<double> SpokenLine::*value;
    Dimension dimension;
    enum { NotNegative, Any, Positive } range = NotNegative;
};

constexpr SpokenValue spokenValues[]{
    {"time", &SpokenLine::timeS, Dimension::Time},
    {"comp", &SpokenLine::compS, Dimension::Time},
    {"comm", &SpokenLine::commS, Dimension::Time},
    {"idle", &SpokenLine::idleS, Dimension::Time},
    {"io", &SpokenLine::ioS, Dimension::Time},
    {"quality", &SpokenLine::quality, Dimension::Ratio, SpokenValue::Any},
    {"flops", &SpokenLine::flops, Dimension::Work},
    {"bytes_moved", &SpokenLine::bytesMoved, Dimension::Bytes},
    {"memory", &SpokenLine::memoryBytes, Dimension::Bytes, SpokenValue::Positive},
};

void readWord(std::string_view word, SpokenLine& line)
{
    const std::size_t sign = word.find('=');
    if (sign == std::string_view::npos)
        return;
    const std::string_view name = word.substr(0, sign), text = word.substr(sign + 1);
    if (name == "p") {
        if (const Result<long> count = parseCount(text, 1, 1 << 30))
            line.p = static_cast<int>(*count);
        else
            line.warnings.push_back(say("the program says {}, which is no number of workers", inQuotes(word)));
        return;
    }
    for (const SpokenValue& each : spokenValues) {
        if (name != each.name)
            continue;
        const Result<double> value = parseAmount(text, each.dimension);
        const bool inRange = value && (each.range == SpokenValue::Any || *value > 0 ||
                                       (*value == 0 && each.range == SpokenValue::NotNegative));
        if (inRange)
            line.*each.value = *value;
        else
            line.warnings.push_back(say(
                "the program says {}, which is left out: {}", inQuotes(word),
                value ? (*value < 0 ? "it is negative" : "it is zero") : messageOf(value.error().problems.front())));
    }
}

/// The line behind what a launcher puts before it: "[default0]:" (torchrun), "[1,0]<stdout>:" (mpirun), "0: " (srun).
std::string_view withoutRank(std::string_view line)
{
    std::string_view rest = line;
    if (rest.starts_with('['))
        rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
    else
        rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
    if (rest.starts_with("<stdout>"))
        rest.remove_prefix(8);
    return rest.size() < line.size() && rest.starts_with(':') ? rest.substr(1) : line;
}

struct PartOfLine {
    const char* name;
    std::optional<double> SpokenLine::*value;
};
constexpr PartOfLine partsOfLine[]{
    {"comp", &SpokenLine::compS}, {"comm", &SpokenLine::commS}, {"idle", &SpokenLine::idleS}, {"io", &SpokenLine::ioS}};

/// What all workers said: the longest time, the means of the parts. Who is done before the slowest waits for it.
SpokenLine together(const std::vector<SpokenLine>& all)
{
    SpokenLine line = all.back();
    line.lines = static_cast<int>(all.size());
    const auto count = static_cast<double>(all.size());
    const auto saidBy = [&](std::optional<double> SpokenLine::*value) {
        return std::count_if(all.begin(), all.end(), [&](const SpokenLine& each) { return (each.*value).has_value(); });
    };
    const auto sumOf = [&](std::optional<double> SpokenLine::*value) {
        return std::accumulate(all.begin(), all.end(), 0.0,
                               [&](double sum, const SpokenLine& each) { return sum + (each.*value).value_or(0); });
    };
    line.warnings.clear();
    for (const SpokenLine& each : all) {
        line.timeS = std::max(line.timeS, each.timeS);
        line.memoryBytes = std::max(line.memoryBytes, each.memoryBytes);
        for (const std::string& warning : each.warnings)
            if (std::find(line.warnings.begin(), line.warnings.end(), warning) == line.warnings.end())
                line.warnings.push_back(warning);
    }
    for (const PartOfLine& part : partsOfLine) {
        const auto by = saidBy(part.value);
        line.*part.value = by == line.lines ? std::optional(sumOf(part.value) / count) : std::nullopt;
        if (by > 0 && by < line.lines)
            line.warnings.push_back(
                say("only {} of {} workers say {}: it is left out", by, all.size(), std::string(part.name)));
    }
    if (line.idleS && saidBy(&SpokenLine::timeS) == line.lines)
        *line.idleS += *line.timeS - sumOf(&SpokenLine::timeS) / count;
    return line;
}

}  // namespace

std::optional<double> ownTime(const SpokenLine& said, double wholeS)
{
    constexpr double otherClock = 1.01;
    return said.timeS && *said.timeS > 0 && *said.timeS <= otherClock * wholeS ? said.timeS : std::nullopt;
}

std::optional<SpokenLine> parseSpokenLine(std::string_view line)
{
    constexpr std::string_view blanks = " \t\r";
    line = withoutRank(line);
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    if (!line.starts_with(start))
        return std::nullopt;
    line.remove_prefix(start.size());
    SpokenLine said;
    while (!line.empty()) {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        const std::string_view word = line.substr(0, line.find_first_of(blanks));
        line.remove_prefix(word.size());
        readWord(word, said);
    }
    return said;
}

void SpokenLines::hear(std::string_view block)
{
    if (!m_pending.empty()) {
        const std::size_t end = block.find('\n');
        m_pending.append(block.substr(0, std::min(end, longestLine - std::min(longestLine, m_pending.size()))));
        if (end == std::string_view::npos)
            return;
        hearLine(m_pending);
        m_pending.clear();
        block.remove_prefix(end + 1);
    }
    const std::size_t whole = block.rfind('\n') + 1;  // 0 where no line ends here
    std::string_view lines = block.substr(0, whole);
    for (std::size_t at; (at = findStart(lines)) !=
                         std::string_view::npos;) {  // most lines are none of ours: they are not looked at one by one
        const std::size_t begin = lines.rfind('\n', at) + 1, end = lines.find('\n', at);
        hearLine(lines.substr(begin, std::min(end - begin, longestLine)));
        lines.remove_prefix(end + 1);
    }
    m_pending = block.substr(whole, longestLine);
}

void SpokenLines::hearLine(std::string_view line)
{
    std::optional<SpokenLine> said = parseSpokenLine(line);
    if (!said)
        return;
    m_differ = m_differ || (!m_heard.empty() && m_heard.back().said != *said);
    m_heard.push_back({std::string(line.substr(0, line.size() - withoutRank(line).size())), std::move(*said)});
    if (m_heard.size() > mostHeard)
        m_heard.pop_front();
    ++m_count;
}

std::optional<SpokenLine> SpokenLines::last()
{
    if (m_heard.empty())
        hearLine(m_pending);
    m_pending.clear();
    return m_heard.empty() ? std::nullopt : std::optional(m_heard.back().said);
}

std::optional<SpokenLine> SpokenLines::ofWorkers(int p)
{
    std::optional<SpokenLine> line = last();
    if (!line || !m_differ || p < 2)
        return line;
    const auto workers = static_cast<std::size_t>(p);
    std::map<std::string, SpokenLine> byRank;
    for (const Heard& each : m_heard)
        byRank.insert_or_assign(each.rank, each.said);
    const bool ranked = !byRank.contains("");
    if (ranked && byRank.size() == 1)
        return line;
    std::vector<SpokenLine> all;
    if (ranked)
        for (auto& [rank, said] : byRank)
            all.push_back(std::move(said));
    else if (m_count % workers == 0 && workers <= m_heard.size())
        for (auto each = m_heard.end() - p; each != m_heard.end(); ++each)
            all.push_back(each->said);
    if (all.size() == workers)
        return together(all);
    for (const auto part : partsOfLine)
        (*line.*part.value).reset();
    line->warnings.push_back(say(
        "{} \"scalewright:\" lines came from {} workers: their parts are left out; print one from each, or from one "
        "alone",
        m_count, p));
    return line;
}

}  // namespace scalewright

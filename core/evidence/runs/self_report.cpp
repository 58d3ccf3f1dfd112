// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/self_report.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/evidence/ladder/ranks.h"

namespace scalewright {

namespace {

constexpr std::size_t maximumLineLength = 4096, maximumReports = 4096;
constexpr std::string_view reportPrefix = "scalewright:";

/// Position of `reportPrefix` in a text. Uses memmem, because std::string_view::find() would stop at every 's'.
std::size_t findReportPrefix(std::string_view text)
{
    if (text.empty())
        return std::string_view::npos;
    const void* position = memmem(text.data(), text.size(), reportPrefix.data(), reportPrefix.size());
    return position == nullptr ? std::string_view::npos
                               : static_cast<std::size_t>(static_cast<const char*>(position) - text.data());
}

struct ReportedValue {
    const char* name;
    std::optional<double> SelfReport::*reportMember;
    Dimension dimension;
    enum { NonNegative, Any, Positive } allowedRange = NonNegative;
};

constexpr ReportedValue reportedValues[]{
    {"time", &SelfReport::timeS, Dimension::Time},
    {"comp", &SelfReport::compS, Dimension::Time},
    {"comm", &SelfReport::commS, Dimension::Time},
    {"idle", &SelfReport::idleS, Dimension::Time},
    {"io", &SelfReport::ioS, Dimension::Time},
    {"quality", &SelfReport::quality, Dimension::Ratio, ReportedValue::Any},
    {"flops", &SelfReport::flops, Dimension::Work},
    {"bytes_moved", &SelfReport::bytesMoved, Dimension::Bytes},
    {"memory", &SelfReport::memoryBytes, Dimension::Bytes, ReportedValue::Positive},
};

void parseReportWord(std::string_view word, SelfReport& line)
{
    const std::size_t sign = word.find('=');
    if (sign == std::string_view::npos)
        return;
    const std::string_view name = word.substr(0, sign), text = word.substr(sign + 1);
    if (name == "p") {
        if (const Result<long> count = parseCount(text, 1, 1 << 30))
            line.p = static_cast<int>(*count);
        else
            line.warnings.push_back(
                formatMessage("the program reports {}, which is not a number of workers", inQuotes(word)));
        return;
    }
    if (name == "rank") {
        if (const Result<long> rank = parseCount(text, 0, 1 << 30))
            line.rank = static_cast<int>(*rank);
        else
            line.warnings.push_back(formatMessage("the program reports {}, which is not a rank", inQuotes(word)));
        return;
    }
    for (const ReportedValue& each : reportedValues) {
        if (name != each.name)
            continue;
        const Result<double> value = parseAmount(text, each.dimension);
        const bool isInRange = value && (each.allowedRange == ReportedValue::Any || *value > 0 ||
                                         (*value == 0 && each.allowedRange == ReportedValue::NonNegative));
        if (isInRange)
            line.*each.reportMember = *value;
        else
            line.warnings.push_back(formatMessage(
                "the program reports {}, which is ignored: {}", inQuotes(word),
                value ? (*value < 0 ? "it is negative" : "it is zero") : messageOf(value.error().problems.front())));
        return;
    }
    line.warnings.push_back(
        formatMessage("the program's line has {}, which is not used: the names are rank, p, time, "
                      "comp, comm, idle, io, quality, flops, bytes_moved and memory",
                      inQuotes(name)));
}

/// Removes a launcher's prefix from the line: "[default0]:" (torchrun), "[1,0]<stdout>:" (mpirun), "0: " (srun).
std::string_view withoutRank(std::string_view line)
{
    std::string_view remaining = line;
    if (remaining.starts_with('['))
        remaining.remove_prefix(std::min(remaining.find(']'), remaining.size() - 1) + 1);
    else
        remaining.remove_prefix(std::min(remaining.find_first_not_of("0123456789"), remaining.size()));
    if (remaining.starts_with("<stdout>"))
        remaining.remove_prefix(8);
    return remaining.size() < line.size() && remaining.starts_with(':') ? remaining.substr(1) : line;
}

/// Removes the prefixes that mpirun repeats inside a line that it received in several pieces.
std::string withoutInnerTags(std::string_view line)
{
    constexpr std::string_view tagEnd = "]<stdout>:";
    std::string text(line);
    for (std::size_t end; (end = text.find(tagEnd)) != std::string::npos;) {
        const std::size_t begin = std::min(text.rfind('[', end), end);
        text.erase(begin, end + tagEnd.size() - begin);
    }
    return text;
}

/// The rank in a launcher's prefix, which is its last number.
std::optional<int> rankInPrefix(std::string_view prefix)
{
    constexpr std::string_view digits = "0123456789";
    const std::size_t end = prefix.find_last_of(digits) + 1;  // 0 if there is no number
    const std::size_t begin = end == 0 ? 0 : prefix.find_last_not_of(digits, end - 1) + 1;
    const Result<long> rank = parseCount(prefix.substr(begin, end - begin), 0, 1 << 30);
    return rank ? std::optional(static_cast<int>(*rank)) : std::nullopt;
}

struct ReportedPart {
    const char* name;
    std::optional<double> SelfReport::*reportMember;
};
constexpr ReportedPart reportedParts[]{
    {"comp", &SelfReport::compS}, {"comm", &SelfReport::commS}, {"idle", &SelfReport::idleS}, {"io", &SelfReport::ioS}};

WorkerTimes workerTimesOf(const SelfReport& report)
{
    return {.rank = report.rank,
            .timeS = report.timeS,
            .compS = report.compS,
            .commS = report.commS,
            .idleS = report.idleS,
            .ioS = report.ioS};
}

/// Combines the reports of all workers.
SelfReport combineReports(const std::vector<SelfReport>& reports)
{
    SelfReport line = reports.back();
    line.rank.reset();
    line.lineCount = static_cast<int>(reports.size());
    line.warnings.clear();
    for (const SelfReport& each : reports) {
        line.workers.push_back(workerTimesOf(each));
        line.memoryBytes = std::max(line.memoryBytes, each.memoryBytes);
        for (const std::string& warning : each.warnings)
            if (!contains(line.warnings, warning))
                line.warnings.push_back(warning);
    }
    const CombinedWorkers combined = combineWorkers(line.workers);
    line.timeS = combined.timeS;
    line.compS = combined.compS;
    line.commS = combined.commS;
    line.idleS = combined.idleS;
    line.ioS = combined.ioS;
    for (const ReportedPart& part : reportedParts)
        if (const auto reporting = std::ranges::count_if(
                reports, [&](const SelfReport& each) { return (each.*part.reportMember).has_value(); });
            reporting > 0 && reporting < line.lineCount)
            line.warnings.push_back(formatMessage("only {} of {} workers report {}: it is ignored", reporting,
                                                  reports.size(), std::string(part.name)));
    return line;
}

}  // namespace

std::optional<double> plausibleOwnTime(const SelfReport& report, double runS)
{
    constexpr double clockTolerance = 1.01;
    return report.timeS && *report.timeS > 0 && *report.timeS <= clockTolerance * runS ? report.timeS : std::nullopt;
}

std::optional<SelfReport> parseSelfReport(std::string_view line)
{
    constexpr std::string_view blanks = " \t\r";
    line = withoutRank(line);
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    if (!line.starts_with(reportPrefix))
        return std::nullopt;
    line.remove_prefix(reportPrefix.size());
    const std::string words = withoutInnerTags(line);
    line = words;
    SelfReport report;
    while (!line.empty()) {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        const std::string_view word = line.substr(0, line.find_first_of(blanks));
        line.remove_prefix(word.size());
        parseReportWord(word, report);
    }
    return report;
}

void SelfReportReader::addOutput(std::string_view block)
{
    if (!m_pendingLine.empty()) {
        const std::size_t end = block.find('\n');
        m_pendingLine.append(
            block.substr(0, std::min(end, maximumLineLength - std::min(maximumLineLength, m_pendingLine.size()))));
        if (end == std::string_view::npos)
            return;
        addLine(m_pendingLine);
        m_pendingLine.clear();
        block.remove_prefix(end + 1);
    }
    const std::size_t completeLength = block.rfind('\n') + 1;  // 0 if no line ends here
    std::string_view lines = block.substr(0, completeLength);
    for (std::size_t position;
         (position = findReportPrefix(lines)) !=
         std::string_view::npos;) {  // most lines are ordinary output, so they are not examined one by one
        const std::size_t begin = lines.rfind('\n', position) + 1, end = lines.find('\n', position);
        addLine(lines.substr(begin, std::min(end - begin, maximumLineLength)));
        lines.remove_prefix(end + 1);
    }
    m_pendingLine = block.substr(completeLength, maximumLineLength);
}

void SelfReportReader::addLine(std::string_view line)
{
    std::optional<SelfReport> report = parseSelfReport(line);
    if (!report)
        return;
    const std::string_view prefix = line.substr(0, line.size() - withoutRank(line).size());
    if (!report->rank)
        report->rank = rankInPrefix(prefix);
    m_reportsDiffer = m_reportsDiffer || (!m_reports.empty() && m_reports.back() != *report);
    m_reports.push_back(std::move(*report));
    if (m_reports.size() > maximumReports)
        m_reports.pop_front();
    ++m_reportCount;
}

std::optional<SelfReport> SelfReportReader::lastReport()
{
    if (m_reports.empty())
        addLine(m_pendingLine);
    m_pendingLine.clear();
    return m_reports.empty() ? std::nullopt : std::optional(m_reports.back());
}

std::optional<SelfReport> SelfReportReader::combinedReport(int p, bool isLaunched)
{
    std::optional<SelfReport> line = lastReport();
    if (!line || p < 2)
        return line;
    const auto workers = static_cast<std::size_t>(p);
    std::map<std::optional<int>, SelfReport> reportsByRank;
    for (const SelfReport& each : m_reports)
        reportsByRank.insert_or_assign(each.rank, each);
    const bool isRanked = !reportsByRank.contains(std::nullopt);
    std::vector<SelfReport> reports;
    if (isRanked)
        for (auto& [rank, report] : reportsByRank)
            reports.push_back(std::move(report));
    else if (isLaunched && m_reportsDiffer && m_reportCount == workers && workers <= m_reports.size())
        reports.assign(m_reports.begin(), m_reports.end());
    if (reports.size() == workers)
        return combineReports(reports);
    if (reports.size() == 1 || (!isRanked && (!isLaunched || !m_reportsDiffer))) {
        if (const WorkerTimes only = workerTimesOf(*line); mayIncludeWaiting({only}))
            line->workers = {only};
        return line;
    }
    for (const auto part : reportedParts)
        (*line.*part.reportMember).reset();
    line->warnings.push_back(
        formatMessage("{} \"scalewright:\" lines came from {} workers: their parts are ignored; print one from each, "
                      "or from one alone",
                      m_reportCount, p));
    return line;
}

}  // namespace scalewright

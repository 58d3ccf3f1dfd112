// SPDX-License-Identifier: GPL-3.0-or-later
// perf report --stdio (perf-report(1)): percentages of the samples by function, but no time. The step time must be
// given.
//
//     # Overhead  Command  Shared Object     Symbol
//         45.23%  train    libopenblas.so.0  [.] dgemm_kernel
//
// With --children, the second percentage is the function's own. Call chain lines are skipped.
#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/profile_formats.h"

namespace scalewright::detail {

namespace {

/// "# Overhead  Command  Shared Object  Symbol", or "# Children      Self  …"; copied from the screen, it has no "#".
bool isReportHeader(std::string_view line)
{
    std::vector<std::string_view> words = splitWords(line);
    const bool isComment = !words.empty() && words[0] == "#";
    if (isComment)
        words.erase(words.begin());
    return words.size() >= 2 && (words[0] == "Overhead" || words[0] == "Children") &&
           (isComment || words.back() == "Symbol");
}

/// "45.23%" gives 0.4523; nullopt for anything else.
std::optional<double> parsePercentage(std::string_view word)
{
    if (!word.ends_with('%'))
        return std::nullopt;
    const Result<double> percent = parseNumber(word.substr(0, word.size() - 1));
    if (!percent || *percent < 0 || *percent > 100)
        return std::nullopt;
    return *percent / 100;
}

/// "[.] dgemm_kernel" gives "dgemm_kernel"; empty if there is no such mark.
std::string parseSymbol(std::string_view line)
{
    for (const std::string_view mark : {"[.] ", "[k] ", "[g] ", "[u] ", "[H] "})
        if (const std::size_t at = line.find(mark); at != std::string_view::npos)
            return sanitised(std::string(trimmed(line.substr(at + mark.size()))));
    return {};
}

struct PerfReport {
    std::map<std::string, double> shares;
    bool hasSeveralEvents = false;  ///< if so, only the first event was read
};

PerfReport readPerfReport(std::string_view text)
{
    PerfReport report;
    bool hasOwnShares = false, inside = false, hasRows = false;
    for (const std::string_view line : splitLines(text)) {
        if (isReportHeader(line)) {
            report.hasSeveralEvents = hasRows;
            if (hasRows)
                break;
            inside = true;
            hasOwnShares = line.find("Self") != std::string_view::npos;
            continue;
        }
        const std::vector<std::string_view> words = splitWords(line);
        const std::size_t at = hasOwnShares ? 1 : 0;
        if (!inside || words.size() <= at + 1)
            continue;
        const std::optional<double> share = parsePercentage(words[at]);
        const std::string symbol = parseSymbol(line);
        if (!share || symbol.empty() || (hasOwnShares && !parsePercentage(words[0])))
            continue;
        report.shares[symbol] += *share;
        hasRows = true;
    }
    return report;
}

}  // namespace

bool looksLikePerfReport(std::string_view text)
{
    const std::vector<std::string_view> lines = splitLines(text.substr(0, 65536));
    const auto header = std::find_if(lines.begin(), lines.end(), isReportHeader);
    return std::any_of(header, lines.end(),
                       [](std::string_view line) { return line.find('%') != std::string_view::npos; });
}

Result<Profile> importPerfReport(std::string_view text, const ProfileImportOptions& options)
{
    const PerfReport report = readPerfReport(text);
    if (report.shares.empty())
        return fail(ErrorCode::Input, "perf report names no function",
                    "perf report --stdio with the column Symbol, as it prints by default");
    if (!options.stepTimeS)
        return fail(ErrorCode::Input, "perf report has shares and no time",
                    "the step's time too: --step-time, or T_comp on Baseline");
    double unlisted = 0;
    WeightedSteps steps = largestSteps({report.shares.begin(), report.shares.end()}, 1, unlisted);
    double listed = 0;
    for (const auto& step : steps)
        listed += step.second;
    // Each percentage is rounded to two decimals.
    if (listed > 1 + 1e-4 * double(report.shares.size() + 1))
        return fail(ErrorCode::Input, "the shares add up to more than 100 %",
                    "perf report --stdio of one recording, with each function's own share");
    if (1 - listed > 5e-4)
        steps.emplace_back("other", 1 - listed);
    Profile profile;
    profile.title = "perf report";
    profile.hasSteps = true;
    const std::string stepTimeText = timeText(*options.stepTimeS);
    for (const auto& [name, share] : steps) {
        WorkloadStep step;
        step.name = name;
        step.stepTimeS =
            importedQuantity(share * *options.stepTimeS, options,
                             fmt::format("{} % of the samples, of {}", significantText(100 * share, 3), stepTimeText));
        profile.baseline.steps.push_back(std::move(step));
    }
    if (report.hasSeveralEvents)
        profile.warnings.push_back("several events were recorded; the shares are those of the first");
    profile.warnings.push_back(
        "sampling measures time only: what a step reads, computes and moves is not in this file");
    return profile;
}

}  // namespace scalewright::detail

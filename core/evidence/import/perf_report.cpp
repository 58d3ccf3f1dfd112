// perf report --stdio (perf-report(1)): shares of samples by function, and no time: those of a step time that is given.
//
//     # Overhead  Command  Shared Object     Symbol
//         45.23%  train    libopenblas.so.0  [.] dgemm_kernel
//
// With --children the second share is a function's own. Lines of call chains are left out.
#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/profile_formats.h"

namespace scalewright::detail {

namespace {

/// "# Overhead  Command  Shared Object  Symbol", or "# Children      Self  …".
bool isHeader(std::string_view line)
{
    const std::vector<std::string_view> words = wordsIn(line);
    return words.size() >= 3 && words[0] == "#" && (words[1] == "Overhead" || words[1] == "Children");
}

/// "45.23%" is 0.4523; nullopt for anything else.
std::optional<double> shareIn(std::string_view word)
{
    if (!word.ends_with('%'))
        return std::nullopt;
    const Result<double> percent = parseNumber(word.substr(0, word.size() - 1));
    if (!percent || *percent < 0 || *percent > 100)
        return std::nullopt;
    return *percent / 100;
}

/// "[.] dgemm_kernel" is "dgemm_kernel"; what has no such mark is empty.
std::string symbolIn(std::string_view line)
{
    for (const std::string_view mark : {"[.] ", "[k] ", "[g] ", "[u] ", "[H] "})
        if (const std::size_t at = line.find(mark); at != std::string_view::npos)
            return cleaned(std::string(trimmed(line.substr(at + mark.size()))));
    return {};
}

struct Report {
    std::map<std::string, double> shares;
    bool several = false;  ///< events: the first was read
};

Report read(std::string_view text)
{
    Report report;
    bool own = false, inside = false, any = false;
    for (const std::string_view line : linesOf(text)) {
        if (isHeader(line)) {
            report.several = any;
            if (any)
                break;
            inside = true;
            own = line.find("Self") != std::string_view::npos;
            continue;
        }
        const std::vector<std::string_view> words = wordsIn(line);
        const std::size_t at = own ? 1 : 0;
        if (!inside || words.size() <= at + 1)
            continue;
        const std::optional<double> share = shareIn(words[at]);
        const std::string symbol = symbolIn(line);
        if (!share || symbol.empty() || (own && !shareIn(words[0])))
            continue;
        report.shares[symbol] += *share;
        any = true;
    }
    return report;
}

}  // namespace

bool looksLikePerfReport(std::string_view text)
{
    const std::vector<std::string_view> lines = linesOf(text.substr(0, 65536));
    const auto header = std::find_if(lines.begin(), lines.end(), isHeader);
    return std::any_of(header, lines.end(),
                       [](std::string_view line) { return line.find('%') != std::string_view::npos; });
}

Result<Profile> importPerfReport(std::string_view text, const ProfileImportOptions& options)
{
    const Report report = read(text);
    if (report.shares.empty())
        return fail(ErrorCode::Input, "perf report names no function",
                    "perf report --stdio with the column Symbol, as it prints by default");
    if (!options.stepTimeS)
        return fail(ErrorCode::Input, "perf report has shares and no time",
                    "the step's time beside it: --step-time, or T_comp on Baseline");
    constexpr std::size_t mostSteps = 12;
    constexpr double leastShare = 0.01;
    std::vector<std::pair<std::string, double>> steps(report.shares.begin(), report.shares.end());
    std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    while (steps.size() > 1 && (steps.size() > mostSteps || steps.back().second < leastShare))
        steps.pop_back();
    double listed = 0;
    for (const auto& step : steps)
        listed += step.second;
    // Shares are rounded to two decimals each.
    if (listed > 1 + 1e-4 * double(report.shares.size() + 1))
        return fail(ErrorCode::Input, "the shares add up to more than 100 %",
                    "perf report --stdio of one recording, with each function's own share");
    if (1 - listed > 5e-4)
        steps.emplace_back("other", 1 - listed);
    Profile profile;
    profile.title = "perf report";
    profile.hasSteps = true;
    const std::string of = formatAmount(*options.stepTimeS, Dimension::Time).joined();
    for (const auto& [name, share] : steps) {
        WorkloadStep step;
        step.name = name;
        step.stepTimeS = imported(share * *options.stepTimeS, options,
                                  fmt::format("{} % of the samples, of {}", significant(100 * share, 3), of));
        profile.baseline.steps.push_back(std::move(step));
    }
    if (report.several)
        profile.warnings.push_back("several events were recorded; the shares are those of the first");
    profile.warnings.push_back("sampling tells time alone: what a step reads, computes and moves is not in this file");
    return profile;
}

}  // namespace scalewright::detail

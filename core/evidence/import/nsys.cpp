// SPDX-License-Identifier: GPL-3.0-or-later
// nsys stats --format csv: https://docs.nvidia.com/nsight-systems/UserGuide (report cuda_gpu_kern_sum).
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/csv.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/profile_formats.h"

namespace scalewright::detail {

namespace {

/// "Time (%)", or "Time(%)" in older versions.
bool isSummaryHeader(std::string_view line)
{
    const auto has = [&](std::string_view words) { return line.find(words) != std::string_view::npos; };
    return has("Total Time") && (has("Time (%)") || has("Time(%)")) && has(",") && has("Name");
}

/// Converts tables that nsys prints under lines of dashes to CSV; the columns are as wide as the dashes.
std::string textTablesToCsv(std::string_view text)
{
    const std::vector<std::string_view> lines = splitLines(text);
    const auto isRule = [](std::string_view line) {
        return line.find("---") != std::string_view::npos && line.find_first_not_of("- ") == std::string_view::npos;
    };
    std::string csv;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool table = lines[i].find("Total Time") != std::string_view::npos &&
                           lines[i].find("Time (%)") != std::string_view::npos && i + 1 < lines.size() &&
                           isRule(lines[i + 1]);
        if (!table) {
            csv.append(lines[i]).append("\n");
            continue;
        }
        std::vector<std::pair<std::size_t, std::size_t>> columns;
        for (std::size_t at = lines[i + 1].find('-'); at != std::string_view::npos;) {
            const std::size_t end = std::min(lines[i + 1].find(' ', at), lines[i + 1].size());
            columns.emplace_back(at, end);
            at = lines[i + 1].find('-', end);
        }
        const auto addRow = [&](std::string_view line) {
            for (std::size_t c = 0; c < columns.size(); ++c) {
                const std::size_t from = std::min(columns[c].first, line.size());
                const std::size_t to = c + 1 == columns.size() ? line.size() : std::min(columns[c].second, line.size());
                std::string cell(trimmed(line.substr(from, to - from)));
                std::replace(cell.begin(), cell.end(), '"', '\'');
                csv.append(c == 0 ? "\"" : ",\"").append(cell).append("\"");
            }
            csv += '\n';
        };
        addRow(lines[i]);
        for (i += 2; i < lines.size() && !trimmed(lines[i]).empty(); ++i)
            addRow(lines[i]);
        csv += '\n';
    }
    return csv;
}

/// The kernel report, else the first report, up to a blank line.
std::string selectReport(std::string_view text)
{
    std::string first, kernels, current;
    const auto close = [&] {
        if (first.empty())
            first = current;
        if (kernels.empty() && current.find("Instances") != std::string::npos)
            kernels = current;
        current.clear();
    };
    for (const std::string_view line : splitLines(text)) {
        if (isSummaryHeader(line))
            close();
        if (trimmed(line).empty())
            close();
        else if (!current.empty() || isSummaryHeader(line))
            current.append(line).append("\n");
    }
    close();
    return kernels.empty() ? first : kernels;
}

struct KernelTotal {
    std::string name;
    double seconds = 0;
    long launches = 0;
};

bool isCollective(std::string_view kernel)
{
    return kernel.starts_with("nccl") || kernel.starts_with("rccl");
}

}  // namespace

bool looksLikeNsys(std::string_view text)
{
    const std::string_view head = text.substr(0, 65536);
    if (head.find("Total Time") == std::string_view::npos)
        return false;
    const std::string tables = textTablesToCsv(head);
    const std::vector<std::string_view> lines = splitLines(tables);
    return std::any_of(lines.begin(), lines.end(), isSummaryHeader);
}

Result<Profile> importNsys(std::string_view text, const ProfileImportOptions& options)
{
    const Result<CsvFile> file = parseCsv(selectReport(textTablesToCsv(text)));
    if (!file)
        return fail(file.error());
    const std::optional<std::size_t> name = file->findColumn("Name"), launches = file->findColumn("Instances");
    std::optional<std::size_t> time;
    for (std::size_t i = 0; i < file->header.cells.size(); ++i)
        if (file->header.cells[i].text.starts_with("Total Time"))
            time = i;
    if (!name || !launches || !time)
        return fail(ErrorCode::Input, "is an nsys report without kernels: it lists host API calls",
                    "nsys stats --format csv -r cuda_gpu_kern_sum REPORT.nsys-rep");
    const HeaderName unit = parseHeaderName(file->header.cells[*time].text);
    const double factor = unit.unitGiven ? unit.factor : 1e-9;
    std::map<std::string, std::size_t> indexOfKernel;
    std::vector<KernelTotal> sums;
    for (const CsvRow& row : file->rows) {
        std::string figure = row.cells[*time].text;
        std::erase(figure, ',');
        const Result<double> value = parseNumber(figure);
        std::string calls = row.cells[*launches].text;
        std::erase(calls, ',');
        const Result<long> count = parseCount(calls, 0, 1L << 40);
        if (!value || *value < 0)
            return fail(ErrorCode::Input, formatMessage("{} is not a time", inQuotes(row.cells[*time].text)),
                        "a number",
                        ProblemLocation{.line = row.cells[*time].line, .field = file->header.cells[*time].text});
        const auto [at, isNew] = indexOfKernel.try_emplace(kernelName(row.cells[*name].text), sums.size());
        if (isNew)
            sums.push_back({at->first});
        sums[at->second].seconds += *value * factor;
        sums[at->second].launches += count ? *count : 0;
    }
    std::stable_sort(sums.begin(), sums.end(),
                     [](const KernelTotal& a, const KernelTotal& b) { return a.seconds > b.seconds; });
    double totalSeconds = 0, collectives = 0;
    for (const KernelTotal& sum : sums) {
        totalSeconds += sum.seconds;
        collectives += isCollective(sum.name) ? sum.seconds : 0;
    }
    if (totalSeconds <= 0)
        return fail(ErrorCode::Input, "no kernel took any time", "a report of a run on a GPU");
    if (sums.size() > maximumKernels) {
        KernelTotal other{fmt::format("{} other kernels", sums.size() - maximumKernels + 1)};
        for (std::size_t i = maximumKernels - 1; i < sums.size(); ++i) {
            other.seconds += sums[i].seconds;
            other.launches += sums[i].launches;
        }
        sums.resize(maximumKernels - 1);
        sums.push_back(std::move(other));
    }
    Profile profile;
    profile.title = "kernels";
    profile.hasSteps = true;
    for (const KernelTotal& sum : sums) {
        WorkloadStep step;
        step.name = sum.name;
        if (sum.seconds > 0)
            step.stepTimeS = importedQuantity(sum.seconds, options, fmt::format("{} launches", sum.launches));
        step.ioTimeS = importedQuantity(0, options, "a kernel reads no files");
        profile.baseline.steps.push_back(std::move(step));
    }
    if (collectives > 0)
        profile.warnings.push_back(formatMessage("collectives are {} % of the kernels' time",
                                                 significantText(100 * collectives / totalSeconds, 3)));
    profile.warnings.emplace_back("times only: ncu --csv counts the FLOP and bytes of these kernels");
    return profile;
}

}  // namespace scalewright::detail

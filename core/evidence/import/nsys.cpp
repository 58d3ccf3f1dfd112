// SPDX-License-Identifier: GPL-3.0-or-later
// nsys stats --format csv: https://docs.nvidia.com/nsight-systems/UserGuide (report cuda_gpu_kern_sum).
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/profile_formats.h"

namespace scalewright::detail {

namespace {

/// "Time (%)", or "Time(%)" in older versions; separated by commas or spaces.
bool isSummaryHeader(std::string_view line)
{
    const auto has = [&](std::string_view words) { return line.find(words) != std::string_view::npos; };
    return has("Total Time") && (has("Time (%)") || has("Time(%)")) && has("Name");
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
    constexpr std::size_t headBytes = 65536;
    const std::vector<std::string_view> lines = splitLines(text.substr(0, headBytes));
    return std::any_of(lines.begin(), lines.end(), isSummaryHeader);
}

Result<Profile> importNsys(std::string_view text, const ProfileImportOptions& options)
{
    const Result<Grid> file = gridOfTable(selectReport(text));
    if (!file)
        return fail(file.error());
    const std::optional<std::size_t> name = findHeader(*file, "Name"), launches = findHeader(*file, "Instances");
    std::optional<std::size_t> time;
    for (std::size_t i = 0; i < file->header.size(); ++i)
        if (file->header[i].text.starts_with("Total Time"))
            time = i;
    if (!name || !launches || !time)
        return fail(ErrorCode::Input, "is an nsys report without kernels: it lists host API calls",
                    "nsys stats --format csv -r cuda_gpu_kern_sum REPORT.nsys-rep");
    const HeaderName unit = parseHeaderName(file->header[*time].text);
    const double factor = unit.unitGiven ? unit.factor : 1e-9;
    std::map<std::string, std::size_t> indexOfKernel;
    std::vector<KernelTotal> sums;
    for (const std::vector<GridCell>& row : file->rows) {
        std::string figure = row[*time].text;
        std::erase(figure, ',');
        const Result<double> value = parseNumber(figure);
        std::string calls = row[*launches].text;
        std::erase(calls, ',');
        const Result<long> count = parseCount(calls, 0, 1L << 40);
        if (!value || *value < 0)
            return fail(ErrorCode::Input, formatMessage("{} is not a time", inQuotes(row[*time].text)), "a number",
                        ProblemLocation{.line = row[*time].where.line, .field = file->header[*time].text});
        const auto [at, isNew] = indexOfKernel.try_emplace(kernelName(row[*name].text), sums.size());
        if (isNew)
            sums.push_back({at->first});
        sums[at->second].seconds += *value * factor;
        sums[at->second].launches += count ? *count : 0;
    }
    double totalSeconds = 0, collectives = 0;
    for (const KernelTotal& sum : sums) {
        totalSeconds += sum.seconds;
        collectives += isCollective(sum.name) ? sum.seconds : 0;
    }
    if (totalSeconds <= 0)
        return fail(ErrorCode::Input, "no kernel took any time", "a report of a run on a GPU");
    mergeSmallKernels(sums, [](KernelTotal& other, const KernelTotal& one) {
        other.seconds += one.seconds;
        other.launches += one.launches;
    });
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

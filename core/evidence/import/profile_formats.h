// SPDX-License-Identifier: GPL-3.0-or-later
// One function per format, and helpers that they share. Internal to core/evidence/import.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/evidence/import/number_marks.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/import/text.h"

namespace scalewright::detail {

[[nodiscard]] bool looksLikePerfStat(std::string_view text);
[[nodiscard]] bool looksLikePerfReport(std::string_view text);
[[nodiscard]] bool looksLikeStacks(std::string_view text);
[[nodiscard]] bool looksLikeSpeedscope(std::string_view text);
[[nodiscard]] bool looksLikeNsight(std::string_view text);
[[nodiscard]] bool looksLikeNsys(std::string_view text);

[[nodiscard]] Result<Profile> importPerfStat(std::string_view text, const ProfileImportOptions& options);
[[nodiscard]] Result<Profile> importPerfReport(std::string_view text, const ProfileImportOptions& options);
[[nodiscard]] Result<Profile> importStacks(std::string_view text, const ProfileImportOptions& options);
[[nodiscard]] Result<Profile> importSpeedscope(std::string_view text, const ProfileImportOptions& options);
[[nodiscard]] Result<Profile> importNsight(std::string_view text, const ProfileImportOptions& options);
[[nodiscard]] Result<Profile> importNsys(std::string_view text, const ProfileImportOptions& options);

/// Maximum number of kernels that a profile lists by name; the others are merged into one step.
inline constexpr std::size_t maximumKernels = 12;
/// Sorts kernels by their time, and merges those beyond the maximum with `add(target, kernel)`.
template <class Kernel, class Add>
void mergeSmallKernels(std::vector<Kernel>& kernels, Add add)
{
    std::stable_sort(kernels.begin(), kernels.end(),
                     [](const Kernel& a, const Kernel& b) { return a.seconds > b.seconds; });
    if (kernels.size() <= maximumKernels)
        return;
    Kernel& other = kernels[maximumKernels - 1];
    other.name = fmt::format("{} other kernels", kernels.size() - maximumKernels + 1);
    for (std::size_t i = maximumKernels; i < kernels.size(); ++i)
        add(other, kernels[i]);
    kernels.resize(maximumKernels);
}

using WeightedSteps = std::vector<std::pair<std::string, double>>;
/// The largest steps first, without those beyond the first twelve or below 1 % of `total`. `rest`: their sum.
[[nodiscard]] WeightedSteps largestSteps(WeightedSteps steps, double total, double& rest);

/// "void sgemm<float, 128>(float*, int)" gives "sgemm".
[[nodiscard]] std::string kernelName(const std::string& signature);

/// A number from the file, with its provenance.
[[nodiscard]] Quantity importedQuantity(double value, const ProfileImportOptions& options, std::string conditions);

}  // namespace scalewright::detail

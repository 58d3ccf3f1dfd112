// SPDX-License-Identifier: GPL-3.0-or-later
// Assigns a grid's columns to roles and classifies its cells. Internal to core/evidence/import.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// What a rate refers to, if its header names a worker.
enum class RateOwner { AllWorkers, OneWorker, Unclear };

/// True if the header has no unit, or one with the role's dimension.
[[nodiscard]] bool isUnitCompatible(const LadderRole& role, const HeaderName& name);

/// True for empty cells, "N/A" and "-": not measured.
[[nodiscard]] bool isMissing(std::string_view text);
/// "crashed", "OOM", "nan": a word in place of a number, from a run that did not produce one. At least two letters, no
/// digits.
[[nodiscard]] bool isWord(std::string_view text);
/// A plain number with a decimal point or comma, or a duration with several parts.
[[nodiscard]] bool isNumber(std::string_view text);
[[nodiscard]] std::optional<std::size_t> findHeader(const Grid& grid, std::string_view name);
/// "\"p\", \"time\"": the headers, for messages.
[[nodiscard]] std::string headerList(const Grid& grid);
/// In order of first appearance.
[[nodiscard]] std::vector<std::string> distinctTexts(const Grid& grid, std::size_t column);
/// Quoted texts: the first twelve, and how many more there are.
[[nodiscard]] std::string shortQuotedList(const std::vector<std::string>& texts);

/// "--map p": the option that sets the column for a role, for messages.
[[nodiscard]] std::string mapOptionOf(LadderColumn column);

/// "--where size=8", quoted for a shell if necessary: --map "time=wall time".
[[nodiscard]] std::string quotedOption(std::string_view option, std::string_view text);

class ColumnAssignment {
public:
    std::array<std::optional<std::size_t>, ladderRoles.size()> columnOfRole;
    std::array<MappedColumn, ladderRoles.size()> mappedColumns;
    std::vector<std::string> warnings;
    std::vector<std::string> decisions{};  ///< LadderFile::decisions
    ColumnHints hints = ColumnHints::Options;
    /// For a rate per GPU where p counts nodes: the column of GPUs per node
    std::optional<std::size_t> rateWorkersPerP{};
    std::vector<std::size_t> workerFactors{};  ///< the factors of p, if a column holds their product
    std::optional<RateOwner> rateOwner{};  ///< whose throughput it is, if the user states it: "throughput=NAME(each)"

    /// The hint, if messages may name scalewright-cli options; empty if the caller offers the columns to choose from.
    [[nodiscard]] std::string optionHint(std::string hint) const
    {
        return hints == ColumnHints::Options ? std::move(hint) : "";
    }

    /// "; --where model=* reads them as one"; empty in the same case.
    [[nodiscard]] std::string hint(std::string_view option, const std::string& text, std::string_view effect) const;

    [[nodiscard]] const std::optional<std::size_t>& operator[](LadderColumn column) const
    {
        return columnOfRole[static_cast<std::size_t>(column)];
    }
    /// The column of worker counts; assignColumns guarantees that there is one.
    [[nodiscard]] std::size_t workersColumn() const { return (*this)[LadderColumn::P].value_or(0); }
    [[nodiscard]] const MappedColumn& mapping(LadderColumn column) const
    {
        return mappedColumns[static_cast<std::size_t>(column)];
    }
    [[nodiscard]] MappedColumn& mapping(LadderColumn column) { return mappedColumns[static_cast<std::size_t>(column)]; }
    [[nodiscard]] bool isAssigned(std::size_t index) const
    {
        return std::find(columnOfRole.begin(), columnOfRole.end(), std::optional(index)) != columnOfRole.end();
    }
    [[nodiscard]] bool isEveryColumnAssigned(const Grid& grid) const
    {
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (!isAssigned(i))
                return false;
        return true;
    }
    [[nodiscard]] bool hasTimeColumn() const
    {
        return std::any_of(ladderRoles.begin(), ladderRoles.end(),
                           [&](const LadderRole& role) { return isTimeColumn(role) && (*this)[role.column]; });
    }

    void assign(LadderColumn column, std::size_t index, const Grid& grid, const HeaderName& name,
                std::optional<Confidence> guess = {});
    void unassign(LadderColumn column) { columnOfRole[static_cast<std::size_t>(column)].reset(); }
};

/// Uses options.columns first, then the contract's names, then guesses. Error (Input): a column is missing or mapped
/// twice; no column holds worker counts, or none holds times or rates.
[[nodiscard]] Result<ColumnAssignment> assignColumns(const Grid& grid, const LadderFileOptions& options);

}  // namespace scalewright

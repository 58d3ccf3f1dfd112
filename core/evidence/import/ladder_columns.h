// Which column of a grid plays which role, and small questions about its cells. Internal to core/evidence/import.
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

/// Of whom a rate is whose header names a worker.
enum class RateOf { All, OneWorker, Unclear };

/// A header of that name may be of that role: it has no unit, or one of the role's dimension.
[[nodiscard]] bool unitFits(const LadderRole& role, const HeaderName& name);

/// Empty, "N/A", "-": not measured.
[[nodiscard]] bool isMissing(std::string_view text);
/// "crashed", "OOM", "nan": what stands in place of a figure that a run did not come to. Two letters at least, no
/// digit.
[[nodiscard]] bool isWord(std::string_view text);
/// A plain number, with a decimal point or comma, or a time of several parts.
[[nodiscard]] bool isNumber(std::string_view text);
[[nodiscard]] std::optional<std::size_t> findHeader(const Grid& grid, std::string_view name);
/// "\"p\", \"time\"": the headers, for messages.
[[nodiscard]] std::string headersOf(const Grid& grid);
/// Distinct texts of a column, in the order they come.
[[nodiscard]] std::vector<std::string> textsOf(const Grid& grid, std::size_t column);
/// Texts in quotes, the first twelve.
[[nodiscard]] std::string listed(const std::vector<std::string>& texts);

/// "--map p": how a person says what a role is read from, for messages.
[[nodiscard]] std::string optionOf(LadderColumn column);

/// "--where size=8", quoted for a shell where the text holds more than letters and signs: --map "time=wall time".
[[nodiscard]] std::string asOption(std::string_view option, std::string_view text);

/// Which column plays which role.
class Columns {
public:
    std::array<std::optional<std::size_t>, ladderRoles.size()> at;
    std::array<MappedColumn, ladderRoles.size()> mapped;
    std::vector<std::string> warnings;
    ColumnHints hints = ColumnHints::Options;
    std::vector<std::size_t> factors{};  ///< of p, where a column holds their product
    std::optional<RateOf> rateOf{};  ///< of the throughput, where a person says it: "throughput=NAME(each)"

    /// What an option of scalewright-cli would do about it; nothing where the reader offers the columns to choose from.
    [[nodiscard]] std::string byOption(std::string hint) const
    {
        return hints == ColumnHints::Options ? std::move(hint) : "";
    }

    [[nodiscard]] const std::optional<std::size_t>& operator[](LadderColumn column) const
    {
        return at[static_cast<std::size_t>(column)];
    }
    /// The column of workers; columnsOf gives none without it.
    [[nodiscard]] std::size_t p() const { return (*this)[LadderColumn::P].value_or(0); }
    [[nodiscard]] const MappedColumn& how(LadderColumn column) const
    {
        return mapped[static_cast<std::size_t>(column)];
    }
    [[nodiscard]] bool taken(std::size_t index) const
    {
        return std::find(at.begin(), at.end(), std::optional(index)) != at.end();
    }
    [[nodiscard]] bool anyFigure() const
    {
        return std::any_of(ladderRoles.begin(), ladderRoles.end(),
                           [&](const LadderRole& role) { return tellsTime(role) && (*this)[role.column]; });
    }

    void take(LadderColumn column, std::size_t index, const Grid& grid, const HeaderName& name,
              std::optional<Confidence> guess = {});
    void leave(LadderColumn column) { at[static_cast<std::size_t>(column)].reset(); }
};

/// By options.columns, then by the contract's names, then by guess. Error (Input): a column that is not there or is
/// named twice; no column of workers, none of figures.
[[nodiscard]] Result<Columns> columnsOf(const Grid& grid, const LadderFileOptions& options);

}  // namespace scalewright

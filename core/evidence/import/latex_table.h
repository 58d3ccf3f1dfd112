// Reads the tables of a LaTeX text as grids: tabular and similar environments, rows of '&' and "\\".
#pragma once

#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// Whether a text contains a tabular or starts with the rows of one.
[[nodiscard]] bool looksLikeLatex(std::string_view text);

/// Every tabular, tabularx, tabular*, longtable of the text, in order; or its rows, if it consists of nothing else.
/// Rules, rows with a single title and repeated headers are skipped; "\textbf{8}" and "$8$" are 8, "time\_ms" is
/// time_ms. A table whose rows do not fit its header is skipped.
[[nodiscard]] std::vector<Grid> gridsOfLatex(std::string_view text);

}  // namespace scalewright

// Tables of a LaTeX text as grids: tabular and its kin, rows of '&' and "\\".
#pragma once

#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// Whether a text holds a tabular, or begins as the rows of one.
[[nodiscard]] bool looksLikeLatex(std::string_view text);

/// Every tabular, tabularx, tabular*, longtable of the text, in order; or its rows, where it is nothing else. Rules,
/// rows of one title and repeated headers are left out, "\textbf{8}" and "$8$" are 8, "time\_ms" is time_ms. A table
/// whose rows do not fit its header is left out.
[[nodiscard]] std::vector<Grid> gridsOfLatex(std::string_view text);

}  // namespace scalewright

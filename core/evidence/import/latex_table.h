// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the tables in LaTeX text as grids: tabular and similar environments, rows with '&' and "\\".
#pragma once

#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// Whether a text contains a tabular or starts with the rows of one.
[[nodiscard]] bool looksLikeLatex(std::string_view text);

/// Every tabular, tabularx, tabular* and longtable in the text, in order; or the rows themselves, if the text consists
/// of nothing else. Rules, rows with a single title and repeated headers are skipped; "\textbf{8}" and "$8$" are 8,
/// "time\_ms" is time_ms. A table whose rows do not match its header is skipped.
[[nodiscard]] std::vector<Grid> gridsOfLatex(std::string_view text);

}  // namespace scalewright

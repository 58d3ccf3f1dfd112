// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of pgfplots.h as SVG, with the same positions, lines and letters.
//
//     const Result<std::string> file = toSvg(figure, {.description = "Speedup: 7.49 at 34 workers"});
#pragma once

#include <string>
#include <string_view>

#include "core/base/error/result.h"
#include "core/output/tables/pgfplots.h"

namespace scalewright {

/// `text` escaped for XML and HTML, in content and quoted attributes, without characters that neither allows
/// (cleaned()).
[[nodiscard]] std::string xmlText(std::string_view text);

struct SvgOptions {
    std::string description;  ///< for screen readers; may be empty
    /// A file with a white background; otherwise an element in a page, which may recolour it.
    bool isStandaloneFile = true;
};

/// Colours are attributes ("#0072B2", as in the figure), so that a page's style sheet can change them. Errors: those of
/// toPgfplots().
[[nodiscard]] Result<std::string> toSvg(const PgfplotsFigure& figure, const SvgOptions& options);

}  // namespace scalewright

// The drawing of pgfplots.h as SVG: the same places, lines and letters.
//
//     const Result<std::string> file = toSvg(figure, {.description = "Speedup: 7.49 at 34 workers"});
#pragma once

#include <string>
#include <string_view>

#include "core/base/error/result.h"
#include "core/output/tables/pgfplots.h"

namespace scalewright {

/// `text` fit for XML and HTML, in text and in a quoted attribute: escaped, and cleaned() of what neither may hold.
[[nodiscard]] std::string xmlText(std::string_view text);

struct SvgForm {
    std::string description;  ///< for those who do not see it; may be empty
    bool file = true;  ///< a file of its own on white; else an element of a page, which may recolour it
};

/// Colours stand as attributes ("#0072B2", as the figure has them), so that a page's style can change them. Errors:
/// toPgfplots'.
[[nodiscard]] Result<std::string> toSvg(const PgfplotsFigure& figure, const SvgForm& form);

}  // namespace scalewright

// The report for a view of rich text, which knows neither scripts nor SVG: HTML 4 without colours.
//
// A figure is <img src="figure-NAME"/>, for the view to draw; a section begins at the anchor of its place ("ceiling"), so
// do "introduction" and "conclusion". Classes: "quiet", "headline".
#pragma once

#include <string>

#include "core/output/report/report.h"

namespace scalewright {

struct RichTextForm {
    bool whole = false;  ///< with what a page on screen folds away: each section's why, limits, sources, bibliography
};
[[nodiscard]] std::string reportRichText(const Report& report, const RichTextForm& form);

/// The drawing behind <img src="figure-NAME"/> as an SVG element on no ground; `dark`: in the colours of a dark page.
/// Error (Input): toSvg's.
[[nodiscard]] Result<std::string> figureElement(const ReportFigure& figure, bool dark);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// The report for a rich-text view that supports neither scripts nor SVG: HTML 4 without colours.
//
// A figure is <img src="figure-NAME"/>, which the view draws. Each section starts at an anchor with its key
// ("ceiling"), and so do "introduction" and "conclusion". Classes: "quiet", "headline".
#pragma once

#include <string>

#include "core/output/report/report.h"

namespace scalewright {

struct RichTextOptions {
    /// Includes what a page on screen hides: each section's details, limits, sources, bibliography.
    bool includesDetails = false;
};
[[nodiscard]] std::string reportRichText(const Report& report, const RichTextOptions& form);

}  // namespace scalewright

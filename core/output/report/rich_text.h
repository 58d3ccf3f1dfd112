// SPDX-License-Identifier: GPL-3.0-or-later
// The report for a rich-text view that supports neither scripts nor SVG: HTML 4 without colours.
//
// A figure is <img src="figure-NAME"/>, which the view draws. Each section starts at an anchor with its key
// ("ceiling"), and so do "introduction" and "conclusion". Classes: "quiet", "headline", "box".
#pragma once

#include <string>

#include "core/output/report/report.h"

namespace scalewright {

struct RichTextOptions {
    /// Includes the appendix, and omits sections without a result; otherwise they give the reason.
    bool includesDetails = false;
};
[[nodiscard]] std::string reportRichText(const Report& report, const RichTextOptions& options);

}  // namespace scalewright

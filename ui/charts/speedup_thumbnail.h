// SPDX-License-Identifier: GPL-3.0-or-later
// A small chart of the predicted S(p), for the Predict page and beside the sentence on the Story page.
#pragma once

#include <QString>

#include "core/output/chart/chart_spec.h"

namespace scalewright {
struct Analysis;
}

namespace scalewright::ui {

/// The largest S drawn when the axis ends at `largestP`: S(p*) if p* is in range, otherwise S at `largestP`.
/// Precondition: the analysis has a prediction.
[[nodiscard]] double largestShownSpeedup(const Analysis& analysis, int largestP);

/// Draws the band, a paler curve above the last measured p, and the plan as a dotted line. Empty without a prediction.
[[nodiscard]] ChartSpec speedupThumbnail(const Analysis& analysis, int largestP, const QString& name);

}  // namespace scalewright::ui

// The predicted S(p), small: what Predict swaps in and the Story shows beside its sentence.
#pragma once

#include <QString>

#include "ui/figure/chart_spec.h"

namespace scalewright {
struct Analysis;
}

namespace scalewright::ui {

/// The largest S in sight where p ends at `reach`: at p* where that is, else there. Precondition: a prediction.
[[nodiscard]] double tallestShown(const Analysis& analysis, int reach);

/// With its band, paler beyond the last run, the plan dotted. Empty without a prediction.
[[nodiscard]] ChartSpec speedupThumbnail(const Analysis& analysis, int reach, const QString& name);

}  // namespace scalewright::ui

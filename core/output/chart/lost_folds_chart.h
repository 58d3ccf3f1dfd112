// SPDX-License-Identifier: GPL-3.0-or-later
// The speedup lost at each p of a ladder, as bars stacked by cause.
#pragma once

#include "core/decision/attribution/attribution.h"
#include "core/output/chart/chart_spec.h"

namespace scalewright::chart {

/// At most 16 bars, from the lowest p; no bars if nothing finite was lost. A gain is stacked downwards.
[[nodiscard]] ChartSpec lostFoldsChart(const Attribution& attribution, int baseP);

}  // namespace scalewright::chart

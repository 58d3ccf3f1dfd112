// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a chart's scene to a pgfplots figure: the same curves, marks and labels in the same places, in axis units.
#pragma once

#include "core/output/tables/pgfplots.h"
#include "ui/figure/axis_layout.h"
#include "ui/figure/geometry.h"
#include "ui/figure/scene.h"

namespace scalewright::ui {

inline constexpr double pointsPerPixel = 0.75;  ///< in files, which use 96 pixels per inch

/// The axes as drawn, across the whole width and height of the scene's frame.
[[nodiscard]] PgfplotsFigure pgfplotsFigureOf(const Scene& scene, const AxisLayout& xAxis, const AxisLayout& yAxis,
                                              const AxisMap& x, const AxisMap& y, const VisualStyle& visualStyle);

}  // namespace scalewright::ui

// A chart's scene as a pgfplots figure: the same curves, marks and labels in the same places, in the units of its axes.
#pragma once

#include "core/output/tables/pgfplots.h"
#include "ui/figure/axis_layout.h"
#include "ui/figure/geometry.h"
#include "ui/figure/scene.h"

namespace scalewright::ui {

inline constexpr double pointsPerPixel = 0.75;  ///< of a file: 96 pixels are an inch

/// The axes as they are drawn, from one side of the scene's frame to the other.
[[nodiscard]] PgfplotsFigure pgfplotsOf(const Scene& scene, const AxisLayout& xAxis, const AxisLayout& yAxis,
                                        const AxisMap& x, const AxisMap& y, const Look& look);

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a report that are diagrams rather than curves.
#pragma once

#include <optional>

#include "core/output/report/figures.h"

namespace scalewright {

struct MeasuredLadder;

/// "measured", "calibrated" or "assumed".
[[nodiscard]] const char* originWord(const MeasuredLadder& runs);

/// Figure 41.2.1 with the path taken; nullopt unless the flow reaches a verdict.
[[nodiscard]] std::optional<ReportFigure> treeFigure(const Analysis& analysis);
/// What the working set needs against one machine's memory; nullopt unless it does not fit.
[[nodiscard]] std::optional<ReportFigure> memoryFigure(const Project& project, const Analysis& analysis);
/// Who communicates with whom; nullopt unless the design has a choice in slot 2.
[[nodiscard]] std::optional<ReportFigure> boardFigure(const Project& project, const Analysis& analysis);
/// From p workers to the speedup that was measured, by cause: for the plan's p if it was measured, otherwise for the
/// fastest p; nullopt if no part of the loss is known.
[[nodiscard]] std::optional<ReportFigure> waterfallFigure(const Analysis& analysis);

}  // namespace scalewright

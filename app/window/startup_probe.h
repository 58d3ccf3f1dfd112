// Start-up time, for tests/bench: from the moment in $SCALEWRIGHT_STARTUP_PROBE to the first painted frame.
#pragma once

#include <vector>

#include "ui/page/page.h"

class QWidget;

/// With the variable set (nanoseconds of CLOCK_MONOTONIC just before the program was started), prints the milliseconds
/// to the window's first frame with everything painted, and quits. Otherwise does nothing.
void installStartupProbe(QWidget& window);

/// With $SCALEWRIGHT_STARTUP_PAGES set too ("predict"), the pages named there alone: what the others cost at the start.
[[nodiscard]] std::vector<scalewright::ui::PageEntry> probedPages(std::vector<scalewright::ui::PageEntry> all);

// Start-up time, for tests/bench: from the moment in $SCALEWRIGHT_STARTUP_PROBE to the first painted frame.
#pragma once

#include <vector>

#include "ui/page/page.h"

class QWidget;

/// With the variable set (nanoseconds of CLOCK_MONOTONIC just before the program was started), prints the milliseconds
/// until the window's first frame with everything painted, and quits. Otherwise does nothing.
void installStartupProbe(QWidget& window);

/// If $SCALEWRIGHT_STARTUP_PAGES is set too ("predict"), only the pages that it names: shows what the others cost at
/// startup.
[[nodiscard]] std::vector<scalewright::ui::PageEntry> pagesForStartupProbe(
    std::vector<scalewright::ui::PageEntry> pages);

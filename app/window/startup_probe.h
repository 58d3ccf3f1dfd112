// SPDX-License-Identifier: GPL-3.0-or-later
// Startup time, for tests/bench: from the time in $SCALEWRIGHT_STARTUP_PROBE to the first painted frame.
#pragma once

#include <vector>

#include "ui/page/page.h"

class QWidget;

/// If the variable is set (to the CLOCK_MONOTONIC time in nanoseconds just before the program was started), prints the
/// milliseconds until the window's first completely painted frame, and quits. Otherwise does nothing.
void installStartupProbe(QWidget& window);

/// If $SCALEWRIGHT_STARTUP_PAGES is also set ("predict"), returns only the pages that it names, to show what the others
/// cost at startup.
[[nodiscard]] std::vector<scalewright::ui::PageEntry> pagesForStartupProbe(
    std::vector<scalewright::ui::PageEntry> pages);

// SPDX-License-Identifier: GPL-3.0-or-later
// Startup time, for tests/bench: from the time in $SCALEWRIGHT_STARTUP_PROBE to the first painted frame.
#pragma once

class QWidget;

/// If the variable is set (to the CLOCK_MONOTONIC time in nanoseconds just before the program was started), prints the
/// milliseconds until the window's first completely painted frame, and quits. Otherwise does nothing.
void installStartupProbe(QWidget& window);

// SPDX-License-Identifier: GPL-3.0-or-later
/* Work that takes a given processor time, for the programs of this folder. */
#pragma once

#include <time.h>

static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Uses this much processor time, whatever else runs: work, not waiting. */
static inline double work(double seconds)
{
    enum { cellCount = 2000 };
    double cells[cellCount] = {1};
    const double until = now(CLOCK_THREAD_CPUTIME_ID) + seconds;
    do
        for (int i = 1; i + 1 < cellCount; ++i)
            cells[i] += 0.1 * (cells[i - 1] - 2 * cells[i] + cells[i + 1]);
    while (now(CLOCK_THREAD_CPUTIME_ID) < until);
    return cells[1];
}

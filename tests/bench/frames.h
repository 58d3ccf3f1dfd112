// SPDX-License-Identifier: GPL-3.0-or-later
// Frame times in this process, and of a figure drawn in Python for comparison.
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace scalewright::bench {

inline double cpuMs()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

inline double percentile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// The number printed by the script; 0 if it fails.
inline double matplotlibMs(const char* script)
{
    FILE* pipe = popen((std::string("/usr/bin/python3 '") + script + "'").c_str(), "r");
    double milliseconds = 0;
    if (pipe && std::fscanf(pipe, "%lf", &milliseconds) != 1)
        milliseconds = 0;
    return pipe && pclose(pipe) == 0 ? milliseconds : 0;
}

}  // namespace scalewright::bench

// SPDX-License-Identifier: GPL-3.0-or-later
// USL with intervals on R's specsdm91 data: core's fit, timed in interleaved pairs with scipy's curve_fit
// (bench_fit.py), once without intervals and once with the same intervals found by brentq. Goal: a fit with intervals
// is faster than curve_fit without them.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/evidence/fit/fit.h"
#include "tests/bench/bench.h"

using namespace scalewright;

namespace {

using bench::median;

constexpr int pairs = 11;
constexpr int repeats = 201;

MeasuredLadder ladder()
{
    Ladder specsdm91{.scaling = Scaling::Strong};
    for (const auto& [p, throughput] :
         {std::pair{1, 64.9}, {18, 995.9}, {36, 1652.4}, {72, 1853.2}, {108, 1828.9}, {144, 1775.0}, {216, 1702.2}})
        specsdm91.points.push_back({.p = p, .throughputPerS = throughput});
    return analyseLadder(specsdm91).value();
}

struct Python {
    double parameters[3] = {};  // sigma, kappa, gamma
    double ends[6] = {};        // low and high for each parameter
    double fitS = 0, wholeS = 0;
    std::string version;
};

Python runPython(const std::string& script)
{
    std::string text;
    FILE* pipe = popen(("/usr/bin/python3 '" + script + "'").c_str(), "r");
    if (!pipe)
        return {};
    char block[4096];
    while (const std::size_t bytesRead = std::fread(block, 1, sizeof block, pipe))
        text.append(block, bytesRead);
    Python python;
    if (pclose(pipe) != 0)
        return python;
    std::istringstream lines(text);
    for (double& each : python.parameters)
        lines >> each;
    for (double& each : python.ends)
        lines >> each;
    lines >> python.fitS >> python.wholeS >> std::ws;
    std::getline(lines, python.version);
    return python;
}

// The comparison is meaningful only if both sides found the same numbers.
bool agree(const LadderFit& fit, const Python& python)
{
    bool allClose = true;
    for (std::size_t i = 0; i < 3; ++i) {
        const FittedParameter& coreTimes = fit.parameters[i];
        const double scale = coreTimes.value;
        allClose = allClose && std::abs(coreTimes.value - python.parameters[i]) < 1e-3 * scale && coreTimes.low &&
                   coreTimes.high && std::abs(*coreTimes.low - python.ends[2 * i]) < 1e-2 * scale &&
                   std::abs(*coreTimes.high - python.ends[2 * i + 1]) < 1e-2 * *coreTimes.high;
        if (!allClose)
            fmt::print(stderr, "{}: {} [{}, {}] here, {} [{}, {}] there\n", coreTimes.name, coreTimes.value,
                       coreTimes.low.value_or(-1), coreTimes.high.value_or(-1), python.parameters[i],
                       python.ends[2 * i], python.ends[2 * i + 1]);
    }
    return allClose;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        fmt::print(stderr, "usage: bench_fit bench_fit.py\n");
        return 2;
    }
    const MeasuredLadder points = ladder();
    const LadderFit fit = fitLaw(points, Law::Usl).value();
    std::vector<double> coreTimes, scipyTimes, scipyIntervalTimes, ratios, intervalRatios;
    std::string version;
    double sink = 0;
    for (int pair = 0; pair < pairs; ++pair) {
        std::vector<double> seconds;
        for (int i = 0; i < repeats; ++i) {
            const auto start = std::chrono::steady_clock::now();
            sink += fitLaw(points, Law::Usl).value().noise;
            seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        }
        const Python python = runPython(argv[1]);
        if (python.fitS <= 0) {
            fmt::print("Fit: not compared, /usr/bin/python3 {} failed: it needs numpy and scipy\n", argv[1]);
            return 0;
        }
        if (pair == 0 && !agree(fit, python))
            return 1;
        coreTimes.push_back(median(seconds));
        scipyTimes.push_back(python.fitS);
        scipyIntervalTimes.push_back(python.wholeS);
        ratios.push_back(python.fitS / coreTimes.back());
        intervalRatios.push_back(python.wholeS / coreTimes.back());
        version = python.version;
    }
    fmt::print("Fit: USL on specsdm91, 7 points, intervals by profile\n");
    fmt::print("  core, fit and intervals             {:8.3f} ms\n", 1e3 * median(coreTimes));
    fmt::print("  scipy curve_fit, no intervals       {:8.3f} ms  ({})\n", 1e3 * median(scipyTimes), version);
    fmt::print("  scipy with the same intervals       {:8.3f} ms  (same parameters, same ends)\n",
               1e3 * median(scipyIntervalTimes));
    fmt::print("  ratio with intervals                {:8.1f}\n", median(intervalRatios));
    bench::row("USL fitted, intervals by profile", fmt::format("{:.3f} ms", 1e3 * median(coreTimes)),
               fmt::format("scipy without intervals {:.2f} ms", 1e3 * median(scipyTimes)), median(ratios), "1 time",
               median(ratios) >= 1);
    return sink > 0 ? 0 : 1;
}

// USL on R's specsdm91 with its intervals: core's fit against scipy's curve_fit, alone and with the same intervals by
// brentq (bench_fit.py), in interleaved pairs. Aim: a fit with intervals in less time than curve_fit alone takes.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/evidence/fit/fit.h"
#include "tests/bench/verdict.h"

using namespace scalewright;

namespace {

constexpr int pairs = 11;
constexpr int repeats = 201;

MeasuredLadder ladder()
{
    Ladder specsdm91{.scaling = Scaling::Strong};
    for (const auto& [p, throughput] :
         {std::pair{1, 64.9}, {18, 995.9}, {36, 1652.4}, {72, 1853.2}, {108, 1828.9}, {144, 1775.0}, {216, 1702.2}})
        specsdm91.points.push_back({.p = p, .throughputPerS = throughput});
    return measured(specsdm91).value();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

struct Python {
    double parameters[3] = {};  // sigma, kappa, gamma
    double ends[6] = {};        // low and high of each
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
    while (const std::size_t got = std::fread(block, 1, sizeof block, pipe))
        text.append(block, got);
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

// The comparison means something only if both sides found the same numbers.
bool agree(const LadderFit& fit, const Python& python)
{
    bool same = true;
    for (std::size_t i = 0; i < 3; ++i) {
        const FittedParameter& ours = fit.parameters[i];
        const double scale = ours.value;
        same = same && std::abs(ours.value - python.parameters[i]) < 1e-3 * scale && ours.low && ours.high &&
               std::abs(*ours.low - python.ends[2 * i]) < 1e-2 * scale &&
               std::abs(*ours.high - python.ends[2 * i + 1]) < 1e-2 * *ours.high;
        if (!same)
            fmt::print(stderr, "{}: {} [{}, {}] here, {} [{}, {}] there\n", ours.name, ours.value,
                       ours.low.value_or(-1), ours.high.value_or(-1), python.parameters[i], python.ends[2 * i],
                       python.ends[2 * i + 1]);
    }
    return same;
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
    std::vector<double> ours, theirs, theirsWhole, ratios, wholeRatios;
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
        ours.push_back(median(seconds));
        theirs.push_back(python.fitS);
        theirsWhole.push_back(python.wholeS);
        ratios.push_back(python.fitS / ours.back());
        wholeRatios.push_back(python.wholeS / ours.back());
        version = python.version;
    }
    fmt::print("Fit: USL on specsdm91, 7 points, intervals by profile\n");
    fmt::print("  core, fit and intervals             {:8.3f} ms\n", 1e3 * median(ours));
    fmt::print("  scipy curve_fit, no intervals       {:8.3f} ms  ({})\n", 1e3 * median(theirs), version);
    fmt::print("  scipy with the same intervals       {:8.3f} ms  (same parameters, same ends)\n",
               1e3 * median(theirsWhole));
    fmt::print("  ratio, median of {} pairs           {:8.1f}     (aim 1: {})\n", pairs, median(ratios),
               bench::verdict(median(ratios) >= 1));
    fmt::print("  ratio with intervals                {:8.1f}\n", median(wholeRatios));
    bench::row("USL fitted, intervals by profile", fmt::format("{:.3f} ms", 1e3 * median(ours)),
               fmt::format("scipy without intervals {:.2f} ms", 1e3 * median(theirs)), median(ratios), "1 time",
               median(ratios) >= 1);
    return sink > 0 ? 0 : 1;
}

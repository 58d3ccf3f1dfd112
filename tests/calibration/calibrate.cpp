// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate [--ladders N] [--seed N] [--only best|owner|"late rank"|limits] [-o FILE]: how often each statistical verdict is
// right on simulated ladders, as the table that core/evidence/calibration reads. It takes minutes and is not part of
// the tests, which repeat only a part of it (tst_calibration). With "--only limits", the table of docs/trust.md.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include "core/base/json/json.h"
#include "core/base/statistics/median.h"
#include "tests/calibration/verdicts.h"

using namespace scalewright;
using namespace scalewright::calibration;

namespace {

std::string percent(int part, int whole)
{
    char text[20] = "–";
    if (whole > 0)
        std::snprintf(text, sizeof text, "%.1f", 100.0 * part / whole);
    return text;
}

std::string medianText(std::vector<double> values)
{
    if (values.empty())
        return "–";
    char text[20];
    std::snprintf(text, sizeof text, "%.2f", median(std::move(values)));
    return text;
}

void printRow(const std::string& name, const std::string& noise, const LimitCounts& counts)
{
    std::cout << "| " << name << " | " << noise << " | " << percent(counts.amdahlLeads, counts.ladders) << " | "
              << percent(counts.speedupGiven, counts.ladders) << " | "
              << percent(counts.speedupRight, counts.speedupGiven) << " | " << medianText(counts.speedupRatios) << " | "
              << percent(counts.pGiven, counts.ladders) << " | " << percent(counts.pRight, counts.pGiven) << " | "
              << medianText(counts.pRatios) << " |\n";
}

/// The table of docs/trust.md, in Markdown. `ladders` counts each kind at each noise and number of points.
void printLimits(int ladders, long seed)
{
    std::cout << "| truth | noise, % | Amdahl leads, % | best speedup given, % | right, % of given | ratio of the ends "
                 "(median) | best p given, % | right, % of given | ratio of the ends (median) |\n"
                 "|---|---|---|---|---|---|---|---|---|\n";
    std::mt19937_64 random(static_cast<unsigned long>(seed));
    for (const bool withPeak : {false, true}) {
        LimitCounts all;
        for (const LimitKind& kind : limitKinds(withPeak))
            for (const auto& [noise, text] : {std::pair{0.01, "1"}, {0.02, "2"}, {0.05, "5"}}) {
                const LimitCounts counts = countLimits(kind, noise, ladders, random);
                printRow(kind.name, text, counts);
                all += counts;
            }
        printRow(withPeak ? "**all of USL**" : "**all of Amdahl**", "1 to 5", all);
    }
    for (const Truth& truth : truths())
        if (truth.scaling == Scaling::Strong)
            for (const auto& [noise, text] : {std::pair{0.01, "1"}, {0.05, "5"}}) {
                LimitCounts counts;
                for (int points = 5; points <= 8; ++points)
                    counts += countLimits([&](double p) { return truth.parts(static_cast<int>(p)).total(); },
                                          truth.peak, points, 3, noise, ladders, random);
                printRow(truth.name, text, counts);
            }
}

}  // namespace

int main(int count, char** arguments)
{
    int ladders = 200;
    long seed = 417;
    std::string output, selected;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string option = arguments[i];
        if (option == "--ladders")
            ladders = std::atoi(arguments[i + 1]);
        else if (option == "--seed")
            seed = std::atol(arguments[i + 1]);
        else if (option == "-o")
            output = arguments[i + 1];
        else if (option == "--only")
            selected = arguments[i + 1];
    }
    if (ladders < 1) {
        std::cerr << "calibrate [--ladders N] [--seed N] [--only best|owner|\"late rank\"|limits] [-o FILE]\n";
        return 2;
    }
    std::string cells;
    const auto add = [&](const CalibrationCell& cell) {
        char line[400];
        std::snprintf(line, sizeof line,
                      "%s    {\"verdict\": \"%s\", \"truth\": \"%s\", \"points\": %d, \"repeats\": %d, \"noise\": %g, "
                      "\"ladders\": %d, \"decided\": %d, \"wrong\": %d}",
                      cells.empty() ? "" : ",\n", cell.verdict.c_str(), cell.groundTruth.c_str(), cell.points,
                      cell.repeats, cell.noise, cell.ladderCount, cell.decidedCount, cell.wrongCount);
        cells += line;
    };
    // Every cell has its own random number sequence, so a selection of cells gives the same values as the full table.
    if (selected == "limits") {
        printLimits(ladders, seed);
        return 0;
    }
    if (selected == "best" || selected.empty())
        for (const double noise : {0.01, 0.03, 0.1})
            for (const int points : {5, 6, 8})
                for (const int repeats : {1, 3})
                    for (const Truth& truth : truths())
                        if (truth.scaling == Scaling::Strong) {
                            const auto [speedup, p] = bestCells(truth, points, repeats, noise, ladders, seed);
                            add(speedup);
                            add(p);
                        }
    if (selected == "owner" || selected.empty())
        for (const double noise : {0.01, 0.03, 0.1, 0.2})
            for (const int points : {2, 3, 4, 5, 6, 7, 8, 12})
                for (const int repeats : {2, 3, 5, 10})
                    for (const Truth& truth : owners()) {
                        const auto [owner, compute] = ownerCells(truth, points, repeats, noise, ladders, seed);
                        add(owner);
                        if (compute.decidedCount > 0)
                            add(compute);
                    }
    if (selected.empty()) {
        for (const double noise : {0.01, 0.03, 0.1})
            for (const int points : {4, 5, 6, 7, 8, 12})
                for (const int repeats : {1, 2, 3, 5, 10}) {
                    for (const Truth& truth : truths()) {
                        const auto [law, growth] = lawCells(truth, points, repeats, noise, ladders, seed);
                        add(law);
                        if (truth.scaling == Scaling::Strong)
                            add(growth);
                    }
                    std::cerr << "noise " << noise << ", " << points << " points, " << repeats << " repeats\n";
                }
        for (const double noise : {0.03, 0.1, 0.3})
            for (const int ranks : {2, 4, 8, 16, 64})
                for (const int steps : {2, 3, 5, 10, 30})
                    for (const SlowRanks& truth : slowRanks())
                        if (truth.factor == 1 || !truth.which(static_cast<std::size_t>(ranks)).empty())
                            add(stragglerCell(truth, ranks, steps, noise, ladders, seed));
    }
    // Cheap, and tested against 5 %
    for (const double widest :
         selected == "best" || selected == "owner" ? std::vector<double>() : std::vector{0.1, 0.3})
        for (const int ranks : {2, 3, 4, 8, 16})
            for (const int steps : {10, 30})
                for (const bool hasLateRank : {false, true})
                    add(lateRankCell(hasLateRank, ranks, steps, widest, 10 * ladders, seed));
    const std::string text =
        "{\n  \"format\": \"scalewright-calibration\",\n  \"version\": 1,\n  \"seed\": " + std::to_string(seed) +
        ",\n  \"command\": \"calibrate --ladders " + std::to_string(ladders) + " --seed " + std::to_string(seed) +
        "\",\n  \"cells\": [\n" + cells + "\n  ]\n}\n";
    if (output.empty())
        std::cout << text;
    else
        std::ofstream(output, std::ios::binary) << text;
    return std::cout.good() ? 0 : 3;
}

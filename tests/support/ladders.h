// SPDX-License-Identifier: GPL-3.0-or-later
// Ladders shared by several tests.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/evidence/ladder/ladder.h"
#include "core/project/document/project.h"

namespace scalewright::test {

/// Output 41.7.2 of the book: compute, communication and waiting in seconds, one run at each of five p.
inline Ladder output4172()
{
    Ladder ladder{.name = "Output 41.7.2",
                  .provenance = {.origin = Origin::Imported, .source = "book, Code 41.7.2"},
                  .scaling = Scaling::Strong};
    ladder.points = {{.p = 1, .compS = 800, .commS = 0, .idleS = 0},
                     {.p = 2, .compS = 400, .commS = 18, .idleS = 12},
                     {.p = 4, .compS = 200, .commS = 34, .idleS = 26},
                     {.p = 8, .compS = 100, .commS = 58, .idleS = 48},
                     {.p = 16, .compS = 50, .commS = 95, .idleS = 90}};
    return ladder;
}

/// Total times at 1, 2, 4 … from a formula.
inline Ladder totals(const std::function<double(int p)>& timeS, int last, Scaling scaling = Scaling::Strong)
{
    Ladder ladder{.scaling = scaling};
    for (int p = 1; p <= last; p *= 2)
        ladder.points.push_back({.p = p, .timeS = timeS(p)});
    return ladder;
}

/// Analyses a ladder that must have no errors.
inline MeasuredLadder validLadder(const Ladder& ladder)
{
    const Result<MeasuredLadder> result = analyseLadder(ladder);
    if (!result)
        qFatal("%s", describe(result.error()).c_str());
    return *result;
}

}  // namespace scalewright::test

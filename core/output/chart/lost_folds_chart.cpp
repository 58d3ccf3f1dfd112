// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/lost_folds_chart.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/output/chart/axis_layout.h"

namespace scalewright::chart {

ChartSpec lostFoldsChart(const Attribution& attribution, int baseP)
{
    struct LossPart {
        const char* name;
        ColorRole role;
        double LostFolds::*folds;
    };
    constexpr std::array parts{LossPart{"communication", ColorRole::Communication, &LostFolds::communication},
                               LossPart{"waiting", ColorRole::Waiting, &LostFolds::waiting},
                               LossPart{"compute", ColorRole::Compute, &LostFolds::compute},
                               LossPart{"I/O", ColorRole::InputOutput, &LostFolds::io},
                               LossPart{"not attributed", ColorRole::Hairline, &LostFolds::unattributed}};
    constexpr std::size_t maximumBars = 16;
    ChartSpec spec{.x = {.title = "workers p"}, .y = {.title = "speedup lost, p - S"}};
    std::vector<LostFolds> rows;
    for (const LostFolds& each : attribution.rows)
        if (each.p > baseP && rows.size() < maximumBars) {
            rows.push_back(each);
            if (!each.hasParts)
                rows.back().unattributed = each.total;
            spec.barNames.push_back(std::to_string(each.p));
        }
    for (const LossPart& part : parts) {
        BarPart bar{.name = part.name, .role = part.role, .values = {}};
        for (const LostFolds& row : rows)
            bar.values.push_back(row.*part.folds);
        if (std::ranges::any_of(bar.values, [](double folds) { return folds != 0; }))
            spec.barParts.push_back(std::move(bar));
    }
    const std::optional<ValueRange> range = yDataRange(spec, {});
    if (!range || !(range->high > range->low) || !std::isfinite(range->high - range->low))
        spec.barNames.clear(), spec.barParts.clear();
    return spec;
}

}  // namespace scalewright::chart

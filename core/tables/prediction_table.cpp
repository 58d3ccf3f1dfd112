#include "core/tables/prediction_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/quantity/units.h"

namespace scalewright {

namespace {

// As many decimals as show T_comp like Output 41.4.1 shows 1.0000; four significant digits for times of no program.
int timeDecimals(double tCompS)
{
    const int exponent = static_cast<int>(std::floor(std::log10(tCompS)));
    return exponent < -9 || exponent > 9 ? -1 : std::max(0, 4 - exponent);
}

std::string time(const char* name, double seconds)
{
    return fmt::format(", {} {}", name, formatAmount(seconds, Dimension::Time).joined());
}

std::string stepsText(double steps)
{
    return steps == 1 ? "of one step" : fmt::format("of {} steps", significant(steps, 6));
}

}  // namespace

std::string modelSummary(const ScalingModel& model)
{
    const CommunicationParameters& c = model.communication;
    const PatternInputs inputs = patternInputs(model.pattern);
    std::string text = patternName(model.pattern);
    text += time("T_comp", model.tCompS) + time("alpha", c.alphaS) + time("beta", c.betaS);
    if (inputs.gamma && c.gammaS > 0)
        text += time("gamma", c.gammaS);
    if (inputs.hierarchy) {
        text += fmt::format(", {} workers a node", c.workersPerNode) + time("alpha2", c.alpha2S) + time("beta2", c.beta2S);
        text += c.sharedNetworkCard ? ", one network card a node" : "";
    }
    if (inputs.shards)
        text += fmt::format(", {} shards", c.shards);
    if (inputs.neighbours)
        text += fmt::format(", {} neighbours", c.neighbours);
    if (inputs.participation)
        text += fmt::format(", participation {}", significant(c.participation));
    if (inputs.linearScatter)
        text += c.linearScatter ? ", linear" : ", binomial";
    if (c.localSteps > 1)
        text += fmt::format(", exchange every {} steps", c.localSteps);
    text += model.scaling == Scaling::Strong ? ", strong scaling" : ", weak scaling";
    if (model.priceUsdPerHour)
        text += fmt::format(", ${} per node-hour", significant(*model.priceUsdPerHour, 4));
    return text;
}

Table predictionTable(const Prediction& prediction, std::span<const int> p)
{
    const ScalingModel& model = prediction.model;
    const bool strong = model.scaling == Scaling::Strong;
    const int decimals = timeDecimals(model.tCompS);
    Table table{.caption = "Predicted scaling: " + modelSummary(model) + "; times in s",
                .columns = {{"p", "p", "", 0},
                            {"t_comp", strong ? "T_comp/p" : "T_comp", "s", decimals},
                            {"t_comm", "T_comm", "s", decimals},
                            {"t_step", "T_step", "s", decimals},
                            {"speedup", "speedup", "", 2},
                            {"efficiency", "efficiency", "", 3},
                            {"comm_to_compute", "comm/comp", "", 3},
                            {"cost", "cost", "USD", -1}},
                .rows = {}};
    if (model.priceUsdPerHour)
        table.caption += ", cost in USD " + stepsText(model.steps);
    for (const int workers : p) {
        const PredictionRow row = workers <= prediction.pMax ? prediction.row(workers) : predictAt(model, workers);
        table.rows.push_back({static_cast<double>(row.p), row.tCompS, row.tCommS, row.tStepS, row.speedup, row.efficiency,
                              row.commToCompute, row.costUsd ? Cell(*row.costUsd) : Cell()});
    }
    return table;
}

}  // namespace scalewright

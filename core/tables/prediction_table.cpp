#include "core/tables/prediction_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
    for (const PricedTerm& term : pricedTerms(model.terms, c.localSteps))
        text += ", " + term.brief;
    return text;
}

Table predictionTable(const Prediction& prediction, std::span<const int> p)
{
    const ScalingModel& model = prediction.model;
    const bool strong = model.scaling == Scaling::Strong;
    const int decimals = timeDecimals(model.tCompS);
    std::vector<PredictionRow> rows;
    for (const int workers : p)
        rows.push_back(workers <= prediction.pMax ? prediction.row(workers) : predictAt(model, workers));

    struct Shown {
        Column column;
        double PredictionRow::*value;
        bool always;
    };
    const std::vector<Shown> all{
        {{"t_comp", strong ? "T_comp/p" : "T_comp", "s", decimals}, &PredictionRow::tCompS, true},
        {{"t_comm", "T_comm", "s", decimals}, &PredictionRow::tCommS, true},
        {{"t_comm_hidden", "hidden", "s", decimals}, &PredictionRow::hiddenCommS, false},
        {{"t_coordination", "coordination", "s", decimals}, &PredictionRow::tCoordinationS, false},
        {{"t_wait", "waiting", "s", decimals}, &PredictionRow::tWaitS, false},
        {{"t_failure", "failures", "s", decimals}, &PredictionRow::tFailureS, false},
        {{"t_step", "T_step", "s", decimals}, &PredictionRow::tStepS, true},
        {{"speedup", "speedup", "", 2}, &PredictionRow::speedup, true},
        {{"efficiency", "efficiency", "", 3}, &PredictionRow::efficiency, true},
        {{"comm_to_compute", "comm/comp", "", 3}, &PredictionRow::commToCompute, true}};
    Table table{.caption = "Predicted scaling: " + modelSummary(model) + "; times in s", .columns = {{"p", "p", "", 0}}, .rows = {}};
    if (model.priceUsdPerHour)
        table.caption += ", cost in USD " + stepsText(model.steps);
    std::vector<double PredictionRow::*> values;
    for (const Shown& each : all)
        if (each.always || std::any_of(rows.begin(), rows.end(), [&](const PredictionRow& row) { return row.*each.value != 0; })) {
            table.columns.push_back(each.column);
            values.push_back(each.value);
        }
    table.columns.push_back({"cost", "cost", "USD", -1});
    for (const PredictionRow& row : rows) {
        std::vector<Cell> cells{static_cast<double>(row.p)};
        const auto add = [&cells](double value) {
            cells.emplace_back();
            if (std::isfinite(value))
                cells.back() = value;
        };
        for (double PredictionRow::*value : values)
            add(row.*value);
        add(row.costUsd.value_or(std::numeric_limits<double>::infinity()));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

}  // namespace scalewright

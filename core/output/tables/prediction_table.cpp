#include "core/output/tables/prediction_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "core/base/quantity/exact_text.h"
#include "core/base/quantity/units.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/work_share.h"

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
    return fmt::format("{} {}", name, exactAmount(seconds, Dimension::Time));
}

/// Its message, and what its pattern asks for beside it.
std::vector<std::string> exchangeParts(const Exchange& exchange)
{
    const CommunicationParameters& c = exchange.communication;
    const PatternInputs inputs = patternInputs(exchange.pattern);
    std::vector<std::string> parts{time("beta", c.betaS)};
    if (inputs.gamma && c.gammaS > 0)
        parts.push_back(time("gamma", c.gammaS));
    if (inputs.shards)
        parts.push_back(say("{} shards", c.shards));
    if (inputs.neighbours)
        parts.push_back(say("{} neighbours", c.neighbours));
    if (inputs.participation)
        parts.push_back(say("participation {}", exactNumber(c.participation)));
    if (inputs.linearScatter)
        parts.emplace_back(c.linearScatter ? "linear" : "binomial");
    if (c.buckets > 1)
        parts.push_back(say("{} buckets", c.buckets));
    if (c.localSteps > 1)
        parts.push_back(say("exchange every {} steps", c.localSteps));
    return parts;
}

/// The nodes and the link between them.
std::vector<std::string> nodeParts(const ScalingModel& model)
{
    const CommunicationParameters& c = model.first().communication;
    std::vector<std::string> parts;
    if (c.twoLevels || patternInputs(model.first().pattern).hierarchy) {
        const int onNode = model.terms.split ? model.workersPerNode : c.workersPerNode;
        parts.insert(parts.end(),
                     {say("{} workers a node", onNode), time("alpha2", c.alpha2S), time("beta2", c.beta2S)});
        if (c.sharedNetworkCard)
            parts.emplace_back("one network card a node");
        if (c.oversubscription > 1)
            parts.push_back(say("oversubscribed {} times", exactNumber(c.oversubscription)));
    } else if (model.workersPerNode > 1) {
        parts.push_back(say("{} workers a node", model.workersPerNode));
    }
    return parts;
}

}  // namespace

std::vector<std::string> modelParts(const ScalingModel& model, bool withPrice)
{
    std::vector<std::string> parts{titleOf(model.first().pattern), time("T_comp", model.tCompS),
                                   time("alpha", model.first().communication.alphaS)};
    const auto add = [&parts](std::vector<std::string> more) {
        for (std::string& part : more)
            parts.push_back(std::move(part));
    };
    add(exchangeParts(model.first()));
    add(nodeParts(model));
    for (const Exchange& each : std::span(model.exchanges).subspan(1))
        parts.push_back(say("and {}{} [{}]", titleOf(each.pattern), each.name.empty() ? "" : say(" ({})", each.name),
                            joined(exchangeParts(each), "; ")));
    parts.emplace_back(model.scaling == Scaling::Strong ? "strong scaling" : "weak scaling");
    if (model.scaling == Scaling::Strong && (model.mostWorkers || model.terms.backupWorkers > 0))
        parts.push_back(say("T_comp(p) = {}", shareFormula(model)));
    if (withPrice && model.priceUsdPerHour)
        parts.push_back(say("${} per node-hour", exactNumber(*model.priceUsdPerHour)));
    for (const PricedTerm& term : pricedTerms(model.terms, model.first().communication.localSteps))
        parts.push_back(term.brief);
    if (model.terms.fails() && model.stepsAreTheRuns)
        parts.push_back(say("a run of {} steps", exactNumber(model.steps)));
    return parts;
}

std::string modelSummary(const ScalingModel& model)
{
    return joined(modelParts(model), ", ");
}

Table predictionTable(const Prediction& prediction, std::span<const int> p)
{
    const ScalingModel& model = prediction.model;
    const bool strong = model.scaling == Scaling::Strong;
    const int decimals = timeDecimals(model.tCompS);
    std::vector<PredictionRow> rows;
    for (const int workers : p)
        rows.push_back(workers <= prediction.pMax ? prediction.row(workers) : predictAt(model, workers));

    const bool even = std::all_of(rows.begin(), rows.end(), [&](const PredictionRow& row) {
        return (model.mostWorkers && row.p > *model.mostWorkers) || row.tCompS == model.tCompS / row.p;
    });
    struct Shown {
        Column column;
        double PredictionRow::*value;
        bool always;
    };
    const std::vector<Shown> all{
        {{"t_comp",
          !strong ? "T_comp"
          : even  ? "T_comp/p"
                  : "T_comp(p)",
          "s", decimals},
         &PredictionRow::tCompS,
         true},
        {{"t_comm", "T_comm", "s", decimals}, &PredictionRow::tCommS, true},
        {{"t_comm_hidden", "hidden", "s", decimals}, &PredictionRow::hiddenCommS, false},
        {{"t_coordination", "coordination", "s", decimals}, &PredictionRow::tCoordinationS, false},
        {{"t_wait", "waiting", "s", decimals}, &PredictionRow::tWaitS, false},
        {{"t_failure", "failures", "s", decimals}, &PredictionRow::tFailureS, false},
        {{"t_step", "T_step", "s", decimals}, &PredictionRow::tStepS, true},
        {{"speedup", "speedup", "", 2}, &PredictionRow::speedup, true},
        {{"efficiency", "efficiency", "", 3}, &PredictionRow::efficiency, true},
        {{"comm_to_compute", "comm/comp", "", 3}, &PredictionRow::commToCompute, true}};
    Table table{.caption = {}, .columns = {{"p", "p", "", 0}}, .rows = {}};
    const bool holdsMore = model.workersPerNode > 1;
    if (holdsMore)
        table.columns.push_back({"nodes", "nodes", "", 0});
    std::string caption = say("Predicted scaling: {}; times in s", modelSummary(model));
    if (model.priceUsdPerHour)
        caption += say(", cost in USD of {}", runOf(model));
    table.caption = caption;
    std::vector<double PredictionRow::*> values;
    for (const Shown& each : all)
        if (each.always ||
            std::any_of(rows.begin(), rows.end(), [&](const PredictionRow& row) { return row.*each.value != 0; })) {
            table.columns.push_back(each.column);
            values.push_back(each.value);
        }
    table.columns.push_back({"cost", "cost", "USD", -1});
    for (const PredictionRow& row : rows) {
        std::vector<Cell> cells{static_cast<double>(row.p)};
        if (model.mostWorkers && row.p > *model.mostWorkers) {
            cells.resize(table.columns.size());
            table.rows.push_back(std::move(cells));
            continue;
        }
        if (holdsMore)
            cells.emplace_back(static_cast<double>(row.nodes));
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

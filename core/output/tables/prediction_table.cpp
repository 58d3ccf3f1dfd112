// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/tables/prediction_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/quantity/exact_text.h"
#include "core/base/quantity/units.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/work_share.h"

namespace scalewright {

namespace {

// Enough decimals to show T_comp like the 1.0000 in Output 41.4.1; four significant digits for extreme times.
int timeDecimals(double tCompS)
{
    const int exponent = static_cast<int>(std::floor(std::log10(tCompS)));
    return exponent < -9 || exponent > 9 ? -1 : std::max(0, 4 - exponent);
}

std::string namedTimeText(const char* name, double seconds)
{
    return fmt::format("{} {}", name, exactAmount(seconds, Dimension::Time));
}

/// The exchange's message, and the parameters that its pattern needs.
std::vector<std::string> exchangeParameterTexts(const Exchange& exchange)
{
    const CommunicationParameters& c = exchange.communication;
    const PatternInputs inputs = patternInputs(exchange.pattern);
    std::vector<std::string> parts{namedTimeText("beta", c.betaS)};
    if (inputs.gamma && c.gammaS > 0)
        parts.push_back(namedTimeText("gamma", c.gammaS));
    if (inputs.serverShards)
        parts.push_back(formatMessage("{} shards", c.serverShards));
    if (inputs.neighbours)
        parts.push_back(formatMessage("{} neighbours", c.neighbours));
    if (inputs.participation)
        parts.push_back(formatMessage("participation {}", exactNumber(c.participation)));
    if (inputs.linearScatter)
        parts.emplace_back(c.linearScatter ? "linear" : "binomial");
    if (c.buckets > 1)
        parts.push_back(formatMessage("{} buckets", c.buckets));
    if (c.localSteps > 1)
        parts.push_back(formatMessage("exchange every {} steps", c.localSteps));
    return parts;
}

/// The nodes and the link between them.
std::vector<std::string> nodeParameterTexts(const ScalingModel& model)
{
    const CommunicationParameters& c = model.primaryExchange().communication;
    std::vector<std::string> parts;
    if (c.twoLevelNetwork || patternInputs(model.primaryExchange().pattern).hierarchy) {
        const int workersPerNode = model.terms.split ? model.workersPerNode : c.workersPerNode;
        parts.insert(parts.end(), {formatMessage("{} workers a node", workersPerNode),
                                   namedTimeText("alpha2", c.alpha2S), namedTimeText("beta2", c.beta2S)});
        if (c.sharedNetworkCard)
            parts.emplace_back("one network card a node");
        if (c.oversubscription > 1)
            parts.push_back(formatMessage("oversubscribed {} times", exactNumber(c.oversubscription)));
    } else if (model.workersPerNode > 1) {
        parts.push_back(formatMessage("{} workers a node", model.workersPerNode));
    }
    return parts;
}

}  // namespace

std::vector<std::string> modelParameterTexts(const ScalingModel& model, bool includePrice)
{
    std::vector<std::string> parts{titleOf(model.primaryExchange().pattern), namedTimeText("T_comp", model.tCompS),
                                   namedTimeText("alpha", model.primaryExchange().communication.alphaS)};
    const auto add = [&parts](std::vector<std::string> more) {
        for (std::string& part : more)
            parts.push_back(std::move(part));
    };
    add(exchangeParameterTexts(model.primaryExchange()));
    add(nodeParameterTexts(model));
    for (const Exchange& each : std::span(model.exchanges).subspan(1))
        parts.push_back(formatMessage("and {}{} [{}]", titleOf(each.pattern),
                                      each.name.empty() ? "" : formatMessage(" ({})", each.name),
                                      joinNonEmpty(exchangeParameterTexts(each), "; ")));
    parts.emplace_back(model.scaling == Scaling::Strong ? "strong scaling" : "weak scaling");
    if (model.scaling == Scaling::Strong && (model.maximumWorkers || model.terms.backupWorkers > 0))
        parts.push_back(formatMessage("T_comp(p) = {}", workShareFormula(model)));
    if (includePrice && model.nodePriceUsdPerHour)
        parts.push_back(formatMessage("${} per node-hour", exactNumber(*model.nodePriceUsdPerHour)));
    for (const PricedTerm& term : pricedTerms(model.terms, model.primaryExchange().communication.localSteps))
        parts.push_back(term.brief);
    if (model.terms.hasFailureCosts() && model.hasRunLength)
        parts.push_back(formatMessage("a run of {} steps", exactNumber(model.steps)));
    return parts;
}

ScalingModel withReadableTimes(ScalingModel model)
{
    const auto shorten = [](double& seconds) {
        if (const Result<double> read = parseAmount(timeText(seconds), Dimension::Time))
            seconds = *read;
    };
    shorten(model.tCompS);
    for (Exchange& each : model.exchanges)
        for (double CommunicationParameters::*member :
             {&CommunicationParameters::alphaS, &CommunicationParameters::betaS, &CommunicationParameters::gammaS,
              &CommunicationParameters::alpha2S, &CommunicationParameters::beta2S})
            shorten(each.communication.*member);
    for (double DesignTerms::*member : {&DesignTerms::jitterS, &DesignTerms::checkpointS, &DesignTerms::restartS})
        shorten(model.terms.*member);
    for (std::optional<double> DesignTerms::*member : {&DesignTerms::nodeMtbfS, &DesignTerms::checkpointIntervalS})
        if (std::optional<double>& seconds = model.terms.*member)
            shorten(*seconds);
    return model;
}

std::string modelSummary(const ScalingModel& model)
{
    return joinNonEmpty(modelParameterTexts(model), ", ");
}

Table predictionTable(const Prediction& prediction, std::span<const int> p)
{
    const ScalingModel& model = prediction.model;
    const bool strong = model.scaling == Scaling::Strong;
    const int decimals = timeDecimals(model.tCompS);
    std::vector<PredictionRow> rows;
    for (const int workers : p)
        rows.push_back(workers <= prediction.pMax ? prediction.row(workers) : predictAt(model, workers));

    const bool isEvenSplit = std::ranges::all_of(rows, [&](const PredictionRow& row) {
        return (model.maximumWorkers && row.p > *model.maximumWorkers) || row.tCompS == model.tCompS / row.p;
    });
    struct OptionalColumn {
        Column column;
        double PredictionRow::*value;
        bool isAlwaysShown;
    };
    const std::vector<OptionalColumn> candidates{
        {{"t_comp",
          !strong       ? "T_comp"
          : isEvenSplit ? "T_comp/p"
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
    Table table{.columns = {{"p", "p", "", 0}}};
    const bool showsNodes = model.workersPerNode > 1;
    if (showsNodes)
        table.columns.push_back({"nodes", "nodes", "", 0});
    std::string caption = formatMessage("Predicted scaling: {}; times in s", modelSummary(model));
    if (model.nodePriceUsdPerHour)
        caption += formatMessage(", cost in USD of {}", runDescription(model));
    table.caption = caption;
    std::vector<double PredictionRow::*> values;
    for (const OptionalColumn& each : candidates)
        if (each.isAlwaysShown ||
            std::ranges::any_of(rows, [&](const PredictionRow& row) { return row.*each.value != 0; })) {
            table.columns.push_back(each.column);
            values.push_back(each.value);
        }
    table.columns.push_back({"cost", "cost", "USD", -1});
    for (const PredictionRow& row : rows) {
        std::vector<Cell> cells{static_cast<double>(row.p)};
        if (model.maximumWorkers && row.p > *model.maximumWorkers) {
            cells.resize(table.columns.size());
            table.rows.push_back(std::move(cells));
            continue;
        }
        if (showsNodes)
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

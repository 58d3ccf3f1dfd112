// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/slots/topology.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/design/slots/topology_panels.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using Choices = std::vector<SlotChoice>;

std::string amountText(const Quantity& quantity, Dimension dimension)
{
    return amountText(quantity.value, dimension);
}

std::string withScopePrefix(const std::string& scope, const std::string& sentence)
{
    return scope.empty() ? sentence : formatMessage("{}: {}", scope, sentence);
}

bool replicatesModel(Pattern pattern)
{
    const ExchangeOutcome delivers = traitsOf(pattern).outcome;
    return delivers == ExchangeOutcome::FullSum || delivers == ExchangeOutcome::NeighbourMean;
}

// A choice without a pattern is a pipeline, drawn as a chain of its stages.
Drawing drawingOf(const Panel& panel)
{
    return panel.pattern ? traitsOf(*panel.pattern).drawing : Drawing::Chain;
}

CommunicationParameters parametersOf(const Project& project)
{
    return exchangeWithoutTimes(project.target, project.design.communication);
}

// Builds the boxes for workers and servers, with their contents.
class BoxBuilder {
public:
    BoxBuilder(const Project& project, const Panel& panel, const std::vector<std::string>& panelScopes, int p)
        : m_design(project.design), m_panel(panel), m_p(p), m_shardCount(parametersOf(project).serverShards)
    {
        for (const SlotChoice& choice : m_design.partitioning.slot.choices) {
            const bool belongsToOtherPanel = choice.scope != panel.scope && contains(panelScopes, choice.scope);
            if (!belongsToOtherPanel || choice.scope.empty())
                m_choices.push_back(choice);
        }
        m_partitionCount = m_design.partitioning.partitions
                               ? static_cast<long>(std::lround(m_design.partitioning.partitions->value))
                               : p;
    }

    [[nodiscard]] Box workerBox(Span span) const
    {
        Box box{.kind = BoxKind::Worker,
                .number = span.first,
                .representedCount = span.count,
                .name = spanName("w", span),
                .contents = {}};
        const auto backups =
            m_design.loadBalancing.backupWorkers ? std::lround(m_design.loadBalancing.backupWorkers->value) : 0;
        if (span.first >= m_p - backups && backups < m_p)
            box.kind = BoxKind::Backup;
        for (const SlotChoice& choice : m_choices)
            if (!(drawingOf(m_panel) == Drawing::Servers && choice.option == "shard-model"))
                box.contents.push_back(shareText(unitNoun(choice), span.first, span.count, m_p, box.isIdle));
        const bool sharded = isOptionChosen(m_design.partitioning.slot, "shard-model");
        const bool ownsData = contains(m_choices, "split-data", &SlotChoice::option);
        const bool replica = m_panel.pattern && replicatesModel(*m_panel.pattern) && ownsData;
        if (replica && (!sharded || !m_panel.scope.empty()))
            box.contents.emplace_back(span.count == 1 ? "model replica" : "model replicas");
        if (m_panel.optionId == "pipeline")
            box.contents = {span.count == 1 ? formatMessage("stage {}", span.first + 1)
                                            : formatMessage("stages {} … {}", span.first + 1, span.first + span.count)};
        return box;
    }

    [[nodiscard]] Box serverBox(Span span) const
    {
        Box box{.kind = BoxKind::ServerShard,
                .number = span.first,
                .representedCount = span.count,
                .name = {},
                .contents = {}};
        box.name = span.count == 1 ? formatMessage("server {}", span.first + 1)
                                   : fmt::format("{} … {}", span.first + 1, span.first + span.count);
        const int shards = m_shardCount;
        if (drawingOf(m_panel) == Drawing::Clients) {
            box.name = "server";
            box.contents = {"global model"};
        } else if (shards == 1) {
            box.name = "server";
            box.contents = {"all parameters"};
        } else {
            std::string contents = "parameters";
            for (const SlotChoice& choice : m_choices)
                if (choice.option == "shard-model" && !choice.scope.empty())
                    contents = choice.scope;
            box.contents = {span.count == 1 ? formatMessage("{} {}/{}", contents, span.first + 1, shards)
                                            : formatMessage("{} of {}", contents, shards)};
        }
        return box;
    }

private:
    struct UnitNoun {
        std::string singular, plural;
    };

    [[nodiscard]] UnitNoun unitNoun(const SlotChoice& choice) const
    {
        if (choice.option == "split-work") {
            const std::string& unit = m_design.partitioning.unit;
            for (const std::string_view article : {"an ", "a "})
                if (unit.starts_with(article) && unit.size() <= 16 && unit.find_first_of(",;") == std::string::npos)
                    return {unit.substr(article.size()), unit.substr(article.size()) + "s"};
            return {"task share", "task shares"};
        }
        if (!choice.scope.empty() && choice.scope != m_panel.scope)
            return {formatMessage("{} shard", choice.scope), formatMessage("{} shards", choice.scope)};
        if (choice.option == "shard-model")
            return {"model shard", "model shards"};
        return {"data shard", "data shards"};
    }

    // Partitions are distributed evenly, in order.
    [[nodiscard]] std::string shareText(const UnitNoun& noun, int first, int count, int p, bool& isIdle) const
    {
        const long firstPartition = first * m_partitionCount / p,
                   endPartition = static_cast<long>(first + count) * m_partitionCount / p;
        if (firstPartition == endPartition) {
            isIdle = true;
            return formatMessage("no {}", noun.singular);
        }
        if (endPartition - firstPartition == 1)
            return formatMessage("{} {}", noun.singular, firstPartition + 1);
        return formatMessage(
            "{} {}", noun.plural,
            fmt::format("{}{}{}", firstPartition + 1, endPartition - firstPartition == 2 ? ", " : "–", endPartition));
    }

    const Design& m_design;
    const Panel& m_panel;
    int m_p, m_shardCount;
    long m_partitionCount = 1;
    Choices m_choices;
};

std::vector<Panel> emptyPanels(const Design& design)
{
    std::vector<Panel> panels;
    for (const SlotChoice& choice : design.communication.slot.choices) {
        Panel panel;
        panel.optionId = choice.option;
        panel.scope = design.communication.slot.choices.size() > 1 ? choice.scope : std::string();
        const std::vector<Pattern> patterns = patternsForOption(choice.option);
        if (contains(patterns, design.communication.pattern))
            panel.pattern = design.communication.pattern;
        else if (!patterns.empty())
            panel.pattern = patterns.front();
        else if (choice.option != "pipeline")
            panel.pattern = design.communication.pattern;  // an option unknown to this program
        panels.push_back(std::move(panel));
    }
    if (panels.empty()) {
        panels.emplace_back();
        panels.front().pattern = design.communication.pattern;
    }
    return panels;
}

void layOutPanel(Panel& panel, const PanelInputs& inputs)
{
    switch (drawingOf(panel)) {
    case Drawing::Ring: return layOutRing(panel, inputs);
    case Drawing::PairwiseSwaps: return layOutGrid(panel, inputs, false);
    case Drawing::HalvingSwaps: return layOutGrid(panel, inputs, true);
    case Drawing::BinomialTree:
        return inputs.parameters.linearScatter && traitsOf(*panel.pattern).inputs.linearScatter
                   ? layOutStar(panel, inputs)
                   : layOutBinomialTree(panel, inputs);
    case Drawing::DoubleTree: return layOutDoubleTree(panel, inputs);
    case Drawing::Clusters: return layOutClusters(panel, inputs);
    case Drawing::AllPairs: return layOutAllPairs(panel, inputs);
    case Drawing::Servers: return layOutServers(panel, inputs);
    case Drawing::Neighbours: return layOutGossip(panel, inputs);
    case Drawing::Clients: return layOutFederated(panel, inputs);
    case Drawing::Chain: return layOutChain(panel, inputs, !panel.pattern);
    }
}

// What the drawing of a pattern cannot show.
std::string patternNote(const Panel& panel, const CommunicationParameters& parameters, int p)
{
    if (!panel.pattern)
        return "micro-batches pass from stage to stage; this program does not price a pipeline";
    switch (drawingOf(panel)) {
    case Drawing::Ring: return p > 1 ? std::string(traitsOf(*panel.pattern).drawingNote) : "";
    case Drawing::Clusters:
        if (p <= parameters.workersPerNode)
            return p > 1 ? "all workers are on one node: a ring within it" : "";
        return parameters.sharedNetworkCard
                   ? "the nodes share one network card each"
                   : formatMessage("the ring of nodes runs in {} lanes, one for each worker of a node",
                                   std::min(p, parameters.workersPerNode));
    case Drawing::Neighbours: {
        const int neighbours = std::min(parameters.neighbours, p - 1);
        if (neighbours <= 2)
            return {};
        return panel.drawnWorkers == p
                   ? formatMessage("every worker talks to {} neighbours; the more distant ones are drawn only for w1",
                                   neighbours)
                   : formatMessage("every worker talks to {} neighbours; only the nearest are drawn", neighbours);
    }
    case Drawing::Clients: {
        const int clients = std::clamp(static_cast<int>(std::ceil(parameters.participation * p * (1 - 1e-12))), 1, p);
        return clients < p ? formatMessage("{} of {} clients take part in a round", clients, p)
                           : "every client takes part in every round";
    }
    default: return traitsOf(*panel.pattern).drawingNote;
    }
}

void addExchangeNotes(Topology& board, const Project& project)
{
    const Communication& communication = project.design.communication;
    const CommunicationParameters parameters = parametersOf(project);
    for (const Panel& panel : board.panels) {
        if (const std::string note = patternNote(panel, parameters, board.p); !note.empty())
            board.notes.push_back(withScopePrefix(panel.scope, note));
        if (drawingOf(panel) == Drawing::Servers && !communication.shards)
            board.notes.push_back(
                withScopePrefix(panel.scope, "the number of server shards is not set: one is drawn and priced"));
        const bool grouped = panel.arrangement == Arrangement::Grid ||
                             (panel.arrangement == Arrangement::Tree && drawingOf(panel) != Drawing::DoubleTree);
        if (grouped && panel.drawnWorkers < board.p)
            board.notes.push_back(
                withScopePrefix(panel.scope, "the workers of one box exchange among themselves first"));
    }
    if (parameters.localSteps > 1)
        board.notes.push_back(formatMessage("exchanges every {} steps", parameters.localSteps));

    const auto priced = std::ranges::find(board.panels, communication.pattern, &Panel::pattern);
    if (!communication.messageBytes || priced == board.panels.end())
        return;
    std::string note = formatMessage("message {}", amountText(*communication.messageBytes, Dimension::Bytes));
    if (const Result<ScalingModel> model = scalingModel(project); model && board.p > 1) {
        ScalingModel latencyModel = *model;
        CommunicationParameters& c = latencyModel.primaryExchange().communication;
        c.betaS = c.beta2S = c.gammaS = 0;
        const double totalS = primaryExchangeS(*model, board.p), latencyS = primaryExchangeS(latencyModel, board.p);
        note += formatMessage(": it costs {} per step at p = {}, {} for latency and {} for the transfer",
                              amountText(totalS, Dimension::Time), board.p, amountText(latencyS, Dimension::Time),
                              amountText(totalS - latencyS, Dimension::Time));
    }
    board.notes.push_back(withScopePrefix(board.panels.size() > 1 ? priced->scope : std::string(), note));
}

void addConsistencyNotes(Topology& board, const Consistency& consistency)
{
    for (const SlotChoice& choice : consistency.slot.choices) {
        std::string note;
        if (choice.option == "synchronous")
            note = "a barrier after every exchange: the slowest worker sets the pace";
        else if (choice.option == "asynchronous")
            note = "no barrier: no worker waits, and views can be of any age";
        else if (choice.option == "bounded-staleness" && consistency.stalenessSteps)
            note = consistency.stalenessSteps->value == 1
                       ? "no barrier: workers run ahead by at most 1 step"
                       : formatMessage("no barrier: workers run ahead by at most {} steps",
                                       significantText(consistency.stalenessSteps->value));
        else if (choice.option == "bounded-staleness")
            note = "no barrier: workers run ahead by a bounded number of steps, which is not set";
        else if (choice.option == "eventual")
            note = "copies agree in the end: no worker waits, and reads can be stale";
        if (!note.empty())
            board.notes.push_back(withScopePrefix(choice.scope, note));
    }
}

void addCoordination(Topology& board, const Coordination& coordination)
{
    for (const SlotChoice& choice : coordination.slot.choices) {
        if (choice.option == "central-coordinator") {
            Panel& first = board.panels.front();
            if (board.panels.size() == 1 && first.pattern &&
                traitsOf(*first.pattern).outcome == ExchangeOutcome::TaskAnswers) {
                // The worker that scatters is the coordinator and is already on the board.
                first.boxes.front().kind = BoxKind::Coordinator;
                first.boxes.front().contents.insert(first.boxes.front().contents.begin(),
                                                    choice.scope.empty() ? "coordinator" : choice.scope);
                board.notes.push_back(choice.scope.empty() ? "w1 is the coordinator"
                                                           : formatMessage("w1 is {}", choice.scope));
                continue;
            }
            Box box{.kind = BoxKind::Coordinator, .name = "coordinator", .contents = {}};
            if (!choice.scope.empty())
                box.contents.push_back(choice.scope);
            board.services.push_back({std::move(box), ArrowKind::Control, "plans, watches"});
        } else if (choice.option == "decentralized") {
            board.notes.push_back(withScopePrefix(choice.scope, "no coordinator: the peers agree among themselves"));
        }
    }
    if (!coordination.onLoss.empty())
        board.notes.push_back(formatMessage("if the coordinator is lost: {}", coordination.onLoss));
}

void addFaultTolerance(Topology& board, const FaultTolerance& faults)
{
    for (const SlotChoice& choice : faults.slot.choices) {
        if (choice.option == "checkpoint-restart") {
            Box box{.kind = BoxKind::Storage, .name = "checkpoints", .contents = {}};
            if (!choice.scope.empty())
                box.contents.push_back(choice.scope);
            if (faults.checkpointIntervalS)
                box.contents.push_back(
                    formatMessage("every {}", amountText(*faults.checkpointIntervalS, Dimension::Time)));
            board.services.push_back({std::move(box), ArrowKind::Recovery, "write, reload"});
        } else if (choice.option == "replicate-re-execute") {
            const bool isReExecuted = choice.scope.find("execut") != std::string::npos;
            if (isReExecuted) {
                board.notes.push_back(withScopePrefix(choice.scope, "a lost part is computed again from its inputs"));
                continue;
            }
            Box box{.kind = BoxKind::Replica, .name = "replicas", .contents = {}};
            if (!choice.scope.empty())
                box.contents.push_back(choice.scope);
            board.services.push_back({std::move(box), ArrowKind::Recovery, "copy, take over"});
        } else if (choice.option == "elastic") {
            board.notes.push_back(
                withScopePrefix(choice.scope, "elastic: the survivors of a failure take new ranks and continue"));
        } else if (choice.option == "client-dropout") {
            board.notes.push_back(withScopePrefix(choice.scope, "a client that drops out is left out of the round"));
        } else if (choice.option == "graceful-loss") {
            board.notes.push_back(withScopePrefix(choice.scope, "if an agent is lost, the others continue without it"));
        }
    }
}

void addPartitionNotes(Topology& board, const Partitioning& partitioning)
{
    if (partitioning.slot.choices.empty()) {
        board.notes.emplace_back("slot 1 is empty: who holds what is unknown");
        return;
    }
    if (!partitioning.replicated.empty())
        board.notes.push_back(formatMessage("every worker holds a copy of {}", partitioning.replicated));
    if (partitioning.partitions && partitioning.partitions->value < board.p)
        board.notes.push_back(formatMessage("{} partitions for {} workers: {} without one",
                                            significantText(partitioning.partitions->value), board.p,
                                            significantText(board.p - partitioning.partitions->value)));
}

void addBalanceNotes(Topology& board, const LoadBalancing& balancing)
{
    const auto backups = balancing.backupWorkers ? std::lround(balancing.backupWorkers->value) : 0;
    if (backups > 0 && backups < board.p)
        board.notes.push_back(backups == 1 ? formatMessage("1 backup worker: a step ends with the first {} of {}",
                                                           board.p - backups, board.p)
                                           : formatMessage("{} backup workers: a step ends with the first {} of {}",
                                                           backups, board.p - backups, board.p));
    if (balancing.skew && balancing.skew->value > 1)
        board.notes.push_back(
            formatMessage("the largest shard is {} times the mean", significantText(balancing.skew->value)));
}

}  // namespace

Topology topologyOf(const Project& project, int p, int maximumBoxes)
{
    Topology board;
    board.p = p;
    board.panels = emptyPanels(project.design);
    std::vector<std::string> scopes;
    scopes.reserve(board.panels.size());
    for (const Panel& panel : board.panels)
        scopes.push_back(panel.scope);
    for (Panel& panel : board.panels) {
        const BoxBuilder boxBuilder(project, panel, scopes, p);
        const int boxesPerPanel = board.panels.size() > 1 ? maximumBoxes / 2 : maximumBoxes;
        layOutPanel(panel, {p, boxesPerPanel, [&](Span span) { return boxBuilder.workerBox(span); },
                            [&](Span span) { return boxBuilder.serverBox(span); }, parametersOf(project)});
    }
    addCoordination(board, project.design.coordination);
    addExchangeNotes(board, project);
    addConsistencyNotes(board, project.design.consistency);
    addPartitionNotes(board, project.design.partitioning);
    addBalanceNotes(board, project.design.loadBalancing);
    addFaultTolerance(board, project.design.faultTolerance);
    return board;
}

}  // namespace scalewright

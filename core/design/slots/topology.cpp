#include "core/design/slots/topology.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/design/slots/topology_panels.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using Choices = std::vector<SlotChoice>;

bool has(const DesignSlot& slot, std::string_view option)
{
    return std::any_of(slot.choices.begin(), slot.choices.end(),
                       [&](const SlotChoice& choice) { return choice.option == option; });
}

std::string amount(const Quantity& quantity, Dimension dimension)
{
    return formatAmount(quantity.value, dimension).joined();
}

std::string amount(double value, Dimension dimension)
{
    return formatAmount(value, dimension).joined();
}

std::string said(const std::string& scope, std::string sentence)
{
    return scope.empty() ? sentence : say("{}: {}", scope, std::move(sentence));
}

bool replicatesModel(Pattern pattern)
{
    const Delivers delivers = traitsOf(pattern).delivers;
    return delivers == Delivers::AllReduce || delivers == Delivers::NeighboursMean;
}

// A choice that no pattern carries out, a pipeline, is a chain of its stages.
Drawing drawingOf(const Panel& panel)
{
    return panel.pattern ? traitsOf(*panel.pattern).drawing : Drawing::Chain;
}

CommunicationParameters parametersOf(const Project& project)
{
    return exchangeWithoutTimes(project.target, project.design.communication);
}

// What each worker or server holds, line by line.
class Holdings {
public:
    Holdings(const Project& project, const Panel& panel, const std::vector<std::string>& panelScopes, int p)
        : m_design(project.design), m_panel(panel), m_p(p), m_shards(parametersOf(project).shards)
    {
        for (const SlotChoice& choice : m_design.partitioning.slot.choices) {
            const bool anotherPanels = choice.scope != panel.scope && std::find(panelScopes.begin(), panelScopes.end(),
                                                                                choice.scope) != panelScopes.end();
            if (!anotherPanels || choice.scope.empty())
                m_choices.push_back(choice);
        }
        m_partitions = m_design.partitioning.partitions
                           ? static_cast<long>(std::lround(m_design.partitioning.partitions->value))
                           : p;
    }

    [[nodiscard]] Box worker(Span span) const
    {
        Box box{.kind = BoxKind::Worker,
                .number = span.first,
                .standsFor = span.count,
                .name = spanName("w", span),
                .holds = {}};
        const auto backups =
            m_design.loadBalancing.backupWorkers ? std::lround(m_design.loadBalancing.backupWorkers->value) : 0;
        if (span.first >= m_p - backups && backups < m_p)
            box.kind = BoxKind::Backup;
        for (const SlotChoice& choice : m_choices)
            if (!(drawingOf(m_panel) == Drawing::Servers && choice.option == "shard-model"))
                box.holds.push_back(share(noun(choice), span.first, span.count, m_p, box.idle));
        const bool sharded = has(m_design.partitioning.slot, "shard-model");
        const bool ownsData = std::any_of(m_choices.begin(), m_choices.end(),
                                          [](const SlotChoice& choice) { return choice.option == "split-data"; });
        const bool replica = m_panel.pattern && replicatesModel(*m_panel.pattern) && ownsData;
        if (replica && (!sharded || !m_panel.scope.empty()))
            box.holds.emplace_back(span.count == 1 ? "model replica" : "model replicas");
        if (m_panel.option == "pipeline")
            box.holds = {span.count == 1 ? say("stage {}", span.first + 1)
                                         : say("stages {} … {}", span.first + 1, span.first + span.count)};
        return box;
    }

    [[nodiscard]] Box server(Span span) const
    {
        Box box{.kind = BoxKind::ServerShard, .number = span.first, .standsFor = span.count, .name = {}, .holds = {}};
        box.name = span.count == 1 ? say("server {}", span.first + 1)
                                   : fmt::format("{} … {}", span.first + 1, span.first + span.count);
        const int shards = m_shards;
        if (drawingOf(m_panel) == Drawing::Clients) {
            box.name = "server";
            box.holds = {"global model"};
        } else if (shards == 1) {
            box.name = "server";
            box.holds = {"all parameters"};
        } else {
            std::string what = "parameters";
            for (const SlotChoice& choice : m_choices)
                if (choice.option == "shard-model" && !choice.scope.empty())
                    what = choice.scope;
            box.holds = {span.count == 1 ? say("{} {}/{}", what, span.first + 1, shards)
                                         : say("{} of {}", what, shards)};
        }
        return box;
    }

private:
    struct Noun {
        std::string one, many;
    };

    [[nodiscard]] Noun noun(const SlotChoice& choice) const
    {
        if (choice.option == "split-work") {
            const std::string& unit = m_design.partitioning.unit;
            for (const std::string_view article : {"an ", "a "})
                if (unit.starts_with(article) && unit.size() <= 16 && unit.find_first_of(",;") == std::string::npos)
                    return {unit.substr(article.size()), unit.substr(article.size()) + "s"};
            return {"task share", "task shares"};
        }
        if (!choice.scope.empty() && choice.scope != m_panel.scope)
            return {say("{} shard", choice.scope), say("{} shards", choice.scope)};
        if (choice.option == "shard-model")
            return {"model shard", "model shards"};
        return {"data shard", "data shards"};
    }

    // Partitions are dealt out evenly, in order.
    [[nodiscard]] std::string share(const Noun& what, int first, int count, int p, bool& idle) const
    {
        const long from = first * m_partitions / p, to = static_cast<long>(first + count) * m_partitions / p;
        if (from == to) {
            idle = true;
            return say("no {}", what.one);
        }
        if (to - from == 1)
            return say("{} {}", what.one, from + 1);
        return say("{} {}", what.many, fmt::format("{}{}{}", from + 1, to - from == 2 ? ", " : "–", to));
    }

    const Design& m_design;
    const Panel& m_panel;
    int m_p, m_shards;
    long m_partitions = 1;
    Choices m_choices;
};

std::vector<Panel> emptyPanels(const Design& design)
{
    std::vector<Panel> panels;
    for (const SlotChoice& choice : design.communication.slot.choices) {
        Panel panel;
        panel.option = choice.option;
        panel.scope = design.communication.slot.choices.size() > 1 ? choice.scope : std::string();
        const std::vector<Pattern> patterns = patternsCarryingOut(choice.option);
        if (std::find(patterns.begin(), patterns.end(), design.communication.pattern) != patterns.end())
            panel.pattern = design.communication.pattern;
        else if (!patterns.empty())
            panel.pattern = patterns.front();
        else if (choice.option != "pipeline")
            panel.pattern = design.communication.pattern;  // an option that this program does not know
        panels.push_back(std::move(panel));
    }
    if (panels.empty()) {
        panels.emplace_back();
        panels.front().pattern = design.communication.pattern;
    }
    return panels;
}

void fill(Panel& panel, const PanelInputs& in)
{
    switch (drawingOf(panel)) {
    case Drawing::Ring: return layRing(panel, in);
    case Drawing::Swaps: return layGrid(panel, in, false);
    case Drawing::HalvingSwaps: return layGrid(panel, in, true);
    case Drawing::BinomialTree:
        return in.parameters.linearScatter && traitsOf(*panel.pattern).inputs.linearScatter
                   ? layStar(panel, in)
                   : layBinomialTree(panel, in);
    case Drawing::DoubleTree: return layDoubleTree(panel, in);
    case Drawing::Clusters: return layClusters(panel, in);
    case Drawing::AllPairs: return layAllPairs(panel, in);
    case Drawing::Servers: return layServers(panel, in);
    case Drawing::Neighbours: return layGossip(panel, in);
    case Drawing::Clients: return layFederated(panel, in);
    case Drawing::Chain: return layChain(panel, in, !panel.pattern);
    }
}

// What the drawing of a pattern leaves to words.
std::string patternNote(const Panel& panel, const CommunicationParameters& parameters, int p)
{
    if (!panel.pattern)
        return "micro-batches pass from stage to stage; this program does not price a pipeline";
    switch (drawingOf(panel)) {
    case Drawing::Ring: return p > 1 ? std::string(traitsOf(*panel.pattern).drawingNote) : "";
    case Drawing::Clusters:
        if (p <= parameters.workersPerNode)
            return p > 1 ? "all workers are on one node: a ring within it" : "";
        return parameters.sharedNetworkCard ? "the nodes share one network card each"
                                            : say("the ring of nodes runs in {} lanes, one for each worker of a node",
                                                  std::min(p, parameters.workersPerNode));
    case Drawing::Neighbours: {
        const int neighbours = std::min(parameters.neighbours, p - 1);
        if (neighbours <= 2)
            return {};
        return panel.drawn == p
                   ? say("every worker talks to {} neighbours; those beyond the next are drawn for w1 alone",
                         neighbours)
                   : say("every worker talks to {} neighbours; the next ones are drawn", neighbours);
    }
    case Drawing::Clients: {
        const int clients = std::clamp(static_cast<int>(std::ceil(parameters.participation * p * (1 - 1e-12))), 1, p);
        return clients < p ? say("{} of {} clients take part in a round", clients, p)
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
        if (std::string note = patternNote(panel, parameters, board.p); !note.empty())
            board.notes.push_back(said(panel.scope, std::move(note)));
        if (drawingOf(panel) == Drawing::Servers && !communication.shards)
            board.notes.push_back(
                said(panel.scope, "how many server shards there are is not given: one is drawn and priced"));
        const bool grouped = panel.arrangement == Arrangement::Grid ||
                             (panel.arrangement == Arrangement::Tree && drawingOf(panel) != Drawing::DoubleTree);
        if (grouped && panel.drawn < board.p)
            board.notes.push_back(said(panel.scope, "the workers of one box exchange among themselves first"));
    }
    if (parameters.localSteps > 1)
        board.notes.push_back(say("exchanges every {} steps", parameters.localSteps));

    const auto priced = std::find_if(board.panels.begin(), board.panels.end(),
                                     [&](const Panel& panel) { return panel.pattern == communication.pattern; });
    if (!communication.messageBytes || priced == board.panels.end())
        return;
    std::string note = say("message {}", amount(*communication.messageBytes, Dimension::Bytes));
    if (const Result<ScalingModel> model = scalingModel(project); model && board.p > 1) {
        ScalingModel latency = *model;
        CommunicationParameters& c = latency.first().communication;
        c.betaS = c.beta2S = c.gammaS = 0;
        const double all = ownExchangeS(*model, board.p), alone = ownExchangeS(latency, board.p);
        note +=
            say(": a step pays {} for it at p = {}, {} of latency and {} of moving it", amount(all, Dimension::Time),
                board.p, amount(alone, Dimension::Time), amount(all - alone, Dimension::Time));
    }
    board.notes.push_back(said(board.panels.size() > 1 ? priced->scope : std::string(), std::move(note)));
}

void addConsistencyNotes(Topology& board, const Consistency& consistency)
{
    for (const SlotChoice& choice : consistency.slot.choices) {
        std::string note;
        if (choice.option == "synchronous")
            note = "a barrier after every exchange: the slowest worker sets the pace";
        else if (choice.option == "asynchronous")
            note = "no barrier: nobody waits, and views are of any age";
        else if (choice.option == "bounded-staleness" && consistency.stalenessSteps)
            note = consistency.stalenessSteps->value == 1 ? "no barrier: workers run ahead by at most 1 step"
                                                          : say("no barrier: workers run ahead by at most {} steps",
                                                                significant(consistency.stalenessSteps->value));
        else if (choice.option == "bounded-staleness")
            note = "no barrier: workers run ahead by a bounded number of steps, which is not given";
        else if (choice.option == "eventual")
            note = "copies agree in the end: nobody waits, and what is read may be old";
        if (!note.empty())
            board.notes.push_back(said(choice.scope, std::move(note)));
    }
}

void addCoordination(Topology& board, const Coordination& coordination)
{
    for (const SlotChoice& choice : coordination.slot.choices) {
        if (choice.option == "central-coordinator") {
            Panel& first = board.panels.front();
            if (board.panels.size() == 1 && first.pattern && traitsOf(*first.pattern).delivers == Delivers::Answers) {
                // The one that scatters is the coordinator: it is on the board already.
                first.boxes.front().kind = BoxKind::Coordinator;
                first.boxes.front().holds.insert(first.boxes.front().holds.begin(),
                                                 choice.scope.empty() ? "coordinator" : choice.scope);
                board.notes.push_back(choice.scope.empty() ? "w1 is the coordinator" : say("w1 is {}", choice.scope));
                continue;
            }
            Box box{.kind = BoxKind::Coordinator, .name = "coordinator", .holds = {}};
            if (!choice.scope.empty())
                box.holds.push_back(choice.scope);
            board.services.push_back({std::move(box), ArrowKind::Control, "plans, watches"});
        } else if (choice.option == "decentralized") {
            board.notes.push_back(said(choice.scope, "no coordinator: the peers agree among themselves"));
        }
    }
    if (!coordination.onLoss.empty())
        board.notes.push_back(say("if the coordinator is lost: {}", coordination.onLoss));
}

void addFaultTolerance(Topology& board, const FaultTolerance& faults)
{
    for (const SlotChoice& choice : faults.slot.choices) {
        if (choice.option == "checkpoint-restart") {
            Box box{.kind = BoxKind::Storage, .name = "checkpoints", .holds = {}};
            if (!choice.scope.empty())
                box.holds.push_back(choice.scope);
            if (faults.checkpointIntervalS)
                box.holds.push_back(say("every {}", amount(*faults.checkpointIntervalS, Dimension::Time)));
            board.services.push_back({std::move(box), ArrowKind::Recovery, "write, reload"});
        } else if (choice.option == "replicate-re-execute") {
            const bool again = choice.scope.find("execut") != std::string::npos;
            if (again) {
                board.notes.push_back(said(choice.scope, "a lost part is computed again from its inputs"));
                continue;
            }
            Box box{.kind = BoxKind::Replica, .name = "replicas", .holds = {}};
            if (!choice.scope.empty())
                box.holds.push_back(choice.scope);
            board.services.push_back({std::move(box), ArrowKind::Recovery, "copy, take over"});
        } else if (choice.option == "elastic") {
            board.notes.push_back(said(choice.scope, "elastic: the survivors of a failure take new ranks and go on"));
        } else if (choice.option == "client-dropout") {
            board.notes.push_back(said(choice.scope, "a client that drops out is left out of the round"));
        } else if (choice.option == "graceful-loss") {
            board.notes.push_back(said(choice.scope, "an agent that is lost is missed, and the others carry on"));
        }
    }
}

void addPartitionNotes(Topology& board, const Partitioning& partitioning)
{
    if (partitioning.slot.choices.empty()) {
        board.notes.emplace_back("slot 1 is empty: who holds what is not said");
        return;
    }
    if (!partitioning.replicated.empty())
        board.notes.push_back(say("every worker holds a copy of {}", partitioning.replicated));
    if (partitioning.partitions && partitioning.partitions->value < board.p)
        board.notes.push_back(say("{} partitions for {} workers: {} hold none",
                                  significant(partitioning.partitions->value), board.p,
                                  significant(board.p - partitioning.partitions->value)));
}

void addBalanceNotes(Topology& board, const LoadBalancing& balancing)
{
    const auto backups = balancing.backupWorkers ? std::lround(balancing.backupWorkers->value) : 0;
    if (backups > 0 && backups < board.p)
        board.notes.push_back(
            backups == 1
                ? say("1 backup worker: a step ends with the first {} of {}", board.p - backups, board.p)
                : say("{} backup workers: a step ends with the first {} of {}", backups, board.p - backups, board.p));
    if (balancing.skew && balancing.skew->value > 1)
        board.notes.push_back(say("the largest shard is {} times the mean one", significant(balancing.skew->value)));
}

}  // namespace

Topology topologyOf(const Project& project, int p, int most)
{
    Topology board;
    board.p = p;
    board.panels = emptyPanels(project.design);
    std::vector<std::string> scopes;
    scopes.reserve(board.panels.size());
    for (const Panel& panel : board.panels)
        scopes.push_back(panel.scope);
    for (Panel& panel : board.panels) {
        const Holdings holdings(project, panel, scopes, p);
        const int each = board.panels.size() > 1 ? most / 2 : most;
        fill(panel, {p, each, [&](Span span) { return holdings.worker(span); },
                     [&](Span span) { return holdings.server(span); }, parametersOf(project)});
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

// SPDX-License-Identifier: GPL-3.0-or-later
// The boxes and arrows of the whiteboard, checked against properties of the algorithms: an all-reduce executed along
// the drawn arrows gives every worker every part; trees span all workers; no worker is an inner node in both trees of a
// double tree; folding loses no worker.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/decision/analysis/analysis.h"
#include "core/design/slots/slots.h"
#include "core/design/slots/topology.h"
#include "core/output/answers/exchange_time.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

Project designed(Pattern pattern)
{
    Project project = test::output4141();
    project.design.communication.pattern = pattern;
    return project;
}

SlotChoice choice(const char* option, const char* scope = "")
{
    return {option, scope, {}};
}

const std::vector<int>& sampleWorkerCounts()
{
    static const std::vector<int> p{1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 15, 16, 17, 31, 64, 100, 1000, 4096};
    return p;
}

std::vector<std::string> contentLines(const std::vector<std::string>& contents)
{
    std::vector<std::string> lines;
    for (const std::string& each : contents)
        lines.push_back(each);
    return lines;
}

bool noted(const Topology& board, const std::string& text)
{
    return std::any_of(board.notes.begin(), board.notes.end(),
                       [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

bool isWorker(const Box& box)
{
    return box.kind == BoxKind::Worker || box.kind == BoxKind::Backup || (box.kind == BoxKind::Coordinator);
}

/// Sends every worker's parts along the arrows, phase by phase, in both directions of an arrow at once.
std::vector<std::set<int>> played(const Panel& panel)
{
    std::vector<std::set<int>> parts(panel.boxes.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i] = {static_cast<int>(i)};
    int last = 0;
    for (const Arrow& arrow : panel.arrows)
        last = std::max(last, arrow.phase);
    for (int phase = 0; phase <= last; ++phase) {
        const auto before = parts;
        for (const Arrow& arrow : panel.arrows)
            if (arrow.phase == phase) {
                const auto from = static_cast<std::size_t>(arrow.from), to = static_cast<std::size_t>(arrow.to);
                parts[to].insert(before[from].begin(), before[from].end());
                if (arrow.isBidirectional)
                    parts[from].insert(before[to].begin(), before[to].end());
            }
    }
    return parts;
}

/// ceil(log2 n) for n >= 1.
int ceilLog(int n)
{
    int rounds = 0;
    while ((1 << rounds) < n)
        ++rounds;
    return rounds;
}

int treeDepth(const std::vector<int>& parents, int node)
{
    int depth = 0;
    while (parents[static_cast<std::size_t>(node)] >= 0) {
        node = parents[static_cast<std::size_t>(node)];
        ++depth;
    }
    return depth;
}

}  // namespace

class tst_topology : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Student B's dense gradients: 300 000 x 4 bytes in a ring of 15 workers, 50 us and 3.125 GB/s:
    // 2 x 14 x 50 us + 2 x 14/15 x 1.2 MB/3.125 GB/s = 1.4 + 0.717 = 2.12 ms. The rows of the table: 4096 x 256 bytes.
    void eachExchangeHasItsOwnLabel()
    {
        const Project project = test::example(QStringLiteral("student-b"));
        const Analysis analysis = analyse(project);
        QVERIFY(analysis.model);
        const std::vector<std::string> labels = exchangeLabels(project.design.communication, *analysis.model, 15);
        QCOMPARE(labels.size(), std::size_t(2));
        QVERIFY2(labels[0].starts_with("1.05 MB · "), labels[0].c_str());
        QCOMPARE(labels[1], std::string("1.20 MB · 2.12 ms"));
        QCOMPARE(exchangeLabels(project.design.communication, *analysis.model, 1), (std::vector<std::string>{"", ""}));
    }

    void foldingKeepsEveryWorker()
    {
        for (const Pattern pattern : allPatterns)
            for (const int p : sampleWorkerCounts()) {
                Project project = designed(pattern);
                project.design.communication.shards = typed(6);
                project.design.communication.participation = typed(0.3);
                project.target.workersPerNode = typed(8);
                const Topology board = topologyOf(project, p);
                QCOMPARE(board.p, p);
                QCOMPARE(board.panels.size(), std::size_t(1));
                const Panel& panel = board.panels[0];
                int next = 0, singleBoxes = 0, boxes = 0;
                for (const Box& box : panel.boxes) {
                    QVERIFY(!box.name.empty());
                    if (box.copyNumber != 0 || !isWorker(box) || pattern == Pattern::DoubleTreeAllReduce)
                        continue;
                    QCOMPARE(box.number, next);
                    next += box.representedCount;
                    singleBoxes += box.representedCount == 1;
                    ++boxes;
                }
                if (pattern != Pattern::DoubleTreeAllReduce) {
                    QCOMPARE(next, p);
                    QCOMPARE(singleBoxes, panel.drawnWorkers);
                    QVERIFY2(boxes <= 28, patternName(pattern));
                    if (p <= 12)
                        QCOMPARE(panel.drawnWorkers, p);
                }
                for (const Arrow& arrow : panel.arrows) {
                    QVERIFY(arrow.from != arrow.to);
                    QVERIFY(arrow.from >= 0 && arrow.from < int(panel.boxes.size()) && arrow.to >= 0 &&
                            arrow.to < int(panel.boxes.size()));
                }
            }
    }

    void ringVisitsEveryWorkerOnce()
    {
        for (const Pattern pattern :
             {Pattern::BookRingAllReduce, Pattern::RingAllReduce, Pattern::ReduceScatterAllGather})
            for (const int p : {2, 3, 8, 16, 64}) {
                const Panel panel = topologyOf(designed(pattern), p).panels[0];
                QCOMPARE(panel.arrangement, Arrangement::Ring);
                QCOMPARE(panel.arrows.size(), panel.boxes.size());
                int current = 0;
                for (std::size_t hops = 0; hops < panel.boxes.size(); ++hops) {
                    const auto outgoing = std::find_if(panel.arrows.begin(), panel.arrows.end(),
                                                       [&](const Arrow& arrow) { return arrow.from == current; });
                    QVERIFY(outgoing != panel.arrows.end());
                    QVERIFY(!outgoing->isBidirectional);
                    current = outgoing->to;
                    QCOMPARE(current == 0, hops + 1 == panel.boxes.size());
                }
            }
        QVERIFY(topologyOf(designed(Pattern::RingAllReduce), 1).panels[0].arrows.empty());
    }

    // Thakur, Rabenseifner, Gropp 2005: log2 p rounds for powers of two, otherwise two more, after which every worker
    // has all parts.
    void recursiveDoublingReachesEveryWorker()
    {
        for (const Pattern pattern : {Pattern::RecursiveDoublingAllReduce, Pattern::RabenseifnerAllReduce})
            for (int p = 2; p <= 16; ++p) {
                const Panel panel = topologyOf(designed(pattern), p).panels[0];
                QCOMPARE(panel.boxes.size(), std::size_t(p));
                const bool power = (p & (p - 1)) == 0;
                const int floorLog = power ? ceilLog(p) : ceilLog(p) - 1;
                QCOMPARE(panel.phases.size(), std::size_t(power ? floorLog : floorLog + 2));
                for (const std::set<int>& parts : played(panel))
                    QCOMPARE(int(parts.size()), p);
                // No worker has two partners in one round.
                for (int phase = 0; phase < int(panel.phases.size()); ++phase) {
                    std::set<int> busy;
                    for (const Arrow& arrow : panel.arrows)
                        if (arrow.phase == phase)
                            QVERIFY(busy.insert(arrow.from).second && busy.insert(arrow.to).second);
                }
            }
        for (const int p : {17, 64, 100, 1000}) {
            const Panel panel = topologyOf(designed(Pattern::RecursiveDoublingAllReduce), p).panels[0];
            for (const std::set<int>& parts : played(panel))
                QCOMPARE(parts.size(), panel.boxes.size());
        }
    }

    void aBinomialTreeSpans()
    {
        for (int count = 1; count <= 200; ++count) {
            const std::vector<int> parents = binomialParents(count);
            int maximumDepth = 0, children = 0;
            for (int i = 0; i < count; ++i) {
                maximumDepth = std::max(maximumDepth, treeDepth(parents, i));
                children += parents[std::size_t(i)] == 0;
            }
            // ceil(log2 count) rounds: the root receives from one child per round.
            QCOMPARE(children, ceilLog(count));
            QVERIFY(maximumDepth <= ceilLog(count));
        }
        const Panel panel = topologyOf(designed(Pattern::TreeAllReduce), 16).panels[0];
        QCOMPARE(panel.arrows.size(), std::size_t(15));
        QVERIFY(std::all_of(panel.arrows.begin(), panel.arrows.end(),
                            [](const Arrow& arrow) { return arrow.isBidirectional; }));
    }

    // Sanders, Speck, Träff 2009: both trees span all workers.
    void bothTreesSpanAllWorkers()
    {
        const Panel panel = topologyOf(designed(Pattern::DoubleTreeAllReduce), 12).panels[0];
        QCOMPARE(
            std::count_if(panel.boxes.begin(), panel.boxes.end(), [](const Box& box) { return box.copyNumber == 0; }),
            12);
        QCOMPARE(
            std::count_if(panel.boxes.begin(), panel.boxes.end(), [](const Box& box) { return box.copyNumber == 1; }),
            12);
        // After folding, both trees still represent all workers.
        for (const int p : {17, 64, 1000})
            for (const int copy : {0, 1}) {
                int workers = 0;
                const Panel folded = topologyOf(designed(Pattern::DoubleTreeAllReduce), p).panels[0];
                for (const Box& box : folded.boxes)
                    workers += box.copyNumber == copy ? box.representedCount : 0;
                QCOMPARE(workers, p);
            }
    }

    void hierarchyShowsItsNodes()
    {
        Project project = designed(Pattern::HierarchicalAllReduce);
        project.target.workersPerNode = typed(4);
        const Panel panel = topologyOf(project, 14).panels[0];
        QCOMPARE(panel.arrangement, Arrangement::Clusters);
        QCOMPARE(panel.nodes.size(), std::size_t(4));  // ceil(14/4)
        for (const Box& box : panel.boxes)
            QCOMPARE(box.nodeIndex, box.number / 4);
        QCOMPARE(std::count_if(panel.arrows.begin(), panel.arrows.end(),
                               [](const Arrow& arrow) { return arrow.phase == 1; }),
                 4);
        QVERIFY(noted(topologyOf(project, 14), "in 4 lanes"));
        // Sixteen equal nodes: the first is drawn worker by worker, each other drawn node as one box.
        const Panel manyNodes = topologyOf(project, 64).panels[0];
        for (std::size_t node = 0; node < manyNodes.nodes.size(); ++node) {
            const auto boxes = std::count_if(manyNodes.boxes.begin(), manyNodes.boxes.end(),
                                             [&](const Box& box) { return box.nodeIndex == static_cast<int>(node); });
            QVERIFY(node == 0 ? boxes > 1 : boxes == 1);
        }
        QCOMPARE(topologyOf(project, 3).panels[0].nodes.size(), std::size_t(1));
        QVERIFY(noted(topologyOf(project, 3), "on one node"));
    }

    void serversAndClients()
    {
        Project project = designed(Pattern::ParameterServer);
        project.design.communication.shards = typed(4);
        Panel panel = topologyOf(project, 8).panels[0];
        QCOMPARE(panel.arrangement, Arrangement::Bipartite);
        const auto count = [&](BoxKind kind) {
            return std::count_if(panel.boxes.begin(), panel.boxes.end(),
                                 [kind](const Box& box) { return box.kind == kind; });
        };
        QCOMPARE(count(BoxKind::ServerShard), 4);
        QCOMPARE(count(BoxKind::Exchange), 1);
        QCOMPARE(panel.arrows.size(), std::size_t(8));

        project.design.communication.shards = typed(1);
        panel = topologyOf(project, 8).panels[0];
        QCOMPARE(panel.arrangement, Arrangement::Star);
        QVERIFY(std::all_of(panel.arrows.begin(), panel.arrows.end(),
                            [](const Arrow& arrow) { return arrow.to == 0 && arrow.isBidirectional; }));

        project = designed(Pattern::FederatedAveraging);
        project.design.communication.participation = typed(0.07);
        for (const int p : {10, 100, 400}) {
            const Topology board = topologyOf(project, p);
            int active = 0;
            for (const Box& box : board.panels[0].boxes)
                active += isWorker(box) && !box.isIdle ? box.representedCount : 0;
            QCOMPARE(active, p == 10 ? 1 : p == 100 ? 7 : 28);  // ceil(0.07 p)
            QVERIFY(noted(board, QStringLiteral("%1 of %2 clients").arg(active).arg(p).toStdString()));
        }
    }

    void gossipConnectsNeighbours()
    {
        Project project = designed(Pattern::Gossip);
        for (const int d : {1, 2, 3, 4, 6}) {
            project.design.communication.neighbours = typed(d);
            const Panel panel = topologyOf(project, 12).panels[0];
            std::set<int> neighbours;
            for (const Arrow& arrow : panel.arrows) {
                if (arrow.from == 0)
                    neighbours.insert(arrow.to);
                if (arrow.to == 0 && arrow.isBidirectional)
                    neighbours.insert(arrow.from);
            }
            QCOMPARE(int(neighbours.size()), d);
        }
        project.design.communication.neighbours = typed(5);
        QCOMPARE(topologyOf(project, 2).panels[0].arrows.size(), std::size_t(1));
    }

    void showsWhatEachWorkerHolds()
    {
        Project project = designed(Pattern::RingAllReduce);
        QVERIFY(noted(topologyOf(project, 4), "slot 1 is empty"));
        project.design.partitioning.slot.choices = {choice("split-data")};
        Panel panel = topologyOf(project, 4).panels[0];
        QCOMPARE(panel.boxes[2].name, std::string("w3"));
        QCOMPARE(contentLines(panel.boxes[2].contents), (std::vector<std::string>{"data shard 3", "model replica"}));
        // Eight partitions on four workers: two each. Three partitions: one worker has none.
        project.design.partitioning.partitions = typed(8);
        QCOMPARE(topologyOf(project, 4).panels[0].boxes[1].contents[0], std::string("data shards 3, 4"));
        project.design.partitioning.partitions = typed(3);
        panel = topologyOf(project, 4).panels[0];
        QCOMPARE(std::count_if(panel.boxes.begin(), panel.boxes.end(), [](const Box& box) { return box.isIdle; }), 1);
        QVERIFY(noted(topologyOf(project, 4), "3 partitions for 4 workers: 1 without one"));
        // A sharded model is not replicated.
        project = designed(Pattern::ReduceScatterAllGather);
        project.design.partitioning.slot.choices = {choice("shard-model")};
        QCOMPARE(contentLines(topologyOf(project, 4).panels[0].boxes[3].contents),
                 std::vector<std::string>{"model shard 4"});
        project = designed(Pattern::Gossip);
        project.design.partitioning.slot.choices = {choice("split-work")};
        project.design.partitioning.unit = "an agent";
        QCOMPARE(contentLines(topologyOf(project, 4).panels[0].boxes[0].contents), std::vector<std::string>{"agent 1"});
    }

    void notesWhatTheDrawingOmits()
    {
        Project project = test::output4141();
        Design& design = project.design;
        design.communication.localSteps = typed(8);
        design.consistency.slot.choices = {choice("bounded-staleness")};
        design.consistency.stalenessSteps = typed(3);
        design.coordination.slot.choices = {choice("central-coordinator")};
        design.coordination.onLoss = "the run starts again from the last checkpoint";
        design.faultTolerance.slot.choices = {choice("checkpoint-restart"), choice("elastic")};
        design.faultTolerance.checkpointIntervalS = typed(600);
        design.loadBalancing.backupWorkers = typed(2);
        const Topology board = topologyOf(project, 13);
        QVERIFY(noted(board, "exchanges every 8 steps"));
        QVERIFY(noted(board, "no barrier: workers run ahead by at most 3 steps"));
        QVERIFY(noted(board, "if the coordinator is lost: the run starts again"));
        QVERIFY(noted(board, "2 backup workers: a step ends with the first 11 of 13"));
        QVERIFY(noted(board, "elastic"));
        QCOMPARE(board.services.size(), std::size_t(2));
        QCOMPARE(board.services[0].box.kind, BoxKind::Coordinator);
        QCOMPARE(board.services[0].kind, ArrowKind::Control);
        QCOMPARE(board.services[1].box.kind, BoxKind::Storage);
        QCOMPARE(board.services[1].kind, ArrowKind::Recovery);
        const Panel& panel = board.panels[0];
        QCOMPARE(std::count_if(panel.boxes.begin(), panel.boxes.end(),
                               [](const Box& box) { return box.kind == BoxKind::Backup; }),
                 2);

        // Output 41.4.1 at p = 13: 12 x 0.8 ms = 9.6 ms of latency, and 2 x 40 ms x 12/13 = 73.8 ms to move 1 GB.
        QVERIFY(noted(
            topologyOf(test::output4141(), 13),
            "message 1.00 GB: it costs 83.4 ms per step at p = 13, 9.60 ms for latency and 73.8 ms for the transfer"));
        for (const int steps : {2, 3, 113}) {
            project.design.communication.localSteps = typed(steps);
            QVERIFY(noted(topologyOf(project, 4), "exchanges every " + std::to_string(steps) + " steps"));
        }
    }

    void theCaseStudies()
    {
        const auto catalogue = loadDesignCatalogue();
        QVERIFY(catalogue);
        const auto topologyWithOption = [&](const char* id) {
            return topologyOf(withCaseStudy(test::output4141(), *catalogue->find(id)), 8);
        };

        const Topology rag = topologyWithOption("web-scale-rag");
        QCOMPARE(rag.panels.size(), std::size_t(1));
        QCOMPARE(rag.panels[0].arrangement, Arrangement::Tree);
        QCOMPARE(rag.panels[0].boxes[0].kind,
                 BoxKind::Coordinator);  // the driver scatters, so no second coordinator is drawn
        QVERIFY(std::none_of(rag.services.begin(), rag.services.end(),
                             [](const Service& service) { return service.box.kind == BoxKind::Coordinator; }));
        QVERIFY(noted(rag, "w1 is the driver"));
        QVERIFY(std::any_of(rag.services.begin(), rag.services.end(),
                            [](const Service& service) { return service.box.kind == BoxKind::Replica; }));

        const Topology medical = topologyWithOption("federated-medical");
        QCOMPARE(medical.panels.size(), std::size_t(2));
        QCOMPARE(*medical.panels[0].pattern, Pattern::FederatedAveraging);
        QCOMPARE(*medical.panels[1].pattern, Pattern::Gossip);

        const Topology recommendation = topologyWithOption("recommendation");
        QCOMPARE(*recommendation.panels[0].pattern, Pattern::ParameterServer);
        QCOMPARE(recommendation.services.size(),
                 std::size_t(3));  // the plan's coordinator, server replicas, checkpoints
        QVERIFY(noted(recommendation, "no barrier"));
        QVERIFY(noted(recommendation, "the number of server shards is not set"));

        const Topology swarm = topologyWithOption("robot-swarm");
        QCOMPARE(swarm.panels[0].arrangement, Arrangement::Ring);
        QVERIFY(swarm.services.empty());
        QVERIFY(noted(swarm, "no coordinator"));

        const Topology agentic = topologyWithOption("agentic-llm");
        QCOMPARE(agentic.panels.size(), std::size_t(2));
        QCOMPARE(agentic.panels[0].scope, std::string("training"));
        QCOMPARE(*agentic.panels[0].pattern, Pattern::RingAllReduce);
        QCOMPARE(*agentic.panels[1].pattern, Pattern::ScatterGather);
        QCOMPARE(contentLines(agentic.panels[0].boxes[0].contents), std::vector<std::string>{"model shard 1"});
        QVERIFY(agentic.panels[1].boxes[0].contents != agentic.panels[0].boxes[0].contents);
        QVERIFY(noted(agentic, "training: a barrier"));
    }

    void drawsOptionsWithoutAPattern()
    {
        Project project = test::output4141();
        project.design.communication.slot.choices = {choice("pipeline")};
        const Panel pipeline = topologyOf(project, 6).panels[0];
        QVERIFY(!pipeline.pattern);
        QCOMPARE(pipeline.arrangement, Arrangement::Pipeline);
        QCOMPARE(pipeline.arrows.size(), std::size_t(5));
        QCOMPARE(contentLines(pipeline.boxes[2].contents), std::vector<std::string>{"stage 3"});
        project.design.communication.slot.choices = {choice("something of a later version")};
        QCOMPARE(*topologyOf(project, 6).panels[0].pattern, project.design.communication.pattern);
    }
};

SCALEWRIGHT_TEST(tst_topology)
#include "tst_topology.moc"

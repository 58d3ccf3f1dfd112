// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/slots/topology_panels.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace scalewright {

namespace {

int countSingleBoxes(const std::vector<Span>& spans)
{
    return static_cast<int>(std::ranges::count_if(spans, [](const Span& span) { return span.count == 1; }));
}

// Adds one box per span; returns the index of the first.
int addWorkerBoxes(Panel& panel, const PanelInputs& inputs, const std::vector<Span>& spans)
{
    const int first = static_cast<int>(panel.boxes.size());
    for (const Span& span : spans)
        panel.boxes.push_back(inputs.makeWorkerBox(span));
    panel.drawnWorkers = countSingleBoxes(spans);
    return first;
}

int boxCount(const Panel& panel)
{
    return static_cast<int>(panel.boxes.size());
}

Box makeExchangeBox(std::string name)
{
    Box box;
    box.kind = BoxKind::Exchange;
    box.name = std::move(name);
    return box;
}

// The position in [low, high] nearest to the middle that is odd (even for the second tree).
int inOrderRoot(int low, int high, bool isSecondTree)
{
    const int middle = (low + high) / 2;
    if (low == high || (middle % 2 == 1) != isSecondTree)
        return middle;
    return middle < high ? middle + 1 : middle - 1;
}

// The tree over workers [low, high] with at most `levels` levels; a subtree below the last level is one box.
void addInOrderTree(Panel& panel, const PanelInputs& inputs, int low, int high, int parent, int levels,
                    bool isSecondTree)
{
    if (low > high)
        return;
    const bool isSingleWorker = levels > 1;
    const int root = inOrderRoot(low, high, isSecondTree);
    const int index = boxCount(panel);
    panel.boxes.push_back(inputs.makeWorkerBox(isSingleWorker ? Span{root, 1} : Span{low, high - low + 1}));
    panel.boxes.back().copyNumber = isSecondTree ? 1 : 0;
    if (parent >= 0)
        panel.arrows.push_back({index, parent, ArrowKind::Data, true, isSecondTree ? 1 : 0});
    if (!isSingleWorker)
        return;
    addInOrderTree(panel, inputs, low, root - 1, index, levels - 1, isSecondTree);
    addInOrderTree(panel, inputs, root + 1, high, index, levels - 1, isSecondTree);
}

}  // namespace

std::vector<Span> spansWithEllipsis(int count, int maximumBoxes)
{
    std::vector<Span> spans;
    if (count <= maximumBoxes) {
        for (int i = 0; i < count; ++i)
            spans.push_back({i, 1});
        return spans;
    }
    const int last = maximumBoxes >= 6 ? 2 : 1;
    const int first = maximumBoxes >= 6 ? maximumBoxes / 2 - 1 : std::max(1, maximumBoxes - 2);
    for (int i = 0; i < first; ++i)
        spans.push_back({i, 1});
    spans.push_back({first, count - first - last});
    for (int i = count - last; i < count; ++i)
        spans.push_back({i, 1});
    return spans;
}

std::string spanName(const std::string& noun, Span span)
{
    if (span.count == 1)
        return fmt::format("{}{}", noun, span.first + 1);
    return fmt::format("{0}{1} … {0}{2}", noun, span.first + 1, span.first + span.count);
}

std::vector<int> binomialParents(int count)
{
    std::vector<int> parents;
    parents.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        parents.push_back(i == 0 ? -1 : i & (i - 1));
    return parents;
}

void layOutRing(Panel& panel, const PanelInputs& inputs)
{
    panel.arrangement = Arrangement::Ring;
    addWorkerBoxes(panel, inputs, spansWithEllipsis(inputs.p, inputs.maximumBoxes));
    const int count = boxCount(panel);
    for (int i = 0; i < count && count > 1; ++i)
        panel.arrows.push_back({i, (i + 1) % count, ArrowKind::Data, false, 0});
}

void layOutGossip(Panel& panel, const PanelInputs& inputs)
{
    panel.arrangement = Arrangement::Ring;
    addWorkerBoxes(panel, inputs, spansWithEllipsis(inputs.p, inputs.maximumBoxes));
    const int count = boxCount(panel);
    const int neighbours = std::min(inputs.parameters.neighbours, inputs.p - 1);
    for (int i = 0; i < count && neighbours > 0; ++i)
        if (count > 2 || i == 0)
            panel.arrows.push_back({i, (i + 1) % count, ArrowKind::Data, neighbours > 1 || count == 2, 0});
    // More distant neighbours are drawn only for the first worker.
    if (boxCount(panel) == inputs.p)
        for (int k = 3; k <= neighbours; ++k)
            panel.arrows.push_back({0, k % 2 == 1 ? (k + 1) / 2 : count - k / 2, ArrowKind::Data, false, 1});
}

void layOutGrid(Panel& panel, const PanelInputs& inputs, bool halving)
{
    panel.arrangement = Arrangement::Grid;
    const int rounds = static_cast<int>(std::bit_width(static_cast<unsigned>(inputs.p))) - 1;
    const int active = 1 << rounds, extra = inputs.p - active;
    const bool showsEveryWorker = inputs.p <= inputs.maximumBoxes;
    int groupRounds = 0;  // rounds inside one box
    while (!showsEveryWorker && active >> groupRounds > inputs.maximumBoxes / 2)
        ++groupRounds;

    // Every second of the first 2 `extra` workers skips the rounds, after sending its message to the next worker.
    std::vector<Span> spans;
    std::vector<int> columns;  // columns of the active workers, or of groups of them
    if (showsEveryWorker) {
        for (int i = 0; i < inputs.p; ++i) {
            spans.push_back({i, 1});
            if (i >= 2 * extra || i % 2 == 1)
                columns.push_back(i);
        }
    } else {
        const auto start = [&](int index) { return index < extra ? 2 * index : index + extra; };
        for (int index = 0; index < active; index += 1 << groupRounds) {
            columns.push_back(static_cast<int>(spans.size()));
            spans.push_back({start(index), start(index + (1 << groupRounds)) - start(index)});
        }
    }
    addWorkerBoxes(panel, inputs, spans);

    int phase = 0;
    const auto addHandover = [&](bool isReturn, std::string text) {
        for (int i = 0; i < 2 * extra; i += 2)
            panel.arrows.push_back({isReturn ? i + 1 : i, isReturn ? i : i + 1, ArrowKind::Data, false, phase});
        panel.phases.push_back(std::move(text));
        ++phase;
    };
    if (showsEveryWorker && extra > 0)
        addHandover(false, formatMessage("first, {} fold in", extra));
    for (int round = groupRounds; round < rounds; ++round) {
        const int distance = 1 << (round - groupRounds);
        for (int i = 0; i < static_cast<int>(columns.size()); ++i)
            if ((i & distance) == 0)
                panel.arrows.push_back({columns[static_cast<std::size_t>(i)],
                                        columns[static_cast<std::size_t>(i) + static_cast<std::size_t>(distance)],
                                        ArrowKind::Data, true, phase});
        ++phase;
        panel.phases.push_back(halving
                                   ? formatMessage("rounds {}, {}: n/{}", round + 1, 2 * rounds - round, 2L << round)
                                   : formatMessage("round {}: n", round + 1));
    }
    if (showsEveryWorker && extra > 0)
        addHandover(true, "last, results returned");
}

void layOutBinomialTree(Panel& panel, const PanelInputs& inputs)
{
    panel.arrangement = Arrangement::Tree;
    int group = 1;  // workers per box: a complete subtree of the binomial tree
    while ((inputs.p + group - 1) / group > inputs.maximumBoxes)
        group *= 2;
    std::vector<Span> spans;
    for (int i = 0; i < inputs.p; i += group)
        spans.push_back({i, std::min(group, inputs.p - i)});
    addWorkerBoxes(panel, inputs, spans);
    const std::vector<int> parents = binomialParents(boxCount(panel));
    for (int i = 1; i < boxCount(panel); ++i)
        panel.arrows.push_back({i, parents[static_cast<std::size_t>(i)], ArrowKind::Data, true, 0});
}

void layOutDoubleTree(Panel& panel, const PanelInputs& inputs)
{
    panel.arrangement = Arrangement::Tree;
    const int levels = inputs.p <= inputs.maximumBoxes ? inputs.p : 3;
    addInOrderTree(panel, inputs, 0, inputs.p - 1, -1, levels, false);
    panel.drawnWorkers =
        static_cast<int>(std::ranges::count_if(panel.boxes, [](const Box& box) { return box.representedCount == 1; }));
    addInOrderTree(panel, inputs, 0, inputs.p - 1, -1, levels, true);
}

void layOutClusters(Panel& panel, const PanelInputs& inputs)
{
    panel.arrangement = Arrangement::Clusters;
    const int g = std::min(inputs.parameters.workersPerNode, inputs.p);
    const int nodes = (inputs.p + g - 1) / g;
    const std::vector<Span> drawnNodes = inputs.p <= inputs.maximumBoxes
                                             ? spansWithEllipsis(nodes, nodes)
                                             : spansWithEllipsis(nodes, inputs.maximumBoxes / 2);
    const int perNode = std::max(3, inputs.maximumBoxes / static_cast<int>(drawnNodes.size()));
    std::vector<int> firstBoxes;  // the first box of each node
    panel.drawnWorkers = 0;
    for (const Span& node : drawnNodes) {
        const int machine = static_cast<int>(panel.nodes.size());
        panel.nodes.push_back(node.count == 1
                                  ? formatMessage("node {}", node.first + 1)
                                  : formatMessage("nodes {} … {}", node.first + 1, node.first + node.count));
        const int firstWorker = node.first * g, endWorker = std::min(inputs.p, (node.first + node.count) * g);
        firstBoxes.push_back(boxCount(panel));
        // Nodes are identical: if not every worker is drawn, only the first node shows its workers and each other node
        // is one box.
        const bool showsWorkers = inputs.p <= inputs.maximumBoxes || drawnNodes.size() <= 2 || machine == 0;
        std::vector<Span> workerSpans =
            node.count == 1 && showsWorkers
                ? spansWithEllipsis(endWorker - firstWorker, inputs.p <= inputs.maximumBoxes ? g : perNode)
                : std::vector<Span>{{0, endWorker - firstWorker}};
        panel.drawnWorkers += countSingleBoxes(workerSpans);
        for (std::size_t i = 0; i < workerSpans.size(); ++i) {
            panel.boxes.push_back(inputs.makeWorkerBox({firstWorker + workerSpans[i].first, workerSpans[i].count}));
            panel.boxes.back().nodeIndex = machine;
            if (i > 0)
                panel.arrows.push_back({boxCount(panel) - 2, boxCount(panel) - 1, ArrowKind::Data, true, 0});
        }
    }
    for (std::size_t i = 0; i < firstBoxes.size() && firstBoxes.size() > 1; ++i)
        panel.arrows.push_back({firstBoxes[i], firstBoxes[(i + 1) % firstBoxes.size()], ArrowKind::Data, false, 1});
}

void layOutAllPairs(Panel& panel, const PanelInputs& inputs)
{
    panel.arrangement = Arrangement::AllPairs;
    const std::vector<Span> spans = spansWithEllipsis(inputs.p, std::min(inputs.maximumBoxes, 12));
    addWorkerBoxes(panel, inputs, spans);
    if (inputs.p == 1)
        return;
    const int count = boxCount(panel);
    panel.boxes.push_back(makeExchangeBox("every worker sends 1/p of its data to every worker"));
    for (const Span& span : spans) {
        Box box = inputs.makeWorkerBox(span);
        box.copyNumber = 1;
        box.contents = {span.count == 1
                            ? formatMessage("keys {}/{}", span.first + 1, inputs.p)
                            : formatMessage("keys {}–{}/{}", span.first + 1, span.first + span.count, inputs.p)};
        panel.boxes.push_back(std::move(box));
    }
    for (int i = 0; i < count; ++i)
        panel.arrows.push_back({i, count, ArrowKind::Data, false, 0});
    for (int i = 0; i < count; ++i)
        panel.arrows.push_back({count, count + 1 + i, ArrowKind::Data, false, 1});
}

void layOutServers(Panel& panel, const PanelInputs& inputs)
{
    const int shards = inputs.parameters.serverShards;
    panel.arrangement = shards == 1 ? Arrangement::Star : Arrangement::Bipartite;
    if (shards > 1)
        panel.boxes.push_back(makeExchangeBox("every worker pushes to and pulls from every shard"));
    for (const Span& span : spansWithEllipsis(shards, inputs.maximumBoxes / 2))
        panel.boxes.push_back(inputs.makeServerBox(span));
    const int first = addWorkerBoxes(panel, inputs, spansWithEllipsis(inputs.p, inputs.maximumBoxes));
    for (int i = first; i < boxCount(panel); ++i)
        panel.arrows.push_back({i, 0, ArrowKind::Data, true, 0});
}

void layOutStar(Panel& panel, const PanelInputs& inputs)
{
    panel.arrangement = Arrangement::Star;
    panel.boxes.push_back(inputs.makeWorkerBox({0, 1}));
    for (Span span : spansWithEllipsis(inputs.p - 1, inputs.maximumBoxes - 1)) {
        ++span.first;
        panel.boxes.push_back(inputs.makeWorkerBox(span));
        panel.arrows.push_back({0, boxCount(panel) - 1, ArrowKind::Data, true, 0});
    }
    panel.drawnWorkers =
        static_cast<int>(std::ranges::count_if(panel.boxes, [](const Box& box) { return box.representedCount == 1; }));
}

void layOutFederated(Panel& panel, const PanelInputs& inputs)
{
    panel.arrangement = Arrangement::Star;
    panel.boxes.push_back(inputs.makeServerBox({0, 1}));
    // A product such as 0.07 * 100 is slightly above the integer it should be.
    const int clients =
        std::clamp(static_cast<int>(std::ceil(inputs.parameters.participation * inputs.p * (1 - 1e-12))), 1, inputs.p);
    std::vector<Span> spans = inputs.p <= inputs.maximumBoxes ? spansWithEllipsis(inputs.p, inputs.p)
                                                              : spansWithEllipsis(clients, inputs.maximumBoxes / 2);
    if (inputs.p > inputs.maximumBoxes)
        for (Span span : spansWithEllipsis(inputs.p - clients, inputs.maximumBoxes / 4)) {
            span.first += clients;
            spans.push_back(span);
        }
    const int first = addWorkerBoxes(panel, inputs, spans);
    for (int i = first; i < boxCount(panel); ++i) {
        Box& client = panel.boxes[static_cast<std::size_t>(i)];
        client.name = client.representedCount == 1 ? formatMessage("client {}", client.number + 1)
                                                   : formatMessage("clients {} … {}", client.number + 1,
                                                                   client.number + client.representedCount);
        client.isIdle = client.number >= clients;
        if (!client.isIdle)
            panel.arrows.push_back({i, 0, ArrowKind::Data, true, 0});
    }
}

void layOutChain(Panel& panel, const PanelInputs& inputs, bool isBidirectional)
{
    panel.arrangement = Arrangement::Pipeline;
    addWorkerBoxes(panel, inputs, spansWithEllipsis(inputs.p, std::min(inputs.maximumBoxes, 12)));
    for (int i = 0; i + 1 < boxCount(panel); ++i)
        panel.arrows.push_back({i, i + 1, ArrowKind::Data, isBidirectional, 0});
}

}  // namespace scalewright

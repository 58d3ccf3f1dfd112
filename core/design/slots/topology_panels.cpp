#include "core/design/slots/topology_panels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace scalewright {

namespace {

int drawnIn(const std::vector<Span>& spans)
{
    return static_cast<int>(
        std::count_if(spans.begin(), spans.end(), [](const Span& span) { return span.count == 1; }));
}

// One box a span; the index of the first.
int addWorkers(Panel& panel, const PanelInputs& in, const std::vector<Span>& spans)
{
    const int first = static_cast<int>(panel.boxes.size());
    for (const Span& span : spans)
        panel.boxes.push_back(in.worker(span));
    panel.drawn = drawnIn(spans);
    return first;
}

int countOf(const Panel& panel)
{
    return static_cast<int>(panel.boxes.size());
}

Box exchange(std::string name)
{
    Box box;
    box.kind = BoxKind::Exchange;
    box.name = std::move(name);
    return box;
}

// The position in [low, high] nearest to the middle that is odd, or even for the second tree.
int inOrderRoot(int low, int high, bool second)
{
    const int middle = (low + high) / 2;
    if (low == high || (middle % 2 == 1) != second)
        return middle;
    return middle < high ? middle + 1 : middle - 1;
}

void hangInOrder(std::vector<int>& parents, int low, int high, int parent, bool second)
{
    if (low > high)
        return;
    const int root = inOrderRoot(low, high, second);
    parents[static_cast<std::size_t>(root)] = parent;
    hangInOrder(parents, low, root - 1, root, second);
    hangInOrder(parents, root + 1, high, root, second);
}

// The tree over workers [low, high] down to `levels` levels; a subtree below the last level is one box.
void addInOrder(Panel& panel, const PanelInputs& in, int low, int high, int parent, int levels, bool second)
{
    if (low > high)
        return;
    const bool whole = levels > 1;
    const int root = inOrderRoot(low, high, second);
    const int index = countOf(panel);
    panel.boxes.push_back(in.worker(whole ? Span{root, 1} : Span{low, high - low + 1}));
    panel.boxes.back().copy = second ? 1 : 0;
    if (parent >= 0)
        panel.arrows.push_back({index, parent, ArrowKind::Data, true, second ? 1 : 0});
    if (!whole)
        return;
    addInOrder(panel, in, low, root - 1, index, levels - 1, second);
    addInOrder(panel, in, root + 1, high, index, levels - 1, second);
}

}  // namespace

std::vector<Span> folded(int count, int most)
{
    std::vector<Span> spans;
    if (count <= most) {
        for (int i = 0; i < count; ++i)
            spans.push_back({i, 1});
        return spans;
    }
    const int last = most >= 6 ? 2 : 1;
    const int first = most >= 6 ? most / 2 - 1 : std::max(1, most - 2);
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

std::vector<int> inOrderParents(int count, bool second)
{
    std::vector<int> parents(static_cast<std::size_t>(count), -1);
    hangInOrder(parents, 0, count - 1, -1, second);
    return parents;
}

void layRing(Panel& panel, const PanelInputs& in)
{
    panel.arrangement = Arrangement::Ring;
    addWorkers(panel, in, folded(in.p, in.most));
    const int count = countOf(panel);
    for (int i = 0; i < count && count > 1; ++i)
        panel.arrows.push_back({i, (i + 1) % count, ArrowKind::Data, false, 0});
}

void layGossip(Panel& panel, const PanelInputs& in)
{
    panel.arrangement = Arrangement::Ring;
    addWorkers(panel, in, folded(in.p, in.most));
    const int count = countOf(panel);
    const int neighbours = std::min(in.parameters.neighbours, in.p - 1);
    for (int i = 0; i < count && neighbours > 0; ++i)
        if (count > 2 || i == 0)
            panel.arrows.push_back({i, (i + 1) % count, ArrowKind::Data, neighbours > 1 || count == 2, 0});
    // Neighbours further away: those of the first worker stand for everybody's.
    if (countOf(panel) == in.p)
        for (int k = 3; k <= neighbours; ++k)
            panel.arrows.push_back({0, k % 2 == 1 ? (k + 1) / 2 : count - k / 2, ArrowKind::Data, false, 1});
}

void layGrid(Panel& panel, const PanelInputs& in, bool halving)
{
    panel.arrangement = Arrangement::Grid;
    const int rounds = static_cast<int>(std::bit_width(static_cast<unsigned>(in.p))) - 1;
    const int active = 1 << rounds, extra = in.p - active;
    const bool single = in.p <= in.most;
    int inside = 0;  // rounds among the workers of one box
    while (!single && active >> inside > in.most / 2)
        ++inside;

    // Of the first 2 `extra` workers every second one sits the rounds out, after it has handed in its message to the
    // next.
    std::vector<Span> spans;
    std::vector<int> columns;  // of the active workers, or groups of them
    if (single) {
        for (int i = 0; i < in.p; ++i) {
            spans.push_back({i, 1});
            if (i >= 2 * extra || i % 2 == 1)
                columns.push_back(i);
        }
    } else {
        const auto start = [&](int index) { return index < extra ? 2 * index : index + extra; };
        for (int index = 0; index < active; index += 1 << inside) {
            columns.push_back(static_cast<int>(spans.size()));
            spans.push_back({start(index), start(index + (1 << inside)) - start(index)});
        }
    }
    addWorkers(panel, in, spans);

    int phase = 0;
    const auto handIn = [&](bool back, std::string says) {
        for (int i = 0; i < 2 * extra; i += 2)
            panel.arrows.push_back({back ? i + 1 : i, back ? i : i + 1, ArrowKind::Data, false, phase});
        panel.phases.push_back(std::move(says));
        ++phase;
    };
    if (single && extra > 0)
        handIn(false, say("first, {} hand in", extra));
    for (int round = inside; round < rounds; ++round) {
        const int distance = 1 << (round - inside);
        for (int i = 0; i < static_cast<int>(columns.size()); ++i)
            if ((i & distance) == 0)
                panel.arrows.push_back({columns[static_cast<std::size_t>(i)],
                                        columns[static_cast<std::size_t>(i) + static_cast<std::size_t>(distance)],
                                        ArrowKind::Data, true, phase});
        ++phase;
        panel.phases.push_back(halving ? say("rounds {}, {}: n/{}", round + 1, 2 * rounds - round, 2L << round)
                                       : say("round {}: n", round + 1));
    }
    if (single && extra > 0)
        handIn(true, "last, handed back");
}

void layBinomialTree(Panel& panel, const PanelInputs& in)
{
    panel.arrangement = Arrangement::Tree;
    int group = 1;  // a whole subtree of the binomial tree
    while ((in.p + group - 1) / group > in.most)
        group *= 2;
    std::vector<Span> spans;
    for (int i = 0; i < in.p; i += group)
        spans.push_back({i, std::min(group, in.p - i)});
    addWorkers(panel, in, spans);
    const std::vector<int> parents = binomialParents(countOf(panel));
    for (int i = 1; i < countOf(panel); ++i)
        panel.arrows.push_back({i, parents[static_cast<std::size_t>(i)], ArrowKind::Data, true, 0});
}

void layDoubleTree(Panel& panel, const PanelInputs& in)
{
    panel.arrangement = Arrangement::Tree;
    const int levels = in.p <= in.most ? in.p : 3;
    addInOrder(panel, in, 0, in.p - 1, -1, levels, false);
    panel.drawn = static_cast<int>(
        std::count_if(panel.boxes.begin(), panel.boxes.end(), [](const Box& box) { return box.standsFor == 1; }));
    addInOrder(panel, in, 0, in.p - 1, -1, levels, true);
}

void layClusters(Panel& panel, const PanelInputs& in)
{
    panel.arrangement = Arrangement::Clusters;
    const int g = std::min(in.parameters.workersPerNode, in.p);
    const int nodes = (in.p + g - 1) / g;
    const std::vector<Span> drawnNodes = in.p <= in.most ? folded(nodes, nodes) : folded(nodes, in.most / 2);
    const int perNode = std::max(3, in.most / static_cast<int>(drawnNodes.size()));
    std::vector<int> firsts;  // the first box of each node
    panel.drawn = 0;
    for (const Span& node : drawnNodes) {
        const int machine = static_cast<int>(panel.nodes.size());
        panel.nodes.push_back(node.count == 1 ? say("node {}", node.first + 1)
                                              : say("nodes {} … {}", node.first + 1, node.first + node.count));
        const int from = node.first * g, to = std::min(in.p, (node.first + node.count) * g);
        firsts.push_back(countOf(panel));
        // Nodes are alike: beyond what is drawn worker by worker, the first shows its workers, the others one box each.
        const bool inside = in.p <= in.most || drawnNodes.size() <= 2 || machine == 0;
        std::vector<Span> chips = node.count == 1 && inside ? folded(to - from, in.p <= in.most ? g : perNode)
                                                            : std::vector<Span>{{0, to - from}};
        panel.drawn += drawnIn(chips);
        for (std::size_t i = 0; i < chips.size(); ++i) {
            panel.boxes.push_back(in.worker({from + chips[i].first, chips[i].count}));
            panel.boxes.back().node = machine;
            if (i > 0)
                panel.arrows.push_back({countOf(panel) - 2, countOf(panel) - 1, ArrowKind::Data, true, 0});
        }
    }
    for (std::size_t i = 0; i < firsts.size() && firsts.size() > 1; ++i)
        panel.arrows.push_back({firsts[i], firsts[(i + 1) % firsts.size()], ArrowKind::Data, false, 1});
}

void layAllPairs(Panel& panel, const PanelInputs& in)
{
    panel.arrangement = Arrangement::AllPairs;
    const std::vector<Span> spans = folded(in.p, std::min(in.most, 12));
    addWorkers(panel, in, spans);
    if (in.p == 1)
        return;
    const int count = countOf(panel);
    panel.boxes.push_back(exchange("every worker sends 1/p of its data to every worker"));
    for (const Span& span : spans) {
        Box box = in.worker(span);
        box.copy = 1;
        box.holds = {span.count == 1 ? say("keys {}/{}", span.first + 1, in.p)
                                     : say("keys {}–{}/{}", span.first + 1, span.first + span.count, in.p)};
        panel.boxes.push_back(std::move(box));
    }
    for (int i = 0; i < count; ++i)
        panel.arrows.push_back({i, count, ArrowKind::Data, false, 0});
    for (int i = 0; i < count; ++i)
        panel.arrows.push_back({count, count + 1 + i, ArrowKind::Data, false, 1});
}

void layServers(Panel& panel, const PanelInputs& in)
{
    const int shards = in.parameters.shards;
    panel.arrangement = shards == 1 ? Arrangement::Star : Arrangement::Bipartite;
    if (shards > 1)
        panel.boxes.push_back(exchange("every worker pushes to and pulls from every shard"));
    for (const Span& span : folded(shards, in.most / 2))
        panel.boxes.push_back(in.server(span));
    const int first = addWorkers(panel, in, folded(in.p, in.most));
    for (int i = first; i < countOf(panel); ++i)
        panel.arrows.push_back({i, 0, ArrowKind::Data, true, 0});
}

void layStar(Panel& panel, const PanelInputs& in)
{
    panel.arrangement = Arrangement::Star;
    panel.boxes.push_back(in.worker({0, 1}));
    for (Span span : folded(in.p - 1, in.most - 1)) {
        ++span.first;
        panel.boxes.push_back(in.worker(span));
        panel.arrows.push_back({0, countOf(panel) - 1, ArrowKind::Data, true, 0});
    }
    panel.drawn = static_cast<int>(
        std::count_if(panel.boxes.begin(), panel.boxes.end(), [](const Box& box) { return box.standsFor == 1; }));
}

void layFederated(Panel& panel, const PanelInputs& in)
{
    panel.arrangement = Arrangement::Star;
    panel.boxes.push_back(in.server({0, 1}));
    // A product such as 0.07 * 100 lands a hair above the whole number it means.
    const int clients =
        std::clamp(static_cast<int>(std::ceil(in.parameters.participation * in.p * (1 - 1e-12))), 1, in.p);
    std::vector<Span> spans = in.p <= in.most ? folded(in.p, in.p) : folded(clients, in.most / 2);
    if (in.p > in.most)
        for (Span span : folded(in.p - clients, in.most / 4)) {
            span.first += clients;
            spans.push_back(span);
        }
    const int first = addWorkers(panel, in, spans);
    for (int i = first; i < countOf(panel); ++i) {
        Box& client = panel.boxes[static_cast<std::size_t>(i)];
        client.name = client.standsFor == 1
                          ? say("client {}", client.number + 1)
                          : say("clients {} … {}", client.number + 1, client.number + client.standsFor);
        client.idle = client.number >= clients;
        if (!client.idle)
            panel.arrows.push_back({i, 0, ArrowKind::Data, true, 0});
    }
}

void layChain(Panel& panel, const PanelInputs& in, bool bothWays)
{
    panel.arrangement = Arrangement::Pipeline;
    addWorkers(panel, in, folded(in.p, std::min(in.most, 12)));
    for (int i = 0; i + 1 < countOf(panel); ++i)
        panel.arrows.push_back({i, i + 1, ArrowKind::Data, bothWays, 0});
}

}  // namespace scalewright

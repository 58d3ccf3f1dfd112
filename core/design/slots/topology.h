// SPDX-License-Identifier: GPL-3.0-or-later
// The whiteboard as data: boxes (partitions, coordinator, servers, replicas) and arrows (who communicates with whom),
// derived from the slots. The view decides their positions.
//
// A board has one panel, or one per choice in slot 2 if there are several (training and serving, dense layers and
// embedding table). Boxes that concern all panels (coordinator, checkpoint storage, replicas) are its services. An
// empty slot adds nothing: no coordinator, no storage; for communication, the design's pattern is drawn.
//
//     const Topology board = topologyOf(project, 64);
//     board.panels[0].boxes[2].name;  // "w3", contents "data shard 3", "model replica"
//     board.panels[0].drawnWorkers;   // 9 of the 64; one box is the ellipsis "w8 … w62"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/project/document/design.h"

namespace scalewright {

struct Project;

/// Exchange: represents all pairs if drawing each pair would be less clear (all-pairs, workers and server shards).
enum class BoxKind { Worker, ServerShard, Coordinator, Replica, Storage, Backup, Exchange };

struct Box {
    BoxKind kind = BoxKind::Worker;
    int number = 0;     ///< 0, 1, … within its kind; for an ellipsis, the first
    int representedCount =
        1;  ///< number of items from `number` on; above 1: an ellipsis, or a group that exchanges internally first
    int nodeIndex = -1;      ///< the machine, if workers share machines; -1: one machine each
    int copyNumber = 0;       ///< 1: second box of the same worker (in the second tree; after the shuffle)
    std::string name;       ///< "w3", "w8 … w62", "server 2", "coordinator"
    std::vector<std::string> contents;  ///< one short line each: "data shard 3", "model replica"
    bool isIdle = false;  ///< takes no part: a client that skips this round, a worker without a partition
};

enum class ArrowKind { Data, Control, Recovery };

struct Arrow {
    int from = 0, to = 0;  ///< indices of boxes
    ArrowKind kind = ArrowKind::Data;
    bool isBidirectional = false;
    int phase = 0;         ///< round of the algorithm, in order: 0, 1, 2 … for recursive doubling
};

/// How the view should lay it out.
///
///     Ring       workers in a circle, arrows between neighbours
///     Tree       a root, its children below; copyNumber distinguishes two trees
///     Bipartite  workers around the server shards
///     Grid       workers in a row, one more row below for each phase
///     Star       the first box in the middle
///     Clusters   workers on their nodes, the nodes in a circle; phase 1 goes from node to node
///     Pipeline   a chain
///     AllPairs   workers above the exchange, the same workers (copyNumber 1) below it
enum class Arrangement { Ring, Tree, Bipartite, Grid, Star, Clusters, Pipeline, AllPairs };

struct Panel {
    std::string scope;               ///< "training"; empty if slot 2 has one choice
    std::string optionId;              ///< id of the choice in slot 2; empty if the slot is empty
    std::optional<Pattern> pattern;  ///< absent if no pattern of core/model/scaling implements the choice: a pipeline
    Arrangement arrangement = Arrangement::Ring;
    std::vector<Box> boxes;
    std::vector<Arrow> arrows;
    std::vector<std::string> phases;  ///< what happens in each phase, if the arrangement has rows for phases
    std::vector<std::string> nodes;  ///< "node 1", …: indexed by Box::nodeIndex
    int drawnWorkers = 1;  ///< workers with their own box
    std::string arrowLabel;  ///< beside an arrow that carries data: "39.1 MB · 56.9 ms"; set by labelledTopology()
};

/// A box outside the panels that is connected to every box in the panels.
struct Service {
    Box box;
    ArrowKind kind = ArrowKind::Control;
    std::string arrowLabel;  ///< "plans, watches"
};

struct Topology {
    std::vector<Panel> panels;  ///< at least one
    std::vector<Service> services;
    std::vector<std::string> notes;  ///< what the picture cannot show, one sentence each: "exchanges every 8 steps"
    int p = 1;  ///< the planned p
};

/// The board for the project's design at p workers, with up to `maximumBoxes` worker boxes per panel, or half as many
/// if there are two panels. If there are more workers: the first few, an ellipsis and the last; with more than two
/// nodes: the workers on the first node, and one box for each other node. Precondition: p >= 1, maximumBoxes >= 16.
[[nodiscard]] Topology topologyOf(const Project& project, int p, int maximumBoxes = 16);

/// Parents in a tree over positions 0 … count-1; the root has parent -1. Binomial: the parent of i is i with its lowest
/// set bit cleared.
[[nodiscard]] std::vector<int> binomialParents(int count);

}  // namespace scalewright

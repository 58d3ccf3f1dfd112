// The whiteboard as data: boxes (partitions, coordinator, servers, replicas) and arrows (who talks to whom), read off
// the slots. Where they stand on the board is the view's business.
//
// A board has one panel, or one for each choice of slot 2 where it holds several (training and serving, dense layers
// and embedding table). What watches over all panels (coordinator, checkpoint storage, replicas) are its services. A
// slot that is empty draws nothing of its own: no coordinator, no storage; communication is then the design's pattern
// alone.
//
//     const Topology board = topologyOf(project, 64);
//     board.panels[0].boxes[2].name;  // "w3", holds "data shard 3", "model replica"
//     board.panels[0].drawn;           // 9 of the 64; one box is the ellipsis "w8 … w62"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/project/document/design.h"

namespace scalewright {

struct Project;

/// Exchange: what all workers talk through where drawing every pair would say less (all-pairs, workers and server
/// shards).
enum class BoxKind { Worker, ServerShard, Coordinator, Replica, Storage, Backup, Exchange };

struct Box {
    BoxKind kind = BoxKind::Worker;
    int number = 0;     ///< 0, 1, … within its kind; of an ellipsis, the first it stands for
    int standsFor =
        1;  ///< how many, from `number` on; more than 1: an ellipsis, or a group that exchanges within itself first
    int node = -1;      ///< which machine it stands on, where workers share one; -1: one each
    int copy = 0;       ///< 1: the same worker once more (in the second tree; after the shuffle)
    std::string name;       ///< "w3", "w8 … w62", "server 2", "coordinator"
    std::vector<std::string> holds;  ///< a short line each: "data shard 3", "model replica"
    bool idle = false;  ///< takes no part: a client that sits this round out, a worker without a partition
};

enum class ArrowKind { Data, Control, Recovery };

struct Arrow {
    int from = 0, to = 0;  ///< indices of boxes
    ArrowKind kind = ArrowKind::Data;
    bool bothWays = false;
    int phase = 0;         ///< rounds of the algorithm, in order: recursive doubling's 0, 1, 2 …
};

/// How the view should lay it out.
///   Ring       the workers in a circle, arrows between neighbours
///   Tree       a root, its children below; copy tells two trees apart
///   Bipartite  workers around the server shards
///   Grid       workers in a row, a row for every phase below
///   Star       the first box in the middle
///   Clusters   workers on their nodes, the nodes in a circle; phase 1 goes from node to node
///   Pipeline   a chain
///   AllPairs   workers above the exchange, the same workers (copy 1) below it
enum class Arrangement { Ring, Tree, Bipartite, Grid, Star, Clusters, Pipeline, AllPairs };

struct Panel {
    std::string scope;               ///< "training"; empty where slot 2 holds one choice
    std::string option;              ///< slot 2's choice by its id; empty where the slot is
    std::optional<Pattern>
        pattern;  ///< absent where no pattern of core/model/scaling carries the choice out: a pipeline
    Arrangement arrangement = Arrangement::Ring;
    std::vector<Box> boxes;
    std::vector<Arrow> arrows;
    std::vector<std::string> phases;  ///< what each phase does, where the arrangement has rows for them
    std::vector<std::string> nodes;       ///< "node 1", …: the machines that Box::node counts
    int drawn = 1;                    ///< workers that have a box of their own
};

/// Something beside the panels that has to do with every box in them.
struct Service {
    Box box;
    ArrowKind kind = ArrowKind::Control;
    std::string does;  ///< on its arrow: "plans, watches"
};

struct Topology {
    std::vector<Panel> panels;       ///< one at least
    std::vector<Service> services;
    std::vector<std::string> notes;  ///< what the picture cannot show, a sentence each: "exchanges every 8 steps"
    int p = 1;                       ///< as planned
};

/// The board of the project's design at p workers: up to `most` boxes of workers a panel, half as many where there are
/// two panels; beyond, the first few, an ellipsis and the last; of more than two nodes, the workers of the first, the
/// others one box each. Precondition: p >= 1, most >= 16.
[[nodiscard]] Topology topologyOf(const Project& project, int p, int most = 16);

/// Who is whose child in a tree over positions 0 … count-1; the root's parent is -1.
/// Binomial: position i hangs on i without its lowest one bit.
[[nodiscard]] std::vector<int> binomialParents(int count);
/// A balanced binary tree in order (all of a left subtree stand before its root) whose inner nodes have odd positions,
/// or even ones for the second tree: no worker is an inner node of both (Sanders, Speck, Träff 2009).
[[nodiscard]] std::vector<int> inOrderParents(int count, bool second);

}  // namespace scalewright

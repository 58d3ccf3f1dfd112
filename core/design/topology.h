// The whiteboard as data: boxes (partitions, coordinator, servers, replicas) and arrows (who talks to whom), read off the
// slots. Where they stand on the board is the view's business.
#pragma once

#include <string>
#include <vector>

#include "core/project/project.h"

namespace scalewright {

enum class BoxKind { Worker, ServerShard, Coordinator, Replica, Storage, Backup };

struct Box {
    BoxKind kind = BoxKind::Worker;
    int number = 0;     ///< 0, 1, … within its kind
    int node = -1;      ///< which machine it stands on, where workers share one; -1: one each
    std::string label;  ///< "w3: data shard 3"
    bool ellipsis = false;  ///< stands for the boxes that are left out
    int standsFor = 1;      ///< how many boxes it stands for
};

enum class ArrowKind { Data, Control, Recovery };

struct Arrow {
    int from = 0, to = 0;  ///< indices of boxes
    ArrowKind kind = ArrowKind::Data;
    bool bothWays = false;
    int phase = 0;         ///< rounds of the algorithm, in order: recursive doubling's 0, 1, 2 …
};

/// How the view should lay it out.
enum class Arrangement { Ring, Tree, Bipartite, Grid, Star, Clusters, Pipeline, AllPairs };

struct Topology {
    Arrangement arrangement = Arrangement::Ring;
    std::vector<Box> boxes;
    std::vector<Arrow> arrows;
    std::vector<std::string> notes;  ///< what the picture cannot show: "exchanges every 8th step"
    int p = 1;        ///< as planned
    int drawn = 1;    ///< workers drawn; fewer than p: folded with an ellipsis
};

/// The board of this design at p workers; at most `most` workers are drawn. Precondition: p >= 1, most >= 4.
[[nodiscard]] Topology topologyOf(const Design& design, int p, int most = 16);

}  // namespace scalewright

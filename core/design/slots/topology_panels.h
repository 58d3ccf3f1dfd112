// The panels of the whiteboard, one function an arrangement. Only topology.cpp reads this.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/design/slots/topology.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

/// Boxes first … first + count - 1 as one box.
struct Span {
    int first = 0, count = 1;
};
/// 0 … count-1, each by itself up to `most`; beyond, the first few, an ellipsis and the last.
[[nodiscard]] std::vector<Span> folded(int count, int most);

/// "w3", "w8 … w62" (counted from 1).
[[nodiscard]] std::string spanName(const std::string& noun, Span span);

/// What a panel is made from. `worker` makes the box of some workers with what they hold, `server` that of some shards.
struct PanelInputs {
    int p = 1;
    int most = 16;
    std::function<Box(Span)> worker, server;
    CommunicationParameters parameters;  ///< shards, neighbours, participation, linearScatter, workersPerNode
};

void layRing(Panel& panel, const PanelInputs& in);  ///< the ring all-reduces, reduce-scatter with all-gather
void layGossip(Panel& panel, const PanelInputs& in);
void layGrid(Panel& panel, const PanelInputs& in,
             bool halving);  ///< recursive doubling; Rabenseifner halves the vector
void layBinomialTree(Panel& panel, const PanelInputs& in);
void layDoubleTree(Panel& panel, const PanelInputs& in);
void layClusters(Panel& panel, const PanelInputs& in);
void layAllPairs(Panel& panel, const PanelInputs& in);
void layServers(Panel& panel, const PanelInputs& in);  ///< Bipartite, or Star with one shard
void layStar(Panel& panel, const PanelInputs& in);  ///< the first worker in the middle
void layFederated(Panel& panel, const PanelInputs& in);
void layChain(Panel& panel, const PanelInputs& in, bool bothWays);  ///< a pipeline of stages goes both ways

}  // namespace scalewright

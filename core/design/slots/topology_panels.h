// SPDX-License-Identifier: GPL-3.0-or-later
// The panels of the whiteboard, one function per arrangement. Internal to topology.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/design/slots/topology.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

/// Items first … first + count - 1, drawn as one box.
struct Span {
    int first = 0, count = 1;
};
/// One span per item if there are at most `maximumBoxes` items; otherwise the first few, an ellipsis and the last.
[[nodiscard]] std::vector<Span> spansWithEllipsis(int count, int maximumBoxes);

/// "w3", "w8 … w62" (counted from 1).
[[nodiscard]] std::string spanName(const std::string& noun, Span span);

/// Inputs for drawing a panel. `makeWorkerBox` builds the box for a span of workers with its contents, `makeServerBox`
/// the box for a span of shards.
struct PanelInputs {
    int p = 1;
    int maximumBoxes = 16;
    std::function<Box(Span)> makeWorkerBox, makeServerBox;
    CommunicationParameters parameters;  ///< shards, neighbours, participation, linearScatter, workersPerNode
};

void layOutRing(Panel& panel, const PanelInputs& inputs);  ///< ring all-reduce; reduce-scatter with all-gather
void layOutGossip(Panel& panel, const PanelInputs& inputs);
void layOutGrid(Panel& panel, const PanelInputs& inputs,
                bool halving);  ///< recursive doubling; Rabenseifner's algorithm halves the vector
void layOutBinomialTree(Panel& panel, const PanelInputs& inputs);
void layOutDoubleTree(Panel& panel, const PanelInputs& inputs);
void layOutClusters(Panel& panel, const PanelInputs& inputs);
void layOutAllPairs(Panel& panel, const PanelInputs& inputs);
void layOutServers(Panel& panel, const PanelInputs& inputs);  ///< Bipartite, or Star for one shard
void layOutStar(Panel& panel, const PanelInputs& inputs);  ///< first worker in the middle
void layOutFederated(Panel& panel, const PanelInputs& inputs);
/// Bidirectional for a pipeline of stages.
void layOutChain(Panel& panel, const PanelInputs& inputs, bool isBidirectional);

}  // namespace scalewright

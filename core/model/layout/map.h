// SPDX-License-Identifier: GPL-3.0-or-later
// The best layout as a function of the number of cards and the model size: where one way to split replaces another, and
// where nothing fits. Model shapes are the reference model's, resized, or those of modelForParameterCount() if it has
// no shape; batch and cards come from the inputs.
//
//     const LayoutMapAxes axes = layoutMapAxes(64, 13e9);
//     const Result<LayoutCell> cell = computeLayoutCell(inputs, axes.cards[3], axes.parameters[2], stop);
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/model/layout/search.h"
#include "core/model/layout/sources.h"

namespace scalewright {

struct LayoutMapInputs {
    std::vector<ModelEntry> models;  ///< models used as shapes to scale
    ClusterSpec cluster;
    Trainer trainer;
    double batch = 1;
    Transformer referenceModel;  ///< provides the state bytes per parameter, attention and sequence
    bool usesReferenceShape = false;  ///< whether it also provides the shape, resized
};

struct LayoutMapAxes {
    std::vector<int> cards;  ///< powers of two
    std::vector<double> parameters;  ///< three per decade (1, 2, 5), plus the size of the model itself
};
/// Axes around a plan and a model: up to four times the plan and at least 64 cards; parameters within a factor of 20 in
/// each direction. The row nearest to the model is replaced by the model's own size.
[[nodiscard]] LayoutMapAxes layoutMapAxes(int planP, double parameters);

/// The model at another size. Depth and width grow by the same factor: depth in steps of 8 layers from 16 layers on,
/// width in heads of the same size, as many as give the nearest parameter count; the layer structure does not change.
/// At the same size, the model is returned unchanged. Precondition: hasShape().
[[nodiscard]] Transformer resizedModel(const Transformer& model, double parameters);

struct LayoutCell {
    enum class Kind { Fits, TooLarge, NoLayout };  ///< NoLayout: no layout divides the batch over that many cards
    Kind kind = Kind::NoLayout;
    RankedLayout best;  ///< for TooLarge: the layout that needs the least memory
};
/// Tries only a few micro-batches and chunks, because a map has about a hundred cells. Errors as for searchLayouts()
/// and modelForParameterCount().
[[nodiscard]] Result<LayoutCell> computeLayoutCell(const LayoutMapInputs& question, int cards, double parameters,
                                                   const std::stop_token& stop = {});

/// The kind of split without numbers: "tensor × stages", "data alone", "one card", "nothing fits", "no layout".
[[nodiscard]] std::string splitText(const LayoutCell& cell);
/// "64 cards, 10.0 B parameters: CP2×PP2×DP16, 3.07 s per step".
[[nodiscard]] std::string cellText(const LayoutCell& cell, int cards, double parameters);

}  // namespace scalewright

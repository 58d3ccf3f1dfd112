// The winner over numbers of cards and sizes of a model: where one way to split takes over from another, and where
// nothing fits. Shapes are the question's model's, resized, or where that has none of its own those of
// modelOfParameters(); the batch and the cards are the question's.
//
//     const LayoutMapAxes axes = layoutMapAxes(64, 13e9);
//     const Result<LayoutCell> cell = layoutCell(question, axes.cards[3], axes.parameters[2], stop);
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/model/layout/search.h"
#include "core/model/layout/sources.h"

namespace scalewright {

struct LayoutMapQuestion {
    std::vector<ModelEntry> models;  ///< whose shapes are scaled
    ClusterSpec cluster;
    Trainer trainer;
    double batch = 1;
    Transformer like;  ///< bytes of state a parameter, attention and sequence are this model's
    bool ownShape = false;  ///< … and the shape, resized
};

struct LayoutMapAxes {
    std::vector<int> cards;  ///< powers of two
    std::vector<double> parameters;  ///< three a decade: 1, 2, 5; and the model's own
};
/// Around a plan and a model: to four times the plan, at least to 64 cards; a factor of 20 each way of the parameters,
/// where the row that is nearest to the model is the model's own size.
[[nodiscard]] LayoutMapAxes layoutMapAxes(int planP, double parameters);

/// The model at another size: depth and width grow by one factor, the depth in steps of 8 layers where it has 16 or
/// more, the width in heads of the same size, as many as bring the count nearest; what a layer is made of stays. Of the
/// same size it is the model. Precondition: hasShape().
[[nodiscard]] Transformer resized(const Transformer& model, double parameters);

struct LayoutCell {
    enum class Kind { Fits, TooLarge, NoLayout };  ///< NoLayout: the batch has no sequence for so many cards
    Kind kind = Kind::NoLayout;
    RankedLayout best;  ///< TooLarge: the smallest
};
/// Few micro-batches and chunks are tried: a map asks a hundred times. Errors: searchLayouts', modelOfParameters'.
[[nodiscard]] Result<LayoutCell> layoutCell(const LayoutMapQuestion& question, int cards, double parameters,
                                            const std::stop_token& stop = {});

/// How it splits, without numbers: "tensor × stages", "data alone", "one card", "nothing fits", "no layout".
[[nodiscard]] std::string splitText(const LayoutCell& cell);
/// "64 cards, 10.0 B parameters: context 2 × stages 2 × data 16, 3.07 s a step".
[[nodiscard]] std::string cellText(const LayoutCell& cell, int cards, double parameters);

}  // namespace scalewright

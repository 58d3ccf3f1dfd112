// What `plan` answers: which layout of a large model over cards is best, and why the runner-up loses; and how many
// replicas serve it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answers/answer.h"
#include "core/layout/search.h"
#include "core/layout/serving.h"
#include "core/layout/sources.h"

namespace scalewright {

enum class LayoutOrder { Time, Money, Memory };

struct LayoutsQuestion {
    ModelEntry model;
    NamedCluster cluster;
    Trainer trainer;
    double batch = 0;
    int cards = 1;
    int best = 5;
    LayoutOrder order = LayoutOrder::Time;
    std::optional<Layout> own;         ///< the person's layout
    std::optional<double> measuredS;   ///< its measured step, that the trainer was calibrated on
    double beforeS = 0;                ///< what was computed for it before
    std::vector<std::string> assumed;  ///< what nobody said, each in a sentence
};

/// Those of the order that was asked for, best first.
[[nodiscard]] const std::vector<RankedLayout>& ranked(const LayoutsQuestion& question, const LayoutSearch& found);

/// The table has the seven best; where none fits, the answer says how much is missing, and from how many cards one fits.
[[nodiscard]] Answer layoutsAnswer(const LayoutsQuestion& question, const LayoutSearch& found);

/// `plans`: planServing's, the best first, at least one.
[[nodiscard]] Answer servingAnswer(const LayoutsQuestion& question, const std::vector<ServingPlan>& plans);

}  // namespace scalewright

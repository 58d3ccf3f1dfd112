// What `plan` answers: which layout of a large model over cards is best, and why the runner-up loses; and how many
// replicas serve it.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/model/layout/search.h"
#include "core/model/layout/serving.h"
#include "core/model/layout/sources.h"
#include "core/model/layout/why.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct Project;

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

/// What a project asks, for so many cards: its model, target and batch; in a training program's efficiency. Errors
/// (Input), with pointers: everything that is not known.
[[nodiscard]] Result<LayoutsQuestion> layoutsQuestion(const Project& project, int cards,
                                                      const std::vector<ModelEntry>& models, const Trainer& trainer);
/// The training program where nobody names one.
inline constexpr const char* usualTrainer = "megatron-2022";

/// Of exactly the question's cards; where money decides, of fewer too (nodeCounts). Errors: searchLayouts'.
[[nodiscard]] Result<LayoutSearch> searchFor(const LayoutsQuestion& question, const std::stop_token& stop = {});

/// A layout with all that is said of it.
struct LayoutRow {
    Layout layout;
    LayoutCost cost;
    double utilisation = 0;
    std::optional<double> usd;  ///< of a step; absent where the cluster has no price
    WhyNot why;  ///< against the first of the order; Nothing for that one
    bool undecided = false;  ///< as fast as the first, within what the trainer's runs scatter
};
/// The best of the question's order, then those that are too large and would be faster.
struct LayoutRows {
    std::vector<LayoutRow> best, tooLarge;
};
[[nodiscard]] LayoutRows layoutRows(const LayoutsQuestion& question, const LayoutSearch& found);

/// A card's memory part by part, those that are not 0, with their names: "weights", "activations".
[[nodiscard]] std::vector<std::pair<std::string, double>> memoryParts(const TrainingBytes& bytes);

/// Those of the order that was asked for, best first.
[[nodiscard]] const std::vector<RankedLayout>& ranked(const LayoutsQuestion& question, const LayoutSearch& found);

/// The table has the seven best; where none fits, the answer says how much is missing, and from how many cards one fits.
[[nodiscard]] Answer layoutsAnswer(const LayoutsQuestion& question, const LayoutSearch& found);

/// `plans`: planServing's of that need, the best first, at least one. A request longer than the model's context is
/// warned of.
[[nodiscard]] Answer servingAnswer(const LayoutsQuestion& question, const ServingNeed& need,
                                   const std::vector<ServingPlan>& plans);

}  // namespace scalewright

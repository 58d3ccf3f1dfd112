// The answer of `plan`: the best layout of a large model over cards and why the runner-up loses; and how many replicas
// serve it.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/model/layout/loss_explanation.h"
#include "core/model/layout/search.h"
#include "core/model/layout/serving.h"
#include "core/model/layout/sources.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct Project;

enum class LayoutOrder { Time, Money, Memory };

struct LayoutsQuestion {
    ModelEntry model;
    NamedCluster cluster;
    Trainer trainer;
    double batchSize = 0;
    int cardCount = 1;
    int bestCount = 5;
    LayoutOrder order = LayoutOrder::Time;
    std::optional<ParallelLayout> ownLayout;         ///< the user's layout
    std::optional<double> measuredStepS;   ///< measured step time of `ownLayout`; the trainer was calibrated with it
    double uncalibratedStepS = 0;                ///< computed step time of `ownLayout` before calibration
    std::vector<std::string> assumptions;  ///< inputs that are not set, one sentence each
};

/// The question of a project for that many cards: its model, target and batch, at a training program's efficiency.
/// Errors (Input): everything that is not set, with JSON pointers.
[[nodiscard]] Result<LayoutsQuestion> makeLayoutsQuestion(const Project& project, int cards,
                                                          const std::vector<ModelEntry>& models,
                                                          const Trainer& trainer);
/// The training program used if none is named.
inline constexpr const char* defaultTrainerId = "megatron-2022";

/// Searches exactly the question's cards; if sorted by money, also fewer (nodeCounts). Errors: those of searchLayouts.
[[nodiscard]] Result<LayoutSearch> searchLayoutsFor(const LayoutsQuestion& question, const std::stop_token& stop = {});

/// A layout with everything that is shown about it.
struct LayoutRow {
    ParallelLayout layout;
    LayoutCost cost;
    double utilisation = 0;
    std::optional<double> usdPerStep;  ///< empty if the cluster has no price
    LossExplanation reason;  ///< compared with the first of the order; Nothing for the first itself
    bool isUndecided = false;  ///< as fast as the first, within the scatter of the trainer's runs
};
/// The best in the question's order, then those that would be faster but do not fit.
struct LayoutRows {
    std::vector<LayoutRow> best, tooLarge;
};
[[nodiscard]] LayoutRows layoutRows(const LayoutsQuestion& question, const LayoutSearch& search);

/// The non-zero parts of a card's memory, with their names: "weights", "activations".
[[nodiscard]] std::vector<std::pair<std::string, double>> memoryParts(const TrainingBytes& bytes);

/// The layouts in the requested order, best first.
[[nodiscard]] const std::vector<RankedLayout>& rankedLayouts(const LayoutsQuestion& question,
                                                             const LayoutSearch& search);

/// The table has the seven best. If none fits, the answer says how much memory is missing and how many cards are
/// enough.
[[nodiscard]] Answer layoutsAnswer(const LayoutsQuestion& question, const LayoutSearch& search);

/// `plans`: from planServing for that need, the best first, at least one. Warns of a request longer than the model's
/// context.
[[nodiscard]] Answer servingAnswer(const LayoutsQuestion& question, const ServingNeed& need,
                                   const std::vector<ServingPlan>& plans);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `plan`: the best layout of a large model over cards and why the runner-up loses, and how many
// replicas serve it.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/text/enum_names.h"
#include "core/model/layout/calibrate.h"
#include "core/model/layout/loss_explanation.h"
#include "core/model/layout/search.h"
#include "core/model/layout/serving.h"
#include "core/model/layout/sources.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct Project;

enum class LayoutOrder { Time, Money, Memory };
template <>
inline constexpr auto enumNames<LayoutOrder> = namedValues<LayoutOrder>(
    "order", {{LayoutOrder::Time, "time"}, {LayoutOrder::Money, "money"}, {LayoutOrder::Memory, "memory"}});

struct LayoutsQuestion {
    ModelEntry model;
    NamedCluster cluster;
    Trainer trainer;
    double batchSize = 0;
    int cardCount = 1;
    int bestCount = 5;
    LayoutOrder order = LayoutOrder::Time;
    std::optional<ParallelLayout> ownLayout;         ///< the user's layout
    std::vector<MeasuredRun> measuredRuns;  ///< steps that the trainer was calibrated with
    std::vector<RunResidual> residualsBefore;  ///< of those, before calibration
    std::vector<LayoutKind> without;  ///< kinds of layouts that are not tried
    std::optional<int> availableCards;  ///< in the project's available machines; empty: no limit
    std::vector<std::string> assumptions;  ///< inputs that are not set, one sentence each
};

/// Creates the question from a project for the given number of cards: the project's model, target and batch, at the
/// efficiency of its measured steps, or of trainerForCard(). Errors (Input): everything that is not set, with JSON
/// pointers.
[[nodiscard]] Result<LayoutsQuestion> makeLayoutsQuestion(const Project& project, int cards,
                                                          const std::vector<ModelEntry>& models,
                                                          const std::vector<Trainer>& trainers);
/// The steps that a project's ladders measured, each at the model, batch and layout of its conditions, on `cards` or, if
/// absent, on the target's. Ladders without a model, a batch or a matching layout are left out.
[[nodiscard]] std::vector<MeasuredRun> measuredRunsOf(const Project& project, const std::vector<ModelEntry>& models,
                                                      const std::optional<ClusterSpec>& cards = {});
/// profileRun() of the question's model on its cluster.
[[nodiscard]] MeasuredRun profileRunOf(const LayoutsQuestion& question, const ParallelLayout& planned);
/// The run as plan's option --measured, with SECONDS in place of an unknown time: "60.1s,p=2240,batch=1920,tensor=8".
[[nodiscard]] std::string measuredOption(const MeasuredRun& run);
/// Sets the question's trainer from measured steps. Errors: those of calibrate(). Without runs, nothing changes.
[[nodiscard]] Result<void> calibrateQuestion(LayoutsQuestion& question, const std::vector<MeasuredRun>& runs);
/// What is assumed because the project gives only the model's parameters; empty if it gives the shape.
[[nodiscard]] std::string assumedShapeText(const ModelEntry& model);
/// Searches exactly the question's number of cards; if sorted by money, also fewer (nodeCounts). Errors: those of
/// searchLayouts.
[[nodiscard]] Result<LayoutSearchResult> searchLayoutsFor(const LayoutsQuestion& question,
                                                          const std::stop_token& stop = {});

/// A layout with everything that is displayed about it.
struct LayoutRow {
    ParallelLayout layout;
    LayoutCost cost;
    double utilisation = 0;
    std::optional<double> usdPerStep;  ///< empty if the cluster has no price
    LossExplanation reason;  ///< compared with the first layout in the order; Nothing for the first itself
    bool isUndecided = false;  ///< as fast as the first, within the run-to-run scatter of the trainer
};
/// The best layouts in the question's order, followed by those that would be faster but do not fit.
struct LayoutRows {
    std::vector<LayoutRow> best, tooLarge;
};
[[nodiscard]] LayoutRows layoutRows(const LayoutsQuestion& question, const LayoutSearchResult& search);

/// The non-zero parts of a card's memory, with their names: "weights", "activations".
[[nodiscard]] std::vector<std::pair<std::string, double>> memoryParts(const TrainingBytes& bytes);

/// The layouts in the requested order, best first.
[[nodiscard]] const std::vector<RankedLayout>& rankedLayouts(const LayoutsQuestion& question,
                                                             const LayoutSearchResult& search);

/// The table has the seven best. If no layout fits, the answer says how much memory is missing and how many cards would
/// be enough.
[[nodiscard]] Answer layoutsAnswer(const LayoutsQuestion& question, const LayoutSearchResult& search);

/// `plans`: from planServing for that need, best first, at least one. Warns if a request is longer than the model's
/// context.
[[nodiscard]] Answer servingAnswer(const LayoutsQuestion& question, const ServingNeed& need,
                                   const std::vector<ServingPlan>& plans);

}  // namespace scalewright

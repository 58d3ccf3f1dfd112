// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a project to the model of its step: derived values, assumptions, and the uncertainty of the inputs.
//
//     Result<ScalingModel> model = scalingModel(project);   // or which fields are missing, each with its pointer
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/scaling/intervals.h"
#include "core/model/scaling/model.h"
#include "core/project/document/project.h"

namespace scalewright {

/// The model that the project's baseline, target, design and plan imply: beta = messageBytes / bandwidth.
/// workers_per_node, alpha2_s and bandwidth2_bytes_per_s together define a second network level, which then applies to
/// every exchange; the hierarchical pattern requires them. workers_per_node alone determines how many workers are
/// billed and fail together. Other absent pattern parameters default to those of CommunicationParameters. Each of
/// /design/communication/further needs its message_bytes. Error (Input): the pointers of the fields that are missing or
/// out of range, with valid values.
///
/// The six slots become the model's terms (core/model/scaling/terms.h). For consistency, the strictest choice counts,
/// and without a choice there is a barrier every step; bounded staleness with jitter needs staleness_steps. Among the
/// fault-tolerance choices, elastic takes precedence over re-execution, and re-execution over checkpoint-restart, which
/// needs checkpoint_s if nodes have an MTBF; without a choice a failure restarts the run, and /plan/steps is needed for
/// a price. The parameters of coordination and load balancing always count, regardless of the choice.
[[nodiscard]] Result<ScalingModel> scalingModel(const Project& project);
/// Uses a whole baseline. maximumWorkers = batch x tensor parallel x stages x context parallel, because a copy has at
/// least one example; it is set if the work is fixed, the batch is known, and examples are split over the workers (slot
/// 1 says so or is empty, splits model copies or shards their state). The time of a model copy split over several
/// workers is based on its layout (core/model/step/model_split.h). If the steps' times add up to T_comp, only slot 1's
/// split-data divides their reading; and if one core was measured as well as the whole machine, the workers of a node
/// share its memory bandwidth.
[[nodiscard]] Result<ScalingModel> scalingModel(const Baseline& baseline, const Proposal& proposal);
[[nodiscard]] Result<ScalingModel> scalingModel(const MaybeQuantity& tCompS, const Proposal& proposal);
/// Uses the baseline that the prediction was made from.
[[nodiscard]] Result<ScalingModel> scalingModel(const FrozenPrediction& frozen);
/// The most workers that the batch has examples for, one per copy of the model; absent without such a limit.
[[nodiscard]] std::optional<int> maximumWorkersByBatch(const Baseline& baseline, const Proposal& proposal);
/// The part of the exchange that is not a time (alpha, beta and gamma are 0): the pattern's parameters, buckets, and
/// the second network level. Needs no baseline and no link; a value out of range counts as absent.
[[nodiscard]] CommunicationParameters exchangeWithoutTimes(const Target& target, const Communication& communication);
/// The model's assumptions, and the parts of the design that it does not cover, one sentence each: "restart_s is not
/// set: resuming after a failure is assumed to cost no time". May be empty.
[[nodiscard]] std::vector<std::string> modelNotes(const Proposal& proposal);
/// The intervals of the model's inputs. The interval of beta is derived from the message's and the bandwidth's.
[[nodiscard]] ModelIntervals modelIntervals(const Project& project);
[[nodiscard]] ModelIntervals modelIntervals(const Baseline& baseline, const Proposal& proposal);

/// The patterns for which the target has all values. The hierarchical one also needs alpha, bandwidth and the workers
/// per node: without them its exchange between nodes would be free.
[[nodiscard]] std::vector<Pattern> priceablePatterns(std::vector<Pattern> patterns, const Target& target);

}  // namespace scalewright

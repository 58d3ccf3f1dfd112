// From a project to the model of its step: derived values, assumptions, and the uncertainty of the inputs.
//
//     Result<ScalingModel> model = scalingModel(project);   // or which fields are missing, each with its pointer
#pragma once

#include <vector>

#include <string>
#include "core/base/error/result.h"
#include "core/model/scaling/intervals.h"
#include "core/model/scaling/model.h"
#include "core/project/document/project.h"

namespace scalewright {

/// The model that the project's baseline, target, design and plan imply: beta = messageBytes / bandwidth.
/// workers_per_node, alpha2_s and bandwidth2_bytes_per_s together are a second level of network, on which every
/// exchange is priced; the hierarchical pattern needs them. workers_per_node alone determines what is charged and
/// fails. Other absent pattern parameters default to those of CommunicationParameters. Each of
/// /design/communication/further needs its message_bytes. Error (Input): the pointers of the fields that are missing or
/// out of range, with valid values.
///
/// The six slots become the model's terms (core/model/scaling/terms.h). Consistency is the barrier: the strictest
/// choice counts, and without a choice there is a barrier every step; bounded staleness with jitter needs
/// staleness_steps. Of the fault-tolerance choices, elastic takes precedence over re-execution, and that over
/// checkpoint-restart, which needs checkpoint_s on nodes with an MTBF; without a choice a failure restarts the run, and
/// /plan/steps is needed for a price. The parameters of coordination and load balancing always count, whatever the
/// choice.
[[nodiscard]] Result<ScalingModel> scalingModel(const Project& project);
/// From a baseline: if examples are split over the workers (slot 1 says so or is empty, splits copies of a model or
/// shards their state; the work is fixed) and the batch is known, a copy has at least one example: maximumWorkers =
/// batch x tensor parallel x stages x context parallel. A model copy on several workers is priced by its layout
/// (core/model/step/model_split.h). If the steps' times add up to T_comp, only slot 1's split-data divides their
/// reading; and if one core was measured as well as the whole machine, the workers of a node share its memory
/// bandwidth.
[[nodiscard]] Result<ScalingModel> scalingModel(const Baseline& baseline, const Proposal& proposal);
[[nodiscard]] Result<ScalingModel> scalingModel(const MaybeQuantity& tCompS, const Proposal& proposal);
/// From the baseline that the prediction was made from.
[[nodiscard]] Result<ScalingModel> scalingModel(const FrozenPrediction& frozen);
/// The part of its exchange that is not a time (alpha, beta and gamma are 0): the pattern's parameters, buckets, and
/// the second level of network. Needs no baseline and no link; a number out of range counts as absent.
[[nodiscard]] CommunicationParameters exchangeWithoutTimes(const Target& target, const Communication& communication);
/// The model's assumptions, and the parts of the design that it could not price, one sentence each: "restart_s is not
/// set: resuming after a failure is assumed to cost no time". Empty if none exist.
[[nodiscard]] std::vector<std::string> modelNotes(const Proposal& proposal);
/// The intervals of the model's inputs. That of beta is derived from the message's and the bandwidth's.
[[nodiscard]] ModelIntervals modelIntervals(const Project& project);
[[nodiscard]] ModelIntervals modelIntervals(const Baseline& baseline, const Proposal& proposal);

/// The patterns for which the target has all numbers. The hierarchical one also needs alpha, bandwidth and the workers
/// of a node: without them its exchange between nodes would be free.
[[nodiscard]] std::vector<Pattern> priceablePatterns(std::vector<Pattern> patterns, const Target& target);

}  // namespace scalewright

// From a project to the model of its step: what it implies, what it takes for granted, how sure its inputs are.
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
/// workers_per_node, alpha2_s and bandwidth2_bytes_per_s together are a second level of network, which every exchange
/// is priced on; the hierarchical pattern needs them. workers_per_node alone says what is charged and fails. Other
/// pattern parameters that are absent are those of CommunicationParameters. Each of /design/communication/further needs
/// its message_bytes. Error (Input): the pointers of the fields that are missing or out of range, with what would be
/// right. The six slots become its terms (core/model/scaling/terms.h). Consistency is the barrier, the strictest choice
/// counts, none chosen is one every step; bounded staleness with jitter needs staleness_steps. Of fault tolerance's
/// choices elastic meets a failure before re-execution and that before checkpoint-restart, which on nodes with an MTBF
/// needs checkpoint_s; none chosen starts the run again and needs /plan/steps to have a price. The parameters of
/// coordination and load balancing count whatever the choice.
[[nodiscard]] Result<ScalingModel> scalingModel(const Project& project);
/// Of a baseline: where examples are split over the workers (slot 1 says so or is empty, splits copies of a model or
/// shards their state; the work is fixed) and the batch is known, a copy has at least one: mostWorkers = batch x tensor
/// parallel x stages x context parallel.
/// A copy of the model on several workers is priced by its layout (core/model/step/model_split.h).
/// Where the steps' times are T_comp's, what they read is divided by slot 1's split-data alone; and where one core was
/// measured beside the whole machine, the workers of a node share its memory bandwidth.
[[nodiscard]] Result<ScalingModel> scalingModel(const Baseline& baseline, const Proposal& proposal);
[[nodiscard]] Result<ScalingModel> scalingModel(const MaybeQuantity& tCompS, const Proposal& proposal);
/// Of the baseline that it was made from.
[[nodiscard]] Result<ScalingModel> scalingModel(const FrozenPrediction& frozen);
/// The part of its exchange that is no time (alpha, beta and gamma are 0): what the pattern asks for, buckets, and the
/// second level of network. Needs no baseline and no link; a number that is out of range counts as absent.
[[nodiscard]] CommunicationParameters exchangeWithoutTimes(const Target& target, const Communication& communication);
/// What the model took for granted, and what of the design it could not price, each in a sentence: "restart_s is not
/// given: a restart is taken to cost no time". Empty where nothing was.
[[nodiscard]] std::vector<std::string> modelNotes(const Proposal& proposal);
/// The intervals that belong to the model. beta's comes from the message's and the bandwidth's.
[[nodiscard]] ModelIntervals modelIntervals(const Project& project);
[[nodiscard]] ModelIntervals modelIntervals(const Baseline& baseline, const Proposal& proposal);

/// Those of the patterns that the target has the numbers for. The hierarchical one needs alpha, bandwidth and the
/// workers of a node besides: without them its exchange between nodes would be free.
[[nodiscard]] std::vector<Pattern> priceable(std::vector<Pattern> patterns, const Target& target);

}  // namespace scalewright

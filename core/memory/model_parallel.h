// What a model that is split inside its layers (tensor parallel) or by them (a pipeline) costs beside T(p), which does
// not price it.
//
//   tensor parallel t   4 all-reduces of b s h a layer and micro-batch among t workers, 6 with full    Narayanan et al. 2021: two each
//                       recomputation; 2 bytes an element; m micro-batches, L/stages layers            way, and the forward's again
//   pipeline            a bubble of (stages - 1)/(v m) of the compute, v chunks a stage                   the same
//   copies              N = p/(t stages) workers hold the same part and exchange gradients; the design's pattern is priced among p
//
// Not told: what overlaps, the hand-over of b s h between stages.
#pragma once

#include <optional>
#include <vector>

#include <string>

namespace scalewright {

struct Project;
struct ScalingModel;

/// Seconds of a step's tensor-parallel all-reduces, ring among t workers in node order; nullopt where t is 1, or the
/// model's shape, its sequence or the micro-batches are not known. Precondition: p >= 1.
[[nodiscard]] std::optional<double> tensorExchangeS(const Project& project, const ScalingModel& model, int p);

/// In sentences, with the project's numbers at p workers; empty where nothing is split so.
[[nodiscard]] std::vector<std::string> modelParallelNotes(const Project& project, const ScalingModel& model, int p);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Published step times with the layouts they were measured with (resources/catalogue/layout-runs.json): a reference for
// computed step times and guesses.
//
//     const PublishedRun* run = nearestRun(runs, 13e9, 64);
//     evaluateLayout(run->run.model, run->run.cluster, trainer, run->run.batch, run->run.layout).stepS;
//     // compare with run->run.stepS
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/layout/calibrate.h"

namespace scalewright {

struct Catalogue;

struct PublishedRun {
    std::string id, name, source;  ///< source: its title
    std::string program;  ///< the training program, such as "llm-foundry"
    std::string hardwareId, interNodeLinkId;  ///< catalogue ids
    bool hasPartialRecomputation = false;  ///< recomputes a part of each layer, which no layout here describes
    bool shardsGradients = false;  ///< at stage 1 in a pipeline, which no layout here describes
    MeasuredRun run;
};

/// Parses published runs; their hardware comes from `catalogue`. Errors name the entry and the member.
[[nodiscard]] Result<std::vector<PublishedRun>> parsePublishedRuns(std::string_view text, const Catalogue& catalogue);
[[nodiscard]] Result<std::vector<PublishedRun>> readPublishedRuns(const Catalogue& catalogue);

/// The run with the nearest parameter count and number of cards, both compared by ratio; nullptr if there are no runs.
[[nodiscard]] const PublishedRun* nearestRun(const std::vector<PublishedRun>& runs, double parameters, int cards);

}  // namespace scalewright

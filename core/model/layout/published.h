// Published step times with the layouts they were measured on (resources/catalogue/layout-runs.json): a reference for
// computed steps and guesses.
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
    std::string id, name, source;  ///< title of the source
    std::string hardwareId, interNodeLinkId;  ///< catalogue ids
    MeasuredRun run;
};

/// The entries of the file on the catalogue's cards. Errors name the entry and the member.
[[nodiscard]] Result<std::vector<PublishedRun>> parsePublishedRuns(std::string_view text, const Catalogue& catalogue);
[[nodiscard]] Result<std::vector<PublishedRun>> readPublishedRuns(const Catalogue& catalogue);

/// The run with the nearest parameter count and number of cards, both by ratio; nullptr if none exists.
[[nodiscard]] const PublishedRun* nearestRun(const std::vector<PublishedRun>& runs, double parameters, int cards);

}  // namespace scalewright

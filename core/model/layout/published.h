// Steps that others measured and printed, with the layout that each ran on (resources/catalogue/layout-runs.json): what
// a guess and a computed step are held against.
//
//     const PublishedRun* run = nearestRun(runs, 13e9, 64);
//     evaluate(run->run.model, run->run.cluster, trainer, run->run.batch, run->run.layout).stepS;   // against run->run.stepS
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/layout/calibrate.h"

namespace scalewright {

struct Catalogue;

struct PublishedRun {
    std::string id, name, source;  ///< title of the source
    std::string hardware, link2;  ///< ids of the catalogue
    MeasuredRun run;
};

/// The file's entries on the catalogue's cards. Errors name the entry and the member.
[[nodiscard]] Result<std::vector<PublishedRun>> parsePublishedRuns(std::string_view text, const Catalogue& catalogue);
[[nodiscard]] Result<std::vector<PublishedRun>> readPublishedRuns(const Catalogue& catalogue);

/// The one whose parameters and cards are nearest, each by its ratio; nullptr where there is none.
[[nodiscard]] const PublishedRun* nearestRun(const std::vector<PublishedRun>& runs, double parameters, int cards);

}  // namespace scalewright

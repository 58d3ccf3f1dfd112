// What answers a measured cause, as a change of the design: a proposal, with one sentence of what it assumes and what
// it would bring.
//
//     for (const DesignRemedy& remedy : designRemedies(project, analyse(project)))
//         if (remedy.proposal) …   // "compression": p* 34 -> 41
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/decision/attribution/attribution.h"
#include "core/project/document/project.h"

namespace scalewright {

struct DesignRemedy {
    std::string id;       ///< the remedy's: "compression"
    Cause cause = Cause::Unknown;
    std::string title;        ///< "Compress what is sent"
    std::string how;          ///< what it does and what it costs
    std::string assumes;      ///< with this design's numbers; where there is no proposal, why not
    std::optional<Proposal> proposal;  ///< the shown one, changed; absent where it would gain nothing
    std::optional<LadderBound> bound{};  ///< said in `assumes` too
};

/// The owner's remedies first, then those of the other causes that lost more than a twentieth of the folds at the same
/// p; each once. Empty without a ladder that can be read. Precondition: `analysis` is the project's.
[[nodiscard]] std::vector<DesignRemedy> designRemedies(const Project& project, const Analysis& analysis);

/// The one of that id. Error (Input): there is none, naming those there are; (Refused) the design has nothing to
/// change.
[[nodiscard]] Result<DesignRemedy> remedyNamed(const std::vector<DesignRemedy>& remedies, std::string_view id);

/// The project showing the remedy as a new variant, "compression", or "compression 2" where that name is taken.
/// Precondition: remedy.proposal.
[[nodiscard]] Project withRemedyAdded(const Project& project, const DesignRemedy& remedy);

}  // namespace scalewright

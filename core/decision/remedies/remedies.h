// SPDX-License-Identifier: GPL-3.0-or-later
// A change of the design that addresses a measured cause: a proposal, with a sentence about its assumption and effect.
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
    std::string description;          ///< what it does and what it costs
    std::string assumptionText;      ///< with this design's numbers; if there is no proposal, the reason
    std::optional<Proposal> proposal;  ///< the shown proposal with the change; absent if it would gain nothing
    std::optional<LadderSpeedupBound> ladderBound{};  ///< also stated in `assumptionText`
};

/// The remedies for the main cause first, then those for other causes that lost more than a twentieth of the folds at
/// the same p, without duplicates. Empty without a readable ladder. Precondition: `analysis` belongs to the project.
[[nodiscard]] std::vector<DesignRemedy> designRemedies(const Project& project, const Analysis& analysis);

/// The remedy with that id. Errors: (Input) no such remedy, with a list of those that exist; (Refused) it does not
/// apply to the design.
[[nodiscard]] Result<DesignRemedy> findRemedy(const std::vector<DesignRemedy>& remedies, std::string_view id);

/// The project with the remedy as a new, shown variant, "compression", or "compression 2" if that name is taken.
/// Precondition: remedy.proposal is set.
[[nodiscard]] Project withRemedyVariant(const Project& project, const DesignRemedy& remedy);

}  // namespace scalewright

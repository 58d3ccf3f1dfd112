// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `size`: how many accelerators, on how many nodes, in which tier, by the requested rule and by the
// other rule.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/sizing/sizing.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct Analysis;
struct Project;

/// The accelerators of a project's run, counted once: `size`, Tools and the launch files all show this count and its
/// price.
struct ProjectSizing {
    SizingNeed need;
    Sizing replica, book;
    std::optional<int> planP;  ///< the plan's p, if the work can be divided by it
};
/// The plan's p if the plan can run what is sized (planHoldsModel), otherwise the fewest accelerators that can, for the
/// hours that a run takes on them. `need`: from sizingNeedOf(), changed by the user's options; hours that are given stay.
/// `rule`: whose accelerators set the hours. Errors as for computeSizing().
[[nodiscard]] Result<ProjectSizing> sizeProject(SizingNeed need, const Project& project, const Analysis& analysis,
                                                const ToolTable& table, SizingRule rule = SizingRule::Replica);
/// The same for an analysis with this search range.
[[nodiscard]] Result<ProjectSizing> sizeProject(SizingNeed need, const Project& project, int pMax,
                                                const ToolTable& table, SizingRule rule);
/// The workers to launch: the sized accelerators, or the plan's p if nothing is sized. nullopt if no plan meets the
/// goals. `sizing`: by the replica rule; nullptr if it failed.
[[nodiscard]] std::optional<int> workersToLaunch(const Sizing* sizing, const Analysis& analysis);

struct SizeAnswerQuestion {
    const SizingNeed& need;
    const Sizing &requestedSizing, &otherSizing;
    std::vector<std::string> catalogueNotes;  ///< what was taken from the catalogue, one sentence each
    std::optional<int> planP{};  ///< the plan's number of workers, if there is a plan
};

[[nodiscard]] Answer sizeAnswer(const SizeAnswerQuestion& question);

}  // namespace scalewright

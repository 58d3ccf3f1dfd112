// SPDX-License-Identifier: GPL-3.0-or-later
// The whole argument on one sheet: one row per step of the method, each with one number, and the weakest link. The
// Story page shows it at the top; reports and decks follow its order.
//
//     const Story story = makeStory({project, analysis, catalogue, findings});
//     story.headline;                // "Ask for 4 workers, not 8."
//     story.rows[3].headline;        // "3.88× at 8: communication took most of the rest."
//     story.weakestLink->next.text;  // "Repeat the runs"
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/decision/cost/choice.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/slots.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct Design;
struct Project;

enum class StoryStep { Ceiling, Design, Predict, Measure, Decide };
inline constexpr std::array allStorySteps{StoryStep::Ceiling, StoryStep::Design, StoryStep::Predict, StoryStep::Measure,
                                          StoryStep::Decide};

/// "Ceiling", "Decide".
[[nodiscard]] const char* storyStepTitle(StoryStep step);

struct StoryRow {
    StoryStep step = StoryStep::Ceiling;
    std::string headline;  ///< at most ten words; the missing input if nothing is known
    std::string because;  ///< at most nine words; may be empty
    std::optional<Basis> basis;  ///< basis of the headline's number; empty if there is no number
    bool isKnown = false;
    std::string jsonPointer;  ///< the missing field if nothing is known
};

/// The weakest point of the argument.
struct WeakLink {
    StoryStep step = StoryStep::Measure;  ///< the step in which to fix it
    std::string text;  ///< "one run at each point"
    NextStep next;
};

struct Story {
    std::string headline;  ///< the decision: "Ask for 4 workers, not 8."
    std::string terms;  ///< its assumptions: "strong scaling · $3.20 a node-hour"
    /// The mark of the decision: "measured, close"; "unknown" if the runs cannot tell. Empty without a decision.
    std::string confidence;
    std::string whyThisP;  ///< one sentence about the neighbouring p; empty if there is none
    std::vector<StoryRow> rows;  ///< in the order of allStorySteps
    std::optional<WeakLink> weakestLink;
    std::optional<TimeCostTradeOff> choice;  ///< which p is best for which value of an hour; empty without a price

    [[nodiscard]] const StoryRow& row(StoryStep step) const { return rows[static_cast<std::size_t>(step)]; }
    /// Whether any row has a result.
    [[nodiscard]] bool hasKnownRow() const;
};

/// `analysis` and `findings` must be those of `project`.
struct StoryQuestion {
    const Project& project;
    const Analysis& analysis;
    const DesignCatalogue& catalogue;
    const std::vector<Finding>& findings;
};

/// The plan's speedup, measured first, and how far the design scales: the row of StoryStep::Predict. Precondition:
/// analysis.prediction, or a service.
[[nodiscard]] StoryRow speedupReachRow(const Project& project, const Analysis& analysis);

/// "Split data, all-reduce and parameter server, synchronous.": the first two choices of each of the first three filled
/// slots; empty if no slot is filled.
[[nodiscard]] std::string designClaim(const Design& design, const DesignCatalogue& catalogue);

[[nodiscard]] Story makeStory(const StoryQuestion& question);

}  // namespace scalewright

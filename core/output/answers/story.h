// The whole argument in one sheet: a row a step of the method, each with one number, and the weakest link. What the page
// Story shows first, and what a report and a deck are built along.
//
//     const Story story = storyOf({project, analysis, catalogue, findings});
//     story.headline;               // "Ask for 4 workers, not 8."
//     story.rows[3].headline;       // "3.88× at 8: communication took most of the rest."
//     story.weakest->next.says;     // "Repeat the runs"
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
[[nodiscard]] const char* storyTitle(StoryStep step);

struct StoryRow {
    StoryStep step = StoryStep::Ceiling;
    std::string headline;  ///< at most ten words; what is missing where nothing is told
    std::string because;  ///< at most nine words; may be empty
    std::optional<Basis> basis;  ///< of the headline's number; absent where there is none
    bool told = false;
    std::string pointer;  ///< the field that is missing where nothing is told
};

/// Where the argument gives first.
struct WeakLink {
    StoryStep step = StoryStep::Measure;  ///< where it is mended
    std::string says;  ///< "one run at each point"
    Next next;
};

struct Story {
    std::string headline;  ///< what is decided: "Ask for 4 workers, not 8."
    std::string terms;  ///< what it rests on: "strong scaling · $3.20 a node-hour"
    std::vector<StoryRow> rows;  ///< as allStorySteps
    std::optional<WeakLink> weakest;
    std::optional<Choice> choice;  ///< which p is right for which value of an hour; absent without a price

    [[nodiscard]] const StoryRow& row(StoryStep step) const { return rows[static_cast<std::size_t>(step)]; }
    /// Something is told beyond what is missing.
    [[nodiscard]] bool tells() const;
};

/// `analysis` and `findings` are the project's.
struct StoryQuestion {
    const Project& project;
    const Analysis& analysis;
    const DesignCatalogue& catalogue;
    const std::vector<Finding>& findings;
};

/// How far the design scales: the row of StoryStep::Predict. Precondition: analysis.prediction.
[[nodiscard]] StoryRow reachRow(const Project& project, const Analysis& analysis);

/// "Split data, all-reduce and parameter server, synchronous.": the first three slots that are filled, of each the first
/// two choices; empty where none is.
[[nodiscard]] std::string designClaim(const Design& design, const DesignCatalogue& catalogue);

[[nodiscard]] Story storyOf(const StoryQuestion& question);

}  // namespace scalewright

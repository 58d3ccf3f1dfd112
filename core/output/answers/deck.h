// The slides that a project's own story makes: each one claim, one chart, the one control that matters, and what the
// speaker says to it.
//
//     const std::vector<Slide> slides = slidesOf({project, analysis, catalogue, findings});
//     slides.front().claim;    // "9 workers give 5.30×: 71 % of the best speedup at 37 % of its cost."
//     slides.front().control;  // "/target/alpha_s"
//
// A step of the method that the project has no answer to makes no slide. What a person made of the deck is the
// project's (core/project/document/slide_choices.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/output/answers/answer.h"
#include "core/project/document/slide_choices.h"

namespace scalewright {

struct Choice;
struct DesignCatalogue;
struct Project;
struct RightRange;
struct Story;
struct StoryQuestion;

/// In the order of slideNames.
enum class SlideKind { Ceiling, Design, Prediction, Measurement, Decision, Change };

[[nodiscard]] std::string_view slideName(SlideKind kind);  ///< "ceiling"
[[nodiscard]] const char* slideTitle(SlideKind kind);  ///< "Ceiling", "What would change it"
[[nodiscard]] std::optional<SlideKind> slideKind(std::string_view name);
/// Where its chart is at work: the page's id, and the part of it.
[[nodiscard]] const char* pageOf(SlideKind kind);
[[nodiscard]] const char* partOf(SlideKind kind);

struct Slide {
    SlideKind kind = SlideKind::Prediction;
    std::string claim;  ///< the person's own, else the answer's headline
    Answer answer;
    std::string control;  ///< pointer of the quantity that its slider moves; empty: it has none
    std::vector<std::string> inputs;  ///< pointers of the quantities that its numbers follow from, those that are set
    std::string ladder;  ///< the measured runs that its numbers follow from; empty: none
};

/// Claim: the answer may have no more than its headline, which is quick enough for a slider that is dragged.
enum class SlideDetail { Whole, Claim };

/// The slide of a step; absent where the project has no answer to it, or nothing to draw beside it.
[[nodiscard]] std::optional<Slide> slideOf(SlideKind kind, const StoryQuestion& question,
                                           SlideDetail detail = SlideDetail::Whole);

/// Those that are shown, in the project's order, with its own claims and controls.
[[nodiscard]] std::vector<Slide> slidesOf(const StoryQuestion& question);

/// Why there is none: the first thing that the story lacks.
[[nodiscard]] std::string noSlidesText(const StoryQuestion& question);

/// What would change the best p: the constant that moves it most when it is ten times as large or a tenth, or the values
/// of an hour between which the plan's p stays best. `control` is that constant's or that value's pointer.
struct ChangeAnswer {
    Answer answer;
    std::string control;
    bool byHour = false;  ///< by the value of an hour, of the runs' or the prediction's curve
};
/// Absent where neither is known.
[[nodiscard]] std::optional<ChangeAnswer> changeAnswer(const StoryQuestion& question, const Story& story);

/// The six slots by name, each with its first choice; empty where there is none.
struct SlotTitle {
    std::string slot, choice;
};
[[nodiscard]] std::vector<SlotTitle> slotTitles(const Project& project, const DesignCatalogue& catalogue);

/// The values of an hour for which the plan's p is best; nullptr where it never is.
[[nodiscard]] const RightRange* rangeOfPlan(const Choice& choice, int planP);

/// A constant of Analysis::sensitivity for people: "alpha" -> "latency".
[[nodiscard]] std::string constantTitle(std::string_view parameter);

}  // namespace scalewright

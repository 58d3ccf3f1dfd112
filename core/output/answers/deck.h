// SPDX-License-Identifier: GPL-3.0-or-later
// The slides made from a project's story: each has one claim, one chart, the one control that matters, and the
// speaker's notes.
//
//     const std::vector<Slide> slides = makeSlides({project, analysis, catalogue, findings});
//     slides.front().claim;           // "9 workers give 5.30×: 71 % of the best speedup at 37 % of its cost."
//     slides.front().controlPointer;  // "/target/alpha_s"
//
// A step without an answer gets no slide. Together they are what a project presents if it has no lecture file
// (core/output/lecture/lecture.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/enum_names.h"
#include "core/output/answers/answer.h"
#include "core/project/document/slide_choices.h"

namespace scalewright {

struct Analysis;
struct Lecture;

struct TimeCostTradeOff;
struct DesignCatalogue;
struct Project;
struct HourValueRange;
struct Story;
struct StoryQuestion;

/// In the order of slideNames.
enum class SlideKind { Ceiling, Design, Prediction, Measurement, Decision, Change };
template <>
inline constexpr auto enumNames<SlideKind> =
    namedValues<SlideKind>("slide", {{SlideKind::Ceiling, "ceiling", "Ceiling"},
                                     {SlideKind::Design, "design", "Design"},
                                     {SlideKind::Prediction, "prediction", "Prediction"},
                                     {SlideKind::Measurement, "measurement", "Measurement"},
                                     {SlideKind::Decision, "decision", "Decision"},
                                     {SlideKind::Change, "change", "What would change it"}});
/// The page that shows this chart interactively: its id, and the section of the page.
[[nodiscard]] const char* slidePageId(SlideKind kind);
[[nodiscard]] const char* slidePagePart(SlideKind kind);

struct Slide {
    SlideKind kind = SlideKind::Prediction;
    std::string claim;  ///< the user's own, otherwise the answer's headline
    Answer answer;
    std::string controlPointer;  ///< JSON pointer of the quantity that the slider changes; empty if there is no slider
    std::vector<std::string> inputPointers;  ///< JSON pointers of the inputs that are set
    std::string ladderCaption;  ///< describes the measured runs behind the numbers; may be empty
};

/// ClaimOnly: the answer may have only its headline, which is fast enough to compute while a slider is dragged.
enum class SlideDetail { Full, ClaimOnly };

/// The slide for a step; empty if the project has no answer or no chart for it.
[[nodiscard]] std::optional<Slide> makeSlide(SlideKind kind, const StoryQuestion& question,
                                             SlideDetail detail = SlideDetail::Full);

/// The visible slides, in the project's order, with the user's claims and controls.
[[nodiscard]] std::vector<Slide> makeSlides(const StoryQuestion& question);

/// The same slides as a lecture about the open project.
[[nodiscard]] Lecture storyLecture(const StoryQuestion& question);

/// Why there are no slides: the first thing missing in the story.
[[nodiscard]] std::string noSlidesReason(const StoryQuestion& question);

/// What would change the best p: the parameter that moves it most when multiplied or divided by ten, or the values of
/// an hour between which the plan's p stays best. `controlPointer` is the JSON pointer to that parameter or value.
struct ChangeAnswer {
    Answer answer;
    std::string controlPointer;
    bool isByHourValue = false;  ///< varies the value of an hour, on the measured or the predicted curve
};
/// The input that moves the best p most when multiplied or divided by ten; those of the network come first.
struct SensitiveInput {
    std::string change;  ///< "Ten times the latency"
    std::string jsonPointer;
    double factor = 10;  ///< of the value at that pointer
    std::string bestPBefore, bestPAfter;  ///< "34", "above 4096"; equal if nothing moves it
};
[[nodiscard]] std::optional<SensitiveInput> mostSensitiveInput(const Analysis& analysis);
/// The analysis of the project with that input changed; nullopt if the changed value is out of range.
[[nodiscard]] std::optional<Analysis> analyseChangedInput(const Project& project, const Analysis& analysis,
                                                          const SensitiveInput& input);

/// Empty if neither is known.
[[nodiscard]] std::optional<ChangeAnswer> changeAnswer(const StoryQuestion& question, const Story& story);

/// The six slots by name, each with its choices; `choice` is empty for an empty slot.
struct SlotTitle {
    std::string slot, choice;
};
[[nodiscard]] std::vector<SlotTitle> slotTitles(const Project& project, const DesignCatalogue& catalogue);

/// The values of an hour for which the plan's p is best; nullptr if it is never best.
[[nodiscard]] const HourValueRange* findPlanRange(const TimeCostTradeOff& choice, int planP);

/// The display name of a parameter in Analysis::sensitivity: "alpha" -> "latency".
[[nodiscard]] std::string constantTitle(std::string_view parameter);

}  // namespace scalewright

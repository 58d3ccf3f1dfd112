// What a slide draws: its chart, bars or chips from the analysis, and the words that go with it. Nothing is worked out
// here.
#pragma once

#include <optional>
#include <vector>

#include "core/output/answers/deck.h"
#include "ui/figure/chart_spec.h"
#include "ui/present/slide_bars.h"

namespace scalewright {
struct Analysis;
struct Project;
}  // namespace scalewright

namespace scalewright::ui {

/// What the room did so far; none of it belongs to the project.
struct SlideState {
    bool hidden = false;  ///< the room is guessing
    bool tally = false;  ///< every guess becomes a dot
    std::optional<int> guess;  ///< of the marker that is dragged
    std::vector<int> guesses;  ///< the tally
    std::optional<int> reach;  ///< of the axis while a hand holds something on it
};

/// Exactly one of chart, bars and chips is there.
struct SlideContent {
    std::optional<ChartSpec> chart;
    std::optional<SlideBars> bars;
    std::optional<SlideSlots> chips;
    FigureTexts texts;

    /// Something is drawn.
    [[nodiscard]] bool draws() const;
};

/// Whether G hides it.
[[nodiscard]] bool canGuess(SlideKind kind);

/// Precondition: the project has an answer to that step (slideOf).
[[nodiscard]] SlideContent slideContent(SlideKind kind, const Project& project, const Analysis& analysis,
                                        const SlideState& state);

}  // namespace scalewright::ui

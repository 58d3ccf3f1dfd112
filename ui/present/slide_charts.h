// SPDX-License-Identifier: GPL-3.0-or-later
// What a slide draws: a chart, bars or chips taken from the analysis, with their texts. Nothing is computed here.
#pragma once

#include <optional>
#include <vector>

#include "core/output/answers/deck.h"
#include "core/output/chart/chart_spec.h"
#include "ui/present/slide_bars.h"

namespace scalewright {
struct Analysis;
struct Project;
}  // namespace scalewright

namespace scalewright::ui {

/// The audience's input so far; not saved in the project.
struct SlideState {
    bool isHidden = false;  ///< the audience is guessing
    bool isTallying = false;  ///< guesses are collected as dots
    std::optional<int> guess;  ///< position of the draggable guess marker
    std::vector<int> guesses;  ///< the counted guesses
    std::optional<int> axisLimit;  ///< end of the p axis during a drag
};

/// Exactly one of chart, bars and chips is set.
struct SlideContent {
    std::optional<ChartSpec> chart;
    std::optional<SlideBars> bars;
    std::optional<SlideSlots> chips;
    FigureTexts texts;
    std::string changedPointer;  ///< the field that one of two curves changes by `changeFactor`; otherwise empty
    double changeFactor = 1;
};

/// Whether G can hide the answer.
[[nodiscard]] bool canGuess(SlideKind kind);

/// Precondition: the project has an answer for this slide (makeSlide).
[[nodiscard]] SlideContent slideContent(SlideKind kind, const Project& project, const Analysis& analysis,
                                        const SlideState& state);

}  // namespace scalewright::ui

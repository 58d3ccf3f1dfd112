// SPDX-License-Identifier: GPL-3.0-or-later
// The bars on a slide: one row per bar, with its name on the left and its value on the right; bars start at 0, float,
// or use a log axis.
#pragma once

#include <optional>
#include <vector>

#include "core/base/quantity/quantity.h"
#include "ui/figure/figure_content.h"

namespace scalewright::ui {

struct SlideBar {
    QString name, valueText;
    double from = 0, to = 0;
    ColorRole role = ColorRole::Compute;
    bool isTotal = false;  ///< a total; its text is drawn in ink
    QString fromText{}, toText{};  ///< at the bar's ends; may be empty
};

/// A bar figure as a plain value, drawn in any visual style.
class SlideBars : public FigureContent {
public:
    std::vector<SlideBar> bars;
    FigureTexts figureTexts;
    Table valueTable;
    bool logarithmic = false;  ///< requires `from` and `to` above 0
    std::optional<double> referenceLine;  ///< a labelled vertical line
    QString referenceLineText;
    QString axisTitle;  ///< below a log axis with a tick at each power of ten; without a title there is no axis
    Dimension axisDimension = Dimension::Ratio;

    [[nodiscard]] FigureTexts texts() const override { return figureTexts; }
    [[nodiscard]] Table table() const override { return valueTable; }
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;
};

/// The six slots in two rows of three, each with its name above its choice, or a dash if it is empty.
class SlideSlots : public FigureContent {
public:
    struct Chip {
        QString slot, choice;
    };
    std::vector<Chip> chips;
    FigureTexts figureTexts;

    [[nodiscard]] FigureTexts texts() const override { return figureTexts; }
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {640, 220}; }
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;
};

}  // namespace scalewright::ui

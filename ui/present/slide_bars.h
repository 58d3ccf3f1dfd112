// Bars of a slide: one row per bar with its name at the left and its value at the right; starting at 0, floating, or on
// a log axis.
#pragma once

#include <optional>
#include <vector>

#include "ui/figure/figure_content.h"

namespace scalewright::ui {

struct SlideBar {
    QString name, valueText;
    double from = 0, to = 0;
    ColorRole role = ColorRole::Compute;
    bool isTotal = false;  ///< a total; its text has the ink colour
    QString fromText{}, toText{};  ///< at the bar's ends; may be empty
};

/// A figure as a value, drawn in any look.
class SlideBars : public FigureContent {
public:
    std::vector<SlideBar> bars;
    FigureTexts figureTexts;
    Table valueTable;
    bool logarithmic = false;  ///< requires `from` and `to` above 0
    std::optional<double> referenceLine;  ///< a labelled vertical line
    QString referenceLineText;

    [[nodiscard]] FigureTexts texts() const override { return figureTexts; }
    [[nodiscard]] Table table() const override { return valueTable; }
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QCPPainter& painter, const QSizeF& size, const VisualStyle& look) const override;
};

/// The six slots in two rows of three: each with its name and the choice below; a dash if empty.
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
    void render(QCPPainter& painter, const QSizeF& size, const VisualStyle& look) const override;
};

}  // namespace scalewright::ui

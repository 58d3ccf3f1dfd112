// Bars of a slide: a row a thing, named at its left, what it comes to at its right; from 0, floating, or on a log axis.
#pragma once

#include <optional>
#include <vector>

#include "ui/figure/figure_content.h"

namespace scalewright::ui {

struct SlideBar {
    QString name, value;
    double from = 0, to = 0;
    Role role = Role::Compute;
    bool whole = false;  ///< a total: its words are ink
    QString fromText{}, toText{};  ///< at the bar's ends; empty: none
};

/// A figure as a value, drawn in any look.
class SlideBars : public FigureContent {
public:
    std::vector<SlideBar> bars;
    FigureTexts said;
    Table numbers;
    bool logarithmic = false;  ///< `from` and `to` are above 0 then
    std::optional<double> line;  ///< a vertical line, with its word
    QString lineText;

    [[nodiscard]] FigureTexts texts() const override { return said; }
    [[nodiscard]] Table table() const override { return numbers; }
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;
};

/// The six slots, two rows of three: the slot's name, and under it what was chosen; an empty one is a dash.
class SlideSlots : public FigureContent {
public:
    struct Chip {
        QString slot, choice;
    };
    std::vector<Chip> chips;
    FigureTexts said;

    [[nodiscard]] FigureTexts texts() const override { return said; }
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {640, 220}; }
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;
};

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The content of a figure, independent of the widget: a drawing, the numbers behind it, and its texts.
#pragma once

#include <QSizeF>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <optional>

#include "core/output/chart/chart_layout.h"
#include "core/output/tables/table.h"
#include "ui/theme/theme.h"

class QPainter;

namespace scalewright::ui {

/// The type sizes of charts in this style.
[[nodiscard]] ChartStyle chartStyle(const VisualStyle& style);

[[nodiscard]] inline Cell cellOrEmpty(const std::optional<double>& value)
{
    return value ? Cell(*value) : Cell();
}

struct FigureTexts {
    QString title;    ///< "Speedup S(p)"
    QString caption;  ///< contains the parameters: "Book's ring all-reduce, T_comp 1 s, alpha 0.8 ms, beta 40 ms"
    QString summary;  ///< for screen readers: a description as one would give it on the phone
    QString headline{};  ///< the main statement of the caption: visible on the page, while the rest is behind Why

    bool operator==(const FigureTexts&) const = default;
};

class FigureContent {
public:
    virtual ~FigureContent() = default;

    [[nodiscard]] virtual FigureTexts texts() const = 0;
    /// The numbers behind the drawing: table view, CSV, LaTeX and pgfplots. The table's caption is texts().caption.
    [[nodiscard]] virtual Table table() const = 0;
    /// Labels that were omitted on screen because there was no room.
    [[nodiscard]] virtual QStringList omittedLabels() const { return {}; }
    /// The layout of a chart at this size; nullopt for figures that paint themselves.
    [[nodiscard]] virtual std::optional<ChartLayout> drawing(const QSizeF& /*size*/,
                                                             const VisualStyle& /*style*/ = {}) const
    {
        return std::nullopt;
    }
    /// The size for exporting the figure as on the page, in pixels at scale 1, without title and caption.
    [[nodiscard]] virtual QSizeF naturalSize() const = 0;
    /// The size for an available width. If the result is wider, the caller scales the drawing down, including its type.
    [[nodiscard]] virtual QSizeF sizeForWidth(double width) const
    {
        return {std::min(width, naturalSize().width()), naturalSize().height()};
    }
    /// Draws into (0, 0, size) and nowhere else, clipped geometrically, in the given style. Does not draw the title or
    /// caption. Default: the drawing.
    virtual void render(QPainter& painter, const QSizeF& size, const VisualStyle& visualStyle) const;
};

}  // namespace scalewright::ui

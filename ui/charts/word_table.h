// SPDX-License-Identifier: GPL-3.0-or-later
// A text table as a figure: wrapped cells under muted headings, numbers at the right, hairlines between rows, on screen
// and in exported files.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "ui/figure/figure_view.h"

namespace scalewright::ui {

class TextTable : public FigureView {
    Q_OBJECT

public:
    struct Content {
        Table table;  ///< its caption is set from the texts
        std::vector<double> relativeWidths;  ///< relative to each other
        std::optional<std::size_t> strongRow{};  ///< the row of the plan, bold on a fill
        std::vector<bool> softRows{};  ///< muted rows, which add nothing new; rows without an entry use normal ink
        /// Rows shown in the window instead of the table's, which the table view and the exports still use. Empty: the
        /// table's rows. In a row with fewer cells than columns, the last cell takes the remaining width and the row is
        /// muted.
        std::vector<std::vector<Cell>> briefRows{};
        std::vector<std::vector<Cell>> printedRows{};  ///< the table's rows in words, for drawings; may be empty
    };

    explicit TextTable(QWidget* parent = nullptr);
    void setContent(FigureTexts texts, Content content);
    [[nodiscard]] const Content& content() const { return m_content; }

    [[nodiscard]] FigureTexts texts() const override { return m_texts; }
    [[nodiscard]] Table table() const override { return m_content.table; }
    [[nodiscard]] QSizeF naturalSize() const override;
    [[nodiscard]] QSizeF sizeForWidth(double width) const override;
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& visualStyle) const override;

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {Theme::scaled(200), 40}; }

protected:
    void measure() override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct TextSizes;
    struct PlacedTable;
    using Rows = std::vector<std::vector<Cell>>;
    [[nodiscard]] TextSizes measureTexts(const VisualStyle& visualStyle, const Rows& rows) const;
    [[nodiscard]] const Rows& shownRows() const;  ///< in the window
    [[nodiscard]] const Rows& printedRows() const;
    [[nodiscard]] const TextSizes& screenSizes() const;  ///< in the theme's current style
    [[nodiscard]] PlacedTable placeCells(double width, const VisualStyle& visualStyle, const Rows& rows,
                                         const TextSizes& sizes) const;
    void draw(QPainter& painter, const PlacedTable& placed, double width, const VisualStyle& visualStyle) const;

    FigureTexts m_texts;
    Content m_content;
    mutable std::shared_ptr<const TextSizes> m_sizes;
    mutable std::map<int, int> m_heightByWidth;  ///< keyed by width, since layouts ask repeatedly
};

}  // namespace scalewright::ui

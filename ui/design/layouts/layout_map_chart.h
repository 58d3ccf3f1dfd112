// SPDX-License-Identifier: GPL-3.0-or-later
// The best split by number of cards and model size, as a grid of cells with the splits written on their areas. A cell
// is selected with a click or the arrow keys.
#pragma once

#include <optional>
#include <vector>

#include "core/model/layout/map.h"
#include "ui/figure/figure_view.h"

class QPainter;

namespace scalewright::ui {

struct LayoutMapContent {
    LayoutMapAxes axes;
    std::vector<std::optional<LayoutCell>> cells;  ///< row by row, smallest model first; empty until computed
    int planP = 1;
    double modelParameters = 0;  ///< parameter count of the project's model
    QString caption;

    [[nodiscard]] std::size_t cellIndex(std::size_t column, std::size_t row) const
    {
        return row * axes.cards.size() + column;
    }
};

class LayoutMapChart : public FigureView {
    Q_OBJECT

public:
    explicit LayoutMapChart(QWidget* parent = nullptr);

    void setContent(LayoutMapContent content);
    void setCell(std::size_t index, const LayoutCell& cell);
    [[nodiscard]] const LayoutMapContent& content() const { return m_content; }
    /// The selected cell as text.
    [[nodiscard]] QString chosenCellText() const;

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {760, 380}; }
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;
    [[nodiscard]] QSize sizeHint() const override { return {640, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return Theme::scaled(380, 240); }

Q_SIGNALS:
    void cellChosen();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF frameRect(const QSizeF& size, const VisualStyle& look) const;
    [[nodiscard]] QRectF cellRect(const QRectF& frame, std::size_t column, std::size_t row) const;
    void draw(QPainter& painter, const QSizeF& size, const VisualStyle& look) const;
    void drawCells(QPainter& painter, const QRectF& frame, const VisualStyle& look) const;
    void drawAxes(QPainter& painter, const QRectF& frame, const VisualStyle& look) const;
    void drawAreaNames(QPainter& painter, const QSizeF& size, const QRectF& frame, const VisualStyle& look) const;
    [[nodiscard]] std::optional<QPointF> dotPosition(const QRectF& frame) const;
    [[nodiscard]] QString splitTextAt(std::size_t column, std::size_t row) const;
    void chooseCell(long column, long row);

    LayoutMapContent m_content;
    std::size_t m_chosenColumn = 0, m_chosenRow = 0;
};

}  // namespace scalewright::ui

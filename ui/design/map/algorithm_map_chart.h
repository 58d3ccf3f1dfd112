// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the algorithm map. The dot can be dragged along p or moved with the arrow keys; elsewhere the pointer reads off
// the times of the cheapest patterns.
#pragma once

#include <optional>

#include "ui/design/map/algorithm_map_layout.h"
#include "ui/figure/figure_view.h"
#include "ui/quantity/edit_phase.h"

namespace scalewright::ui {

class AlgorithmMapChart : public FigureView {
    Q_OBJECT

public:
    explicit AlgorithmMapChart(QWidget* parent = nullptr);

    void setContent(MapContent content);
    [[nodiscard]] const MapContent& content() const { return m_content; }
    [[nodiscard]] const MapLayout& shownLayout() const { return m_layout; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override { return mapTable(m_content); }
    [[nodiscard]] QSizeF naturalSize() const override { return {720, 430}; }
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;

    [[nodiscard]] QSize sizeHint() const override { return {640, 320}; }

Q_SIGNALS:
    /// The dot was dragged or stepped to this p, between 2 and the edge of the map.
    void pMoved(int p, scalewright::ui::EditPhase phase);

protected:
    void measure() override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] bool isOverDot(const QPointF& position) const;
    [[nodiscard]] int workersAt(double x) const;
    void drawReadOut(QPainter& painter, const VisualStyle& look) const;

    MapContent m_content;
    MapLayout m_layout;
    std::optional<QPointF> m_pointerPosition;
    bool m_isDragging = false;
    double m_grabOffset = 0;
};

}  // namespace scalewright::ui

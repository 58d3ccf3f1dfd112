// The drawing of the algorithm map. The dot is dragged along p, or moved by the arrow keys; elsewhere the pointer reads
// off what the cheapest patterns cost.
#pragma once

#include <QWidget>

#include <optional>

#include "ui/design/map/algorithm_map_layout.h"
#include "ui/figure/figure_content.h"
#include "ui/quantity/edit_phase.h"

namespace scalewright::ui {

class AlgorithmMapChart : public QWidget, public FigureContent {
    Q_OBJECT

public:
    explicit AlgorithmMapChart(QWidget* parent = nullptr);

    void setContent(MapContent content);
    [[nodiscard]] const MapContent& content() const { return m_content; }
    [[nodiscard]] const MapLayout& layoutShown() const { return m_layout; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override { return mapTable(m_content); }
    [[nodiscard]] QSizeF naturalSize() const override { return {720, 430}; }
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;

    [[nodiscard]] QSize sizeHint() const override { return {640, 360}; }
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The dot is dragged or stepped to this p, between 2 and the map's edge.
    void moved(int p, scalewright::ui::EditPhase phase);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void place();
    [[nodiscard]] bool overDot(const QPointF& position) const;
    [[nodiscard]] int pAt(double x) const;
    void drawReadOut(QPainter& painter, const Look& look) const;

    MapContent m_content;
    MapLayout m_layout;
    std::optional<QPointF> m_pointer;
    bool m_dragging = false;
    double m_grab = 0;
};

}  // namespace scalewright::ui

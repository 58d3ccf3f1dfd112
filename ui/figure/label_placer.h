// Greedy placement of labels: the best free candidate each, in order of importance.
#pragma once

#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <utility>
#include <vector>

namespace scalewright::ui {

class LabelPlacer {
public:
    explicit LabelPlacer(const QRectF& frame) : m_frame(frame) {}

    void avoid(const QRectF& rect) { m_taken.push_back(rect); }  ///< never covered: markers, handles
    /// Crossed only if the next `cost` candidates are no better. The line's x ascends.
    void avoidLine(const QPolygonF& line, double cost) { m_lines.emplace_back(line, cost); }
    /// A filled area between two lines with ascending x: covered only if there is no other place.
    void avoidArea(const QPolygonF& upper, const QPolygonF& lower) { m_areas.emplace_back(upper, lower); }
    void avoidGridLine(double y) { m_gridLines.push_back(y); }   ///< crossed rather than moved far away

    /// The free place that costs least: candidates come in order of preference, crossed lines cost more than a later
    /// candidate. The rectangle it returns is taken from then on. nullopt where every candidate is covered or outside.
    std::optional<QRectF> place(const std::vector<QRectF>& candidates);
    [[nodiscard]] bool liesOnArea(const QRectF& rect) const;

private:
    [[nodiscard]] bool isFree(const QRectF& rect) const;

    QRectF m_frame;
    std::vector<QRectF> m_taken;
    std::vector<std::pair<QPolygonF, double>> m_lines;
    std::vector<std::pair<QPolygonF, QPolygonF>> m_areas;
    std::vector<double> m_gridLines;
};

/// Places for a label of that size around a point: beside it, then in wider and wider rings.
[[nodiscard]] std::vector<QRectF> candidatesAround(QPointF point, QSizeF size, double gap);

}  // namespace scalewright::ui

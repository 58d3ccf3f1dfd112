#include "ui/figure/label_placer.h"

#include <algorithm>
#include <limits>

#include "ui/figure/geometry.h"

namespace scalewright::ui {

bool LabelPlacer::isFree(const QRectF& rect) const
{
    return m_frame.contains(rect) && std::none_of(m_taken.begin(), m_taken.end(), [&](const QRectF& taken) { return taken.intersects(rect); });
}

bool LabelPlacer::liesOnArea(const QRectF& rect) const
{
    return std::any_of(m_areas.begin(), m_areas.end(), [&](const auto& area) {
        const auto& [upper, lower] = area;
        if (touches(upper, rect) || touches(lower, rect))
            return true;
        const auto above = heightAt(upper, rect.center().x()), below = heightAt(lower, rect.center().x());
        return above && below && *above <= rect.center().y() && rect.center().y() <= *below;
    });
}

std::optional<QRectF> LabelPlacer::place(const std::vector<QRectF>& candidates)
{
    constexpr double gridCost = 1.5, areaCost = 80;  // costs are counted in candidates
    std::optional<QRectF> best;
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        double cost = static_cast<double>(i);
        if (cost >= least)
            break;
        const QRectF& rect = candidates[i];
        if (!isFree(rect))
            continue;
        for (const auto& [line, lineCost] : m_lines)
            if (touches(line, rect))
                cost += lineCost;
        if (liesOnArea(rect))
            cost += areaCost;
        for (const double y : m_gridLines)
            if (y > rect.top() + 2 && y < rect.bottom() - 2)
                cost += gridCost;
        if (cost < least) {
            least = cost;
            best = rect;
        }
    }
    if (best)
        m_taken.push_back(*best);
    return best;
}

std::vector<QRectF> candidatesAround(QPointF point, QSizeF size, double gap)
{
    std::vector<QRectF> candidates;
    const auto add = [&](double left, double top) { candidates.emplace_back(point.x() + left, point.y() + top, size.width(), size.height()); };
    const double w = size.width(), h = size.height();
    for (double d = gap; d < 12 * gap; d *= 1.5) {
        const double near = 0.7 * d;
        add(near, -near - h);
        add(-near - w, -near - h);
        add(d, -h / 2);
        add(-d - w, -h / 2);
        add(-w / 2, -d - h);
        add(near, near);
        add(-near - w, near);
        add(-w / 2, d);
        add(d, -h);
        add(d, 0);
        add(-d - w, -h);
        add(-d - w, 0);
    }
    return candidates;
}

}  // namespace scalewright::ui

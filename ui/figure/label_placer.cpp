#include "ui/figure/label_placer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ui/figure/geometry.h"

namespace scalewright::ui {

namespace {

// Costs are counted in candidates.
constexpr double gridCost = 1.5, areaCost = 80, leaderCost = 24, crossedCost = 12, throughMarkCost = 40,
                 anothersCost = 40;

/// The lowest and the highest y of a line over [left, right]; nullopt where the line is not there.
struct Heights {
    double top, bottom;
};
std::optional<Heights> heightsOver(const QPolygonF& line, double left, double right)
{
    if (line.isEmpty() || line.back().x() < left || line.front().x() > right)
        return std::nullopt;
    Heights heights{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    const auto add = [&](double y) {
        heights.top = std::min(heights.top, y);
        heights.bottom = std::max(heights.bottom, y);
    };
    auto point = std::lower_bound(line.begin(), line.end(), left, [](const QPointF& p, double x) { return p.x() < x; });
    if (point != line.begin())
        add(heightAt(line, left).value_or(point->y()));
    for (; point != line.end() && point->x() <= right; ++point)
        add(point->y());
    if (point != line.end())
        add(heightAt(line, right).value_or((point - 1)->y()));
    return heights;
}

bool meets(const QLineF& line, const QRectF& rect)
{
    QPolygonF both{line.p1(), line.p2()};
    if (both.front().x() > both.back().x())
        std::swap(both.front(), both.back());
    return touches(both, rect);
}

bool intersect(const QLineF& line, const QPolygonF& ascendingLine)
{
    const double left = std::min(line.x1(), line.x2()), right = std::max(line.x1(), line.x2());
    auto point = std::lower_bound(ascendingLine.begin(), ascendingLine.end(), left,
                                  [](const QPointF& p, double x) { return p.x() < x; });
    if (point != ascendingLine.begin())
        --point;
    for (; point != ascendingLine.end() && point + 1 != ascendingLine.end() && point->x() <= right; ++point)
        if (line.intersects(QLineF(*point, *(point + 1)), nullptr) == QLineF::BoundedIntersection)
            return true;
    return false;
}

}  // namespace

void LabelPlacer::avoidLine(const QPolygonF& line, double clearance)
{
    if (line.isEmpty())
        return;
    const QRectF box = line.boundingRect();
    m_lines.push_back({line, clearance, box.top(), box.bottom()});
}

bool LabelPlacer::isFree(const QRectF& rect) const
{
    if (!m_frame.contains(rect))
        return false;
    for (const QRectF& taken : m_taken)
        if (taken.intersects(rect))
            return false;
    for (const Line& line : m_lines)
        if (line.top - line.clearance < rect.bottom() && line.bottom + line.clearance > rect.top() &&
            touches(line.points, rect.adjusted(-line.clearance, -line.clearance, line.clearance, line.clearance)))
            return false;
    return std::none_of(m_leaders.begin(), m_leaders.end(),
                        [&](const QLineF& leader) { return meets(leader, rect.adjusted(-2, -1, 2, 1)); });
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

bool LabelPlacer::liesOnGridLine(const QRectF& rect) const
{
    return std::any_of(m_gridLines.begin(), m_gridLines.end(),
                       [&](double y) { return y > rect.top() && y < rect.bottom(); });
}

double LabelPlacer::costOf(const QRectF& rect) const
{
    double cost = liesOnArea(rect) ? areaCost : 0;
    for (const double y : m_gridLines)
        if (y > rect.top() + 2 && y < rect.bottom() - 2)
            cost += gridCost;
    return cost;
}

std::optional<QLineF> LabelPlacer::leaderOf(const QRectF& rect, QPointF anchor, double& cost) const
{
    const QPointF nearest(std::clamp(anchor.x(), rect.left(), rect.right()),
                          std::clamp(anchor.y(), rect.top(), rect.bottom()));
    const QLineF leader(nearest, anchor);
    for (std::size_t i = 0; i < m_taken.size(); ++i) {
        if (m_taken[i].contains(anchor) || !meets(leader, m_taken[i]))
            continue;
        if (i >= m_marks)
            return std::nullopt;
        cost += throughMarkCost;
    }
    constexpr double tooNear = 9;  // a line that touches another point on its way ends there for whoever reads it
    for (const QLineF& landmark : m_landmarks)
        if (landmark.isNull() && QLineF(landmark.p1(), anchor).length() > tooNear &&
            meets(leader, QRectF(landmark.x1() - tooNear, landmark.y1() - tooNear, 2 * tooNear, 2 * tooNear)))
            cost += throughMarkCost;
    cost += leaderCost;
    for (const Line& line : m_lines) {
        // It ends on the curve that its point lies on: only what lies before counts.
        const QLineF before(leader.p1(), leader.pointAt(std::max(0.0, 1 - 8 / leader.length())));
        if (intersect(before, line.points))
            cost += crossedCost;
    }
    return leader;
}

void LabelPlacer::take(const Spot& spot)
{
    m_taken.push_back(spot.rect);
    if (spot.leader)
        m_leaders.push_back(*spot.leader);
}

LabelPlacer::Standing LabelPlacer::standingOf(const QRectF& rect, const Wish& wish) const
{
    const auto between = [](double value, double one, double other) {
        return std::clamp(value, std::min(one, other), std::max(one, other));
    };
    // Landmarks stand or are points: what of one is nearest is as high as the box reaches.
    const auto distance = [&](const QLineF& landmark) {
        const QPointF on(landmark.x1(), between(rect.center().y(), landmark.y1(), landmark.y2()));
        return QLineF(QPointF(std::clamp(on.x(), rect.left(), rect.right()),
                              std::clamp(on.y(), rect.top(), rect.bottom())),
                      on)
            .length();
    };
    const double own = distance(QLineF(wish.anchor, wish.anchor));
    Standing standing = own <= wish.reach ? Standing::Beside : Standing::Away;
    for (const QLineF& landmark : m_landmarks) {
        const QPointF nearest(landmark.x1(), between(wish.anchor.y(), landmark.y1(), landmark.y2()));
        if (const double other = distance(landmark);
            other < own && other <= wish.reach && QLineF(nearest, wish.anchor).length() > 1)
            standing = Standing::BesideAnother;
    }
    for (const QPointF& measured : m_measured)
        if (const double other = distance(QLineF(measured, measured));
            other < own && other <= wish.reach && std::abs(measured.x() - wish.anchor.x()) > 1)
            standing = Standing::BesideAnother;
    return standing;
}

std::optional<LabelPlacer::Spot> LabelPlacer::judged(const QRectF& rect, double cost, double least,
                                                     const Wish& wish) const
{
    if (cost >= least || !isFree(rect) || (wish.neverOnArea && liesOnArea(rect)))
        return std::nullopt;
    cost += costOf(rect);
    Spot spot{rect, {}, cost};
    if (const Standing standing = wish.pointed ? standingOf(rect, wish) : Standing::Beside;
        standing != Standing::Beside) {
        spot.cost += standing == Standing::BesideAnother ? anothersCost : 0;
        spot.leader = leaderOf(rect, wish.anchor, spot.cost);
        if (!spot.leader)
            return std::nullopt;
    }
    return spot.cost < least ? std::optional(spot) : std::nullopt;
}

std::optional<LabelPlacer::Spot> LabelPlacer::near(const Wish& wish) const
{
    std::optional<Spot> best;
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < wish.candidates.size() && static_cast<double>(i) < least; ++i)
        if (auto spot = judged(wish.candidates[i], static_cast<double>(i), least, wish)) {
            least = spot->cost;
            best = spot;
        }
    return best;
}

std::optional<LabelPlacer::Spot> LabelPlacer::asBefore(QSizeF size, const Wish& wish,
                                                       const LabelMemory::Place& before) const
{
    constexpr std::array<QPointF, 8> ways{
        {{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-0.7, -0.7}, {0.7, -0.7}, {-0.7, 0.7}, {0.7, 0.7}}};
    std::optional<Spot> best;
    double least = std::numeric_limits<double>::max();
    const auto consider = [&](const QRectF& rect, double away) {
        double likeness = QLineF(rect.center(), wish.anchor).length() / 4;  // where there are no candidates
        for (std::size_t i = 0; i < wish.candidates.size(); ++i) {
            const QPointF off = wish.candidates[i].center() - rect.center();
            const double cost = static_cast<double>(i) + (std::abs(off.x()) + std::abs(off.y())) / 4;
            likeness = i == 0 ? cost : std::min(likeness, cost);
        }
        if (auto spot = judged(rect, likeness + away / 2, least, wish)) {
            least = spot->cost;
            best = spot;
        }
    };
    const QRectF still(before.rect.topLeft(), size), moved = still.translated(wish.anchor - before.anchor);
    for (const double away : {0.0, 3.0, 6.0, 10.0, 15.0, 21.0}) {
        for (const QPointF& way : ways) {
            consider(moved.translated(away * way), away);
            consider(still.translated(away * way), away);
            if (away == 0)
                break;
        }
        if (best)
            return best;
    }
    return best;
}

std::optional<LabelPlacer::Spot> LabelPlacer::anywhere(QSizeF size, const Wish& wish) const
{
    constexpr double step = 10;
    std::optional<Spot> best;
    double least = std::numeric_limits<double>::max();
    std::vector<std::pair<double, double>> blocked;  // heights, upper end first
    for (double left = m_frame.left(); left + size.width() <= m_frame.right(); left += step) {
        const double right = left + size.width();
        blocked.clear();
        for (const QRectF& taken : m_taken)
            if (taken.left() < right && taken.right() > left)
                blocked.emplace_back(taken.top(), taken.bottom());
        for (const Line& line : m_lines)
            if (const auto heights = heightsOver(line.points, left - line.clearance, right + line.clearance))
                blocked.emplace_back(heights->top - line.clearance, heights->bottom + line.clearance);
        for (const QLineF& leader : m_leaders)
            if (std::min(leader.x1(), leader.x2()) - 2 < right && std::max(leader.x1(), leader.x2()) + 2 > left)
                blocked.emplace_back(std::min(leader.y1(), leader.y2()) - 1, std::max(leader.y1(), leader.y2()) + 1);
        blocked.emplace_back(m_frame.bottom(), m_frame.bottom());
        std::sort(blocked.begin(), blocked.end());
        double free = m_frame.top();
        for (const auto& [top, bottom] : blocked) {
            if (top - free >= size.height() + 0.2) {
                const QRectF rect(QPointF(left, std::clamp(wish.anchor.y() - size.height() / 2, free + 0.1,
                                                           top - size.height() - 0.1)),
                                  size);
                if (auto spot = judged(rect, QLineF(rect.center(), wish.anchor).length() / 4, least, wish)) {
                    least = spot->cost;
                    best = spot;
                }
            }
            free = std::max(free, bottom);
        }
    }
    return best;
}

std::vector<QRectF> candidatesAround(QPointF point, QSizeF size, double apart)
{
    std::vector<QRectF> candidates;
    const auto add = [&](double left, double top) {
        candidates.emplace_back(point.x() + left, point.y() + top, size.width(), size.height());
    };
    const double w = size.width(), h = size.height();
    for (double d = apart; d < 12 * apart; d *= 1.5) {
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

std::vector<QRectF> candidatesAlong(const QPolygonF& line, QSizeF size, double apart, const QRectF& frame)
{
    std::vector<QRectF> candidates;
    const double w = size.width(), h = size.height(), length = line.back().x() - line.front().x();
    constexpr int steps = 40;
    for (int step = 0; step <= steps; ++step) {
        const double x = line.back().x() - length * step / steps, y = heightAt(line, x).value_or(line.back().y());
        const double beside =
            std::clamp(y - h / 2, frame.top() + 0.1, std::max(frame.top() + 0.1, frame.bottom() - h - 0.1));
        candidates.emplace_back(x - w - 2 * apart, beside, w, h);
        candidates.emplace_back(x + 2 * apart, beside, w, h);
        const Heights over = heightsOver(line, x - w, x).value_or(Heights{y, y});
        candidates.emplace_back(x - w, over.top - apart - h, w, h);
        candidates.emplace_back(x - w, over.bottom + apart, w, h);
    }
    return candidates;
}

std::vector<QRectF> candidatesBeside(double x, QSizeF size, double apart, const QRectF& frame, bool fromTop)
{
    std::vector<QRectF> candidates;
    const double step = size.height() / 2;
    for (double down = 2; down + size.height() < frame.height(); down += step) {
        const double top = fromTop ? frame.top() + down : frame.bottom() - down - size.height();
        candidates.emplace_back(QPointF(x + apart, top), size);
        candidates.emplace_back(QPointF(x - apart - size.width(), top), size);
    }
    return candidates;
}

}  // namespace scalewright::ui

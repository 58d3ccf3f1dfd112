// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/label_placer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/output/chart/geometry.h"

namespace scalewright::chart {

namespace {

// Unit: one step in the candidate list.
constexpr double gridCost = 1.5, areaCost = 80, leaderCost = 24, lineCrossingCost = 12, markCrossingCost = 40,
                 nearOtherLandmarkCost = 40;

/// The y extent of a line over [left, right]; nullopt if the line does not reach that range.
struct YExtent {
    double top, bottom;
};
std::optional<YExtent> yExtentOver(const Polyline& line, double left, double right)
{
    if (line.empty() || line.back().x < left || line.front().x > right)
        return std::nullopt;
    YExtent heights{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    const auto add = [&](double y) {
        heights.top = std::min(heights.top, y);
        heights.bottom = std::max(heights.bottom, y);
    };
    auto point = std::lower_bound(line.begin(), line.end(), left, [](const Point& p, double x) { return p.x < x; });
    if (point != line.begin())
        add(yOnLineAt(line, left).value_or(point->y));
    for (; point != line.end() && point->x <= right; ++point)
        add(point->y);
    if (point != line.end())
        add(yOnLineAt(line, right).value_or((point - 1)->y));
    return heights;
}

bool segmentMeetsRect(const Segment& line, const Rect& rect)
{
    return lineTouchesRect(line.a.x <= line.b.x ? Polyline{line.a, line.b} : Polyline{line.b, line.a}, rect);
}

bool segmentsCross(const Segment& one, const Segment& other)
{
    const auto side = [](const Segment& line, Point at) {
        return (line.b.x - line.a.x) * (at.y - line.a.y) - (line.b.y - line.a.y) * (at.x - line.a.x);
    };
    return side(one, other.a) * side(one, other.b) <= 0 && side(other, one.a) * side(other, one.b) < 0;
}

bool segmentCrossesLine(const Segment& line, const Polyline& ascendingLine)
{
    const double left = std::min(line.a.x, line.b.x), right = std::max(line.a.x, line.b.x);
    auto point = std::lower_bound(ascendingLine.begin(), ascendingLine.end(), left,
                                  [](const Point& p, double x) { return p.x < x; });
    if (point != ascendingLine.begin())
        --point;
    for (; point != ascendingLine.end() && point + 1 != ascendingLine.end() && point->x <= right; ++point)
        if (segmentsCross(line, {*point, *(point + 1)}))
            return true;
    return false;
}

}  // namespace

void LabelPlacer::avoidLine(const Polyline& line, double clearance)
{
    if (line.empty())
        return;
    const auto [top, bottom] =
        std::ranges::minmax_element(line, [](const Point& a, const Point& b) { return a.y < b.y; });
    m_lines.push_back({line, clearance, top->y, bottom->y});
}

bool LabelPlacer::isFree(const Rect& rect) const
{
    if (!m_frame.contains(rect))
        return false;
    for (const Rect& occupied : m_occupied)
        if (occupied.intersects(rect))
            return false;
    for (const AvoidedLine& line : m_lines)
        if (line.top - line.clearance < rect.bottom && line.bottom + line.clearance > rect.top &&
            lineTouchesRect(line.points,
                            rect.adjusted(-line.clearance, -line.clearance, line.clearance, line.clearance)))
            return false;
    return std::ranges::none_of(
        m_leaders, [&](const Segment& leader) { return segmentMeetsRect(leader, rect.adjusted(-2, -1, 2, 1)); });
}

bool LabelPlacer::isOnArea(const Rect& rect) const
{
    return std::ranges::any_of(m_areas, [&](const auto& area) {
        const auto& [upper, lower] = area;
        if (lineTouchesRect(upper, rect) || lineTouchesRect(lower, rect))
            return true;
        const auto above = yOnLineAt(upper, rect.center().x), below = yOnLineAt(lower, rect.center().x);
        return above && below && *above <= rect.center().y && rect.center().y <= *below;
    });
}

bool LabelPlacer::isOnGridLine(const Rect& rect) const
{
    return std::ranges::any_of(m_gridLines, [&](double y) { return y > rect.top && y < rect.bottom; });
}

double LabelPlacer::backgroundCost(const Rect& rect) const
{
    double cost = isOnArea(rect) ? areaCost : 0;
    for (const double y : m_gridLines)
        if (y > rect.top + 2 && y < rect.bottom - 2)
            cost += gridCost;
    return cost;
}

std::optional<Segment> LabelPlacer::findLeader(const Rect& rect, Point anchor, double& cost) const
{
    const Segment leader{rect.clamp(anchor), anchor};
    if (std::ranges::any_of(m_leaders, [&](const Segment& other) { return segmentsCross(leader, other); }))
        return std::nullopt;
    for (std::size_t i = 0; i < m_occupied.size(); ++i) {
        if (m_occupied[i].contains(anchor) || !segmentMeetsRect(leader, m_occupied[i]))
            continue;
        if (i >= m_markCount)
            return std::nullopt;
        cost += markCrossingCost;
    }
    constexpr double minimumDistance = 9;  // a leader that touches another point appears to end there
    for (const Segment& landmark : m_landmarks)
        if (landmark.a == landmark.b && distance(landmark.a, anchor) > minimumDistance &&
            segmentMeetsRect(leader, Rect::around(landmark, minimumDistance, minimumDistance)))
            return std::nullopt;
        else if (landmark.a != landmark.b && std::abs(landmark.a.x - anchor.x) > 1 && segmentsCross(leader, landmark))
            cost += markerCrossingCost;  // a label across a deadline looks as if its point missed it
    cost += leaderCost;
    for (const AvoidedLine& line : m_lines) {
        // The leader ends on the curve of its own point, so only the part before the end counts.
        const Segment before{leader.a, leader.pointAt(std::max(0.0, 1 - 8 / leader.length()))};
        if (segmentCrossesLine(before, line.points))
            cost += lineCrossingCost;
    }
    return leader;
}

bool LabelPlacer::isLeaderFree(const Segment& leader) const
{
    return std::ranges::none_of(m_leaders, [&](const Segment& other) { return segmentsCross(leader, other); }) &&
           std::none_of(m_occupied.begin() + static_cast<std::ptrdiff_t>(m_markCount), m_occupied.end(),
                        [&](const Rect& label) { return segmentMeetsRect(leader, label); });
}

void LabelPlacer::reserve(const LabelPosition& position)
{
    m_occupied.push_back(position.rect);
    if (position.leader)
        m_leaders.push_back(*position.leader);
}

LabelPlacer::Proximity LabelPlacer::proximityOf(const Rect& rect, const PlacementRequest& request) const
{
    // A landmark is a vertical line or a point; its closest point has the y of the other place, clamped to the landmark.
    const auto closest = [](const Segment& landmark, double y) {
        return Point{landmark.a.x,
                     std::clamp(y, std::min(landmark.a.y, landmark.b.y), std::max(landmark.a.y, landmark.b.y))};
    };
    const double ownDistance = rect.distanceTo(request.anchor);
    const auto isNearer = [&](Point other) {
        const double otherDistance = rect.distanceTo(other);
        return otherDistance < ownDistance && otherDistance <= request.maximumDistanceWithoutLeader;
    };
    for (const Segment& landmark : m_landmarks)
        if (isNearer(closest(landmark, rect.center().y)) &&
            distance(closest(landmark, request.anchor.y), request.anchor) > 1)
            return Proximity::NearOtherLandmark;
    for (const Point& measured : m_measuredPoints)
        if (isNearer(measured) && std::abs(measured.x - request.anchor.x) > 1)
            return Proximity::NearOtherLandmark;
    return ownDistance <= request.maximumDistanceWithoutLeader ? Proximity::NearOwnAnchor : Proximity::FarFromAnchor;
}

std::optional<LabelPlacer::LabelPosition> LabelPlacer::evaluate(const Rect& rect, double cost, double lowestCost,
                                                                const PlacementRequest& request) const
{
    if (cost >= lowestCost || !isFree(rect) || (request.neverOnArea && isOnArea(rect)))
        return std::nullopt;
    cost += backgroundCost(rect);
    LabelPosition position{rect, {}, cost};
    if (const Proximity standing = request.usesLeader ? proximityOf(rect, request) : Proximity::NearOwnAnchor;
        standing != Proximity::NearOwnAnchor) {
        position.cost += standing == Proximity::NearOtherLandmark ? nearOtherLandmarkCost : 0;
        position.leader = findLeader(rect, request.anchor, position.cost);
        if (!position.leader)
            return std::nullopt;
    }
    return position.cost < lowestCost ? std::optional(position) : std::nullopt;
}

std::optional<LabelPlacer::LabelPosition> LabelPlacer::findNear(const PlacementRequest& request) const
{
    std::optional<LabelPosition> best;
    double lowestCost = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < request.candidates.size() && static_cast<double>(i) < lowestCost; ++i)
        if (auto position = evaluate(request.candidates[i], static_cast<double>(i), lowestCost, request)) {
            lowestCost = position->cost;
            best = position;
        }
    return best;
}

std::optional<LabelPlacer::LabelPosition> LabelPlacer::findNearPrevious(Size size, const PlacementRequest& request,
                                                                        const LabelMemory::Placement& before) const
{
    constexpr std::array<Point, 8> directions{
        {{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-0.7, -0.7}, {0.7, -0.7}, {-0.7, 0.7}, {0.7, 0.7}}};
    std::optional<LabelPosition> best;
    double lowestCost = std::numeric_limits<double>::max();
    const auto consider = [&](const Rect& rect, double away) {
        double likeness = distance(rect.center(), request.anchor) / 4;  // used if there are no candidates
        for (std::size_t i = 0; i < request.candidates.size(); ++i) {
            const Point offset = request.candidates[i].center() - rect.center();
            const double cost = static_cast<double>(i) + (std::abs(offset.x) + std::abs(offset.y)) / 4;
            likeness = i == 0 ? cost : std::min(likeness, cost);
        }
        if (auto position = evaluate(rect, likeness + away / 2, lowestCost, request)) {
            lowestCost = position->cost;
            best = position;
        }
    };
    const Rect still({before.rect.left, before.rect.top}, size),
        moved = still.translated(request.anchor - before.anchor);
    for (const double away : {0.0, 3.0, 6.0, 10.0, 15.0, 21.0}) {
        for (const Point& direction : directions) {
            consider(moved.translated(direction * away), away);
            consider(still.translated(direction * away), away);
            if (away == 0)
                break;
        }
        if (best)
            return best;
    }
    return best;
}

std::optional<LabelPlacer::LabelPosition> LabelPlacer::findAnywhere(Size size, const PlacementRequest& request) const
{
    constexpr double step = 10;
    std::optional<LabelPosition> best;
    double lowestCost = std::numeric_limits<double>::max();
    std::vector<std::pair<double, double>> blocked;  // y intervals, top first
    const auto searchColumn = [&](double left, bool avoidsAreas) {
        const double right = left + size.width;
        blocked.clear();
        for (const Rect& occupied : m_occupied)
            if (occupied.left < right && occupied.right > left)
                blocked.emplace_back(occupied.top, occupied.bottom);
        for (const AvoidedLine& line : m_lines)
            if (const auto heights = yExtentOver(line.points, left - line.clearance, right + line.clearance))
                blocked.emplace_back(heights->top - line.clearance, heights->bottom + line.clearance);
        for (const auto& [upper, lower] : m_areas)
            if (const auto above = yExtentOver(upper, left, right), below = yExtentOver(lower, left, right);
                avoidsAreas && above && below)
                blocked.emplace_back(above->top, below->bottom);
        for (const Segment& leader : m_leaders)
            if (std::min(leader.a.x, leader.b.x) - 2 < right && std::max(leader.a.x, leader.b.x) + 2 > left)
                blocked.emplace_back(std::min(leader.a.y, leader.b.y) - 1, std::max(leader.a.y, leader.b.y) + 1);
        blocked.emplace_back(m_frame.bottom, m_frame.bottom);
        std::ranges::sort(blocked);
        double free = m_frame.top;
        for (const auto& [top, bottom] : blocked) {
            if (top - free >= size.height + 0.2) {
                const Rect rect(
                    {left, std::clamp(request.anchor.y - size.height / 2, free + 0.1, top - size.height - 0.1)}, size);
                if (auto position = evaluate(rect, distance(rect.center(), request.anchor) / 4, lowestCost, request)) {
                    lowestCost = position->cost;
                    best = position;
                }
            }
            free = std::max(free, bottom);
        }
    };
    for (double left = m_frame.left; left + size.width <= m_frame.right; left += step) {
        searchColumn(left, false);
        if (!m_areas.empty())
            searchColumn(left, true);
    }
    return best;
}

std::vector<Rect> candidatesAround(Point point, Size size, double spacing)
{
    std::vector<Rect> candidates;
    const auto add = [&](double left, double top) {
        candidates.emplace_back(point.x + left, point.y + top, size.width, size.height);
    };
    const double w = size.width, h = size.height;
    for (double d = spacing; d < 12 * spacing; d *= 1.5) {
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

std::vector<Rect> candidatesAlong(const Polyline& line, Size size, double spacing, const Rect& frame)
{
    std::vector<Rect> candidates;
    const double w = size.width, h = size.height, length = line.back().x - line.front().x;
    constexpr int steps = 40;
    for (int step = 0; step <= steps; ++step) {
        const double x = line.back().x - length * step / steps, y = yOnLineAt(line, x).value_or(line.back().y);
        const double besideTop =
            std::clamp(y - h / 2, frame.top + 0.1, std::max(frame.top + 0.1, frame.bottom - h - 0.1));
        candidates.emplace_back(x - w - 2 * spacing, besideTop, w, h);
        candidates.emplace_back(x + 2 * spacing, besideTop, w, h);
        const YExtent extent = yExtentOver(line, x - w, x).value_or(YExtent{y, y});
        candidates.emplace_back(x - w, extent.top - spacing - h, w, h);
        candidates.emplace_back(x - w, extent.bottom + spacing, w, h);
    }
    return candidates;
}

std::vector<Rect> candidatesBeside(double x, Size size, double spacing, const Rect& frame, bool fromTop)
{
    std::vector<Rect> candidates;
    const double step = size.height / 2;
    for (double down = 2; down + size.height < frame.height(); down += step) {
        const double top = fromTop ? frame.top + down : frame.bottom - down - size.height;
        candidates.emplace_back(Point{x + spacing, top}, size);
        candidates.emplace_back(Point{x - spacing - size.width, top}, size);
    }
    return candidates;
}

}  // namespace scalewright::chart

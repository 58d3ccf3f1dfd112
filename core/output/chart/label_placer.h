// SPDX-License-Identifier: GPL-3.0-or-later
// Placement of chart labels. A label never overlaps a curve, a line, a mark, another label or its leader, and stays
// within the frame; if that is impossible, it is left out. Among the free positions, the cheapest is chosen.
//
// Greedy in order of importance, which Christensen, Marks and Shieber (1995) found sufficient for few anchors, with two
// additions. If none of a label's own candidates is free, any position is tried: for each x, the free y intervals over
// the label's width are known exactly, since a curve over x takes every y between its minimum and its maximum there.
// And a label keeps its position as long as the position is free and no other is much better, so that a drag moves few
// labels.
//
//     LabelPlacer placer(frame);
//     placer.avoidLine(curve);
//     if (const auto position = placer.findNear({candidatesAround(at, size, 10), at, true}))
//         placer.reserve(*position);
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/output/chart/geometry.h"

namespace scalewright::chart {

/// The label positions in the previous frame.
class LabelMemory {
public:
    struct Placement {
        std::size_t variant = 0;  ///< which form of the label: with or without the second line, …
        Rect rect;
        Point anchor;
    };
    [[nodiscard]] const Placement* find(const std::string& label) const
    {
        const auto known = m_previousFrame.find(label);
        return known == m_previousFrame.end() ? nullptr : &known->second;
    }
    void remember(const std::string& label, const Placement& place) { m_currentFrame.insert_or_assign(label, place); }
    /// Makes find() return the positions remembered so far.
    void startNextFrame() { m_previousFrame = std::exchange(m_currentFrame, {}); }
    void clear() { m_previousFrame.clear(), m_currentFrame.clear(); }

private:
    std::map<std::string, Placement> m_previousFrame, m_currentFrame;
};

class LabelPlacer {
public:
    explicit LabelPlacer(const Rect& frame) : m_frame(frame) {}

    /// Call before placing the first label.
    void avoidMark(const Rect& mark) { m_occupied.push_back(mark), ++m_markCount; }
    /// A point or vertical line that labels may belong to. A label closer to it than to its own anchor needs a leader.
    void addLandmark(const Segment& at) { m_landmarks.push_back(at); }
    /// A measured point: a landmark for labels at other values of x. A label at the same x belongs to the same p.
    void addMeasuredPoint(Point at) { m_measuredPoints.push_back(at); }
    /// x ascends. `clearance`: minimum distance between the centre of the line and a label.
    void avoidLine(const Polyline& line, double clearance);
    /// A filled area between two lines with ascending x: labels cover it only if there is no other position.
    void avoidArea(const Polyline& upper, const Polyline& lower) { m_areas.emplace_back(upper, lower); }
    void avoidGridLine(double y) { m_gridLines.push_back(y); }  ///< labels cover it rather than move far away

    struct LabelPosition {
        Rect rect;
        std::optional<Segment> leader;  ///< line to the anchor, if the label would be ambiguous without it
        double cost = 0;
    };
    struct PlacementRequest {
        std::vector<Rect> candidates;  ///< in order of preference: each one costs one more than the previous
        Point anchor;
        /// Draw a leader to the anchor if the label is further away than `maximumDistanceWithoutLeader`, or closer to
        /// another landmark.
        bool usesLeader = false;
        double maximumDistanceWithoutLeader = 30;
        bool neverOnArea = false;
    };
    static constexpr double markerCrossingCost = 200;  ///< of a leader across another marker's line
    /// A position near the anchor; nullopt if no candidate is free.
    [[nodiscard]] std::optional<LabelPosition> findNear(const PlacementRequest& request) const;
    /// A position anywhere in the frame, as close to the anchor as possible.
    [[nodiscard]] std::optional<LabelPosition> findAnywhere(Size size, const PlacementRequest& request) const;
    /// The previous position, moved along with the anchor or unchanged, or a few pixels away from either. The cost is
    /// computed as in findNear(), without a bonus for staying in place.
    [[nodiscard]] std::optional<LabelPosition> findNearPrevious(Size size, const PlacementRequest& request,
                                                                const LabelMemory::Placement& before) const;
    /// Whether the line to an anchor crosses no label and no leader.
    [[nodiscard]] bool isLeaderFree(const Segment& leader) const;
    /// Marks the position as occupied.
    void reserve(const LabelPosition& position);

    [[nodiscard]] bool isOnArea(const Rect& rect) const;
    [[nodiscard]] bool isOnGridLine(const Rect& rect) const;

private:
    struct AvoidedLine {
        Polyline points;
        double clearance = 0, top = 0, bottom = 0;
    };

    [[nodiscard]] bool isFree(const Rect& rect) const;
    /// NearOtherLandmark: closer to another landmark or measured point than to its own anchor, and close enough to be
    /// confused with it.
    enum class Proximity { NearOwnAnchor, FarFromAnchor, NearOtherLandmark };
    [[nodiscard]] Proximity proximityOf(const Rect& rect, const PlacementRequest& request) const;
    [[nodiscard]] double backgroundCost(const Rect& rect) const;
    /// nullopt if the leader would cross a label or a leader. Crossing a foreign mark adds to the cost, twice if it is a landmark's
    /// point.
    [[nodiscard]] std::optional<Segment> findLeader(const Rect& rect, Point anchor, double& cost) const;
    /// nullopt if the position is not free or does not cost less than `lowestCost`.
    [[nodiscard]] std::optional<LabelPosition> evaluate(const Rect& rect, double cost, double lowestCost,
                                                        const PlacementRequest& request) const;

    Rect m_frame;
    std::vector<Rect> m_occupied;  ///< marks first, then labels
    std::size_t m_markCount = 0;
    std::vector<Segment> m_leaders, m_landmarks;
    std::vector<Point> m_measuredPoints;
    std::vector<AvoidedLine> m_lines;
    std::vector<std::pair<Polyline, Polyline>> m_areas;
    std::vector<double> m_gridLines;
};

/// Positions for a label of this size around a point: adjacent, then in growing rings.
[[nodiscard]] std::vector<Rect> candidatesAround(Point point, Size size, double spacing);

/// Positions along a line with ascending x, starting at its end: beside, above and below the line, as close as its
/// shape allows.
[[nodiscard]] std::vector<Rect> candidatesAlong(const Polyline& line, Size size, double spacing, const Rect& frame);

/// Positions beside a vertical line at x: right and left of it, from the top or from the bottom.
[[nodiscard]] std::vector<Rect> candidatesBeside(double x, Size size, double spacing, const Rect& frame, bool fromTop);

}  // namespace scalewright::chart

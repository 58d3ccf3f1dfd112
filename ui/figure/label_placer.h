// Places for the labels of a chart. A label lies free or nowhere: never on a curve, a line, a mark, another label or
// its line to its point, never outside the frame. Among the free places the one that costs least.
//
// Greedy in order of importance, as Christensen, Marks and Shieber (1995) found to serve where anchors are few, with
// two additions. Where none of a label's own places is free it may lie anywhere: for each x the heights that lines and
// boxes leave over the label's width are known exactly, since a curve over x takes every height between its lowest and
// its highest there. And a label stays where it was as long as that place is free and no other is much better, so that
// a drag moves few.
//
//     LabelPlacer placer(frame);
//     placer.avoidLine(curve);
//     if (const auto spot = placer.near({candidatesAround(at, size, 10), at, true}))
//         placer.take(*spot);
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace scalewright::ui {

/// Where labels lay in the frame drawn before.
class LabelMemory {
public:
    struct Place {
        int form = 0;  ///< with its second line, without, …
        QRectF rect;
        QPointF anchor;
    };
    [[nodiscard]] const Place* find(const QString& label) const
    {
        const auto known = m_before.find(label);
        return known == m_before.end() ? nullptr : &known->second;
    }
    void note(const QString& label, const Place& place) { m_now.insert_or_assign(label, place); }
    /// What was noted is what find() tells from now on.
    void turn() { m_before = std::exchange(m_now, {}); }
    void forget() { m_before.clear(), m_now.clear(); }

private:
    std::map<QString, Place> m_before, m_now;
};

class LabelPlacer {
public:
    explicit LabelPlacer(const QRectF& frame) : m_frame(frame) {}

    void avoid(const QRectF& mark) { m_taken.push_back(mark), ++m_marks; }  ///< before the first label is placed
    /// A point or a vertical line that a label may belong to: one that lies nearer to it than to its own anchor needs a
    /// line to that.
    void landmark(const QLineF& at) { m_landmarks.push_back(at); }
    /// A measured point: as a landmark to the labels of other x. At its own x a label says the same p as the point.
    void measuredPoint(QPointF at) { m_measured.push_back(at); }
    /// x ascends. `clearance`: of the line's middle from a label.
    void avoidLine(const QPolygonF& line, double clearance);
    /// A filled area between two lines with ascending x: covered only if there is no other place.
    void avoidArea(const QPolygonF& upper, const QPolygonF& lower) { m_areas.emplace_back(upper, lower); }
    void avoidGridLine(double y) { m_gridLines.push_back(y); }  ///< crossed rather than moved far away

    struct Spot {
        QRectF rect;
        std::optional<QLineF> leader;  ///< to the anchor, where the label would not be known for its own without
        double cost = 0;
    };
    struct Wish {
        std::vector<QRectF> candidates;  ///< in order of preference: the next costs one more
        QPointF anchor;
        bool pointed = false;  ///< a line leads to the anchor where the label is farther than `reach`, or nearer to
            ///< another landmark
        double reach = 30;
        bool neverOnArea = false;
    };
    /// Near the anchor; nullopt where no candidate is free.
    [[nodiscard]] std::optional<Spot> near(const Wish& wish) const;
    /// Anywhere in the frame, as near to the anchor as there is room.
    [[nodiscard]] std::optional<Spot> anywhere(QSizeF size, const Wish& wish) const;
    /// Where it lay before, moved along with its anchor or staying in its place, or a few pixels beside. What it costs
    /// is counted as for near(), without the bonus of staying.
    [[nodiscard]] std::optional<Spot> asBefore(QSizeF size, const Wish& wish, const LabelMemory::Place& before) const;
    /// Nothing else is placed there any more.
    void take(const Spot& spot);

    [[nodiscard]] bool liesOnArea(const QRectF& rect) const;
    [[nodiscard]] bool liesOnGridLine(const QRectF& rect) const;

private:
    struct Line {
        QPolygonF points;
        double clearance = 0, top = 0, bottom = 0;
    };

    [[nodiscard]] bool isFree(const QRectF& rect) const;
    /// BesideAnother: nearer to another landmark or measured point than to its own, and within reach of that.
    enum class Standing { Beside, Away, BesideAnother };
    [[nodiscard]] Standing standingOf(const QRectF& rect, const Wish& wish) const;
    [[nodiscard]] double costOf(const QRectF& rect) const;
    /// nullopt where it would run through a label; a mark that is not its own costs, a landmark's point twice.
    [[nodiscard]] std::optional<QLineF> leaderOf(const QRectF& rect, QPointF anchor, double& cost) const;
    /// nullopt where the place is not free, or is no better than `least`.
    [[nodiscard]] std::optional<Spot> judged(const QRectF& rect, double cost, double least, const Wish& wish) const;

    QRectF m_frame;
    std::vector<QRectF> m_taken;  ///< the marks, then the labels
    std::size_t m_marks = 0;
    std::vector<QLineF> m_leaders, m_landmarks;
    std::vector<QPointF> m_measured;
    std::vector<Line> m_lines;
    std::vector<std::pair<QPolygonF, QPolygonF>> m_areas;
    std::vector<double> m_gridLines;
};

/// Places for a label of that size around a point: beside it, then in wider and wider rings.
[[nodiscard]] std::vector<QRectF> candidatesAround(QPointF point, QSizeF size, double apart);

/// Places along a line with ascending x, its end first: beside it, above and below it, as near as its bends let it lie.
[[nodiscard]] std::vector<QRectF> candidatesAlong(const QPolygonF& line, QSizeF size, double apart,
                                                  const QRectF& frame);

/// Beside a vertical line at x, right and left of it, from the top down or from the bottom up.
[[nodiscard]] std::vector<QRectF> candidatesBeside(double x, QSizeF size, double apart, const QRectF& frame,
                                                   bool fromTop);

}  // namespace scalewright::ui

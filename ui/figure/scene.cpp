// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/scene.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>

#include "ui/figure/label_placer.h"

namespace scalewright::ui {

namespace {

constexpr double simplifyTolerance = 0.05;  // in pixels
constexpr double minimumSwatchWidth = 22, swatchMargin = 6;  // for the piece of curve drawn before a label

QRectF squareAround(QPointF centre, double half)
{
    return {centre.x() - half, centre.y() - half, 2 * half, 2 * half};
}

class SceneBuilder {
public:
    SceneBuilder(const ChartSpec& spec, const AxisLayout& yAxis, const AxisMap& x, const AxisMap& y,
                 const QRectF& frame, const VisualStyle& visualStyle, SampleCache& cache, LabelMemory* memory)
        : m_spec(spec),
          m_yAxis(yAxis),
          m_xMap(x),
          m_yMap(y),
          m_visualStyle(visualStyle),
          m_sampleCache(cache),
          m_labelMemory(memory)
    {
        m_scene.frame = frame;
        m_scene.isThumbnail = spec.isThumbnail;
    }

    Scene build()
    {
        for (const BandSpec& band : m_spec.bands)
            addArea(band.x, band.low, band.high, {{}, {}, band.role, band.alpha}, m_scene.bands);
        addStackedAreas();
        addCurves();
        addMeasured();
        addMarkers();
        addPoints();
        if (!m_spec.isThumbnail) {
            addAxisBreaks();
            placeLabels();
        }
        if (m_labelMemory)
            m_labelMemory->startNextFrame();
        const bool empty = m_scene.bands.empty() && m_scene.areas.empty() && m_scene.curves.empty() &&
                           m_scene.measured.empty() && m_scene.points.empty();
        if (empty)
            m_scene.emptyText = m_spec.emptyText;
        return std::move(m_scene);
    }

private:
    // The area between two curves over the same x; a gap in either curve is a gap in the area.
    void addArea(const std::vector<double>& x, const std::vector<double>& low, const std::vector<double>& high,
                 const SceneArea& area, std::vector<SceneArea>& areas)
    {
        const std::size_t count = std::min(low.size(), high.size());
        if (count < 2)
            return;
        for (std::size_t i = 0; i < count; ++i)
            if (m_yMap.canMap(low[i]) != m_yMap.canMap(high[i])) {
                addAreaWithGaps(x, low, high, area, areas);
                return;
            }
        const SampledX& sampled = m_sampleCache.sample(x, count, m_xMap, m_scene.frame);
        const auto lower = sampledLine(sampled, {low.data(), count}, m_yMap);
        const auto upper = sampledLine(sampled, {high.data(), count}, m_yMap);
        for (std::size_t run = 0; run < std::min(lower.size(), upper.size()); ++run) {
            SceneArea part{simplifiedLine(clampedLine(upper[run], m_scene.frame), simplifyTolerance),
                           simplifiedLine(clampedLine(lower[run], m_scene.frame), simplifyTolerance), area.role,
                           area.alpha};
            if (part.upper.size() > 1 && part.lower.size() > 1)
                areas.push_back(std::move(part));
        }
    }

    void addAreaWithGaps(const std::vector<double>& x, std::vector<double> low, std::vector<double> high,
                         const SceneArea& area, std::vector<SceneArea>& areas)
    {
        const double gap = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t i = 0; i < std::min(low.size(), high.size()); ++i)
            if (!m_yMap.canMap(low[i]) || !m_yMap.canMap(high[i]))
                low[i] = high[i] = gap;
        addArea(x, low, high, area, areas);
    }

    void addStackedAreas()
    {
        const auto tops = stackedTops(m_spec);
        std::size_t stacked = 0;
        const double floor = m_yAxis.scale == AxisScale::Linear ? 0 : m_yAxis.low;
        for (const SeriesSpec& series : m_spec.series) {
            if (series.fill == Fill::None)
                continue;
            const bool stack = series.fill == Fill::Stacked;
            const std::vector<double>& high = stack ? tops[stacked] : series.y;
            const std::vector<double> low =
                stack && stacked > 0 ? tops[stacked - 1] : std::vector<double>(high.size(), floor);
            addArea(series.x, low, high, {{}, {}, series.role, stack ? 1 : 0.25}, m_scene.areas);
            stacked += stack;
        }
    }

    void addCurves()
    {
        const auto styles = lineStyles(m_spec.series);
        const auto addMatching = [&](auto&& belongs) {
            for (std::size_t i = 0; i < m_spec.series.size(); ++i)
                if (belongs(m_spec.series[i]))
                    addCurve(m_spec.series[i], styles[i]);
        };
        addMatching([](const SeriesSpec& series) { return series.isReference; });
        addMatching([](const SeriesSpec& series) { return series.isGhost && !series.isReference; });
        addMatching([](const SeriesSpec& series) { return !series.isGhost && !series.isReference; });
    }

    void addCurve(const SeriesSpec& series, LineStyle style)
    {
        if (series.fill == Fill::Stacked || series.y.empty())
            return;
        SceneCurve curve;
        curve.name = series.name;
        curve.style = style;
        curve.isBackground = series.isReference || series.isGhost;
        curve.role = series.isReference ? ColorRole::FaintInk : series.role;
        curve.opacity = series.isGhost ? 0.5 : 1;
        curve.width = series.isReference ? 1.2 : series.isGhost ? std::min(series.width, 1.5) : series.width;
        if (m_spec.isThumbnail)
            curve.width = std::min(curve.width, 1.75);
        curve.width = m_visualStyle.scaledLength(curve.width);
        const SampledX& sampled = m_sampleCache.sample(series.x, series.y.size(), m_xMap, m_scene.frame);
        QRectF solidFrame = m_scene.frame, fadedFrame = m_scene.frame;
        const bool fades = series.fadesBeyond && m_xMap.canMap(*series.fadesBeyond);
        if (fades) {
            solidFrame.setRight(std::clamp(m_xMap.toPixel(*series.fadesBeyond), solidFrame.left(), solidFrame.right()));
            fadedFrame.setLeft(solidFrame.right());
        }
        SceneCurve faded = curve;
        faded.opacity = std::min(curve.opacity, 0.45);
        for (const QPolygonF& run : sampledLine(sampled, series.y, m_yMap)) {
            for (const QPolygonF& piece : clippedLine(run, solidFrame))
                curve.pieces.push_back(simplifiedLine(piece, simplifyTolerance));
            for (const QPolygonF& piece : fades ? clippedLine(run, fadedFrame) : std::vector<QPolygonF>())
                faded.pieces.push_back(simplifiedLine(piece, simplifyTolerance));
        }
        for (SceneCurve* each : {&faded, &curve})
            if (!each->pieces.empty()) {
                m_curveIndexOf[&series] = m_scene.curves.size();
                m_scene.curves.push_back(std::move(*each));
            }
    }

    void addMeasured()
    {
        for (const MeasuredSpec& spec : m_spec.measured) {
            SceneMeasured measured;
            measured.color = m_visualStyle.color(spec.role);
            for (std::size_t i = 0; i < std::min(spec.x.size(), spec.y.size()); ++i) {
                if (!m_xMap.canMap(spec.x[i]) || !m_yMap.canMap(spec.y[i]))
                    continue;
                const QPointF at(m_xMap.toPixel(spec.x[i]), m_yMap.toPixel(spec.y[i]));
                if (i < spec.low.size() && i < spec.high.size() && m_yMap.canMap(spec.low[i]) &&
                    m_yMap.canMap(spec.high[i])) {
                    const QPolygonF bar{QPointF(at.x(), m_yMap.toPixel(spec.low[i])),
                                        QPointF(at.x(), m_yMap.toPixel(spec.high[i]))};
                    for (const QPolygonF& piece : clippedLine(bar, m_scene.frame))
                        measured.bars.emplace_back(piece.front(), piece.back());
                }
                if (m_scene.frame.contains(at))
                    measured.points.push_back(at);
            }
            m_scene.measured.push_back(std::move(measured));
        }
    }

    void addMarkers()
    {
        const QRectF& frame = m_scene.frame;
        for (const MarkerSpec& spec : m_spec.markers) {
            if (!m_xMap.canMap(spec.x))
                continue;
            const double x = std::round(m_xMap.toPixel(spec.x));  // rounded for a crisp line
            if (x < frame.left() - 0.5 || x > frame.right() + 0.5)
                continue;
            const bool flag = spec.kind == MarkerSpec::Kind::Flag;
            double top = frame.top(), bottom = frame.bottom();
            if (spec.y && m_yMap.canMap(*spec.y) && !m_spec.isThumbnail) {
                const double y = std::clamp(m_yMap.toPixel(*spec.y), top, bottom);
                flag ? bottom = y : top = y;
            }
            SceneMarker marker{&spec, QLineF(x, top, x, bottom), {}};
            if (flag && !m_spec.isThumbnail)
                marker.flag = QRectF(x - m_visualStyle.scaledLength(7), frame.top(), m_visualStyle.scaledLength(14),
                                     m_visualStyle.scaledLength(15));
            m_scene.markers.push_back(marker);
        }
    }

    void addPoints()
    {
        for (const PointSpec& spec : m_spec.points) {
            if (!m_xMap.canMap(spec.x) || !m_yMap.canMap(spec.y))
                continue;
            const QPointF at(m_xMap.toPixel(spec.x), m_yMap.toPixel(spec.y));
            if (m_scene.frame.adjusted(-0.5, -0.5, 0.5, 0.5).contains(at))
                m_scene.points.push_back({&spec, at});
        }
    }

    // Two strokes across the axis, within the frame.
    void addAxisBreak(QPointF at, bool alongX)
    {
        const double half = m_visualStyle.scaledLength(4), spacing = m_visualStyle.scaledLength(4);
        for (const double offset : {-spacing / 2, spacing / 2}) {
            const QPointF middle = at + (alongX ? QPointF(offset, 0) : QPointF(0, offset));
            m_scene.axisBreaks.emplace_back(middle + QPointF(-half, half / 2), middle + QPointF(half, -half / 2));
        }
    }

    void addAxisBreaks()
    {
        const QRectF& frame = m_scene.frame;
        const double distance = m_visualStyle.scaledLength(10), inset = m_visualStyle.scaledLength(5);
        const auto below = [](double value, double edge) { return value < edge - 1e-9 * std::abs(edge); };
        const double left = m_xMap.toValue(frame.left()), right = m_xMap.toValue(frame.right());
        if (const auto x = xDataRange(m_spec)) {
            if (below(x->low, left))
                addAxisBreak({frame.left() + distance, frame.bottom() - inset}, true);
            if (below(right, x->high))
                addAxisBreak({frame.right() - distance, frame.bottom() - inset}, true);
        }
        if (m_yAxis.scale != AxisScale::Linear)
            return;
        if (m_yAxis.low > 0)
            addAxisBreak({frame.left() + inset, frame.bottom() - distance}, false);
        if (below(m_yAxis.high, largestDataY(left, right)))
            addAxisBreak({frame.left() + inset, frame.top() + distance}, false);
    }

    /// The largest y among the drawn data, excluding references.
    [[nodiscard]] double largestDataY(double left, double right) const
    {
        ChartSpec data = m_spec;
        data.points.clear();  // leaves out the room for the points' labels
        const auto range = yDataRange(data, {left, right});
        return range ? range->high : 0;
    }

    void setLabelCurve(SceneLabel& label, std::size_t index) const
    {
        const SceneCurve& curve = m_scene.curves[index];
        label.curveIndex = index;
        label.swatchWidth = std::max(m_visualStyle.scaledLength(minimumSwatchWidth),
                                     curve.width * patternLength(curve.style) + swatchMargin);
    }

    [[nodiscard]] QSizeF labelSize(const SceneLabel& label) const
    {
        double width = label.textWidth, height = std::ceil(1.25 * m_visualStyle.font(TextStyle::Label).pixelSize());
        if (!label.subText.isEmpty()) {
            width = std::max(width, label.subTextWidth);
            height += std::ceil(1.25 * m_visualStyle.font(TextStyle::Small).pixelSize());
        }
        width += label.swatchWidth;
        return {std::ceil(width) + 2, height};
    }

    struct LabelRequest {
        SceneLabel label;
        QString key;      ///< identifies the label across frames
        QPointF anchor;
        bool usesLeader = false;  ///< draw a leader to the anchor if the label is far away
        /// If the label is away from this curve, a piece of the curve is drawn next to it.
        std::optional<std::size_t> curveIndex;
        std::function<std::vector<QRectF>(QSizeF)> candidates;
        bool isOptional = false;  ///< shown if there is room nearby, otherwise left out
        bool isLandmark = false;  ///< p*, the knee, the plan: placed before all others
    };

    /// Tries the full label near its anchor, then without its second line; then anywhere, with a leader or a piece of
    /// its curve. Keeps the previous form and position as long as that position is free and no other is much better. A
    /// label without a free position is left out.
    bool placeLabel(LabelPlacer& placer, const LabelRequest& request)
    {
        constexpr double loyalty = 40, expensiveCost = 80;
        std::vector<SceneLabel> forms{request.label};
        if (!request.label.subText.isEmpty()) {
            forms.push_back(request.label);
            forms.back().subText.clear();
        }
        const int near = static_cast<int>(forms.size());
        for (int i = 0; i < near; ++i) {
            forms.push_back(forms[static_cast<std::size_t>(i)]);
            if (request.curveIndex)
                setLabelCurve(forms.back(), *request.curveIndex);
        }
        const int count = static_cast<int>(forms.size());
        const auto placementRequestFor = [&](int form, QSizeF size) {
            return LabelPlacer::PlacementRequest{form < near ? request.candidates(size) : std::vector<QRectF>(),
                                                 request.anchor, request.usesLeader, m_visualStyle.scaledLength(30)};
        };
        const LabelMemory::Placement* before = m_labelMemory ? m_labelMemory->find(request.key) : nullptr;
        std::optional<LabelPlacer::LabelPosition> chosen;
        int form = count;
        if (before && before->variant < count) {
            const QSizeF size = labelSize(forms[static_cast<std::size_t>(before->variant)]);
            chosen = placer.findNearPrevious(size, placementRequestFor(before->variant, size), *before);
            form = chosen ? before->variant : count;
        }
        if (request.isOptional && before && !chosen)
            return false;  // better to reappear in a later frame than to jump now
        for (int candidateForm = 0; candidateForm < count && candidateForm <= form && !(request.isOptional && chosen);
             ++candidateForm) {
            const QSizeF size = labelSize(forms[static_cast<std::size_t>(candidateForm)]);
            if (request.isOptional && candidateForm >= near)
                break;
            const LabelPlacer::PlacementRequest placementRequest = placementRequestFor(candidateForm, size);
            auto position =
                candidateForm < near ? placer.findNear(placementRequest) : placer.findAnywhere(size, placementRequest);
            if (candidateForm < near && !chosen && position && request.isLandmark && position->cost > expensiveCost)
                if (const auto elsewhere = placer.findAnywhere(size, placementRequest);
                    elsewhere && elsewhere->cost + loyalty < position->cost)
                    position = elsewhere;
            if (!position)
                continue;
            // A more complete or closer form is worth as much as a better position.
            if (!chosen || position->cost + loyalty < chosen->cost + (candidateForm < form ? loyalty : 0)) {
                chosen = position;
                form = candidateForm;
            }
            break;
        }
        if (!chosen)
            return false;
        placer.reserve(*chosen);
        SceneLabel& label = forms[static_cast<std::size_t>(form)];
        label.rect = chosen->rect;
        label.isOnArea = placer.isOnArea(label.rect);
        label.isOnGridLine = placer.isOnGridLine(label.rect);
        label.rightAligned = !label.curveIndex && !request.curveIndex && label.rect.center().x() < request.anchor.x() &&
                             label.rect.right() < request.anchor.x() + 1;
        if (chosen->leader)  // end at the edge of the mark
            label.leader = QLineF(chosen->leader->p1(), chosen->leader->pointAt(1 - m_visualStyle.scaledLength(8) /
                                                                                        chosen->leader->length()));
        m_scene.labels.push_back(std::move(label));
        if (m_labelMemory)
            m_labelMemory->remember(request.key, {form, chosen->rect, request.anchor});
        return true;
    }

    [[nodiscard]] LabelPlacer createPlacerWithObstacles() const
    {
        LabelPlacer placer(m_scene.frame.adjusted(2, 2, -2, -2));
        for (const SceneMarker& marker : m_scene.markers) {
            placer.avoidMark(QRectF(marker.line.p1(), marker.line.p2()).normalized().adjusted(-3, 0, 3, 0));
            if (!marker.flag.isNull())
                placer.avoidMark(marker.flag.adjusted(-3, 0, 3, 2));
            placer.addLandmark(marker.line);
        }
        for (const ScenePoint& point : m_scene.points) {
            placer.avoidMark(squareAround(point.position, m_visualStyle.scaledLength(7)));
            placer.addLandmark(QLineF(point.position, point.position));
        }
        for (const SceneMeasured& measured : m_scene.measured) {
            for (const QPointF& at : measured.points) {
                placer.avoidMark(squareAround(at, m_visualStyle.scaledLength(5)));
                placer.addMeasuredPoint(at);
            }
            for (const QLineF& bar : measured.bars)
                placer.avoidMark(QRectF(bar.p1(), bar.p2())
                                     .normalized()
                                     .adjusted(-m_visualStyle.scaledLength(4), -2, m_visualStyle.scaledLength(4), 2));
        }
        for (const QLineF& stroke : m_scene.axisBreaks)
            placer.avoidMark(QRectF(stroke.p1(), stroke.p2()).normalized().adjusted(-2, -2, 2, 2));
        for (const SceneCurve& curve : m_scene.curves)
            for (const QPolygonF& piece : curve.pieces)
                placer.avoidLine(piece, 1 + curve.width / 2);
        for (const SceneArea& area : m_scene.areas)
            placer.avoidArea(area.upper, area.lower);
        for (const double tick : m_yAxis.ticks)
            placer.avoidGridLine(m_yMap.toPixel(tick));
        return placer;
    }

    /// Labels without a position are placed first in the next round, which is used if it leaves out fewer labels;
    /// landmarks count most. Optional labels are placed last.
    void placeLabels()
    {
        std::vector<LabelRequest> extras = measuredLabelRequests();
        for (LabelRequest& more : pointLabelRequests(true))
            extras.push_back(std::move(more));
        std::vector<LabelRequest> requests = flagLabelRequests();
        for (std::vector<LabelRequest> more :
             {pointLabelRequests(false), referenceLabelRequests(), curveLabelRequests()})
            std::move(more.begin(), more.end(), std::back_inserter(requests));
        const LabelPlacer free = createPlacerWithObstacles();
        constexpr int rounds = 3;
        std::vector<SceneLabel> best;
        QStringList unlabelled;
        int fewestOmitted = std::numeric_limits<int>::max(), lowestLoss = fewestOmitted;
        for (int round = 0; round < rounds && lowestLoss > 0; ++round) {
            LabelPlacer placer = free;
            m_scene.labels.clear();
            std::vector<LabelRequest> omitted;
            for (const LabelRequest& request : requests)
                if (!placeLabel(placer, request))
                    omitted.push_back(request);
            const int omittedCount = placeStackLabels(placer) + static_cast<int>(omitted.size());
            constexpr int landmarkWeight = 100;
            const int loss =
                omittedCount + landmarkWeight * static_cast<int>(std::count_if(
                                                    omitted.begin(), omitted.end(),
                                                    [](const LabelRequest& request) { return request.isLandmark; }));
            if (loss < lowestLoss) {
                lowestLoss = loss;
                fewestOmitted = omittedCount;
                unlabelled.clear();
                for (const LabelRequest& request : omitted)
                    unlabelled << request.label.text;
                for (const LabelRequest& request : extras)
                    if (!placeLabel(placer, request))
                        unlabelled << request.label.text;
                best = std::move(m_scene.labels);
            }
            if (omitted.empty())
                break;
            const auto isOmitted = [&](const LabelRequest& request) {
                return std::any_of(omitted.begin(), omitted.end(),
                                   [&](const LabelRequest& each) { return each.key == request.key; });
            };
            std::stable_partition(requests.begin(), requests.end(), isOmitted);
        }
        m_scene.labels = std::move(best);
        m_scene.omittedLabelCount = fewestOmitted;
        m_scene.omittedLabels = std::move(unlabelled);
    }

    [[nodiscard]] std::vector<LabelRequest> measuredLabelRequests() const
    {
        std::vector<LabelRequest> requests;
        for (const MeasuredSpec& measured : m_spec.measured)
            for (std::size_t i = 0; i < std::min({measured.labels.size(), measured.x.size(), measured.y.size()}); ++i) {
                if (measured.labels[i].isEmpty() || !m_xMap.canMap(measured.x[i]) || !m_yMap.canMap(measured.y[i]))
                    continue;
                const QPointF at(m_xMap.toPixel(measured.x[i]), m_yMap.toPixel(measured.y[i]));
                if (m_scene.frame.contains(at))
                    requests.push_back({createLabel(measured.labels[i], {}, false),
                                        QStringLiteral("measured %1 %2").arg(measured.key).arg(measured.x[i]),
                                        at,
                                        true,
                                        {},
                                        [this, at](QSizeF size) {
                                            std::vector<QRectF> beside =
                                                candidatesAround(at, size, m_visualStyle.scaledLength(8));
                                            // The first two rings are too close to need a leader.
                                            beside.resize(std::min<std::size_t>(beside.size(), 24));
                                            return beside;
                                        },
                                        true});
            }
        return requests;
    }

    [[nodiscard]] SceneLabel createLabel(const QString& text, const QString& subText, bool bold) const
    {
        SceneLabel label;
        label.text = text;
        label.subText = subText;
        label.bold = bold;
        label.textWidth = QFontMetricsF(m_visualStyle.font(TextStyle::Label, bold)).horizontalAdvance(text);
        if (!subText.isEmpty())
            label.subTextWidth = QFontMetricsF(m_visualStyle.font(TextStyle::Small)).horizontalAdvance(subText);
        return label;
    }

    [[nodiscard]] std::vector<LabelRequest> flagLabelRequests() const
    {
        std::vector<LabelRequest> requests;
        for (const SceneMarker& marker : m_scene.markers) {
            if (marker.spec->kind != MarkerSpec::Kind::Flag || marker.spec->label.isEmpty())
                continue;
            requests.push_back({createLabel(marker.spec->label, marker.spec->subLabel, true),
                                marker.spec->id,
                                marker.flag.center(),
                                true,
                                {},
                                [this, x = marker.line.x1()](QSizeF size) {
                                    return candidatesBeside(x, size, m_visualStyle.scaledLength(12), m_scene.frame,
                                                            true);
                                },
                                false,
                                true});
        }
        return requests;
    }

    /// `optional`: whether to return the labels that may be left out, or all others.
    [[nodiscard]] std::vector<LabelRequest> pointLabelRequests(bool optional) const
    {
        std::vector<LabelRequest> requests;
        for (const ScenePoint& point : m_scene.points)
            if (!point.spec->label.isEmpty() && point.spec->isLabelOptional == optional)
                requests.push_back({createLabel(point.spec->label, point.spec->subLabel, true),
                                    point.spec->id,
                                    point.position,
                                    true,
                                    {},
                                    [this, at = point.position](QSizeF size) {
                                        return candidatesAround(at, size, m_visualStyle.scaledLength(10));
                                    },
                                    optional,
                                    !optional});
        return requests;
    }

    [[nodiscard]] std::vector<LabelRequest> referenceLabelRequests() const
    {
        std::vector<LabelRequest> requests;
        for (const SceneMarker& marker : m_scene.markers) {
            if (marker.spec->kind != MarkerSpec::Kind::Reference || marker.spec->label.isEmpty())
                continue;
            requests.push_back({createLabel(marker.spec->label, marker.spec->subLabel, false),
                                marker.spec->id,
                                marker.line.p2(),
                                true,
                                {},
                                [this, x = marker.line.x1()](QSizeF size) {
                                    return candidatesBeside(x, size, m_visualStyle.scaledLength(6), m_scene.frame,
                                                            false);
                                }});
        }
        return requests;
    }

    // Placed along the curve, starting at its end; preceded by a piece of the curve if there are several curves or the
    // label is elsewhere.
    [[nodiscard]] std::vector<LabelRequest> curveLabelRequests() const
    {
        const auto labelled = std::count_if(m_spec.series.begin(), m_spec.series.end(), [](const SeriesSpec& series) {
            return !series.label.isEmpty() && !series.isReference;
        });
        std::vector<LabelRequest> requests;
        for (const SeriesSpec& series : m_spec.series) {
            const auto entry = m_curveIndexOf.find(&series);
            if (series.label.isEmpty() || entry == m_curveIndexOf.end())
                continue;
            const QPolygonF& piece = m_scene.curves[entry->second].pieces.back();
            SceneLabel label = createLabel(series.label, {}, false);
            if (labelled > 1 && !series.isReference)
                setLabelCurve(label, entry->second);
            // A named reference coincides with the series of that name, so its label shows that series' line if it is
            // placed elsewhere.
            const auto about = std::find_if(m_spec.series.begin(), m_spec.series.end(), [&](const SeriesSpec& other) {
                return series.isReference && !series.name.isEmpty() && !other.isReference && other.name == series.name;
            });
            const auto line = about == m_spec.series.end() ? entry : m_curveIndexOf.find(&*about);
            requests.push_back(
                {label, QStringLiteral("curve ") + series.key, piece.back(), false,
                 line == m_curveIndexOf.end() ? entry->second : line->second,
                 [this, &piece](QSizeF size) { return candidatesAlong(piece, size, 4, m_scene.frame); }});
        }
        return requests;
    }

    // One block in stacking order, as high and wide as the space outside the areas allows; on an area only if there is
    // no other space.
    int placeStackLabels(LabelPlacer& placer)
    {
        std::vector<SceneLabel> labels;
        QSizeF cell;
        for (auto series = m_spec.series.rbegin(); series != m_spec.series.rend(); ++series) {
            if (series->fill != Fill::Stacked || series->label.isEmpty())
                continue;
            labels.push_back(createLabel(series->label, {}, false));
            labels.back().areaColorRole = series->role;
            labels.back().swatchWidth = m_visualStyle.scaledLength(minimumSwatchWidth);
            cell = cell.expandedTo(labelSize(labels.back()));
        }
        const int count = static_cast<int>(labels.size());
        if (count == 0)
            return 0;
        const QString key = QStringLiteral("stack");
        const LabelMemory::Placement* before = m_labelMemory ? m_labelMemory->find(key) : nullptr;
        const auto putBlock = [&](int columns, bool onArea) {
            const int rows = (count + columns - 1) / columns;
            const QSizeF size(cell.width() * columns, cell.height() * rows);
            const QRectF& frame = m_scene.frame;
            LabelPlacer::PlacementRequest placementRequest;
            constexpr int across = 24;
            for (double top = frame.top() + 4; top + size.height() < frame.bottom(); top += cell.height())
                for (int i = across; i >= 0; --i)
                    placementRequest.candidates.emplace_back(
                        QPointF(frame.left() + 4 + (frame.width() - size.width() - 8) * i / across, top), size);
            placementRequest.neverOnArea = !onArea;
            placementRequest.anchor = frame.topRight();
            std::optional<LabelPlacer::LabelPosition> block;
            if (before && before->variant == columns + 10 * onArea)
                block = placer.findNearPrevious(size, placementRequest, *before);
            if (!block)
                block = placer.findNear(placementRequest);
            if (!block)
                return false;
            placer.reserve(*block);
            for (int i = 0; i < count; ++i) {
                SceneLabel& label = labels[static_cast<std::size_t>(i)];
                const int column = i / rows, row = i % rows;
                label.rect = QRectF(
                    QPointF(block->rect.left() + cell.width() * column, block->rect.top() + cell.height() * row), cell);
                label.isOnArea = placer.isOnArea(label.rect);
                label.isOnGridLine = placer.isOnGridLine(label.rect);
                m_scene.labels.push_back(label);
            }
            if (m_labelMemory)
                m_labelMemory->remember(key, {columns + 10 * onArea, block->rect, placementRequest.anchor});
            return true;
        };
        return putBlock(1, false) || putBlock(2, false) || putBlock(3, false) || putBlock(1, true) ? 0 : count;
    }

    const ChartSpec& m_spec;
    const AxisLayout& m_yAxis;
    const AxisMap& m_xMap;
    const AxisMap& m_yMap;
    const VisualStyle& m_visualStyle;
    SampleCache& m_sampleCache;
    LabelMemory* m_labelMemory;
    Scene m_scene;
    std::map<const SeriesSpec*, std::size_t> m_curveIndexOf;
};

}  // namespace

const SampledX& SampleCache::sample(const std::vector<double>& x, std::size_t count, const AxisMap& map,
                                    const QRectF& frame)
{
    for (const Entry& entry : m_entries)
        if (entry.count == count && entry.map == map && entry.frame == frame && entry.x == x)
            return entry.sampled;
    if (m_entries.size() >= 8)
        m_entries.erase(m_entries.begin());
    m_entries.push_back({x, count, map, frame, sampleX(x, count, map, frame.left(), frame.right(), 1)});
    return m_entries.back().sampled;
}

std::vector<LineStyle> lineStyles(const std::vector<SeriesSpec>& series)
{
    constexpr std::array order{LineStyle::Solid, LineStyle::Dashed, LineStyle::Dotted, LineStyle::DashDotted};
    std::map<ColorRole, std::size_t> used;
    std::vector<LineStyle> styles;
    for (const SeriesSpec& spec : series)
        styles.push_back(spec.isReference && spec.lineStyle == LineStyle::Solid ? LineStyle::Dashed : spec.lineStyle);
    for (const bool ghosts : {false, true})
        for (std::size_t i = 0; i < series.size(); ++i)
            if (series[i].isGhost == ghosts && !series[i].isReference && series[i].lineStyle == LineStyle::Solid &&
                series[i].fill != Fill::Stacked)
                styles[i] = order.at(used[series[i].role]++ % order.size());
    return styles;
}

Qt::PenStyle toQtPenStyle(LineStyle style)
{
    switch (style) {
    case LineStyle::Solid: return Qt::SolidLine;
    case LineStyle::Dashed: return Qt::DashLine;
    case LineStyle::Dotted: return Qt::DotLine;
    case LineStyle::DashDotted: return Qt::DashDotLine;
    }
    return Qt::SolidLine;
}

Scene buildScene(const ChartSpec& spec, const AxisLayout& yAxis, const AxisMap& x, const AxisMap& y,
                 const QRectF& frame, const VisualStyle& visualStyle, SampleCache& cache, LabelMemory* memory)
{
    return SceneBuilder(spec, yAxis, x, y, frame, visualStyle, cache, memory).build();
}

}  // namespace scalewright::ui

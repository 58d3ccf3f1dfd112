// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/chart_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "core/base/ranges/ranges.h"
#include "core/output/chart/label_placer.h"
#include "core/output/chart/text_width.h"

namespace scalewright::chart {

namespace {

constexpr double simplifyTolerance = 0.05;  // in pixels
constexpr double minimumSwatchWidth = 22, swatchMargin = 6;  // for the piece of curve drawn before a label

// Beyond these numbers, a chart shows the shape of a cloud and not its points, and stays as fast as one with fewer.
constexpr std::size_t crowdedMarkCount = 200, mostLabels = 40;

/// The cells of a grid that contain marks.
class OccupiedCells {
public:
    OccupiedCells(double width, double height) : m_width(width), m_height(height) {}

    /// Whether the cell was free.
    bool add(Point at) { return m_columnsOfRow[index(at.y, m_height)].insert(index(at.x, m_width)).second; }
    void add(const Rect& mark)
    {
        for (int row = index(mark.top, m_height); row <= index(mark.bottom, m_height); ++row)
            for (int column = index(mark.left, m_width); column <= index(mark.right, m_width); ++column)
                m_columnsOfRow[row].insert(column);
    }
    /// The cells, those that are adjacent in a row as one.
    [[nodiscard]] std::vector<Rect> rects() const
    {
        std::vector<Rect> rects;
        for (const auto& [row, columns] : m_columnsOfRow)
            for (const int column : columns)
                if (columns.contains(column - 1))
                    rects.back().right += m_width;
                else
                    rects.emplace_back(column * m_width, row * m_height, m_width, m_height);
        return rects;
    }

private:
    static int index(double pixel, double size) { return static_cast<int>(std::floor(pixel / size)); }

    double m_width, m_height;
    std::map<int, std::set<int>> m_columnsOfRow;
};

Rect squareAround(Point centre, double half)
{
    return Rect::around({centre, centre}, half, half);
}

class LayoutBuilder {
public:
    LayoutBuilder(const ChartSpec& spec, Size size, const ChartStyle& style, LabelMemory* memory)
        : m_spec(spec), m_style(style), m_labelMemory(memory)
    {
        m_layout.size = size;
        m_layout.style = style;
        m_layout.isThumbnail = spec.isThumbnail;
    }

    ChartLayout build(const Zoom& zoom)
    {
        layOutAxes(zoom);
        for (const BandSpec& band : m_spec.bands)
            addArea(band.x, band.low, band.high, {{}, {}, band.role, band.alpha}, m_layout.bands);
        addStackedAreas();
        addBars();
        addInfeasibleRanges();
        addCurves();
        addMeasured();
        addMarkers();
        addPoints();
        if (!m_spec.isThumbnail) {
            addAxisBreaks();
            addArrowsAbove();
            placeLabels();
        }
        if (m_labelMemory)
            m_labelMemory->startNextFrame();
        if (m_layout.bands.empty() && m_layout.areas.empty() && m_layout.curves.empty() && m_layout.measured.empty() &&
            m_layout.points.empty())
            m_layout.emptyText = m_spec.emptyText;
        return std::move(m_layout);
    }

private:
    [[nodiscard]] bool canMap(double x, double y) const { return m_layout.xMap.canMap(x) && m_layout.yMap.canMap(y); }
    [[nodiscard]] Point toPixel(double x, double y) const
    {
        return {m_layout.xMap.toPixel(x), m_layout.yMap.toPixel(y)};
    }

    void layOutAxes(const Zoom& zoom)
    {
        const double type = m_style.label;
        const Size size = m_layout.size;
        // Labels for x are a few digits wide; amounts with a unit need more room.
        const double labelWidth = (m_spec.x.numberStyle.kind == NumberStyle::Kind::Amount ? 6 : 4) * type;
        const int xTicks = std::clamp(static_cast<int>(size.width / labelWidth), 2, 12),
                  yTicks = std::clamp(static_cast<int>(size.height / (4.5 * type)), 2, 6);
        const auto dataX = xDataRange(m_spec);
        AxisSpec xSpec = m_spec.x;
        if (!m_spec.barNames.empty())
            xSpec.low = dataX->low, xSpec.high = dataX->high;
        AxisLayout& x = m_layout.x;
        x = layOutAxis(xSpec, dataX, xTicks);
        if (!zoom.showsWholeRange() && !m_spec.isThumbnail) {
            const AxisMap wholeAxis(x.scale, x.low, x.high, 0, 1);
            xSpec.low = wholeAxis.toValue(zoom.from);
            xSpec.high = wholeAxis.toValue(zoom.to);
            x = layOutAxis(xSpec, dataX, xTicks);
        }
        AxisLayout& y = m_layout.y;
        y = layOutAxis(m_spec.y, yDataRange(m_spec, {x.low, x.high}), yTicks);
        m_layout.xRange = {x.low, x.high};
        if (!m_spec.isThumbnail && m_spec.barNames.empty()) {
            const AxisMap unit(x.scale, x.low, x.high, 0, 1);
            x.low = unit.toValue(-0.012);
            x.high = unit.toValue(1.012);
        }
        // An axis without data has no scale.
        const bool isEmpty = !m_spec.emptyText.empty() && m_spec.series.empty() && m_spec.points.empty() &&
                             m_spec.measured.empty() && m_spec.barParts.empty();
        for (AxisLayout* axis : {&x, &y}) {
            if (isEmpty || m_spec.isThumbnail)
                axis->ticks.clear(), axis->labels.clear();
            if (isEmpty || m_spec.isThumbnail)
                axis->title.clear();
        }
        if (!m_spec.barNames.empty())
            setBarTicks(labelWidth, size.width - 8 * type);
        Rect& frame = m_layout.frame;
        if (m_spec.isThumbnail) {
            frame = Rect(1, 3, size.width - 2, size.height - 6);
        } else {
            const double line = lineSpacing * type;
            double tickWidth = 0;
            for (const std::string& label : y.labels)
                tickWidth = std::max(tickWidth, textWidth(label, type));
            const double overhang = x.labels.empty() ? 0 : textWidth(x.labels.back(), type) / 2 + 2;
            frame.left = std::ceil(10 + tickWidth + (y.title.empty() ? 0 : 8 + line));
            frame.right = std::floor(size.width - std::max(2.0, overhang));
            frame.right = std::max(frame.right, frame.left + 1);
            const double above = layOutPartNames(size.width);
            frame.top = std::ceil(line / 2 + 3) + above + layOutValuesAbove();
            const double textRow = std::ceil(line) + 1;  // QCustomPlot rounds the height of a line of text up
            frame.bottom =
                std::floor(size.height - (6 + m_style.scaledLength(4) + textRow + (x.title.empty() ? 0 : 3 + textRow)));
            frame.bottom = std::max(frame.bottom, frame.top + 1);
            y.title = titleThatFits(y.title, frame.height(), type);
        }
        m_layout.xMap = AxisMap(x.scale, x.low, x.high, frame.left, frame.right);
        m_layout.yMap = AxisMap(y.scale, y.low, y.high, frame.bottom, frame.top);
    }

    /// The title, or its part that is no longer than the axis: the symbol after its comma, or the words before the
    /// first "of", "for" …; the unit stays.
    [[nodiscard]] static std::string titleThatFits(const std::string& title, double length, double size)
    {
        const std::size_t unitStart = title.ends_with(')') ? title.rfind(" (") : std::string::npos;
        const std::string unit = unitStart == std::string::npos ? "" : title.substr(unitStart);
        std::string words = title.substr(0, unitStart);
        const auto fits = [&] { return textWidth(words + unit, size) <= length; };
        if (const std::size_t comma = words.rfind(", "); !fits() && comma != std::string::npos)
            words.erase(0, comma + 2);
        for (const char* preposition : {" of one ", " for ", " relative to ", " of "})
            for (std::size_t at = 0; !fits() && (at = words.rfind(preposition)) != std::string::npos;)
                words.resize(at);
        return words + unit;
    }

    /// Marks above the frame, each with an arrow at the frame's top and its value in the rows above it. Returns the
    /// height of these rows.
    double layOutValuesAbove()
    {
        struct ValueAbove {
            double x;
            std::string text;
        };
        std::vector<ValueAbove> values;
        const auto isAbove = [&](double x, double y) {
            return std::isfinite(y) && x >= m_layout.xRange.low && x <= m_layout.xRange.high &&
                   y > m_layout.y.high * (1 + 1e-9 * (m_layout.y.high > 0 ? 1 : -1));
        };
        for (const MeasuredSpec& measured : m_spec.measured)
            for (std::size_t i = 0; i < std::min(measured.x.size(), measured.y.size()); ++i)
                if (isAbove(measured.x[i], measured.y[i]))
                    values.push_back({measured.x[i], i < measured.labels.size() && !measured.labels[i].empty()
                                                         ? std::string(measured.labels[i])
                                                         : formatNumber(measured.y[i], m_spec.y.numberStyle)});
        for (const PointSpec& point : m_spec.points)
            if (isAbove(point.x, point.y))
                values.push_back({point.x, point.label.empty() ? formatNumber(point.y, m_spec.y.numberStyle)
                                                               : std::string(point.label)});
        if (const auto tops = stackedTops(m_spec); values.empty() && !tops.empty()) {
            const auto stack = std::ranges::find(m_spec.series, Fill::Stacked, &SeriesSpec::fill);
            const auto highest = std::ranges::max_element(tops.back());
            if (const double x = sampleXAt(stack->x, static_cast<std::size_t>(highest - tops.back().begin()));
                highest != tops.back().end() && isAbove(x, *highest))
                values.push_back({x, formatNumber(*highest, m_spec.y.numberStyle)});
        }
        std::ranges::sort(values, [](const ValueAbove& a, const ValueAbove& b) { return a.x > b.x; });
        const AxisMap toX(m_layout.x.scale, m_layout.x.low, m_layout.x.high, m_layout.frame.left, m_layout.frame.right);
        const double line = std::ceil(lineSpacing * m_style.label), gap = m_style.scaledLength(6);
        std::vector<double>
            rowStarts;  // from the frame upwards; filled from the right, so that no arrow crosses a text
        for (const ValueAbove& value : values) {
            PlacedLabel label = createLabel(value.text, {}, false);
            const Size size = labelSize(label);
            const double x = toX.toPixel(value.x);
            const double left = std::min(x + gap, m_layout.size.width - size.width);
            const auto row =
                std::ranges::find_if(rowStarts, [&](double start) { return left + size.width + gap < start; }) -
                rowStarts.begin();
            if (row == std::ssize(rowStarts))
                rowStarts.push_back(0);
            for (std::ptrdiff_t below = 0; below <= row; ++below)  // the arrow crosses the rows below its text
                rowStarts[static_cast<std::size_t>(below)] = x - gap;
            label.rect = Rect(Point{left, -line * static_cast<double>(row + 1)}, size);
            m_layout.labels.push_back(std::move(label));
            m_valuesAbove.push_back({x, m_layout.labels.size() - 1});
        }
        return line * static_cast<double>(rowStarts.size());
    }

    /// The arrows of the values above the frame, whose rows were laid out before the frame's top was known.
    void addArrowsAbove()
    {
        const double top = m_layout.frame.top, head = m_style.scaledLength(3);
        for (const auto& [x, labelIndex] : m_valuesAbove) {
            Rect& rect = m_layout.labels[labelIndex].rect;
            rect = rect.translated({0, top});
            const Point tip{x, rect.top + 2}, left = tip + Point{-head, head}, right = tip + Point{head, head};
            for (const Segment& stroke : {Segment{{x, top}, tip}, Segment{left, tip}, Segment{right, tip}})
                m_layout.axisBreaks.push_back(stroke);
        }
    }

    void setBarTicks(double labelWidth, double width)
    {
        AxisLayout& x = m_layout.x;
        const auto count = m_spec.barNames.size();
        const auto stride = static_cast<std::size_t>(std::ceil(static_cast<double>(count) * labelWidth / width / 1.3));
        x.ticks.clear(), x.labels.clear();
        for (std::size_t i = 0; i < count; i += std::max<std::size_t>(1, stride)) {
            x.ticks.push_back(static_cast<double>(i + 1));
            x.labels.push_back(m_spec.barNames[i]);
        }
    }

    /// In a column, the names of stacked areas are above the frame too: on the areas there is no room.
    [[nodiscard]] bool isColumn() const { return m_layout.size.width < 32 * m_style.label; }

    /// The names of the bars' parts and of series without values, in rows above the frame; returns their height.
    double layOutPartNames(double width)
    {
        const double line = std::ceil(lineSpacing * m_style.label) + 2;
        Point at{4, 2};
        std::vector<std::pair<ChartText, std::optional<ColorRole>>> names;
        for (const BarPart& part : m_spec.barParts)
            names.emplace_back(part.name, part.role);
        for (const SeriesSpec& series : m_spec.series)
            if (series.y.empty() && !series.label.empty())
                names.emplace_back(series.label, std::nullopt);
            else if (isColumn() && series.fill == Fill::Stacked && !series.label.empty())
                names.emplace_back(series.label, series.role);
        for (const auto& [name, role] : names) {
            PlacedLabel label = createLabel(name, {}, false);
            label.areaColorRole = role;
            label.swatchWidth = role ? m_style.scaledLength(minimumSwatchWidth) : 0;
            const Size size = labelSize(label);
            if (at.x > 4 && at.x + size.width > width)
                at = {4, at.y + line};
            label.rect = Rect(at, size);
            at.x += size.width + 12;
            m_layout.labels.push_back(label);
        }
        return names.empty() ? 0 : at.y + line;
    }

    // The area between two curves over the same x; a gap in either curve is a gap in the area.
    void addArea(const std::vector<double>& x, std::vector<double> low, std::vector<double> high,
                 const PlacedArea& area, std::vector<PlacedArea>& areas)
    {
        const std::size_t count = std::min(low.size(), high.size());
        low.resize(count), high.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            if (!m_layout.yMap.canMap(low[i]) || !m_layout.yMap.canMap(high[i]))
                low[i] = high[i] = std::numeric_limits<double>::quiet_NaN();
        const Rect& frame = m_layout.frame;
        const auto edges = [&](const std::vector<double>& y) {
            std::vector<Polyline> lines = sampledLine(x, y, m_layout.xMap, m_layout.yMap, frame.left, frame.right);
            for (Polyline& line : lines)
                line = simplifiedLine(clampedLine(line, frame), simplifyTolerance);
            return lines;
        };
        const auto lower = edges(low), upper = edges(high);
        for (std::size_t run = 0; run < std::min(lower.size(), upper.size()); ++run)
            if (upper[run].size() > 1 && lower[run].size() > 1)
                areas.push_back({upper[run], lower[run], area.role, area.alpha, area.isSegment});
    }

    void addStackedAreas()
    {
        const auto tops = stackedTops(m_spec);
        std::size_t stacked = 0;
        const double floor = m_layout.y.scale == AxisScale::Linear ? 0 : m_layout.y.low;
        for (const SeriesSpec& series : m_spec.series) {
            if (series.fill == Fill::None)
                continue;
            const bool stack = series.fill == Fill::Stacked;
            const std::vector<double>& high = stack ? tops[stacked] : series.y;
            addArea(series.x, stack && stacked > 0 ? tops[stacked - 1] : std::vector<double>(high.size(), floor), high,
                    {{}, {}, series.role, stack ? 1 : 0.25, stack}, m_layout.areas);
            stacked += stack;
        }
    }

    void addBars()
    {
        constexpr double halfWidth = 0.36;
        for (std::size_t bar = 0; bar < m_spec.barNames.size(); ++bar) {
            const auto pieces = stackedBar(m_spec, bar);
            const double x = static_cast<double>(bar + 1);
            for (std::size_t part = 0; part < pieces.size(); ++part)
                if (const auto [low, high] = pieces[part]; high > low)
                    m_layout.areas.push_back({{toPixel(x - halfWidth, high), toPixel(x + halfWidth, high)},
                                              {toPixel(x - halfWidth, low), toPixel(x + halfWidth, low)},
                                              m_spec.barParts[part].role,
                                              1,
                                              true});
        }
    }

    void addInfeasibleRanges()
    {
        const Rect& frame = m_layout.frame;
        for (const InfeasibleRange& range : m_spec.infeasible) {
            const double left = std::max(frame.left, m_layout.xMap.toPixel(range.low)),
                         right = std::min(frame.right, m_layout.xMap.toPixel(range.high));
            if (right > left)
                m_layout.infeasible.emplace_back(left, frame.top, right - left, frame.height());
        }
    }

    void addCurves()
    {
        const auto styles = lineStyles(m_spec.series);
        for (const int layer : {0, 1, 2})  // references, ghosts, the rest
            for (std::size_t i = 0; i < m_spec.series.size(); ++i)
                if (const SeriesSpec& series = m_spec.series[i]; layer == (series.isReference ? 0
                                                                           : series.isGhost   ? 1
                                                                                              : 2))
                    addCurve(series, styles[i]);
    }

    void addCurve(const SeriesSpec& series, LineStyle style)
    {
        if (series.fill == Fill::Stacked || series.y.empty())
            return;
        PlacedCurve curve;
        curve.name = series.name;
        curve.style = style;
        curve.isBackground = series.isReference || series.isGhost;
        curve.role = series.isReference ? ColorRole::FaintInk : series.role;
        curve.opacity = series.isGhost ? fadedOpacity : 1;
        curve.width = series.isReference ? 1.2 : series.isGhost ? std::min(series.width, 1.5) : series.width;
        curve.width = m_style.scaledLength(m_spec.isThumbnail ? std::min(curve.width, 1.75) : curve.width);
        Rect solidFrame = m_layout.frame, fadedFrame = m_layout.frame;
        const bool fades = series.fadesBeyond && m_layout.xMap.canMap(*series.fadesBeyond);
        if (fades)
            solidFrame.right = fadedFrame.left =
                std::clamp(m_layout.xMap.toPixel(*series.fadesBeyond), solidFrame.left, solidFrame.right);
        PlacedCurve faded = curve;
        faded.opacity = fadedOpacity;
        for (const Polyline& run :
             sampledLine(series.x, series.y, m_layout.xMap, m_layout.yMap, m_layout.frame.left, m_layout.frame.right)) {
            for (const Polyline& piece : clippedLine(run, solidFrame))
                curve.pieces.push_back(simplifiedLine(piece, simplifyTolerance));
            for (const Polyline& piece : fades ? clippedLine(run, fadedFrame) : std::vector<Polyline>())
                faded.pieces.push_back(simplifiedLine(piece, simplifyTolerance));
        }
        for (PlacedCurve* each : {&faded, &curve})
            if (!each->pieces.empty()) {
                m_curveIndexOf[&series] = m_layout.curves.size();
                m_layout.curves.push_back(std::move(*each));
            }
    }

    void addMeasured()
    {
        for (const MeasuredSpec& spec : m_spec.measured) {
            PlacedMeasured measured{spec, {}, {}};
            OccupiedCells drawn(m_style.scaledLength(3), m_style.scaledLength(3));
            for (std::size_t i = 0; i < std::min(spec.x.size(), spec.y.size()); ++i) {
                if (!canMap(spec.x[i], spec.y[i]) ||
                    (spec.x.size() > crowdedMarkCount && !drawn.add(toPixel(spec.x[i], spec.y[i]))))
                    continue;
                if (i < spec.low.size() && i < spec.high.size() && m_layout.yMap.canMap(spec.low[i]) &&
                    m_layout.yMap.canMap(spec.high[i]))
                    for (const Polyline& piece : clippedLine(
                             {toPixel(spec.x[i], spec.low[i]), toPixel(spec.x[i], spec.high[i])}, m_layout.frame))
                        measured.bars.push_back({piece.front(), piece.back()});
                if (const Point at = toPixel(spec.x[i], spec.y[i]); m_layout.frame.contains(at))
                    measured.points.push_back(at);
            }
            m_layout.measured.push_back(std::move(measured));
        }
    }

    void addMarkers()
    {
        const Rect& frame = m_layout.frame;
        for (const MarkerSpec& spec : m_spec.markers) {
            if (!m_layout.xMap.canMap(spec.x))
                continue;
            const double x = std::round(m_layout.xMap.toPixel(spec.x));  // rounded for a crisp line
            if (x < frame.left - 0.5 || x > frame.right + 0.5)
                continue;
            const bool flag = spec.kind == MarkerSpec::Kind::Flag;
            double top = frame.top, bottom = frame.bottom;
            if (spec.y && m_layout.yMap.canMap(*spec.y) && !m_spec.isThumbnail)
                (flag ? bottom : top) = std::clamp(m_layout.yMap.toPixel(*spec.y), top, bottom);
            PlacedMarker marker{spec, {{x, top}, {x, bottom}}, {}};
            if (flag && !m_spec.isThumbnail)
                marker.flag =
                    Rect(x - m_style.scaledLength(7), frame.top, m_style.scaledLength(14), m_style.scaledLength(15));
            m_layout.markers.push_back(marker);
        }
    }

    void addPoints()
    {
        std::map<std::tuple<ColorRole, bool>, OccupiedCells> drawn;
        const auto isHidden = [&](const PointSpec& spec, Point at) {
            const double size = m_style.scaledLength(3);
            return m_spec.points.size() > crowdedMarkCount && !spec.draggable &&
                   (spec.label.empty() || spec.isLabelOptional) &&
                   !drawn.try_emplace({spec.role, spec.filled}, size, size).first->second.add(at);
        };
        for (const PointSpec& spec : m_spec.points)
            if (canMap(spec.x, spec.y))
                if (const Point at = toPixel(spec.x, spec.y);
                    m_layout.frame.adjusted(-0.5, -0.5, 0.5, 0.5).contains(at) && !isHidden(spec, at))
                    m_layout.points.push_back({spec, at});
    }

    // Two strokes across the axis, within the frame.
    void addAxisBreak(Point at, bool alongX)
    {
        const double half = m_style.scaledLength(4), spacing = m_style.scaledLength(4);
        for (const double offset : {-spacing / 2, spacing / 2}) {
            const Point middle = at + (alongX ? Point{offset, 0} : Point{0, offset});
            m_layout.axisBreaks.push_back({middle + Point{-half, half / 2}, middle + Point{half, -half / 2}});
        }
    }

    void addAxisBreaks()
    {
        const Rect& frame = m_layout.frame;
        const double distance = m_style.scaledLength(10), inset = m_style.scaledLength(5);
        const auto below = [](double value, double edge) { return value < edge - 1e-9 * std::abs(edge); };
        const ValueRange shown{m_layout.x.low, m_layout.x.high};
        constexpr double visibleShare = 0.02;  // a fit that passes 100 % by a hair hides nothing
        if (const auto x = xDataRange(m_spec)) {
            if (below(x->low, shown.low))
                addAxisBreak({frame.left + distance, frame.bottom - inset}, true);
            if (below(shown.high, x->high))
                addAxisBreak({frame.right - distance, frame.bottom - inset}, true);
        }
        if (m_layout.y.scale != AxisScale::Linear)
            return;
        if (m_layout.y.low > 0)
            addAxisBreak({frame.left + inset, frame.bottom - distance}, false);
        ChartSpec data = m_spec;
        data.points.clear();  // leaves out the room for the points' labels
        if (const auto range = yDataRange(data, shown);
            range && below(m_layout.y.high + visibleShare * (m_layout.y.high - m_layout.y.low), range->high))
            addAxisBreak({frame.left + inset, frame.top + distance}, false);
    }

    void setLabelCurve(PlacedLabel& label, std::size_t index) const
    {
        const PlacedCurve& curve = m_layout.curves[index];
        label.curveIndex = index;
        label.swatchWidth =
            std::max(m_style.scaledLength(minimumSwatchWidth), curve.width * patternLength(curve.style) + swatchMargin);
    }

    [[nodiscard]] Size labelSize(const PlacedLabel& label) const
    {
        double width = textWidth(label.text, m_style.label, label.bold), height = std::ceil(1.25 * m_style.label);
        if (!label.subText.empty()) {
            width = std::max(width, textWidth(label.subText, m_style.small));
            height += std::ceil(1.25 * m_style.small);
        }
        return {std::ceil(width + label.swatchWidth) + 2, height};
    }

    struct LabelRequest {
        PlacedLabel label;
        std::string key;  ///< identifies the label across frames
        Point anchor;
        bool usesLeader = false;  ///< draw a leader to the anchor if the label is far away
        /// If the label is away from this curve, a piece of the curve is drawn next to it.
        std::optional<std::size_t> curveIndex;
        std::function<std::vector<Rect>(Size)> candidates;
        bool isOptional = false;  ///< shown if there is room nearby, otherwise left out
        bool isLandmark = false;  ///< p*, the knee, the plan: placed before all others
    };

    /// Tries the full label near its anchor, then without the last parts (" · ") of its lines: of a landmark, the value
    /// goes last. Then anywhere, with a leader or a piece of its curve. Keeps the previous form and position as long as
    /// that position is free and no other is much better. A label without a free position is left out.
    bool placeLabel(LabelPlacer& placer, const LabelRequest& request)
    {
        constexpr double loyalty = 40, expensiveCost = 80;
        std::vector<PlacedLabel> forms{request.label};
        const auto hasParts = [](const std::string& text) { return text.find(" · ") != std::string::npos; };
        while (!forms.back().subText.empty() || (request.isLandmark && hasParts(forms.back().text))) {
            PlacedLabel shorter = forms.back();
            std::string& cut = hasParts(shorter.subText) || !request.isLandmark || !hasParts(shorter.text)
                                   ? shorter.subText
                                   : shorter.text;
            cut.resize(hasParts(cut) ? cut.rfind(" · ") : 0);
            forms.push_back(std::move(shorter));
        }
        const std::size_t near = forms.size();
        for (std::size_t i = 0; i < near && !request.isOptional; ++i) {
            forms.push_back(forms[i]);
            if (request.curveIndex)
                setLabelCurve(forms.back(), *request.curveIndex);
        }
        // A name without room in any other form loses what follows its last commas.
        const std::size_t whole = forms.size();
        std::string name = request.label.text;
        for (std::size_t cut; request.isLandmark && (cut = name.rfind(", ")) != std::string::npos;) {
            name.resize(cut);
            forms.push_back(createLabel(name, {}, request.label.bold));
        }
        const auto placementRequestFor = [&](std::size_t form, Size size) {
            LabelPlacer::PlacementRequest placement{form < near ? request.candidates(size) : std::vector<Rect>(),
                                                    request.anchor, request.usesLeader, m_style.scaledLength(30)};
            placement.neverOnArea = request.isOptional;  // its background would hide the data
            return placement;
        };
        const LabelMemory::Placement* before = m_labelMemory ? m_labelMemory->find(request.key) : nullptr;
        std::optional<LabelPlacer::LabelPosition> chosen;
        std::size_t form = forms.size();
        if (before && before->variant < forms.size()) {
            const Size size = labelSize(forms[before->variant]);
            chosen = placer.findNearPrevious(size, placementRequestFor(before->variant, size), *before);
            form = chosen ? before->variant : form;
        }
        if (request.isOptional && before && !chosen)
            return false;  // better to reappear in a later frame than to jump now
        const std::size_t previousForm = form;
        for (std::size_t i = 0; i < forms.size() && i <= previousForm && !(request.isOptional && chosen); ++i) {
            const bool losesWords =
                forms[i].text != request.label.text || (forms[i].subText.empty() && !request.label.subText.empty());
            if (request.isLandmark && i < near && losesWords && !chosen) {  // rather a leader than no value
                const Size fullSize = labelSize(forms.front());
                chosen = placer.findAnywhere(fullSize, placementRequestFor(0, fullSize));
                if (chosen && chosen->cost < LabelPlacer::markerCrossingCost) {
                    form = 0;
                    break;
                }
                chosen.reset();
            }
            const Size size = labelSize(forms[i]);
            const LabelPlacer::PlacementRequest placementRequest = placementRequestFor(i, size);
            auto position = i < near ? placer.findNear(placementRequest) : placer.findAnywhere(size, placementRequest);
            if (i < near && !chosen && position && request.isLandmark && position->cost > expensiveCost)
                if (const auto elsewhere = placer.findAnywhere(size, placementRequest);
                    elsewhere && elsewhere->cost + loyalty < position->cost)
                    position = elsewhere;
            if (!position)
                continue;
            // A more complete or closer form is worth as much as a better position.
            if (!chosen || position->cost + loyalty < chosen->cost + (i < form ? loyalty : 0)) {
                chosen = position;
                form = i;
            }
            if (chosen->cost >= LabelPlacer::markerCrossingCost && i + 1 < whole)
                continue;  // a shorter one may have room on the side of its point
            break;
        }
        if (!chosen)
            return false;
        PlacedLabel& label = forms[form];
        label.rightAligned = !label.curveIndex && !request.curveIndex && chosen->rect.center().x < request.anchor.x &&
                             chosen->rect.right < request.anchor.x + 1;
        if (const auto& leader = chosen->leader) {
            // From the text of the nearer line, which may be shorter than the label, to the edge of the mark.
            const double textSize = leader->a.y > chosen->rect.center().y && !label.subText.empty()
                                        ? textWidth(label.subText, m_style.small)
                                        : textWidth(label.text, m_style.label, label.bold);
            const double left = label.rightAligned ? chosen->rect.right - 1 - textSize : chosen->rect.left;
            const Segment fromText{
                {std::clamp(leader->a.x, left, left + textSize + label.swatchWidth + 2), leader->a.y}, leader->b};
            if (placer.isLeaderFree(fromText))
                chosen->leader = fromText;
            label.leader = Segment{leader->a, leader->pointAt(1 - m_style.scaledLength(8) / leader->length())};
        }
        addLabel(placer, std::move(label), *chosen);
        if (m_labelMemory)
            m_labelMemory->remember(request.key, {form, chosen->rect, request.anchor});
        return true;
    }

    void addLabel(LabelPlacer& placer, PlacedLabel label, const LabelPlacer::LabelPosition& position)
    {
        placer.reserve(position);
        label.rect = position.rect;
        label.needsBackground =
            placer.isOnArea(label.rect) || placer.isOnGridLine(label.rect) ||
            std::ranges::any_of(m_layout.infeasible, [&](const Rect& range) { return range.intersects(label.rect); });
        m_layout.labels.push_back(std::move(label));
    }

    [[nodiscard]] LabelPlacer createPlacerWithObstacles() const
    {
        LabelPlacer placer(m_layout.frame.adjusted(2, 2, -2, -2));
        for (const PlacedMarker& marker : m_layout.markers) {
            placer.avoidMark(Rect::around(marker.line, 3, 0));
            if (!marker.flag.isNull())
                placer.avoidMark(marker.flag.adjusted(-3, 0, 3, 2));
            placer.addLandmark(marker.line);
        }
        std::size_t markCount = m_layout.points.size();
        for (const PlacedMeasured& measured : m_layout.measured)
            markCount += measured.points.size();
        const bool isCrowded = markCount > crowdedMarkCount;
        OccupiedCells crowd(m_style.scaledLength(16), m_style.scaledLength(8));
        const auto avoidMark = [&](const Rect& mark) { isCrowded ? crowd.add(mark) : placer.avoidMark(mark); };
        for (const PlacedPoint& point : m_layout.points) {
            avoidMark(squareAround(point.position, m_style.scaledLength(7)));
            if (!isCrowded || (!point.spec.label.empty() && !point.spec.isLabelOptional))
                placer.addLandmark({point.position, point.position});
        }
        for (const PlacedMeasured& measured : m_layout.measured) {
            for (const Point& at : measured.points) {
                avoidMark(squareAround(at, m_style.scaledLength(5)));
                if (!isCrowded)
                    placer.addMeasuredPoint(at);
            }
            for (const Segment& bar : measured.bars)
                avoidMark(Rect::around(bar, m_style.scaledLength(4), 2));
        }
        for (const Rect& cells : crowd.rects())
            placer.avoidMark(cells);
        for (const Segment& stroke : m_layout.axisBreaks)
            placer.avoidMark(Rect::around(stroke, 2, 2));
        for (const PlacedCurve& curve : m_layout.curves)
            for (const Polyline& piece : curve.pieces)
                placer.avoidLine(piece, 1 + curve.width / 2);
        for (const PlacedArea& area : m_layout.areas)
            placer.avoidArea(area.upper, area.lower);
        for (const double tick : m_layout.y.ticks)
            placer.avoidGridLine(m_layout.yMap.toPixel(tick));
        return placer;
    }

    /// Labels without a position are placed first in the next round, which is used if it leaves out fewer labels;
    /// landmarks count most. Optional labels are placed last.
    void placeLabels()
    {
        std::vector<LabelRequest> requests, extras;
        addMeasuredRequests(extras);
        addMarkerRequests(MarkerSpec::Kind::Flag, requests);
        for (const PlacedPoint& point : m_layout.points)
            if (!point.spec.label.empty())
                (point.spec.isLabelOptional ? extras : requests)
                    .push_back({createLabel(point.spec.label, point.spec.subLabel, true),
                                point.spec.id,
                                point.position,
                                true,
                                {},
                                [this, at = point.position](Size size) {
                                    return candidatesAround(at, size, m_style.scaledLength(10));
                                },
                                point.spec.isLabelOptional,
                                !point.spec.isLabelOptional});
        // The plan comes first: in a column there is not room for every label.
        std::stable_partition(requests.begin(), requests.end(),
                              [](const LabelRequest& request) { return request.key == "plan"; });
        addFadedRequests(extras);
        std::vector<std::string> withoutAttempt;
        for (std::vector<LabelRequest>* each : {&requests, &extras})
            for (; each->size() > mostLabels; each->pop_back())
                withoutAttempt.push_back(each->back().label.text);
        // However many points there are, the curves have their names.
        addMarkerRequests(MarkerSpec::Kind::Reference, requests);
        addCurveRequests(requests);
        const std::vector<PlacedLabel> given = std::move(m_layout.labels);
        const LabelPlacer free = createPlacerWithObstacles();
        constexpr int rounds = 3;
        std::vector<PlacedLabel> best;
        std::set<std::string> unnamed;
        int lowestLoss = std::numeric_limits<int>::max();
        for (int round = 0; round < rounds && lowestLoss > 0; ++round) {
            LabelPlacer placer = free;
            m_layout.labels = given;
            std::vector<LabelRequest> omitted, placed;
            for (const LabelRequest& request : requests)
                (placeLabel(placer, request) ? placed : omitted).push_back(request);
            const std::size_t omittedRequests = omitted.size();
            const int omittedCount = placeStackLabels(placer) + static_cast<int>(omittedRequests);
            constexpr int landmarkWeight = 100;
            const int loss =
                omittedCount +
                landmarkWeight * static_cast<int>(std::ranges::count_if(
                                     omitted, [](const LabelRequest& request) { return request.isLandmark; }));
            if (loss < lowestLoss) {
                lowestLoss = loss;
                m_layout.omittedLabelCount = omittedCount + static_cast<int>(withoutAttempt.size());
                m_layout.omittedLabels = withoutAttempt;
                unnamed.clear();
                std::ranges::copy_if(extras, std::back_inserter(omitted),
                                     [&](const LabelRequest& request) { return !placeLabel(placer, request); });
                for (const LabelRequest& request : omitted) {
                    m_layout.omittedLabels.push_back(request.label.text);
                    unnamed.insert(request.key);
                }
                omitted.erase(omitted.begin() + static_cast<std::ptrdiff_t>(omittedRequests), omitted.end());
                best = std::move(m_layout.labels);
            }
            if (omitted.empty())
                break;
            requests = std::move(omitted);
            append(requests, placed);
        }
        m_layout.labels = std::move(best);
        std::erase_if(m_layout.points, [&](const PlacedPoint& point) {
            return point.spec.needsLabel && !point.spec.draggable && unnamed.contains(point.spec.id);
        });
    }

    void addMeasuredRequests(std::vector<LabelRequest>& requests) const
    {
        for (const MeasuredSpec& measured : m_spec.measured) {
            const std::size_t first = requests.size();
            for (std::size_t i = 0; i < std::min({measured.labels.size(), measured.x.size(), measured.y.size()}); ++i) {
                if (measured.labels[i].empty() || !canMap(measured.x[i], measured.y[i]))
                    continue;
                const Point at = toPixel(measured.x[i], measured.y[i]);
                if (m_layout.frame.contains(at))
                    requests.push_back({createLabel(measured.labels[i], {}, false),
                                        "measured " + measured.key + ' ' + std::to_string(measured.x[i]),
                                        at,
                                        true,
                                        {},
                                        [this, at](Size size) {
                                            std::vector<Rect> beside =
                                                candidatesAround(at, size, m_style.scaledLength(8));
                                            // The first two rings are too close to need a leader.
                                            beside.resize(std::min<std::size_t>(beside.size(), 24));
                                            return beside;
                                        },
                                        true});
            }
            // The highest comes first: the fastest run, among speedups.
            std::ranges::stable_sort(requests.begin() + static_cast<std::ptrdiff_t>(first), requests.end(), {},
                                     [](const LabelRequest& request) { return request.anchor.y; });
        }
    }

    [[nodiscard]] static PlacedLabel createLabel(const std::string& text, const std::string& subText, bool bold)
    {
        PlacedLabel label;
        label.text = text;
        label.subText = subText;
        label.bold = bold;
        return label;
    }

    void addMarkerRequests(MarkerSpec::Kind kind, std::vector<LabelRequest>& requests) const
    {
        const bool isFlag = kind == MarkerSpec::Kind::Flag;
        for (const PlacedMarker& marker : m_layout.markers)
            if (marker.spec.kind == kind && !marker.spec.label.empty())
                requests.push_back({createLabel(marker.spec.label, marker.spec.subLabel, isFlag),
                                    marker.spec.id,
                                    isFlag ? marker.flag.center() : marker.line.b,
                                    true,
                                    {},
                                    [this, isFlag, x = marker.line.a.x](Size size) {
                                        return candidatesBeside(x, size, m_style.scaledLength(isFlag ? 12 : 6),
                                                                m_layout.frame, isFlag);
                                    },
                                    false,
                                    isFlag});
    }

    // Placed along the curve, starting at its end; preceded by a piece of the curve if there are several curves or the
    // label is elsewhere.
    void addCurveRequests(std::vector<LabelRequest>& requests) const
    {
        const auto labelled = std::ranges::count_if(
            m_spec.series, [](const SeriesSpec& series) { return !series.label.empty() && !series.isReference; });
        for (const SeriesSpec& series : m_spec.series) {
            const auto entry = m_curveIndexOf.find(&series);
            if (series.label.empty() || entry == m_curveIndexOf.end())
                continue;
            const Polyline& piece = m_layout.curves[entry->second].pieces.back();
            PlacedLabel label = createLabel(series.label, {}, false);
            if (labelled > 1 && !series.isReference)
                setLabelCurve(label, entry->second);
            // A named reference coincides with the series of that name, so its label shows that series' line if it is
            // placed elsewhere.
            const auto about = std::ranges::find_if(m_spec.series, [&](const SeriesSpec& other) {
                return series.isReference && !series.name.empty() && !other.isReference && other.name == series.name;
            });
            const auto line = about == m_spec.series.end() ? entry : m_curveIndexOf.find(&*about);
            requests.push_back({label, "curve " + series.key, piece.back(), false,
                                line == m_curveIndexOf.end() ? entry->second : line->second,
                                [this, &piece](Size size) { return candidatesAlong(piece, size, 4, m_layout.frame); }});
        }
    }

    // What the paler part of a curve means, if there is room: a figure of one column has none.
    void addFadedRequests(std::vector<LabelRequest>& requests) const
    {
        for (const SeriesSpec& series : m_spec.series) {
            const auto entry = m_curveIndexOf.find(&series);
            if (!series.fadesBeyond || entry == m_curveIndexOf.end() || entry->second == 0 || isColumn())
                continue;
            const PlacedCurve& faded = m_layout.curves[entry->second - 1];
            if (faded.opacity != fadedOpacity || faded.pieces.empty())
                continue;
            const Polyline& piece = faded.pieces.back();
            requests.push_back({createLabel("beyond your runs", {}, false), "faded " + series.key, piece.back(), false,
                                entry->second - 1,
                                [this, &piece](Size size) { return candidatesAlong(piece, size, 4, m_layout.frame); },
                                true});
        }
    }

    // One block in stacking order, as high and wide as the space outside the areas allows; on an area only if there is
    // no other space. Returns the number of labels left out.
    int placeStackLabels(LabelPlacer& placer)
    {
        std::vector<PlacedLabel> labels;
        Size cell;
        for (auto series = m_spec.series.rbegin(); series != m_spec.series.rend(); ++series) {
            if (series->fill != Fill::Stacked || series->label.empty() || isColumn())
                continue;
            labels.push_back(createLabel(series->label, {}, false));
            labels.back().areaColorRole = series->role;
            labels.back().swatchWidth = m_style.scaledLength(minimumSwatchWidth);
            const Size size = labelSize(labels.back());
            cell = {std::max(cell.width, size.width), std::max(cell.height, size.height)};
        }
        const std::size_t count = labels.size();
        if (count == 0)
            return 0;
        const std::string key = "stack";
        const LabelMemory::Placement* before = m_labelMemory ? m_labelMemory->find(key) : nullptr;
        const Rect& frame = m_layout.frame;
        const auto putBlock = [&](std::size_t columns, bool onArea) {
            const std::size_t rows = (count + columns - 1) / columns, variant = columns + (onArea ? 10 : 0);
            const Size size{cell.width * static_cast<double>(columns), cell.height * static_cast<double>(rows)};
            LabelPlacer::PlacementRequest request;
            constexpr int across = 24;
            for (double top = frame.top + 4; top + size.height < frame.bottom; top += cell.height)
                for (int i = across; i >= 0; --i)
                    request.candidates.emplace_back(
                        Point{frame.left + 4 + (frame.width() - size.width - 8) * i / across, top}, size);
            request.neverOnArea = !onArea;
            request.anchor = {frame.right, frame.top};
            std::optional<LabelPlacer::LabelPosition> block;
            if (before && before->variant == variant)
                block = placer.findNearPrevious(size, request, *before);
            if (!block)
                block = placer.findNear(request);
            if (!block)
                return false;
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t column = i / rows, row = i % rows;
                addLabel(placer, labels[i],
                         {Rect({block->rect.left + cell.width * static_cast<double>(column),
                                block->rect.top + cell.height * static_cast<double>(row)},
                               cell),
                          {},
                          0});
            }
            if (m_labelMemory)
                m_labelMemory->remember(key, {variant, block->rect, request.anchor});
            return true;
        };
        return putBlock(1, false) || putBlock(2, false) || putBlock(3, false) || putBlock(1, true)
                   ? 0
                   : static_cast<int>(count);
    }

    const ChartSpec& m_spec;
    const ChartStyle& m_style;
    LabelMemory* m_labelMemory;
    ChartLayout m_layout;
    std::map<const SeriesSpec*, std::size_t> m_curveIndexOf;
    std::vector<std::pair<double, std::size_t>> m_valuesAbove;  ///< x, and the index of the label
};

}  // namespace

Segment PlacedLabel::swatch() const
{
    const double middle = rect.center().y;
    return {{rect.left + 1, middle}, {rect.left + swatchWidth - 5, middle}};
}

Rect PlacedLabel::patch(const ChartStyle& style) const
{
    const double side = style.scaledLength(10);
    return {rect.left + swatchWidth - 6 - side, rect.center().y - side / 2, side, side};
}

std::vector<TextPiece> PlacedLabel::lines(const ChartStyle& style) const
{
    const double x = rightAligned ? rect.right - 1 : rect.left + 1 + swatchWidth;
    const auto anchor = rightAligned ? TextPiece::Anchor::End : TextPiece::Anchor::Start;
    std::vector<TextPiece> pieces{
        {text, {x, rect.top + style.label}, style.label, bold, anchor, bold ? ColorRole::Ink : ColorRole::SoftInk}};
    if (!subText.empty())
        pieces.push_back({subText,
                          {x, rect.top + std::ceil(1.25 * style.label) + style.small},
                          style.small,
                          false,
                          anchor,
                          ColorRole::SoftInk});
    return pieces;
}

Zoom Zoom::scaled(double factor, double about) const
{
    // A sixteenth: with ten octaves of p, more than half an octave remains.
    const double width = std::clamp((to - from) * factor, 1.0 / 16, 1.0);
    const double start = std::clamp(about - (about - from) * width / (to - from), 0.0, 1 - width);
    return {start, start + width};
}

Zoom Zoom::shifted(double fraction) const
{
    const double start = std::clamp(from + fraction * (to - from), 0.0, 1 - (to - from));
    return {start, start + (to - from)};
}

ChartLayout layOutChart(const ChartSpec& spec, Size size, const ChartStyle& style, const Zoom& zoom,
                        LabelMemory* memory)
{
    return LayoutBuilder(spec, size, style, memory).build(zoom);
}

ChartSpec withoutSecondaryParts(ChartSpec spec)
{
    for (const SeriesSpec& series : spec.series)
        if (series.isGhost)  // a peak without its curve would belong to none
            std::erase_if(spec.points, [&](const PointSpec& point) {
                return std::string(point.id) == std::string(series.key) + "_peak";
            });
    std::erase_if(spec.series, [](const SeriesSpec& series) { return series.isGhost; });
    std::erase_if(spec.points, [](const PointSpec& point) { return point.needsLabel && point.isLabelOptional; });
    std::erase_if(spec.markers, [](const MarkerSpec& marker) {
        return marker.kind == MarkerSpec::Kind::Reference && !marker.draggable;
    });
    return spec;
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

std::vector<double> dashPattern(LineStyle style)
{
    switch (style) {
    case LineStyle::Solid: return {};
    case LineStyle::Dashed: return {4.5, 3.5};
    case LineStyle::Dotted: return {1, 2};
    case LineStyle::DashDotted: return {5, 2.5, 1, 2.5};
    }
    return {};
}

double patternLength(LineStyle style)
{
    const std::vector<double> pattern = dashPattern(style);
    return pattern.empty() ? 0 : std::accumulate(pattern.begin(), pattern.end(), pattern.front());
}

}  // namespace scalewright::chart

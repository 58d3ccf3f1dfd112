// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/map/algorithm_map_layout.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/model/scaling/pattern.h"
#include "core/model/scaling/pattern_traits.h"
#include "ui/design/map/algorithm_map_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double edgePadding = 4;
constexpr double narrowWidth = 4;  // of a column

/// One p: its position on the x axis, and the cheapest pattern for each range of message sizes.
struct MapColumn {
    int p = 2;
    double left = 0, right = 0;
    std::vector<Pattern> patterns;  ///< from small to large messages
    std::vector<double> tops;       ///< the upper end of each pattern's range, in pixels: descending
};

/// The cheapest patterns of every column, independent of where the column is drawn.
struct ColumnRuns {
    std::vector<int> workerCounts;
    std::vector<std::vector<CheapestRange>> cheapest;
};

ColumnRuns cheapestRunsByColumn(const MapContent& content, double width)
{
    ColumnRuns runs{columnWorkerCounts(content.maximumP, width), {}};
    runs.cheapest.reserve(runs.workerCounts.size());
    for (const int p : runs.workerCounts)
        runs.cheapest.push_back(cheapestRanges(content.candidates, content.perByteParameters, p, content.minimumBytes,
                                               content.maximumBytes));
    return runs;
}

std::vector<MapColumn> placeColumns(const ColumnRuns& runs, const AxisMap& x, const AxisMap& y, const QRectF& frame)
{
    const std::vector<int>& counts = runs.workerCounts;
    std::vector<MapColumn> columns(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        MapColumn& column = columns[i];
        column.p = counts[i];
        column.left = i == 0 ? frame.left() : columns[i - 1].right;
        column.right = i + 1 == counts.size() ? frame.right() : x.toPixel((counts[i] + counts[i + 1]) / 2.0);
        for (const CheapestRange& run : runs.cheapest[i]) {
            column.patterns.push_back(run.pattern);
            column.tops.push_back(std::clamp(y.toPixel(run.upToBytes), frame.top(), frame.bottom()));
        }
    }
    return columns;
}

/// A pattern that is the cheapest in columns too narrow to be drawn.
struct HiddenPattern {
    Pattern pattern;
    bool isAtPowersOfTwo;
};

/// Draws a column too narrow for its border like the majority of the columns around it, with their mean border: a
/// pattern's time jumps with the workers on the last node, and single columns would be teeth.
std::vector<HiddenPattern> smoothNarrowColumns(std::vector<MapColumn>& columns, int shownP)
{
    constexpr std::size_t reach = 8;  // a node's workers
    const std::vector<MapColumn> exact = columns;
    std::map<std::vector<Pattern>, std::size_t> numbers;
    std::vector<std::size_t> kinds;  // equal for columns with the same patterns
    for (const MapColumn& column : exact)
        kinds.push_back(numbers.try_emplace(column.patterns, numbers.size()).first->second);
    std::vector<int> counts(numbers.size());
    std::vector<HiddenPattern> hidden;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        MapColumn& column = columns[i];
        if (column.p == shownP || column.right - column.left >= narrowWidth)
            continue;
        const std::size_t first = i - std::min(i, reach), last = std::min(i + reach + 1, exact.size());
        std::ranges::fill(counts, 0);
        for (std::size_t around = first; around < last; ++around)
            ++counts[kinds[around]];
        const auto most = std::max_element(kinds.begin() + std::ptrdiff_t(first), kinds.begin() + std::ptrdiff_t(last),
                                           [&](std::size_t a, std::size_t b) { return counts[a] < counts[b]; });
        column.patterns = exact[std::size_t(most - kinds.begin())].patterns;
        std::vector<double> sums(column.patterns.size());
        for (std::size_t around = first; around < last; ++around)
            if (kinds[around] == *most)
                std::ranges::transform(sums, exact[around].tops, sums.begin(), std::plus());
        for (double& top : sums)
            top /= counts[*most];
        column.tops = std::move(sums);
        const Pattern hiddenPattern = exact[i].patterns.back();
        if (hiddenPattern == column.patterns.back())
            continue;
        const bool isPower = std::has_single_bit(static_cast<unsigned>(column.p));
        const auto known = std::ranges::find(hidden, hiddenPattern, &HiddenPattern::pattern);
        if (known == hidden.end())
            hidden.push_back({hiddenPattern, isPower});
        else
            known->isAtPowersOfTwo &= isPower;
    }
    return hidden;
}

// Joins touching runs of neighbouring columns into one outline.
class RegionBuilder {
public:
    explicit RegionBuilder(const QRectF& frame) : m_frame(frame) {}

    void addColumn(const MapColumn& column)
    {
        for (OpenRegion& each : m_openRegions)
            each.isExtended = false;
        double bottom = m_frame.bottom();
        for (std::size_t i = 0; i < column.patterns.size(); ++i) {
            const double top = column.tops[i];
            OpenRegion* region = nullptr;
            for (OpenRegion& each : m_openRegions)
                if (each.pattern == column.patterns[i] && !each.isExtended && each.top < bottom && each.bottom > top)
                    region = &each;
            if (!region) {
                m_newRegions.push_back({column.patterns[i], {}, {}, {}, top, bottom, true});
                region = &m_newRegions.back();
            }
            appendColumn(*region, column, top, bottom);
            bottom = top;
        }
        for (OpenRegion& each : m_openRegions)
            if (!each.isExtended)
                closeRegion(each);
        std::erase_if(m_openRegions, [](const OpenRegion& each) { return !each.isExtended; });
        for (OpenRegion& each : m_newRegions)
            m_openRegions.push_back(std::move(each));
        m_newRegions.clear();
    }

    [[nodiscard]] std::vector<MapRegion> finish()
    {
        for (OpenRegion& each : m_openRegions)
            closeRegion(each);
        m_openRegions.clear();
        return std::move(m_regions);
    }

private:
    struct OpenRegion {
        Pattern pattern;
        QPolygonF upper, lower;
        std::vector<QRectF> strips;
        double top, bottom;
        bool isExtended;
    };

    static void extendOutline(QPolygonF& line, double left, double right, double y)
    {
        // Extends the last segment if the height is unchanged.
        if (line.size() >= 2 && line.back().y() == y)
            line.back().setX(right);
        else
            line << QPointF(left, y) << QPointF(right, y);
    }

    static void appendColumn(OpenRegion& open, const MapColumn& column, double top, double bottom)
    {
        extendOutline(open.upper, column.left, column.right, top);
        extendOutline(open.lower, column.left, column.right, bottom);
        if (!open.strips.empty() && open.top == top && open.bottom == bottom)
            open.strips.back().setRight(column.right);
        else
            open.strips.emplace_back(QPointF(column.left, top), QPointF(column.right, bottom));
        open.top = top;
        open.bottom = bottom;
        open.isExtended = true;
    }

    void closeRegion(OpenRegion& open)
    {
        QPolygonF outline = std::move(open.upper);
        std::reverse(open.lower.begin(), open.lower.end());
        outline += open.lower;
        m_regions.push_back({open.pattern, 0, std::move(outline), std::move(open.strips), {}});
    }

    QRectF m_frame;
    std::vector<OpenRegion> m_openRegions, m_newRegions;
    std::vector<MapRegion> m_regions;
};

/// 0 for the palest candidate to 1 for the strongest, in equal steps, so that neighbouring areas differ visibly.
double patternTint(const std::vector<Pattern>& candidates, Pattern pattern)
{
    std::set<double> tints;
    for (const Pattern each : candidates)
        tints.insert(traitsOf(each).mapTintStrength);
    const auto below = std::distance(tints.begin(), tints.lower_bound(traitsOf(pattern).mapTintStrength));
    return tints.size() < 2 ? 0.5 : double(below) / double(tints.size() - 1);
}

std::vector<QPolygonF> boundariesOf(const std::vector<MapColumn>& columns, const QRectF& frame)
{
    std::vector<QPolygonF> lines;
    std::vector<std::pair<std::pair<Pattern, Pattern>, QPolygonF>> open, next;
    for (const MapColumn& column : columns) {
        for (std::size_t i = 0; i + 1 < column.patterns.size(); ++i) {
            const std::pair pair(column.patterns[i], column.patterns[i + 1]);
            const auto before =
                std::find_if(open.begin(), open.end(), [&](const auto& each) { return each.first == pair; });
            QPolygonF line = before == open.end() ? QPolygonF() : std::move(before->second);
            if (before != open.end())
                open.erase(before);
            line << QPointF(column.left, column.tops[i]) << QPointF(column.right, column.tops[i]);
            next.emplace_back(pair, std::move(line));
        }
        for (auto& each : open)
            lines.push_back(std::move(each.second));
        open = std::move(next);
        next.clear();
    }
    for (auto& each : open)
        lines.push_back(std::move(each.second));
    for (std::size_t i = 1; i < columns.size(); ++i) {
        const MapColumn &left = columns[i - 1], &right = columns[i];
        std::vector<double> heights = left.tops;
        heights.insert(heights.end(), right.tops.begin(), right.tops.end());
        std::sort(heights.begin(), heights.end(), std::greater<>());
        const auto patternAt = [](const MapColumn& column, double y) {
            std::size_t k = 0;
            while (k + 1 < column.tops.size() && column.tops[k] > y)
                ++k;
            return column.patterns[k];
        };
        double bottom = frame.bottom();
        for (const double top : heights) {
            if (bottom - top > 0.5 && patternAt(left, (top + bottom) / 2) != patternAt(right, (top + bottom) / 2))
                lines.push_back({{right.left, bottom}, {right.left, top}});
            bottom = top;
        }
    }
    return lines;
}

// The pattern's range in a column; if there are several, the one nearest to the given height.
std::optional<std::pair<double, double>> patternSpan(const MapColumn& column, Pattern pattern, double near,
                                                     double bottom)
{
    std::optional<std::pair<double, double>> bestSpan;
    const auto distance = [near](double top, double low) { return std::abs((top + low) / 2 - near); };
    for (std::size_t i = 0; i < column.patterns.size(); ++i) {
        if (column.patterns[i] == pattern &&
            (!bestSpan || distance(column.tops[i], bottom) < distance(bestSpan->first, bestSpan->second)))
            bestSpan = {column.tops[i], bottom};
        bottom = column.tops[i];
    }
    return bestSpan;
}

// The position of a pattern's label: a stretch as wide as the label with room above and below, preferably in the middle
// of the map.
std::optional<QRectF> labelPosition(Pattern pattern, QSizeF size, const std::vector<MapColumn>& columns,
                                    const QRectF& frame, const std::vector<QRectF>& occupied)
{
    constexpr double hair = 3;  // a power-of-two column this narrow may pass behind a label
    std::optional<QRectF> bestBox;
    double bestScore = 0;
    for (std::size_t first = 0; first < columns.size(); first += std::max<std::size_t>(1, columns.size() / 120)) {
        const double left = columns[first].left + 5, right = left + size.width();
        if (right > frame.right() - 5)
            break;
        double top = frame.top(), bottom = frame.bottom();
        for (std::size_t i = first; i < columns.size() && columns[i].left < right && bottom > top; ++i) {
            if (columns[i].right - columns[i].left < hair && i > first &&
                std::has_single_bit(static_cast<unsigned>(columns[i].p)))
                continue;
            const auto span = patternSpan(columns[i], pattern, (top + bottom) / 2, frame.bottom());
            top = span ? std::max(top, span->first) : bottom;
            bottom = span ? std::min(bottom, span->second) : top;
        }
        const double freeHeight = bottom - top - size.height() - 4;
        const double score =
            std::min(freeHeight, 4 * size.height()) - 0.05 * std::abs((left + right) / 2 - frame.center().x()) + 1000;
        if (freeHeight <= 0 || score <= bestScore)
            continue;
        // In the middle of the free stretch, otherwise above or below the obstacle.
        for (const double share : {0.5, 0.2, 0.8}) {
            const double y =
                std::clamp(top + share * (bottom - top) - size.height() / 2, top + 2, bottom - size.height() - 2);
            const QRectF box(left, y, size.width(), size.height());
            if (std::none_of(occupied.begin(), occupied.end(),
                             [&](const QRectF& each) { return each.intersects(box); })) {
                bestBox = box;
                bestScore = score;
                break;
            }
        }
    }
    return bestBox;
}

void addAxes(MapLayout& layout, const MapContent& content, const TextMeasure& measure, const VisualStyle& look,
             int legendLines)
{
    const double line = measure.lineHeight(TextStyle::Small);
    const AxisSpec ySpec{.title = {},
                         .scale = AxisScale::Log10,
                         .low = content.minimumBytes,
                         .high = content.maximumBytes,
                         .numberStyle = {NumberStyle::Kind::Amount, Dimension::Bytes}};
    double labels = 0;
    const AxisLayout yAxis = layOutAxis(ySpec, std::nullopt, 5);
    for (const std::string& label : yAxis.labels)
        labels = std::max(labels, measure.textWidth(toQString(label), TextStyle::Small));
    const double left = edgePadding + labels + 8, top = edgePadding + 1.5 * line + 2;
    const double right = edgePadding + measure.textWidth(QString::number(content.maximumP), TextStyle::Small) / 2;
    layout.frame =
        QRectF(left, top, layout.size.width() - left - right,
               layout.size.height() - top - (2 + legendLines) * line - (legendLines > 0 ? 14 : 8) - edgePadding);
    const QRectF& frame = layout.frame;
    layout.x = AxisMap(AxisScale::Log2, 1.5, content.maximumP + 0.5, frame.left(), frame.right());
    layout.y = AxisMap(AxisScale::Log10, content.minimumBytes, content.maximumBytes, frame.bottom(), frame.top());
    layout.texts.push_back(measure.leftAligned(mapWords::messageAxisTitle(), edgePadding, edgePadding, TextStyle::Small,
                                               false, ColorRole::SoftInk));
    for (std::size_t i = 0; i < yAxis.ticks.size(); ++i) {
        const double y = layout.y.toPixel(yAxis.ticks[i]);
        layout.ticks.emplace_back(frame.left() - 4, y, frame.left(), y);
        const double width = measure.textWidth(toQString(yAxis.labels[i]), TextStyle::Small);
        layout.texts.push_back(measure.leftAligned(toQString(yAxis.labels[i]), frame.left() - 7 - width, y - line / 2,
                                                   TextStyle::Small, false, ColorRole::SoftInk));
    }
    const AxisSpec xSpec{.title = {},
                         .scale = AxisScale::Log2,
                         .low = 2,
                         .high = static_cast<double>(content.maximumP),
                         .numberStyle = {}};
    const AxisLayout xAxis = layOutAxis(xSpec, std::nullopt, static_cast<int>(frame.width() / (44 * look.typeScale)));
    for (std::size_t i = 0; i < xAxis.ticks.size(); ++i) {
        const double x = layout.x.toPixel(xAxis.ticks[i]);
        layout.ticks.emplace_back(x, frame.bottom(), x, frame.bottom() + 4);
        layout.texts.push_back(measure.centred(toQString(xAxis.labels[i]), x, frame.bottom() + 5, TextStyle::Small,
                                               false, ColorRole::SoftInk));
    }
    layout.texts.push_back(measure.centred(mapWords::workersAxisTitle(), frame.center().x(), frame.bottom() + 6 + line,
                                           TextStyle::Small, false, ColorRole::SoftInk));
}

void addDot(MapLayout& layout, const MapContent& content, const TextMeasure& measure)
{
    const QRectF& frame = layout.frame;
    const QPointF dot(layout.x.toPixel(content.p), layout.y.toPixel(*content.messageBytes));
    if (!frame.contains(dot))
        return;
    layout.dot = dot;
    for (const bool upwards : {false, true}) {
        if (const std::optional<NextBoundary>& boundary = content.pBoundaries.at(upwards ? 1 : 0))
            layout.guides.emplace_back(
                dot, QPointF(std::clamp(layout.x.toPixel(boundary->position + (upwards ? -0.5 : 0.5)), frame.left(),
                                        frame.right()),
                             dot.y()));
        if (const std::optional<NextBoundary>& boundary = content.bytesBoundaries.at(upwards ? 1 : 0))
            layout.guides.emplace_back(
                dot, QPointF(dot.x(), std::clamp(layout.y.toPixel(boundary->position), frame.top(), frame.bottom())));
    }
    const QStringList lines = mapWords::dotLabelLines(content);
    double width = 0;
    for (qsizetype i = 0; i < lines.size(); ++i)
        width = std::max(width, measure.textWidth(lines[i], TextStyle::Small, i == 0));
    const double line = measure.lineHeight(TextStyle::Small), height = line * static_cast<double>(lines.size()) + 6;
    width += 10;
    // On the side that covers the fewest borders.
    int fewest = std::numeric_limits<int>::max();
    for (const double x : {dot.x() + 10, dot.x() - 10 - width})
        for (const double y : {dot.y() - 10 - height, dot.y() + 10}) {
            const QRectF box(std::clamp(x, frame.left() + 2, frame.right() - 2 - width),
                             std::clamp(y, frame.top() + 2, frame.bottom() - 2 - height), width, height);
            int covered = box.contains(dot) ? 1000 : 0;
            for (const QPolygonF& border : layout.boundaries)
                for (qsizetype i = 1; i < border.size(); ++i)
                    covered += QRectF(border[i - 1], border[i]).normalized().adjusted(-1, -1, 1, 1).intersects(box);
            if (covered < fewest) {
                fewest = covered;
                layout.dotLabelBox = box;
            }
        }
    const QPointF corner = layout.dotLabelBox.topLeft();
    for (qsizetype i = 0; i < lines.size(); ++i)
        layout.dotLabel.push_back(measure.leftAligned(lines[i], corner.x() + 5,
                                                      corner.y() + 3 + line * static_cast<double>(i), TextStyle::Small,
                                                      i == 0, i == 0 ? ColorRole::Ink : ColorRole::SoftInk));
}

/// Returns the number of lines that the legend needs. `legendLines`: those for which there is room.
int addLabels(MapLayout& layout, const std::vector<MapColumn>& columns, const std::vector<HiddenPattern>& hidden,
              const TextMeasure& measure, int legendLines)
{
    std::vector<QRectF> occupied;
    if (layout.dot) {
        occupied.push_back(layout.dotLabelBox.adjusted(-4, -4, 4, 4));
        occupied.emplace_back(layout.dot->x() - 10, layout.dot->y() - 10, 20, 20);
    }
    for (const QLineF& guide : layout.guides)
        occupied.push_back(QRectF(guide.p1(), guide.p2()).normalized().adjusted(-2, -2, 2, 2));
    std::vector<Pattern> labelled;
    const double line = measure.lineHeight(TextStyle::Label);
    double key = layout.frame.left();
    int legendLine = 0;
    const auto addToLegend = [&](Pattern pattern, const QString& title) {
        if (key > layout.frame.left() &&
            key + 18 + measure.textWidth(title, TextStyle::Small) > layout.size.width() - edgePadding) {
            key = layout.frame.left();
            ++legendLine;
        }
        const double y = layout.size.height() - edgePadding -
                         (std::max(1, legendLines) - legendLine) * measure.lineHeight(TextStyle::Small);
        const TextLine text = measure.leftAligned(title, key + 18, y, TextStyle::Small, false, ColorRole::Ink);
        layout.legend.push_back({pattern, 0, {key, y + 3, 12, measure.lineHeight(TextStyle::Small) - 6}, text});
        key = text.box.right() + 16;
    };
    for (MapRegion& region : layout.regions) {
        if (std::find(labelled.begin(), labelled.end(), region.pattern) != labelled.end())
            continue;
        labelled.push_back(region.pattern);
        const QString title = toQString(titleOf(region.pattern));
        std::vector<QStringList> lineBreaks{{title}};
        if (const qsizetype space = title.lastIndexOf(QLatin1Char(' ')); space > 0)
            lineBreaks.push_back({title.left(space), title.mid(space + 1)});
        for (const QStringList& labelLines : lineBreaks) {
            double width = 0;
            for (const QString& each : labelLines)
                width = std::max(width, measure.textWidth(each, TextStyle::Label, true));
            const QSizeF size(width, line * static_cast<double>(labelLines.size()));
            if (const auto place = labelPosition(region.pattern, size, columns, layout.frame, occupied)) {
                for (qsizetype i = 0; i < labelLines.size(); ++i)
                    region.label.push_back(measure.centred(labelLines[i], place->center().x(),
                                                           place->top() + line * static_cast<double>(i),
                                                           TextStyle::Label, true, ColorRole::Ink));
                occupied.push_back(*place);
                break;
            }
        }
        if (region.label.empty())
            addToLegend(region.pattern, title);
    }
    for (const HiddenPattern& each : hidden)
        if (std::ranges::find(layout.legend, each.pattern, &LegendEntry::pattern) == layout.legend.end())
            addToLegend(each.pattern, mapWords::hiddenPatternText(each.pattern, each.isAtPowersOfTwo));
    return layout.legend.empty() ? 0 : legendLine + 1;
}

}  // namespace

std::vector<int> columnWorkerCounts(int pHigh, double width)
{
    std::vector<int> counts;
    const double octaves = std::log2((pHigh + 0.5) / 1.5);
    const double ratio = std::exp2(octaves / std::max(1.0, width));  // between adjacent pixels
    for (int p = 2; p <= pHigh;) {
        counts.push_back(p);
        const int power = 2 * static_cast<int>(std::bit_floor(static_cast<unsigned>(p)));
        int next = std::max(p + 1, static_cast<int>(std::floor(p * ratio)));
        if (p < power && next > power)
            next = power;
        p = next;
    }
    return counts;
}

MapLayout layOutMap(const MapContent& content, const VisualStyle& look, const QSizeF& size)
{
    const TextMeasure measure(look);
    MapLayout layout;
    layout.size = size;
    if (!content.emptyText.isEmpty() || content.candidates.empty())
        return layout;
    std::optional<ColumnRuns> runs;
    // First without a legend, then with room below the axes for the regions that are too small for their labels. Both
    // have the same width, so the runs are valid for both.
    constexpr int maximumLegendLines = 3;
    for (int legendLines = 0, neededLines = 0; legendLines <= maximumLegendLines; legendLines = neededLines) {
        layout = {};
        layout.size = size;
        addAxes(layout, content, measure, look, legendLines);
        if (!runs)
            runs = cheapestRunsByColumn(content, layout.frame.width());
        std::vector<MapColumn> columns = placeColumns(*runs, layout.x, layout.y, layout.frame);
        const std::vector<HiddenPattern> hidden = smoothNarrowColumns(columns, content.p);
        RegionBuilder builder(layout.frame);
        for (const MapColumn& column : columns)
            builder.addColumn(column);
        layout.regions = builder.finish();
        layout.boundaries = boundariesOf(columns, layout.frame);
        if (content.hasDot())
            addDot(layout, content, measure);
        neededLines = addLabels(layout, columns, hidden, measure, legendLines);
        if (neededLines <= legendLines)
            break;
    }
    for (MapRegion& region : layout.regions)
        region.tint = patternTint(content.candidates, region.pattern);
    for (LegendEntry& key : layout.legend)
        key.tint = patternTint(content.candidates, key.pattern);
    return layout;
}

}  // namespace scalewright::ui

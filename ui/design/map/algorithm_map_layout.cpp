#include "ui/design/map/algorithm_map_layout.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "core/model/scaling/pattern.h"
#include "core/model/scaling/pattern_traits.h"
#include "ui/design/map/algorithm_map_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double edgePad = 4;

/// One p: where it stands and which pattern is cheapest up to which height.
struct Column {
    int p = 2;
    double left = 0, right = 0;
    std::vector<Pattern> patterns;  ///< from the smallest messages up
    std::vector<double> tops;       ///< upper end of each, in pixels: descending
};

/// The cheapest runs of every column, wherever it is drawn.
struct Runs {
    std::vector<int> counts;
    std::vector<std::vector<CheapestRun>> cheapest;
};

Runs runsOf(const MapContent& content, double width)
{
    Runs runs{mapColumns(content.pHigh, width), {}};
    runs.cheapest.reserve(runs.counts.size());
    for (const int p : runs.counts)
        runs.cheapest.push_back(
            cheapestRuns(content.candidates, content.perByte, p, content.bytesLow, content.bytesHigh));
    return runs;
}

std::vector<Column> columnsOf(const Runs& runs, const AxisMap& x, const AxisMap& y, const QRectF& frame)
{
    const std::vector<int>& counts = runs.counts;
    std::vector<Column> columns(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        Column& column = columns[i];
        column.p = counts[i];
        column.left = i == 0 ? frame.left() : columns[i - 1].right;
        column.right = i + 1 == counts.size() ? frame.right() : x.toPixel((counts[i] + counts[i + 1]) / 2.0);
        for (const CheapestRun& run : runs.cheapest[i]) {
            column.patterns.push_back(run.pattern);
            column.tops.push_back(std::clamp(y.toPixel(run.toBytes), frame.top(), frame.bottom()));
        }
    }
    return columns;
}

// Runs of neighbouring columns that touch grow into one outline.
class RegionBuilder {
public:
    explicit RegionBuilder(const QRectF& frame) : m_frame(frame) {}

    void add(const Column& column)
    {
        for (Open& each : m_open)
            each.grown = false;
        double bottom = m_frame.bottom();
        for (std::size_t i = 0; i < column.patterns.size(); ++i) {
            const double top = column.tops[i];
            Open* found = nullptr;
            for (Open& each : m_open)
                if (each.pattern == column.patterns[i] && !each.grown && each.top < bottom && each.bottom > top)
                    found = &each;
            if (!found) {
                m_fresh.push_back({column.patterns[i], {}, {}, {}, top, bottom, true});
                found = &m_fresh.back();
            }
            append(*found, column, top, bottom);
            bottom = top;
        }
        for (Open& each : m_open)
            if (!each.grown)
                close(each);
        std::erase_if(m_open, [](const Open& each) { return !each.grown; });
        for (Open& each : m_fresh)
            m_open.push_back(std::move(each));
        m_fresh.clear();
    }

    [[nodiscard]] std::vector<MapRegion> finish()
    {
        for (Open& each : m_open)
            close(each);
        m_open.clear();
        return std::move(m_regions);
    }

private:
    struct Open {
        Pattern pattern;
        QPolygonF upper, lower;
        std::vector<QRectF> strips;
        double top, bottom;
        bool grown;
    };

    static void extend(QPolygonF& line, double left, double right, double y)
    {
        // A step that does not change the height only moves its end.
        if (line.size() >= 2 && line.back().y() == y)
            line.back().setX(right);
        else
            line << QPointF(left, y) << QPointF(right, y);
    }

    static void append(Open& open, const Column& column, double top, double bottom)
    {
        extend(open.upper, column.left, column.right, top);
        extend(open.lower, column.left, column.right, bottom);
        if (!open.strips.empty() && open.top == top && open.bottom == bottom)
            open.strips.back().setRight(column.right);
        else
            open.strips.emplace_back(QPointF(column.left, top), QPointF(column.right, bottom));
        open.top = top;
        open.bottom = bottom;
        open.grown = true;
    }

    void close(Open& open)
    {
        QPolygonF outline = std::move(open.upper);
        std::reverse(open.lower.begin(), open.lower.end());
        outline += open.lower;
        m_regions.push_back({open.pattern, 0, std::move(outline), std::move(open.strips), {}});
    }

    QRectF m_frame;
    std::vector<Open> m_open, m_fresh;
    std::vector<MapRegion> m_regions;
};

/// 0 of the palest candidate to 1 of the strongest, in equal steps: any two that meet are told apart.
double tintAmong(const std::vector<Pattern>& candidates, Pattern pattern)
{
    std::set<double> tints;
    for (const Pattern each : candidates)
        tints.insert(traitsOf(each).tint);
    const auto below = std::distance(tints.begin(), tints.lower_bound(traitsOf(pattern).tint));
    return tints.size() < 2 ? 0.5 : double(below) / double(tints.size() - 1);
}

std::vector<QPolygonF> boundariesOf(const std::vector<Column>& columns, const QRectF& frame)
{
    constexpr double narrow = 4;
    std::vector<QPolygonF> lines;
    std::vector<std::pair<std::pair<Pattern, Pattern>, QPolygonF>> open, next;
    for (const Column& column : columns) {
        for (std::size_t i = 0; i + 1 < column.patterns.size(); ++i) {
            const std::pair pair(column.patterns[i], column.patterns[i + 1]);
            const auto before =
                std::find_if(open.begin(), open.end(), [&](const auto& each) { return each.first == pair; });
            QPolygonF line = before == open.end() ? QPolygonF() : std::move(before->second);
            if (before != open.end())
                open.erase(before);
            // Columns too narrow to be seen one by one would make a comb, and the comb a smear.
            if (column.right - column.left < narrow && !line.isEmpty() &&
                std::abs(line.back().y() - column.tops[i]) > narrow)
                lines.push_back(std::exchange(line, {}));
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
    std::erase_if(lines, [](const QPolygonF& line) { return line.back().x() - line.front().x() < narrow; });
    // Upright borders, where there is room to see one: wide columns only.
    for (std::size_t i = 1; i < columns.size(); ++i) {
        const Column &left = columns[i - 1], &right = columns[i];
        if (std::min(left.right - left.left, right.right - right.left) < narrow)
            continue;
        std::vector<double> heights = left.tops;
        heights.insert(heights.end(), right.tops.begin(), right.tops.end());
        std::sort(heights.begin(), heights.end(), std::greater<>());
        const auto at = [](const Column& column, double y) {
            std::size_t k = 0;
            while (k + 1 < column.tops.size() && column.tops[k] > y)
                ++k;
            return column.patterns[k];
        };
        double bottom = frame.bottom();
        for (const double top : heights) {
            if (bottom - top > 0.5 && at(left, (top + bottom) / 2) != at(right, (top + bottom) / 2))
                lines.push_back({{right.left, bottom}, {right.left, top}});
            bottom = top;
        }
    }
    return lines;
}

// The part of a column that shows the pattern, the one nearest to a height where there are several.
std::optional<std::pair<double, double>> spanOf(const Column& column, Pattern pattern, double near, double bottom)
{
    std::optional<std::pair<double, double>> best;
    const auto distance = [near](double top, double low) { return std::abs((top + low) / 2 - near); };
    for (std::size_t i = 0; i < column.patterns.size(); ++i) {
        if (column.patterns[i] == pattern &&
            (!best || distance(column.tops[i], bottom) < distance(best->first, best->second)))
            best = {column.tops[i], bottom};
        bottom = column.tops[i];
    }
    return best;
}

// Where a pattern's label goes: a stretch of its width with room above and below it, rather in the middle of the map.
std::optional<QRectF> placeFor(Pattern pattern, QSizeF size, const std::vector<Column>& columns, const QRectF& frame,
                               const std::vector<QRectF>& taken)
{
    constexpr double hair = 3;  // a power of two's column this narrow may pass behind a label
    std::optional<QRectF> found;
    double best = 0;
    for (std::size_t first = 0; first < columns.size(); first += std::max<std::size_t>(1, columns.size() / 120)) {
        const double left = columns[first].left + 5, right = left + size.width();
        if (right > frame.right() - 5)
            break;
        double top = frame.top(), bottom = frame.bottom();
        for (std::size_t i = first; i < columns.size() && columns[i].left < right && bottom > top; ++i) {
            if (columns[i].right - columns[i].left < hair && i > first &&
                std::has_single_bit(static_cast<unsigned>(columns[i].p)))
                continue;
            const auto span = spanOf(columns[i], pattern, (top + bottom) / 2, frame.bottom());
            top = span ? std::max(top, span->first) : bottom;
            bottom = span ? std::min(bottom, span->second) : top;
        }
        const double room = bottom - top - size.height() - 4;
        const double score =
            std::min(room, 4 * size.height()) - 0.05 * std::abs((left + right) / 2 - frame.center().x()) + 1000;
        if (room <= 0 || score <= best)
            continue;
        // In the middle of the free stretch, else above or below what is in the way.
        for (const double share : {0.5, 0.2, 0.8}) {
            const double y =
                std::clamp(top + share * (bottom - top) - size.height() / 2, top + 2, bottom - size.height() - 2);
            const QRectF box(left, y, size.width(), size.height());
            if (std::none_of(taken.begin(), taken.end(), [&](const QRectF& each) { return each.intersects(box); })) {
                found = box;
                best = score;
                break;
            }
        }
    }
    return found;
}

void addAxes(MapLayout& layout, const MapContent& content, const TextMeasure& measure, const Look& look, bool keyed)
{
    const double line = measure.line(TextStyle::Small);
    const AxisSpec ySpec{.title = {},
                         .scale = AxisScale::Log10,
                         .low = content.bytesLow,
                         .high = content.bytesHigh,
                         .numbers = {NumberStyle::Kind::Amount, Dimension::Bytes}};
    double labels = 0;
    const AxisLayout yAxis = layOutAxis(ySpec, std::nullopt, 5);
    for (const QString& label : yAxis.labels)
        labels = std::max(labels, measure.width(label, TextStyle::Small));
    const double left = edgePad + labels + 8, top = edgePad + 1.5 * line + 2;
    const double right = edgePad + measure.width(QString::number(content.pHigh), TextStyle::Small) / 2;
    layout.frame = QRectF(left, top, layout.size.width() - left - right,
                          layout.size.height() - top - (keyed ? 3 : 2) * line - (keyed ? 14 : 8) - edgePad);
    const QRectF& frame = layout.frame;
    layout.x = AxisMap(AxisScale::Log2, 1.5, content.pHigh + 0.5, frame.left(), frame.right());
    layout.y = AxisMap(AxisScale::Log10, content.bytesLow, content.bytesHigh, frame.bottom(), frame.top());
    layout.texts.push_back(measure.at(mapWords::messageAxis(), edgePad, edgePad, TextStyle::Small, false, Role::Soft));
    for (std::size_t i = 0; i < yAxis.ticks.size(); ++i) {
        const double y = layout.y.toPixel(yAxis.ticks[i]);
        layout.ticks.emplace_back(frame.left() - 4, y, frame.left(), y);
        const double width = measure.width(yAxis.labels[i], TextStyle::Small);
        layout.texts.push_back(
            measure.at(yAxis.labels[i], frame.left() - 7 - width, y - line / 2, TextStyle::Small, false, Role::Soft));
    }
    const AxisSpec xSpec{
        .title = {}, .scale = AxisScale::Log2, .low = 2, .high = static_cast<double>(content.pHigh), .numbers = {}};
    const AxisLayout xAxis = layOutAxis(xSpec, std::nullopt, static_cast<int>(frame.width() / (44 * look.typeScale)));
    for (std::size_t i = 0; i < xAxis.ticks.size(); ++i) {
        const double x = layout.x.toPixel(xAxis.ticks[i]);
        layout.ticks.emplace_back(x, frame.bottom(), x, frame.bottom() + 4);
        layout.texts.push_back(
            measure.centred(xAxis.labels[i], x, frame.bottom() + 5, TextStyle::Small, false, Role::Soft));
    }
    layout.texts.push_back(measure.centred(mapWords::workersAxis(), frame.center().x(), frame.bottom() + 6 + line,
                                           TextStyle::Small, false, Role::Soft));
}

void addDot(MapLayout& layout, const MapContent& content, const TextMeasure& measure)
{
    const QRectF& frame = layout.frame;
    const QPointF dot(layout.x.toPixel(content.p), layout.y.toPixel(*content.bytes));
    if (!frame.contains(dot))
        return;
    layout.dot = dot;
    for (const bool upwards : {false, true}) {
        if (const std::optional<NextBoundary>& inP = content.inP.at(upwards ? 1 : 0))
            layout.guides.emplace_back(dot, QPointF(std::clamp(layout.x.toPixel(inP->at + (upwards ? -0.5 : 0.5)),
                                                               frame.left(), frame.right()),
                                                    dot.y()));
        if (const std::optional<NextBoundary>& inBytes = content.inBytes.at(upwards ? 1 : 0))
            layout.guides.emplace_back(
                dot, QPointF(dot.x(), std::clamp(layout.y.toPixel(inBytes->at), frame.top(), frame.bottom())));
    }
    const QStringList lines = mapWords::dotLabel(content);
    double width = 0;
    for (qsizetype i = 0; i < lines.size(); ++i)
        width = std::max(width, measure.width(lines[i], TextStyle::Small, i == 0));
    const double line = measure.line(TextStyle::Small), height = line * static_cast<double>(lines.size()) + 6;
    width += 10;
    const bool toLeft = dot.x() + 10 + width > frame.right() - 2, above = dot.y() - 10 - height > frame.top() + 2;
    const QPointF corner(
        std::clamp(toLeft ? dot.x() - 10 - width : dot.x() + 10, frame.left() + 2, frame.right() - 2 - width),
        above ? dot.y() - 10 - height : dot.y() + 10);
    layout.dotLabelBox = QRectF(corner, QSizeF(width, height));
    for (qsizetype i = 0; i < lines.size(); ++i)
        layout.dotLabel.push_back(measure.at(lines[i], corner.x() + 5, corner.y() + 3 + line * static_cast<double>(i),
                                             TextStyle::Small, i == 0, i == 0 ? Role::Ink : Role::Soft));
}

void addLabels(MapLayout& layout, const std::vector<Column>& columns, const TextMeasure& measure)
{
    std::vector<QRectF> taken;
    if (layout.dot) {
        taken.push_back(layout.dotLabelBox.adjusted(-4, -4, 4, 4));
        taken.emplace_back(layout.dot->x() - 10, layout.dot->y() - 10, 20, 20);
    }
    for (const QLineF& guide : layout.guides)
        taken.push_back(QRectF(guide.p1(), guide.p2()).normalized().adjusted(-2, -2, 2, 2));
    std::vector<Pattern> done;
    const double line = measure.line(TextStyle::Label);
    double key = layout.frame.left();
    for (MapRegion& region : layout.regions) {
        if (std::find(done.begin(), done.end(), region.pattern) != done.end())
            continue;
        done.push_back(region.pattern);
        const QString title = qt(titleOf(region.pattern));
        std::vector<QStringList> ways{{title}};
        if (const qsizetype space = title.lastIndexOf(QLatin1Char(' ')); space > 0)
            ways.push_back({title.left(space), title.mid(space + 1)});
        for (const QStringList& way : ways) {
            double width = 0;
            for (const QString& each : way)
                width = std::max(width, measure.width(each, TextStyle::Label, true));
            const QSizeF size(width, line * static_cast<double>(way.size()));
            if (const auto place = placeFor(region.pattern, size, columns, layout.frame, taken)) {
                for (qsizetype i = 0; i < way.size(); ++i)
                    region.label.push_back(measure.centred(way[i], place->center().x(),
                                                           place->top() + line * static_cast<double>(i),
                                                           TextStyle::Label, true, Role::Ink));
                taken.push_back(*place);
                break;
            }
        }
        if (region.label.empty()) {
            const double y = layout.size.height() - edgePad - measure.line(TextStyle::Small);
            const TextLine text = measure.at(title, key + 18, y, TextStyle::Small, false, Role::Ink);
            layout.legend.push_back({region.pattern, 0, {key, y + 3, 12, measure.line(TextStyle::Small) - 6}, text});
            key = text.box.right() + 16;
        }
    }
}

}  // namespace

std::vector<int> mapColumns(int pHigh, double width)
{
    std::vector<int> counts;
    const double octaves = std::log2((pHigh + 0.5) / 1.5);
    const double ratio = std::exp2(octaves / std::max(1.0, width));  // from one pixel to the next
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

namespace {

MapLayout withoutMap(const MapContent& content, const TextMeasure& measure, const QSizeF& size)
{
    MapLayout layout;
    layout.size = size;
    double y = size.height() / 3;
    for (const QString& paragraph : content.emptyText.split(QLatin1Char('\n')))
        for (const QString& line : measure.wrapped(paragraph, size.width() - 40, TextStyle::Body)) {
            layout.texts.push_back(measure.centred(line, size.width() / 2, y, TextStyle::Body, false, Role::Soft));
            y += measure.line(TextStyle::Body);
        }
    return layout;
}

}  // namespace

MapLayout layOutMap(const MapContent& content, const Look& look, const QSizeF& size)
{
    const TextMeasure measure(look);
    if (!content.emptyText.isEmpty() || content.candidates.empty())
        return withoutMap(content, measure, size);
    MapLayout layout;
    std::optional<Runs> runs;
    // First without, then with room below the axes for a key of the regions that are too small for their names. Both
    // are as wide, so the runs serve both.
    for (const bool keyed : {false, true}) {
        layout = {};
        layout.size = size;
        addAxes(layout, content, measure, look, keyed);
        if (!runs)
            runs = runsOf(content, layout.frame.width());
        const std::vector<Column> columns = columnsOf(*runs, layout.x, layout.y, layout.frame);
        RegionBuilder builder(layout.frame);
        for (const Column& column : columns)
            builder.add(column);
        layout.regions = builder.finish();
        layout.boundaries = boundariesOf(columns, layout.frame);
        if (content.hasDot())
            addDot(layout, content, measure);
        addLabels(layout, columns, measure);
        if (layout.legend.empty())
            break;
    }
    for (MapRegion& region : layout.regions)
        region.tint = tintAmong(content.candidates, region.pattern);
    for (MapKey& key : layout.legend)
        key.tint = tintAmong(content.candidates, key.pattern);
    return layout;
}

}  // namespace scalewright::ui

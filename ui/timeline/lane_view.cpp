// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_view.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/output/chart/axis_layout.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double minimumPitch = 13, maximumPitch = 64;  // of a lane, at type size 1
constexpr double boxShare = 0.7;           // as a fraction of the pitch; the comparison is drawn below the box
constexpr double maximumExportHeight = 840;    // fits on an A4 page, with margins, title and caption: 247 mm
constexpr double swatchSize = 10;

/// The width that the origin in the corner leaves to nothing else.
double originWidth(const QString& origin, const VisualStyle& look)
{
    return origin.isEmpty() ? 0 : QFontMetricsF(look.font(TextStyle::Small, true)).horizontalAdvance(origin) + 14;
}

/// Merges neighbouring boxes of the same colour into one, so that an exported file contains only what is visible.
void paintBoxes(QPainter& painter, const std::vector<DetailBox>& boxes, const std::vector<bool>& dim,
                const TimeWindow& window, double top, double height, int levels, const VisualStyle& look)
{
    struct Box {
        double left, right;
        std::uint8_t colour, level;
        bool isDim;
    };
    std::vector<Box> merged;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const DetailBox& box = boxes[i];
        const double left = std::max(window.left, window.xOf(box.fromNs)),
                     right = std::min(window.left + window.width, window.xOf(box.toNs));
        if (right <= window.left || left >= window.left + window.width)
            continue;
        const bool faded = !dim.empty() && dim[i];
        if (!merged.empty() && merged.back().level == box.level && merged.back().colour == box.colour &&
            merged.back().isDim == faded && left - merged.back().right < 0.4)
            merged.back().right = std::max(merged.back().right, right);
        else
            merged.push_back({left, right, box.colour, box.level, faded});
    }
    painter.setPen(Qt::NoPen);
    const double each = height / std::max(1, levels);
    for (const Box& box : merged) {
        QColor color = activityColor(static_cast<Activity>(box.colour), look);
        if (box.isDim)
            color.setAlphaF(0.18F);
        const double width = box.right - box.left;
        // Leave a hairline gap between neighbours if there is room.
        const QRectF rect(box.left, top + each * box.level, std::max(width > 5 ? width - 1 : width, 0.7),
                          each - (levels > 1 ? 0.5 : 0));
        painter.fillRect(rect, color);
        if (static_cast<Activity>(box.colour) == Activity::Unknown && width > 3) {
            painter.setPen(QPen(look.color(ColorRole::FaintInk), 0.7));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(0.4, 0.4, -0.4, -0.4));
            painter.setPen(Qt::NoPen);
        }
    }
}

}  // namespace

LaneView::LaneView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    viewport()->setFocusPolicy(Qt::NoFocus);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateLayout();
        updateGeometry();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

void LaneView::setSource(std::shared_ptr<const LaneSource> source, FigureTexts texts, bool keepRange,
                         const QString& emptyText)
{
    const std::shared_ptr<const LaneSource> old = std::exchange(m_source, std::move(source));
    m_comparison.reset();
    m_comparisonIndex.clear();
    m_texts = std::move(texts);
    m_emptyText = emptyText;
    m_currentHit.reset();
    m_matcher = m_source && !m_search.isEmpty() ? m_source->makeMatcher(m_search) : LaneSource::Matcher();
    setAccessibleName(m_texts.title);
    setAccessibleDescription(m_source ? m_texts.summary : m_emptyText);
    if (m_source) {
        m_expanded.resize(m_source->lanes.size());
        m_currentLane = std::min(m_currentLane, m_source->lanes.empty() ? 0 : m_source->lanes.size() - 1);
        TimeWindow window = m_window;
        if (keepRange && old && !old->steps.empty() && !m_source->steps.empty()) {
            // Keep the same steps visible, even if their durations have changed.
            const auto stepOf = [&](std::int64_t tick) {
                const auto nextStep =
                    std::upper_bound(old->steps.begin(), old->steps.end(), tick,
                                     [](std::int64_t time, const StepMark& step) { return time < step.toTick; });
                return std::min(static_cast<std::size_t>(nextStep - old->steps.begin()),
                                std::min(old->steps.size(), m_source->steps.size()) - 1);
            };
            const auto movedTick = [&](std::int64_t tick) {
                const std::size_t k = stepOf(tick);
                const StepMark &a = old->steps[k], &b = m_source->steps[k];
                const double share = static_cast<double>(tick - a.fromTick) /
                                     static_cast<double>(std::max<std::int64_t>(1, a.toTick - a.fromTick));
                return b.fromTick +
                       static_cast<std::int64_t>(std::llround(share * static_cast<double>(b.toTick - b.fromTick)));
            };
            window.fromTick = std::clamp<std::int64_t>(movedTick(m_window.fromTick), 0,
                                                       std::max<std::int64_t>(0, m_source->endTick - 1));
            window.toTick = std::clamp<std::int64_t>(movedTick(m_window.toTick), window.fromTick + 1,
                                                     std::max(window.fromTick + 1, m_source->endTick));
            m_selection.reset();
        } else if (!keepRange || !old) {
            std::fill(m_expanded.begin(), m_expanded.end(), false);
            window.fromTick = 0;
            window.toTick = std::max<std::int64_t>(1, lastVisibleTick());
            m_selection.reset();
        }
        m_window = window;
    } else {
        m_selection.reset();
    }
    updateLayout();
    Q_EMIT windowChanged();
}

void LaneView::setComparison(std::shared_ptr<const LaneSource> comparison, bool halfHeight)
{
    m_comparison = m_source ? std::move(comparison) : nullptr;
    m_isComparisonHalfHeight = halfHeight;
    m_comparisonIndex.clear();
    if (m_comparison)
        for (const Lane& lane : m_source->lanes) {
            const auto match = std::find_if(m_comparison->lanes.begin(), m_comparison->lanes.end(),
                                            [&](const Lane& other) { return other.title == lane.title; });
            m_comparisonIndex.push_back(
                match == m_comparison->lanes.end() ? -1 : static_cast<int>(match - m_comparison->lanes.begin()));
        }
    updateLayout();  // the legend may have changed
}

void LaneView::setTexts(FigureTexts texts)
{
    m_texts = std::move(texts);
    setAccessibleName(m_texts.title);
    setAccessibleDescription(m_source ? m_texts.summary : m_emptyText);
}

std::vector<LaneView::LegendEntry> LaneView::legendEntries() const
{
    std::vector<Activity> activities = m_source->occurringActivities;
    const LaneSource* second = m_comparison ? m_comparison.get() : m_source->originalSource();
    if (second)
        activities.insert(activities.end(), second->occurringActivities.begin(), second->occurringActivities.end());
    std::sort(activities.begin(), activities.end());
    activities.erase(std::unique(activities.begin(), activities.end()), activities.end());
    std::vector<LegendEntry> entries;
    for (const Activity activity : activities)
        entries.push_back({activity, activityTitle(activity)});
    if (m_source->hasIdleTime() || (second && second->hasIdleTime()))
        entries.push_back({std::nullopt, idleTitle(), true});
    if (second)
        entries.push_back({std::nullopt, !m_comparison              ? tr("thin bar: before the change")
                                         : m_isComparisonHalfHeight ? tr("pale half: the other run")
                                                                    : tr("thin bar: the other run")});
    return entries;
}

std::int64_t LaneView::lastTick() const
{
    return m_comparison ? std::max(m_source->endTick, m_comparison->endTick) : m_source->endTick;
}

std::int64_t LaneView::lastVisibleTick() const
{
    if (std::find(m_expanded.begin(), m_expanded.end(), true) != m_expanded.end())
        return lastTick();
    return m_comparison ? std::max(m_source->barsEndTick(), m_comparison->barsEndTick()) : m_source->barsEndTick();
}

void LaneView::showRange(std::int64_t from, std::int64_t to)
{
    TimeWindow window = m_window;
    window.fromTick = std::max<std::int64_t>(0, from);
    window.toTick = std::max(window.fromTick + 1, to);
    setWindow(window);
}

void LaneView::showAll()
{
    if (m_source)
        showRange(0, lastVisibleTick());
}

void LaneView::zoomBy(double factor)
{
    if (!m_source)
        return;
    double x = m_window.left + m_window.width / 2;
    if (m_currentHit)
        x = std::clamp(m_window.xOf((m_currentHit->span.fromNs + m_currentHit->span.toNs) / 2), m_window.left,
                       m_window.left + m_window.width);
    setWindow(m_window.zoomed(factor, x, lastTick()));
}

void LaneView::setWindow(const TimeWindow& window)
{
    if (window == m_window)
        return;
    m_window = window;
    viewport()->update();
    Q_EMIT windowChanged();
}

void LaneView::setSearch(const QString& text)
{
    m_search = text.trimmed();
    m_matcher = m_source && !m_search.isEmpty() ? m_source->makeMatcher(m_search) : LaneSource::Matcher();
    viewport()->update();
}

bool LaneView::findNext()
{
    if (!m_source || m_search.isEmpty())
        return false;
    const std::optional<LaneSource::SpanHit> hit =
        m_source->findNext(m_search, m_currentHit ? m_currentHit->span.fromNs : -1);
    if (!hit)
        return false;
    m_currentHit = hit;
    if (hit->stream >= 0 && hit->lane < m_expanded.size() && !m_expanded[hit->lane])
        toggleStreams(hit->lane);
    m_currentLane = hit->lane;
    if (hit->span.fromNs < m_window.fromTick || hit->span.toNs > m_window.toTick) {
        const std::int64_t width = std::max(m_window.toTick - m_window.fromTick, hit->span.toNs - hit->span.fromNs);
        const std::int64_t from = std::clamp<std::int64_t>((hit->span.fromNs + hit->span.toNs - width) / 2, 0,
                                                           std::max<std::int64_t>(0, lastTick() - width));
        showRange(from, from + width);
    }
    ensureLaneVisible();
    announceHit(*hit);
    viewport()->update();
    return true;
}

void LaneView::setSelection(std::optional<std::pair<std::int64_t, std::int64_t>> range)
{
    if (range && range->first > range->second)
        std::swap(range->first, range->second);
    m_selection = range;
    viewport()->update();
    announceSelection();
}

void LaneView::announceSelection()
{
    if (!m_source || !m_selection || m_selection->first == m_selection->second) {
        Q_EMIT readoutChanged({});
        return;
    }
    const double length = static_cast<double>(m_selection->second - m_selection->first) * m_source->secondsPerTick;
    Q_EMIT readoutChanged(tr("%1 selected: %2")
                              .arg(amountWithUnit(length, Dimension::Time),
                                   m_source->sharesSummary(m_selection->first, m_selection->second)));
}

void LaneView::setCurrentLane(std::size_t lane)
{
    if (!m_source || lane >= m_source->lanes.size() || lane == m_currentLane)
        return;
    m_currentLane = lane;
    m_currentHit.reset();
    ensureLaneVisible();
    viewport()->update();
    Q_EMIT laneChosen(static_cast<int>(lane));
}

void LaneView::toggleStreams(std::size_t lane)
{
    if (!m_source || lane >= m_source->lanes.size() || m_source->lanes[lane].streams.empty())
        return;
    m_expanded[lane] = !m_expanded[lane];
    updateLayout();
}

double LaneView::lanePitch(double availableHeight, const VisualStyle& look) const
{
    const double scale = look.scaledLength(1),
                 lanes = m_source ? std::max<double>(1, static_cast<double>(m_source->lanes.size())) : 1;
    return std::clamp(std::floor((availableHeight - 4) / lanes), std::ceil(minimumPitch * scale),
                      std::floor(maximumPitch * scale));
}

LaneView::Layout LaneView::computeLayout(const QSizeF& size, const VisualStyle& look) const
{
    Layout layout;
    if (!m_source)
        return layout;
    const QFontMetricsF label(look.font(TextStyle::Label)), bold(look.font(TextStyle::Label, true)),
        small(look.font(TextStyle::Small));
    double widest = 0;
    // With many lanes the titles are similar, so sample 200 of them.
    const std::size_t step = std::max<std::size_t>(1, m_source->lanes.size() / 200);
    for (std::size_t i = 0; i < m_source->lanes.size(); i += step) {
        widest = std::max(widest, bold.horizontalAdvance(m_source->lanes[i].title));
        if (i < m_expanded.size() && m_expanded[i])
            for (const LaneStream& stream : m_source->lanes[i].streams)
                widest = std::max(widest, small.horizontalAdvance(stream.title) + 10);
    }
    if (!m_source->lanes.empty())
        widest = std::max(widest, bold.horizontalAdvance(m_source->lanes.back().title));
    layout.labelsWidth = std::min(widest +
                                      (std::any_of(m_source->lanes.begin(), m_source->lanes.end(),
                                                   [](const Lane& l) { return !l.streams.empty(); })
                                           ? 16
                                           : 0) +
                                      14,
                                  0.28 * size.width());
    double x = layout.labelsWidth, y = 0;
    const double legendRight = size.width() - originWidth(m_source->origin, look);
    for (LegendEntry entry : legendEntries()) {
        const double wide = swatchSize + 6 + label.horizontalAdvance(entry.text) + 18;
        if (x + wide > legendRight && x > layout.labelsWidth) {
            x = layout.labelsWidth;
            y += label.height() + 2;
        }
        entry.position = {x, y};
        layout.legend.push_back(std::move(entry));
        x += wide;
    }
    layout.rulerBottom = std::ceil(y + label.height() + 6 + (hasStepHeads() ? small.height() + 8 : 0));
    layout.axisHeight = std::ceil(small.height() + 8);
    layout.lanesRect =
        QRectF(layout.labelsWidth, layout.rulerBottom, std::max(10.0, size.width() - layout.labelsWidth - 10),
               std::max(10.0, size.height() - layout.rulerBottom - layout.axisHeight));
    const double scale = look.scaledLength(1), each = lanePitch(layout.lanesRect.height(), look);
    constexpr double topMargin = 3;
    // Whole lanes only: half a lane at the lower edge could not be read.
    const double most = std::floor((layout.lanesRect.height() - topMargin) / each);
    const bool hasRoom = most >= static_cast<double>(m_source->lanes.size());
    if (most >= 1 && !hasRoom)
        layout.lanesRect.setHeight(most * each);
    const double height = std::floor(boxShare * each), gap = each - height;
    double top = topMargin;
    for (std::size_t position = 0; position < m_source->lanes.size(); ++position) {
        const std::size_t i = hasRoom || m_source->slowestFirst.empty() ? position : m_source->slowestFirst[position];
        layout.rows.push_back({i, -1, top, height});
        top += height + gap;
        if (i >= m_expanded.size() || !m_expanded[i])
            continue;
        for (std::size_t k = 0; k < m_source->lanes[i].streams.size(); ++k) {
            const double tall = std::clamp(5.0 * m_source->lanes[i].streams[k].detail.levels(), 14.0, 80.0) * scale;
            layout.rows.push_back({i, static_cast<int>(k), top, tall});
            top += tall + 4 * scale;
        }
        top += 4 * scale;
    }
    layout.rowsHeight = top;
    return layout;
}

void LaneView::updateLayout()
{
    const VisualStyle& look = Theme::instance().visualStyle();
    m_layout = computeLayout(viewport()->size(), look);
    const bool isAnyUnfolded = std::find(m_expanded.begin(), m_expanded.end(), true) != m_expanded.end();
    const double lanesHeight = m_source && !isAnyUnfolded ? static_cast<double>(m_source->lanes.size()) *
                                                                std::floor(maximumPitch * look.scaledLength(1))
                                                          : QWIDGETSIZE_MAX;
    const int limit = static_cast<int>(
        std::min<double>(QWIDGETSIZE_MAX, m_layout.rulerBottom + lanesHeight + 4 + m_layout.axisHeight));
    if (std::exchange(m_heightLimit, limit) != limit)
        Q_EMIT heightLimitChanged();
    m_window.left = m_layout.lanesRect.left();
    m_window.width = std::max(1.0, m_layout.lanesRect.width());
    verticalScrollBar()->setPageStep(static_cast<int>(m_layout.lanesRect.height()));
    verticalScrollBar()->setSingleStep(static_cast<int>(30 * Theme::instance().visualStyle().scaledLength(1)));
    verticalScrollBar()->setRange(
        0, std::max(0, static_cast<int>(std::ceil(m_layout.rowsHeight - m_layout.lanesRect.height()))));
    viewport()->update();
}

void LaneView::ensureLaneVisible()
{
    for (const Row& row : m_layout.rows)
        if (row.lane == m_currentLane &&
            row.stream == (m_currentHit && m_currentHit->lane == m_currentLane ? m_currentHit->stream : -1)) {
            QScrollBar* bar = verticalScrollBar();
            if (row.top < bar->value())
                bar->setValue(static_cast<int>(row.top) - 4);
            else if (row.top + row.height > bar->value() + m_layout.lanesRect.height())
                bar->setValue(static_cast<int>(row.top + row.height - m_layout.lanesRect.height()) + 6);
            return;
        }
}

void LaneView::drawRow(QPainter& painter, const Row& row, const Layout& layout, const VisualStyle& look,
                       const TimeWindow& window, double scrollOffset, bool onScreen) const
{
    const Lane& rowLane = m_source->lanes[row.lane];
    const DetailLane& detail =
        row.stream < 0 ? rowLane.bar : rowLane.streams[static_cast<std::size_t>(row.stream)].detail;
    const double top = layout.lanesRect.top() + row.top - scrollOffset;
    const auto paintLane = [&](const DetailLane& detailLane, const TimeWindow& range, double y, double height,
                               bool search) {
        std::vector<DetailBox> boxes;
        detailLane.appendVisible(range.fromTick, range.toTick, static_cast<int>(range.width), boxes);
        std::vector<bool> dim;
        if (search && m_matcher && onScreen)
            for (const DetailBox& box : boxes)
                dim.push_back(!m_matcher(row.lane, row.stream, box.id));
        paintBoxes(painter, boxes, dim, range, y, height, detailLane.levels(), look);
    };
    const bool halfHeight = m_comparison && m_isComparisonHalfHeight && row.stream < 0;
    const auto paintIdle = [&](const LaneSource& source, std::size_t lane, const TimeWindow& range, double y,
                               double height) {
        if (!source.hasIdleTime())
            return;
        const auto [from, to] = source.barRange(lane);
        const double left = std::max(range.left, range.xOf(from)),
                     right = std::min(range.left + range.width, range.xOf(to));
        if (right > left)
            fillIdleBox(painter, QRectF(left, y, right - left, height), look);
    };
    if (row.stream < 0)
        paintIdle(*m_source, row.lane, window, top, halfHeight ? std::floor(0.52 * row.height) : row.height);
    paintLane(detail, window, top, halfHeight ? std::floor(0.52 * row.height) : row.height, true);
    const LaneSource* before = m_comparison ? m_comparison.get() : m_source->originalSource();
    const int lane = row.stream >= 0 || !before        ? -1
                     : m_comparison                    ? m_comparisonIndex[row.lane]
                     : row.lane < before->lanes.size() ? static_cast<int>(row.lane)
                                                       : -1;
    if (lane >= 0) {
        TimeWindow shiftedWindow = window;
        const std::int64_t shift = m_source->alignmentShift(*before, window.fromTick);
        shiftedWindow.fromTick -= shift;
        shiftedWindow.toTick -= shift;
        painter.setOpacity(0.55);
        const double boxTop = halfHeight ? top + std::floor(0.52 * row.height) + 1 : top + row.height + 1.5;
        const double height = halfHeight ? top + row.height + 1 - boxTop : std::max(2.0, 3.5 * look.scaledLength(1));
        if (halfHeight)
            paintIdle(*before, static_cast<std::size_t>(lane), shiftedWindow, boxTop, height);
        paintLane(before->lanes[static_cast<std::size_t>(lane)].bar, shiftedWindow, boxTop, height, false);
        painter.setOpacity(1);
    }
    if (onScreen && m_currentHit && m_currentHit->lane == row.lane && m_currentHit->stream == row.stream) {
        const double left = std::clamp(window.xOf(m_currentHit->span.fromNs), window.left, window.left + window.width),
                     right = std::clamp(window.xOf(m_currentHit->span.toNs), window.left, window.left + window.width);
        painter.setPen(QPen(look.color(ColorRole::Ink), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(left - 1, top - 1, std::max(3.0, right - left + 1), row.height + 2));
    }
}

void LaneView::draw(QPainter& painter, const QSizeF& size, const VisualStyle& look, const TimeWindow& window,
                    double scrollOffset, bool onScreen) const
{
    painter.setFont(look.font(TextStyle::Label));
    if (!m_source || m_source->lanes.empty()) {
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QRectF({0, 0}, size).adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const Layout layout = computeLayout(size, look);
    const QFontMetricsF metrics(look.font(TextStyle::Label)), small(look.font(TextStyle::Small));
    const double bottom =
        std::min(layout.lanesRect.bottom(), layout.lanesRect.top() + layout.rowsHeight - scrollOffset);
    painter.setRenderHint(QPainter::Antialiasing, false);

    for (const LegendEntry& entry : layout.legend) {
        const double middle = entry.position.y() + metrics.height() / 2;
        const double thickness = entry.activity || entry.isIdle ? swatchSize : std::round(swatchSize / 3);
        const QRectF swatch(entry.position.x(), std::round(middle - thickness / 2), swatchSize, thickness);
        if (entry.isIdle)
            fillIdleBox(painter, swatch, look);
        else
            painter.fillRect(swatch,
                             entry.activity ? activityColor(*entry.activity, look) : look.color(ColorRole::SoftInk));
        if (entry.activity == Activity::Unknown) {
            painter.setPen(QPen(look.color(ColorRole::FaintInk), 0.7));
            painter.drawRect(QRectF(entry.position.x(), middle - swatchSize / 2, swatchSize, swatchSize));
        }
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QPointF(entry.position.x() + swatchSize + 6, std::round(middle + metrics.capHeight() / 2)),
                         entry.text);
    }

    painter.setFont(look.font(TextStyle::Small, true));
    painter.setPen(look.color(ColorRole::SoftInk));
    painter.drawText(QRectF(0, 0, size.width() - 2, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                     m_source->origin);

    // Steps: a hairline at each end, with name and time above if there is room.
    painter.setFont(look.font(TextStyle::Small));
    double freeFrom = window.left - 1;
    const auto& steps = m_source->steps;
    auto step = std::lower_bound(steps.begin(), steps.end(), window.fromTick,
                                 [](const StepMark& mark, std::int64_t time) { return mark.toTick < time; });
    double lastLine = -10;
    for (; hasStepHeads() && step != steps.end() && step->fromTick <= window.toTick; ++step) {
        const double left = window.xOf(step->fromTick), right = window.xOf(step->toTick);
        painter.setPen(QPen(look.color(ColorRole::Hairline), 1));
        for (const double x : {left, right})
            if (x >= window.left - 0.5 && x <= window.left + window.width + 0.5 && x - lastLine > 4) {
                painter.drawLine(QPointF(x, layout.rulerBottom - 4), QPointF(x, bottom + 2));
                lastLine = x;
            }
        const double visibleLeft = std::max(left, window.left),
                     visibleRight = std::min(right, window.left + window.width);
        const QString fullText = tr("%1 · %2").arg(
            step->title, amountWithUnit(static_cast<double>(step->toTick - step->fromTick) * m_source->secondsPerTick,
                                        Dimension::Time));
        for (const QString& text : {fullText, step->title}) {
            const double wide = small.horizontalAdvance(text), x = (visibleLeft + visibleRight - wide) / 2;
            if (wide + 8 <= visibleRight - visibleLeft && x > freeFrom) {
                painter.setPen(look.color(ColorRole::SoftInk));
                painter.drawText(QPointF(x, layout.rulerBottom - 8), text);
                freeFrom = x + wide + 8;
                break;
            }
        }
    }

    const auto firstWord = [this](const Lane& lane) {
        return m_source->lanes.size() > 1 ? lane.title.left(lane.title.indexOf(QLatin1Char(' ')) + 1) : QString();
    };
    const QString commonWord = firstWord(m_source->lanes.front()) == firstWord(m_source->lanes.back())
                                   ? firstWord(m_source->lanes.front())
                                   : QString();
    bool isWordWritten = false;
    painter.save();
    if (onScreen)
        painter.setClipRect(QRectF(0, layout.lanesRect.top() - 2, size.width(), layout.lanesRect.height() + 2));
    for (const Row& row : layout.rows) {
        const double top = layout.lanesRect.top() + row.top - scrollOffset;
        if (top + row.height + maximumPitch < layout.lanesRect.top() || top > layout.lanesRect.bottom())
            continue;
        if (!onScreen && top + row.height > layout.lanesRect.bottom() + 1)
            break;
        const Lane& lane = m_source->lanes[row.lane];
        const bool current = onScreen && hasFocus() && row.lane == m_currentLane && row.stream < 0;
        const bool bar = row.stream < 0, strong = bar && lane.isHighlighted;
        const QFont font = bar ? look.font(TextStyle::Label, strong || current) : look.font(TextStyle::Small);
        const QFontMetricsF fontMetrics(font);
        painter.setFont(font);
        painter.setPen(look.color(strong || current ? ColorRole::Ink : ColorRole::SoftInk));
        QString title = bar ? lane.title : lane.streams[static_cast<std::size_t>(row.stream)].title;
        // "worker 12", "29", "7": a word that all titles begin with is written once.
        if (bar && std::exchange(isWordWritten, true) && !commonWord.isEmpty())
            title.remove(0, commonWord.size());
        if (bar && !lane.streams.empty())
            title.prepend(m_expanded[row.lane] ? QStringLiteral("▾ ") : QStringLiteral("▸ "));
        title = fontMetrics.elidedText(title, Qt::ElideMiddle, layout.labelsWidth - 12);
        painter.drawText(QPointF(layout.labelsWidth - 12 - fontMetrics.horizontalAdvance(title),
                                 std::round(top + (row.height + fontMetrics.capHeight()) / 2)),
                         title);
        drawRow(painter, row, layout, look, window, scrollOffset, onScreen);
        if (current)
            paintFocusRing(painter,
                           QRectF(layout.lanesRect.left() - 1, top - 1, layout.lanesRect.width() + 2, row.height + 2),
                           3, look);
    }
    painter.restore();

    if (onScreen && m_selection && m_selection->first != m_selection->second) {
        const double left = std::clamp(window.xOf(m_selection->first), window.left, window.left + window.width),
                     right = std::clamp(window.xOf(m_selection->second), window.left, window.left + window.width);
        QColor veil = look.color(ColorRole::Ink);
        veil.setAlphaF(0.08F);
        painter.fillRect(QRectF(left, layout.rulerBottom - 4, right - left, bottom - layout.rulerBottom + 6), veil);
        painter.setPen(QPen(look.color(ColorRole::Ink), 1));
        for (const double x : {left, right})
            painter.drawLine(QPointF(x, layout.rulerBottom - 4), QPointF(x, bottom + 2));
    }

    // The time axis.
    painter.setFont(look.font(TextStyle::Small));
    const double perTick = m_source->secondsPerTick;
    const double labelSpacing = 3.2 * small.horizontalAdvance(QStringLiteral("000.0 ms"));
    const std::vector<double> ticks =
        timeAxisTicks(static_cast<double>(window.fromTick) * perTick, static_cast<double>(window.toTick) * perTick,
                      std::max(2, static_cast<int>(window.width / labelSpacing)));
    double free = window.left - 60;
    const std::vector<std::string> labels = tickLabels(ticks, Dimension::Time);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double x = window.left + (ticks[i] / perTick - static_cast<double>(window.fromTick)) /
                                           static_cast<double>(window.toTick - window.fromTick) * window.width;
        const QString text = toQString(labels[i]);
        const double wide = small.horizontalAdvance(text), textX = std::min(x - wide / 2, size.width() - wide - 1);
        painter.setPen(QPen(look.color(ColorRole::Hairline), 1));
        painter.drawLine(QPointF(x, bottom + 2), QPointF(x, bottom + 5));
        if (textX <= free + 6)
            continue;
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QPointF(textX, bottom + 6 + small.ascent()), text);
        free = textX + wide;
    }
    if (onScreen && hasFocus())
        paintFocusRing(painter, QRectF({0, 0}, size).adjusted(2, 2, -2, -2), 4, look);
}

void LaneView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    draw(painter, viewport()->size(), Theme::instance().visualStyle(), m_window, verticalScrollBar()->value(), true);
}

void LaneView::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    TimeWindow window = m_window;
    double scrollOffset = 0;
    if (m_source) {
        const Layout layout = computeLayout(size, look);
        window.left = layout.lanesRect.left();
        window.width = layout.lanesRect.width();
        // Start the exported file with the first visible row.
        for (std::size_t i = 0; i < m_layout.rows.size() && i < layout.rows.size(); ++i)
            if (m_layout.rows[i].top + m_layout.rows[i].height > verticalScrollBar()->value()) {
                scrollOffset = i == 0 ? 0 : layout.rows[i].top - 3;
                break;
            }
    }
    draw(painter, size, look, window, scrollOffset, false);
}

Table LaneView::table() const
{
    // The table contains the visible steps; the workers are in the other figure's table.
    Table table;
    table.caption = m_texts.caption.toStdString();
    if (!m_source)
        return table;
    table.columns = {{"step", tr("step").toStdString(), "", -1},
                     {"start_s", tr("begins").toStdString(), "s", -1},
                     {"duration_s", tr("takes").toStdString(), "s", -1},
                     {"shares", tr("mean over the workers").toStdString(), "", -1}};
    const auto row = [&](const QString& name, std::int64_t from, std::int64_t to) {
        table.rows.push_back({name.toStdString(), static_cast<double>(from) * m_source->secondsPerTick,
                              static_cast<double>(to - from) * m_source->secondsPerTick,
                              m_source->sharesSummary(from, to).toStdString()});
    };
    for (const StepMark& step : m_source->steps)
        if (m_source->areStepsCommon && step.toTick > m_window.fromTick && step.fromTick < m_window.toTick &&
            table.rows.size() < 200)
            row(step.title, step.fromTick, step.toTick);
    if (table.rows.empty())
        row(tr("visible range"), m_window.fromTick, std::min(m_window.toTick, lastTick()));
    return table;
}

QSizeF LaneView::naturalSize() const
{
    const std::size_t rows = m_source ? std::max<std::size_t>(m_layout.rows.size(), 1) : 4;
    return {960, std::min(80 + 31.0 * static_cast<double>(rows), maximumExportHeight)};
}

QSize LaneView::sizeHint() const
{
    const std::size_t lanes = m_source ? std::clamp<std::size_t>(m_source->lanes.size(), 4, 8) : 4;
    return Theme::scaled(600, 56 + minimumPitch * static_cast<double>(lanes));
}

void LaneView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateLayout();
}

}  // namespace scalewright::ui

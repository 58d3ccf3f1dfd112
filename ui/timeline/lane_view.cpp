#include "ui/timeline/lane_view.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/figure/axis_layout.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr double leastPitch = 21, mostPitch = 64;  // of lanes, at type size 1
constexpr double boxShare = 0.7;           // of the pitch; the ghost lies below the box
constexpr double tallestExported = 840;    // with title and caption a page of A4 between margins, 247 mm
constexpr double swatch = 10;

/// Neighbours of one colour become one box: what a file holds is what one can see.
void paintBoxes(QPainter& painter, const std::vector<DetailBox>& boxes, const std::vector<bool>& dim,
                const TimeWindow& window, double top, double height, int levels, const Look& look)
{
    struct Box {
        double left, right;
        std::uint8_t colour, level;
        bool dim;
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
            merged.back().dim == faded && left - merged.back().right < 0.4)
            merged.back().right = std::max(merged.back().right, right);
        else
            merged.push_back({left, right, box.colour, box.level, faded});
    }
    painter.setPen(Qt::NoPen);
    const double each = height / std::max(1, levels);
    for (const Box& box : merged) {
        QColor color = colorOf(static_cast<Doing>(box.colour), look);
        if (box.dim)
            color.setAlphaF(0.18F);
        const double width = box.right - box.left;
        // A hairline between neighbours, where there is room for one.
        const QRectF rect(box.left, top + each * box.level, std::max(width > 5 ? width - 1 : width, 0.7),
                          each - (levels > 1 ? 0.5 : 0));
        painter.fillRect(rect, color);
        if (static_cast<Doing>(box.colour) == Doing::Unknown && width > 3) {
            painter.setPen(QPen(look.color(Role::Faint), 0.7));
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
        relayout();
        updateGeometry();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

void LaneView::setSource(std::shared_ptr<const LaneSource> source, FigureTexts texts, bool keepPlace,
                         const QString& why)
{
    const std::shared_ptr<const LaneSource> old = std::exchange(m_source, std::move(source));
    m_beside.reset();
    m_besideLane.clear();
    m_texts = std::move(texts);
    m_why = why;
    m_hit.reset();
    m_matcher = m_source && !m_search.isEmpty() ? m_source->matcher(m_search) : LaneSource::Matcher();
    setAccessibleName(m_texts.title);
    setAccessibleDescription(m_source ? m_texts.summary : m_why);
    if (m_source) {
        m_unfolded.resize(m_source->lanes.size());
        m_lane = std::min(m_lane, m_source->lanes.empty() ? 0 : m_source->lanes.size() - 1);
        TimeWindow window = m_window;
        if (keepPlace && old && !old->steps.empty() && !m_source->steps.empty()) {
            // The same steps stay in sight, whatever they take now.
            const auto stepOf = [&](std::int64_t tick) {
                const auto at =
                    std::upper_bound(old->steps.begin(), old->steps.end(), tick,
                                     [](std::int64_t time, const StepMark& step) { return time < step.to; });
                return std::min(static_cast<std::size_t>(at - old->steps.begin()),
                                std::min(old->steps.size(), m_source->steps.size()) - 1);
            };
            const auto moved = [&](std::int64_t tick) {
                const std::size_t k = stepOf(tick);
                const StepMark &a = old->steps[k], &b = m_source->steps[k];
                const double share =
                    static_cast<double>(tick - a.from) / static_cast<double>(std::max<std::int64_t>(1, a.to - a.from));
                return b.from + static_cast<std::int64_t>(std::llround(share * static_cast<double>(b.to - b.from)));
            };
            window.from =
                std::clamp<std::int64_t>(moved(m_window.from), 0, std::max<std::int64_t>(0, m_source->end - 1));
            window.to =
                std::clamp<std::int64_t>(moved(m_window.to), window.from + 1, std::max(window.from + 1, m_source->end));
            m_selection.reset();
        } else if (!keepPlace || !old) {
            window.from = 0;
            window.to = std::max<std::int64_t>(1, m_source->end);
            m_selection.reset();
            std::fill(m_unfolded.begin(), m_unfolded.end(), false);
        }
        m_window = window;
    } else {
        m_selection.reset();
    }
    relayout();
    Q_EMIT windowChanged();
}

void LaneView::setBeside(std::shared_ptr<const LaneSource> beside, bool halves)
{
    m_beside = m_source ? std::move(beside) : nullptr;
    m_halves = halves;
    m_besideLane.clear();
    if (m_beside)
        for (const Lane& lane : m_source->lanes) {
            const auto same = std::find_if(m_beside->lanes.begin(), m_beside->lanes.end(),
                                           [&](const Lane& other) { return other.title == lane.title; });
            m_besideLane.push_back(same == m_beside->lanes.end() ? -1
                                                                 : static_cast<int>(same - m_beside->lanes.begin()));
        }
    relayout();  // the legend
}

void LaneView::setTexts(FigureTexts texts)
{
    m_texts = std::move(texts);
    setAccessibleName(m_texts.title);
    setAccessibleDescription(m_source ? m_texts.summary : m_why);
}

std::vector<Doing> LaneView::occurring() const
{
    std::vector<Doing> all = m_source->occurring;
    if (const LaneSource* below = m_beside ? m_beside.get() : m_source->before())
        all.insert(all.end(), below->occurring.begin(), below->occurring.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

std::int64_t LaneView::lastTick() const
{
    return m_beside ? std::max(m_source->end, m_beside->end) : m_source->end;
}

void LaneView::look(std::int64_t from, std::int64_t to)
{
    TimeWindow window = m_window;
    window.from = std::max<std::int64_t>(0, from);
    window.to = std::max(window.from + 1, to);
    setWindow(window);
}

void LaneView::lookAtAll()
{
    if (m_source)
        look(0, lastTick());
}

void LaneView::zoom(double factor)
{
    if (!m_source)
        return;
    double x = m_window.left + m_window.width / 2;
    if (m_hit)
        x = std::clamp(m_window.xOf((m_hit->span.fromNs + m_hit->span.toNs) / 2), m_window.left,
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

void LaneView::search(const QString& text)
{
    m_search = text.trimmed();
    m_matcher = m_source && !m_search.isEmpty() ? m_source->matcher(m_search) : LaneSource::Matcher();
    viewport()->update();
}

bool LaneView::findNext()
{
    if (!m_source || m_search.isEmpty())
        return false;
    const std::optional<LaneSource::Hit> hit = m_source->next(m_search, m_hit ? m_hit->span.fromNs : -1);
    if (!hit)
        return false;
    m_hit = hit;
    if (hit->stream >= 0 && hit->lane < m_unfolded.size() && !m_unfolded[hit->lane])
        toggle(hit->lane);
    m_lane = hit->lane;
    if (hit->span.fromNs < m_window.from || hit->span.toNs > m_window.to) {
        const std::int64_t width = std::max(m_window.to - m_window.from, hit->span.toNs - hit->span.fromNs);
        const std::int64_t from = std::clamp<std::int64_t>((hit->span.fromNs + hit->span.toNs - width) / 2, 0,
                                                           std::max<std::int64_t>(0, lastTick() - width));
        look(from, from + width);
    }
    ensureLaneVisible();
    sayHit(*hit);
    viewport()->update();
    return true;
}

void LaneView::select(std::optional<std::pair<std::int64_t, std::int64_t>> stretch)
{
    if (stretch && stretch->first > stretch->second)
        std::swap(stretch->first, stretch->second);
    m_selection = stretch;
    viewport()->update();
    saySelection();
}

void LaneView::saySelection()
{
    if (!m_source || !m_selection || m_selection->first == m_selection->second) {
        Q_EMIT readOut({});
        return;
    }
    const double length = static_cast<double>(m_selection->second - m_selection->first) * m_source->secondsPerTick;
    Q_EMIT readOut(tr("%1 selected: %2").arg(seconds(length), m_source->sums(m_selection->first, m_selection->second)));
}

void LaneView::setCurrentLane(std::size_t lane)
{
    if (!m_source || lane >= m_source->lanes.size() || lane == m_lane)
        return;
    m_lane = lane;
    m_hit.reset();
    ensureLaneVisible();
    viewport()->update();
    Q_EMIT laneChosen(static_cast<int>(lane));
}

void LaneView::toggle(std::size_t lane)
{
    if (!m_source || lane >= m_source->lanes.size() || m_source->lanes[lane].streams.empty())
        return;
    m_unfolded[lane] = !m_unfolded[lane];
    relayout();
}

double LaneView::pitch(double room, const Look& look) const
{
    const double scale = look.scaled(1),
                 lanes = m_source ? std::max<double>(1, static_cast<double>(m_source->lanes.size())) : 1;
    return std::clamp(std::floor((room - 4) / lanes), std::ceil(leastPitch * scale), std::floor(mostPitch * scale));
}

LaneView::Layout LaneView::layOut(const QSizeF& size, const Look& look) const
{
    Layout layout;
    if (!m_source)
        return layout;
    const QFontMetricsF label(look.font(TextStyle::Label)), bold(look.font(TextStyle::Label, true)),
        small(look.font(TextStyle::Small));
    double widest = 0;
    const std::size_t step = std::max<std::size_t>(1, m_source->lanes.size() / 200);  // titles of many lanes are alike
    for (std::size_t i = 0; i < m_source->lanes.size(); i += step) {
        widest = std::max(widest, bold.horizontalAdvance(m_source->lanes[i].title));
        if (i < m_unfolded.size() && m_unfolded[i])
            for (const LaneStream& stream : m_source->lanes[i].streams)
                widest = std::max(widest, small.horizontalAdvance(stream.title) + 10);
    }
    if (!m_source->lanes.empty())
        widest = std::max(widest, bold.horizontalAdvance(m_source->lanes.back().title));
    layout.labels = std::min(widest +
                                 (std::any_of(m_source->lanes.begin(), m_source->lanes.end(),
                                              [](const Lane& l) { return !l.streams.empty(); })
                                      ? 16
                                      : 0) +
                                 14,
                             0.28 * size.width());
    double x = layout.labels, y = 0;
    for (const Doing what : occurring()) {
        const double wide = swatch + 6 + label.horizontalAdvance(doingTitle(what)) + 18;
        if (x + wide > size.width() && x > layout.labels) {
            x = layout.labels;
            y += label.height() + 2;
        }
        layout.legend.push_back({what, {x, y}});
        x += wide;
    }
    layout.ruler = std::ceil(y + label.height() + 6 + (m_source->steps.empty() ? 0 : small.height() + 8));
    layout.axis = std::ceil(small.height() + 8);
    layout.lanes = QRectF(layout.labels, layout.ruler, std::max(10.0, size.width() - layout.labels - 10),
                          std::max(10.0, size.height() - layout.ruler - layout.axis));
    const double scale = look.scaled(1), each = pitch(layout.lanes.height(), look),
                 height = std::floor(boxShare * each), gap = each - height;
    double top = 3;
    for (std::size_t i = 0; i < m_source->lanes.size(); ++i) {
        layout.rows.push_back({i, -1, top, height});
        top += height + gap;
        if (i >= m_unfolded.size() || !m_unfolded[i])
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

void LaneView::relayout()
{
    m_layout = layOut(viewport()->size(), Theme::instance().look());
    m_window.left = m_layout.lanes.left();
    m_window.width = std::max(1.0, m_layout.lanes.width());
    verticalScrollBar()->setPageStep(static_cast<int>(m_layout.lanes.height()));
    verticalScrollBar()->setSingleStep(static_cast<int>(30 * Theme::instance().look().scaled(1)));
    verticalScrollBar()->setRange(
        0, std::max(0, static_cast<int>(std::ceil(m_layout.rowsHeight - m_layout.lanes.height()))));
    viewport()->update();
}

void LaneView::ensureLaneVisible()
{
    for (const Row& row : m_layout.rows)
        if (row.lane == m_lane && row.stream == (m_hit && m_hit->lane == m_lane ? m_hit->stream : -1)) {
            QScrollBar* bar = verticalScrollBar();
            if (row.top < bar->value())
                bar->setValue(static_cast<int>(row.top) - 4);
            else if (row.top + row.height > bar->value() + m_layout.lanes.height())
                bar->setValue(static_cast<int>(row.top + row.height - m_layout.lanes.height()) + 6);
            return;
        }
}

void LaneView::drawRow(QPainter& painter, const Row& row, const Layout& layout, const Look& look,
                       const TimeWindow& window, double scrolled, bool onScreen) const
{
    const Lane& its = m_source->lanes[row.lane];
    const DetailLane& detail = row.stream < 0 ? its.bar : its.streams[static_cast<std::size_t>(row.stream)].detail;
    const double top = layout.lanes.top() + row.top - scrolled;
    const auto boxesOf = [&](const DetailLane& of, const TimeWindow& in, double at, double height, bool search) {
        std::vector<DetailBox> boxes;
        of.visible(in.from, in.to, static_cast<int>(in.width), boxes);
        std::vector<bool> dim;
        if (search && m_matcher && onScreen)
            for (const DetailBox& box : boxes)
                dim.push_back(!m_matcher(row.lane, row.stream, box.id));
        paintBoxes(painter, boxes, dim, in, at, height, of.levels(), look);
    };
    const bool halves = m_beside && m_halves && row.stream < 0;
    boxesOf(detail, window, top, halves ? std::floor(0.52 * row.height) : row.height, true);
    const LaneSource* before = m_beside ? m_beside.get() : m_source->before();
    const int lane = row.stream >= 0 || !before        ? -1
                     : m_beside                        ? m_besideLane[row.lane]
                     : row.lane < before->lanes.size() ? static_cast<int>(row.lane)
                                                       : -1;
    if (lane >= 0) {
        TimeWindow then = window;
        const std::int64_t shift = m_source->shiftOf(*before, window.from);
        then.from -= shift;
        then.to -= shift;
        painter.setOpacity(0.55);
        const double from = halves ? top + std::floor(0.52 * row.height) + 1 : top + row.height + 1.5;
        boxesOf(before->lanes[static_cast<std::size_t>(lane)].bar, then, from,
                halves ? top + row.height + 1 - from : std::max(2.0, 3.5 * look.scaled(1)), false);
        painter.setOpacity(1);
    }
    if (onScreen && m_hit && m_hit->lane == row.lane && m_hit->stream == row.stream) {
        const double left = std::clamp(window.xOf(m_hit->span.fromNs), window.left, window.left + window.width),
                     right = std::clamp(window.xOf(m_hit->span.toNs), window.left, window.left + window.width);
        painter.setPen(QPen(look.color(Role::Ink), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(left - 1, top - 1, std::max(3.0, right - left + 1), row.height + 2));
    }
}

void LaneView::draw(QPainter& painter, const QSizeF& size, const Look& look, const TimeWindow& window, double scrolled,
                    bool onScreen) const
{
    painter.setFont(look.font(TextStyle::Label));
    if (!m_source || m_source->lanes.empty()) {
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QRectF({0, 0}, size).adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, m_why);
        return;
    }
    const Layout layout = layOut(size, look);
    const QFontMetricsF metrics(look.font(TextStyle::Label)), small(look.font(TextStyle::Small));
    const double bottom = std::min(layout.lanes.bottom(), layout.lanes.top() + layout.rowsHeight - scrolled);
    painter.setRenderHint(QPainter::Antialiasing, false);

    for (const LegendEntry& entry : layout.legend) {
        const double middle = entry.at.y() + metrics.height() / 2;
        painter.fillRect(QRectF(entry.at.x(), middle - swatch / 2, swatch, swatch), colorOf(entry.what, look));
        if (entry.what == Doing::Unknown) {
            painter.setPen(QPen(look.color(Role::Faint), 0.7));
            painter.drawRect(QRectF(entry.at.x(), middle - swatch / 2, swatch, swatch));
        }
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QPointF(entry.at.x() + swatch + 6, std::round(middle + metrics.capHeight() / 2)),
                         doingTitle(entry.what));
    }

    // Steps: a hairline where each ends, its name and time above where there is room for it.
    painter.setFont(look.font(TextStyle::Small));
    double freeFrom = window.left - 1;
    const auto& steps = m_source->steps;
    auto step = std::lower_bound(steps.begin(), steps.end(), window.from,
                                 [](const StepMark& mark, std::int64_t time) { return mark.to < time; });
    double lastLine = -10;
    for (; step != steps.end() && step->from <= window.to; ++step) {
        const double left = window.xOf(step->from), right = window.xOf(step->to);
        painter.setPen(QPen(look.color(Role::Hairline), 1));
        for (const double x : {left, right})
            if (x >= window.left - 0.5 && x <= window.left + window.width + 0.5 && x - lastLine > 4) {
                painter.drawLine(QPointF(x, layout.ruler - 4), QPointF(x, bottom + 2));
                lastLine = x;
            }
        const double from = std::max(left, window.left), to = std::min(right, window.left + window.width);
        const QString whole = tr("%1 · %2").arg(
            step->title, seconds(static_cast<double>(step->to - step->from) * m_source->secondsPerTick));
        for (const QString& text : {whole, step->title}) {
            const double wide = small.horizontalAdvance(text), x = (from + to - wide) / 2;
            if (wide + 8 <= to - from && x > freeFrom) {
                painter.setPen(look.color(Role::Soft));
                painter.drawText(QPointF(x, layout.ruler - 8), text);
                freeFrom = x + wide + 8;
                break;
            }
        }
    }

    painter.save();
    if (onScreen)
        painter.setClipRect(QRectF(0, layout.lanes.top() - 2, size.width(), layout.lanes.height() + 2));
    for (const Row& row : layout.rows) {
        const double top = layout.lanes.top() + row.top - scrolled;
        if (top + row.height + mostPitch < layout.lanes.top() || top > layout.lanes.bottom())
            continue;
        if (!onScreen && top + row.height > layout.lanes.bottom() + 1)
            break;
        const Lane& lane = m_source->lanes[row.lane];
        const bool current = onScreen && hasFocus() && row.lane == m_lane && row.stream < 0;
        const bool bar = row.stream < 0, strong = bar && lane.strong;
        const QFont font = bar ? look.font(TextStyle::Label, strong || current) : look.font(TextStyle::Small);
        const QFontMetricsF of(font);
        painter.setFont(font);
        painter.setPen(look.color(strong || current ? Role::Ink : Role::Soft));
        QString title = bar ? lane.title : lane.streams[static_cast<std::size_t>(row.stream)].title;
        if (bar && !lane.streams.empty())
            title.prepend(m_unfolded[row.lane] ? QStringLiteral("▾ ") : QStringLiteral("▸ "));
        title = of.elidedText(title, Qt::ElideMiddle, layout.labels - 12);
        painter.drawText(QPointF(layout.labels - 12 - of.horizontalAdvance(title),
                                 std::round(top + (row.height + of.capHeight()) / 2)),
                         title);
        drawRow(painter, row, layout, look, window, scrolled, onScreen);
        if (current)
            paintFocusRing(painter, QRectF(layout.lanes.left() - 1, top - 1, layout.lanes.width() + 2, row.height + 2),
                           3, look);
    }
    painter.restore();

    if (onScreen && m_selection && m_selection->first != m_selection->second) {
        const double left = std::clamp(window.xOf(m_selection->first), window.left, window.left + window.width),
                     right = std::clamp(window.xOf(m_selection->second), window.left, window.left + window.width);
        QColor veil = look.color(Role::Ink);
        veil.setAlphaF(0.08F);
        painter.fillRect(QRectF(left, layout.ruler - 4, right - left, bottom - layout.ruler + 6), veil);
        painter.setPen(QPen(look.color(Role::Ink), 1));
        for (const double x : {left, right})
            painter.drawLine(QPointF(x, layout.ruler - 4), QPointF(x, bottom + 2));
    }

    // The axis of time.
    painter.setFont(look.font(TextStyle::Small));
    const double perTick = m_source->secondsPerTick;
    const double room = 3.2 * small.horizontalAdvance(QStringLiteral("000.0 ms"));
    const std::vector<double> ticks =
        timeTicks(static_cast<double>(window.from) * perTick, static_cast<double>(window.to) * perTick,
                  std::max(2, static_cast<int>(window.width / room)));
    double free = window.left - 60;
    const std::vector<QString> labels = labelsOf(ticks, Dimension::Time);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double x = window.left + (ticks[i] / perTick - static_cast<double>(window.from)) /
                                           static_cast<double>(window.to - window.from) * window.width;
        const QString& text = labels[i];
        const double wide = small.horizontalAdvance(text), at = std::min(x - wide / 2, size.width() - wide - 1);
        painter.setPen(QPen(look.color(Role::Hairline), 1));
        painter.drawLine(QPointF(x, bottom + 2), QPointF(x, bottom + 5));
        if (at <= free + 6)
            continue;
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QPointF(at, bottom + 6 + small.ascent()), text);
        free = at + wide;
    }
    if (onScreen && hasFocus())
        paintFocusRing(painter, QRectF({0, 0}, size).adjusted(2, 2, -2, -2), 4, look);
}

void LaneView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    draw(painter, viewport()->size(), Theme::instance().look(), m_window, verticalScrollBar()->value(), true);
}

void LaneView::render(QCPPainter& given, const QSizeF& size, const Look& look) const
{
    QPainter& painter = plainPainter(given);
    TimeWindow window = m_window;
    double scrolled = 0;
    if (m_source) {
        const Layout layout = layOut(size, look);
        window.left = layout.lanes.left();
        window.width = layout.lanes.width();
        // The first row in sight is the first of the file.
        for (std::size_t i = 0; i < m_layout.rows.size() && i < layout.rows.size(); ++i)
            if (m_layout.rows[i].top + m_layout.rows[i].height > verticalScrollBar()->value()) {
                scrolled = i == 0 ? 0 : layout.rows[i].top - 3;
                break;
            }
    }
    draw(painter, size, look, window, scrolled, false);
}

Table LaneView::table() const
{
    // The steps in sight; what workers do with them is the other figure's table.
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
                              m_source->sums(from, to).toStdString()});
    };
    for (const StepMark& step : m_source->steps)
        if (step.to > m_window.from && step.from < m_window.to && table.rows.size() < 200)
            row(step.title, step.from, step.to);
    if (table.rows.empty())
        row(tr("in sight"), m_window.from, std::min(m_window.to, lastTick()));
    return table;
}

QSizeF LaneView::naturalSize() const
{
    const std::size_t rows = m_source ? std::max<std::size_t>(m_layout.rows.size(), 1) : 4;
    return {960, std::min(80 + 31.0 * static_cast<double>(rows), tallestExported)};
}

QSize LaneView::sizeHint() const
{
    const double scale = Theme::instance().typeScale();
    const std::size_t lanes = m_source ? std::clamp<std::size_t>(m_source->lanes.size(), 4, 12) : 4;
    return {static_cast<int>(600 * scale), static_cast<int>((60 + 26.0 * static_cast<double>(lanes)) * scale)};
}

QSize LaneView::minimumSizeHint() const
{
    const double scale = Theme::instance().typeScale();
    return {static_cast<int>(260 * scale), static_cast<int>(150 * scale)};
}

void LaneView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

}  // namespace scalewright::ui

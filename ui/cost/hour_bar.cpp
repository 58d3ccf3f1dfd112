// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cost/hour_bar.h"

#include <QFontMetricsF>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

#include "ui/cost/money_chart.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double minimumSegmentWidth = 4;  ///< pixels; neighbouring thinner ranges are merged

double barHeight(const VisualStyle& look)
{
    return std::round(2.1 * look.font(TextStyle::Label).pixelSize());
}

/// A rectangle of the bar: one range, or several adjacent ones that are too thin to see.
struct Segment {
    std::size_t firstRange = 0, lastRange = 0;  ///< in Choice::ranges
    double fromX = 0, toX = 0;
};

/// `fractionOf` maps an hour value to 0…1. The range of `highlighted` is never merged.
template <class Share>
std::vector<Segment> computeSegments(const TimeCostTradeOff& choice, int highlighted, double width, Share fractionOf)
{
    std::vector<Segment> segments;
    bool thinBefore = false;
    for (std::size_t i = 0; i < choice.bestRanges.size(); ++i) {
        const HourValueRange& range = choice.bestRanges[i];
        const double fromX = i == 0 ? 0 : fractionOf(range.fromUsdPerHour) * width;
        const double toX = range.toUsdPerHour ? fractionOf(*range.toUsdPerHour) * width : width;
        const bool thin = toX - fromX < minimumSegmentWidth && range.p != highlighted;
        if (thin && thinBefore) {
            segments.back().lastRange = i;
            segments.back().toX = toX;
        } else {
            segments.push_back({i, i, fromX, toX});
        }
        thinBefore = thin;
    }
    return segments;
}

}  // namespace

HourBar::HourBar(QWidget* parent) : FigureView(QSizePolicy::Fixed, parent)
{
    setCursor(Qt::SizeHorCursor);
}

void HourBar::setCostAnalysis(const std::optional<TimeCostAnalysis>& costAnalysis, const QString& emptyText,
                              std::optional<int> plan)
{
    m_costAnalysis = costAnalysis;
    m_emptyText = emptyText;
    m_planP = plan;
    updateForNewContent();
}

std::optional<int> HourBar::highlightedP() const
{
    if (!m_costAnalysis || m_costAnalysis->tradeOff.bestRanges.empty())
        return std::nullopt;
    const auto& ranges = m_costAnalysis->tradeOff.bestRanges;
    const bool isPlanShown =
        std::any_of(ranges.begin(), ranges.end(), [&](const HourValueRange& each) { return each.p == m_planP; });
    return isPlanShown ? m_planP : m_costAnalysis->tradeOff.bestRangeAt(m_costAnalysis->hourValueUsd.value_or(0))->p;
}

double HourBar::Scale::fractionOf(double value) const
{
    return value <= 0 ? 0 : std::clamp(std::log(value / low) / std::log(high / low), 0.0, 1.0);
}

double HourBar::Scale::valueAt(double share) const
{
    return share <= 0 ? 0 : low * std::pow(high / low, std::min(share, 1.0));
}

HourBar::Scale HourBar::scale() const
{
    if (m_dragScale)
        return *m_dragScale;
    Scale scale;
    if (!m_costAnalysis || m_costAnalysis->tradeOff.bestRanges.size() < 2)
        return scale;
    const auto& ranges = m_costAnalysis->tradeOff.bestRanges;
    const double lowestValue = std::max(1e-9, *ranges.front().toUsdPerHour),
                 highestValue = std::max(1e-9, ranges.back().fromUsdPerHour);
    const double marginFactor = std::max(4.0, std::pow(highestValue / lowestValue, 0.25));
    scale.low = lowestValue / marginFactor;
    scale.high = highestValue * marginFactor;
    const double hourValue = m_costAnalysis->hourValueUsd.value_or(0);
    if (hourValue > 0) {
        scale.low = std::min(scale.low, hourValue / 2);
        scale.high = std::max(scale.high, hourValue * 2);
    }
    return scale;
}

std::size_t HourBar::segmentCount(double width) const
{
    if (!m_costAnalysis || m_costAnalysis->tradeOff.bestRanges.empty())
        return 0;
    const Scale map = scale();
    const int highlighted = highlightedP().value_or(1);
    return computeSegments(m_costAnalysis->tradeOff, highlighted, width,
                           [&](double value) { return map.fractionOf(value); })
        .size();
}

FigureTexts HourBar::texts() const
{
    FigureTexts texts{.title = tr("What an hour of waiting is worth"),
                      .caption = {},
                      .summary = m_emptyText};  // shown in place of the bar
    if (!m_costAnalysis || m_costAnalysis->tradeOff.bestRanges.empty())
        return texts;
    const TimeCostTradeOff& tradeOff = m_costAnalysis->tradeOff;
    const double hourValue = m_costAnalysis->hourValueUsd.value_or(0);
    const bool isPlanNamed = hourValue <= 0 && m_planP && tradeOff.findPoint(*m_planP);
    const QString range =
        toQString(bestRangeText(tradeOff, isPlanNamed ? *m_planP : tradeOff.bestRangeAt(hourValue)->p));
    texts.caption = hourValue > 0 ? tr("At %1 an hour: %2.").arg(amountWithUnit(hourValue, Dimension::Money), range)
                    : isPlanNamed ? tr("The plan: %1.").arg(range)
                    : tradeOff.isLimitedByGoals()
                        ? tr("No hour value set. The cheapest p that meets the goals: %1.").arg(range)
                        : tr("No hour value set. The cheapest p: %1.").arg(range);
    texts.summary = texts.caption;
    texts.caption = captionForCurve(m_costAnalysis->curveKind, texts.caption, m_costAnalysis->isAssumed,
                                    m_costAnalysis->measuredAt);
    return texts;
}

Table HourBar::table() const
{
    return m_costAnalysis ? rangesTable(*m_costAnalysis) : Table{};
}

void HourBar::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont bold = look.font(TextStyle::Label, true), small = look.font(TextStyle::Small);
    if (!m_costAnalysis || m_costAnalysis->tradeOff.bestRanges.empty()) {
        painter.setFont(look.font(TextStyle::Label));
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QRectF({0, 0}, size), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const TimeCostTradeOff& choice = m_costAnalysis->tradeOff;
    const Scale map = scale();
    const double width = size.width() - 2, top = 6, high = barHeight(look);
    std::optional<double> line;
    if (m_costAnalysis->hourValueUsd)
        line = std::clamp(map.fractionOf(*m_costAnalysis->hourValueUsd) * width, 1.0, width);
    const int highlighted = highlightedP().value_or(1);
    const QFontMetricsF letters(bold), numbers(small);
    struct ValueLabel {
        double x = 0;
        QString text;
        bool isBorder = true;
    };
    std::vector<ValueLabel> labels;  // the plan's labels come first; labels that do not fit are left out
    const auto money = [](double usd) { return amountWithUnit(usd, Dimension::Money); };
    const auto fractionOf = [&](double value) { return map.fractionOf(value); };
    const std::vector<Segment> segments = computeSegments(choice, highlighted, width, fractionOf);
    bool pale = false;
    for (const auto& [firstRange, lastRange, fromX, toX] : segments) {
        const HourValueRange& range = choice.bestRanges[lastRange];
        pale = !pale;
        QColor fill = look.color(ColorRole::Money);
        fill.setAlphaF(range.p == highlighted ? 0.9F : pale ? 0.30F : 0.42F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRect(QRectF(fromX + (firstRange == 0 ? 0 : 1), top, std::max(0.5, toX - fromX - 1), high));
        const QString name = firstRange == lastRange
                                 ? tr("p %1").arg(range.p)
                                 : tr("p %1 to %2").arg(choice.bestRanges[firstRange].p).arg(range.p);
        // Keep the name clear of the hour line by putting it in the larger part of the rectangle.
        double nameLeft = fromX, nameRight = toX;
        if (line && *line > fromX && *line < toX)
            (*line - fromX > toX - *line ? nameRight : nameLeft) = *line;
        const bool fits = letters.horizontalAdvance(name) + 8 < nameRight - nameLeft;
        if (fits) {
            painter.setFont(bold);
            painter.setPen(range.p == highlighted ? QColor(0x1B, 0x1B, 0x1A) : look.color(ColorRole::Ink));
            painter.drawText(QRectF(nameLeft, top, nameRight - nameLeft, high), Qt::AlignCenter, name);
        }
        if (range.p != highlighted)
            continue;
        if (!fits && range.toUsdPerHour) {
            labels.push_back({(fromX + toX) / 2,
                              tr("%1: %2 to %3").arg(name, money(range.fromUsdPerHour), money(*range.toUsdPerHour)),
                              false});
        } else {
            if (firstRange > 0)
                labels.push_back({fromX, money(range.fromUsdPerHour)});
            if (range.toUsdPerHour)
                labels.push_back({toX, money(*range.toUsdPerHour)});
        }
    }
    for (const Segment& segment : segments)
        if (const std::optional<double>& border = choice.bestRanges[segment.lastRange].toUsdPerHour)
            labels.push_back({segment.toX, money(*border)});
    std::vector<QRectF> occupied;
    painter.setFont(small);
    for (const ValueLabel& label : labels) {
        const double wide = numbers.horizontalAdvance(label.text) + 4;
        const QRectF place(std::clamp(label.x - wide / 2, 0.0, std::max(0.0, width - wide)), top + high + 4, wide,
                           numbers.height() + 2);
        if (std::any_of(occupied.begin(), occupied.end(), [&](const QRectF& other) {
                return place.left() < other.right() + 2 && other.left() < place.right() + 2;
            }))
            continue;
        occupied.push_back(place);
        painter.setPen(look.color(label.isBorder ? ColorRole::SoftInk : ColorRole::Ink));
        painter.drawText(place, Qt::AlignHCenter | Qt::AlignTop, label.text);
        painter.setPen(look.color(ColorRole::FaintInk));
        painter.drawLine(QPointF(label.x, top + high), QPointF(label.x, top + high + 4));
    }
    if (!line)
        return;
    painter.setPen(QPen(look.color(ColorRole::Ink), 2));
    painter.drawLine(QPointF(*line, 1), QPointF(*line, top + high + 5));
}

QSize HourBar::sizeHint() const
{
    const VisualStyle& look = Theme::instance().visualStyle();
    return {static_cast<int>(320 * look.typeScale),
            static_cast<int>(barHeight(look) + 1.6 * look.font(TextStyle::Small).pixelSize() + 14)};
}

void HourBar::dragTo(double x, EditPhase phase)
{
    if (!m_costAnalysis || m_costAnalysis->tradeOff.bestRanges.size() < 2)
        return;
    const double raw = scale().valueAt(x / std::max(1, width() - 2));
    // Round to two digits, as the sliders do.
    const double grid = raw > 0 ? std::pow(10.0, std::floor(std::log10(raw)) - 1) : 1;
    Q_EMIT valueDragged(raw > 0 ? std::round(raw / grid) * grid : 0, phase);
}

void HourBar::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return FigureView::mousePressEvent(event);
    m_dragScale = scale();
    dragTo(event->position().x(), EditPhase::Begin);
}

void HourBar::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragScale)
        dragTo(event->position().x(), EditPhase::Move);
}

void HourBar::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_dragScale)
        return FigureView::mouseReleaseEvent(event);
    dragTo(event->position().x(), EditPhase::End);
    m_dragScale.reset();
    update();
}

}  // namespace scalewright::ui

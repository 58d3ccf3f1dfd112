// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/story/story_drawing.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/base/quantity/units.h"
#include "ui/theme/contrasting_ink.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

/// In a wide window a row is high; a bar that fills it looks like a block.
QRectF flattened(const QRectF& rect, const VisualStyle& look)
{
    const double spare = std::max(0.0, rect.height() - 80 * look.typeScale);
    return rect.adjusted(0, spare / 2, 0, -spare / 2);
}

/// A bar with a number in each part and the part's name below, with its colour, if there is room; the number stands by
/// the name if the part is too narrow for it.
void drawBar(QPainter& painter, const QRectF& area, const VisualStyle& look, const std::vector<StoryBarPart>& parts)
{
    const QRectF rect = flattened(area, look);
    double totalValue = 0;
    for (const StoryBarPart& part : parts)
        totalValue += part.value;
    if (!(totalValue > 0))
        return;
    const QFont small = look.font(TextStyle::Small), boldFont = look.font(TextStyle::Label, true);
    const QFontMetricsF nameMetrics(small), numbers(boldFont);
    const double high = std::max(14.0, rect.height() - nameMetrics.height() - 6);
    // A name starts below its own part, or as far to the left as the names after it need. If there is no room for all,
    // those of the smallest parts are left out.
    std::vector<std::size_t> named(parts.size());
    std::iota(named.begin(), named.end(), std::size_t{0});
    constexpr double gap = 8, swatch = 6;
    const auto fitsInside = [&](const StoryBarPart& part) {
        return numbers.horizontalAdvance(part.label) + 6 <= rect.width() * part.value / totalValue &&
               numbers.height() <= high;
    };
    const auto nameOf = [&](std::size_t i) {
        return fitsInside(parts[i]) ? parts[i].name : QStringLiteral("%1 %2").arg(parts[i].name, parts[i].label);
    };
    const auto neededWidth = [&](std::size_t i) { return swatch + 3 + nameMetrics.horizontalAdvance(nameOf(i)) + gap; };
    const auto namedWidth = [&] {
        return std::accumulate(named.begin(), named.end(), 0.0,
                               [&](double sum, std::size_t i) { return sum + neededWidth(i); });
    };
    while (!named.empty() && namedWidth() > rect.width() + gap)
        named.erase(std::ranges::min_element(named, {}, [&](std::size_t i) { return parts[i].value; }));
    painter.setFont(small);
    painter.setPen(look.color(ColorRole::SoftInk));
    double start = rect.right(), right = rect.right() + gap;
    for (std::size_t i = parts.size(); i-- > 0;) {
        start -= rect.width() * parts[i].value / totalValue;
        if (std::ranges::find(named, i) == named.end())
            continue;
        right = std::min(start, right - neededWidth(i));
        const double baseline = rect.top() + high + 4 + nameMetrics.ascent();
        painter.fillRect(QRectF(right, baseline - nameMetrics.capHeight() / 2 - swatch / 2, swatch, swatch),
                         look.color(parts[i].role));
        painter.drawText(QPointF(right + swatch + 3, baseline), nameOf(i));
    }
    double left = rect.left();
    for (const StoryBarPart& part : parts) {
        const double wide = rect.width() * part.value / totalValue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(part.role));
        const QRectF filled(left, rect.top(), std::max(1.0, wide - 2), high);
        painter.drawRoundedRect(filled, 2, 2);
        if (fitsInside(part)) {
            painter.setFont(boldFont);
            painter.setPen(contrastingInk(look.color(part.role)));
            painter.drawText(filled, Qt::AlignCenter, part.label);
        }
        left += wide;
    }
}

void drawRanges(QPainter& painter, const QRectF& area, const VisualStyle& look,
                const std::vector<HourValueRange>& ranges, int p)
{
    const QRectF rect = flattened(area, look);
    const QFont small = look.font(TextStyle::Small), boldFont = look.font(TextStyle::Label, true);
    const QFontMetricsF numbers(small);
    const double high = std::max(14.0, rect.height() - numbers.height() - 6);
    // The values are on a logarithmic scale, as on Cost.
    constexpr double lowestValue = 1e-9;  // waiting that costs nothing
    const double first = std::max(lowestValue, ranges.front().fromUsdPerHour > 0 ? ranges.front().fromUsdPerHour
                                                                                 : *ranges.front().toUsdPerHour),
                 last = std::max(first, ranges.back().toUsdPerHour.value_or(ranges.back().fromUsdPerHour));
    const double margin = std::max(2.0, std::pow(last / first, 0.25));
    const double low = ranges.front().fromUsdPerHour > 0 ? first : first / margin,
                 highest = ranges.back().toUsdPerHour ? last : last * margin;
    const auto xOf = [&](double value) {
        return rect.left() + rect.width() * std::clamp(std::log(value / low) / std::log(highest / low), 0.0, 1.0);
    };
    double free = rect.left() - 1;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const double left = ranges[i].fromUsdPerHour > 0 ? xOf(ranges[i].fromUsdPerHour) : rect.left(),
                     wide = (ranges[i].toUsdPerHour ? xOf(*ranges[i].toUsdPerHour) : rect.right()) - left;
        const bool isChosen = ranges[i].p == p;
        QColor fill = look.color(ColorRole::Money);
        fill.setAlphaF(isChosen ? 0.9F : i % 2 == 0 ? 0.30F : 0.42F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(QRectF(left, rect.top(), std::max(1.0, wide - 2), high), 2, 2);
        painter.setFont(boldFont);
        painter.setPen(isChosen ? contrastingInk(look.color(ColorRole::Money)) : look.color(ColorRole::Ink));
        const QString name = QString::number(ranges[i].p);
        if (QFontMetricsF(boldFont).horizontalAdvance(name) + 4 <= wide)
            painter.drawText(QRectF(left, rect.top(), wide - 2, high), Qt::AlignCenter, name);
        if (!ranges[i].toUsdPerHour)
            continue;
        const QString border = amountWithUnit(*ranges[i].toUsdPerHour, Dimension::Money);
        const double half = numbers.horizontalAdvance(border) / 2, at = left + wide - half;
        if (at <= free || at + 2 * half > rect.right())
            continue;
        painter.setFont(small);
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QPointF(at, rect.top() + high + 4 + numbers.ascent()), border);
        free = at + 2 * half + 6;
    }
}

void drawSlots(QPainter& painter, const QRectF& area, const VisualStyle& look, const QStringList& titles)
{
    const QRectF rect = flattened(area, look);
    const QFont small = look.font(TextStyle::Small);
    const QFontMetricsF letters(small);
    constexpr int columns = 3;
    const double gap = 4, wide = (rect.width() - (columns - 1) * gap) / columns, high = (rect.height() - gap) / 2;
    painter.setFont(small);
    for (int i = 0; i < titles.size(); ++i) {
        const int row = i / columns;
        const QRectF chip(rect.left() + (i % columns) * (wide + gap), rect.top() + row * (high + gap), wide, high);
        painter.setPen(QPen(look.color(ColorRole::Hairline), 1));  // a hovered row has the same colour as the chips
        painter.setBrush(look.color(ColorRole::Hover));
        painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2);
        painter.setPen(look.color(titles[i].isEmpty() ? ColorRole::SoftInk : ColorRole::Ink));
        const QRectF inner = chip.adjusted(6, 0, -6, 0);
        const QString title = titles[i].isEmpty() ? QStringLiteral("–") : titles[i];
        const bool wraps = letters.horizontalAdvance(title) > inner.width() && 2 * letters.height() <= inner.height() &&
                           letters.boundingRect(inner, Qt::TextWordWrap, title).width() <= inner.width();
        painter.drawText(inner, Qt::AlignCenter | (wraps ? Qt::TextWordWrap : 0),
                         wraps ? title : letters.elidedText(title, Qt::ElideRight, inner.width()));
    }
}

void drawRoofline(QPainter& painter, const QRectF& rect, const VisualStyle& look, double ridgeRatio,
                  std::optional<double> roofRatio)
{
    // Both axes are logarithmic, with the ridge in the middle; values beyond a factor of 100 are drawn at the edge.
    constexpr double decades = 2;
    const double middle = rect.center().x(), top = rect.top() + 6;
    const double perDecade = rect.width() / 2 / decades, pixelsPerDecadeY = (rect.height() - 12) / decades;
    const double x = std::clamp(std::log10(ridgeRatio), -decades, decades);
    const auto roof = [&](double decade) {
        return QPointF(middle + decade * perDecade, top - std::min(0.0, decade) * pixelsPerDecadeY);
    };
    painter.setPen(QPen(look.color(ColorRole::Ink), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF{roof(-decades), roof(0), roof(decades)});
    QPointF step = roof(x);
    if (roofRatio && *roofRatio > 0 && *roofRatio < 1)
        step.setY(std::min(rect.bottom() - 4, step.y() - std::log10(*roofRatio) * pixelsPerDecadeY));
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.color(ColorRole::Compute));
    painter.drawEllipse(step, 4.5, 4.5);
}

void drawMemory(QPainter& painter, const QRectF& rect, const VisualStyle& look, double neededBytes, double heldBytes)
{
    const QFont boldFont = look.font(TextStyle::Label, true);
    const QFontMetricsF numbers(boldFont);
    const double largest = std::max(neededBytes, heldBytes), gap = 6, high = (rect.height() - gap) / 2;
    const double thick = std::min(high, 1.6 * numbers.height());
    double top = rect.center().y() - gap / 2 - thick;
    for (const auto& [bytes, name, role] :
         {std::tuple(neededBytes, StoryDrawing::tr("needed"), ColorRole::Warning),
          std::tuple(heldBytes, StoryDrawing::tr("one machine"), ColorRole::Compute)}) {
        const QRectF bar(rect.left(), top, std::max(2.0, rect.width() * bytes / largest), thick);
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(role));
        painter.drawRoundedRect(bar, 2, 2);
        const QString number = amountWithUnit(bytes, Dimension::Bytes),
                      text = QStringLiteral("%1 %2").arg(number, name);
        const bool isInside = numbers.horizontalAdvance(text) + 12 <= bar.width();
        painter.setFont(boldFont);
        painter.setPen(isInside ? contrastingInk(look.color(role)) : look.color(ColorRole::Ink));
        painter.drawText(
            isInside ? bar.adjusted(6, 0, -6, 0) : QRectF(bar.right() + 6, top, rect.right() - bar.right() - 6, thick),
            Qt::AlignVCenter | Qt::AlignLeft, text);
        top += thick + gap;
    }
}

}  // namespace

StoryDrawing::StoryDrawing(QWidget* parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void StoryDrawing::setDrawing(DrawFunction drawing)
{
    m_drawing = std::move(drawing);
    update();
}

void StoryDrawing::clear()
{
    setDrawing({});
}

void StoryDrawing::showRoofline(double ridgeRatio, std::optional<double> roofRatio)
{
    setDrawing([=](QPainter& painter, const QRectF& rect, const VisualStyle& look) {
        drawRoofline(painter, rect, look, ridgeRatio, roofRatio);
    });
}

void StoryDrawing::showMemory(double neededBytes, double heldBytes)
{
    setDrawing([=](QPainter& painter, const QRectF& rect, const VisualStyle& look) {
        drawMemory(painter, rect, look, neededBytes, heldBytes);
    });
}

void StoryDrawing::showSlots(const QStringList& titles)
{
    setDrawing([=](QPainter& painter, const QRectF& rect, const VisualStyle& look) {
        drawSlots(painter, rect, look, titles);
    });
}

void StoryDrawing::showBar(const std::vector<StoryBarPart>& parts)
{
    setDrawing(
        [=](QPainter& painter, const QRectF& rect, const VisualStyle& look) { drawBar(painter, rect, look, parts); });
}

void StoryDrawing::showRanges(const std::vector<HourValueRange>& ranges, int p)
{
    setDrawing([=](QPainter& painter, const QRectF& rect, const VisualStyle& look) {
        drawRanges(painter, rect, look, ranges, p);
    });
}

QSize StoryDrawing::sizeHint() const
{
    const double scale = Theme::instance().typeScale();
    return {static_cast<int>(280 * scale), static_cast<int>(44 * scale)};
}

QSize StoryDrawing::minimumSizeHint() const
{
    return {static_cast<int>(160 * Theme::instance().typeScale()), sizeHint().height()};
}

void StoryDrawing::paintEvent(QPaintEvent*)
{
    if (!m_drawing)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    m_drawing(painter, QRectF(rect()).adjusted(1, 1, -1, -1), Theme::instance().visualStyle());
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/slide_bars.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

/// Maps values to pixels, linearly or logarithmically.
struct BarScale {
    double low = 0, high = 1, left = 0, width = 1;
    bool logarithmic = false;

    [[nodiscard]] double operator()(double value) const
    {
        if (!(high > low))
            return left;
        const double share =
            logarithmic ? std::log(std::max(value, low) / low) / std::log(high / low) : (value - low) / (high - low);
        return left + width * std::clamp(share, 0.0, 1.0);
    }
};

BarScale makeScale(const SlideBars& figure, double left, double width)
{
    BarScale scale{.low = 0, .high = 0, .left = left, .width = width, .logarithmic = figure.logarithmic};
    if (figure.logarithmic)
        scale.low = scale.high = std::max(1e-12, figure.bars.front().from);
    const auto include = [&](double value) {
        scale.low = std::min(scale.low, value);
        scale.high = std::max(scale.high, value);
    };
    for (const SlideBar& bar : figure.bars) {
        include(bar.from);
        include(bar.to);
    }
    if (figure.referenceLine && (!figure.logarithmic || *figure.referenceLine > 0))
        include(*figure.referenceLine);
    return scale;
}

/// Whether the bar begins or ends at that level, so that a dotted line connects the two.
bool touchesLevel(const SlideBar& bar, double level)
{
    const auto near = [&](double value) { return std::abs(value - level) <= 1e-9 * std::max(1.0, std::abs(level)); };
    return bar.isTotal ? near(bar.to) : near(bar.from);
}

void drawTextAt(QPainter& painter, const QPointF& baseline, const QString& text, const QColor& color)
{
    painter.setPen(color);
    painter.drawText(baseline, text);
}

/// The powers of ten within the scale. Precondition: it is logarithmic.
std::vector<double> powersOfTen(const BarScale& scale)
{
    std::vector<double> powers;
    for (double power = std::pow(10, std::ceil(std::log10(scale.low) - 1e-9)); power <= scale.high * (1 + 1e-9);
         power *= 10)
        powers.push_back(power);
    return powers;
}

QFont enlarged(QFont font)
{
    constexpr double factor = 1.3;
    font.setPixelSize(static_cast<int>(std::lround(factor * font.pixelSize())));
    return font;
}

}  // namespace

QSizeF SlideBars::naturalSize() const
{
    return {640, 48.0 * static_cast<double>(std::max<std::size_t>(2, bars.size()))};
}

void SlideBars::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    if (bars.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = look.font(TextStyle::Label), bold = look.font(TextStyle::Label, true);
    const QFontMetricsF letters(bold);
    const double space = 0.8 * letters.averageCharWidth();
    double nameWidth = 0, valueWidth = 0, ends = 0;
    for (const SlideBar& bar : bars) {
        nameWidth = std::max(nameWidth, letters.horizontalAdvance(bar.name));
        valueWidth = std::max(valueWidth, letters.horizontalAdvance(bar.valueText));
        ends = std::max({ends, letters.horizontalAdvance(bar.fromText), letters.horizontalAdvance(bar.toText)});
    }
    const double high = letters.height();
    const double above = referenceLineText.isEmpty() ? 0 : 1.5 * high, inset = ends > 0 ? ends + space : 0;
    const double left = nameWidth + 2 * space + inset,
                 width = std::max(20.0, size.width() - left - inset - (valueWidth > 0 ? valueWidth + 2 * space : 0));
    const BarScale toX = makeScale(*this, left, width);
    const double below = axisTitle.isEmpty() ? 0 : 2.8 * high, rowsHeight = size.height() - above - below;
    const double row = std::min(rowsHeight / static_cast<double>(bars.size()), 3.4 * high);
    const double thick = std::min(0.62 * row, 1.7 * high);
    const double top = above + std::max(0.0, (rowsHeight - row * static_cast<double>(bars.size())) / 2);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const SlideBar& bar = bars[i];
        const double middle = top + row * (static_cast<double>(i) + 0.5);
        const double baseline = middle + letters.capHeight() / 2;
        const double barLeft = toX(std::min(bar.from, bar.to)), barRight = toX(std::max(bar.from, bar.to));
        painter.setFont(bar.isTotal ? bold : font);
        drawTextAt(painter, {0, baseline}, bar.name, look.color(bar.isTotal ? ColorRole::Ink : ColorRole::SoftInk));
        drawTextAt(painter, {size.width() - QFontMetricsF(painter.font()).horizontalAdvance(bar.valueText), baseline},
                   bar.valueText, look.color(ColorRole::Ink));
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(bar.role));
        painter.drawRect(
            QRectF(barLeft, middle - thick / 2, std::max(look.scaledLength(1), barRight - barLeft), thick));
        painter.setFont(font);
        const QFontMetricsF small(font);
        drawTextAt(painter, {barLeft - space - small.horizontalAdvance(bar.fromText), baseline}, bar.fromText,
                   look.color(ColorRole::Ink));
        drawTextAt(painter, {barRight + space, baseline}, bar.toText, look.color(ColorRole::Ink));
        const bool floats = i + 1 < bars.size() && !logarithmic && touchesLevel(bars[i + 1], bar.to);
        if (!floats)
            continue;
        painter.setPen(QPen(look.color(ColorRole::FaintInk), look.scaledLength(1), Qt::DotLine));
        const double level = toX(bar.to);
        painter.drawLine(QPointF(level, middle + thick / 2), QPointF(level, middle + row - thick / 2));
    }
    const double bottom = top + row * static_cast<double>(bars.size());
    if (!axisTitle.isEmpty()) {
        painter.setFont(font);
        const QFontMetricsF small(font);
        const QPen line(look.color(ColorRole::FaintInk), look.scaledLength(1));
        painter.setPen(line);
        painter.drawLine(QPointF(left, bottom), QPointF(left + width, bottom));
        for (const double power : powersOfTen(toX)) {
            const QString text =
                axisDimension == Dimension::Ratio ? numberText(power) : amountWithUnit(power, axisDimension);
            painter.setPen(line);
            painter.drawLine(QPointF(toX(power), bottom), QPointF(toX(power), bottom + 0.25 * high));
            drawTextAt(painter, {toX(power) - small.horizontalAdvance(text) / 2, bottom + 1.25 * high}, text,
                       look.color(ColorRole::SoftInk));
        }
        drawTextAt(painter, {left + (width - small.horizontalAdvance(axisTitle)) / 2, bottom + 2.4 * high}, axisTitle,
                   look.color(ColorRole::SoftInk));
    }
    if (!referenceLine)
        return;
    const double x = toX(*referenceLine);
    painter.setPen(QPen(look.color(ColorRole::Ink), look.scaledLength(1.5), Qt::DashLine));
    painter.drawLine(QPointF(x, top - 0.2 * high), QPointF(x, bottom));
    painter.setFont(bold);
    const double wide = letters.horizontalAdvance(referenceLineText);
    drawTextAt(painter, {std::clamp(x - wide / 2, 0.0, std::max(0.0, size.width() - wide)), top - 0.4 * high},
               referenceLineText, look.color(ColorRole::Ink));
}

Table SlideSlots::table() const
{
    Table table;
    table.columns = {{"slot", Tr::tr("slot").toStdString(), "", -1},
                     {"choice", Tr::tr("choice").toStdString(), "", -1}};
    for (const Chip& chip : chips)
        table.rows.push_back({chip.slot.toStdString(), chip.choice.toStdString()});
    return table;
}

void SlideSlots::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    constexpr int columns = 3, rows = 2;
    const QFont name = look.font(TextStyle::Label);
    QFont choice = enlarged(look.font(TextStyle::CardTitle, true));
    const double line = QFontMetricsF(name).height(), gap = 0.7 * line, inset = 0.8 * line, nameHeight = 1.6 * line;
    const double wide = (size.width() - (columns - 1) * gap) / columns, high = (size.height() - gap) / rows;
    const QRectF choiceArea(0, 0, wide - 2 * inset, high - 2 * inset - nameHeight);
    const auto fits = [&](const Chip& chip) {
        const QRectF text = QFontMetricsF(choice).boundingRect(choiceArea, Qt::TextWordWrap, chip.choice);
        return text.height() <= choiceArea.height() && text.width() <= choiceArea.width();
    };
    while (!std::all_of(chips.begin(), chips.end(), fits) && choice.pixelSize() > 8)
        choice.setPixelSize(choice.pixelSize() - 1);
    for (std::size_t i = 0; i < chips.size(); ++i) {
        const std::size_t rowsAbove = i / columns;
        const auto column = static_cast<double>(i % columns), row = static_cast<double>(rowsAbove);
        const QRectF chip(column * (wide + gap), row * (high + gap), wide, high);
        const bool filled = !chips[i].choice.isEmpty();
        painter.setPen(QPen(look.color(ColorRole::Hairline), look.scaledLength(1)));
        painter.setBrush(look.color(filled ? ColorRole::Hover : ColorRole::Card));
        painter.drawRoundedRect(chip, Theme::cornerRadius, Theme::cornerRadius);
        const QRectF inside = chip.adjusted(inset, inset, -inset, -inset);
        painter.setFont(name);
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine,
                         QStringLiteral("%1  %2").arg(i + 1).arg(chips[i].slot));
        painter.setFont(choice);
        painter.setPen(look.color(filled ? ColorRole::Ink : ColorRole::SoftInk));
        painter.drawText(inside.adjusted(0, nameHeight, 0, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         filled ? chips[i].choice : QStringLiteral("–"));
    }
}

}  // namespace scalewright::ui

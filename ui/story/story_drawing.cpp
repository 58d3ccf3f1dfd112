#include "ui/story/story_drawing.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/quantity/units.h"
#include "ui/theme/ink_on.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

/// A bar with a number in each part and its name below, where there is room.
void drawBar(QPainter& painter, const QRectF& rect, const Look& look, const std::vector<StoryBarPart>& parts)
{
    double whole = 0;
    for (const StoryBarPart& part : parts)
        whole += part.value;
    if (!(whole > 0))
        return;
    const QFont small = look.font(TextStyle::Small), bold = look.font(TextStyle::Label, true);
    const QFontMetricsF names(small), numbers(bold);
    const double high = std::max(14.0, rect.height() - names.height() - 6);
    // A name begins under its own part and runs under no other that has one: the larger parts come first.
    std::vector<std::size_t> bySize(parts.size());
    std::iota(bySize.begin(), bySize.end(), std::size_t{0});
    std::stable_sort(bySize.begin(), bySize.end(),
                     [&](std::size_t a, std::size_t b) { return parts[a].value > parts[b].value; });
    const auto begin = [&](std::size_t i) {
        double before = 0;
        for (std::size_t k = 0; k < i; ++k)
            before += parts[k].value;
        return rect.left() + rect.width() * before / whole;
    };
    std::vector<QRectF> named;
    painter.setFont(small);
    painter.setPen(look.color(Role::Soft));
    for (const std::size_t i : bySize) {
        const double needs = names.horizontalAdvance(parts[i].name);
        const QRectF place(begin(i), rect.top() + high + 4, needs, names.height());
        const double end = begin(i) + rect.width() * parts[i].value / whole;
        const bool last = i + 1 == parts.size();
        const QRectF at = place.right() <= rect.right()        ? place
                          : last && needs <= end - rect.left() ? place.translated(rect.right() - place.right(), 0)
                                                               : QRectF();
        if (at.isNull() || std::any_of(named.begin(), named.end(), [&](const QRectF& other) {
                return at.left() < other.right() + 6 && other.left() < at.right() + 6;
            }))
            continue;
        painter.drawText(QPointF(at.left(), at.top() + names.ascent()), parts[i].name);
        named.push_back(at);
    }
    double left = rect.left();
    for (const StoryBarPart& part : parts) {
        const double wide = rect.width() * part.value / whole;
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(part.role));
        const QRectF filled(left, rect.top(), std::max(1.0, wide - 2), high);
        painter.drawRoundedRect(filled, 2, 2);
        if (numbers.horizontalAdvance(part.label) + 4 <= filled.width() && numbers.height() <= high) {
            painter.setFont(bold);
            painter.setPen(inkOn(look.color(part.role)));
            painter.drawText(filled, Qt::AlignCenter, part.label);
        }
        left += wide;
    }
}

void drawRanges(QPainter& painter, const QRectF& rect, const Look& look, const std::vector<RightRange>& ranges, int p)
{
    // Each as wide as the next: the borders' numbers say where they lie.
    const QFont small = look.font(TextStyle::Small), bold = look.font(TextStyle::Label, true);
    const QFontMetricsF numbers(small);
    const double high = std::max(14.0, rect.height() - numbers.height() - 6);
    const double wide = rect.width() / static_cast<double>(ranges.size());
    double free = rect.left() - 1;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const double left = rect.left() + wide * static_cast<double>(i);
        const bool right = ranges[i].p == p;
        QColor fill = look.color(Role::Money);
        fill.setAlphaF(right ? 0.9F : i % 2 == 0 ? 0.30F : 0.42F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(QRectF(left, rect.top(), wide - 2, high), 2, 2);
        painter.setFont(bold);
        painter.setPen(right ? inkOn(look.color(Role::Money)) : look.color(Role::Ink));
        painter.drawText(QRectF(left, rect.top(), wide - 2, high), Qt::AlignCenter, QString::number(ranges[i].p));
        if (!ranges[i].toUsdPerHour)
            continue;
        const QString border = amount(*ranges[i].toUsdPerHour, Dimension::Money);
        const double half = numbers.horizontalAdvance(border) / 2, at = left + wide - half;
        if (at <= free || at + 2 * half > rect.right())
            continue;
        painter.setFont(small);
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QPointF(at, rect.top() + high + 4 + numbers.ascent()), border);
        free = at + 2 * half + 6;
    }
}

void drawSlots(QPainter& painter, const QRectF& rect, const Look& look, const QStringList& titles)
{
    const QFont small = look.font(TextStyle::Small);
    const QFontMetricsF letters(small);
    constexpr int columns = 3;
    const double gap = 4, wide = (rect.width() - (columns - 1) * gap) / columns, high = (rect.height() - gap) / 2;
    painter.setFont(small);
    for (int i = 0; i < titles.size(); ++i) {
        const QRectF chip(rect.left() + (i % columns) * (wide + gap), rect.top() + (i / columns) * (high + gap), wide,
                          high);
        painter.setPen(QPen(look.color(Role::Hairline), 1));  // the row under the pointer has the chips' own colour
        painter.setBrush(look.color(Role::Hover));
        painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2);
        painter.setPen(look.color(titles[i].isEmpty() ? Role::Soft : Role::Ink));
        const QRectF inner = chip.adjusted(6, 0, -6, 0);
        const QString title = titles[i].isEmpty() ? QStringLiteral("–") : titles[i];
        const bool wraps = letters.horizontalAdvance(title) > inner.width() && 2 * letters.height() <= inner.height() &&
                           letters.boundingRect(inner, Qt::TextWordWrap, title).width() <= inner.width();
        painter.drawText(inner, Qt::AlignCenter | (wraps ? Qt::TextWordWrap : 0),
                         wraps ? title : letters.elidedText(title, Qt::ElideRight, inner.width()));
    }
}

void drawRoofline(QPainter& painter, const QRectF& rect, const Look& look, double ofRidge, std::optional<double> ofRoof)
{
    // Both axes logarithmic, the ridge in the middle; what lies outside of a hundredfold stands at the edge.
    constexpr double decades = 2;
    const double middle = rect.center().x(), top = rect.top() + 6;
    const double perDecade = rect.width() / 2 / decades, up = (rect.height() - 12) / decades;
    const double x = std::clamp(std::log10(ofRidge), -decades, decades);
    const auto roof = [&](double decade) {
        return QPointF(middle + decade * perDecade, top - std::min(0.0, decade) * up);
    };
    painter.setPen(QPen(look.color(Role::Ink), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF{roof(-decades), roof(0), roof(decades)});
    QPointF step = roof(x);
    if (ofRoof && *ofRoof > 0 && *ofRoof < 1)
        step.setY(std::min(rect.bottom() - 4, step.y() - std::log10(*ofRoof) * up));
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.color(Role::Compute));
    painter.drawEllipse(step, 4.5, 4.5);
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

void StoryDrawing::draw(Drawing drawing)
{
    m_drawing = std::move(drawing);
    update();
}

void StoryDrawing::showNothing()
{
    draw({});
}

void StoryDrawing::showRoofline(double ofRidge, std::optional<double> ofRoof)
{
    draw([=](QPainter& painter, const QRectF& rect, const Look& look) {
        drawRoofline(painter, rect, look, ofRidge, ofRoof);
    });
}

void StoryDrawing::showSlots(const QStringList& titles)
{
    draw([=](QPainter& painter, const QRectF& rect, const Look& look) { drawSlots(painter, rect, look, titles); });
}

void StoryDrawing::showBar(const std::vector<StoryBarPart>& parts)
{
    draw([=](QPainter& painter, const QRectF& rect, const Look& look) { drawBar(painter, rect, look, parts); });
}

void StoryDrawing::showRanges(const std::vector<RightRange>& ranges, int p)
{
    draw([=](QPainter& painter, const QRectF& rect, const Look& look) { drawRanges(painter, rect, look, ranges, p); });
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
    m_drawing(painter, QRectF(rect()).adjusted(1, 1, -1, -1), Theme::instance().look());
}

}  // namespace scalewright::ui

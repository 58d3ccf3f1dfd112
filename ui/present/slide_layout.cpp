#include "ui/present/slide_layout.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace scalewright::ui {

namespace {

// At 1080 lines.
constexpr double largeClaim = 56, smallClaim = 44, side = 84, top = 56, gap = 32, controlHeight = 96, footHeight = 44,
                 bottom = 20, notesHeight = 300;
constexpr double typeScale = 2.4;  // the smallest type of a chart is 11 px at scale 1

QFont claimFont(const Look& look, double pixels)
{
    QFont font = look.font(TextStyle::Page, true);
    font.setPixelSize(static_cast<int>(std::lround(pixels)));
    return font;
}

}  // namespace

double slideScale(const QSizeF& size)
{
    constexpr double lines = 1080, narrowest = 1440;
    return std::max(0.1, std::min(size.height() / lines, size.width() / narrowest));
}

SlideLayout layOutSlide(const QSizeF& size, const QString& claim, const SlideParts& parts, bool dark)
{
    SlideLayout layout;
    const double scale = layout.scale = slideScale(size);
    layout.look = {.dark = dark, .typeScale = typeScale * scale};
    const double left = side * scale, width = std::max(1.0, size.width() - 2 * left);
    layout.claimFont = claimFont(layout.look, largeClaim * scale);
    if (QFontMetricsF(layout.claimFont).horizontalAdvance(claim) > width)
        layout.claimFont = claimFont(layout.look, smallClaim * scale);
    const QFontMetricsF metrics(layout.claimFont);
    constexpr int mostLines = 3;
    const auto boxOf = [&](const QString& text) {
        return metrics.boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text);
    };
    const auto fits = [&](const QString& text) {
        const QRectF box = boxOf(text);
        return box.height() <= (mostLines + 0.5) * metrics.lineSpacing() && box.width() <= width + 1;
    };
    layout.claimText = claim;
    if (!fits(claim)) {
        qsizetype low = 0, high = claim.size();
        while (high - low > 1) {
            const qsizetype middle = (low + high) / 2;
            (fits(claim.left(middle) + QChar(0x2026)) ? low : high) = middle;
        }
        layout.claimText = claim.left(low) + QChar(0x2026);
    }
    const double claimHigh = boxOf(layout.claimText).height();
    layout.claim = QRectF(left, top * scale, width, std::ceil(claimHigh));
    double low = size.height() - bottom * scale;
    layout.foot = QRectF(left, low - footHeight * scale, width, footHeight * scale);
    low = layout.foot.top();
    if (parts.notes) {
        layout.notes = QRectF(left, low - notesHeight * scale, width, notesHeight * scale);
        low = layout.notes.top() - gap * scale;
    }
    if (parts.control) {
        layout.control = QRectF(left, low - controlHeight * scale, width, controlHeight * scale);
        low = layout.control.top();
    }
    const double from = layout.claim.bottom() + gap * scale;
    layout.chart = QRectF(left, from, width, std::max(1.0, low - from - 0.5 * gap * scale));
    return layout;
}

}  // namespace scalewright::ui

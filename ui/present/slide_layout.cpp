// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/slide_layout.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace scalewright::ui {

namespace {

// All in pixels at 1080 lines.
constexpr double largeClaimPixels = 56, smallClaimPixels = 44, slideSideMargin = 84, slideTopMargin = 56, slideGap = 32,
                 controlHeight = 96, footHeight = 44, slideBottomMargin = 20, notesHeight = 300;
constexpr double chartTypeScale = 2.55;  // the smallest chart font is 11 px at scale 1, and 28 px here

QFont makeClaimFont(const VisualStyle& look, double pixels)
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
    layout.look = {.dark = dark, .typeScale = chartTypeScale * scale};
    const double left = slideSideMargin * scale, width = std::max(1.0, size.width() - 2 * left);
    layout.claimFont = makeClaimFont(layout.look, largeClaimPixels * scale);
    if (QFontMetricsF(layout.claimFont).horizontalAdvance(claim) > width)
        layout.claimFont = makeClaimFont(layout.look, smallClaimPixels * scale);
    const QFontMetricsF metrics(layout.claimFont);
    constexpr int maximumLines = 3;
    const auto textBounds = [&](const QString& text) {
        return metrics.boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text);
    };
    const auto fits = [&](const QString& text) {
        const QRectF box = textBounds(text);
        return box.height() <= (maximumLines + 0.5) * metrics.lineSpacing() && box.width() <= width + 1;
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
    const double claimHigh = textBounds(layout.claimText).height();
    layout.claimRect = QRectF(left, slideTopMargin * scale, width, std::ceil(claimHigh));
    double low = size.height() - slideBottomMargin * scale;
    layout.footRect = QRectF(left, low - footHeight * scale, width, footHeight * scale);
    low = layout.footRect.top();
    if (parts.hasNotes) {
        layout.notesRect = QRectF(left, low - notesHeight * scale, width, notesHeight * scale);
        low = layout.notesRect.top() - slideGap * scale;
    }
    if (parts.hasControl) {
        layout.controlRect = QRectF(left, low - controlHeight * scale, width, controlHeight * scale);
        low = layout.controlRect.top();
    }
    const double chartTop = layout.claimRect.bottom() + slideGap * scale;
    layout.chartRect = QRectF(left, chartTop, width, std::max(1.0, low - chartTop - 0.5 * slideGap * scale));
    return layout;
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Readable ink on a filled part of a drawing, independent of the visual style.
#pragma once

#include <QColor>

#include <cmath>

namespace scalewright::ui {

/// Near black or near white, whichever has more contrast (WCAG 2.1: relative luminance; the contrasts are equal at
/// 0.179).
[[nodiscard]] inline QColor contrastingInk(const QColor& fill)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    const double luminance =
        0.2126 * linear(fill.redF()) + 0.7152 * linear(fill.greenF()) + 0.0722 * linear(fill.blueF());
    return luminance > 0.179 ? QColor(0x1B, 0x1B, 0x1A) : QColor(Qt::white);
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The layout and fonts of a slide as a pure function of its size, shared by the screen and the PDF.
//
// Sizes are given for 1080 lines and scale with the slide: at that size, the claim is at 44 px or more and chart labels
// are at 26 px or more.
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

#include "ui/theme/theme.h"

namespace scalewright::ui {

struct SlideParts {
    bool hasControl = false;
    bool hasNotes = false;  ///< show the speaker's notes at the bottom
};

struct SlideLayout {
    double scale = 1;  ///< 1 at 1080 lines
    VisualStyle look;  ///< for the chart and the control
    QFont claimFont;
    QString claimText;  ///< the claim, shortened with "…" to fit three lines
    /// `footRect`: the page dots and a hint. The rectangle of an absent part is empty.
    QRectF claimRect, chartRect, controlRect, footRect, notesRect;
};

[[nodiscard]] SlideLayout layOutSlide(const QSizeF& size, const QString& claim, const SlideParts& parts, bool dark);

/// 1 at 1080 lines; the smaller of the scales that the height and the width allow.
[[nodiscard]] double slideScale(const QSizeF& size);

}  // namespace scalewright::ui

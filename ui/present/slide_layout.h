// The layout and fonts of a slide as a pure function of its size, shared by the screen and the PDF.
//
// Sizes are given for 1080 lines and scale with the slide: the claim at 44 px or more, a chart's labels at 26 px or
// more.
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
    VisualStyle look;  ///< of chart and control
    QFont claimFont;
    QString claimText;  ///< the claim, shortened with "…" to fit three lines
    /// `footRect`: the page dots and a hint; absent parts are empty.
    QRectF claimRect, chartRect, controlRect, footRect, notesRect;
};

[[nodiscard]] SlideLayout layOutSlide(const QSizeF& size, const QString& claim, const SlideParts& parts, bool dark);

/// 1 at 1080 lines: the smaller of what height and width allow.
[[nodiscard]] double slideScale(const QSizeF& size);

}  // namespace scalewright::ui

// Where the parts of a slide lie, and in what type, as a pure function of its size: the screen and the PDF ask the same.
//
// Everything is said for 1080 lines and scales with the slide: the claim at 44 px or more, a chart's labels at 26 px or
// more.
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

#include "ui/theme/theme.h"

namespace scalewright::ui {

struct SlideParts {
    bool control = false;
    bool notes = false;  ///< the speaker's words stand at the foot
};

struct SlideLayout {
    double scale = 1;  ///< pixels for each of 1080 lines
    Look look;  ///< of chart and control
    QFont claimFont;
    QString claimText;  ///< as much of it as three lines hold, "…" at its end where that is not all
    QRectF claim, chart, control, foot, notes;  ///< `foot`: the dots and a hint; parts that are not there are empty
};

[[nodiscard]] SlideLayout layOutSlide(const QSizeF& size, const QString& claim, const SlideParts& parts, bool dark);

/// 1 at 1080 lines: the smaller of what height and width allow.
[[nodiscard]] double slideScale(const QSizeF& size);

}  // namespace scalewright::ui

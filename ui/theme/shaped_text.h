// SPDX-License-Identifier: GPL-3.0-or-later
// Plain text that can be measured at any width and painted.
//
// A layout asks a label for its size at half a dozen widths before the label is painted; QLabel and QPainter::drawText
// shape the text each time, which is most of a label's cost. This class shapes text that fits on one line only once,
// and repainting needs no shaping at all.
#pragma once

#include <QFont>
#include <QSize>
#include <QSizeF>
#include <QString>
#include <QTextLayout>

#include <optional>

class QPainter;
class QRect;

namespace scalewright::ui {

class ShapedText {
public:
    ShapedText();

    /// Does nothing if both are unchanged.
    void setText(const QString& text, const QFont& font);

    /// The size returned by QFontMetrics::boundingRect(0, 0, width, …, text), with word wrap if `wraps`. Precondition:
    /// the text is not empty.
    [[nodiscard]] QSize sizeForWidth(int width, bool wraps);
    /// Draws into `rect` like QPainter::drawText, clipped if larger, in the colour of the painter's pen.
    void draw(QPainter& painter, const QRect& rect, Qt::Alignment alignment, bool wraps);

private:
    struct LaidOutText {
        QTextLayout layout;
        std::optional<int> width;  ///< the width of the layout; nullopt: not laid out
        QSizeF size;
    };
    static void layOut(LaidOutText& lines, int width, bool wraps);
    [[nodiscard]] const LaidOutText& layoutForWidth(int width, bool wraps);

    LaidOutText m_unwrapped;  ///< broken only at line feeds
    LaidOutText m_wrapped;  ///< at the most recently requested width
};

}  // namespace scalewright::ui

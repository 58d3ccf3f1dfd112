// A plain text that is measured at any width and painted.
//
// A layout asks a label for its size at half a dozen widths before it is painted; QLabel and QPainter::drawText shape
// the text each time, which is most of the cost of a label. This class shapes text that fits on one line once, and
// repainting does not shape at all.
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

    /// Does nothing if neither has changed.
    void setText(const QString& text, const QFont& font);

    /// The size that QFontMetrics::boundingRect(0, 0, width, …, text) returns, with word wrap if `wraps`. Precondition:
    /// the text is not empty.
    [[nodiscard]] QSize sizeForWidth(int width, bool wraps);
    /// Draws like QPainter::drawText into `rect`, clipped if larger, in the colour of the painter's pen.
    void draw(QPainter& painter, const QRect& rect, Qt::Alignment alignment, bool wraps);

private:
    struct LaidOutText {
        QTextLayout layout;
        std::optional<int> width;  ///< that it is laid out for; nullopt: not laid out
        QSizeF size;
    };
    static void layOut(LaidOutText& lines, int width, bool wraps);
    /// The layout for this width.
    [[nodiscard]] const LaidOutText& layoutForWidth(int width, bool wraps);

    LaidOutText m_unwrapped;  ///< broken only at line feeds
    LaidOutText m_wrapped;  ///< at the width requested last
};

}  // namespace scalewright::ui

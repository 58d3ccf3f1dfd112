// A plain text measured at any width and painted.
//
// A layout asks a label for its size at half a dozen widths, and then it is painted; QLabel and QPainter::drawText
// shape the text anew each time, which is most of what a label costs. Here what fits on one line is shaped once, and
// what is painted again is not.
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

    /// Nothing where both are as they were.
    void set(const QString& text, const QFont& font);

    /// What QFontMetrics::boundingRect(0, 0, width, …, text) says the text takes, broken at words where it wraps.
    /// Precondition: a text.
    [[nodiscard]] QSize sizeAt(int width, bool wraps);
    /// As QPainter::drawText draws it into `rect`, cut where it is larger. The painter's pen is the ink.
    void draw(QPainter& painter, const QRect& rect, Qt::Alignment alignment, bool wraps);

private:
    struct LaidOut {
        QTextLayout layout;
        std::optional<int> width;  ///< it is laid out for; none: not laid out
        QSizeF size;
    };
    static void layOut(LaidOut& lines, int width, bool wraps);
    /// Its lines at this width.
    [[nodiscard]] const LaidOut& at(int width, bool wraps);

    LaidOut m_whole;  ///< nothing broken but at line feeds
    LaidOut m_broken;  ///< at the width that was asked for last
};

}  // namespace scalewright::ui

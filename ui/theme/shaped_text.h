// A plain text shaped once and laid out at any width.
//
// A layout asks a label for its size at half a dozen widths, and then it is painted; QLabel and QPainter::drawText shape the text
// anew each time, which is most of what a label costs. Here only lines are broken anew.
#pragma once

#include <QFont>
#include <QSize>
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

    /// What QFontMetrics::boundingRect(0, 0, width, …, text) says the text takes, broken at words where it wraps. Precondition: a text.
    [[nodiscard]] QSize sizeAt(int width, bool wraps);
    /// As QPainter::drawText draws it into `rect`, cut where it is larger. The painter's pen is the ink.
    void draw(QPainter& painter, const QRect& rect, Qt::Alignment alignment, bool wraps);

private:
    void layOut(int width, bool wraps);

    QTextLayout m_layout;
    QString m_text;
    std::optional<int> m_width;  ///< it is laid out for; none: not laid out
    QSizeF m_size;
};

}  // namespace scalewright::ui

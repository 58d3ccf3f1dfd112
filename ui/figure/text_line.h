// One line of text with its place, for drawings whose geometry is laid out apart from painting.
#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <array>
#include <optional>

#include "ui/theme/theme.h"

namespace scalewright::ui {

/// The box holds all its ink; the baseline is where painting begins.
struct TextLine {
    QString text;
    QPointF baseline;
    QRectF box;
    TextStyle style = TextStyle::Small;
    bool bold = false;
    Role role = Role::Ink;
};

/// What lines of text need in a look, and where their parts lie.
class TextMeasure {
public:
    explicit TextMeasure(const Look& look) : m_look(look) {}

    [[nodiscard]] double line(TextStyle style) const { return leading * m_look.font(style).pixelSize(); }
    [[nodiscard]] double width(const QString& text, TextStyle style, bool bold = false) const
    {
        if (text.isEmpty())
            return 0;
        Widths& known = m_known.at(2 * static_cast<std::size_t>(style) + (bold ? 1 : 0));
        if (!known.metrics)
            known.metrics.emplace(m_look.font(style, bold));
        const auto found = known.of.constFind(text);
        // Hinting on screen may add a pixel to what the metrics say.
        return found != known.of.constEnd() ? *found
                                            : *known.of.insert(text, known.metrics->horizontalAdvance(text) + 2);
    }
    [[nodiscard]] TextLine at(const QString& text, double left, double top, TextStyle style, bool bold, Role role) const
    {
        return {text,
                {left, top + ascent * m_look.font(style).pixelSize()},
                {left, top, width(text, style, bold), line(style)},
                style,
                bold,
                role};
    }
    [[nodiscard]] TextLine centred(const QString& text, double x, double top, TextStyle style, bool bold,
                                   Role role) const
    {
        return at(text, x - width(text, style, bold) / 2, top, style, bold, role);
    }
    /// Broken at spaces into lines no wider than `most`; a longer word is a line of its own.
    [[nodiscard]] QStringList wrapped(const QString& text, double most, TextStyle style) const
    {
        QStringList lines;
        QString current;
        for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            const QString longer = current.isEmpty() ? word : current + QLatin1Char(' ') + word;
            if (!current.isEmpty() && width(longer, style) > most) {
                lines << current;
                current = word;
            } else {
                current = longer;
            }
        }
        if (!current.isEmpty())
            lines << current;
        return lines;
    }

private:
    // Shares of the pixel size: nothing of a Latin, Greek or Cyrillic letter leaves a line this high.
    static constexpr double leading = 1.28, ascent = 0.99;

    /// Shaping text is what laying out costs, and a search for the best size asks for the same words again and again.
    struct Widths {
        std::optional<QFontMetricsF> metrics;
        QHash<QString, double> of;
    };

    const Look& m_look;
    mutable std::array<Widths, 10> m_known;  ///< a style after the other, plain and bold
};

}  // namespace scalewright::ui

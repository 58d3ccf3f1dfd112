// SPDX-License-Identifier: GPL-3.0-or-later
// A positioned line of text, for drawings whose geometry is laid out separately from painting.
#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <array>
#include <optional>
#include <vector>

#include "ui/theme/theme.h"

namespace scalewright::ui {

/// The box contains all of its ink; painting starts at the baseline.
struct TextLine {
    QString text;
    QPointF baseline;
    QRectF box;
    TextStyle style = TextStyle::Small;
    bool bold = false;
    ColorRole role = ColorRole::Ink;
};

inline void drawTexts(QPainter& painter, const std::vector<TextLine>& texts, const VisualStyle& visualStyle)
{
    for (const TextLine& text : texts) {
        painter.setFont(visualStyle.font(text.style, text.bold));
        painter.setPen(visualStyle.color(text.role));
        painter.drawText(text.baseline, text.text);
    }
}

/// Measures, positions and draws lines of text in a visual style.
class TextMeasure {
public:
    explicit TextMeasure(const VisualStyle& visualStyle) : m_visualStyle(visualStyle) {}

    [[nodiscard]] double lineHeight(TextStyle style) const
    {
        return lineHeightFactor * m_visualStyle.font(style).pixelSize();
    }
    [[nodiscard]] double textWidth(const QString& text, TextStyle style, bool bold = false) const
    {
        if (text.isEmpty())
            return 0;
        CachedWidths& cached = m_cachedWidths.at(2 * static_cast<std::size_t>(style) + (bold ? 1 : 0));
        if (!cached.metrics)
            cached.metrics.emplace(m_visualStyle.font(style, bold));
        const auto found = cached.byText.constFind(text);
        // Hinting on screen may add a pixel to the metrics.
        return found != cached.byText.constEnd()
                   ? *found
                   : *cached.byText.insert(text, cached.metrics->horizontalAdvance(text) + 2);
    }
    void draw(QPainter& painter, const TextLine& line) const { drawTexts(painter, {line}, m_visualStyle); }
    [[nodiscard]] TextLine leftAligned(const QString& text, double left, double top, TextStyle style, bool bold,
                                       ColorRole role) const
    {
        return {text,
                {left, top + ascentFactor * m_visualStyle.font(style).pixelSize()},
                {left, top, textWidth(text, style, bold), lineHeight(style)},
                style,
                bold,
                role};
    }
    [[nodiscard]] TextLine centred(const QString& text, double x, double top, TextStyle style, bool bold,
                                   ColorRole role) const
    {
        return leftAligned(text, x - textWidth(text, style, bold) / 2, top, style, bold, role);
    }
    /// Breaks text at spaces into lines of at most `maximumWidth`; a longer word gets its own line.
    [[nodiscard]] QStringList wrappedLines(const QString& text, double maximumWidth, TextStyle style) const
    {
        QStringList lines;
        QString current;
        for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            const QString longer = current.isEmpty() ? word : current + QLatin1Char(' ') + word;
            if (!current.isEmpty() && textWidth(longer, style) > maximumWidth) {
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
    // Fractions of the pixel size; no Latin, Greek or Cyrillic letter is taller than a line of this height.
    static constexpr double lineHeightFactor = 1.28, ascentFactor = 0.99;

    /// Shaping text dominates the cost of layout, and a search for the best size measures the same words repeatedly.
    struct CachedWidths {
        std::optional<QFontMetricsF> metrics;
        QHash<QString, double> byText;
    };

    const VisualStyle& m_visualStyle;
    mutable std::array<CachedWidths, 10> m_cachedWidths;  ///< one per style, plain and bold
};

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/text_button.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

namespace {
constexpr int horizontalPadding = TextButton::indent, verticalPadding = 2;
}

struct TextButton::TextPlacement {
    QRect titleRect, detailRect;  ///< inside the padding; the detail may be empty
    int height = 0;
    bool isSideBySide = false;
};

TextButton::TextButton(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, [this] { updateGeometry(); });
}

void TextButton::setTexts(const QString& title, const QString& detail, bool bold, bool detailAside)
{
    setText(title);
    setAccessibleName(detail.isEmpty() ? title : title + QStringLiteral(", ") + detail);
    m_detail = detail;
    m_bold = bold;
    m_detailAside = detailAside;
    updateGeometry();
    update();
}

QString TextButton::shownText() const
{
    return withNoBreakSpaces(text() + QLatin1Char('\n') + m_detail);
}

TextButton::TextPlacement TextButton::placeTexts(int width) const
{
    const VisualStyle& visualStyle = Theme::instance().visualStyle();
    const QFontMetrics title(visualStyle.font(TextStyle::Label, m_bold)), detail(visualStyle.font(TextStyle::Label));
    const int inner = std::max(1, width - 2 * horizontalPadding);
    TextPlacement lines;
    const int titleWidth = title.horizontalAdvance(text()), detailWidth = detail.horizontalAdvance(m_detail);
    if (m_detailAside && titleWidth + detailWidth + 12 <= inner) {
        lines.isSideBySide = true;
        lines.titleRect = {horizontalPadding, verticalPadding, titleWidth + 2, title.height()};
        lines.detailRect = {horizontalPadding + titleWidth + 4, verticalPadding, inner - titleWidth - 4,
                            detail.height()};
        lines.height = title.height() + 2 * verticalPadding;
        return lines;
    }
    const auto heightOf = [&](const QFontMetrics& metrics, const QString& words) {
        return words.isEmpty()
                   ? 0
                   : metrics.boundingRect(QRect(0, 0, inner, 10000), Qt::TextWordWrap, withNoBreakSpaces(words))
                         .height();
    };
    lines.titleRect = {horizontalPadding, verticalPadding, inner, heightOf(title, text())};
    lines.detailRect = {horizontalPadding, lines.titleRect.bottom() + 1, inner, heightOf(detail, m_detail)};
    lines.height = lines.titleRect.height() + lines.detailRect.height() + 2 * verticalPadding;
    return lines;
}

int TextButton::heightForWidth(int width) const
{
    return placeTexts(width).height;
}

QSize TextButton::sizeHint() const
{
    const int width = Theme::scaled(240);
    return {width, heightForWidth(width)};
}

QSize TextButton::minimumSizeHint() const
{
    return {Theme::scaled(120), QFontMetrics(Theme::instance().font(TextStyle::Label)).height() + 2 * verticalPadding};
}

void TextButton::paintEvent(QPaintEvent*)
{
    const VisualStyle& visualStyle = Theme::instance().visualStyle();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || isDown() || isChecked()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(visualStyle.color(ColorRole::Hover));
        painter.drawRoundedRect(rect(), 5, 5);
    }
    const TextPlacement placed = placeTexts(width());
    QFont title = visualStyle.font(TextStyle::Label, m_bold);
    title.setUnderline(isEnabled());  // like all text buttons
    painter.setFont(title);
    painter.setPen(visualStyle.color(ColorRole::Ink));
    painter.drawText(placed.titleRect, Qt::TextWordWrap, withNoBreakSpaces(text()));
    painter.setFont(visualStyle.font(TextStyle::Label));
    painter.setPen(visualStyle.color(ColorRole::SoftInk));
    painter.drawText(placed.detailRect, placed.isSideBySide ? int(Qt::AlignRight) : int(Qt::TextWordWrap),
                     withNoBreakSpaces(m_detail));
    if (hasFocus())
        paintFocusRing(painter, QRectF(rect()).adjusted(1, 1, -1, -1), 5, visualStyle);
}

void TextButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quantity/value_field.h"

#include <QKeyEvent>
#include <QPainter>

#include <cmath>
#include <utility>

#include "ui/theme/theme.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int paddingLeft = 6, paddingRight = 2;  // aligns the text with the slider's right end

struct AmountParts {
    QString number, unit;
    double numberWidth = 0, gap = 0, unitWidth = 0;
};

AmountParts amountPartsOf(const AmountText& shown)
{
    const VisualStyle& visualStyle = Theme::instance().visualStyle();
    AmountParts parts{toQString(shown.number), toQString(shown.unit)};
    parts.numberWidth = QFontMetricsF(visualStyle.font(TextStyle::Label, true)).horizontalAdvance(parts.number);
    if (!parts.unit.isEmpty()) {
        const QFontMetricsF plain(visualStyle.font(TextStyle::Label));
        parts.gap = plain.horizontalAdvance(QLatin1Char(' '));
        parts.unitWidth = plain.horizontalAdvance(parts.unit);
    }
    return parts;
}

}  // namespace

ValueField::ValueField(QWidget* parent) : QLineEdit(parent)
{
    setAttribute(Qt::WA_Hover);
    setAlignment(Qt::AlignRight);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    followTheme(this, [this] {
        setFont(Theme::instance().font(TextStyle::Label));
        updateGeometry();
        update();
    });
    connect(this, &QLineEdit::textChanged, this, [this] {
        if (m_invalid && !isEdited())  // the typing was undone, so the error no longer applies
            Q_EMIT committed();
    });
}

void ValueField::setAmount(const AmountText& shown, const QString& editText)
{
    m_shownAmount = shown;
    m_editText = editText;
    m_invalid = false;
    setCursor(shown.number.empty() ? Qt::PointingHandCursor : Qt::IBeamCursor);
    setModified(false);
    if (text() != editText) {
        setText(editText);
        if (hasFocus())
            selectAll();
    }
    updateSize();
    update();
}

// A drag changes the number in every frame, but rarely its width.
void ValueField::updateSize()
{
    if (const QSize newSizeHint = sizeHint(); std::exchange(m_lastSizeHint, newSizeHint) != newSizeHint)
        updateGeometry();
}

void ValueField::setInvalid(bool invalid)
{
    m_invalid = invalid;
    updateSize();
    update();
}

void ValueField::revert()
{
    setAmount(m_shownAmount, m_editText);
}

QSize ValueField::sizeHint() const
{
    const VisualStyle& visualStyle = Theme::instance().visualStyle();
    const int height = QFontMetrics(visualStyle.font(TextStyle::Label)).height() + 10;
    if (hasFocus() || m_invalid) {
        const double needed = QFontMetricsF(font()).horizontalAdvance(text()) + 24, usual = 130 * visualStyle.typeScale;
        return {static_cast<int>(std::max(needed, std::min(usual, static_cast<double>(std::max(m_availableWidth, 0))))),
                height};
    }
    const AmountParts parts = amountPartsOf(m_shownAmount);
    return {static_cast<int>(std::ceil(parts.numberWidth + parts.gap + parts.unitWidth)) + paddingLeft + paddingRight,
            height};
}

QSize ValueField::minimumSizeHint() const
{
    return hasFocus() || m_invalid ? QSize(std::min(sizeHint().width(), Theme::scaled(90)), sizeHint().height())
                                   : sizeHint();
}

void ValueField::paintEvent(QPaintEvent* event)
{
    const VisualStyle& visualStyle = Theme::instance().visualStyle();
    if (hasFocus() || m_invalid) {
        QLineEdit::paintEvent(event);
        if (m_invalid) {
            QPainter painter(this);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(visualStyle.color(ColorRole::Warning), 2));
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
        }
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(visualStyle.color(ColorRole::Hover));
        painter.drawRoundedRect(rect(), 6, 6);
    }
    const AmountParts parts = amountPartsOf(m_shownAmount);
    const QFontMetricsF metrics(visualStyle.font(TextStyle::Label));
    const double baseline = std::round((height() + metrics.ascent() - metrics.descent()) / 2);
    double x = width() - paddingRight - parts.unitWidth;
    QFont unitFont = visualStyle.font(TextStyle::Label);
    unitFont.setUnderline(parts.number.isEmpty());  // a missing value looks like the link that enters it
    painter.setFont(unitFont);
    painter.setPen(visualStyle.color(ColorRole::SoftInk));
    painter.drawText(QPointF(x, baseline), parts.unit);
    x -= parts.gap + parts.numberWidth;
    painter.setFont(visualStyle.font(TextStyle::Label, true));
    painter.setPen(visualStyle.color(ColorRole::Ink));
    painter.drawText(QPointF(x, baseline), parts.number);
}

void ValueField::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    updateGeometry();
    m_focusPressActive = event->reason() == Qt::MouseFocusReason;
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        selectAll();
}

// The first click selects everything, even if the mouse moves slightly, so that typing replaces the value. The next
// click places the cursor.
void ValueField::mousePressEvent(QMouseEvent* event)
{
    QLineEdit::mousePressEvent(event);
    if (m_focusPressActive)
        selectAll();
}

void ValueField::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_focusPressActive)
        QLineEdit::mouseMoveEvent(event);
}

void ValueField::mouseReleaseEvent(QMouseEvent* event)
{
    QLineEdit::mouseReleaseEvent(event);
    if (std::exchange(m_focusPressActive, false))
        selectAll();
}

void ValueField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    updateGeometry();
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason && isEdited())
        Q_EMIT committed();
}

void ValueField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (isEdited())
            Q_EMIT committed();
        selectAll();
    } else if (event->key() == Qt::Key_Escape && (isEdited() || m_invalid)) {
        revert();
        Q_EMIT committed();
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

}  // namespace scalewright::ui

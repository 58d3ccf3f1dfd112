#include "ui/quantity/value_field.h"

#include <QKeyEvent>
#include <QPainter>

#include <cmath>
#include <utility>

#include "ui/theme/theme.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int paddingLeft = 6, paddingRight = 2;  // the text is flush with the slider's right end

struct Parts {
    QString number, unit;
    double numberWidth = 0, gap = 0, unitWidth = 0;
};

Parts partsOf(const AmountText& shown)
{
    const Look& look = Theme::instance().look();
    Parts parts{qt(shown.number), qt(shown.unit)};
    parts.numberWidth = QFontMetricsF(look.font(TextStyle::Label, true)).horizontalAdvance(parts.number);
    if (!parts.unit.isEmpty()) {
        const QFontMetricsF plain(look.font(TextStyle::Label));
        parts.gap = plain.horizontalAdvance(QLatin1Char(' '));
        parts.unitWidth = plain.horizontalAdvance(parts.unit);
    }
    return parts;
}

}  // namespace

ValueField::ValueField(QWidget* parent) : QLineEdit(parent)
{
    setAlignment(Qt::AlignRight);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    const auto restyle = [this] {
        setFont(Theme::instance().font(TextStyle::Label));
        updateGeometry();
        update();
    };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    connect(this, &QLineEdit::textChanged, this, [this] {
        if (m_bad && !isTouched())  // the typing was undone: nothing is wrong any more
            Q_EMIT committed();
    });
}

void ValueField::setAmount(const AmountText& shown, const QString& editText)
{
    m_shown = shown;
    m_editText = editText;
    m_bad = false;
    setModified(false);
    if (text() != editText) {
        setText(editText);
        if (hasFocus())
            selectAll();
    }
    settleSize();
    update();
}

// A drag writes another number every frame, as wide as the one before.
void ValueField::settleSize()
{
    if (const QSize wanted = sizeHint(); std::exchange(m_wanted, wanted) != wanted)
        updateGeometry();
}

void ValueField::setBad(bool bad)
{
    m_bad = bad;
    settleSize();
    update();
}

void ValueField::revert()
{
    setAmount(m_shown, m_editText);
}

QSize ValueField::sizeHint() const
{
    const Look& look = Theme::instance().look();
    const int height = QFontMetrics(look.font(TextStyle::Label)).height() + 10;
    if (hasFocus() || m_bad) {
        const double needed = QFontMetricsF(font()).horizontalAdvance(text()) + 24, usual = 130 * look.typeScale;
        return {static_cast<int>(std::max(needed, std::min(usual, static_cast<double>(std::max(m_room, 0))))), height};
    }
    const Parts parts = partsOf(m_shown);
    return {static_cast<int>(std::ceil(parts.numberWidth + parts.gap + parts.unitWidth)) + paddingLeft + paddingRight,
            height};
}

QSize ValueField::minimumSizeHint() const
{
    return hasFocus() || m_bad
               ? QSize(std::min(sizeHint().width(), static_cast<int>(90 * Theme::instance().typeScale())),
                       sizeHint().height())
               : sizeHint();
}

void ValueField::paintEvent(QPaintEvent* event)
{
    const Look& look = Theme::instance().look();
    if (hasFocus() || m_bad) {
        QLineEdit::paintEvent(event);
        if (m_bad) {
            QPainter painter(this);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(look.color(Role::Warning), 2));
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
        }
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_hovered) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(Role::Hover));
        painter.drawRoundedRect(rect(), 6, 6);
    }
    const Parts parts = partsOf(m_shown);
    const QFontMetricsF metrics(look.font(TextStyle::Label));
    const double baseline = std::round((height() + metrics.ascent() - metrics.descent()) / 2);
    double x = width() - paddingRight - parts.unitWidth;
    painter.setFont(look.font(TextStyle::Label));
    painter.setPen(look.color(Role::Soft));
    painter.drawText(QPointF(x, baseline), parts.unit);
    x -= parts.gap + parts.numberWidth;
    painter.setFont(look.font(TextStyle::Label, true));
    painter.setPen(look.color(Role::Ink));
    painter.drawText(QPointF(x, baseline), parts.number);
}

void ValueField::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    updateGeometry();
    m_taking = event->reason() == Qt::MouseFocusReason;
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        selectAll();
}

// The first click selects all, also where the hand is not quite still: what is typed takes the place of what stood
// there. The next one sets the caret.
void ValueField::mousePressEvent(QMouseEvent* event)
{
    QLineEdit::mousePressEvent(event);
    if (m_taking)
        selectAll();
}

void ValueField::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_taking)
        QLineEdit::mouseMoveEvent(event);
}

void ValueField::mouseReleaseEvent(QMouseEvent* event)
{
    QLineEdit::mouseReleaseEvent(event);
    if (std::exchange(m_taking, false))
        selectAll();
}

void ValueField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    updateGeometry();
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason && isTouched())
        Q_EMIT committed();
}

void ValueField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (isTouched())
            Q_EMIT committed();
        selectAll();
    } else if (event->key() == Qt::Key_Escape && (isTouched() || m_bad)) {
        revert();
        Q_EMIT committed();
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void ValueField::enterEvent(QEnterEvent* event)
{
    m_hovered = true;
    update();
    QLineEdit::enterEvent(event);
}

void ValueField::leaveEvent(QEvent* event)
{
    m_hovered = false;
    update();
    QLineEdit::leaveEvent(event);
}

}  // namespace scalewright::ui

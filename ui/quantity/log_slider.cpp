#include "ui/quantity/log_slider.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

LogSlider::LogSlider(const LogScale& scale, QWidget* parent) : QAbstractSlider(parent), m_scale(scale)
{
    setOrientation(Qt::Horizontal);
    setRange(0, 1000);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    // Only a screen reader moves the int itself.
    connect(this, &QAbstractSlider::valueChanged, this,
            [this](int thousandths) { edit(m_scale.value(thousandths / 1000.0), EditPhase::End); });
}

void LogSlider::setScale(const LogScale& scale)
{
    m_scale = scale;
    setAmount(m_amount);
}

void LogSlider::setAmount(std::optional<double> amount)
{
    m_amount = amount;
    const QSignalBlocker quiet(this);
    setValue(amount ? static_cast<int>(std::lround(1000 * m_scale.position(*amount))) : 0);
    update();
}

QSize LogSlider::sizeHint() const
{
    return {200, static_cast<int>(std::ceil(2 * radius())) + 12};
}

QSize LogSlider::minimumSizeHint() const
{
    return {80, sizeHint().height()};
}

void LogSlider::setLook(const Look& look)
{
    if (m_look == look)
        return;
    m_look = look;
    updateGeometry();
    update();
}

const Look& LogSlider::look() const
{
    return m_look ? *m_look : Theme::instance().look();
}

double LogSlider::radius() const
{
    return std::round(8 * std::sqrt(look().typeScale));
}

double LogSlider::xOf(double position) const
{
    const double margin = radius() + 3;
    return margin + position * (width() - 2 * margin);
}

double LogSlider::positionAt(double x) const
{
    const double margin = radius() + 3;
    return std::clamp((x - margin) / std::max(1.0, width() - 2 * margin), 0.0, 1.0);
}

void LogSlider::edit(double amount, EditPhase phase)
{
    setAmount(amount);
    Q_EMIT amountEdited(amount, phase);
}

void LogSlider::paintEvent(QPaintEvent*)
{
    const Look& look = this->look();
    const QColor ink = look.color(isEnabled() ? Role::Ink : Role::Faint), hairline = look.color(Role::Hairline);
    const double r = radius(), y = r + 3, thick = m_look ? look.scaled(3) : 3;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);

    painter.setPen(QPen(look.color(Role::Faint), 1));
    for (const double tick : m_scale.ticks()) {
        const double x = std::floor(xOf(tick)) + 0.5;
        painter.drawLine(QPointF(x, y + r + 3), QPointF(x, y + r + 6));
    }
    // The groove is broken between the zero stop and the log scale: there is no way from one to the other.
    const double left = 1.5, right = width() - 1.5;  // flush with the texts above and below
    const double start = m_scale.zeroStop ? xOf(LogScale::zeroShare) : left;
    painter.setPen(QPen(hairline, thick, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(start, y), QPointF(right, y));
    if (m_scale.zeroStop)
        painter.drawLine(QPointF(left, y), QPointF(xOf(0), y));
    if (!m_amount)
        return;

    const double x = xOf(m_scale.position(*m_amount));
    if (x > start) {
        painter.setPen(QPen(ink, thick, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(start, y), QPointF(x, y));
    }
    painter.setPen(QPen(ink, 2));
    painter.setBrush(look.color(m_dragging || m_hovered ? Role::Hover : Role::Card));
    painter.drawEllipse(QPointF(x, y), r, r);
    if (hasFocus()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawEllipse(QPointF(x, y), r / 2, r / 2);
        painter.setPen(QPen(ink, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(x, y), r + 2.75, r + 2.75);
    }
}

void LogSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_pressedAt = event->position().x();
    // A click beside a number that is not there would invent one: an unset slider wants a drag.
    if (!m_amount)
        return;
    m_dragging = true;
    // A press on the handle takes hold of it; elsewhere it brings the handle there.
    const double x = event->position().x();
    const bool onHandle = m_amount && std::abs(x - xOf(m_scale.position(*m_amount))) <= radius();
    edit(onHandle ? *m_amount : m_scale.value(positionAt(x)), EditPhase::Begin);
}

void LogSlider::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (!m_dragging && !m_amount && (event->buttons() & Qt::LeftButton) &&
        std::abs(x - m_pressedAt) >= QApplication::startDragDistance()) {
        m_dragging = true;
        edit(m_scale.value(positionAt(x)), EditPhase::Begin);
    } else if (m_dragging) {
        edit(m_scale.value(positionAt(x)), EditPhase::Move);
    }
}

void LogSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_dragging || event->button() != Qt::LeftButton)
        return;
    m_dragging = false;
    edit(m_amount.value_or(m_scale.low), EditPhase::End);
}

void LogSlider::keyPressEvent(QKeyEvent* event)
{
    const double from = m_amount.value_or(m_scale.low);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down: edit(m_scale.stepped(from, -1), EditPhase::End); return;
    case Qt::Key_Right:
    case Qt::Key_Up: edit(m_scale.stepped(from, 1), EditPhase::End); return;
    case Qt::Key_PageDown: edit(m_scale.stepped(from, -20), EditPhase::End); return;
    case Qt::Key_PageUp: edit(m_scale.stepped(from, 20), EditPhase::End); return;
    case Qt::Key_Home: edit(m_scale.zeroStop ? 0 : m_scale.low, EditPhase::End); return;
    case Qt::Key_End: edit(m_scale.high, EditPhase::End); return;
    default: event->ignore();
    }
}

void LogSlider::wheelEvent(QWheelEvent* event)
{
    event->ignore();  // scrolling a page must not change a number on the way
}

void LogSlider::enterEvent(QEnterEvent*)
{
    m_hovered = true;
    update();
}

void LogSlider::leaveEvent(QEvent*)
{
    m_hovered = false;
    update();
}

}  // namespace scalewright::ui

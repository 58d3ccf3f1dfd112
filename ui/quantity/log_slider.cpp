// SPDX-License-Identifier: GPL-3.0-or-later
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
    setAttribute(Qt::WA_Hover);
    setOrientation(Qt::Horizontal);
    setRange(0, 1000);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    // Only screen readers change the integer position directly.
    connect(this, &QAbstractSlider::valueChanged, this,
            [this](int thousandths) { editAmount(m_scale.valueAt(thousandths / 1000.0), EditPhase::End); });
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
    setValue(amount ? static_cast<int>(std::lround(1000 * m_scale.positionOf(*amount))) : 0);
    update();
}

QSize LogSlider::sizeHint() const
{
    return {200, static_cast<int>(std::ceil(2 * handleRadius())) + 12};
}

QSize LogSlider::minimumSizeHint() const
{
    return {80, sizeHint().height()};
}

void LogSlider::setVisualStyle(const VisualStyle& visualStyle)
{
    if (m_visualStyle == visualStyle)
        return;
    m_visualStyle = visualStyle;
    updateGeometry();
    update();
}

const VisualStyle& LogSlider::visualStyle() const
{
    return m_visualStyle ? *m_visualStyle : Theme::instance().visualStyle();
}

double LogSlider::handleRadius() const
{
    return std::round(8 * std::sqrt(visualStyle().typeScale));
}

double LogSlider::pixelXAtShare(double position) const
{
    const double margin = handleRadius() + 3;
    return margin + position * (width() - 2 * margin);
}

double LogSlider::shareAtPixelX(double x) const
{
    const double margin = handleRadius() + 3;
    return std::clamp((x - margin) / std::max(1.0, width() - 2 * margin), 0.0, 1.0);
}

void LogSlider::editAmount(double amount, EditPhase phase)
{
    setAmount(amount);
    Q_EMIT amountEdited(amount, phase);
}

void LogSlider::paintEvent(QPaintEvent*)
{
    const VisualStyle& visualStyle = this->visualStyle();
    const QColor ink = visualStyle.color(isEnabled() ? ColorRole::Ink : ColorRole::FaintInk),
                 hairline = visualStyle.color(ColorRole::Hairline);
    const double r = handleRadius(), y = r + 3, thick = m_visualStyle ? visualStyle.scaledLength(3) : 3;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);

    painter.setPen(QPen(visualStyle.color(ColorRole::FaintInk), 1));
    for (const double tick : m_scale.ticks()) {
        const double x = std::floor(pixelXAtShare(tick)) + 0.5;
        painter.drawLine(QPointF(x, y + r + 3), QPointF(x, y + r + 6));
    }
    // The groove has a gap between the zero stop and the log scale because there are no values in between.
    const double left = 1.5, right = width() - 1.5;  // aligned with the texts above and below
    const double start = m_scale.hasZeroStop ? pixelXAtShare(LogScale::zeroStopShare) : left;
    painter.setPen(QPen(hairline, thick, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(start, y), QPointF(right, y));
    if (m_scale.hasZeroStop)
        painter.drawLine(QPointF(left, y), QPointF(pixelXAtShare(0), y));
    if (!m_amount)
        return;

    const double x = pixelXAtShare(m_scale.positionOf(*m_amount));
    if (x > start) {
        painter.setPen(QPen(ink, thick, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(start, y), QPointF(x, y));
    }
    painter.setPen(QPen(ink, 2));
    painter.setBrush(visualStyle.color(m_dragging || underMouse() ? ColorRole::Hover : ColorRole::Card));
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
    m_pressX = event->position().x();
    // A click must not invent a value, so an unset slider has to be dragged.
    if (!m_amount)
        return;
    m_dragging = true;
    // A press on the handle grabs it; elsewhere it moves the handle there.
    const double x = event->position().x();
    const bool onHandle = m_amount && std::abs(x - pixelXAtShare(m_scale.positionOf(*m_amount))) <= handleRadius();
    editAmount(onHandle ? *m_amount : m_scale.valueAt(shareAtPixelX(x)), EditPhase::Begin);
}

void LogSlider::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (!m_dragging && !m_amount && (event->buttons() & Qt::LeftButton) &&
        std::abs(x - m_pressX) >= QApplication::startDragDistance()) {
        m_dragging = true;
        editAmount(m_scale.valueAt(shareAtPixelX(x)), EditPhase::Begin);
    } else if (m_dragging) {
        editAmount(m_scale.valueAt(shareAtPixelX(x)), EditPhase::Move);
    }
}

void LogSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_dragging || event->button() != Qt::LeftButton)
        return;
    m_dragging = false;
    editAmount(m_amount.value_or(m_scale.low), EditPhase::End);
}

void LogSlider::keyPressEvent(QKeyEvent* event)
{
    const double from = m_amount.value_or(m_scale.low);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down: editAmount(m_scale.stepped(from, -1), EditPhase::End); return;
    case Qt::Key_Right:
    case Qt::Key_Up: editAmount(m_scale.stepped(from, 1), EditPhase::End); return;
    case Qt::Key_PageDown: editAmount(m_scale.stepped(from, -20), EditPhase::End); return;
    case Qt::Key_PageUp: editAmount(m_scale.stepped(from, 20), EditPhase::End); return;
    case Qt::Key_Home: editAmount(m_scale.hasZeroStop ? 0 : m_scale.low, EditPhase::End); return;
    case Qt::Key_End: editAmount(m_scale.high, EditPhase::End); return;
    default: event->ignore();
    }
}

void LogSlider::wheelEvent(QWheelEvent* event)
{
    event->ignore();  // scrolling the page must not change the value
}

}  // namespace scalewright::ui

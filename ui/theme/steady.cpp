#include "ui/theme/steady.h"

#include <QEvent>

namespace scalewright::ui {

Steady::Steady(QWidget* held, QWidget* parent) : QWidget(parent), m_held(held)
{
    held->setParent(this);
    QSizePolicy policy(QSizePolicy::Ignored, held->sizePolicy().verticalPolicy());
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int Steady::heightAt(int width) const
{
    return m_held->hasHeightForWidth() ? m_held->heightForWidth(width) : m_held->sizeHint().height();
}

int Steady::heightForWidth(int width) const
{
    m_width = width;
    return m_height = heightAt(width);
}

bool Steady::event(QEvent* event)
{
    // What it holds asks for a place: the layout is asked for one where what it was told is no longer so.
    if (event->type() == QEvent::LayoutRequest && (m_width < 0 || heightAt(m_width) != m_height))
        updateGeometry();
    return QWidget::event(event);
}

void Steady::resizeEvent(QResizeEvent*)
{
    m_held->setGeometry(rect());
}

}  // namespace scalewright::ui

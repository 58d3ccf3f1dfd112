#include "ui/theme/steady.h"

#include <QEvent>

#include <utility>

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

bool Steady::event(QEvent* event)
{
    // What it holds asks for a place.
    if (event->type() == QEvent::LayoutRequest && std::exchange(m_height, heightAt(width())) != m_height)
        updateGeometry();
    return QWidget::event(event);
}

void Steady::resizeEvent(QResizeEvent*)
{
    m_height = heightAt(width());  // as the layout heard it, whatever its new place makes of what is held
    m_held->setGeometry(rect());
}

}  // namespace scalewright::ui

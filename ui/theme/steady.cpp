#include "ui/theme/steady.h"

#include <QEvent>

#include <algorithm>

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
    constexpr std::size_t remembered = 4;  // a QWidgetItemV2 keeps three, a box layout one
    const int height = heightAt(width);
    std::erase_if(m_told, [width](const auto& each) { return each.first == width; });
    if (m_told.size() == remembered)
        m_told.erase(m_told.begin());
    m_told.emplace_back(width, height);
    return height;
}

bool Steady::event(QEvent* event)
{
    // What it holds asks for a place: the layouts hear of it where something that they were told is no longer so.
    if (event->type() == QEvent::LayoutRequest &&
        (m_told.empty() || std::any_of(m_told.begin(), m_told.end(),
                                       [this](const auto& each) { return heightAt(each.first) != each.second; }))) {
        m_told.clear();
        updateGeometry();
    }
    return QWidget::event(event);
}

void Steady::resizeEvent(QResizeEvent*)
{
    m_held->setGeometry(rect());
}

}  // namespace scalewright::ui

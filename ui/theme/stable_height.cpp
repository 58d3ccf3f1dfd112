// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/stable_height.h"

#include <QEvent>

#include <algorithm>

namespace scalewright::ui {

StableHeightHolder::StableHeightHolder(QWidget* content, QWidget* parent) : QWidget(parent), m_content(content)
{
    content->setParent(this);
    QSizePolicy policy(QSizePolicy::Ignored, content->sizePolicy().verticalPolicy());
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int StableHeightHolder::contentHeightAt(int width) const
{
    return m_content->hasHeightForWidth() ? m_content->heightForWidth(width) : m_content->sizeHint().height();
}

int StableHeightHolder::heightForWidth(int width) const
{
    constexpr std::size_t remembered = 4;  // a QWidgetItemV2 remembers three sizes, a box layout one
    const int height = contentHeightAt(width);
    std::erase_if(m_reportedHeights, [width](const auto& each) { return each.first == width; });
    if (m_reportedHeights.size() == remembered)
        m_reportedHeights.erase(m_reportedHeights.begin());
    m_reportedHeights.emplace_back(width, height);
    return height;
}

bool StableHeightHolder::event(QEvent* event)
{
    // The content requests a new layout: pass the request on only if a reported height is no longer correct.
    if (event->type() == QEvent::LayoutRequest &&
        (m_reportedHeights.empty() ||
         std::any_of(m_reportedHeights.begin(), m_reportedHeights.end(),
                     [this](const auto& each) { return contentHeightAt(each.first) != each.second; }))) {
        m_reportedHeights.clear();
        updateGeometry();
    }
    return QWidget::event(event);
}

void StableHeightHolder::resizeEvent(QResizeEvent*)
{
    m_content->setGeometry(rect());
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/card_column.h"

#include <QEvent>
#include <QPointer>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

CardColumn::CardColumn(QWidget* parent) : ScrollArea(parent)
{
    auto* content = new QWidget;
    m_cards = createBox<QVBoxLayout>(content, Theme::spacing(2), {Stretch{}});
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
}

void CardColumn::addCard(QWidget* card)
{
    m_cards->insertWidget(m_cards->count() - 1, card);
}

void CardColumn::keepInPlaceDuring(QWidget* pressed, const std::function<void()>& change)
{
    const QPointer<QWidget> word = pressed;
    QScrollArea* page = this;
    for (QWidget* around = parentWidget(); around; around = around->parentWidget())
        if (auto* outer = qobject_cast<QScrollArea*>(around))
            page = outer;
    const auto place = [&] { return word->mapTo(window(), QPoint()).y(); };
    const int before = place();
    change();
    layOutNow(*page);
    if (!word || !word->isVisible())
        return;
    const QScrollArea* area = m_fullHeight ? page : this;
    QScrollBar* bar = area->verticalScrollBar();
    const int offset = place() - before, targetValue = bar->value() + offset;
    const int slack = std::max(
        0, area->viewport()->height() - area->widget()->layout()->totalHeightForWidth(area->viewport()->width()));
    const int above = std::max(0, -targetValue),
              below = targetValue > bar->maximum() ? targetValue - bar->maximum() + slack : 0;
    if (above + below > 0) {  // too little to scroll: add margins, which the next layout pass removes
        const QMargins margins = m_cards->contentsMargins();
        m_cards->setContentsMargins(margins.left(), margins.top() + above, margins.right(), margins.bottom() + below);
        updateMinimumHeight();
        layOutNow(*page);
    }
    bar->setValue(bar->value() + place() - before);
}

void CardColumn::setFullHeight(bool fullHeight)
{
    m_fullHeight = fullHeight;
    setVerticalScrollBarPolicy(fullHeight ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    m_cards->setContentsMargins(0, 0, 0, 0);  // without the margins of keepInPlaceDuring()
    updateMinimumHeight();
}

bool CardColumn::eventFilter(QObject* watched, QEvent* event)
{
    const bool handled = ScrollArea::eventFilter(watched, event);
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateMinimumHeight();
    return handled;
}

void CardColumn::resizeEvent(QResizeEvent* event)
{
    ScrollArea::resizeEvent(event);
    updateMinimumHeight();
}

void CardColumn::updateMinimumHeight()
{
    setMinimumHeight(m_fullHeight ? std::max(0, m_cards->totalHeightForWidth(viewport()->width())) : 0);
}

}  // namespace scalewright::ui

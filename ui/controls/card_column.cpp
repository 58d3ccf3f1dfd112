#include "ui/controls/card_column.h"

#include <QEvent>
#include <QVBoxLayout>

#include "ui/theme/theme.h"

namespace scalewright::ui {

CardColumn::CardColumn(QWidget* parent) : QScrollArea(parent)
{
    auto* content = new QWidget;
    m_cards = new QVBoxLayout(content);
    m_cards->setContentsMargins(0, 0, 0, 0);
    m_cards->setSpacing(Theme::space(2));
    m_cards->addStretch();
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
}

void CardColumn::addCard(QWidget* card) { m_cards->insertWidget(m_cards->count() - 1, card); }

void CardColumn::setWhole(bool whole)
{
    m_whole = whole;
    setVerticalScrollBarPolicy(whole ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    m_cards->setContentsMargins(0, 0, whole ? 0 : Theme::space(1), 0);
    fit();
}

bool CardColumn::eventFilter(QObject* watched, QEvent* event)
{
    const bool handled = QScrollArea::eventFilter(watched, event);
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        fit();
    return handled;
}

void CardColumn::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

void CardColumn::fit()
{
    setMinimumHeight(m_whole ? m_cards->totalHeightForWidth(viewport()->width()) : 0);
}

}  // namespace scalewright::ui

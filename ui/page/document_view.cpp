// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/document_view.h"

#include <QResizeEvent>

#include <utility>

#include "ui/theme/theme.h"

namespace scalewright::ui {

DocumentView::DocumentView(Document& document, QWidget* parent) : QWidget(parent), m_document(document) {}

void DocumentView::refreshIfStale()
{
    if (std::exchange(m_stale, false))
        refresh();
}

void DocumentView::initializeView()
{
    // Connected after the models of the view's tables, so that those are already up to date.
    connect(&m_document, &Document::changed, this, [this] {
        m_stale = true;
        if (isInSight())
            refreshIfStale();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { layOut(); });
    refreshIfStale();
    layOut();
}

void DocumentView::showEvent(QShowEvent* event)
{
    refreshIfStale();
    QWidget::showEvent(event);
}

void DocumentView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        layOut();
}

}  // namespace scalewright::ui

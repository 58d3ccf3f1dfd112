#include "ui/page/document_view.h"

#include <QResizeEvent>

#include <utility>

#include "ui/theme/theme.h"

namespace scalewright::ui {

DocumentView::DocumentView(Document& document, QWidget* parent) : QWidget(parent), m_document(document) {}

void DocumentView::settle()
{
    if (std::exchange(m_stale, false))
        refresh();
}

void DocumentView::begin()
{
    // After the models of its tables: what it shows of them is the document's by then.
    connect(&m_document, &Document::changed, this, [this] {
        m_stale = true;
        if (inSight())
            settle();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { layOut(); });
    settle();
    layOut();
}

void DocumentView::showEvent(QShowEvent* event)
{
    settle();
    QWidget::showEvent(event);
}

void DocumentView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        layOut();
}

}  // namespace scalewright::ui

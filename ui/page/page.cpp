// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/page.h"

#include <QApplication>
#include <QBoxLayout>
#include <QEvent>
#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>

#include "ui/controls/missing_line.h"
#include "ui/controls/scroll_area.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

Page::Page(Document& document, const QString& question, QWidget* parent, Frame frame)
    : DocumentView(document, parent),
      m_heading(createParagraph(TextStyle::Page, ColorRole::Ink, this, true, question)),
      m_headingRow(new QHBoxLayout),
      m_titleColumn(new QVBoxLayout),
      m_answer(createParagraph(TextStyle::CardTitle, ColorRole::Ink, this, true)),
      m_basis(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_body(new QVBoxLayout)
{
    m_answer->hide();
    m_headingRow->setSpacing(Theme::spacing(4));
    m_headingRow->addWidget(m_heading, 1);
    m_titleColumn->setSpacing(Theme::spacing(1));
    m_titleColumn->addLayout(m_headingRow);
    m_titleColumn->addWidget(m_answer);
    m_titleColumn->addWidget(m_basis);
    m_body->setSpacing(Theme::spacing(4));

    auto* pageLayout = new QVBoxLayout(this);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->setSpacing(0);
    auto* column = pageLayout;
    if (frame == Frame::Scrolling) {
        auto* content = new QWidget;
        column = new QVBoxLayout(content);
        column->setContentsMargins(Theme::spacing(6), Theme::spacing(4), Theme::spacing(6), Theme::spacing(4));
        column->setSpacing(Theme::spacing(4));
        pageLayout->addWidget(m_scrollArea = createScrollArea(content, this));
    } else {
        m_titleColumn->setContentsMargins(Theme::spacing(6), Theme::spacing(4), Theme::spacing(6), Theme::spacing(3));
    }
    column->addLayout(m_titleColumn);
    column->addLayout(m_body, 1);
}

void Page::setAnswer(const QString& answer)
{
    m_answer->showText(answer);
}

bool Page::showPart(const QString& id)
{
    if (id.isEmpty() && m_scrollArea)
        m_scrollArea->verticalScrollBar()->setValue(0);
    return id.isEmpty();
}

void Page::scrollTo(QWidget& part)
{
    QTimer::singleShot(0, this, [this, shown = QPointer<QWidget>(&part)] {
        if (shown)
            m_scrollArea->verticalScrollBar()->setValue(shown->mapTo(m_scrollArea->widget(), QPoint()).y() -
                                                        Theme::spacing(4));
    });
}

QWidget* Page::content() const
{
    return m_body->parentWidget();
}

MissingFieldsLine* Page::addMissingLine()
{
    auto* line = new MissingFieldsLine(document(), this);
    m_titleColumn->addWidget(line);
    connect(line, &MissingFieldsLine::fieldRequested, this, [this, line](const QString& pointer) {
        m_followedLine = line;
        m_followedPointer = pointer;
        Q_EMIT fieldRequested(QString(), pointer);
    });
    return line;
}

bool Page::goToNextMissingField()
{
    MissingFieldsLine* line = m_followedLine && m_followedLine->isVisible() ? m_followedLine.data() : nullptr;
    for (MissingFieldsLine* each : findChildren<MissingFieldsLine*>())
        if (!line && each->isVisible())
            line = each;
    if (!line)
        return false;
    const std::vector<MissingField>& missing = line->missingFields();
    // After the last field, wrap around to the first, which may have been skipped.
    const auto skipped = std::find_if(missing.begin(), missing.end(), [&](const MissingField& each) {
        return QString::fromStdString(each.jsonPointer) == m_followedPointer;
    });
    const auto next =
        skipped == missing.end() || std::next(skipped) == missing.end() ? missing.begin() : std::next(skipped);
    Q_EMIT line->fieldRequested(QString::fromStdString(next->jsonPointer));
    return true;
}

void Page::keepInPlaceDuring(const QWidget& pressed, const std::function<void()>& change)
{
    const auto place = [&] { return pressed.mapTo(this, QPoint()).y(); };
    const int before = place();
    change();
    layOutNow(*this);
    QScrollBar* bar = m_scrollArea->verticalScrollBar();
    bar->setValue(bar->value() + place() - before);
}

void Page::useFullHeight()
{
    m_scrollArea->widget()->installEventFilter(this);
    m_scrollArea->viewport()->installEventFilter(this);
}

// Layout requests made before the page was visible, perhaps at another width, did not reach its scroll areas, which
// would keep their old height.
void Page::showEvent(QShowEvent* event)
{
    DocumentView::showEvent(event);
    for (QScrollArea* area : findChildren<QScrollArea*>()) {
        if (QLayout* layout = area->widget()->layout())
            invalidateLayoutTree(*layout);
        QApplication::postEvent(area->widget(), new QEvent(QEvent::LayoutRequest));
        QApplication::postEvent(area, new QEvent(QEvent::LayoutRequest));
    }
}

bool Page::eventFilter(QObject* watched, QEvent* event)
{
    QWidget* content = m_scrollArea ? m_scrollArea->widget() : nullptr;
    if (content && ((watched == content && event->type() == QEvent::LayoutRequest) ||
                    (watched == m_scrollArea->viewport() && event->type() == QEvent::Resize)))
        content->setMinimumHeight(content->layout()->totalHeightForWidth(m_scrollArea->viewport()->width()));
    return DocumentView::eventFilter(watched, event);
}

QScrollArea* createScrollArea(QWidget* content, QWidget* parent)
{
    auto* area = new ScrollArea(parent);
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

PageState pageStateOf(const std::vector<MaybeQuantity>& needed)
{
    if (needed.empty() ||
        !std::all_of(needed.begin(), needed.end(), [](const auto& quantity) { return quantity.has_value(); }))
        return PageState::Empty;
    const bool measured = std::all_of(needed.begin(), needed.end(), [](const MaybeQuantity& quantity) {
        return quantity->provenance.origin == Origin::Measured || quantity->provenance.origin == Origin::Imported;
    });
    return measured ? PageState::Measured : PageState::Assumed;
}

}  // namespace scalewright::ui

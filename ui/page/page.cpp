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
      m_heading(new Text(question, TextStyle::Page, Role::Ink, true, this)),
      m_top(new QHBoxLayout),
      m_titles(new QVBoxLayout),
      m_answer(new Text(TextStyle::CardTitle, Role::Ink, true, this)),
      m_basis(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_body(new QVBoxLayout)
{
    m_heading->setWordWrap(true);
    for (Text* line : {m_answer, m_basis})
        line->setWordWrap(true);
    m_answer->hide();
    m_top->setSpacing(Theme::space(4));
    m_top->addWidget(m_heading, 1);
    m_titles->setSpacing(Theme::space(1));
    m_titles->addLayout(m_top);
    m_titles->addWidget(m_answer);
    m_titles->addWidget(m_basis);
    m_body->setSpacing(Theme::space(4));

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    auto* column = all;
    if (frame == Frame::Scrolling) {
        auto* content = new QWidget;
        column = new QVBoxLayout(content);
        column->setContentsMargins(Theme::space(6), Theme::space(4), Theme::space(6), Theme::space(4));
        column->setSpacing(Theme::space(4));
        all->addWidget(m_area = scrolling(content, this));
    } else {
        m_titles->setContentsMargins(Theme::space(6), Theme::space(4), Theme::space(6), Theme::space(3));
    }
    column->addLayout(m_titles);
    column->addLayout(m_body, 1);
}

void Page::setAnswer(const QString& answer)
{
    m_answer->setText(answer);
    m_answer->setVisible(!answer.isEmpty());
}

bool Page::showPart(const QString& id)
{
    if (id.isEmpty() && m_area)
        m_area->verticalScrollBar()->setValue(0);
    return id.isEmpty();
}

void Page::scrollTo(QWidget& part)
{
    QTimer::singleShot(0, this, [this, shown = QPointer<QWidget>(&part)] {
        if (shown)
            m_area->verticalScrollBar()->setValue(shown->mapTo(m_area->widget(), QPoint()).y() - Theme::space(4));
    });
}

MissingLine* Page::addMissingLine()
{
    auto* line = new MissingLine(document(), this);
    m_titles->addWidget(line);
    connect(line, &MissingLine::wanted, this, [this, line](const QString& pointer) {
        m_followed = line;
        m_wanted = pointer;
        Q_EMIT goTo(QString(), pointer);
    });
    return line;
}

bool Page::nextMissing()
{
    MissingLine* line = m_followed && m_followed->isVisible() ? m_followed.data() : nullptr;
    for (MissingLine* each : findChildren<MissingLine*>())
        if (!line && each->isVisible())
            line = each;
    if (!line)
        return false;
    const std::vector<MissingField>& missing = line->missing();
    // What was skipped comes again after the last.
    const auto skipped = std::find_if(missing.begin(), missing.end(), [&](const MissingField& each) {
        return QString::fromStdString(each.pointer) == m_wanted;
    });
    const auto next =
        skipped == missing.end() || std::next(skipped) == missing.end() ? missing.begin() : std::next(skipped);
    Q_EMIT line->wanted(QString::fromStdString(next->pointer));
    return true;
}

void Page::keepInPlace(const QWidget& pressed, const std::function<void()>& change)
{
    const auto place = [&] { return pressed.mapTo(this, QPoint()).y(); };
    const int before = place();
    change();
    layOutNow(*this);
    QScrollBar* bar = m_area->verticalScrollBar();
    bar->setValue(bar->value() + place() - before);
}

void Page::keepWhole()
{
    m_area->widget()->installEventFilter(this);
    m_area->viewport()->installEventFilter(this);
}

// What was laid out before the page could be seen, at another width perhaps, its scroll areas have not heard of: they
// would keep the height from then.
void Page::showEvent(QShowEvent* event)
{
    DocumentView::showEvent(event);
    for (QScrollArea* area : findChildren<QScrollArea*>()) {
        if (QLayout* layout = area->widget()->layout())
            invalidateAll(*layout);
        QApplication::postEvent(area->widget(), new QEvent(QEvent::LayoutRequest));
        QApplication::postEvent(area, new QEvent(QEvent::LayoutRequest));
    }
}

bool Page::eventFilter(QObject* watched, QEvent* event)
{
    QWidget* content = m_area ? m_area->widget() : nullptr;
    if (content && ((watched == content && event->type() == QEvent::LayoutRequest) ||
                    (watched == m_area->viewport() && event->type() == QEvent::Resize)))
        content->setMinimumHeight(content->layout()->totalHeightForWidth(m_area->viewport()->width()));
    return DocumentView::eventFilter(watched, event);
}

QScrollArea* scrolling(QWidget* content, QWidget* parent)
{
    auto* area = new ScrollArea(parent);
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

PageState stateOf(const std::vector<MaybeQuantity>& needed)
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

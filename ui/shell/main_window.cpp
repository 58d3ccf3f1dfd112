#include "ui/shell/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QWindow>
#include <QScreen>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

#include "core/output/lecture/lecture.h"
#include "core/output/report/exercise/shipped.h"
#include "ui/document/examples.h"
#include "ui/glossary/glossary_text.h"
#include "ui/glossary/help_card.h"
#include "ui/glossary/term_at.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/shell/header.h"
#include "ui/shell/notice.h"
#include "ui/shell/palette.h"
#include "ui/shell/rail.h"
#include "ui/shell/strip.h"
#include "ui/shell/typing.h"
#include "ui/shell/what_if_bar.h"
#include "ui/theme/steady.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

/// A window that is as large as the screen is larger with its frame, which is known once the window manager has put it
/// around.
class FitIntoScreen : public QObject {
public:
    explicit FitIntoScreen(QWidget& window) : QObject(&window), m_window(window) { window.installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Move || event->type() == QEvent::Resize || event->type() == QEvent::WindowActivate)
            QTimer::singleShot(0, this, [this] { fit(); });
        return QObject::eventFilter(watched, event);
    }

private:
    void fit()
    {
        const QSize frame = m_window.frameSize() - m_window.size();
        if (m_done || !m_window.isVisible() || frame.isNull() ||
            (m_window.windowState() & (Qt::WindowFullScreen | Qt::WindowMaximized)))
            return;
        m_done = true;  // what a person makes of it later is theirs
        const QRect room = m_window.screen()->availableGeometry();
        m_window.resize(m_window.size().boundedTo(room.size() - frame));
        const QRect around = m_window.frameGeometry();
        if (!room.contains(around))
            m_window.move(
                std::clamp(around.x(), room.x(), std::max(room.x(), room.x() + room.width() - around.width())),
                std::clamp(around.y(), room.y(), std::max(room.y(), room.y() + room.height() - around.height())));
    }

    QWidget& m_window;
    bool m_done = false;
};

/// What a room guesses is told by nobody; what is asked of one alone, by no part of it.
void sayOn(StatusStrip& strip, const StripText& text, const Page* page)
{
    const QString until = page ? page->staysHidden() : QString();
    StripText hidden;
    hidden.fastest = until;
    strip.setText(until.isEmpty() ? text : hidden);
    strip.setGuessing(until.isEmpty() && page && page->isGuessing());
}

bool isArrow(const QKeyEvent& event)
{
    return event.modifiers().testAnyFlags(Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier) == false &&
           event.key() >= Qt::Key_Left && event.key() <= Qt::Key_Down;
}

}  // namespace

MainWindow::MainWindow(Document& document, std::vector<PageEntry> pages, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_entries(std::move(pages)),
      m_header(new Header(this)),
      m_column(new QVBoxLayout),
      m_body(new QHBoxLayout)
{
    setObjectName(QStringLiteral("window"));
    setAcceptDrops(true);
    setAutoFillBackground(true);
    m_document.setPMax(m_settings.pMax());
    makeActions();
    makeMenus();
    // In the order in which Tab walks: the header's words, then these.
    m_rail = new Rail(m_entries, this);
    m_notice = new Notice(this);
    m_stack = new QStackedWidget(this);
    m_keyName = new Text(TextStyle::CardTitle, Role::Ink, true, this);
    m_keyName->setObjectName(QStringLiteral("lecture-key"));
    m_keyName->setTextFormat(Qt::PlainText);
    m_keyName->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_keyName->setContentsMargins(Theme::space(6), 2, Theme::space(6), 0);
    m_keyName->setAutoFillBackground(true);  // a page that is scrolled lies under it
    m_keyName->hide();
    m_strip = new StatusStrip(this);
    m_palette = new CommandPalette(this);

    m_body->setSpacing(0);
    m_body->addWidget(m_rail);
    auto* content = new QVBoxLayout;
    content->setSpacing(0);
    auto* noticeRow = new QHBoxLayout;
    noticeRow->setContentsMargins(Theme::space(6), Theme::space(3), Theme::space(6), 0);
    noticeRow->addWidget(m_notice);
    content->addLayout(noticeRow);
    content->addWidget(m_stack, 1);
    m_body->addLayout(content, 1);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_header);
    m_column->addLayout(m_body, 1);
    m_whatIf = new WhatIfBar(m_document, this);
    m_foot = new QWidget(this);
    auto* foot = new QVBoxLayout(m_foot);
    foot->setContentsMargins(0, 0, 0, 0);
    foot->setSpacing(0);
    foot->addWidget(m_whatIf);
    foot->addWidget(m_strip);
    m_column->addWidget(new Steady(m_foot));
    setLayout(m_column);

    connect(m_rail, &Rail::chosen, this, &MainWindow::showPage);
    connect(m_strip, &StatusStrip::goTo, this, &MainWindow::showField);
    connect(m_whatIf, &WhatIfBar::goTo, this, &MainWindow::showField);
    connect(&m_document, &Document::changed, this, &MainWindow::refresh);
    connect(&m_document, &Document::fileChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &Document::modifiedChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &Document::replacing, this, &MainWindow::dropPages);
    connect(&m_document, &Document::replaced, this, &MainWindow::showAnew);
    connect(&m_document, &Document::refused, this, [this] {
        m_notice->tell(tr("Given by the exercise: it stays as it is"),
                       {tr("Open an example, or a new project, to try other values.")}, {{tr("Close"), {}, true}});
    });
    connect(&Theme::instance(), &Theme::changed, this, &MainWindow::arrange);
    qApp->installEventFilter(this);

    resize(1280, 720);
    restoreGeometry(m_settings.geometry());
    if (QGuiApplication::platformName() != QLatin1String("offscreen"))  // whose frame and screen nobody sees
        new FitIntoScreen(*this);
    arrange();  // a wide rail where there is room for a narrow one would make the window higher
    refresh();
    refreshTitle();
    // A first start opens on the prediction, which is live on the worked example.
    if (!showPage(m_settings.page()) && !showPage(QStringLiteral("predict")) && !m_entries.empty())
        showPage(m_entries.front().id);
    if (Page* current = currentPage())
        current->setFocus(Qt::OtherFocusReason);
}

MainWindow::~MainWindow()
{
    Theme::instance().setRoom(false);
    qApp->removeEventFilter(this);
    // A field that is open in an editor commits while the pages go: nobody is left to show it.
    m_document.disconnect(this);
}

QString MainWindow::allowed(const QString& id) const
{
    const auto holding = std::find_if(m_entries.begin(), m_entries.end(),
                                      [&](const PageEntry& each) { return each.holds && each.holds(m_document); });
    return holding == m_entries.end() ? id : holding->id;
}

bool MainWindow::showPage(const QString& wanted)
{
    if (currentPage() && wanted == m_current)
        return true;
    const QString id = allowed(wanted);
    const bool leaves = currentPage() != nullptr;  // not where the document is a new one
    if (!page(id))
        return false;
    if (leaves && isAnswerHidden(tr("The answer is hidden, and other pages tell it"), tr("Reveal it and go"),
                                 [this, wanted] { showPage(wanted); }))
        return false;
    m_current = id;
    if (!m_document.isPresented())
        m_ownPage = id;
    currentPage()->settle();  // before it is shown, so that its first frame is the document's
    const QWidget* focus = QApplication::focusWidget();
    const bool keyboardOnPage = focus && m_stack->isAncestorOf(focus);
    m_stack->setCurrentWidget(m_pages.value(id));
    if (keyboardOnPage)  // not on whatever follows the hidden page: that might be a field, which takes keys as text
        currentPage()->setFocus(Qt::OtherFocusReason);
    m_rail->setCurrent(id);
    if (m_keys)
        m_keyName->setText(m_keyTitle);  // not what was said of the page before
    m_settings.setPage(id);
    if (m_document.hasFile())
        m_settings.setPageOf(m_document.path(), id);
    action(QStringLiteral("guess"))->setEnabled(m_lecture || currentPage()->canGuess());
    sayOn(*m_strip, stripText(m_document.project(), m_document.analysis(), m_document.designErrors()), currentPage());
    m_strip->setTrying(currentPage()->isTrying());
    showFoot();
    return true;
}

bool MainWindow::isAnswerHidden(const QString& why, const QString& reveal, std::function<void()> then)
{
    Page* current = currentPage();
    if (!current || !current->isGuessing())
        return false;
    m_askedOfAnswer = why;
    if (const QString until = current->staysHidden(); !until.isEmpty()) {
        m_notice->tell(why, {until}, {{tr("Close"), {}, true}});
        return true;
    }
    m_notice->tell(why, {},
                   {{reveal,
                     [current = QPointer<Page>(current), then = std::move(then)] {
                         if (current)
                             current->setGuessing(false);
                         then();
                     }},
                    {tr("Keep it hidden"), {}, true}});
    return true;
}

bool MainWindow::showField(const QString& pointer)
{
    const QString before = m_current;
    bool found = currentPage() && currentPage()->focusField(pointer);
    if (!found && isAnswerHidden(tr("The answer is hidden, and other pages tell it"), tr("Reveal it and go"),
                                 [this, pointer] { showField(pointer); }))
        return true;
    for (auto entry = m_entries.begin(); !found && entry != m_entries.end(); ++entry)
        found = showPage(entry->id) && currentPage()->focusField(pointer);
    if (found)
        bringFocusIntoView();
    else
        showPage(before);
    return found;
}

void MainWindow::bringFocusIntoView()
{
    // Once the layouts of what was unfolded for it have settled.
    QTimer::singleShot(0, this, [] {
        QWidget* focus = QApplication::focusWidget();
        for (QWidget* around = focus; around; around = around->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(around); area && around != focus) {
                if (QWidget* whole = focus->parentWidget(); whole->focusProxy() == focus && area->isAncestorOf(whole))
                    area->ensureWidgetVisible(whole);  // a field with its slider and what is said of it
                area->ensureWidgetVisible(focus);
            }
    });
}

Page* MainWindow::page(const QString& id)
{
    if (Page* built = m_pages.value(id))
        return built;
    const auto entry = std::find_if(m_entries.begin(), m_entries.end(), [&](const PageEntry& e) { return e.id == id; });
    if (entry == m_entries.end())
        return nullptr;
    Page* page = entry->make(m_document, m_stack);
    page->setAccessibleName(entry->title);
    m_pages.insert(id, page);
    m_stack->addWidget(page);
    page->setLecture(m_lecture);
    connect(page, &Page::guessingChanged, this, [this, page](bool guessing) {
        if (page == currentPage()) {
            sayOn(*m_strip, stripText(m_document.project(), m_document.analysis(), m_document.designErrors()), page);
            action(QStringLiteral("guess"))->setEnabled(m_lecture || page->canGuess());
        }
        showFoot();
        nameLecture(m_keyTitle);
        if (!guessing && !m_notice->isHidden() && m_notice->title() == m_askedOfAnswer)
            m_notice->dismiss();  // G answered it
        if (!guessing && m_lecture && m_keys && m_keyShown >= 0 && page == currentPage())
            focusForRoom(*page, QString::fromStdString(m_keys->keys[static_cast<std::size_t>(m_keyShown)].field));
    });
    connect(page, &Page::tryingChanged, this, [this, page](bool trying) {
        if (page == currentPage())
            m_strip->setTrying(trying);
    });
    connect(page, &Page::openElsewhere, this, &MainWindow::openFile);
    connect(page, &Page::goTo, this, [this](const QString& other, const QString& pointer) {
        if (other.isEmpty())
            showField(pointer);
        else if (showPage(other) && currentPage()->focusField(pointer))
            bringFocusIntoView();
    });
    return page;
}

// Pages hold what was tried, chosen, guessed and scrolled to in a document: another one gets pages of its own.
void MainWindow::dropPages()
{
    m_palette->close();
    m_notice->dismiss();
    Page* inSight = currentPage();
    for (Page* page : std::as_const(m_pages))
        if (page != inSight)  // hidden ones first, or each would be shown for a moment
            delete page;
    m_pages.clear();
    delete inSight;
}

void MainWindow::showAnew()
{
    showPage(m_current);
    if (Page* current = currentPage())
        current->setFocus(Qt::OtherFocusReason);
    m_keyShown = -1;
    nameLecture({});  // whatever came: no key of the lecture has shown it
}

Page* MainWindow::currentPage() const
{
    return m_pages.value(m_current);
}

void MainWindow::refresh()
{
    const StripText text = stripText(m_document.project(), m_document.analysis(), m_document.designErrors());
    sayOn(*m_strip, text, currentPage());
    m_whatIf->say(text);
    showFoot();
    for (const PageEntry& entry : m_entries)
        m_rail->setState(entry.id, entry.state(m_document));
    if (!m_document.hasFile())
        refreshTitle();  // the name is the project's title then
}

void MainWindow::refreshTitle()
{
    QString name = m_document.displayName();
    if (!m_document.project().variants.empty())
        name += tr(", variant %1").arg(qt(m_document.project().variantName));
    const QString mark = m_document.fileState() == FileState::ReadOnly  ? tr("read-only")
                         : m_document.fileState() == FileState::Changed ? tr("changed outside")
                         : m_document.fileState() == FileState::Gone    ? tr("its file is gone")
                                                                        : QString();
    QStringList said{name};
    if (m_document.isModified())
        said << tr("edited");
    if (!mark.isEmpty())
        said << mark;
    m_header->setDocumentText(said.join(QStringLiteral(" · ")));
    setWindowTitle(mark.isEmpty() ? tr("%1[*] – Scalewright").arg(name)
                                  : tr("%1[*] (%2) – Scalewright").arg(name, mark));
    setWindowModified(m_document.isModified());
    setWindowFilePath(m_document.path());
}

void MainWindow::openPalette()
{
    m_palette->open(paletteItems());
}

std::vector<PaletteItem> MainWindow::paletteItems()
{
    using Kind = PaletteItem::Kind;
    std::vector<std::pair<QString, PaletteItem>> items;
    for (const PageEntry& entry : m_entries)
        items.push_back({{}, {Kind::Page, entry.title, entry.section, [this, id = entry.id] { showPage(id); }}});
    QStringList order;
    for (const PageEntry& entry : m_entries)
        order << entry.id;
    order.move(order.indexOf(m_current), 0);  // of two equal finds, the one on the page in sight
    for (const QString& id : std::as_const(order)) {
        if (allowed(id) != id)
            continue;  // what its items say could be the answer
        const auto entry =
            std::find_if(m_entries.begin(), m_entries.end(), [&](const PageEntry& each) { return each.id == id; });
        page(id)->settle();
        for (PaletteItem& item : page(id)->paletteItems()) {
            auto run = std::move(item.run);
            item.run = [this, id, run] {
                showPage(id);
                if (run)
                    run();
                bringFocusIntoView();
            };
            items.emplace_back(entry->title, std::move(item));
        }
    }
    for (const Example& example : examples())
        items.push_back(
            {{}, {Kind::Example, example.title, example.teaches, [this, path = example.path] { openExample(path); }}});
    for (const ShippedExercise& exercise : shippedExercises())
        items.push_back({{},
                         {Kind::Exercise,
                          tr("Exercise %1: %2").arg(qt(exercise.id), qt(exercise.title)),
                          {},
                          [this, path = QFile::decodeName(exercise.file.c_str())] { openExercise(path); }}});
    for (QAction* entry : actions()) {
        if (!entry->isEnabled() || !entry->isVisible() || entry->text().isEmpty())
            continue;
        items.push_back({{},
                         {Kind::Action,
                          entry->text().remove(QLatin1Char('&')),
                          entry->shortcut().toString(QKeySequence::NativeText),
                          [entry] { entry->trigger(); },
                          {},
                          entry->property("also").toString()}});
    }
    std::vector<PaletteItem> once = eachOnce(std::move(items));
    std::set<const Term*> said;  // by a quantity or a pattern, which explain themselves
    for (const PaletteItem& each : once)
        said.insert(termShownAs(each.title));
    for (const Term& term : glossary().terms)
        if (!said.contains(&term))
            once.push_back({Kind::Word, qt(term.name), qt(term.section),
                            [this, &term] { m_help->list(qt(term.name), explained(term)); }});
    return once;
}

void MainWindow::showFoot()
{
    const Page* page = currentPage();
    const bool secret = page && page->isGuessing();
    // What is tried can be taken back, even where it leaves no answer.
    const bool bar =
        !m_lecture && !secret && (m_whatIf->hasAnswer() || m_whatIf->isTrying()) && m_whatIf->fits(width());
    m_whatIf->keepSecret(secret);
    m_whatIf->setVisible(bar);
    m_strip->setVisible(!bar);
}

void MainWindow::arrange()
{
    showFoot();
    if (m_slideShow && m_slideShow->isVisible()) {
        m_slideShow->setGeometry(rect());
        m_slideShow->raise();
        return;
    }
    m_rail->setNarrow(width() < wideRailFrom * Theme::instance().typeScale());
    // The pointer calls them over the page, which does not jump for it; F10 puts them beside it, so that nothing is
    // covered.
    const bool floats = m_lecture && !m_edgesBeside;
    if (m_edgesFloat != floats) {
        m_edgesFloat = floats;
        if (m_edgesFloat) {
            m_column->removeWidget(m_header);
            m_body->removeWidget(m_rail);
        } else {
            m_column->insertWidget(0, m_header);
            m_body->insertWidget(0, m_rail);
        }
    }
    const bool edges = !m_lecture || m_edgesShown;
    m_header->setVisible(edges);
    m_rail->setVisible(edges && !m_entries.empty());
    if (m_edgesFloat && edges) {
        const int top = m_header->sizeHint().height();
        m_header->setGeometry(0, 0, width(), top);
        m_rail->setGeometry(0, top, m_rail->sizeHint().width(), height() - top - m_foot->height());
        m_header->raise();
        m_rail->raise();
        m_palette->raise();
    }
    // In the margin above the page's question, so that it costs the page no line; a notice needs that room.
    m_keyName->setVisible(m_keys != nullptr && m_notice->isHidden() && !edges);
    m_keyName->setGeometry(0, 0, width() - style()->pixelMetric(QStyle::PM_ScrollBarExtent),
                           m_keyName->sizeHint().height());
    m_keyName->raise();
    m_palette->place();
    if (m_blank) {
        m_blank->setGeometry(rect());
        m_blank->raise();
    }
}

void MainWindow::resizeEvent(QResizeEvent*)
{
    arrange();
}

bool MainWindow::event(QEvent* event)
{
    // A lay-out asks its surroundings for theirs, and they ask theirs; what is new shows itself a turn later; and a Qt
    // Chart asks to paint at once. A frame waits for all of them.
    if (event->type() == QEvent::UpdateRequest) {
        m_frameWaits = !m_frameWaits;
        if (m_frameWaits) {
            QCoreApplication::postEvent(this, new QEvent(QEvent::UpdateRequest), Qt::LowEventPriority);
            return true;
        }
        constexpr int deepest = 8;  // one call sends what is there, not what that posts
        for (int i = 0; i < deepest; ++i)
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    }
    return QWidget::event(event);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    // The window system's own moves: widgets only hear of them while a button is down.
    if (m_lecture && event->type() == QEvent::MouseMove && watched == windowHandle() &&
        !(m_slideShow && m_slideShow->isVisible())) {
        showEdgesAt(static_cast<QMouseEvent*>(event)->position().toPoint(),
                    static_cast<QMouseEvent*>(event)->buttons());
        return false;
    }
    if (m_blank && watched->isWidgetType() && isAncestorOf(static_cast<QWidget*>(watched)))
        switch (event->type()) {
        case QEvent::ShortcutOverride: event->accept(); return true;
        case QEvent::KeyPress:
        case QEvent::MouseButtonPress: setBlank(false); return true;
        default: break;
        }
    if (m_lecture && event->type() == QEvent::ShortcutOverride && isArrow(*static_cast<QKeyEvent*>(event)) &&
        !arrowsPage()) {
        event->accept();
        return true;
    }
    // 3 and 4 are the guess 34, not two keys of the lecture, nor 0 a chart that is whole again.
    if (event->type() == QEvent::ShortcutOverride && typesGuess(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress && watched == QApplication::focusWidget() &&
        typesGuess(*static_cast<QKeyEvent*>(event))) {
        currentPage()->typeGuess(static_cast<QKeyEvent*>(event)->key());
        return true;
    }
    if (auto* widget = qobject_cast<QWidget*>(watched); widget && m_stack && m_stack->isAncestorOf(widget)) {
        if (m_lecture && event->type() == QEvent::MouseButtonPress)
            takeArrows(widget);
        if (m_lecture && event->type() == QEvent::KeyPress && typingLine(widget))
            if (const int key = static_cast<QKeyEvent*>(event)->key();
                key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape)
                QTimer::singleShot(0, widget, [this, widget] { leaveFieldForKeys(widget); });
        // Where a field takes the key as "to the end of the line" it is the window's nevertheless.
        if (event->type() == QEvent::ShortcutOverride &&
            (typingLine(widget) || qobject_cast<QPlainTextEdit*>(widget)) &&
            QKeySequence(static_cast<QKeyEvent*>(event)->keyCombination()) ==
                action(QStringLiteral("export"))->shortcut()) {
            event->ignore();
            return true;
        }
        if (settleTypingKey(widget, event))
            return true;
    }
    if (auto* widget = qobject_cast<QWidget*>(watched);
        widget && event->type() == QEvent::ToolTip && isAncestorOf(widget) && explainOnHover(widget, event))
        return true;
    if (watched == m_notice && (event->type() == QEvent::Show || event->type() == QEvent::Hide) && m_lecture)
        QTimer::singleShot(0, this, &MainWindow::arrange);
    // A file belongs to the window even where a text field would take its name as text.
    if (event->type() == QEvent::DragEnter && static_cast<QDragEnterEvent*>(event)->mimeData()->hasUrls()) {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (widget && widget != this && isAncestorOf(widget)) {
            event->ignore();
            return true;
        }
    }
    return false;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_closing) {
        leaveDocument([this] {
            m_closing = true;
            close();
        });
        if (!m_closing) {  // there is a question to answer
            event->ignore();
            return;
        }
    }
    endSlides();
    if (m_lecture)
        setLecture(false);
    m_settings.setGeometry(saveGeometry());
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile() && !m_presenting)  // no file opens in front of a room
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() != 1 || !urls.front().isLocalFile())
        return;
    event->acceptProposedAction();
    openFile(urls.front().toLocalFile());
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_document.lookAtFile();  // where the file system does not tell
    QWidget::changeEvent(event);
}

}  // namespace scalewright::ui

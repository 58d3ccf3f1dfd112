// SPDX-License-Identifier: GPL-3.0-or-later
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
#include <QScreen>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <QWindow>

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
#include "ui/theme/stable_height.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

/// A window as large as the screen would exceed it by the size of its frame, which is known only after the window
/// manager has added it.
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
        if (m_isDone || !m_window.isVisible() || frame.isNull() ||
            (m_window.windowState() & (Qt::WindowFullScreen | Qt::WindowMaximized)))
            return;
        m_isDone = true;  // the user's later changes are kept
        const QRect available = m_window.screen()->availableGeometry();
        m_window.resize(m_window.size().boundedTo(available.size() - frame));
        const QRect around = m_window.frameGeometry();
        if (!available.contains(around))
            m_window.move(std::clamp(around.x(), available.x(),
                                     std::max(available.x(), available.x() + available.width() - around.width())),
                          std::clamp(around.y(), available.y(),
                                     std::max(available.y(), available.y() + available.height() - around.height())));
    }

    QWidget& m_window;
    bool m_isDone = false;
};

/// While the audience guesses, or a page hides its answer from the user, the strip must not reveal the answer.
void updateStrip(StatusStrip& strip, const StripText& text, const Page* page)
{
    const QString hiddenText = page ? page->revealBlockedReason() : QString();
    StripText hidden;
    hidden.fastest = hiddenText;
    strip.setText(hiddenText.isEmpty() ? text : hidden);
    strip.setGuessing(hiddenText.isEmpty() && page && page->isGuessing());
}

bool isArrowKey(const QKeyEvent& event)
{
    return event.modifiers().testAnyFlags(Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier) == false &&
           event.key() >= Qt::Key_Left && event.key() <= Qt::Key_Down;
}

}  // namespace

MainWindow::MainWindow(Document& document, std::vector<PageEntry> pages, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_pageEntries(std::move(pages)),
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
    // In tab order: first the header's buttons, then these.
    m_rail = new Rail(m_pageEntries, this);
    m_notice = new Notice(this);
    m_pageStack = new QStackedWidget(this);
    m_lectureKeyLabel = new Text(TextStyle::CardTitle, ColorRole::Ink, true, this);
    m_lectureKeyLabel->setObjectName(QStringLiteral("lecture-key"));
    m_lectureKeyLabel->setTextFormat(Qt::PlainText);
    m_lectureKeyLabel->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_lectureKeyLabel->setContentsMargins(Theme::spacing(6), 2, Theme::spacing(6), 0);
    m_lectureKeyLabel->setAutoFillBackground(true);  // so that a scrolled page does not show through
    m_lectureKeyLabel->hide();
    m_statusStrip = new StatusStrip(this);
    m_commandPalette = new CommandPalette(this);

    m_body->setSpacing(0);
    m_body->addWidget(m_rail);
    auto* content = new QVBoxLayout;
    content->setSpacing(0);
    auto* noticeRow = new QHBoxLayout;
    noticeRow->setContentsMargins(Theme::spacing(6), Theme::spacing(3), Theme::spacing(6), 0);
    noticeRow->addWidget(m_notice);
    content->addLayout(noticeRow);
    content->addWidget(m_pageStack, 1);
    m_body->addLayout(content, 1);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_header);
    m_column->addLayout(m_body, 1);
    m_whatIfBar = new WhatIfBar(m_document, this);
    m_footer = new QWidget(this);
    auto* footerLayout = new QVBoxLayout(m_footer);
    footerLayout->setContentsMargins(0, 0, 0, 0);
    footerLayout->setSpacing(0);
    footerLayout->addWidget(m_whatIfBar);
    footerLayout->addWidget(m_statusStrip);
    m_column->addWidget(new StableHeightHolder(m_footer, this));
    setLayout(m_column);

    connect(m_rail, &Rail::pageChosen, this, &MainWindow::showPage);
    connect(m_statusStrip, &StatusStrip::fieldRequested, this, &MainWindow::showField);
    connect(m_whatIfBar, &WhatIfBar::fieldRequested, this, &MainWindow::showField);
    connect(&m_document, &Document::changed, this, &MainWindow::refresh);
    connect(&m_document, &Document::fileChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &Document::modifiedChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &Document::aboutToBeReplaced, this, &MainWindow::deletePages);
    connect(&m_document, &Document::replaced, this, &MainWindow::rebuildCurrentPage);
    connect(&m_document, &Document::editRefused, this, [this] {
        m_notice->showMessage(tr("Set by the exercise: it cannot be changed"),
                              {tr("Open an example, or a new project, to try other values.")},
                              {{tr("Close"), {}, true}});
    });
    connect(&Theme::instance(), &Theme::changed, this, &MainWindow::updateLayout);
    qApp->installEventFilter(this);

    resize(1280, 720);
    restoreGeometry(m_settings.geometry());
    // An offscreen window has no visible frame or screen.
    if (QGuiApplication::platformName() != QLatin1String("offscreen"))
        new FitIntoScreen(*this);
    updateLayout();  // a wide rail on a narrow window would increase its minimum height
    m_column->activate();  // so that the first page is laid out at its size, not once at a default one
    refresh();
    refreshTitle();
    // On first start, show the prediction for the worked example.
    if (!showPage(m_settings.lastPage()) && !showPage(QStringLiteral("predict")) && !m_pageEntries.empty())
        showPage(m_pageEntries.front().id);
    if (Page* current = currentPage())
        current->setFocus(Qt::OtherFocusReason);
}

MainWindow::~MainWindow()
{
    Theme::instance().setLecture(false);
    qApp->removeEventFilter(this);
    // An open editor commits when its page is destroyed, but nothing can display the change any more.
    m_document.disconnect(this);
}

QString MainWindow::allowedPageId(const QString& id) const
{
    const auto holding = std::find_if(m_pageEntries.begin(), m_pageEntries.end(), [&](const PageEntry& each) {
        return each.locksNavigation && each.locksNavigation(m_document);
    });
    return holding == m_pageEntries.end() ? id : holding->id;
}

bool MainWindow::showPage(const QString& wanted)
{
    if (currentPage() && wanted == m_currentPageId)
        return true;
    const QString id = allowedPageId(wanted);
    const bool isLeaving = currentPage() != nullptr;  // false for a new document
    if (!page(id))
        return false;
    if (isLeaving && askBeforeRevealing(tr("The answer is hidden; other pages would reveal it"), tr("Reveal it and go"),
                                        [this, wanted] { showPage(wanted); }))
        return false;
    m_currentPageId = id;
    if (!m_document.isPresenting())
        m_ownPageId = id;
    currentPage()->refreshIfStale();  // refresh before showing, so that the first frame is up to date
    const QWidget* focus = QApplication::focusWidget();
    const bool keyboardOnPage = focus && m_pageStack->isAncestorOf(focus);
    m_pageStack->setCurrentWidget(m_pages.value(id));
    if (keyboardOnPage)  // otherwise the next widget gets the focus, possibly a field that takes keys as text
        currentPage()->setFocus(Qt::OtherFocusReason);
    m_rail->setCurrent(id);
    if (m_lectureScript)
        m_lectureKeyLabel->setText(m_lectureKeyTitle);  // discard a message about the previous page
    m_settings.setLastPage(id);
    if (m_document.hasFile())
        m_settings.setLastPageOfFile(m_document.path(), id);
    action(QStringLiteral("guess"))->setEnabled(m_lectureMode || currentPage()->canGuess());
    updateStrip(*m_statusStrip, stripText(m_document.project(), m_document.analysis(), m_document.designErrorCount()),
                currentPage());
    m_statusStrip->setTrialActive(currentPage()->hasTrialFigures());
    updateFooter();
    return true;
}

bool MainWindow::askBeforeRevealing(const QString& question, const QString& reveal, std::function<void()> proceed)
{
    Page* current = currentPage();
    if (!current || !current->isGuessing())
        return false;
    m_revealQuestion = question;
    if (const QString hiddenText = current->revealBlockedReason(); !hiddenText.isEmpty()) {
        m_notice->showMessage(question, {hiddenText}, {{tr("Close"), {}, true}});
        return true;
    }
    m_notice->showMessage(question, {},
                          {{reveal,
                            [current = QPointer<Page>(current), then = std::move(proceed)] {
                                if (current)
                                    current->setGuessing(false);
                                then();
                            }},
                           {tr("Keep it hidden"), {}, true}});
    return true;
}

bool MainWindow::showField(const QString& pointer)
{
    const QString before = m_currentPageId;
    bool found = currentPage() && currentPage()->focusField(pointer);
    if (!found && askBeforeRevealing(tr("The answer is hidden; other pages would reveal it"), tr("Reveal it and go"),
                                     [this, pointer] { showField(pointer); }))
        return true;
    for (auto entry = m_pageEntries.begin(); !found && entry != m_pageEntries.end(); ++entry)
        found = showPage(entry->id) && currentPage()->focusField(pointer);
    if (found)
        scrollToFocus();
    else
        showPage(before);
    return found;
}

void MainWindow::scrollToFocus()
{
    // Wait until the layouts of expanded parts have settled.
    QTimer::singleShot(0, this, [] {
        QWidget* focus = QApplication::focusWidget();
        for (QWidget* around = focus; around; around = around->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(around); area && around != focus) {
                if (QWidget* editor = focus->parentWidget();
                    editor->focusProxy() == focus && area->isAncestorOf(editor))
                    area->ensureWidgetVisible(editor);  // the field with its slider and notes
                area->ensureWidgetVisible(focus);
            }
    });
}

Page* MainWindow::page(const QString& id)
{
    if (Page* built = m_pages.value(id))
        return built;
    const auto entry =
        std::find_if(m_pageEntries.begin(), m_pageEntries.end(), [&](const PageEntry& e) { return e.id == id; });
    if (entry == m_pageEntries.end())
        return nullptr;
    Page* page = entry->create(m_document, m_pageStack);
    page->setAccessibleName(entry->title);
    m_pages.insert(id, page);
    page->resize(m_pageStack->size());
    m_pageStack->addWidget(page);
    page->setLecture(m_lectureMode);
    connect(page, &Page::guessingChanged, this, [this, page](bool guessing) {
        if (page == currentPage()) {
            updateStrip(*m_statusStrip,
                        stripText(m_document.project(), m_document.analysis(), m_document.designErrorCount()), page);
            action(QStringLiteral("guess"))->setEnabled(m_lectureMode || page->canGuess());
        }
        updateFooter();
        setLectureKeyName(m_lectureKeyTitle);
        if (!guessing && !m_notice->isHidden() && m_notice->title() == m_revealQuestion)
            m_notice->dismiss();  // G has revealed it
        if (!guessing && m_lectureMode && m_lectureScript && m_shownLectureKey >= 0 && page == currentPage())
            focusForLecture(*page, QString::fromStdString(
                                       m_lectureScript->keys[static_cast<std::size_t>(m_shownLectureKey)].sliderField));
    });
    connect(page, &Page::tryingChanged, this, [this, page](bool trying) {
        if (page == currentPage())
            m_statusStrip->setTrialActive(trying);
    });
    connect(page, &Page::openFileRequested, this, &MainWindow::openFile);
    connect(page, &Page::fieldRequested, this, [this](const QString& other, const QString& pointer) {
        if (other.isEmpty())
            showField(pointer);
        else if (showPage(other) && currentPage()->focusField(pointer))
            scrollToFocus();
    });
    return page;
}

// Pages hold document-specific state (what-ifs, choices, guesses, scroll positions), so a new document needs new pages.
void MainWindow::deletePages()
{
    m_commandPalette->close();
    m_notice->dismiss();
    Page* visiblePage = currentPage();
    for (Page* page : std::as_const(m_pages))
        if (page != visiblePage)  // hidden pages first: otherwise each of them would be shown briefly
            delete page;
    m_pages.clear();
    delete visiblePage;
}

void MainWindow::rebuildCurrentPage()
{
    showPage(m_currentPageId);
    if (Page* current = currentPage())
        current->setFocus(Qt::OtherFocusReason);
    closeSlide();
    m_shownLectureKey = -1;
    setLectureKeyName({});  // the new document was not shown by a lecture key
    if (m_lectureScript && !m_isRestoringOwn && !m_document.isPresenting() &&
        m_lectureScript->keys.front().projectFile.empty())
        setLecture(false);  // its slides are those of the document that was replaced
}

Page* MainWindow::currentPage() const
{
    return m_pages.value(m_currentPageId);
}

void MainWindow::refresh()
{
    const StripText text = stripText(m_document.project(), m_document.analysis(), m_document.designErrorCount());
    updateStrip(*m_statusStrip, text, currentPage());
    m_whatIfBar->setStripText(text);
    updateFooter();
    for (const PageEntry& entry : m_pageEntries)
        m_rail->setState(entry.id, entry.state(m_document));
    if (!m_document.hasFile())
        refreshTitle();  // without a file, the document's name is the project's title
}

void MainWindow::refreshTitle()
{
    QString name = m_document.displayName();
    if (!m_document.project().variants.empty())
        name += tr(", variant %1").arg(toQString(m_document.project().variantName));
    const QString mark = m_document.fileState() == FileState::ReadOnly        ? tr("read-only")
                         : m_document.fileState() == FileState::ChangedOnDisk ? tr("changed on disk")
                         : m_document.fileState() == FileState::Missing       ? tr("file is missing")
                                                                              : QString();
    QStringList parts{name};
    if (m_document.isModified())
        parts << tr("edited");
    if (!mark.isEmpty())
        parts << mark;
    m_header->setDocumentText(parts.join(QStringLiteral(" · ")));
    setWindowTitle(mark.isEmpty() ? tr("%1[*] – Scalewright").arg(name)
                                  : tr("%1[*] (%2) – Scalewright").arg(name, mark));
    setWindowModified(m_document.isModified());
    setWindowFilePath(m_document.path());
}

void MainWindow::openPalette()
{
    m_commandPalette->open(paletteItems());
}

std::vector<PaletteItem> MainWindow::paletteItems()
{
    using Kind = PaletteItem::Kind;
    std::vector<std::pair<QString, PaletteItem>> items;
    for (const PageEntry& entry : m_pageEntries)
        items.push_back({{}, {Kind::Page, entry.title, entry.section, [this, id = entry.id] { showPage(id); }}});
    QStringList order;
    for (const PageEntry& entry : m_pageEntries)
        order << entry.id;
    // If two matches are equally good, prefer the one on the current page.
    order.move(order.indexOf(m_currentPageId), 0);
    for (const QString& id : std::as_const(order)) {
        if (allowedPageId(id) != id)
            continue;  // the page's items could reveal the answer
        const auto entry = std::find_if(m_pageEntries.begin(), m_pageEntries.end(),
                                        [&](const PageEntry& each) { return each.id == id; });
        page(id)->refreshIfStale();
        for (PaletteItem& item : page(id)->paletteItems()) {
            auto run = std::move(item.run);
            item.run = [this, id, run] {
                showPage(id);
                if (run)
                    run();
                scrollToFocus();
            };
            items.emplace_back(entry->title, std::move(item));
        }
    }
    for (const Example& example : examples())
        items.push_back(
            {{}, {Kind::Example, example.title, example.lesson, [this, path = example.path] { openExample(path); }}});
    for (const ShippedExercise& exercise : shippedExercises())
        items.push_back({{},
                         {Kind::Exercise,
                          tr("Exercise %1: %2").arg(toQString(exercise.id), toQString(exercise.title)),
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
    std::vector<PaletteItem> uniqueItems = withoutDuplicates(std::move(items));
    std::set<const Term*> explainedTerms;  // terms already explained by a quantity or a pattern
    for (const PaletteItem& each : uniqueItems)
        explainedTerms.insert(termForText(each.title));
    for (const Term& term : glossary().terms)
        if (!explainedTerms.contains(&term))
            uniqueItems.push_back({Kind::GlossaryTerm, toQString(term.name), toQString(term.section),
                                   [this, &term] { m_helpCard->showList(toQString(term.name), termHtml(term)); }});
    return uniqueItems;
}

void MainWindow::updateFooter()
{
    const Page* page = currentPage();
    const bool isSecret = page && page->isGuessing();
    // The bar must stay visible while a what-if can be reverted, even if there is no answer.
    const bool showsBar = !m_lectureMode && !isSecret && (m_whatIfBar->hasAnswer() || m_whatIfBar->hasChanges()) &&
                          m_whatIfBar->fits(width());
    m_whatIfBar->setAnswerHidden(isSecret);
    m_whatIfBar->setVisible(showsBar);
    m_statusStrip->setVisible(!showsBar);
}

void MainWindow::updateLayout()
{
    updateFooter();
    if (m_isAtSlide && m_slideShow->isVisible()) {
        m_slideShow->setGeometry(rect());
        m_slideShow->raise();
        return;
    }
    m_rail->setNarrow(width() < wideRailMinimumWidth * Theme::instance().typeScale());
    // If revealed by the pointer, the edges float over the page, which does not move; if revealed by F10, they are
    // placed beside it and cover nothing.
    const bool floats = m_lectureMode && !m_edgesPinned;
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
    const bool edges = !m_lectureMode || m_edgesShown;
    m_header->setVisible(edges);
    m_rail->setVisible(edges && !m_pageEntries.empty());
    if (m_edgesFloat && edges) {
        const int top = m_header->sizeHint().height();
        m_header->setGeometry(0, 0, width(), top);
        m_rail->setGeometry(0, top, m_rail->sizeHint().width(), height() - top - m_footer->height());
        m_header->raise();
        m_rail->raise();
        m_commandPalette->raise();
    }
    // Placed in the margin above the page's title, so that it takes no height from the page; a notice needs that space.
    m_lectureKeyLabel->setVisible(m_lectureScript != nullptr && m_notice->isHidden() && !edges);
    m_lectureKeyLabel->setGeometry(0, 0, width() - style()->pixelMetric(QStyle::PM_ScrollBarExtent),
                                   m_lectureKeyLabel->sizeHint().height());
    m_lectureKeyLabel->raise();
    m_commandPalette->placeInParent();
    if (m_blankScreen) {
        m_blankScreen->setGeometry(rect());
        m_blankScreen->raise();
    }
}

void MainWindow::resizeEvent(QResizeEvent*)
{
    updateLayout();
}

bool MainWindow::event(QEvent* event)
{
    // A layout request propagates to the parents, new widgets are shown one event-loop turn later, and a Qt chart
    // requests painting at once. Delay the frame until all of this is done.
    if (event->type() == QEvent::UpdateRequest) {
        m_isFrameDeferred = !m_isFrameDeferred;
        if (m_isFrameDeferred) {
            QCoreApplication::postEvent(this, new QEvent(QEvent::UpdateRequest), Qt::LowEventPriority);
            return true;
        }
        constexpr int maximumPasses = 8;  // one call sends the pending events, but not those posted in the meantime
        for (int i = 0; i < maximumPasses; ++i)
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    }
    return QWidget::event(event);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    // Use the native window's events: widgets receive mouse moves only while a button is pressed.
    if (m_lectureMode && event->type() == QEvent::MouseMove && watched == windowHandle() &&
        !(m_isAtSlide && m_slideShow->isVisible())) {
        showEdgesForPointer(static_cast<QMouseEvent*>(event)->position().toPoint(),
                            static_cast<QMouseEvent*>(event)->buttons());
        return false;
    }
    if (m_blankScreen && watched->isWidgetType() && isAncestorOf(static_cast<QWidget*>(watched)))
        switch (event->type()) {
        case QEvent::ShortcutOverride: event->accept(); return true;
        case QEvent::KeyPress:
        case QEvent::MouseButtonPress: setScreenBlank(false); return true;
        default: break;
        }
    if (m_lectureMode && event->type() == QEvent::ShortcutOverride && isArrowKey(*static_cast<QKeyEvent*>(event)) &&
        !canArrowsTurnPages()) {
        event->accept();
        return true;
    }
    // While guessing, 3 and 4 form the guess 34 instead of selecting two lecture keys; 0 does not reset the chart's
    // zoom.
    if (event->type() == QEvent::ShortcutOverride && isGuessKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress && watched == QApplication::focusWidget() &&
        isGuessKey(*static_cast<QKeyEvent*>(event))) {
        currentPage()->handleGuessKey(static_cast<QKeyEvent*>(event)->key());
        return true;
    }
    if (auto* widget = qobject_cast<QWidget*>(watched); widget && m_pageStack && m_pageStack->isAncestorOf(widget)) {
        if (m_lectureMode && event->type() == QEvent::MouseButtonPress)
            claimArrowKeys(widget);
        if (m_lectureMode && event->type() == QEvent::KeyPress && lineEditOf(widget))
            if (const int key = static_cast<QKeyEvent*>(event)->key();
                key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape)
                QTimer::singleShot(0, widget, [this, widget] { releaseFieldFocus(widget); });
        // The export shortcut belongs to the window, even in a field that uses it as "end of line".
        if (event->type() == QEvent::ShortcutOverride &&
            (lineEditOf(widget) || qobject_cast<QPlainTextEdit*>(widget)) &&
            QKeySequence(static_cast<QKeyEvent*>(event)->keyCombination()) ==
                action(QStringLiteral("export"))->shortcut()) {
            event->ignore();
            return true;
        }
        if (handleTypingKey(widget, event))
            return true;
    }
    if (auto* widget = qobject_cast<QWidget*>(watched);
        widget && event->type() == QEvent::ToolTip && isAncestorOf(widget) && showTermToolTip(widget, event))
        return true;
    if (watched == m_notice && (event->type() == QEvent::Show || event->type() == QEvent::Hide) && m_lectureMode)
        QTimer::singleShot(0, this, &MainWindow::updateLayout);
    // The window handles dropped files even over a text field, which would otherwise insert the file name as text.
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
    if (!m_isClosing) {
        leaveDocument([this] {
            m_isClosing = true;
            close();
        });
        if (!m_isClosing) {  // a question is open
            event->ignore();
            return;
        }
    }
    setLecture(false);
    m_settings.setGeometry(saveGeometry());
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && urls.front().isLocalFile() && !m_isAtSlide)  // do not open files in front of an audience
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty() || !urls.front().isLocalFile())
        return;
    event->acceptProposedAction();
    if (urls.size() > 1)
        m_notice->showMessage(tr("%1 files were dropped: drop one project or one ladder at a time").arg(urls.size()),
                              {tr("Traces of several ranks go to Measure, Timeline, together.")},
                              {{tr("Close"), {}, true}});
    else
        openFile(urls.front().toLocalFile());
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_document.checkFileState();  // for file systems without change notification
    QWidget::changeEvent(event);
}

}  // namespace scalewright::ui

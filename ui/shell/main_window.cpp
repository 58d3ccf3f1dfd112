#include "ui/shell/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QWindow>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "core/lecture/lecture.h"
#include "core/project/project_file.h"
#include "core/resources/resources.h"
#include "ui/document/examples.h"
#include "ui/document/file_path.h"
#include "ui/glossary/term_at.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/shell/header.h"
#include "ui/shell/notice.h"
#include "ui/shell/palette.h"
#include "ui/shell/rail.h"
#include "ui/shell/strip.h"
#include "ui/shell/typing.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {
constexpr int plainScreenLines = 720;
constexpr double largestTypeScale = 1.75, smallestForARoom = 1.25;
constexpr int edgePixels = 3;
}  // namespace

MainWindow::MainWindow(Document& document, std::vector<PageEntry> pages, QWidget* parent)
    : QWidget(parent), m_document(document), m_entries(std::move(pages)), m_header(new Header(this)), m_column(new QVBoxLayout), m_body(new QHBoxLayout)
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
    m_column->addWidget(m_strip);
    setLayout(m_column);

    connect(m_rail, &Rail::chosen, this, &MainWindow::showPage);
    connect(m_strip, &StatusStrip::goTo, this, &MainWindow::showField);
    connect(&m_document, &Document::changed, this, &MainWindow::refresh);
    connect(&m_document, &Document::fileChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &Document::modifiedChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &Document::replacing, this, &MainWindow::dropPages);
    connect(&m_document, &Document::replaced, this, &MainWindow::showAnew);
    connect(&Theme::instance(), &Theme::changed, this, &MainWindow::arrange);
    qApp->installEventFilter(this);

    resize(1280, 720);
    restoreGeometry(m_settings.geometry());
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
    qApp->removeEventFilter(this);
    // A field that is open in an editor commits while the pages go: nobody is left to show it.
    m_document.disconnect(this);
}

bool MainWindow::showPage(const QString& id)
{
    if (currentPage() && id == m_current)
        return true;
    if (!page(id))
        return false;
    if (isAnswerHidden(tr("The answer is hidden, and other pages tell it"), tr("Reveal it and go"), [this, id] { showPage(id); }))
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
    m_settings.setPage(id);
    action(QStringLiteral("guess"))->setEnabled(m_lecture || currentPage()->canGuess());
    m_strip->setGuessing(currentPage()->isGuessing());
    return true;
}

bool MainWindow::isAnswerHidden(const QString& why, const QString& reveal, std::function<void()> then)
{
    Page* current = currentPage();
    if (!current || !current->isGuessing())
        return false;
    m_notice->tell(why, {},
                   {{reveal, [current = QPointer<Page>(current), then = std::move(then)] {
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
    if (!found && isAnswerHidden(tr("The answer is hidden, and other pages tell it"), tr("Reveal it and go"), [this, pointer] { showField(pointer); }))
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
        if (page == currentPage())
            m_strip->setGuessing(guessing);
        nameLecture(m_keyTitle);
        if (!guessing && m_lecture && m_keys && m_keyShown >= 0 && page == currentPage())
            focusForRoom(*page, QString::fromStdString(m_keys->keys[static_cast<std::size_t>(m_keyShown)].field));
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
    m_strip->setText(stripText(m_document.project(), m_document.analysis(), m_document.findings()));
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
    setWindowTitle(mark.isEmpty() ? tr("%1[*] – Scalewright").arg(name) : tr("%1[*] (%2) – Scalewright").arg(name, mark));
    setWindowModified(m_document.isModified());
    setWindowFilePath(m_document.path());
}

void MainWindow::setLecture(bool lecture)
{
    if (lecture == m_lecture)
        return;
    m_lecture = lecture;
    m_edgesShown = m_edgesBeside = false;
    Theme& theme = Theme::instance();
    if (lecture) {
        m_typeScaleBefore = theme.typeScale();
        m_statesBefore = windowState();
        theme.setTypeScale(std::min(m_settings.lectureType() * lectureTypeScale(m_typeScaleBefore, screen()->size().height()), largestTypeScale));
        setWindowState(windowState() | Qt::WindowFullScreen);
        m_notice->dismiss();  // work to be recovered is nothing for a room
        beginLecture();
    } else {
        theme.setTypeScale(m_typeScaleBefore);
        setWindowState(m_statesBefore);
        m_keys.reset();
        m_keyName->clear();
    }
    for (Page* built : std::as_const(m_pages))
        built->setLecture(lecture);
    for (int key = 1; key <= 9; ++key) {
        QAction* preset = action(QStringLiteral("preset-%1").arg(key));
        preset->setEnabled(lecture);
        const bool named = m_keys && m_keys->keys.size() >= static_cast<std::size_t>(key);
        preset->setText(named ? tr("Show %1: %2").arg(key).arg(fromCatalogue(m_keys->keys[static_cast<std::size_t>(key) - 1].title)) : QString());
    }
    for (const char* name : {"next-key", "previous-key", "own", "edges", "leave"})
        action(QLatin1String(name))->setEnabled(lecture);
    action(QStringLiteral("menu-key"))->setEnabled(!lecture);
    action(QStringLiteral("guess"))->setEnabled(lecture || (currentPage() && currentPage()->canGuess()));
    QAction* present = action(QStringLiteral("present"));
    present->setIconText(lecture ? tr("Leave") : tr("Present"));
    present->setChecked(lecture);
    arrange();
    // Hiding the header passes the keyboard on, perhaps into a field, which would take the number keys as text.
    if (Page* current = currentPage(); lecture && current)
        current->setFocus(Qt::OtherFocusReason);
    if (lecture || !m_document.isPresented())
        return;
    std::vector<NoticeAction> actions;
    if (m_document.isModified())
        actions.push_back({tr("Open what was shown, with its changes"), [this, shown = m_document.snapshot()] {
                               leaveDocument([this, shown] { m_document.restore(*shown, {}, {}); });
                           }});
    actions.push_back({tr("Close"), {}});
    backToOwn();
    m_notice->tell(tr("%1 is open again, as it was before the lecture").arg(m_document.displayName()), {}, std::move(actions));
}

void MainWindow::backToOwn()
{
    if (!m_document.isPresented())
        return;
    const QString page = m_ownPage;
    m_document.endPresenting();
    showPage(page);
}

// An example that says nothing on the page in sight is shown on one that it is about.
void MainWindow::showPageWithContent()
{
    const auto isEmpty = [this](const QString& id) {
        const auto entry = std::find_if(m_entries.begin(), m_entries.end(), [&](const PageEntry& each) { return each.id == id; });
        return entry == m_entries.end() || entry->state(m_document) == PageState::Empty;
    };
    if (!isEmpty(m_current))
        return;
    for (const char* id : {"predict", "measure", "diagnose", "baseline"})
        if (!isEmpty(QLatin1String(id))) {
            showPage(QLatin1String(id));
            return;
        }
}

double MainWindow::lectureTypeScale(double typeScale, int screenLines)
{
    return std::min(typeScale * std::max(smallestForARoom, static_cast<double>(screenLines) / plainScreenLines), std::max(typeScale, largestTypeScale));
}

void MainWindow::beginLecture()
{
    std::vector<std::string> pages;
    for (const PageEntry& entry : m_entries)
        pages.push_back(entry.id.toStdString());
    const QString beside = m_document.hasFile() ? QFileInfo(m_document.path()).absolutePath() + QLatin1Char('/') + QLatin1String(lectureFile) : QString();
    const bool own = QFileInfo::exists(beside);
    if (own) {
        if (Result<Lecture> read = readLecture(filePath(beside), pages))
            m_keys = std::make_unique<Lecture>(std::move(*read));
        else
            m_notice->showError(tr("%1 beside the project is not shown; the keys are the shipped ones").arg(QLatin1String(lectureFile)), read.error());
    }
    if (const Result<std::filesystem::path> shipped = m_keys ? fail(ErrorCode::Input, Message()) : resourcePath(std::string("examples/") + lectureFile))
        if (Result<Lecture> read = readLecture(*shipped, pages); read && std::all_of(read->keys.begin(), read->keys.end(), [](const LectureKey& key) { return key.problems.empty(); }))
            m_keys = std::make_unique<Lecture>(std::move(*read));
    nameLecture({});
    if (!own || !m_keys || m_notice->isVisible())
        return;
    Error wrong;
    for (const LectureKey& key : m_keys->keys)
        wrong.problems.insert(wrong.problems.end(), key.problems.begin(), key.problems.end());
    if (!wrong.problems.empty())
        m_notice->showError(tr("Not every key of %1 can be shown").arg(QLatin1String(lectureFile)), wrong);
}

void MainWindow::nameLecture(const QString& key)
{
    if (!m_keys)
        return;
    const QString title = m_keys->title.empty() ? tr("Lecture") : fromCatalogue(m_keys->title);
    m_keyTitle = !key.isEmpty() ? key : tr("%1: keys 1 to %2 · G hides and reveals · 0 back to what was open · Escape leaves").arg(title).arg(m_keys->keys.size());
    // "Why 34?" is no title of a question whose answer is 34.
    const Page* current = currentPage();
    m_keyName->setText(current && current->isGuessing() ? tr("What is your guess?") : m_keyTitle);
}

void MainWindow::showLectureKey(std::size_t index)
{
    const LectureKey& key = m_keys->keys.at(index);
    if (!key.problems.empty()) {
        Error wrong;
        wrong.problems = key.problems;
        m_notice->showError(tr("Key %1 cannot be shown").arg(index + 1), wrong);
        return;
    }
    const QString title = fromCatalogue(key.title);
    const Document::Own own = m_document.own();
    const bool beforeEdits = own.modified && !own.path.isEmpty() && QFileInfo(own.path) == QFileInfo(QFile::decodeName(key.file.c_str()));
    m_document.present(key.project);
    showPage(QString::fromStdString(key.page));
    if (Page* shown = currentPage(); shown && !shown->showPart(QString::fromStdString(key.part)))
        m_notice->tell(tr("Key %1: page %2 has no part \"%3\"").arg(index + 1).arg(QString::fromStdString(key.page), QString::fromStdString(key.part)), {}, {});
    nameLecture((beforeEdits ? tr("%1  %2 · the file as it was saved, without the edits") : tr("%1  %2")).arg(index + 1).arg(title));
    arrange();
    if (Page* shown = currentPage())
        focusForRoom(*shown, QString::fromStdString(key.field));
    if (Page* shown = currentPage(); shown && key.guess && shown->canGuess())
        shown->setGuessing(true);
}

// On what the key is about, else on the first that arrows move; never where number keys would be typed or Space would start something.
void MainWindow::focusForRoom(Page& page, const QString& field)
{
    if (!field.isEmpty() && page.focusField(field))
        for (QWidget* around = focusWidget(); around && around != &page; around = around->parentWidget())
            if (auto* edit = qobject_cast<QuantityEdit*>(around)) {
                edit->slide();
                return;
            }
    layOutNow(page);
    for (QWidget* each = page.nextInFocusChain(); each && each != &page; each = each->nextInFocusChain())
        if (page.isAncestorOf(each) && each->isVisible() && each->isEnabled() && each->focusPolicy() & Qt::TabFocus && !typingLine(each)
            && !qobject_cast<QPushButton*>(each) && !qobject_cast<Card*>(each) && !qobject_cast<QComboBox*>(each) && each->visibleRegion().boundingRect() == each->rect()) {
            each->setFocus(Qt::OtherFocusReason);
            return;
        }
    page.setFocus(Qt::OtherFocusReason);
}

std::size_t MainWindow::presetCount() const
{
    if (m_keys)
        return m_keys->keys.size();
    const qsizetype presets = currentPage()->presets().size();
    return static_cast<std::size_t>(presets > 0 ? presets : examples().size());
}

void MainWindow::applyPreset(int index)
{
    if (!currentPage() || static_cast<std::size_t>(index) >= presetCount())
        return;
    const auto show = [this, index] {
        if (!m_lecture)  // the question may be answered when it is over
            return;
        if (m_keys) {
            showLectureKey(static_cast<std::size_t>(index));
        } else if (!currentPage()->presets().isEmpty()) {
            currentPage()->applyPreset(index);
        } else if (const Example example = examples().value(index); !example.path.isEmpty()) {
            if (Result<Project> project = readProject(filePath(example.path)))
                m_document.present(std::move(*project));
            showPageWithContent();
        }
        m_keyShown = index;
    };
    // What is open is set aside, edits and all, and comes back with 0: a room is not asked about it. What a page is at would be
    // broken off.
    commitTyping();
    if (m_document.isPresented() || whatIsUnderWay().isEmpty())
        show();
    else
        leaveDocument(show);
}

void MainWindow::stepLecture(int by)
{
    const int to = m_keyShown + by;
    if (to >= 0 && to < 9)
        applyPreset(to);
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
        const auto entry = std::find_if(m_entries.begin(), m_entries.end(), [&](const PageEntry& each) { return each.id == id; });
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
        items.push_back({{}, {Kind::Example, example.title, example.teaches, [this, path = example.path] { openExample(path); }}});
    for (QAction* entry : actions()) {
        if (!entry->isEnabled() || !entry->isVisible() || entry->text().isEmpty())
            continue;
        items.push_back({{}, {Kind::Action, entry->text().remove(QLatin1Char('&')), entry->shortcut().toString(QKeySequence::NativeText), [entry] { entry->trigger(); }, {},
                              entry->property("also").toString()}});
    }
    return eachOnce(std::move(items));
}

void MainWindow::arrange()
{
    m_rail->setNarrow(width() < wideRailFrom * Theme::instance().typeScale());
    // The pointer calls them over the page, which does not jump for it; F10 puts them beside it, so that nothing is covered.
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
        m_rail->setGeometry(0, top, m_rail->sizeHint().width(), height() - top - m_strip->height());
        m_header->raise();
        m_rail->raise();
        m_palette->raise();
    }
    // In the margin above the page's question, so that it costs the page no line; a notice needs that room.
    m_keyName->setVisible(m_keys != nullptr && m_notice->isHidden() && !edges);
    m_keyName->setGeometry(0, 0, width() - style()->pixelMetric(QStyle::PM_ScrollBarExtent), m_keyName->sizeHint().height());
    m_keyName->raise();
    m_palette->place();
}

void MainWindow::resizeEvent(QResizeEvent*)
{
    arrange();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    // The window system's own moves: widgets only hear of them while a button is down.
    if (m_lecture && event->type() == QEvent::MouseMove && watched == windowHandle()) {
        showEdgesAt(static_cast<QMouseEvent*>(event)->position().toPoint(), static_cast<QMouseEvent*>(event)->buttons());
        return false;
    }
    if (auto* widget = qobject_cast<QWidget*>(watched); widget && m_stack && m_stack->isAncestorOf(widget)) {
        if (m_lecture && event->type() == QEvent::KeyPress && typingLine(widget))
            if (const int key = static_cast<QKeyEvent*>(event)->key(); key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape)
                QTimer::singleShot(0, widget, [this, widget] { leaveFieldForKeys(widget); });
        if (settleTypingKey(widget, event))
            return true;
    }
    if (auto* widget = qobject_cast<QWidget*>(watched); widget && event->type() == QEvent::ToolTip && isAncestorOf(widget) && explainOnHover(widget, event))
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

// What was typed is entered or taken back: the number keys are the lecture's again. What was refused stays to be mended.
void MainWindow::leaveFieldForKeys(QWidget* field)
{
    if (const QLineEdit* line = typingLine(field); !m_lecture || !field->hasFocus() || !line || line->isModified())
        return;
    for (QWidget* around = field; around && around != m_stack; around = around->parentWidget())
        if (auto* edit = qobject_cast<QuantityEdit*>(around)) {
            edit->slide();
            return;
        }
    currentPage()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showEdgesAt(const QPoint& pointer, Qt::MouseButtons buttons)
{
    if (m_edgesBeside)  // until F10 puts them away
        return;
    const QWidget* focus = QApplication::focusWidget();
    const bool inUse = focus && (m_header->isAncestorOf(focus) || m_rail->isAncestorOf(focus));
    const bool atEdge = pointer.y() < edgePixels || pointer.x() < edgePixels;
    const bool over = pointer.y() < m_header->height() || pointer.x() < m_rail->width();
    const bool shown = m_edgesShown ? over || inUse : atEdge && buttons == Qt::NoButton;
    if (shown == m_edgesShown)
        return;
    m_edgesShown = shown;
    m_edgesBeside = false;
    arrange();
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
    if (m_lecture)
        setLecture(false);
    m_settings.setGeometry(saveGeometry());
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile())
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

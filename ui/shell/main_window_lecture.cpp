// What a window does in front of a room: type for the last row, the keys of a lecture, edges that the pointer calls.
#include "ui/shell/main_window.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>

#include <algorithm>
#include <utility>

#include "core/base/files/resources.h"
#include "core/output/lecture/lecture.h"
#include "core/project/document/project_file.h"
#include "ui/controls/blank_screen.h"
#include "ui/document/examples.h"
#include "ui/document/file_path.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/shell/header.h"
#include "ui/shell/notice.h"
#include "ui/shell/rail.h"
#include "ui/shell/typing.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int plainScreenLines = 720;
constexpr double largestTypeScale = 1.75, smallestForARoom = 1.25;
constexpr int edgePixels = 3;

}  // namespace

void MainWindow::setLecture(bool lecture)
{
    if (lecture == m_lecture)
        return;
    m_lecture = lecture;
    setProperty("lecture", lecture);  // figures offer nothing to a room
    m_edgesShown = m_edgesBeside = false;
    Theme& theme = Theme::instance();
    theme.setRoom(lecture);
    if (lecture) {
        m_typeScaleBefore = theme.typeScale();
        m_statesBefore = windowState();
        theme.setTypeScale(
            std::min(m_settings.lectureType() * lectureTypeScale(m_typeScaleBefore, screen()->size().height()),
                     largestTypeScale));
        setWindowState(windowState() | Qt::WindowFullScreen);
        m_notice->dismiss();  // work to be recovered is nothing for a room
        beginLecture();
    } else {
        theme.setTypeScale(m_typeScaleBefore);
        setWindowState(m_statesBefore);
        m_keys.reset();
        m_keyName->clear();
        setBlank(false);
        m_hasArrows = nullptr;
    }
    for (Page* built : std::as_const(m_pages))
        built->setLecture(lecture);
    for (int key = 1; key <= 9; ++key) {
        QAction* preset = action(QStringLiteral("preset-%1").arg(key));
        preset->setEnabled(lecture);
        const bool named = m_keys && m_keys->keys.size() >= static_cast<std::size_t>(key);
        preset->setText(named
                            ? tr("Show %1: %2").arg(key).arg(qt(m_keys->keys[static_cast<std::size_t>(key) - 1].title))
                            : QString());
    }
    for (const char* name : {"next-key", "previous-key", "blank", "own", "edges", "leave"})
        action(QLatin1String(name))->setEnabled(lecture);
    action(QStringLiteral("menu-key"))->setEnabled(!lecture);
    action(QStringLiteral("guess"))->setEnabled(lecture || (currentPage() && currentPage()->canGuess()));
    QAction* present = action(QStringLiteral("present"));
    present->setIconText(lecture ? tr("Leave") : tr("Lecture"));
    present->setChecked(lecture);
    arrange();
    // Hiding the header passes the keyboard on, perhaps into a field, which would take the number keys as text.
    if (Page* current = currentPage(); lecture && current)
        current->setFocus(Qt::OtherFocusReason);
    if (lecture || !m_document.isPresented())
        return;
    const std::shared_ptr<const Project> shown = m_document.isModified() ? m_document.snapshot() : nullptr;
    backToOwn();
    offerShown(shown, tr("%1 is open again, as it was before the lecture").arg(m_document.displayName()));
}

void MainWindow::offerShown(const std::shared_ptr<const Project>& shown, const QString& title)
{
    std::vector<NoticeAction> actions;
    if (shown)
        actions.push_back({tr("Open what was shown, with its changes"),
                           [this, shown] { leaveDocument([this, shown] { m_document.restore(*shown, {}, {}); }); }});
    actions.push_back({tr("Close"), {}});
    m_notice->tell(title, {}, std::move(actions));
}

void MainWindow::backToOwn()
{
    if (!m_document.isPresented())
        return;
    const QString page = m_ownPage;
    m_document.endPresenting();
    showPage(page);
}

void MainWindow::setAside(const Project& shown)
{
    m_document.present(shown, Document::Shown::Variation);
}

// An example that says nothing on the page in sight is shown on one that it is about.
void MainWindow::showPageWithContent()
{
    const auto isEmpty = [this](const QString& id) {
        const auto entry =
            std::find_if(m_entries.begin(), m_entries.end(), [&](const PageEntry& each) { return each.id == id; });
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
    return std::min(typeScale * std::max(smallestForARoom, static_cast<double>(screenLines) / plainScreenLines),
                    std::max(typeScale, largestTypeScale));
}

void MainWindow::beginLecture()
{
    std::vector<std::string> pages;
    for (const PageEntry& entry : m_entries)
        pages.push_back(entry.id.toStdString());
    const QString beside = m_document.hasFile() ? QFileInfo(m_document.path()).absolutePath() + QLatin1Char('/') +
                                                      QLatin1String(lectureFile)
                                                : QString();
    const bool own = QFileInfo::exists(beside);
    if (own) {
        if (Result<Lecture> read = readLecture(filePath(beside), pages))
            m_keys = std::make_unique<Lecture>(std::move(*read));
        else
            m_notice->showError(
                tr("%1 beside the project is not shown; the keys are the shipped ones").arg(QLatin1String(lectureFile)),
                read.error());
    }
    if (const Result<std::filesystem::path> shipped =
            m_keys ? fail(ErrorCode::Input, "") : resourcePath(std::string("examples/") + lectureFile))
        if (Result<Lecture> read = readLecture(*shipped, pages);
            read && std::all_of(read->keys.begin(), read->keys.end(),
                                [](const LectureKey& key) { return key.problems.empty(); }))
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
    const QString title = m_keys->title.empty() ? tr("Lecture") : qt(m_keys->title);
    m_keyTitle = !key.isEmpty() ? key
                                : tr("%1: keys 1 to %2 · G hides and reveals · 0 back to what was open · Escape leaves")
                                      .arg(title)
                                      .arg(m_keys->keys.size());
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
    m_hasArrows = nullptr;
    const QString title = qt(key.title);
    const Document::Own own = m_document.own();
    const bool beforeEdits =
        own.modified && !own.path.isEmpty() && QFileInfo(own.path) == QFileInfo(QFile::decodeName(key.file.c_str()));
    m_document.present(key.project);
    if (!key.focus.empty()) {
        nameLecture(tr("%1  %2").arg(index + 1).arg(title));
        beginSlides({QString::fromStdString(key.focus), qt(key.claim), QString::fromStdString(key.control), key.guess});
        return;
    }
    showPage(QString::fromStdString(key.page));
    if (Page* shown = currentPage(); shown && !shown->showPart(QString::fromStdString(key.part)))
        m_notice->tell(tr("Key %1: page %2 has no part \"%3\"")
                           .arg(index + 1)
                           .arg(QString::fromStdString(key.page), QString::fromStdString(key.part)),
                       {}, {});
    nameLecture((beforeEdits ? tr("%1  %2 · the file as it was saved, without the edits") : tr("%1  %2"))
                    .arg(index + 1)
                    .arg(title));
    arrange();
    if (Page* shown = currentPage())
        focusForRoom(*shown, QString::fromStdString(key.field));
    if (Page* shown = currentPage(); shown && key.guess && shown->canGuess())
        shown->setGuessing(true);
}

// On what the key is about, else on the first that arrows move; never where number keys would be typed or Space would
// start something.
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
        if (page.isAncestorOf(each) && each->isVisible() && each->isEnabled() && each->focusPolicy() & Qt::TabFocus &&
            !typingLine(each) && !qobject_cast<QPushButton*>(each) && !qobject_cast<Card*>(each) &&
            !qobject_cast<QComboBox*>(each) && each->visibleRegion().boundingRect() == each->rect()) {
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
            showExample(example.path);
        }
        m_keyShown = index;
    };
    showToRoom(show);
}

// What is open is set aside, edits and all, and comes back with 0: a room is not asked about it. What a page is at
// would be broken off.
void MainWindow::showToRoom(const std::function<void()>& show)
{
    commitTyping();
    if (m_document.isPresented() || whatIsUnderWay().isEmpty())
        show();
    else
        leaveDocument(show);
}

void MainWindow::showExample(const QString& path)
{
    Result<Project> project = readProject(filePath(path));
    if (!project) {
        m_notice->showError(tr("The example was not opened"), project.error());
        return;
    }
    m_document.present(std::move(*project));
    showPageWithContent();
}

void MainWindow::stepLecture(int by)
{
    if (Page* current = currentPage(); by > 0 && current && current->isGuessing() && current->staysHidden().isEmpty()) {
        current->setGuessing(false);  // the answer comes before the next question
        return;
    }
    const int to = m_keyShown + by;
    if (to >= 0 && to < 9)
        applyPreset(to);
}

// A clicker sends arrows too: they move a number only where a hand has taken it.
bool MainWindow::arrowsPage() const
{
    QWidget* focus = QApplication::focusWidget();
    if (QApplication::activePopupWidget() || (focus && focus != this && !m_stack->isAncestorOf(focus)))
        return false;
    return !focus || (focus != m_hasArrows && !typingLine(focus) && !qobject_cast<const QPlainTextEdit*>(focus));
}

bool MainWindow::typesGuess(const QKeyEvent& key) const
{
    const Page* current = currentPage();
    QWidget* focus = QApplication::focusWidget();
    return current && current->takesGuessKeys() && (key.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier &&
           ((key.key() >= Qt::Key_0 && key.key() <= Qt::Key_9) || key.key() == Qt::Key_Backspace) &&
           !QApplication::activePopupWidget() && (!focus || focus == this || m_stack->isAncestorOf(focus)) &&
           !(focus && (typingLine(focus) || qobject_cast<const QPlainTextEdit*>(focus)));
}

void MainWindow::takeArrows(QWidget* clicked)
{
    QWidget* focus = QApplication::focusWidget();
    if (focus && (focus == clicked || focus->isAncestorOf(clicked)) && !qobject_cast<QAbstractButton*>(focus) &&
        !qobject_cast<QComboBox*>(focus) && focus != currentPage())
        m_hasArrows = focus;
}

void MainWindow::setBlank(bool blank)
{
    setBlankOver(this, blank, m_blank);
}

// What was typed is entered or taken back: the number keys are the lecture's again. What was refused stays to be
// mended.
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

}  // namespace scalewright::ui

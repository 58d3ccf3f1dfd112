// SPDX-License-Identifier: GPL-3.0-or-later
// Lecture mode: large type, a lecture's keys, and window edges that the pointer reveals.
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
#include <QStackedWidget>

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
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/rail.h"
#include "ui/shell/typing.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int referenceScreenLines = 720;
constexpr double maximumTypeScale = 1.75, minimumRoomScale = 1.25;
constexpr int pointerEdgePixels = 3;

}  // namespace

void MainWindow::setLecture(bool lecture)
{
    setLecture(lecture, nullptr);
}

void MainWindow::setLecture(bool lecture, std::unique_ptr<Lecture> slides)
{
    if (lecture == m_lectureMode)
        return;
    closeSlide();
    m_lectureMode = lecture;
    setProperty("lecture", lecture);  // figures hide their actions in a lecture
    m_edgesShown = m_edgesPinned = false;
    Theme& theme = Theme::instance();
    theme.setLecture(lecture);
    if (lecture) {
        m_typeScaleBefore = theme.typeScale();
        m_windowStatesBefore = windowState();
        theme.setTypeScale(
            std::min(m_settings.lectureTypeFactor() * lectureTypeScale(m_typeScaleBefore, screen()->size().height()),
                     maximumTypeScale));
        setWindowState(windowState() | Qt::WindowFullScreen);
        m_notice->dismiss();  // recovered work does not concern the audience
        m_lectureScript = slides ? std::move(slides) : lectureForKeys();
        setLectureKeyName({});
    } else {
        theme.setTypeScale(m_typeScaleBefore);
        setWindowState(m_windowStatesBefore);
        m_lectureScript.reset();
        m_lectureKeyLabel->clear();
        setScreenBlank(false);
        m_arrowKeyOwner = nullptr;
        m_shownLectureKey = -1;
    }
    for (Page* built : std::as_const(m_pages))
        built->setLecture(lecture);
    for (int key = 1; key <= 9; ++key) {
        QAction* preset = action(QStringLiteral("preset-%1").arg(key));
        preset->setEnabled(lecture);
        const bool hasTitle = m_lectureScript && m_lectureScript->keys.size() >= static_cast<std::size_t>(key);
        preset->setText(hasTitle ? tr("Show %1: %2")
                                       .arg(key)
                                       .arg(toQString(m_lectureScript->keys[static_cast<std::size_t>(key) - 1].title))
                                 : QString());
    }
    for (const char* name : {"next-key", "previous-key", "blank", "own", "edges", "leave"})
        action(QLatin1String(name))->setEnabled(lecture);
    for (const char* name : {"menu-key", "add-key", "slides-edit"})
        action(QLatin1String(name))->setEnabled(!lecture);
    action(QStringLiteral("guess"))->setEnabled(lecture || (currentPage() && currentPage()->canGuess()));
    QAction* present = action(QStringLiteral("present"));
    present->setIconText(lecture ? tr("Leave") : tr("Lecture"));
    present->setChecked(lecture);
    updateLayout();
    // Hiding the header moves the focus, possibly into a field, which would take the number keys as text.
    if (Page* current = currentPage(); lecture && current)
        current->setFocus(Qt::OtherFocusReason);
    if (lecture || !m_document.isPresenting())
        return;
    const std::shared_ptr<const Project> presented = m_document.isModified() ? m_document.snapshot() : nullptr;
    restoreOwnProject();
    offerPresentedProject(presented,
                          tr("%1 is open again, as it was before the lecture").arg(m_document.displayName()));
}

void MainWindow::offerPresentedProject(const std::shared_ptr<const Project>& presented, const QString& title)
{
    std::vector<NoticeAction> actions;
    if (presented)
        actions.push_back({tr("Open what was shown, with its changes"), [this, presented] {
                               leaveDocument([this, presented] { m_document.restore(*presented, {}, {}); });
                           }});
    actions.push_back({tr("Close"), {}});
    m_notice->showMessage(title, {}, std::move(actions));
}

void MainWindow::restoreOwnProject()
{
    if (!m_document.isPresenting())
        return;
    const QString page = m_ownPageId;
    m_isRestoringOwn = true;
    m_document.endPresentation();
    m_isRestoringOwn = false;
    showPage(page);
}

// If the current page has nothing to show for the presented example, shows a page that does.
void MainWindow::showPageWithContent()
{
    const auto isEmpty = [this](const QString& id) {
        const auto entry = std::find_if(m_pageEntries.begin(), m_pageEntries.end(),
                                        [&](const PageEntry& each) { return each.id == id; });
        return entry == m_pageEntries.end() || entry->state(m_document) == PageState::Empty;
    };
    if (!isEmpty(m_currentPageId))
        return;
    for (const char* id : {"predict", "measure", "diagnose", "baseline"})
        if (!isEmpty(QLatin1String(id))) {
            showPage(QLatin1String(id));
            return;
        }
}

double MainWindow::lectureTypeScale(double typeScale, int screenLines)
{
    return std::min(typeScale * std::max(minimumRoomScale, static_cast<double>(screenLines) / referenceScreenLines),
                    std::max(typeScale, maximumTypeScale));
}

std::unique_ptr<Lecture> MainWindow::lectureForKeys()
{
    std::vector<std::string> pages;
    for (const PageEntry& entry : m_pageEntries)
        pages.push_back(entry.id.toStdString());
    if (const std::filesystem::path own = ownLectureFile(toFilesystemPath(m_document.path())); !own.empty()) {
        if (Result<Lecture> read = readLecture(own, pages)) {
            Error keyErrors;
            for (const LectureKey& key : read->keys)
                keyErrors.problems.insert(keyErrors.problems.end(), key.problems.begin(), key.problems.end());
            if (!keyErrors.problems.empty())
                m_notice->showError(tr("Not every key of %1 can be shown").arg(QLatin1String(lectureFileName)),
                                    keyErrors);
            rememberLecture();
            return std::make_unique<Lecture>(std::move(*read));
        } else {
            m_notice->showError(tr("%1 next to the project was not loaded; the shipped keys are used")
                                    .arg(QLatin1String(lectureFileName)),
                                read.error());
        }
    }
    if (const Result<std::filesystem::path> shipped = resourcePath(std::string("examples/") + lectureFileName))
        if (Result<Lecture> read = readLecture(*shipped, pages);
            read && std::all_of(read->keys.begin(), read->keys.end(),
                                [](const LectureKey& key) { return key.problems.empty(); }))
            return std::make_unique<Lecture>(std::move(*read));
    return nullptr;
}

void MainWindow::setLectureKeyName(const QString& key)
{
    if (!m_lectureScript)
        return;
    const QString title = m_lectureScript->title.empty() ? tr("Lecture") : toQString(m_lectureScript->title);
    m_lectureKeyTitle = !key.isEmpty()
                            ? key
                            : tr("%1: keys 1 to %2 · G hides and reveals · 0 back to what was open · Escape leaves")
                                  .arg(title)
                                  .arg(m_lectureScript->keys.size());
    // While guessing, do not show a title like "Why 34?", which reveals the answer.
    const Page* current = currentPage();
    m_lectureKeyLabel->setText(current && current->isGuessing() ? tr("What is your guess?") : m_lectureKeyTitle);
}

void MainWindow::showLectureKey(std::size_t index, bool keepsChanges)
{
    const LectureKey& key = m_lectureScript->keys.at(index);
    if (!key.problems.empty()) {
        Error keyErrors;
        keyErrors.problems = key.problems;
        m_notice->showError(tr("Key %1 cannot be shown").arg(index + 1), keyErrors);
        return;
    }
    m_arrowKeyOwner = nullptr;
    const LectureKey* before =
        m_shownLectureKey >= 0 ? &m_lectureScript->keys[static_cast<std::size_t>(m_shownLectureKey)] : nullptr;
    const Document::OwnProject ownDocument = m_document.ownProject();
    const bool beforeEdits = ownDocument.isModified && !ownDocument.path.isEmpty() &&
                             QFileInfo(ownDocument.path) == QFileInfo(QFile::decodeName(key.projectFile.c_str()));
    if (!keepsChanges || !before || before->project != key.project) {
        const bool keepsPages = key.projectFile.empty() && (before || !m_document.isPresenting());
        m_document.startPresentation(key.project, keepsPages ? Document::PresentationKind::ProjectVariation
                                                             : Document::PresentationKind::OtherProject);
    }
    m_shownLectureKey = static_cast<int>(index);
    const QString title = toQString(key.title);
    setLectureKeyName((beforeEdits ? tr("%1  %2 · the file as it was saved, without the edits") : tr("%1  %2"))
                          .arg(index + 1)
                          .arg(title));
    if (!key.slideName.empty()) {
        showSlide(index);
        return;
    }
    closeSlide();
    showPage(QString::fromStdString(key.page));
    if (Page* visiblePage = currentPage(); visiblePage && !visiblePage->showPart(QString::fromStdString(key.pagePart)))
        m_notice->showMessage(tr("Key %1: page %2 has no part \"%3\"")
                                  .arg(index + 1)
                                  .arg(QString::fromStdString(key.page), QString::fromStdString(key.pagePart)),
                              {}, {});
    updateLayout();
    if (Page* visiblePage = currentPage())
        focusForLecture(*visiblePage, QString::fromStdString(key.sliderField));
    if (Page* visiblePage = currentPage(); visiblePage && key.hidesAnswer && visiblePage->canGuess())
        visiblePage->setGuessing(true);
}

// Focuses the field that the key is about, otherwise the first widget that uses the arrow keys; never a widget that
// would take number keys as text or be triggered by Space.
void MainWindow::focusForLecture(Page& page, const QString& field)
{
    if (!field.isEmpty() && page.focusField(field))
        for (QWidget* around = focusWidget(); around && around != &page; around = around->parentWidget())
            if (auto* edit = qobject_cast<QuantityEdit*>(around)) {
                edit->focusSlider();
                return;
            }
    layOutNow(page);
    for (QWidget* each = page.nextInFocusChain(); each && each != &page; each = each->nextInFocusChain())
        if (page.isAncestorOf(each) && each->isVisible() && each->isEnabled() && each->focusPolicy() & Qt::TabFocus &&
            !lineEditOf(each) && !qobject_cast<QPushButton*>(each) && !qobject_cast<Card*>(each) &&
            !qobject_cast<QComboBox*>(each) && each->visibleRegion().boundingRect() == each->rect()) {
            each->setFocus(Qt::OtherFocusReason);
            return;
        }
    page.setFocus(Qt::OtherFocusReason);
}

std::size_t MainWindow::presetCount() const
{
    if (m_lectureScript)
        return m_lectureScript->keys.size();
    const qsizetype presets = currentPage()->presets().size();
    return static_cast<std::size_t>(presets > 0 ? presets : examples().size());
}

void MainWindow::applyPreset(int index, bool keepsChanges)
{
    if (!currentPage() || static_cast<std::size_t>(index) >= presetCount())
        return;
    const auto show = [this, index, keepsChanges] {
        if (!m_lectureMode)  // the lecture may have ended by the time the question is answered
            return;
        if (m_lectureScript) {
            showLectureKey(static_cast<std::size_t>(index), keepsChanges);
            return;
        }
        if (!currentPage()->presets().isEmpty()) {
            currentPage()->applyPreset(index);
        } else if (const Example example = examples().value(index); !example.path.isEmpty()) {
            presentExample(example.path);
        }
        m_shownLectureKey = index;
    };
    if (m_lectureScript && m_lectureScript->keys[static_cast<std::size_t>(index)].projectFile.empty())
        show();  // the pages stay as they are
    else
        presentToRoom(show);
}

// The open project is set aside with its edits, and 0 brings it back, so no question is needed about it. Work in
// progress on a page would be aborted, so the user is asked about that.
void MainWindow::presentToRoom(const std::function<void()>& show)
{
    commitPendingInput();
    if (m_document.isPresenting() || workInProgress().isEmpty())
        show();
    else
        leaveDocument(show);
}

void MainWindow::presentExample(const QString& path)
{
    Result<Project> project = readProject(toFilesystemPath(path));
    if (!project) {
        m_notice->showError(tr("The example was not opened"), project.error());
        return;
    }
    m_document.startPresentation(std::move(*project));
    showPageWithContent();
}

void MainWindow::stepLecture(int delta)
{
    if (Page* current = currentPage();
        delta > 0 && current && current->isGuessing() && current->revealBlockedReason().isEmpty()) {
        current->setGuessing(false);  // the first press reveals the answer
        return;
    }
    const int target = m_shownLectureKey + delta;
    if (target >= 0)
        applyPreset(target, true);
}

// Clickers also send arrow keys, so these change a value only in a widget that was clicked.
bool MainWindow::canArrowsTurnPages() const
{
    QWidget* focus = QApplication::focusWidget();
    if (QApplication::activePopupWidget() || (focus && focus != this && !m_pageStack->isAncestorOf(focus)))
        return false;
    return !focus || (focus != m_arrowKeyOwner && !lineEditOf(focus) && !qobject_cast<const QPlainTextEdit*>(focus));
}

bool MainWindow::isGuessKey(const QKeyEvent& key) const
{
    const Page* current = currentPage();
    QWidget* focus = QApplication::focusWidget();
    return current && current->acceptsGuessKeys() && (key.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier &&
           ((key.key() >= Qt::Key_0 && key.key() <= Qt::Key_9) || key.key() == Qt::Key_Backspace) &&
           !QApplication::activePopupWidget() && (!focus || focus == this || m_pageStack->isAncestorOf(focus)) &&
           !(focus && (lineEditOf(focus) || qobject_cast<const QPlainTextEdit*>(focus)));
}

void MainWindow::claimArrowKeys(QWidget* clicked)
{
    QWidget* focus = QApplication::focusWidget();
    if (focus && (focus == clicked || focus->isAncestorOf(clicked)) && !qobject_cast<QAbstractButton*>(focus) &&
        !qobject_cast<QComboBox*>(focus) && focus != currentPage())
        m_arrowKeyOwner = focus;
}

void MainWindow::setScreenBlank(bool blank)
{
    setScreenBlanked(this, blank, m_blankScreen);
}

// Once typed input has been committed or discarded, the number keys belong to the lecture again. Refused input keeps
// the focus so that it can be corrected.
void MainWindow::releaseFieldFocus(QWidget* field)
{
    if (const QLineEdit* line = lineEditOf(field); !m_lectureMode || !field->hasFocus() || !line || line->isModified())
        return;
    for (QWidget* around = field; around && around != m_pageStack; around = around->parentWidget())
        if (auto* edit = qobject_cast<QuantityEdit*>(around)) {
            edit->focusSlider();
            return;
        }
    currentPage()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showEdgesForPointer(const QPoint& pointer, Qt::MouseButtons buttons)
{
    if (m_edgesPinned)  // the edges stay until F10 hides them
        return;
    const QWidget* focus = QApplication::focusWidget();
    const bool edgesHaveFocus = focus && (m_header->isAncestorOf(focus) || m_rail->isAncestorOf(focus));
    const bool atEdge = pointer.y() < pointerEdgePixels || pointer.x() < pointerEdgePixels;
    const bool isOverEdges = pointer.y() < m_header->height() || pointer.x() < m_rail->width();
    const bool showsEdges = m_edgesShown ? isOverEdges || edgesHaveFocus : atEdge && buttons == Qt::NoButton;
    if (showsEdges == m_edgesShown)
        return;
    m_edgesShown = showsEdges;
    m_edgesPinned = false;
    updateLayout();
}

}  // namespace scalewright::ui

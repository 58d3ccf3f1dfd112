// SPDX-License-Identifier: GPL-3.0-or-later
// The slides of a lecture: showing one over the window, switching to its page and back, and the lecture file.
#include <QAction>
#include <QFileInfo>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

#include "core/base/files/resources.h"
#include "core/output/lecture/lecture.h"
#include "core/project/document/project_file.h"
#include "ui/document/file_path.h"
#include "ui/shell/export.h"
#include "ui/shell/header.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/rail.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

void MainWindow::makeSlideActions()
{
    addAction(QStringLiteral("slides"), tr("Present the slides"), Qt::Key_F5, [this] {
        startSlides();
    })->setProperty("also", tr("deck, presentation, talk"));
    addAction(QStringLiteral("slides-back"), tr("Back to the slides"), Qt::Key_W, [this] {
        setSlideVisible(true);
    })->setEnabled(false);
    addAction(QStringLiteral("add-key"), tr("Add this page as a key"), {}, [this] {
        addPageAsKey();
    })->setProperty("also", tr("slide, lecture, presentation"));
    addAction(QStringLiteral("slides-edit"), tr("Edit the slides…"), {}, [this] {
        editSlides();
    })->setProperty("also", tr("keys, lecture, deck, presentation"));
    addAction(QStringLiteral("slides-export"), tr("Export slides…"), {}, [this] { chooseSlidesFile(); });
    for (const char* name : {"slides", "slides-edit", "slides-export"})
        action(QLatin1String(name))->setEnabled(false);
}

void MainWindow::setSlideTools(SlideTools tools)
{
    m_slideTools = std::move(tools);
    action(QStringLiteral("slides"))->setEnabled(m_slideTools.createSlideShow != nullptr);
    action(QStringLiteral("slides-edit"))->setEnabled(m_slideTools.openEditor != nullptr);
    action(QStringLiteral("slides-export"))->setEnabled(m_slideTools.exportPdf != nullptr);
}

void MainWindow::startSlides()
{
    if (m_isAtSlide && !m_slideShow->isVisible()) {
        setSlideVisible(true);
        return;
    }
    commitPendingInput();
    if (askBeforeRevealing(tr("The answer is hidden; the slides would reveal it"), tr("Reveal it and present"),
                           [this] { startSlides(); }))
        return;
    if (!m_lectureMode) {
        Result<Lecture> slides = presentedSlides(m_document, m_document.path(), m_pageEntries);
        if (!slides) {
            m_notice->showError(slides.error().code == ErrorCode::Refused
                                    ? tr("There is nothing to present yet")
                                    : tr("%1 next to the project was not loaded").arg(QLatin1String(lectureFileName)),
                                slides.error());
            return;
        }
        rememberLecture();
        setLecture(true, std::make_unique<Lecture>(std::move(*slides)));
    }
    applyPreset(std::max(m_shownLectureKey, 0));
}

void MainWindow::showSlide(std::size_t index)
{
    if (!m_slideTools.createSlideShow)
        return;
    if (!m_slideShow) {
        m_slideShow = m_slideTools.createSlideShow(m_document, this);
        m_slideShow->hide();
        connect(m_slideShow, &SlideShow::exited, this, [this] { setLecture(false); });
        connect(m_slideShow, &SlideShow::pageRequested, this, &MainWindow::pauseSlide);
        connect(m_slideShow, &SlideShow::stepRequested, this, &MainWindow::stepLecture);
        connect(m_slideShow, &SlideShow::slideRequested, this, [this](int slide) {
            if (slide < 0)
                action(QStringLiteral("own"))->trigger();
            else
                applyPreset(slide);
        });
    }
    m_slideShow->setGeometry(rect());
    if (const Result<void> shown = m_slideShow->present(*m_lectureScript, index); !shown) {
        closeSlide();
        m_notice->showError(tr("Key %1 cannot be shown").arg(index + 1), shown.error());
        return;
    }
    m_isAtSlide = true;
    setSlideVisible(true);
}

void MainWindow::setSlideVisible(bool visible)
{
    if (!m_isAtSlide)
        return;
    // Hide the pages, because widgets below the slide would be repainted on every slider move.
    m_pageStack->setVisible(!visible);
    m_footer->setVisible(!visible);
    m_header->setVisible(!visible);
    m_rail->setVisible(!visible);
    m_slideShow->setVisible(visible);
    action(QStringLiteral("slides-back"))->setEnabled(!visible);
    updateLayout();
    if (visible) {
        m_notice->dismiss();
        m_slideShow->setFocus(Qt::OtherFocusReason);
    } else if (Page* current = currentPage()) {
        current->setFocus(Qt::OtherFocusReason);
    }
}

void MainWindow::closeSlide()
{
    if (!m_isAtSlide)
        return;
    setSlideVisible(false);
    m_isAtSlide = false;
    m_slideShow->end();
    action(QStringLiteral("slides-back"))->setEnabled(false);
    m_notice->dismiss();
}

void MainWindow::pauseSlide(const QString& page, const QString& part)
{
    setSlideVisible(false);
    showPage(page);
    if (Page* current = currentPage(); current && !part.isEmpty())
        current->showPart(part);
    m_notice->showMessage(tr("Slides paused: press W to return"), {},
                          {{tr("Back to the slides"), [this] { setSlideVisible(true); }},
                           {tr("End them"), [this] { setLecture(false); }}});
}

void MainWindow::withLectureFile(const std::function<void(std::optional<LectureFile>)>& proceed)
{
    commitPendingInput();
    if (m_document.isPresenting()) {
        m_notice->showMessage(tr("A key shows your own project: go back to it first"), {}, {{tr("Close"), {}}});
        return;
    }
    const QFileInfo project(m_document.path());
    const Result<std::filesystem::path> examples = resourcePath("examples");
    if (!m_document.hasFile() ||
        (examples && QFileInfo(QFile::decodeName(examples->c_str())) == QFileInfo(project.absolutePath()))) {
        m_notice->showMessage(
            tr("Save the project in a folder of yours first"),
            {tr("Its slides are saved next to it, in %1.").arg(QLatin1String(lectureFileName))},
            {{tr("Save as…"), [this, proceed] { saveAs([this, proceed] { withLectureFile(proceed); }); }, true},
             {tr("Cancel"), {}}});
        return;
    }
    const std::filesystem::path file = ownLectureFile(toFilesystemPath(m_document.path()));
    if (file.empty()) {
        proceed(std::nullopt);
        return;
    }
    const Result<std::string> content = readText(file);
    Result<LectureFile> lecture = content ? parseLecture(*content) : fail(content.error());
    if (lecture)
        proceed(std::move(*lecture));
    else
        m_notice->showError(tr("%1 cannot be changed until it can be read").arg(QLatin1String(lectureFileName)),
                            withFileName(lecture.error(), file.string()));
}

LectureEntry MainWindow::currentPageKey(bool* missesChanges) const
{
    LectureEntry key;
    key.page = m_currentPageId.toStdString();
    for (const PageEntry& entry : m_pageEntries)
        if (entry.id == m_currentPageId)
            key.title = entry.title.toStdString();
    key.projectName = QFileInfo(m_document.path()).fileName().toStdString();
    key.hidesAnswer = currentPage() && currentPage()->isGuessing();
    if (const Result<Project> saved = readProject(toFilesystemPath(m_document.path()))) {
        SetValues values = setValuesBetween(*saved, m_document.project());
        key.fieldValues = std::move(values.fieldValues);
        if (missesChanges)
            *missesChanges = values.missesChanges;
    }
    return key;
}

void MainWindow::addPageAsKey()
{
    withLectureFile([this](std::optional<LectureFile> lecture) {
        if (!lecture)
            lecture.emplace();
        if (lecture->keys.size() >= maximumLectureKeys) {
            m_notice->showMessage(tr("All %1 keys are used").arg(maximumLectureKeys), {},
                                  {{tr("Edit the slides…"), [this] { editSlides(); }, true}, {tr("Close"), {}}});
            return;
        }
        bool missesChanges = false;
        lecture->keys.push_back(currentPageKey(&missesChanges));
        QStringList notes;
        if (missesChanges)
            notes << tr("It shows the project as saved. Save the project to show the other edits.");
        saveLecture(*lecture, tr("Add key %1 to it").arg(lecture->keys.size()), notes);
    });
}

void MainWindow::editSlides()
{
    if (m_lectureMode || !m_slideTools.openEditor)
        return;
    if (askBeforeRevealing(tr("The answer is hidden; the slides would reveal it"), tr("Reveal it and edit"),
                           [this] { editSlides(); }))
        return;
    withLectureFile([this](std::optional<LectureFile> lecture) {
        if (lecture) {
            rememberLecture();
        } else {
            lecture.emplace();
            if (const Result<Lecture> story = presentedSlides(m_document, {}, {}))
                for (LectureEntry key : story->keys) {
                    key.projectName = currentPageKey().projectName;
                    lecture->keys.push_back(std::move(key));
                }
        }
        openLectureEditor(std::move(*lecture));
    });
}

void MainWindow::openLectureEditor(LectureFile lecture)
{
    LectureEditing editing{std::move(lecture), {}, currentPageKey(), [this](const LectureFile& edited) {
                               saveLecture(edited, tr("Replace it"), {});
                           }};
    for (const PageEntry& entry : m_pageEntries)
        editing.pages.emplace_back(entry.id, entry.title);
    m_slideTools.openEditor(m_document, std::move(editing), this);
}

void MainWindow::rememberLecture()
{
    m_openedLecture = {lecturePath(), {}};
    if (Result<std::string> content = readText(toFilesystemPath(m_openedLecture.path)))
        m_openedLecture.content = std::move(*content);
}

QString MainWindow::lecturePath() const
{
    return QFileInfo(m_document.path()).absolutePath() + QLatin1Char('/') + QLatin1String(lectureFileName);
}

void MainWindow::saveLecture(const LectureFile& lecture, const QString& overwriteText, const QStringList& notes)
{
    const QString path = lecturePath();
    const auto write = [this, path, lecture, notes] {
        if (const Result<void> saved = saveFile(toFilesystemPath(path), writeLecture(lecture)); !saved) {
            m_notice->showError(tr("The slides were not saved"), saved.error());
            return;
        }
        rememberLecture();
        m_notice->showMessage(tr("%1 has %2")
                                  .arg(QLatin1String(lectureFileName),
                                       countedNounText(static_cast<qsizetype>(lecture.keys.size()), tr("slide"))),
                              notes,
                              {{tr("Present"), [this] { startSlides(); }},
                               {tr("Edit the slides…"), [this] { editSlides(); }},
                               {tr("Close"), {}, true}});
    };
    const Result<std::string> content = readText(toFilesystemPath(path));
    if (!QFileInfo::exists(path) || (content && m_openedLecture.path == path && m_openedLecture.content == *content)) {
        write();
        return;
    }
    m_notice->showMessage(tr("%1 was written outside this window").arg(QLatin1String(lectureFileName)), {path},
                          {{overwriteText, write},
                           {tr("Edit again…"), [this, lecture] { openLectureEditor(lecture); }},
                           {tr("Keep the file"), {}, true}});
}

}  // namespace scalewright::ui

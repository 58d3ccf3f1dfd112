// SPDX-License-Identifier: GPL-3.0-or-later
// Slides over the window: starting and ending them, switching to the workbench and back, editing and exporting.
#include <QAction>
#include <QStackedWidget>

#include <utility>

#include "ui/shell/header.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/rail.h"

namespace scalewright::ui {

void MainWindow::makeSlideActions()
{
    QAction* show = addAction(QStringLiteral("slides"), tr("Present the slides"), Qt::Key_F5, [this] {
        if (!m_isPresenting)
            beginSlides();
        else if (!m_slideShow->isVisible())
            showSlides(true);
    });
    show->setProperty("also", tr("deck, presentation, talk"));
    addAction(QStringLiteral("slides-back"), tr("Back to the slides"), Qt::Key_W, [this] {
        showSlides(true);
    })->setEnabled(false);
    addAction(QStringLiteral("slides-end"), tr("End the slides"), {}, [this] { endSlides(); })->setEnabled(false);
    addAction(QStringLiteral("slides-edit"), tr("Choose and reword slides…"), {}, [this] { editSlides(); });
    addAction(QStringLiteral("slides-export"), tr("Export slides…"), {}, [this] { chooseSlidesFile(); });
    for (const char* name : {"slides", "slides-edit", "slides-export"})
        action(QLatin1String(name))->setEnabled(false);
    // When another document is opened, end the slides of this one.
    connect(&m_document, &Document::aboutToBeReplaced, this, [this] {
        closeSlides();
        m_presentedBefore.reset();
    });
}

void MainWindow::setSlideTools(SlideTools tools)
{
    m_slideTools = std::move(tools);
    action(QStringLiteral("slides"))->setEnabled(m_slideTools.createSlideShow != nullptr);
    action(QStringLiteral("slides-edit"))->setEnabled(m_slideTools.openEditor != nullptr);
    action(QStringLiteral("slides-export"))->setEnabled(m_slideTools.exportPdf != nullptr);
}

// As with a lecture's number key, the open project is set aside with its edits and restored at the end.
void MainWindow::beginSlides(const SlideShow::SingleSlide& onlySlide)
{
    if (m_isPresenting || !m_slideTools.createSlideShow)
        return;
    commitPendingInput();
    if (askBeforeRevealing(tr("The answer is hidden; the slides would reveal it"), tr("Reveal it and present"),
                           [this, onlySlide] { beginSlides(onlySlide); }))
        return;
    if (!m_slideShow) {
        m_slideShow = m_slideTools.createSlideShow(m_document, this);
        m_slideShow->hide();
        connect(m_slideShow, &SlideShow::exited, this, [this] {
            endSlides();
            if (m_lectureMode)  // the page below was not shown by a lecture key
                setLectureKeyName({});
        });
        connect(m_slideShow, &SlideShow::lectureKeyRequested, this, [this](int index) {
            if (!m_lectureMode || m_shownLectureKey < 0 || static_cast<std::size_t>(index) >= presetCount())
                return;
            endSlides();
            applyPreset(index);
        });
        connect(m_slideShow, &SlideShow::pageRequested, this, &MainWindow::showWorkbench);
        connect(m_slideShow, &SlideShow::pagedPastSingleSlide, this, [this](int delta) {
            if (!m_lectureMode || m_shownLectureKey < 0)
                return;
            endSlides();
            stepLecture(delta);
        });
    }
    m_pageBefore = m_currentPageId;
    m_windowStatesBeforeSlides = windowState();
    m_presentedBefore = m_document.isPresenting() ? m_document.snapshot() : nullptr;
    presentVariation(m_document.project());
    m_isPresenting = true;
    m_slideShow->setGeometry(rect());
    if (const Result<void> begun = m_slideShow->begin(onlySlide); !begun) {
        endSlides();
        m_notice->showError(tr("There is nothing to present yet"), begun.error());
        return;
    }
    setWindowState(windowState() | Qt::WindowFullScreen);
    showSlides(true);
}

void MainWindow::showSlides(bool visible)
{
    if (!m_isPresenting)
        return;
    // Hide the pages, because widgets below the slides would be repainted on every slider move.
    m_pageStack->setVisible(!visible);
    m_footer->setVisible(!visible);
    m_header->setVisible(!visible);
    m_rail->setVisible(!visible);
    m_slideShow->setVisible(visible);
    action(QStringLiteral("slides-back"))->setEnabled(!visible);
    action(QStringLiteral("slides-end"))->setEnabled(!visible);
    updateLayout();
    if (visible) {
        m_notice->dismiss();
        m_slideShow->setFocus(Qt::OtherFocusReason);
    } else if (Page* current = currentPage()) {
        current->setFocus(Qt::OtherFocusReason);
    }
}

void MainWindow::showWorkbench(const QString& page, const QString& part)
{
    showSlides(false);
    showPage(page);
    if (Page* current = currentPage(); current && !part.isEmpty())
        current->showPart(part);
    m_notice->showMessage(
        tr("Slides paused: press W to return"), {},
        {{tr("Back to the slides"), [this] { showSlides(true); }}, {tr("End them"), [this] { endSlides(); }}});
}

void MainWindow::closeSlides()
{
    if (!m_isPresenting)
        return;
    showSlides(false);
    m_isPresenting = false;
    m_slideShow->end();
    setWindowState(m_windowStatesBeforeSlides);
    for (const char* name : {"slides-back", "slides-end"})
        action(QLatin1String(name))->setEnabled(false);
    m_notice->dismiss();
    updateLayout();
}

void MainWindow::endSlides()
{
    if (!m_isPresenting)
        return;
    const std::shared_ptr<const Project> presented = m_document.isModified() ? m_document.snapshot() : nullptr;
    closeSlides();
    const std::shared_ptr<const Project> before = std::exchange(m_presentedBefore, nullptr);
    if (before)
        presentVariation(*before);
    else
        m_document.endPresentation();
    showPage(m_pageBefore);
    if (!before && presented)
        offerPresentedProject(presented,
                              tr("%1 is open again, as it was before the slides").arg(m_document.displayName()));
}

void MainWindow::editSlides()
{
    if (m_isPresenting || !m_slideTools.openEditor)
        return;
    commitPendingInput();
    if (askBeforeRevealing(tr("The answer is hidden; the slides would reveal it"), tr("Reveal it and edit"),
                           [this] { editSlides(); }))
        return;
    m_slideTools.openEditor(m_document, this);
}

}  // namespace scalewright::ui

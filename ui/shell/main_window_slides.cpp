// The slides over the window: they begin and end, give way to the workbench and come back, are edited and exported.
#include "ui/shell/main_window.h"

#include <QAction>
#include <QStackedWidget>

#include <utility>

#include "ui/shell/header.h"
#include "ui/shell/notice.h"
#include "ui/shell/rail.h"

namespace scalewright::ui {

void MainWindow::makeSlideActions()
{
    QAction* show = addAction(QStringLiteral("slides"), tr("Present the slides"), Qt::Key_F5, [this] {
        if (!m_presenting)
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
    addAction(QStringLiteral("slides-export"), tr("Export slides…"), {}, [this] { askSlidesFile(); });
    for (const char* name : {"slides", "slides-edit", "slides-export"})
        action(QLatin1String(name))->setEnabled(false);
    // Another document comes: nothing of this one is shown beside it.
    connect(&m_document, &Document::replacing, this, [this] {
        dropSlides();
        m_shownBefore.reset();
    });
}

void MainWindow::setSlideTools(SlideTools tools)
{
    m_slideTools = std::move(tools);
    action(QStringLiteral("slides"))->setEnabled(m_slideTools.show != nullptr);
    action(QStringLiteral("slides-edit"))->setEnabled(m_slideTools.edit != nullptr);
    action(QStringLiteral("slides-export"))->setEnabled(m_slideTools.pdf != nullptr);
}

// As a number key of a lecture does it: what is open is set aside, edits and all, and comes back at the end.
void MainWindow::beginSlides(const SlideShow::Only& only)
{
    if (m_presenting || !m_slideTools.show)
        return;
    commitTyping();
    if (isAnswerHidden(tr("The answer is hidden, and the slides tell it"), tr("Reveal it and present"),
                       [this, only] { beginSlides(only); }))
        return;
    if (!m_slideShow) {
        m_slideShow = m_slideTools.show(m_document, this);
        m_slideShow->hide();
        connect(m_slideShow, &SlideShow::left, this, [this] {
            endSlides();
            if (m_lecture)  // the page below is none of its keys
                nameLecture({});
        });
        connect(m_slideShow, &SlideShow::keyWanted, this, [this](int index) {
            if (!m_lecture || m_keyShown < 0 || static_cast<std::size_t>(index) >= presetCount())
                return;
            endSlides();
            applyPreset(index);
        });
        connect(m_slideShow, &SlideShow::workbenchWanted, this, &MainWindow::showWorkbench);
        connect(m_slideShow, &SlideShow::pagedBeyond, this, [this](int by) {
            if (!m_lecture || m_keyShown < 0)
                return;
            endSlides();
            stepLecture(by);
        });
    }
    m_pageBefore = m_current;
    m_statesBeforeSlides = windowState();
    m_shownBefore = m_document.isPresented() ? m_document.snapshot() : nullptr;
    setAside(m_document.project());
    m_presenting = true;
    m_slideShow->setGeometry(rect());
    if (const Result<void> begun = m_slideShow->begin(only); !begun) {
        endSlides();
        m_notice->showError(tr("There is nothing to present yet"), begun.error());
        return;
    }
    setWindowState(windowState() | Qt::WindowFullScreen);
    showSlides(true);
}

void MainWindow::showSlides(bool inSight)
{
    if (!m_presenting)
        return;
    // What lies under them would be drawn again with every move of a slider.
    m_stack->setVisible(!inSight);
    m_foot->setVisible(!inSight);
    m_header->setVisible(!inSight);
    m_rail->setVisible(!inSight);
    m_slideShow->setVisible(inSight);
    action(QStringLiteral("slides-back"))->setEnabled(!inSight);
    action(QStringLiteral("slides-end"))->setEnabled(!inSight);
    arrange();
    if (inSight) {
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
    m_notice->tell(
        tr("The slides wait: W goes back to them"), {},
        {{tr("Back to the slides"), [this] { showSlides(true); }}, {tr("End them"), [this] { endSlides(); }}});
}

void MainWindow::dropSlides()
{
    if (!m_presenting)
        return;
    showSlides(false);
    m_presenting = false;
    m_slideShow->end();
    setWindowState(m_statesBeforeSlides);
    for (const char* name : {"slides-back", "slides-end"})
        action(QLatin1String(name))->setEnabled(false);
    m_notice->dismiss();
    arrange();
}

void MainWindow::endSlides()
{
    if (!m_presenting)
        return;
    const std::shared_ptr<const Project> shown = m_document.isModified() ? m_document.snapshot() : nullptr;
    dropSlides();
    const std::shared_ptr<const Project> before = std::exchange(m_shownBefore, nullptr);
    if (before)
        setAside(*before);
    else
        m_document.endPresenting();
    showPage(m_pageBefore);
    if (!before && shown)
        offerShown(shown, tr("%1 is open again, as it was before the slides").arg(m_document.displayName()));
}

void MainWindow::editSlides()
{
    if (m_presenting || !m_slideTools.edit)
        return;
    commitTyping();
    if (isAnswerHidden(tr("The answer is hidden, and the slides tell it"), tr("Reveal it and edit"),
                       [this] { editSlides(); }))
        return;
    m_slideTools.edit(m_document, this);
}

}  // namespace scalewright::ui

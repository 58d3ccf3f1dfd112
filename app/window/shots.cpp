// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shots.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QLineEdit>
#include <QPixmap>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>

#include "app/window/pages.h"
#include "app/window/slide_tools.h"
#include "app/window/visible_texts.h"
#include "core/base/error/try.h"
#include "core/output/lecture/lecture.h"
#include "core/project/document/project_file.h"
#include "ui/design/design_page.h"
#include "ui/design/layouts/layouts_view.h"
#include "ui/document/document.h"
#include "ui/measure/measure_page.h"
#include "ui/present/deck_view.h"
#include "ui/report/report_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/palette.h"
#include "ui/theme/theme.h"
#include "ui/timeline/break_card.h"
#include "ui/timeline/repair_card.h"
#include "ui/timeline/timeline_view.h"

using namespace scalewright;

namespace {

class Camera {
public:
    Camera(ui::MainWindow& window, const QString& folder) : m_window(window), m_folder(folder)
    {
        QDir().mkpath(folder);
    }

    void takeShot(const QString& subject, double type)
    {
        for (int round = 0; round < 5; ++round)
            QApplication::processEvents();  // process the layouts first, then the replots they queue
        const QString name =
            QStringLiteral("%1-%2-%3-%4x%5")
                .arg(subject, ui::Theme::instance().isDark() ? QStringLiteral("dark") : QStringLiteral("light"),
                     QString::number(type, 'f', 2))
                .arg(m_window.width())
                .arg(m_window.height());
        QFile words(m_folder.filePath(name + QStringLiteral(".json")));
        if (!m_window.grab().save(m_folder.filePath(name + QStringLiteral(".png"))) ||
            !words.open(QIODevice::WriteOnly) || words.write(QJsonDocument(visibleTexts(m_window)).toJson()) < 0)
            m_failedFile = m_folder.filePath(name);
        ++m_shotCount;
    }

    [[nodiscard]] Result<int> result() const
    {
        if (m_failedFile.isEmpty())
            return m_shotCount;
        return fail(ErrorCode::Environment, "the picture cannot be written", "a writable folder",
                    {.file = m_failedFile.toStdString()});
    }

private:
    ui::MainWindow& m_window;
    QDir m_folder;
    QString m_failedFile;
    int m_shotCount = 0;
};

/// Waits until the page has finished its work off the GUI thread.
void waitForPage(ui::MainWindow& window, const QString& page)
{
    if (auto* design = qobject_cast<ui::DesignPage*>(window.page(page)))
        while (design->layoutsView().searcher().isSearching())
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    if (const auto* report = qobject_cast<ui::ReportPage*>(window.page(page)))
        while (!report->draft().isSettled())
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

/// Shoots the other tabs of a page with several tabs; shows the first one again afterwards.
void takeTabShots(ui::MainWindow& window, const QString& page, Camera& camera, double type)
{
    auto* tabs = window.page(page)->findChild<QTabBar*>();
    for (int tab = 1; tabs && tab < tabs->count(); ++tab) {
        if (!tabs->isVisible() || !tabs->isTabVisible(tab))
            continue;
        tabs->setCurrentIndex(tab);
        waitForPage(window, page);
        camera.takeShot(
            QStringLiteral("%1-%2").arg(page, tabs->tabText(tab).toLower().replace(QLatin1Char(' '), QLatin1Char('-'))),
            type);
    }
    if (tabs)
        tabs->setCurrentIndex(0);
}

/// The timeline with a slowed worker, drawn with the unperturbed run for comparison.
void takeSlowedWorkerShot(ui::MainWindow& window, Camera& camera)
{
    window.showPage(QStringLiteral("measure"));
    auto& measure = *static_cast<ui::MeasurePage*>(window.page(QStringLiteral("measure")));
    measure.showTab(QStringLiteral("timeline"));
    ui::BreakCard& card = measure.timelineView().breakCard();
    if (measure.timelineView().simulatedLanes()) {
        const auto workers = static_cast<int>(measure.timelineView().simulatedLanes()->lanes.size());
        card.setPerturbation({.worker = workers / 2, .factor = 1.4});
        camera.takeShot(QStringLiteral("measure-timeline-broken"), 1);
        card.setPerturbation({});
    }
    measure.showTab(QStringLiteral("ladder"));
}

/// Recorded runs, if the project has any: as recorded, with a what-if, compared with each other, and next to the
/// simulation.
void takeRecordedRunShots(ui::MainWindow& window, std::size_t recordings, Camera& camera, double type)
{
    window.showPage(QStringLiteral("measure"));
    auto& measure = *static_cast<ui::MeasurePage*>(window.page(QStringLiteral("measure")));
    measure.showTab(QStringLiteral("timeline"));
    ui::TimelineView& view = measure.timelineView();
    const auto read = [&] {
        while (view.isImporting())
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    };
    view.showRun(0);
    read();
    camera.takeShot(QStringLiteral("measure-timeline-recorded"), type);
    if (view.recordedLanes()) {
        view.repairCard().setHandles({.ranksAtMedian = {view.recordedLanes()->traceRun().ranks.back().rank}});
        camera.takeShot(QStringLiteral("measure-timeline-mended"), type);
        view.repairCard().setHandles({});
    }
    if (recordings > 1) {
        view.compareWith(1);
        read();
        camera.takeShot(QStringLiteral("measure-timeline-compared"), type);
    }
    view.showRun(-1);
    view.compareWith(0);
    camera.takeShot(QStringLiteral("measure-timeline-measured"), type);
    view.compareWith(-1);
    measure.showTab(QStringLiteral("ladder"));
}

/// The lecture keys, as the audience sees them on a screen of that size.
void takeLectureShots(ui::MainWindow& window, Camera& camera, QSize screen)
{
    ui::Theme& theme = ui::Theme::instance();
    window.setLecture(true);
    const double type = ui::MainWindow::lectureTypeScale(1, screen.height());
    for (int key = 1; key <= 9; ++key) {
        window.setWindowState(Qt::WindowNoState);
        window.resize(screen);
        theme.setTypeScale(type);
        window.action(QStringLiteral("preset-%1").arg(key))->trigger();
        if (window.page(window.currentPageId())->isGuessing())
            window.action(QStringLiteral("guess"))->trigger();
        camera.takeShot(QStringLiteral("lecture-%1").arg(key), type);
    }
    window.setLecture(false);
    window.notice().dismiss();
}

/// Every slide, as it appears on a screen of that size.
void takeSlideShots(ui::MainWindow& window, Camera& camera, QSize screen)
{
    window.startSlides();
    if (!window.slideShow())
        return;
    window.setWindowState(Qt::WindowNoState);
    window.resize(screen);
    auto& deck = static_cast<ui::DeckView&>(*window.slideShow());
    for (int i = 0; i < deck.slideCount(); ++i) {
        window.action(QStringLiteral("preset-%1").arg(i + 1))->trigger();
        camera.takeShot(QStringLiteral("slide-%1").arg(i + 1), 1);
    }
    window.setLecture(false);
    window.notice().dismiss();
    window.setWindowState(Qt::WindowNoState);
}

/// Temporary overlays on a page: Ctrl+K, problems with a file, a question, a lecture that lets the audience guess.
void takeOverlayShots(ui::MainWindow& window, ui::Document& document, Camera& camera)
{
    window.openPalette();
    window.commandPalette().findChild<QLineEdit*>()->setText(QStringLiteral("al"));
    camera.takeShot(QStringLiteral("window-find"), 1);
    window.commandPalette().close();

    const auto broken = parseProject(R"({"format": "scalewright-project", "version": 1, "title": 7,
        "target": {"alpha_s": -1, "bandwidth_bytes_per_s": "fast"}, "plan": {"p": 0.5}})");
    if (!broken)
        window.notice().showError(QStringLiteral("mine.scalewright was not opened; the file is unchanged"),
                                  withFileName(broken.error(), "mine.scalewright"));
    camera.takeShot(QStringLiteral("window-problems"), 1);
    window.notice().dismiss();

    Project edited = document.project();
    edited.plan.p = 13;
    document.edit(QStringLiteral("plan p"), edited);
    window.action(QStringLiteral("new"))->trigger();
    camera.takeShot(QStringLiteral("window-question"), 1);
    window.notice().dismiss();

    window.setLecture(true);
    window.setWindowState(Qt::WindowNoState);
    window.resize(1280, 720);
    camera.takeShot(QStringLiteral("window-lecture"), 1.5);
    window.action(QStringLiteral("guess"))->trigger();
    camera.takeShot(QStringLiteral("window-guess"), 1.5);
    window.action(QStringLiteral("guess"))->trigger();
    window.setLecture(false);
    document.undo();
}

}  // namespace

Result<int> takeShots(const QString& project, const QString& folder)
{
    const QTemporaryDir settings;  // so that the user's own settings stay unchanged
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    ui::Document document;
    TRY_DO(document.openCopy(project));
    const std::vector<ui::PageEntry> pages = ui::allPages();
    ui::Theme& theme = ui::Theme::instance();
    ui::MainWindow window(document, pages);
    window.setSlideTools(ui::slideTools());
    window.show();
    Camera camera(window, folder);
    // For counting words: each page once (tests/pages/count_words.py).
    if (qEnvironmentVariable("SCALEWRIGHT_SHOTS") == QLatin1String("page")) {
        window.resize(1280, 720);
        for (const ui::PageEntry& page : pages) {
            window.showPage(page.id);
            waitForPage(window, page.id);
            camera.takeShot(page.id, 1);
            takeTabShots(window, page.id, camera, 1);
        }
        return camera.result();
    }
    // Only the slides or only the lecture, for working on them.
    const QString onlyPart = qEnvironmentVariable("SCALEWRIGHT_SHOTS");
    if (const bool slides = onlyPart == QLatin1String("slides"); slides || onlyPart == QLatin1String("lecture")) {
        for (const bool dark : {false, true}) {
            theme.setDark(dark);
            for (const QSize screen : {QSize(1920, 1080), QSize(1280, 720)})
                slides ? takeSlideShots(window, camera, screen) : takeLectureShots(window, camera, screen);
        }
        return camera.result();
    }
    // If a page is named: only that page, in every theme, type size and window size.
    const QString onlyPage = qEnvironmentVariable("SCALEWRIGHT_SHOTS");
    for (const bool dark : {false, true}) {
        theme.setDark(dark);
        for (const double type : {1.0, 1.75}) {
            theme.setTypeScale(type);
            for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
                window.resize(size);
                for (const ui::PageEntry& page : pages) {
                    if (!onlyPage.isEmpty() && page.id != onlyPage)
                        continue;
                    window.showPage(page.id);
                    waitForPage(window, page.id);
                    camera.takeShot(page.id, type);
                    takeTabShots(window, page.id, camera, type);
                }
                if (!onlyPage.isEmpty())
                    continue;
                if (const std::size_t recordings = document.project().measurements.traces.size(); recordings > 0)
                    takeRecordedRunShots(window, recordings, camera, type);
            }
        }
        theme.setTypeScale(1);
        if (!onlyPage.isEmpty())
            continue;
        for (const QSize screen : {QSize(1920, 1080), QSize(1280, 720)})
            takeLectureShots(window, camera, screen);
        for (const QSize screen : {QSize(1920, 1080), QSize(1280, 720)})
            takeSlideShots(window, camera, screen);
        window.resize(1280, 720);
        takeSlowedWorkerShot(window, camera);
        takeOverlayShots(window, document, camera);
    }
    return camera.result();
}

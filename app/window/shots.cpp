#include "app/window/pages.h"
#include "app/window/shots.h"
#include "app/window/slide_tools.h"
#include "app/window/visible_texts.h"

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
#include "ui/timeline/mend_card.h"
#include "ui/timeline/timeline_view.h"

using namespace scalewright;

namespace {

class Camera {
public:
    Camera(ui::MainWindow& window, const QString& folder) : m_window(window), m_folder(folder)
    {
        QDir().mkpath(folder);
    }

    void take(const QString& what, double type)
    {
        for (int round = 0; round < 5; ++round)
            QApplication::processEvents();  // layouts first, then the replots they queue
        const QString name =
            QStringLiteral("%1-%2-%3-%4x%5")
                .arg(what, ui::Theme::instance().isDark() ? QStringLiteral("dark") : QStringLiteral("light"),
                     QString::number(type, 'f', 2))
                .arg(m_window.width())
                .arg(m_window.height());
        QFile words(m_folder.filePath(name + QStringLiteral(".json")));
        if (!m_window.grab().save(m_folder.filePath(name + QStringLiteral(".png"))) ||
            !words.open(QIODevice::WriteOnly) || words.write(QJsonDocument(visibleTexts(m_window)).toJson()) < 0)
            m_failed = m_folder.filePath(name);
        ++m_taken;
    }

    [[nodiscard]] Result<int> result() const
    {
        if (m_failed.isEmpty())
            return m_taken;
        return fail(ErrorCode::Environment, "the picture cannot be written", "a place where you may write",
                    {.file = m_failed.toStdString()});
    }

private:
    ui::MainWindow& m_window;
    QDir m_folder;
    QString m_failed;
    int m_taken = 0;
};

/// What a page works out off the GUI thread is there.
void await(ui::MainWindow& window, const QString& page)
{
    if (auto* design = qobject_cast<ui::DesignPage*>(window.page(page)))
        while (design->layouts().searcher().isSearching())
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    if (const auto* report = qobject_cast<ui::ReportPage*>(window.page(page)))
        while (!report->draft().isSettled())
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

/// The other tabs of a page that has some; the first is shown again.
void takeTabs(ui::MainWindow& window, const QString& page, Camera& camera, double type)
{
    auto* tabs = window.page(page)->findChild<QTabBar*>();
    for (int tab = 1; tabs && tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        await(window, page);
        camera.take(
            QStringLiteral("%1-%2").arg(page, tabs->tabText(tab).toLower().replace(QLatin1Char(' '), QLatin1Char('-'))),
            type);
    }
    if (tabs)
        tabs->setCurrentIndex(0);
}

/// The timeline with a worker that is slowed, and the ghost of before.
void takeBroken(ui::MainWindow& window, Camera& camera)
{
    window.showPage(QStringLiteral("measure"));
    auto& measure = *static_cast<ui::MeasurePage*>(window.page(QStringLiteral("measure")));
    measure.showTab(QStringLiteral("timeline"));
    ui::BreakCard& card = measure.timeline().breakCard();
    if (measure.timeline().simulated()) {
        const auto workers = static_cast<int>(measure.timeline().simulated()->lanes.size());
        card.setBroken({.worker = workers / 2, .factor = 1.4});
        camera.take(QStringLiteral("measure-timeline-broken"), 1);
        card.setBroken({});
    }
    measure.showTab(QStringLiteral("ladder"));
}

/// Recorded runs, where the project has some: as they are, against each other, mended, and beside the simulation.
void takeRecorded(ui::MainWindow& window, std::size_t recordings, Camera& camera, double type)
{
    window.showPage(QStringLiteral("measure"));
    auto& measure = *static_cast<ui::MeasurePage*>(window.page(QStringLiteral("measure")));
    measure.showTab(QStringLiteral("timeline"));
    ui::TimelineView& view = measure.timeline();
    const auto read = [&] {
        while (view.isImporting())
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    };
    view.showRun(0);
    read();
    camera.take(QStringLiteral("measure-timeline-recorded"), type);
    if (view.recorded()) {
        view.mendCard().setHandles({.asMedian = {view.recorded()->run().ranks.back().rank}});
        camera.take(QStringLiteral("measure-timeline-mended"), type);
        view.mendCard().setHandles({});
    }
    if (recordings > 1) {
        view.compareWith(1);
        read();
        camera.take(QStringLiteral("measure-timeline-compared"), type);
    }
    view.showRun(-1);
    view.compareWith(0);
    camera.take(QStringLiteral("measure-timeline-measured"), type);
    view.compareWith(-1);
    measure.showTab(QStringLiteral("ladder"));
}

/// The keys of the lecture, as the room sees them on a screen of that size.
void takeLecture(ui::MainWindow& window, Camera& camera, QSize screen)
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
        camera.take(QStringLiteral("lecture-%1").arg(key), type);
    }
    window.setLecture(false);
    window.notice().dismiss();
}

/// Every slide, as a screen of that size shows it.
void takeSlides(ui::MainWindow& window, Camera& camera, QSize screen)
{
    window.beginSlides();
    if (!window.slides())
        return;
    window.setWindowState(Qt::WindowNoState);
    window.resize(screen);
    auto& deck = static_cast<ui::DeckView&>(*window.slides());
    for (int i = 0; i < deck.count(); ++i) {
        deck.showSlide(i);
        camera.take(QStringLiteral("slide-%1").arg(i + 1), 1);
    }
    window.endSlides();
    window.setWindowState(Qt::WindowNoState);
}

/// What lies over a page for a while: Ctrl+K, problems of a file, a question, a lecture that lets the room guess.
void takeStates(ui::MainWindow& window, ui::Document& document, Camera& camera)
{
    window.openPalette();
    window.palette().findChild<QLineEdit*>()->setText(QStringLiteral("al"));
    camera.take(QStringLiteral("window-find"), 1);
    window.palette().close();

    const auto broken = parseProject(R"({"format": "scalewright-project", "version": 1, "title": 7,
        "target": {"alpha_s": -1, "bandwidth_bytes_per_s": "fast"}, "plan": {"p": 0.5}})");
    if (!broken)
        window.notice().showError(QStringLiteral("mine.scalewright was not opened, and is as it was"),
                                  inFile(broken.error(), "mine.scalewright"));
    camera.take(QStringLiteral("window-problems"), 1);
    window.notice().dismiss();

    Project edited = document.project();
    edited.plan.p = 13;
    document.edit(QStringLiteral("plan p"), edited);
    window.action(QStringLiteral("new"))->trigger();
    camera.take(QStringLiteral("window-question"), 1);
    window.notice().dismiss();

    window.setLecture(true);
    window.setWindowState(Qt::WindowNoState);
    window.resize(1280, 720);
    camera.take(QStringLiteral("window-lecture"), 1.5);
    window.action(QStringLiteral("guess"))->trigger();
    camera.take(QStringLiteral("window-guess"), 1.5);
    window.action(QStringLiteral("guess"))->trigger();
    window.setLecture(false);
    document.undo();
}

}  // namespace

Result<int> takeShots(const QString& project, const QString& folder)
{
    const QTemporaryDir settings;  // the person's own stay as they are
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    ui::Document document;
    if (Result<void> opened = document.openCopy(project); !opened)
        return fail(std::move(opened.error()));
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
            await(window, page.id);
            camera.take(page.id, 1);
            takeTabs(window, page.id, camera, 1);
        }
        return camera.result();
    }
    // The slides or the lecture alone, for whoever works on them.
    const QString alone = qEnvironmentVariable("SCALEWRIGHT_SHOTS");
    if (const bool slides = alone == QLatin1String("slides"); slides || alone == QLatin1String("lecture")) {
        for (const bool dark : {false, true}) {
            theme.setDark(dark);
            for (const QSize screen : {QSize(1920, 1080), QSize(1280, 720)})
                slides ? takeSlides(window, camera, screen) : takeLecture(window, camera, screen);
        }
        return camera.result();
    }
    // One page alone, in every look, type and size, where it is named.
    const QString named = qEnvironmentVariable("SCALEWRIGHT_SHOTS");
    for (const bool dark : {false, true}) {
        theme.setDark(dark);
        for (const double type : {1.0, 1.75}) {
            theme.setTypeScale(type);
            for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
                window.resize(size);
                for (const ui::PageEntry& page : pages) {
                    if (!named.isEmpty() && page.id != named)
                        continue;
                    window.showPage(page.id);
                    await(window, page.id);
                    camera.take(page.id, type);
                    takeTabs(window, page.id, camera, type);
                }
                if (!named.isEmpty())
                    continue;
                if (const std::size_t recordings = document.project().measurements.traces.size(); recordings > 0)
                    takeRecorded(window, recordings, camera, type);
            }
        }
        theme.setTypeScale(1);
        if (!named.isEmpty())
            continue;
        for (const QSize screen : {QSize(1920, 1080), QSize(1280, 720)})
            takeLecture(window, camera, screen);
        for (const QSize screen : {QSize(1920, 1080), QSize(1280, 720)})
            takeSlides(window, camera, screen);
        window.resize(1280, 720);
        takeBroken(window, camera);
        takeStates(window, document, camera);
    }
    return camera.result();
}

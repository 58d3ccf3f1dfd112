// SPDX-License-Identifier: GPL-3.0-or-later
// Time from an edit of alpha to the painted frame: the whole window at 1920x1080 with the large chart and four
// thumbnails, compared with the same figure redrawn by matplotlib (bench_figure.py). The same run repeats the drag with
// everything else present too (a second variant, a ladder, every page and tab visited once): anything that a drag does
// not affect must not slow it down. At most 150 MB may be resident then, and 1000 more drags must not add to it.
// Usage: bench_predict SCRIPT
#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTabBar>

#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/window/pages.h"
#include "core/base/files/resources.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "tests/bench/bench.h"
#include "ui/document/document.h"
#include "ui/page/page.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

// Counts the frames flushed by the window's backing store.
class Paints : public QObject {
public:
    int count = 0;
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint || event->type() == QEvent::UpdateRequest)
            ++count;
        return QObject::eventFilter(watched, event);
    }
};

/// A window showing Predict, in which alpha is dragged.
struct Case {
    Document document;
    std::unique_ptr<MainWindow> window;
    double alphaS;

    explicit Case(const Project& project) : alphaS(project.target.alphaS->value)
    {
        document.edit(QStringLiteral("start"), project);
        window = std::make_unique<MainWindow>(document, allPages());
        window->showPage(QStringLiteral("predict"));
        window->resize(1920, 1080);
        window->show();
        processEvents();
    }
    static void processEvents()
    {
        for (int i = 0; i < 20; ++i)
            QApplication::processEvents();
    }
    void visitEverything()
    {
        for (const PageEntry& page : allPages()) {
            window->showPage(page.id);
            processEvents();
            auto* tabs = window->page(page.id)->findChild<QTabBar*>();
            for (int tab = 0; tabs && tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab);
                processEvents();
            }
        }
        window->showPage(QStringLiteral("predict"));
        processEvents();
    }
};

/// The heaviest shipped project: two variants, a ladder, text in every slot.
Project heaviest()
{
    const Result<std::filesystem::path> path = resourcePath("examples/student-41.7.scalewright");
    Result<Project> project = path ? readProject(*path) : Result<Project>(fail(path.error()));
    if (!project)
        qFatal("%s", describe(project.error()).c_str());
    return std::move(*project);
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 2)
        return 2;
    if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    ui::Application app(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    Theme::instance().setDark(false);

    Project project;
    project.baseline.tCompS = typed(1);
    project.target.alphaS = Quantity{0.0008, Interval{0.0006, 0.0011, 0.95}, {.origin = Origin::Measured}};
    project.target.bandwidthBytesPerS = typed(25e9);
    project.target.priceUsdPerHour = typed(3.2);
    project.design.communication.messageBytes = typed(1e9);
    Case light(project), heavy(heaviest());
    heavy.visitEverything();

    Paints paints;
    app.installEventFilter(&paints);
    const auto frame = [&](Case& benchCase, int i) {
        Document& document = benchCase.document;
        Project after = document.project();
        const double alpha = benchCase.alphaS * std::exp2(2 * std::sin(i * 0.1));
        after.target.alphaS = Quantity{alpha, Interval{alpha * 0.75, alpha * 1.4, 0.95}, {.origin = Origin::Measured}};
        QElapsedTimer timer;
        timer.start();
        document.edit(QStringLiteral("alpha"), std::move(after), QStringLiteral("alpha"), 1);
        paints.count = 0;
        double painted = 0;
        for (int turn = 0; turn < 6; ++turn) {  // a queued replot requests its repaint one event-loop turn later
            QApplication::processEvents();
            if (std::exchange(paints.count, 0) > 0)
                painted = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        }
        if (painted == 0)
            qFatal("the edit painted nothing");
        return painted;
    };
    constexpr int rounds = 11, frames = 60, memoryFrames = 1000;
    for (int i = 0; i < frames; ++i) {
        frame(light, i);
        frame(heavy, i);
    }
    std::vector<double> ours, heavyTimes, pythonTimes;
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < frames; ++i) {
            ours.push_back(frame(light, round * frames + i));
            heavyTimes.push_back(frame(heavy, round * frames + i));
        }
        pythonTimes.push_back(bench::matplotlibMs(argv[1], "7"));
    }
    bench::frameRow("Predict, alpha dragged to painted frame", ours, "matplotlib", bench::median(pythonTimes));
    bench::frameRow(fmt::format("the same with {} variants, a ladder and every page visited",
                                heavy.document.project().variants.size() + 1),
                    heavyTimes, "without them", bench::median(ours), 0);
    light.window.reset();
    const double before = bench::residentMb();
    for (int i = 0; i < memoryFrames; ++i)
        frame(heavy, i);
    const double after = bench::residentMb();
    bench::row("resident memory, that window",
               fmt::format("{:.0f} MB, {:+.1f} by {} drags", after, after - before, memoryFrames), "", 0,
               "150 MB, flat", after <= 150 && after - before <= 1);
    return 0;
}

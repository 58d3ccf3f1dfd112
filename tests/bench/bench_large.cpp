// SPDX-License-Identifier: GPL-3.0-or-later
// Documents far larger than usual: Cost with 1000 p, Baseline with 5000 steps, Predict with 400 variants. Measures the
// longest time for which the window does not answer while such a document is opened on that page, and the time from a
// step of a slider to the painted frame. The peer is the same document with a tenth of the elements: work that grows
// with the document takes at most ten times as long. Goals: one frame for a step of a slider, a tenth of a second for
// opening. Usage: bench_large [cost|baseline|predict]
#include <QElapsedTimer>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/window/pages.h"
#include "core/base/files/resources.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "tests/bench/bench.h"
#include "tests/support/event_gap.h"
#include "ui/document/document.h"
#include "ui/page/page.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

constexpr double aimOpenMs = 100;
constexpr int frames = 100, warmUp = 10;

Project example(const char* name)
{
    const Result<std::filesystem::path> path = resourcePath(fmt::format("examples/{}.scalewright", name));
    Result<Project> project = path ? readProject(*path) : Result<Project>(fail(path.error()));
    if (!project)
        qFatal("%s", describe(project.error()).c_str());
    return std::move(*project);
}

/// A ladder of `count` worker counts: compute 800/p, and communication that grows until the time rises again.
Project projectWithLadder(int count)
{
    Project project = example("output-41.7.2");
    std::vector<LadderPoint>& points = project.measurements.ladders.front().points;
    points.clear();
    for (int p = 1; p <= count; ++p)
        for (const double noise : {1.0, 1.02}) {
            LadderPoint point{.p = p};
            point.compS = 800.0 / p * noise;
            point.commS = p == 1 ? 0 : 10 + 0.05 * p;
            point.idleS = 2 + p % 7;
            points.push_back(point);
        }
    project.goal.hourValueUsd = typed(10);
    project.goal.deadlineS = typed(120);
    return project;
}

Project projectWithSteps(int count)
{
    Project project = example("output-41.2.1");
    std::vector<WorkloadStep>& steps = project.baseline.steps;
    const std::vector<WorkloadStep> shown = steps;
    steps.clear();
    for (int i = 0; i < count; ++i) {
        steps.push_back(shown[static_cast<std::size_t>(i) % shown.size()]);
        steps.back().name = fmt::format("step {}", i + 1);
        if (steps.back().flops)
            steps.back().flops->value *= 1 + 0.001 * i;
    }
    return project;
}

Project projectWithVariants(int count)
{
    Project project = example("student-41.7");
    const Variant shown = project.variants.front();
    project.variants.clear();
    for (int i = 0; i < count; ++i) {
        project.variants.push_back(shown);
        project.variants.back().name = fmt::format("variant {}", i + 1);
        project.variants.back().target.alphaS = typed(0.001 + 0.00001 * i);
    }
    return project;
}

struct Times {
    double opening = 0;  ///< longest stall
    double openingWork = 0;  ///< longest processor time between two turns of the event loop
    double editWork = 0;  ///< median processor time of an edit
    std::vector<double> edits;  ///< to the painted frame
};

struct Case {
    const char* name;
    const char* page;
    const char* elements;
    int count;
    Project (*create)(int count);
    void (*change)(Project& project, double factor);
};

void waitUntilQuiet(const test::EventGap& gap)
{
    QElapsedTimer timer;
    timer.start();
    const int from = gap.turns();
    while (gap.turns() < from + 100 || timer.elapsed() < 500)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

Times timesOf(const Case& each, int count)
{
    Times times;
    const Project project = each.create(count);
    Document document;
    MainWindow window(document, allPages());
    window.showPage(QString::fromLatin1(each.page));
    window.resize(1920, 1080);
    window.show();
    waitUntilQuiet(test::EventGap());
    {
        const test::EventGap gap;
        document.startFrom(project);
        window.showPage(QString::fromLatin1(each.page));
        waitUntilQuiet(gap);
        times.opening = gap.longestGapMs();
        times.openingWork = gap.longestWorkMs();
    }
    std::vector<double> work;
    for (int i = 0; i < frames + warmUp; ++i) {
        Project after = document.project();
        each.change(after, std::exp2(std::sin(i * 0.1)));
        QElapsedTimer timer;
        timer.start();
        const double before = bench::cpuMs();
        document.edit(QStringLiteral("drag"), std::move(after), QStringLiteral("drag"), 1);
        for (int turn = 0; turn < 3; ++turn)  // a queued replot requests its repaint one event-loop turn later
            QApplication::processEvents();
        work.push_back(bench::cpuMs() - before);
        if (i >= warmUp)
            times.edits.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    times.editWork = bench::percentile(work, 0.5);
    return times;
}

}  // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    ui::Application app(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    Theme::instance().setDark(false);
    const Case cases[] = {
        {"Cost", "cost", "p", 1000, projectWithLadder,
         [](Project& project, double factor) { project.target.priceUsdPerHour = typed(3.2 * factor); }},
        {"Baseline", "baseline", "steps", 5000, projectWithSteps,
         [](Project& project, double factor) { project.baseline.machine.peakFlops = typed(1e12 * factor); }},
        {"Predict", "predict", "variants", 400, projectWithVariants,
         [](Project& project, double factor) { project.target.alphaS = typed(0.005 * factor); }}};
    for (const Case& each : cases) {
        if (argc > 1 && *argv[1] && each.page != std::string(argv[1]))
            continue;
        const Times few = timesOf(each, each.count / 10), many = timesOf(each, each.count);
        const std::string what = fmt::format("{}, {} {}", each.name, each.count, each.elements),
                          peer = fmt::format("{} {}", each.count / 10, each.elements);
        fmt::print("{}: processor time of the longest stall {:.0f} ms, of an edit {:.2f} ms\n", what, many.openingWork,
                   many.editWork);
        bench::row(what + ": opened, longest stall", fmt::format("{:.0f} ms", many.opening),
                   fmt::format("{} {:.0f} ms", peer, few.opening), few.opening / many.opening,
                   fmt::format("{} ms", aimOpenMs), many.opening <= aimOpenMs);
        bench::frameRow(what + ": slider to frame", many.edits, peer, bench::median(few.edits), 0);
    }
    return 0;
}

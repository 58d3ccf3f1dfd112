// SPDX-License-Identifier: GPL-3.0-or-later
// Time from an edit on Cost to the painted frame at 1920x1080: the predicted curve of Output 41.4.1 up to p = 4096,
// while the price of a node-hour and the value of an hour change. Compared with the same figure redrawn by matplotlib
// (bench_figure.py). When the edit returns, before anything is painted, the tangent point must already belong to the
// edited project; otherwise the program fails. Usage: bench_cost SCRIPT
#include <QElapsedTimer>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "app/window/pages.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/cost/time_cost.h"
#include "core/project/document/project.h"
#include "tests/bench/bench.h"
#include "tests/support/child.h"
#include "ui/cost/cost_page.h"
#include "ui/cost/money_chart.h"
#include "ui/cost/money_view.h"
#include "ui/document/document.h"
#include "ui/figure/chart.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

constexpr int frames = 300, warmUp = 20;

/// The time at the tangent point, which is the best p.
double touchingTimeS(const Result<TimeCostAnalysis>& worth)
{
    return worth && worth->bestP() ? worth->tradeOff.findPoint(*worth->bestP())->timeS : 0;
}

/// The same value, recomputed from the project alone.
double recomputedTouchingTimeS(const Project& project)
{
    const Analysis analysis = analyse(project);
    return touchingTimeS(analyseTimeAndCost(project, analysis, analysis.ladderOfRuns(), CurveKind::Predicted));
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
    project.target = {.alphaS = typed(0.0008), .bandwidthBytesPerS = typed(25e9), .priceUsdPerHour = typed(3.2)};
    project.design.communication.messageBytes = typed(1e9);
    project.goal.hourValueUsd = typed(10);
    project.plan.steps = typed(1000);
    Document document;
    document.edit(QStringLiteral("start"), project);
    MainWindow window(document, allPages());
    window.showPage(QStringLiteral("cost"));
    window.resize(1920, 1080);
    window.show();
    for (int i = 0; i < 20; ++i)
        QApplication::processEvents();
    auto* page = qobject_cast<CostPage*>(window.page(QStringLiteral("cost")));

    const double matplotlib = bench::matplotlibMs(argv[1], "7");
    int outdatedFrames = 0;
    for (const bool price : {true, false}) {
        std::vector<double> all, edits;
        int moved = 0;
        for (int i = 0; i < frames + warmUp; ++i) {
            Project after = document.project();
            const double factor = std::exp2(3 * std::sin(i * 0.1));
            (price ? after.target.priceUsdPerHour : after.goal.hourValueUsd) = typed((price ? 3.2 : 10) * factor);
            const double before = touchingTimeS(test::child<MoneyView>(*page).costAnalysis()),
                         expected = recomputedTouchingTimeS(after);
            QElapsedTimer timer;
            timer.start();
            document.edit(QStringLiteral("drag"), std::move(after), QStringLiteral("drag"), 1);
            const double edited = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
            const double displayedTimeS = touchingTimeS(test::child<MoneyView>(*page).costAnalysis());
            moved += displayedTimeS != before;
            outdatedFrames += displayedTimeS != expected;
            for (int turn = 0; turn < 3; ++turn)  // a queued replot requests its repaint one event-loop turn later
                QApplication::processEvents();
            if (i < warmUp)
                continue;
            all.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
            edits.push_back(edited);
        }
        bench::frameRow(price ? "Cost, price dragged" : "Cost, value of an hour dragged", all, "matplotlib",
                        matplotlib);
        fmt::print("edit {:.2f} ms; the touching point moved with {} of {} edits\n", bench::median(edits), moved,
                   frames + warmUp);
    }
    if (outdatedFrames > 0)
        fmt::print("{} edits left the touching point of another project\n", outdatedFrames);
    return outdatedFrames == 0 ? 0 : 1;
}

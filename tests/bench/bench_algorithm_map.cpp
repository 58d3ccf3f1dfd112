// SPDX-License-Identifier: GPL-3.0-or-later
// Frame time of the algorithm map while alpha is dragged: boundaries in every column, areas, labels and texts are
// recomputed and painted at 1200x700. Compared with the same map drawn by numpy and matplotlib's pcolormesh
// (bench_algorithm_map.py) in the same run.
#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/project/document/project.h"
#include "tests/bench/bench.h"
#include "ui/design/map/algorithm_map_chart.h"
#include "ui/shell/application.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

constexpr int frames = 400, warmUp = 20;

}  // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    ui::Application app(argc, argv);
    Theme::instance().setAppearance(Appearance::Light);

    // Eight workers per node, so that every candidate that can win is included.
    Project project;
    project.baseline.tCompS = typed(1);
    project.target.bandwidthBytesPerS = typed(25e9);
    project.target.alpha2S = typed(20e-6);
    project.target.bandwidth2BytesPerS = typed(12.5e9);
    project.target.workersPerNode = typed(8);
    project.design.communication.pattern = Pattern::RingAllReduce;
    project.design.communication.messageBytes = typed(1e8);
    project.plan.p = 100;
    project.target.alphaS = typed(10e-6);
    const Analysis analysis = analyse(project);

    AlgorithmMapChart chart;
    chart.resize(1200, 700);
    chart.show();
    QCoreApplication::processEvents();
    std::vector<double> milliseconds, cpuMilliseconds, model;
    for (int i = 0; i < frames + warmUp; ++i) {
        project.target.alphaS = typed(10e-6 * std::exp(2 * std::sin(0.05 * i)));
        const double cpuBefore = bench::cpuMs();
        QElapsedTimer timer;
        timer.start();
        MapContent content = mapContent(project, analysis);
        chart.setContent(std::move(content));
        const double layoutMs = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
        QCoreApplication::processEvents();
        if (i < warmUp)
            continue;
        milliseconds.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
        cpuMilliseconds.push_back(bench::cpuMs() - cpuBefore);
        model.push_back(layoutMs);
    }
    fmt::print("map: model, layout and words {:.2f} ms; of processor median {:.2f} ms, p99 {:.2f}\n",
               bench::median(model), bench::median(cpuMilliseconds), bench::percentile(cpuMilliseconds, 0.99));
    bench::frameRow("algorithm map, slider to frame", milliseconds, "numpy and matplotlib",
                    argc > 1 ? bench::matplotlibMs(argv[1]) : 0);
    return 0;
}

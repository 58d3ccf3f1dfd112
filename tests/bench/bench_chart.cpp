// SPDX-License-Identifier: GPL-3.0-or-later
// The time that charts take per frame while a slider is dragged: new specs for the large chart and four thumbnails,
// painted at 1920x1080. Compared with the same figure redrawn by matplotlib (bench_chart.py) in the same run.
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/model/scaling/prediction.h"
#include "tests/bench/bench.h"
#include "ui/figure/chart.h"
#include "ui/shell/application.h"
#include "ui/theme/widgets.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

constexpr int largestShownP = 1024;
constexpr int frames = 400;

ChartSpec chartOf(const QString& name, const std::vector<double>& column, ColorRole role, bool thumbnail)
{
    ChartSpec spec;
    spec.x = {QStringLiteral("workers p"), AxisScale::Log2, 1, largestShownP, {}};
    SeriesSpec series;
    series.key = series.name = name;
    series.role = role;
    series.y.assign(column.begin(), column.begin() + largestShownP);
    spec.series.push_back(std::move(series));
    spec.isThumbnail = thumbnail;
    spec.markers.push_back({QStringLiteral("plan"),
                            13,
                            column[12],
                            QStringLiteral("plan p 13"),
                            {},
                            MarkerSpec::Kind::Flag,
                            ColorRole::Ink,
                            true});
    return spec;
}

struct Frame {
    ChartSpec large;
    std::vector<ChartSpec> thumbnails;
};

Frame frameOf(double alphaS)
{
    ScalingModel model{.tCompS = 1};
    model.primaryExchange().communication.alphaS = alphaS;
    model.primaryExchange().communication.betaS = 0.04;
    model.nodePriceUsdPerHour = 3.2;
    const Prediction prediction = predict(model);
    const auto& columns = prediction.columns;
    const int pStar = prediction.landmarks.pStar, knee = prediction.landmarks.kneeP;

    Frame frame{chartOf(QStringLiteral("speedup"), columns.speedup, ColorRole::Compute, false), {}};
    SeriesSpec ideal;
    ideal.label = QStringLiteral("ideal");
    ideal.isReference = true;
    for (int p = 1; p <= largestShownP; ++p)
        ideal.y.push_back(p);
    frame.large.series.push_back(std::move(ideal));
    BandSpec band;
    for (int p = 1; p <= largestShownP; ++p) {
        const double speedup = columns.speedup[static_cast<std::size_t>(p - 1)];
        band.low.push_back(0.8 * speedup);
        band.high.push_back(1.2 * speedup);
    }
    frame.large.bands.push_back(std::move(band));
    frame.large.points.push_back({QStringLiteral("p*"), double(pStar), prediction.row(pStar).speedup,
                                  QStringLiteral("p* %1 (fastest)").arg(pStar), QStringLiteral("7.49×, in [28, 41]"),
                                  ColorRole::Compute, true, true});
    frame.large.points.push_back({QStringLiteral("knee"), double(knee), prediction.row(knee).speedup,
                                  QStringLiteral("knee %1").arg(knee), QStringLiteral("5.30×"), ColorRole::Compute,
                                  false, false});

    frame.thumbnails.push_back(chartOf(QStringLiteral("efficiency"), columns.efficiency, ColorRole::Compute, true));
    ChartSpec time = chartOf(QStringLiteral("t_comp"), columns.tComp, ColorRole::Compute, true);
    time.series.push_back(
        chartOf(QStringLiteral("t_comm"), columns.tComm, ColorRole::Communication, true).series.front());
    for (SeriesSpec& series : time.series)
        series.fill = Fill::Stacked;
    frame.thumbnails.push_back(std::move(time));
    frame.thumbnails.push_back(
        chartOf(QStringLiteral("comm_to_compute"), columns.commToCompute, ColorRole::Communication, true));
    frame.thumbnails.push_back(chartOf(QStringLiteral("cost"), columns.cost, ColorRole::Money, true));
    return frame;
}

}  // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    ui::Application app(argc, argv);
    Theme::instance().setAppearance(Appearance::Light);

    QWidget window;
    window.resize(1920, 1080);
    auto* row = new QHBoxLayout(&window);
    auto* large = new Chart;
    row->addWidget(large, 1);
    auto* column = new QVBoxLayout;
    row->addLayout(column);
    std::vector<Chart*> thumbnails;
    for (int i = 0; i < 4; ++i) {
        thumbnails.push_back(new Chart);
        thumbnails.back()->setFixedSize(140, 90);
        column->addWidget(thumbnails.back());
    }
    window.show();

    std::vector<double> milliseconds, cpuMilliseconds;
    for (int i = 0; i < frames + 20; ++i) {
        Frame frame = frameOf(0.0008 * std::exp(std::sin(0.05 * i)));
        const double cpuBefore = bench::cpuMs();
        QElapsedTimer timer;
        timer.start();
        large->setSpec(std::move(frame.large));
        for (std::size_t k = 0; k < thumbnails.size(); ++k)
            thumbnails[k]->setSpec(std::move(frame.thumbnails[k]));
        QCoreApplication::processEvents();
        if (i < 20)
            continue;
        cpuMilliseconds.push_back(bench::cpuMs() - cpuBefore);
        milliseconds.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    fmt::print("charts: {:.2f} ms of processor a frame\n", bench::median(cpuMilliseconds));
    bench::frameRow("charts, slider to frame", milliseconds, "matplotlib", argc > 1 ? bench::matplotlibMs(argv[1]) : 0);
    return 0;
}

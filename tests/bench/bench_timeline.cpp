// SPDX-License-Identifier: GPL-3.0-or-later
// Painting a frame of timeline boxes at any zoom, compared with painting the spans of a QGraphicsScene if Qt is
// available; and the simulator, compared with an event queue that sends every message of the ring. Goals: 8 ms for 10^6
// spans and 16 ms for 10^7 spans on 64 lanes, 64 bytes per span, a hundredth of the scene's time; 1024 workers x 100
// steps 200 times faster than the queue, about 50 ms.
#include <algorithm>
#include <chrono>
#include <queue>
#include <random>
#include <vector>

#include <fmt/format.h>

#ifdef SCALEWRIGHT_BENCH_SCENE
#include <QApplication>
#include <QGraphicsRectItem>
#include <QGraphicsScene>
#include <QImage>
#include <QPainter>
#endif

#include "core/evidence/timeline/detail.h"
#include "core/evidence/timeline/simulate.h"
#include "tests/bench/bench.h"

using namespace scalewright;

namespace {

using bench::median;

constexpr int laneCount = 64, width = 1800, laneHeight = 12;

template <class Work>
double timeWorkS(Work work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<DetailSpan> randomLane(std::size_t spans, unsigned seed)
{
    std::mt19937 random(seed);
    std::exponential_distribution<double> length(1.0 / 4000), gap(1.0 / 1000);
    std::vector<DetailSpan> lane;
    lane.reserve(spans);
    std::int64_t at = 0;
    for (std::size_t i = 0; i < spans; ++i) {
        at += std::int64_t(gap(random));
        const std::int64_t to = at + 1 + std::int64_t(length(random));
        lane.push_back({at, to, static_cast<std::uint32_t>(i), static_cast<std::uint8_t>(i % 5)});
        at = to;
    }
    return lane;
}

double frames(std::size_t spans)
{
    std::vector<DetailLane> lanes;
    std::int64_t end = 0;
    const double building = timeWorkS([&] {
        for (unsigned i = 0; i < laneCount; ++i) {
            std::vector<DetailSpan> lane = randomLane(spans / laneCount, i);
            end = std::max(end, lane.back().toNs);
            lanes.emplace_back(std::move(lane));
        }
    });
    std::size_t bytes = 0;
    for (const DetailLane& lane : lanes)
        bytes += lane.memoryBytes();
    double worst = 0, first = 0;
    std::vector<DetailBox> boxes;
    for (std::int64_t zoom = 1; zoom <= end / 1000; zoom *= 4) {
        std::vector<double> times;
        for (int i = 0; i < 21; ++i) {
            const std::int64_t window = end / zoom, from = (end - window) / 21 * i;
            times.push_back(timeWorkS([&] {
                boxes.clear();
                for (const DetailLane& lane : lanes)
                    lane.appendVisible(from, from + window, width, boxes);
            }));
        }
        worst = std::max(worst, median(times));
        if (zoom == 1)
            first = median(times);
    }
    fmt::print(
        "{} spans on {} lanes: a frame's boxes {:.2f} ms at the worst zoom, {:.2f} ms at the whole; {:.0f} bytes a "
        "span; built in {:.2f} s\n",
        spans, laneCount, worst * 1e3, first * 1e3, double(bytes) / double(spans), building);
    return worst;
}

#ifdef SCALEWRIGHT_BENCH_SCENE
void scene(std::size_t spans)
{
    QImage image(width, laneCount * laneHeight, QImage::Format_RGB32);
    QGraphicsScene scene;
    scene.setItemIndexMethod(QGraphicsScene::BspTreeIndex);
    std::vector<DetailLane> lanes;
    std::int64_t end = 0;
    for (unsigned i = 0; i < laneCount; ++i) {
        std::vector<DetailSpan> lane = randomLane(spans / laneCount, i);
        for (const DetailSpan& span : lane)
            scene.addRect(double(span.fromNs), i * laneHeight, double(span.toNs - span.fromNs), laneHeight - 2,
                          Qt::NoPen, Qt::blue);
        end = std::max(end, lane.back().toNs);
        lanes.emplace_back(std::move(lane));
    }
    const double peerTime = timeWorkS([&] {
        QPainter painter(&image);
        scene.render(&painter, QRectF(image.rect()), QRectF(0, 0, double(end), laneCount * laneHeight),
                     Qt::IgnoreAspectRatio);
    });
    std::vector<double> ours;
    std::vector<DetailBox> boxes;
    for (int i = 0; i < 11; ++i)
        ours.push_back(1e3 * timeWorkS([&] {
                           // Each lane is computed as one row of pixels and then drawn at its full height: one-pixel boxes would be
                           // too many for a painter.
                           QPainter painter(&image);
                           QImage row(width, 1, QImage::Format_RGB32);
                           for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
                               boxes.clear();
                               lanes[lane].appendVisible(0, end, width, boxes);
                               row.fill(Qt::white);
                               auto* pixels = reinterpret_cast<QRgb*>(row.scanLine(0));
                               for (const DetailBox& box : boxes) {
                                   const int x = std::clamp(static_cast<int>(double(box.fromNs) / double(end) * width),
                                                            0, width - 1);
                                   const int to = std::clamp(static_cast<int>(double(box.toNs) / double(end) * width),
                                                             x + 1, width);
                                   std::fill(pixels + x, pixels + to, 0xff0000ffu);
                               }
                               painter.drawImage(QRect(0, int(lane) * laneHeight, width, laneHeight - 2), row);
                           }
                       }));
    bench::frameRow(fmt::format("timeline painted, {} spans", spans), ours, "QGraphicsScene", peerTime * 1e3, 100);
}
#endif

/// Every message in every phase of every ring as one event, as in a plain discrete-event simulation. Returns the run
/// time in seconds.
double eventQueue(int p, int steps, double compute, double phase, const std::vector<double>& factor)
{
    struct Arrival {
        double at;
        int to, step, phase;
        bool operator<(const Arrival& other) const { return at > other.at; }
    };
    std::priority_queue<Arrival> queue;
    const auto workers = static_cast<std::size_t>(p);
    std::vector<double> workerTimes(workers, 0.0);
    std::vector<int> finishedPhases(workers, 0), step(workers, 0);
    std::vector<std::vector<double>> arrived(workers,
                                             std::vector<double>(std::size_t(steps) * std::size_t(2 * (p - 1)), -1.0));
    const int phases = 2 * (p - 1);
    const auto send = [&](std::size_t i) {
        queue.push({workerTimes[i], (int(i) + 1) % p, step[i], finishedPhases[i]});
    };
    for (std::size_t i = 0; i < workers; ++i) {
        workerTimes[i] = compute * factor[i];
        send(i);
    }
    double last = 0;
    while (!queue.empty()) {
        const Arrival arrival = queue.top();
        queue.pop();
        const auto i = static_cast<std::size_t>(arrival.to);
        arrived[i][std::size_t(arrival.step) * std::size_t(phases) + std::size_t(arrival.phase)] = arrival.at;
        while (step[i] < steps) {
            const double arrivalTime =
                arrived[i][std::size_t(step[i]) * std::size_t(phases) + std::size_t(finishedPhases[i])];
            if (arrivalTime < 0)
                break;
            workerTimes[i] = std::max(workerTimes[i], arrivalTime) + phase;
            if (++finishedPhases[i] == phases) {
                finishedPhases[i] = 0;
                if (++step[i] == steps) {
                    last = std::max(last, workerTimes[i]);
                    break;
                }
                workerTimes[i] += compute * factor[i];
            }
            send(i);
        }
    }
    return last;
}

/// Returns true if both found the same result.
bool simulator()
{
    SimulationQuestion question{.p = 1024, .steps = 100};
    question.model = {
        .tCompS = 1024,
        .exchanges = {{.pattern = Pattern::RingAllReduce, .communication = {.alphaS = 1e-5, .betaS = 0.1}}}};
    std::vector<double> factor(1024, 1.0);
    for (int i = 0; i < 32; ++i) {
        factor[std::size_t(i * 31)] = 1 + i * 0.01;
        question.slowedWorkers.push_back({.worker = i * 31, .factor = 1 + i * 0.01});
    }
    std::vector<double> ours;
    Simulation run;
    for (int i = 0; i < 11; ++i)
        ours.push_back(timeWorkS([&] { run = simulate(question); }));
    // Time the queue for a tenth of the steps, since its time is linear in them.
    double peerTime = 0;
    const double seconds = 10 * timeWorkS([&] { peerTime = eventQueue(1024, 10, 1, 1e-5 + 0.1 / 1024, factor); });
    question.steps = 10;
    const double simulatedS = simulate(question).runS;
    const bool agree = std::abs(peerTime / simulatedS - 1) < 1e-9;
    const double ratio = seconds / median(ours);
    if (!agree)
        fmt::print("THE SIMULATION AND THE EVENT QUEUE DO NOT AGREE\n");
    bench::row("simulation, 1024 workers, 100 steps", fmt::format("{:.1f} ms", median(ours) * 1e3),
               fmt::format("an event queue {:.1f} s", seconds), ratio, "200 times", ratio >= 200);
    return agree;
}

}  // namespace

int main(int argc, char** argv)
{
    frames(1'000'000);
    frames(10'000'000);
    const bool agree = simulator();
#ifdef SCALEWRIGHT_BENCH_SCENE
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    scene(1'000'000);
#else
    (void)argc;
    (void)argv;
#endif
    return agree ? 0 : 1;
}

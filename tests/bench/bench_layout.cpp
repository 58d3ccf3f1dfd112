// SPDX-License-Identifier: GPL-3.0-or-later
// The layout search: layouts per second on two threads and allocations per layout, compared in the same run with
// Calculon, which evaluates one execution at a time (bench_layout.py, if $CALCULON names a checkout). Goal: a million
// layouts per second, a thousand times as many as Calculon.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

#include "core/model/layout/search.h"
#include "core/model/layout/sources.h"
#include "tests/bench/bench.h"

namespace {

std::atomic<long> allocations{0};

}  // namespace

void* operator new(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

using namespace scalewright;

int main(int argc, char** argv)
{
    const Transformer model = findModel(readModels().value(), "gpt3-175b").value().model;
    const Trainer trainer = findTrainer(readTrainers().value(), "megatron-2022").value();
    ClusterSpec cluster{.cards = 4096, .memoryBytes = 80e9, .peakFlops = 312e12, .memoryBandwidth = 2.039e12};
    cluster.alphaS = cluster.alpha2S = 1e-5;
    cluster.bandwidth = 300e9;
    cluster.bandwidth2 = 25e9;
    // All node counts up to 512, and a batch size with many divisors.
    LayoutSearchOptions choices{.bestCount = 10, .maximumMicroBatch = 64, .maximumChunks = 12, .threadCount = 2};
    for (int nodes = 1; nodes <= 512; ++nodes)
        choices.cards.push_back(8 * nodes);
    const auto seconds = [](auto from) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
    };
    double best = 1e300;
    LayoutSearchResult found;
    long counted = 0;
    for (int repeat = 0; repeat < 5; ++repeat) {
        const long before = allocations;
        const auto start = std::chrono::steady_clock::now();
        found = searchLayouts(model, cluster, trainer, 55440, choices).value();
        best = std::min(best, seconds(start));
        counted = allocations - before;
    }
    const auto valid =
        static_cast<double>(found.evaluatedCount + found.leftOutCounts[std::size_t(LeftOutReason::Memory)]);
    const double rate = valid / best;
    std::printf("%.3g layouts that divide, of %.3g combinations, in %.3f s on two threads: %.3g a second\n", valid,
                static_cast<double>(found.examinedCount), best, rate);
    std::printf("%ld allocations in all\n", counted);
    const auto question = std::chrono::steady_clock::now();
    const auto one = searchLayouts(model, cluster, trainer, 1536, {.cards = {1024}, .threadCount = 2});
    std::printf("1024 cards: %.1f ms for %.3g combinations\n", 1e3 * seconds(question),
                static_cast<double>(one.value().examinedCount));
    scalewright::bench::row("layouts searched, two threads", fmt::format("{:.3g} a second", rate), "", 0,
                            "10⁶ in a second", rate >= 1e6);
    if (argc > 1 && std::getenv("CALCULON") != nullptr) {
        FILE* pipe = popen((std::string("/usr/bin/python3 '") + argv[1] + "'").c_str(), "r");
        double theirs = 0;
        if (pipe != nullptr && std::fscanf(pipe, "%lf", &theirs) == 1)
            std::printf("Calculon: %.3g a second; ratio %.0f\n", theirs, rate / theirs);
        if (pipe != nullptr)
            pclose(pipe);
    } else {
        std::printf("Calculon: not here ($CALCULON names no checkout)\n");
    }
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Time from process start to the first painted frame of the window on Output 41.4.1, compared in interleaved runs with
// Python and matplotlib from process start to the same figure (bench_figure.py), and with a bare Qt window containing
// one QCustomPlot (reference_window.cpp). Runs offscreen, and under Xvfb if DISPLAY is set. Goal: twice the bare
// window. Usage: bench_startup WINDOW SCRIPT BARE
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/bench.h"

namespace {

using scalewright::bench::median;

constexpr int pairs = 11;

long long currentTimeNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// What the program printed; empty if it failed.
std::string run(std::vector<std::string> words, std::vector<std::string> variables)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return {};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    for (char** entry = environ; *entry; ++entry)
        if (std::string(*entry).rfind("QT_QPA_PLATFORM=", 0) != 0 &&
            std::string(*entry).rfind("XDG_CONFIG_HOME=", 0) != 0)
            variables.emplace_back(*entry);
    std::vector<char*> argv, envp;
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    variables.push_back(fmt::format("SCALEWRIGHT_STARTUP_PROBE={}", currentTimeNs()));
    for (std::string& variable : variables)
        envp.push_back(variable.data());
    envp.push_back(nullptr);
    pid_t child = 0;
    const int spawned = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), envp.data());
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string text;
    char block[256];
    for (ssize_t bytesRead = 0; (bytesRead = read(ends[0], block, sizeof block)) > 0;)
        text.append(block, static_cast<std::size_t>(bytesRead));
    close(ends[0]);
    int status = 0;
    if (spawned != 0 || waitpid(child, &status, 0) != child || status != 0)
        return {};
    return text;
}

bool compare(const std::string& window, const std::string& script, const std::string& bareWindow,
             const std::string& platform)
{
    constexpr double aim = 2;
    std::vector<double> ours, pythonTimes, bares, ratios, bareRatios;
    for (int i = -1; i < pairs; ++i) {  // the first pair only warms up the file cache
        // Both open on Predict, regardless of the page that was last open.
        const std::vector<std::string> environment{"QT_QPA_PLATFORM=" + platform, "XDG_CONFIG_HOME=/nowhere"};
        const std::string printed = run({window}, environment);
        const std::string bareOutput = run({bareWindow}, environment);
        const long long start = currentTimeNs();
        const std::string python = run({"/usr/bin/python3", script, "1"}, {});
        const double pythonMs = static_cast<double>(currentTimeNs() - start) / 1e6;
        if (printed.empty() || bareOutput.empty()) {
            fmt::print(stderr, "{} did not run\n", bareOutput.empty() ? bareWindow : window);
            return false;
        }
        if (python.empty()) {
            fmt::print("start to first frame, {}: not compared, {} did not run\n", platform, script);
            return true;
        }
        if (i < 0)
            continue;
        ours.push_back(std::strtod(printed.c_str(), nullptr));
        pythonTimes.push_back(pythonMs);
        bares.push_back(std::strtod(bareOutput.c_str(), nullptr));
        bareRatios.push_back(ours.back() / bares.back());
        ratios.push_back(pythonTimes.back() / ours.back());
    }
    const std::string benchmarkName = fmt::format("start to first frame, {}", platform),
                      time = fmt::format("{:.0f} ms", median(ours));
    scalewright::bench::row(
        benchmarkName, time, fmt::format("bare Qt window with QCustomPlot {:.0f} ms", median(bares)),
        1 / median(bareRatios), fmt::format("at most {} times its time", aim), median(bareRatios) <= aim);
    scalewright::bench::row(benchmarkName, time, fmt::format("Python with matplotlib {:.0f} ms", median(pythonTimes)),
                            median(ratios), "1 time", median(ratios) >= 1);
    return true;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 4) {
        fmt::print(stderr, "usage: bench_startup WINDOW SCRIPT BARE\n");
        return 2;
    }
    if (!compare(argv[1], argv[2], argv[3], "offscreen"))
        return 1;
    return !std::getenv("DISPLAY") || compare(argv[1], argv[2], argv[3], "xcb") ? 0 : 1;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The computation that core performs while a slider is dragged: every pattern, 4096 worker counts, all columns, p*, R =
// 1 and the knee. Compared with the book's Python code (bench_scaling.py) in interleaved pairs. Goals: 100 us, 500
// times faster than Python. Python receives the exchange times as numbers, from the papers' formulas that the tests
// also use (tests/support/formulas.h), so it does not have to compute them. A missed goal is only reported; the program
// fails if the two results differ.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/model/scaling/prediction.h"
#include "tests/bench/bench.h"
#include "tests/support/formulas.h"

using namespace scalewright;

namespace {

using bench::median;

constexpr int pMax = 4096;
constexpr int pairs = 11;
constexpr int repeats = 401;

std::vector<ScalingModel> models()
{
    std::vector<ScalingModel> all;
    for (const Pattern pattern : allPatterns) {
        ScalingModel model{
            .tCompS = 1, .exchanges = {{.pattern = pattern, .communication = {}}}, .nodePriceUsdPerHour = 3.2};
        model.primaryExchange().communication = {
            .alphaS = 0.0008, .betaS = 0.04, .gammaS = 0.002, .alpha2S = 0.002, .beta2S = 0.1};
        model.primaryExchange().communication.workersPerNode = 8;
        model.primaryExchange().communication.serverShards = 4;
        model.primaryExchange().communication.neighbours = 2;
        model.primaryExchange().communication.participation = 0.5;
        all.push_back(model);
    }
    return all;
}

template <class Work>
double medianSeconds(Work work)
{
    using Clock = std::chrono::steady_clock;
    std::vector<double> seconds;
    for (int i = 0; i < repeats; ++i) {
        const Clock::time_point start = Clock::now();
        work();
        seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    }
    return median(std::move(seconds));
}

/// One line per pattern: its name and T_comm(1 … pMax) by the formula in its paper. The file is removed when the
/// program ends.
class PaperTimes {
public:
    explicit PaperTimes(const std::vector<ScalingModel>& all)
    {
        FILE* file = fdopen(mkstemp(m_path.data()), "w");
        if (!file)
            return;
        for (const ScalingModel& model : all) {
            std::fputs(patternName(model.primaryExchange().pattern), file);
            for (int p = 1; p <= pMax; ++p)
                std::fputs(fmt::format(" {}", test::paperTime(model.primaryExchange().pattern,
                                                              model.primaryExchange().communication, p))
                               .c_str(),
                           file);
            std::fputc('\n', file);
        }
        std::fclose(file);
    }
    PaperTimes(const PaperTimes&) = delete;
    PaperTimes& operator=(const PaperTimes&) = delete;
    ~PaperTimes() { unlink(m_path.c_str()); }
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    std::string m_path = "/tmp/bench_scaling.XXXXXX";
};

std::string runPython(const std::string& script, const PaperTimes& times)
{
    std::string text;
    FILE* pipe = popen(fmt::format("/usr/bin/python3 '{}' '{}'", script, times.path()).c_str(), "r");
    if (!pipe)
        return text;
    char block[4096];
    while (const std::size_t bytesRead = std::fread(block, 1, sizeof block, pipe))
        text.append(block, bytesRead);
    return pclose(pipe) == 0 ? text : std::string();
}

struct Answer {
    int pStar = 0, pCommDominates = 0, kneeP = 0;
    double sumOfAllCells = 0;
};

struct PythonRun {
    std::map<std::string, Answer> answers;
    double seconds = 0;
    std::string version;
};

PythonRun parse(const std::string& text)
{
    PythonRun run;
    std::istringstream lines(text);
    std::string name;
    while (lines >> name) {
        if (name == "seconds")
            lines >> run.seconds;
        else if (name == "python")
            lines >> run.version;
        else {
            Answer& answer = run.answers[name];
            lines >> answer.pStar >> answer.pCommDominates >> answer.kneeP >> answer.sumOfAllCells;
        }
    }
    return run;
}

// The comparison is meaningful only if both sides computed the same numbers.
bool agree(const std::vector<ScalingModel>& all, const PythonRun& python)
{
    bool resultsMatch = true;
    for (const ScalingModel& model : all) {
        const Prediction ours = predict(model, pMax);
        double sum = pMax * (pMax + 1.0) / 2;  // the Python rows contain p too
        for (const auto* column : {&ours.columns.tComp, &ours.columns.tComm, &ours.columns.tStep, &ours.columns.speedup,
                                   &ours.columns.efficiency, &ours.columns.commToCompute, &ours.columns.cost})
            for (const double value : *column)
                sum += value;
        const auto found = python.answers.find(patternName(model.primaryExchange().pattern));
        if (found == python.answers.end() || found->second.pStar != ours.landmarks.pStar ||
            found->second.pCommDominates != ours.landmarks.pCommDominates.value_or(0) ||
            found->second.kneeP != ours.landmarks.kneeP || std::abs(found->second.sumOfAllCells - sum) > 1e-10 * sum) {
            fmt::print(stderr, "{}: the two programs do not agree\n", patternName(model.primaryExchange().pattern));
            resultsMatch = false;
        }
    }
    return resultsMatch;
}

}  // namespace

int main(int argc, char** argv)
{
    const std::vector<ScalingModel> all = models();
    PredictionColumns columns;
    double sink = 0;
    const auto reusing = [&] {
        for (const ScalingModel& model : all) {
            predictColumns(model, pMax, columns);
            sink += findLandmarks(model, columns).kneeP;
        }
    };
    // A design that uses every term, first as when its jitter slider is dragged, then as when the slider for its backup
    // workers is dragged, which changes the order statistics every time.
    std::vector<ScalingModel> priced = all;
    for (ScalingModel& model : priced)
        model.terms = {.overlapShare = 0.5,
                       .lastBucketShare = 0.05,
                       .jitterS = 0.01,
                       .skew = 1.1,
                       .backupWorkers = 2,
                       .coordinationPerWorkerS = 1e-5,
                       .nodeMtbfS = 1e7,
                       .recovery = Recovery::Checkpoint,
                       .checkpointS = 30,
                       .restartS = 60};
    const auto everyTerm = [&] {
        for (const ScalingModel& model : priced) {
            predictColumns(model, pMax, columns);
            sink += findLandmarks(model, columns).kneeP;
        }
    };
    int backups = 2;
    const auto predictWithMoreBackups = [&] {
        ScalingModel model = priced.front();
        model.terms.backupWorkers = backups = backups % 400 + 1;
        predictColumns(model, pMax, columns);
        sink += findLandmarks(model, columns).kneeP;
    };
    const auto predictFromScratch = [&] {
        for (const ScalingModel& model : all)
            sink += predict(model, pMax).landmarks.kneeP;
    };

    fmt::print("Scaling: {} patterns x {} p, all columns, optimum, crossing, knee\n", all.size(), pMax);
    if (argc > 1 && std::strcmp(argv[1], "--profile") == 0) {
        for (const ScalingModel& model : all) {
            const double columnsS = medianSeconds([&] { predictColumns(model, pMax, columns); });
            const double landmarksS = medianSeconds([&] { sink += findLandmarks(model, columns).kneeP; });
            fmt::print("  {:32} columns {:5.2f} us   landmarks {:5.2f} us\n",
                       patternName(model.primaryExchange().pattern), 1e6 * columnsS, 1e6 * landmarksS);
        }
        return sink > 0 ? 0 : 1;
    }
    if (argc < 2) {
        fmt::print(stderr, "usage: bench_scaling bench_scaling.py | --profile\n");
        return 2;
    }

    const PaperTimes times(all);
    std::vector<double> ours, fromScratchTimes, pythonTimes, ratios;
    std::string version;
    bool resultsMatch = true;
    for (int pair = 0; pair < pairs; ++pair) {
        ours.push_back(medianSeconds(reusing));
        fromScratchTimes.push_back(medianSeconds(predictFromScratch));
        const PythonRun python = parse(runPython(argv[1], times));
        if (python.seconds <= 0)
            continue;
        if (pythonTimes.empty())
            resultsMatch = agree(all, python);
        pythonTimes.push_back(python.seconds);
        ratios.push_back(python.seconds / ours.back());
        version = python.version;
    }
    const double everyTermS = medianSeconds(everyTerm);
    fmt::print("  core, into columns that are kept    {:8.1f} us\n", 1e6 * median(ours));
    fmt::print("  core, into new columns each time    {:8.1f} us\n", 1e6 * median(fromScratchTimes));
    fmt::print(
        "  designs that give every term        {:8.1f} us  ({:.1f} times as long; other backup workers: {:.1f} us a "
        "pattern)\n",
        1e6 * everyTermS, everyTermS / median(ours), 1e6 * medianSeconds(predictWithMoreBackups));
    if (ratios.empty()) {
        fmt::print("  not compared: /usr/bin/python3 {} gave no answer\n", argv[1]);
        return sink > 0 ? 0 : 1;
    }
    fmt::print("  the book's way, Python {:12} {:8.1f} ms  ({} landmarks, {} sums)\n", version,
               1e3 * median(pythonTimes), resultsMatch ? "same" : "OTHER", resultsMatch ? "same" : "other");
    bench::row(fmt::format("predict's sweep, {} patterns, {} p", all.size(), pMax),
               fmt::format("{:.2f} ms", 1e3 * median(ours)),
               fmt::format("Python, the book's way, {:.0f} ms", 1e3 * median(pythonTimes)), median(ratios),
               fmt::format("{:.0f} times", bench::pythonRatio), median(ratios) >= bench::pythonRatio);
    return resultsMatch && sink > 0 ? 0 : 1;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate_layouts: the figures of the pooled trainers for resources/catalogue/trainers.json, and the tables of
// docs/large-models.md: how well the runs of each program are predicted without it.
#include <cstdio>
#include <iostream>

#include "tests/calibration/layouts.h"

using namespace scalewright;
using namespace scalewright::calibration;

namespace {

std::string number(const char* format, double value)
{
    char text[40];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

struct Score {
    int runs = 0, given = 0, inside = 0;
    double bias = 0, error = 0;
};

std::vector<double> ranksOf(const std::vector<double>& values)
{
    std::vector<double> ranks;
    for (const double each : values) {
        double below = 0, equal = 0;
        for (const double other : values) {
            below += other < each;
            equal += other == each;
        }
        ranks.push_back(below + (equal - 1) / 2);
    }
    return ranks;
}

/// Correlation of ranks of throughput per card.
double spearman(const std::vector<double>& a, const std::vector<double>& b)
{
    const std::vector<double> x = ranksOf(a), y = ranksOf(b);
    const double middle = (static_cast<double>(x.size()) - 1) / 2;
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (x[i] - middle) * (y[i] - middle);
        xx += (x[i] - middle) * (x[i] - middle);
        yy += (y[i] - middle) * (y[i] - middle);
    }
    return xy / std::sqrt(xx * yy);
}

/// Runs of programs that no trainer pools, predicted by the default trainer of their card, and from one measured step:
/// the first run of the program with a model of the same size.
void printHeldOut(const std::vector<PublishedRun>& published, const std::vector<Trainer>& trainers,
                  const PooledTrainers& pooled)
{
    const std::set<std::string> pooledPrograms = pooled.programs();
    int runs = 0, given = 0, inside = 0, oneStepRuns = 0, oneStepInside = 0;
    double error = 0, oneStepError = 0;
    std::cout << "\nheld out:\n| run | cards | measured, s | predicted, s | interval, s | inside | after one step, s | "
                 "memory, "
                 "GB |\n|---|---|---|---|---|---|---|---|\n";
    for (const PublishedRun& each : published) {
        if (pooledPrograms.contains(each.program))
            continue;
        const MeasuredRun& run = each.run;
        const Trainer& trainer = trainerForCard(trainers, run.cluster);
        const LayoutCost cost = evaluateLayout(run.model, run.cluster, trainer, run.batch, run.layout);
        const std::optional<Interval> interval = stepInterval(trainer, run.cluster, run.layout, cost);
        ++runs;
        error += std::abs(cost.stepS / run.stepS - 1);
        const bool isInside = interval && interval->low <= run.stepS && run.stepS <= interval->high;
        given += interval.has_value();
        inside += isInside;
        std::string afterOneStep;
        const auto first = std::find_if(published.begin(), published.end(), [&](const PublishedRun& other) {
            return other.program == each.program && other.name == each.name;
        });
        if (first->id != each.id)
            if (const Result<LayoutCalibration> calibration = calibrate(trainer, {first->run})) {
                const double stepS =
                    evaluateLayout(run.model, run.cluster, calibration->trainer, run.batch, run.layout).stepS;
                afterOneStep = number("%.4g", stepS);
                ++oneStepRuns;
                oneStepError += std::abs(stepS / run.stepS - 1);
                oneStepInside += std::abs(std::log(stepS / run.stepS)) <= trainer.oneStepMargin;
            }
        std::cout << "| " << each.id << " | " << run.layout.cards() << " | " << number("%.4g", run.stepS) << " | "
                  << number("%.4g", cost.stepS) << " | "
                  << (interval ? number("%.4g", interval->low) + " to " + number("%.4g", interval->high)
                               : std::string(nameOf(intervalGapOf(trainer, run.cluster, run.layout, cost))))
                  << " | " << (interval ? isInside ? "yes" : "no" : "") << " | " << afterOneStep << " | "
                  << number("%.1f", cost.memoryBytes / 1e9) << " |\n";
    }
    if (runs > 0)
        std::cout << runs << " runs: mean absolute error " << number("%.1f", 100 * error / runs) << " %; interval for "
                  << given << ", inside " << inside << "; after one step "
                  << number("%.1f", 100 * oneStepError / oneStepRuns) << " % over " << oneStepRuns << ", inside "
                  << oneStepInside << '\n';
}

}  // namespace

int main()
{
    const Result<Catalogue> catalogue = readCatalogue();
    const Result<std::vector<Trainer>> trainers = readTrainers();
    if (!catalogue || !trainers)
        return 1;
    const Result<std::vector<PublishedRun>> published = readPublishedRuns(*catalogue);
    if (!published)
        return 1;
    const PooledTrainers pooled(*published, *trainers);

    std::cout << "trainers.json:\n";
    for (const Trainer& trainer : *trainers)
        if (!trainer.programs.empty()) {
            const auto [deviation, runs] = pooled.residual(trainer);
            std::cout << "  " << trainer.id << ": kernel_share " << number("%.4f", *pooled.share(trainer, {}))
                      << ", residual " << number("%.4f", deviation) << ", residual_runs " << runs
                      << ", left_out_margin " << number("%.4f", pooled.margin()) << ", one_step_margin "
                      << number("%.4f", pooled.oneStepMargin()) << '\n';
        }

    std::map<std::pair<std::string, std::string>, Score> scores;
    std::map<std::pair<std::string, std::string>, std::pair<std::vector<double>, std::vector<double>>> rates;
    std::vector<double> halfWidths, errors;
    int given = 0, inside = 0;
    const std::vector<LeftOutPrediction> predictions = pooled.leaveOneProgramOut();
    std::cout << "\n| run | program | cards | measured, s | predicted, s | interval, s | inside "
                 "|\n|---|---|---|---|---|---|---|\n";
    for (const LeftOutPrediction& each : predictions) {
        const PublishedRun& run = *each.run.published;
        const bool isGiven = each.run.gap == IntervalGap::None;
        Score& score = scores[{run.program, each.run.trainer->id}];
        ++score.runs;
        if (isGiven) {
            const double error = std::exp(-each.residual()) - 1;
            ++given;
            inside += each.isInside();
            halfWidths.push_back(std::sinh(each.margin));
            errors.push_back(std::abs(error));
            ++score.given;
            score.inside += each.isInside();
            score.bias += error;
            score.error += std::abs(error);
            const double work = run.run.batch * run.run.model.sequenceLength / run.run.layout.cards();
            rates[{run.program, each.run.trainer->id}].first.push_back(work / run.run.stepS);
            rates[{run.program, each.run.trainer->id}].second.push_back(work / each.stepS);
        }
        std::cout << "| " << run.id << " | " << run.program << " | " << run.run.layout.cards() << " | "
                  << number("%.4g", run.run.stepS) << " | " << number("%.4g", each.stepS) << " | "
                  << (isGiven ? number("%.4g", each.stepS * std::exp(-each.margin)) + " to " +
                                    number("%.4g", each.stepS * std::exp(each.margin))
                              : std::string(nameOf(each.run.gap)))
                  << " | "
                  << (!isGiven          ? ""
                      : each.isInside() ? "yes"
                                        : "no")
                  << " |\n";
    }
    std::cout
        << "\n| program | trainer | runs | interval given | inside | mean absolute error, % | bias, % | Spearman |\n"
           "|---|---|---|---|---|---|---|---|\n";
    for (const auto& [key, score] : scores)
        std::cout << "| " << key.first << " | " << key.second << " | " << score.runs << " | " << score.given << " | "
                  << score.inside << " | " << (score.given ? number("%.1f", 100 * score.error / score.given) : "")
                  << " | " << (score.given ? number("%+.1f", 100 * score.bias / score.given) : "") << " | "
                  << (score.given > 4 ? number("%.2f", spearman(rates[key].first, rates[key].second)) : "") << " |\n";
    const double runs = static_cast<double>(predictions.size());
    double sum = 0;
    for (const double each : errors)
        sum += each;
    std::cout << "\n"
              << predictions.size() << " runs: an interval for " << number("%.1f", 100 * given / runs)
              << " %, which contains " << number("%.1f", 100.0 * inside / given) << " % of them; median half-width "
              << number("%.1f", 100 * median(halfWidths)) << " %; mean absolute error "
              << number("%.1f", 100 * sum / given) << " %\n";

    printHeldOut(*published, *trainers, pooled);

    // Memory: runs that succeeded must not be called out of memory.
    std::cout << "\nmemory above what fits:\n";
    for (const PooledRun& each : pooled.runs()) {
        const MeasuredRun& run = each.published->run;
        const double bytes = layoutMemory(run.model, *each.trainer, run.batch, run.layout).total();
        if (!each.published->hasPartialRecomputation && !each.published->shardsGradients &&
            bytes > fillableBytes(run.cluster))
            std::cout << "  " << each.published->id << ' ' << number("%.1f", bytes / 1e9) << " of "
                      << number("%.1f", fillableBytes(run.cluster) / 1e9) << " GB\n";
    }
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Pooled trainers of published runs, and how well they predict the runs of a program that was left out.
//
// A pooled trainer names its programs (resources/catalogue/trainers.json). Its kernel share is the median of the
// programs', each the median of its runs'. A program's runs are predicted without it. The margin of an interval is the
// smallest |log(measured/predicted)| that contains 90 % of the runs of the other programs, each of them predicted
// without itself and the left-out program. The other figures of a pooled trainer (memory share, kernel_half_work,
// flash_attention_work, overlaps) were chosen once with all programs.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/statistics/median.h"
#include "core/model/layout/published.h"
#include "core/model/layout/sources.h"
#include "core/project/catalogue/catalogue.h"

namespace scalewright::calibration {

struct PooledRun {
    const PublishedRun* published = nullptr;
    const Trainer* trainer = nullptr;  ///< the pooled trainer of its card and program
    double logShare = 0;  ///< of the kernel share that explains the run; 0 if no share below 1 does
    IntervalGap gap = IntervalGap::None;
};

struct LeftOutPrediction {
    PooledRun run;
    double stepS = 0;  ///< predicted without the run's program
    double margin = 0;  ///< of the interval, from the other programs
    [[nodiscard]] double residual() const { return std::log(run.published->run.stepS / stepS); }
    [[nodiscard]] bool isInside() const { return std::abs(residual()) <= margin; }
};

class PooledTrainers {
public:
    PooledTrainers(const std::vector<PublishedRun>& published, const std::vector<Trainer>& trainers)
    {
        for (const PublishedRun& each : published)
            for (const Trainer& trainer : trainers)
                if (isPooledBy(trainer, each)) {
                    m_runs.push_back(makeRun(each, trainer));
                    break;
                }
    }

    [[nodiscard]] const std::vector<PooledRun>& runs() const { return m_runs; }
    [[nodiscard]] std::set<std::string> programs() const
    {
        std::set<std::string> names;
        for (const PooledRun& each : m_runs)
            names.insert(each.published->program);
        return names;
    }

    /// The kernel share of a trainer without these programs; nullopt if none remains.
    [[nodiscard]] std::optional<double> share(const Trainer& trainer, const std::set<std::string>& without) const
    {
        std::map<std::string, std::vector<double>> byProgram;
        for (const PooledRun& each : m_runs)
            if (each.trainer == &trainer && each.gap == IntervalGap::None && !without.contains(each.published->program))
                byProgram[each.published->program].push_back(each.logShare);
        std::vector<double> medians;
        for (auto& [program, values] : byProgram)
            medians.push_back(median(values));
        return medians.empty() ? std::nullopt : std::optional(std::exp(median(medians)));
    }

    [[nodiscard]] std::vector<LeftOutPrediction> leaveOneProgramOut() const
    {
        std::vector<LeftOutPrediction> all;
        for (const std::string& program : programs()) {
            const double margin = quantile(residualsOfOthers(program), marginLevel);
            for (const PooledRun& run : m_runs)
                if (run.published->program == program)
                    if (const std::optional<double> stepS = predict(run, {program}))
                        all.push_back({run, *stepS, margin});
        }
        return all;
    }

    /// The margin of a trainer that pools all programs.
    [[nodiscard]] double margin() const { return quantile(residualsOfOthers({}), marginLevel); }

    /// |log(measured/predicted)| that contains 90 % of the runs after another run of the same program on the same card,
    /// with a model of the same size within 15 %, has set the share.
    [[nodiscard]] double oneStepMargin() const
    {
        std::vector<double> residuals;
        constexpr double sameSize = 0.15;
        for (const PooledRun& measured : m_runs)
            for (const PooledRun& other : m_runs)
                if (&measured != &other && measured.trainer == other.trainer &&
                    measured.published->program == other.published->program && measured.gap == IntervalGap::None &&
                    other.gap == IntervalGap::None &&
                    std::abs(std::log(parameterCount(measured.published->run.model) /
                                      parameterCount(other.published->run.model))) < sameSize)
                    residuals.push_back(
                        std::abs(std::log(other.published->run.stepS / stepAt(other, std::exp(measured.logShare)))));
        return quantile(std::move(residuals), marginLevel);
    }

    /// Standard deviation of log(measured/computed) within programs, and the number of runs.
    [[nodiscard]] std::pair<double, int> residual(const Trainer& trainer) const
    {
        double squares = 0;
        int runs = 0, groups = 0;
        for (const std::string& program : programs()) {
            std::vector<double> logs;
            for (const PooledRun& each : m_runs)
                if (each.trainer == &trainer && each.gap == IntervalGap::None && each.published->program == program)
                    logs.push_back(each.logShare);
            if (logs.empty())
                continue;
            const double own = std::exp(median(logs));
            for (const PooledRun& each : m_runs)
                if (each.trainer == &trainer && each.gap == IntervalGap::None && each.published->program == program)
                    squares += std::pow(std::log(each.published->run.stepS / stepAt(each, own)), 2);
            runs += static_cast<int>(logs.size());
            ++groups;
        }
        return {std::sqrt(squares / std::max(1, runs - groups)), runs};
    }

    static double quantile(std::vector<double> values, double level)
    {
        if (values.empty())
            return 0;
        std::sort(values.begin(), values.end());
        return values[std::min(values.size() - 1,
                               static_cast<std::size_t>(level * static_cast<double>(values.size())))];
    }

private:
    std::vector<PooledRun> m_runs;

    static bool isPooledBy(const Trainer& trainer, const PublishedRun& run)
    {
        return (", " + trainer.programs + ",").find(", " + run.program + ",") != std::string::npos &&
               isSameCard(trainer, run.run.cluster);
    }

    static PooledRun makeRun(const PublishedRun& published, const Trainer& trainer)
    {
        PooledRun run{&published, &trainer};
        const MeasuredRun& measured = published.run;
        if (const Result<LayoutCalibration> own = calibrate(trainer, {measured}))
            run.logShare = std::log(own->trainer.kernels.peakShare);
        Trainer evidence = trainer;
        evidence.residualRunCount = 2;
        run.gap =
            intervalGapOf(evidence, measured.cluster, measured.layout,
                          evaluateLayout(measured.model, measured.cluster, trainer, measured.batch, measured.layout));
        return run;
    }

    static double stepAt(const PooledRun& run, double kernelShare)
    {
        Trainer trainer = *run.trainer;
        trainer.kernels.peakShare = kernelShare;
        const MeasuredRun& measured = run.published->run;
        return evaluateLayout(measured.model, measured.cluster, trainer, measured.batch, measured.layout).stepS;
    }

    [[nodiscard]] std::optional<double> predict(const PooledRun& run, const std::set<std::string>& without) const
    {
        const std::optional<double> kernelShare = share(*run.trainer, without);
        return kernelShare ? std::optional(stepAt(run, *kernelShare)) : std::nullopt;
    }

    [[nodiscard]] std::vector<double> residualsOfOthers(const std::string& program) const
    {
        std::vector<double> residuals;
        for (const PooledRun& each : m_runs)
            if (each.gap == IntervalGap::None && each.published->program != program)
                if (const std::optional<double> stepS = predict(each, {program, each.published->program}))
                    residuals.push_back(std::abs(std::log(each.published->run.stepS / *stepS)));
        return residuals;
    }
};

}  // namespace scalewright::calibration

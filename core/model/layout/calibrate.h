// SPDX-License-Identifier: GPL-3.0-or-later
// Measured runs calibrate how well a training program uses its cards. One run determines the kernels' share of the
// peak; more runs also determine the model error. Two layouts that differ by less than that are indistinguishable.
//
// The share is the geometric mean of what each run requires: the share at which its computed step time equals the
// measured one. The residuals are log(measured/computed); their standard deviation s has n - 1 degrees of freedom.
#pragma once

#include <vector>

#include "core/model/layout/layout.h"

namespace scalewright {

struct MeasuredRun {
    Transformer model;
    ClusterSpec cluster;
    double batch = 1;
    ParallelLayout layout;
    double stepS = 0;
};

struct RunResidual {
    double computedStepS = 0;
    double relativeError = 0;  ///< measured over computed, minus 1
};

struct LayoutCalibration {
    Trainer trainer;  ///< with peakShare, residualDeviation and residualRunCount from the calibration
    std::vector<RunResidual> residualsBefore, residualsAfter;
};

/// One run determines the share and leaves the trainer's residual unchanged. Errors: no run; a run whose layout is
/// invalid or whose time is not positive; a time that no share up to 1 explains (faster than the peak), or that is
/// shorter than the exchanges alone.
[[nodiscard]] Result<LayoutCalibration> calibrate(Trainer trainer, const std::vector<MeasuredRun>& runs);

/// Whether the runs behind the residuals had layouts of this kind; only layouts of such kinds get an interval.
[[nodiscard]] bool isCoveredByRuns(const Trainer& trainer, const ParallelLayout& layout);

/// Interval for a step time from the trainer's residuals: the time multiplied by exp(+-t s sqrt(1 + 1/n)). Absent with
/// fewer than two runs, and for kinds of layouts that did not occur in the runs.
[[nodiscard]] std::optional<Interval> stepInterval(const Trainer& trainer, const ParallelLayout& layout, double stepS,
                                                   double level = 0.95);

/// Whether two times differ by less than the uncertainty of two residuals: |log(a/b)| < t s sqrt 2. False if there are
/// no residuals.
[[nodiscard]] bool areTimesIndistinguishable(const Trainer& trainer, double firstStepS, double secondStepS,
                                             double level = 0.95);

}  // namespace scalewright

// Measured runs set how well a training program uses its cards: one run the kernels' share of the peak, more of them
// also say how far off the model is, and two layouts closer than that are undecided.
//
// The level is the geometric mean of what each run asks for: the share at which its computed step equals the measured
// one. Residuals log(measured/computed) stay; their standard deviation s has n - 1 degrees of freedom.
#pragma once

#include <vector>

#include "core/model/layout/layout.h"

namespace scalewright {

struct MeasuredRun {
    Transformer model;
    ClusterSpec cluster;
    double batch = 1;
    Layout layout;
    double stepS = 0;
};

struct RunResidual {
    double computedS = 0;
    double share = 0;  ///< measured over computed, less 1
};

struct LayoutCalibration {
    Trainer trainer;  ///< with its kernels' share, residual and residualRuns
    std::vector<RunResidual> before, after;
};

/// One run sets the level and leaves the trainer's residual as it was. Errors: no run; a run whose layout cannot be or
/// whose time is not positive; a time that no share up to 1 explains (faster than the peak), or that exchanges alone
/// exceed.
[[nodiscard]] Result<LayoutCalibration> calibrate(Trainer trainer, const std::vector<MeasuredRun>& runs);

/// Whether the runs that the residuals are of had such layouts: an interval is earned by them alone.
[[nodiscard]] bool comparedWithRuns(const Trainer& trainer, const Layout& layout);

/// Where a step's time lies, by the trainer's residuals: times exp(+-t s sqrt(1 + 1/n)). Absent below two runs, and for
/// layouts that they did not have.
[[nodiscard]] std::optional<Interval> stepInterval(const Trainer& trainer, const Layout& layout, double stepS,
                                                   double level = 0.95);

/// Two layouts whose difference is within the doubt of two residuals: |log(a/b)| < t s sqrt 2. False without residuals.
[[nodiscard]] bool undecided(const Trainer& trainer, double oneS, double otherS, double level = 0.95);

}  // namespace scalewright

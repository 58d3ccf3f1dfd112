// SPDX-License-Identifier: GPL-3.0-or-later
// Measured runs calibrate how well a training program uses its cards. One run determines the kernels' share of the
// peak; more runs also determine the model error. Two layouts that differ by less than that are indistinguishable.
//
// The share is the geometric mean of what each run requires: the share at which its computed step time equals the
// measured one. The residuals are log(measured/computed); their standard deviation s has n - 1 degrees of freedom.
#pragma once

#include <vector>

#include "core/base/text/enum_names.h"
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

/// One run determines the share, and the trainer's oneStepMargin then bounds other runs of the same program. Several runs
/// also determine the residual. Errors: no run; a run whose layout is invalid or whose time is not positive; a time that
/// no share up to 1 explains (faster than the peak), or that is shorter than the exchanges alone.
[[nodiscard]] Result<LayoutCalibration> calibrate(Trainer trainer, const std::vector<MeasuredRun>& runs);

/// The run to time before `planned` is used on all its cards: the same layout with the fewest copies that fit in memory,
/// on whole nodes, with as many micro-batches per copy; its stepS is 0. `planned` itself if no smaller run fits.
/// Precondition: checkLayout() accepts `planned` on layout.cards() cards.
[[nodiscard]] MeasuredRun profileRun(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                     double batch, const ParallelLayout& planned);

/// Whether the runs behind the trainer had layouts of this kind; only layouts of such kinds get an interval, and they
/// rank before others (search.h).
[[nodiscard]] bool isCoveredByRuns(const Trainer& trainer, const ParallelLayout& layout);

/// Whether the trainer's runs were on the cluster's card, recognised by its peak. True if their card is unknown.
[[nodiscard]] bool isSameCard(const Trainer& trainer, const ClusterSpec& cluster);

/// Why a step time has no interval: the first reason that applies.
enum class IntervalGap {
    None,
    NoRuns,  ///< the trainer has no evidence
    Card,  ///< its runs were on another card
    Kind,  ///< no run had a layout of this kind
    Exchange,  ///< the gradient and weight exchange takes too long to be hidden reliably
};
/// From this share of the compute on, the published runs hid their exchange by very different amounts.
inline constexpr double maximumExchangeShare = 0.4;
[[nodiscard]] IntervalGap intervalGapOf(const Trainer& trainer, const ClusterSpec& cluster,
                                        const ParallelLayout& layout, const LayoutCost& cost);
template <>
inline constexpr auto enumNames<IntervalGap> = namedValues<IntervalGap>(
    "reason",
    {{IntervalGap::None, "none"},
     {IntervalGap::NoRuns, "no-runs", "fewer than two measured runs"},
     {IntervalGap::Card, "other-card", "no run on this card was compared"},
     {IntervalGap::Kind, "kind", "no run of this kind was compared"},
     {IntervalGap::Exchange, "exchange",
      "exchanging weights and gradients takes over 40 % of the compute; runs hid very different shares of that"}});

/// Share of the runs of left-out programs that Trainer::leftOutMargin contained.
inline constexpr double marginLevel = 0.9;
/// Interval for a step time: exp(+-leftOutMargin) of it at marginLevel, or, if the margin is not determined, from the
/// residuals, exp(+-t s sqrt(1 + 1/n)) at 0.95. Absent if there is an IntervalGap.
[[nodiscard]] std::optional<Interval> stepInterval(const Trainer& trainer, const ClusterSpec& cluster,
                                                   const ParallelLayout& layout, const LayoutCost& cost);

/// Whether two times differ by less than the uncertainty of two residuals: |log(a/b)| < t s sqrt 2. False if there are
/// no residuals.
[[nodiscard]] bool areTimesIndistinguishable(const Trainer& trainer, double firstStepS, double secondStepS,
                                             double level = 0.95);

}  // namespace scalewright

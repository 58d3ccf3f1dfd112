// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/remedies/remedies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/decision/claim/value_at_p.h"
#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/slot_edits.h"
#include "core/design/slots/substitute_patterns.h"
#include "core/model/scaling/algorithm_map.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/step/halo_exchange.h"
#include "core/project/document/variants.h"

namespace scalewright {

namespace {

constexpr double compressionRatio = 0.25;    // a quarter of the original bytes
// Share of the backward pass, or of compute if there is no backward pass.
constexpr double assumedOverlapShare = 0.8;
constexpr double bucketBytes = 25 << 20;  // PyTorch's DistributedDataParallel, bucket_cap_mb = 25
constexpr double minimumAnsweredLossShare = 0.05;  // of the lost folds
constexpr double minimumSpeedupGain = 0.01;   // of the speedup

/// A changed copy of the shown proposal, or the reason why the remedy does not apply to this design.
struct RemedyChange {
    std::string assumptionText;
    std::optional<Proposal> proposal;
};

Quantity assumedByRemedy(double value, const char* conditions)
{
    Quantity quantity = assumed(value);
    quantity.provenance.conditions = conditions;
    return quantity;
}

RemedyChange proposeCompression(Proposal proposal)
{
    MaybeQuantity& message = proposal.design.communication.messageBytes;
    if (!message || message->value <= 0)
        return {"The design has no message to compress: set its size on Predict.", {}};
    const double before = message->value;
    message = assumedByRemedy(compressionRatio * before, "compressed to a quarter, a remedy from the measured ladder");
    return {formatMessage(
                "Assumes a quarter of the bytes, {} instead of {}, if compression takes no time and costs no quality.",
                amountText(message->value, Dimension::Bytes), amountText(before, Dimension::Bytes)),
            std::move(proposal)};
}

// A batch twice as large exchanges once for twice the work: one exchange per two current steps.
RemedyChange proposeLargerBatch(const Project& project)
{
    if (exchangesHalos(project.design))
        return {"There is no batch: a step needs the one before it, and its neighbours' edges.", {}};
    Proposal proposal = project;
    MaybeQuantity& local = proposal.design.communication.localSteps;
    local = assumedByRemedy(2 * valueOr(local, 1), "a batch twice as large, a remedy from the measured ladder");
    std::string assumptionText = formatMessage("Assumes twice the batch: one exchange for {} of the current steps",
                                               amountText(local->value, Dimension::Ratio));
    const Baseline& baseline = project.baseline;
    if (baseline.batch && baseline.criticalBatch && baseline.criticalBatch->value > 0) {
        // Examples needed to reach the quality, E_min (1 + B/B_crit).
        const double before = 1 + baseline.batch->value / baseline.criticalBatch->value;
        const double after = 1 + 2 * baseline.batch->value / baseline.criticalBatch->value;
        assumptionText += formatMessage(
            ". The same quality then takes {} times the examples (1 + B/B_crit, McCandlish et al. 2018), which the "
            "step time does not show.",
            significantText(after / before, 3));
    } else {
        assumptionText +=
            ". The additional examples for the same quality are not counted: the critical batch is not set.";
    }
    return {std::move(assumptionText), std::move(proposal)};
}

RemedyChange proposeSchedule(const Project& project, const Analysis& analysis)
{
    if (!analysis.model)
        return {"The design’s inputs are incomplete: patterns cannot be compared.", {}};
    const int p = analysis.planP;
    const auto time = [&](Pattern pattern) {
        ScalingModel model = *analysis.model;
        model.primaryExchange().pattern = pattern;
        return validate(model) ? predictAt(model, p).tStepS : std::numeric_limits<double>::infinity();
    };
    const Pattern currentPattern = analysis.model->primaryExchange().pattern;
    Pattern bestPattern = currentPattern;
    for (const Pattern pattern : possibleSubstitutes(competingPatterns(currentPattern), project.design, project.target))
        if (time(pattern) < time(bestPattern))
            bestPattern = pattern;
    if (bestPattern == currentPattern)
        return {formatMessage("At p = {} the {} is already the cheapest of the patterns that do this job.", p,
                              traitsOf(bestPattern).title),
                {}};
    Proposal proposal = project;
    if (const Result<DesignCatalogue>& catalogue = designCatalogue())
        proposal = withPatternChosen(project, *catalogue, bestPattern);
    else
        proposal.design.communication.pattern = bestPattern;
    return {formatMessage("Assumes a {} instead of the {}: {} instead of {} a step at p = {}, as modelled.",
                          traitsOf(bestPattern).title, traitsOf(currentPattern).title,
                          amountText(time(bestPattern), Dimension::Time),
                          amountText(time(currentPattern), Dimension::Time), p),
            std::move(proposal)};
}

/// True if a step has a backward pass: a model is described, or shards of data or of a model are trained with sums or
/// means of gradients.
bool hasBackwardPass(const Project& project)
{
    const std::vector<SlotChoice>& parts = project.design.partitioning.slot.choices;
    const bool splitsWork = std::ranges::any_of(
        parts, [](const SlotChoice& each) { return each.option == "split-data" || each.option == "shard-model"; });
    const ExchangeOutcome delivers = traitsOf(project.design.communication.pattern).outcome;
    return project.baseline.model ||
           (splitsWork &&
            (deliversFullSum(delivers) || delivers == ExchangeOutcome::SumAndModelSlices ||
             delivers == ExchangeOutcome::NeighbourMean || delivers == ExchangeOutcome::SampledClientMean));
}

// A stencil sends its edges while it computes the interior, and a pipeline fetches while it computes, so all of a
// message may be hidden behind any part of compute.
RemedyChange proposeComputeOverlap(Proposal proposal)
{
    Communication& slot = proposal.design.communication;
    slot.overlap = assumedByRemedy(assumedOverlapShare, "a remedy from the measured ladder");
    slot.backwardShare = assumedByRemedy(1, "compute as a whole: there is no backward pass");
    return {"Assumes that messages travel during 80 % of compute, and that this part of compute does not need them.",
            std::move(proposal)};
}

RemedyChange proposeOverlap(const Project& project)
{
    Proposal proposal = project;
    const bool hasBackward = hasBackwardPass(project);
    MaybeQuantity& share = proposal.design.communication.overlap;
    if (share && share->value >= assumedOverlapShare)
        return {formatMessage("The design already hides communication behind {} % of {}.",
                              significantText(100 * share->value), hasBackward ? "the backward pass" : "compute"),
                {}};
    if (!hasBackward)
        return proposeComputeOverlap(std::move(proposal));
    share = assumedByRemedy(assumedOverlapShare, "a remedy from the measured ladder");
    MaybeQuantity& buckets = proposal.design.communication.buckets;
    const MaybeQuantity& message = proposal.design.communication.messageBytes;
    if (buckets || proposal.design.communication.lastBucketBytes || !message)
        return {"Assumes that 80 % of the backward pass can hide communication.", std::move(proposal)};
    // A single message could not be hidden.
    buckets = assumedByRemedy(std::max(2.0, std::ceil(message->value / bucketBytes)),
                              "buckets of 25 MiB, as PyTorch's DistributedDataParallel sends");
    return {formatMessage("Assumes that 80 % of the backward pass can hide communication, sent in {} buckets (25 MiB "
                          "each, as in PyTorch's data-parallel wrapper; at least two).",
                          significantText(buckets->value)),
            std::move(proposal)};
}

RemedyChange proposeBalance(Proposal proposal)
{
    LoadBalancing& load = proposal.design.loadBalancing;
    const bool jitter = load.jitterS && load.jitterS->value > 0;
    const bool skew = load.skew && load.skew->value > 1;
    if (!jitter && !skew)
        return {"The design predicts no waiting: set its jitter or skew first, or use the what-if above.", {}};
    if (jitter)
        load.jitterS = assumed(0);
    if (skew)
        load.skew = assumed(1);
    return {"Assumes that every worker takes the same time for the same share: no jitter, no skew.",
            std::move(proposal)};
}

RemedyChange proposeChange(const std::string& id, const Project& project, const Analysis& analysis)
{
    if (id == "compression")
        return proposeCompression(project);
    if (id == "larger-batch")
        return proposeLargerBatch(project);
    if (id == "schedule")
        return proposeSchedule(project, analysis);
    if (id == "overlap")
        return proposeOverlap(project);
    if (id == "balance")
        return proposeBalance(project);
    return {"The design’s model has no such stage: the what-if above shows its effect on this ladder.", {}};
}

double foldsLostTo(const LostFolds& row, Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return row.communication;
    case Cause::LoadImbalance: return row.waiting;
    case Cause::SerialFraction:
    case Cause::ComputeInflation: return row.compute;
    case Cause::InputOutput: return row.io;
    default: return 0;
    }
}

/// The main cause first, then the others by loss.
std::vector<Cause> causesToAnswer(const Attribution& attribution)
{
    const auto row = std::ranges::find(attribution.rows, attribution.explainedP, &LostFolds::p);
    std::vector<Cause> causes;
    for (const Cause cause :
         {Cause::CommunicationWall, Cause::LoadImbalance, attribution.computeCause, Cause::InputOutput})
        if (cause == attribution.mainCause ||
            (row != attribution.rows.end() && foldsLostTo(*row, cause) > minimumAnsweredLossShare * row->total))
            causes.push_back(cause);
    std::ranges::stable_sort(causes, [&](Cause a, Cause b) {
        return a == attribution.mainCause ? b != attribution.mainCause
                                          : b != attribution.mainCause && foldsLostTo(*row, a) > foldsLostTo(*row, b);
    });
    return causes;
}

/// Why the changed design is no better than the shown one, at the plan's p and at its best p; empty if it is better.
std::string noGainReason(const Project& project, const Analysis& analysis, const Proposal& proposal)
{
    const Forecast changedForecast = makeForecast(project.baseline, proposal, analysis.pMax);
    if (!analysis.prediction || !changedForecast.prediction)
        return {};
    const int p = analysis.planP;
    const auto bestSpeedup = [](const Prediction& prediction) {
        return prediction.row(prediction.landmarks.pStar).speedup;
    };
    const double best = bestSpeedup(*analysis.prediction), bestAfter = bestSpeedup(*changedForecast.prediction);
    const double planned = predictAt(analysis.prediction->model, p).speedup,
                 plannedAfter = predictAt(changedForecast.prediction->model, p).speedup;
    if (plannedAfter > (1 + minimumSpeedupGain) * planned || bestAfter > (1 + minimumSpeedupGain) * best)
        return {};
    const bool loses = bestAfter < best * (1 - 1e-9) || plannedAfter < planned * (1 - 1e-9);
    return formatMessage(" It {} here: {}× instead of {}× at p = {}, at best {}× instead of {}×.",
                         loses ? "loses" : "gains nothing", significantText(plannedAfter, 3),
                         significantText(planned, 3), p, significantText(bestAfter, 3), significantText(best, 3));
}

/// The speedup that the ladder itself would allow without that part, if the changed design predicts more: the model
/// includes only the losses of the design, the ladder includes all losses.
std::optional<LadderSpeedupBound> exceededLadderBound(const Project& project, const Analysis& analysis, Cause cause,
                                                      const Proposal& proposal)
{
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    const int p = analysis.ladder->attribution->explainedP;
    const auto rung = std::ranges::find(ladder.rungs, p, &Rung::p);
    if (rung == ladder.rungs.end() || !rung->parts || ladder.scaling != project.plan.scaling)
        return std::nullopt;
    const double part = cause == Cause::CommunicationWall ? rung->parts->commS
                        : cause == Cause::InputOutput     ? rung->parts->ioS
                        : cause == Cause::LoadImbalance   ? rung->parts->idleS
                                                          : 0;
    const Forecast changedForecast = makeForecast(project.baseline, proposal, analysis.pMax, &ladder);
    if (part <= 0 || part >= rung->timeS || !changedForecast.prediction || p > changedForecast.prediction->pMax)
        return std::nullopt;
    const double ceiling =
                     speedupAlignmentFactor(analysis, ladder) * rung->speedup * rung->timeS / (rung->timeS - part),
                 promised = changedForecast.prediction->row(p).speedup;
    if (promised <= 1.02 * ceiling)
        return std::nullopt;
    const std::string removedPart = cause == Cause::CommunicationWall ? "communication"
                                    : cause == Cause::InputOutput     ? "input and output"
                                                                      : "waiting";
    return LadderSpeedupBound{p, ceiling, promised, removedPart};
}

std::string boundText(const LadderSpeedupBound& bound)
{
    return formatMessage(
        " Without any {}, this ladder would reach a speedup of {} at p = {}: the {} that the model then predicts there "
        "ignores the other losses.",
        bound.removedPart, significantText(bound.maximumSpeedup, 3), bound.p,
        significantText(bound.predictedSpeedup, 3));
}

/// Why a different way of sending gains almost nothing: all modelled communication is less than a tenth of the measured
/// communication, each relative to its own compute. Otherwise empty.
std::string unmodelledCommunicationText(const Analysis& analysis)
{
    constexpr double tenth = 0.1;
    const int p = analysis.ladder->attribution->explainedP;
    const Rung* rung = analysis.ladder->measured->findRung(p);
    if (!analysis.model || analysis.model->terms.hasOverlap() || !rung || !rung->parts || rung->parts->compS <= 0)
        return {};
    const PredictionRow row = predictAt(*analysis.model, p);
    const double modelled = row.tCommS / row.tCompS, measured = rung->parts->commS / rung->parts->compS;
    if (!(modelled < tenth * measured))
        return {};
    return formatMessage(
        "Communication takes {} of compute at p = {} as modelled, and {} was measured: something other than its bytes "
        "and messages costs time there.",
        percentageText(modelled, 2), p, percentageText(measured, 2));
}

}  // namespace

std::vector<DesignRemedy> designRemedies(const Project& project, const Analysis& analysis)
{
    std::vector<DesignRemedy> remedies;
    if (!analysis.ladder || !analysis.ladder->attribution)
        return remedies;
    for (const Cause cause : causesToAnswer(*analysis.ladder->attribution))
        for (const Remedy& remedy : remediesFor(cause, *analysis.ladder->measured)) {
            if (contains(remedies, remedy.id, &DesignRemedy::id))
                continue;
            RemedyChange change = proposeChange(remedy.id, project, analysis);
            if (change.proposal && (remedy.id == "compression" || remedy.id == "schedule"))
                if (std::string unmodelled = unmodelledCommunicationText(analysis); !unmodelled.empty())
                    change = {std::move(unmodelled), std::nullopt};
            std::optional<LadderSpeedupBound> bound;
            if (change.proposal) {
                const std::string noGain = noGainReason(project, analysis, *change.proposal);
                if (noGain.empty())
                    bound = exceededLadderBound(project, analysis, cause, *change.proposal);
                change.assumptionText += bound ? boundText(*bound) : noGain;
                if (!noGain.empty())
                    change.proposal.reset();
            }
            remedies.push_back({remedy.id, cause, remedy.title, remedy.description, std::move(change.assumptionText),
                                std::move(change.proposal), std::move(bound)});
        }
    return remedies;
}

Result<DesignRemedy> findRemedy(const std::vector<DesignRemedy>& remedies, std::string_view id)
{
    std::string knownIds;
    for (const DesignRemedy& each : remedies) {
        if (each.id == id && !each.proposal)
            return fail(ErrorCode::Refused, each.assumptionText);
        if (each.id == id)
            return each;
        knownIds += (knownIds.empty() ? "" : ", ") + each.id;
    }
    if (knownIds.empty())
        return fail(ErrorCode::Input, "no ladder of the project shows a cause: there is no remedy",
                    "a project with a measured ladder");
    return fail(ErrorCode::Input, formatMessage("{} is not a remedy for this ladder", inQuotes(id)),
                formatMessage("one of {}", knownIds));
}

Project withRemedyVariant(const Project& project, const DesignRemedy& remedy)
{
    const std::vector<std::string> takenNames = variantNames(project);
    std::string name = remedy.id;
    for (int i = 2; contains(takenNames, name); ++i)
        name = fmt::format("{} {}", remedy.id, i);
    Project after = withVariantAdded(project, name).value();  // the name is unused
    static_cast<Proposal&>(after) = remedy.proposal.value();
    return after;
}

}  // namespace scalewright

#include "core/decision/remedies/remedies.h"
#include "core/design/slots/stand_ins.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/slot_edits.h"
#include "core/model/scaling/algorithm_map.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/step/halo.h"
#include "core/project/document/variants.h"

namespace scalewright {

namespace {

constexpr double compressedTo = 0.25;    // a quarter of the bytes
constexpr double overlapShare = 0.8;     // of the backward pass, else of compute
constexpr double bucketBytes = 25 << 20;  // PyTorch's DistributedDataParallel, bucket_cap_mb = 25
constexpr double worthAnswering = 0.05;  // of the folds lost
constexpr double worthOffering = 0.01;   // of the speedup

/// A change of the shown proposal, or the words why this design has nothing to change.
struct Change {
    std::string assumes;
    std::optional<Proposal> proposal;
};

std::string amount(double value, Dimension dimension)
{
    return formatAmount(value, dimension).joined();
}

Quantity byRemedy(double value, const char* what)
{
    Quantity quantity = assumed(value);
    quantity.provenance.conditions = what;
    return quantity;
}

Change compression(Proposal proposal)
{
    MaybeQuantity& message = proposal.design.communication.messageBytes;
    if (!message || message->value <= 0)
        return {"The design has no message to compress: give its size on Predict.", {}};
    const double before = message->value;
    message = byRemedy(compressedTo * before, "compressed to a quarter, a remedy from the measured ladder");
    return {say("Assumes a quarter of the bytes, {} instead of {}, if coding takes no time and costs no quality.",
                amount(message->value, Dimension::Bytes), amount(before, Dimension::Bytes)),
            std::move(proposal)};
}

// A batch twice as large exchanges once for twice the work: two steps of today for each exchange.
Change largerBatch(const Project& project)
{
    if (exchangesHalos(project.design))
        return {"There is no batch: a step needs the one before it, and its neighbours' edges.", {}};
    Proposal proposal = project;
    MaybeQuantity& local = proposal.design.communication.localSteps;
    local = byRemedy(2 * (local ? local->value : 1), "a batch twice as large, a remedy from the measured ladder");
    std::string assumes =
        say("Assumes twice the batch: one exchange for {} of today’s steps", amount(local->value, Dimension::Ratio));
    const Baseline& baseline = project.baseline;
    if (baseline.batch && baseline.criticalBatch && baseline.criticalBatch->value > 0) {
        // Examples to the quality, E_min (1 + B/B_crit).
        const double before = 1 + baseline.batch->value / baseline.criticalBatch->value;
        const double after = 1 + 2 * baseline.batch->value / baseline.criticalBatch->value;
        assumes +=
            say(". The same quality then takes {} times the examples (1 + B/B_crit, McCandlish et al. 2018), which the "
                "step's time does not show.",
                significant(after / before, 3));
    } else {
        assumes +=
            ". How many more examples the same quality then takes is not counted: the critical batch is not given.";
    }
    return {std::move(assumes), std::move(proposal)};
}

Change schedule(const Project& project, const Analysis& analysis)
{
    if (!analysis.model)
        return {"The design’s inputs are incomplete: no pattern can be said to be better.", {}};
    const int p = analysis.planP;
    const auto time = [&](Pattern pattern) {
        ScalingModel model = *analysis.model;
        model.first().pattern = pattern;
        return validate(model) ? predictAt(model, p).tStepS : std::numeric_limits<double>::infinity();
    };
    const Pattern own = analysis.model->first().pattern;
    Pattern best = own;
    for (const Pattern pattern : standIns(competing(own), project.design, project.target))
        if (time(pattern) < time(best))
            best = pattern;
    if (best == own)
        return {
            say("At p = {} the {} is the cheapest already of the patterns that do this job.", p, traitsOf(best).title),
            {}};
    Proposal proposal = project;
    if (const Result<DesignCatalogue>& catalogue = designCatalogue())
        proposal = withPatternChosen(project, *catalogue, best);
    else
        proposal.design.communication.pattern = best;
    return {say("Assumes a {} instead of the {}: {} instead of {} a step at p = {}, as modelled.", traitsOf(best).title,
                traitsOf(own).title, amount(time(best), Dimension::Time), amount(time(own), Dimension::Time), p),
            std::move(proposal)};
}

/// Whether a step has a backward pass: a model is described, or shards of data or of a model are trained with sums or
/// means of gradients.
bool hasBackwardPass(const Project& project)
{
    const std::vector<SlotChoice>& parts = project.design.partitioning.slot.choices;
    const bool shares = std::any_of(parts.begin(), parts.end(), [](const SlotChoice& each) {
        return each.option == "split-data" || each.option == "shard-model";
    });
    const Delivers delivers = traitsOf(project.design.communication.pattern).delivers;
    return project.baseline.model ||
           (shares && (givesTheSum(delivers) || delivers == Delivers::SlicesOfTheModel ||
                       delivers == Delivers::NeighboursMean || delivers == Delivers::SampledMean));
}

// A stencil sends its edges while the inside is worked on, a pipeline fetches while it computes: all of a message may
// hide, and all of compute hides it.
Change overlapOfCompute(Proposal proposal)
{
    Communication& slot = proposal.design.communication;
    slot.overlap = byRemedy(overlapShare, "a remedy from the measured ladder");
    slot.backwardShare = byRemedy(1, "compute as a whole: there is no backward pass");
    return {"Assumes that messages travel during 80 % of compute, and that this much can go on without them.",
            std::move(proposal)};
}

Change overlap(const Project& project)
{
    Proposal proposal = project;
    const bool trains = hasBackwardPass(project);
    MaybeQuantity& share = proposal.design.communication.overlap;
    if (share && share->value >= overlapShare)
        return {say("The design hides communication behind {} % of {} already.", significant(100 * share->value),
                    trains ? "the backward pass" : "compute"),
                {}};
    if (!trains)
        return overlapOfCompute(std::move(proposal));
    share = byRemedy(overlapShare, "a remedy from the measured ladder");
    MaybeQuantity& buckets = proposal.design.communication.buckets;
    const MaybeQuantity& message = proposal.design.communication.messageBytes;
    if (buckets || proposal.design.communication.lastBucketBytes || !message)
        return {"Assumes that 80 % of the backward pass can hide communication.", std::move(proposal)};
    // In one piece nothing could hide.
    buckets = byRemedy(std::max(2.0, std::ceil(message->value / bucketBytes)),
                       "buckets of 25 MiB, what PyTorch's DistributedDataParallel sends");
    return {say("Assumes that 80 % of the backward pass can hide communication, sent in {} buckets (25 MiB each, as "
                "PyTorch's data-parallel wrapper does; two at least).",
                significant(buckets->value)),
            std::move(proposal)};
}

Change balance(Proposal proposal)
{
    LoadBalancing& load = proposal.design.loadBalancing;
    const bool jitter = load.jitterS && load.jitterS->value > 0;
    const bool skew = load.skew && load.skew->value > 1;
    if (!jitter && !skew)
        return {"The design predicts no waiting: give its jitter or skew first, or use the what-if above.", {}};
    if (jitter)
        load.jitterS = assumed(0);
    if (skew)
        load.skew = assumed(1);
    return {"Assumes that every worker takes the same time for the same share: no jitter, no skew.",
            std::move(proposal)};
}

Change changed(const std::string& id, const Project& project, const Analysis& analysis)
{
    if (id == "compression")
        return compression(project);
    if (id == "larger-batch")
        return largerBatch(project);
    if (id == "schedule")
        return schedule(project, analysis);
    if (id == "overlap")
        return overlap(project);
    if (id == "balance")
        return balance(project);
    return {"The design’s model has no such stage: the what-if above shows what it would bring to this ladder.", {}};
}

double foldsOf(const LostFolds& row, Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return row.communication;
    case Cause::LoadImbalance: return row.waiting;
    case Cause::SerialFraction:
    case Cause::ComputeInflation: return row.serial;
    case Cause::InputOutput: return row.io;
    default: return 0;
    }
}

/// The owner first, the others by what they lost.
std::vector<Cause> causesOf(const Attribution& why)
{
    const auto at =
        std::find_if(why.rows.begin(), why.rows.end(), [&](const LostFolds& row) { return row.p == why.atP; });
    std::vector<Cause> causes;
    for (const Cause cause : {Cause::CommunicationWall, Cause::LoadImbalance, why.compute, Cause::InputOutput})
        if (cause == why.owner || (at != why.rows.end() && foldsOf(*at, cause) > worthAnswering * at->total))
            causes.push_back(cause);
    std::stable_sort(causes.begin(), causes.end(), [&](Cause a, Cause b) {
        return a == why.owner ? b != why.owner : b != why.owner && foldsOf(*at, a) > foldsOf(*at, b);
    });
    return causes;
}

/// Why the changed design is no better than the shown one, at the plan's p or at its best; empty where it is.
std::string bringsNothing(const Project& project, const Analysis& analysis, const Proposal& proposal)
{
    const Forecast then = forecast(project.baseline, proposal, analysis.pMax);
    if (!analysis.prediction || !then.prediction)
        return {};
    const int p = analysis.planP;
    const auto bestOf = [](const Prediction& prediction) { return prediction.row(prediction.landmarks.pStar).speedup; };
    const double best = bestOf(*analysis.prediction), bestThen = bestOf(*then.prediction);
    const double planned = predictAt(analysis.prediction->model, p).speedup,
                 plannedThen = predictAt(then.prediction->model, p).speedup;
    if (plannedThen > (1 + worthOffering) * planned || bestThen > (1 + worthOffering) * best)
        return {};
    const bool loses = bestThen < best * (1 - 1e-9) || plannedThen < planned * (1 - 1e-9);
    return say(" It {} here: {}× instead of {}× at p = {}, at best {}× instead of {}×.",
               loses ? "loses" : "brings nothing", significant(plannedThen, 3), significant(planned, 3), p,
               significant(bestThen, 3), significant(best, 3));
}

/// What the ladder itself would allow with all of that part gone, where the changed design's prediction promises more:
/// the model counts only what the design gives it, the ladder all that was lost.
std::optional<LadderBound> beyondTheLadder(const Project& project, const Analysis& analysis, Cause cause,
                                           const Proposal& proposal)
{
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    const int p = analysis.ladder->attribution->atP;
    const auto at =
        std::find_if(ladder.rungs.begin(), ladder.rungs.end(), [p](const Rung& rung) { return rung.p == p; });
    if (at == ladder.rungs.end() || !at->parts || ladder.scaling != project.plan.scaling)
        return std::nullopt;
    const double part = cause == Cause::CommunicationWall ? at->parts->commS
                        : cause == Cause::InputOutput     ? at->parts->ioS
                        : cause == Cause::LoadImbalance   ? at->parts->idleS
                                                          : 0;
    const Forecast then = forecast(project.baseline, proposal, analysis.pMax, &ladder);
    if (part <= 0 || part >= at->timeS || !then.prediction || p > then.prediction->pMax)
        return std::nullopt;
    const double ceiling = at->speedup * at->timeS / (at->timeS - part), promised = then.prediction->row(p).speedup;
    if (promised <= 1.02 * ceiling)
        return std::nullopt;
    const std::string gone = cause == Cause::CommunicationWall ? "communication"
                             : cause == Cause::InputOutput     ? "input and output"
                                                               : "waiting";
    return LadderBound{p, ceiling, promised, gone};
}

std::string boundText(const LadderBound& bound)
{
    return say(
        " With all {} gone, this ladder would reach a speedup of {} at p = {}: the {} that the model then predicts "
        "there does not count what else was lost.",
        bound.gone, significant(bound.speedup, 3), bound.p, significant(bound.predicted, 3));
}

/// Why another way of sending gains next to nothing: all that is sent, as modelled, is less than a tenth of the
/// communication that was measured, each beside its own compute. Empty where it is not.
std::string otherThanSent(const Analysis& analysis)
{
    constexpr double tenth = 0.1;
    const int p = analysis.ladder->attribution->atP;
    const Rung* rung = analysis.ladder->measured->at(p);
    if (!analysis.model || analysis.model->terms.overlaps() || !rung || !rung->parts || rung->parts->compS <= 0)
        return {};
    const PredictionRow row = predictAt(*analysis.model, p);
    const double modelled = row.tCommS / row.tCompS, measured = rung->parts->commS / rung->parts->compS;
    if (!(modelled < tenth * measured))
        return {};
    return say(
        "What is sent takes {} of compute at p = {} as modelled, and {} was measured: something else than its "
        "bytes and messages costs there.",
        percent(modelled, 2), p, percent(measured, 2));
}

}  // namespace

std::vector<DesignRemedy> designRemedies(const Project& project, const Analysis& analysis)
{
    std::vector<DesignRemedy> remedies;
    if (!analysis.ladder || !analysis.ladder->attribution)
        return remedies;
    for (const Cause cause : causesOf(*analysis.ladder->attribution))
        for (const Remedy& remedy : remediesFor(cause, *analysis.ladder->measured)) {
            if (std::any_of(remedies.begin(), remedies.end(),
                            [&](const DesignRemedy& each) { return each.id == remedy.id; }))
                continue;
            Change change = changed(remedy.id, project, analysis);
            if (change.proposal && (remedy.id == "compression" || remedy.id == "schedule"))
                if (std::string other = otherThanSent(analysis); !other.empty())
                    change = {std::move(other), std::nullopt};
            std::optional<LadderBound> bound;
            if (change.proposal) {
                const std::string nothing = bringsNothing(project, analysis, *change.proposal);
                if (nothing.empty())
                    bound = beyondTheLadder(project, analysis, cause, *change.proposal);
                change.assumes += bound ? boundText(*bound) : nothing;
                if (!nothing.empty())
                    change.proposal.reset();
            }
            remedies.push_back({remedy.id, cause, remedy.title, remedy.how, std::move(change.assumes),
                                std::move(change.proposal), std::move(bound)});
        }
    return remedies;
}

Result<DesignRemedy> remedyNamed(const std::vector<DesignRemedy>& remedies, std::string_view id)
{
    std::string known;
    for (const DesignRemedy& each : remedies) {
        if (each.id == id && !each.proposal)
            return fail(ErrorCode::Refused, each.assumes);
        if (each.id == id)
            return each;
        known += (known.empty() ? "" : ", ") + each.id;
    }
    if (known.empty())
        return fail(ErrorCode::Input, "no ladder of the project names a cause: there is no remedy",
                    "a project with a measured ladder");
    return fail(ErrorCode::Input, say("the ladder asks for no remedy {}", inQuotes(id)), say("one of {}", known));
}

Project withRemedyAdded(const Project& project, const DesignRemedy& remedy)
{
    const std::vector<std::string> taken = variantNames(project);
    std::string name = remedy.id;
    for (int i = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++i)
        name = fmt::format("{} {}", remedy.id, i);
    Project after = withVariantAdded(project, name).value();  // the name is new
    static_cast<Proposal&>(after) = remedy.proposal.value();
    return after;
}

}  // namespace scalewright

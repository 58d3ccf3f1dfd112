#include "ui/measure/remedies.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <limits>

#include "core/quantity/units.h"
#include "core/design/design_catalogue.h"
#include "core/design/slot_edits.h"
#include "core/scaling/algorithm_map.h"
#include "core/project/variants.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/number_words.h"
#include "ui/words/pattern_names.h"

namespace scalewright::ui {

namespace {

struct MeasureTr {
    Q_DECLARE_TR_FUNCTIONS(Measure)
};

constexpr double compressedTo = 0.25, overlapShare = 0.8;

/// A change of the shown design, or the words why this design has nothing to change.
struct Change {
    QString assumes;
    std::optional<Project> project;
};

Change compression(Project project)
{
    MaybeQuantity& message = project.design.communication.messageBytes;
    if (!message || message->value <= 0)
        return {MeasureTr::tr("The design has no message to compress: give its size on Predict."), {}};
    const double before = message->value;
    message = assumed(compressedTo * before);
    message->provenance.conditions = "compressed to a quarter, a remedy from the measured ladder";
    return {MeasureTr::tr("Assumes a quarter of the bytes, %1 instead of %2, coded in no time and at the same quality.")
                .arg(amount(message->value, Dimension::Bytes), amount(before, Dimension::Bytes)),
            std::move(project)};
}

// A batch twice as large exchanges once for twice the work: two steps of today for each exchange.
Change largerBatch(Project project)
{
    MaybeQuantity& local = project.design.communication.localSteps;
    local = assumed(2 * (local ? local->value : 1));
    local->provenance.conditions = "a batch twice as large, a remedy from the measured ladder";
    return {MeasureTr::tr("Assumes twice the batch: one exchange for %1 of today’s steps, and as many examples to the same quality as before.")
                .arg(amount(local->value, Dimension::Ratio)),
            std::move(project)};
}

Change schedule(Project project, const Analysis& analysis)
{
    if (!analysis.model)
        return {MeasureTr::tr("The design’s inputs are incomplete: no pattern can be said to be better."), {}};
    const int p = knownPlanP(project, analysis).value_or(analysis.planP);
    const auto time = [&](Pattern pattern) {
        ScalingModel model = *analysis.model;
        model.pattern = pattern;
        return validate(model) ? predictAt(model, p).tStepS : std::numeric_limits<double>::infinity();
    };
    Pattern best = analysis.model->pattern;
    for (const Pattern pattern : priceable(competing(analysis.model->pattern), project.target))
        if (time(pattern) < time(best))
            best = pattern;
    if (best == analysis.model->pattern)
        return {MeasureTr::tr("At p = %1 the %2 is the cheapest already of the patterns that do this job.").arg(p).arg(patternTitle(best)), {}};
    if (const Result<DesignCatalogue>& catalogue = designCatalogue())
        project = withPatternChosen(std::move(project), *catalogue, best);
    else
        project.design.communication.pattern = best;
    return {MeasureTr::tr("Assumes a %1 instead of the %2: %3 instead of %4 a step at p = %5, as modelled.")
                .arg(patternTitle(best), patternTitle(analysis.model->pattern), amount(time(best), Dimension::Time),
                     amount(time(analysis.model->pattern), Dimension::Time))
                .arg(p),
            std::move(project)};
}

Change overlap(Project project)
{
    MaybeQuantity& share = project.design.communication.overlap;
    if (share && share->value >= overlapShare)
        return {MeasureTr::tr("The design hides %1 of the backward pass behind communication already.").arg(formatNumber(share->value, {NumberStyle::Kind::Percent})), {}};
    share = assumed(overlapShare);
    share->provenance.conditions = "a remedy from the measured ladder";
    return {MeasureTr::tr("Assumes that 80 % of the backward pass can hide communication."), std::move(project)};
}

Change balance(Project project)
{
    LoadBalancing& load = project.design.loadBalancing;
    const bool jitter = load.jitterS && load.jitterS->value > 0, skew = load.skew && load.skew->value > 1;
    if (!jitter && !skew)
        return {MeasureTr::tr("The design predicts no waiting: give its jitter or skew first, or use the what-if above."), {}};
    if (jitter)
        load.jitterS = assumed(0);
    if (skew)
        load.skew = assumed(1);
    return {MeasureTr::tr("Assumes that every worker takes the same time for the same share: no jitter, no skew."), std::move(project)};
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
    return {MeasureTr::tr("The design’s model has no such stage: the what-if above shows what it would bring to this ladder."), {}};
}

/// "compression" as a variant's name, or "compression 2" where that is taken.
std::string variantName(const Project& project, const std::string& id)
{
    const std::vector<std::string> taken = variantNames(project);
    std::string name = id;
    for (int i = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++i)
        name = id + " " + std::to_string(i);
    return name;
}

double foldsOf(const LostFolds& row, Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return row.communication;
    case Cause::LoadImbalance: return row.waiting;
    case Cause::SerialFraction: return row.serial;
    case Cause::InputOutput: return row.io;
    default: return 0;
    }
}

constexpr std::array<Cause, 4> namedCauses{Cause::CommunicationWall, Cause::LoadImbalance, Cause::SerialFraction, Cause::InputOutput};

}  // namespace

std::vector<DesignRemedy> designRemedies(const Project& project, const Analysis& analysis)
{
    std::vector<DesignRemedy> remedies;
    if (!analysis.ladder || !analysis.ladder->attribution)
        return remedies;
    const Attribution& why = *analysis.ladder->attribution;
    const auto at = std::find_if(why.rows.begin(), why.rows.end(), [&](const LostFolds& row) { return row.p == why.atP; });
    std::vector<Cause> causes;
    for (const Cause cause : namedCauses)
        if (cause == why.owner || (at != why.rows.end() && foldsOf(*at, cause) > 0.05 * at->total))
            causes.push_back(cause);
    std::stable_sort(causes.begin(), causes.end(), [&](Cause a, Cause b) {
        return a == why.owner ? b != why.owner : b != why.owner && foldsOf(*at, a) > foldsOf(*at, b);
    });
    for (const Cause cause : causes)
        for (const Remedy& remedy : remediesFor(cause, *analysis.ladder->measured)) {
            const QString id = qt(remedy.id);
            if (std::any_of(remedies.begin(), remedies.end(), [&](const DesignRemedy& each) { return each.id == id; }))
                continue;
            DesignRemedy offer{id, qt(remedy.title), qt(remedy.how), {}, std::nullopt};
            Result<Project> variant = withVariantAdded(project, variantName(project, remedy.id));
            if (!variant)
                continue;
            Change change = changed(remedy.id, *variant, analysis);
            offer.assumes = std::move(change.assumes);
            offer.variant = std::move(change.project);
            remedies.push_back(std::move(offer));
        }
    return remedies;
}

std::vector<Cause> whatIfCauses(const MeasuredLadder& ladder)
{
    if (!ladder.hasParts)
        return {};
    std::vector<Cause> causes{Cause::CommunicationWall, Cause::LoadImbalance, Cause::SerialFraction};
    if (ladder.ioApart)
        causes.push_back(Cause::InputOutput);
    return causes;
}

QString whatIfTitle(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return MeasureTr::tr("Halve communication");
    case Cause::LoadImbalance: return MeasureTr::tr("Balance the load");
    case Cause::SerialFraction: return MeasureTr::tr("Parallelise the serial stage");
    case Cause::InputOutput: return MeasureTr::tr("Halve input and output");
    default: return {};
    }
}

}  // namespace scalewright::ui

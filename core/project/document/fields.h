// The members of a project file, once: the reader and the writer both walk through these functions, so that no key can
// be known to one of them only. `visit` is an ObjectReader or an ObjectWriter; rest() is where unknown members are.
#pragma once

#include <concepts>
#include <type_traits>

#include "core/project/document/field.h"
#include "core/project/document/ladder_roles.h"
#include "core/project/document/project.h"

namespace scalewright {

/// The quantities of a section, in the order of its table; `next` stands behind the one of that member.
template <class Visitor, class Section, class Next = void (*)()>
void quantitiesOf(
    Visitor& visit, Section& section, MaybeQuantity std::remove_const_t<Section>::*member = nullptr, Next next = [] {})
{
    for (const QuantityField<std::remove_const_t<Section>>& field : quantities<std::remove_const_t<Section>>) {
        visit.quantity(field.info, section.*field.member);
        if (field.member == member)
            next();
    }
}

/// T or const T.
template <class Given, class T>
concept Some = std::same_as<std::remove_const_t<Given>, T>;

template <class Visitor>
void fields(Visitor& visit, Some<Provenance> auto& provenance)
{
    visit.named("origin", provenance.origin);
    visit.text("source", provenance.source);
    visit.text("date", provenance.date);
    visit.text("conditions", provenance.conditions);
    visit.rest(provenance.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Machine> auto& machine)
{
    visit.text("name", machine.name);
    visit.text("description", machine.description);
    quantitiesOf(visit, machine);
    visit.rest(machine.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<WorkloadStep> auto& step)
{
    visit.text("name", step.name);
    visit.text("device", step.device);
    quantitiesOf(visit, step);
    visit.rest(step.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Serving> auto& serving)
{
    quantitiesOf(visit, serving);
    visit.rest(serving.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<ModelShape> auto& model)
{
    visit.text("name", model.name);
    quantitiesOf(visit, model);
    visit.named("state", model.convention);
    visit.flag("gated", model.gated);
    visit.flag("flash_attention", model.flashAttention);
    visit.flag("tied_embeddings", model.tiedEmbeddings);
    visit.rest(model.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Baseline> auto& baseline)
{
    visit.object("machine", baseline.machine);
    visit.list("steps", baseline.steps);
    quantitiesOf(visit, baseline);
    visit.object("serving", baseline.serving);
    visit.object("model", baseline.model);
    visit.rest(baseline.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Target> auto& target)
{
    visit.text("node", target.node);
    visit.text("link", target.link);
    quantitiesOf(visit, target);
    visit.flag("preemptible", target.preemptible);
    visit.rest(target.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Goal> auto& goal)
{
    quantitiesOf(visit, goal);
    visit.text("quality_name", goal.qualityName);
    visit.rest(goal.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<SlotChoice> auto& choice)
{
    visit.text("option", choice.option);
    visit.text("for", choice.scope);
    visit.rest(choice.unknown);
}

// Stands among the members of the slot it belongs to.
template <class Visitor>
void slotFields(Visitor& visit, Some<DesignSlot> auto& slot)
{
    visit.list("choices", slot.choices);
    visit.text("justification", slot.justification);
    visit.text("rejected", slot.rejected);
    visit.text("rejected_because", slot.rejectedBecause);
}

template <class Visitor>
void fields(Visitor& visit, Some<Partitioning> auto& partitioning)
{
    slotFields(visit, partitioning.slot);
    visit.text("unit", partitioning.unit);
    visit.text("replicated", partitioning.replicated);
    quantitiesOf(visit, partitioning);
    visit.named("recomputation", partitioning.recomputation);
    visit.flag("sequence_parallel", partitioning.sequenceParallel);
    visit.rest(partitioning.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<FurtherMessage> auto& further)
{
    visit.text("for", further.scope);
    visit.named("pattern", further.pattern);
    quantitiesOf(visit, further);
    visit.rest(further.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Communication> auto& communication)
{
    slotFields(visit, communication.slot);
    visit.named("pattern", communication.pattern);
    quantitiesOf(visit, communication);
    visit.flag("linear_scatter", communication.linearScatter);
    visit.flag("shared_network_card", communication.sharedNetworkCard);
    visit.list("further", communication.further);
    visit.rest(communication.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Consistency> auto& consistency)
{
    slotFields(visit, consistency.slot);
    quantitiesOf(visit, consistency);
    visit.rest(consistency.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Coordination> auto& coordination)
{
    slotFields(visit, coordination.slot);
    quantitiesOf(visit, coordination);
    visit.text("on_loss", coordination.onLoss);
    visit.rest(coordination.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<FaultTolerance> auto& faults)
{
    slotFields(visit, faults.slot);
    quantitiesOf(visit, faults);
    visit.rest(faults.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<LoadBalancing> auto& balancing)
{
    slotFields(visit, balancing.slot);
    quantitiesOf(visit, balancing, &LoadBalancing::jitterS,
                 [&] { visit.named("jitter_shape", balancing.jitterShape); });
    visit.rest(balancing.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Design> auto& design)
{
    visit.object("partitioning", design.partitioning);
    visit.object("communication", design.communication);
    visit.object("consistency", design.consistency);
    visit.object("coordination", design.coordination);
    visit.object("fault_tolerance", design.faultTolerance);
    visit.object("load_balancing", design.loadBalancing);
    visit.rest(design.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Plan> auto& plan)
{
    visit.workers(planPField, plan.p);
    visit.text("reason", plan.reason);
    visit.named("curve", plan.curve);
    quantitiesOf(visit, plan);
    visit.named("scaling", plan.scaling);
    visit.rest(plan.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<CollectiveTiming> auto& timing)
{
    visit.workers("p", timing.p);
    visit.number("bytes", timing.bytes, Dimension::Bytes, Range::NotNegative);
    visit.number("seconds", timing.seconds, Dimension::Time, Range::Positive);
    visit.rest(timing.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<CollectiveMeasurement> auto& measurement)
{
    visit.text("name", measurement.name);
    visit.named("pattern", measurement.pattern);
    visit.object("provenance", measurement.provenance);
    visit.list("timings", measurement.timings);
    visit.rest(measurement.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<LadderPoint> auto& point)
{
    visit.workers("p", point.p);
    for (const LadderRole& role : ladderRoles)
        if (role.figure)
            visit.number(role.key, point.*role.figure, role.dimension, role.range);
    visit.rest(point.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<FailedRuns> auto& failed)
{
    visit.workers("p", failed.p);
    visit.whole("runs", failed.runs);
    visit.rest(failed.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Ladder> auto& ladder)
{
    visit.text("name", ladder.name);
    visit.object("provenance", ladder.provenance);
    visit.named("scaling", ladder.scaling);
    visit.text("quality_name", ladder.qualityName);
    quantitiesOf(visit, ladder);
    visit.text("command", ladder.command);
    visit.text("launcher", ladder.launcher);
    visit.whole("cores", ladder.cores);
    visit.number("load_at_start", ladder.loadAtStart, Dimension::Ratio, Range::NotNegative);
    visit.list("points", ladder.points);
    visit.list("failed_runs", ladder.failed);
    visit.rest(ladder.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<TraceSummary> auto& summary)
{
    visit.whole("rank", summary.rank);
    visit.number("span_s", summary.spanS, Dimension::Time, Range::NotNegative);
    visit.number("compute_s", summary.computeS, Dimension::Time, Range::NotNegative);
    visit.number("communication_s", summary.communicationS, Dimension::Time, Range::NotNegative);
    visit.number("exposed_communication_s", summary.exposedS, Dimension::Time, Range::NotNegative);
    visit.number("memory_s", summary.memoryS, Dimension::Time, Range::NotNegative);
    visit.number("io_s", summary.ioS, Dimension::Time, Range::NotNegative);
    visit.number("idle_s", summary.idleS, Dimension::Time, Range::NotNegative);
    visit.number("waiting_s", summary.waitingS, Dimension::Time, Range::NotNegative);
    visit.number("unclassified_s", summary.unclassifiedS, Dimension::Time, Range::NotNegative);
    visit.rest(summary.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<TraceReference> auto& reference)
{
    visit.text("file", reference.file);
    visit.whole("bytes", reference.bytes);
    visit.text("digest", reference.digest);
    visit.list("ranks", reference.ranks);
    visit.rest(reference.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<RecordedRun> auto& run)
{
    visit.text("name", run.name);
    visit.object("provenance", run.provenance);
    visit.whole("world_size", run.worldSize);
    visit.whole("straggler", run.straggler);
    visit.list("files", run.files);
    visit.rest(run.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Measurements> auto& measurements)
{
    visit.list("collectives", measurements.collectives);
    visit.list("ladders", measurements.ladders);
    visit.list("traces", measurements.traces);
    visit.list("machines", measurements.machines);
    visit.rest(measurements.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Variant> auto& variant)
{
    visit.text("name", variant.name);
    visit.object("target", variant.target);
    visit.object("goal", variant.goal);
    visit.object("design", variant.design);
    visit.object("plan", variant.plan);
    visit.rest(variant.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<FrozenPrediction> auto& frozen)
{
    visit.text("name", frozen.name);
    visit.text("date", frozen.date);
    visit.quantity(fieldOf(&Baseline::tCompS), frozen.tCompS);
    visit.object("baseline", frozen.baseline);
    visit.object("target", frozen.target);
    visit.object("design", frozen.design);
    visit.object("plan", frozen.plan);
    visit.rest(frozen.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Project> auto& project)
{
    visit.text("title", project.title);
    visit.text("notes", project.notes);
    visit.object("baseline", project.baseline);
    visit.text("variant", project.variantName);
    visit.object("target", project.target);
    visit.object("goal", project.goal);
    visit.object("design", project.design);
    visit.object("plan", project.plan);
    visit.object("measurements", project.measurements);
    visit.members("variant_members", project.variantUnknown);
    visit.list("variants", project.variants);
    visit.list("ledger", project.ledger);
    visit.rest(project.unknown);
}

}  // namespace scalewright

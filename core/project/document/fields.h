// SPDX-License-Identifier: GPL-3.0-or-later
// The members of a project file, listed once: reader and writer both use these functions, so that no key can be missing
// from only one of them. `visit` is an ObjectReader or an ObjectWriter; unknownMembers() handles unknown members.
#pragma once

#include <concepts>
#include <type_traits>

#include "core/project/document/field.h"
#include "core/project/document/ladder_roles.h"
#include "core/project/document/project.h"

namespace scalewright {

/// Visits the quantities of a section in table order; calls `next` after the given member.
template <class Visitor, class Section, class Next = void (*)()>
void visitQuantities(
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
concept SameIgnoringConst = std::same_as<std::remove_const_t<Given>, T>;

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Provenance> auto& provenance)
{
    visit.enumeration("origin", provenance.origin);
    visit.text("source", provenance.source);
    visit.text("date", provenance.date);
    visit.text("conditions", provenance.conditions);
    visit.unknownMembers(provenance.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Machine> auto& machine)
{
    visit.text("name", machine.name);
    visit.text("description", machine.description);
    visitQuantities(visit, machine);
    visit.unknownMembers(machine.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<WorkloadStep> auto& step)
{
    visit.text("name", step.name);
    visit.text("device", step.device);
    visitQuantities(visit, step);
    visit.unknownMembers(step.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Serving> auto& serving)
{
    visitQuantities(visit, serving);
    visit.unknownMembers(serving.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<ModelShape> auto& model)
{
    visit.text("name", model.name);
    visitQuantities(visit, model);
    visit.modelState("state", model.bytesPerParameter);
    visit.flag("gated", model.gated);
    visit.flag("flash_attention", model.flashAttention);
    visit.flag("tied_embeddings", model.tiedEmbeddings);
    visit.unknownMembers(model.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Baseline> auto& baseline)
{
    visit.object("machine", baseline.machine);
    visit.list("steps", baseline.steps);
    visitQuantities(visit, baseline);
    visit.object("serving", baseline.serving);
    visit.object("model", baseline.model);
    visit.unknownMembers(baseline.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Target> auto& target)
{
    visit.text("node", target.node);
    visit.text("link", target.link);
    visitQuantities(visit, target);
    visit.flag("preemptible", target.preemptible);
    visit.unknownMembers(target.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Goal> auto& goal)
{
    visitQuantities(visit, goal);
    visit.text("quality_name", goal.qualityName);
    visit.unknownMembers(goal.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<SlotChoice> auto& choice)
{
    visit.text("option", choice.option);
    visit.text("for", choice.scope);
    visit.unknownMembers(choice.unknown);
}

// The members of `slot` are stored directly in the slot's object.
template <class Visitor>
void slotFields(Visitor& visit, SameIgnoringConst<DesignSlot> auto& slot)
{
    visit.list("choices", slot.choices);
    visit.text("justification", slot.justification);
    visit.text("rejected", slot.rejected);
    visit.text("rejected_because", slot.rejectedBecause);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Partitioning> auto& partitioning)
{
    slotFields(visit, partitioning.slot);
    visit.text("unit", partitioning.unit);
    visit.text("replicated", partitioning.replicated);
    visitQuantities(visit, partitioning);
    visit.enumeration("recomputation", partitioning.recomputation);
    visit.flag("sequence_parallel", partitioning.sequenceParallel);
    visit.unknownMembers(partitioning.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<FurtherMessage> auto& further)
{
    visit.text("for", further.scope);
    visit.enumeration("pattern", further.pattern);
    visitQuantities(visit, further);
    visit.unknownMembers(further.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Communication> auto& communication)
{
    slotFields(visit, communication.slot);
    visit.enumeration("pattern", communication.pattern);
    visitQuantities(visit, communication);
    visit.flag("linear_scatter", communication.linearScatter);
    visit.flag("shared_network_card", communication.sharedNetworkCard);
    visit.list("further", communication.further);
    visit.unknownMembers(communication.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Consistency> auto& consistency)
{
    slotFields(visit, consistency.slot);
    visitQuantities(visit, consistency);
    visit.unknownMembers(consistency.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Coordination> auto& coordination)
{
    slotFields(visit, coordination.slot);
    visitQuantities(visit, coordination);
    visit.text("on_loss", coordination.onLoss);
    visit.unknownMembers(coordination.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<FaultTolerance> auto& faults)
{
    slotFields(visit, faults.slot);
    visitQuantities(visit, faults);
    visit.unknownMembers(faults.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<LoadBalancing> auto& balancing)
{
    slotFields(visit, balancing.slot);
    visitQuantities(visit, balancing, &LoadBalancing::jitterS,
                    [&] { visit.enumeration("jitter_shape", balancing.jitterShape); });
    visit.unknownMembers(balancing.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Design> auto& design)
{
    visit.object("partitioning", design.partitioning);
    visit.object("communication", design.communication);
    visit.object("consistency", design.consistency);
    visit.object("coordination", design.coordination);
    visit.object("fault_tolerance", design.faultTolerance);
    visit.object("load_balancing", design.loadBalancing);
    visit.unknownMembers(design.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Plan> auto& plan)
{
    visit.workers(planPField, plan.p);
    visit.text("reason", plan.reason);
    visit.enumeration("curve", plan.curve);
    visitQuantities(visit, plan);
    visit.enumeration("scaling", plan.scaling);
    visit.unknownMembers(plan.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<CollectiveTiming> auto& timing)
{
    visit.workers("p", timing.p);
    visit.number("bytes", timing.bytes, Dimension::Bytes, Range::NotNegative);
    visit.number("seconds", timing.seconds, Dimension::Time, Range::Positive);
    visit.unknownMembers(timing.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<CollectiveMeasurement> auto& measurement)
{
    visit.text("name", measurement.name);
    visit.enumeration("pattern", measurement.pattern);
    visit.object("provenance", measurement.provenance);
    visit.list("timings", measurement.timings);
    visit.unknownMembers(measurement.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<WorkerTimes> auto& rank)
{
    visit.integer("rank", rank.rank);
    visit.number("time_s", rank.timeS, Dimension::Time, Range::NotNegative);
    visit.number("comp_s", rank.compS, Dimension::Time, Range::NotNegative);
    visit.number("comm_s", rank.commS, Dimension::Time, Range::NotNegative);
    visit.number("idle_s", rank.idleS, Dimension::Time, Range::NotNegative);
    visit.number("io_s", rank.ioS, Dimension::Time, Range::NotNegative);
    visit.unknownMembers(rank.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<ProgramFile> auto& program)
{
    visit.text("file", program.file);
    visit.text("digest", program.digest);
    visit.unknownMembers(program.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<LadderPoint> auto& point)
{
    visit.workers("p", point.p);
    for (const LadderRole& role : ladderRoles)
        if (role.pointMember)
            visit.number(role.key, point.*role.pointMember, role.dimension, role.range);
    visit.list("ranks", point.ranks);
    visit.text("host", point.host);
    visit.text("machine", point.machine);
    visit.unknownMembers(point.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<FailedRuns> auto& failed)
{
    visit.workers("p", failed.p);
    visit.integer("runs", failed.runs);
    visit.unknownMembers(failed.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<RunConditions> auto& conditions)
{
    visit.object("baseline", conditions.baseline);
    visit.object("target", conditions.target);
    visit.object("design", conditions.design);
    visit.unknownMembers(conditions.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Ladder> auto& ladder)
{
    visit.text("name", ladder.name);
    visit.object("provenance", ladder.provenance);
    visit.enumeration("scaling", ladder.scaling);
    visit.text("quality_name", ladder.qualityName);
    visitQuantities(visit, ladder);
    visit.text("command", ladder.command);
    visit.text("launcher", ladder.launcher);
    visit.list("program", ladder.program);
    visit.integer("cores", ladder.cores);
    visit.number("load_at_start", ladder.loadAtStart, Dimension::Ratio, Range::NotNegative);
    visit.object("conditions", ladder.conditions);
    visit.list("points", ladder.points);
    visit.list("failed_runs", ladder.failed);
    visit.unknownMembers(ladder.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<TraceSummary> auto& summary)
{
    visit.integer("rank", summary.rank);
    visit.number("span_s", summary.spanS, Dimension::Time, Range::NotNegative);
    visit.number("compute_s", summary.computeS, Dimension::Time, Range::NotNegative);
    visit.number("communication_s", summary.communicationS, Dimension::Time, Range::NotNegative);
    visit.number("exposed_communication_s", summary.exposedS, Dimension::Time, Range::NotNegative);
    visit.number("memory_s", summary.memoryS, Dimension::Time, Range::NotNegative);
    visit.number("io_s", summary.ioS, Dimension::Time, Range::NotNegative);
    visit.number("idle_s", summary.idleS, Dimension::Time, Range::NotNegative);
    visit.number("waiting_s", summary.waitingS, Dimension::Time, Range::NotNegative);
    visit.number("unclassified_s", summary.unclassifiedS, Dimension::Time, Range::NotNegative);
    visit.unknownMembers(summary.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<TraceReference> auto& reference)
{
    visit.text("file", reference.file);
    visit.integer("bytes", reference.bytes);
    visit.text("digest", reference.digest);
    visit.list("ranks", reference.ranks);
    visit.unknownMembers(reference.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<RecordedRun> auto& run)
{
    visit.text("name", run.name);
    visit.object("provenance", run.provenance);
    visit.integer("world_size", run.worldSize);
    visit.integer("straggler", run.straggler);
    visit.list("files", run.files);
    visit.unknownMembers(run.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Measurements> auto& measurements)
{
    visit.list("collectives", measurements.collectives);
    visit.list("ladders", measurements.ladders);
    visit.list("traces", measurements.traces);
    visit.list("machines", measurements.machines);
    visit.unknownMembers(measurements.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Variant> auto& variant)
{
    visit.text("name", variant.name);
    visit.object("target", variant.target);
    visit.object("goal", variant.goal);
    visit.object("design", variant.design);
    visit.object("plan", variant.plan);
    visit.unknownMembers(variant.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<FrozenPrediction> auto& frozen)
{
    visit.text("name", frozen.name);
    visit.text("date", frozen.date);
    visit.quantity(fieldOf(&Baseline::tCompS), frozen.tCompS);
    visit.object("baseline", frozen.baseline);
    visit.object("target", frozen.target);
    visit.object("design", frozen.design);
    visit.object("plan", frozen.plan);
    visit.unknownMembers(frozen.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Project> auto& project)
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
    visit.rawObject("variant_members", project.variantUnknown);
    visit.list("variants", project.variants);
    visit.list("ledger", project.ledger);
    visit.unknownMembers(project.unknown);
}

}  // namespace scalewright

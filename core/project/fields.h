// The members of a project file, once: the reader and the writer both walk through these functions, so that no key can
// be known to one of them only. `visit` is an ObjectReader or an ObjectWriter; rest() is where unknown members are.
#pragma once

#include <concepts>
#include <type_traits>

#include "core/project/ladder_roles.h"
#include "core/project/project.h"
#include "core/project/range.h"

namespace scalewright {

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
    visit.quantity("memory_bytes", machine.memoryBytes, Dimension::Bytes, Range::Positive);
    visit.quantity("storage_bytes", machine.storageBytes, Dimension::Bytes, Range::Positive);
    visit.quantity("peak_flops", machine.peakFlops, Dimension::ComputeRate, Range::Positive);
    visit.quantity("memory_bandwidth_bytes_per_s", machine.memoryBandwidthBytesPerS, Dimension::Bandwidth, Range::Positive);
    visit.rest(machine.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<WorkloadStep> auto& step)
{
    visit.text("name", step.name);
    visit.quantity("step_time_s", step.stepTimeS, Dimension::Time, Range::NotNegative);
    visit.quantity("io_time_s", step.ioTimeS, Dimension::Time, Range::NotNegative);
    visit.quantity("flops", step.flops, Dimension::Work, Range::NotNegative);
    visit.quantity("bytes_moved", step.bytesMoved, Dimension::Bytes, Range::NotNegative);
    visit.rest(step.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Serving> auto& serving)
{
    visit.quantity("latency_s", serving.latencyS, Dimension::Time, Range::NotNegative);
    visit.quantity("latency_budget_s", serving.latencyBudgetS, Dimension::Time, Range::Positive);
    visit.quantity("throughput_per_s", serving.throughputPerS, Dimension::Rate, Range::NotNegative);
    visit.quantity("throughput_target_per_s", serving.throughputTargetPerS, Dimension::Rate, Range::Positive);
    visit.rest(serving.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Baseline> auto& baseline)
{
    visit.object("machine", baseline.machine);
    visit.list("steps", baseline.steps);
    visit.quantity("t_comp_s", baseline.tCompS, Dimension::Time, Range::Positive);
    visit.quantity("working_set_bytes", baseline.workingSetBytes, Dimension::Bytes, Range::NotNegative);
    visit.quantity("dataset_bytes", baseline.datasetBytes, Dimension::Bytes, Range::NotNegative);
    visit.quantity("net_bytes", baseline.netBytes, Dimension::Bytes, Range::NotNegative);
    visit.quantity("io_dominates_at", baseline.ioDominatesAt, Dimension::Ratio, Range::Share);
    visit.object("serving", baseline.serving);
    visit.rest(baseline.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Target> auto& target)
{
    visit.text("node", target.node);
    visit.text("link", target.link);
    visit.quantity("alpha_s", target.alphaS, Dimension::Time, Range::NotNegative);
    visit.quantity("bandwidth_bytes_per_s", target.bandwidthBytesPerS, Dimension::Bandwidth, Range::Positive);
    visit.quantity("alpha2_s", target.alpha2S, Dimension::Time, Range::NotNegative);
    visit.quantity("bandwidth2_bytes_per_s", target.bandwidth2BytesPerS, Dimension::Bandwidth, Range::Positive);
    visit.quantity("workers_per_node", target.workersPerNode, Dimension::Count, Range::Workers);
    visit.quantity("memory_bytes", target.memoryBytes, Dimension::Bytes, Range::Positive);
    visit.quantity("peak_flops", target.peakFlops, Dimension::ComputeRate, Range::Positive);
    visit.quantity("memory_bandwidth_bytes_per_s", target.memoryBandwidthBytesPerS, Dimension::Bandwidth, Range::Positive);
    visit.quantity("power_w", target.powerW, Dimension::Power, Range::NotNegative);
    visit.quantity("price_usd_per_hour", target.priceUsdPerHour, Dimension::Price, Range::NotNegative);
    visit.quantity("node_mtbf_s", target.nodeMtbfS, Dimension::Time, Range::Positive);
    visit.flag("preemptible", target.preemptible);
    visit.rest(target.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Goal> auto& goal)
{
    visit.quantity("deadline_s", goal.deadlineS, Dimension::Time, Range::Positive);
    visit.quantity("budget_usd", goal.budgetUsd, Dimension::Money, Range::NotNegative);
    visit.quantity("latency_s", goal.latencyS, Dimension::Time, Range::Positive);
    visit.quantity("quality", goal.quality, Dimension::Ratio, Range::Any);
    visit.text("quality_name", goal.qualityName);
    visit.quantity("hour_value_usd", goal.hourValueUsd, Dimension::Money, Range::NotNegative);
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
    visit.quantity("partitions", partitioning.partitions, Dimension::Count, Range::Whole);
    visit.rest(partitioning.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Communication> auto& communication)
{
    slotFields(visit, communication.slot);
    visit.named("pattern", communication.pattern);
    visit.quantity("message_bytes", communication.messageBytes, Dimension::Bytes, Range::NotNegative);
    visit.quantity("gamma_s_per_byte", communication.gammaSPerByte, Dimension::TimePerByte, Range::NotNegative);
    visit.quantity("shards", communication.shards, Dimension::Count, Range::Workers);
    visit.quantity("neighbours", communication.neighbours, Dimension::Count, Range::Workers);
    visit.quantity("participation", communication.participation, Dimension::Ratio, Range::Share);
    visit.quantity("local_steps", communication.localSteps, Dimension::Count, Range::Workers);
    visit.quantity("overlap", communication.overlap, Dimension::Ratio, Range::ShareOrNone);
    visit.quantity("backward_share", communication.backwardShare, Dimension::Ratio, Range::ShareOrNone);
    visit.quantity("last_bucket_bytes", communication.lastBucketBytes, Dimension::Bytes, Range::NotNegative);
    visit.flag("linear_scatter", communication.linearScatter);
    visit.flag("shared_network_card", communication.sharedNetworkCard);
    visit.rest(communication.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Consistency> auto& consistency)
{
    slotFields(visit, consistency.slot);
    visit.quantity("staleness_steps", consistency.stalenessSteps, Dimension::Count, Range::WholeOrNone);
    visit.quantity("tolerated_staleness_steps", consistency.toleratedStalenessSteps, Dimension::Count, Range::WholeOrNone);
    visit.rest(consistency.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Coordination> auto& coordination)
{
    slotFields(visit, coordination.slot);
    visit.quantity("seconds_per_worker", coordination.secondsPerWorker, Dimension::Time, Range::NotNegative);
    visit.text("on_loss", coordination.onLoss);
    visit.rest(coordination.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<FaultTolerance> auto& faults)
{
    slotFields(visit, faults.slot);
    visit.quantity("checkpoint_interval_s", faults.checkpointIntervalS, Dimension::Time, Range::Positive);
    visit.quantity("checkpoint_s", faults.checkpointS, Dimension::Time, Range::NotNegative);
    visit.quantity("restart_s", faults.restartS, Dimension::Time, Range::NotNegative);
    visit.rest(faults.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<LoadBalancing> auto& balancing)
{
    slotFields(visit, balancing.slot);
    visit.quantity("jitter_s", balancing.jitterS, Dimension::Time, Range::NotNegative);
    visit.named("jitter_shape", balancing.jitterShape);
    visit.quantity("skew", balancing.skew, Dimension::Ratio, Range::OneOrMore);
    visit.quantity("backup_workers", balancing.backupWorkers, Dimension::Count, Range::WholeOrNone);
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
    visit.workers("p", plan.p);
    visit.text("reason", plan.reason);
    visit.named("curve", plan.curve);
    visit.quantity("steps", plan.steps, Dimension::Count, Range::Whole);
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
void fields(Visitor& visit, Some<Ladder> auto& ladder)
{
    visit.text("name", ladder.name);
    visit.object("provenance", ladder.provenance);
    visit.named("scaling", ladder.scaling);
    visit.text("quality_name", ladder.qualityName);
    visit.quantity("quality_target", ladder.qualityTarget, Dimension::Ratio, Range::Any);
    visit.list("points", ladder.points);
    visit.rest(ladder.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<Measurements> auto& measurements)
{
    visit.list("collectives", measurements.collectives);
    visit.list("ladders", measurements.ladders);
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
    visit.quantity("t_comp_s", frozen.tCompS, Dimension::Time, Range::Positive);
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

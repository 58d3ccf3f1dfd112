// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/slots/slot_fields.h"

#include "core/model/scaling/pattern.h"
#include "core/project/document/project.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

template <class Member>
SentenceEdit::Binding sentenceField(const QString& pointer, const QString& name, const QString& placeholder,
                                    Member member)
{
    return {.undoName = name,
            .mergeKey = pointer,
            .read = [member](const Project& project) { return QString::fromStdString(member(project)); },
            .write = [member](Project& project, const QString& text) { member(project) = text.toStdString(); },
            .placeholder = placeholder};
}

PatternInputs inputsOf(const Project& project)
{
    return patternInputs(project.design.communication.pattern);
}

// Accesses a member of a const or non-const project.
#define SCALEWRIGHT_MEMBER(path) ([](auto& project) -> auto& { return project.path; })

}  // namespace

std::vector<FieldGrid::Field> slotQuantityFields(Slot slot)
{
    const auto isPatternInput = [](bool PatternInputs::*input) {
        return [input](const Project& project) { return inputsOf(project).*input; };
    };
    const auto overlaps = [](const Project& project) {
        const MaybeQuantity& overlap = project.design.communication.overlap;
        return overlap && overlap->value > 0;
    };
    const auto sharded = [](const Project& project) {
        return isOptionChosen(project.design.partitioning.slot, "shard-model");
    };
    // used by the memory model
    const auto modelled = [](const Project& project) { return project.baseline.model.has_value(); };
    const auto staged = [](const Project& project) { return project.design.partitioning.stages.has_value(); };
    const auto mixed = [](const Project& project) {
        return project.baseline.model && project.baseline.model->experts.has_value();
    };
    const auto neverNeeded = [](const Project&) { return false; };
    const auto bounded = [](const Project& project) {
        return isOptionChosen(project.design.consistency.slot, "bounded-staleness");
    };
    switch (slot) {
    case Slot::Partitioning:
        return {{fieldOf(&Partitioning::partitions)},
                {fieldOf(&Partitioning::shardingStage), sharded},
                {fieldOf(&Partitioning::tensorParallel), modelled},
                {fieldOf(&Partitioning::stages), modelled},
                {fieldOf(&Partitioning::chunks), staged},
                {fieldOf(&Partitioning::contextParallel), neverNeeded},
                {fieldOf(&Partitioning::expertParallel), mixed},
                {fieldOf(&Partitioning::microBatch), modelled}};
    case Slot::Communication:
        return {{fieldOf(&Communication::messageBytes)},
                {fieldOf(&Communication::buckets)},
                {fieldOf(&Communication::overlap)},
                {fieldOf(&Communication::shards), isPatternInput(&PatternInputs::serverShards)},
                {fieldOf(&Communication::neighbours), isPatternInput(&PatternInputs::neighbours)},
                {fieldOf(&Communication::participation), isPatternInput(&PatternInputs::participation)},
                {fieldOf(&Communication::localSteps)},
                {fieldOf(&Communication::backwardShare), overlaps},
                {fieldOf(&Communication::lastBucketBytes), overlaps},
                {fieldOf(&Communication::gammaSPerByte), isPatternInput(&PatternInputs::gamma)}};
    case Slot::Consistency:
        return {{fieldOf(&Consistency::stalenessSteps), bounded}, {fieldOf(&Consistency::toleratedStalenessSteps)}};
    case Slot::Coordination: return {{fieldOf(&Coordination::secondsPerWorker)}};
    case Slot::FaultTolerance:
        return {{fieldOf(&FaultTolerance::checkpointIntervalS)},
                {fieldOf(&FaultTolerance::checkpointS)},
                {fieldOf(&FaultTolerance::restartS)},
                {fieldOf(&Target::nodeMtbfS)}};
    case Slot::LoadBalancing:
        return {{fieldOf(&LoadBalancing::jitterS)},
                {fieldOf(&LoadBalancing::jitterShare)},
                {fieldOf(&LoadBalancing::skew)},
                {fieldOf(&LoadBalancing::backupWorkers)}};
    }
    return {};
}

std::vector<SentenceEdit::Binding> slotSentenceFields(Slot slot)
{
    switch (slot) {
    case Slot::Partitioning:
        return {sentenceField(QStringLiteral("/design/partitioning/unit"), Tr::tr("unit of partition"),
                              Tr::tr("Unit: an example, a parameter range, a key …"),
                              SCALEWRIGHT_MEMBER(design.partitioning.unit)),
                sentenceField(QStringLiteral("/design/partitioning/replicated"), Tr::tr("what is replicated"),
                              Tr::tr("Replicated, not split: the model …"),
                              SCALEWRIGHT_MEMBER(design.partitioning.replicated))};
    case Slot::Coordination:
        return {sentenceField(QStringLiteral("/design/coordination/on_loss"), Tr::tr("if the coordinator disappears"),
                              Tr::tr("If the coordinator disappears: what happens?"),
                              SCALEWRIGHT_MEMBER(design.coordination.onLoss))};
    case Slot::Communication:
    case Slot::Consistency:
    case Slot::FaultTolerance:
    case Slot::LoadBalancing: break;
    }
    return {};
}

std::vector<SlotSwitch> slotSwitches(Slot slot)
{
    const auto flag = [](const char* pointer, const QString& label, auto member,
                         std::function<bool(const Project&)> needed) {
        return SlotSwitch{QString::fromLatin1(pointer), label,
                          [member](const Project& project) { return member(project); },
                          [member](Project& project, bool on) { member(project) = on; }, std::move(needed)};
    };
    if (slot == Slot::Communication)
        return {flag("/design/communication/linear_scatter", Tr::tr("linear instead of binomial"),
                     SCALEWRIGHT_MEMBER(design.communication.linearScatter),
                     [](const Project& project) { return inputsOf(project).linearScatter; }),
                flag("/design/communication/shared_network_card", Tr::tr("one network card shared by the node"),
                     SCALEWRIGHT_MEMBER(design.communication.sharedNetworkCard), [](const Project& project) {
                         return inputsOf(project).hierarchy || hasTwoLevels(project.target);
                     })};
    if (slot == Slot::Partitioning) {
        const auto modelled = [](const Project& project) { return project.baseline.model.has_value(); };
        const auto recomputes = [modelled](Recomputation recomputation, const QString& label) {
            return SlotSwitch{QStringLiteral("/design/partitioning/recomputation"), label,
                              [recomputation](const Project& project) {
                                  return project.design.partitioning.recomputation == recomputation;
                              },
                              [recomputation](Project& project, bool on) {
                                  project.design.partitioning.recomputation = on ? recomputation : Recomputation::None;
                              },
                              modelled};
        };
        return {recomputes(Recomputation::Selective, Tr::tr("selective recomputation")),
                recomputes(Recomputation::Full, Tr::tr("full recomputation")),
                flag("/design/partitioning/sequence_parallel", Tr::tr("sequence parallel"),
                     SCALEWRIGHT_MEMBER(design.partitioning.sequenceParallel), modelled)};
    }
    if (slot == Slot::FaultTolerance)
        return {flag("/target/preemptible", Tr::tr("preemptible nodes (spot)"), SCALEWRIGHT_MEMBER(target.preemptible),
                     [](const Project&) { return true; })};
    return {};
}

SentenceEdit::Binding justificationField(Slot slot)
{
    return sentenceField(QStringLiteral("/design/%1/justification").arg(QLatin1String(nameOf(slot))),
                         Tr::tr("why this choice"), Tr::tr("Why? One sentence."),
                         [slot](auto& project) -> auto& { return slotOf(project.design, slot).justification; });
}

SentenceEdit::Binding rejectedBecauseField(Slot slot)
{
    return sentenceField(QStringLiteral("/design/%1/rejected_because").arg(QLatin1String(nameOf(slot))),
                         Tr::tr("why the alternative was rejected"), Tr::tr("Rejected because …"),
                         [slot](auto& project) -> auto& { return slotOf(project.design, slot).rejectedBecause; });
}

}  // namespace scalewright::ui

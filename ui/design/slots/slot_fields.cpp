#include "ui/design/slots/slot_fields.h"

#include <QCoreApplication>

namespace scalewright::ui {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Design)
};

template <class Member>
ParameterGrid::Field quantity(const char* pointer, QuantitySpec spec, Range range, Member member,
                              std::function<bool(const Project&)> needed = {}, const QString& unset = {})
{
    return {.pointer = QString::fromLatin1(pointer),
            .spec = std::move(spec),
            .range = range,
            .value = [member](const Project& project) -> MaybeQuantity { return member(project); },
            .apply = [member](Project& project, const MaybeQuantity& quantity) { member(project) = quantity; },
            .needed = std::move(needed),
            .unset = unset};
}

template <class Member>
SentenceEdit::Field words(const QString& pointer, const QString& name, const QString& placeholder, Member member)
{
    return {.key = pointer,
            .name = name,
            .placeholder = placeholder,
            .value = [member](const Project& project) -> std::string { return member(project); },
            .apply = [member](Project& project, std::string text) { member(project) = std::move(text); }};
}

PatternInputs inputsOf(const Project& project)
{
    return patternInputs(project.design.communication.pattern);
}

// A member of the project, whichever way it is asked for.
#define SCALEWRIGHT_MEMBER(path) [](auto& project) -> auto& { return project.path; }

std::vector<ParameterGrid::Field> communicationQuantities()
{
    const auto overlaps = [](const Project& project) {
        const MaybeQuantity& overlap = project.design.communication.overlap;
        return overlap && overlap->value > 0;
    };
    return {
        quantity("/design/communication/message_bytes",
                 {.label = Tr::tr("message a step"), .dimension = Dimension::Bytes, .low = 1e3, .high = 1e12,
                  .unsetHint = Tr::tr("the gradients, say: 7B params bf16")},
                 Range::NotNegative, SCALEWRIGHT_MEMBER(design.communication.messageBytes)),
        quantity("/design/communication/overlap",
                 {.label = Tr::tr("overlap φ"), .dimension = Dimension::Ratio, .low = 0.01, .high = 1, .zeroStop = true,
                  .unsetHint = Tr::tr("none: share of the backward pass that hides communication")},
                 Range::ShareOrNone, SCALEWRIGHT_MEMBER(design.communication.overlap)),
        quantity("/design/communication/shards",
                 {.label = Tr::tr("server shards"), .dimension = Dimension::Count, .low = 1, .high = 1024, .zeroAllowed = false,
                  .unsetHint = Tr::tr("one server, unless you say more")},
                 Range::Workers, SCALEWRIGHT_MEMBER(design.communication.shards),
                 [](const Project& project) { return inputsOf(project).shards; }),
        quantity("/design/communication/neighbours",
                 {.label = Tr::tr("neighbours"), .dimension = Dimension::Count, .low = 1, .high = 64, .zeroAllowed = false,
                  .unsetHint = Tr::tr("two, unless you say more")},
                 Range::Workers, SCALEWRIGHT_MEMBER(design.communication.neighbours),
                 [](const Project& project) { return inputsOf(project).neighbours; }),
        quantity("/design/communication/participation",
                 {.label = Tr::tr("share of clients in a round"), .dimension = Dimension::Ratio, .low = 0.001, .high = 1, .zeroAllowed = false,
                  .unsetHint = Tr::tr("all of them, unless you say less")},
                 Range::Share, SCALEWRIGHT_MEMBER(design.communication.participation),
                 [](const Project& project) { return inputsOf(project).participation; }),
        quantity("/design/communication/local_steps",
                 {.label = Tr::tr("local steps"), .dimension = Dimension::Count, .low = 1, .high = 1000, .zeroAllowed = false,
                  .unsetHint = Tr::tr("an exchange every step")},
                 Range::Workers, SCALEWRIGHT_MEMBER(design.communication.localSteps)),
        quantity("/design/communication/backward_share",
                 {.label = Tr::tr("backward pass"), .dimension = Dimension::Ratio, .low = 0.01, .high = 1, .zeroStop = true,
                  .unsetHint = Tr::tr("2/3 of the compute time, unless you know it")},
                 Range::ShareOrNone, SCALEWRIGHT_MEMBER(design.communication.backwardShare), overlaps),
        quantity("/design/communication/last_bucket_bytes",
                 {.label = Tr::tr("last bucket"), .dimension = Dimension::Bytes, .low = 1e3, .high = 1e10, .zeroStop = true,
                  .unsetHint = Tr::tr("0: what is sent after the backward pass")},
                 Range::NotNegative, SCALEWRIGHT_MEMBER(design.communication.lastBucketBytes), overlaps),
        quantity("/design/communication/gamma_s_per_byte",
                 {.label = Tr::tr("gamma, reduction"), .dimension = Dimension::TimePerByte, .low = 1e-13, .high = 1e-8, .zeroStop = true,
                  .unsetHint = Tr::tr("0 unless the reduction itself takes time")},
                 Range::NotNegative, SCALEWRIGHT_MEMBER(design.communication.gammaSPerByte),
                 [](const Project& project) { return inputsOf(project).gamma; }),
    };
}

}  // namespace

std::vector<ParameterGrid::Field> slotQuantities(Slot slot)
{
    switch (slot) {
    case Slot::Partitioning:
        return {quantity("/design/partitioning/partitions",
                         {.label = Tr::tr("partitions"), .dimension = Dimension::Count, .low = 1, .high = 1e6, .zeroAllowed = false,
                          .unsetHint = Tr::tr("one a worker, unless you say more")},
                         Range::Whole, SCALEWRIGHT_MEMBER(design.partitioning.partitions))};
    case Slot::Communication: return communicationQuantities();
    case Slot::Consistency:
        return {quantity("/design/consistency/staleness_steps",
                         {.label = Tr::tr("staleness bound"), .dimension = Dimension::Count, .low = 1, .high = 1000, .zeroStop = true,
                          .unsetHint = Tr::tr("steps a worker may run ahead")},
                         Range::WholeOrNone, SCALEWRIGHT_MEMBER(design.consistency.stalenessSteps),
                         [](const Project& project) { return chooses(project.design.consistency.slot, "bounded-staleness"); }),
                quantity("/design/consistency/tolerated_staleness_steps",
                         {.label = Tr::tr("tolerated staleness"), .dimension = Dimension::Count, .low = 1, .high = 1000, .zeroStop = true,
                          .unsetHint = Tr::tr("steps the computation stands; 0 for a counter")},
                         Range::WholeOrNone, SCALEWRIGHT_MEMBER(design.consistency.toleratedStalenessSteps))};
    case Slot::Coordination:
        return {quantity("/design/coordination/seconds_per_worker",
                         {.label = Tr::tr("time for a worker"), .dimension = Dimension::Time, .low = 1e-7, .high = 1, .zeroStop = true,
                          .unsetHint = Tr::tr("0: of the coordinator, for one worker in one step")},
                         Range::NotNegative, SCALEWRIGHT_MEMBER(design.coordination.secondsPerWorker))};
    case Slot::FaultTolerance:
        return {quantity("/design/fault_tolerance/checkpoint_interval_s",
                         {.label = Tr::tr("checkpoint every"), .dimension = Dimension::Time, .low = 10, .high = 1e6, .zeroAllowed = false,
                          .unsetHint = Tr::tr("Daly’s interval, unless you set one")},
                         Range::Positive, SCALEWRIGHT_MEMBER(design.faultTolerance.checkpointIntervalS), {},
                         Tr::tr("Use Daly’s interval")),
                quantity("/design/fault_tolerance/checkpoint_s",
                         {.label = Tr::tr("writing one, δ"), .dimension = Dimension::Time, .low = 0.01, .high = 1e4, .zeroStop = true,
                          .unsetHint = Tr::tr("0: state over the disks’ bandwidth")},
                         Range::NotNegative, SCALEWRIGHT_MEMBER(design.faultTolerance.checkpointS)),
                quantity("/design/fault_tolerance/restart_s",
                         {.label = Tr::tr("restart, R"), .dimension = Dimension::Time, .low = 0.1, .high = 1e5, .zeroStop = true,
                          .unsetHint = Tr::tr("0: from a failure until work goes on")},
                         Range::NotNegative, SCALEWRIGHT_MEMBER(design.faultTolerance.restartS)),
                quantity("/target/node_mtbf_s",
                         {.label = Tr::tr("MTBF of a node"), .dimension = Dimension::Time, .low = 1e3, .high = 1e9, .zeroAllowed = false,
                          .unsetHint = Tr::tr("no failures priced without it: five years is 43800 h")},
                         Range::Positive, SCALEWRIGHT_MEMBER(target.nodeMtbfS), {}, Tr::tr("No failures"))};
    case Slot::LoadBalancing:
        return {quantity("/design/load_balancing/jitter_s",
                         {.label = Tr::tr("jitter σ"), .dimension = Dimension::Time, .low = 1e-5, .high = 10, .zeroStop = true,
                          .unsetHint = Tr::tr("0: how a worker’s step time varies")},
                         Range::NotNegative, SCALEWRIGHT_MEMBER(design.loadBalancing.jitterS)),
                quantity("/design/load_balancing/skew",
                         {.label = Tr::tr("skew"), .dimension = Dimension::Ratio, .low = 1, .high = 10, .zeroAllowed = false,
                          .unsetHint = Tr::tr("1: largest shard over the mean one")},
                         Range::OneOrMore, SCALEWRIGHT_MEMBER(design.loadBalancing.skew)),
                quantity("/design/load_balancing/backup_workers",
                         {.label = Tr::tr("backup workers"), .dimension = Dimension::Count, .low = 1, .high = 64, .zeroStop = true,
                          .unsetHint = Tr::tr("0: a step ends with the last worker")},
                         Range::WholeOrNone, SCALEWRIGHT_MEMBER(design.loadBalancing.backupWorkers))};
    }
    return {};
}

std::vector<SentenceEdit::Field> slotWords(Slot slot)
{
    switch (slot) {
    case Slot::Partitioning:
        return {words(QStringLiteral("/design/partitioning/unit"), Tr::tr("unit of partition"), Tr::tr("Unit: an example, a parameter range, a key …"),
                      SCALEWRIGHT_MEMBER(design.partitioning.unit)),
                words(QStringLiteral("/design/partitioning/replicated"), Tr::tr("what is replicated"), Tr::tr("Replicated, not split: the model …"),
                      SCALEWRIGHT_MEMBER(design.partitioning.replicated))};
    case Slot::Coordination:
        return {words(QStringLiteral("/design/coordination/on_loss"), Tr::tr("if the coordinator disappears"),
                      Tr::tr("If the coordinator disappears: what happens?"), SCALEWRIGHT_MEMBER(design.coordination.onLoss))};
    case Slot::Communication:
    case Slot::Consistency:
    case Slot::FaultTolerance:
    case Slot::LoadBalancing: break;
    }
    return {};
}

std::vector<SlotSwitch> slotSwitches(Slot slot)
{
    const auto flag = [](const char* pointer, const QString& label, auto member, std::function<bool(const Project&)> needed) {
        return SlotSwitch{QString::fromLatin1(pointer), label, [member](const Project& project) { return member(project); },
                          [member](Project& project, bool on) { member(project) = on; }, std::move(needed)};
    };
    if (slot == Slot::Communication)
        return {flag("/design/communication/linear_scatter", Tr::tr("linear instead of binomial"), SCALEWRIGHT_MEMBER(design.communication.linearScatter),
                     [](const Project& project) { return inputsOf(project).linearScatter; }),
                flag("/design/communication/shared_network_card", Tr::tr("one network card shared by the node"),
                     SCALEWRIGHT_MEMBER(design.communication.sharedNetworkCard), [](const Project& project) { return inputsOf(project).hierarchy; })};
    if (slot == Slot::FaultTolerance)
        return {flag("/target/preemptible", Tr::tr("preemptible nodes (spot)"), SCALEWRIGHT_MEMBER(target.preemptible),
                     [](const Project&) { return true; })};
    return {};
}

SentenceEdit::Field justificationField(Slot slot)
{
    return words(QStringLiteral("/design/%1/justification").arg(QLatin1String(slotName(slot))), Tr::tr("why this choice"), Tr::tr("Why? One sentence."),
                 [slot](auto& project) -> auto& { return slotOf(project.design, slot).justification; });
}

SentenceEdit::Field rejectedBecauseField(Slot slot)
{
    return words(QStringLiteral("/design/%1/rejected_because").arg(QLatin1String(slotName(slot))), Tr::tr("why the alternative was rejected"),
                 Tr::tr("Rejected because …"), [slot](auto& project) -> auto& { return slotOf(project.design, slot).rejectedBecause; });
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/step/design_terms.h"

#include <algorithm>
#include <string_view>

#include "core/base/ranges/ranges.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

namespace {

class DesignTermsReader {
public:
    DesignTermsReader(const Target& target, const Design& design, const Plan& plan, ModelFieldReader& numbers)
        : m_target(target), m_design(design), m_plan(plan), m_numbers(numbers)
    {
    }

    DesignTermsWithNotes read()
    {
        readOverlap();
        readLoadBalancing();
        readConsistency();
        readCoordination();
        readFaultTolerance();
        return std::move(m_result);
    }

private:
    void addNote(std::string sentence) { m_result.notes.push_back(std::move(sentence)); }

    double valueOrZero(const MaybeQuantity& quantity, const FieldInfo& field)
    {
        return m_numbers.optionalValue(quantity, field).value_or(0);
    }

    void readOverlap()
    {
        const Communication& slot = m_design.communication;
        DesignTerms& terms = m_result.terms;
        if (m_target.workersPerNode && m_target.workersPerNode->value > 1 &&
            !(m_target.alpha2S && m_target.bandwidth2BytesPerS))
            addNote(
                formatMessage("a node holds {} workers, and the link between nodes is not set (alpha2_s, "
                              "bandwidth2_bytes_per_s): every exchange is priced on one network",
                              significantText(m_target.workersPerNode->value)));
        if (m_target.workersPerNode && m_target.alpha2S && m_target.bandwidth2BytesPerS)
            addUnevenNodesNotes(static_cast<int>(m_target.workersPerNode->value));
        terms.overlapShare = valueOrZero(slot.overlap, fieldOf(&Communication::overlap));
        terms.backwardShare = m_numbers.optionalValue(slot.backwardShare, fieldOf(&Communication::backwardShare))
                                  .value_or(terms.backwardShare);
        const FieldInfo& lastBucket = fieldOf(&Communication::lastBucketBytes);
        const double last = valueOrZero(slot.lastBucketBytes, lastBucket);
        if (last > 0 && slot.messageBytes && last > slot.messageBytes->value)
            m_numbers.addProblem(
                lastBucket, "the last bucket is larger than the whole message",
                formatMessage("up to {}", std::string(fieldOf(&Communication::messageBytes).jsonPointer)));
        else if (last > 0 && slot.messageBytes)
            terms.lastBucketShare = last / slot.messageBytes->value;
        if (terms.overlapShare <= 0)
            return;
        // A bucket can be sent once its last gradient is ready; the last of k equal buckets is ready at the end of the
        // backward pass.
        const std::optional<double> buckets = m_numbers.optionalValue(slot.buckets, fieldOf(&Communication::buckets));
        if (!slot.lastBucketBytes && buckets)
            terms.lastBucketShare = 1 / *buckets;
        if (!slot.backwardShare)
            addNote("backward_share is not set: the backward pass is assumed to be two thirds of compute");
        if (!slot.lastBucketBytes && !buckets)
            addNote(
                "neither buckets nor last_bucket_bytes is set: all communication is assumed to hide, as if it went in "
                "arbitrarily many pieces; the most that overlap can achieve");
        else if (!slot.lastBucketBytes && *buckets <= 1)
            addNote("the message goes in one bucket, which is ready only after the backward pass: it cannot hide");
        else if (!slot.lastBucketBytes)
            addNote(formatMessage(
                "last_bucket_bytes is not set: assumed to be the message over its {} buckets, and never hidden",
                significantText(*buckets)));
    }

    /// The upper bounds come from a comparison with SimGrid (core/model/scaling/README.md).
    void addUnevenNodesNotes(int g)
    {
        if (g < 1 || (g & (g - 1)) == 0)
            return;
        const auto noteIfUneven = [&](Pattern pattern) {
            if (const std::optional<UnevenNodeBound> uneven = traitsOf(pattern).unevenNodeBound)
                addNote(
                    formatMessage("a node holds {} workers, not a power of two: the rounds of {} are priced as if they "
                                  "were in step, an upper bound (up to {} % above SimGrid with 6 a node)",
                                  g, std::string(uneven->roundsOf), uneven->maximumPercentAboveSimGrid));
        };
        noteIfUneven(m_design.communication.pattern);
        for (const FurtherMessage& each : m_design.communication.further)
            if (each.pattern != m_design.communication.pattern)
                noteIfUneven(each.pattern);
    }

    void readLoadBalancing()
    {
        const LoadBalancing& slot = m_design.loadBalancing;
        DesignTerms& terms = m_result.terms;
        terms.jitterS = valueOrZero(slot.jitterS, fieldOf(&LoadBalancing::jitterS));
        terms.jitterShare = valueOrZero(slot.jitterShare, fieldOf(&LoadBalancing::jitterShare));
        terms.jitterDistribution =
            slot.jitterShape == JitterShape::Normal ? JitterDistribution::Normal : JitterDistribution::Exponential;
        terms.skew = m_numbers.optionalValue(slot.skew, fieldOf(&LoadBalancing::skew)).value_or(1);
        terms.backupWorkers = m_numbers.countOrZero(slot.backupWorkers, fieldOf(&LoadBalancing::backupWorkers));
    }

    void readConsistency()
    {
        const Consistency& consistency = m_design.consistency;
        DesignTerms& terms = m_result.terms;
        const bool bounded = isOptionChosen(consistency.slot, "bounded-staleness");
        const bool loose =
            isOptionChosen(consistency.slot, "asynchronous") || isOptionChosen(consistency.slot, "eventual");
        if (isOptionChosen(consistency.slot, "synchronous") || (!bounded && !loose))
            terms.barrier = Barrier::EveryStep;
        else
            terms.barrier = bounded ? Barrier::BoundedStaleness : Barrier::None;
        if (consistency.slot.choices.size() > 1)
            addNote("several consistency models are chosen: the strictest applies");

        const int staleness = m_numbers.countOrZero(consistency.stalenessSteps, fieldOf(&Consistency::stalenessSteps));
        if (terms.barrier == Barrier::BoundedStaleness) {
            terms.stalenessSteps = staleness;
            if (!consistency.stalenessSteps && (terms.jitterS > 0 || terms.jitterShare > 0))
                m_numbers.addProblem(
                    fieldOf(&Consistency::stalenessSteps),
                    "the staleness bound is not set, and with jitter it determines how long workers wait",
                    fieldOf(&Consistency::stalenessSteps).howToGet);
            else if (terms.jitterS <= 0 && terms.jitterShare <= 0)
                addNote("no jitter is set: bounded staleness has no waiting to hide");
        } else if (consistency.stalenessSteps) {
            addNote("staleness_steps has no effect unless bounded staleness is the strictest consistency model");
        }
        if (terms.barrier == Barrier::None && (terms.jitterS > 0 || terms.jitterShare > 0 || terms.skew > 1))
            addNote("without a barrier no worker waits: jitter and skew cost no time");
    }

    void readCoordination()
    {
        const Coordination& slot = m_design.coordination;
        DesignTerms& terms = m_result.terms;
        terms.coordinationPerWorkerS = valueOrZero(slot.secondsPerWorker, fieldOf(&Coordination::secondsPerWorker));
        const bool central = isOptionChosen(slot.slot, "central-coordinator");
        terms.hasCentralCoordinator = central || !isOptionChosen(slot.slot, "decentralized");
        if (terms.coordinationPerWorkerS > 0 && terms.hasCentralCoordinator && !central)
            addNote("no coordination is chosen: seconds_per_worker is assumed to be a central coordinator's");
    }

    void readFaultTolerance()
    {
        const FaultTolerance& slot = m_design.faultTolerance;
        DesignTerms& terms = m_result.terms;
        const bool writes = isOptionChosen(slot.slot, "checkpoint-restart");
        const bool elastic = isOptionChosen(slot.slot, "elastic");
        const bool reExecutes = isOptionChosen(slot.slot, "replicate-re-execute");
        const bool tolerated =
            isOptionChosen(slot.slot, "client-dropout") || isOptionChosen(slot.slot, "graceful-loss");
        terms.recovery = elastic      ? Recovery::Elastic
                         : reExecutes ? Recovery::ReExecute
                         : writes     ? Recovery::Checkpoint
                                      : Recovery::None;
        if (elastic + reExecutes + writes > 1)
            addNote(formatMessage(
                "several recoveries are chosen: {} handles failures, and checkpoints cost only their writing",
                elastic ? "elastic execution" : "re-execution"));

        const std::optional<double> mtbf = m_numbers.optionalValue(m_target.nodeMtbfS, fieldOf(&Target::nodeMtbfS));
        const std::optional<double> interval =
            m_numbers.optionalValue(slot.checkpointIntervalS, fieldOf(&FaultTolerance::checkpointIntervalS));
        const double checkpoint = valueOrZero(slot.checkpointS, fieldOf(&FaultTolerance::checkpointS));
        const double restart = valueOrZero(slot.restartS, fieldOf(&FaultTolerance::restartS));
        if (writes) {
            readCheckpoints(interval, checkpoint, mtbf.has_value());
        } else if (slot.checkpointS || slot.checkpointIntervalS) {
            addNote("checkpoint_s and checkpoint_interval_s count only if checkpoint-restart is chosen");
        }
        if (!mtbf)
            return;
        if (terms.recovery == Recovery::None && tolerated)
            return addNote(
                "a lost worker's contribution is dropped: failures cost quality here, and no time is priced");
        if (terms.recovery == Recovery::None && !m_plan.steps)
            return addNote(
                "node failures are not priced: without a recovery a failure restarts the whole run, whose number of "
                "steps is not set (/plan/steps)");
        terms.nodeMtbfS = mtbf;
        terms.restartS = restart;
        if (!slot.restartS)
            addNote("restart_s is not set: resuming after a failure is assumed to cost no time");
    }

    void readCheckpoints(const std::optional<double>& interval, double checkpoint, bool fails)
    {
        const FaultTolerance& slot = m_design.faultTolerance;
        DesignTerms& terms = m_result.terms;
        terms.checkpointS = checkpoint;
        terms.checkpointIntervalS = interval;
        const bool isSecondary = terms.recovery != Recovery::Checkpoint;
        if (!slot.checkpointS && fails && !isSecondary)
            m_numbers.requiredValue(slot.checkpointS, fieldOf(&FaultTolerance::checkpointS));
        else if (!slot.checkpointS && interval)
            addNote("checkpoint_s is not set: writing checkpoints is assumed to cost no time");
        else if (slot.checkpointS && !interval && (isSecondary || !fails))
            addNote(
                isSecondary
                    ? "the checkpoint interval is not set: checkpoints in addition to another recovery are not priced"
                    : "neither checkpoint_interval_s nor node_mtbf_s is set: checkpoints are not priced");
        else if (!interval && fails)
            addNote("the checkpoint interval is not set: Daly's interval for the MTBF at each p is used");
    }

    const Target& m_target;
    const Design& m_design;
    const Plan& m_plan;
    ModelFieldReader& m_numbers;
    DesignTermsWithNotes m_result;
};

}  // namespace

DesignTermsWithNotes readDesignTerms(const Target& target, const Design& design, const Plan& plan,
                                     ModelFieldReader& numbers)
{
    return DesignTermsReader(target, design, plan, numbers).read();
}

}  // namespace scalewright

#include "core/model/step/design_terms.h"

#include <algorithm>
#include <string_view>

#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

namespace {

bool chosen(const DesignSlot& slot, std::string_view option)
{
    return std::any_of(slot.choices.begin(), slot.choices.end(),
                       [option](const SlotChoice& each) { return each.option == option; });
}

class Reader {
public:
    Reader(const Target& target, const Design& design, const Plan& plan, ModelNumbers& numbers)
        : m_target(target), m_design(design), m_plan(plan), m_numbers(numbers)
    {
    }

    DesignReading read()
    {
        overlap();
        loadBalancing();
        consistency();
        coordination();
        faultTolerance();
        return std::move(m_reading);
    }

private:
    void note(std::string sentence) { m_reading.notes.push_back(std::move(sentence)); }

    double orNone(const MaybeQuantity& quantity, const FieldInfo& field)
    {
        return m_numbers.value(quantity, field).value_or(0);
    }

    void overlap()
    {
        const Communication& slot = m_design.communication;
        DesignTerms& terms = m_reading.terms;
        if (m_target.workersPerNode && m_target.workersPerNode->value > 1 &&
            !(m_target.alpha2S && m_target.bandwidth2BytesPerS))
            note(
                say("a node holds {} workers, and what a message between nodes takes is not given (alpha2_s, "
                    "bandwidth2_bytes_per_s): every exchange is priced on one network",
                    significant(m_target.workersPerNode->value)));
        if (m_target.workersPerNode && m_target.alpha2S && m_target.bandwidth2BytesPerS)
            noteUnevenNodes(static_cast<int>(m_target.workersPerNode->value));
        terms.overlap = orNone(slot.overlap, fieldOf(&Communication::overlap));
        terms.backwardShare =
            m_numbers.value(slot.backwardShare, fieldOf(&Communication::backwardShare)).value_or(terms.backwardShare);
        const FieldInfo& lastBucket = fieldOf(&Communication::lastBucketBytes);
        const double last = orNone(slot.lastBucketBytes, lastBucket);
        if (last > 0 && slot.messageBytes && last > slot.messageBytes->value)
            m_numbers.problem(lastBucket, "the last bucket is larger than the whole message",
                              say("up to {}", std::string(fieldOf(&Communication::messageBytes).pointer)));
        else if (last > 0 && slot.messageBytes)
            terms.lastBucketShare = last / slot.messageBytes->value;
        if (terms.overlap <= 0)
            return;
        // A bucket can be sent once its last gradient is there: the last of k equal ones when the backward pass has
        // ended.
        const std::optional<double> buckets = m_numbers.value(slot.buckets, fieldOf(&Communication::buckets));
        if (!slot.lastBucketBytes && buckets)
            terms.lastBucketShare = 1 / *buckets;
        if (!slot.backwardShare)
            note("backward_share is not given: the backward pass is taken as two thirds of compute");
        if (!slot.lastBucketBytes && !buckets)
            note(
                "neither buckets nor last_bucket_bytes is given: all communication is taken to be able to hide, as "
                "if it went in pieces without number; the most that overlap can bring");
        else if (!slot.lastBucketBytes && *buckets <= 1)
            note(
                "the message goes in one bucket, which is there when the backward pass has ended: nothing of it "
                "can hide");
        else if (!slot.lastBucketBytes)
            note(say("last_bucket_bytes is not given: taken as the message over its {} buckets, which nothing can hide",
                     significant(*buckets)));
    }

    /// Held against SimGrid (core/model/scaling/README.md).
    void noteUnevenNodes(int g)
    {
        if (g < 1 || (g & (g - 1)) == 0)
            return;
        const auto inRounds = [&](Pattern pattern) {
            if (const std::optional<UnevenNodes> uneven = traitsOf(pattern).unevenNodes)
                note(
                    say("a node holds {} workers, no power of two: the rounds of {} are priced as if they were in "
                        "step, an upper bound (up to {} % above SimGrid with 6 a node)",
                        g, std::string(uneven->what), uneven->percentAboveSimGrid));
        };
        inRounds(m_design.communication.pattern);
        for (const FurtherMessage& each : m_design.communication.further)
            if (each.pattern != m_design.communication.pattern)
                inRounds(each.pattern);
    }

    void loadBalancing()
    {
        const LoadBalancing& slot = m_design.loadBalancing;
        DesignTerms& terms = m_reading.terms;
        terms.jitterS = orNone(slot.jitterS, fieldOf(&LoadBalancing::jitterS));
        terms.jitterShare = orNone(slot.jitterShare, fieldOf(&LoadBalancing::jitterShare));
        terms.jitter = slot.jitterShape == JitterShape::Normal ? Jitter::Normal : Jitter::Exponential;
        terms.skew = m_numbers.value(slot.skew, fieldOf(&LoadBalancing::skew)).value_or(1);
        terms.backupWorkers = m_numbers.countOrNone(slot.backupWorkers, fieldOf(&LoadBalancing::backupWorkers));
    }

    void consistency()
    {
        const Consistency& consistency = m_design.consistency;
        DesignTerms& terms = m_reading.terms;
        const bool bounded = chosen(consistency.slot, "bounded-staleness");
        const bool loose = chosen(consistency.slot, "asynchronous") || chosen(consistency.slot, "eventual");
        if (chosen(consistency.slot, "synchronous") || (!bounded && !loose))
            terms.barrier = Barrier::EveryStep;
        else
            terms.barrier = bounded ? Barrier::BoundedStaleness : Barrier::None;
        if (consistency.slot.choices.size() > 1)
            note("several consistency models are chosen: the strictest sets the pace");

        const int staleness = m_numbers.countOrNone(consistency.stalenessSteps, fieldOf(&Consistency::stalenessSteps));
        if (terms.barrier == Barrier::BoundedStaleness) {
            terms.stalenessSteps = staleness;
            if (!consistency.stalenessSteps && (terms.jitterS > 0 || terms.jitterShare > 0))
                m_numbers.problem(fieldOf(&Consistency::stalenessSteps),
                                  "how far a worker may run ahead is not known, and with jitter it decides how "
                                  "long workers wait",
                                  fieldOf(&Consistency::stalenessSteps).howToGet);
            else if (terms.jitterS <= 0 && terms.jitterShare <= 0)
                note("no jitter is given: bounded staleness has no waiting to hide");
        } else if (consistency.stalenessSteps) {
            note("staleness_steps counts only where bounded staleness is chosen and nothing stricter");
        }
        if (terms.barrier == Barrier::None && (terms.jitterS > 0 || terms.jitterShare > 0 || terms.skew > 1))
            note("without a barrier nobody waits: jitter and skew cost no time");
    }

    void coordination()
    {
        const Coordination& slot = m_design.coordination;
        DesignTerms& terms = m_reading.terms;
        terms.coordinatorS = orNone(slot.secondsPerWorker, fieldOf(&Coordination::secondsPerWorker));
        const bool central = chosen(slot.slot, "central-coordinator");
        terms.centralCoordinator = central || !chosen(slot.slot, "decentralized");
        if (terms.coordinatorS > 0 && terms.centralCoordinator && !central)
            note("no coordination is chosen: seconds_per_worker is taken as a central coordinator's");
    }

    void faultTolerance()
    {
        const FaultTolerance& slot = m_design.faultTolerance;
        DesignTerms& terms = m_reading.terms;
        const bool writes = chosen(slot.slot, "checkpoint-restart");
        const bool elastic = chosen(slot.slot, "elastic");
        const bool again = chosen(slot.slot, "replicate-re-execute");
        const bool tolerated = chosen(slot.slot, "client-dropout") || chosen(slot.slot, "graceful-loss");
        terms.recovery = elastic  ? Recovery::Elastic
                         : again  ? Recovery::ReExecute
                         : writes ? Recovery::Checkpoint
                                  : Recovery::None;
        if (elastic + again + writes > 1)
            note(say("several recoveries are chosen: {} meets a failure, checkpoints cost what writing them costs",
                     elastic ? "elastic execution" : "re-execution"));

        const std::optional<double> mtbf = m_numbers.value(m_target.nodeMtbfS, fieldOf(&Target::nodeMtbfS));
        const std::optional<double> interval =
            m_numbers.value(slot.checkpointIntervalS, fieldOf(&FaultTolerance::checkpointIntervalS));
        const double checkpoint = orNone(slot.checkpointS, fieldOf(&FaultTolerance::checkpointS));
        const double restart = orNone(slot.restartS, fieldOf(&FaultTolerance::restartS));
        if (writes) {
            checkpoints(interval, checkpoint, mtbf.has_value());
        } else if (slot.checkpointS || slot.checkpointIntervalS) {
            note("checkpoint_s and checkpoint_interval_s count only where checkpoint-restart is chosen");
        }
        if (!mtbf)
            return;
        if (terms.recovery == Recovery::None && tolerated)
            return note(
                "a lost worker's contribution is done without: failures cost quality here, and no time is priced");
        if (terms.recovery == Recovery::None && !m_plan.steps)
            return note(
                "node failures are not priced: without a recovery a failure starts the whole run again, and how "
                "many steps "
                "it has is not known (/plan/steps)");
        terms.nodeMtbfS = mtbf;
        terms.restartS = restart;
        if (!slot.restartS)
            note("restart_s is not given: going on after a failure is taken to cost no time");
    }

    void checkpoints(const std::optional<double>& interval, double checkpoint, bool fails)
    {
        const FaultTolerance& slot = m_design.faultTolerance;
        DesignTerms& terms = m_reading.terms;
        terms.checkpointS = checkpoint;
        terms.checkpointIntervalS = interval;
        const bool beside = terms.recovery != Recovery::Checkpoint;
        if (!slot.checkpointS && fails && !beside)
            m_numbers.need(slot.checkpointS, fieldOf(&FaultTolerance::checkpointS));
        else if (!slot.checkpointS && interval)
            note("checkpoint_s is not given: writing checkpoints is taken to cost no time");
        else if (slot.checkpointS && !interval && (beside || !fails))
            note(beside ? "checkpoint_interval_s is not given: checkpoints beside another recovery are not priced"
                        : "neither checkpoint_interval_s nor node_mtbf_s is given: checkpoints are not priced");
        else if (!interval && fails)
            note("checkpoint_interval_s is not given: Daly's interval for the MTBF at each p is taken");
    }

    const Target& m_target;
    const Design& m_design;
    const Plan& m_plan;
    ModelNumbers& m_numbers;
    DesignReading m_reading;
};

}  // namespace

DesignReading designTerms(const Target& target, const Design& design, const Plan& plan, ModelNumbers& numbers)
{
    return Reader(target, design, plan, numbers).read();
}

}  // namespace scalewright

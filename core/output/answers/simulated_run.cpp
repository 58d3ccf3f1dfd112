// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/simulated_run.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/evidence/timeline/compare.h"
#include "core/output/answers/basis.h"

namespace scalewright {

namespace {

constexpr std::size_t maximumShownWorkers = 32;

Table workersTable(const Simulation& run)
{
    Table table;
    table.columns = {{"worker", "worker", "", 0},
                     {"compute_s", "compute", "", -1},
                     {"communication_s", "communication", "", -1},
                     {"waiting_s", "waiting", "", -1},
                     {"other_s", "other", "", -1},
                     {"failure_s", "failures", "", -1}};
    for (std::size_t i = 0; i < std::min(run.workers.size(), maximumShownWorkers); ++i) {
        const SimulatedWorker& w = run.workers[i];
        std::vector<Cell> row{static_cast<double>(i)};
        for (const double seconds :
             {w.computeS, w.communicationS, w.waitingS, w.coordinationS + w.checkpointS, w.failureS})
            row.emplace_back(timeText(seconds));
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Time lost to failures, averaged over the workers, as a share of the run.
double failureShare(const Simulation& run)
{
    double seconds = 0;
    for (const SimulatedWorker& worker : run.workers)
        seconds += worker.failureS;
    return run.runS > 0 ? seconds / run.runS / static_cast<double>(run.workers.size()) : 0;
}

/// Whether failures, not slow workers, cause most of the idle time.
bool isIdleMostlyFromFailures(const Simulation& run)
{
    return failureShare(run) > run.idleShare / 2;
}

/// Slot 5 handles failures, slot 6 slow workers.
NextStep suggestLessIdle(const SimulationQuestion& simulationQuestion, const Simulation& run)
{
    if (!isIdleMostlyFromFailures(run))
        return {"Plan for slow workers: slot 6 has backup workers.", {}, "/design/load_balancing"};
    const DesignTerms& terms = simulationQuestion.model.terms;
    const double lost = failureShare(run) * run.runS - run.failureCount * terms.restartS;
    if (lost > run.failureCount * terms.restartS)
        return {formatMessage("{} of work is lost: {} (slot 5).", timeText(lost),
                              terms.recovery == Recovery::Checkpoint ? "checkpoint more often" : "write checkpoints"),
                {},
                "/design/fault_tolerance"};
    return {formatMessage("A restart takes {}: make it shorter (slot 5).", timeText(terms.restartS)),
            {},
            "/design/fault_tolerance"};
}

/// "Ladder: 49 % compute, 28 % communication; simulated: 64 % and 36 %."
std::string measuredPartsText(const Rung& measured, const Simulation& run)
{
    const WorkerParts inRun = sharesOf(partsOf(measured)).workers.front();
    WorkerParts inSimulation;
    for (const WorkerParts& worker : sharesOf(partsOf(run)).workers)
        for (std::size_t i = 0; i < activityCount; ++i)
            inSimulation.seconds[i] += worker.seconds[i] / static_cast<double>(run.workers.size());
    const auto percent = [](const WorkerParts& parts, Activity activity) {
        return percentageText(parts.part(activity), 2);
    };
    return formatMessage("Ladder: {} compute, {} communication; simulated: {} and {}.",
                         percent(inRun, Activity::Compute), percent(inRun, Activity::Communication),
                         percent(inSimulation, Activity::Compute), percent(inSimulation, Activity::Communication));
}

}  // namespace

std::string simulatedHeadline(const Simulation& run)
{
    const bool failed = run.idleShare > 0 && isIdleMostlyFromFailures(run);
    return formatMessage("A step takes {} on {}; {} {}.", timeText(run.stepTimeS),
                         countWithNoun(static_cast<long>(run.workers.size()), "worker"),
                         shareText(failed ? failureShare(run) : run.idleShare),
                         !failed                ? "idle"
                         : run.failureCount > 1 ? "lost to failures"
                                                : "lost to the failure");
}

std::string measuredWaitingHeadline(const Rung& measured, const Simulation& run)
{
    return formatMessage("{} of {} is waiting at p = {}; {} simulated.", timeText(measured.parts->idleS),
                         timeText(measured.timeS), measured.p, shareText(run.idleShare));
}

Answer simulatedRunAnswer(const SimulatedRunQuestion& question)
{
    const SimulationQuestion& simulationQuestion = question.question;
    const Simulation& run = question.run;
    Answer answer;
    answer.table = workersTable(run);
    answer.confidence.basis = Basis::Simulated;
    if (!run.canFinish) {
        answer.headline = formatMessage("{} workers never finish.", simulationQuestion.p);
        answer.because = "The run did not finish within a million failures.";
        answer.next = {"Checkpoint more often, or use nodes that fail less often.", {}, "/design/fault_tolerance"};
    } else {
        answer.headline = simulatedHeadline(run);
        if (question.unperturbedRun != nullptr)
            answer.because =
                formatMessage("Before it was broken: {} a step, {} idle.", timeText(question.unperturbedRun->stepTimeS),
                              shareText(question.unperturbedRun->idleShare));
        else if (std::isfinite(question.closedForm.closedFormS))
            answer.because = formatMessage("The closed form gives {}.", timeText(question.closedForm.closedFormS));
        if (question.measured != nullptr && question.unperturbedRun == nullptr) {
            answer.add(Fact::Value, "simulated", answer.headline);
            answer.headline = measuredWaitingHeadline(*question.measured, run);
            answer.because = measuredPartsText(*question.measured, run);
            answer.confidence.basis = basisOf(question.measuredOrigin);
            answer.next = {"Compare the simulation with the runs at every p: --ladder."};
        } else if (run.idleShare > 0.05)
            answer.next = suggestLessIdle(simulationQuestion, run);
        else if (question.unperturbedRun == nullptr && simulationQuestion.p > 1)
            answer.next = {"Slow one worker down, and see what it costs: --slow 1:2."};
        answer.add(Fact::Value, "run", "{} steps on {} workers: {} in total", simulationQuestion.steps,
                   simulationQuestion.p, timeText(run.runS));
    }
    if (std::isfinite(question.closedForm.closedFormS))
        answer.add(Fact::Calibration, "closed form", "{} a step; {}", timeText(question.closedForm.closedFormS),
                   question.closedForm.summary);
    if (run.workers.size() > maximumShownWorkers)
        answer.add(Fact::Value, "workers", "--json lists {} more", run.workers.size() - maximumShownWorkers);
    return answer;
}

Answer ladderCheckAnswer(const LadderCheck& check)
{
    Answer answer;
    answer.table.columns = {{"p", "p", "", 0},
                            {"measured_s", "measured", "", -1},
                            {"simulated_s", "simulated", "", -1},
                            {"difference", "difference", "", -1},
                            {"part", "main part", "", -1}};
    const LadderCheckRow* largestDifference = nullptr;
    for (const LadderCheckRow& row : check.rows) {
        answer.table.rows.push_back({static_cast<double>(row.p), timeText(row.measuredS), timeText(row.simulatedS),
                                     percentageText(row.relativeDifference()),
                                     row.worstPart.empty() ? Cell() : Cell(row.worstPart)});
        if (largestDifference == nullptr ||
            std::abs(row.relativeDifference()) > std::abs(largestDifference->relativeDifference()))
            largestDifference = &row;
    }
    answer.confidence.basis = Basis::Simulated;
    if (largestDifference == nullptr)
        return answer;
    answer.headline = formatMessage("At p = {} the simulation is {} {} than the run.", largestDifference->p,
                                    percentageText(std::abs(largestDifference->relativeDifference())),
                                    largestDifference->relativeDifference() < 0 ? "shorter" : "longer");
    if (!largestDifference->worstPart.empty())
        answer.because = formatMessage("Mostly {}: measured {} {}.", largestDifference->worstPart,
                                       timeText(std::abs(largestDifference->partDifferenceS)),
                                       largestDifference->partDifferenceS > 0 ? "more" : "less");
    answer.add(Fact::Value, "difference", check.summary);
    return answer;
}

}  // namespace scalewright

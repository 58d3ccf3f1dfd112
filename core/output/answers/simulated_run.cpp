#include "core/output/answers/simulated_run.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"

namespace scalewright {

namespace {

constexpr std::size_t shownWorkers = 32;

Table workersTable(const Simulation& run)
{
    Table table;
    table.columns = {{"worker", "worker", "", 0},
                     {"compute_s", "compute", "", -1},
                     {"communication_s", "communication", "", -1},
                     {"waiting_s", "waiting", "", -1},
                     {"other_s", "other", "", -1},
                     {"failure_s", "failures", "", -1}};
    for (std::size_t i = 0; i < std::min(run.workers.size(), shownWorkers); ++i) {
        const SimulatedWorker& w = run.workers[i];
        std::vector<Cell> row{static_cast<double>(i)};
        for (const double seconds :
             {w.computeS, w.communicationS, w.waitingS, w.coordinationS + w.checkpointS, w.failureS})
            row.emplace_back(timeText(seconds));
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Mean over the workers of what failures took, as a share of the run.
double failureShare(const Simulation& run)
{
    double seconds = 0;
    for (const SimulatedWorker& worker : run.workers)
        seconds += worker.failureS;
    return run.runS > 0 ? seconds / run.runS / static_cast<double>(run.workers.size()) : 0;
}

/// Most of what is idle is the answer to failures: nobody waits for a slow worker.
bool idlesForFailures(const Simulation& run)
{
    return failureShare(run) > run.idleShare / 2;
}

/// Slot 5 answers failures, slot 6 slow workers.
Next lessIdle(const SimulationQuestion& asked, const Simulation& run)
{
    if (!idlesForFailures(run))
        return {"Plan for slow workers: slot 6 has backup workers.", {}, "/design/load_balancing"};
    const DesignTerms& terms = asked.model.terms;
    const double lost = failureShare(run) * run.runS - run.failures * terms.restartS;
    if (lost > run.failures * terms.restartS)
        return {say("{} of work is lost: {} (slot 5).", timeText(lost),
                    terms.recovery == Recovery::Checkpoint ? "checkpoint more often" : "write checkpoints"),
                {},
                "/design/fault_tolerance"};
    return {
        say("A restart takes {}: make it shorter (slot 5).", timeText(terms.restartS)), {}, "/design/fault_tolerance"};
}

}  // namespace

std::string simulatedHeadline(const Simulation& run)
{
    const bool failed = run.idleShare > 0 && idlesForFailures(run);
    return say("A step takes {} on {}; {} {}.", timeText(run.stepTimeS),
               countedText(static_cast<long>(run.workers.size()), "worker"),
               percent(failed ? failureShare(run) : run.idleShare),
               !failed            ? "idle"
               : run.failures > 1 ? "lost to failures"
                                  : "lost to the failure");
}

Answer simulatedRunAnswer(const SimulatedRunQuestion& question)
{
    const SimulationQuestion& asked = question.asked;
    const Simulation& run = question.run;
    Answer answer;
    answer.table = workersTable(run);
    answer.sure.basis = Basis::Simulated;
    if (!run.finishes) {
        answer.headline = say("{} workers never finish.", asked.p);
        answer.because = "A million failures did not let the run through.";
        answer.next = {"Checkpoint more often, or take nodes that fail less.", {}, "/design/fault_tolerance"};
    } else {
        answer.headline = simulatedHeadline(run);
        if (question.whole != nullptr)
            answer.because = say("Before it was broken: {} a step, {} idle.", timeText(question.whole->stepTimeS),
                                 percent(question.whole->idleShare));
        else if (std::isfinite(question.closedForm.closedFormS))
            answer.because = say("The closed form has {}.", timeText(question.closedForm.closedFormS));
        if (run.idleShare > 0.05)
            answer.next = lessIdle(asked, run);
        else if (question.whole == nullptr && asked.p > 1)
            answer.next = {"Slow one worker down, and see what it costs: --slow 1:2.", {}, {}};
        addFact(answer, FactKind::Figure, "run",
                say("{} steps on {} workers: {} in all", asked.steps, asked.p, timeText(run.runS)));
    }
    if (std::isfinite(question.closedForm.closedFormS))
        addFact(answer, FactKind::Calibration, "closed form",
                say("{} a step; {}", timeText(question.closedForm.closedFormS), question.closedForm.about));
    if (run.workers.size() > shownWorkers)
        addFact(answer, FactKind::Figure, "workers", say("{} more are in --json", run.workers.size() - shownWorkers));
    return answer;
}

Answer ladderCheckAnswer(const LadderCheck& check)
{
    Answer answer;
    answer.table.columns = {{"p", "p", "", 0},
                            {"measured_s", "measured", "", -1},
                            {"simulated_s", "simulated", "", -1},
                            {"difference", "difference", "", -1},
                            {"part", "most over", "", -1}};
    const LadderCheckRow* farthest = nullptr;
    for (const LadderCheckRow& row : check.rows) {
        answer.table.rows.push_back({static_cast<double>(row.p), timeText(row.measuredS), timeText(row.simulatedS),
                                     percent(row.difference()), row.part.empty() ? Cell() : Cell(row.part)});
        if (farthest == nullptr || std::abs(row.difference()) > std::abs(farthest->difference()))
            farthest = &row;
    }
    answer.sure.basis = Basis::Simulated;
    if (farthest == nullptr)
        return answer;
    answer.headline = say("At p = {} the simulation is {} {} than the run.", farthest->p,
                          percent(std::abs(farthest->difference())), farthest->difference() < 0 ? "shorter" : "longer");
    if (!farthest->part.empty())
        answer.because =
            say("Mostly {}: {} {} is measured.", farthest->part, timeText(std::abs(farthest->partDifferenceS)),
                farthest->partDifferenceS > 0 ? "more" : "less");
    addFact(answer, FactKind::Figure, "difference", check.about);
    return answer;
}

}  // namespace scalewright

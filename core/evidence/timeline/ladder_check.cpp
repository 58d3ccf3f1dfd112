// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/timeline/ladder_check.h"

#include <array>
#include <cmath>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"

namespace scalewright {

Result<LadderCheck> checkAgainstLadder(SimulationQuestion question, const MeasuredLadder& ladder, std::stop_token stop)
{
    question.recordSpans = false;
    question.model.scaling = ladder.scaling;
    const std::vector<SlowedWorker> slowed = question.slowedWorkers;
    const std::optional<KilledWorker> killed = question.killedWorker;
    LadderCheck check;
    const LadderCheckRow* worstRow = nullptr;
    check.rows.reserve(ladder.rungs.size());
    for (const Rung& rung : ladder.rungs) {
        question.p = rung.p;
        question.slowedWorkers.clear();
        for (const SlowedWorker& worker : slowed)
            if (worker.worker < rung.p)
                question.slowedWorkers.push_back(worker);
        question.killedWorker = killed && killed->worker < rung.p ? killed : std::nullopt;
        TRY_DO(validate(question));
        const Simulation run = simulate(question, stop);
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "the simulation was stopped");
        if (!run.canFinish)
            return fail(ErrorCode::Input, formatMessage("p = {}: {}", rung.p, run.abortReason),
                        "a design that fails less often", {.jsonPointer = "/design/fault_tolerance"});
        const double steps = double(run.stepEndS.size());
        LadderCheckRow row{.p = rung.p, .measuredS = rung.timeS};
        for (const SimulatedWorker& worker : run.workers) {
            row.simulatedParts.compS += worker.computeS / steps / rung.p;
            row.simulatedParts.commS += worker.communicationS / steps / rung.p;
        }
        if (check.rows.empty())
            check.scale = rung.timeS / run.stepTimeS;
        row.simulatedS = run.stepTimeS * check.scale;
        row.simulatedParts.compS *= check.scale;
        row.simulatedParts.commS *= check.scale;
        row.simulatedParts.idleS = std::max(0.0, row.simulatedS - row.simulatedParts.compS - row.simulatedParts.commS);
        if (rung.parts) {
            const std::array<std::pair<std::string, double>, 3> parts{
                {{"compute", rung.parts->compS - row.simulatedParts.compS},
                 {"communication", rung.parts->commS - row.simulatedParts.commS},
                 {"waiting",
                  rung.parts->idleS + rung.parts->ioS + rung.parts->unattributedS - row.simulatedParts.idleS}}};
            for (const auto& [name, seconds] : parts)
                if (std::abs(seconds) > std::abs(row.partDifferenceS)) {
                    row.worstPart = name;
                    row.partDifferenceS = seconds;
                }
        }
        check.rows.push_back(std::move(row));
        if (worstRow == nullptr ||
            std::abs(check.rows.back().relativeDifference()) > std::abs(worstRow->relativeDifference()))
            worstRow = &check.rows.back();
    }
    if (std::abs(worstRow->relativeDifference()) <= 0.05)
        check.summary = "the simulation is within 5 % of every measured time";
    else if (worstRow->worstPart.empty())
        check.summary = formatMessage(
            "simulation and measurement differ most at p = {}, by {} %; the ladder has no parts that could show why",
            worstRow->p, significantText(100 * worstRow->relativeDifference()));
    else if (worstRow->partDifferenceS > 0)
        check.summary =
            formatMessage("simulation and measurement differ most at p = {}, by {} %: the model lacks {} of {}",
                          worstRow->p, significantText(100 * worstRow->relativeDifference()),
                          timeText(worstRow->partDifferenceS), worstRow->worstPart);
    else
        check.summary =
            formatMessage("simulation and measurement differ most at p = {}, by {} %: the model has {} too much of {}",
                          worstRow->p, significantText(100 * worstRow->relativeDifference()),
                          timeText(-worstRow->partDifferenceS), worstRow->worstPart);
    return check;
}

}  // namespace scalewright

#include "core/evidence/timeline/ladder_check.h"

#include <array>
#include <cmath>

#include "core/base/quantity/units.h"

namespace scalewright {

Result<LadderCheck> againstLadder(SimulationQuestion question, const MeasuredLadder& ladder, std::stop_token stop)
{
    question.spans = false;
    question.model.scaling = ladder.scaling;
    const std::vector<SlowedWorker> slowed = question.slowed;
    const std::optional<KilledWorker> killed = question.killed;
    LadderCheck check;
    const LadderCheckRow* farthest = nullptr;
    check.rows.reserve(ladder.rungs.size());
    for (const Rung& rung : ladder.rungs) {
        question.p = rung.p;
        question.slowed.clear();
        for (const SlowedWorker& worker : slowed)
            if (worker.worker < rung.p)
                question.slowed.push_back(worker);
        question.killed = killed && killed->worker < rung.p ? killed : std::nullopt;
        if (Result<void> valid = validate(question); !valid)
            return fail(std::move(valid.error()));
        const Simulation run = simulate(question, stop);
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "the simulation was stopped");
        if (!run.finishes)
            return fail(ErrorCode::Input, say("p = {}: {}", rung.p, run.gaveUp), "a design that fails less often",
                        {.pointer = "/design/fault_tolerance"});
        const double steps = double(run.stepEndS.size());
        LadderCheckRow row{.p = rung.p, .measuredS = rung.timeS};
        for (const SimulatedWorker& worker : run.workers) {
            row.simulated.compS += worker.computeS / steps / rung.p;
            row.simulated.commS += worker.communicationS / steps / rung.p;
        }
        if (check.rows.empty())
            check.scale = rung.timeS / run.stepTimeS;
        row.simulatedS = run.stepTimeS * check.scale;
        row.simulated.compS *= check.scale;
        row.simulated.commS *= check.scale;
        row.simulated.idleS = std::max(0.0, row.simulatedS - row.simulated.compS - row.simulated.commS);
        if (rung.parts) {
            const std::array<std::pair<std::string, double>, 3> parts{
                {{"compute", rung.parts->compS - row.simulated.compS},
                 {"communication", rung.parts->commS - row.simulated.commS},
                 {"waiting", rung.parts->idleS + rung.parts->ioS + rung.parts->restS - row.simulated.idleS}}};
            for (const auto& [name, seconds] : parts)
                if (std::abs(seconds) > std::abs(row.partDifferenceS)) {
                    row.part = name;
                    row.partDifferenceS = seconds;
                }
        }
        check.rows.push_back(std::move(row));
        if (farthest == nullptr || std::abs(check.rows.back().difference()) > std::abs(farthest->difference()))
            farthest = &check.rows.back();
    }
    if (std::abs(farthest->difference()) <= 0.05)
        check.about = "the simulation is within 5 % of every measured time";
    else if (farthest->part.empty())
        check.about = say("they part most at p = {}, by {} %; the ladder has no parts that could say why", farthest->p,
                          significant(100 * farthest->difference()));
    else if (farthest->partDifferenceS > 0)
        check.about =
            say("they part most at p = {}, by {} %: the model lacks {} of {}", farthest->p,
                significant(100 * farthest->difference()), timeText(farthest->partDifferenceS), farthest->part);
    else
        check.about =
            say("they part most at p = {}, by {} %: the model has {} too much of {}", farthest->p,
                significant(100 * farthest->difference()), timeText(-farthest->partDifferenceS), farthest->part);
    return check;
}

}  // namespace scalewright

#include "core/decision/attribution/attribution_words.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/evidence/ladder/fixed_work.h"

namespace scalewright {

namespace {

constexpr double leastFoldsSaid = 0.005;

std::string missingFolds(double value)
{
    return decimalText(value, 2);
}

struct NamedPart {
    double folds;
    const char* name;
    const char* gain;  ///< what won back, where folds < 0
};

std::string partsBecause(const LostFolds& lost, Cause compute)
{
    std::vector<NamedPart> parts{
        {lost.communication, "communication", "less communication"},
        {lost.waiting, "waiting", "less waiting"},
        {lost.serial, compute == Cause::ComputeInflation ? "compute that grew" : "compute that did not shrink",
         "faster compute"},
        {lost.io, "I/O", "less I/O"},
        {lost.unattributed, "the unattributed rest", "the unattributed rest"}};
    std::stable_sort(parts.begin(), parts.end(),
                     [](const NamedPart& a, const NamedPart& b) { return a.folds > b.folds; });
    std::string losses, gains;
    for (const NamedPart& each : parts)
        if (each.folds >= leastFoldsSaid)
            losses += losses.empty() ? say("{} takes {} of the missing {}", capital(each.name),
                                           missingFolds(each.folds), missingFolds(lost.total))
                                     : say(", {} {}", each.name, missingFolds(each.folds));
        else if (each.folds <= -leastFoldsSaid)
            gains += say("{}{} wins back {}", gains.empty() ? "" : ", ", each.gain, missingFolds(-each.folds));
    const std::string text = capital(joined({losses, gains}, "; "));
    return text.empty() ? text : text + ".";
}

}  // namespace

std::string speedupHeadline(const MeasuredLadder& ladder, const Attribution& why)
{
    if (ladder.rungs.size() == 1)
        return say("Only p = {} is measured: there is no speedup to explain.", ladder.baseP);
    const Rung& rung = *ladder.at(why.atP);
    const std::string got = factorText(rung.speedup) + "×";
    if (!ladder.scalingDoubt.empty())
        return say("{} workers give {} if the work grew with p, else {}×.", rung.p, got,
                   factorText(speedupIfFixed(ladder, rung)));
    if (why.owner == Cause::None && rung.speedup > rung.p)
        return say("{} workers give {}: nothing is lost.", rung.p, got);
    if (why.owner == Cause::None)
        return say("{} workers give {}, within 1 % of ideal.", rung.p, got);
    if (ladder.scaling == Scaling::Weak)
        return say("{} workers do {} the work, not {}×.", rung.p, got, rung.p);
    const std::string times = factorText(rung.speedup / ladder.baseP) + "×";
    if (rung.speedup < ladder.baseP)
        return say("{} workers are slower than {}: {}.", rung.p, ladder.baseP, times);
    return ladder.baseP == 1 ? say("{} workers give {}, not {}×.", rung.p, got, rung.p)
                             : say("{} workers are {} as fast as {}, not {}×.", rung.p, times, ladder.baseP,
                                   significant(static_cast<double>(rung.p) / ladder.baseP));
}

std::string lossBecause(const MeasuredLadder& ladder, const Attribution& why)
{
    if (!ladder.scalingDoubt.empty())
        return "Flat times mean that the work grew, or that p changes nothing.";
    if (ladder.rungs.size() == 1 || why.owner == Cause::None)
        return {};
    const auto lost =
        std::find_if(why.rows.begin(), why.rows.end(), [&](const LostFolds& each) { return each.p == why.atP; });
    return lost->partsKnown
               ? partsBecause(*lost, why.compute)
               : say("Only total times are measured: they name no cause of the missing {}.", missingFolds(lost->total));
}

}  // namespace scalewright

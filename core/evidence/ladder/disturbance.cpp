#include "core/evidence/ladder/disturbance.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/student_t.h"
#include "core/base/text/message.h"
#include "core/project/document/measurements.h"

namespace scalewright {

double driftOf(const std::vector<TimedRun>& inOrder)
{
    struct Of {
        double count = 0, time = 0, place = 0;
    };
    std::map<int, Of> byP;
    for (std::size_t i = 0; i < inOrder.size(); ++i) {
        if (!(inOrder[i].timeS > 0))
            return 0;
        Of& of = byP[inOrder[i].p];
        of.count += 1;
        of.time += std::log(inOrder[i].timeS);
        of.place += static_cast<double>(i);
    }
    // Runs that stand p by p may be sorted by their times too.
    std::size_t turns = 1;
    for (std::size_t i = 1; i < inOrder.size(); ++i)
        turns += inOrder[i].p != inOrder[i - 1].p ? 1 : 0;
    const int degrees = static_cast<int>(inOrder.size()) - static_cast<int>(byP.size()) - 1;
    constexpr int fewest = 4;
    if (degrees < fewest || turns <= byP.size())
        return 0;
    double places = 0, times = 0, both = 0;
    for (std::size_t i = 0; i < inOrder.size(); ++i) {
        const Of& of = byP[inOrder[i].p];
        const double place = static_cast<double>(i) - of.place / of.count;
        const double time = std::log(inOrder[i].timeS) - of.time / of.count;
        places += place * place;
        times += time * time;
        both += place * time;
    }
    if (!(places > 0))
        return 0;
    const double slope = both / places;
    const double left = std::max(0.0, times - slope * both) / degrees;
    constexpr double level = 0.99, least = 0.02;
    const double drift = std::expm1(slope * static_cast<double>(inOrder.size() - 1));
    return std::abs(drift) >= least && std::abs(slope) > studentT(level, degrees) * std::sqrt(left / places) ? drift
                                                                                                             : 0;
}

Disturbance disturbanceOf(const Ladder& ladder, const std::vector<TimedRun>& inOrder)
{
    constexpr double busy = 0.5;  // of the cores, as probes and ladder runs warn
    Disturbance bent;
    std::vector<std::string> what;
    if (ladder.cores && ladder.loadAtStart && *ladder.loadAtStart > busy * *ladder.cores) {
        what.push_back(say("load {} on {} cores when it began", significant(*ladder.loadAtStart, 2), *ladder.cores));
        bent.everyRun = true;
    }
    int most = 0;
    for (const TimedRun& run : inOrder)
        most = std::max(most, run.p);
    if (ladder.cores && most > *ladder.cores) {
        what.push_back(say("p = {} shared {} cores", most, *ladder.cores));
        bent.above = ladder.cores;
    }
    if (const double drift = driftOf(inOrder); drift != 0) {
        what.push_back(say("times {} by {} while it ran", drift > 0 ? "rose" : "fell", percent(std::abs(drift))));
        bent.everyRun = true;
    }
    bent.says = joined(what, "; ");
    return bent;
}

}  // namespace scalewright

// The frame of a pattern's file: its formula runs for one p and for all of a table's p alike.
//
// A file specialises Exchange with all that is asked of a pattern, and instantiates traits<K>() from it. What is left
// out does not compile: the members that PatternTraits names, `seconds` (one exchange among p >= 2 workers, not divided
// by local steps; inlined into the loops below), `columns` (which p share one time), and `onLevels`, the same on a
// network of two levels (two_levels.h; a pattern that is of two levels itself has no other).
#pragma once

#include <algorithm>
#include <cmath>

#include "core/model/scaling/pattern_traits.h"
#include "core/model/scaling/patterns/two_levels.h"
#include "core/model/scaling/worker_table.h"

namespace scalewright::patterns {

/// What the formulas need of one worker count; workerTable() holds the columns that change with every p.
struct Workers {
    double p;
    double share;  ///< (p-1)/p
    double ceilLog;  ///< L = ceil(log2 p)
    double floorLog;  ///< f = floor(log2 p)
    double floorShare;  ///< (2^f - 1)/2^f
};

inline Workers workers(double p)
{
    const int f = std::ilogb(p);
    const double power = std::ldexp(1.0, f);
    return {p, (p - 1) / p, power == p ? f : f + 1.0, static_cast<double>(f), (power - 1) / power};
}

/// std::ceil is a call to the library without SSE 4.1. Adding 2^52 rounds to whole numbers; larger ones are whole
/// already.
inline double roundedUp(double value)
{
    constexpr double shift = 4503599627370496.0;
    const double nearest = (value + shift) - shift;
    return nearest + (nearest < value ? 1.0 : 0.0);
}

using Parameters = CommunicationParameters;

/// Which p share one time. EveryP: none, and seconds() reads p, share and ceilLog alone. BetweenPowers: all between two
/// powers of two.
enum class Columns { EveryP, BetweenPowers };

template <Pattern K>
struct Exchange;

template <Pattern K>
double one(const Parameters& c, double p)
{
    if constexpr (!Exchange<K>::inputs.hierarchy)
        if (c.twoLevels && p > c.workersPerNode)
            return Exchange<K>::onLevels(c, workers(p), TwoLevels(c, p)) / c.localSteps;
    return Exchange<K>::seconds(c, workers(p)) / c.localSteps;
}

template <Pattern K>
void all(const Parameters& parameters, int pMax, double* __restrict out)
{
    const Parameters c = parameters;
    const double every = c.localSteps;
    const auto fill = [&](int first, int last, double seconds) { std::fill(out + first - 1, out + last, seconds); };
    out[0] = 0;
    if constexpr (Exchange<K>::columns == Columns::BetweenPowers) {
        for (int power = 2; power <= pMax; power *= 2) {
            fill(power, power, one<K>(c, power));
            if (power < pMax)
                fill(power + 1, std::min(2 * power - 1, pMax), one<K>(c, power + 1));
        }
    } else {
        const WorkerTable& table = workerTable(pMax);
        const double* p = table.p.data();
        const double* share = table.share.data();
        const double* ceilLog = table.ceilLog.data();
        for (int i = 1; i < pMax; ++i)
            out[i] = Exchange<K>::seconds(c, {.p = p[i], .share = share[i], .ceilLog = ceilLog[i]});
        if (c.localSteps > 1)
            for (int i = 1; i < pMax; ++i)
                out[i] /= every;
    }
    if constexpr (!Exchange<K>::inputs.hierarchy)
        if (c.twoLevels)
            for (int p = std::max(2, c.workersPerNode + 1); p <= pMax; ++p)
                out[p - 1] = one<K>(c, p);
}

/// Instantiated in the pattern's own file; without one the program does not link.
template <Pattern K>
const PatternTraits& traits()
{
    using X = Exchange<K>;
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wmissing-field-initializers"
    static constexpr PatternTraits known{.title = X::title,
                                         .formula = X::formula,
                                         .source = X::source,
                                         .alsoCalled = X::alsoCalled,
                                         .option = X::option,
                                         .delivers = X::delivers,
                                         .barrier = X::barrier,
                                         .shape = X::shape,
                                         .inputs = X::inputs,
                                         .perMessage = X::perMessage,
                                         .smooth = X::smooth,
                                         .smoothIfLinearScatter = X::smoothIfLinearScatter,
                                         .simplifies = X::simplifies,
                                         .unevenNodes = X::unevenNodes,
                                         .timedBy = X::timedBy,
                                         .drawing = X::drawing,
                                         .drawingNote = X::drawingNote,
                                         .tint = X::tint,
                                         .one = one<K>,
                                         .all = all<K>};
#pragma GCC diagnostic pop
    return known;
}
#define SCALEWRIGHT_PATTERN(pattern, name) extern template const PatternTraits& traits<Pattern::pattern>();
SCALEWRIGHT_PATTERNS(SCALEWRIGHT_PATTERN)
#undef SCALEWRIGHT_PATTERN

}  // namespace scalewright::patterns

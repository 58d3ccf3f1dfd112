#include "core/evidence/import/work_done.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"

namespace scalewright {

void questionWork(const std::vector<WorkDone>& rows, std::vector<std::string>& warnings)
{
    constexpr double apart =
        1.25;  // of our own: a time may hold a start that the throughput leaves out, and both are rounded
    constexpr std::size_t most = 5;
    std::vector<std::size_t> wrong(rows.size() + 1);
    std::size_t reference = 0;
    for (const double power : {0.0, 1.0, -1.0}) {
        const auto work = [&](std::size_t i) { return rows[i].work / std::pow(rows[i].p, power); };
        std::vector<std::size_t> order(rows.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return work(a) < work(b); });
        const std::size_t middle = order.empty() ? 0 : order[(order.size() - 1) / 2];
        std::vector<std::size_t> beyond;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (work(i) > apart * work(middle) || work(middle) > apart * work(i))
                beyond.push_back(i);
        if (beyond.size() < wrong.size()) {
            wrong = std::move(beyond);
            reference = middle;
        }
    }
    for (std::size_t i = 0; i < wrong.size() && i < most; ++i)
        warnings.push_back(
            say("{}: time × throughput is {}, where it is {} at {}: they differ by more than a quarter, so the time or "
                "the throughput is off there; the time was taken",
                rows[wrong[i]].at, significant(rows[wrong[i]].work, 3), significant(rows[reference].work, 3),
                rows[reference].at));
    if (wrong.size() > most)
        warnings.push_back(say("time and throughput disagree in {} more rows", wrong.size() - most));
}

}  // namespace scalewright

#include "ui/timeline/lane_geometry.h"

#include <algorithm>
#include <cmath>

namespace scalewright::ui {

namespace {

constexpr double leastTicks = 8;

TimeWindow within(TimeWindow window, double from, double span, double end)
{
    span = std::clamp(span, std::min(leastTicks, end), end);
    from = std::clamp(from, 0.0, end - span);
    window.from = static_cast<std::int64_t>(std::floor(from));
    window.to = std::min(static_cast<std::int64_t>(end), window.from + std::max<std::int64_t>(1, std::llround(span)));
    return window;
}

}  // namespace

std::int64_t TimeWindow::tickAt(double x) const
{
    return from + static_cast<std::int64_t>(std::llround((x - left) / width * static_cast<double>(to - from)));
}

TimeWindow TimeWindow::zoomed(double factor, double x, std::int64_t end) const
{
    const double span = static_cast<double>(to - from), share = std::clamp((x - left) / width, 0.0, 1.0);
    const double next =
        std::clamp(span * factor, std::min(leastTicks, static_cast<double>(end)), static_cast<double>(end));
    return within(*this, static_cast<double>(from) + share * (span - next), next, static_cast<double>(end));
}

TimeWindow TimeWindow::panned(double pixels, std::int64_t end) const
{
    const double span = static_cast<double>(to - from);
    return within(*this, static_cast<double>(from) + pixels / width * span, span, static_cast<double>(end));
}

std::vector<double> timeTicks(double fromS, double toS, int most)
{
    std::vector<double> ticks;
    if (!(toS > fromS) || most < 1)
        return ticks;
    const double least = (toS - fromS) / most;
    double step = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {2.0, 2.5, 2.0})  // 1, 2, 5, 10
        if (step < least * (1 - 1e-9))
            step *= factor;
    for (double i = std::ceil(fromS / step - 1e-9);
         i * step <= toS * (1 + 1e-12) && ticks.size() <= static_cast<std::size_t>(most); ++i)
        ticks.push_back(i * step);
    return ticks;
}

}  // namespace scalewright::ui

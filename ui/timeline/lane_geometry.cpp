// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_geometry.h"

#include <algorithm>
#include <cmath>

namespace scalewright::ui {

namespace {

constexpr double minimumTicks = 8;

TimeWindow clampedWindow(TimeWindow window, double from, double span, double end)
{
    span = std::clamp(span, std::min(minimumTicks, end), end);
    from = std::clamp(from, 0.0, end - span);
    window.fromTick = static_cast<std::int64_t>(std::floor(from));
    window.toTick =
        std::min(static_cast<std::int64_t>(end), window.fromTick + std::max<std::int64_t>(1, std::llround(span)));
    return window;
}

}  // namespace

std::int64_t TimeWindow::tickAt(double x) const
{
    return fromTick +
           static_cast<std::int64_t>(std::llround((x - left) / width * static_cast<double>(toTick - fromTick)));
}

TimeWindow TimeWindow::zoomed(double factor, double x, std::int64_t end) const
{
    const double span = static_cast<double>(toTick - fromTick), share = std::clamp((x - left) / width, 0.0, 1.0);
    const double next =
        std::clamp(span * factor, std::min(minimumTicks, static_cast<double>(end)), static_cast<double>(end));
    return clampedWindow(*this, static_cast<double>(fromTick) + share * (span - next), next, static_cast<double>(end));
}

TimeWindow TimeWindow::panned(double pixels, std::int64_t end) const
{
    const double span = static_cast<double>(toTick - fromTick);
    return clampedWindow(*this, static_cast<double>(fromTick) + pixels / width * span, span, static_cast<double>(end));
}

std::vector<double> timeAxisTicks(double fromS, double toS, int maximumCount)
{
    std::vector<double> ticks;
    if (!(toS > fromS) || maximumCount < 1)
        return ticks;
    const double minimumStep = (toS - fromS) / maximumCount;
    double step = std::pow(10, std::floor(std::log10(minimumStep)));
    for (const double factor : {2.0, 2.5, 2.0})  // 1, 2, 5, 10
        if (step < minimumStep * (1 - 1e-9))
            step *= factor;
    for (double i = std::ceil(fromS / step - 1e-9);
         i * step <= toS * (1 + 1e-12) && ticks.size() <= static_cast<std::size_t>(maximumCount); ++i)
        ticks.push_back(i * step);
    return ticks;
}

}  // namespace scalewright::ui

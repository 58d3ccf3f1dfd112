// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quantity/log_scale.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace scalewright::ui {

namespace {

// Rounds via decimal text, so that 0.8 ms is the double nearest to 0.0008 and not 8 * 0.0001.
double roundToTwoDigits(double value)
{
    const std::string text = fmt::format("{:.1e}", value);
    double rounded = value;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    return rounded;
}

double twoDigitStep(double value)
{
    return std::pow(10, std::floor(std::log10(value) + 1e-9) - 1);
}

}  // namespace

double LogScale::positionOf(double value) const
{
    const double share = hasZeroStop ? zeroStopShare : 0;
    if (value <= 0)
        return 0;
    return std::clamp(share + (1 - share) * std::log(value / low) / std::log(high / low), share, 1.0);
}

double LogScale::valueAt(double position) const
{
    const double share = hasZeroStop ? zeroStopShare : 0;
    if (hasZeroStop && position < share / 2)
        return 0;
    const double along = std::clamp((position - share) / (1 - share), 0.0, 1.0);
    return std::clamp(roundToTwoDigits(low * std::pow(high / low, along)), low, high);
}

double LogScale::stepped(double value, int steps) const
{
    if (steps == 0)
        return value;
    if (value <= 0)
        return steps > 0 ? stepped(low, steps - 1) : 0;
    const double target = roundToTwoDigits(value * std::pow(10, steps / 20.0));
    const double grid = twoDigitStep(value);
    const double result = steps > 0 ? std::max(target, roundToTwoDigits(value + grid))
                                    : std::min(target, roundToTwoDigits(value - grid * 0.999));
    if (steps < 0 && (value <= low || result < low * (1 - 1e-9)))
        return hasZeroStop && value <= low ? 0 : std::min(value, low);
    // A value beyond the end (typed before the range was widened) stays where it is if a key would move it further out.
    return steps > 0 ? std::min(result, std::max(high, value)) : result;
}

std::vector<double> LogScale::ticks() const
{
    std::vector<double> positions;
    if (hasZeroStop)
        positions.push_back(0);
    const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9)),
              last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
    for (int exponent = first; exponent <= last; ++exponent)
        positions.push_back(positionOf(std::pow(10, exponent)));
    return positions;
}

LogScale LogScale::widened(double value) const
{
    LogScale wide = *this;
    if (value > high)
        wide.high = std::pow(10, std::ceil(std::log10(value) - 1e-9));
    else if (value > 0 && value < low)
        wide.low = std::pow(10, std::floor(std::log10(value) + 1e-9));
    return wide;
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/range.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

std::optional<Problem> rangeProblem(double value, Dimension dimension, Range range, std::string_view asTyped)
{
    if (!std::isfinite(value))
        return Problem{"the value is not a finite number", exampleOf(dimension), {}};
    // Turns -0 into 0.
    const std::string valueText = asTyped.empty() ? roundTripText(value + 0.0) : std::string(asTyped);
    const auto checkInteger = [&](double low, double high) -> std::optional<Problem> {
        if (value >= low && value <= high && value == std::floor(value))
            return std::nullopt;
        const std::string fault = value < low    ? formatMessage("is less than {}", fmt::format("{:.0f}", low))
                                  : value > high ? "is too large"
                                                 : "is not a whole number";
        return Problem{
            formatMessage("{} {}", valueText, fault),
            formatMessage("a whole number from {} to {}", fmt::format("{:.0f}", low), fmt::format("{:.0f}", high)),
            {}};
    };
    switch (range) {
    case Range::Any: return std::nullopt;
    case Range::NotNegative:
        if (value < 0)
            return Problem{formatMessage("{} is negative", valueText),
                           formatMessage("zero or more, {}", exampleOf(dimension)),
                           {}};
        return std::nullopt;
    case Range::Positive:
        if (value <= 0)
            return Problem{formatMessage("{} is {}", valueText, value < 0 ? "negative" : "nothing"),
                           formatMessage("more than zero, {}", exampleOf(dimension)),
                           {}};
        return std::nullopt;
    case Range::Share:
        if (value <= 0 || value > 1)
            return Problem{formatMessage("{} is not a share", valueText), "a share above 0 and up to 1", {}};
        return std::nullopt;
    case Range::ConfidenceLevel:
        if (value <= 0 || value >= 1)
            return Problem{
                formatMessage("{} is not a confidence level", valueText), "a level between 0 and 1, such as 0.95", {}};
        return std::nullopt;
    case Range::ShareOrZero:
        if (value < 0 || value > 1)
            return Problem{formatMessage("{} is not a share", valueText), "a share from 0 to 1", {}};
        return std::nullopt;
    case Range::AtLeastOne:
        if (value < 1)
            return Problem{formatMessage("{} is less than 1", valueText), "1 or more", {}};
        return std::nullopt;
    case Range::PositiveInteger: return checkInteger(1, 0x1p53);
    case Range::NonNegativeInteger: return checkInteger(0, 0x1p53);
    case Range::WorkerCount: return checkInteger(1, maximumPMax);
    }
    return std::nullopt;
}

}  // namespace scalewright

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
    const std::string said = asTyped.empty() ? roundTrip(value + 0.0) : std::string(asTyped);  // -0 is 0
    const auto whole = [&](double low, double high) -> std::optional<Problem> {
        if (value >= low && value <= high && value == std::floor(value))
            return std::nullopt;
        const std::string fault = value < low    ? say("is less than {}", fmt::format("{:.0f}", low))
                                  : value > high ? "is too large"
                                                 : "is not a whole number";
        return Problem{say("{} {}", said, fault),
                       say("a whole number from {} to {}", fmt::format("{:.0f}", low), fmt::format("{:.0f}", high)),
                       {}};
    };
    switch (range) {
    case Range::Any: return std::nullopt;
    case Range::NotNegative:
        if (value < 0)
            return Problem{say("{} is negative", said), say("zero or more, {}", exampleOf(dimension)), {}};
        return std::nullopt;
    case Range::Positive:
        if (value <= 0)
            return Problem{say("{} is {}", said, value < 0 ? "negative" : "nothing"),
                           say("more than zero, {}", exampleOf(dimension)),
                           {}};
        return std::nullopt;
    case Range::Share:
        if (value <= 0 || value > 1)
            return Problem{say("{} is not a share", said), "a share above 0 and up to 1", {}};
        return std::nullopt;
    case Range::Level:
        if (value <= 0 || value >= 1)
            return Problem{say("{} is not a confidence level", said), "a level between 0 and 1, such as 0.95", {}};
        return std::nullopt;
    case Range::ShareOrNone:
        if (value < 0 || value > 1)
            return Problem{say("{} is not a share", said), "a share from 0 to 1", {}};
        return std::nullopt;
    case Range::OneOrMore:
        if (value < 1)
            return Problem{say("{} is less than 1", said), "1 or more", {}};
        return std::nullopt;
    case Range::Whole: return whole(1, 0x1p53);
    case Range::WholeOrNone: return whole(0, 0x1p53);
    case Range::Workers: return whole(1, largestPMax);
    }
    return std::nullopt;
}

}  // namespace scalewright

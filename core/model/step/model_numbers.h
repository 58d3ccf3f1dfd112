// From a project's fields to the model's numbers: what is missing or out of range is noted with its pointer.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error/result.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/project/document/design.h"
#include "core/project/document/field.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

class ModelNumbers {
public:
    // The value, or 0 and a problem.
    double need(const MaybeQuantity& quantity, const FieldInfo& field)
    {
        if (!quantity)
            problem(field, say("{} is not known", field.meaning),
                    say("{}: {}", exampleOf(field.dimension), field.howToGet));
        return value(quantity, field).value_or(0);
    }

    std::optional<double> value(const MaybeQuantity& quantity, const FieldInfo& field)
    {
        if (!quantity)
            return std::nullopt;
        if (std::optional<Problem> wrong = rangeProblem(quantity->value, field.dimension, field.range)) {
            problem(field, std::move(wrong->message), std::move(wrong->expected));
            return std::nullopt;
        }
        return quantity->value;
    }

    // Up to largestPMax, so that it is an int.
    int countOrNone(const MaybeQuantity& quantity, const FieldInfo& field)
    {
        const double count = value(quantity, field).value_or(0);
        if (count <= largestPMax)
            return static_cast<int>(count);
        problem(field, say("{} is more than can be computed with", significant(count)),
                say("a whole number up to {}", largestPMax));
        return 0;
    }

    void problem(const FieldInfo& field, std::string message, std::string expected)
    {
        m_error.problems.push_back({std::move(message), std::move(expected), {.pointer = field.pointer}});
    }

    int count(const MaybeQuantity& quantity, const FieldInfo& field, int otherwise)
    {
        return static_cast<int>(value(quantity, field).value_or(otherwise));
    }

    // The time to move the message once. Called where both could be read.
    double transfer(double bytes, double bytesPerS, const FieldInfo& bandwidth)
    {
        const double seconds = bytes / bytesPerS;
        if (std::isfinite(seconds))
            return seconds;
        problem(bandwidth, "the message takes longer over this link than can be computed with",
                say("a larger bandwidth or a smaller {}", std::string(fieldOf(&Communication::messageBytes).pointer)));
        return 0;
    }

    [[nodiscard]] bool fine() const { return m_error.problems.empty(); }
    [[nodiscard]] tl::unexpected<Error> failure() { return fail(std::move(m_error)); }

private:
    Error m_error;
};

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a project's fields to numbers for the model; missing or out-of-range values are recorded with their pointer.
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

class ModelFieldReader {
public:
    // The value; if it is missing, records a problem and returns 0.
    double requiredValue(const MaybeQuantity& quantity, const FieldInfo& field)
    {
        if (!quantity)
            addProblem(field, formatMessage("{} is not known", field.phrase),
                       formatMessage("{}: {}", exampleOf(field.dimension), field.howToGet));
        return optionalValue(quantity, field).value_or(0);
    }

    std::optional<double> optionalValue(const MaybeQuantity& quantity, const FieldInfo& field)
    {
        if (!quantity)
            return std::nullopt;
        if (std::optional<Problem> rangeError = rangeProblem(quantity->value, field.dimension, field.range)) {
            addProblem(field, std::move(rangeError->message), std::move(rangeError->expected));
            return std::nullopt;
        }
        return quantity->value;
    }

    // At most maximumPMax, so that it fits in an int.
    int countOrZero(const MaybeQuantity& quantity, const FieldInfo& field)
    {
        const double count = optionalValue(quantity, field).value_or(0);
        if (count <= maximumPMax)
            return static_cast<int>(count);
        addProblem(field, formatMessage("{} is too large to compute with", significantText(count)),
                   formatMessage("a whole number up to {}", maximumPMax));
        return 0;
    }

    void addProblem(const FieldInfo& field, std::string message, std::string expected)
    {
        m_error.problems.push_back({std::move(message), std::move(expected), {.jsonPointer = field.jsonPointer}});
    }

    int countOr(const MaybeQuantity& quantity, const FieldInfo& field, int otherwise)
    {
        return static_cast<int>(optionalValue(quantity, field).value_or(otherwise));
    }

    // The time to move the message once. Precondition: both values could be read.
    double transferTimeS(double bytes, double bytesPerS, const FieldInfo& bandwidth)
    {
        const double seconds = bytes / bytesPerS;
        if (std::isfinite(seconds))
            return seconds;
        addProblem(bandwidth, "the message takes too long over this link to compute with",
                   formatMessage("a larger bandwidth or a smaller {}",
                                 std::string(fieldOf(&Communication::messageBytes).jsonPointer)));
        return 0;
    }

    [[nodiscard]] bool hasNoProblems() const { return m_error.problems.empty(); }
    [[nodiscard]] tl::unexpected<Error> takeError() { return fail(std::move(m_error)); }

private:
    Error m_error;
};

}  // namespace scalewright

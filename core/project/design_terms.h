// From a project's fields to the model's numbers: what is missing or out of range is noted with its pointer.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/project/project.h"
#include "core/project/range.h"
#include "core/quantity/units.h"
#include "core/result/message.h"

namespace scalewright {

// Takes the model's numbers out of a project and notes what is missing or wrong.
class ModelNumbers {
public:
    // The value, or 0 and a problem.
    double need(const MaybeQuantity& quantity, const char* pointer, Dimension dimension, Range range, const char* message,
                const char* expected)
    {
        if (!quantity)
            m_error.problems.push_back({message, expected, {.pointer = pointer}});
        return value(quantity, pointer, dimension, range).value_or(0);
    }

    std::optional<double> value(const MaybeQuantity& quantity, const char* pointer, Dimension dimension, Range range)
    {
        if (!quantity)
            return std::nullopt;
        if (std::optional<Problem> problem = rangeProblem(quantity->value, dimension, range)) {
            problem->where.pointer = pointer;
            m_error.problems.push_back(std::move(*problem));
            return std::nullopt;
        }
        return quantity->value;
    }

    // Up to largestPMax, so that it is an int.
    int countOrNone(const MaybeQuantity& quantity, const char* pointer)
    {
        const double count = value(quantity, pointer, Dimension::Count, Range::WholeOrNone).value_or(0);
        if (count <= largestPMax)
            return static_cast<int>(count);
        problem(pointer, say("{} is more than can be computed with", significant(count)), say("a whole number up to {}", std::to_string(largestPMax)));
        return 0;
    }

    void problem(const char* pointer, Message message, Message expected)
    {
        m_error.problems.push_back({std::move(message), std::move(expected), {.pointer = pointer}});
    }

    int count(const MaybeQuantity& quantity, const char* pointer, int otherwise)
    {
        return static_cast<int>(value(quantity, pointer, Dimension::Count, Range::Workers).value_or(otherwise));
    }

    // The time to move the message once. Called where both could be read.
    double transfer(double bytes, double bytesPerS, const char* pointer)
    {
        const double seconds = bytes / bytesPerS;
        if (std::isfinite(seconds))
            return seconds;
        m_error.problems.push_back({say("the message takes longer over this link than can be computed with"),
                                    say("a larger bandwidth or a smaller /design/communication/message_bytes"),
                                    {.pointer = pointer}});
        return 0;
    }

    [[nodiscard]] bool fine() const { return m_error.problems.empty(); }
    [[nodiscard]] tl::unexpected<Error> failure() { return fail(std::move(m_error)); }

private:
    Error m_error;
};

struct DesignReading {
    DesignTerms terms;
    std::vector<Message> notes;  ///< modelNotes
};

/// The six slots as terms, as scalingModel() documents it.
[[nodiscard]] DesignReading designTerms(const Target& target, const Design& design, const Plan& plan, ModelNumbers& numbers);

}  // namespace scalewright

// One inequality of the flow, as numbers: what left and right are made of, and where a single input flips it.
// Internal to core/model/bottleneck: a Test asks one Question, or the first that trips of two.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/model/bottleneck/flow.h"

namespace scalewright::detail {

/// The known totals of a profile for a question, by field; io_dominates_at is one half where it is absent.
using Numbers = std::vector<std::pair<ProfileField, double>>;

enum class Corner { Value, LeastRatio, GreatestRatio };

/// A field of a question; `rises` where left/right rises with it.
struct Input {
    ProfileField field;
    bool rises;
};

struct Question {
    Test test;
    bool tripsMeansYes;  ///< left > right answers the test with yes (else with no)
    Dimension dimension;
    const char* unit;
    std::string leftName;
    std::string rightName;
    std::vector<Input> inputs;
    double (*left)(const Numbers&);
    double (*right)(const Numbers&);
    /// The value of one input at which left = right, all else equal; nullopt where there is none.
    std::optional<double> (*threshold)(const Numbers&, ProfileField);
};

[[nodiscard]] const Question& fitsQuestion();
[[nodiscard]] const Question& latencyQuestion();
[[nodiscard]] const Question& throughputQuestion();
[[nodiscard]] const Question& storageQuestion();
[[nodiscard]] const Question& readingQuestion();
[[nodiscard]] const Question& talkQuestion();  ///< against the work at the roof
[[nodiscard]] const Question& measuredTalkQuestion();  ///< against the step's own time
/// The measured one where every step has a time.
[[nodiscard]] const Question& talkQuestionOf(const Profile& profile);
[[nodiscard]] const Question& ridgeQuestion();

/// Precondition: the field is one of the question that the numbers are of, and known.
[[nodiscard]] inline double at(const Numbers& numbers, ProfileField field)
{
    for (const auto& [each, value] : numbers)
        if (each == field)
            return value;
    return 0;
}

/// The profile's totals at their values, or at the ends of their intervals that make left/right least or greatest.
[[nodiscard]] Numbers numbersOf(const Profile& profile, const Question& question, Corner corner);

/// Of a validated profile: the test's result, with flips (each without the verdict it leads to) only where asked for.
[[nodiscard]] Result<TestResult> evaluateTest(const Profile& profile, Test test, bool withFlips);

/// The leaf that the flow ends at: a validated profile's verdict and nothing else.
[[nodiscard]] Result<Bottleneck> verdictOf(const Profile& profile);

/// The leaf that this answer names, or nullopt where the flow goes on.
[[nodiscard]] std::optional<Bottleneck> leafOf(Test test, TestAnswer answer);

}  // namespace scalewright::detail

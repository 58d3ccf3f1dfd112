// SPDX-License-Identifier: GPL-3.0-or-later
// One inequality of the flow as numbers: what left and right consist of, and where a single input flips it. Internal to
// core/model/bottleneck: a Test evaluates one Inequality, or the first of two for which left > right.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/model/bottleneck/flow.h"

namespace scalewright::detail {

/// The known totals from a profile for an inequality, by field; io_dominates_at is one half if absent.
using FieldValues = std::vector<std::pair<ProfileField, double>>;

enum class IntervalCorner { Value, SmallestRatio, LargestRatio };

/// A field of an inequality; raisesRatio: left/right increases with it.
struct InequalityInput {
    ProfileField field;
    bool raisesRatio;
};

struct Inequality {
    Test test;
    bool greaterMeansYes;  ///< left > right means yes, otherwise no
    Dimension dimension;
    const char* unit;
    std::string leftName;
    std::string rightName;
    std::vector<InequalityInput> inputs;
    double (*left)(const FieldValues&);
    double (*right)(const FieldValues&);
    /// The value of one input at which left = right, with all others unchanged; nullopt if none exists.
    std::optional<double> (*threshold)(const FieldValues&, ProfileField);
};

[[nodiscard]] const Inequality& memoryFitInequality();
[[nodiscard]] const Inequality& latencyInequality();
[[nodiscard]] const Inequality& throughputInequality();
[[nodiscard]] const Inequality& storageInequality();
[[nodiscard]] const Inequality& readingInequality();
[[nodiscard]] const Inequality& roofCommunicationInequality();  ///< compares with the roofline time of the work
[[nodiscard]] const Inequality& measuredCommunicationInequality();  ///< compares with the step's measured time
/// The inequality with the measured time if every step has a time.
[[nodiscard]] const Inequality& communicationInequalityFor(const Profile& profile);
[[nodiscard]] const Inequality& ridgeInequality();

/// Precondition: the field belongs to the inequality that these values are for, and is known.
[[nodiscard]] inline double valueOfField(const FieldValues& values, ProfileField field)
{
    for (const auto& [each, value] : values)
        if (each == field)
            return value;
    return 0;
}

/// The profile's totals at their values, or at the interval ends that make left/right smallest or largest.
[[nodiscard]] FieldValues fieldValuesOf(const Profile& profile, const Inequality& inequality, IntervalCorner corner);

/// Result of a test for a validated profile. Flip points (without the verdicts they lead to) only if `withFlips` is
/// set.
[[nodiscard]] Result<TestResult> evaluateTest(const Profile& profile, Test test, bool withFlips);

/// The leaf at which the flow ends for a validated profile.
[[nodiscard]] Result<Bottleneck> verdictOf(const Profile& profile);

/// The leaf that this answer leads to, or nullopt if the flow continues.
[[nodiscard]] std::optional<Bottleneck> leafOf(Test test, TestAnswer answer);

}  // namespace scalewright::detail

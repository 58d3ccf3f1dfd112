// What `diagnose` and the page Diagnose answer: what limits one machine, and what to do about it.
#pragma once

#include <vector>

#include "core/model/bottleneck/axes.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/profile.h"
#include "core/model/bottleneck/wrong_axis.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct DiagnosisQuestion {
    const Profile& profile;
    const Diagnosis& diagnosis;
    const AxisMenu& menu;
    const AxisEffect& chosen;  ///< namedAxis()
    const std::vector<WrongAxis>& others;
};

/// "Compute binds", "The working set does not fit in memory".
[[nodiscard]] std::string bindingClaim(const Diagnosis& diagnosis);

/// The weakest origin among the figures that the last question compares.
[[nodiscard]] std::optional<Basis> diagnosisBasis(const Profile& profile, const Diagnosis& diagnosis);

/// The table has an axis a row, the chosen one first.
[[nodiscard]] Answer diagnosisAnswer(const DiagnosisQuestion& question);

/// "One machine uses 15 % of its roof: tune it first."; empty where tuneFirst() does not hold.
[[nodiscard]] std::string tuneFirstText(const Diagnosis& diagnosis);
/// That, or that the work is faster than its roof; else the ceiling that binds and by what: "The working set does not fit in memory: 208 GB > 80.0 GB."
[[nodiscard]] std::string diagnosisHeadline(const Diagnosis& diagnosis);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `diagnose` and the Diagnose page: what limits one machine, and what to do about it.
#pragma once

#include <vector>

#include "core/model/bottleneck/axes.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/profile.h"
#include "core/model/bottleneck/wrong_axis.h"
#include "core/output/answers/answered.h"

namespace scalewright {

struct DiagnosisQuestion {
    const Profile& profile;
    const Diagnosis& diagnosis;
    const AxisMenu& menu;
    const AxisEffect& chosenAxis;  ///< from recommendedAxisEffect()
    const std::vector<WrongAxis>& otherAxes;
};

/// "Compute binds", "The working set does not fit in memory".
[[nodiscard]] std::string bindingClaim(const Diagnosis& diagnosis);

/// The weakest origin among the inputs of the last test.
[[nodiscard]] std::optional<Basis> diagnosisBasis(const Profile& profile, const Diagnosis& diagnosis);

/// The table has one row per axis, with the chosen axis first.
[[nodiscard]] Answer diagnosisAnswer(const DiagnosisQuestion& question);

/// The answer and its JSON form. Errors: those of wrongAxisEffects, recommendedAxisEffect and readAxisMenu.
[[nodiscard]] Result<Answered> answerDiagnosis(const Profile& profile, const Diagnosis& diagnosis,
                                               const WrongAxisOptions& options = {});

/// "One machine uses 15 % of its roof: tune it first."; empty unless tuneFirst().
[[nodiscard]] std::string tuneFirstText(const Diagnosis& diagnosis);
/// The step that takes most of the time against its roof: "35 % of its roof, bandwidth-bound."; with several steps,
/// "matmul, 95 % of the time: …". Empty without a step whose roof and time are known.
[[nodiscard]] std::string rooflineHeadline(const std::vector<RooflinePoint>& steps);
/// tuneFirstText, or a statement that the work is faster than its roof allows; otherwise the binding ceiling and its
/// inequality: "The working set does not fit in memory: 208 GB > 80.0 GB."
[[nodiscard]] std::string diagnosisHeadline(const Diagnosis& diagnosis);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Applies a what-if to a profile or a project.
//
//     WhatIf whatIf;
//     whatIf.set(&Baseline::workingSetBytes, 80e9);
//     FlowProgress then = evaluateFlow(applyWhatIf(profileOf(project), whatIf));
//     Project after = commitWhatIf(project, whatIf);
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/model/bottleneck/flow.h"

namespace scalewright {

struct Project;

/// Figures that are being tried out but are not part of the project, in the order in which they were first changed.
class WhatIf {
public:
    [[nodiscard]] bool isEmpty() const { return m_changes.empty(); }
    [[nodiscard]] const std::vector<std::pair<ProfileField, double>>& changes() const { return m_changes; }
    void set(ProfileField field, double value);
    void remove(ProfileField field);
    void clear() { m_changes.clear(); }
    [[nodiscard]] bool contains(ProfileField field) const;

private:
    std::vector<std::pair<ProfileField, double>> m_changes;
};

[[nodiscard]] Profile applyWhatIf(Profile profile, const WhatIf& whatIf);
/// The project with the figures of the what-if, dated today; step figures are scaled over the steps as in withValue().
[[nodiscard]] Project commitWhatIf(Project project, const WhatIf& whatIf);

/// A value past the flip point, with three significant digits: what to try in order to flip the answer.
[[nodiscard]] double valueBeyondFlip(const FlipPoint& flip);

/// Every known quantity that the answered tests and the blocked test use, step by step; part of `flow`.
[[nodiscard]] std::vector<const Quantity*> quantitiesUsedBy(const FlowProgress& flow);

}  // namespace scalewright

// What a what-if makes of profile and project.
//
//     WhatIf whatIf;
//     whatIf.set(&Baseline::workingSetBytes, 80e9);
//     FlowView then = flowOf(applied(profileOf(project), whatIf));
//     Project after = kept(project, whatIf);
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/model/bottleneck/flow.h"

namespace scalewright {

struct Project;

/// Figures that are tried out and not yet part of the project; in the order they were first touched.
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

[[nodiscard]] Profile applied(Profile profile, const WhatIf& whatIf);
/// The project with the figures of the what-if, typed today; figures of a step are scaled over the steps as withValue
/// does.
[[nodiscard]] Project kept(Project project, const WhatIf& whatIf);

/// A value beyond the flip on its side, with three significant digits: what to try out so that the answer flips.
[[nodiscard]] double valueBeyond(const Flip& flip);

/// Every known quantity that the questions answered (or waiting) rest on, step by step.
[[nodiscard]] std::vector<Quantity> quantitiesBehind(const FlowView& flow);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// The status strip as a sentence: the document's results, always visible.
//
//     compute bound → distribute training · p* 34 (7.5×) · plan p 13: 6.2×, 83 % of p 34’s speedup at 46 % of its cost ·
//     no goal set
//
// This is a pure function, so that the window, the exported verdict and the tests have the same text. Percentages
// compare the plan with p*: S(plan)/S(p*), and the plan's cost divided by the cost of p*, which does not depend on a
// uniform price.
#pragma once

#include <QString>

namespace scalewright {
struct Analysis;
struct Project;
}  // namespace scalewright

namespace scalewright::ui {

struct StripText {
    enum class GoalState { NoGoal, Met, Missed, Unchecked };

    /// "compute bound → distribute training", or the missing field; empty until a profile has been started.
    QString diagnosis;
    bool isDiagnosed = false;
    QString fastest;  ///< "p* 34 (7.49×)", or what is missing, or why there is no p*
    QString planReason;  ///< why this p and not its neighbours, and what limits it; on hover
    QString plan;  ///< empty if there is neither a prediction nor a ladder
    QString designProblems;  ///< the number of failed checks that make the design unworkable; empty if none exist
    QString goal;
    GoalState goalState = GoalState::NoGoal;
    QString openGoals;  ///< "quality": the goals that have not been checked yet
    QString goalField = QStringLiteral("/goal");  ///< where its link leads: the goal, or the field needed to check it

    [[nodiscard]] QString sentence() const;  ///< all parts, joined by " · "

    bool operator==(const StripText&) const = default;
};

[[nodiscard]] StripText stripText(const Project& project, const Analysis& analysis, int designErrors);

/// "7.49×", "34.2×": three significant digits.
[[nodiscard]] QString speedupFactorText(double ratio);

}  // namespace scalewright::ui

// The status strip as a sentence: what the document comes to, always in sight.
//
//     compute bound → distribute training · p* 34 (7.5×) · plan p 13: 6.2×, 83 % of the speedup at 46 % of the cost ·
//     no goal set
//
// A pure function, so that the window, the exported verdict and the tests read the same words. Percentages compare the
// plan with p*: S(plan)/S(p*), and the plan's cost over that of p*, which no uniform price changes.
#pragma once

#include <QString>

namespace scalewright {
struct Analysis;
struct Project;
}  // namespace scalewright

namespace scalewright::ui {

struct StripText {
    enum class Goal { None, Met, Missed, Unchecked };

    /// "compute bound → distribute training", or which figure is missing; empty as long as no profile is begun.
    QString axis;
    bool diagnosed = false;
    QString fastest;  ///< "p* 34 (7.5×)", or what is missing, or why there is none
    QString plan;  ///< empty without a prediction and a ladder
    QString design;  ///< how many checks say that it cannot work; empty where none does
    QString goal;
    Goal goalState = Goal::None;
    QString openGoals;  ///< "quality": those that are not told yet
    QString goalField =
        QStringLiteral("/goal");  ///< where its words lead: the goal, or what it cannot be checked without

    [[nodiscard]] QString sentence() const;  ///< all parts, joined by " · "

    bool operator==(const StripText&) const = default;
};

[[nodiscard]] StripText stripText(const Project& project, const Analysis& analysis, int designErrors);

/// "7.5×", "34×": one decimal below ten.
[[nodiscard]] QString timesText(double ratio);
/// "83 %"; "under 1 %" rather than nothing.
[[nodiscard]] QString shareText(double ratio);

}  // namespace scalewright::ui

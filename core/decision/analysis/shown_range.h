// Which range a chart shows: what the decision is about, not how far the search went.
//
//     shownReach({.pStars = {34}, .planP = 9}, 4096);   // 68: twice p*, which is beyond four times the plan
#pragma once

#include <optional>
#include <vector>

namespace scalewright {

struct Analysis;

struct ShownP {
    std::vector<int> pStars;  ///< of the curves drawn, each inside of its search
    int planP = 1;
    std::optional<int> lastMeasuredP;
    std::optional<int> available{};  ///< the most workers that there are machines for
};

/// The largest of 2 p*, 4 times the plan and 2 times the last p measured; where machines are limited, of 2 times what
/// they hold, the plan and the last p measured; at least fewestShown, at most pMax.
[[nodiscard]] int shownReach(const ShownP& shown, int pMax);
/// Of the project's prediction, its variants and the ladder in sight.
[[nodiscard]] int shownReach(const Analysis& analysis);
/// Whether an axis to `shown` still holds what the decision is about, each best p and the plan: while a slider is held the
/// axis stands until it does not.
[[nodiscard]] bool stillShows(int shown, const Analysis& analysis);

inline constexpr int fewestShown = 8;

/// Where an axis of worker counts ends: the next power of two, so that it ends on a tick and stands still while p* moves
/// a little; at most pMax.
[[nodiscard]] int axisEnd(int reach, int pMax);

/// Values that span more than tenfold are drawn on a log axis. Precondition: none is NaN.
[[nodiscard]] bool wantsLogAxis(const std::vector<double>& values);

}  // namespace scalewright

// Which p is worth its money, in one line: what a run takes and costs at the plan's p, and for which values of an hour
// that p is best. The story's last row and the Cost page say the same.
#pragma once

#include "core/output/answers/answer.h"

namespace scalewright {

struct Analysis;
struct Choice;
struct Project;

/// `choice`: of the curve that decides (decidedOn); nullptr without a price. Without a goal it names the cheapest and the
/// fastest, and leads to /goal/hour_value_usd; the headline is empty where nothing is planned.
[[nodiscard]] Answer decisionAnswer(const Project& project, const Analysis& analysis, const Choice* choice);

}  // namespace scalewright

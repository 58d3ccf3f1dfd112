// The reply for a service that is planned by its throughput, for commands that otherwise show a curve.
#pragma once

#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "core/decision/analysis/analysis.h"

namespace scalewright::cli {

/// "plan_p", "goal" and "plan" as everywhere, "served", and "rows" with p, nodes, replicas, throughput_per_s, feasible and
/// basis. The keys of a curve (`absentKeys`, and those of its rows) are null with the reason.
[[nodiscard]] Reply servedReply(const Project& project, const Analysis& analysis, const std::vector<int>& workers,
                                std::initializer_list<std::string_view> absentKeys);

}  // namespace scalewright::cli

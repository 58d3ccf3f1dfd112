// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `launch`: which files were written, for how many workers on how many nodes, and what to run first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/rules/checks.h"
#include "core/design/tools/launch.h"
#include "core/design/tools/tool_table.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct LaunchQuestion {
    const LaunchParameters& terms;
    const ToolTable& toolTable;
    const ToolChoice& toolChoice;
    std::string toolsReason;  ///< why the tools are not the design's; empty if they are
    std::string workersReason;  ///< why the workers are not the plan's; empty if they are
    std::vector<Finding> findings;  ///< from the design check
    bool hasWorkersPerNode = true;  ///< whether the number of workers per node is set
    std::vector<std::string> files;  ///< as written
};

/// "the plan's p = 1 cannot run the model: 5 are needed", with the available ones if they are fewer; empty if these are
/// the plan's workers.
[[nodiscard]] std::string launchedWorkersReason(int workers, int planP, const std::optional<int>& available);

/// Warnings and remaining tasks, one sentence each.
[[nodiscard]] std::vector<std::string> launchNotes(const LaunchQuestion& question);

/// "13 workers on 13 nodes, with PyTorch DDP.": only the headline, before anything is written.
[[nodiscard]] Answer launchSummary(const LaunchParameters& terms, const ToolChoice& tools);

/// The table lists the tools.
[[nodiscard]] Answer launchAnswer(const LaunchQuestion& question);

/// "torchrun", "ray"; empty if the tool does not launch the user's program.
[[nodiscard]] const char* toolLauncherName(const ToolRow& row);

}  // namespace scalewright

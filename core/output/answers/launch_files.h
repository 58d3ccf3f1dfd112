// What `launch` answers: what was written, for how many workers on how many nodes, and what to run first.
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
    const LaunchTerms& terms;
    const ToolTable& table;
    const ToolChoice& tools;
    std::string whyTools;  ///< why other tools than the design's fit; empty where they are the design's
    std::vector<Finding> findings;  ///< of the design's check
    bool nodesKnown = true;  ///< how many workers a node holds is given
    std::vector<std::string> files;  ///< as written
};

/// What may go wrong or is left to do, a sentence each.
[[nodiscard]] std::vector<std::string> launchNotes(const LaunchQuestion& question);

/// "13 workers on 13 nodes, with PyTorch DDP.": the headline alone, before anything is written.
[[nodiscard]] Answer launchSummary(const LaunchTerms& terms, const ToolChoice& tools);

/// The table has the tools.
[[nodiscard]] Answer launchAnswer(const LaunchQuestion& question);

/// "torchrun", "ray"; empty where it is no program of yours that is launched.
[[nodiscard]] const char* toolLauncherName(const ToolRow& row);

}  // namespace scalewright

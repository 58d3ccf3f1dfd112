// What the commands under `timeline` share.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/communication_options.h"
#include "app/cli/input.h"
#include "app/cli/options.h"

namespace scalewright::cli {

struct TimelineImportOptions {
    std::vector<std::string> paths;
    Text rules, exchange, project;
    std::vector<std::string> asMedian, without, compare;
    bool ladder = false, overlap = false, processIsRank = false;
};

struct TimelineSimulateOptions {
    Text project, variant, tComp, p, pMax, steps, seed, scaling, jitter, backup, staleness, kill;
    std::vector<std::string> slow;
    CommunicationOptions communication;
    Edits edits;
    bool events = false, ladder = false;
};

Result<Reply> timelineSimulate(const TimelineSimulateOptions& options);
Result<Reply> timelineImport(const TimelineImportOptions& options);

}  // namespace scalewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// Declarations shared by the `timeline` commands.
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
    OptionText rulesFile, exchangeFactor, project;
    std::vector<std::string> medianRanks, ranksLeftOutOfReplay, comparedPaths;
    bool writesLadder = false, hidesExchanges = false, processIsRank = false;
};

struct TimelineSimulateOptions {
    OptionText project, variant, tComp, p, pMax, steps, seed, scaling, jitter, backupWorkers, staleness, killedWorker;
    std::vector<std::string> slowedWorkers;
    CommunicationOptions communication;
    Edits edits;
    bool writesEvents = false, usesMeasuredLadder = false;
};

Result<Reply> timelineSimulate(const TimelineSimulateOptions& options);
Result<Reply> timelineImport(const TimelineImportOptions& options);

}  // namespace scalewright::cli

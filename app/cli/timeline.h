// What the commands under `timeline` share.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/options.h"

namespace scalewright::cli {

struct TimelineImportOptions {
    std::vector<std::string> paths;
    Text rules;
    bool ladder = false;
};

Result<Answer> timelineImport(const TimelineImportOptions& options);

}  // namespace scalewright::cli

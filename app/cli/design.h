// SPDX-License-Identifier: GPL-3.0-or-later
// Declarations shared by the `design` commands.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "core/base/json/json.h"
#include "core/base/quantity/quantity.h"
#include "core/design/slots/slots.h"
#include "core/project/document/project.h"

namespace scalewright::cli {

struct DesignOptions {
    std::vector<std::string> projectFiles;  ///< for check, show and price: one answer per file
    std::string projectFile, rightProjectFile;
    Edits edits;
    OptionText variant, leftVariant, rightVariant, leftCaseStudy, caseStudy, pMax, fixRule, remedyId;
};

Result<Reply> runDesignPrice(const DesignOptions& options);
Result<Reply> runDesignCompare(const DesignOptions& options);

}  // namespace scalewright::cli

// What the commands under `design` share.
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
    std::vector<std::string> projects;  ///< check, show, price: each is answered
    std::string project, other;
    Edits edits;
    Text variant, leftVariant, rightVariant, leftCaseStudy, caseStudy, pMax, fix, remedy;
};

[[nodiscard]] Json parametersJson(const std::vector<SlotParameter>& parameters);

Result<Reply> designPrice(const DesignOptions& options);
Result<Reply> designCompare(const DesignOptions& options);

}  // namespace scalewright::cli

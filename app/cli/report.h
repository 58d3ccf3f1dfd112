// What report asks and reproduce asks again.
#pragma once

#include <string>

#include "core/output/report/hand_in.h"

namespace scalewright::cli {

/// Of the project at that path, which stands as reportedProject in what is found.
[[nodiscard]] AskedSection askFor(const ReportQuestion& question, const std::string& project);

}  // namespace scalewright::cli

// Where the data files are: examples, catalogue.
//
// Searched in this order: $SCALEWRIGHT_RESOURCES, ../share/scalewright beside the running program's folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result/result.h"

namespace scalewright {

/// A file or folder of the resources, e.g. "examples/output-41.4.1.scalewright".
/// Error (Environment): not found, naming the places that were searched.
[[nodiscard]] Result<std::filesystem::path> resourcePath(const std::string& relative);

}  // namespace scalewright

// Reading what the command line names: a file, or "-" for standard input.
#pragma once

#include <cstddef>
#include <string>

#include "app/cli/options.h"
#include "core/project/project.h"
#include "core/result/result.h"

namespace scalewright::cli {

/// Larger inputs are refused without being read.
inline constexpr std::size_t largestInput = 64u << 20;

/// The whole text of a file, or of standard input for "-". Errors: absent, a directory, too large (Input);
/// not permitted, a read that fails (Environment). Every error names the file ("standard input" for "-").
[[nodiscard]] Result<std::string> readText(const std::string& file);

/// The project in a file, or in standard input for "-".
[[nodiscard]] Result<Project> readProjectFrom(const std::string& file);

/// The same as its variant, where one is named. `option`: what an error calls it.
[[nodiscard]] Result<Project> readVariant(const std::string& file, const Text& variant, const char* option);

/// Whether the file is one that was read here, under whatever name: no answer may be written over it.
[[nodiscard]] bool wasRead(const std::string& file);

/// How errors call it: the file's name, "standard input" for "-".
[[nodiscard]] std::string inputName(const std::string& file);

}  // namespace scalewright::cli

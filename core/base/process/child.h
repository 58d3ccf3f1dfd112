// A child process whose standard output is read line by line and which can be killed at any moment.
// For the programs of our own that measure.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright::detail {

/// Runs `program` with `arguments` (without the program's own name) until it closes its standard output, handing on
/// each line. It has a process group of its own, no input, no errors, default signals, and OpenBLAS's own threads
/// switched off. Returns within about 50 ms of a stop request with ErrorCode::Cancelled: the child is killed and
/// reaped. Errors: Environment when it cannot be started, or was killed by a signal that nobody here sent.
[[nodiscard]] Result<int> runChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                                   const std::stop_token& stop, const std::function<void(std::string_view)>& line);

}  // namespace scalewright::detail

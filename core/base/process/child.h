// SPDX-License-Identifier: GPL-3.0-or-later
// A child process whose standard output is read line by line and that can be killed at any time. Used for our own
// measuring programs.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright::detail {

/// Runs `program` with `arguments` (without the program's own name) until it closes its standard output, and passes on
/// each line. The child has its own process group, no input, no error output, default signals, and no OpenBLAS threads.
/// Returns within about 50 ms of a stop request with ErrorCode::Cancelled: the child is killed and reaped. Errors:
/// Environment if it cannot be started, or was killed by a signal that this program did not send.
[[nodiscard]] Result<int> runChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                                   const std::stop_token& stop, const std::function<void(std::string_view)>& line);

}  // namespace scalewright::detail

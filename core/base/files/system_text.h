// SPDX-License-Identifier: GPL-3.0-or-later
// The operating system's message for an error number.
#pragma once

#include <string>
#include <system_error>

namespace scalewright {

/// For example "No space left on device". `error` is an errno value.
[[nodiscard]] inline std::string systemErrorText(int error)
{
    return std::system_category().message(error);
}

}  // namespace scalewright

// What the operating system says of an error number.
#pragma once

#include <string>
#include <system_error>

namespace scalewright {

/// "No space left on device". `error` is an errno.
[[nodiscard]] inline std::string systemText(int error)
{
    return std::system_category().message(error);
}

}  // namespace scalewright

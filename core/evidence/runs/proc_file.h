// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a /proc file in one call. Internal to core/evidence/runs.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

namespace scalewright::detail {

/// The content, null-terminated in `block`; empty if the process is gone.
inline std::string_view readProcFile(const std::string& name, std::array<char, 4096>& block)
{
    const int descriptor = open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return {};
    const ssize_t bytesRead = read(descriptor, block.data(), block.size() - 1);
    close(descriptor);
    block[bytesRead > 0 ? static_cast<std::size_t>(bytesRead) : 0] = '\0';
    return bytesRead > 0 ? std::string_view(block.data(), static_cast<std::size_t>(bytesRead)) : std::string_view();
}

}  // namespace scalewright::detail

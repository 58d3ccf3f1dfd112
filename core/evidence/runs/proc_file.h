// A file of /proc, read at once. Internal to core/evidence/runs.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

namespace scalewright::detail {

/// What it says, ended by a zero; empty where the process is gone.
inline std::string_view readProc(const std::string& name, std::array<char, 4096>& block)
{
    const int in = open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return {};
    const ssize_t got = read(in, block.data(), block.size() - 1);
    close(in);
    block[got > 0 ? static_cast<std::size_t>(got) : 0] = '\0';
    return got > 0 ? std::string_view(block.data(), static_cast<std::size_t>(got)) : std::string_view();
}

}  // namespace scalewright::detail

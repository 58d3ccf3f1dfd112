// SPDX-License-Identifier: GPL-3.0-or-later
// This machine's date and time, in the format used by provenance and ladders.
#pragma once

#include <array>
#include <ctime>
#include <string>

namespace scalewright {

namespace detail {

inline std::string formatLocalTime(const char* format)
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), format, &parts);
    return text.data();
}

}  // namespace detail

/// "2026-11-22", local date.
[[nodiscard]] inline std::string today()
{
    return detail::formatLocalTime("%Y-%m-%d");
}

/// "2026-11-22T09:30:00", local time.
[[nodiscard]] inline std::string localTimestamp()
{
    return detail::formatLocalTime("%Y-%m-%dT%H:%M:%S");
}

}  // namespace scalewright

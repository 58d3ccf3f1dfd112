// The date and the time of day of this machine, as provenance and ladders write them.
#pragma once

#include <array>
#include <ctime>
#include <string>

namespace scalewright {

namespace detail {

inline std::string localTime(const char* format)
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), format, &parts);
    return text.data();
}

}  // namespace detail

/// "2026-11-22", by the local calendar.
[[nodiscard]] inline std::string today()
{
    return detail::localTime("%Y-%m-%d");
}

/// "2026-11-22T09:30:00", local time.
[[nodiscard]] inline std::string timeOfDay()
{
    return detail::localTime("%Y-%m-%dT%H:%M:%S");
}

}  // namespace scalewright

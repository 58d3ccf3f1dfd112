// SPDX-License-Identifier: GPL-3.0-or-later
// Durations with more than one part, as written by clocks, batch systems and people.
//
//     parseDuration("1-02:03:04")->seconds;   // 93784, sacct's format: days-hours:minutes:seconds
//     parseDuration("0:42")->seconds;         // 42: minutes and seconds, as sacct and time(1) print them
//     parseDuration("1h 12m")->seconds;       // 4320
#pragma once

#include <optional>
#include <string_view>

namespace scalewright {

struct Duration {
    double seconds = 0;
    bool isAmbiguousClock = false;  ///< "0:42" could also mean hours and minutes
    bool isMinutesOnly = false;    ///< "38m": tells callers to show how it was read
};

/// Accepts "[d-]h:mm:ss" and "m:ss", with an optional fraction of a second; days, hours, minutes and seconds in
/// descending order ("1h 12m", "21m30s", "2 days 3 h"); and "38m", where m is minutes. nullopt for anything else,
/// including a single number with another unit and "1:75".
[[nodiscard]] std::optional<Duration> parseDuration(std::string_view text);

}  // namespace scalewright

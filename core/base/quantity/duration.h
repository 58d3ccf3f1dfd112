// Times in more than one part, as clocks, batch systems and people write them.
//
//     durationOf("1-02:03:04")->seconds;   // 93784, as sacct has it: days-hours:minutes:seconds
//     durationOf("0:42")->seconds;         // 42: minutes and seconds, as sacct and time(1) print them
//     durationOf("1h 12m")->seconds;       // 4320
#pragma once

#include <optional>
#include <string_view>

namespace scalewright {

struct Duration {
    double seconds = 0;
    bool isMinutes = false;  ///< "0:42": somebody may mean hours and minutes
    bool isOnlyM = false;    ///< "38m": for who says back what was read
};

/// "[d-]h:mm:ss", "m:ss", each with a fraction of the second; days, hours, minutes and seconds behind one another, each
/// smaller than the one before ("1h 12m", "21m30s", "2 days 3 h"); "38m", where m is minutes. nullopt of everything
/// else, one number with another unit among it, and of "1:75".
[[nodiscard]] std::optional<Duration> durationOf(std::string_view text);

}  // namespace scalewright

// What a file that another program wrote is for, by its content, whatever it is called.
#pragma once

#include <cstdint>
#include <string_view>

namespace scalewright {

enum class FileKind : std::uint8_t {
    Unknown,  ///< none of these; a file of our own too
    Ladder,   ///< a table of p and times (ladder_file.h)
    Profile,  ///< steps of a workload: perf, py-spy, speedscope, ncu, PROFILE.json (core/runs, core/bottleneck)
    Table,    ///< numbers in columns whose names do not say of what: a person is to say (previewOf)
    Timings,  ///< collectives by their size: a benchmark's log or a CSV (core/commfit)
};

/// Precondition: UTF-8 (core/import/encoding.h).
///     kindOf("p,time\n1,10\n2,6\n")   // FileKind::Ladder
[[nodiscard]] FileKind kindOf(std::string_view text);

}  // namespace scalewright

// What a file that another program wrote is, and why: by its content, whatever it is called. One list, which the window
// and the command line ask alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/result.h"

namespace scalewright {

class SourceText;

enum class FileKind : std::uint8_t {
    Unknown,  ///< none of these; a file of our own too
    Ladder,  ///< a table of p and times (ladder_file.h)
    Profile,  ///< steps of a workload: perf, py-spy, speedscope, ncu, PROFILE.json (profile_import.h)
    Table,  ///< numbers in columns whose names do not say of what: a person is to say (previewOf)
    Timings,  ///< collectives by their size: a benchmark's log or a CSV (core/evidence/commfit)
};

struct Recognised {
    FileKind kind = FileKind::Unknown;
    std::string format{};  ///< "perf stat"; empty where nothing is known of it
    std::string because{};  ///< "it has a line of perf's counters"
};

/// Precondition: UTF-8 (encoding.h).
[[nodiscard]] Recognised recognised(const SourceText& source);

/// Precondition: UTF-8.
///     kindOf("p,time\n1,10\n2,6\n")   // FileKind::Ladder
[[nodiscard]] FileKind kindOf(std::string_view text);
[[nodiscard]] FileKind kindOf(const SourceText& source);

/// Why the text cannot be a ladder though it is known: a benchmark's log, a profile, a trace; and who reads it.
[[nodiscard]] std::optional<Error> knownButNoLadder(const SourceText& source);

/// The three formats that come nearest to a text that is none, with what is missing for each.
[[nodiscard]] Error nearestFormats(const SourceText& source);

}  // namespace scalewright

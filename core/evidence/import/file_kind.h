// SPDX-License-Identifier: GPL-3.0-or-later
// Detects the format of a file from another program from its contents alone, and gives the reason. The window and the
// command line use the same list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/result.h"

namespace scalewright {

class SourceText;

enum class FileKind : std::uint8_t {
    Unknown,  ///< none of these; includes Scalewright's own files
    Ladder,  ///< a table of p and times (ladder_file.h)
    Profile,  ///< steps of a workload: from perf, py-spy, speedscope, ncu or PROFILE.json (profile_import.h)
    Table,  ///< columns of numbers with unclear names: the user has to assign them (previewTable)
    Timings,  ///< collectives by message size: a benchmark log or CSV (core/evidence/commfit)
};

struct DetectedFormat {
    FileKind kind = FileKind::Unknown;
    std::string name{};  ///< "perf stat"; empty if unknown
    std::string reason{};  ///< "it has a line with perf's counters"
};

/// Precondition: UTF-8 (encoding.h).
[[nodiscard]] DetectedFormat detectFormat(const SourceText& source);

/// Precondition: UTF-8.
///
///     detectFileKind("p,time\n1,10\n2,6\n")   // FileKind::Ladder
[[nodiscard]] FileKind detectFileKind(std::string_view text);
[[nodiscard]] FileKind detectFileKind(const SourceText& source);

/// What the file is if another command reads it, or no command does but its format is known (foreign_formats.h).
/// `command`: the one that was called, such as "diagnose"; ladders have "attribute".
[[nodiscard]] std::optional<Error> wrongFormatError(const SourceText& source, std::string_view command);

/// For text in an unknown format: what it appears to be, and what is missing to make it a ladder.
[[nodiscard]] Error unknownFormatError(const SourceText& source);

}  // namespace scalewright

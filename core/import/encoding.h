// Texts from files, before anybody reads a table in them: their encoding, and logs that are no tables.
//
//     const Result<std::string> text = asUtf8(bytes);   // then parseCsv(*text)
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace scalewright {

/// The text in UTF-8 without a byte-order mark. UTF-16 is known by its mark, or by the zero byte of an ASCII first
/// character; a half surrogate or a last byte without its second becomes U+FFFD. Anything else comes back as it is:
/// bytes that are not UTF-8 are shown as U+FFFD and found wrong where a number belongs. Error (Input): UTF-32, by its
/// mark.
[[nodiscard]] Result<std::string> asUtf8(std::string text);

/// Whether `text` is a log of OSU micro-benchmarks, Intel MPI Benchmarks, nccl-tests or torch's benchmarks
/// (core/commfit/timings_log.h reads them).
[[nodiscard]] bool isBenchmarkLog(std::string_view text);

/// Why such a log is no ladder. nullopt for anything else.
[[nodiscard]] std::optional<Error> refusedLog(std::string_view text);

}  // namespace scalewright

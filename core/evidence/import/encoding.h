// Texts from files, before anybody reads a table in them: their encoding, and logs that are no tables.
//
//     const Result<std::string> text = asUtf8(bytes);   // then parseCsv(*text)
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/result.h"

namespace scalewright {

struct DecodedText {
    std::string text;  ///< UTF-8 without a byte-order mark
    bool isWindows1252 = false;  ///< it was not UTF-8 and was read as what Excel writes in Western Europe
};

/// UTF-16 is known by its mark, or by the zero byte of an ASCII first character; a half surrogate or a last byte without
/// its second becomes U+FFFD. What is not UTF-8 is Windows-1252, and Latin-1 with it. A text of UTF-8 in which fewer
/// bytes are wrong than characters are right comes back as it is: these bytes are shown as U+FFFD and found wrong where
/// a number belongs. Error (Input): UTF-32, by its mark.
[[nodiscard]] Result<DecodedText> decoded(std::string bytes);

/// The same where nobody asks what it was.
[[nodiscard]] Result<std::string> asUtf8(std::string bytes);

/// Whether `text` is a log of OSU micro-benchmarks, Intel MPI Benchmarks, nccl-tests or torch's benchmarks
/// (core/evidence/commfit/timings_log.h reads them).
[[nodiscard]] bool isBenchmarkLog(std::string_view text);

/// Why such a log is no ladder. nullopt for anything else.
[[nodiscard]] std::optional<Error> refusedLog(std::string_view text);

}  // namespace scalewright

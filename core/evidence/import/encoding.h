// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes file contents before tables are read, and detects logs that are not tables.
//
//     const Result<std::string> text = toUtf8(bytes);   // then parseCsv(*text)
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/result.h"

namespace scalewright {

struct DecodedText {
    std::string text;  ///< UTF-8 without a byte-order mark, terminal codes and line prefixes (line_prefix.h)
    bool isWindows1252 = false;  ///< it was not UTF-8 and was read in Excel's encoding for Western Europe
};

/// UTF-16 is detected by its byte-order mark, or by the zero byte of an ASCII first character; an unpaired surrogate or
/// an odd last byte becomes U+FFFD. Text that is not UTF-8 is read as Windows-1252, which includes Latin-1. UTF-8 text
/// with fewer invalid bytes than multi-byte characters is returned unchanged: those bytes are shown as U+FFFD, and are
/// errors in a number. Errors (Input): UTF-32, detected by its byte-order mark; a known binary format.
[[nodiscard]] Result<DecodedText> decodeText(std::string bytes);

/// Like decodeText, but returns only the text.
[[nodiscard]] Result<std::string> toUtf8(std::string bytes);

/// True if `text` is a log from OSU micro-benchmarks, Intel MPI Benchmarks, nccl-tests, perftest or PyTorch benchmarks
/// (core/evidence/commfit/timings_log.h reads them).
[[nodiscard]] bool isBenchmarkLog(std::string_view text);

/// "RDMA_Write BW Test", "Send Latency Test": the start of a table of perftest.
[[nodiscard]] bool isPerftestTitle(std::string_view line);

/// The reason why such a log is not a ladder; nullopt for anything else.
[[nodiscard]] std::optional<Error> benchmarkLogError(std::string_view text);

}  // namespace scalewright

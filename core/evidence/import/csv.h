// SPDX-License-Identifier: GPL-3.0-or-later
// Reads CSV files into cells with their positions, so that errors can give the line and column.
//
// RFC 4180 and common extensions: byte-order marks, CRLF or LF; blank lines and lines that start with '#' are skipped,
// and spaces around a field are removed. The first row is the header. Fields are separated by commas, or, if the header
// has no comma, by semicolons or tabs. Quoted fields may contain separators, doubled quotes and line ends.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct CsvCell {
    std::string text;
    int line = 0;  ///< 1-based start of the field
    int column = 0;  ///< 1-based, in characters
};

struct CsvRow {
    int line = 0;
    std::vector<CsvCell> cells;
};

struct CsvFile {
    CsvRow header;
    std::vector<CsvRow> rows;  ///< each row has as many cells as the header

    /// Index of the column with this name, ignoring case.
    [[nodiscard]] std::optional<std::size_t> findColumn(std::string_view name) const;
};

/// Errors (Input), each with line and column: only comments, a header with two columns of the same name, a row longer
/// or shorter than the header, an unclosed quote, text after a closing quote, a binary file, more than maximumCsvCells
/// cells.
inline constexpr std::size_t maximumCsvCells = 4'000'000;
[[nodiscard]] Result<CsvFile> parseCsv(std::string_view text);

}  // namespace scalewright

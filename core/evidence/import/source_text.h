// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a file, and the table or JSON in it. Each is parsed only once, although the file kind, the ladders and a
// preview all need it.
//
//     const SourceText source(bytes);
//     detectFileKind(source);   // reads the table
//     readLadders(source);      // uses the same table
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/evidence/import/grid.h"

namespace scalewright {

struct FoundTable {
    Grid grid;
    std::string note{};  ///< "line 1 was read as a title and left out"; empty if the header is the first line
    std::string decision{};  ///< part of every headline, as LadderFile::decisions
    std::vector<Grid> others{};  ///< further tables in the text
    std::string program{};  ///< "Megatron-LM": the program that wrote the rows; empty for plain tables
};

class SourceText {
public:
    /// UTF-8, UTF-16 or Windows-1252 (encoding.h).
    explicit SourceText(std::string_view bytes);

    /// Error (Input): an unsupported encoding.
    [[nodiscard]] const Result<std::string>& text() const { return m_text; }
    [[nodiscard]] bool isWindows1252() const { return m_isWindows1252; }
    /// True if the text starts with an object, or with a list of JSON values.
    [[nodiscard]] bool looksLikeJson() const;

    /// The table, with its header first even if the file has it below titles or after a '#'. Precondition: text().
    /// Error (Input): no table, with the reason.
    [[nodiscard]] const Result<FoundTable>& table() const;
    /// The table, moved out; table() would find it again. Precondition: table() is no error.
    [[nodiscard]] FoundTable takeTable();
    /// Precondition: text(). Error (Input): invalid JSON, with the position.
    [[nodiscard]] const Result<Json>& json() const;

private:
    Result<std::string> m_text;
    bool m_isWindows1252 = false;
    mutable std::optional<Result<FoundTable>> m_table;
    mutable std::optional<Result<Json>> m_json;
};

}  // namespace scalewright

// A text from elsewhere, and the table or the JSON in it, worked out once however many ask: what the file is for, its
// ladders, a preview.
//
//     const SourceText source(bytes);
//     kindOf(source);        // reads the table
//     readLadders(source);   // has it already
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/evidence/import/grid.h"

namespace scalewright {

struct FoundTable {
    Grid grid;
    std::string said{};  ///< "line 1 was read as a title and left out"; empty where the header comes first
    std::string format{};  ///< "Megatron-LM": whose output the rows are from; empty of a table that is one
};

class SourceText {
public:
    /// UTF-8, UTF-16 or Windows-1252 (encoding.h).
    explicit SourceText(std::string_view bytes);

    /// Error (Input): an encoding that is not read.
    [[nodiscard]] const Result<std::string>& text() const { return m_text; }
    /// Its bytes were read as Windows-1252.
    [[nodiscard]] bool isWindows1252() const { return m_isWindows1252; }
    /// Its first character opens an object, or a list of what JSON knows.
    [[nodiscard]] bool looksLikeJson() const;

    /// With its header first, under titles or behind a '#'; precondition: text(). Error (Input): no table, and why.
    [[nodiscard]] const Result<FoundTable>& table() const;
    /// Precondition: text(). Error (Input): no JSON, where.
    [[nodiscard]] const Result<Json>& json() const;

private:
    Result<std::string> m_text;
    bool m_isWindows1252 = false;
    mutable std::optional<Result<FoundTable>> m_table;
    mutable std::optional<Result<Json>> m_json;
};

}  // namespace scalewright

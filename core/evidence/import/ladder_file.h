// SPDX-License-Identifier: GPL-3.0-or-later
// Reads ladders in common formats: CSV, a table pasted from a spreadsheet or terminal, JSON, Extra-P text.
//
//     const LadderFile file = readLadders(text, {.columns = parseColumnMap("p=gcds,time=runtime_s").value()}).value();
//     file.ladders.front();   // in the form a project stores; file.mapping lists the role of each column
//
// Tables have a header row. Columns are separated by commas, semicolons, tabs, '|' or spaces, have fixed widths under a
// line of dashes, or come from a LaTeX tabular. A title above the header is skipped with a warning; comments start with
// '#', as may the header (gnuplot). Byte-order marks, UTF-16, decimal commas and thousands separators ("1.072,4";
// "1,850" if the column settles it), times ("02:13:40", "1h 12m") and values with a spread ("8,910 ± 120") are
// understood. For Slurm jobs, see core/evidence/import/job_table.h. Columns: p with comp, comm, idle (io, quality, …:
// core/project/document/ladder_roles.h), or time, or throughput; other names are guessed, as `mapping` reports, or set
// with --map. Units come from the header: "_ms", "(us)", "[min]", "/s". A cell that is empty, "N/A" or "-" was not
// measured. Rows with the same p are repeats. A text column separates ladders (model, platform, cloud) at any position;
// a column "scaling" contains strong or weak. If two columns fit one role (nodes and gpus) and their values do not
// decide, the file is refused and the error names both.
//
// Decisions use the whole table (evidence.h): a rate per worker is multiplied by p; work that grows with p, or a word,
// indicates weak scaling; the worker count that separates the rows is p. If two readings remain, the error names the
// option for each. For names in other languages, see resources/catalogue/columns.json.
//
// JSON: a list of objects, also nested in other objects or one object per line; a hyperfine scan; {"points": […]} (a
// project's ladder); {"ladders": […]}; {"p": […], "time": […]}; a project; or the --json output of scalewright-cli
// (predict, attribute, cost, fit). At most a million cells and 1000 columns. MLflow and Weights & Biases runs are read
// as such tables and lists: core/evidence/import/run_table.h. Extra-P's text format:
// https://github.com/extra-p/extrap/blob/master/docs/file-formats.md, with one parameter and time metrics.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/result.h"
#include "core/project/document/ladder_roles.h"
#include "core/project/document/measurements.h"

namespace scalewright {

class SourceText;

/// Confidence that a column has the role it was assigned.
enum class Confidence {
    Explicit,  ///< by --map, by the contract's name, or because this program wrote the file
    Likely,  ///< a common name for the role, with a stated unit
    Unsure,  ///< a name with other meanings ("t", "n", "total"), or an ambiguous unit that is not stated
};
[[nodiscard]] const char* confidenceName(Confidence confidence);  ///< "said", "likely", "unsure"

/// The meaning of a comma in a number.
enum class CommaReading : std::uint8_t { Inferred, Decimal, Thousands };

/// How a decision for weak scaling begins (LadderFile::decisions).
inline constexpr std::string_view weakScalingDecision = "weak scaling";

/// A run of 30 days, in seconds, is implausible if neither the name nor the unit of its time is given.
inline constexpr double implausibleRunTimeS = 30 * 86400.0;

struct MappedColumn {
    LadderColumn column = LadderColumn::P;
    std::string header;  ///< as written in the file: "runtime_s"
    bool isGuessed = false;  ///< not set by the contract's name or --map
    double unitFactor = 1;  ///< converts a cell to the role's base unit: 0.001 for "ms"
    bool unitGiven = false;  ///< the header or --map gives the unit; otherwise the base unit is assumed
    std::string unit{};  ///< "ms", "per min"; the base unit if none is given; empty for roles without one (p, quality)
    Confidence confidence = Confidence::Explicit;
    CommaReading commas = CommaReading::Inferred;  ///< Inferred: no number in the column depends on it
    bool mayNameOptions = false;  ///< messages may mention command-line options
    bool hasThousandsPoints = false;  ///< "4.412" means 4412, because this file uses decimal commas
    bool isGerman = false;  ///< thousands points were inferred from German words in the table
    bool hasUnclearPoints = false;  ///< "17.066" in a rate may mean 17066: refused, and both readings are offered
    bool isPerWorker = false;  ///< a rate per worker, to be multiplied by p
    std::string evidence{};  ///< what in the table decided, apart from the name: "rows of one "nodes" differ in it"
};

enum class LadderFormat { Auto, Table, Json, Text };

struct LadderTextFormat;

struct LadderFile {
    LadderFormat format = LadderFormat::Table;  ///< as detected
    const LadderTextFormat* textFormat = nullptr;  ///< of LadderFormat::Text
    std::vector<Ladder> ladders;  ///< never empty; several if a column (model, platform, cloud) separates them
    std::vector<MappedColumn> mapping;  ///< empty for a project's own ladders
    std::vector<std::string> splitColumns{};  ///< headers of the columns whose texts separate the ladders
    std::vector<std::string> unusedHeaders;  ///< headers of columns that were not read
    /// Readings that change what the speedup means: "weak scaling, by cells", "rate in t/s". Part of every headline.
    std::vector<std::string> decisions{};
    std::vector<std::string> warnings;  ///< about skipped rows, two candidates for p, decimal commas, …
};

/// What messages suggest about columns: --map and --where, or nothing because the caller offers the columns.
enum class ColumnHints { Options, None };

/// What the caller knows about the file. `columns` maps a role to a header: {P, "gcds"}; "median(us)" adds a unit.
/// `rowFilters` keeps rows whose column contains that text, such as {"model", "Alexnet"}; several texts for one column
/// are alternatives. The text "*" keeps all rows and states that the column does not separate ladders.
struct LadderFileOptions {
    std::map<LadderColumn, std::string> columns;
    std::vector<std::pair<std::string, std::string>> rowFilters;
    std::vector<std::string> ignoredHeaders{};  ///< headers of columns to skip, whatever their names
    CommaReading commas =
        CommaReading::Inferred;  ///< Inferred: decided per column; a number that stays ambiguous is refused
    LadderFormat format = LadderFormat::Auto;  ///< Auto: detected from the beginning of the text
    const LadderTextFormat* textFormat = nullptr;  ///< of LadderFormat::Text
    std::optional<Scaling> scaling{};  ///< set by the user; the scaling is then not inferred from the table
    ColumnHints hints = ColumnHints::Options;
    /// The ladder that will be chosen (findLadder). All ladders are read, but questions are asked only about this one.
    std::optional<std::string> ladderName{};
};

/// A number whose mark may be a decimal or a thousands separator, and its value under each `CommaReading`.
struct AmbiguousNumber {
    std::string number, ifThousands, ifDecimal;  ///< "1,850", "1850", "1.85"; "17.066", "17.066", "17066"
};

/// A table before its columns are assigned to roles, shown so that the user can assign them.
struct TablePreview {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;  ///< the first rows, each as long as the header
    /// The distinct texts in each column; empty if there are more than `maximumDistinctValues`.
    std::vector<std::vector<std::string>> distinctValues;
    static constexpr std::size_t maximumDistinctValues = 12;
    int headerLine = 0;  ///< line of the header, below any title
    /// The first ambiguous number; ambiguous points count only in a rate column.
    std::optional<AmbiguousNumber> ambiguousNumber{};
};

/// nullopt for formats without columns and for text that is not a table.
[[nodiscard]] std::optional<TablePreview> previewTable(std::string_view bytes, std::size_t rows);
[[nodiscard]] std::optional<TablePreview> previewTable(const SourceText& source, std::size_t rows);

/// "p=gcds,time=runtime_s". Error (Input): an unknown role, a repeated role, no '='.
[[nodiscard]] Result<std::map<LadderColumn, std::string>> parseColumnMap(std::string_view text);

/// Reads the ladders from a file's bytes (UTF-8, UTF-16 or Windows-1252) in any of the formats above. Error (Input)
/// with the line and column (JSON: pointer) and what would be right: no column of workers or times, text in place of a
/// number, zero, negative or infinite values, parts larger than their time.
[[nodiscard]] Result<LadderFile> readLadders(std::string_view bytes, const LadderFileOptions& options = {});
[[nodiscard]] Result<LadderFile> readLadders(const SourceText& source, const LadderFileOptions& options = {});

/// The value of a cell in the role's base unit; nullopt if it is empty or cannot be read.
[[nodiscard]] std::optional<double> cellValue(std::string_view cell, const MappedColumn& column);

/// "p from gcds (guessed), time from runtime_s (s), …": one line for display.
[[nodiscard]] std::string mappingText(const LadderFile& file);

/// Why a column was assigned to its role.
enum class ColumnReason { TableValues, Explicit, NoUnit, AmbiguousName, NameMatch };
[[nodiscard]] ColumnReason columnReason(const MappedColumn& column);
/// The reason as text: "by its name; no unit is given".
[[nodiscard]] std::string evidenceText(const MappedColumn& column);
/// What was guessed about a column: "time is taken from "wall", in s: likely". Empty if nothing was.
[[nodiscard]] std::string guessText(const MappedColumn& column);

/// The ladder's name, or "ladder 2" if it has none.
[[nodiscard]] std::string ladderTitle(const std::vector<Ladder>& ladders, std::size_t index);

/// The ladder with that name (case-insensitive), else the only one whose name contains all words in `name`. Error
/// (Input) listing the names: no ladder matches, or several do.
[[nodiscard]] Result<std::size_t> findLadder(const std::vector<Ladder>& ladders, std::string_view name);

}  // namespace scalewright

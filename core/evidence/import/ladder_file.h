// Ladders as people have them: CSV, a table pasted from a spreadsheet or terminal, JSON, Extra-P text, nothing lost.
//
//     const LadderFile file = readLadders(text, {.columns = parseColumnMap("p=gcds,time=runtime_s").value()}).value();
//     file.ladders.front();   // as a project keeps it; file.mapping says what was read from where
//
// Tables: a header row; columns separated by commas, semicolons, tabs, '|' or blanks, or of fixed width over a rule of
// dashes, or those of a LaTeX tabular; a title above the header is left out, and that is said; comments start with '#',
// the header may (gnuplot); byte-order marks, UTF-16, decimal commas and thousands ("1.072,4", "1,850" where the column
// tells), times ("02:13:40", "1h 12m") and values with their spread ("8,910 ± 120") are understood. Jobs of Slurm:
// core/evidence/import/job_table.h. Columns: p and comp, comm, idle (io, quality, …: core/project/document/ladder_roles.h), or time, or
// throughput; other names by guess, said in `mapping`, or by --map. Units come from the header: "_ms",
// "(us)", "[min]", "/s". A cell that is empty, "N/A" or "-" was not measured. Rows with the same p are repeats.
// A text column tells ladders apart (model, platform, cloud), wherever it stands; a column "scaling" holds strong or
// weak. Where two columns could be meant for one role (nodes and gpus) and their values do not decide, the file is
// refused with both.
//
// The whole table is asked (evidence.h): a rate of one worker is taken times p, work that grows with p or a word says
// weak scaling, the count that parts the rows is p. Where two readings are left, the error names the option of each.
// Names in other languages: resources/catalogue/columns.json.
//
// JSON: a list of objects, also inside other objects or an object a line, a scan by hyperfine, {"points": […]} (a
// project's ladder), {"ladders": […]}, {"p": […], "time": […]}, a project, or what scalewright-cli answers with --json
// (predict, attribute, cost, fit). At most a million cells and 1000 columns. Runs of MLflow and Weights & Biases are
// such tables and lists: core/evidence/import/run_table.h. Extra-P's text format:
// https://github.com/extra-p/extrap/blob/master/docs/file-formats.md, one parameter, metrics of time.
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

/// How sure it is that a column is what it was read as.
enum class Confidence {
    Said,  ///< by --map, by the contract's name, or by our own program that wrote it
    Likely,  ///< a name that people use for it, and the unit is said
    Unsure,  ///< a name with other meanings ("t", "n", "total"), or no unit is said where there are several
};
[[nodiscard]] const char* confidenceName(Confidence confidence);  ///< "said", "likely", "unsure"

/// What a comma in a number is.
enum class Commas : std::uint8_t { AsFound, Decimal, Thousands };

/// A run of so many seconds, 30 days, is hardly meant where neither the name nor the unit of its time is said.
inline constexpr double longForAGuess = 30 * 86400.0;

struct MappedColumn {
    LadderColumn column = LadderColumn::P;
    std::string header;  ///< as the file has it: "runtime_s"
    bool guessed = false;  ///< neither the contract's name nor --map
    double factor = 1;  ///< a cell times this is in the role's base unit: 0.001 for "ms"
    bool unitGiven = false;  ///< the header (or --map) says the unit; else the base unit is taken
    std::string unit{};  ///< "ms", "per min"; the base unit where none is given; empty where there is none (p, quality)
    Confidence confidence = Confidence::Said;
    Commas commas = Commas::AsFound;  ///< AsFound: no number of the column needs to know
    bool byOption = false;  ///< messages may name options
    bool thousandsPoints = false;  ///< "4.412" is 4412: commas are decimal ones in this file
    bool isGerman = false;  ///< that is so because of the table's words
    bool pointsUnclear = false;  ///< "17.066" of a rate may be 17066: refused, with both
    bool ofOneWorker = false;  ///< a rate of one: times p
    std::string because{};  ///< what of the table decided, beyond the name: "rows of one "nodes" differ in it"
};

enum class LadderFormat { Auto, Table, Json, ExtraP };

struct LadderFile {
    LadderFormat format = LadderFormat::Table;  ///< as recognised
    std::vector<Ladder> ladders;  ///< never empty; several where a column tells them apart (model, platform, cloud)
    std::vector<MappedColumn> mapping;  ///< empty for a project's own ladders
    std::vector<std::string> telling{};  ///< headers of the columns whose texts tell the ladders apart
    std::vector<std::string> unused;  ///< headers that were not read
    std::vector<std::string> warnings;  ///< rows left out, two columns that could be p, decimal commas, …
};

/// How a message says what to do about a column: by --map and --where, or not at all, where the reader offers the
/// columns.
enum class ColumnHints { Options, None };

/// What the caller knows about the file. `columns` maps a role to a header: {P, "gcds"}; "median(us)" adds a unit.
/// `where` keeps rows whose column holds that text, such as {"model", "Alexnet"}; several texts of one column are
/// alternatives. The text "*" keeps all rows and says that the column tells no ladders apart.
struct LadderFileOptions {
    std::map<LadderColumn, std::string> columns;
    std::vector<std::pair<std::string, std::string>> where;
    std::vector<std::string> leftOut{};  ///< headers of columns that are not read, whatever they are called
    Commas commas =
        Commas::AsFound;  ///< AsFound: what each column tells; a number that may be either is refused where it does not
    LadderFormat format = LadderFormat::Auto;  ///< Auto: recognised by how the text begins
    std::optional<Scaling> scaling{};  ///< said by a person: the table is not asked
    ColumnHints hints = ColumnHints::Options;
    /// The one that will be picked (findLadder): of the others nothing is asked. All are read all the same.
    std::optional<std::string> ladder{};
};

/// A number whose mark may be decimal or stand between thousands, and what it is under each `Commas`.
struct UnclearMark {
    std::string number, ifThousands, ifDecimal;  ///< "1,850", "1850", "1.85"; "17.066", "17.066", "17066"
};

/// A table as it stands, before anybody knows what its columns mean: to choose them by.
struct TablePreview {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;  ///< the first ones, each as long as the header
    /// Of every column, its distinct texts; empty where there are more than `mostValues`
    std::vector<std::vector<std::string>> values;
    static constexpr std::size_t mostValues = 12;
    int headerLine = 0;  ///< where the header stands, a title above it left out
    std::optional<UnclearMark> mark{};  ///< the first such number; of points, only in a column of rates
};

/// Of a table with columns; nullopt of every other format and of what cannot be read as one.
[[nodiscard]] std::optional<TablePreview> previewOf(std::string_view bytes, std::size_t rows);
[[nodiscard]] std::optional<TablePreview> previewOf(const SourceText& source, std::size_t rows);

/// "p=gcds,time=runtime_s". Error (Input): an unknown role, a role twice, no '='.
[[nodiscard]] Result<std::map<LadderColumn, std::string>> parseColumnMap(std::string_view text);

/// The ladders in a file's bytes, in UTF-8, UTF-16 or Windows-1252, whatever of the formats above it is. Error (Input): line and
/// column (JSON: pointer), and what would be right: no column of workers or of times, text where a number belongs,
/// zero, negative, not finite, parts beyond their time.
[[nodiscard]] Result<LadderFile> readLadders(std::string_view bytes, const LadderFileOptions& options = {});
[[nodiscard]] Result<LadderFile> readLadders(const SourceText& source, const LadderFileOptions& options = {});

/// How a cell of a column was understood, in the role's base unit; nullopt where it was not, or is empty.
[[nodiscard]] std::optional<double> readingOf(std::string_view cell, const MappedColumn& how);

/// "p from gcds (guessed), time from runtime_s (s), …": one line for people.
[[nodiscard]] std::string mappingText(const LadderFile& file);

/// Why a column was read as it was.
enum class ColumnReason { Values, Said, NoUnit, MayBeElse, Name };
[[nodiscard]] ColumnReason reasonOf(const MappedColumn& column);
/// The same in a few words: "by its name; it names no unit".
[[nodiscard]] std::string evidenceText(const MappedColumn& column);
/// What was guessed of a column: "time is taken from "wall", in s: likely". Empty where nothing was.
[[nodiscard]] std::string guessText(const MappedColumn& column);

/// Its name, or "ladder 2" where it has none.
[[nodiscard]] std::string ladderTitle(const std::vector<Ladder>& ladders, std::size_t index);

/// The ladder of that name (upper and lower case alike), else the only one whose name holds all the words of `name`.
/// Error (Input): none or several, listing the names.
[[nodiscard]] Result<std::size_t> findLadder(const std::vector<Ladder>& ladders, std::string_view name);

}  // namespace scalewright

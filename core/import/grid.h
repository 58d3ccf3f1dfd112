// The rows of a ladder file before anybody knows what its columns mean. Internal to core/import.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/import/ladder_file.h"
#include "core/import/text.h"

namespace scalewright {

struct GridCell {
    std::string text;
    Where where;  ///< line and column, or a JSON pointer
    const Json* nested =
        nullptr;  ///< an object or a list where a figure could stand: wrong only in a column that is read
};

struct Grid {
    std::vector<GridCell> header;
    std::vector<std::vector<GridCell>> rows;  ///< each as long as the header
    bool ofRuns = false;  ///< an experiment tracker's: a header may be a key of a nested configuration
};

void eraseColumn(Grid& grid, std::size_t column);

/// Rows whose state says that they did not end well go: its first word ("CANCELLED by 1000") is neither `done` nor
/// empty. Returned: how many of each word, in lower case.
[[nodiscard]] std::map<std::string, int> eraseUnfinished(Grid& grid, std::size_t state, std::string_view done);

/// A table with columns separated by commas, semicolons, tabs, '|' or blanks.
[[nodiscard]] Result<Grid> gridOfTable(std::string_view text);

/// A list of objects: the header is the union of their keys, in order; `pointer` is the list's.
[[nodiscard]] Result<Grid> gridOfObjects(const Json::Array& rows, const std::string& pointer);

/// An object of lists of one length, a list a column.
[[nodiscard]] Result<Grid> gridOfColumns(const Json::Object& columns, const std::string& pointer);

/// True where the text is Extra-P's: its first word is one of the format's.
[[nodiscard]] bool looksLikeExtrap(std::string_view text);
[[nodiscard]] Result<LadderFile> readExtrap(std::string_view text);

/// What a header says: its words in lower case joined by '_', without the unit. "sec/epoch" is "time_per_epoch" in
/// seconds; a header that is nothing but a unit ("minutes") keeps it as its base.
struct HeaderName {
    std::string base;        ///< "runtime" of "Runtime [ms]"
    std::string unit;        ///< "ms"; "per min" of a rate; empty where none is given
    double factor = 1;       ///< base units (seconds, joules) per unit; for "…_per_min" how many per second one is
    Dimension dimension = Dimension::Time;  ///< of the unit
    bool unitGiven = false;
    bool isRate = false;     ///< "images_per_s", "tokens/s": the base keeps "per"
    bool isShare = false;    ///< "comm%", "scaling_pct": no time
    bool isUnit = false;     ///< "minutes": nothing but the unit
    bool isMinimum =
        false;  ///< "min" alone, or "time_min" beside "time_max": as likely the least of something as minutes
};
[[nodiscard]] HeaderName headerName(std::string_view header);
/// Of every header of the grid, each seen beside the others.
[[nodiscard]] std::vector<HeaderName> headerNames(const Grid& grid);
/// The units of that dimension that a header may give, for messages: "s, ms, us, ns, min or h".
[[nodiscard]] std::string headerUnits(Dimension dimension);

/// The ladders of a grid. `base` gives name, scaling and quality where the file says them once.
[[nodiscard]] Result<LadderFile> laddersOfGrid(const Grid& grid, const LadderFileOptions& options, const Ladder& base);

}  // namespace scalewright

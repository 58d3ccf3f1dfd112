// What the whole of a table says of its columns, where a name alone would mislead: which of several counts all workers,
// whether the work grew with p, whether a rate is of one worker or of all. Internal to core/evidence/import.
#pragma once

#include <optional>
#include <vector>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

struct OtherColumn {
    std::size_t column = 0;
    std::string because;
    std::vector<std::size_t> factors{};  ///< where it is their product
};

/// A header that may count workers, by any name that people use: "gpus", "OMP".
[[nodiscard]] bool mayCountWorkers(const HeaderName& name);

/// The column that counts all workers where `chosen` does not: it is the product of `chosen` and another column, whatever
/// its name where both count workers, or parts the rows that `chosen` leaves together.
[[nodiscard]] std::optional<OtherColumn> countsAllWorkers(const Grid& grid, std::size_t chosen);

/// Whether rows that share a number in `coarse` differ in `fine`, and never the other way round: total tasks and nodes.
[[nodiscard]] bool partsFiner(const Grid& grid, std::size_t fine, std::size_t coarse);

/// A clock on the wall beside a bare "time" (`chosen`) that is none: simulated seconds. `decided`: the values show it;
/// else both readings are possible.
struct WallClock {
    std::size_t column = 0;
    bool decided = false;
};
[[nodiscard]] std::optional<WallClock> wallClockBeside(const Grid& grid, const std::vector<HeaderName>& names,
                                                       std::size_t chosen, std::size_t p);

/// "tokens/s/gpu" is of one unless it rises with p; "updates/cpu_second" is of all where it rises, and unclear where it
/// does not.
[[nodiscard]] RateOf whoseRate(const Grid& grid, const Columns& columns, const HeaderName& name, std::size_t column);

/// What the table says of a ladder's work.
struct WorkEvidence {
    std::optional<Scaling> scaling;
    bool isUnclear = false;  ///< the work grew with p, and yet the times fell
    std::string because;  ///< "column experiment says weak"
};
/// By a word in a column, in the header of the figures or around the table, else by a column of work that grows as p
/// does. `rows` are those of one ladder, `timeOfRow` the time of each of the grid's rows where there is one.
[[nodiscard]] WorkEvidence workOf(const Grid& grid, const Columns& columns, const std::vector<std::size_t>& rows,
                                  const std::vector<std::optional<double>>& timeOfRow);

/// A column of whole numbers that differs in every row while p does not, and that the times follow: its rows are no
/// repeats. Counters of runs and columns that are read are none of these.
[[nodiscard]] std::optional<std::size_t> settingOfEveryRow(const Grid& grid, const Columns& columns,
                                                           const std::vector<std::optional<double>>& timeOfRow);

}  // namespace scalewright

// Runs in a program's own words: lines such as "threads = 4", "Running with 4 MPI processes", "Elapsed time: 6.25 s",
// "p=4 time=6.25".
#pragma once

#include <optional>
#include <string_view>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// A line that begins with it ends a file: what follows is of another run.
inline constexpr char endOfFile = '\f';

/// A row for each run, a column for each thing that lines say with a number. nullopt where the lines do not say at
/// least two counts of workers, each with something else, and a time among it.
[[nodiscard]] std::optional<Grid> gridOfSaidLines(std::string_view text);

/// What the lines of a text say.
struct SaidKinds {
    bool workers = false, times = false;
};
[[nodiscard]] SaidKinds kindsSaidIn(std::string_view text);

}  // namespace scalewright

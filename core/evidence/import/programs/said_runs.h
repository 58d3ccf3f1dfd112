// Where one run ends and the next begins among lines that say workers, times and more (said_lines.h). Internal to
// core/evidence/import/programs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// One thing that a line says with a number.
struct Said {
    std::string key;  ///< as it stands, with its unit: "Elapsed time (s)"
    std::string value;
    bool countsP = false;
};

struct SaidLine {
    std::string_view text;
    int number = 0;
    bool endsFile = false;  ///< what follows is of another file
    std::vector<Said> said;
};

/// A row for each run. A run begins at a line that counts workers, or at what is said in front of those lines and never
/// behind the last of them ("size: 100" above "threads: 1"): that holds for the runs behind it, a time for one of them.
/// A name above each block ("solver_a 4 1000"), of several that come at several p, is a column "program". nullopt of
/// less than two counts.
[[nodiscard]] std::optional<Grid> gridOfSaid(const std::vector<SaidLine>& lines);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// What the names of a folder's files say about their runs: p is the number in which the names differ.
//
//     columnsOfFileNames({"a2x2_tp1.json", "a2x2_tp2.json"}).columns;   // "p": 1, 2
#pragma once

#include <string>
#include <vector>

namespace scalewright {

struct NameColumn {
    std::string header;  ///< "p", "processes", "threads", or the word beside a number: "tp"
    std::vector<long> values;  ///< one per file
};

struct NameColumns {
    /// "p"; or "processes" and "threads", both of which may be p; or several numbers, each under its own word; or none.
    std::vector<NameColumn> columns;
    /// The names without endings and without the numbers of the columns.
    std::vector<std::string> otherWords;
};

/// Numbers that repeat a run ("run3") or measure its work ("batch64") do not count, nor do numbers that only count the
/// files up: 1, 2, 3.
[[nodiscard]] NameColumns columnsOfFileNames(const std::vector<std::string>& names);

}  // namespace scalewright

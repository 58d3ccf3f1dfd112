// SPDX-License-Identifier: GPL-3.0-or-later
// Tables whose cells repeat their names, such as ReFrame's performance log (reframe-hpc.readthedocs.io):
//
//     2023-03-08T17:38:06|reframe 4.1.0|Sombrero /cc391b86 @a:b+c|num_tasks=1|elapsed=100.5|ref=0|s
#pragma once

#include "core/evidence/import/grid.h"

namespace scalewright {

/// Moves the names of such cells into the header, and adds a header to a table without one. Each name in a column with
/// several becomes a column, in which rows that differ in nothing else are one run. Parameters in a name ("%size=4") become columns; hashes and the time of writing are
/// dropped. Any other table is left unchanged: false.
bool splitKeyValueCells(Grid& grid);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the rows of a table with assigned columns as points of a ladder. Internal to core/evidence/import.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/evidence/import/figure_text.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/outcomes.h"

namespace scalewright {

/// Reads numbers and records how unusual ones were interpreted.
class NumberReader {
public:
    Error error;
    std::vector<std::string> remarks;  ///< assumptions made, one per column

    NumberReader(const Grid& grid, const ColumnAssignment& columns);

    /// True if a word replaces a time, a throughput or a part of the time in a column that has numbers: the run failed.
    /// A column with only words is the wrong column.
    [[nodiscard]] bool isFailureCell(const GridCell& cell, const LadderRole& role) const;

    void addProblem(const GridCell& cell, const std::string& field, const Problem& problem);

    /// nullopt if the cell is empty or invalid; if invalid, a problem is added.
    std::optional<double> readFigure(const GridCell& cell, const MappedColumn& mapping);

    std::optional<int> readWorkers(const GridCell& cell, const MappedColumn& mapping);

private:
    std::array<bool, ladderRoles.size()> m_hasFigures{};
    std::set<std::string> m_columnsAskedAbout;  ///< columns in which the meaning of commas is already an open question
    std::set<std::pair<std::string, int>> m_remarksMade;

    void addRemarks(const std::string& text, const MappedColumn& mapping, const CellFigure& figure);

    bool reportIfNested(const GridCell& cell);
};

/// Columns that state how runs ended: one outcome column, and the remark columns.
struct OutcomeColumns {
    std::optional<std::size_t> outcome;
    std::vector<std::size_t> remarks;
};

[[nodiscard]] OutcomeColumns findOutcomeColumns(const Grid& grid, const ColumnAssignment& columns);

/// Rows without a time or rate.
struct SkippedRows {
    std::map<int, int> failedRunsAtP;  ///< for one ladder, by p: number of runs with a known outcome
    std::vector<std::string> messages;  ///< about the other rows in all ladders
};

/// "line 3", or a JSON pointer.
[[nodiscard]] std::string locationText(const GridCell& cell);

struct TimedPoint {
    LadderPoint point;
    double timeS = 0;  ///< as deriveRunTime gives it
};

/// Reads a row with a time or rate as a point. nullopt if a word in place of the figure says that the run failed
/// (recorded in `skipped`), or if it contains an error (added as a problem).
[[nodiscard]] std::optional<TimedPoint> readPoint(const std::vector<GridCell>& row, const ColumnAssignment& columns,
                                                  NumberReader& figures, SkippedRows& skipped);

/// Records a row without a time or rate in `skipped`.
void addUntimedRow(const std::vector<GridCell>& row, const ColumnAssignment& columns, const OutcomeColumns& outcome,
                   Outcome rowOutcome, NumberReader& figures, SkippedRows& skipped);

/// A row with a time and a throughput, and the work done in that time.
struct WorkDone {
    std::string location;
    double p = 1, work = 0;
};

/// Time x throughput is the work, which is constant, grows with p (weak scaling), or falls with p (throughput per
/// worker). The check assumes the case that most rows agree with, and adds warnings for the first few rows that do not.
void checkWorkConsistency(const std::vector<WorkDone>& rows, std::vector<std::string>& warnings);

}  // namespace scalewright

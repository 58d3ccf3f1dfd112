// SPDX-License-Identifier: GPL-3.0-or-later
// Uses all values in a table to interpret columns whose names alone would be misleading: which count includes all
// workers, whether the work grew with p, whether a rate is per worker or total. Internal to core/evidence/import.
#pragma once

#include <optional>
#include <vector>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

/// "cells", "problem_size": a header for the amount of work.
[[nodiscard]] bool isWorkHeader(const HeaderName& name);

/// Whether a column's numbers show amounts of work, such as sizes from 64 up with which the times beside them rise, so
/// that it does not count workers.
[[nodiscard]] bool showsSizes(const Grid& grid, const std::vector<HeaderName>& names, std::size_t column);

struct AllWorkersColumn {
    std::size_t column = 0;
    std::string reason;
    std::vector<std::size_t> factors{};  ///< set if the column is the product of these
};

/// True for a header that may count workers, under any common name: "gpus", "OMP".
[[nodiscard]] bool mayCountWorkers(const HeaderName& name);

/// The column that counts all workers, if `chosen` does not. It is the product of `chosen` and another column (under
/// any name if both count workers), or it distinguishes rows that have the same value in `chosen`.
[[nodiscard]] std::optional<AllWorkersColumn> findAllWorkersColumn(const Grid& grid,
                                                                   const std::vector<HeaderName>& names,
                                                                   std::size_t chosen);

/// True if rows with the same number in `coarse` differ in `fine`, but never the other way round, as with total tasks
/// and nodes.
[[nodiscard]] bool isFinerPartition(const Grid& grid, std::size_t fine, std::size_t coarse);

/// A wall clock next to a column "time" without a unit (`chosen`) that is not wall time, such as simulated seconds.
/// `isCertain`: the values prove it; otherwise both readings are possible.
struct WallClockColumn {
    std::size_t column = 0;
    bool isCertain = false;
};
[[nodiscard]] std::optional<WallClockColumn> findWallClockColumn(const Grid& grid, const std::vector<HeaderName>& names,
                                                                 std::size_t chosen, std::size_t p);

/// "tokens/s/gpu" is per worker unless it rises with p; "updates/cpu_second" is a total if it rises with p, and unclear
/// otherwise.
[[nodiscard]] RateOwner classifyRate(const Grid& grid, const ColumnAssignment& columns, const HeaderName& name,
                                     std::size_t column);

enum class TimeOrRate { Time, Rate, Unclear };
/// Whether a column such as "t/s" holds times, which fall with p, or rates, which rise with it.
[[nodiscard]] TimeOrRate classifyTimeOrRate(const Grid& grid, std::size_t p, std::size_t column);

/// The scaling of a ladder according to its table.
struct ScalingEvidence {
    std::optional<Scaling> scaling;
    bool isUnclear = false;  ///< the work grew with p, yet the times fell
    std::string reason;  ///< "column experiment says weak"
    std::string source{};  ///< what shows it: "experiment", "the text around the table"
    /// For work that differs from run to run: each row's work per worker (weak scaling) or work (strong), in proportion
    /// to which times are compared. Empty if p alone determines the work.
    std::vector<double> workOfRow{};
};
/// Detects the scaling from a word in a column, in the header of the figures or around the table, else from a column of
/// work that grows with p. `rows` are the rows of one ladder; `timeOfRow` has the time, if any, of each row in the
/// grid.
[[nodiscard]] ScalingEvidence detectScaling(const Grid& grid, const ColumnAssignment& columns,
                                            const std::vector<std::size_t>& rows,
                                            const std::vector<std::optional<double>>& timeOfRow);

/// The steps that each run made, if a column gives them, p determines them, and they differ by half or more: times
/// compare only per step.
[[nodiscard]] std::optional<ScalingEvidence> findStepCounts(const Grid& grid, const ColumnAssignment& columns,
                                                            const std::vector<std::size_t>& rows,
                                                            const std::vector<std::optional<double>>& timeOfRow);

/// A column of integers whose value differs in every row while p does not, and which the times follow: its rows are not
/// repeats. Excludes run counters and columns that are already used.
[[nodiscard]] std::optional<std::size_t> findSettingColumn(const Grid& grid, const ColumnAssignment& columns,
                                                           const std::vector<std::optional<double>>& timeOfRow);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/job_table.h"

#include <optional>

#include "core/base/text/quote.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

void tidyJobTable(Grid& grid, std::vector<std::string>& warnings)
{
    const std::optional<std::size_t> job = findHeader(grid, "JobID");
    const std::optional<std::size_t> raw = findHeader(grid, "ElapsedRaw"), elapsed = findHeader(grid, "Elapsed"),
                                     state = findHeader(grid, "State");
    if (!job || (!raw && !elapsed && !state))
        return;
    std::vector<std::string> steps;
    std::erase_if(grid.rows, [&](const std::vector<GridCell>& row) {
        const bool step = row[*job].text.find('.') != std::string::npos;
        if (step)
            steps.push_back(row[*job].text);
        return step;
    });
    if (!steps.empty())
        warnings.push_back(
            steps.size() == 1
                ? formatMessage("the step {} was left out: its job has its own row", inQuotes(steps.front()))
                : formatMessage("{} steps of jobs ({}) were left out: each job has its own row", steps.size(),
                                shortQuotedList(steps)));
    if (state)
        for (const auto& [jobState, count] : eraseUnfinishedRows(grid, *state, "completed"))
            warnings.push_back(count == 1 ? formatMessage("one job is {} and was left out", jobState)
                                          : formatMessage("{} jobs are {} and were left out", count, jobState));
    for (const char* const droppedHeader : {"JobID", "JobIDRaw", "ExitCode", "State"})
        if (const std::optional<std::size_t> column = findHeader(grid, droppedHeader))
            eraseColumn(grid, *column);
    if (raw && elapsed)
        eraseColumn(grid, *findHeader(grid, "Elapsed"));  // the same time in clock format, so redundant
}

}  // namespace scalewright

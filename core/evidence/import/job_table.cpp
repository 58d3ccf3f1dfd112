#include "core/evidence/import/job_table.h"

#include <optional>

#include "core/base/text/quote.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

void tidyJobs(Grid& grid, std::vector<std::string>& warnings)
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
        warnings.push_back(steps.size() == 1
                               ? say("the step {} was left out: its job has a row of its own", inQuotes(steps.front()))
                               : say("{} steps of jobs ({}) were left out: each job has a row of its own", steps.size(),
                                     listed(steps)));
    if (state)
        for (const auto& [word, count] : eraseUnfinished(grid, *state, "completed"))
            warnings.push_back(count == 1 ? say("one job is {} and was left out", word)
                                          : say("{} jobs are {} and were left out", count, word));
    for (const char* const aside : {"JobID", "JobIDRaw", "ExitCode", "State"})
        if (const std::optional<std::size_t> column = findHeader(grid, aside))
            eraseColumn(grid, *column);
    if (raw && elapsed)
        eraseColumn(grid, *findHeader(grid, "Elapsed"));  // the same, as a clock
}

}  // namespace scalewright

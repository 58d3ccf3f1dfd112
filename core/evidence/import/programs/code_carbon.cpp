// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/code_carbon.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/line_prefix.h"

namespace scalewright {

namespace {

/// "2024-01-01T10:00:00" in seconds.
std::optional<double> parseMoment(std::string_view text)
{
    if (matchLength(text, "0000-00-00T00:00:00") == 0)
        return std::nullopt;
    const auto number = [&](std::size_t at, std::size_t length) {
        return static_cast<int>(parseCount(text.substr(at, length), 0, 9999).value_or(0));
    };
    const std::chrono::sys_days date = std::chrono::year(number(0, 4)) / number(5, 2) / number(8, 2);
    return double(date.time_since_epoch().count()) * 86400 + number(11, 2) * 3600 + number(14, 2) * 60 + number(17, 2);
}

std::optional<double> numberIn(const std::vector<GridCell>& row, std::size_t column)
{
    const Result<double> value = parseNumber(row[column].text);
    return value ? std::optional(*value) : std::nullopt;
}

/// A run that is being put together.
struct Run {
    double fromS = 0, toS = 0;
    std::size_t row = 0, processes = 1;
};

}  // namespace

Result<std::string> addUpProcesses(Grid& grid)
{
    const std::optional<std::size_t> written = findHeader(grid, "timestamp"), duration = findHeader(grid, "duration"),
                                     energy = findHeader(grid, "energy_consumed"),
                                     mode = findHeader(grid, "tracking_mode");
    if (!written || !duration || !energy || !findHeader(grid, "emissions"))
        return std::string();
    std::vector<std::size_t> sameInARun;
    for (const char* header : {"p", "processes", "threads", "project_name"})
        if (const std::optional<std::size_t> column = findHeader(grid, header))
            sameInARun.push_back(*column);
    std::vector<std::vector<GridCell>> rows;
    std::vector<Run> runs;
    std::size_t processes = 1;
    bool addsUp = true;
    for (const std::vector<GridCell>& row : grid.rows) {
        const std::optional<double> toS = parseMoment(row[*written].text), seconds = numberIn(row, *duration);
        const auto belongs = [&](const Run& run) {
            const double overlapS = std::min(run.toS, *toS) - std::max(run.fromS, *toS - *seconds);
            return 2 * overlapS > *seconds &&
                   std::all_of(sameInARun.begin(), sameInARun.end(),
                               [&](std::size_t column) { return rows[run.row][column].text == row[column].text; });
        };
        const auto run = toS && seconds ? std::find_if(runs.begin(), runs.end(), belongs) : runs.end();
        if (run == runs.end()) {
            if (toS && seconds)
                runs.push_back({*toS - *seconds, *toS, rows.size()});
            rows.push_back(row);
            continue;
        }
        std::vector<GridCell>& sum = rows[run->row];
        processes = std::max(processes, ++run->processes);
        addsUp = addsUp && mode && row[*mode].text == "process" && sum[*mode].text == "process";
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string& header = grid.header[i].text;
            const std::optional<double> one = numberIn(sum, i), other = numberIn(row, i);
            if (!one || !other)
                continue;
            if (i == *duration)
                sum[i].text = roundTripText(std::max(*one, *other));
            else if (header.find("energy") != std::string::npos || header.starts_with("emissions") ||
                     header.ends_with("_power"))
                sum[i].text = roundTripText(*one + *other);
        }
    }
    if (processes == 1)
        return std::string();
    if (!addsUp)
        return fail(
            ErrorCode::Input,
            formatMessage("up to {} rows of CodeCarbon were recorded at the same time, and each may have counted "
                          "the whole machine",
                          processes),
            "one row for each run, or tracking_mode=process, whose rows are added up");
    grid.rows = std::move(rows);
    return formatMessage("CodeCarbon: the energy of up to {} processes of a run is added up", processes);
}

}  // namespace scalewright

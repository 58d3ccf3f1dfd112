// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/collect.h"

#include <cstdio>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/process/wall_clock.h"
#include "core/evidence/runs/job_scripts.h"
#include "core/evidence/runs/ladder_on_disk.h"
#include "core/evidence/runs/run_traces.h"

namespace scalewright {

namespace fs = std::filesystem;

namespace detail {

Result<std::optional<LadderRunRow>> readJobRow(const fs::path& rows, int p, int run)
{
    const fs::path path = rows / (runName(p, run) + ".csv");
    std::error_code error;
    if (const auto size = fs::file_size(path, error);
        error || size == 0)  // empty because the disk was full: the run must be repeated
        return std::nullopt;
    TRY(std::vector<LadderRunRow> read,
        parseLadderRunRows(ladderRunHeader + readText(path).value_or(""), path.string()));
    if (read.size() != 1 || read.front().p != p || read.front().repeat != run)
        return fail(ErrorCode::Input, formatMessage("is not the row of run {} at p = {}", run, p),
                    "one row as written by the job", {.file = path.string()});
    LadderRunRow& row = read.front();
    const std::string text = readText(path).value_or(""), before = formatMessage("# p={}, run {}: ", p, run);
    for (std::size_t position = 0; text.compare(position, before.size(), before) == 0;
         position = text.find('\n', position) + 1) {
        const std::size_t begin = position + before.size();
        row.notes.push_back(text.substr(begin, text.find('\n', begin) - begin));
        row.hasOwnTime = row.hasOwnTime || row.notes.back() == ownTimeNote;
    }
    if (!row.isOk())
        return std::move(row);
    // The job's row has means; its lines show which worker waited.
    SelfReportReader lines;
    lines.addOutput(readText(rows / (runName(p, run) + ".lines")).value_or(""));
    if (std::optional<SelfReport> report = lines.combinedReport(p); report && !report->workers.empty()) {
        row.reported = *std::move(report);
        removeImpossibleParts(row);
    }
    return std::move(row);
}

fs::path jobTraceFolder(const fs::path& rows, int p, int run)
{
    return rows / (runName(p, run) + ".traces");
}

}  // namespace detail

Result<CollectedLadder> collectLadder(const fs::path& folder, const std::stop_token& stop)
{
    std::error_code ignored;
    if (!fs::exists(folder / jobsHeaderFile, ignored))
        return fail(
            ErrorCode::Input,
            formatMessage("is not a folder written by ladder script: it has no file {}", std::string(jobsHeaderFile)),
            "the folder with the scripts", {.file = folder.string()});
    const std::string header = readText(folder / jobsHeaderFile).value_or("");
    if (!header.ends_with(ladderRunHeader))
        return fail(ErrorCode::Input, "does not end with the header of a ladder",
                    "the file as written by ladder script", {.file = (folder / jobsHeaderFile).string()});
    CollectedLadder ladder;
    ladder.text = fmt::format("# a ladder from Slurm jobs, collected {}\n{}", localTimestamp(), header);
    std::set<std::pair<int, int>> runs;
    std::set<fs::path> warm;
    for (const fs::directory_entry& each : fs::directory_iterator(folder / "rows", ignored)) {
        const std::string name = each.path().filename().string();
        int p = 0, run = 0, parsedLength = 0;
        if (name.ends_with(".csv") && name.find("-warm-") != std::string::npos)
            warm.insert(each.path());
        else if (std::sscanf(name.c_str(), "p%d-%d.csv%n", &p, &run, &parsedLength) == 2 &&
                 parsedLength == static_cast<int>(name.size()))
            runs.emplace(p, run);
    }
    for (const fs::path& each : warm)
        ladder.text += readText(each).value_or("");
    detail::RowsAreSteps areSteps;
    for (const auto& [p, run] : runs) {
        TRY(std::optional<LadderRunRow> row, detail::readJobRow(folder / "rows", p, run));
        if (!row)
            continue;
        detail::applyTraces(*row, detail::jobTraceFolder(folder / "rows", p, run), areSteps, stop);
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "reading was stopped");
        ladder.text += ladderRunLine(*row);
        ladder.rows.push_back(std::move(*row));
    }
    return ladder;
}

}  // namespace scalewright

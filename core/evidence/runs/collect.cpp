#include "core/evidence/runs/collect.h"

#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "core/base/process/wall_clock.h"
#include "core/evidence/runs/job_scripts.h"
#include "core/evidence/runs/ladder_on_disk.h"
#include "core/evidence/runs/run_traces.h"

namespace scalewright {

namespace fs = std::filesystem;

namespace {

std::string contentOf(const fs::path& path)
{
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace

namespace detail {

Result<std::optional<LadderRunRow>> jobRow(const fs::path& rows, int p, int run)
{
    const fs::path path = rows / (runName(p, run) + ".csv");
    std::error_code none;
    if (const auto size = fs::file_size(path, none);
        none || size == 0)  // empty: a disk was full, and the run is to be done again
        return std::nullopt;
    Result<std::vector<LadderRunRow>> read = parseLadderRunRows(ladderRunHeader + contentOf(path), path.string());
    if (!read)
        return fail(read.error());
    if (read->size() != 1 || read->front().p != p || read->front().repeat != run)
        return fail(ErrorCode::Input, say("is no row of run {} at p = {}", run, p), "one row, as the job writes it",
                    {.file = path.string()});
    LadderRunRow& row = read->front();
    const std::string text = contentOf(path), before = say("# p={}, run {}: ", p, run);
    for (std::size_t at = 0; text.compare(at, before.size(), before) == 0; at = text.find('\n', at) + 1) {
        const std::size_t begin = at + before.size();
        row.notes.push_back(text.substr(begin, text.find('\n', begin) - begin));
        row.ownTime = row.ownTime || row.notes.back() == ownTimeNote;
    }
    return std::move(row);
}

fs::path jobTraces(const fs::path& rows, int p, int run)
{
    return rows / (runName(p, run) + ".traces");
}

}  // namespace detail

Result<CollectedLadder> collectLadder(const fs::path& folder, const std::stop_token& stop)
{
    std::error_code none;
    if (!fs::exists(folder / jobsHeader, none))
        return fail(ErrorCode::Input,
                    say("is no folder that ladder script wrote: it has no file {}", std::string(jobsHeader)),
                    "the folder of the scripts", {.file = folder.string()});
    const std::string header = contentOf(folder / jobsHeader);
    if (!header.ends_with(ladderRunHeader))
        return fail(ErrorCode::Input, "does not end with the columns of a ladder", "the file as ladder script wrote it",
                    {.file = (folder / jobsHeader).string()});
    CollectedLadder ladder;
    ladder.text = fmt::format("# a ladder from Slurm jobs, collected {}\n{}", timeOfDay(), header);
    std::set<std::pair<int, int>> runs;
    std::set<fs::path> warm;
    for (const fs::directory_entry& each : fs::directory_iterator(folder / "rows", none)) {
        const std::string name = each.path().filename().string();
        int p = 0, run = 0, whole = 0;
        if (name.ends_with(".csv") && name.find("-warm-") != std::string::npos)
            warm.insert(each.path());
        else if (std::sscanf(name.c_str(), "p%d-%d.csv%n", &p, &run, &whole) == 2 &&
                 whole == static_cast<int>(name.size()))
            runs.emplace(p, run);
    }
    for (const fs::path& each : warm)
        ladder.text += contentOf(each);
    detail::RowsAreSteps bySteps;
    for (const auto& [p, run] : runs) {
        Result<std::optional<LadderRunRow>> row = detail::jobRow(folder / "rows", p, run);
        if (!row)
            return fail(row.error());
        if (!*row)
            continue;
        detail::takeTraces(**row, detail::jobTraces(folder / "rows", p, run), bySteps, stop);
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "reading was stopped");
        ladder.text += ladderRunLine(**row);
        ladder.rows.push_back(std::move(**row));
    }
    return ladder;
}

}  // namespace scalewright

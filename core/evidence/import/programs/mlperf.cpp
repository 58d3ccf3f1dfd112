// SPDX-License-Identifier: GPL-3.0-or-later
// MLPerf Training logs: ":::MLLOG {"key": "run_start", "time_ms": …}", and the format of the first rounds ":::MLPv0.5.0
// resnet 1543785258.92 (file:line) run_start".
#include <algorithm>
#include <array>

#include "core/base/quantity/units.h"
#include "core/evidence/import/json_rows.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

struct LogEvent {
    std::string key;
    double seconds = 0;
    std::optional<double> value;
    bool hasFailed = false;
};

std::optional<LogEvent> parseJsonEvent(std::string_view line)
{
    const std::size_t start = line.find('{'), end = line.rfind('}');
    if (start == std::string_view::npos || end == std::string_view::npos || end < start)
        return std::nullopt;
    const Result<Json> object = parseJson(line.substr(start, end - start + 1));
    const std::optional<double> time = object ? numberOf(object->find("time_ms")) : std::nullopt;
    if (!time || textAt(*object, "key").empty())
        return std::nullopt;
    const Json* metadata = object->find("metadata");
    const std::string status = metadata == nullptr ? std::string() : textAt(*metadata, "status");
    return LogEvent{textAt(*object, "key"), *time / 1000, numberOf(object->find("value")),
                    !status.empty() && status != "success"};
}

/// ":::MLPv0.5.0 resnet 1543785258.92 (file:line) run_stop: {"success": true}"
std::optional<LogEvent> parseTextEvent(std::string_view line)
{
    const std::vector<std::string_view> words = splitWords(line);
    const std::size_t close = line.find(") ");
    const Result<double> time = words.size() > 3 ? parseNumber(words[2]) : fail(ErrorCode::Input, {});
    if (!time || close == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = trimmed(line.substr(close + 2));
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string_view value = trimmed(rest.substr(std::min(colon + 1, rest.size())));
    const Result<double> number = parseNumber(value);
    return LogEvent{std::string(rest.substr(0, colon)), *time, number ? std::optional(*number) : std::nullopt,
                    value.find("false") != std::string_view::npos};
}

std::optional<LogEvent> parseEvent(std::string_view line)
{
    if (const std::size_t at = line.find(":::MLLOG "); at != std::string_view::npos)
        return parseJsonEvent(line.substr(at));
    if (const std::size_t at = line.find(":::MLPv0."); at != std::string_view::npos)
        return parseTextEvent(line.substr(at));
    return std::nullopt;
}

/// Worker counts in a log: either the total, or nodes and workers per node.
struct WorkerCounts {
    std::optional<double> total, nodes, perNode;

    void addEvent(const LogEvent& event)
    {
        constexpr std::array<std::string_view, 7> totals{"num_accelerators",   "number_of_accelerators",
                                                         "total_accelerators", "world_size",
                                                         "number_of_ranks",    "num_gpus",
                                                         "num_workers"};
        constexpr std::array<std::string_view, 3> nodeCounts{"number_of_nodes", "num_nodes", "nnodes"};
        constexpr std::array<std::string_view, 4> each{"accelerators_per_node", "gpus_per_node", "num_gpus_per_node",
                                                       "devices_per_node"};
        if (!event.value || *event.value < 1)
            return;
        const std::string key = lowerCase(event.key);
        if (isAmong(totals, key))
            total = event.value;
        else if (isAmong(nodeCounts, key))
            nodes = event.value;
        else if (isAmong(each, key))
            perNode = event.value;
    }

    [[nodiscard]] std::optional<double> totalWorkers() const
    {
        return total ? total : nodes && perNode ? std::optional(*nodes * *perNode) : std::nullopt;
    }
};

}  // namespace

std::optional<ProgramRuns> runsOfMlperf(std::string_view text)
{
    if (text.find(":::MLLOG ") == std::string_view::npos && text.find(":::MLPv0.") == std::string_view::npos)
        return std::nullopt;
    ProgramRuns found{"MLPerf Training", {}};
    double startTime = -1;  // no run is active
    WorkerCounts workers;
    int number = 0, line = 0;
    for (const std::string_view each : splitLines(text)) {
        ++number;
        const std::optional<LogEvent> event = parseEvent(each);
        if (!event)
            continue;
        workers.addEvent(*event);
        if (event->key == "run_start" && startTime < 0) {
            startTime = std::max(event->seconds, 0.0);
            line = number;
        } else if (event->key == "run_stop" && startTime >= 0 && event->seconds > startTime) {
            ProgramRun run{.startLine = line};
            run[LoggedValue::Time] = event->seconds - startTime;
            run[LoggedValue::P] = workers.totalWorkers();
            run[LoggedValue::Exit] = event->hasFailed ? 1 : 0;
            found.runs.push_back(std::move(run));
            startTime = -1;
        }
    }
    const bool isLog = trimmed(text.substr(0, text.find('\n'))).find(":::ML") != std::string_view::npos;
    return found.runs.empty() && !(isLog && startTime >= 0) ? std::nullopt : std::optional(std::move(found));
}

}  // namespace scalewright

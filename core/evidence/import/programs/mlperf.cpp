// Logs of MLPerf Training: ":::MLLOG {"key": "run_start", "time_ms": …}", and as the first rounds wrote it
// ":::MLPv0.5.0 resnet 1543785258.92 (file:line) run_start".
#include <algorithm>
#include <array>

#include "core/base/quantity/units.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

struct Event {
    std::string key;
    double seconds = 0;
    std::optional<double> number;  ///< its value
    bool failed = false;
};

std::optional<double> numberOf(const Json* value)
{
    const Json::Number* number = value == nullptr ? nullptr : value->asNumber();
    const std::string* text = value == nullptr ? nullptr : value->asString();
    const Result<double> read = number != nullptr ? parseNumber(number->text)
                                : text != nullptr ? parseNumber(*text)
                                                  : fail(ErrorCode::Input, {});
    return read ? std::optional(*read) : std::nullopt;
}

std::optional<Event> eventOfJson(std::string_view line)
{
    const std::size_t from = line.find('{'), end = line.rfind('}');
    if (from == std::string_view::npos || end == std::string_view::npos || end < from)
        return std::nullopt;
    const Result<Json> object = parseJson(line.substr(from, end - from + 1));
    const Json* key = object ? object->find("key") : nullptr;
    const std::optional<double> time = object ? numberOf(object->find("time_ms")) : std::nullopt;
    if (key == nullptr || key->asString() == nullptr || !time)
        return std::nullopt;
    const Json* metadata = object->find("metadata");
    const Json* status = metadata == nullptr ? nullptr : metadata->find("status");
    const bool failed = status != nullptr && status->asString() != nullptr && *status->asString() != "success";
    return Event{*key->asString(), *time / 1000, numberOf(object->find("value")), failed};
}

/// ":::MLPv0.5.0 resnet 1543785258.92 (file:line) run_stop: {"success": true}"
std::optional<Event> eventOfWords(std::string_view line)
{
    const std::vector<std::string_view> words = wordsIn(line);
    const std::size_t close = line.find(") ");
    const Result<double> time = words.size() > 3 ? parseNumber(words[2]) : fail(ErrorCode::Input, {});
    if (!time || close == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = trimmed(line.substr(close + 2));
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string_view value = trimmed(rest.substr(std::min(colon + 1, rest.size())));
    const Result<double> number = parseNumber(value);
    return Event{std::string(rest.substr(0, colon)), *time, number ? std::optional(*number) : std::nullopt,
                 value.find("false") != std::string_view::npos};
}

std::optional<Event> eventIn(std::string_view line)
{
    if (const std::size_t at = line.find(":::MLLOG "); at != std::string_view::npos)
        return eventOfJson(line.substr(at));
    if (const std::size_t at = line.find(":::MLPv0."); at != std::string_view::npos)
        return eventOfWords(line.substr(at));
    return std::nullopt;
}

/// What a log says of its workers: all of them, or nodes and those of a node.
struct Workers {
    std::optional<double> all, nodes, ofNode;

    void take(const Event& event)
    {
        constexpr std::array<std::string_view, 7> totals{"num_accelerators",   "number_of_accelerators",
                                                         "total_accelerators", "world_size",
                                                         "number_of_ranks",    "num_gpus",
                                                         "num_workers"};
        constexpr std::array<std::string_view, 3> nodeCounts{"number_of_nodes", "num_nodes", "nnodes"};
        constexpr std::array<std::string_view, 4> each{"accelerators_per_node", "gpus_per_node", "num_gpus_per_node",
                                                       "devices_per_node"};
        if (!event.number || *event.number < 1)
            return;
        const std::string key = lowerCase(event.key);
        if (isAmong(totals, key))
            all = event.number;
        else if (isAmong(nodeCounts, key))
            nodes = event.number;
        else if (isAmong(each, key))
            ofNode = event.number;
    }

    [[nodiscard]] std::optional<double> count() const
    {
        return all ? all : nodes && ofNode ? std::optional(*nodes * *ofNode) : std::nullopt;
    }
};

}  // namespace

std::optional<ProgramRuns> runsOfMlperf(std::string_view text)
{
    if (text.find(":::MLLOG ") == std::string_view::npos && text.find(":::MLPv0.") == std::string_view::npos)
        return std::nullopt;
    ProgramRuns found{"MLPerf Training", {}};
    double begun = -1;  // none is running
    Workers workers;
    int number = 0, line = 0;
    for (const std::string_view each : linesOf(text)) {
        ++number;
        const std::optional<Event> event = eventIn(each);
        if (!event)
            continue;
        workers.take(*event);
        if (event->key == "run_start" && begun < 0) {
            begun = std::max(event->seconds, 0.0);
            line = number;
        } else if (event->key == "run_stop" && begun >= 0 && event->seconds > begun) {
            ProgramRun run{.line = line};
            run[Logged::Time] = event->seconds - begun;
            run[Logged::P] = workers.count();
            run[Logged::Exit] = event->failed ? 1 : 0;
            found.runs.push_back(std::move(run));
            begun = -1;
        }
    }
    const bool isLog = trimmed(text.substr(0, text.find('\n'))).find(":::ML") != std::string_view::npos;
    return found.runs.empty() && !(isLog && begun >= 0) ? std::nullopt : std::optional(std::move(found));
}

}  // namespace scalewright

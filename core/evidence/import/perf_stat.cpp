// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/json/json.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/distributions.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/json_rows.h"
#include "core/evidence/import/profile_formats.h"
#include "core/evidence/import/text.h"

namespace scalewright::detail {

namespace {

struct Counter {
    double value = 0;
    std::string unit;
    /// Percentage of the run in which it was counted; perf has already scaled the value up.
    double countedPercent = 100;
};

struct Counters {
    std::map<std::string, Counter> counterOfEvent;  ///< lower case, without modifiers (":u")
    std::vector<std::string> missingEvents;        ///< "<not supported>", "<not counted>"
    std::optional<double> elapsedS, elapsedStandardErrorS, cpuTimeS, coresUsed;
    int runCount = 1;
    std::string command;
    bool sumsSeveralRows = false;
    NumberMarks numberMarks;  ///< from all numbers in the file
};

std::string eventName(std::string_view word)
{
    std::string name = lowerCase(word);
    if (const std::size_t colon = name.rfind(':'); colon != std::string::npos && name.size() - colon <= 5)
        name.resize(colon);
    return name;
}

bool isPlainEvent(std::string_view word)
{
    constexpr std::array<std::string_view, 16> events{
        "task-clock",     "cpu-clock",    "duration_time",    "cycles",      "cpu-cycles",
        "instructions",   "cache-misses", "cache-references", "page-faults", "context-switches",
        "cpu-migrations", "branches",     "branch-misses",    "faults",      "cs",
        "user_time"};
    const std::string name = eventName(word);
    return isAmong(events, name) || name.starts_with("fp_arith_inst_retired") || name.starts_with("uncore_");
}

void addCounter(Counters& counters, std::string_view event, std::string_view unit, double value, double percent)
{
    Counter& counter = counters.counterOfEvent[eventName(event)];
    counter.value += value;
    counter.unit = unit;
    counter.countedPercent = std::min(counter.countedPercent, percent);
}

/// "0.86 msec task-clock": a value with a unit is not a count.
bool hasUnitWord(const std::vector<std::string_view>& words)
{
    return words.size() > 2 && words[2] != "#" && words[2].front() != '(';
}

/// Before perf 4.17, the unit followed the event: "task-clock (msec)", and before 3.3 "task-clock-msecs".
bool isMillisecondsEvent(const std::vector<std::string_view>& words)
{
    return words[1].ends_with("-msecs") || (words.size() > 2 && words[2] == "(msec)");
}

NumberMarks collectNumberMarks(const std::vector<std::string_view>& lines)
{
    NumberMarks marks;
    for (const std::string_view line : lines) {
        const std::vector<std::string_view> words = splitWords(line);
        if (words.size() < 2)
            continue;
        const bool seconds = words[1] == "seconds" || words[1] == "+-" || words[1] == "\xC2\xB1";
        marks.addNumber(words[0], !hasUnitWord(words) && !isMillisecondsEvent(words) && !seconds);
    }
    return marks;
}

/// "  1,234  cycles:u   # 2.9 GHz   ( +- 1.2% )  (83.20%)", "  0.86 msec task-clock   # 0.017 CPUs utilized".
void readTextLine(std::string_view line, Counters& counters)
{
    const std::vector<std::string_view> words = splitWords(line);
    if (line.find("Performance counter stats for") != std::string_view::npos) {
        const std::size_t open = line.find('\''), close = line.rfind('\'');
        counters.command = open != std::string_view::npos && close > open
                               ? std::string(line.substr(open + 1, close - open - 1))
                               : std::string();
        const std::size_t bracket = line.rfind('(');
        if (const std::vector<std::string_view> last = bracket == std::string_view::npos
                                                           ? std::vector<std::string_view>{}
                                                           : splitWords(line.substr(bracket + 1));
            last.size() == 2 && last[1].starts_with("runs"))
            if (const Result<long> runs = parseCount(last[0], 1, 1 << 20))
                counters.runCount = static_cast<int>(*runs);
        return;
    }
    if (words.size() < 2)
        return;
    const auto contains = [&](std::string_view what) { return line.find(what) != std::string_view::npos; };
    if (words[0] == "<not" && words.size() > 2) {
        counters.missingEvents.push_back(eventName(words[2]));
        return;
    }
    if (contains("seconds time elapsed") || contains("seconds user") || contains("seconds sys")) {
        const std::optional<double> value = counters.numberMarks.readNumber(words[0], false);
        if (!value)
            return;
        if (contains("elapsed"))
            counters.elapsedS = value;
        else
            counters.cpuTimeS = counters.cpuTimeS.value_or(0) + *value;
        if (contains("elapsed") && words.size() > 2 && (words[1] == "+-" || words[1] == "\xC2\xB1"))
            counters.elapsedStandardErrorS = counters.numberMarks.readNumber(words[2], false);
        return;
    }
    const bool hasUnit = hasUnitWord(words), hasOldUnit = !hasUnit && isMillisecondsEvent(words);
    const std::optional<double> value = counters.numberMarks.readNumber(words[0], !hasUnit && !hasOldUnit);
    if (!value)
        return;
    double percent = 100;
    if (const std::string_view last = words.back(); last.front() == '(' && last.ends_with("%)"))
        percent = counters.numberMarks.readNumber(last.substr(1, last.size() - 3), false).value_or(100);
    std::string_view event = words[hasUnit ? 2 : 1];
    if (event.ends_with("-msecs"))
        event.remove_suffix(6);
    addCounter(counters, event, hasUnit ? words[1] : hasOldUnit ? "msec" : std::string_view(), *value, percent);
    if (const std::size_t sign = line.find('#'); sign != std::string_view::npos && contains("CPUs utilized"))
        if (const std::vector<std::string_view> metric = splitWords(line.substr(sign + 1)); !metric.empty())
            counters.coresUsed = counters.numberMarks.readNumber(metric.front(), false);
}

/// Separator, and the event's position, in a line of -x output: after the value and unit, which may follow a time stamp
/// or a core.
std::optional<std::pair<char, std::size_t>> detectCsvLayout(std::string_view line)
{
    for (const char separator : {',', ';', '|', '\t'}) {
        const std::vector<std::string_view> fields = splitFields(line, separator);
        for (std::size_t i = 2; i < fields.size() && i < 7; ++i)
            if (isPlainEvent(fields[i]) && fields.size() > i + 2)
                return std::pair(separator, i);
    }
    return std::nullopt;
}

void readCsvLine(std::string_view line, char separator, std::size_t at, Counters& counters)
{
    const std::vector<std::string_view> fields = splitFields(line, separator);
    if (line.starts_with('#') || fields.size() < at + 3)
        return;
    if (fields[at - 2].starts_with('<')) {
        counters.missingEvents.push_back(eventName(fields[at]));
        return;
    }
    const std::optional<double> value = counters.numberMarks.readNumber(fields[at - 2], false);
    if (!value)
        return;
    counters.sumsSeveralRows = counters.sumsSeveralRows || at > 2;
    const bool hasSpread = fields[at + 1].ends_with('%');  // present with -r
    const std::size_t share = at + (hasSpread ? 3 : 2);
    addCounter(counters, fields[at], fields[at - 1], *value,
               share < fields.size() ? counters.numberMarks.readNumber(fields[share], false).value_or(100) : 100);
    if (!fields.empty() && fields.back() == "CPUs utilized")
        counters.coresUsed = counters.numberMarks.readNumber(fields[fields.size() - 2], false);
}

/// A line of -j output: {"counter-value": "1000.0", "unit": "msec", "event": "task-clock", "pcnt-running": 100.0, …}.
void readJsonLine(std::string_view line, Counters& counters)
{
    const Result<Json> json = line.starts_with('{') ? parseJson(line) : fail(ErrorCode::Input, {});
    const auto text = [&](const char* key) {
        const Json* value = json->find(key);
        return value != nullptr ? plainTextOf(*value) : std::string();
    };
    if (!json || text("event").empty())
        return;
    const std::string value = text("counter-value");
    if (value.starts_with('<')) {
        counters.missingEvents.push_back(eventName(text("event")));
        return;
    }
    const Result<double> number = parseNumber(value), share = parseNumber(text("pcnt-running"));
    if (!number)
        return;
    counters.sumsSeveralRows = counters.sumsSeveralRows || json->find("interval") != nullptr;
    addCounter(counters, text("event"), text("unit"), *number, share ? *share : 100);
    if (text("metric-unit") == "CPUs utilized")
        if (const Result<double> cores = parseNumber(text("metric-value")))
            counters.coresUsed = *cores;
}

bool isPerfJson(std::string_view text)
{
    return text.substr(0, 4096).find("\"counter-value\"") != std::string_view::npos;
}

/// perf stat -I prints a time stamp before each counter.
bool isIntervalOutput(std::string_view text)
{
    const std::string_view head = text.substr(0, 4096);
    return head.find("counts unit events") != std::string_view::npos;
}

void readIntervalLines(const std::vector<std::string_view>& lines, Counters& counters)
{
    std::vector<std::string_view> withoutStamps;
    for (const std::string_view line : lines) {
        const std::string_view words = trimmed(line);
        const std::size_t end = words.find_first_of(" \t");
        const Result<double> stamp = parseNumber(words.substr(0, end));
        if (words.starts_with('#') || end == std::string_view::npos || !stamp)
            continue;
        withoutStamps.push_back(words.substr(end));
        counters.elapsedS = std::max(counters.elapsedS.value_or(0), *stamp);
    }
    counters.numberMarks = collectNumberMarks(withoutStamps);
    for (const std::string_view line : withoutStamps)
        readTextLine(line, counters);
    counters.sumsSeveralRows = true;
}

const Counter* findCounter(const Counters& counters, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (const auto at = counters.counterOfEvent.find(name); at != counters.counterOfEvent.end())
            return &at->second;
    return nullptr;
}

/// perf prints clocks in milliseconds, also where it omits the unit (old -x), and duration_time in nanoseconds.
double secondsOf(const Counter& clock, double factorWithoutUnit = 1e-3)
{
    return clock.value * (clock.unit.empty()                           ? factorWithoutUnit
                          : clock.unit == "msec" || clock.unit == "ms" ? 1e-3
                          : clock.unit == "usec" || clock.unit == "us" ? 1e-6
                          : clock.unit == "sec" || clock.unit == "s"   ? 1
                                                                       : 1e-9);
}

/// FLOP per event, as in perf's own metrics (tools/perf/pmu-events: tma_info_flopc); Intel's counters count a fused
/// multiply-add twice. 0 for other events.
double flopPerEvent(std::string_view event)
{
    constexpr std::array<std::pair<std::string_view, double>, 8> widths{{{".scalar_single", 1},
                                                                         {".scalar_double", 1},
                                                                         {".128b_packed_double", 2},
                                                                         {".128b_packed_single", 4},
                                                                         {".256b_packed_double", 4},
                                                                         {".256b_packed_single", 8},
                                                                         {".512b_packed_double", 8},
                                                                         {".512b_packed_single", 16}}};
    if (event.starts_with("fp_arith_inst_retired."))
        for (const auto& [name, width] : widths)
            if (event.ends_with(name))
                return width;
    return event == "fp_ret_sse_avx_ops.all" ? 1 : 0;
}

/// Bytes counted by memory controller events: 64 bytes per event (perf's metrics: UNC_M_CAS_COUNT.RD * 64), or in the
/// unit that perf prints.
std::optional<double> memoryBytes(std::string_view event, const Counter& counter)
{
    const auto holds = [&](const char* what) { return event.find(what) != std::string_view::npos; };
    if (!(holds("cas_count") || (holds("imc") && (holds("data_read") || holds("data_write")))))
        return std::nullopt;
    return counter.value * (counter.unit == "MiB"                                ? 1 << 20
                            : counter.unit == "Bytes" || counter.unit == "bytes" ? 1
                                                                                 : 64);
}

void setElapsedTime(const Counters& counters, const ProfileImportOptions& options, Profile& profile)
{
    WorkloadStep& step = profile.baseline.steps.front();
    const Counter* duration = findCounter(counters, {"duration_time"});
    const Counter* clock = findCounter(counters, {"task-clock", "cpu-clock"});
    if (counters.elapsedS && *counters.elapsedS > 0) {
        step.stepTimeS = importedQuantity(
            *counters.elapsedS, options,
            counters.runCount > 1 ? fmt::format("time elapsed, mean of {} runs", counters.runCount) : "time elapsed");
        if (counters.elapsedStandardErrorS && counters.runCount > 1) {
            // perf prints the standard error of the mean.
            const double half = studentTQuantile(0.95, counters.runCount - 1) * *counters.elapsedStandardErrorS;
            if (half < *counters.elapsedS)
                step.stepTimeS->interval = Interval{*counters.elapsedS - half, *counters.elapsedS + half, 0.95};
        }
    } else if (duration != nullptr && duration->value > 0) {
        step.stepTimeS = importedQuantity(secondsOf(*duration, 1e-9), options, "duration_time");
    } else if (clock != nullptr && counters.coresUsed && *counters.coresUsed > 0 && clock->value > 0) {
        step.stepTimeS =
            importedQuantity(secondsOf(*clock) / *counters.coresUsed, options, "task-clock over the CPUs utilized");
        profile.warnings.emplace_back(
            "-x omits the elapsed time: it was computed as task-clock over the CPUs utilized, which are rounded; -e "
            "duration_time counts it");
    }
    if (clock != nullptr && step.stepTimeS && secondsOf(*clock) > 0) {
        const double cores = secondsOf(*clock) / step.stepTimeS->value;
        profile.warnings.push_back(
            cores < 0.95 ? formatMessage("busy cores, on average: {}; the rest was waiting, and perf does "
                                         "not say for what (scalewright-cli measure -- COMMAND does)",
                                         significantText(cores, 2))
                         : formatMessage("busy cores, on average: {}", significantText(cores, 2)));
    }
}

void setWork(const Counters& counters, const ProfileImportOptions& options, Profile& profile)
{
    WorkloadStep& step = profile.baseline.steps.front();
    double flops = 0, bytes = 0;
    bool hasFlops = false, hasBytes = false;
    // A sum that lacks one of its events is unusable.
    const auto uncounted = [&](ProfileField field, const auto& belongs, const char* supply) {
        std::vector<std::string> names;
        std::copy_if(counters.missingEvents.begin(), counters.missingEvents.end(), std::back_inserter(names), belongs);
        if (!names.empty())
            profile.uncountedFields.emplace_back(field, formatMessage("perf did not count {} on that machine: {}",
                                                                      sanitised(joinNonEmpty(names, ", ")), supply));
        return !names.empty();
    };
    const bool flopsUncounted = uncounted(
        &WorkloadStep::flops, [](const std::string& name) { return flopPerEvent(name) > 0; }, "type the step's FLOP");
    const bool bytesUncounted = uncounted(
        &WorkloadStep::bytesMoved, [](const std::string& name) { return memoryBytes(name, {}).has_value(); },
        "type the bytes that the step moves");
    for (const auto& [event, counter] : counters.counterOfEvent) {
        if (const double each = flopPerEvent(event); each > 0) {
            flops += each * counter.value;
            hasFlops = true;
        }
        if (const std::optional<double> moved = memoryBytes(event, counter)) {
            bytes += *moved;
            hasBytes = true;
        }
    }
    if (flopsUncounted)
        profile.warnings.push_back(formatMessage("no FLOP were read, so the step cannot be placed on the roofline: {}",
                                                 profile.uncountedFields.front().second));
    else if (hasFlops)
        step.flops = importedQuantity(flops, options, "retired floating-point instructions by their width");
    else
        profile.warnings.emplace_back(
            "no arithmetic was counted: -e fp_arith_inst_retired.scalar_double,… counts it on Intel, "
            "fp_ret_sse_avx_ops.all on AMD; or type the step's FLOP");
    if (bytesUncounted) {
        profile.warnings.push_back(formatMessage(
            "no bytes between memory and cores were read, so the step cannot be placed on the roofline: {}",
            profile.uncountedFields.back().second));
    } else if (hasBytes) {
        step.bytesMoved = importedQuantity(bytes, options, "the memory controllers' reads and writes");
        profile.warnings.emplace_back(
            "the memory controllers serve every program on the machine: the bytes are this program's only if nothing "
            "else ran");
    } else {
        const Counter* misses = findCounter(counters, {"cache-misses", "llc-load-misses"});
        profile.warnings.push_back(
            misses == nullptr
                ? "no bytes between memory and cores were counted: -e "
                  "uncore_imc/cas_count_read/,uncore_imc/cas_count_write/ counts them on Intel servers; or type "
                  "the bytes that the step moves"
                : formatMessage("cache misses do not give the bytes: these {} are at least {} in lines of 64 bytes, "
                                "without prefetches and write-backs; type the bytes that the step moves",
                                significantText(misses->value, 3), bytesText(64 * misses->value)));
    }
    const Counter* cycles = findCounter(counters, {"cycles", "cpu-cycles", "cpu_core/cycles/"});
    const Counter* instructions = findCounter(counters, {"instructions", "cpu_core/instructions/"});
    if (cycles != nullptr && instructions != nullptr && cycles->value > 0) {
        const double each = instructions->value / cycles->value;
        profile.warnings.push_back(
            each > 8
                ? formatMessage("instructions per cycle: {}, more than any core retires: do not trust these counters",
                                significantText(each, 2))
                : formatMessage("instructions per cycle: {}", significantText(each, 2)));
    }
}

}  // namespace

bool looksLikePerfStat(std::string_view text)
{
    if (text.find("Performance counter stats for") != std::string_view::npos || isPerfJson(text) ||
        isIntervalOutput(text))
        return true;
    if (text.find("task-clock") == std::string_view::npos && text.find("cycles") == std::string_view::npos &&
        text.find("duration_time") == std::string_view::npos && text.find("instructions") == std::string_view::npos)
        return false;
    const std::vector<std::string_view> lines = splitLines(text.substr(0, 4096));
    return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
        const auto layout = line.starts_with('#') ? std::nullopt : detectCsvLayout(line);
        if (!layout)
            return false;
        const std::string_view value = splitFields(line, layout->first)[layout->second - 2];
        return value.starts_with('<') || NumberMarks().readNumber(value).has_value();
    });
}

Result<Profile> importPerfStat(std::string_view text, const ProfileImportOptions& options)
{
    Counters counters;
    const std::vector<std::string_view> lines = splitLines(text);
    // perf stat --append writes runs one after another.
    for (const std::string_view prefix : {"# started on ", " Performance counter stats for "})
        if (const auto runs = std::count_if(lines.begin(), lines.end(),
                                            [&](std::string_view line) { return line.starts_with(prefix); });
            runs > 1)
            return fail(ErrorCode::Input,
                        formatMessage("{} runs of perf stat are in one file, and their sum describes none of them",
                                      static_cast<int>(runs)),
                        "each run in its own file");
    if (text.find("Performance counter stats for") != std::string_view::npos) {
        counters.numberMarks = collectNumberMarks(lines);
        for (const std::string_view line : lines)
            readTextLine(line, counters);
    } else if (isIntervalOutput(text)) {
        readIntervalLines(lines, counters);
    } else if (isPerfJson(text)) {
        for (const std::string_view line : lines)
            readJsonLine(line, counters);
    } else {
        std::optional<std::pair<char, std::size_t>> layout;
        for (const std::string_view line : lines)
            if (!layout && !line.starts_with('#'))
                layout = detectCsvLayout(line);
        for (const std::string_view line : lines)
            if (layout)
                readCsvLine(line, layout->first, layout->second, counters);
    }
    Profile profile;
    profile.title = counters.command.empty() ? "perf stat" : sanitised(counters.command);
    profile.baseline.steps.emplace_back();
    setElapsedTime(counters, options, profile);
    setWork(counters, options, profile);
    if (!profile.baseline.steps.front().stepTimeS && !profile.baseline.steps.front().flops &&
        !profile.baseline.steps.front().bytesMoved)
        return fail(ErrorCode::Input, "perf counted nothing here that gives a time or work",
                    "perf stat -e task-clock,duration_time,… -- COMMAND, in text, with -x, or -j");
    double smallestPercent = 100;
    for (const auto& [event, counter] : counters.counterOfEvent)
        smallestPercent = std::min(smallestPercent, counter.countedPercent);
    if (smallestPercent < 99)
        profile.warnings.push_back(
            formatMessage("perf had more events than counters: some were counted in {} % of the run and scaled up",
                          significantText(smallestPercent, 2)));
    std::sort(counters.missingEvents.begin(), counters.missingEvents.end());
    counters.missingEvents.erase(std::unique(counters.missingEvents.begin(), counters.missingEvents.end()),
                                 counters.missingEvents.end());
    if (!counters.missingEvents.empty())
        profile.warnings.push_back(
            formatMessage("not counted on that machine: {}; virtual machines and containers often hide the counters",
                          sanitised(joinNonEmpty(counters.missingEvents, ", "))));
    if (counters.sumsSeveralRows)
        profile.warnings.emplace_back("rows were added up over intervals or cores");
    return profile;
}

}  // namespace scalewright::detail

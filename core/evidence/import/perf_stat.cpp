#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/student_t.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/profile_formats.h"
#include "core/evidence/import/text.h"

namespace scalewright::detail {

namespace {

struct Counter {
    double value = 0;
    std::string unit;
    double countedPercent = 100;  ///< of the run; perf has scaled the value up
};

struct Counters {
    std::map<std::string, Counter> byEvent;  ///< in lower case, without modifiers (":u")
    std::vector<std::string> missing;        ///< "<not supported>", "<not counted>"
    std::optional<double> elapsedS, elapsedErrorS, processorS, coresUsed;
    int runs = 1;
    std::string command;
    bool interval = false;
    NumberMarks marks;  ///< of all numbers of the file
};

std::string eventName(std::string_view word)
{
    std::string name;
    for (const char c : word)
        name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
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
    return std::find(events.begin(), events.end(), name) != events.end() || name.starts_with("fp_arith_inst_retired") ||
           name.starts_with("uncore_");
}

void add(Counters& counters, std::string_view event, std::string_view unit, double value, double percent)
{
    Counter& counter = counters.byEvent[eventName(event)];
    counter.value += value;
    counter.unit = unit;
    counter.countedPercent = std::min(counter.countedPercent, percent);
}

/// "0.86 msec task-clock": what has a unit is no count.
bool hasUnitOf(const std::vector<std::string_view>& words)
{
    return words.size() > 2 && words[2] != "#" && words[2].front() != '(';
}

/// How the file writes its numbers.
NumberMarks marksOf(const std::vector<std::string_view>& lines)
{
    NumberMarks marks;
    for (const std::string_view line : lines) {
        const std::vector<std::string_view> words = wordsIn(line);
        if (words.size() < 2)
            continue;
        const bool seconds = words[1] == "seconds" || words[1] == "+-" || words[1] == "\xC2\xB1";
        marks.add(words[0], !hasUnitOf(words) && !seconds);
    }
    return marks;
}

/// "  1,234  cycles:u   # 2.9 GHz   ( +- 1.2% )  (83.20%)", "  0.86 msec task-clock   # 0.017 CPUs utilized".
void textLine(std::string_view line, Counters& counters)
{
    const std::vector<std::string_view> words = wordsIn(line);
    if (line.find("Performance counter stats for") != std::string_view::npos) {
        const std::size_t open = line.find('\''), close = line.rfind('\'');
        counters.command = open != std::string_view::npos && close > open
                               ? std::string(line.substr(open + 1, close - open - 1))
                               : std::string();
        const std::size_t bracket = line.rfind('(');
        if (const std::vector<std::string_view> last =
                bracket == std::string_view::npos ? std::vector<std::string_view>{} : wordsIn(line.substr(bracket + 1));
            last.size() == 2 && last[1].starts_with("runs"))
            if (const Result<long> runs = parseCount(last[0], 1, 1 << 20))
                counters.runs = static_cast<int>(*runs);
        return;
    }
    if (words.size() < 2)
        return;
    const auto said = [&](std::string_view what) { return line.find(what) != std::string_view::npos; };
    if (words[0] == "<not" && words.size() > 2) {
        counters.missing.push_back(eventName(words[2]));
        return;
    }
    if (said("seconds time elapsed") || said("seconds user") || said("seconds sys")) {
        const std::optional<double> value = counters.marks.read(words[0], false);
        if (!value)
            return;
        if (said("elapsed"))
            counters.elapsedS = value;
        else
            counters.processorS = counters.processorS.value_or(0) + *value;
        if (said("elapsed") && words.size() > 2 && (words[1] == "+-" || words[1] == "\xC2\xB1"))
            counters.elapsedErrorS = counters.marks.read(words[2], false);
        return;
    }
    const bool hasUnit = hasUnitOf(words);
    const std::optional<double> value = counters.marks.read(words[0], !hasUnit);
    if (!value)
        return;
    double percent = 100;
    if (const std::string_view last = words.back(); last.front() == '(' && last.ends_with("%)"))
        percent = counters.marks.read(last.substr(1, last.size() - 3), false).value_or(100);
    add(counters, words[hasUnit ? 2 : 1], hasUnit ? words[1] : std::string_view(), *value, percent);
    if (const std::size_t sign = line.find('#'); sign != std::string_view::npos && said("CPUs utilized"))
        if (const std::vector<std::string_view> metric = wordsIn(line.substr(sign + 1)); !metric.empty())
            counters.coresUsed = counters.marks.read(metric.front(), false);
}

/// Where a line of -x has its event: behind value and unit, which perhaps follow a time stamp or a core.
std::optional<std::pair<char, std::size_t>> layoutOf(std::string_view line)
{
    for (const char separator : {',', ';', '|', '\t'}) {
        const std::vector<std::string_view> fields = fieldsIn(line, separator);
        for (std::size_t i = 2; i < fields.size() && i < 7; ++i)
            if (isPlainEvent(fields[i]) && fields.size() > i + 2)
                return std::pair(separator, i);
    }
    return std::nullopt;
}

void csvLine(std::string_view line, char separator, std::size_t at, Counters& counters)
{
    const std::vector<std::string_view> fields = fieldsIn(line, separator);
    if (line.starts_with('#') || fields.size() < at + 3)
        return;
    if (fields[at - 2].starts_with('<')) {
        counters.missing.push_back(eventName(fields[at]));
        return;
    }
    const std::optional<double> value = counters.marks.read(fields[at - 2], false);
    if (!value)
        return;
    counters.interval = counters.interval || at > 2;
    const bool spread = fields[at + 1].ends_with('%');  // of -r
    const std::size_t share = at + (spread ? 3 : 2);
    add(counters, fields[at], fields[at - 1], *value,
        share < fields.size() ? counters.marks.read(fields[share], false).value_or(100) : 100);
    if (!fields.empty() && fields.back() == "CPUs utilized")
        counters.coresUsed = counters.marks.read(fields[fields.size() - 2], false);
}

/// A line of -j: {"counter-value": "1000.0", "unit": "msec", "event": "task-clock", "pcnt-running": 100.0, …}.
void jsonLine(std::string_view line, Counters& counters)
{
    const Result<Json> json = line.starts_with('{') ? parseJson(line) : fail(ErrorCode::Input, {});
    const auto text = [&](const char* key) -> std::string {
        const Json* value = json->find(key);
        if (value == nullptr)
            return {};
        return value->asString() != nullptr   ? *value->asString()
               : value->asNumber() != nullptr ? value->asNumber()->text
                                              : std::string();
    };
    if (!json || text("event").empty())
        return;
    const std::string value = text("counter-value");
    if (value.starts_with('<')) {
        counters.missing.push_back(eventName(text("event")));
        return;
    }
    const Result<double> number = parseNumber(value), share = parseNumber(text("pcnt-running"));
    if (!number)
        return;
    counters.interval = counters.interval || json->find("interval") != nullptr;
    add(counters, text("event"), text("unit"), *number, share ? *share : 100);
    if (text("metric-unit") == "CPUs utilized")
        if (const Result<double> cores = parseNumber(text("metric-value")))
            counters.coresUsed = *cores;
}

bool isJsonOfPerf(std::string_view text)
{
    return text.substr(0, 4096).find("\"counter-value\"") != std::string_view::npos;
}

/// perf stat -I: a time stamp before each counter.
bool isAtIntervals(std::string_view text)
{
    const std::string_view head = text.substr(0, 4096);
    return head.find("counts unit events") != std::string_view::npos;
}

void intervalLines(const std::vector<std::string_view>& lines, Counters& counters)
{
    std::vector<std::string_view> bare;
    for (const std::string_view line : lines) {
        const std::string_view words = trimmed(line);
        const std::size_t end = words.find_first_of(" \t");
        const Result<double> stamp = parseNumber(words.substr(0, end));
        if (words.starts_with('#') || end == std::string_view::npos || !stamp)
            continue;
        bare.push_back(words.substr(end));
        counters.elapsedS = std::max(counters.elapsedS.value_or(0), *stamp);
    }
    counters.marks = marksOf(bare);
    for (const std::string_view line : bare)
        textLine(line, counters);
    counters.interval = true;
}

const Counter* found(const Counters& counters, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (const auto at = counters.byEvent.find(name); at != counters.byEvent.end())
            return &at->second;
    return nullptr;
}

double secondsOf(const Counter& clock)
{
    return clock.value * (clock.unit == "msec" || clock.unit == "ms" ? 1e-3
                          : clock.unit == "sec" || clock.unit == "s" ? 1
                                                                     : 1e-9);
}

/// FLOP an event stands for, as perf's own metrics count them (tools/perf/pmu-events: tma_info_flopc); Intel's counters
/// count a fused multiply-add twice. 0: no such event.
double flopPer(std::string_view event)
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

/// Bytes of the memory controllers' events: one of 64 bytes each (perf's metrics: UNC_M_CAS_COUNT.RD * 64), or in the
/// unit perf prints.
std::optional<double> memoryBytes(std::string_view event, const Counter& counter)
{
    const auto holds = [&](const char* what) { return event.find(what) != std::string_view::npos; };
    if (!(holds("cas_count") || (holds("imc") && (holds("data_read") || holds("data_write")))))
        return std::nullopt;
    return counter.value * (counter.unit == "MiB"                                ? 1 << 20
                            : counter.unit == "Bytes" || counter.unit == "bytes" ? 1
                                                                                 : 64);
}

void setElapsed(const Counters& counters, const ProfileImportOptions& options, Profile& profile)
{
    WorkloadStep& step = profile.baseline.steps.front();
    const Counter* duration = found(counters, {"duration_time"});
    const Counter* clock = found(counters, {"task-clock", "cpu-clock"});
    if (counters.elapsedS && *counters.elapsedS > 0) {
        step.stepTimeS =
            imported(*counters.elapsedS, options,
                     counters.runs > 1 ? fmt::format("time elapsed, mean of {} runs", counters.runs) : "time elapsed");
        if (counters.elapsedErrorS && counters.runs > 1) {
            const double half =
                studentT(0.95, counters.runs - 1) * *counters.elapsedErrorS;  // perf prints the mean's standard error
            if (half < *counters.elapsedS)
                step.stepTimeS->interval = Interval{*counters.elapsedS - half, *counters.elapsedS + half, 0.95};
        }
    } else if (duration != nullptr && duration->value > 0) {
        step.stepTimeS = imported(secondsOf(*duration), options, "duration_time");
    } else if (clock != nullptr && counters.coresUsed && *counters.coresUsed > 0 && clock->value > 0) {
        step.stepTimeS =
            imported(secondsOf(*clock) / *counters.coresUsed, options, "task-clock over the CPUs utilized");
        profile.warnings.emplace_back(
            "-x leaves the elapsed time out: it is task-clock over the CPUs utilized, which are rounded; -e "
            "duration_time counts it");
    }
    if (clock != nullptr && step.stepTimeS && secondsOf(*clock) > 0) {
        const double cores = secondsOf(*clock) / step.stepTimeS->value;
        profile.warnings.push_back(cores < 0.95 ? say("busy cores, on average: {}; the rest was waiting, and perf does "
                                                      "not say for what (scalewright-cli measure -- COMMAND does)",
                                                      significant(cores, 2))
                                                : say("busy cores, on average: {}", significant(cores, 2)));
    }
}

void setWork(const Counters& counters, const ProfileImportOptions& options, Profile& profile)
{
    WorkloadStep& step = profile.baseline.steps.front();
    double flops = 0, bytes = 0;
    bool anyFlops = false, anyBytes = false;
    // A sum that lacks one of its events is none.
    const auto uncounted = [&](ProfileField field, const auto& belongs, const char* supply) {
        std::string names;
        for (const std::string& name : counters.missing)
            if (belongs(name))
                names += (names.empty() ? "" : ", ") + name;
        if (!names.empty())
            profile.absent.emplace_back(field, say("perf did not count {} there: {}", cleaned(names), supply));
        return !names.empty();
    };
    const bool flopsUncounted = uncounted(
        &WorkloadStep::flops, [](const std::string& name) { return flopPer(name) > 0; }, "type the step's FLOP");
    const bool bytesUncounted = uncounted(
        &WorkloadStep::bytesMoved, [](const std::string& name) { return memoryBytes(name, {}).has_value(); },
        "type the bytes that the step moves");
    for (const auto& [event, counter] : counters.byEvent) {
        if (const double each = flopPer(event); each > 0) {
            flops += each * counter.value;
            anyFlops = true;
        }
        if (const std::optional<double> moved = memoryBytes(event, counter)) {
            bytes += *moved;
            anyBytes = true;
        }
    }
    if (flopsUncounted)
        profile.warnings.push_back(
            say("no arithmetic is taken, and without it the step has no place on the roofline: {}",
                profile.absent.front().second));
    else if (anyFlops)
        step.flops = imported(flops, options, "retired floating-point instructions by their width");
    else
        profile.warnings.emplace_back(
            "no arithmetic was counted: -e fp_arith_inst_retired.scalar_double,… counts it on Intel, "
            "fp_ret_sse_avx_ops.all on AMD; or type the step's FLOP");
    if (bytesUncounted) {
        profile.warnings.push_back(say(
            "no bytes between memory and cores are taken, and without them the step has no place on the roofline: {}",
            profile.absent.back().second));
    } else if (anyBytes) {
        step.bytesMoved = imported(bytes, options, "the memory controllers' reads and writes");
        profile.warnings.emplace_back(
            "the memory controllers serve every program of the machine: the bytes are this one's where nothing "
            "else ran");
    } else {
        const Counter* misses = found(counters, {"cache-misses", "llc-load-misses"});
        profile.warnings.push_back(
            misses == nullptr
                ? "no bytes between memory and cores were counted: -e "
                  "uncore_imc/cas_count_read/,uncore_imc/cas_count_write/ counts them on Intel servers; or type "
                  "the bytes that the step moves"
                : say("cache misses tell no bytes: these {} are {} at least in lines of 64 bytes, without what was "
                      "prefetched or written back; type the bytes that the step moves",
                      significant(misses->value, 3), formatAmount(64 * misses->value, Dimension::Bytes).joined()));
    }
    const Counter* cycles = found(counters, {"cycles", "cpu-cycles", "cpu_core/cycles/"});
    const Counter* instructions = found(counters, {"instructions", "cpu_core/instructions/"});
    if (cycles != nullptr && instructions != nullptr && cycles->value > 0) {
        const double each = instructions->value / cycles->value;
        profile.warnings.push_back(
            each > 8 ? say("instructions a cycle: {}, more than any core retires: these counters are not to be trusted",
                           significant(each, 2))
                     : say("instructions a cycle: {}", significant(each, 2)));
    }
}

}  // namespace

bool looksLikePerfStat(std::string_view text)
{
    if (text.find("Performance counter stats for") != std::string_view::npos || isJsonOfPerf(text) ||
        isAtIntervals(text))
        return true;
    if (text.find("task-clock") == std::string_view::npos && text.find("cycles") == std::string_view::npos &&
        text.find("duration_time") == std::string_view::npos && text.find("instructions") == std::string_view::npos)
        return false;
    const std::vector<std::string_view> lines = linesOf(text.substr(0, 4096));
    return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
        const auto layout = line.starts_with('#') ? std::nullopt : layoutOf(line);
        if (!layout)
            return false;
        const std::string_view value = fieldsIn(line, layout->first)[layout->second - 2];
        return value.starts_with('<') || NumberMarks().read(value).has_value();
    });
}

Result<Profile> importPerfStat(std::string_view text, const ProfileImportOptions& options)
{
    Counters counters;
    const std::vector<std::string_view> lines = linesOf(text);
    // perf stat --append writes one run after another.
    for (const std::string_view begins : {"# started on ", " Performance counter stats for "})
        if (const auto runs = std::count_if(lines.begin(), lines.end(),
                                            [&](std::string_view line) { return line.starts_with(begins); });
            runs > 1)
            return fail(
                ErrorCode::Input,
                say("{} runs of perf stat are in one file, and a sum of them is none of them", static_cast<int>(runs)),
                "each run in a file of its own");
    if (text.find("Performance counter stats for") != std::string_view::npos) {
        counters.marks = marksOf(lines);
        for (const std::string_view line : lines)
            textLine(line, counters);
    } else if (isAtIntervals(text)) {
        intervalLines(lines, counters);
    } else if (isJsonOfPerf(text)) {
        for (const std::string_view line : lines)
            jsonLine(line, counters);
    } else {
        std::optional<std::pair<char, std::size_t>> layout;
        for (const std::string_view line : lines)
            if (!layout && !line.starts_with('#'))
                layout = layoutOf(line);
        for (const std::string_view line : lines)
            if (layout)
                csvLine(line, layout->first, layout->second, counters);
    }
    Profile profile;
    profile.title = counters.command.empty() ? "perf stat" : cleaned(counters.command);
    profile.baseline.steps.emplace_back();
    setElapsed(counters, options, profile);
    setWork(counters, options, profile);
    if (!profile.baseline.steps.front().stepTimeS && !profile.baseline.steps.front().flops &&
        !profile.baseline.steps.front().bytesMoved)
        return fail(ErrorCode::Input, "perf counted nothing here that tells time or work",
                    "perf stat -e task-clock,duration_time,… -- COMMAND, in text, with -x, or -j");
    double least = 100;
    for (const auto& [event, counter] : counters.byEvent)
        least = std::min(least, counter.countedPercent);
    if (least < 99)
        profile.warnings.push_back(
            say("perf had more events than counters: some were counted in {} % of the run and scaled up",
                significant(least, 2)));
    std::sort(counters.missing.begin(), counters.missing.end());
    counters.missing.erase(std::unique(counters.missing.begin(), counters.missing.end()), counters.missing.end());
    if (!counters.missing.empty()) {
        std::string names;
        for (const std::string& name : counters.missing)
            names += (names.empty() ? "" : ", ") + name;
        profile.warnings.push_back(
            say("not counted there: {}; virtual machines and containers often hide the counters", cleaned(names)));
    }
    if (counters.interval)
        profile.warnings.emplace_back("its rows were added up, over intervals or cores");
    return profile;
}

}  // namespace scalewright::detail

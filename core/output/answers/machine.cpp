// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/machine.h"

#include <optional>

#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

std::string resultAmountText(double value, Dimension dimension)
{
    return dimension == Dimension::Count ? significantText(value, 6) : amountText(value, dimension);
}

Table probeResultsTable(const ProbeReport& report)
{
    Table table;
    table.columns = {{"name", "result", "", -1},
                     {"median", "median", "", -1},
                     {"low", "low", "", -1},
                     {"high", "high", "", -1},
                     {"best", "best", "", -1}};
    for (const ProbeResult& result : report.results) {
        const Quantity& quantity = result.quantity;
        std::vector<Cell> row{result.name, resultAmountText(quantity.value, result.dimension)};
        if (quantity.interval)
            row.insert(row.end(), {resultAmountText(quantity.interval->low, result.dimension),
                                   resultAmountText(quantity.interval->high, result.dimension),
                                   resultAmountText(result.bestValue, result.dimension)});
        row.resize(table.columns.size());
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table workloadsTable(const std::vector<BookWorkload>& workloads)
{
    Table table;
    table.columns = {{"name", "workload", "", -1},    {"time", "time", "", -1},
                     {"intensity", "FLOP/B", "", -1}, {"rate", "arithmetic", "", -1},
                     {"bandwidth", "bytes", "", -1},  {"bottleneck", "limited by", "", -1},
                     {"axis", "distribute", "", -1}};
    for (const BookWorkload& each : workloads)
        table.rows.push_back(
            {each.name, timeText(each.bestTimeS), shortNumber(each.intensity),
             amountText(each.flopsPerS, Dimension::ComputeRate), amountText(each.bytesPerS, Dimension::Bandwidth),
             std::string(nameOf(each.diagnosis.bottleneck)), std::string(nameOf(each.diagnosis.axis))});
    return table;
}

std::string titledResultText(const ProbeReport& report, const char* name, const char* title)
{
    const ProbeResult* result = report.find(name);
    return result ? formatMessage("{} {}", title, resultAmountText(result->quantity.value, result->dimension))
                  : std::string();
}

void setCeilingHeadline(Answer& answer, const ProbeReport& report)
{
    answer.headline = joinNonEmpty({titledResultText(report, "peak_flops", "peak"),
                                    titledResultText(report, "memory_bandwidth_bytes_per_s", "memory"),
                                    titledResultText(report, "disk_read_bytes_per_s", "disk")},
                                   ", ");
    answer.headline = answer.headline.empty() ? countWithNoun(static_cast<long>(report.results.size()), "result") + "."
                                              : asSentence(answer.headline);
    const ProbeResult *peak = report.find("peak_flops"), *memory = report.find("memory_bandwidth_bytes_per_s");
    if (peak && memory && memory->quantity.value > 0)
        answer.because = formatMessage("A step needs {} FLOP per byte to be limited by compute.",
                                       shortNumber(peak->quantity.value / memory->quantity.value));
}

void addResultFacts(Answer& answer, const ProbeReport& report)
{
    for (const ProbeResult& result : report.results) {
        answer.add(Fact::Source, result.name, result.quantity.provenance.conditions);
        if (const std::optional<Interval>& interval = result.quantity.interval)
            answer.add(Fact::Range, result.name, "{} to {}, best {}", resultAmountText(interval->low, result.dimension),
                       resultAmountText(interval->high, result.dimension),
                       resultAmountText(result.bestValue, result.dimension));
        answer.add(Fact::Warning, result.name, result.warnings);
    }
}

}  // namespace

Answer probeAnswer(const ProbeReport& report, const std::vector<BookWorkload>& workloads)
{
    Answer answer;
    answer.confidence.basis = Basis::Measured;
    if (!report.warnings.empty())
        answer.confidence.note = countWithNoun(static_cast<long>(report.warnings.size()), "warning");
    if (workloads.empty()) {
        answer.table = probeResultsTable(report);
        setCeilingHeadline(answer, report);
        if (report.kind == ProbeKind::Machine)
            answer.next = {"Diagnose a program against them:",
                           "scalewright-cli measure --machine FILE -o profile.json -- COMMAND",
                           {}};
    } else {
        answer.table = workloadsTable(workloads);
        std::vector<std::string> limits;
        for (const BookWorkload& each : workloads)
            limits.push_back(formatMessage("{} {}", each.name, nameOf(each.diagnosis.bottleneck)));
        answer.headline = formatMessage("{}: {}.", countWithNoun(static_cast<long>(workloads.size()), "workload"),
                                        joinNonEmpty(limits, ", "));
        for (const BookWorkload& each : workloads) {
            answer.add(Fact::Value, each.name, each.diagnosis.explanation);
            answer.add(Fact::Source, each.name, "the book: {} at I {}", timeText(each.bookTimeS),
                       shortNumber(each.bookIntensity));
        }
        for (const ProbeResult& result : report.results)
            answer.add(Fact::Value, result.name, resultAmountText(result.quantity.value, result.dimension));
    }
    answer.add(Fact::Source, "machine", "{}, {}, {}", report.cpuName, countWithNoun(report.cores, "core"), report.date);
    if (report.kind == ProbeKind::Machine)
        answer.add(Fact::Source, "machine", report.description);
    answer.add(Fact::Warning, "warning", report.warnings);
    addResultFacts(answer, report);
    return answer;
}

Answer timedCollectivesAnswer(std::size_t timings, int p, const std::vector<std::string>& warnings)
{
    Answer answer;
    answer.headline = formatMessage("{} over {} processes.", countWithNoun(static_cast<long>(timings), "timing"), p);
    answer.next = {"Write them with -o timings.csv, then:", "scalewright-cli fit-comm timings.csv", {}};
    answer.confidence.basis = Basis::Measured;
    if (!warnings.empty())
        answer.confidence.note = countWithNoun(static_cast<long>(warnings.size()), "warning");
    answer.add(Fact::Warning, "warning", warnings);
    return answer;
}

}  // namespace scalewright

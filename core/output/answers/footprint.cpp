// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/footprint.h"

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/output/answers/basis.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"

namespace scalewright {

namespace {

std::string formatInUnit(double value, const FootprintUnit& unit)
{
    return formatMessage("{} {}", significantText(value / unit.scale), unit.name);
}

std::string energyText(double kwh)
{
    return formatInUnit(kwh, energyUnit(kwh));
}

std::string carbonText(double grams)
{
    return formatInUnit(grams, carbonUnit(grams));
}

/// CO₂e, or the energy if the grid is not set.
double emissionOrEnergy(const FootprintRow& row)
{
    return row.footprint.gramsCo2e.value_or(row.footprint.kwh.value_or(0));
}

std::string emissionText(const FootprintRow& row)
{
    return row.footprint.gramsCo2e ? carbonText(*row.footprint.gramsCo2e) : energyText(*row.footprint.kwh);
}

const FootprintRow& plannedRow(const std::vector<FootprintRow>& rows, std::optional<int> plan)
{
    const auto rowAt = [&](int p) { return std::ranges::find(rows, p, &FootprintRow::p); };
    if (const auto found = plan ? rowAt(*plan) : rows.end(); found != rows.end())
        return *found;
    return *std::ranges::min_element(rows, [](const FootprintRow& one, const FootprintRow& other) {
        return one.baseWorkTimeS < other.baseWorkTimeS;
    });
}

Table footprintTable(const std::vector<FootprintRow>& rows)
{
    Table table;
    table.columns = {
        {"p", "p", "", 0}, {"t", "T_p", "s", -1}, {"energy_kwh", "energy", "kWh", -1}, {"co2e_g", "CO₂e", "g", -1}};
    for (const FootprintRow& row : rows) {
        Cell energy, grams;
        if (row.footprint.kwh)
            energy = *row.footprint.kwh;
        if (row.footprint.gramsCo2e)
            grams = *row.footprint.gramsCo2e;
        table.rows.push_back({static_cast<double>(row.p), row.runTimeS, energy, grams});
    }
    return table;
}

void setFootprintNextStep(Answer& answer, const Target& target, const FootprintRow& row)
{
    if (!row.footprint.kwh)
        answer.next = {"Enter the power of a worker: --power 700.", {}, "/target/power_w"};
    else if (!row.footprint.gramsCo2e)
        answer.next = {"Enter the grid: --region ID, or --intensity in g/kWh.", {}, "/target/grid_g_per_kwh"};
    else if (!target.pue)
        answer.next = {"Enter the building's PUE; 1 is assumed.", {}, "/target/pue"};
}

}  // namespace

FootprintUnit energyUnit(double kwh)
{
    return kwh < 1 ? FootprintUnit{"Wh", 1e-3} : kwh < 1e3 ? FootprintUnit{"kWh", 1} : FootprintUnit{"MWh", 1e3};
}

FootprintUnit carbonUnit(double grams)
{
    return grams < 1     ? FootprintUnit{"mg", 1e-3}
           : grams < 1e3 ? FootprintUnit{"g", 1}
           : grams < 1e6 ? FootprintUnit{"kg", 1e3}
                         : FootprintUnit{"t", 1e6};
}

std::string noEnergyReason(bool isForLadder)
{
    return isForLadder ? "worker power is not set (--power), and the ladder has no energy"
                       : "worker power is not set (--power)";
}

std::string noGridReason()
{
    return "the grid is not set (--region or --intensity)";
}

std::vector<FootprintRow> footprintRows(const FootprintQuestion& question)
{
    const MeasuredLadder* ladder = question.ladder ? &question.ladder->ladder : nullptr;
    std::vector<FootprintRow> rows = computeFootprintRows(question.project, question.forecast, ladder,
                                                          ladder ? CurveKind::Measured : CurveKind::Predicted);
    if (!ladder)
        std::erase_if(rows, [&](const FootprintRow& row) {
            return (row.p & (row.p - 1)) != 0 && row.p != question.forecast.prediction->landmarks.pStar &&
                   row.p != question.forecast.plannedP();
        });
    return rows;
}

std::vector<std::string> footprintAssumptions(const FootprintQuestion& question)
{
    std::vector<std::string> texts = carbonAssumptions(question.project.target);
    if (!question.ladder) {
        texts.push_back(question.project.plan.steps
                            ? formatMessage("predicted for a run of {} steps, not yet measured",
                                            significantText(question.forecast.model->steps))
                            : std::string("predicted for one step: the plan has no steps per run"));
        return texts;
    }
    const MeasuredLadder& ladder = question.ladder->ladder;
    if (ladder.isThroughput)
        texts.emplace_back("times, energy and carbon are for one unit of work");
    else if (ladder.scaling == Scaling::Weak)
        texts.push_back(
            formatMessage("the work grows with p: energy and carbon are for the work of p = {}", ladder.baseP));
    return texts;
}

Answer footprintSummary(const Target& target, const std::vector<FootprintRow>& rows, std::optional<int> plan)
{
    const FootprintRow& row = plannedRow(rows, plan);
    Answer answer;
    // Under weak scaling the energy refers to the base's work, which no run does alone.
    const bool weak = row.runTimeS > row.baseWorkTimeS * (1 + 1e-9);
    const std::string time = weak ? std::string("for one worker's work") : "in " + timeText(row.baseWorkTimeS);
    if (!row.footprint.kwh)
        answer.headline = formatMessage("Energy unknown: enter the power per worker ({}, {}).", workersText(row.p),
                                        timeText(row.runTimeS));
    else if (row.footprint.gramsCo2e)
        answer.headline = formatMessage("{}: {} of CO₂e, {} {}.", workersText(row.p),
                                        carbonText(*row.footprint.gramsCo2e), energyText(*row.footprint.kwh), time);
    else
        answer.headline = formatMessage("{}: {} {}.", workersText(row.p), energyText(*row.footprint.kwh), time);
    if (row.footprint.kwh) {
        const FootprintRow& lowest =
            *std::ranges::min_element(rows, [](const FootprintRow& one, const FootprintRow& other) {
                return emissionOrEnergy(one) < emissionOrEnergy(other);
            });
        const char* verb = row.footprint.gramsCo2e ? "emits" : "uses";
        answer.because = lowest.p == row.p ? formatMessage("No other p {} less.", verb)
                                           : formatMessage("Lowest at p = {}: {}.", lowest.p, emissionText(lowest));
    }
    setFootprintNextStep(answer, target, row);
    return answer;
}

Answer footprintAnswer(const FootprintQuestion& question, const std::vector<FootprintRow>& rows)
{
    const Target& target = question.project.target;
    const std::optional<int> plan = question.forecast.plannedP();
    const Forecast& forecast = question.forecast;
    std::vector<FootprintRow> usable = rows;
    std::erase_if(usable, [&](const FootprintRow& row) { return !forecast.feasible.contains(row.p); });
    Answer answer;
    if (forecast.plan && forecast.plan->infeasibility) {
        answer.headline = formatMessage("{} cannot be used.", workersText(forecast.plan->p));
        answer.because = capitalised(forecast.plan->infeasibility->reason) + ".";
    } else if (usable.empty()) {
        answer.headline = "No feasible number of workers.";
        answer.because = capitalised(forecast.feasible.whyNone()) + ".";
    } else {
        answer = footprintSummary(target, usable, plan);
        if (plan && plannedRow(usable, plan).p != *plan)
            answer.because = formatMessage("p = {} was not run; this is the fastest run.", *plan);
    }
    answer.table = footprintTable(rows);
    addFeasibleColumn(answer.table, forecast.feasible);

    if (question.ladder)
        answer.confidence = measuredConfidence(question.ladder->ladder);
    else
        answer.confidence.basis = Basis::Predicted;
    std::optional<Basis> inputs;
    for (const MaybeQuantity* each : {&target.powerW, &target.powerShare, &target.pue, &target.gridCo2GramsPerKwh})
        inputs = weakerBasis(inputs, *each);
    if (inputs && !plannedRow(rows, plan).footprint.isMeasured)
        answer.confidence.note =
            joinNonEmpty({std::string("power and grid ") + nameOf(*inputs), answer.confidence.note}, "; ");
    answer.add(Fact::Formula, "energy", "E = p P load T PUE; a ladder's own joules replace p P load T");
    answer.add(Fact::Formula, "CO₂e", "E times the grid's grams per kWh");
    answer.add(Fact::Assumption, "assumed", footprintAssumptions(question));
    if (question.ladder)
        addReadingFacts(answer, *question.ladder);
    else
        answer.add(Fact::Source, "predicted", question.name);
    return answer;
}

}  // namespace scalewright

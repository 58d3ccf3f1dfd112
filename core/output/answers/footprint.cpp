#include "core/output/answers/footprint.h"

#include <algorithm>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/output/answers/basis.h"
#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

std::string inUnit(double value, const FootprintUnit& unit)
{
    return say("{} {}", significant(value / unit.size), unit.name);
}

std::string energyText(double kwh)
{
    return inUnit(kwh, energyUnit(kwh));
}

std::string carbonText(double grams)
{
    return inUnit(grams, carbonUnit(grams));
}

/// CO₂e, the energy where the grid is not known.
double emitted(const FootprintRow& row)
{
    return row.footprint.gramsCo2e.value_or(row.footprint.kwh.value_or(0));
}

std::string emittedText(const FootprintRow& row)
{
    return row.footprint.gramsCo2e ? carbonText(*row.footprint.gramsCo2e) : energyText(*row.footprint.kwh);
}

const FootprintRow& asked(const std::vector<FootprintRow>& rows, std::optional<int> plan)
{
    const auto at = [&](int p) {
        return std::find_if(rows.begin(), rows.end(), [&](const FootprintRow& row) { return row.p == p; });
    };
    if (const auto found = plan ? at(*plan) : rows.end(); found != rows.end())
        return *found;
    return *std::min_element(rows.begin(), rows.end(), [](const FootprintRow& one, const FootprintRow& other) {
        return one.timeS < other.timeS;
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
        table.rows.push_back({static_cast<double>(row.p), row.runS, energy, grams});
    }
    return table;
}

void addFootprintNext(Answer& answer, const Target& target, const FootprintRow& at)
{
    if (!at.footprint.kwh)
        answer.next = {"Enter the power of a worker: --power 700.", {}, "/target/power_w"};
    else if (!at.footprint.gramsCo2e)
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

std::string noEnergyReason(bool ofALadder)
{
    return ofALadder ? "no power of a worker is given (--power), and the ladder carries no energy"
                     : "no power of a worker is given (--power)";
}

std::string noGridReason()
{
    return "no grid is given (--region or --intensity)";
}

std::vector<FootprintRow> footprintRows(const FootprintQuestion& question)
{
    const MeasuredLadder* ladder = question.ladder ? &question.ladder->ladder : nullptr;
    std::vector<FootprintRow> rows =
        footprints(question.project, question.forecast, ladder, ladder ? CurveKind::Measured : CurveKind::Predicted);
    if (!ladder)
        std::erase_if(rows, [&](const FootprintRow& row) {
            return (row.p & (row.p - 1)) != 0 && row.p != question.forecast.prediction->landmarks.pStar &&
                   row.p != question.forecast.plannedP();
        });
    return rows;
}

std::vector<std::string> footprintAssumptions(const FootprintQuestion& question)
{
    std::vector<std::string> says = carbonAssumptions(question.project.target);
    if (!question.ladder) {
        says.push_back(
            question.project.plan.steps
                ? say("predicted for a run of {} steps, not yet measured", significant(question.forecast.model->steps))
                : std::string("predicted for one step: the plan has no steps per run"));
        return says;
    }
    const MeasuredLadder& ladder = question.ladder->ladder;
    if (ladder.isThroughput)
        says.emplace_back("times, energy and carbon are for one unit of work");
    else if (ladder.scaling == Scaling::Weak)
        says.push_back(say("the work grows with p: energy and carbon are for the work of p = {}", ladder.baseP));
    return says;
}

Answer footprintSummary(const Target& target, const std::vector<FootprintRow>& rows, std::optional<int> plan)
{
    const FootprintRow& at = asked(rows, plan);
    Answer answer;
    // Under weak scaling the work of the base is what the energy is of, and no run does that alone.
    const bool weak = at.runS > at.timeS * (1 + 1e-9);
    const std::string time = weak ? std::string("for one worker's work") : "in " + timeText(at.timeS);
    if (!at.footprint.kwh)
        answer.headline = say("{} run {}; their energy needs a worker's power.", workersText(at.p), timeText(at.runS));
    else if (at.footprint.gramsCo2e)
        answer.headline = say("{}: {} of CO₂e, {} {}.", workersText(at.p), carbonText(*at.footprint.gramsCo2e),
                              energyText(*at.footprint.kwh), time);
    else
        answer.headline = say("{}: {} {}.", workersText(at.p), energyText(*at.footprint.kwh), time);
    if (at.footprint.kwh) {
        const FootprintRow& least = *std::min_element(
            rows.begin(), rows.end(),
            [](const FootprintRow& one, const FootprintRow& other) { return emitted(one) < emitted(other); });
        const char* verb = at.footprint.gramsCo2e ? "emits" : "uses";
        answer.because = least.p == at.p ? say("No other p here {} less.", verb)
                                         : say("Least at p = {}: {}.", least.p, emittedText(least));
    }
    addFootprintNext(answer, target, at);
    return answer;
}

Answer footprintAnswer(const FootprintQuestion& question, const std::vector<FootprintRow>& rows)
{
    const Target& target = question.project.target;
    const std::optional<int> plan = question.forecast.plannedP();
    Answer answer = footprintSummary(target, rows, plan);
    answer.table = footprintTable(rows);

    if (question.ladder)
        answer.sure = measuredSure(question.ladder->ladder);
    else
        answer.sure.basis = Basis::Predicted;
    std::optional<Basis> inputs;
    for (const MaybeQuantity* each : {&target.powerW, &target.load, &target.pue, &target.gridGramsPerKwh})
        inputs = weaker(inputs, *each);
    if (inputs && !asked(rows, plan).footprint.measured)
        answer.sure.note = joined({std::string("power and grid ") + basisName(*inputs), answer.sure.note}, "; ");
    addFact(answer, FactKind::Formula, "energy", "E = p P load T PUE; a ladder's own joules replace p P load T");
    addFact(answer, FactKind::Formula, "CO₂e", "E times the grid's grams per kWh");
    addFacts(answer, FactKind::Assumption, "assumed", footprintAssumptions(question));
    if (question.ladder)
        addReading(answer, *question.ladder);
    else
        addFact(answer, FactKind::Source, "predicted", question.name);
    return answer;
}

}  // namespace scalewright

// carbon LADDER|PROJECT: kilowatt-hours and grams of CO2e of a run at every p, measured or predicted, beside its time.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/ladder_input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "core/analysis/forecast.h"
#include "core/carbon/carbon.h"
#include "core/project/ladder_roles.h"
#include "core/quantity/units.h"
#include "core/result/quote.h"
#include "core/tables/table.h"

namespace scalewright::cli {

namespace {

struct CarbonOptions {
    LadderOptions ladder;
    Text power, load, pue, provider, region, intensity;
    bool csv = false;
};

std::string idsOf(const std::vector<CarbonFigure>& figures)
{
    std::string ids;
    for (const CarbonFigure& each : figures)
        ids += (ids.empty() ? "" : ", ") + each.id;
    return ids;
}

/// A number that was given, else the catalogue's figure that was named; `said` hears which.
std::optional<double> figure(const Text& number, const char* option, const Text& id, const char* idOption, const std::vector<CarbonFigure>& figures, const char* what,
                             std::vector<std::string>& said, Values& values)
{
    if (number && id)
        values.add(idOption, fmt::format("{} is given too", option), "one of the two");
    if (const std::optional<double> given = values.amount(number, option, Dimension::Ratio, Sign::NotNegative)) {
        said.push_back(fmt::format("{} {}: given by {}", what, significant(*given, 4), option));
        return given;
    }
    if (!id)
        return std::nullopt;
    for (const CarbonFigure& each : figures)
        if (each.id == *id) {
            said.push_back(fmt::format("{} {}: {} ({}, {})", what, significant(each.value, 5), each.name, each.source, each.date));
            return each.value;
        }
    values.add(idOption, "the catalogue has no " + inQuotes(*id), "one of " + idsOf(figures));
    return std::nullopt;
}

struct TimedRun {
    int p = 1;
    double timeS = 0;
    std::optional<double> joules;  ///< where the ladder carries them
};

std::vector<TimedRun> runsOf(const MeasuredLadder& ladder)
{
    std::vector<TimedRun> runs;
    for (const Rung& rung : ladder.rungs) {
        TimedRun& run = runs.emplace_back(TimedRun{.p = rung.p, .timeS = rung.timeS, .joules = {}});
        for (const LadderRole& role : ladderRoles)
            if (role.column == LadderColumn::Energy)
                run.joules = rung.besideOf(role);
    }
    return runs;
}

/// The doublings to past the fastest p, and that one; those whose run ends.
std::vector<TimedRun> runsOf(const Prediction& prediction)
{
    const int fastest = prediction.landmarks.pStar;
    std::set<int> at{fastest};
    for (int p = 1; p <= prediction.pMax && p < 2 * fastest; p *= 2)
        at.insert(p);
    std::vector<TimedRun> runs;
    for (const int p : at)
        if (const PredictionRow row = prediction.row(p); row.finishes())
            runs.push_back({.p = p, .timeS = row.tStepS * prediction.model.steps, .joules = {}});
    return runs;
}

Result<Answer> carbon(const CarbonOptions& options)
{
    const Result<CarbonCatalogue> catalogue = readCarbonCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    const Result<CurveInput> input = readCurve(options.ladder);
    if (!input)
        return fail(input.error());
    const MeasuredLadder* ladder = input->ladder ? &input->ladder->measured : nullptr;
    Forecast predicted{fail(ErrorCode::Input, Words()), nullptr, std::nullopt};
    if (!ladder) {
        predicted = forecast(input->project->baseline, *input->project, defaultPMax);
        if (!predicted.prediction)
            return fail(inFile(predicted.model.error(), input->file));
    }
    Values values;
    CarbonTerms terms;
    std::vector<std::string> assumptions;
    terms.powerW = values.amount(options.power, "--power", Dimension::Power, Sign::NotNegative);
    if (terms.powerW)
        assumptions.push_back(fmt::format("a worker draws {}: given by --power", formatAmount(*terms.powerW, Dimension::Power).joined()));
    else if (!options.power && input->project && input->project->target.powerW) {
        terms.powerW = input->project->target.powerW->value;
        assumptions.push_back(fmt::format("a worker draws {}: the project's target", formatAmount(*terms.powerW, Dimension::Power).joined()));
    }
    if (input->project)
        terms.workersPerNode = workersOnNode(input->project->target);
    if (terms.powerW && terms.workersPerNode > 1)
        assumptions.push_back(fmt::format("nodes of {} workers draw power whole, as they are charged", terms.workersPerNode));
    terms.load = values.share(options.load, "--load").value_or(terms.load);
    if (terms.powerW)
        assumptions.push_back(fmt::format("it draws {} of it all the time{}", significant(terms.load), options.load ? "" : ", waiting and communicating too: no --load is given"));
    const std::optional<double> pue = figure(options.pue, "--pue", options.provider, "--provider", catalogue->pue, "PUE", assumptions, values);
    if (pue && *pue < 1)
        values.add("--pue", "is below 1", "the building's energy over the computers', such as 1.2");
    if (!pue)
        assumptions.emplace_back("PUE 1: neither --pue nor --provider is given, so cooling and the building are not counted");
    terms.pue = pue.value_or(1);
    terms.gramsPerKwh = figure(options.intensity, "--intensity", options.region, "--region", catalogue->regions, "grid intensity in g/kWh", assumptions, values);
    if (!values.ok())
        return fail(values.error());
    assumptions.emplace_back("making the machines is not counted, nor hosts and switches beyond the power of a worker");
    if (ladder && ladder->isThroughput)
        assumptions.emplace_back("times are of one unit of work, so energy and carbon are too");

    if (!ladder)
        assumptions.push_back(input->project->plan.steps ? fmt::format("predicted, a run of {} steps, and nobody has run it", significant(predicted.model->steps))
                                                         : std::string("predicted, of one step: the plan has no steps per run"));

    const char* noPower = ladder ? "the power of a worker is not known (--power), and the ladder carries no energy" : "the power of a worker is not known (--power)";
    const char* noRegion = "the grid is not known (--region or --intensity)";
    Table table{.caption = ladder ? ladderCaption(*input->ladder) : fmt::format("{}: predicted", input->project->title.empty() ? input->file : input->project->title), .columns = {{"p", "p", "", 0}, {"t", "T_p", "s", -1}, {"energy_kwh", "energy", "kWh", -1}, {"co2e_g", "CO2e", "g", -1}}, .rows = {}};
    Json::Array rows;
    for (const TimedRun& run : ladder ? runsOf(*ladder) : runsOf(*predicted.prediction)) {
        const Footprint found = footprint(terms, run.p, run.timeS, run.joules);
        Json::Object row{{"p", Json(run.p)}, {"t", Json(run.timeS)}};
        setOrReason(row, "energy_kwh", found.kwh, noPower);
        setOrReason(row, "co2e_g", found.gramsCo2e, found.kwh ? noRegion : noPower);
        row.emplace_back("measured", Json(found.measured));
        rows.emplace_back(std::move(row));
        Cell energy, grams;
        if (found.kwh)
            energy = *found.kwh;
        if (found.gramsCo2e)
            grams = *found.gramsCo2e;
        table.rows.push_back({static_cast<double>(run.p), run.timeS, energy, grams});
    }
    Answer answer;
    answer.json = {{"curve", Json(ladder ? "measured" : "predicted")}, {"pue", Json(terms.pue)}};
    setOrReason(answer.json, "power_w", terms.powerW, noPower);
    setOrReason(answer.json, "intensity_g_per_kwh", terms.gramsPerKwh, noRegion);
    answer.json.emplace_back("rows", Json(std::move(rows)));
    answer.json.emplace_back("assumptions", listJson(assumptions));
    if (ladder)
        addLadderJson(answer.json, *input->ladder);
    if (options.csv) {
        answer.text = toCsv(table);
        return answer;
    }
    answer.text = toText(table) + '\n';
    for (const std::string& each : assumptions)
        answer.text += "assumed  " + each + '\n';
    if (ladder)
        answer.text += ladderNotes(*input->ladder);
    return answer;
}

}  // namespace

Run declareCarbon(CLI::App& command)
{
    auto options = std::make_shared<CarbonOptions>();
    options->ladder.declare(command);
    command.add_option("--power", options->power, "of one worker under full load; the project's target")->type_name("W");
    command.add_option("--load", options->load, "share of it that is drawn; 1")->type_name("SHARE");
    command.add_option("--pue", options->pue, "the building's energy over the computers'; 1")->type_name("N");
    command.add_option("--provider", options->provider, "PUE of aws, azure, gcp or on-premise from the catalogue")->type_name("ID");
    command.add_option("--region", options->region, "grid of the catalogue, such as gcp-europe-west1")->type_name("ID");
    command.add_option("--intensity", options->intensity, "grams of CO2e a kilowatt-hour")->type_name("N");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
    command.footer(
        "E = p P load T PUE; a ladder's own joules (column energy) are taken where it has them.\n"
        "Example: scalewright-cli carbon ladder.csv --power 700 --provider gcp --region gcp-europe-west1");
    return [options] { return carbon(*options); };
}

}  // namespace scalewright::cli

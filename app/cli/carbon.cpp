// carbon LADDER|PROJECT: kilowatt-hours and grams of CO2e of a run at every measured p, beside its time and cost.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/ladder_input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
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

Result<Answer> carbon(const CarbonOptions& options)
{
    const Result<CarbonCatalogue> catalogue = readCarbonCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    const Result<LadderInput> input = readLadder(options.ladder);
    if (!input)
        return fail(input.error());
    const MeasuredLadder& ladder = input->measured;
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
    if (const std::optional<double> load = values.amount(options.load, "--load", Dimension::Ratio, Sign::NotNegative)) {
        if (*load > 1)
            values.add("--load", fmt::format("\"{}\" is more than 1", *options.load), "a share from 0 to 1, such as 0.6");
        terms.load = *load;
    }
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
    if (ladder.isThroughput)
        assumptions.emplace_back("times are of one unit of work, so energy and carbon are too");

    const char* noPower = "the power of a worker is not known (--power), and the ladder carries no energy";
    const char* noRegion = "the grid is not known (--region or --intensity)";
    Table table{.caption = ladderCaption(*input), .columns = {{"p", "p", "", 0}, {"t", "T_p", "s", -1}, {"energy_kwh", "energy", "kWh", -1}, {"co2e_g", "CO2e", "g", -1}}, .rows = {}};
    Json::Array rows;
    for (const Rung& rung : ladder.rungs) {
        std::optional<double> joules;
        for (const LadderRole& role : ladderRoles)
            if (role.column == LadderColumn::Energy)
                joules = rung.besideOf(role);
        const Footprint found = footprint(terms, rung.p, rung.timeS, joules);
        Json::Object row{{"p", Json(rung.p)}, {"t", Json(rung.timeS)}};
        setOrReason(row, "energy_kwh", found.kwh, noPower);
        setOrReason(row, "co2e_g", found.gramsCo2e, found.kwh ? noRegion : noPower);
        row.emplace_back("measured", Json(found.measured));
        rows.emplace_back(std::move(row));
        Cell energy, grams;
        if (found.kwh)
            energy = *found.kwh;
        if (found.gramsCo2e)
            grams = *found.gramsCo2e;
        table.rows.push_back({static_cast<double>(rung.p), rung.timeS, energy, grams});
    }
    Answer answer;
    answer.json = {{"pue", Json(terms.pue)}};
    setOrReason(answer.json, "power_w", terms.powerW, noPower);
    setOrReason(answer.json, "intensity_g_per_kwh", terms.gramsPerKwh, noRegion);
    answer.json.emplace_back("rows", Json(std::move(rows)));
    answer.json.emplace_back("assumptions", listJson(assumptions));
    addLadderJson(answer.json, *input);
    if (options.csv) {
        answer.text = toCsv(table);
        return answer;
    }
    answer.text = toText(table) + '\n';
    for (const std::string& each : assumptions)
        answer.text += "assumed  " + each + '\n';
    answer.text += ladderNotes(*input);
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

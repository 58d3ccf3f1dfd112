// carbon LADDER|PROJECT: kilowatt-hours and grams of CO2e of a run at every p, measured or predicted, beside its time.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "app/cli/ladder_input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "core/plan/forecast.h"
#include "core/cost/carbon.h"
#include "core/project/project.h"
#include "core/quantity/units.h"
#include "core/base/quote.h"
#include "core/tables/table.h"
#include "core/cost/footprints.h"

namespace scalewright::cli {

namespace {

struct CarbonOptions {
    LadderOptions ladder;
    Text power, load, pue, provider, region, intensity, pMax;
    bool csv = false;
};

std::string idsOf(const std::vector<CarbonFigure>& figures)
{
    std::string ids;
    for (const CarbonFigure& each : figures)
        ids += (ids.empty() ? "" : ", ") + each.id;
    return ids;
}

/// Into `field` the number that was given, else the catalogue's figure that was named; else what the project says
/// stays.
void lay(MaybeQuantity& field, OptionOf option, const Text& number, const Text& id, const char* idOption,
         const std::vector<CarbonFigure>& figures, Values& values)
{
    if (number && id)
        values.add(idOption, fmt::format("{} is given too", option->name), "one of the two");
    if (const std::optional<double> given = readField(option, number, values))
        field = typed(*given);
    if (!id)
        return;
    for (const CarbonFigure& each : figures)
        if (each.id == *id) {
            field = quantityOf(each);
            return;
        }
    values.add(idOption, "the catalogue has no " + inQuotes(*id), "one of " + idsOf(figures));
}

/// The options, laid over the target.
void layOver(const CarbonOptions& options, Target& target, const CarbonCatalogue& catalogue, Values& values)
{
    layField<&Target::powerW>(target, options.power, values);
    layField<&Target::load>(target, options.load, values);
    lay(target.pue, &Target::pue, options.pue, options.provider, "--provider", catalogue.pue, values);
    lay(target.gridGramsPerKwh, &Target::gridGramsPerKwh, options.intensity, options.region, "--region",
        catalogue.regions, values);
}

Result<Reply> carbon(const CarbonOptions& options)
{
    const Result<CarbonCatalogue> catalogue = readCarbonCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    const Result<CurveInput> input = readCurve(options.ladder);
    if (!input)
        return fail(input.error());
    const MeasuredLadder* ladder = input->ladder ? &input->ladder->runs : nullptr;
    Project project = input->project.value_or(Project());
    Values values;
    layOver(options, project.target, *catalogue, values);
    const int pMax = values.pMax(options.pMax);
    if (!values.ok())
        return fail(values.error());
    const Forecast predicted = forecast(project.baseline, project, pMax, ladder);
    if (!ladder && !predicted.prediction)
        return fail(inFile(Error(predicted.model.error()), input->file));

    std::vector<std::string> assumptions = carbonAssumptions(project.target);
    if (ladder && ladder->isThroughput)
        assumptions.emplace_back("times are of one unit of work, so energy and carbon are too");
    if (ladder && !ladder->isThroughput && ladder->scaling == Scaling::Weak)
        assumptions.push_back(
            fmt::format("the work grew with p: times, energy and carbon are for the work of p = {}", ladder->baseP));
    if (!ladder)
        assumptions.push_back(project.plan.steps
                                  ? fmt::format("predicted, a run of {} steps, and nobody has run it",
                                                significant(predicted.model->steps))
                                  : std::string("predicted, of one step: the plan has no steps per run"));

    const char* noPower = ladder ? "the power of a worker is not known (--power), and the ladder carries no energy"
                                 : "the power of a worker is not known (--power)";
    const char* noRegion = "the grid is not known (--region or --intensity)";
    Table table{.caption = ladder ? ladderCaption(*input->ladder)
                                  : fmt::format("{}: predicted", project.title.empty() ? input->file : project.title),
                .columns = {{"p", "p", "", 0},
                            {"t", "T_p", "s", -1},
                            {"energy_kwh", "energy", "kWh", -1},
                            {"co2e_g", "CO2e", "g", -1}},
                .rows = {}};
    Json::Array rows;
    for (const FootprintRow& run :
         footprints(project, predicted, ladder, ladder ? CurveKind::Measured : CurveKind::Predicted)) {
        // Of a prediction the doublings and the fastest stand for the rest.
        if (!ladder && (run.p & (run.p - 1)) != 0 && run.p != predicted.prediction->landmarks.pStar)
            continue;
        const Footprint& found = run.footprint;
        Json::Object row{{"p", Json(run.p)}, {"t", Json(run.timeS)}};
        setOrReason(row, "energy_kwh", found.kwh, noPower);
        setOrReason(row, "co2e_g", found.gramsCo2e, found.kwh ? noRegion : noPower);
        row.emplace_back("measured", Json(found.measured));
        row.emplace_back("beaten", Json(run.dominated));
        rows.emplace_back(std::move(row));
        Cell energy, grams;
        if (found.kwh)
            energy = *found.kwh;
        if (found.gramsCo2e)
            grams = *found.gramsCo2e;
        table.rows.push_back({static_cast<double>(run.p), run.timeS, energy, grams});
    }
    const CarbonTerms terms = carbonTerms(project.target);
    Reply answer;
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
    declareField(command, &Target::powerW, options->power);
    declareField(command, &Target::load, options->load);
    declareField(command, &Target::pue, options->pue);
    command.add_option("--provider", options->provider, "PUE of aws, azure, gcp or on-premise from the catalogue")
        ->type_name("ID");
    command.add_option("--region", options->region, "grid of the catalogue, such as gcp-europe-west1")->type_name("ID");
    declareField(command, &Target::gridGramsPerKwh, options->intensity);
    declarePMax(command, options->pMax, "a prediction");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
    command.footer(
        "E = p P load T PUE; a ladder's own joules (column energy) are taken where it has them.\n"
        "Example: scalewright-cli carbon ladder.csv --power 700 --provider gcp --region gcp-europe-west1");
    return [options] { return carbon(*options); };
}

}  // namespace scalewright::cli

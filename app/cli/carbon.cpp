// carbon LADDER|PROJECT: kilowatt-hours and grams of CO2e of a run at every p, measured or predicted, beside its time.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "app/cli/ladder_input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/decision/cost/carbon.h"
#include "core/decision/plan/forecast.h"
#include "core/output/answers/footprint.h"
#include "core/project/document/project.h"

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

    FootprintQuestion question{.project = project,
                               .forecast = predicted,
                               .ladder = {},
                               .name = project.title.empty() ? input->file : project.title};
    if (ladder) {  // energy is of a run, as the price is
        const LadderReading read = readingOf(*input->ladder);
        question.ladder.emplace(*ladder, read.caption, read.mapping, read.columns, read.unread, read.warnings);
    }
    const std::vector<FootprintRow> found = footprintRows(question);
    if (found.empty())
        return fail(ErrorCode::Refused, "no p ever finishes its run", "a design that recovers from what it loses",
                    {.file = input->file});
    if (project.target.powerW && std::any_of(found.begin(), found.end(), [](const FootprintRow& row) {
            return !row.footprint.kwh || !std::isfinite(*row.footprint.kwh);
        }))
        return fail(inFile(
            Error{ErrorCode::Input,
                  {{say("{} makes an energy that is too large to compute", roundTrip(project.target.powerW->value)),
                    "a smaller power, such as 700 W",
                    options.power ? Where{.field = "--power"} : Where{.pointer = fieldOf(&Target::powerW).pointer}}}},
            options.power ? std::string() : input->file));
    Json::Array rows;
    for (const FootprintRow& run : found) {
        const Footprint& footprint = run.footprint;
        Json::Object row{{"p", Json(run.p)}, {"t", Json(run.runS)}, {"t_same_work", Json(run.timeS)}};
        setOrReason(row, "energy_kwh", footprint.kwh, noEnergyReason(ladder != nullptr));
        setOrReason(row, "co2e_g", footprint.gramsCo2e,
                    footprint.kwh ? noGridReason() : noEnergyReason(ladder != nullptr));
        row.emplace_back("measured", Json(footprint.measured));
        row.emplace_back("beaten", Json(run.dominated));
        rows.emplace_back(std::move(row));
    }
    const CarbonTerms terms = carbonTerms(project.target);
    Reply answer{.answer = footprintAnswer(question, found)};
    if (options.csv)
        return Reply{.text = toCsv(answer.answer.table)};
    answer.json = {{"curve", Json(ladder ? "measured" : "predicted")}, {"pue", Json(terms.pue)}};
    setOrReason(answer.json, "power_w", terms.powerW, noEnergyReason(ladder != nullptr));
    setOrReason(answer.json, "intensity_g_per_kwh", terms.gramsPerKwh, noGridReason());
    answer.json.emplace_back("rows", Json(std::move(rows)));
    answer.json.emplace_back("assumptions", listJson(footprintAssumptions(question)));
    if (ladder)
        addLadderJson(answer.json, *input->ladder);
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

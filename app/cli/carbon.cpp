// carbon LADDER|PROJECT: kilowatt-hours and grams of CO2e per run at every p, measured or predicted, and the run time.
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
    OptionText power, load, pue, provider, region, intensity, pMax;
    bool csv = false;
};

std::string idsOf(const std::vector<CarbonFigure>& figures)
{
    std::string ids;
    for (const CarbonFigure& each : figures)
        ids += (ids.empty() ? "" : ", ") + each.id;
    return ids;
}

/// Sets `field` to the given number, otherwise to the named catalogue entry's value; without either, keeps the
/// project's value.
void setFromOptionOrCatalogue(MaybeQuantity& field, FieldOptionRef option, const OptionText& number,
                              const OptionText& id, const char* idOption, const std::vector<CarbonFigure>& figures,
                              OptionValues& values)
{
    if (number && id)
        values.addProblem(idOption, fmt::format("given together with {}", option->name), "one of the two");
    if (const std::optional<double> value = readFieldOption(option, number, values))
        field = typed(*value);
    if (!id)
        return;
    for (const CarbonFigure& each : figures)
        if (each.id == *id) {
            field = quantityOf(each);
            return;
        }
    values.addProblem(idOption, "the catalogue has no " + inQuotes(*id), "one of " + idsOf(figures));
}

void applyOptions(const CarbonOptions& options, Target& target, const CarbonCatalogue& catalogue, OptionValues& values)
{
    setFieldFromOption<&Target::powerW>(target, options.power, values);
    setFieldFromOption<&Target::powerShare>(target, options.load, values);
    setFromOptionOrCatalogue(target.pue, &Target::pue, options.pue, options.provider, "--provider",
                             catalogue.pueFigures, values);
    setFromOptionOrCatalogue(target.gridCo2GramsPerKwh, &Target::gridCo2GramsPerKwh, options.intensity, options.region,
                             "--region", catalogue.regions, values);
}

Result<Reply> runCarbon(const CarbonOptions& options)
{
    const Result<CarbonCatalogue> catalogue = readCarbonCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    const Result<CurveInput> input = readCurveInput(options.ladder);
    if (!input)
        return fail(input.error());
    const MeasuredLadder* ladder = input->ladder ? &input->ladder->measuredRuns : nullptr;
    Project project = input->project.value_or(Project());
    OptionValues values;
    applyOptions(options, project.target, *catalogue, values);
    const int pMax = values.readPMax(options.pMax);
    if (!values.isValid())
        return fail(values.error());
    const Forecast predicted = makeForecast(project.baseline, project, pMax, ladder);
    if (!ladder && !predicted.prediction)
        return fail(withFileName(Error(predicted.model.error()), input->fileName));

    FootprintQuestion question{.project = project,
                               .forecast = predicted,
                               .ladder = {},
                               .name = project.title.empty() ? input->fileName : project.title};
    if (ladder) {  // energy is per run, as is the price
        const LadderReading reading = ladderReadingOf(*input->ladder);
        question.ladder.emplace(*ladder, reading.caption, reading.mappingSummary, reading.columns,
                                reading.unreadHeaders, reading.warnings);
    }
    const std::vector<FootprintRow> footprints = footprintRows(question);
    if (footprints.empty())
        return fail(ErrorCode::Refused, "the run never finishes at any p", "a design that recovers from failures",
                    {.file = input->fileName});
    if (project.target.powerW && std::any_of(footprints.begin(), footprints.end(), [](const FootprintRow& row) {
            return !row.footprint.kwh || !std::isfinite(*row.footprint.kwh);
        }))
        return fail(withFileName(
            Error{ErrorCode::Input,
                  {{formatMessage("{} makes the energy too large to compute",
                                  roundTripText(project.target.powerW->value)),
                    "a smaller power, such as 700 W",
                    options.power ? ProblemLocation{.field = "--power"}
                                  : ProblemLocation{.jsonPointer = fieldOf(&Target::powerW).jsonPointer}}}},
            options.power ? std::string() : input->fileName));
    Json::Array rows;
    for (const FootprintRow& run : footprints) {
        const Footprint& footprint = run.footprint;
        Json::Object row{{"p", Json(run.p)}, {"t", Json(run.runTimeS)}, {"t_same_work", Json(run.baseWorkTimeS)}};
        setOrReason(row, "energy_kwh", footprint.kwh, noEnergyReason(ladder != nullptr));
        setOrReason(row, "co2e_g", footprint.gramsCo2e,
                    footprint.kwh ? noGridReason() : noEnergyReason(ladder != nullptr));
        row.emplace_back("measured", Json(footprint.isMeasured));
        row.emplace_back("beaten", Json(run.isDominated));
        rows.emplace_back(std::move(row));
    }
    const CarbonTerms terms = carbonTerms(project.target);
    Reply answer{.answer = footprintAnswer(question, footprints)};
    if (options.csv)
        return Reply{.text = toCsv(answer.answer.table)};
    answer.json = {{"curve", Json(ladder ? "measured" : "predicted")}, {"pue", Json(terms.pue)}};
    setOrReason(answer.json, "power_w", terms.workerPowerW, noEnergyReason(ladder != nullptr));
    setOrReason(answer.json, "intensity_g_per_kwh", terms.gramsPerKwh, noGridReason());
    answer.json.emplace_back("rows", Json(std::move(rows)));
    answer.json.emplace_back("assumptions", listJson(footprintAssumptions(question)));
    if (ladder)
        addLadderJson(answer.json, *input->ladder);
    return answer;
}

}  // namespace

CommandRunner declareCarbon(CLI::App& command)
{
    auto options = std::make_shared<CarbonOptions>();
    options->ladder.declare(command);
    declareFieldOption(command, &Target::powerW, options->power);
    declareFieldOption(command, &Target::powerShare, options->load);
    declareFieldOption(command, &Target::pue, options->pue);
    command.add_option("--provider", options->provider, "PUE from the catalogue: aws, azure, gcp or on-premise")
        ->type_name("ID");
    command.add_option("--region", options->region, "grid from the catalogue, such as gcp-europe-west1")
        ->type_name("ID");
    declareFieldOption(command, &Target::gridCo2GramsPerKwh, options->intensity);
    declarePMaxOption(command, options->pMax, "a prediction");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
    command.footer(
        "E = p P load T PUE; a ladder's own joules (column energy) are used if it has them.\nExample: scalewright-cli "
        "carbon ladder.csv --power 700 --provider gcp --region gcp-europe-west1");
    return [options] { return runCarbon(*options); };
}

}  // namespace scalewright::cli

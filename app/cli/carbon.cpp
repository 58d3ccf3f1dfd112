// SPDX-License-Identifier: GPL-3.0-or-later
// carbon LADDER|PROJECT: kilowatt-hours and grams of CO2e per run at every p, measured or predicted, and the run time.
#include "core/decision/cost/carbon.h"

#include <fmt/format.h>

#include "app/cli/ladder_input.h"
#include "app/cli/output.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/output/answers/footprint.h"

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
    if (const CarbonFigure* figure = findElement(figures, *id, &CarbonFigure::id))
        field = quantityOf(*figure);
    else
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

/// The error, with the option instead of the project's field.
Error withOption(Error error, std::string_view pointer, const char* option)
{
    for (Problem& problem : error.problems)
        if (problem.location.jsonPointer == pointer)
            problem.location = {.field = option};
    return error;
}

Result<Reply> runCarbon(const CarbonOptions& options)
{
    TRY(const CarbonCatalogue catalogue, readCarbonCatalogue());
    TRY(const CurveInput input, readCurveInput(options.ladder));
    Project project = input.project.value_or(Project());
    OptionValues values;
    applyOptions(options, project.target, catalogue, values);
    const int pMax = values.readPMax(options.pMax);
    if (!values.isValid())
        return fail(values.error());
    const Result<Answered> answered = answerFootprint(input, project, pMax);
    if (!answered && options.power)
        return fail(withOption(answered.error(), fieldOf(&Target::powerW).jsonPointer, "--power"));
    return answered ? Result<Reply>(replyOf(*answered, options.csv)) : fail(answered.error());
}

}  // namespace

CommandRunner declareCarbon(CLI::App& command)
{
    auto options = std::make_shared<CarbonOptions>();
    options->ladder.declare(command);
    declareOptions(command,
                   {{&Target::powerW, options->power},
                    {&Target::powerShare, options->load},
                    {&Target::pue, options->pue},
                    {"--provider", "ID", options->provider, "PUE from the catalogue: aws, azure, gcp or on-premise"},
                    {"--region", "ID", options->region, "grid from the catalogue, such as gcp-europe-west1"},
                    {&Target::gridCo2GramsPerKwh, options->intensity},
                    pMaxOption(options->pMax, "a prediction"),
                    {"--csv", options->csv, "the rows as CSV instead of text"}});
    command.footer(
        "E = p P load T PUE; a ladder's own joules (column energy) are used if it has them.\nExample: scalewright-cli "
        "carbon ladder.csv --power 700 --provider gcp --region gcp-europe-west1");
    return [options] { return runCarbon(*options); };
}

}  // namespace scalewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// attribute LADDER: the cause of each lost part of a measured speedup, and the main cause overall (book 41.7).
#include "app/cli/ladder_input.h"
#include "app/cli/output.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/attribution/attribution.h"
#include "core/decision/remedies/remedies.h"
#include "core/output/answers/attribution.h"

namespace scalewright::cli {

namespace {

struct AttributeOptions {
    LadderOptions ladder;
    std::vector<std::string> whatIfCauses;
    bool csv = false, showsRemedies = false;
    OptionText pMax;
};

/// A remedy, and the forecast for the design after applying it.
struct RemedyForecast {
    DesignRemedy remedy;
    std::optional<Forecast> forecast;
};

struct RemedyForecasts {
    std::vector<RemedyForecast> remedies;
    std::vector<MissingInput> missingInputs;  ///< for the unchanged design
};

RemedyForecasts forecastRemedies(const Project& project, const LadderInput& input, int pMax)
{
    Project projectWithLadder = project;
    projectWithLadder.measurements.ladders = {input.ladder};
    const Analysis analysis = analyse(projectWithLadder, {.pMax = pMax});
    RemedyForecasts forecasts;
    if (!analysis.model)
        for (const MissingField& each : missingForPrediction(projectWithLadder, analysis))
            forecasts.missingInputs.push_back({each.field != nullptr ? each.field->name : each.name, each.jsonPointer});
    for (DesignRemedy& remedy : designRemedies(projectWithLadder, analysis)) {
        RemedyForecast remedyForecast{std::move(remedy), std::nullopt};
        if (remedyForecast.remedy.proposal)
            remedyForecast.forecast =
                makeForecast(project.baseline, *remedyForecast.remedy.proposal, pMax, &input.measured);
        forecasts.remedies.push_back(std::move(remedyForecast));
    }
    return forecasts;
}

std::vector<OfferedRemedy> toOfferedRemedies(const std::vector<RemedyForecast>& forecasts)
{
    std::vector<OfferedRemedy> remedies;
    for (const RemedyForecast& remedyForecast : forecasts) {
        OfferedRemedy each{remedyForecast.remedy.id, remedyForecast.remedy.title, remedyForecast.remedy.assumptionText,
                           std::nullopt, remedyForecast.remedy.ladderBound};
        if (const Prediction* prediction =
                remedyForecast.forecast ? remedyForecast.forecast->prediction.get() : nullptr) {
            const int p = *remedyForecast.forecast->plannedP();
            each.prediction = {prediction->landmarks.pStar, prediction->row(prediction->landmarks.pStar).speedup, p,
                               predictAt(prediction->model, p).speedup, prediction->landmarks.pStarAtLimit};
        }
        remedies.push_back(std::move(each));
    }
    return remedies;
}

Json remedyForecastsJson(const std::vector<OfferedRemedy>& offered, const std::vector<RemedyForecast>& forecasts)
{
    std::size_t index = 0;
    return listOf(offered, [&](const OfferedRemedy& each) {
        const DesignRemedy& remedy = forecasts[index++].remedy;
        const bool isPredicted = each.prediction.has_value();
        const OfferedRemedy::PredictedSpeedup predicted = each.prediction.value_or(OfferedRemedy::PredictedSpeedup{});
        const std::string& missingReason =
            remedy.proposal ? "no scaling model follows from the design" : remedy.assumptionText;
        const std::optional<LadderSpeedupBound>& bound = each.bound;
        return objectOf({{"id", each.id},
                         {"cause", nameOf(remedy.cause)},
                         {"title", each.title},
                         {"how", remedy.description},
                         {"assumes", each.assumption},
                         {"proposes", remedy.proposal.has_value()},
                         {"p_star", when(isPredicted, predicted.pStar), missingReason},
                         {"p_star_at_limit", when(isPredicted, predicted.pStarAtLimit)},
                         {"speedup_at_p_star", when(isPredicted, predicted.speedupAtPStar), missingReason},
                         {"plan_p", when(isPredicted, predicted.planP), missingReason},
                         {"speedup_at_plan_p", when(isPredicted, predicted.speedupAtPlan), missingReason},
                         {"ladder_bound", bound ? std::optional(objectOf({{"p", bound->p},
                                                                          {"speedup", bound->maximumSpeedup},
                                                                          {"predicted", bound->predictedSpeedup}}))
                                                : std::nullopt}});
    });
}

Result<Reply> runAttribute(const AttributeOptions& options)
{
    OptionValues values;
    const int pMax = values.readPMax(options.pMax);
    std::vector<Cause> causes;
    for (const std::string& name : options.whatIfCauses) {
        const Result<Cause> cause = causeFromName(name);
        if (cause)
            causes.push_back(*cause);
        else
            values.addProblems("--what-if", cause.error());
    }
    if (!values.isValid())
        return fail(values.error());
    TRY(const LadderInput input, readLadder(options.ladder));
    const Attribution attribution = attributionOf(input);
    std::vector<WhatIfResult> whatIfResults;
    for (const Cause cause : causes) {
        Result<MeasuredLadder> after = withRemedy(input.measured, cause);
        if (!after) {
            values.addProblems("--what-if", after.error());
            return fail(withFileName(values.error(), input.fileName));
        }
        std::string effect = remedyEffect(input.measured, *after, cause, attribution.explainedP);
        whatIfResults.push_back({cause, std::move(*after), std::move(effect)});
    }
    Answered answered{.json = attributionFields(input, attribution, whatIfResults)};
    std::optional<std::vector<OfferedRemedy>> remedies;
    std::vector<MissingInput> missing;
    if (options.showsRemedies) {
        if (!input.project)
            return fail(ErrorCode::Input, "a ladder alone has no design to change",
                        "a project file that contains the ladder", {.file = input.fileName, .field = "--remedies"});
        RemedyForecasts remedyForecasts = forecastRemedies(*input.project, input, pMax);
        remedies = toOfferedRemedies(remedyForecasts.remedies);
        answered.json.emplace_back("remedies", remedyForecastsJson(*remedies, remedyForecasts.remedies));
        missing = std::move(remedyForecasts.missingInputs);
    }
    std::vector<std::string> effects;
    for (const WhatIfResult& each : whatIfResults)
        effects.push_back(each.effect);
    const std::optional<LadderInput> fixedWorkInput = withFixedWork(input);
    const LadderReading reading = ladderReadingOf(input);
    answered.answer = attributionAnswer({attribution, reading, fixedWorkInput ? &fixedWorkInput->measured : nullptr,
                                         std::move(effects), std::move(remedies), std::move(missing)});
    answered.rows = lostFoldsTable(input.measured, attribution);
    answered.rows.caption = ladderCaption(input);
    return replyOf(std::move(answered), options.csv);
}

}  // namespace

CommandRunner declareAttribute(CLI::App& command)
{
    auto options = std::make_shared<AttributeOptions>();
    options->ladder.declare(command);
    declareOptions(
        command,
        {{"--what-if", "CAUSE", options->whatIfCauses,
          "assume that half of one cause is gone: communication, balance, serial, inflation or io; may be repeated"},
         {"--remedies", options->showsRemedies,
          "what each remedy would change in the project's design, and the resulting prediction (design "
          "price --remedy ID)"},
         pMaxOption(options->pMax, "a remedy's p*"),
         {"--csv", options->csv, "the rows as CSV instead of text"}});
    command.footer(
        "Lost folds of a part x at p: p [x_p - (p0/p) x_p0] / T_p; they sum to p - S. Negative values are gains.\nT_p "
        "is the median of the runs, x_p the mean of the runs' shares of that part times T_p, so that the parts sum to "
        "the time\n(\"parts\" in the JSON rows); a run longer than 1.5 times the median counts only if no other run "
        "has parts.\nIf only total times are given, there is no owner: the shapes that fit are ranked by how far the "
        "rungs deviate from them.\nExample: scalewright-cli attribute ladder.csv --map p=gcds,time=runtime_s --what-if "
        "communication");
    return [options] { return runAttribute(*options); };
}

}  // namespace scalewright::cli

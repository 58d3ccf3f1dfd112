// attribute LADDER: the cause of each lost part of a measured speedup, and the main cause overall (book 41.7).
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/ladder_input.h"
#include "app/cli/output.h"
#include "core/base/quantity/units.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/attribution/attribution.h"
#include "core/decision/remedies/remedies.h"
#include "core/output/answers/attribution.h"
#include "core/output/tables/table.h"

namespace scalewright::cli {

namespace {

struct AttributeOptions {
    LadderOptions ladder;
    std::vector<std::string> whatIfCauses;
    bool csv = false, showsRemedies = false;
    OptionText pMax;
};

/// The ladder after the remedy for one cause, with everything else unchanged.
struct WhatIfResult {
    Cause cause = Cause::CommunicationWall;
    MeasuredLadder ladder;
    std::string effect;
};

constexpr const char* onlyTotalsReason = "only total times were measured";
constexpr const char* ioNotSeparateReason = "input and output were not measured separately from waiting";

Table captionedLostFoldsTable(const LadderInput& input, const Attribution& attribution)
{
    Table table = lostFoldsTable(input.measured, attribution);
    table.caption = ladderCaption(input);
    return table;
}

Json rowsJson(const MeasuredLadder& ladder, const Attribution& attribution)
{
    Json::Array rows;
    for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
        const Rung& rung = ladder.rungs[i];
        const LostFolds& lost = attribution.rows[i];
        const auto part = [&](bool isKnown, double value) { return isKnown ? std::optional(value) : std::nullopt; };
        Json::Object row{{"p", Json(rung.p)}, {"lost_folds", Json(lost.total)}};
        const char* missingReason = lost.hasParts ? "no run reports this part of its time" : onlyTotalsReason;
        setOrReason(row, "communication", part(lost.isCommunicationMeasured, lost.communication), missingReason);
        setOrReason(row, "waiting", part(lost.isWaitingMeasured, lost.waiting), missingReason);
        setOrReason(row, "serial", part(lost.isComputeMeasured, lost.compute), missingReason);
        setOrReason(row, "io", part(lost.hasParts && ladder.hasSeparateIo, lost.io),
                    lost.hasParts ? ioNotSeparateReason : onlyTotalsReason);
        row.emplace_back("unattributed", Json(lost.unattributed));
        if (lost.intervals) {
            const LostFolds::Intervals& ends = *lost.intervals;
            row.emplace_back("communication_interval", intervalJson(lost.communication, ends.communication));
            row.emplace_back("waiting_interval", intervalJson(lost.waiting, ends.waiting));
            row.emplace_back("serial_interval", intervalJson(lost.compute, ends.compute));
            if (ladder.hasSeparateIo)
                row.emplace_back("io_interval", intervalJson(lost.io, ends.io));
        }
        row.emplace_back("t", Json(rung.timeS));
        if (rung.timeInterval)
            row.emplace_back("t_interval", intervalJson(rung.timeS, *rung.timeInterval));
        row.emplace_back("repeats", Json(rung.repeats));
        addRunCountsJson(row, rung);
        row.emplace_back("speedup", Json(rung.speedup));
        if (rung.speedupInterval)
            row.emplace_back("speedup_interval", intervalJson(rung.speedup, *rung.speedupInterval));
        row.emplace_back("efficiency", Json(rung.efficiency));
        setOrReason(row, "karp_flatt", rung.karpFlatt,
                    rung.p == ladder.baseP              ? "undefined at the base p"
                    : ladder.scaling == Scaling::Strong ? "needs the time at p = 1"
                                                        : "defined only for strong scaling");
        if (rung.parts) {
            row.emplace_back("parts", Json(Json::Object{{"comp", Json(rung.parts->compS)},
                                                        {"comm", Json(rung.parts->commS)},
                                                        {"idle", Json(rung.parts->idleS)},
                                                        {"io", Json(rung.parts->ioS)},
                                                        {"rest", Json(rung.parts->unattributedS)}}));
            setOrReason(row, "comm_share", part(rung.isCommKnown, rung.parts->commS / rung.timeS), missingReason);
            setOrReason(row, "idle_share", part(rung.isIdleKnown, rung.parts->idleS / rung.timeS), missingReason);
        }
        if (rung.quality)
            row.emplace_back("quality", Json(*rung.quality));
        if (ladder.qualityTarget)
            row.emplace_back("reaches_target", rung.quality ? Json(rung.reachesTarget) : Json());
        addOtherColumnsJson(row, rung);
        rows.emplace_back(std::move(row));
    }
    return Json(std::move(rows));
}

Json whatIfsJson(const std::vector<WhatIfResult>& results)
{
    Json::Array json;
    for (const WhatIfResult& each : results) {
        const Attribution attribution = attributeLostFolds(each.ladder);
        json.emplace_back(Json::Object{{"cause", Json(causeName(each.cause))},
                                       {"assumption", Json(remedyAssumption(each.cause))},
                                       {"knee_p", Json(each.ladder.kneeP)},
                                       {"fastest_p", Json(each.ladder.fastestP)},
                                       {"effect", Json(each.effect)},
                                       {"rows", rowsJson(each.ladder, attribution)}});
    }
    return Json(std::move(json));
}

Json::Object toJson(const LadderInput& input, const Attribution& attribution,
                    const std::vector<WhatIfResult>& whatIfResults)
{
    const MeasuredLadder& ladder = input.measured;
    Json::Object json;
    setOrReason(json, "knee_p", ladder.rungs.size() > 1 ? std::optional(ladder.kneeP) : std::nullopt, ladder.kneeNote);
    json.emplace_back("owner", Json(causeName(attribution.mainCause)));
    json.emplace_back("owner_decided", Json(attribution.isDecided));
    json.emplace_back("owner_evidence", Json(evidenceName(attribution.evidence)));
    Json::Array contenders;
    for (const Cause cause : attribution.contenders)
        contenders.emplace_back(causeName(cause));
    json.emplace_back("contenders", Json(std::move(contenders)));
    addTrackRecordJson(json, attribution.trackRecord, attribution.calibrationText,
                       attribution.isInferred ? onlyTotalsReason
                       : attribution.evidence == FoldEvidence::Repeats
                           ? "no owner was determined from the parts, so there are no statistics"
                           : "no repeated runs have parts, so there are no statistics");
    json.emplace_back("rows", rowsJson(ladder, attribution));
    if (!ladder.kneeNote.empty())
        json.emplace_back("knee_note", Json(ladder.kneeNote));
    json.emplace_back("fastest_p", Json(ladder.fastestP));
    if (!ladder.fastestCaveat.empty())
        json.emplace_back("fastest_doubt", Json(ladder.fastestCaveat));
    if (!ladder.kneeCaveat.empty())
        json.emplace_back("knee_doubt", Json(ladder.kneeCaveat));
    if (const std::optional<LadderInput> fixedWorkInput = withFixedWork(input)) {
        const Attribution fixed = attributeLostFolds(fixedWorkInput->measured);
        json.emplace_back("if_fixed", Json(Json::Object{{"knee_p", Json(fixedWorkInput->measured.kneeP)},
                                                        {"fastest_p", Json(fixedWorkInput->measured.fastestP)},
                                                        {"owner", Json(causeName(fixed.mainCause))},
                                                        {"sentence", Json(fixed.summary)},
                                                        {"remedy", Json(fixed.remedyText)}}));
    }
    json.emplace_back("at_p", Json(attribution.explainedP));
    json.emplace_back("inferred", Json(attribution.isInferred));
    json.emplace_back("confidence", Json(attribution.confidence));
    json.emplace_back("remedy", Json(attribution.remedyText));
    json.emplace_back("sentence", Json(attribution.summary));
    if (!attribution.slowdown.empty())
        json.emplace_back("beyond", Json(attribution.slowdown));
    addLadderJson(json, input);
    if (!whatIfResults.empty())
        json.emplace_back("what_if", whatIfsJson(whatIfResults));
    return json;
}

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

Json remedyForecastsJson(const std::vector<RemedyForecast>& forecasts)
{
    Json::Array list;
    for (const RemedyForecast& remedyForecast : forecasts) {
        const Prediction* prediction = remedyForecast.forecast ? remedyForecast.forecast->prediction.get() : nullptr;
        const std::string missingReason = remedyForecast.remedy.proposal
                                              ? std::string("no scaling model follows from the design")
                                              : remedyForecast.remedy.assumptionText;
        Json::Object json{{"id", Json(remedyForecast.remedy.id)},
                          {"cause", Json(causeName(remedyForecast.remedy.cause))},
                          {"title", Json(remedyForecast.remedy.title)},
                          {"how", Json(remedyForecast.remedy.description)},
                          {"assumes", Json(remedyForecast.remedy.assumptionText)},
                          {"proposes", Json(remedyForecast.remedy.proposal.has_value())}};
        setOrReason(json, "p_star", prediction ? std::optional(prediction->landmarks.pStar) : std::nullopt,
                    missingReason);
        if (prediction)
            json.emplace_back("p_star_at_limit", Json(prediction->landmarks.pStarAtLimit));
        setOrReason(json, "speedup_at_p_star",
                    prediction ? std::optional(prediction->row(prediction->landmarks.pStar).speedup) : std::nullopt,
                    missingReason);
        setOrReason(json, "plan_p", prediction ? remedyForecast.forecast->plannedP() : std::nullopt, missingReason);
        setOrReason(json, "speedup_at_plan_p",
                    prediction
                        ? std::optional(predictAt(prediction->model, *remedyForecast.forecast->plannedP()).speedup)
                        : std::nullopt,
                    missingReason);
        if (const std::optional<LadderSpeedupBound>& bound = remedyForecast.remedy.ladderBound)
            json.emplace_back("ladder_bound", Json(Json::Object{{"p", Json(bound->p)},
                                                                {"speedup", Json(bound->maximumSpeedup)},
                                                                {"predicted", Json(bound->predictedSpeedup)}}));
        list.emplace_back(std::move(json));
    }
    return Json(std::move(list));
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
            values.addProblem("--what-if", cause.error().problems.front().message,
                              cause.error().problems.front().expected);
    }
    if (!values.isValid())
        return fail(values.error());
    const Result<LadderInput> input = readLadder(options.ladder);
    if (!input)
        return fail(input.error());
    const Attribution attribution = attributeLostFolds(input->measured);
    std::vector<WhatIfResult> whatIfResults;
    for (const Cause cause : causes) {
        Result<MeasuredLadder> after = withRemedy(input->measured, cause);
        if (!after) {
            for (const Problem& problem : after.error().problems)
                values.addProblem("--what-if", problem.message, problem.expected);
            return fail(withFileName(values.error(), input->fileName));
        }
        std::string effect = remedyEffect(input->measured, *after, cause);
        whatIfResults.push_back({cause, std::move(*after), std::move(effect)});
    }
    Reply answer{.json = toJson(*input, attribution, whatIfResults)};
    std::optional<std::vector<OfferedRemedy>> remedies;
    std::vector<MissingInput> missing;
    if (options.showsRemedies) {
        if (!input->project)
            return fail(ErrorCode::Input, "a ladder alone has no design to change",
                        "a project file that contains the ladder", {.file = input->fileName, .field = "--remedies"});
        RemedyForecasts remedyForecasts = forecastRemedies(*input->project, *input, pMax);
        answer.json.emplace_back("remedies", remedyForecastsJson(remedyForecasts.remedies));
        remedies = toOfferedRemedies(remedyForecasts.remedies);
        missing = std::move(remedyForecasts.missingInputs);
    }
    if (options.csv) {
        answer.text = toCsv(captionedLostFoldsTable(*input, attribution));
        return answer;
    }
    std::vector<std::string> effects;
    for (const WhatIfResult& each : whatIfResults)
        effects.push_back(each.effect);
    const std::optional<LadderInput> fixedWorkInput = withFixedWork(*input);
    const LadderReading reading = ladderReadingOf(*input);
    answer.answer = attributionAnswer({attribution, reading, fixedWorkInput ? &fixedWorkInput->measured : nullptr,
                                       std::move(effects), std::move(remedies), std::move(missing)});
    return answer;
}

}  // namespace

CommandRunner declareAttribute(CLI::App& command)
{
    auto options = std::make_shared<AttributeOptions>();
    options->ladder.declare(command);
    command
        .add_option(
            "--what-if", options->whatIfCauses,
            "assume that one cause is remedied: communication, balance, serial, inflation or io; may be repeated")
        ->type_name("CAUSE");
    command.add_flag("--remedies", options->showsRemedies,
                     "what each remedy would change in the project's design, and the resulting prediction (design "
                     "price --remedy ID)");
    declarePMaxOption(command, options->pMax, "a remedy's p*");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
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

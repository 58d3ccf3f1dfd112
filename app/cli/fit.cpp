// fit LADDER: scaling laws fitted to a measured ladder, with intervals, or why the data do not support a fit (book
// 41.7).
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
#include "core/evidence/fit/fit.h"
#include "core/output/answers/scaling_fit.h"
#include "core/output/tables/table.h"

namespace scalewright::cli {

namespace {

struct LadderFitOptions {
    LadderOptions ladder;
    std::string model = "auto";
    OptionText pattern, workersPerNode, shards, neighbours, participation, localSteps;
    bool sharedNetworkCard = false;
    bool linearScatter = false;
    bool csv = false;
};

/// What is requested in addition to the ladder.
struct FitRequest {
    std::optional<Law> law;  ///< absent: all laws, best first
    FitOptions options;
};

/// Reports options that neither the law nor the pattern uses, which would otherwise be ignored silently.
void rejectUnusedOptions(const LadderFitOptions& options, const FitRequest& request, OptionValues& values)
{
    const bool usesExchanges = !request.law || *request.law == Law::AlphaBeta;
    const PatternInputs inputs = patternInputs(request.options.pattern);
    const auto rejectUnused = [&](bool isGiven, bool isUsed, const char* option, const char* expected) {
        if (isGiven && !usesExchanges)
            values.addProblem(option, fmt::format("{} has no communication pattern", lawName(*request.law)),
                              "--model alpha-beta");
        else if (isGiven && !isUsed)
            values.addProblem(option, fmt::format("{} does not depend on it", patternName(request.options.pattern)),
                              expected);
    };
    rejectUnused(options.pattern.has_value(), true, "--pattern", "");
    rejectUnused(options.localSteps.has_value(), true, "--local-steps", "");
    const bool usesNodes = inputs.hierarchy || request.options.communication.twoLevelNetwork;
    rejectUnused(options.workersPerNode.has_value(), usesNodes, "--workers-per-node",
                 "--pattern hierarchical-all-reduce");
    rejectUnused(options.sharedNetworkCard, usesNodes, "--shared-network-card", "--pattern hierarchical-all-reduce");
    rejectUnused(options.shards.has_value(), inputs.serverShards, "--shards", "--pattern parameter-server");
    rejectUnused(options.neighbours.has_value(), inputs.neighbours, "--neighbours", "--pattern gossip");
    rejectUnused(options.participation.has_value(), inputs.participation, "--participation",
                 "--pattern federated-averaging");
    rejectUnused(options.linearScatter, inputs.linearScatter, "--linear", "--pattern scatter-gather");
}

/// If the ladder comes from a project, options override the project's design.
Result<FitRequest> readFitRequest(const LadderFitOptions& options, const std::optional<Project>& project)
{
    OptionValues values;
    FitRequest request;
    if (project)
        request.options = fitOptionsOf(*project);
    if (options.model != "auto") {
        const Result<Law> law = lawFromName(options.model);
        if (law)
            request.law = *law;
        else
            values.addProblem("--model", law.error().problems.front().message,
                              law.error().problems.front().expected + ", auto");
    }
    if (options.pattern) {
        const Result<Pattern> pattern = patternFromName(*options.pattern);
        if (pattern)
            request.options.pattern = *pattern;
        else
            values.addProblem("--pattern", pattern.error().problems.front().message,
                              pattern.error().problems.front().expected);
    }
    CommunicationParameters& communication = request.options.communication;
    const auto setParameter = [&](auto& target, FieldOptionRef option, const OptionText& text) {
        if (const std::optional<double> value = readFieldOption(option, text, values))
            target = static_cast<std::remove_reference_t<decltype(target)>>(*value);
    };
    setParameter(communication.workersPerNode, &Target::workersPerNode, options.workersPerNode);
    setParameter(communication.serverShards, &Communication::shards, options.shards);
    setParameter(communication.neighbours, &Communication::neighbours, options.neighbours);
    setParameter(communication.localSteps, &Communication::localSteps, options.localSteps);
    setParameter(communication.participation, &Communication::participation, options.participation);
    communication.sharedNetworkCard = communication.sharedNetworkCard || options.sharedNetworkCard;
    communication.linearScatter = communication.linearScatter || options.linearScatter;
    if (values.isValid())
        rejectUnusedOptions(options, request, values);
    if (!values.isValid())
        return fail(values.error());
    return request;
}

Json parameterJson(const FittedParameter& parameter)
{
    Json::Object json{{"value", Json(parameter.value)}};
    setOrReason(json, "low", parameter.low, parameter.note);
    setOrReason(json, "high", parameter.high, parameter.note);
    json.emplace_back("level", Json(parameter.confidenceLevel));
    json.emplace_back("at_bound", Json(parameter.isAtBound));
    if (!parameter.note.empty())
        json.emplace_back("note", Json(parameter.note));
    return Json(std::move(json));
}

Json parametersJson(const LadderFit& fit)
{
    Json::Object json;
    for (const FittedParameter& parameter : fit.parameters)
        json.emplace_back(parameter.name, parameterJson(parameter));
    // Amdahl's law is USL without kappa, and its f is sigma in USL.
    if (fit.law == Law::Amdahl)
        json.emplace_back("sigma", parameterJson(*fit.find("f")));
    return Json(std::move(json));
}

/// Adds an interval, of which one end may be missing; null with the reason if both are missing.
void addIntervalOrReason(Json::Object& json, const std::string& key, const std::optional<double>& value,
                         const std::optional<double>& low, const std::optional<double>& high, const std::string& note)
{
    if (!value || (!low && !high)) {
        setOrReason(json, key, std::optional<double>(), note);
        return;
    }
    Json::Object interval{{"value", Json(*value)}};
    setOrReason(interval, "low", low, note);
    setOrReason(interval, "high", high, note);
    interval.emplace_back("level", Json(0.95));
    json.emplace_back(key, Json(std::move(interval)));
}

const char* decidedScopeName(FitDecision decides)
{
    switch (decides) {
    case FitDecision::SingleLaw: return "law";
    case FitDecision::GrowingOverhead: return "growth";
    case FitDecision::Undecided: break;
    }
    return "nothing";
}

Json::Object fitJson(const LadderFit& fit)
{
    Json::Object json{{"model", Json(lawName(fit.law))},
                      {"formula", Json(lawFormula(fit.law))},
                      {"source", Json(lawSource(fit.law))}};
    if (fit.law == Law::AlphaBeta) {
        json.emplace_back("pattern", Json(patternName(fit.pattern)));
        json.emplace_back("pattern_formula", Json(patternFormula(fit.pattern)));
    }
    json.emplace_back("parameters", parametersJson(fit));
    setOrReason(json, "peak_p", fit.peakP, fit.peakNote);
    setOrReason(json, "peak_throughput", fit.peakP ? std::optional(fit.throughputPerS(*fit.peakP)) : std::nullopt,
                fit.peakNote);
    setOrReason(json, "limit_speedup", fit.limitSpeedup, fit.limitNote);
    setOrReason(json, "limit_throughput", fit.limitThroughput, fit.limitNote);
    addIntervalOrReason(json, "peak_interval", fit.peakP, fit.peakLow, fit.peakHigh,
                        fit.peakP ? fit.peakIntervalNote : fit.peakNote);
    if (!fit.peakIntervalRecord.empty())
        json.emplace_back("peak_interval_record", Json(fit.peakIntervalRecord));
    setOrReason(json, "limit_throughput_interval", std::optional<double>(),
                fit.limitThroughput ? "no interval is known for it" : fit.limitNote);
    addIntervalOrReason(json, "limit_speedup_interval", fit.limitSpeedup, fit.limitLow, fit.limitHigh,
                        fit.limitSpeedup ? fit.limitIntervalNote : fit.limitNote);
    json.emplace_back("limit_speedup_against", Json("the law's own single worker"));
    setOrReason(json, "limit_speedup_measured", speedupLimitAgainstMeasured(fit), fit.limitNote);
    json.emplace_back("speedup_against", Json(measuredBaseText(fit)));
    setOrReason(json, "r_squared", fit.rSquared, "throughput does not vary");
    setOrReason(json, "criterion", fit.aicc, fit.aiccNote);
    json.emplace_back("criterion_name", Json("AICc"));
    json.emplace_back("n_points", Json(fit.pointCount));
    json.emplace_back("n_runs", Json(fit.runCount));
    json.emplace_back("rejected", Json(fit.isRejected));
    json.emplace_back("noise", Json(fit.noise));
    json.emplace_back("noise_note", Json(fit.noiseNote));
    return json;
}

Json rowsJson(const MeasuredLadder& ladder, const LadderFit& fit)
{
    Json::Array rows;
    for (const Rung& rung : ladder.rungs) {
        Json::Object row{{"p", Json(rung.p)},
                         {"t", Json(rung.timeS)},
                         {"t_fitted", Json(fit.timeS(rung.p))},
                         {"speedup", Json(rung.speedup)},
                         {"speedup_fitted", Json(fit.speedup(rung.p))},
                         {"repeats", Json(rung.repeats)}};
        addRunCountsJson(row, rung);
        rows.emplace_back(std::move(row));
    }
    return Json(std::move(rows));
}

/// The reply if no law fits the ladder, or if the requested one does not.
Reply refusalReply(const LadderInput& input, const FitRequest& request, const FitComparison& comparison,
                   const std::vector<std::string>& reasons, std::vector<Problem> problems)
{
    const std::string reason = problems.empty() ? reasons.front() : problems.front().message;
    Reply answer{.exitStatus = exitStatus(ErrorCode::Refused), .problems = std::move(problems)};
    if (request.law)
        answer.json.emplace_back("model", Json(lawName(*request.law)));
    else
        setOrReason(answer.json, "model", std::optional<double>(), reason);
    for (const char* key : {"parameters", "peak_p", "limit_speedup", "limit_throughput", "r_squared", "criterion"})
        setOrReason(answer.json, key, std::optional<double>(), reason);
    answer.json.emplace_back("fits", Json(Json::Array()));
    answer.json.emplace_back("refused", listJson(reasons));
    addLadderJson(answer.json, input);
    const LadderReading reading = ladderReadingOf(input);
    answer.answer = fitAnswer({reading, comparison, request.law.has_value()});
    return answer;
}

/// The reasons for refusing each law, with the law's --model name.
std::vector<std::string> refusalReasons(const FitComparison& comparison)
{
    std::vector<std::string> reasons;
    for (const LawRefusal& each : comparison.refusedLaws)
        reasons.push_back(formatMessage("{}: {}", std::string(lawName(each.law)), each.reason));
    return reasons;
}

std::vector<std::string> nearShapeNames(const FitComparison& comparison)
{
    std::vector<std::string> names;
    for (const RivalShape& each : comparison.closeRivals)
        names.push_back(each.law ? lawName(*each.law) : each.name);
    return names;
}

Json warningsJson(const LadderInput& input, const LadderFit& fit)
{
    std::vector<std::string> warnings = fit.warnings;
    warnings.insert(warnings.begin(), input.warnings.begin(), input.warnings.end());
    return listJson(warnings);
}

Reply fitReply(const LadderInput& input, const FitRequest& request, const FitComparison& comparison, bool csv)
{
    const std::vector<LadderFit>& fits = comparison.fits;
    Reply answer{.json = fitJson(fits.front())};
    const std::optional<LadderInput> fixedWorkInput = withFixedWork(input);
    const std::string fixedVerdict =
        fixedWorkInput && !request.law ? fitLaws(fixedWorkInput->measured, request.options).verdict : std::string();
    answer.json.emplace_back("rows", rowsJson(input.measured, fits.front()));
    if (!request.law) {
        answer.json.emplace_back("decided", Json(comparison.isDecided));
        answer.json.emplace_back("decides", Json(decidedScopeName(comparison.decision)));
        answer.json.emplace_back("law_decided", Json(comparison.decision == FitDecision::SingleLaw));
        answer.json.emplace_back("as_near", listJson(nearShapeNames(comparison)));
        answer.json.emplace_back("verdict", Json(comparison.verdict));
        answer.json.emplace_back("falls", Json(comparison.slowsDown));
        setOrReason(answer.json, "run_noise", comparison.runNoise,
                    "the points are on the curve, or there are too few to tell");
        addTrackRecordJson(answer.json, comparison.record, comparison.recordText,
                           "no curve is selected, so there is no verdict with a track record");
        if (!fixedVerdict.empty())
            answer.json.emplace_back("if_fixed", Json(Json::Object{{"verdict", Json(fixedVerdict)}}));
    }
    Json::Array fitsJson;
    for (const LadderFit& fit : fits) {
        Json::Object each = fitJson(fit);
        each.emplace_back("warnings", listJson(fit.warnings));
        fitsJson.emplace_back(std::move(each));
    }
    answer.json.emplace_back("fits", Json(std::move(fitsJson)));
    answer.json.emplace_back("refused", listJson(refusalReasons(comparison)));
    Json::Object ladder;
    addLadderJson(ladder, input);
    for (auto& [key, value] : ladder)
        answer.json.emplace_back(key, key == "warnings" ? warningsJson(input, fits.front()) : std::move(value));

    if (csv) {
        Table table = fitTable(input.measured, fits);
        table.caption = ladderCaption(input);
        answer.text = toCsv(table);
        return answer;
    }
    const LadderReading reading = ladderReadingOf(input);
    answer.answer = fitAnswer({reading, comparison, request.law.has_value(),
                               fixedWorkInput ? &fixedWorkInput->measured : nullptr, request.options});
    return answer;
}

Result<Reply> runFit(const LadderFitOptions& options)
{
    const Result<LadderInput> input = readLadder(options.ladder);
    if (!input)
        return fail(input.error());
    const Result<FitRequest> request = readFitRequest(options, input->project);
    if (!request)
        return fail(request.error());
    const std::optional<Law> law = request->law;
    if (!law) {
        const FitComparison comparison = fitLaws(input->measured, request->options);
        if (comparison.fits.empty()) {
            const std::vector<std::string> reasons = refusalReasons(comparison);
            std::vector<Problem> problems;
            problems.reserve(reasons.size());
            for (const std::string& each : reasons)
                problems.push_back({each, {}, {.file = input->fileName}});
            return refusalReply(*input, *request, comparison, reasons, std::move(problems));
        }
        return fitReply(*input, *request, comparison, options.csv);
    }
    Result<LadderFit> fit = fitLaw(input->measured, *law, request->options);
    if (fit)
        return fitReply(*input, *request, {.fits = {std::move(*fit)}, .refusedLaws = {}, .verdict = {}}, options.csv);
    if (fit.error().code != ErrorCode::Refused)
        return fail(withFileName(withOptionNames(std::move(fit.error())), input->fileName));
    const std::string reason = fmt::format("{}: {}", lawName(*law), firstProblemMessage(fit.error()));
    const FitComparison refusedComparison{
        .fits = {}, .refusedLaws = {{*law, firstProblemMessage(fit.error())}}, .verdict = {}};
    return refusalReply(*input, *request, refusedComparison, {reason},
                        withFileName(std::move(fit.error()), input->fileName).problems);
}

}  // namespace

CommandRunner declareFit(CLI::App& command)
{
    auto options = std::make_shared<LadderFitOptions>();
    options->ladder.declare(command);
    command
        .add_option("--model", options->model,
                    "amdahl, gustafson, usl, alpha-beta, or auto: all of them, first the one that the tests select, "
                    "else the one nearest to the points, then by AICc (default: auto)")
        ->type_name("LAW");
    command
        .add_option("--pattern", options->pattern,
                    "alpha-beta: communication pattern (default: the project's, else book-ring-all-reduce)")
        ->type_name("NAME");
    declareFieldOption(command, &Target::workersPerNode, options->workersPerNode,
                       "hierarchical: workers that share a node");
    command.add_flag("--shared-network-card", options->sharedNetworkCard,
                     "hierarchical: a node's workers share one network card");
    declareFieldOption(command, &Communication::shards, options->shards);
    declareFieldOption(command, &Communication::neighbours, options->neighbours);
    declareFieldOption(command, &Communication::participation, options->participation);
    declareFieldOption(command, &Communication::localSteps, options->localSteps);
    command.add_flag("--linear", options->linearScatter, "scatter-gather: linear instead of binomial");
    command.add_flag("--csv", options->csv, "measured and fitted speedups as CSV instead of text");
    std::string laws = "Laws, fitted by least squares on throughput, with 95 % intervals by profile likelihood:\n";
    for (const Law law : allLaws)
        laws += fmt::format("  {:<11}{} ({})\n", lawName(law), lawFormula(law), lawSource(law));
    command.footer(
        laws +
        "auto selects a law by tests and shows their record on simulated ladders, or says what the data cannot "
        "decide;\nin JSON \"decides\" is \"law\", \"growth\" (an overhead that grows with p, whichever the law) or "
        "\"nothing\".\nExit status 1: the ladder does not allow the fit (too few distinct p, parameters that cannot be "
        "separated).\nExample: scalewright-cli fit ladder.csv --map p=load --model usl");
    return [options] { return runFit(*options); };
}

}  // namespace scalewright::cli

// fit LADDER: laws of scaling fitted to a measured ladder, with intervals, or why the data refuse (book 41.7).
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
    Text pattern, workersPerNode, shards, neighbours, participation, localSteps;
    bool sharedNetworkCard = false;
    bool linear = false;
    bool csv = false;
};

/// What is asked beside the ladder.
struct Question {
    std::optional<Law> law;  ///< absent: all of them, the best first
    FitOptions fit;
};

/// An option that neither the law nor the pattern reads would be dropped in silence.
void refuseUnused(const LadderFitOptions& options, const Question& question, Values& values)
{
    const bool exchanges = !question.law || *question.law == Law::AlphaBeta;
    const PatternInputs inputs = patternInputs(question.fit.pattern);
    const auto refuse = [&](bool given, bool used, const char* option, const char* expected) {
        if (given && !exchanges)
            values.add(option, fmt::format("{} knows no communication pattern", lawName(*question.law)),
                       "--model alpha-beta");
        else if (given && !used)
            values.add(option, fmt::format("{} does not depend on it", patternName(question.fit.pattern)), expected);
    };
    refuse(options.pattern.has_value(), true, "--pattern", "");
    refuse(options.localSteps.has_value(), true, "--local-steps", "");
    const bool nodes = inputs.hierarchy || question.fit.communication.twoLevels;
    refuse(options.workersPerNode.has_value(), nodes, "--workers-per-node", "--pattern hierarchical-all-reduce");
    refuse(options.sharedNetworkCard, nodes, "--shared-network-card", "--pattern hierarchical-all-reduce");
    refuse(options.shards.has_value(), inputs.shards, "--shards", "--pattern parameter-server");
    refuse(options.neighbours.has_value(), inputs.neighbours, "--neighbours", "--pattern gossip");
    refuse(options.participation.has_value(), inputs.participation, "--participation", "--pattern federated-averaging");
    refuse(options.linear, inputs.linearScatter, "--linear", "--pattern scatter-gather");
}

/// Options lie over what the project's design says, where the ladder came from a project.
Result<Question> read(const LadderFitOptions& options, const std::optional<Project>& project)
{
    Values values;
    Question question;
    if (project)
        question.fit = fitOptionsOf(*project);
    if (options.model != "auto") {
        const Result<Law> law = lawFromName(options.model);
        if (law)
            question.law = *law;
        else
            values.add("--model", law.error().problems.front().message,
                       law.error().problems.front().expected + ", auto");
    }
    if (options.pattern) {
        const Result<Pattern> pattern = patternFromName(*options.pattern);
        if (pattern)
            question.fit.pattern = *pattern;
        else
            values.add("--pattern", pattern.error().problems.front().message,
                       pattern.error().problems.front().expected);
    }
    CommunicationParameters& communication = question.fit.communication;
    const auto lay = [&](auto& into, OptionOf option, const Text& text) {
        if (const std::optional<double> given = readField(option, text, values))
            into = static_cast<std::remove_reference_t<decltype(into)>>(*given);
    };
    lay(communication.workersPerNode, &Target::workersPerNode, options.workersPerNode);
    lay(communication.shards, &Communication::shards, options.shards);
    lay(communication.neighbours, &Communication::neighbours, options.neighbours);
    lay(communication.localSteps, &Communication::localSteps, options.localSteps);
    lay(communication.participation, &Communication::participation, options.participation);
    communication.sharedNetworkCard = communication.sharedNetworkCard || options.sharedNetworkCard;
    communication.linearScatter = communication.linearScatter || options.linear;
    if (values.ok())
        refuseUnused(options, question, values);
    if (!values.ok())
        return fail(values.error());
    return question;
}

Json parameterJson(const FittedParameter& parameter)
{
    Json::Object json{{"value", Json(parameter.value)}};
    setOrReason(json, "low", parameter.low, parameter.note);
    setOrReason(json, "high", parameter.high, parameter.note);
    json.emplace_back("level", Json(parameter.level));
    json.emplace_back("at_bound", Json(parameter.atBound));
    if (!parameter.note.empty())
        json.emplace_back("note", Json(parameter.note));
    return Json(std::move(json));
}

Json parametersJson(const LadderFit& fit)
{
    Json::Object json;
    for (const FittedParameter& parameter : fit.parameters)
        json.emplace_back(parameter.name, parameterJson(parameter));
    // Amdahl's law is USL without kappa, and its f is what USL calls sigma.
    if (fit.law == Law::Amdahl)
        json.emplace_back("sigma", parameterJson(*fit.find("f")));
    return Json(std::move(json));
}

/// An interval by its ends, one of which may be missing; null with the reason where both are.
void addInterval(Json::Object& json, const std::string& key, const std::optional<double>& value,
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

const char* decidesName(Decides decides)
{
    switch (decides) {
    case Decides::Law: return "law";
    case Decides::Growth: return "growth";
    case Decides::Nothing: break;
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
    addInterval(json, "peak_interval", fit.peakP, fit.peakLow, fit.peakHigh,
                fit.peakP ? fit.peakIntervalNote : fit.peakNote);
    if (!fit.peakRecord.empty())
        json.emplace_back("peak_interval_record", Json(fit.peakRecord));
    setOrReason(json, "limit_throughput_interval", std::optional<double>(),
                fit.limitThroughput ? "no interval is known for it" : fit.limitNote);
    addInterval(json, "limit_speedup_interval", fit.limitSpeedup, fit.limitLow, fit.limitHigh,
                fit.limitSpeedup ? fit.limitIntervalNote : fit.limitNote);
    json.emplace_back("limit_speedup_against", Json("the law's own single worker"));
    setOrReason(json, "limit_speedup_measured", limitAgainstMeasured(fit), fit.limitNote);
    json.emplace_back("speedup_against", Json(measuredBase(fit)));
    setOrReason(json, "r_squared", fit.rSquared, "throughput does not vary");
    setOrReason(json, "criterion", fit.criterion, fit.criterionNote);
    json.emplace_back("criterion_name", Json("AICc"));
    json.emplace_back("n_points", Json(fit.points));
    json.emplace_back("n_runs", Json(fit.repeats));
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
        addRunsJson(row, rung);
        rows.emplace_back(std::move(row));
    }
    return Json(std::move(rows));
}

/// A ladder that refuses every law, or the one that was asked for.
Reply refused(const LadderInput& input, const Question& question, const FitComparison& comparison,
              const std::vector<std::string>& reasons, std::vector<Problem> problems)
{
    const std::string reason = problems.empty() ? reasons.front() : problems.front().message;
    Reply answer{.status = exitStatus(ErrorCode::Refused), .problems = std::move(problems)};
    if (question.law)
        answer.json.emplace_back("model", Json(lawName(*question.law)));
    else
        setOrReason(answer.json, "model", std::optional<double>(), reason);
    for (const char* key : {"parameters", "peak_p", "limit_speedup", "limit_throughput", "r_squared", "criterion"})
        setOrReason(answer.json, key, std::optional<double>(), reason);
    answer.json.emplace_back("fits", Json(Json::Array()));
    answer.json.emplace_back("refused", listJson(reasons));
    addLadderJson(answer.json, input);
    const LadderReading reading = readingOf(input);
    answer.answer = fitAnswer({reading, comparison, question.law.has_value()});
    return answer;
}

/// The laws by the names that --model takes.
std::vector<std::string> namedReasons(const FitComparison& comparison)
{
    std::vector<std::string> reasons;
    for (const LawRefusal& each : comparison.refused)
        reasons.push_back(say("{}: {}", std::string(lawName(each.law)), each.why));
    return reasons;
}

std::vector<std::string> nearNames(const FitComparison& comparison)
{
    std::vector<std::string> names;
    for (const NearShape& each : comparison.asNear)
        names.push_back(each.law ? lawName(*each.law) : each.name);
    return names;
}

Json warningsOf(const LadderInput& input, const LadderFit& fit)
{
    std::vector<std::string> warnings = fit.warnings;
    warnings.insert(warnings.begin(), input.warnings.begin(), input.warnings.end());
    return listJson(warnings);
}

Reply answered(const LadderInput& input, const Question& question, const FitComparison& comparison, bool csv)
{
    const std::vector<LadderFit>& fits = comparison.fits;
    Reply answer{.json = fitJson(fits.front())};
    const std::optional<LadderInput> other = opposite(input);
    const std::string fixedVerdict =
        other && !question.law ? fitLaws(other->measured, question.fit).verdict : std::string();
    answer.json.emplace_back("rows", rowsJson(input.measured, fits.front()));
    if (!question.law) {
        answer.json.emplace_back("decided", Json(comparison.decided));
        answer.json.emplace_back("decides", Json(decidesName(comparison.decides)));
        answer.json.emplace_back("law_decided", Json(comparison.decides == Decides::Law));
        answer.json.emplace_back("as_near", listJson(nearNames(comparison)));
        answer.json.emplace_back("verdict", Json(comparison.verdict));
        answer.json.emplace_back("falls", Json(comparison.falls));
        setOrReason(answer.json, "run_noise", comparison.runNoise,
                    "the points lie on the curve, or are too few to tell");
        addRecordJson(answer.json, comparison.record, comparison.calibration,
                      "nothing is decided between curves, so there is no verdict to have a record");
        if (!fixedVerdict.empty())
            answer.json.emplace_back("if_fixed", Json(Json::Object{{"verdict", Json(fixedVerdict)}}));
    }
    Json::Array all;
    for (const LadderFit& fit : fits) {
        Json::Object each = fitJson(fit);
        each.emplace_back("warnings", listJson(fit.warnings));
        all.emplace_back(std::move(each));
    }
    answer.json.emplace_back("fits", Json(std::move(all)));
    answer.json.emplace_back("refused", listJson(namedReasons(comparison)));
    Json::Object ladder;
    addLadderJson(ladder, input);
    for (auto& [key, value] : ladder)
        answer.json.emplace_back(key, key == "warnings" ? warningsOf(input, fits.front()) : std::move(value));

    if (csv) {
        Table table = fitTable(input.measured, fits);
        table.caption = ladderCaption(input);
        answer.text = toCsv(table);
        return answer;
    }
    const LadderReading reading = readingOf(input);
    answer.answer =
        fitAnswer({reading, comparison, question.law.has_value(), other ? &other->measured : nullptr, question.fit});
    return answer;
}

Result<Reply> answer(const LadderFitOptions& options)
{
    const Result<LadderInput> input = readLadder(options.ladder);
    if (!input)
        return fail(input.error());
    const Result<Question> question = read(options, input->project);
    if (!question)
        return fail(question.error());
    const std::optional<Law> law = question->law;
    if (!law) {
        const FitComparison comparison = fitLaws(input->measured, question->fit);
        if (comparison.fits.empty()) {
            const std::vector<std::string> reasons = namedReasons(comparison);
            std::vector<Problem> problems;
            problems.reserve(reasons.size());
            for (const std::string& each : reasons)
                problems.push_back({each, {}, {.file = input->file}});
            return refused(*input, *question, comparison, reasons, std::move(problems));
        }
        return answered(*input, *question, comparison, options.csv);
    }
    Result<LadderFit> fit = fitLaw(input->measured, *law, question->fit);
    if (fit)
        return answered(*input, *question, {.fits = {std::move(*fit)}, .refused = {}, .verdict = {}}, options.csv);
    if (fit.error().code != ErrorCode::Refused)
        return fail(inFile(inOptions(std::move(fit.error())), input->file));
    const std::string reason = fmt::format("{}: {}", lawName(*law), refusal(fit.error()));
    const FitComparison none{.fits = {}, .refused = {{*law, refusal(fit.error())}}, .verdict = {}};
    return refused(*input, *question, none, {reason}, inFile(std::move(fit.error()), input->file).problems);
}

}  // namespace

Run declareFit(CLI::App& command)
{
    auto options = std::make_shared<LadderFitOptions>();
    options->ladder.declare(command);
    command
        .add_option(
            "--model", options->model,
            "amdahl, gustafson, usl, alpha-beta, or auto: all of them. First the one that the tests speak for, else "
            "the one nearest to the points, then by AICc; auto")
        ->type_name("LAW");
    command
        .add_option("--pattern", options->pattern,
                    "alpha-beta: who talks to whom; the project's, else book-ring-all-reduce")
        ->type_name("NAME");
    declareField(command, &Target::workersPerNode, options->workersPerNode, "hierarchical: workers that share a node");
    command.add_flag("--shared-network-card", options->sharedNetworkCard,
                     "hierarchical: a node's workers share one network card");
    declareField(command, &Communication::shards, options->shards);
    declareField(command, &Communication::neighbours, options->neighbours);
    declareField(command, &Communication::participation, options->participation);
    declareField(command, &Communication::localSteps, options->localSteps);
    command.add_flag("--linear", options->linear, "scatter-gather: linear instead of binomial");
    command.add_flag("--csv", options->csv, "measured and fitted speedups as CSV instead of text");
    std::string laws = "Laws, fitted by least squares of throughput, intervals at 95 % by profile likelihood:\n";
    for (const Law law : allLaws)
        laws += fmt::format("  {:<11}{} ({})\n", lawName(law), lawFormula(law), lawSource(law));
    command.footer(
        laws +
        "auto says which law by tests whose record on simulated ladders it gives, or what the data cannot tell;\n"
        "in JSON \"decides\" is \"law\", \"growth\" (an overhead that grows with p, of whatever law) or \"nothing\".\n"
        "Exit status 1: the ladder refuses the fit (too few distinct p, parameters that cannot be told apart).\n"
        "Example: scalewright-cli fit ladder.csv --map p=load --model usl");
    return [options] { return answer(*options); };
}

}  // namespace scalewright::cli

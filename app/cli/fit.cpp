// SPDX-License-Identifier: GPL-3.0-or-later
// fit LADDER: scaling laws fitted to a measured ladder, with intervals, or why the data do not support a fit (book
// 41.7).
#include <fmt/format.h>

#include "app/cli/ladder_input.h"
#include "app/cli/output.h"
#include "core/base/error/parse_name.h"
#include "core/output/answers/scaling_fit.h"

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

/// Reports options that neither the law nor the pattern uses, which would otherwise be ignored silently.
void rejectUnusedOptions(const LadderFitOptions& options, const FitRequest& request, OptionValues& values)
{
    const bool usesExchanges = !request.law || *request.law == Law::AlphaBeta;
    const PatternInputs inputs = patternInputs(request.options.pattern);
    const auto rejectUnused = [&](bool isGiven, bool isUsed, const char* option, const char* expected) {
        if (isGiven && !usesExchanges)
            values.addProblem(option, fmt::format("{} has no communication pattern", nameOf(*request.law)),
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
        Result<Law> law = parseName<Law>(options.model);
        if (!law)
            law.error().problems.front().expected += ", or auto";
        values.setFromResult(request.law, law, "--model");
    }
    if (const auto pattern = values.readName<Pattern>(options.pattern, "--pattern"))
        request.options.pattern = *pattern;
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

Result<Reply> runFit(const LadderFitOptions& options)
{
    TRY(const LadderInput input, readLadder(options.ladder));
    TRY(const FitRequest request, readFitRequest(options, input.project));
    const Result<Answered> answered = answerFit(input, request);
    return answered ? Result<Reply>(replyOf(*answered, options.csv)) : fail(withOptionNames(answered.error()));
}

}  // namespace

CommandRunner declareFit(CLI::App& command)
{
    auto options = std::make_shared<LadderFitOptions>();
    options->ladder.declare(command);
    declareOptions(
        command,
        {{"--model", "LAW", options->model,
          "amdahl, gustafson, usl, alpha-beta, or auto: all of them, first the one that the tests select, "
          "else the one nearest to the points, then by AICc (default: auto)"},
         {"--pattern", "NAME", options->pattern,
          "alpha-beta: communication pattern (default: the project's, else book-ring-all-reduce)"},
         {&Target::workersPerNode, options->workersPerNode, "hierarchical: workers that share a node"},
         {"--shared-network-card", options->sharedNetworkCard, "hierarchical: a node's workers share one network card"},
         {&Communication::shards, options->shards},
         {&Communication::neighbours, options->neighbours},
         {&Communication::participation, options->participation},
         {&Communication::localSteps, options->localSteps},
         {"--linear", options->linearScatter, "scatter-gather: linear instead of binomial"},
         {"--csv", options->csv, "measured and fitted speedups as CSV instead of text"}});
    std::string laws = "Laws, fitted by least squares on throughput, with 95 % intervals by profile likelihood:\n";
    for (const Law law : allLaws)
        laws += fmt::format("  {:<11}{} ({})\n", nameOf(law), lawFormula(law), lawSource(law));
    command.footer(
        laws +
        "auto selects a law by tests and shows their record on simulated ladders, or says what the data cannot "
        "decide;\nin JSON \"decides\" is \"law\", \"growth\" (an overhead that grows with p, whichever the law) or "
        "\"nothing\".\nExit status 1: the ladder does not allow the fit (too few distinct p, parameters that cannot be "
        "separated).\nExample: scalewright-cli fit ladder.csv --map p=load --model usl");
    return [options] { return runFit(*options); };
}

}  // namespace scalewright::cli

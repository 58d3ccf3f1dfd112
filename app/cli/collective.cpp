// SPDX-License-Identifier: GPL-3.0-or-later
// collective --pattern NAME --p LIST --bytes N --alpha S --bandwidth B: the time of one exchange at every p (book
// 41.4).
#include "app/cli/communication_options.h"
#include "app/cli/output.h"
#include "core/output/answers/exchange_time.h"

namespace scalewright::cli {

namespace {

struct CollectiveOptions {
    OptionText p;
    CommunicationOptions communication;
    bool csv = false;
};

Result<Reply> runCollective(const CollectiveOptions& options)
{
    OptionValues values;
    if (!options.communication.pattern)
        values.addProblem("--pattern", "is missing", "the name of a pattern, see --help");
    if (!options.p)
        values.addProblem("--p", "is missing", workerCountsHelp);
    const std::optional<std::vector<int>> workers = values.readWorkerCounts(options.p, "--p", maximumPMax);
    CommunicationInput input = applyCommunicationOptions(Project{}, options.communication, true, values, true);
    if (!values.isValid())
        return fail(values.error());
    input.project.baseline.tCompS =
        typed(1);  // a model needs a compute time, but the time of an exchange does not depend on it
    TRY(const ScalingModel model, modelOf(input));

    const Exchange& exchange = model.primaryExchange();
    Answer answer = exchangeTimeAnswer(model, *workers);
    if (options.csv)
        return Reply{.text = toCsv(answer.table)};
    const auto row = [&](int p) {
        return objectOf({{"p", p}, {"seconds", communicationTime(exchange.pattern, exchange.communication, p)}});
    };
    return Reply{.answer = std::move(answer),
                 .json = objectOf({{"pattern", patternName(exchange.pattern)},
                                   {"pattern_formula", patternFormula(exchange.pattern)},
                                   {"pattern_source", patternSource(exchange.pattern)},
                                   {"alpha_s", exchange.communication.alphaS},
                                   {"beta_s", exchange.communication.betaS},
                                   {"rows", listOf(*workers, row)}})};
}

}  // namespace

CommandRunner declareCollective(CLI::App& command)
{
    auto options = std::make_shared<CollectiveOptions>();
    options->communication.declare(command);
    declareOptions(command, {{"--p", "LIST", options->p, workerCountsHelp},
                             {"--csv", options->csv, "the rows as CSV instead of text"}});
    command.footer(
        patternsHelp() +
        "\nExample: scalewright-cli collective --pattern ring-all-reduce --p 2..64 --bytes 100MB --alpha 10us "
        "--bandwidth 25Gbit/s");
    return [options] { return runCollective(*options); };
}

}  // namespace scalewright::cli

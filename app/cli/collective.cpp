// collective --pattern NAME --p LIST --bytes N --alpha S --bandwidth B: the time of one exchange at every p (book
// 41.4).
#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/cli/communication_options.h"
#include "app/cli/options.h"
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
    const Result<ScalingModel> model = modelOf(input);
    if (!model)
        return fail(model.error());

    Answer answer = exchangeTimeAnswer(*model, *workers);
    Json::Array rows;
    for (const int p : *workers) {
        Json::Object row{{"p", Json(p)}};
        setOrReason(row, "seconds",
                    std::optional(
                        communicationTime(model->primaryExchange().pattern, model->primaryExchange().communication, p)),
                    "");
        rows.emplace_back(std::move(row));
    }
    if (options.csv)
        return Reply{.text = toCsv(answer.table)};
    return Reply{.answer = std::move(answer),
                 .json = {{"pattern", Json(patternName(model->primaryExchange().pattern))},
                          {"pattern_formula", Json(patternFormula(model->primaryExchange().pattern))},
                          {"pattern_source", Json(patternSource(model->primaryExchange().pattern))},
                          {"alpha_s", Json(model->primaryExchange().communication.alphaS)},
                          {"beta_s", Json(model->primaryExchange().communication.betaS)},
                          {"rows", Json(std::move(rows))}}};
}

}  // namespace

CommandRunner declareCollective(CLI::App& command)
{
    auto options = std::make_shared<CollectiveOptions>();
    options->communication.declare(command);
    command.add_option("--p", options->p, workerCountsHelp)->type_name("LIST");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
    command.footer(
        patternsHelp() +
        "\nExample: scalewright-cli collective --pattern ring-all-reduce --p 2..64 --bytes 100MB --alpha 10us "
        "--bandwidth 25Gbit/s");
    return [options] { return runCollective(*options); };
}

}  // namespace scalewright::cli

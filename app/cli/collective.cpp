// collective --pattern NAME --p LIST --bytes N --alpha S --bandwidth B: the time of one exchange at every p
 // (book 41.4).
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
    Text p;
    CommunicationOptions communication;
    bool csv = false;
};

Result<Reply> collective(const CollectiveOptions& options)
{
    Values values;
    if (!options.communication.pattern)
        values.add("--pattern", "is missing", "the name of a pattern, see --help");
    if (!options.p)
        values.add("--p", "is missing", workerCountsHelp);
    const std::optional<std::vector<int>> workers = values.workers(options.p, "--p", largestPMax);
    CommunicationInput input = layOver(Project{}, options.communication, true, values, true);
    if (!values.ok())
        return fail(values.error());
    input.project.baseline.tCompS =
        typed(1);  // of no step: a model has one, the time of an exchange does not depend on it
    const Result<ScalingModel> model = modelOf(input);
    if (!model)
        return fail(model.error());

    Answer answer = exchangeTimeAnswer(*model, *workers);
    Json::Array rows;
    for (const int p : *workers) {
        Json::Object row{{"p", Json(p)}};
        setOrReason(row, "seconds",
                    std::optional(communicationTime(model->first().pattern, model->first().communication, p)), "");
        rows.emplace_back(std::move(row));
    }
    if (options.csv)
        return Reply{.text = toCsv(answer.table)};
    return Reply{.answer = std::move(answer),
                 .json = {{"pattern", Json(patternName(model->first().pattern))},
                          {"pattern_formula", Json(patternFormula(model->first().pattern))},
                          {"pattern_source", Json(patternSource(model->first().pattern))},
                          {"alpha_s", Json(model->first().communication.alphaS)},
                          {"beta_s", Json(model->first().communication.betaS)},
                          {"rows", Json(std::move(rows))}}};
}

}  // namespace

Run declareCollective(CLI::App& command)
{
    auto options = std::make_shared<CollectiveOptions>();
    options->communication.declare(command);
    command.add_option("--p", options->p, workerCountsHelp)->type_name("LIST");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
    command.footer(
        patternsHelp() +
        "\nExample: scalewright-cli collective --pattern ring-all-reduce --p 2..64 --bytes 100MB --alpha 10us "
        "--bandwidth 25Gbit/s");
    return [options] { return collective(*options); };
}

}  // namespace scalewright::cli

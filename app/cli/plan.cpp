// plan [PROJECT]: which layout of a large model over the cards, and why the runner-up loses; with --qps how many
// replicas serve it.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "app/cli/plan_layouts.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/model/layout/calibrate.h"
#include "core/project/catalogue/catalogue.h"

namespace scalewright::cli {

namespace {

struct PlanOptions {
    Text project, variant;
    Edits edits;
    Text model, config, launch, parameters, sequence;
    Text cluster, link, link2, cards, cardsPerNode, memory, peak, memoryBandwidth, alpha, bandwidth, alpha2, bandwidth2,
        price, power;
    Text batch, p, best, by, trainer, layout, measured;
    Text requests, prompt, answer, latency, firstToken, bytesPerWeight;
};

/// One of: --model, --config, --launch, --params, the project's.
void takeModel(const PlanOptions& options, const std::optional<Project>& project,
               const std::optional<LaunchSettings>& launch, LayoutsQuestion& question, Values& values)
{
    const int given = (options.model ? 1 : 0) + (options.config ? 1 : 0) + (options.parameters ? 1 : 0);
    if (given > 1) {
        values.add("--model", "the model is given twice", "one of --model, --config and --params");
        return;
    }
    const auto take = [&](const auto& found, const char* option) {
        if (found) {
            question.model = *found;
            return;
        }
        for (const Problem& problem : found.error().problems)
            values.add(option, problem.message, problem.expected);
    };
    if (options.model || options.parameters) {
        const Result<std::vector<ModelEntry>> models = readModels();
        if (!models)
            return values.add(models.error());
        if (options.model)
            return take(findModel(*models, *options.model), "--model");
        if (const auto number = values.amount(options.parameters, "--params", Dimension::Count, Sign::Positive))
            take(modelOfParameters(*models, *number), "--params");
        return;
    }
    if (options.config) {
        const Result<std::string> text = readText(*options.config);
        if (!text)
            return values.add(text.error());
        const Result<Transformer> model = modelFromConfig(*text);
        if (!model)
            return values.add(inFile(model.error(), inputName(*options.config)));
        question.model = {inputName(*options.config), inputName(*options.config), "config.json", *model,
                          model->sequence};
        return;
    }
    if (launch && launch->model) {
        question.model = {inputName(*options.launch), inputName(*options.launch), "launch flags", *launch->model};
        return;
    }
    if (project && project->baseline.model) {
        const Result<std::vector<ModelEntry>> models = readModels();
        if (!models)
            return values.add(models.error());
        const Result<ModelEntry> model = modelOfProject(*project->baseline.model, *models);
        if (!model)
            return values.add(inFile(model.error(), inputName(*options.project)));
        question.model = *model;
        return;
    }
    if (project)
        return values.add(inFile(Error{ErrorCode::Input,
                                       {{"the project has no model",
                                         "--model with a name such as llama-2-13b, --params 13e9 or --config "
                                         "config.json beside it",
                                         {.pointer = "/baseline/model"}}}},
                                 inputName(*options.project)));
    values.add("--model", "is missing", "a name such as llama-2-13b, --params 13e9, --config config.json or a PROJECT");
}

void takeCluster(const PlanOptions& options, const std::optional<Project>& project, int cards,
                 LayoutsQuestion& question, Values& values)
{
    if (options.cluster) {
        const Result<Catalogue> catalogue = readCatalogue();
        if (!catalogue)
            return values.add(catalogue.error());
        const Result<NamedCluster> found =
            clusterOf(*catalogue, *options.cluster, options.link.value_or(""), options.link2.value_or(""), cards);
        if (!found)
            return values.add(found.error());
        question.cluster = *found;
        if (found->linkAssumed && cards > found->cluster.cardsPerNode && !options.bandwidth2)
            question.assumed.emplace_back("Between nodes InfiniBand NDR is assumed: --link2 names another.");
    } else if (project) {
        const Result<NamedCluster> found = clusterOf(project->target, cards);
        if (!found)
            return values.add(inFile(found.error(), inputName(*options.project)));
        question.cluster = *found;
    } else if (!options.peak || !options.memory) {
        values.add("--cluster", "is missing",
                   "a card or node of the catalogue such as node-8x-h100, or --peak and --memory");
        return;
    } else {
        question.cluster.name = "typed";
        question.cluster.cluster.cards = cards;
    }
    ClusterSpec& cluster = question.cluster.cluster;
    values.lay(cluster.memoryBytes, options.memory, "--memory", Dimension::Bytes, Sign::Positive);
    values.lay(cluster.peakFlops, options.peak, "--peak", Dimension::ComputeRate, Sign::Positive);
    values.lay(cluster.memoryBandwidth, options.memoryBandwidth, "--memory-bandwidth", Dimension::Bandwidth,
               Sign::Positive);
    values.lay(cluster.alphaS, options.alpha, "--alpha", Dimension::Time, Sign::NotNegative);
    values.lay(cluster.bandwidth, options.bandwidth, "--bandwidth", Dimension::Bandwidth, Sign::Positive);
    values.lay(cluster.alpha2S, options.alpha2, "--alpha2", Dimension::Time, Sign::NotNegative);
    values.lay(cluster.bandwidth2, options.bandwidth2, "--bandwidth2", Dimension::Bandwidth, Sign::Positive);
    values.lay(cluster.usdPerCardHour, options.price, "--price", Dimension::Price, Sign::NotNegative);
    values.lay(cluster.powerW, options.power, "--power", Dimension::Power, Sign::Positive);
    if (const auto perNode = values.count(options.cardsPerNode, "--cards-per-node", 1, 1024))
        cluster.cardsPerNode = *perNode;
}

/// The person's layout of --layout or --launch, with the data copies that its cards leave.
void takeLayout(const PlanOptions& options, const std::optional<LaunchSettings>& launch, LayoutsQuestion& question,
                Values& values)
{
    if (options.layout) {
        const Result<Layout> layout = parseLayout(*options.layout);
        if (!layout) {
            for (const Problem& problem : layout.error().problems)
                values.add("--layout", problem.message, problem.expected);
            return;
        }
        question.own = *layout;
    } else if (launch) {
        question.own = launch->layout;
    } else {
        if (options.measured)
            values.add("--measured", "is the step of a layout that nobody names", "--layout or --launch beside it");
        return;
    }
    Layout& own = *question.own;
    if (own.data == 0) {
        const long each = static_cast<long>(own.tensor) * own.context * own.stages;
        own.data = question.cards % each == 0 ? static_cast<int>(question.cards / each) : 0;
    }
    const char* option = options.layout ? "--layout" : "--launch";
    const LeftOut reason =
        own.data == 0 ? LeftOut::Cards
                      : checkLayout(question.model.model, question.trainer, question.batch, question.cards, own);
    if (reason != LeftOut::No)
        values.add(option,
                   fmt::format("this layout cannot be on {} cards with a batch of {}: {}", question.cards,
                               question.batch, titleOf(reason)),
                   "a layout that divides them");
}

Result<Reply> plan(const PlanOptions& options)
{
    Values values;
    LayoutsQuestion question;
    std::optional<Project> project;
    if (options.project) {
        const Result<Project> read = readVariant(*options.project, options.variant, "--variant", options.edits);
        if (!read)
            return fail(read.error());
        project = *read;
    } else if (!options.edits.empty() || options.variant) {
        return fail(ErrorCode::Input, "--set and --variant need a PROJECT", "a project file");
    }
    std::optional<LaunchSettings> launch;
    if (options.launch) {
        const Result<std::string> text = readText(*options.launch);
        if (!text)
            return fail(text.error());
        const Result<LaunchSettings> read = parseLaunchSettings(*text);
        if (!read)
            return fail(inFile(read.error(), inputName(*options.launch)));
        launch = *read;
    }
    const bool serving = options.requests.has_value();

    takeModel(options, project, launch, question, values);
    values.lay(question.model.model.sequence, options.sequence, "--sequence", Dimension::Count, Sign::Positive);
    const auto there = values.count(options.cards, "--cards", 1, 1 << 20);
    const auto asked = values.count(options.p, "--p", 1, 1 << 20);
    if (there && asked && *asked > *there)
        values.add("--p", say("{} cards of {} are asked for", *asked, *there), "no more than --cards");
    std::optional<int> cards = asked ? asked : there;
    if (!cards && launch)
        cards = launch->cards;
    if (!cards && project)
        cards = project->plan.p;
    if (!cards && serving)
        cards = 1 << 20;
    if (!cards && values.ok())
        values.add("--p", "is missing", "how many cards the model is laid over, such as 64");
    question.cards = cards.value_or(1);
    takeCluster(options, project, question.cards, question, values);

    const auto batch = values.amount(options.batch, "--batch", Dimension::Count, Sign::Positive);
    if (batch)
        question.batch = *batch;
    else if (launch && launch->batch)
        question.batch = *launch->batch;
    else if (project && project->baseline.batch)
        question.batch = project->baseline.batch->value;
    else if (!serving && values.ok())
        values.add("--batch", "is missing", "sequences of a step over all cards, such as 512");

    const Result<std::vector<Trainer>> trainers = readTrainers();
    if (!trainers)
        return fail(trainers.error());
    const Result<Trainer> trainer = findTrainer(*trainers, options.trainer.value_or(usualTrainer));
    if (trainer)
        question.trainer = *trainer;
    else
        for (const Problem& problem : trainer.error().problems)
            values.add("--trainer", problem.message, problem.expected);
    question.best = values.count(options.best, "--top", 1, mostKept).value_or(5);
    if (options.by) {
        if (*options.by == "time" || *options.by == "money" || *options.by == "memory")
            question.order = *options.by == "time"    ? LayoutOrder::Time
                             : *options.by == "money" ? LayoutOrder::Money
                                                      : LayoutOrder::Memory;
        else
            values.add("--by", inQuotes(*options.by) + " is no order", "time, money or memory");
    }

    if (serving) {
        ServingNeed need;
        values.lay(need.requestsPerS, options.requests, "--qps", Dimension::Rate, Sign::Positive);
        values.lay(need.promptTokens, options.prompt, "--prompt", Dimension::Count, Sign::Positive);
        values.lay(need.answerTokens, options.answer, "--answer", Dimension::Count, Sign::Positive);
        values.lay(need.latencyS, options.latency, "--latency", Dimension::Time, Sign::Positive);
        values.lay(need.firstTokenS, options.firstToken, "--first-token", Dimension::Time, Sign::Positive);
        values.lay(need.bytesPerWeight, options.bytesPerWeight, "--bytes-per-weight", Dimension::Ratio, Sign::Positive);
        if (!values.ok())
            return fail(values.error());
        return servingReply(question, need);
    }
    if (!values.ok())
        return fail(values.error());
    if (const Result<void> valid =
            validate(question.model.model, question.cluster.cluster, question.trainer, question.batch);
        !valid) {
        Error error = valid.error();
        for (Problem& problem : error.problems)
            problem.where.field = "--" + problem.where.field;
        return fail(std::move(error));
    }
    takeLayout(options, launch, question, values);
    const auto measured = values.amount(options.measured, "--measured", Dimension::Time, Sign::Positive);
    if (!values.ok())
        return fail(values.error());
    if (measured && question.own) {
        const Result<LayoutCalibration> calibration =
            calibrate(question.trainer,
                      {{question.model.model, question.cluster.cluster, question.batch, *question.own, *measured}});
        if (!calibration) {
            Error error = calibration.error();
            for (Problem& problem : error.problems)
                problem.where = {.field = "--measured"};
            return fail(std::move(error));
        }
        question.trainer = calibration->trainer;
        question.measuredS = measured;
        question.beforeS = calibration->before.front().computedS;
    }
    return layoutsReply(question);
}

}  // namespace

Run declarePlan(CLI::App& command)
{
    auto options = std::make_shared<PlanOptions>();
    command.add_option("project", options->project,
                       "a project with model, target, batch and plan; or the options below");
    command.add_option("--variant", options->variant, "a variant of the project")->type_name("NAME");
    command.add_option("--model", options->model, "a known model: llama-2-13b, gpt3-175b, …")->type_name("ID");
    command.add_option("--config", options->config, "a Hugging Face config.json")->type_name("FILE");
    command
        .add_option("--launch", options->launch,
                    "a script with Megatron-LM's flags, or DeepSpeed's JSON: model and layout")
        ->type_name("FILE");
    command.add_option("--params", options->parameters, "parameters alone: 13e9; shaped as the nearest GPT")
        ->type_name("N");
    command.add_option("--sequence", options->sequence, "tokens of a sequence; the model's")->type_name("N");
    command.add_option("--cluster", options->cluster, "card or node of the catalogue: node-8x-h100")->type_name("ID");
    command.add_option("--link", options->link, "link within a node; the node's")->type_name("ID");
    command.add_option("--link2", options->link2, "link between nodes; infiniband-ndr")->type_name("ID");
    command.add_option("--cards", options->cards, "cards of the cluster; --p")->type_name("N");
    command.add_option("--cards-per-node", options->cardsPerNode, "the node's, else 8")->type_name("N");
    command.add_option("--memory", options->memory, "of a card")->type_name("BYTES");
    command.add_option("--peak", options->peak, "of a card, in the format that is trained in")->type_name("FLOP/S");
    command.add_option("--memory-bandwidth", options->memoryBandwidth, "of a card")->type_name("BYTES/S");
    command.add_option("--alpha", options->alpha, "latency within a node")->type_name("TIME");
    command.add_option("--bandwidth", options->bandwidth, "within a node, one direction")->type_name("BYTES/S");
    command.add_option("--alpha2", options->alpha2, "latency between nodes")->type_name("TIME");
    command.add_option("--bandwidth2", options->bandwidth2, "between nodes, of one card")->type_name("BYTES/S");
    command.add_option("--price", options->price, "of a card-hour")->type_name("USD");
    command.add_option("--power", options->power, "of a card")->type_name("W");
    command.add_option("--batch", options->batch, "sequences of a step over all cards")->type_name("N");
    command.add_option("--p", options->p, "cards that the model is laid over; the project's plan")->type_name("N");
    command.add_option("--top", options->best, "how many layouts are shown; 5")->type_name("N");
    command.add_option("--by", options->by, "time, money (of fewer cards too) or memory (to spare); time")
        ->type_name("ORDER");
    command.add_option("--trainer", options->trainer, "program whose measured efficiency counts; megatron-2022")
        ->type_name("ID");
    command.add_option("--layout", options->layout, "a layout of yours: tensor=8,stages=2,micro=1,recompute=full")
        ->type_name("TEXT");
    command.add_option("--measured", options->measured, "its measured step: sets the efficiency")->type_name("TIME");
    command.add_option("--qps", options->requests, "serve it: requests a second")->type_name("N");
    command.add_option("--prompt", options->prompt, "tokens of a request; 512")->type_name("N");
    command.add_option("--answer", options->answer, "tokens of its answer; 128")->type_name("N");
    command.add_option("--latency", options->latency, "budget of a whole request")->type_name("TIME");
    command.add_option("--first-token", options->firstToken, "budget of the first token")->type_name("TIME");
    command.add_option("--bytes-per-weight", options->bytesPerWeight, "2; 1 or 0.5 quantised")->type_name("N");
    declareEdits(command, options->edits);
    command.footer(
        "Offloading is not modelled.\n"
        "Example: scalewright-cli plan --model gpt3-13b --cluster node-8x-h100 --p 64 --batch 512\n"
        "Example: scalewright-cli plan --model llama-2-70b --cluster node-8x-h100 --qps 20 --latency 5s");
    return [options] { return plan(*options); };
}

}  // namespace scalewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// plan [PROJECT]: the best layout for a large model on the available cards, and why the runner-up loses; with --qps,
// how many replicas can serve the load.
#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "app/cli/plan_layouts.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/layout_edit.h"
#include "core/model/layout/calibrate.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

struct PlanOptions {
    OptionText project, variant;
    Edits edits;
    OptionText model, configFile, launchFile, parameters, sequenceLength;
    OptionText cluster, link, link2, cards, cardsPerNode, memory, peakFlops, memoryBandwidth, alpha, bandwidth, alpha2,
        bandwidth2, price, power;
    OptionText state, batch, p, shownLayouts, order, trainer, layout;
    std::vector<std::string> measuredSteps, calibrationFiles, excludedKinds;
    bool keepsMeasuredSteps = false;
    OptionText requestsPerSecond, promptTokens, answerTokens, latencyBudget, firstTokenBudget, bytesPerWeight;
    bool skipsOwnCatalogue = false;
};

/// Sets the model from one of: --model, --config, --launch, --params, the project.
void setModel(const PlanOptions& options, const std::optional<Project>& project,
              const std::optional<LaunchSettings>& launch, LayoutsQuestion& question, OptionValues& values)
{
    const int modelOptionCount = (options.model ? 1 : 0) + (options.configFile ? 1 : 0) + (options.parameters ? 1 : 0);
    if (modelOptionCount > 1) {
        values.addProblem("--model", "the model is given twice", "one of --model, --config and --params");
        return;
    }
    const auto setFoundModel = [&](const auto& foundModel, const char* option) {
        values.setFromResult(question.model, foundModel, option);
    };
    if (options.model || options.parameters) {
        const Result<std::vector<ModelEntry>> models = readModels();
        if (!models)
            return values.addProblems(models.error());
        if (options.model)
            return setFoundModel(findModel(*models, *options.model), "--model");
        if (const auto number = values.readAmount(options.parameters, "--params", Dimension::Count))
            setFoundModel(modelForParameterCount(*models, *number), "--params");
        return;
    }
    if (options.configFile) {
        const Result<std::string> text = readText(*options.configFile);
        if (!text)
            return values.addProblems(text.error());
        const Result<Transformer> model = modelFromConfig(*text);
        if (!model)
            return values.addProblems(withFileName(model.error(), inputName(*options.configFile)));
        question.model = {inputName(*options.configFile), inputName(*options.configFile), "config.json", *model,
                          model->sequenceLength};
        return;
    }
    if (launch && launch->model) {
        question.model = {inputName(*options.launchFile), inputName(*options.launchFile), "launch flags",
                          *launch->model};
        return;
    }
    if (project && project->baseline.model) {
        const Result<std::vector<ModelEntry>> models = readModels();
        if (!models)
            return values.addProblems(models.error());
        const Result<ModelEntry> model = modelOfProject(*project->baseline.model, *models);
        if (!model)
            return values.addProblems(withFileName(model.error(), inputName(*options.project)));
        question.model = *model;
        if (std::string assumed = assumedShapeText(question.model); !assumed.empty())
            question.assumptions.push_back(std::move(assumed));
        return;
    }
    if (project)
        return values.addProblems(withFileName(
            Error{ErrorCode::Input,
                  {{"the project has no model",
                    "--model with a name such as llama-2-13b, --params 13e9 or --config config.json as well",
                    {.jsonPointer = "/baseline/model"}}}},
            inputName(*options.project)));
    values.addProblem("--model", "is missing",
                      "a name such as llama-2-13b, --params 13e9, --config config.json or a PROJECT");
}

void setCluster(const PlanOptions& options, const std::optional<Project>& project, int cards, LayoutsQuestion& question,
                OptionValues& values)
{
    if (options.cluster) {
        const Result<Catalogue> catalogue = readCatalogue(ownCatalogueOf(options.skipsOwnCatalogue));
        if (!catalogue)
            return values.addProblems(catalogue.error());
        const Result<NamedCluster> namedCluster =
            clusterOf(*catalogue, *options.cluster, options.link.value_or(""), options.link2.value_or(""), cards,
                      project ? &project->target : nullptr);
        if (!namedCluster)
            return values.addProblems(namedCluster.error());
        question.cluster = *namedCluster;
        if (namedCluster->isLinkAssumed && cards > namedCluster->cluster.cardsPerNode && !options.bandwidth2)
            question.assumptions.emplace_back("InfiniBand NDR is assumed between nodes: --link2 names another link.");
        if (namedCluster->isNodeSizeAssumed && !options.cardsPerNode)
            question.assumptions.emplace_back("8 cards per node are assumed: --cards-per-node sets another number.");
    } else if (project) {
        const Result<NamedCluster> namedCluster = clusterOf(project->target, cards);
        if (!namedCluster)
            return values.addProblems(withFileName(namedCluster.error(), inputName(*options.project)));
        question.cluster = *namedCluster;
        if (!options.cards)
            question.availableCards = workersAvailable(project->target);
    } else if (!options.peakFlops || !options.memory) {
        values.addProblem("--cluster", "is missing",
                          "a card or node of the catalogue such as node-8x-h100, or --peak and --memory");
        return;
    } else {
        question.cluster.name = "typed";
        question.cluster.cluster.cards = cards;
    }
    ClusterSpec& cluster = question.cluster.cluster;
    values.setFromOption(cluster.memoryBytes, options.memory, "--memory", Dimension::Bytes);
    values.setFromOption(cluster.peakFlops, options.peakFlops, "--peak", Dimension::ComputeRate);
    values.setFromOption(cluster.memoryBandwidth, options.memoryBandwidth, "--memory-bandwidth", Dimension::Bandwidth);
    values.setFromOption(cluster.alphaS, options.alpha, "--alpha", Dimension::Time, Sign::NonNegative);
    values.setFromOption(cluster.bandwidth, options.bandwidth, "--bandwidth", Dimension::Bandwidth);
    values.setFromOption(cluster.alpha2S, options.alpha2, "--alpha2", Dimension::Time, Sign::NonNegative);
    values.setFromOption(cluster.bandwidth2, options.bandwidth2, "--bandwidth2", Dimension::Bandwidth);
    values.setFromOption(cluster.usdPerCardHour, options.price, "--price", Dimension::Price, Sign::NonNegative);
    values.setFromOption(cluster.powerW, options.power, "--power", Dimension::Power);
    if (const auto perNode = values.readCount(options.cardsPerNode, "--cards-per-node", 1, 1024))
        cluster.cardsPerNode = *perNode;
}

/// A step measured elsewhere: "60.1s,p=2240,batch=1920,tensor=8,stages=35". What is not given is as in the question.
std::optional<MeasuredRun> readMeasuredStep(const std::string& text, const LayoutsQuestion& question,
                                            OptionValues& values)
{
    constexpr const char* option = "--measured";
    MeasuredRun run{question.model.model, question.cluster.cluster, question.batchSize, {}, 0};
    int cards = question.cardCount;
    std::string layoutWords;
    bool isFirst = true;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');) {
        if (std::exchange(isFirst, false)) {
            if (const auto time = values.readAmount(word, option, Dimension::Time))
                run.stepS = *time;
        } else if (word.starts_with("p=")) {
            cards = values.readCount(word.substr(2), option, 1, 1 << 20).value_or(cards);
        } else if (word.starts_with("batch=")) {
            run.batch = values.readAmount(word.substr(6), option, Dimension::Count).value_or(run.batch);
        } else {
            layoutWords += (layoutWords.empty() ? "" : ",") + word;
        }
    }
    if (layoutWords.empty() && !question.ownLayout) {
        values.addProblem(option, "the layout whose step was measured is not set",
                          "--layout or --launch as well, or 60.1s,p=2240,batch=1920,tensor=8,stages=35");
        return std::nullopt;
    }
    if (layoutWords.empty()) {
        run.layout = *question.ownLayout;
        if (cards != question.cardCount)
            run.layout.data = 0;
    } else if (const Result<ParallelLayout> layout = parseLayout(layoutWords)) {
        run.layout = *layout;
    } else {
        values.addProblems(option, layout.error());
        return std::nullopt;
    }
    run.layout = layoutOnCards(run.layout, run.model, cards);
    run.cluster.cards = cards;
    if (run.layout.data == 0 || run.layout.cards() != cards)
        values.addProblem(option, fmt::format("this layout does not divide {} cards", cards),
                          "p= with the number of cards of the measured run");
    return values.isValid() ? std::optional(run) : std::nullopt;
}

/// The user's own layout from --layout or --launch, with as many data-parallel copies as the cards allow.
void setOwnLayout(const PlanOptions& options, const std::optional<LaunchSettings>& launch, LayoutsQuestion& question,
                  OptionValues& values)
{
    if (options.layout) {
        values.setFromResult(question.ownLayout, parseLayout(*options.layout), "--layout");
        if (!question.ownLayout)
            return;
    } else if (launch) {
        question.ownLayout = launch->layout;
    } else {
        return;
    }
    ParallelLayout& ownLayout = *question.ownLayout;
    ownLayout = layoutOnCards(ownLayout, question.model.model, question.cardCount);
    const char* option = options.layout ? "--layout" : "--launch";
    const LeftOutReason reason = ownLayout.data == 0 ? LeftOutReason::Cards
                                                     : checkLayout(question.model.model, question.trainer,
                                                                   question.batchSize, question.cardCount, ownLayout);
    if (reason != LeftOutReason::None)
        values.addProblem(option,
                          fmt::format("this layout is not possible on {} cards with a batch of {}: {}",
                                      question.cardCount, question.batchSize, titleOf(reason)),
                          "a layout that divides both");
}

/// The work of a matrix product that reaches half of the best rate, as scalewright-torch.py fitted it.
std::optional<double> measuredHalfEfficiencyFlop(const Project& project)
{
    for (const Json::Member& member : project.unknown)
        if (member.first == "torch")
            if (const Json* efficiency = member.second.find("efficiency"); efficiency && efficiency->find("half_flop"))
                if (const Json::Number* number = efficiency->find("half_flop")->asNumber())
                    if (const Result<double> half = parseNumber(number->text); half && *half >= 0)
                        return *half;
    return std::nullopt;
}

/// The project with these steps among its measurements.
Result<Reply> measuredStepsReply(Project project, const LayoutsQuestion& question,
                                 const std::vector<MeasuredRun>& measured)
{
    if (!designCatalogue())
        return fail(designCatalogue().error());
    for (const MeasuredRun& run : measured)
        project = withMeasuredStep(std::move(project), *designCatalogue(), question.model, question.trainer, run);
    Reply reply{.text = writeProject(project)};
    TRY(Json written, parseJson(reply.text));
    reply.json = {{"project", std::move(written)}};
    return reply;
}

Result<Reply> runPlan(const PlanOptions& options)
{
    OptionValues values;
    LayoutsQuestion question;
    std::optional<Project> project;
    if (options.project) {
        TRY(const Project read, readVariant(*options.project, options.variant, "--variant", options.edits));
        project = read;
    } else if (!options.edits.empty() || options.variant) {
        return fail(ErrorCode::Input, "--set and --variant need a PROJECT", "a project file");
    }
    std::optional<LaunchSettings> launch;
    if (options.launchFile) {
        TRY(const std::string text, readText(*options.launchFile));
        const Result<LaunchSettings> read = parseLaunchSettings(text);
        if (!read)
            return fail(withFileName(read.error(), inputName(*options.launchFile)));
        launch = *read;
    }
    const bool serving = options.requestsPerSecond.has_value();

    setModel(options, project, launch, question, values);
    values.setFromOption(question.model.model.sequenceLength, options.sequenceLength, "--sequence", Dimension::Count);
    if (options.state) {
        if (const NamedState* state = findNamedState(*options.state))
            question.model.model.state = state->state;
        else
            values.addProblem("--state", inQuotes(*options.state) + " is not a named state",
                              "one of " + namedStateIds());
    }
    const auto availableCards = values.readCount(options.cards, "--cards", 1, 1 << 20);
    const auto requestedCards = values.readCount(options.p, "--p", 1, 1 << 20);
    if (availableCards && requestedCards && *requestedCards > *availableCards)
        values.addProblem("--p", formatMessage("requests {} cards of {}", *requestedCards, *availableCards),
                          "no more than --cards");
    std::optional<int> cards = requestedCards ? requestedCards : availableCards;
    if (!cards && launch)
        cards = launch->cards;
    if (!cards && project)
        cards = project->plan.p;
    if (!cards && serving)
        cards = 1 << 20;
    if (!cards && values.isValid())
        values.addProblem("--p", "is missing", "the number of cards for the model, such as 64");
    question.cardCount = cards.value_or(1);
    setCluster(options, project, question.cardCount, question, values);

    const auto batch = values.readAmount(options.batch, "--batch", Dimension::Count);
    if (batch)
        question.batchSize = *batch;
    else if (launch && launch->batch)
        question.batchSize = *launch->batch;
    else if (project && project->baseline.batch)
        question.batchSize = project->baseline.batch->value;
    else if (!serving && values.isValid())
        values.addProblem("--batch", "is missing", "sequences per step over all cards, such as 512");

    TRY(const std::vector<Trainer> trainers, readTrainers());
    // The published runs are of training: they say nothing about engines that serve.
    if (options.trainer || serving)
        values.setFromResult(question.trainer, findTrainer(trainers, options.trainer.value_or("megatron-2022")),
                             "--trainer");
    else
        question.trainer = trainerForCard(trainers, question.cluster.cluster);
    for (const std::string& name : options.excludedKinds)
        if (const auto kind = values.readName<LayoutKind>(name, "--without"))
            question.without.push_back(*kind);
    question.bestCount = values.readCount(options.shownLayouts, "--top", 1, maximumKeptLayouts).value_or(5);
    question.order = values.readName<LayoutOrder>(options.order, "--by").value_or(LayoutOrder::Time);

    if (serving) {
        ServingNeed need;
        values.setFromOption(need.requestsPerS, options.requestsPerSecond, "--qps", Dimension::Rate);
        values.setFromOption(need.promptTokens, options.promptTokens, "--prompt", Dimension::Count);
        values.setFromOption(need.answerTokens, options.answerTokens, "--answer", Dimension::Count);
        values.setFromOption(need.latencyS, options.latencyBudget, "--latency", Dimension::Time);
        values.setFromOption(need.firstTokenS, options.firstTokenBudget, "--first-token", Dimension::Time);
        if (question.model.model.state)
            need.bytesPerWeight = question.model.model.state->servingBytes();
        values.setFromOption(need.bytesPerWeight, options.bytesPerWeight, "--bytes-per-weight", Dimension::Ratio);
        if (!values.isValid())
            return fail(values.error());
        return servingReply(question, need);
    }
    if (!values.isValid())
        return fail(values.error());
    if (const auto valid =
            validate(question.model.model, question.cluster.cluster, question.trainer, question.batchSize);
        !valid)
        return fail(withOptionNames(valid.error()));
    setOwnLayout(options, launch, question, values);
    std::vector<MeasuredRun> measured;
    for (const std::string& text : options.measuredSteps)
        if (const std::optional<MeasuredRun> run = readMeasuredStep(text, question, values))
            measured.push_back(*run);
    if (!values.isValid())
        return fail(values.error());
    std::vector<MeasuredRun> runs = measured;
    if (project && !options.model && !options.configFile && !options.parameters && !options.cluster) {
        TRY(const std::vector<ModelEntry> models, readModels());
        const std::vector<MeasuredRun> kept = measuredRunsOf(*project, models);
        append(runs, kept);
    }
    for (const std::string& file : options.calibrationFiles) {
        TRY(const std::vector<ModelEntry> models, readModels());
        TRY(const Project measuredProject, readProjectFrom(file));
        const std::vector<MeasuredRun> read = measuredRunsOf(measuredProject, models, question.cluster.cluster);
        if (read.empty())
            return fail(ErrorCode::Input, "no measured step of a model with its layout and batch",
                        "the file that scalewright-torch.py writes", {.file = inputName(file), .field = "--calibrate"});
        append(runs, read);
        if (const std::optional<double> half = measuredHalfEfficiencyFlop(measuredProject))
            question.trainer.kernels.halfEfficiencyFlop = *half;
    }
    if (const Result<void> calibrated = calibrateQuestion(question, runs); !calibrated) {
        Error error = calibrated.error();
        for (Problem& problem : error.problems)
            problem.location = {.field = "--measured"};
        return fail(std::move(error));
    }
    if (options.keepsMeasuredSteps) {
        if (!project || measured.empty())
            return fail(ErrorCode::Input, "--keep needs a PROJECT and --measured", "both", {.field = "--keep"});
        return measuredStepsReply(*std::move(project), question, measured);
    }
    return layoutsReply(question);
}

}  // namespace

CommandRunner declarePlan(CLI::App& command)
{
    auto options = std::make_shared<PlanOptions>();
    declareOptions(
        command,
        {{"project", options->project, "project with model, target, batch and plan; or the options below"},
         {"--variant", "NAME", options->variant, "variant of the project"},
         skipOwnCatalogueOption(options->skipsOwnCatalogue),
         {"--model", "ID", options->model, "a known model: llama-2-13b, gpt3-175b, …"},
         {"--config", "FILE", options->configFile, "a Hugging Face config.json"},
         {"--launch", "FILE", options->launchFile,
          "a script with Megatron-LM's flags, or DeepSpeed's JSON: model and layout"},
         {"--params", "N", options->parameters, "only a parameter count: 13e9; shaped like the nearest GPT"},
         {"--sequence", "N", options->sequenceLength, "tokens per sequence (default: the model's)"},
         {"--state", "ID", options->state,
          formatMessage("what a parameter keeps: {} (default: the trainer's)", namedStateIds())},
         {"--cluster", "ID", options->cluster, "card or node from the catalogue: node-8x-h100"},
         {"--link", "ID", options->link, "link within a node (default: the node's)"},
         {"--link2", "ID", options->link2, "link between nodes (default: infiniband-ndr)"},
         {"--cards", "N", options->cards, "cards in the cluster (default: --p)"},
         {"--cards-per-node", "N", options->cardsPerNode,
          "cards per node (default: the project's or the node's, else 8)"},
         {"--memory", "BYTES", options->memory, "memory per card"},
         {"--peak", "FLOP/S", options->peakFlops, "peak rate per card, in the training format"},
         {"--memory-bandwidth", "BYTES/S", options->memoryBandwidth, "memory bandwidth per card"},
         {"--alpha", "TIME", options->alpha, "latency within a node"},
         {"--bandwidth", "BYTES/S", options->bandwidth, "bandwidth within a node, one direction"},
         {"--alpha2", "TIME", options->alpha2, "latency between nodes"},
         {"--bandwidth2", "BYTES/S", options->bandwidth2, "bandwidth between nodes, per card"},
         {"--price", "USD", options->price, "price of a card-hour"},
         {"--power", "W", options->power, "power per card"},
         {"--batch", "N", options->batch, "sequences per step over all cards"},
         {"--p", "N", options->p, "cards for the model (default: the project's plan)"},
         {"--top", "N", options->shownLayouts, "number of layouts shown (default: 5)"},
         {"--by", "ORDER", options->order,
          "time, money (fewer cards are allowed) or memory (most to spare) (default: time)"},
         {"--trainer", "ID", options->trainer,
          "program whose measured efficiency is used (default: by card, such as a100 or h100)"},
         {"--layout", "TEXT", options->layout, "your own layout: tensor=8,stages=2,micro=1,recompute=full"},
         {"--measured", "TIME", options->measuredSteps,
          "a measured step, which sets the efficiency: 9s for --layout, or 60.1s,p=2240,batch=1920,tensor=8,stages=35; "
          "may be repeated"},
         {"--calibrate", "FILE", options->calibrationFiles,
          "the step in a file of scalewright-torch.py, measured on such a card; may be repeated"},
         {"--keep", options->keepsMeasuredSteps, "the answer is the project with the measured steps"},
         {"--without", "KIND", options->excludedKinds,
          "a kind of layout to leave out: tensor, context, stages, interleaving, expert, sharding or recomputation; "
          "may "
          "be repeated"},
         {"--qps", "N", options->requestsPerSecond, "plan serving: requests per second"},
         {"--prompt", "N", options->promptTokens, "tokens per request (default: 512)"},
         {"--answer", "N", options->answerTokens, "tokens per answer (default: 128)"},
         {"--latency", "TIME", options->latencyBudget, "latency budget of a whole request"},
         {"--first-token", "TIME", options->firstTokenBudget, "latency budget of the first token"},
         {"--bytes-per-weight", "N", options->bytesPerWeight, "bytes per weight (default: 2; 1 or 0.5 if quantised)"},
         editOption(options->edits)});
    command.footer(
        "Offloading is not modelled.\n"
        "Example: scalewright-cli plan --model gpt3-13b --cluster node-8x-h100 --p 64 --batch 512\n"
        "Example: scalewright-cli plan --model llama-2-70b --cluster node-8x-h100 --qps 20 --latency 5s");
    return [options] { return runPlan(*options); };
}

}  // namespace scalewright::cli

// size [PROJECT]: how many accelerators, which tier, which framework (book 41.5), by the printed rule and by the right
 // one.
#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/design/sizing/sizing.h"
#include "core/output/answers/size.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/enums/scaling.h"

namespace scalewright::cli {

namespace {

constexpr double billion = 1e9, terabyte = 1e12, gigabytes = 1e9;

struct SizeOptions {
    Text project, variant, pMax, context, concurrency;
    Edits edits;
    Text parameters, data, requests, axis, hours, budget, rule, bytesPerParameter, memory, perNode, price, premium,
        perReplica, opsHours, hourValue, card;
};

struct SizeQuestion {
    SizingNeed need;
    SizingRule rule = SizingRule::Replica;
    std::vector<std::string> from;  ///< what was taken from the catalogue
};

/// Tokens of cache that one replica holds: context and requests at once, of the options or of the project.
void takeCache(const SizeOptions& options, const Project& project, SizingNeed& need, Values& values)
{
    const std::optional<double> context = values.amount(options.context, "--context", Dimension::Count, Sign::Positive);
    const std::optional<double> atOnce =
        values.amount(options.concurrency, "--concurrency", Dimension::Count, Sign::Positive);
    if (!context && !atOnce)
        return;
    if (project.baseline.model && !need.model) {
        values.add(transformerOf(*project.baseline.model).error());
        return;
    }
    if (need.axis != Axis::Inference) {
        values.add(context ? "--context" : "--concurrency", "counts the cache of a model that serves",
                   "--axis inference");
        return;
    }
    if (!need.model || !need.model->hasShape()) {
        values.add(context ? "--context" : "--concurrency",
                   "counts a cache that follows from the model's shape, which is not known",
                   "a PROJECT with the model's layers, hidden size and heads");
        return;
    }
    const std::optional<Serving>& serving = project.baseline.serving;
    const double tokens = context.value_or(need.model->sequence);
    const double requests = atOnce.value_or(serving && serving->requestsAtOnce ? serving->requestsAtOnce->value : 0);
    if (tokens == 0)
        values.add("--context", "is missing", "tokens of a request, such as 4096");
    if (requests == 0)
        values.add("--concurrency", "is missing", "requests that one replica holds at once, such as 8");
    need.cacheTokens = tokens * requests;
}

/// Memory, cards of a node and price of a catalogue's entry; what it does not know stays.
void takeCard(const Text& id, SizeQuestion& question, Values& values)
{
    if (!id)
        return;
    const Result<Catalogue> catalogue = readCatalogue();
    if (!catalogue) {
        values.add(catalogue.error());
        return;
    }
    const HardwareEntry* entry = catalogue->findHardware(*id);
    if (entry == nullptr) {
        std::string ids;
        for (const HardwareEntry& each : catalogue->hardware)
            if (each.kind == "card" || each.kind == "node")
                ids += (ids.empty() ? "" : ", ") + each.id;
        values.add("--gpu", "the catalogue has no " + inQuotes(*id), "one of " + ids);
        return;
    }
    if (!entry->memoryBytes) {
        values.add("--gpu", "the catalogue does not know the memory of " + entry->name, "--gpu-memory-gb instead");
        return;
    }
    question.need.memoryBytes = entry->memoryBytes->value;
    question.from.push_back(fmt::format("memory {} of {} ({}, {})",
                                        formatAmount(entry->memoryBytes->value, Dimension::Bytes).joined(), entry->name,
                                        entry->memoryBytes->provenance.source, entry->memoryBytes->provenance.date));
    const int priced =
        entry->workersPerNode ? static_cast<int>(entry->workersPerNode->value) : 1;  // a card's price is its own
    if (entry->workersPerNode)
        question.need.acceleratorsPerNode = priced;
    if (entry->priceUsdPerHour) {
        question.need.priceUsdPerHour = entry->priceUsdPerHour->value / priced;
        question.need.wholeNodes = priced > 1;
        question.from.push_back(fmt::format(
            "price {} of {}{} ({}, {})", formatAmount(entry->priceUsdPerHour->value, Dimension::Price).joined(),
            entry->name, priced == 1 ? std::string() : fmt::format(", a node of {}", priced),
            entry->priceUsdPerHour->provenance.source, entry->priceUsdPerHour->provenance.date));
    } else {
        question.from.push_back("the catalogue has no price for " + entry->name + ": the book's or --price's stands");
    }
}

Result<SizeQuestion> read(const SizeOptions& options)
{
    SizeQuestion question;
    SizingNeed& need = question.need;
    Values values;
    const int pMax = values.pMax(options.pMax);
    const Result<Project> project = readOrEmpty(options.project, options.variant, options.edits);
    if (!project)
        return fail(project.error());
    if (options.project) {
        const Result<ToolTable>& table = toolTable();
        if (!table)
            return fail(table.error());
        need = sizingNeedOf(*project, *table, {});
        if (!project->target.workersPerNode && project->target.priceUsdPerHour)
            question.from.emplace_back(
                "workers_per_node is not given: a node, which the price is of, is taken as one accelerator");
    }
    takeCard(options.card, question, values);
    values.lay(need.parameters, options.parameters, "--params-b", Dimension::Ratio, Sign::NotNegative, billion);
    values.lay(need.datasetBytes, options.data, "--data-tb", Dimension::Ratio, Sign::NotNegative, terabyte);
    values.lay(need.requestsPerS, options.requests, "--qps", Dimension::Rate, Sign::NotNegative);
    values.lay(need.hours, options.hours, "--train-hours", Dimension::Ratio, Sign::NotNegative);
    values.lay(need.budgetUsd, options.budget, "--budget", Dimension::Money, Sign::NotNegative);
    values.lay(need.bytesPerParameter, options.bytesPerParameter, "--bytes-per-param", Dimension::Ratio,
               Sign::Positive);
    values.lay(need.memoryBytes, options.memory, "--gpu-memory-gb", Dimension::Ratio, Sign::Positive, gigabytes);
    values.lay(need.priceUsdPerHour, options.price, "--price", Dimension::Price, Sign::NotNegative);
    need.wholeNodes = need.wholeNodes && !options.price;
    if (const std::optional<double> premium = values.premium(options.premium, "--premium"))
        need.premium = *premium;
    values.lay(need.requestsPerReplicaPerS, options.perReplica, "--qps-per-replica", Dimension::Rate, Sign::Positive);
    values.lay(need.opsHours, options.opsHours, "--ops-hours", Dimension::Ratio, Sign::NotNegative);
    values.lay(need.hourValueUsd, options.hourValue, "--hour-value", Dimension::Money, Sign::NotNegative);
    if (const std::optional<int> perNode = values.count(options.perNode, "--gpus-per-node", 1, largestPMax))
        need.acceleratorsPerNode = *perNode;
    const char* axes = "training, model, data or inference (serving)";
    const std::optional<Axis> axis =
        options.axis ? (*options.axis == "serving" ? Axis::Inference : axisFromName(*options.axis)) : std::nullopt;
    if (!options.axis && !options.project)
        values.add("--axis", "is missing", axes);
    else if (options.axis && (!axis || *axis == Axis::Coordination))
        values.add("--axis", inQuotes(*options.axis) + " is no axis to size for", axes);
    else if (axis)
        need.axis = *axis;
    takeCache(options, *project, need, values);
    if (options.rule && *options.rule != "book" && *options.rule != "replica")
        values.add("--rule", inQuotes(*options.rule) + " is no rule", "book or replica");
    else if (options.rule && *options.rule == "book")
        question.rule = SizingRule::Book;
    if (!values.ok())
        return fail(values.error());
    // Priced for as long as a run takes on so many.
    if (const Result<ToolTable>& table = toolTable(); options.project && !need.hours && table)
        if (const Result<Sizing> sizing = size(need, question.rule, *table))
            need.hours = hoursOfRun(*project, analyse(*project, {.pMax = pMax}),
                                    static_cast<int>(std::clamp(sizing->accelerators, 1L, long{largestPMax})));
    return question;
}

void addSizing(Json::Object& json, const Sizing& sizing)
{
    const bool none = sizing.accelerators == 0;
    const char* unpriced = none ? "there is no accelerator to pay for" : "the hours are not given (--train-hours)";
    json.emplace_back("rule", Json(ruleName(sizing.rule)));
    json.emplace_back("bytes_per_param", Json(sizing.bytesPerParameter));
    json.emplace_back("model_bytes", Json(sizing.modelBytes));
    json.emplace_back("gpus_for_model", Json(sizing.acceleratorsForModel));
    json.emplace_back("gpus_for_qps", Json(sizing.acceleratorsForRequests));
    json.emplace_back("replicas", Json(sizing.replicas));
    json.emplace_back("gpus", Json(sizing.accelerators));
    setOrReason(json, "nodes", none ? std::nullopt : std::optional(static_cast<double>(sizing.nodes)),
                "there is no accelerator to put into nodes");
    setOrReason(json, "raw_cost_usd", sizing.rawCostUsd, unpriced);
    setOrReason(json, "managed_cost_usd", sizing.managedCostUsd, unpriced);
    setOrReason(json, "tier", sizing.tier ? tierTitle(*sizing.tier) : std::string(), sizing.tierReason);
    json.emplace_back("tier_why", Json(sizing.tierReason));
    json.emplace_back("framework", Json(sizing.framework));
    json.emplace_back("collective", Json(sizing.collective));
    if (sizing.onCard.parts.empty())
        return;
    Json::Object parts;
    for (const MemoryPart& part : sizing.onCard.parts)
        parts.emplace_back(part.key, Json(part.bytes));
    json.emplace_back("bytes_on_gpu", Json(sizing.onCard.total()));
    json.emplace_back("parts_on_gpu", Json(std::move(parts)));
}

/// Core names the fields of a project.
tl::unexpected<Error> inSizeOptions(Error error)
{
    constexpr auto named = std::to_array<std::pair<const char*, const char*>>({
        {fieldOf(&ModelShape::parameters).pointer, "--params-b"},
        {fieldOf(&Baseline::datasetBytes).pointer, "--data-tb"},
        {fieldOf(&Serving::throughputTargetPerS).pointer, "--qps"},
        {fieldOf(&Goal::budgetUsd).pointer, "--budget"},
        {fieldOf(&Target::priceUsdPerHour).pointer, "--price"},
        {fieldOf(&Target::managedPremium).pointer, "--premium"},
        {fieldOf(&Serving::throughputPerS).pointer, "--qps-per-replica"},
        {fieldOf(&Target::operatingS).pointer, "--ops-hours"},
        {fieldOf(&Target::operatorHourUsd).pointer, "--hour-value"},
        {fieldOf(&Target::memoryBytes).pointer, "--gpu-memory-gb"},
        {fieldOf(&Target::workersPerNode).pointer, "--gpus-per-node"},
    });
    for (Problem& problem : error.problems)
        for (const auto& [pointer, option] : named)
            if (problem.where.pointer == pointer)
                problem.where = {.file = problem.where.file, .field = option};
    return fail(inOptions(std::move(error)));
}

Result<Reply> answerTo(const SizeQuestion& question)
{
    const Result<ToolTable>& table = toolTable();
    if (!table)
        return fail(table.error());
    const Result<Sizing> book = size(question.need, SizingRule::Book, *table);
    if (!book)
        return inSizeOptions(book.error());
    const Result<Sizing> replica = size(question.need, SizingRule::Replica, *table);
    if (!replica)
        return inSizeOptions(replica.error());
    const bool asBook = question.rule == SizingRule::Book;
    const Sizing& asked = asBook ? *book : *replica;
    const Sizing& other = asBook ? *replica : *book;

    Reply answer{
        .answer = sizeAnswer({.need = question.need, .asked = asked, .other = other, .fromCatalogue = question.from})};
    Json::Array changes;
    for (const SizingDifference& part : differences(question.need, *book, *replica))
        changes.emplace_back(Json::Object{{"key", Json(part.key)},
                                          {"book", Json(part.book)},
                                          {"replica", Json(part.replica)},
                                          {"why", Json(part.why)}});
    std::vector<std::string> notes = question.from;
    notes.insert(notes.end(), replica->notes.begin(), replica->notes.end());
    answer.json.emplace_back("axis", Json(axisName(question.need.axis)));
    addSizing(answer.json, asked);
    Json::Object beside;
    addSizing(beside, other);
    answer.json.emplace_back("other", Json(std::move(beside)));
    answer.json.emplace_back("differences", Json(std::move(changes)));
    answer.json.emplace_back(
        "way", listJson({asked.collective, asked.framework, fmt::format("{} accelerators", asked.accelerators),
                         asked.tier ? tierTitle(*asked.tier) : "none"}));
    answer.json.emplace_back("notes", listJson(notes));
    return answer;
}

}  // namespace

Run declareSize(CLI::App& command)
{
    auto options = std::make_shared<SizeOptions>();
    command.add_option("PROJECT", options->project,
                       "project file, or - for standard input; options override what it says");
    command.add_option("--variant", options->variant, "the variant to size; the one that the project shows")
        ->type_name("NAME");
    declarePMax(command, options->pMax, "the plan whose hours a run takes");
    command.add_option("--params-b", options->parameters, "parameters of the model, in billions; none")->type_name("N");
    command.add_option("--data-tb", options->data, "the data, in terabytes; 0")->type_name("N");
    command.add_option("--qps", options->requests, "requests a second to answer; 0")->type_name("N");
    command.add_option("--axis", options->axis, "training, model, data or inference (serving is the same)")
        ->type_name("AXIS");
    command
        .add_option("--context", options->context,
                    "tokens of a request, whose cache of keys and values is counted; the project's sequence")
        ->type_name("N");
    command.add_option("--concurrency", options->concurrency, "requests that one replica holds at once")
        ->type_name("N");
    command.add_option("--train-hours", options->hours, "hours that the accelerators are rented")->type_name("N");
    command.add_option("--budget", options->budget, "for them")->type_name("USD");
    command
        .add_option("--rule", options->rule,
                    "book: Code 41.5.1 as printed; replica: a replica of g cards needs g of them; replica")
        ->type_name("NAME");
    command.add_option("--bytes-per-param", options->bytesPerParameter, "16; by the rule replica 2 where it serves")
        ->type_name("N");
    command.add_option("--gpu", options->card, "memory, cards of a node and price of this entry of the catalogue")
        ->type_name("ID");
    command.add_option("--gpu-memory-gb", options->memory, "memory of an accelerator, in gigabytes; 80")
        ->type_name("N");
    command.add_option("--gpus-per-node", options->perNode, "8")->type_name("N");
    command.add_option("--price", options->price, "of an accelerator-hour; 2.5, the book's")->type_name("USD");
    command.add_option("--premium", options->premium, "what managed costs over raw; 1.6, the book's")->type_name("N");
    command.add_option("--qps-per-replica", options->perReplica, "requests a second of one replica; 40, the book's")
        ->type_name("N");
    command.add_option("--ops-hours", options->opsHours, "hours of running the cluster oneself")->type_name("N");
    command.add_option("--hour-value", options->hourValue, "what an hour of the team is worth")->type_name("USD");
    declareEdits(command, options->edits);
    command.footer(
        "Output 41.5.1 B: scalewright-cli size --params-b 70 --data-tb 4 --axis model --train-hours 400 --budget "
        "200000 --rule book\n"
        "Example: scalewright-cli size --params-b 70 --qps 200 --axis inference --train-hours 720 --budget 40000");
    return [options]() -> Result<Reply> {
        const Result<SizeQuestion> question = read(*options);
        return question ? answerTo(*question) : fail(question.error());
    };
}

}  // namespace scalewright::cli

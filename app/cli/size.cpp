// SPDX-License-Identifier: GPL-3.0-or-later
// size [PROJECT]: how many accelerators, which tier, which framework (book 41.5), by the rule as printed and by the
// correct one.
#include "core/output/answers/size.h"

#include <fmt/format.h>

#include "app/cli/output.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/design/sizing/sizing.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/enums/scaling.h"

namespace scalewright::cli {

namespace {

constexpr double billion = 1e9, terabyte = 1e12, gigabyte = 1e9;

struct SizeOptions {
    OptionText project, variant, pMax, context, concurrency;
    Edits edits;
    OptionText parameters, data, requests, axis, hours, budget, rule, bytesPerParameter, memory, acceleratorsPerNode,
        price, premium, requestsPerReplica, opsHours, hourValue, catalogueCard;
    bool skipsOwnCatalogue = false;
};

struct SizeRequest {
    SizingNeed need;
    Project project;  ///< empty if only options are given
    int pMax = defaultPMax;
    SizingRule rule = SizingRule::Replica;
    std::vector<std::string> catalogueNotes;  ///< which values were taken from the catalogue
};

/// Sets the number of cache tokens per replica: context and concurrent requests, from the options or the project.
void setCache(const SizeOptions& options, const Project& project, SizingNeed& need, OptionValues& values)
{
    const std::optional<double> context = values.readAmount(options.context, "--context", Dimension::Count);
    const std::optional<double> concurrentRequests =
        values.readAmount(options.concurrency, "--concurrency", Dimension::Count);
    if (!context && !concurrentRequests)
        return;
    if (project.baseline.model && !need.model) {
        values.addProblems(transformerOf(*project.baseline.model).error());
        return;
    }
    if (need.axis != Axis::Inference) {
        values.addProblem(context ? "--context" : "--concurrency", "applies only to a model that serves",
                          "--axis inference");
        return;
    }
    if (!need.model || !need.model->hasShape()) {
        values.addProblem(context ? "--context" : "--concurrency", "needs the model's shape, which is not set",
                          "a PROJECT with the model's layers, hidden size and heads");
        return;
    }
    const std::optional<Serving>& serving = project.baseline.serving;
    const double tokens = context.value_or(need.model->sequenceLength);
    const double requests = concurrentRequests.value_or(serving ? valueOr(serving->concurrentRequests, 0) : 0);
    if (tokens == 0)
        values.addProblem("--context", "is missing", "tokens per request, such as 4096");
    if (requests == 0)
        values.addProblem("--concurrency", "is missing", "concurrent requests per replica, such as 8");
    need.cacheTokens = tokens * requests;
}

/// Sets memory, cards per node and price from a catalogue entry; values missing from the entry stay unchanged.
void setCatalogueCard(const OptionText& id, bool skipsOwnCatalogue, SizeRequest& request, OptionValues& values)
{
    if (!id)
        return;
    const Result<Catalogue> catalogue = readCatalogue(ownCatalogueOf(skipsOwnCatalogue));
    if (!catalogue) {
        values.addProblems(catalogue.error());
        return;
    }
    const HardwareEntry* entry = catalogue->findHardware(*id);
    if (entry == nullptr) {
        std::string ids;
        for (const HardwareEntry& each : catalogue->hardware)
            if (each.kind == "card" || each.kind == "node")
                ids += (ids.empty() ? "" : ", ") + each.id;
        values.addProblem("--gpu", "the catalogue has no " + inQuotes(*id), "one of " + ids);
        return;
    }
    if (!entry->memoryBytes) {
        values.addProblem("--gpu", "the catalogue has no memory size for " + entry->name, "--gpu-memory-gb instead");
        return;
    }
    request.need.memoryBytes = entry->memoryBytes->value;
    request.catalogueNotes.push_back(fmt::format("memory {} of {} ({}, {})", bytesText(entry->memoryBytes->value),
                                                 entry->name, entry->memoryBytes->provenance.source,
                                                 entry->memoryBytes->provenance.date));
    // The price in a card entry is for one card.
    const int cardsPerPrice = entry->workersPerNode ? static_cast<int>(entry->workersPerNode->value) : 1;
    if (entry->workersPerNode)
        request.need.acceleratorsPerNode = cardsPerPrice;
    if (entry->priceUsdPerHour) {
        request.need.priceUsdPerHour = entry->priceUsdPerHour->value / cardsPerPrice;
        request.need.rentsWholeNodes = cardsPerPrice > 1;
        request.catalogueNotes.push_back(
            fmt::format("price {} of {}{} ({}, {})", amountText(entry->priceUsdPerHour->value, Dimension::Price),
                        entry->name, cardsPerPrice == 1 ? std::string() : fmt::format(", a node of {}", cardsPerPrice),
                        entry->priceUsdPerHour->provenance.source, entry->priceUsdPerHour->provenance.date));
    } else {
        request.catalogueNotes.push_back("the catalogue has no price for " + entry->name +
                                         ": the book's price or --price is used");
    }
}

Result<SizeRequest> readSizeRequest(const SizeOptions& options)
{
    SizeRequest request;
    SizingNeed& need = request.need;
    OptionValues values;
    const int pMax = values.readPMax(options.pMax);
    TRY(const Project project, readProjectOrEmpty(options.project, options.variant, options.edits));
    if (options.project) {
        const Result<ToolTable>& table = toolTable();
        if (!table)
            return fail(table.error());
        need = sizingNeedOf(project, *table, {});
        if (!project.target.workersPerNode && project.target.priceUsdPerHour)
            request.catalogueNotes.emplace_back(
                "workers_per_node is not set: the node price is used for one accelerator");
    }
    setCatalogueCard(options.catalogueCard, options.skipsOwnCatalogue, request, values);
    values.setFromOption(need.parameters, options.parameters, "--params-b", Dimension::Ratio, Sign::NonNegative,
                         billion);
    values.setFromOption(need.datasetBytes, options.data, "--data-tb", Dimension::Ratio, Sign::NonNegative, terabyte);
    values.setFromOption(need.requestsPerS, options.requests, "--qps", Dimension::Rate, Sign::NonNegative);
    values.setFromOption(need.hours, options.hours, "--train-hours", Dimension::Ratio, Sign::NonNegative);
    values.setFromOption(need.budgetUsd, options.budget, "--budget", Dimension::Money, Sign::NonNegative);
    if (const NamedState* named = options.bytesPerParameter ? findNamedState(*options.bytesPerParameter) : nullptr)
        need.state = named->state;
    else if (const std::optional<double> bytes =
                 values.readAmount(options.bytesPerParameter, "--bytes-per-param", Dimension::Bytes))
        need.state = ModelState::ofTotal(*bytes);
    values.setFromOption(need.memoryBytes, options.memory, "--gpu-memory-gb", Dimension::Ratio, Sign::Positive,
                         gigabyte);
    values.setFromOption(need.priceUsdPerHour, options.price, "--price", Dimension::Price, Sign::NonNegative);
    need.rentsWholeNodes = need.rentsWholeNodes && !options.price;
    if (const std::optional<double> premium = values.readPremium(options.premium, "--premium"))
        need.managedPriceFactor = *premium;
    values.setFromOption(need.requestsPerReplicaPerS, options.requestsPerReplica, "--qps-per-replica", Dimension::Rate);
    values.setFromOption(need.operatorHours, options.opsHours, "--ops-hours", Dimension::Ratio, Sign::NonNegative);
    values.setFromOption(need.operatorHourUsd, options.hourValue, "--hour-value", Dimension::Money, Sign::NonNegative);
    if (const std::optional<int> perNode =
            values.readCount(options.acceleratorsPerNode, "--gpus-per-node", 1, maximumPMax))
        need.acceleratorsPerNode = *perNode;
    const char* axes = "training, model, data or inference (serving)";
    const std::optional<Axis> axis =
        options.axis ? (*options.axis == "serving" ? Axis::Inference : valueNamed<Axis>(*options.axis)) : std::nullopt;
    if (!options.axis && !options.project)
        values.addProblem("--axis", "is missing", axes);
    else if (options.axis && (!axis || *axis == Axis::Coordination))
        values.addProblem("--axis", inQuotes(*options.axis) + " is not an axis to size for", axes);
    else if (axis)
        need.axis = *axis;
    setCache(options, project, need, values);
    request.rule = values.readName<SizingRule>(options.rule, "--rule").value_or(SizingRule::Replica);
    if (!values.isValid())
        return fail(values.error());
    request.project = project;
    request.pMax = pMax;
    return request;
}

Json::Object sizingFields(const Sizing& sizing)
{
    const bool isNeeded = sizing.accelerators != 0;
    const char* unpriced = isNeeded ? "the hours are not set (--train-hours)" : "there is no accelerator to pay for";
    Json::Object parts;
    for (const MemoryPart& part : sizing.fullestCard.parts)
        parts.emplace_back(part.key, part.bytes);
    return objectOf(
        {{"rule", nameOf(sizing.rule)},
         {"bytes_per_param", sizing.bytesPerParameter},
         {"model_bytes", sizing.modelBytes},
         {"gpus_for_model", sizing.acceleratorsForModel},
         {"gpus_for_qps", sizing.acceleratorsForRequests},
         {"replicas", sizing.replicas},
         {"gpus", sizing.accelerators},
         {"nodes", when(isNeeded, static_cast<double>(sizing.nodes)), "there is no accelerator to put into nodes"},
         {"raw_cost_usd", sizing.rawCostUsd, unpriced},
         {"managed_cost_usd", sizing.managedCostUsd, unpriced},
         {"tier", sizing.tier ? tierTitle(*sizing.tier) : std::string(), sizing.hostingTierReason},
         {"tier_why", sizing.hostingTierReason},
         {"framework", sizing.framework},
         {"collective", sizing.collective},
         {"bytes_on_gpu", when(!parts.empty(), sizing.fullestCard.total())},
         {"parts_on_gpu", when(!parts.empty(), parts)}});
}

/// Core's errors name project fields; this replaces the fields with the options.
tl::unexpected<Error> failWithSizeOptionNames(Error error)
{
    constexpr auto optionNames = std::to_array<std::pair<const char*, const char*>>({
        {fieldOf(&ModelShape::parameters).jsonPointer, "--params-b"},
        {fieldOf(&ModelShape::bytesPerParameter).jsonPointer, "--bytes-per-param"},
        {fieldOf(&Baseline::datasetBytes).jsonPointer, "--data-tb"},
        {fieldOf(&Serving::throughputTargetPerS).jsonPointer, "--qps"},
        {fieldOf(&Goal::budgetUsd).jsonPointer, "--budget"},
        {fieldOf(&Target::priceUsdPerHour).jsonPointer, "--price"},
        {fieldOf(&Target::managedPremium).jsonPointer, "--premium"},
        {fieldOf(&Serving::throughputPerS).jsonPointer, "--qps-per-replica"},
        {fieldOf(&Target::operatingTimeS).jsonPointer, "--ops-hours"},
        {fieldOf(&Target::operatorHourUsd).jsonPointer, "--hour-value"},
        {fieldOf(&Target::memoryBytes).jsonPointer, "--gpu-memory-gb"},
        {fieldOf(&Target::workersPerNode).jsonPointer, "--gpus-per-node"},
    });
    for (Problem& problem : error.problems)
        for (const auto& [pointer, option] : optionNames)
            if (problem.location.jsonPointer == pointer)
                problem.location = {.file = problem.location.file, .field = option};
    return fail(withOptionNames(std::move(error)));
}

Result<Reply> runSize(const SizeRequest& request)
{
    const Result<ToolTable>& table = toolTable();
    if (!table)
        return fail(table.error());
    const Result<ProjectSizing> sizing = sizeProject(request.need, request.project, request.pMax, *table, request.rule);
    if (!sizing)
        return failWithSizeOptionNames(sizing.error());
    const SizingNeed& need = sizing->need;
    const Sizing &book = sizing->book, &replica = sizing->replica;
    const bool usesBookRule = request.rule == SizingRule::Book;
    const Sizing& requestedSizing = usesBookRule ? book : replica;
    const Sizing& otherSizing = usesBookRule ? replica : book;

    std::vector<std::string> notes = request.catalogueNotes;
    append(notes, replica.notes);
    const std::vector<std::string> way{requestedSizing.collective, requestedSizing.framework,
                                       fmt::format("{} accelerators", requestedSizing.accelerators),
                                       requestedSizing.tier ? tierTitle(*requestedSizing.tier) : "none"};
    return Reply{.answer = sizeAnswer({.need = need,
                                       .requestedSizing = requestedSizing,
                                       .otherSizing = otherSizing,
                                       .catalogueNotes = request.catalogueNotes,
                                       .planP = sizing->planP}),
                 .json = objectOf({{"axis", nameOf(need.axis)},
                                   sizingFields(requestedSizing),
                                   {"other", sizingFields(otherSizing)},
                                   {"differences", listOf(sizingDifferences(need, book, replica),
                                                          [](const SizingDifference& part) {
                                                              return objectOf({{"key", part.key},
                                                                               {"book", part.bookValue},
                                                                               {"replica", part.replicaValue},
                                                                               {"why", part.reason}});
                                                          })},
                                   {"way", way},
                                   {"available_gpus", need.availableWorkers, "the available machines are not set"},
                                   {"notes", notes}})};
}

}  // namespace

CommandRunner declareSize(CLI::App& command)
{
    auto options = std::make_shared<SizeOptions>();
    declareOptions(
        command, {{"PROJECT", options->project, "project file, or - for standard input; options override its values"},
                  {"--variant", "NAME", options->variant, "variant to size (default: the one that the project shows)"},
                  skipOwnCatalogueOption(options->skipsOwnCatalogue),
                  pMaxOption(options->pMax, "the plan that sets a run's hours"),
                  {"--params-b", "N", options->parameters, "parameters of the model, in billions (default: none)"},
                  {"--data-tb", "N", options->data, "data, in terabytes (default: 0)"},
                  {"--qps", "N", options->requests, "requests per second to answer (default: 0)"},
                  {"--axis", "AXIS", options->axis, "training, model, data or inference (serving is the same)"},
                  {"--context", "N", options->context,
                   "tokens per request, for the cache of keys and values (default: the project's sequence)"},
                  {"--concurrency", "N", options->concurrency, "concurrent requests per replica"},
                  {"--train-hours", "N", options->hours, "hours that the accelerators are rented"},
                  {"--budget", "USD", options->budget, "budget for these hours"},
                  {"--rule", "NAME", options->rule,
                   "book: Code 41.5.1 as printed; replica: a replica of g cards needs g of them (default: replica)"},
                  {"--bytes-per-param", "N", options->bytesPerParameter,
                   "bytes per parameter, or the name of a state such as adam-8bit (default: the project's, else 16; 2 "
                   "with the rule replica when serving)"},
                  {"--gpu", "ID", options->catalogueCard, "memory, cards per node and price from this catalogue entry"},
                  {"--gpu-memory-gb", "N", options->memory, "memory per accelerator, in gigabytes (default: 80)"},
                  {"--gpus-per-node", "N", options->acceleratorsPerNode, "accelerators per node (default: 8)"},
                  {"--price", "USD", options->price, "price of an accelerator-hour (default: 2.5, the book's)"},
                  {"--premium", "N", options->premium, "managed price over raw price (default: 1.6, the book's)"},
                  {"--qps-per-replica", "N", options->requestsPerReplica,
                   "requests per second of one replica (default: 40, the book's)"},
                  {"--ops-hours", "N", options->opsHours, "hours of work to run the cluster yourself"},
                  {"--hour-value", "USD", options->hourValue, "value of an hour of the team"},
                  editOption(options->edits)});
    command.footer(
        "Output 41.5.1 B: scalewright-cli size --params-b 70 --data-tb 4 --axis model --train-hours 400 --budget "
        "200000 --rule book\n"
        "Example: scalewright-cli size --params-b 70 --qps 200 --axis inference --train-hours 720 --budget 40000");
    return [options]() -> Result<Reply> {
        const Result<SizeRequest> request = readSizeRequest(*options);
        return request ? runSize(*request) : fail(request.error());
    };
}

}  // namespace scalewright::cli

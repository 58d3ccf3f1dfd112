#include "app/cli/communication_options.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/cli/field_options.h"
#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/model/step/project_model.h"

namespace scalewright::cli {

namespace {

void require(Values& values, bool given, const char* option, const char* expected)
{
    if (!given)
        values.add(option, "is missing", expected);
}

/// An option that the pattern's time does not depend on would be dropped in silence.
void refuseUnused(const CommunicationOptions& options, Pattern pattern, Values& values)
{
    const PatternInputs inputs = patternInputs(pattern);
    const auto refuse = [&](bool given, bool used, const char* option, const std::string& expected) {
        if (given && !used)
            values.add(option, fmt::format("{} does not depend on it", patternName(pattern)), expected);
    };
    refuse(options.gamma.has_value(), inputs.gamma, "--gamma",
           "a pattern whose formula has gamma, such as ring-all-reduce");
    const auto those = [](bool PatternInputs::*input) {
        std::string text;
        for (const Pattern each : allPatterns)
            if (patternInputs(each).*input)
                text += (text.empty() ? "--pattern " : " or --pattern ") + std::string(patternName(each));
        return text;
    };
    refuse(options.shards.has_value(), inputs.shards, "--shards", those(&PatternInputs::shards));
    refuse(options.neighbours.has_value(), inputs.neighbours, "--neighbours", those(&PatternInputs::neighbours));
    refuse(options.participation.has_value(), inputs.participation, "--participation",
           those(&PatternInputs::participation));
    refuse(options.linear, inputs.linearScatter, "--linear", those(&PatternInputs::linearScatter));
}

void requireComplete(const CommunicationOptions& options, Pattern pattern, Values& values)
{
    require(values, options.alpha.has_value(), "--alpha", "the latency of a message, such as --alpha 10us");
    if (!options.beta && !options.bytes && !options.bandwidth)
        values.add("--beta", "is missing", "the seconds to move the whole message once, or --bytes and --bandwidth");
    else if (!options.beta) {
        require(values, options.bytes.has_value(), "--bytes", "the size of the message, such as --bytes 100MB");
        const Result<double> bytes = typedAmount(options.bytes.value_or("1"), Dimension::Bytes);
        require(values, options.bandwidth || (bytes && *bytes == 0), "--bandwidth",
                "the bandwidth of a link, such as --bandwidth 25Gbit/s");
    }
    if (patternInputs(pattern).hierarchy) {
        require(values, options.workersPerNode.has_value(), "--workers-per-node",
                "the workers (cards) that share a node, such as 8");
        require(values, options.alpha2.has_value(), "--alpha2", "the latency of a message between nodes");
        require(values, options.beta2 || options.bandwidth2, "--beta2",
                "the seconds to move the whole message between nodes, or --bandwidth2");
    }
}

/// A second level of network is whole or absent: half of it would be dropped in silence.
void requireSecondLevel(const CommunicationOptions& options, const Target& target, bool networkOnly, Values& values)
{
    const auto missing = [&](bool known, const char* option, const char* expected) {
        if (!known)
            values.add(option, "is missing", expected);
    };
    const bool any = options.alpha2 || options.beta2 || options.bandwidth2 || options.sharedNetworkCard ||
                     options.oversubscription || (networkOnly && options.workersPerNode);
    if (!any)
        return;
    missing(target.workersPerNode || options.workersPerNode, "--workers-per-node",
            "the workers (cards) that share a node, such as 8");
    missing(target.alpha2S || options.alpha2, "--alpha2", "the latency of a message between nodes");
    missing(target.bandwidth2BytesPerS || options.beta2 || options.bandwidth2, "--beta2",
            "the seconds to move the whole message between nodes, or --bandwidth2");
}

std::vector<std::string> partsOf(const std::string& text)
{
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        parts.push_back(text.substr(from, comma - from));
        from = comma + 1;
    }
    return parts;
}

FurtherMessage furtherOf(const std::string& text, Values& values)
{
    constexpr const char* option = "--exchange";
    constexpr const char* expected =
        "PATTERN=BYTES, such as ring-all-reduce=40MB, with shards=N or local-steps=N behind commas";
    FurtherMessage message;
    for (const std::string& part : partsOf(text)) {
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos) {
            values.add(option, fmt::format("\"{}\" has no =", part), expected);
            continue;
        }
        const std::string key = part.substr(0, equals);
        const Text value = part.substr(equals + 1);
        const auto count = [&](MaybeQuantity& into) {
            if (const std::optional<int> given = values.count(value, option, 1, largestPMax))
                into = typed(*given);
        };
        if (!message.messageBytes) {
            const Result<Pattern> pattern = patternFromName(key);
            if (pattern)
                message.pattern = *pattern;
            else
                for (const Problem& problem : pattern.error().problems)
                    values.add(option, problem.message, problem.expected);
            message.messageBytes = typed(values.amount(value, option, Dimension::Bytes, Sign::NotNegative).value_or(0));
        } else if (key == "shards") {
            count(message.shards);
        } else if (key == "local-steps") {
            count(message.localSteps);
        } else {
            values.add(option, fmt::format("there is no \"{}\"", key), expected);
        }
    }
    return message;
}

}  // namespace

void CommunicationOptions::declare(CLI::App& command)
{
    command.add_option("--pattern", pattern, "who talks to whom, see below")->type_name("NAME");
    declareField(command, &Target::alphaS, alpha);
    command.add_option("--beta", beta, "time to move the whole message once over a link; or --bytes and --bandwidth")
        ->type_name("TIME");
    declareField(command, &Communication::messageBytes, bytes);
    declareField(command, &Target::bandwidthBytesPerS, bandwidth);
    declareField(command, &Communication::gammaSPerByte, gamma);
    declareField(command, &Target::workersPerNode, workersPerNode);
    declareField(command, &Target::alpha2S, alpha2);
    command.add_option("--beta2", beta2, "time to move the whole message once over a network card between nodes")
        ->type_name("TIME");
    declareField(command, &Target::bandwidth2BytesPerS, bandwidth2);
    declareField(command, &Target::oversubscription, oversubscription);
    command.add_flag("--shared-network-card", sharedNetworkCard, "a node's workers share one network card; one each");
    declareField(command, &Communication::shards, shards);
    declareField(command, &Communication::neighbours, neighbours);
    declareField(command, &Communication::participation, participation);
    declareField(command, &Communication::buckets, buckets);
    command.add_flag("--linear", linear, "scatter-gather: linear instead of binomial");
}

std::string patternsHelp()
{
    std::string text = "Patterns, and the time of one exchange among p workers:\n";
    for (const Pattern each : allPatterns)
        text += fmt::format("  {:<31}{}\n", patternName(each), patternFormula(each));
    return text + "  L = ceil(log2 p), f = floor(log2 p), n the message in bytes, beta = n/bandwidth\n";
}

CommunicationInput layOver(Project project, const CommunicationOptions& options, bool complete, Values& values,
                           bool networkOnly)
{
    CommunicationInput input{.project = std::move(project), .betaS = {}, .beta2S = {}};
    Communication& design = input.project.design.communication;
    Target& target = input.project.target;

    bool patternKnown = true;
    if (options.pattern) {
        const Result<Pattern> pattern = patternFromName(*options.pattern);
        patternKnown = pattern.has_value();
        if (pattern)
            design.pattern = *pattern;
        else
            for (const Problem& problem : pattern.error().problems)
                values.add("--pattern", problem.message, problem.expected);
    }
    if (patternKnown)
        refuseUnused(options, design.pattern, values);

    layField<&Target::alphaS>(target, options.alpha, values);
    layField<&Target::bandwidthBytesPerS>(target, options.bandwidth, values);
    layField<&Target::alpha2S>(target, options.alpha2, values);
    layField<&Target::bandwidth2BytesPerS>(target, options.bandwidth2, values);
    layField<&Target::workersPerNode>(target, options.workersPerNode, values);
    layField<&Target::oversubscription>(target, options.oversubscription, values);
    layField<&Communication::buckets>(design, options.buckets, values);
    for (const std::string& exchange : options.exchanges)
        design.further.push_back(furtherOf(exchange, values));
    if (!options.exchanges.empty() && options.beta && !(options.bytes && options.bandwidth) &&
        !(design.messageBytes && target.bandwidthBytesPerS))
        values.add("--exchange", "is in bytes, and --beta alone does not tell how long a byte takes",
                   "--bytes and --bandwidth instead of --beta");
    layField<&Communication::messageBytes>(design, options.bytes, values);
    layField<&Communication::gammaSPerByte>(design, options.gamma, values);
    layField<&Communication::shards>(design, options.shards, values);
    layField<&Communication::neighbours>(design, options.neighbours, values);
    layField<&Communication::participation>(design, options.participation, values);
    layField<&Communication::localSteps>(design, options.localSteps, values);
    design.linearScatter = design.linearScatter || options.linear;
    design.sharedNetworkCard = design.sharedNetworkCard || options.sharedNetworkCard;
    input.betaS = values.amount(options.beta, "--beta", Dimension::Time, Sign::NotNegative);
    input.beta2S = values.amount(options.beta2, "--beta2", Dimension::Time, Sign::NotNegative);

    if (options.beta && options.bandwidth)
        values.add("--bandwidth", "says again what --beta says", "either --beta, or --bytes and --bandwidth");
    if (options.beta2 && options.bandwidth2)
        values.add("--bandwidth2", "says again what --beta2 says", "one of the two");
    if (complete && patternKnown)
        requireComplete(options, design.pattern, values);
    if (patternKnown && !(complete && patternInputs(design.pattern).hierarchy))
        requireSecondLevel(options, target, networkOnly, values);
    const PatternInputs inputs = patternInputs(design.pattern);
    if (!design.messageBytes && design.gammaSPerByte && inputs.gamma)
        values.add("--gamma", "is a time per byte, and how many bytes is not known", "--bytes beside it");
    if (!design.messageBytes && target.bandwidth2BytesPerS && !options.beta2 &&
        (inputs.hierarchy || hasTwoLevels(target)))
        values.add("--bandwidth2", "is in bytes a second, and how many bytes is not known",
                   "--bytes beside it, or --beta2");
    return input;
}

Result<ScalingModel> modelOf(const CommunicationInput& input)
{
    Project project = input.project;
    // Where beta is given in seconds, bytes and bandwidth need not be known, and scalingModel() would miss them.
    const bool bytesKnown = project.design.communication.messageBytes.has_value();
    if (input.betaS && !bytesKnown)
        project.design.communication.messageBytes = typed(1);
    // The other exchanges' bytes go over the same link.
    const double bytes =
        project.design.communication.messageBytes ? project.design.communication.messageBytes->value : 0;
    const auto bandwidthFor = [bytes](double beta) {
        return typed(beta > 0 && bytes > 0 && std::isfinite(bytes / beta) && bytes / beta > 0 ? bytes / beta : 1);
    };
    if (input.betaS)
        project.target.bandwidthBytesPerS = bandwidthFor(*input.betaS);
    if (input.beta2S)
        project.target.bandwidth2BytesPerS = bandwidthFor(*input.beta2S);
    Result<ScalingModel> model = scalingModel(project);
    if (!model)
        return fail(inOptions(std::move(model.error())));
    if (input.betaS)
        model->first().communication.betaS = *input.betaS;
    if (input.beta2S)
        model->first().communication.beta2S = *input.beta2S;
    if (Result<void> valid = validate(*model); !valid)
        return fail(inOptions(std::move(valid.error())));
    return model;
}

}  // namespace scalewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/communication_options.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/cli/field_options.h"
#include "core/base/error/parse_name.h"
#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/model/step/project_model.h"

namespace scalewright::cli {

namespace {

void requireOption(OptionValues& values, bool isGiven, const char* option, const char* expected)
{
    if (!isGiven)
        values.addProblem(option, "is missing", expected);
}

/// Reports options that have no effect on the pattern's time, which would otherwise be ignored silently.
void rejectUnusedOptions(const CommunicationOptions& options, Pattern pattern, OptionValues& values)
{
    const PatternInputs inputs = patternInputs(pattern);
    const auto rejectUnused = [&](bool isGiven, bool isUsed, const char* option, const std::string& expected) {
        if (isGiven && !isUsed)
            values.addProblem(option, fmt::format("{} does not depend on it", patternName(pattern)), expected);
    };
    rejectUnused(options.gamma.has_value(), inputs.gamma, "--gamma",
                 "a pattern whose formula has gamma, such as ring-all-reduce");
    const auto patternsUsing = [](bool PatternInputs::*input) {
        std::string text;
        for (const Pattern each : allPatterns)
            if (patternInputs(each).*input)
                text += (text.empty() ? "--pattern " : " or --pattern ") + std::string(patternName(each));
        return text;
    };
    rejectUnused(options.shards.has_value(), inputs.serverShards, "--shards",
                 patternsUsing(&PatternInputs::serverShards));
    rejectUnused(options.neighbours.has_value(), inputs.neighbours, "--neighbours",
                 patternsUsing(&PatternInputs::neighbours));
    rejectUnused(options.participation.has_value(), inputs.participation, "--participation",
                 patternsUsing(&PatternInputs::participation));
    rejectUnused(options.linearScatter, inputs.linearScatter, "--linear", patternsUsing(&PatternInputs::linearScatter));
}

void requireAllOptions(const CommunicationOptions& options, Pattern pattern, OptionValues& values)
{
    requireOption(values, options.alpha.has_value(), "--alpha", "the latency of a message, such as --alpha 10us");
    if (!options.beta && !options.bytes && !options.bandwidth)
        values.addProblem("--beta", "is missing",
                          "the seconds to move the whole message once, or --bytes and --bandwidth");
    else if (!options.beta) {
        requireOption(values, options.bytes.has_value(), "--bytes", "the size of the message, such as --bytes 100MB");
        const Result<double> bytes = parseTypedAmount(options.bytes.value_or("1"), Dimension::Bytes);
        requireOption(values, options.bandwidth || (bytes && *bytes == 0), "--bandwidth",
                      "the bandwidth of a link, such as --bandwidth 25Gbit/s");
    }
    if (patternInputs(pattern).hierarchy) {
        requireOption(values, options.workersPerNode.has_value(), "--workers-per-node",
                      "the workers (cards) that share a node, such as 8");
        requireOption(values, options.alpha2.has_value(), "--alpha2", "the latency of a message between nodes");
        requireOption(values, options.beta2 || options.bandwidth2, "--beta2",
                      "the seconds to move the whole message between nodes, or --bandwidth2");
    }
}

/// A second network level needs all of its options; otherwise it would be ignored silently.
void requireCompleteSecondLevel(const CommunicationOptions& options, const Target& target, bool isNetworkOnly,
                                OptionValues& values)
{
    const auto requireKnown = [&](bool isKnown, const char* option, const char* expected) {
        if (!isKnown)
            values.addProblem(option, "is missing", expected);
    };
    const bool isAnyGiven = options.alpha2 || options.beta2 || options.bandwidth2 || options.sharedNetworkCard ||
                            options.oversubscription || (isNetworkOnly && options.workersPerNode);
    if (!isAnyGiven)
        return;
    requireKnown(target.workersPerNode || options.workersPerNode, "--workers-per-node",
                 "the workers (cards) that share a node, such as 8");
    requireKnown(target.alpha2S || options.alpha2, "--alpha2", "the latency of a message between nodes");
    requireKnown(target.bandwidth2BytesPerS || options.beta2 || options.bandwidth2, "--beta2",
                 "the seconds to move the whole message between nodes, or --bandwidth2");
}

std::vector<std::string> splitAtCommas(const std::string& text)
{
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t comma = std::min(text.find(',', start), text.size());
        parts.push_back(text.substr(start, comma - start));
        start = comma + 1;
    }
    return parts;
}

FurtherMessage parseFurtherExchange(const std::string& text, OptionValues& values)
{
    constexpr const char* option = "--exchange";
    constexpr const char* expected =
        "PATTERN=BYTES, such as ring-all-reduce=40MB, optionally followed by ,shards=N or ,local-steps=N";
    FurtherMessage message;
    for (const std::string& part : splitAtCommas(text)) {
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos) {
            values.addProblem(option, fmt::format("\"{}\" has no =", part), expected);
            continue;
        }
        const std::string key = part.substr(0, equals);
        const OptionText value = part.substr(equals + 1);
        const auto count = [&](MaybeQuantity& field) {
            if (const std::optional<int> number = values.readCount(value, option, 1, maximumPMax))
                field = typed(*number);
        };
        if (!message.messageBytes) {
            values.setFromResult(message.pattern, parseName<Pattern>(key), option);
            message.messageBytes =
                typed(values.readAmount(value, option, Dimension::Bytes, Sign::NonNegative).value_or(0));
        } else if (key == "shards") {
            count(message.shards);
        } else if (key == "local-steps") {
            count(message.localSteps);
        } else {
            values.addProblem(option, fmt::format("unknown key \"{}\"", key), expected);
        }
    }
    return message;
}

}  // namespace

void CommunicationOptions::declare(CLI::App& command)
{
    declareOptions(
        command,
        {{"--pattern", "NAME", pattern, "communication pattern, see below"},
         {&Target::alphaS, alpha},
         {"--beta", "TIME", beta, "time to move the whole message once over a link; or --bytes and --bandwidth"},
         {&Communication::messageBytes, bytes},
         {&Target::bandwidthBytesPerS, bandwidth},
         {&Communication::gammaSPerByte, gamma},
         {&Target::workersPerNode, workersPerNode},
         {&Target::alpha2S, alpha2},
         {"--beta2", "TIME", beta2, "time to move the whole message once over a network card between nodes"},
         {&Target::bandwidth2BytesPerS, bandwidth2},
         {&Target::oversubscription, oversubscription},
         {"--shared-network-card", sharedNetworkCard, "a node's workers share one network card (default: one each)"},
         {&Communication::shards, shards},
         {&Communication::neighbours, neighbours},
         {&Communication::participation, participation},
         {&Communication::buckets, buckets},
         {"--linear", linearScatter, "scatter-gather: linear instead of binomial"}});
}

std::string patternsHelp()
{
    std::string text = "Patterns, and the time of one exchange among p workers:\n";
    for (const Pattern each : allPatterns)
        text += fmt::format("  {:<31}{}\n", patternName(each), patternFormula(each));
    return text + "  L = ceil(log2 p), f = floor(log2 p), n the message in bytes, beta = n/bandwidth\n";
}

CommunicationInput applyCommunicationOptions(Project project, const CommunicationOptions& options, bool requiresAll,
                                             OptionValues& values, bool isNetworkOnly)
{
    CommunicationInput input{.project = std::move(project), .beta2S = {}};
    Communication& design = input.project.design.communication;
    Target& target = input.project.target;

    const auto pattern = values.readName<Pattern>(options.pattern, "--pattern");
    design.pattern = pattern.value_or(design.pattern);
    const bool isPatternKnown = pattern || !options.pattern;
    if (isPatternKnown)
        rejectUnusedOptions(options, design.pattern, values);

    setFieldFromOption<&Target::alphaS>(target, options.alpha, values);
    setFieldFromOption<&Target::bandwidthBytesPerS>(target, options.bandwidth, values);
    setFieldFromOption<&Target::alpha2S>(target, options.alpha2, values);
    setFieldFromOption<&Target::bandwidth2BytesPerS>(target, options.bandwidth2, values);
    setFieldFromOption<&Target::workersPerNode>(target, options.workersPerNode, values);
    setFieldFromOption<&Target::oversubscription>(target, options.oversubscription, values);
    setFieldFromOption<&Communication::buckets>(design, options.buckets, values);
    for (const std::string& exchange : options.furtherExchanges)
        design.further.push_back(parseFurtherExchange(exchange, values));
    if (!options.furtherExchanges.empty() && options.beta && !(options.bytes && options.bandwidth) &&
        !(design.messageBytes && target.bandwidthBytesPerS))
        values.addProblem("--exchange", "is in bytes, but --beta alone does not give the time per byte",
                          "--bytes and --bandwidth instead of --beta");
    setFieldFromOption<&Communication::messageBytes>(design, options.bytes, values);
    setFieldFromOption<&Communication::gammaSPerByte>(design, options.gamma, values);
    setFieldFromOption<&Communication::shards>(design, options.shards, values);
    setFieldFromOption<&Communication::neighbours>(design, options.neighbours, values);
    setFieldFromOption<&Communication::participation>(design, options.participation, values);
    setFieldFromOption<&Communication::localSteps>(design, options.localSteps, values);
    design.linearScatter = design.linearScatter || options.linearScatter;
    design.sharedNetworkCard = design.sharedNetworkCard || options.sharedNetworkCard;
    input.betaS = values.readAmount(options.beta, "--beta", Dimension::Time, Sign::NonNegative);
    input.beta2S = values.readAmount(options.beta2, "--beta2", Dimension::Time, Sign::NonNegative);

    if (options.beta && options.bandwidth)
        values.addProblem("--bandwidth", "cannot be combined with --beta", "either --beta, or --bytes and --bandwidth");
    if (options.beta2 && options.bandwidth2)
        values.addProblem("--bandwidth2", "cannot be combined with --beta2", "one of the two");
    if (requiresAll && isPatternKnown)
        requireAllOptions(options, design.pattern, values);
    if (isPatternKnown && !(requiresAll && patternInputs(design.pattern).hierarchy))
        requireCompleteSecondLevel(options, target, isNetworkOnly, values);
    const PatternInputs inputs = patternInputs(design.pattern);
    if (!design.messageBytes && design.gammaSPerByte && inputs.gamma)
        values.addProblem("--gamma", "is a time per byte, but the message size is not set", "--bytes as well");
    if (!design.messageBytes && target.bandwidth2BytesPerS && !options.beta2 &&
        (inputs.hierarchy || hasTwoLevels(target)))
        values.addProblem("--bandwidth2", "is in bytes per second, but the message size is not set",
                          "--bytes as well, or --beta2");
    return input;
}

Result<ScalingModel> modelOf(const CommunicationInput& input)
{
    Project project = input.project;
    // With beta in seconds, bytes and bandwidth may be unknown, although scalingModel() requires them.
    const bool hasMessageBytes = project.design.communication.messageBytes.has_value();
    if (input.betaS && !hasMessageBytes)
        project.design.communication.messageBytes = typed(1);
    // The bytes of the other exchanges use the same link.
    const double bytes = valueOr(project.design.communication.messageBytes, 0);
    const auto bandwidthFor = [bytes](double beta) {
        return typed(beta > 0 && bytes > 0 && std::isfinite(bytes / beta) && bytes / beta > 0 ? bytes / beta : 1);
    };
    if (input.betaS)
        project.target.bandwidthBytesPerS = bandwidthFor(*input.betaS);
    if (input.beta2S)
        project.target.bandwidth2BytesPerS = bandwidthFor(*input.beta2S);
    Result<ScalingModel> model = scalingModel(project);
    if (!model)
        return fail(withOptionNames(std::move(model.error())));
    if (input.betaS)
        model->primaryExchange().communication.betaS = *input.betaS;
    if (input.beta2S)
        model->primaryExchange().communication.beta2S = *input.beta2S;
    if (Result<void> valid = validate(*model); !valid)
        return fail(withOptionNames(std::move(valid.error())));
    return model;
}

}  // namespace scalewright::cli

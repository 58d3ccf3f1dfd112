// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/comm_fit.h"

#include <string_view>

#include "core/base/quantity/number_text.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/output/answers/phrases.h"
#include "core/project/enums/pattern.h"

namespace scalewright {

namespace {

std::string quantityText(const Quantity& quantity, Dimension dimension)
{
    return amountText(quantity.value, dimension);
}

/// In the ASCII form that options accept: "12.35us".
std::string optionAmountText(const Quantity& quantity, Dimension dimension)
{
    std::string text = amountText(quantity.value, dimension, 4);
    std::erase(text, ' ');
    if (const std::size_t position = text.find("\u00b5"); position != std::string::npos)
        text.replace(position, std::string_view("\u00b5").size(), "u");
    return text;
}

/// "8.1 to 12 us at 95 % confidence", with enough digits to distinguish the two ends.
std::string confidenceIntervalText(const Quantity& quantity, Dimension dimension)
{
    if (!quantity.interval)
        return {};
    const auto [low, high, level] = *quantity.interval;
    int digits = 3;
    while (digits < 9 && amountText(low, dimension, digits) == amountText(high, dimension, digits))
        ++digits;
    return formatMessage("{} to {} at {} % confidence", amountText(low, dimension, digits),
                         amountText(high, dimension, digits), decimalText(100 * level, 0));
}

std::string processCountsText(const CommFit& fit)
{
    std::vector<std::string> counts;
    for (const int p : fit.workerCounts)
        counts.push_back(std::to_string(p));
    return joinNonEmpty(counts, ", ");
}

Table collectiveFitsTable(const std::vector<FittedCollective>& fits)
{
    Table table;
    table.columns = {{"collective", "collective", "", -1},
                     {"cost", "read as", "", -1},
                     {"p", "p", "", -1},
                     {"rows", "rows", "", 0},
                     {"alpha", "alpha", "", -1},
                     {"bandwidth", "bandwidth", "", -1},
                     {"residual", "residual", "", -1}};
    for (const FittedCollective& each : fits) {
        std::vector<Cell> row{each.collective, each.cost.name};
        if (each.fit) {
            const CommFit& fit = *each.fit;
            row.insert(
                row.end(),
                {processCountsText(fit), static_cast<double>(fit.rowCount), quantityText(fit.alphaS, Dimension::Time),
                 quantityText(fit.bandwidthBytesPerS, Dimension::Bandwidth), percentageText(fit.relativeResidual)});
        }
        row.resize(table.columns.size());
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string fitErrorText(const FittedCollective& fitted)
{
    return messageOf(fitted.fit.error().problems.front());
}

/// The pattern for a prediction: the cost's own, otherwise one with the same kind of messages. The fitted parameters
/// apply to every pattern.
Pattern predictionPattern(const ExchangeCost& cost)
{
    if (cost.pattern)
        return *cost.pattern;
    const bool isHalfAllReduce = cost.name == "all-gather" || cost.name == "reduce-scatter";
    return isHalfAllReduce ? allGatherPattern : defaultAllReducePattern;
}

void setFitHeadline(Answer& answer, const FittedCollective& top, std::size_t fits)
{
    if (!top.fit) {
        answer.headline = formatMessage("No fit for {} ({} read).", top.collective,
                                        countWithNoun(static_cast<long>(fits), "collective"));
        answer.because = asSentence(fitErrorText(top));
        answer.confidence.clarity = Clarity::Unknown;
        return;
    }
    const CommFit& fit = *top.fit;
    answer.confidence.basis = Basis::Measured;
    if (const auto warnings = static_cast<long>(top.warnings.size()); warnings > 0)
        answer.confidence.note = countWithNoun(warnings, "warning");
    if (top.hasMixedNetworks) {
        answer.headline = formatMessage("{} rows come from several networks: {} fits none of them.", fit.rowCount,
                                        quantityText(fit.bandwidthBytesPerS, Dimension::Bandwidth));
        answer.next = {"Fit one file at a time."};
        answer.confidence.clarity = Clarity::Unknown;
        return;
    }
    answer.headline = formatMessage("Latency {}, bandwidth {}.", quantityText(fit.alphaS, Dimension::Time),
                                    quantityText(fit.bandwidthBytesPerS, Dimension::Bandwidth));
    answer.because =
        formatMessage("The fit is off by {} of a row's time, over {}.", percentageText(fit.relativeResidual),
                      countWithNoun(static_cast<long>(fit.rowCount), "row"));
    const std::string pattern = top.cost.pattern ? " --pattern " + top.cost.name : std::string();
    answer.next = {
        formatMessage(
            "Predict with them, for example 1 s of compute and 100 MB per step{}:",
            top.cost.pattern ? std::string() : formatMessage(" with {}", patternName(predictionPattern(top.cost)))),
        formatMessage("scalewright-cli predict --pattern {} --alpha {} --bandwidth {} --t-comp 1 --bytes 100MB",
                      patternName(predictionPattern(top.cost)), optionAmountText(fit.alphaS, Dimension::Time),
                      optionAmountText(fit.bandwidthBytesPerS, Dimension::Bandwidth)),
        {}};
    answer.add(Fact::Value, "for predict", "{}--alpha {} --bandwidth {}",
               pattern.empty() ? pattern : pattern.substr(1) + " ", roundTripText(fit.alphaS.value),
               roundTripText(fit.bandwidthBytesPerS.value));
}

void addFitFacts(Answer& answer, const FittedCollective& fitted)
{
    const std::string& name = fitted.collective;
    if (!fitted.fit) {
        answer.add(Fact::Warning, name, "no fit: " + fitErrorText(fitted));
    } else {
        const CommFit& fit = *fitted.fit;
        answer.add(Fact::Interpretation, name, "{} rows, p = {}, read as {}", fit.rowCount, processCountsText(fit),
                   fitted.cost.name);
        for (const auto& [parameter, quantity, dimension] :
             {std::tuple("alpha", &fit.alphaS, Dimension::Time),
              std::tuple("bandwidth", &fit.bandwidthBytesPerS, Dimension::Bandwidth)})
            answer.add(Fact::Range, name,
                       joinNonEmpty({formatMessage("{} {}", parameter, quantityText(*quantity, dimension)),
                                     confidenceIntervalText(*quantity, dimension)},
                                    ", "));
        answer.add(Fact::Value, name, "residual {} of a row's time (root mean square)",
                   percentageText(fit.relativeResidual));
    }
    answer.add(Fact::Formula, name, "T = " + fitted.cost.formula);
    answer.add(Fact::Warning, name, fitted.warnings);
}

}  // namespace

FittedCollective fitCollective(const TimingGroup& group, const std::vector<NamedTimings>& parts,
                               const std::optional<Pattern>& requestedPattern,
                               const std::optional<double>& linkBytesPerS)
{
    const std::optional<ExchangeCost> namedCost =
        costOfCollective(group.algorithm.empty() ? group.collective : group.algorithm);
    const ExchangeCost cost =
        requestedPattern ? costOfPattern(*requestedPattern) : namedCost.value_or(costOfPattern(bookPattern));
    FittedCollective fitted{.collective = group.collective.empty() ? cost.name : group.collective,
                            .cost = cost,
                            .fit = fitCommunication(group, cost)};
    std::vector<std::string>& warnings = fitted.warnings;
    if (const std::optional<std::string> several =
            parts.size() > 1 ? networkMismatchWarning(parts, cost) : std::nullopt) {
        fitted.hasMixedNetworks = true;
        warnings.push_back(*several);
    }
    if (!requestedPattern && namedCost && namedCost->isAlgorithmAssumed)
        warnings.push_back(
            namedCost->pattern
                ? formatMessage("the algorithm is not named: read as {}; --pattern NAME changes that", cost.name)
                : std::string("the algorithm is not named: read as a binomial tree"));
    if (!requestedPattern && !namedCost)
        warnings.push_back(
            group.collective.empty()
                ? formatMessage("the rows do not name a collective: read as {}; --pattern NAME changes that", cost.name)
                : formatMessage("unknown pattern {}: read as {}; --pattern NAME changes that",
                                inQuotes(group.collective), cost.name));
    if (fitted.fit)
        append(warnings, fitted.fit->warnings);
    if (const std::optional<std::string> faster =
            linkBytesPerS ? fasterThanLinkWarning(group, cost, *linkBytesPerS) : std::nullopt)
        warnings.push_back(*faster);
    return fitted;
}

Answer commFitAnswer(const std::vector<FittedCollective>& fits, const std::vector<std::string>& otherContents)
{
    Answer answer;
    answer.table = collectiveFitsTable(fits);
    setFitHeadline(answer, fits.front(), fits.size());
    for (const FittedCollective& each : fits)
        addFitFacts(answer, each);
    answer.add(Fact::Interpretation, "left out", otherContents);
    return answer;
}

}  // namespace scalewright

#include "core/output/answers/comm_fit.h"

#include <algorithm>
#include <string_view>

#include "core/base/quantity/percent.h"
#include "core/base/text/quote.h"
#include "core/output/answers/phrases.h"
#include "core/project/enums/pattern.h"

namespace scalewright {

namespace {

std::string amountOf(const Quantity& quantity, Dimension dimension)
{
    return formatAmount(quantity.value, dimension).joined();
}

/// As an option takes it, in ASCII: "12.35us".
std::string optionAmount(const Quantity& quantity, Dimension dimension)
{
    std::string text = formatAmount(quantity.value, dimension, 4).joined();
    std::erase(text, ' ');
    if (const std::size_t at = text.find("\u00b5"); at != std::string::npos)
        text.replace(at, std::string_view("\u00b5").size(), "u");
    return text;
}

/// "8.1 to 12 us at 95 % confidence", with as many digits as tell the ends apart.
std::string confidenceText(const Quantity& quantity, Dimension dimension)
{
    if (!quantity.interval)
        return {};
    const auto [low, high, level] = *quantity.interval;
    int digits = 3;
    while (digits < 9 &&
           formatAmount(low, dimension, digits).joined() == formatAmount(high, dimension, digits).joined())
        ++digits;
    return say("{} to {} at {} % confidence", formatAmount(low, dimension, digits).joined(),
               formatAmount(high, dimension, digits).joined(), decimalText(100 * level, 0));
}

std::string processesText(const CommFit& fit)
{
    std::vector<std::string> counts;
    for (const int p : fit.p)
        counts.push_back(std::to_string(p));
    return joined(counts, ", ");
}

Table fitsTable(const std::vector<FittedCollective>& fits)
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
            row.insert(row.end(),
                       {processesText(fit), static_cast<double>(fit.rows), amountOf(fit.alphaS, Dimension::Time),
                        amountOf(fit.bandwidthBytesPerS, Dimension::Bandwidth), percent(fit.relativeResidual)});
        }
        row.resize(table.columns.size());
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string refusalOf(const FittedCollective& fitted)
{
    return messageOf(fitted.fit.error().problems.front());
}

/// The pattern to predict with: the cost's own, else one that sends such messages, as the constants serve every pattern.
Pattern patternFor(const ExchangeCost& cost)
{
    if (cost.pattern)
        return *cost.pattern;
    const bool isHalf = cost.name == "all-gather" || cost.name == "reduce-scatter";
    return isHalf ? gatherPattern : usualPattern;
}

void addFitHead(Answer& answer, const FittedCollective& top, std::size_t fits)
{
    if (!top.fit) {
        answer.headline = say("No fit: the rows of {} refuse one ({} read).", top.collective,
                              countedText(static_cast<long>(fits), "collective"));
        answer.because = sentence(refusalOf(top));
        answer.sure.clarity = Clarity::NotKnown;
        return;
    }
    const CommFit& fit = *top.fit;
    answer.sure.basis = Basis::Measured;
    if (const auto warnings = static_cast<long>(top.warnings.size()); warnings > 0)
        answer.sure.note = countedText(warnings, "warning");
    if (top.notOneNetwork) {
        answer.headline = say("{} rows are not of one network: {} fits none.", fit.rows,
                              amountOf(fit.bandwidthBytesPerS, Dimension::Bandwidth));
        answer.next = {"Fit one file at a time.", {}, {}};
        answer.sure.clarity = Clarity::NotKnown;
        return;
    }
    answer.headline = say("Latency {}, bandwidth {}.", amountOf(fit.alphaS, Dimension::Time),
                          amountOf(fit.bandwidthBytesPerS, Dimension::Bandwidth));
    answer.because = say("The fit is {} off a row's time, over {}.", percent(fit.relativeResidual),
                         countedText(static_cast<long>(fit.rows), "row"));
    const std::string pattern = top.cost.pattern ? " --pattern " + top.cost.name : std::string();
    answer.next = {say("Predict with them, such as 1 s of compute and 100 MB a step{}:",
                       top.cost.pattern ? std::string() : say(" by {}", patternName(patternFor(top.cost)))),
                   say("scalewright-cli predict --pattern {} --alpha {} --bandwidth {} --t-comp 1 --bytes 100MB",
                       patternName(patternFor(top.cost)), optionAmount(fit.alphaS, Dimension::Time),
                       optionAmount(fit.bandwidthBytesPerS, Dimension::Bandwidth)),
                   {}};
    addFact(answer, FactKind::Figure, "for predict",
            say("{}--alpha {} --bandwidth {}", pattern.empty() ? pattern : pattern.substr(1) + " ",
                roundTrip(fit.alphaS.value), roundTrip(fit.bandwidthBytesPerS.value)));
}

void addFitFacts(Answer& answer, const FittedCollective& fitted)
{
    const std::string& name = fitted.collective;
    if (!fitted.fit) {
        addFact(answer, FactKind::Warning, name, "no fit: " + refusalOf(fitted));
    } else {
        const CommFit& fit = *fitted.fit;
        addFact(answer, FactKind::Reading, name,
                say("{} rows, p = {}, read as {}", fit.rows, processesText(fit), fitted.cost.name));
        for (const auto& [what, quantity, dimension] :
             {std::tuple("alpha", &fit.alphaS, Dimension::Time),
              std::tuple("bandwidth", &fit.bandwidthBytesPerS, Dimension::Bandwidth)})
            addFact(answer, FactKind::Range, name,
                    joined({say("{} {}", what, amountOf(*quantity, dimension)), confidenceText(*quantity, dimension)},
                           ", "));
        addFact(answer, FactKind::Figure, name,
                say("residual {} of a row's time (root mean square)", percent(fit.relativeResidual)));
    }
    addFact(answer, FactKind::Formula, name, "T = " + fitted.cost.formula);
    addFacts(answer, FactKind::Warning, name, fitted.warnings);
}

}  // namespace

FittedCollective fitCollective(const TimingGroup& group, const std::vector<NamedTimings>& parts,
                               const std::optional<Pattern>& asked, const std::optional<double>& linkBytesPerS)
{
    const std::optional<ExchangeCost> named =
        costOfCollective(group.algorithm.empty() ? group.collective : group.algorithm);
    const ExchangeCost cost = asked ? costOf(*asked) : named.value_or(costOf(bookPattern));
    FittedCollective fitted{.collective = group.collective.empty() ? cost.name : group.collective,
                            .cost = cost,
                            .fit = fitCommunication(group, cost),
                            .warnings = {}};
    std::vector<std::string>& warnings = fitted.warnings;
    if (const std::optional<std::string> several = parts.size() > 1 ? notOneNetwork(parts, cost) : std::nullopt) {
        fitted.notOneNetwork = true;
        warnings.push_back(*several);
    }
    if (!asked && named && named->assumed)
        warnings.push_back(named->pattern
                               ? say("the algorithm is not named: read as {}; --pattern NAME changes that", cost.name)
                               : std::string("the algorithm is not named: read as a binomial tree"));
    if (!asked && !named)
        warnings.push_back(group.collective.empty()
                               ? say("the rows name no collective: read as {}; --pattern NAME changes that", cost.name)
                               : say("no pattern is called {}: read as {}; --pattern NAME changes that",
                                     inQuotes(group.collective), cost.name));
    if (fitted.fit)
        warnings.insert(warnings.end(), fitted.fit->warnings.begin(), fitted.fit->warnings.end());
    if (const std::optional<std::string> faster =
            linkBytesPerS ? fasterThanLink(group, cost, *linkBytesPerS) : std::nullopt)
        warnings.push_back(*faster);
    return fitted;
}

Answer commFitAnswer(const std::vector<FittedCollective>& fits, const std::vector<std::string>& leftOut)
{
    Answer answer;
    answer.table = fitsTable(fits);
    addFitHead(answer, fits.front(), fits.size());
    for (const FittedCollective& each : fits)
        addFitFacts(answer, each);
    addFacts(answer, FactKind::Reading, "left out", leftOut);
    return answer;
}

}  // namespace scalewright

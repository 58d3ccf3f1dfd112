// SPDX-License-Identifier: GPL-3.0-or-later
// build-or-buy: the cost of running the cluster yourself, the cost of a managed one, and the break-even point (book
// 41.5, section 2).
#include "core/design/sizing/build_or_buy.h"

#include <algorithm>

#include "app/cli/output.h"
#include "core/base/text/message.h"
#include "core/output/answers/build_or_buy.h"

namespace scalewright::cli {

namespace {

struct BuildOrBuyOptions {
    OptionText accelerators, price, premium, opsHours, hourValue, hours;
    bool csv = false;
};

constexpr const char* missingHoursReason = "the hours are not set (--hours)";

Json::Object totalsFields(const std::optional<CostTotals>& totals)
{
    return objectOf({{"self_usd", totals ? std::optional(totals->selfManagedUsd) : std::nullopt, missingHoursReason},
                     {"managed_usd", totals ? std::optional(totals->managedUsd) : std::nullopt, missingHoursReason},
                     {"choice", totals ? managedChoiceName(*totals) : std::string(), missingHoursReason}});
}

Result<Reply> runBuildOrBuy(const BuildOrBuyOptions& options)
{
    OptionValues values;
    const auto readRequired = [&](const OptionText& text, const char* option, Dimension dimension, Sign sign,
                                  const char* expected) {
        if (!text)
            values.addProblem(option, "is missing", expected);
        return values.readAmount(text, option, dimension, sign).value_or(1);
    };
    BuildOrBuyTerms terms;
    terms.accelerators = readRequired(options.accelerators, "--gpus", Dimension::Count, Sign::Positive,
                                      "the number of accelerators, such as 16");
    terms.priceUsdPerHour = readRequired(options.price, "--price", Dimension::Price, Sign::NonNegative,
                                         "the price of an accelerator-hour, such as 2.5");
    if (!options.premium)
        values.addProblem("--premium", "is missing", "the managed price over the raw price, such as 1.6");
    terms.managedPriceFactor = values.readPremium(options.premium, "--premium").value_or(1);
    terms.operatorHours = readRequired(options.opsHours, "--ops-hours", Dimension::Ratio, Sign::NonNegative,
                                       "the hours of work to run the cluster yourself, such as 40");
    terms.operatorHourUsd = readRequired(options.hourValue, "--hour-value", Dimension::Money, Sign::NonNegative,
                                         "the value of an hour of the team, such as 60");
    const std::optional<double> hours =
        values.readAmount(options.hours, "--hours", Dimension::Ratio, Sign::NonNegative);
    const double largestTotal =
        hours.value_or(1) * terms.accelerators * terms.priceUsdPerHour * std::max(1.0, terms.managedPriceFactor);
    if (values.isValid() && !(largestTotal < 1e300 && terms.operatorHourUsd * terms.operatorHours < 1e300))
        values.addProblem("--price", "makes the total too large to compute", "smaller amounts");
    if (!values.isValid())
        return fail(values.error());

    const std::optional<CostTotals> totals = hours ? std::optional(costTotalsAfter(terms, *hours)) : std::nullopt;
    Reply answer{.answer = managedOrOwnAnswer(terms, hours)};
    if (options.csv)
        return Reply{.text = toCsv(answer.answer.table)};
    const auto row = [&](const BreakEvenRow& each) {
        return objectOf({{"hour_value_usd", each.operatorHourUsd},
                         {"break_even_hours", each.breakEvenHours, noBreakEvenReason(terms)},
                         totalsFields(each.totals)});
    };
    answer.json =
        objectOf({{"break_even_hours", breakEvenHours(terms), noBreakEvenReason(terms)},
                  totalsFields(totals),
                  {"break_even_hour_value_usd", hours ? breakEvenOperatorHourUsd(terms, *hours) : std::nullopt,
                   hours ? "no hour value makes both cost the same" : missingHoursReason},
                  {"why", joinNonEmpty({answer.answer.headline, answer.answer.because}, " ")},
                  {"sensitivity", listOf(breakEvenRows(terms, hours), row)}});
    return answer;
}

}  // namespace

CommandRunner declareBuildOrBuy(CLI::App& command)
{
    auto options = std::make_shared<BuildOrBuyOptions>();
    declareOptions(command, {{"--gpus", "N", options->accelerators, "accelerators"},
                             {"--price", "USD", options->price, "price of an accelerator-hour"},
                             {"--premium", "N", options->premium, "managed price over raw price: 1.6 for 60 % more"},
                             {"--ops-hours", "N", options->opsHours, "hours of work to run the cluster yourself"},
                             {"--hour-value", "USD", options->hourValue, "value of an hour of the team"},
                             {"--hours", "N", options->hours,
                              "hours that the accelerators run; if absent, only the break-even is computed"},
                             {"--csv", options->csv, "the sensitivity as CSV instead of text"}});
    command.footer(
        "C_self = g c h + v T_ops, C_managed = m g c h, equal at h = v T_ops/((m - 1) g c) (book 41.5, section 2).\n"
        "Exercise, 100 h: scalewright-cli build-or-buy --gpus 16 --price 2.5 --premium 1.6 --ops-hours 40 --hour-value "
        "60\n"
        "The retrieval team of section 41.5, a premium of a few hundred dollars against two lost weeks (4 accelerators "
        "and $25 an hour are assumed):\n"
        "  scalewright-cli build-or-buy --gpus 4 --price 2.5 --premium 1.6 --ops-hours 80 --hour-value 25 --hours 60");
    return [options] { return runBuildOrBuy(*options); };
}

}  // namespace scalewright::cli

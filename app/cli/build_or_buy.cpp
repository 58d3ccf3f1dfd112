// build-or-buy: what running the cluster oneself costs against having it run, and from when on (book 41.5, section 2).
#include <algorithm>
#include <memory>
#include <string>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "core/base/text/message.h"
#include "core/design/sizing/build_or_buy.h"
#include "core/output/answers/managed_or_own.h"

namespace scalewright::cli {

namespace {

struct BuildOrBuyOptions {
    Text accelerators, price, premium, opsHours, hourValue, hours;
    bool csv = false;
};

constexpr const char* noHours = "the hours are not given (--hours)";

void addTotals(Json::Object& json, const std::optional<Totals>& totals)
{
    setOrReason(json, "self_usd", totals ? std::optional(totals->selfUsd) : std::nullopt, noHours);
    setOrReason(json, "managed_usd", totals ? std::optional(totals->managedUsd) : std::nullopt, noHours);
    setOrReason(json, "choice", totals ? choiceName(*totals) : std::string(), noHours);
}

Result<Reply> buildOrBuy(const BuildOrBuyOptions& options)
{
    Values values;
    const auto needed = [&](const Text& text, const char* option, Dimension dimension, Sign sign,
                            const char* expected) {
        if (!text)
            values.add(option, "is missing", expected);
        return values.amount(text, option, dimension, sign).value_or(1);
    };
    BuildOrBuy terms;
    terms.accelerators = needed(options.accelerators, "--gpus", Dimension::Count, Sign::Positive,
                                "the number of accelerators, such as 16");
    terms.priceUsdPerHour = needed(options.price, "--price", Dimension::Price, Sign::NotNegative,
                                   "the price of an accelerator-hour, such as 2.5");
    if (!options.premium)
        values.add("--premium", "is missing", "what managed costs over raw, such as 1.6");
    terms.premium = values.premium(options.premium, "--premium").value_or(1);
    terms.opsHours = needed(options.opsHours, "--ops-hours", Dimension::Ratio, Sign::NotNegative,
                            "the hours of running the cluster oneself, such as 40");
    terms.hourValueUsd = needed(options.hourValue, "--hour-value", Dimension::Money, Sign::NotNegative,
                                "what an hour of the team is worth, such as 60");
    const std::optional<double> hours = values.amount(options.hours, "--hours", Dimension::Ratio, Sign::NotNegative);
    const double most = hours.value_or(1) * terms.accelerators * terms.priceUsdPerHour * std::max(1.0, terms.premium);
    if (values.ok() && !(most < 1e300 && terms.hourValueUsd * terms.opsHours < 1e300))
        values.add("--price", "makes a total that is too large to compute", "smaller amounts");
    if (!values.ok())
        return fail(values.error());

    const std::optional<Totals> totals = hours ? std::optional(totalsAt(terms, *hours)) : std::nullopt;
    Reply answer{.answer = managedOrOwnAnswer(terms, hours)};
    if (options.csv)
        return Reply{.text = toCsv(answer.answer.table)};
    setOrReason(answer.json, "break_even_hours", breakEvenHours(terms), neverBreaksEven(terms));
    addTotals(answer.json, totals);
    setOrReason(answer.json, "break_even_hour_value_usd", hours ? breakEvenHourValueUsd(terms, *hours) : std::nullopt,
                hours ? "no value of an hour makes both cost the same" : noHours);
    answer.json.emplace_back("why", Json(joined({answer.answer.headline, answer.answer.because}, " ")));
    Json::Array rows;
    for (const HourValueRow& row : hourValueRows(terms, hours)) {
        Json::Object json{{"hour_value_usd", Json(row.hourValueUsd)}};
        setOrReason(json, "break_even_hours", row.breakEvenHours, neverBreaksEven(terms));
        addTotals(json, row.totals);
        rows.emplace_back(std::move(json));
    }
    answer.json.emplace_back("sensitivity", Json(std::move(rows)));
    return answer;
}

}  // namespace

Run declareBuildOrBuy(CLI::App& command)
{
    auto options = std::make_shared<BuildOrBuyOptions>();
    command.add_option("--gpus", options->accelerators, "accelerators")->type_name("N");
    command.add_option("--price", options->price, "of an accelerator-hour")->type_name("USD");
    command.add_option("--premium", options->premium, "managed over raw, a factor: 1.6 for 60 % more")->type_name("N");
    command.add_option("--ops-hours", options->opsHours, "hours of running the cluster oneself")->type_name("N");
    command.add_option("--hour-value", options->hourValue, "what an hour of the team is worth")->type_name("USD");
    command
        .add_option("--hours", options->hours,
                    "hours that the accelerators run; without them only the break-even is told")
        ->type_name("N");
    command.add_flag("--csv", options->csv, "the sensitivity as CSV instead of text");
    command.footer(
        "C_self = g c h + v T_ops, C_managed = m g c h, equal at h = v T_ops/((m - 1) g c) (book 41.5, section 2).\n"
        "Exercise, 100 h: scalewright-cli build-or-buy --gpus 16 --price 2.5 --premium 1.6 --ops-hours 40 --hour-value "
        "60\n"
        "The retrieval team of section 41.5, a premium of a few hundred dollars against two lost weeks (4 accelerators "
        "and $25 an hour are assumed):\n"
        "  scalewright-cli build-or-buy --gpus 4 --price 2.5 --premium 1.6 --ops-hours 80 --hour-value 25 --hours 60");
    return [options] { return buildOrBuy(*options); };
}

}  // namespace scalewright::cli

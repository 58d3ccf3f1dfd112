// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/field_options.h"

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"

namespace scalewright::cli {

void declareOptions(CLI::App& command, std::initializer_list<OptionRow> rows)
{
    for (const OptionRow& row : rows)
        row.declare(command);
}

OptionRow pMaxOption(OptionText& pMax, std::string_view subject)
{
    return {"--p-max", "N", pMax, fmt::format("{} is searched in 1...N (default: {})", subject, defaultPMax)};
}

OptionRow skipOwnCatalogueOption(bool& skipsOwnCatalogue)
{
    return {"--no-own-catalogue", skipsOwnCatalogue, "use only the shipped catalogue, not your own file"};
}

std::optional<double> readFieldOption(FieldOptionRef option, const OptionText& text, OptionValues& values)
{
    const FieldInfo& field = option->field;
    const bool allowsNone = field.range == Range::NonNegativeInteger;
    if (allowsNone || field.range == Range::WorkerCount)
        return values.readCount(text, option->name, allowsNone ? 0 : 1, maximumPMax);
    const bool allowsZero = field.range == Range::NotNegative || field.range == Range::ShareOrZero;
    const std::optional<double> value =
        values.readAmount(text, option->name, field.dimension, allowsZero ? Sign::NonNegative : Sign::Positive);
    if (!value)
        return std::nullopt;
    if (std::optional<Problem> problem = rangeProblem(*value, field.dimension, field.range, inQuotes(*text))) {
        values.addProblem(option->name, std::move(problem->message), std::move(problem->expected));
        return std::nullopt;
    }
    return value;
}

}  // namespace scalewright::cli

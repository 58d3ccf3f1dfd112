#include "app/cli/field_options.h"

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"

namespace scalewright::cli {

void declareField(CLI::App& command, OptionOf option, Text& text, const char* help)
{
    command.add_option(option->name, text, help ? help : option->help)->type_name(option->unit);
}

std::optional<double> readField(OptionOf option, const Text& text, Values& values)
{
    const FieldInfo& field = option->field;
    const bool none = field.range == Range::WholeOrNone;
    if (none || field.range == Range::Workers)
        return values.count(text, option->name, none ? 0 : 1, largestPMax);
    const bool zero = field.range == Range::NotNegative || field.range == Range::ShareOrNone;
    const std::optional<double> value =
        values.amount(text, option->name, field.dimension, zero ? Sign::NotNegative : Sign::Positive);
    if (!value)
        return std::nullopt;
    if (std::optional<Problem> problem = rangeProblem(*value, field.dimension, field.range, inQuotes(*text))) {
        values.add(option->name, std::move(problem->message), std::move(problem->expected));
        return std::nullopt;
    }
    return value;
}

}  // namespace scalewright::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity/units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity/duration.h"
#include "core/base/quantity/model_size.h"
#include "core/base/quantity/separators.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

using Text = std::string_view;

// A unit's size in base units: 10^exp10 * multiplier / divisor. Powers of ten are kept separate so that "10us" becomes
// the double nearest to 1e-5, which 10 * 1e-6 is not.
struct Scale {
    int exp10 = 0;
    double multiplier = 1;
    double divisor = 1;
};

Scale operator*(const Scale& a, const Scale& b)
{
    return {a.exp10 + b.exp10, a.multiplier * b.multiplier, a.divisor * b.divisor};
}
Scale operator/(const Scale& a, const Scale& b)
{
    return {a.exp10 - b.exp10, a.multiplier * b.divisor, a.divisor * b.multiplier};
}

template <class Value, std::size_t N>
std::optional<Value> lookUp(const std::array<std::pair<Text, Value>, N>& table, Text key)
{
    for (const auto& [known, value] : table)
        if (known == key)
            return value;
    return std::nullopt;
}

template <std::size_t N>
bool isOneOf(const std::array<Text, N>& words, Text word)
{
    return contains(words, word);
}

// Replaces pasted blanks with spaces: tab, and the no-break, thin and narrow no-break spaces of typeset text.
std::string replaceTypesetSpaces(Text text)
{
    constexpr std::array<Text, 3> typeset{"\u00A0", "\u2009", "\u202F"};
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const auto* blank = std::ranges::find_if(typeset, [&](Text b) { return text.substr(i).starts_with(b); });
        const bool isTypeset = blank != typeset.end();
        const char c = text[i];
        out += isTypeset || c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
        i += isTypeset ? blank->size() : 1;
    }
    return out;
}

Text trimmed(Text text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

// A decimal number at the start of a text, with its parts kept as text.
struct ScannedNumber {
    std::string mantissa;  // an optional '-', then digits with at most one point
    long exponent = 0;
    std::size_t length = 0;  // 0: no number
};

ScannedNumber scanNumber(Text text)
{
    ScannedNumber out;
    std::size_t i = 0;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) {
        if (text[i] == '-')
            out.mantissa = '-';
        ++i;
    }
    bool digits = false;
    bool point = false;
    for (; i < text.size() && (isDigit(text[i]) || (text[i] == '.' && !point)); ++i) {
        digits = digits || isDigit(text[i]);
        point = point || text[i] == '.';
        out.mantissa += text[i];
    }
    if (!digits)
        return {};
    out.length = i;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        std::size_t j = i + 1;
        const bool negative = j < text.size() && text[j] == '-';
        if (j < text.size() && (text[j] == '+' || text[j] == '-'))
            ++j;
        if (j < text.size() && isDigit(text[j])) {
            constexpr long maximumExponent = 1'000'000'000;
            for (; j < text.size() && isDigit(text[j]); ++j)
                out.exponent = std::min(maximumExponent, out.exponent * 10 + (text[j] - '0'));
            if (negative)
                out.exponent = -out.exponent;
            out.length = j;
        }
    }
    return out;
}

std::optional<double> scaledValue(const ScannedNumber& number, const Scale& scale)
{
    const std::string text = fmt::format("{}e{}", number.mantissa, number.exponent + scale.exp10);
    double value = 0;
    // from_chars leaves `value` unchanged on overflow or underflow; the checks below catch both cases.
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{})
        return std::nullopt;
    value = value * scale.multiplier / scale.divisor;
    const bool isZero = number.mantissa.find_first_of("123456789") == std::string::npos;
    if (!std::isfinite(value) || (value == 0 && !isZero))
        return std::nullopt;
    return value;
}

std::string missingNumberMessage(Text text)
{
    std::string word = lowerCase(text);
    if (!word.empty() && (word[0] == '-' || word[0] == '+'))
        word.erase(0, 1);
    if (text.empty())
        return "no value entered";
    if (word.starts_with("nan") || word.starts_with("inf"))
        return formatMessage("{} is not an amount", inQuotes(text));
    return formatMessage("{} does not start with a number", inQuotes(text));
}

// Explains why the text after a number is invalid, if there is a better reason than "not a unit".
std::optional<std::string> commonMistakeMessage(Text wholeText, const ScannedNumber& number, Text rest)
{
    const bool isZero = number.mantissa == "0" || number.mantissa == "-0";
    if (isZero && rest.size() > 1 && (rest[0] == 'x' || rest[0] == 'X'))
        return formatMessage("{} is hexadecimal; write it in decimal", inQuotes(wholeText));
    if (rest.size() > 1 && rest[0] == ',' && isDigit(rest[1]))
        return formatMessage("{} has a comma; the decimal point is '.', and thousands are not separated",
                             inQuotes(wholeText));
    if (!rest.empty() && (rest[0] == 'e' || rest[0] == 'E') && (rest.size() == 1 || rest[1] == '+' || rest[1] == '-'))
        return formatMessage("{} has an exponent without digits", inQuotes(wholeText));
    return std::nullopt;
}

std::string outOfRangeMessage(Text wholeText)
{
    return formatMessage("{} is too large or too small to compute", inQuotes(wholeText));
}

std::optional<int> largePrefixExponent(Text text)
{
    constexpr std::array<std::pair<Text, int>, 8> prefixes{
        {{"", 0}, {"k", 3}, {"K", 3}, {"M", 6}, {"G", 9}, {"T", 12}, {"P", 15}, {"E", 18}}};
    return lookUp(prefixes, text);
}

std::optional<int> smallPrefixExponent(Text text)
{
    constexpr std::array<std::pair<Text, int>, 8> prefixes{
        {{"", 0}, {"m", -3}, {"u", -6}, {"\u00B5", -6}, {"\u03BC", -6}, {"n", -9}, {"p", -12}, {"f", -15}}};
    return lookUp(prefixes, text);
}

// Prefixes without a unit: "10k steps" is typed as "10k". (E is excluded: it looks like the start of an exponent.) "7B"
// is the usual notation for model sizes.
std::optional<Scale> countUnit(Text unit)
{
    constexpr std::array<std::pair<Text, int>, 7> prefixes{
        {{"k", 3}, {"K", 3}, {"M", 6}, {"G", 9}, {"B", 9}, {"T", 12}, {"billion", 9}}};
    if (const auto exponent = lookUp(prefixes, unit))
        return Scale{*exponent, 1, 1};
    return std::nullopt;
}

std::optional<Scale> timeUnit(Text unit)
{
    constexpr std::array<std::pair<Text, Scale>, 32> words{{
        {"sec", {0, 1, 1}},      {"secs", {0, 1, 1}},      {"second", {0, 1, 1}},       {"seconds", {0, 1, 1}},
        {"msec", {-3, 1, 1}},    {"msecs", {-3, 1, 1}},    {"millisecond", {-3, 1, 1}}, {"milliseconds", {-3, 1, 1}},
        {"usec", {-6, 1, 1}},    {"usecs", {-6, 1, 1}},    {"microsecond", {-6, 1, 1}}, {"microseconds", {-6, 1, 1}},
        {"nsec", {-9, 1, 1}},    {"nsecs", {-9, 1, 1}},    {"nanosecond", {-9, 1, 1}},  {"nanoseconds", {-9, 1, 1}},
        {"min", {0, 60, 1}},     {"mins", {0, 60, 1}},     {"minute", {0, 60, 1}},      {"minutes", {0, 60, 1}},
        {"h", {0, 3600, 1}},     {"hr", {0, 3600, 1}},     {"hrs", {0, 3600, 1}},       {"hour", {0, 3600, 1}},
        {"hours", {0, 3600, 1}}, {"d", {0, 86400, 1}},     {"day", {0, 86400, 1}},      {"days", {0, 86400, 1}},
        {"wk", {0, 604800, 1}},  {"week", {0, 604800, 1}}, {"weeks", {0, 604800, 1}},   {"node-hour", {0, 3600, 1}},
    }};
    if (unit.ends_with('s'))
        if (const auto exponent = smallPrefixExponent(unit.substr(0, unit.size() - 1)))
            return Scale{*exponent, 1, 1};
    return lookUp(words, unit.size() > 1 ? Text(lowerCase(unit)) : unit);
}

std::optional<Scale> dataUnit(Text unit)
{
    constexpr std::array<std::pair<Text, double>, 10> bases{{{"bytes", 8},
                                                             {"byte", 8},
                                                             {"Bytes", 8},
                                                             {"Byte", 8},
                                                             {"B", 8},
                                                             {"bits", 1},
                                                             {"bit", 1},
                                                             {"Bits", 1},
                                                             {"Bit", 1},
                                                             {"b", 1}}};
    constexpr std::array<std::pair<Text, double>, 7> binary{{{"ki", 0x1p10},
                                                             {"Ki", 0x1p10},
                                                             {"Mi", 0x1p20},
                                                             {"Gi", 0x1p30},
                                                             {"Ti", 0x1p40},
                                                             {"Pi", 0x1p50},
                                                             {"Ei", 0x1p60}}};
    for (const auto& [base, bits] : bases) {
        if (!unit.ends_with(base))
            continue;
        const Text prefix = unit.substr(0, unit.size() - base.size());
        if (const auto exponent = largePrefixExponent(prefix))
            return Scale{*exponent, bits, 8};
        if (const auto factor = lookUp(binary, prefix))
            return Scale{0, bits * *factor, 8};
    }
    return std::nullopt;
}

// "FLOP" is a number of operations, "FLOPS" is a rate; "FLOPs" and "flops" are used for both.
std::optional<Scale> flopUnit(Text unit, bool asRate)
{
    constexpr std::array<std::pair<Text, int>, 7> bases{
        {{"FLOPS", 2}, {"FLOPs", 3}, {"Flops", 3}, {"flops", 3}, {"FLOP", 1}, {"Flop", 1}, {"flop", 1}}};
    for (const auto& [base, meaning] : bases)
        if (unit.ends_with(base) && (meaning & (asRate ? 2 : 1)) != 0)
            if (const auto exponent = largePrefixExponent(unit.substr(0, unit.size() - base.size())))
                return Scale{*exponent, 1, 1};
    return std::nullopt;
}

std::optional<Scale> moneyUnit(Text unit)
{
    constexpr std::array<Text, 6> bases{"US$", "USD", "usd", "$", "dollars", "dollar"};
    constexpr std::array<std::pair<Text, int>, 4> prefixes{{{"", 0}, {"k", 3}, {"K", 3}, {"M", 6}}};
    for (const Text base : bases)
        if (unit.ends_with(base))
            if (const auto exponent = lookUp(prefixes, trimmed(unit.substr(0, unit.size() - base.size()))))
                return Scale{*exponent, 1, 1};
    return std::nullopt;
}

std::optional<Scale> powerUnit(Text unit)
{
    constexpr std::array<std::pair<Text, int>, 7> units{
        {{"W", 0}, {"mW", -3}, {"kW", 3}, {"MW", 6}, {"GW", 9}, {"watt", 0}, {"watts", 0}}};
    if (const auto exponent = lookUp(units, unit))
        return Scale{*exponent, 1, 1};
    return std::nullopt;
}

std::optional<Scale> energyUnit(Text unit)
{
    constexpr std::array<std::pair<Text, int>, 8> joules{
        {{"J", 0}, {"mJ", -3}, {"kJ", 3}, {"MJ", 6}, {"GJ", 9}, {"TJ", 12}, {"joule", 0}, {"joules", 0}}};
    constexpr std::array<std::pair<Text, int>, 4> wattHours{{{"Wh", 0}, {"kWh", 3}, {"MWh", 6}, {"GWh", 9}}};
    if (const auto exponent = lookUp(joules, unit))
        return Scale{*exponent, 1, 1};
    if (const auto exponent = lookUp(wattHours, unit))
        return Scale{*exponent, 3600, 1};
    return std::nullopt;
}

// The events counted by a rate: "1/s", "k/s", "requests/s".
std::optional<Scale> eventUnit(Text unit)
{
    constexpr std::array<Text, 17> words{"request", "requests", "req",   "reqs",   "query", "queries",
                                         "sample",  "samples",  "image", "images", "token", "tokens",
                                         "event",   "events",   "steps", "items",  "rows"};
    if (unit.empty() || unit == "1" || isOneOf(words, unit))
        return Scale{};
    return countUnit(unit);
}

struct UnitMeaning {
    Dimension dimension;
    Scale scale;
};

// Splits a unit into numerator and denominator: "USD / node-hour", "requests per second".
std::optional<std::pair<Text, Text>> splitFraction(Text unit)
{
    std::size_t separatorPosition = unit.find('/');
    std::size_t width = 1;
    if (separatorPosition == Text::npos) {
        separatorPosition = lowerCase(unit).find("per ");
        width = 4;
        if (separatorPosition == Text::npos || (separatorPosition > 0 && unit[separatorPosition - 1] != ' '))
            return std::nullopt;
    }
    return std::pair{trimmed(unit.substr(0, separatorPosition)), trimmed(unit.substr(separatorPosition + width))};
}

// All possible meanings of a unit; may be empty.
std::vector<UnitMeaning> unitMeanings(Text unit)
{
    std::vector<UnitMeaning> out;
    const auto add = [&out](Dimension dimension, std::optional<Scale> scale) {
        if (scale)
            out.push_back({dimension, *scale});
    };
    if (const auto fraction = splitFraction(unit)) {
        const auto& [numerator, denominator] = *fraction;
        if (const auto time = timeUnit(denominator)) {
            const Scale hours = Scale{0, 3600, 1} / *time;
            const auto per = [&](std::optional<Scale> s) { return s ? std::optional(*s / *time) : std::nullopt; };
            add(Dimension::Bandwidth, per(dataUnit(numerator)));
            add(Dimension::ComputeRate, per(flopUnit(numerator, false)));
            add(Dimension::Rate, per(eventUnit(numerator)));
            if (const auto money = moneyUnit(numerator))
                add(Dimension::Price, *money * hours);
        }
        const auto time = timeUnit(numerator);
        const auto data = dataUnit(denominator);
        if (time && data)
            add(Dimension::TimePerByte, *time / *data);
        return out;
    }
    constexpr std::array<Text, 3> perSecond{"qps", "rps", "hz"};
    add(Dimension::Time, unit == "node-hour" ? std::nullopt : timeUnit(unit));
    add(Dimension::Bytes, dataUnit(unit));
    if (unit.ends_with("ps"))
        add(Dimension::Bandwidth, dataUnit(unit.substr(0, unit.size() - 2)));
    add(Dimension::Work, flopUnit(unit, false));
    add(Dimension::ComputeRate, flopUnit(unit, true));
    add(Dimension::Money, moneyUnit(unit));
    add(Dimension::Power, powerUnit(unit));
    add(Dimension::Energy, energyUnit(unit));
    if (isOneOf(perSecond, lowerCase(unit)))
        add(Dimension::Rate, Scale{});
    add(Dimension::Count, countUnit(unit));
    if (!unit.empty())  // otherwise, prefixes without a unit are only for counts; FLOP are also counted: "27M"
        for (const Dimension flops : {Dimension::Work, Dimension::ComputeRate})
            if (const auto exponent = largePrefixExponent(unit))
                add(flops, Scale{*exponent, 1, 1});
    if (unit == "%")
        add(Dimension::Ratio, Scale{-2, 1, 1});
    return out;
}

// "B params bf16" after a number: the number of parameters times the bytes per parameter.
struct ModelSize {
    bool mentionsModel = false;  // the text mentions parameters or a number format
    std::optional<Scale> scale;
};

/// Parses a positive number with nothing else around it: "16", "2.5".
std::optional<double> parsePositiveNumber(Text text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value > 0) || !std::isfinite(value) ||
        !isDigit(text.front()))
        return std::nullopt;
    return value;
}

ModelSize parseModelSize(Text rest)
{
    constexpr std::array<Text, 6> parameterWords{"params", "param", "parameters", "parameter", "weights", "weight"};
    constexpr std::array<Text, 13> fillers{"in",  "at", "as", "of",  "with",  "each",    "a",
                                           "per", "x",  "to", "for", "train", "training"};
    constexpr std::array<Text, 3> byteWords{"bytes", "byte", "b"};
    constexpr std::array<std::pair<Text, double>, 21> bytesPerParameter{{
        {"fp64", 8}, {"float64", 8}, {"double", 8}, {"fp32", 4}, {"float32", 4},  {"float", 4}, {"tf32", 4},
        {"fp16", 2}, {"float16", 2}, {"half", 2},   {"bf16", 2}, {"bfloat16", 2}, {"int16", 2}, {"fp8", 1},
        {"int8", 1}, {"uint8", 1},   {"e4m3", 1},   {"e5m2", 1}, {"int4", 0.5},   {"fp4", 0.5}, {"nf4", 0.5},
    }};
    constexpr std::array<std::pair<Text, int>, 10> multiples{{{"k", 3},
                                                              {"thousand", 3},
                                                              {"m", 6},
                                                              {"mn", 6},
                                                              {"million", 6},
                                                              {"b", 9},
                                                              {"bn", 9},
                                                              {"billion", 9},
                                                              {"t", 12},
                                                              {"trillion", 12}}};
    std::string text = lowerCase(rest);
    for (char& c : text)
        if (c == ',' || c == '(' || c == ')' || c == '@')
            c = ' ';
    ModelSize out;
    Scale scale;
    std::optional<double> bytes, number;  // "16 bytes each": the number precedes its unit
    bool broken = false;
    std::size_t word = 0;
    for (Text remaining = trimmed(text); !remaining.empty(); remaining = trimmed(remaining), ++word) {
        const Text token = remaining.substr(0, remaining.find(' '));
        remaining.remove_prefix(token.size());
        if (number) {
            broken = broken || bytes.has_value() || !isOneOf(byteWords, token);
            bytes = std::exchange(number, std::nullopt);
        } else if (const auto figure = parsePositiveNumber(token); figure && out.mentionsModel) {
            number = figure;
        } else if (const auto each = lookUp(bytesPerParameter, token)) {
            out.mentionsModel = true;
            broken = broken || bytes.has_value();
            bytes = each;
        } else if (isOneOf(parameterWords, token)) {
            out.mentionsModel = true;
        } else if (const auto multiple = lookUp(multiples, token); multiple && word == 0) {
            scale.exp10 = *multiple;
        } else if (!isOneOf(fillers, token)) {
            broken = true;
        }
    }
    if (bytes && !number && !broken) {
        scale.multiplier = *bytes;
        out.scale = scale;
    }
    return out;
}

std::string dimensionNoun(Dimension dimension)
{
    switch (dimension) {
    case Dimension::Time: return "a time";
    case Dimension::Bytes: return "an amount of data";
    case Dimension::Bandwidth: return "a bandwidth";
    case Dimension::Work: return "an amount of work";
    case Dimension::ComputeRate: return "a compute rate";
    case Dimension::TimePerByte: return "a time per byte";
    case Dimension::Price: return "a price per hour";
    case Dimension::Money: return "an amount of money";
    case Dimension::Power: return "a power";
    case Dimension::Energy: return "an energy";
    case Dimension::Rate: return "a rate";
    case Dimension::Count: return "a count";
    case Dimension::Ratio: return "a plain number";
    }
    return "a number";
}

// Moves a currency in front of the number ("$3.20/h", "USD 3.20") to after it: "3.20 $/h".
std::string moveCurrencyAfterNumber(Text text)
{
    std::string sign;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        sign = text[0];
        text = trimmed(text.substr(1));
    }
    for (const Text symbol : {Text("US$"), Text("USD"), Text("$")}) {
        if (!text.starts_with(symbol))
            continue;
        const Text amount = trimmed(text.substr(symbol.size()));
        const std::size_t length = scanNumber(amount).length;
        if (length == 0 || amount[0] == '-' || amount[0] == '+')
            break;
        const Text rest = trimmed(amount.substr(length));
        const std::size_t prefix =
            !rest.empty() && (rest.size() == 1 || rest[1] == '/' || rest[1] == ' ') && rest[0] != '/' ? 1 : 0;
        return fmt::format("{}{} {}${}", sign, amount.substr(0, length), rest.substr(0, prefix), rest.substr(prefix));
    }
    return sign + std::string(text);
}

}  // namespace

std::optional<ModelSizeText> splitModelSize(std::string_view original)
{
    const NumberInText parts = splitAtNumber(replaceTypesetSpaces(original));
    const std::string text(trimmed(parts.text()));
    const ScannedNumber number = scanNumber(text);
    if (parts.ambiguousReadings || number.length == 0)
        return std::nullopt;
    const std::optional<Scale> scale = parseModelSize(trimmed(Text(text).substr(number.length))).scale;
    const std::optional<double> parameters = scale ? scaledValue(number, {.exp10 = scale->exp10}) : std::nullopt;
    if (!parameters || *parameters <= 0)
        return std::nullopt;
    return ModelSizeText{*parameters, scale->multiplier};
}

namespace {

/// Digits, with a point between two of them: most cells of a table. nullopt for any other text.
std::optional<double> parsePlainDecimal(std::string_view text)
{
    constexpr std::size_t maximumLength = 30;
    if (text.empty() || text.size() > maximumLength || !isDigit(text.front()) || !isDigit(text.back()))
        return std::nullopt;
    const auto points = std::ranges::count(text, '.');
    if (points > 1 || !std::ranges::all_of(text, [](char c) { return isDigit(c) || c == '.'; }))
        return std::nullopt;
    double value = 0;
    const bool isRead = std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc{};
    return isRead ? std::optional(value) : std::nullopt;
}

}  // namespace

Result<double> parseNumber(std::string_view text)
{
    if (const std::optional<double> plain = parsePlainDecimal(text))
        return *plain;
    const std::string expected = "a number such as 0.0008 or 8e-4";
    const ScannedNumber number = scanNumber(text);
    if (number.length == 0)
        return fail(ErrorCode::Input, missingNumberMessage(text), expected);
    const Text rest = text.substr(number.length);
    if (!rest.empty())
        return fail(
            ErrorCode::Input,
            commonMistakeMessage(text, number, rest).value_or(formatMessage("{} is not a number", inQuotes(text))),
            expected);
    if (const auto value = scaledValue(number, {}))
        return *value;
    return fail(ErrorCode::Input, outOfRangeMessage(text), expected);
}

Result<long> parseCount(std::string_view text, long low, long high)
{
    const bool plus = text.starts_with('+') && text.size() > 1 && isDigit(text[1]);
    const char* end = text.data() + text.size();
    long value = 0;
    const auto [parsedEnd, error] = std::from_chars(text.data() + (plus ? 1 : 0), end, value);
    if (!text.empty() && error == std::errc{} && parsedEnd == end && value >= low && value <= high)
        return value;
    const std::string expected = formatMessage("a whole number from {} to {}", low, high);
    if (text.empty())
        return fail(ErrorCode::Input, "no value entered", expected);
    if (error == std::errc::invalid_argument || parsedEnd != end) {
        const Result<double> number =
            text.find_first_of("eE") == std::string_view::npos ? Result<double>(0.5) : parseNumber(text);
        if (!number || *number != std::floor(*number))
            return fail(ErrorCode::Input, formatMessage("{} is not a whole number", inQuotes(text)), expected);
        if (*number < static_cast<double>(low) || *number > static_cast<double>(high))
            return fail(ErrorCode::Input, formatMessage("{} is out of range", inQuotes(text)), expected);
        return fail(ErrorCode::Input, formatMessage("{} has an exponent", inQuotes(text)), expected);
    }
    if (error == std::errc::result_out_of_range || value < low || value > high)
        return fail(ErrorCode::Input, formatMessage("{} is out of range", inQuotes(text)), expected);
    return value;
}

namespace {

/// "30.000" is thirty, or thirty thousand if the point is a thousands separator.
bool isAmbiguousThousands(std::string_view number)
{
    const std::size_t point = number.find('.');
    const auto digits = [](std::string_view part) {
        return part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return point >= 1 && point <= 3 && number.size() == point + 4 && number.front() != '0' &&
           digits(number.substr(0, point)) && digits(number.substr(point + 1));
}

}  // namespace

Result<double> parseAmount(std::string_view original, Dimension dimension)
{
    const std::string blanks = replaceTypesetSpaces(original);
    const Text wholeText = trimmed(blanks);
    if (const std::optional<Duration> duration = dimension == Dimension::Time ? parseDuration(wholeText) : std::nullopt;
        duration && !duration->isMinutesOnly)
        return duration->seconds;
    const std::string text = moveCurrencyAfterNumber(wholeText);
    const std::string expected = exampleOf(dimension);

    const ScannedNumber number = scanNumber(text);
    if (number.length == 0)
        return fail(ErrorCode::Input, missingNumberMessage(wholeText), expected);
    const Text rest = trimmed(Text(text).substr(number.length));

    std::optional<Scale> scale;
    if (rest.empty()) {
        scale = Scale{};
    } else {
        std::vector<UnitMeaning> meanings = unitMeanings(rest);
        const ModelSize size = parseModelSize(rest);
        if (size.scale)
            meanings.push_back({Dimension::Bytes, *size.scale});
        for (const UnitMeaning& meaning : meanings)
            // A price field is always per hour, so "$3.20" means the same as "3.20".
            if (meaning.dimension == dimension ||
                (dimension == Dimension::Price && meaning.dimension == Dimension::Money))
                scale = meaning.scale;
        if (!scale) {
            if (const auto slip = commonMistakeMessage(wholeText, number, rest))
                return fail(ErrorCode::Input, *slip, expected);
            if (!meanings.empty())
                return fail(ErrorCode::Input,
                            formatMessage("{} is {}, not {}", inQuotes(wholeText),
                                          dimensionNoun(meanings.front().dimension), dimensionNoun(dimension)),
                            expected);
            if (size.mentionsModel && dimension == Dimension::Bytes)
                return fail(ErrorCode::Input,
                            formatMessage("{} does not say how large each parameter is", inQuotes(wholeText)),
                            "a model size such as 7B params bf16 (fp32, tf32, fp16, bf16, fp8, int8 or int4) or 7B "
                            "params at 16 bytes each");
            return fail(ErrorCode::Input, formatMessage("{}: unknown unit {}", inQuotes(wholeText), inQuotes(rest)),
                        expected);
        }
    }
    const auto value = scaledValue(number, *scale);
    if (!value)
        return fail(ErrorCode::Input, outOfRangeMessage(wholeText), expected);
    // "1.3B" is the usual notation for model sizes; printed amounts have a blank before the unit.
    if (dimension == Dimension::Bytes && Text(text).substr(number.length) == "B" && *value != std::floor(*value)) {
        const std::string digits(Text(text).substr(0, number.length));
        return fail(ErrorCode::Input, formatMessage("{} is a fraction of a byte", inQuotes(wholeText)),
                    formatMessage("{}GB, or {}B params bf16 for a model", digits, digits));
    }
    if (dimension == Dimension::Count && rest.empty() && isAmbiguousThousands(Text(text).substr(0, number.length)))
        return fail(ErrorCode::Input,
                    formatMessage("{} may be {} or {}", inQuotes(wholeText), fmt::format("{}", *value),
                                  fmt::format("{}", 1000 * *value)),
                    expected);
    if (dimension == Dimension::Count && *value != std::floor(*value))
        return fail(ErrorCode::Input, formatMessage("{} is not a whole number", inQuotes(wholeText)), expected);
    return *value;
}

}  // namespace scalewright

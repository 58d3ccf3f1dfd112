// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity/entry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/quantity/arithmetic.h"
#include "core/base/quantity/duration.h"
#include "core/base/quantity/separators.h"
#include "core/base/quantity/units.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

bool endsWithIgnoringCase(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() &&
           std::equal(end.begin(), end.end(), text.end() - static_cast<std::ptrdiff_t>(end.size()),
                      [](char a, char b) { return a == lowerCaseOf(b); });
}

std::string replaceAll(std::string_view text, std::string_view pattern, std::string_view replacement)
{
    std::string out;
    for (std::size_t position = text.find(pattern); position != std::string_view::npos; position = text.find(pattern)) {
        out.append(text.substr(0, position)).append(replacement);
        text.remove_prefix(position + pattern.size());
    }
    return out.append(text);
}

std::string normaliseSpaces(std::string_view original)
{
    std::string text(original);
    for (const std::string_view blank : {"\u00A0", "\u2009", "\u202F", "\t", "\n", "\r"})
        text = replaceAll(text, blank, " ");
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string removeCharacter(std::string_view text, char c)
{
    std::string out(text);
    out.erase(std::remove(out.begin(), out.end(), c), out.end());
    return out;
}

/// The position of the text after the first number.
std::size_t positionAfterNumber(const std::string& text)
{
    const std::string after = splitAtNumber(text).textAfter;
    return text.find_first_not_of(' ', text.size() - after.size());
}

/// Removes the first matching suffix, together with the blanks before it.
bool removeSuffix(std::string& text, std::initializer_list<std::string_view> ends)
{
    for (const std::string_view end : ends) {
        if (!endsWithIgnoringCase(text, end))
            continue;
        const std::size_t stays = text.size() - end.size();
        const bool isSeparateWord =
            end[0] == '/' || end[0] == ' ' || (stays > 0 && (text[stays - 1] == ' ' || isDigit(text[stays - 1])));
        if (stays == 0 || !isSeparateWord)
            continue;
        text.resize(stays);
        text.resize(text.find_last_not_of(' ') + 1);
        return true;
    }
    return false;
}

void normaliseCurrency(std::string& text, Dimension dimension, std::string& note)
{
    constexpr std::array<std::string_view, 9> currencies{"€", "EUR", "Euro", "euro", "£", "GBP", "CHF", "¥", "JPY"};
    for (const std::string_view sign : currencies)
        if (text.find(sign) != std::string::npos) {
            text = replaceAll(text, sign, "$");
            note = formatMessage("{} is shown as $: no exchange rate is applied", std::string(sign));
            break;
        }
    for (const std::string_view hour : {" an hour", " a hour", " each hour"})
        if (endsWithIgnoringCase(text, hour))
            text = text.substr(0, text.size() - hour.size()) + "/h";
    if (dimension == Dimension::Money)
        removeSuffix(text, {"/kwh", " per kwh", " a kwh"});
    const std::size_t afterNumber = positionAfterNumber(text);
    if (dimension == Dimension::Price && text.find('$') == std::string::npos && afterNumber != std::string::npos &&
        (text[afterNumber] == '/' || text.substr(afterNumber).starts_with("per ")))
        text = text.substr(0, afterNumber) + '$' + text.substr(afterNumber);
}

/// "64 images" becomes 64, "25.6M params" 25.6 million, "7B" seven billion.
void removeCountNoun(std::string& text)
{
    for (bool more = true; more;)
        more = removeSuffix(
            text, {"params", "parameters", "weights", "examples", "samples", "images", "sequences", "tokens", "steps",
                   "iterations", "workers", "nodes", "cards", "gpus", "layers", "heads", "machines", "runs"});
    for (const auto& [word, power] : {std::pair<std::string_view, std::string_view>{"billion", "G"},
                                      {"bn", "G"},
                                      {"million", "M"},
                                      {"thousand", "k"},
                                      {"b", "G"}})
        if (removeSuffix(text, {word})) {
            text += power;
            return;
        }
}

/// Accepts a lower-case unit prefix: "16 gb", "100 gbit/s", "15.7 tflops".
std::optional<std::string> withUpperCasePrefix(std::string text, Dimension dimension)
{
    const std::size_t unit = positionAfterNumber(text);
    if (unit == std::string::npos || unit + 1 >= text.size() ||
        std::string_view("gtpm").find(text[unit]) == std::string_view::npos)
        return std::nullopt;
    text[unit] = static_cast<char>(text[unit] - 'a' + 'A');
    if (dimension == Dimension::Bytes && (text.substr(unit + 1) == "b" || text.substr(unit + 1) == "ib"))
        text.back() = 'B';  // memory and files are counted in bytes; the interpretation is shown to the user
    return text;
}

/// Upper limits for each dimension: a larger value means a wrong unit or a typing error. The limits are far above
/// anything known, so only absurd values are rejected; values that are merely unusual get a warning (ui/quantity).
struct PlausibleMaximum {
    Dimension dimension;
    double value;
    const char* explanation;
};
constexpr std::array plausibleMaxima{
    PlausibleMaximum{Dimension::Time, 4.4e17, "the age of the universe"},  // 13.8e9 years, Planck 2018
    PlausibleMaximum{Dimension::Bytes, 1e24, "more than all data in the world"},  // 1.8e23 B in 2025, IDC 2018
    PlausibleMaximum{Dimension::Bandwidth, 1e24, "all data in the world in one second"},
    // 5e26 FLOP, Epoch AI 2025.
    PlausibleMaximum{Dimension::Work, 1e30, "more than a thousand times the largest training run"},
    PlausibleMaximum{Dimension::ComputeRate, 1e24,
                     "five hundred thousand of the fastest machines"},  // El Capitan, 1.8e18 FLOP/s, Top500 2024
    PlausibleMaximum{Dimension::TimePerByte, 1e6, "eleven days per byte"},
    PlausibleMaximum{Dimension::Price, 1e9,
                     "more than an hour of the world's largest machine costs"},  // 6e8 USD over several years
    PlausibleMaximum{Dimension::Money, 1e15, "more than the world earns in a year"},  // 1.1e14 USD, World Bank 2024
    PlausibleMaximum{Dimension::Power, 2e13, "all the power used worldwide"},  // 1.9e13 W, Energy Institute 2024
    PlausibleMaximum{Dimension::Rate, 1e15, "a hundred thousand per second for every person alive"},
    PlausibleMaximum{Dimension::Ratio, 1e12, "a million times a million"},
    PlausibleMaximum{Dimension::Count, 0x1p53, "where whole numbers stop being exact"},
};

std::optional<Problem> plausibilityProblem(double value, Dimension dimension)
{
    for (const PlausibleMaximum& maximum : plausibleMaxima)
        if (maximum.dimension == dimension && std::abs(value) > maximum.value)
            return Problem{formatMessage("{} is impossibly large", formatAmount(value, dimension).joined()),
                           formatMessage("at most {}, {}; {}", formatAmount(maximum.value, dimension).joined(),
                                         maximum.explanation, exampleOf(dimension)),
                           {}};
    return std::nullopt;
}

/// One number with its unit.
Result<ParsedEntry> parseSingleEntry(std::string_view original, Dimension dimension)
{
    std::string text = normaliseSpaces(original);
    ParsedEntry entry;
    const std::optional<Duration> duration = dimension == Dimension::Time ? parseDuration(text) : std::nullopt;
    if (duration && duration->isAmbiguousClock)
        entry.note = formatMessage("{} is read as minutes and seconds; write hours and minutes as {}", inQuotes(text),
                                   inQuotes(text + ":00"));
    if (!duration) {
        const NumberInText number = splitAtNumber(text);
        if (number.ambiguousReadings)
            return fail(
                ErrorCode::Input,
                formatMessage("{} may be {} or {}", inQuotes(text), number.ambiguousReadings->asThousands,
                              number.ambiguousReadings->asDecimal),
                formatMessage("{} or {}", number.ambiguousReadings->asThousands, number.ambiguousReadings->asDecimal));
        text = number.text();
    }
    switch (dimension) {
    case Dimension::Price:
    case Dimension::Money: normaliseCurrency(text, dimension, entry.note); break;
    case Dimension::Count: removeCountNoun(text); break;
    case Dimension::Time:
    case Dimension::Bytes:
    case Dimension::Work:
        removeSuffix(text,
                     {"/step", " per step", " a step", " each step", "/iteration", " per iteration", " an iteration"});
        break;
    case Dimension::Bandwidth:
        if (removeSuffix(text, {"gbe", "gige"}))  // Ethernet is named after its rate in Gbit/s
            text += "Gbit/s";
        break;
    default: break;
    }
    Result<double> value = duration ? Result<double>(duration->seconds) : parseAmount(text, dimension);
    if (!value && (dimension == Dimension::Bytes || dimension == Dimension::Bandwidth || dimension == Dimension::Work ||
                   dimension == Dimension::ComputeRate))
        if (const std::optional<std::string> large = withUpperCasePrefix(text, dimension))
            if (const Result<double> retried = parseAmount(*large, dimension))
                value = *retried;
    if (!value)
        return fail(std::move(value.error()));
    if (std::optional<Problem> absurd = plausibilityProblem(*value, dimension))
        return fail(Error{ErrorCode::Input, {*std::move(absurd)}});
    entry.value = *value;
    return entry;
}

}  // namespace

Result<ParsedEntry> parseEntry(std::string_view original, Dimension dimension)
{
    Result<ParsedEntry> single = parseSingleEntry(original, dimension);
    if (single)
        return single;
    const std::string text = normaliseSpaces(original);
    if (!isArithmetic(text))
        return single;
    Result<ParsedEntry> result = evaluateArithmetic(text, dimension, parseSingleEntry);
    if (result)
        if (std::optional<Problem> absurd = plausibilityProblem(result->value, dimension))
            return fail(Error{ErrorCode::Input, {*std::move(absurd)}});
    return result;
}

Result<double> parseTypedAmount(std::string_view text, Dimension dimension)
{
    Result<double> amount = parseAmount(text, dimension);
    if (amount)
        return amount;
    Result<ParsedEntry> entry = parseEntry(text, dimension);
    if (entry)
        return entry->value;
    const bool hasBetterError = text.find(',') != std::string_view::npos || isArithmetic(text);
    return hasBetterError ? fail(std::move(entry.error())) : std::move(amount);
}

Result<double> parseFileAmount(std::string_view text, Dimension dimension)
{
    Result<double> amount = parseAmount(text, dimension);
    if (amount || text.find(',') != std::string_view::npos || !isArithmetic(text))
        return amount;
    TRY(ParsedEntry entry, parseEntry(text, dimension));
    return entry.note.empty() ? Result<double>(entry.value) : std::move(amount);
}

std::string interpretationText(std::string_view text, double value, Dimension dimension)
{
    constexpr int maximumDigits = 6;
    const bool money = dimension == Dimension::Money || dimension == Dimension::Price;
    std::string amount;
    bool isExact = false;
    for (int digits = 3; digits <= maximumDigits && !isExact; ++digits) {
        AmountText amountText = formatAmount(value, dimension, digits);
        const Result<double> read = parseAmount(amountText.joined(), dimension);
        isExact = read && *read == value;
        if (!money && amountText.number.find('.') !=
                          std::string::npos) {  // "0.42 s", not "0.420 s": it is shown next to what was typed
            amountText.number.erase(amountText.number.find_last_not_of('0') + 1);
            if (amountText.number.back() == '.')
                amountText.number.pop_back();
        }
        amount = amountText.joined();
    }
    const std::string written = normaliseSpaces(text);
    const std::string compact = removeCharacter(written, ' ');
    if (replaceAll(compact, "us", "\u00B5s") == removeCharacter(amount, ' ') ||
        (dimension == Dimension::Price && compact + "/h" == amount))
        return {};
    return fmt::format("{} {} {}", written, isExact ? "=" : "≈", amount);
}

std::string_view typedTextFor(const Quantity& quantity, Dimension dimension)
{
    if (quantity.asTyped.empty())
        return {};
    const Result<ParsedEntry> read = parseEntry(quantity.asTyped, dimension);
    return read && read->value == quantity.value ? std::string_view(quantity.asTyped) : std::string_view();
}

}  // namespace scalewright

#include "core/base/quantity/entry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity/duration.h"
#include "core/base/quantity/separators.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

bool digit(char c)
{
    return c >= '0' && c <= '9';
}

char small(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool endsAlike(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() &&
           std::equal(end.begin(), end.end(), text.end() - static_cast<std::ptrdiff_t>(end.size()),
                      [](char a, char b) { return a == small(b); });
}

std::string replaced(std::string_view text, std::string_view what, std::string_view with)
{
    std::string out;
    for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what)) {
        out.append(text.substr(0, at)).append(with);
        text.remove_prefix(at + what.size());
    }
    return out.append(text);
}

std::string inPlainBlanks(std::string_view original)
{
    std::string text(original);
    for (const std::string_view blank : {"\u00A0", "\u2009", "\u202F", "\t", "\n", "\r"})
        text = replaced(text, blank, " ");
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string without(std::string_view text, char c)
{
    std::string out(text);
    out.erase(std::remove(out.begin(), out.end(), c), out.end());
    return out;
}

/// Where what stands behind the first number begins.
std::size_t behindNumber(const std::string& text)
{
    const std::string after = separated(text).after;
    return text.find_first_not_of(' ', text.size() - after.size());
}

/// Takes one of these off the end, with the blanks before it.
bool takeOff(std::string& text, std::initializer_list<std::string_view> ends)
{
    for (const std::string_view end : ends) {
        if (!endsAlike(text, end))
            continue;
        const std::size_t stays = text.size() - end.size();
        const bool wordOfItsOwn =
            end[0] == '/' || end[0] == ' ' || (stays > 0 && (text[stays - 1] == ' ' || digit(text[stays - 1])));
        if (stays == 0 || !wordOfItsOwn)
            continue;
        text.resize(stays);
        text.resize(text.find_last_not_of(' ') + 1);
        return true;
    }
    return false;
}

void inDollars(std::string& text, Dimension dimension, std::string& note)
{
    constexpr std::array<std::string_view, 9> others{"€", "EUR", "Euro", "euro", "£", "GBP", "CHF", "¥", "JPY"};
    for (const std::string_view sign : others)
        if (text.find(sign) != std::string::npos) {
            text = replaced(text, sign, "$");
            note = say("{} is kept as it is and shown as $: no exchange rate is applied", std::string(sign));
            break;
        }
    for (const std::string_view hour : {" an hour", " a hour", " each hour"})
        if (endsAlike(text, hour))
            text = text.substr(0, text.size() - hour.size()) + "/h";
    if (dimension == Dimension::Money)
        takeOff(text, {"/kwh", " per kwh", " a kwh"});
    const std::size_t rest = behindNumber(text);
    if (dimension == Dimension::Price && text.find('$') == std::string::npos && rest != std::string::npos &&
        (text[rest] == '/' || text.substr(rest).starts_with("per ")))
        text = text.substr(0, rest) + '$' + text.substr(rest);
}

/// "64 images" is 64, "25.6M params" 25.6 million, "7B" seven billion.
void withoutNoun(std::string& text)
{
    for (bool more = true; more;)
        more = takeOff(
            text, {"params", "parameters", "weights", "examples", "samples", "images", "sequences", "tokens", "steps",
                   "iterations", "workers", "nodes", "cards", "gpus", "layers", "heads", "machines", "runs"});
    for (const auto& [word, power] : {std::pair<std::string_view, std::string_view>{"billion", "G"},
                                      {"bn", "G"},
                                      {"million", "M"},
                                      {"thousand", "k"},
                                      {"b", "G"}})
        if (takeOff(text, {word})) {
            text += power;
            return;
        }
}

/// "16 gb", "100 gbit/s", "15.7 tflops": the prefix of a unit in small letters.
std::optional<std::string> withLargePrefix(std::string text, Dimension dimension)
{
    const std::size_t unit = behindNumber(text);
    if (unit == std::string::npos || unit + 1 >= text.size() ||
        std::string_view("gtpm").find(text[unit]) == std::string_view::npos)
        return std::nullopt;
    text[unit] = static_cast<char>(text[unit] - 'a' + 'A');
    if (dimension == Dimension::Bytes && (text.substr(unit + 1) == "b" || text.substr(unit + 1) == "ib"))
        text.back() = 'B';  // memory and files are counted in bytes; what was understood is said back
    return text;
}

/// What no quantity of a dimension can exceed: beyond it a unit or a key slipped. Far above anything known, so that it
/// refuses what is absurd and nothing that is bold; what is only unusual is doubted (ui/quantity).
struct Most {
    Dimension dimension;
    double value;
    const char* because;
};
constexpr std::array most{
    Most{Dimension::Time, 4.4e17, "the age of the universe"},  // 13.8e9 years, Planck 2018
    Most{Dimension::Bytes, 1e24, "more than all data of the world"},  // 1.8e23 B in 2025, IDC 2018
    Most{Dimension::Bandwidth, 1e24, "all data of the world in a second"},
    Most{Dimension::Work, 1e30, "more than a thousand times the largest training run"},  // 5e26 FLOP, Epoch AI 2025
    Most{Dimension::ComputeRate, 1e24,
         "five hundred thousand of the fastest machines"},  // El Capitan, 1.8e18 FLOP/s, Top500 2024
    Most{Dimension::TimePerByte, 1e6, "eleven days for a byte"},
    Most{Dimension::Price, 1e9,
         "more than the world's largest machine costs in an hour of its life"},  // 6e8 USD over years
    Most{Dimension::Money, 1e15, "more than the world earns in a year"},  // 1.1e14 USD, World Bank 2024
    Most{Dimension::Power, 2e13, "all the power that mankind uses"},  // 1.9e13 W, Energy Institute 2024
    Most{Dimension::Rate, 1e15, "a hundred thousand a second for everybody alive"},
    Most{Dimension::Ratio, 1e12, "a million times a million"},
    Most{Dimension::Count, 0x1p53, "where whole numbers stop being exact"},
};

std::optional<Problem> beyondAll(double value, Dimension dimension)
{
    for (const Most& each : most)
        if (each.dimension == dimension && std::abs(value) > each.value)
            return Problem{say("{} is more than can be", formatAmount(value, dimension).joined()),
                           say("at most {}, {}; {}", formatAmount(each.value, dimension).joined(), each.because,
                               exampleOf(dimension)),
                           {}};
    return std::nullopt;
}

/// "6*340M*32*512", "2/3": a factor (or the one number under another) and what it stands before (behind), nullopt
/// without one.
struct Product {
    std::string factor, rest;
    bool divides = false;
};
std::optional<Product> asProduct(const std::string& text, Dimension dimension)
{
    constexpr std::ptrdiff_t mostFactors = 8;
    if (std::count(text.begin(), text.end(), '*') + std::count(text.begin(), text.end(), '\x97') > mostFactors)
        return std::nullopt;
    for (const std::string_view sign : {"*", "\u00D7"})
        if (const std::size_t at = text.find(sign); at != std::string::npos)
            return Product{text.substr(0, at), text.substr(at + sign.size())};
    const std::size_t slash = text.find('/');
    if (dimension != Dimension::Ratio || slash == std::string::npos)
        return std::nullopt;
    return Product{text.substr(slash + 1), text.substr(0, slash), true};
}

}  // namespace

Result<Entry> parseEntry(std::string_view original, Dimension dimension)
{
    std::string text = inPlainBlanks(original);
    if (const std::optional<Product> product = asProduct(text, dimension)) {
        Result<Entry> factor = parseEntry(product->factor, Dimension::Count);
        if (!factor)
            factor = parseEntry(product->factor, Dimension::Ratio);
        Result<Entry> rest = factor ? parseEntry(product->rest, dimension) : fail(std::move(factor.error()));
        if (!rest)
            return rest;
        if (product->divides && factor->value == 0)
            return fail(ErrorCode::Input, say("{} divides by zero", inQuotes(text)), exampleOf(dimension));
        rest->value = product->divides ? rest->value / factor->value : rest->value * factor->value;
        if (std::optional<Problem> absurd = beyondAll(rest->value, dimension))
            return fail(Error{ErrorCode::Input, {*std::move(absurd)}});
        return rest;
    }
    Entry entry;
    const std::optional<Duration> duration = dimension == Dimension::Time ? durationOf(text) : std::nullopt;
    if (duration && duration->isMinutes)
        entry.note = say("{} is read as minutes and seconds; hours and minutes are written {}", inQuotes(text),
                         inQuotes(text + ":00"));
    if (!duration) {
        const Separated number = separated(text);
        if (number.either)
            return fail(ErrorCode::Input,
                        say("{} may be {} or {}", inQuotes(text), number.either->thousands, number.either->fraction),
                        say("{} or {}", number.either->thousands, number.either->fraction));
        text = number.text();
    }
    switch (dimension) {
    case Dimension::Price:
    case Dimension::Money: inDollars(text, dimension, entry.note); break;
    case Dimension::Count: withoutNoun(text); break;
    case Dimension::Time:
    case Dimension::Bytes:
    case Dimension::Work:
        takeOff(text, {"/step", " per step", " a step", " each step", "/iteration", " per iteration", " an iteration"});
        break;
    case Dimension::Bandwidth:
        if (takeOff(text, {"gbe", "gige"}))  // Ethernet is called by its rate in Gbit/s
            text += "Gbit/s";
        break;
    default: break;
    }
    Result<double> value = duration ? Result<double>(duration->seconds) : parseAmount(text, dimension);
    if (!value && (dimension == Dimension::Bytes || dimension == Dimension::Bandwidth || dimension == Dimension::Work ||
                   dimension == Dimension::ComputeRate))
        if (const std::optional<std::string> large = withLargePrefix(text, dimension))
            if (const Result<double> again = parseAmount(*large, dimension))
                value = *again;
    if (!value)
        return fail(std::move(value.error()));
    if (std::optional<Problem> absurd = beyondAll(*value, dimension))
        return fail(Error{ErrorCode::Input, {*std::move(absurd)}});
    entry.value = *value;
    return entry;
}

Result<double> typedAmount(std::string_view text, Dimension dimension)
{
    Result<double> amount = parseAmount(text, dimension);
    if (amount)
        return amount;
    Result<Entry> entry = parseEntry(text, dimension);
    if (entry)
        return entry->value;
    return text.find(',') == std::string_view::npos ? std::move(amount) : fail(std::move(entry.error()));
}

std::string understood(std::string_view text, double value, Dimension dimension)
{
    constexpr int mostDigits = 6;
    const bool money = dimension == Dimension::Money || dimension == Dimension::Price;
    std::string amount;
    bool whole = false;
    for (int digits = 3; digits <= mostDigits && !whole; ++digits) {
        AmountText shown = formatAmount(value, dimension, digits);
        const Result<double> read = parseAmount(shown.joined(), dimension);
        whole = read && *read == value;
        if (!money && shown.number.find('.') !=
                          std::string::npos) {  // "0.42 s", not "0.420 s": it stands beside what was written
            shown.number.erase(shown.number.find_last_not_of('0') + 1);
            if (shown.number.back() == '.')
                shown.number.pop_back();
        }
        amount = shown.joined();
    }
    const std::string written = inPlainBlanks(text);
    const std::string bare = without(written, ' ');
    if (replaced(bare, "us", "\u00B5s") == without(amount, ' ') ||
        (dimension == Dimension::Price && bare + "/h" == amount))
        return {};
    return fmt::format("{} {} {}", written, whole ? "=" : "≈", amount);
}

std::string_view writtenFor(const Quantity& quantity, Dimension dimension)
{
    if (quantity.asTyped.empty())
        return {};
    const Result<Entry> read = parseEntry(quantity.asTyped, dimension);
    return read && read->value == quantity.value ? std::string_view(quantity.asTyped) : std::string_view();
}

}  // namespace scalewright

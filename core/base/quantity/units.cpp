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
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

using Text = std::string_view;

// A unit's size in base units: 10^exp10 * times / over. Powers of ten are kept apart so that "10us" becomes the double
// nearest to 1e-5, which 10 * 1e-6 is not.
struct Scale {
    int exp10 = 0;
    double times = 1;
    double over = 1;
};

Scale operator*(const Scale& a, const Scale& b)
{
    return {a.exp10 + b.exp10, a.times * b.times, a.over * b.over};
}
Scale operator/(const Scale& a, const Scale& b)
{
    return {a.exp10 - b.exp10, a.times * b.over, a.over * b.times};
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
    return std::find(words.begin(), words.end(), word) != words.end();
}

// Blanks that people paste: space, tab, and the no-break, thin and narrow no-break spaces of typeset text.
std::string plainBlanks(Text text)
{
    constexpr std::array<Text, 3> typeset{"\u00A0", "\u2009", "\u202F"};
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const auto* blank =
            std::find_if(typeset.begin(), typeset.end(), [&](Text b) { return text.substr(i).starts_with(b); });
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

std::string lower(Text text)
{
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return out;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// A decimal number at the start of a text, its parts still text.
struct Scanned {
    std::string mantissa;  // digits with at most one point, a '-' before them where there is one
    long exponent = 0;
    std::size_t length = 0;  // 0: no number here
};

Scanned scanNumber(Text text)
{
    Scanned out;
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
            constexpr long farBeyond = 1'000'000'000;
            for (; j < text.size() && isDigit(text[j]); ++j)
                out.exponent = std::min(farBeyond, out.exponent * 10 + (text[j] - '0'));
            if (negative)
                out.exponent = -out.exponent;
            out.length = j;
        }
    }
    return out;
}

std::optional<double> valueOf(const Scanned& number, const Scale& scale)
{
    const std::string text = fmt::format("{}e{}", number.mantissa, number.exponent + scale.exp10);
    double value = 0;
    // Out of range leaves `value` alone; the checks below see it either way.
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{})
        return std::nullopt;
    value = value * scale.times / scale.over;
    const bool isZero = number.mantissa.find_first_of("123456789") == std::string::npos;
    if (!std::isfinite(value) || (value == 0 && !isZero))
        return std::nullopt;
    return value;
}

std::string whyNoNumber(Text text)
{
    std::string word = lower(text);
    if (!word.empty() && (word[0] == '-' || word[0] == '+'))
        word.erase(0, 1);
    if (text.empty())
        return "nothing is entered";
    if (word.starts_with("nan") || word.starts_with("inf"))
        return say("{} is not an amount", inQuotes(text));
    return say("{} does not start with a number", inQuotes(text));
}

// Why what follows a number cannot be read, where there is more to say than "not a unit".
std::optional<std::string> knownSlip(Text whole, const Scanned& number, Text rest)
{
    const bool isZero = number.mantissa == "0" || number.mantissa == "-0";
    if (isZero && rest.size() > 1 && (rest[0] == 'x' || rest[0] == 'X'))
        return say("{} is hexadecimal; write it in decimal", inQuotes(whole));
    if (rest.size() > 1 && rest[0] == ',' && isDigit(rest[1]))
        return say("{} has a comma; the decimal point is '.', and thousands are not separated", inQuotes(whole));
    if (!rest.empty() && (rest[0] == 'e' || rest[0] == 'E') && (rest.size() == 1 || rest[1] == '+' || rest[1] == '-'))
        return say("{} has an exponent without digits", inQuotes(whole));
    return std::nullopt;
}

std::string outOfRange(Text whole)
{
    return say("{} is beyond the numbers that can be computed with", inQuotes(whole));
}

std::optional<int> bigPrefix(Text text)
{
    constexpr std::array<std::pair<Text, int>, 8> prefixes{
        {{"", 0}, {"k", 3}, {"K", 3}, {"M", 6}, {"G", 9}, {"T", 12}, {"P", 15}, {"E", 18}}};
    return lookUp(prefixes, text);
}

std::optional<int> smallPrefix(Text text)
{
    constexpr std::array<std::pair<Text, int>, 8> prefixes{
        {{"", 0}, {"m", -3}, {"u", -6}, {"\u00B5", -6}, {"\u03BC", -6}, {"n", -9}, {"p", -12}, {"f", -15}}};
    return lookUp(prefixes, text);
}

// Prefixes that stand alone: "10k steps" is typed as "10k". (E would be half an exponent.) "7B" is how models are
// counted.
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
        if (const auto exponent = smallPrefix(unit.substr(0, unit.size() - 1)))
            return Scale{*exponent, 1, 1};
    return lookUp(words, unit.size() > 1 ? Text(lower(unit)) : unit);
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
        if (const auto exponent = bigPrefix(prefix))
            return Scale{*exponent, bits, 8};
        if (const auto factor = lookUp(binary, prefix))
            return Scale{0, bits * *factor, 8};
    }
    return std::nullopt;
}

// "FLOP" counts operations, "FLOPS" is a rate, "FLOPs" and "flops" are written for both.
std::optional<Scale> flopUnit(Text unit, bool asRate)
{
    constexpr std::array<std::pair<Text, int>, 7> bases{
        {{"FLOPS", 2}, {"FLOPs", 3}, {"Flops", 3}, {"flops", 3}, {"FLOP", 1}, {"Flop", 1}, {"flop", 1}}};
    for (const auto& [base, meaning] : bases)
        if (unit.ends_with(base) && (meaning & (asRate ? 2 : 1)) != 0)
            if (const auto exponent = bigPrefix(unit.substr(0, unit.size() - base.size())))
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

// What a rate counts: "1/s", "k/s", "requests/s".
std::optional<Scale> eventUnit(Text unit)
{
    constexpr std::array<Text, 17> words{"request", "requests", "req",   "reqs",   "query", "queries",
                                         "sample",  "samples",  "image", "images", "token", "tokens",
                                         "event",   "events",   "steps", "items",  "rows"};
    if (unit.empty() || unit == "1" || isOneOf(words, unit))
        return Scale{};
    return countUnit(unit);
}

struct Meaning {
    Dimension dimension;
    Scale scale;
};

// The unit's numerator and denominator: "USD / node-hour", "requests per second".
std::optional<std::pair<Text, Text>> asFraction(Text unit)
{
    std::size_t at = unit.find('/');
    std::size_t width = 1;
    if (at == Text::npos) {
        at = lower(unit).find("per ");
        width = 4;
        if (at == Text::npos || (at > 0 && unit[at - 1] != ' '))
            return std::nullopt;
    }
    return std::pair{trimmed(unit.substr(0, at)), trimmed(unit.substr(at + width))};
}

// Everything a unit can stand for; empty if nothing.
std::vector<Meaning> meaningsOf(Text unit)
{
    std::vector<Meaning> out;
    const auto add = [&out](Dimension dimension, std::optional<Scale> scale) {
        if (scale)
            out.push_back({dimension, *scale});
    };
    if (const auto fraction = asFraction(unit)) {
        const auto& [above, below] = *fraction;
        if (const auto time = timeUnit(below)) {
            const Scale hours = Scale{0, 3600, 1} / *time;
            const auto per = [&](std::optional<Scale> s) { return s ? std::optional(*s / *time) : std::nullopt; };
            add(Dimension::Bandwidth, per(dataUnit(above)));
            add(Dimension::ComputeRate, per(flopUnit(above, false)));
            add(Dimension::Rate, per(eventUnit(above)));
            if (const auto money = moneyUnit(above))
                add(Dimension::Price, *money * hours);
        }
        const auto time = timeUnit(above);
        const auto data = dataUnit(below);
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
    if (isOneOf(perSecond, lower(unit)))
        add(Dimension::Rate, Scale{});
    add(Dimension::Count, countUnit(unit));
    if (!unit.empty())  // a count's alone, for FLOP are counted: "27M"
        for (const Dimension flops : {Dimension::Work, Dimension::ComputeRate})
            if (const auto exponent = bigPrefix(unit))
                add(flops, Scale{*exponent, 1, 1});
    if (unit == "%")
        add(Dimension::Ratio, Scale{-2, 1, 1});
    return out;
}

// "B params bf16" after a number: parameters times the bytes of each.
struct ModelSize {
    bool meant = false;  // the text speaks of parameters or of a number format
    std::optional<Scale> scale;
};

/// "16", "2.5": a positive number and nothing else.
std::optional<double> plainNumber(Text text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value > 0) || !std::isfinite(value) ||
        !isDigit(text.front()))
        return std::nullopt;
    return value;
}

ModelSize modelSize(Text rest)
{
    constexpr std::array<Text, 6> parameterWords{"params", "param", "parameters", "parameter", "weights", "weight"};
    constexpr std::array<Text, 13> fillers{"in",  "at", "as", "of",  "with",  "each",    "a",
                                           "per", "x",  "to", "for", "train", "training"};
    constexpr std::array<Text, 3> byteWords{"bytes", "byte", "b"};
    constexpr std::array<std::pair<Text, double>, 21> bytesEach{{
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
    std::string text = lower(rest);
    for (char& c : text)
        if (c == ',' || c == '(' || c == ')' || c == '@')
            c = ' ';
    ModelSize out;
    Scale scale;
    std::optional<double> bytes, number;  // "16 bytes each": the number waits for its unit
    bool broken = false;
    std::size_t word = 0;
    for (Text left = trimmed(text); !left.empty(); left = trimmed(left), ++word) {
        const Text token = left.substr(0, left.find(' '));
        left.remove_prefix(token.size());
        if (number) {
            broken = broken || bytes.has_value() || !isOneOf(byteWords, token);
            bytes = std::exchange(number, std::nullopt);
        } else if (const auto figure = plainNumber(token); figure && out.meant) {
            number = figure;
        } else if (const auto each = lookUp(bytesEach, token)) {
            out.meant = true;
            broken = broken || bytes.has_value();
            bytes = each;
        } else if (isOneOf(parameterWords, token)) {
            out.meant = true;
        } else if (const auto multiple = lookUp(multiples, token); multiple && word == 0) {
            scale.exp10 = *multiple;
        } else if (!isOneOf(fillers, token)) {
            broken = true;
        }
    }
    if (bytes && !number && !broken) {
        scale.times = *bytes;
        out.scale = scale;
    }
    return out;
}

std::string nounOf(Dimension dimension)
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

// "$3.20/h" and "USD 3.20" have the unit before the number; moves it behind: "3.20 $/h".
std::string moneyBehind(Text text)
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

Result<double> parseNumber(std::string_view text)
{
    const std::string expected = "a number such as 0.0008 or 8e-4";
    const Scanned number = scanNumber(text);
    if (number.length == 0)
        return fail(ErrorCode::Input, whyNoNumber(text), expected);
    const Text rest = text.substr(number.length);
    if (!rest.empty())
        return fail(ErrorCode::Input, knownSlip(text, number, rest).value_or(say("{} is not a number", inQuotes(text))),
                    expected);
    if (const auto value = valueOf(number, {}))
        return *value;
    return fail(ErrorCode::Input, outOfRange(text), expected);
}

Result<long> parseCount(std::string_view text, long low, long high)
{
    const std::string expected = say("a whole number from {} to {}", low, high);
    const bool plus = text.starts_with('+') && text.size() > 1 && isDigit(text[1]);
    const char* end = text.data() + text.size();
    long value = 0;
    const auto [stop, error] = std::from_chars(text.data() + (plus ? 1 : 0), end, value);
    if (text.empty())
        return fail(ErrorCode::Input, "nothing is entered", expected);
    if (error == std::errc::invalid_argument || stop != end) {
        const Result<double> number =
            text.find_first_of("eE") == std::string_view::npos ? Result<double>(0.5) : parseNumber(text);
        if (!number || *number != std::floor(*number))
            return fail(ErrorCode::Input, say("{} is not a whole number", inQuotes(text)), expected);
        if (*number < static_cast<double>(low) || *number > static_cast<double>(high))
            return fail(ErrorCode::Input, say("{} is out of range", inQuotes(text)), expected);
        return fail(ErrorCode::Input, say("{} has an exponent", inQuotes(text)), expected);
    }
    if (error == std::errc::result_out_of_range || value < low || value > high)
        return fail(ErrorCode::Input, say("{} is out of range", inQuotes(text)), expected);
    return value;
}

namespace {

/// "30.000": thirty, or thirty thousand where a point stands between thousands.
bool isGroupOfThousands(std::string_view number)
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
    const std::string blanks = plainBlanks(original);
    const Text whole = trimmed(blanks);
    if (const std::optional<Duration> duration = dimension == Dimension::Time ? durationOf(whole) : std::nullopt;
        duration && !duration->isOnlyM)
        return duration->seconds;
    const std::string text = moneyBehind(whole);
    const std::string expected = exampleOf(dimension);

    const Scanned number = scanNumber(text);
    if (number.length == 0)
        return fail(ErrorCode::Input, whyNoNumber(whole), expected);
    const Text rest = trimmed(Text(text).substr(number.length));

    std::optional<Scale> scale;
    if (rest.empty()) {
        scale = Scale{};
    } else {
        std::vector<Meaning> meanings = meaningsOf(rest);
        const ModelSize size = modelSize(rest);
        if (size.scale)
            meanings.push_back({Dimension::Bytes, *size.scale});
        for (const Meaning& meaning : meanings)
            // A price field is per hour by itself, so "$3.20" is what "3.20" is there.
            if (meaning.dimension == dimension ||
                (dimension == Dimension::Price && meaning.dimension == Dimension::Money))
                scale = meaning.scale;
        if (!scale) {
            if (const auto slip = knownSlip(whole, number, rest))
                return fail(ErrorCode::Input, *slip, expected);
            if (!meanings.empty())
                return fail(
                    ErrorCode::Input,
                    say("{} is {}, not {}", inQuotes(whole), nounOf(meanings.front().dimension), nounOf(dimension)),
                    expected);
            if (size.meant && dimension == Dimension::Bytes)
                return fail(ErrorCode::Input, say("{} does not say how large each parameter is", inQuotes(whole)),
                            "a model size such as 7B params bf16 (fp32, tf32, fp16, bf16, fp8, int8 or int4) or 7B "
                            "params at 16 bytes each");
            return fail(ErrorCode::Input, say("{}: {} is not a unit known here", inQuotes(whole), inQuotes(rest)),
                        expected);
        }
    }
    const auto value = valueOf(number, *scale);
    if (!value)
        return fail(ErrorCode::Input, outOfRange(whole), expected);
    // "1.3B" is how models are counted; amounts as they are printed have a blank before the unit.
    if (dimension == Dimension::Bytes && Text(text).substr(number.length) == "B" && *value != std::floor(*value)) {
        const std::string digits(Text(text).substr(0, number.length));
        return fail(ErrorCode::Input, say("{} is a fraction of a byte", inQuotes(whole)),
                    say("{}GB, or {}B params bf16 for a model", digits, digits));
    }
    if (dimension == Dimension::Count && rest.empty() && isGroupOfThousands(Text(text).substr(0, number.length)))
        return fail(
            ErrorCode::Input,
            say("{} may be {} or {}", inQuotes(whole), fmt::format("{}", *value), fmt::format("{}", 1000 * *value)),
            expected);
    if (dimension == Dimension::Count && *value != std::floor(*value))
        return fail(ErrorCode::Input, say("{} is not a whole number", inQuotes(whole)), expected);
    return *value;
}

}  // namespace scalewright

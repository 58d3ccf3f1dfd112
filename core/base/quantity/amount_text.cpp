// SPDX-License-Identifier: GPL-3.0-or-later
// Formats amounts for people: chooses the prefix and the number of digits.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/exact_text.h"
#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

const char* nonFiniteText(double value)
{
    return std::isnan(value) ? "not a number" : "too large to compute";
}

struct UnitStep {
    double size;  // in base units
    const char* unit;
};

// Rounds to `digits` significant digits. Does not use std::stod, which expects the decimal point of the user's locale.
double roundToDigits(double magnitude, int digits)
{
    const std::string text = fmt::format("{:.{}e}", magnitude, digits - 1);
    double out = magnitude;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

// The decimal exponent after rounding to `digits` digits: 999.6 has exponent 3, not 2, at three digits.
int roundedExponent(double magnitude, int digits)
{
    const std::string text = fmt::format("{:.{}e}", magnitude, digits - 1);
    return std::stoi(text.substr(text.find('e') + 1));
}

// Digits of whole numbers are never rounded away: 12345.6 becomes "12346" at three digits.
std::string fixedText(double value, int digits)
{
    return fmt::format("{:.{}f}", value, std::max(0, digits - 1 - roundedExponent(std::abs(value), digits)));
}

std::string exponentText(double value, int digits)
{
    return fmt::format("{:.{}e}", value, digits - 1);
}

// Uses the largest unit with a value of at least `minimumBeforeUnit`, or else the smallest unit.
template <std::size_t N>
AmountText formatWithUnit(double value, const std::array<UnitStep, N>& steps, int digits, double minimumBeforeUnit)
{
    // Round first, so that 999.9996 ms becomes 1.00 s and not "1000 ms".
    const double magnitude = roundToDigits(std::abs(value), digits);
    std::size_t i = N - 1;
    // Tolerate rounding: 1e-7/1e-6 need not be exactly 0.1 in binary.
    while (i > 0 && magnitude / steps[i].size < minimumBeforeUnit * (1 - 1e-12))
        --i;
    const double scaled = value / steps[i].size;
    const double size = std::abs(scaled);
    if (size >= 1e6 || size < 1e-3)
        return {exponentText(scaled, digits), steps[i].unit};
    std::string number = fixedText(scaled, digits);
    // Below one, a second trailing zero adds nothing: 0.80 ms, but 0.160 s.
    if (number.find("0.") < 2 && digits > 2 && number.ends_with("00"))
        number.pop_back();
    return {number, steps[i].unit};
}

// Seconds up to 999 s, then minutes, hours and days; minutes and hours up to 100 of each.
AmountText timeAmountText(double value, int digits)
{
    constexpr std::array<UnitStep, 6> prefixes{
        {{1e-15, "fs"}, {1e-12, "ps"}, {1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1, "s"}}};
    const double magnitude = roundToDigits(std::abs(value), digits);
    if (magnitude < 1000)
        return formatWithUnit(value, prefixes, digits, 0.1);
    const UnitStep step = magnitude < 60 * 100     ? UnitStep{60, "min"}
                          : magnitude < 3600 * 100 ? UnitStep{3600, "h"}
                                                   : UnitStep{86400, "d"};
    const double scaled = value / step.size;
    return {std::abs(scaled) < 1e6 ? fixedText(scaled, digits) : exponentText(scaled, digits), step.unit};
}

AmountText moneyAmountText(double value, const char* unit, int digits)
{
    const double magnitude = std::abs(value);
    if (magnitude >= 1e15 || magnitude < 1e-9)
        return {exponentText(value, digits), unit};
    if (magnitude < 0.095)
        return {fixedText(value, digits), unit};
    return {fmt::format("{:.{}f}", value, magnitude < 999.995 ? 2 : 0), unit};
}

constexpr std::array<UnitStep, 9> decimalUnitSteps(const char* noPrefix, const char* k, const char* m, const char* g,
                                                   const char* t, const char* p, const char* e, const char* z,
                                                   const char* y)
{
    return {{{1, noPrefix}, {1e3, k}, {1e6, m}, {1e9, g}, {1e12, t}, {1e15, p}, {1e18, e}, {1e21, z}, {1e24, y}}};
}

}  // namespace

AmountText formatAmount(double value, Dimension dimension, int digits)
{
    if (!std::isfinite(value))
        return {nonFiniteText(value), ""};
    if (value == 0) {
        if (dimension == Dimension::Money)
            return {"0.00", "$"};
        if (dimension == Dimension::Price)
            return {"0.00", "$/h"};
        return {"0", dimension == Dimension::Count || dimension == Dimension::Ratio ? "" : baseUnit(dimension)};
    }
    switch (dimension) {
    case Dimension::Time: return timeAmountText(value, digits);
    case Dimension::Bytes:
        return formatWithUnit(value, decimalUnitSteps("B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"), digits, 1);
    case Dimension::Bandwidth:
        return formatWithUnit(
            value, decimalUnitSteps("B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s", "EB/s", "ZB/s", "YB/s"), digits, 1);
    case Dimension::Work:
        return formatWithUnit(
            value, decimalUnitSteps("FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP", "ZFLOP", "YFLOP"),
            digits, 1);
    case Dimension::ComputeRate:
        return formatWithUnit(value,
                              decimalUnitSteps("FLOP/s", "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s",
                                               "EFLOP/s", "ZFLOP/s", "YFLOP/s"),
                              digits, 1);
    case Dimension::TimePerByte:
        return formatWithUnit(value,
                              std::array<UnitStep, 7>{{{1e-18, "as/B"},
                                                       {1e-15, "fs/B"},
                                                       {1e-12, "ps/B"},
                                                       {1e-9, "ns/B"},
                                                       {1e-6, "µs/B"},
                                                       {1e-3, "ms/B"},
                                                       {1, "s/B"}}},
                              digits, 1);
    case Dimension::Power:
        return formatWithUnit(
            value, std::array<UnitStep, 5>{{{1e-3, "mW"}, {1, "W"}, {1e3, "kW"}, {1e6, "MW"}, {1e9, "GW"}}}, digits, 1);
    case Dimension::Energy:
        return formatWithUnit(
            value,
            std::array<UnitStep, 6>{{{1e-3, "mJ"}, {1, "J"}, {1e3, "kJ"}, {1e6, "MJ"}, {1e9, "GJ"}, {1e12, "TJ"}}},
            digits, 1);
    case Dimension::Price: return moneyAmountText(value, "$/h", digits);
    case Dimension::Money: return moneyAmountText(value, "$", digits);
    case Dimension::Rate: return {significantText(value, digits), "1/s"};
    case Dimension::Count:
    case Dimension::Ratio: return {significantText(value, digits), ""};
    }
    return {significantText(value, digits), ""};
}

AmountText formatLargeCount(double count, int digits)
{
    if (!(count >= 1e6 && count < 1e15))
        return formatAmount(count, Dimension::Count, digits);
    return count < 1e9 ? AmountText{significantText(count / 1e6, digits), "M"}
                       : AmountText{significantText(count / 1e9, digits), "B"};
}

std::string AmountText::joined() const
{
    if (unit.empty())
        return number;
    if (unit[0] != '$')
        return number + " " + unit;
    const bool negative = number.starts_with('-');
    return (negative ? "-$" : "$") + number.substr(negative ? 1 : 0) + unit.substr(1);
}

std::string timeText(double seconds)
{
    return formatAmount(seconds, Dimension::Time).joined();
}

std::string moneyText(double usd)
{
    return formatAmount(usd, Dimension::Money).joined();
}

std::string decimalText(double value, int decimals)
{
    if (!std::isfinite(value))
        return "(too large to compute)";
    if (std::abs(value) >= 1e12)
        return exponentText(value, 4);
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (text.starts_with('-') && text.find_first_of("123456789") == std::string::npos)
        text.erase(0, 1);
    return text;
}

std::string significantText(double value, int digits)
{
    if (!std::isfinite(value))
        return nonFiniteText(value);
    if (value == 0)
        return "0";
    const double magnitude = std::abs(value);
    if (magnitude >= 1e15 || magnitude < 1e-6)
        return exponentText(value, digits);
    if (value == std::floor(value))
        return fmt::format("{:.0f}", value);
    return fixedText(value, digits);
}

std::string exampleOf(Dimension dimension)
{
    switch (dimension) {
    case Dimension::Time: return "a time such as 10us, 0.8 ms or 1.5 s";
    case Dimension::Bytes: return "an amount of data such as 100 MB, 4GiB or 7B params bf16";
    case Dimension::Bandwidth: return "a bandwidth such as 25 GB/s, 100Gbit/s or 12 GiB/s";
    case Dimension::Work: return "an amount of work such as 6.3 TFLOP or 1e12";
    case Dimension::ComputeRate: return "a compute rate such as 312 TFLOP/s or 8.1 TFLOPS";
    case Dimension::TimePerByte: return "a time per byte such as 10 ps/B or 0.4 ns/B";
    case Dimension::Price: return "a price per hour such as $3.20/h or 3.20 USD/h";
    case Dimension::Money: return "an amount of money such as $3.20 or 250 USD";
    case Dimension::Power: return "a power such as 700 W or 1.2 kW";
    case Dimension::Energy: return "an energy such as 250 kJ or 1.2 kWh";
    case Dimension::Rate: return "a rate such as 200/s or 1.5 k/s";
    case Dimension::Count: return "a whole number such as 8 or 10k";
    case Dimension::Ratio: return "a plain number such as 0.5 or 50 %";
    }
    return "a number";
}

const char* baseUnit(Dimension dimension)
{
    switch (dimension) {
    case Dimension::Time: return "s";
    case Dimension::Bytes: return "B";
    case Dimension::Bandwidth: return "B/s";
    case Dimension::Work: return "FLOP";
    case Dimension::ComputeRate: return "FLOP/s";
    case Dimension::TimePerByte: return "s/B";
    case Dimension::Price: return "USD/h";
    case Dimension::Money: return "USD";
    case Dimension::Power: return "W";
    case Dimension::Energy: return "J";
    case Dimension::Rate: return "1/s";
    case Dimension::Count:
    case Dimension::Ratio: return "";
    }
    return "";
}

namespace {

constexpr int minimumPrintedDigits = 3, maximumPrintedDigits = 6;

bool isReadBackAs(const Result<double>& read, double value)
{
    constexpr double tolerance = 1e-6;
    return read && std::abs(*read - value) <= tolerance * std::abs(value);
}

}  // namespace

std::string exactAmount(double value, Dimension dimension)
{
    for (int digits = minimumPrintedDigits; digits < maximumPrintedDigits; ++digits)
        if (std::string text = formatAmount(value, dimension, digits).joined();
            isReadBackAs(parseAmount(text, dimension), value))
            return text;
    return formatAmount(value, dimension, maximumPrintedDigits).joined();
}

std::string exactNumber(double value)
{
    for (int digits = minimumPrintedDigits; digits < maximumPrintedDigits; ++digits)
        if (std::string text = significantText(value, digits); isReadBackAs(parseNumber(text), value))
            return text;
    return significantText(value, maximumPrintedDigits);
}

std::string exactPercent(double share)
{
    return exactNumber(100 * share) + " %";
}

}  // namespace scalewright

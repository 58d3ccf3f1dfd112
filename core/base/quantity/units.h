// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts as people write them: "10us", "4GiB", "25Gbit/s", "0.8 ms", "7B bf16", "$3.20".
//
// Numbers without a unit are in base units: seconds, bytes, bytes/s, FLOP, FLOP/s, USD. SI prefixes are decimal (k M G
// T P, m u µ n p); Ki Mi Gi Ti are binary and only for bytes and bytes/s. "B" is bytes, "b" or "bit" is bits. FLOP and
// FLOP/s may omit the unit after a prefix: "27M". Not accepted: nan, inf, hexadecimal, an exponent without digits,
// trailing text, an amount that overflows or underflows.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"

namespace scalewright {

/// The amount in base units. Always in the C locale: "0.5", never "0,5" (the error says so). Dimension::Bytes also
/// accepts a model size: "7B params bf16", "7e9 parameters, fp32" (8, 4, 2, 1 or half a byte each); a time may also be
/// written as "02:13:40" or "1h 12m" (core/base/quantity/duration.h). A price may omit "/h". A count is a whole number.
/// Signs are accepted: the caller checks ranges. Errors: ErrorCode::Input, with an example of a valid amount ("a time
/// such as 10us, 0.8 ms or 1.5 s").
[[nodiscard]] Result<double> parseAmount(std::string_view text, Dimension dimension);

/// Parses the whole text as a finite number in the C locale. Used by parseAmount, CSV and options.
[[nodiscard]] Result<double> parseNumber(std::string_view text);

/// A whole number in [low, high]; exponents ("1e3") are rejected.
[[nodiscard]] Result<long> parseCount(std::string_view text, long low, long high);

/// Text for people; number and unit are separate so that a view can style them differently: {"0.80", "ms"}.
struct AmountText {
    std::string number;
    std::string unit;
    [[nodiscard]] std::string joined() const;  ///< "0.80 ms"; "$3.20" for money, "$3.20/h" for a price
};

/// `digits` significant digits with the SI prefix that leaves 1 to 999 before the point ("25.0 GB/s"); zero is "0 s".
/// Times prefer the larger unit, with 0.1 to 99 before it ("0.80 ms", "40.0 ms", "0.160 s", "1.00 s"), and use minutes,
/// hours and days from 1000 s on. Digits of whole numbers are never rounded away. Money has cents, or `digits` digits
/// below ten cents. Precondition: finite; other values become a text such as "not a number".
[[nodiscard]] AmountText formatAmount(double value, Dimension dimension, int digits = 3);
/// formatAmount(…).joined(): an amount for use in a sentence.
[[nodiscard]] inline std::string amountText(double value, Dimension dimension, int digits = 3)
{
    return formatAmount(value, dimension, digits).joined();
}
/// A large count in the notation of model sizes: {"13", "B"}, {"335", "M"}; below a million the same as formatAmount.
[[nodiscard]] AmountText formatLargeCount(double count, int digits = 4);

/// formatAmount(seconds, Dimension::Time).joined(): a time for use in a sentence.
[[nodiscard]] std::string timeText(double seconds);
/// The same for an amount of money.
[[nodiscard]] std::string moneyText(double usd);

inline constexpr double secondsPerHour = 3600;

/// `decimals` decimals, or four significant digits from 1e12 on, to stay readable. Never "-0.00". "(too large to
/// compute)" if not finite.
[[nodiscard]] std::string decimalText(double value, int decimals);

/// A plain number with `digits` significant digits, without an exponent if possible ("7.49", "34", "0.0312"). Whole
/// numbers have no decimals, and none of their digits are rounded away.
[[nodiscard]] std::string significantText(double value, int digits = 3);

/// An example of a valid amount in that dimension: "a time such as 10us, 0.8 ms or 1.5 s".
[[nodiscard]] std::string exampleOf(Dimension dimension);

/// The base unit as printed in column headers and axis titles: "s", "B", "B/s", "FLOP/s", "USD/h".
[[nodiscard]] const char* baseUnit(Dimension dimension);

}  // namespace scalewright

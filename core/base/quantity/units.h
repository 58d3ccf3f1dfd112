// Amounts as people write them: "10us", "4GiB", "25Gbit/s", "0.8 ms", "7B bf16", "$3.20".
//
// Bare numbers are in base units: seconds, bytes, bytes/s, FLOP, FLOP/s, USD. SI prefixes are decimal (k M G T P,
// m u µ n p); Ki Mi Gi Ti are binary and only for bytes and bytes/s. "B" is bytes, "b" or "bit" is bits.
// FLOP and FLOP/s may leave out their unit behind a prefix: "27M".
// Not accepted: nan, inf, hexadecimal, an exponent without digits, trailing text, an amount that over- or underflows.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"

namespace scalewright {

/// The amount in base units. The C locale always: "0.5", never "0,5" (the error says so).
/// For Dimension::Bytes a model size is understood too: "7B params bf16", "7e9 parameters, fp32" (8, 4, 2, 1 or half a
/// byte each); for a time "02:13:40", "1h 12m" too (core/base/quantity/duration.h). A price may leave out its "/h". A count
/// is a whole number. Signs are accepted: ranges are for the caller. Errors: ErrorCode::Input, with what would be right
/// ("a time such as 10us, 0.8 ms or 1.5 s").
[[nodiscard]] Result<double> parseAmount(std::string_view text, Dimension dimension);

/// A finite number in the C locale, the whole text, nothing else. Used by parseAmount, CSV and options.
[[nodiscard]] Result<double> parseNumber(std::string_view text);

/// A whole number in [low, high]; "1e3" is not one.
[[nodiscard]] Result<long> parseCount(std::string_view text, long low, long high);

/// Text for people, number and unit apart so that a view can set them in different weights: {"0.80", "ms"}.
struct AmountText {
    std::string number;
    std::string unit;
    [[nodiscard]] std::string joined() const;  ///< "0.80 ms"; "$3.20" for money, "$3.20/h" for a price
};

/// `digits` significant digits with the SI prefix that leaves 1 to 999 before the point ("25.0 GB/s"); zero is "0 s".
/// Times stay nearer to the second, with 0.1 to 99 before the unit ("0.80 ms", "40.0 ms", "0.160 s", "1.00 s"), and
/// go on in minutes, hours and days from 1000 s. Digits of whole numbers are never rounded away. Money has cents, or
/// `digits` digits below ten cents. Precondition: finite; anything else is "not a number", in words.
[[nodiscard]] AmountText formatAmount(double value, Dimension dimension, int digits = 3);
/// A large count as models are counted: {"13", "B"}, {"335", "M"}; below a million as formatAmount has it.
[[nodiscard]] AmountText countAmount(double count, int digits = 4);

/// formatAmount(seconds, Dimension::Time).joined(): a time within a sentence.
[[nodiscard]] std::string timeText(double seconds);
/// The same of an amount of money.
[[nodiscard]] std::string moneyText(double usd);

inline constexpr double secondsPerHour = 3600;

/// With so many decimals where that can be read: from 1e12 on four significant digits instead of a wall of them, and
/// never
/// "-0.00". "(too large to compute)" for what is not finite.
[[nodiscard]] std::string decimalText(double value, int decimals);

/// A plain number with `digits` significant digits and no exponent where avoidable ("7.49", "34", "0.0312"). Whole
/// numbers have no decimals, and their digits are never rounded away.
[[nodiscard]] std::string significant(double value, int digits = 3);

/// "a time such as 10us, 0.8 ms or 1.5 s": what an amount of that dimension looks like.
[[nodiscard]] std::string exampleOf(Dimension dimension);

/// The base unit as printed in column headers and axis titles: "s", "B", "B/s", "FLOP/s", "USD/h".
[[nodiscard]] const char* baseUnit(Dimension dimension);

}  // namespace scalewright

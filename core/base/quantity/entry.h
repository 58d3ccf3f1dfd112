// What a person types into a field, where it can be said back at once: more than parseAmount takes, and never in
// silence.
//
//     parseEntry("0,42 s a step", Dimension::Time)->value;    // 0.42
//     parseEntry("2,50 €", Dimension::Price)->note;           // "€ is kept as it is: no exchange rate is applied"
//     understood("25 Gbps", 3.125e9, Dimension::Bandwidth);   // "25 Gbps = 3.125 GB/s"
#pragma once

#include <string>
#include <string_view>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"

namespace scalewright {

struct Entry {
    double value = 0;  ///< base units
    std::string note;      ///< what was taken for granted; empty where nothing was
};

/// What parseAmount takes, and besides: a decimal comma where it can be nothing else ("0,42", "2,5", "1.234,56"),
/// thousands apart where they can be nothing else ("10 000", "1,234,567"), other currencies, whose number is kept,
/// "2.50/h" and "$2.50 an hour", "16 gb" and "100 gbit/s" in small letters, "10 GbE", products ("6*340M*32*512"), a
/// share as a fraction ("2/3"), counts with their noun ("64 images", "25.6M params"), and what an amount is of
/// ("0.42 s a step").
/// Errors (Input), with what would be right: those of parseAmount; "1,000", which is one thousand or one, with both
/// ways to say it; what no quantity of that dimension can be ("1e40" for a price), with the most it can be. A file that
/// says so is still read.
[[nodiscard]] Result<Entry> parseEntry(std::string_view text, Dimension dimension);

/// An amount that somebody typed: parseAmount's, however large, and what parseEntry takes besides. Errors (Input): where a
/// comma stands in it, parseEntry's; else parseAmount's.
[[nodiscard]] Result<double> typedAmount(std::string_view text, Dimension dimension);

/// How it was understood: "25 Gbps = 3.125 GB/s", with up to six digits, "≈" where they are not all. Empty where the
/// text is that amount already ("0.42 s").
[[nodiscard]] std::string understood(std::string_view text, double value, Dimension dimension);

/// What was written for a quantity, where that still means its value; else empty.
[[nodiscard]] std::string_view writtenFor(const Quantity& quantity, Dimension dimension);

}  // namespace scalewright

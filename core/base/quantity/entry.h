// SPDX-License-Identifier: GPL-3.0-or-later
// Parses what a user types into a field that can show the interpretation immediately: accepts more than parseAmount,
// and reports every assumption.
//
//     parseEntry("0,42 s a step", Dimension::Time)->value;            // 0.42
//     parseEntry("2,50 €", Dimension::Price)->note;                   // "€ is shown as $: no exchange rate is applied"
//     interpretationText("25 Gbps", 3.125e9, Dimension::Bandwidth);   // "25 Gbps = 3.125 GB/s"
#pragma once

#include <string>
#include <string_view>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"

namespace scalewright {

struct ParsedEntry {
    double value = 0;  ///< base units
    std::string note;  ///< what was assumed; empty if nothing was
};

/// Accepts what parseAmount accepts, and also: an unambiguous decimal comma ("0,42", "2,5", "1.234,56"), unambiguous
/// thousands separators ("10 000", "1,234,567"), other currencies (the number is not converted), "2.50/h" and "$2.50 an
/// hour", "16 gb" and "100 gbit/s" in lower case, "10 GbE", arithmetic ("6*340M*32*512", "2/3", "(3+1) * 2 GB"; core/base/quantity/arithmetic.h),
/// counts with their noun ("64 images", "25.6M params"), and what an amount refers to ("0.42 s a step"). Errors
/// (Input), with the expected input: those of parseAmount; "1,000", which could mean one thousand or one, with both
/// ways to write it; impossible values ("1e40" for a price), with the maximum. Such values are still accepted from
/// files.
[[nodiscard]] Result<ParsedEntry> parseEntry(std::string_view text, Dimension dimension);

/// Parses a typed amount: anything that parseAmount accepts, however large, and otherwise anything that parseEntry
/// accepts. Errors (Input): those of parseEntry if the text contains a comma or an operator; otherwise those of parseAmount.
[[nodiscard]] Result<double> parseTypedAmount(std::string_view text, Dimension dimension);

/// Parses an amount in a project file: what parseAmount accepts, and arithmetic with such amounts ("3*112 GB/4") that
/// needs no assumption. Errors (Input): those of parseAmount and evaluateArithmetic.
[[nodiscard]] Result<double> parseFileAmount(std::string_view text, Dimension dimension);

/// How the text was interpreted: "25 Gbps = 3.125 GB/s", with up to six digits; "≈" if more are needed. Empty if the
/// text already shows that amount ("0.42 s").
[[nodiscard]] std::string interpretationText(std::string_view text, double value, Dimension dimension);

/// The text typed for a quantity if it still matches the value; otherwise empty.
[[nodiscard]] std::string_view typedTextFor(const Quantity& quantity, Dimension dimension);

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic in a typed amount: "3*112/4", "(3+1) * 2 GB", "112 GB / 4", "300 GB / 25 GB/s".
//
//     isArithmetic("25 Gbit/s")      // false: the slash belongs to the unit
//     evaluateArithmetic("(3+1) * 2 GB", Dimension::Bytes, parseEntry)->value;   // 8e9
#pragma once

#include <string_view>

#include "core/base/error/result.h"
#include "core/base/quantity/entry.h"

namespace scalewright {

/// Whether the text contains an operator outside of a number or a unit: + - * × / ÷ or a parenthesis. A plus, minus or
/// slash is an operator only in front of a number, a currency sign or a parenthesis.
[[nodiscard]] bool isArithmetic(std::string_view text);

/// Parses one number with its unit.
using OperandParser = Result<ParsedEntry> (*)(std::string_view text, Dimension dimension);

/// The value of the text in base units of `dimension`. Units are computed along: a bandwidth times a time is an amount
/// of data. If no operand has a unit, the result is in base units. In "7B*16", B is billion. Errors (Input): a missing
/// number, an unbalanced parenthesis, a division by zero, a sum of different units, a result in another dimension, an
/// overflow, more than 64 operators, and those of `parseOperand`. Precondition: isArithmetic(text).
[[nodiscard]] Result<ParsedEntry> evaluateArithmetic(std::string_view text, Dimension dimension,
                                                     OperandParser parseOperand);

}  // namespace scalewright

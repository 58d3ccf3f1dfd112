// SPDX-License-Identifier: GPL-3.0-or-later
// Detects the decimal mark in a file that a program wrote in an unknown locale. All numbers in the file decide
// together, because a single one may be ambiguous ("117.344").
//
//     NumberMarks marks;
//     marks.addNumber("27.595.520");
//     marks.readNumber("117.344");   // 117344
#pragma once

#include <optional>
#include <string_view>

namespace scalewright {

class NumberMarks {
public:
    /// Adds a number from the file. `isInteger`: it is a count, so any mark in it separates thousands.
    void addNumber(std::string_view number, bool isInteger = false);

    /// Reads a number as printed; nullopt if it is negative or not a number. If the file does not determine its decimal
    /// mark, a single mark followed by three digits separates thousands if `isInteger` or if it is a comma; otherwise
    /// it is decimal.
    [[nodiscard]] std::optional<double> readNumber(std::string_view number, bool isInteger = false) const;

    /// '.' or ','; nullopt if no number determines it or if two numbers contradict each other.
    [[nodiscard]] std::optional<char> decimalMark() const;

private:
    bool m_isPointDecimal = false, m_isCommaDecimal = false;
};

}  // namespace scalewright

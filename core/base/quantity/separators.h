// SPDX-License-Identifier: GPL-3.0-or-later
// Decimal commas and thousands separators, as used in different countries.
//
//     splitAtNumber("1.234,56 s").text();       // "1234.56 s"
//     splitAtNumber("1,850").ambiguousReadings; // 1850 or 1.85: the text is ambiguous
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scalewright {

enum class CommaMeaning : std::uint8_t {
    Absent,
    Decimal,    ///< "228,3", "1.072,4", "1.234.567"
    Thousands,  ///< "1,200.5", "1,234,567"
    Ambiguous,     ///< "1,850"
    Invalid,    ///< "1,80,5"
};

/// The first number of a text, with the text before and after it.
struct NumberInText {
    /// The number with a decimal point and without thousands separators; unchanged if ambiguous
    std::string textBefore, number, textAfter;
    CommaMeaning comma = CommaMeaning::Absent;
    struct Readings {
        std::string asThousands, asDecimal;  ///< "1850", "1.85"
    };
    std::optional<Readings> ambiguousReadings{};

    [[nodiscard]] std::string text() const { return textBefore + number + textAfter; }
};

/// "1 000", "1_000", "1'000" become "1000": whole numbers with digits in groups of three; nullopt for any other text.
[[nodiscard]] std::optional<std::string> withoutUnambiguousSeparators(std::string_view text);

/// "1.000", "1.234.567" become "1000", "1234567"; nullopt for any other text.
[[nodiscard]] std::optional<std::string> withoutPointGroups(std::string_view text);

/// Removes blanks between groups of three digits. Precondition: all blanks are plain spaces.
[[nodiscard]] NumberInText splitAtNumber(std::string_view text);

}  // namespace scalewright

// Decimal commas and thousands in a number, as people of different countries write them.
//
//     separated("1.234,56 s").text();   // "1234.56 s"
//     separated("1,850").either;        // 1850 or 1.85: the text does not say
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scalewright {

enum class CommaIs : std::uint8_t {
    Absent,
    Decimal,    ///< "228,3", "1.072,4", "1.234.567"
    Thousands,  ///< "1,200.5", "1,234,567"
    Either,     ///< "1,850"
    Neither,    ///< "1,80,5"
};

/// The first number of a text, with what stands before and behind it.
struct Separated {
    /// The number with a decimal point and nothing between thousands; as it is where that cannot be told
    std::string before, number, after;
    CommaIs comma = CommaIs::Absent;
    struct Both {
        std::string thousands, fraction;  ///< "1850", "1.85"
    };
    std::optional<Both> either{};

    [[nodiscard]] std::string text() const { return before + number + after; }
};

/// "1 000", "1_000", "1'000" as "1000": a whole number whose digits stand in groups of three; nullopt for any other text.
[[nodiscard]] std::optional<std::string> withoutDigitGroups(std::string_view text);

/// "1.000", "1.234.567" as "1000", "1234567"; nullopt for any other text.
[[nodiscard]] std::optional<std::string> withoutPointGroups(std::string_view text);

/// Blanks between groups of three digits are left out. Precondition: blanks are plain ones.
[[nodiscard]] Separated separated(std::string_view text);

}  // namespace scalewright

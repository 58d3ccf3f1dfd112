// SPDX-License-Identifier: GPL-3.0-or-later
// Parses one event of a trace from its text: the members that a span needs. Everything else is skipped by following
// brackets and quotes.
//
// Programs write all events in the same form: the bytes between two values are those of the previous event. An
// EventReader remembers such gaps and their order, and compares instead of parsing; anything that does not match is
// read byte by byte.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace scalewright::scanning {

/// A string from the file without its quotes, or a number as written.
struct Token {
    const char* data = "";
    std::uint32_t size = 0;
    bool escaped = false;
    [[nodiscard]] std::string_view view() const { return {data, size}; }
};

struct Event {
    char phase = 0;
    bool hasInvalidTime = false;
    bool hasDuration = false;
    bool hasStart = false;
    std::int64_t startNs = 0, durationNs = 0;
    Token name, category, process, thread;
    const char* arguments = nullptr;
    const char* argumentsEnd = nullptr;
    std::size_t controlCharacters = 0;
};

enum class ReadStatus { Ok, Damaged, Incomplete };

[[nodiscard]] std::string unescapedText(const Token& token);

/// Skips any value and moves `p` past it. A string or a number is also stored in the token. Precondition: scanPadding
/// readable bytes after `end`.
[[nodiscard]] ReadStatus skipValue(const char*& p, const char* end, std::size_t& controls, Token& token);

class EventReader {
public:
    /// Reads the event whose opening brace is at `p`, and moves `p` past the closing one. Precondition: as above.
    [[nodiscard]] ReadStatus read(const char*& p, const char* end, Event& event);

private:
    enum Field : std::uint8_t { Other, Phase, Start, Duration, Process, Thread, Name, Category, Arguments, End };
    /// The bytes between two values, including the next key, or those after the last value.
    struct Gap {
        alignas(16) std::array<char, 32> text{};
        std::uint32_t byteMask = 0;  ///< one bit per byte
        std::uint8_t size = 0;
        Field nextField = Other;
        std::array<std::uint8_t, 2> followers{};  ///< gaps that have followed this one, the latest first; 0: none yet
    };

    [[nodiscard]] static bool matches(const Gap& gap, const char* p);
    [[nodiscard]] Gap* findFollower(Gap& gap, const char* p);
    [[nodiscard]] Gap* rememberGap(Gap& before, const char* from, const char* to, Field field);

    std::array<Gap, 64> m_gaps{};  ///< the first is an event's opening brace
    std::uint8_t m_gapCount = 1;
};

/// True if the event has a phase, and a time or metadata.
[[nodiscard]] bool isEvent(const Event& event);

/// The next object at or after `p` that is an event and is followed by valid syntax, or nullptr.
[[nodiscard]] const char* findNextEvent(const char* p, const char* end);

}  // namespace scalewright::scanning

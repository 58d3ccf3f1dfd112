// One event of a trace from its text: the members that a span needs; the rest is skipped by its brackets and quotes.
//
// Programs write all events alike: between two values stand the same bytes as in the event before. An EventReader
// remembers such stretches and which followed which, and compares instead of reading; what does not compare is read
// byte by byte.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace scalewright::scanning {

/// A text of the file without its quotes, or a number as it is written.
struct Token {
    const char* at = "";
    std::uint32_t size = 0;
    bool escaped = false;
    [[nodiscard]] std::string_view view() const { return {at, size}; }
};

struct Event {
    char phase = 0;
    bool badTime = false;
    bool hasDuration = false;
    bool hasStart = false;
    std::int64_t startNs = 0, durationNs = 0;
    Token name, category, process, thread;
    const char* arguments = nullptr;
    const char* argumentsEnd = nullptr;
    std::size_t controls = 0;
};

enum class Read { Ok, Damaged, Short };

[[nodiscard]] std::string unescaped(const Token& token);

/// Any value; `p` goes behind it. A text or a number is also the token. Precondition: scanPadding readable bytes behind
/// `end`.
[[nodiscard]] Read skipValue(const char*& p, const char* end, std::size_t& controls, Token& token);

class EventReader {
public:
    /// The event at `p`, which stands on its brace and goes behind the closing one. Precondition: as above.
    [[nodiscard]] Read read(const char*& p, const char* end, Event& event);

private:
    enum What : std::uint8_t { Other, Phase, Start, Duration, Process, Thread, Name, Category, Arguments, End };
    /// What stands between two values, the next one's key in it, or behind the last.
    struct Gap {
        alignas(16) std::array<char, 32> text{};
        std::uint32_t bits = 0;  ///< one for each byte of it
        std::uint8_t size = 0;
        What what = Other;
        std::array<std::uint8_t, 2> next{};  ///< what followed it, the latest first; 0: nothing yet
    };

    [[nodiscard]] static bool fits(const Gap& gap, const char* p);
    [[nodiscard]] Gap* follower(Gap& gap, const char* p);
    [[nodiscard]] Gap* remember(Gap& before, const char* from, const char* to, What what);

    std::array<Gap, 64> m_gaps{};  ///< the first is an event's opening brace
    std::uint8_t m_count = 1;
};

/// Whether it is one: with a phase, and a time or metadata.
[[nodiscard]] bool isEvent(const Event& event);

/// The next object at or after `p` that is an event with something sensible behind it; nullptr where there is none.
[[nodiscard]] const char* nextEvent(const char* p, const char* end);

}  // namespace scalewright::scanning

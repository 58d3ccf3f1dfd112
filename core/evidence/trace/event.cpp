// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/event.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/json/json.h"
#include "core/evidence/trace/bytes.h"

namespace scalewright::scanning {

using namespace bytes;

namespace {

/// Parses a time given as a number or as a string that contains a number; false if it is neither.
bool parseTime(const Token& token, std::int64_t& ns)
{
    if (token.size == 0)  // lists and objects leave the token empty
        return false;
    const char* p = token.data;
    const std::optional<std::int64_t> value = parseNanoseconds(p, token.data + token.size);
    if (!value || p != token.data + token.size)
        return false;
    ns = *value;
    return true;
}

constexpr std::uint64_t packKey(std::string_view name)
{
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < name.size(); ++i)
        word |= std::uint64_t(static_cast<unsigned char>(name[i])) << (8 * i);
    return word | std::uint64_t('"') << (8 * name.size());
}
template <std::size_t N>
constexpr std::uint64_t keyMask = (std::uint64_t(1) << (8 * (N + 1))) - 1;

}  // namespace

inline bool EventReader::matches(const Gap& gap, const char* p)
{
#ifdef __SSE2__
    const auto differs = [&](std::size_t at) {
        const __m128i actual = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + at));
        const __m128i expected = _mm_load_si128(reinterpret_cast<const __m128i*>(gap.text.data() + at));
        return ~static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(actual, expected))) & 0xffffu;
    };
    if ((differs(0) & gap.byteMask) != 0)
        return false;
    return gap.size <= 16 || (differs(16) & gap.byteMask >> 16) == 0;
#else
    return std::memcmp(gap.text.data(), p, gap.size) == 0;
#endif
}

std::string unescapedText(const Token& token)
{
    if (!token.escaped)
        return std::string(token.view());
    const Result<Json> text = parseJson('"' + std::string(token.view()) + '"');
    return text && text->asString() != nullptr ? *text->asString() : std::string(token.view());
}

namespace {

inline ReadStatus readValue(const char*& p, const char* end, std::size_t& controls, Token& token)
{
    token = {};
    if (*p == '"') {
        const char* const close = findStringEnd(p + 1, end, token.escaped, controls);
        if (close == nullptr)
            return ReadStatus::Incomplete;
        if (close - p > maximumEventBytes)
            return ReadStatus::Damaged;
        token.data = p + 1;
        token.size = static_cast<std::uint32_t>(close - p - 1);
        p = close + 1;
        return ReadStatus::Ok;
    }
    if (*p == '{' || *p == '[') {
        bool tooLarge = false;
        const char* const bracketEnd = findBracketEnd(p, end, controls, tooLarge);
        if (bracketEnd == nullptr)
            return tooLarge ? ReadStatus::Damaged : ReadStatus::Incomplete;
        p = bracketEnd;
        return ReadStatus::Ok;
    }
    const char* const start = p;
    p = findTokenEnd(p, end);
    if (p >= end)
        return ReadStatus::Incomplete;
    if (p == start || *p == '"' || *p == '{' || *p == ':')
        return ReadStatus::Damaged;
    token.data = start;
    token.size = static_cast<std::uint32_t>(p - start);
    return ReadStatus::Ok;
}

}  // namespace

ReadStatus skipValue(const char*& p, const char* end, std::size_t& controls, Token& token)
{
    return readValue(p, end, controls, token);
}

/// The known gap that followed this one before and matches the text at `p`; nullptr if none exists.
inline EventReader::Gap* EventReader::findFollower(Gap& gap, const char* p)
{
    if (gap.followers[0] == 0)
        return nullptr;
    if (matches(m_gaps[gap.followers[0]], p))
        return &m_gaps[gap.followers[0]];
    if (gap.followers[1] == 0 || !matches(m_gaps[gap.followers[1]], p))
        return nullptr;
    std::swap(gap.followers[0], gap.followers[1]);
    return &m_gaps[gap.followers[0]];
}

/// Remembers these bytes as a gap that follows `before`; nullptr if it is too long or there are too many.
EventReader::Gap* EventReader::rememberGap(Gap& before, const char* from, const char* to, Field field)
{
    const auto size = static_cast<std::size_t>(to - from);
    if (size > before.text.size())
        return nullptr;
    std::size_t at = 1;
    while (at < m_gapCount && (m_gaps[at].size != size || std::memcmp(m_gaps[at].text.data(), from, size) != 0))
        ++at;
    if (at == m_gaps.size())
        return nullptr;
    Gap& gap = m_gaps[at];
    if (at == m_gapCount) {
        ++m_gapCount;
        std::memcpy(gap.text.data(), from, size);
        gap.size = static_cast<std::uint8_t>(size);
        gap.byteMask = static_cast<std::uint32_t>((std::uint64_t(1) << size) - 1);
        gap.nextField = field;
    }
    before.followers = {static_cast<std::uint8_t>(at), before.followers[0]};
    return &gap;
}

ReadStatus EventReader::read(const char*& p, const char* end, Event& event)
{
    const char* const start = p;
    event.phase = 0;
    event.hasInvalidTime = event.hasDuration = event.hasStart = false;
    for (Token* token : {&event.name, &event.category, &event.process, &event.thread})
        *token = {};
    event.arguments = event.argumentsEnd = nullptr;
    event.controlCharacters = 0;
    ++p;
    Gap unknownGap;  // used when a gap cannot be remembered
    Gap* before = m_gaps.data();
    for (bool first = true;; first = false) {
        Field field = Other;
        if (Gap* const knownGap = findFollower(*before, p)) {
            p += knownGap->size;
            field = knownGap->nextField;
            before = knownGap;
            if (field == End) {
                if (p > end)
                    return ReadStatus::Incomplete;
                break;
            }
            p = skipSpace(p, end);  // some files align values in columns
            if (p >= end)
                return ReadStatus::Incomplete;
        } else {
            const char* const from = p;
            const std::size_t controls = event.controlCharacters;
            p = skipSpace(p, end);
            if (p >= end)
                return ReadStatus::Incomplete;
            if (*p != '}' && !first) {
                if (*p != ',')
                    return ReadStatus::Damaged;
                p = skipSpace(p + 1, end);
                if (p >= end)
                    return ReadStatus::Incomplete;
            }
            if (*p == '}') {  // also after a comma
                ++p;
                (void)rememberGap(*before, from, p, End);
                break;
            }
            if (*p != '"')
                return ReadStatus::Damaged;
            std::uint64_t word;
            std::memcpy(&word, p + 1, 8);
            const char* keyEnd = nullptr;
            if ((word & keyMask<2>) == packKey("ph"))
                field = Phase, keyEnd = p + 4;
            else if ((word & keyMask<2>) == packKey("ts"))
                field = Start, keyEnd = p + 4;
            else if ((word & keyMask<3>) == packKey("dur"))
                field = Duration, keyEnd = p + 5;
            else if ((word & keyMask<3>) == packKey("pid"))
                field = Process, keyEnd = p + 5;
            else if ((word & keyMask<3>) == packKey("tid"))
                field = Thread, keyEnd = p + 5;
            else if ((word & keyMask<3>) == packKey("cat"))
                field = Category, keyEnd = p + 5;
            else if ((word & keyMask<4>) == packKey("name"))
                field = Name, keyEnd = p + 6;
            else if ((word & keyMask<4>) == packKey("args"))
                field = Arguments, keyEnd = p + 6;
            else {
                bool escaped = false;
                const char* const close = findStringEnd(p + 1, end, escaped, event.controlCharacters);
                if (close == nullptr)
                    return end - p > maximumEventBytes ? ReadStatus::Damaged : ReadStatus::Incomplete;
                keyEnd = close + 1;
            }
            keyEnd = skipSpace(keyEnd, end);
            if (keyEnd >= end)
                return ReadStatus::Incomplete;
            if (*keyEnd != ':')
                return ReadStatus::Damaged;
            p = skipSpace(keyEnd + 1, end);
            if (p >= end)
                return ReadStatus::Incomplete;
            Gap* const gap = event.controlCharacters == controls ? rememberGap(*before, from, p, field) : nullptr;
            unknownGap.followers = {};
            before = gap != nullptr ? gap : &unknownGap;
        }
        const char* const from = p;
        if (field == Start || field == Duration) {
            std::int64_t& ns = field == Start ? event.startNs : event.durationNs;
            const char* q = from;
            if (const char c = *q; c == '-' || (c >= '0' && c <= '9')) {
                const std::optional<std::int64_t> number = parseNanoseconds(q, end);
                if (q >= end)
                    return ReadStatus::Incomplete;
                if (number && (*q == ',' || *q == '}' || static_cast<unsigned char>(*q) <= ' ')) {
                    ns = *number;
                    (field == Start ? event.hasStart : event.hasDuration) = true;
                    p = q;
                    continue;
                }
            }
            Token token;
            const ReadStatus read = readValue(p, end, event.controlCharacters, token);
            if (read != ReadStatus::Ok)
                return read;
            if (parseTime(token, ns))
                (field == Start ? event.hasStart : event.hasDuration) = true;
            else
                event.hasInvalidTime = true;
            continue;
        }
        Token token;
        const ReadStatus read = readValue(p, end, event.controlCharacters, token);
        if (read != ReadStatus::Ok)
            return read;
        switch (field) {
        case Phase: event.phase = token.size > 0 ? *token.data : '\0'; break;
        case Process: event.process = token; break;
        case Thread: event.thread = token; break;
        case Name: event.name = token; break;
        case Category: event.category = token; break;
        case Arguments:
            event.arguments = from;
            event.argumentsEnd = p;
            break;
        default: break;
        }
    }
    // A missing quote turns strings into structure and structure into strings, so the event appears to contain its
    // neighbours.
    return event.controlCharacters > 0 && p - start > 65536 ? ReadStatus::Damaged : ReadStatus::Ok;
}

bool isEvent(const Event& event)
{
    return event.phase != 0 && (event.hasStart || event.phase == 'M');
}

const char* findNextEvent(const char* p, const char* end)
{
    EventReader reader;
    Event event;
    for (; p < end; ++p) {
        p = static_cast<const char*>(std::memchr(p, '{', static_cast<std::size_t>(end - p)));
        if (p == nullptr)
            return nullptr;
        const char* const quote = skipSpace(p + 1, end);
        if (quote >= end || *quote != '"')
            continue;
        const char* eventEnd = p;
        // A very long candidate is an outer object or is missing a quote.
        const char* const limit = std::min(end, p + (1 << 20));
        if (reader.read(eventEnd, limit, event) != ReadStatus::Ok || !isEvent(event))
            continue;
        eventEnd = skipSpace(eventEnd, end);
        if (eventEnd >= end || *eventEnd == ',' || *eventEnd == ']')
            return p;
    }
    return nullptr;
}

}  // namespace scalewright::scanning

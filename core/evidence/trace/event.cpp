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

/// A time as a number or a text that is one. False: it is neither.
bool readTime(const Token& token, std::int64_t& ns)
{
    if (token.size == 0)  // of a list or an object nothing lies in the file
        return false;
    const char* p = token.at;
    const std::optional<std::int64_t> value = nanoseconds(p, token.at + token.size);
    if (!value || p != token.at + token.size)
        return false;
    ns = *value;
    return true;
}

constexpr std::uint64_t key(std::string_view name)
{
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < name.size(); ++i)
        word |= std::uint64_t(static_cast<unsigned char>(name[i])) << (8 * i);
    return word | std::uint64_t('"') << (8 * name.size());
}
template <std::size_t N>
constexpr std::uint64_t keyMask = (std::uint64_t(1) << (8 * (N + 1))) - 1;

}  // namespace

inline bool EventReader::fits(const Gap& gap, const char* p)
{
#ifdef __SSE2__
    const auto differs = [&](std::size_t at) {
        const __m128i theirs = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + at));
        const __m128i ours = _mm_load_si128(reinterpret_cast<const __m128i*>(gap.text.data() + at));
        return ~static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(theirs, ours))) & 0xffffu;
    };
    if ((differs(0) & gap.bits) != 0)
        return false;
    return gap.size <= 16 || (differs(16) & gap.bits >> 16) == 0;
#else
    return std::memcmp(gap.text.data(), p, gap.size) == 0;
#endif
}

std::string unescaped(const Token& token)
{
    if (!token.escaped)
        return std::string(token.view());
    const Result<Json> text = parseJson('"' + std::string(token.view()) + '"');
    return text && text->asString() != nullptr ? *text->asString() : std::string(token.view());
}

namespace {

inline Read value(const char*& p, const char* end, std::size_t& controls, Token& token)
{
    token = {};
    if (*p == '"') {
        const char* const close = textEnd(p + 1, end, token.escaped, controls);
        if (close == nullptr)
            return Read::Short;
        if (close - p > largestEvent)
            return Read::Damaged;
        token.at = p + 1;
        token.size = static_cast<std::uint32_t>(close - p - 1);
        p = close + 1;
        return Read::Ok;
    }
    if (*p == '{' || *p == '[') {
        bool tooLarge = false;
        const char* const behind = bracketEnd(p, end, controls, tooLarge);
        if (behind == nullptr)
            return tooLarge ? Read::Damaged : Read::Short;
        p = behind;
        return Read::Ok;
    }
    const char* const start = p;
    p = plainEnd(p, end);
    if (p >= end)
        return Read::Short;
    if (p == start || *p == '"' || *p == '{' || *p == ':')
        return Read::Damaged;
    token.at = start;
    token.size = static_cast<std::uint32_t>(p - start);
    return Read::Ok;
}

}  // namespace

Read skipValue(const char*& p, const char* end, std::size_t& controls, Token& token)
{
    return value(p, end, controls, token);
}

/// The gap that followed this one before and does so now; nullptr where none does.
inline EventReader::Gap* EventReader::follower(Gap& gap, const char* p)
{
    if (gap.next[0] == 0)
        return nullptr;
    if (fits(m_gaps[gap.next[0]], p))
        return &m_gaps[gap.next[0]];
    if (gap.next[1] == 0 || !fits(m_gaps[gap.next[1]], p))
        return nullptr;
    std::swap(gap.next[0], gap.next[1]);
    return &m_gaps[gap.next[0]];
}

/// The gap of these bytes as what follows `before`; nullptr where it is too long or there are too many.
EventReader::Gap* EventReader::remember(Gap& before, const char* from, const char* to, What what)
{
    const auto size = static_cast<std::size_t>(to - from);
    if (size > before.text.size())
        return nullptr;
    std::size_t at = 1;
    while (at < m_count && (m_gaps[at].size != size || std::memcmp(m_gaps[at].text.data(), from, size) != 0))
        ++at;
    if (at == m_gaps.size())
        return nullptr;
    Gap& gap = m_gaps[at];
    if (at == m_count) {
        ++m_count;
        std::memcpy(gap.text.data(), from, size);
        gap.size = static_cast<std::uint8_t>(size);
        gap.bits = static_cast<std::uint32_t>((std::uint64_t(1) << size) - 1);
        gap.what = what;
    }
    before.next = {static_cast<std::uint8_t>(at), before.next[0]};
    return &gap;
}

Read EventReader::read(const char*& p, const char* end, Event& event)
{
    const char* const start = p;
    event.phase = 0;
    event.badTime = event.hasDuration = event.hasStart = false;
    for (Token* token : {&event.name, &event.category, &event.process, &event.thread})
        *token = {};
    event.arguments = event.argumentsEnd = nullptr;
    event.controls = 0;
    ++p;
    Gap unknown;  // where nothing is remembered
    Gap* before = m_gaps.data();
    for (bool first = true;; first = false) {
        What what = Other;
        if (Gap* const known = follower(*before, p)) {
            p += known->size;
            what = known->what;
            before = known;
            if (what == End) {
                if (p > end)
                    return Read::Short;
                break;
            }
            p = afterSpace(p, end);  // columns are aligned in some files
            if (p >= end)
                return Read::Short;
        } else {
            const char* const from = p;
            const std::size_t controls = event.controls;
            p = afterSpace(p, end);
            if (p >= end)
                return Read::Short;
            if (*p != '}' && !first) {
                if (*p != ',')
                    return Read::Damaged;
                p = afterSpace(p + 1, end);
                if (p >= end)
                    return Read::Short;
            }
            if (*p == '}') {  // behind a comma too
                ++p;
                (void)remember(*before, from, p, End);
                break;
            }
            if (*p != '"')
                return Read::Damaged;
            std::uint64_t word;
            std::memcpy(&word, p + 1, 8);
            const char* behind = nullptr;
            if ((word & keyMask<2>) == key("ph"))
                what = Phase, behind = p + 4;
            else if ((word & keyMask<2>) == key("ts"))
                what = Start, behind = p + 4;
            else if ((word & keyMask<3>) == key("dur"))
                what = Duration, behind = p + 5;
            else if ((word & keyMask<3>) == key("pid"))
                what = Process, behind = p + 5;
            else if ((word & keyMask<3>) == key("tid"))
                what = Thread, behind = p + 5;
            else if ((word & keyMask<3>) == key("cat"))
                what = Category, behind = p + 5;
            else if ((word & keyMask<4>) == key("name"))
                what = Name, behind = p + 6;
            else if ((word & keyMask<4>) == key("args"))
                what = Arguments, behind = p + 6;
            else {
                bool escaped = false;
                const char* const close = textEnd(p + 1, end, escaped, event.controls);
                if (close == nullptr)
                    return end - p > largestEvent ? Read::Damaged : Read::Short;
                behind = close + 1;
            }
            behind = afterSpace(behind, end);
            if (behind >= end)
                return Read::Short;
            if (*behind != ':')
                return Read::Damaged;
            p = afterSpace(behind + 1, end);
            if (p >= end)
                return Read::Short;
            Gap* const gap = event.controls == controls ? remember(*before, from, p, what) : nullptr;
            unknown.next = {};
            before = gap != nullptr ? gap : &unknown;
        }
        const char* const from = p;
        if (what == Start || what == Duration) {
            std::int64_t& ns = what == Start ? event.startNs : event.durationNs;
            const char* q = from;
            if (const char c = *q; c == '-' || (c >= '0' && c <= '9')) {
                const std::optional<std::int64_t> number = nanoseconds(q, end);
                if (q >= end)
                    return Read::Short;
                if (number && (*q == ',' || *q == '}' || static_cast<unsigned char>(*q) <= ' ')) {
                    ns = *number;
                    (what == Start ? event.hasStart : event.hasDuration) = true;
                    p = q;
                    continue;
                }
            }
            Token token;
            const Read read = value(p, end, event.controls, token);
            if (read != Read::Ok)
                return read;
            if (readTime(token, ns))
                (what == Start ? event.hasStart : event.hasDuration) = true;
            else
                event.badTime = true;
            continue;
        }
        Token token;
        const Read read = value(p, end, event.controls, token);
        if (read != Read::Ok)
            return read;
        switch (what) {
        case Phase: event.phase = token.size > 0 ? *token.at : '\0'; break;
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
    // A quote that is gone turns text into structure and structure into text: such an "event" swallows its neighbours.
    return event.controls > 0 && p - start > 65536 ? Read::Damaged : Read::Ok;
}

bool isEvent(const Event& event)
{
    return event.phase != 0 && (event.hasStart || event.phase == 'M');
}

const char* nextEvent(const char* p, const char* end)
{
    EventReader reader;
    Event event;
    for (; p < end; ++p) {
        p = static_cast<const char*>(std::memchr(p, '{', static_cast<std::size_t>(end - p)));
        if (p == nullptr)
            return nullptr;
        const char* const quote = afterSpace(p + 1, end);
        if (quote >= end || *quote != '"')
            continue;
        const char* behind = p;
        // A candidate that runs on for long is an outer object or has lost a quote.
        const char* const limit = std::min(end, p + (1 << 20));
        if (reader.read(behind, limit, event) != Read::Ok || !isEvent(event))
            continue;
        behind = afterSpace(behind, end);
        if (behind >= end || *behind == ',' || *behind == ']')
            return p;
    }
    return nullptr;
}

}  // namespace scalewright::scanning

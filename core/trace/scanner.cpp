#include "core/trace/scanner.h"

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <system_error>
#include <thread>
#include <unordered_map>

#include "core/json/json.h"
#include "core/trace/bytes.h"

namespace scalewright {

namespace scanning {  // named: State holds some of these

using namespace bytes;

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

std::string unescaped(const Token& token)
{
    if (!token.escaped)
        return std::string(token.view());
    const Result<Json> text = parseJson('"' + std::string(token.view()) + '"');
    return text && text->asString() != nullptr ? *text->asString() : std::string(token.view());
}

/// Any value; `p` goes behind it. A text or a number is also the token.
Read skipValue(const char*& p, const char* end, std::size_t& controls, Token& token)
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
    while (p < end && *p != ',' && *p != '}' && *p != ']' && static_cast<unsigned char>(*p) > ' ' && *p != '"' && *p != '{' && *p != ':')
        ++p;
    if (p >= end)
        return Read::Short;
    if (p == start || *p == '"' || *p == '{' || *p == ':')
        return Read::Damaged;
    token.at = start;
    token.size = static_cast<std::uint32_t>(p - start);
    return Read::Ok;
}

/// A time as a number or a text that is one. False: it is neither.
bool readTime(const Token& token, std::int64_t& ns)
{
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

/// The event at `p`, which stands on its brace and goes behind the closing one.
Read readEvent(const char*& p, const char* end, Event& event)
{
    const char* const start = p;
    ++p;
    for (bool first = true;; first = false) {
        p = afterSpace(p, end);
        if (p >= end)
            return Read::Short;
        if (*p == '}') {
            ++p;
            break;
        }
        if (!first) {
            if (*p != ',')
                return Read::Damaged;
            p = afterSpace(p + 1, end);
            if (p >= end)
                return Read::Short;
            if (*p == '}') {  // a trailing comma
                ++p;
                break;
            }
        }
        if (*p != '"')
            return Read::Damaged;
        std::uint64_t word;
        std::memcpy(&word, p + 1, 8);
        const char* value = nullptr;
        enum { Other, Phase, Start, Duration, Process, Thread, Name, Category, Arguments } what = Other;
        if ((word & keyMask<2>) == key("ph"))
            what = Phase, value = p + 4;
        else if ((word & keyMask<2>) == key("ts"))
            what = Start, value = p + 4;
        else if ((word & keyMask<3>) == key("dur"))
            what = Duration, value = p + 5;
        else if ((word & keyMask<3>) == key("pid"))
            what = Process, value = p + 5;
        else if ((word & keyMask<3>) == key("tid"))
            what = Thread, value = p + 5;
        else if ((word & keyMask<3>) == key("cat"))
            what = Category, value = p + 5;
        else if ((word & keyMask<4>) == key("name"))
            what = Name, value = p + 6;
        else if ((word & keyMask<4>) == key("args"))
            what = Arguments, value = p + 6;
        else {
            bool escaped = false;
            const char* const close = textEnd(p + 1, end, escaped, event.controls);
            if (close == nullptr)
                return end - p > largestEvent ? Read::Damaged : Read::Short;
            value = close + 1;
        }
        value = afterSpace(value, end);
        if (value >= end)
            return Read::Short;
        if (*value != ':')
            return Read::Damaged;
        value = afterSpace(value + 1, end);
        if (value >= end)
            return Read::Short;
        p = value;
        if (what == Start || what == Duration) {
            std::int64_t& ns = what == Start ? event.startNs : event.durationNs;
            const char* q = value;
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
            const Read read = skipValue(p, end, event.controls, token);
            if (read != Read::Ok)
                return read;
            if (readTime(token, ns))
                (what == Start ? event.hasStart : event.hasDuration) = true;
            else
                event.badTime = true;
            continue;
        }
        Token token;
        const Read read = skipValue(p, end, event.controls, token);
        if (read != Read::Ok)
            return read;
        switch (what) {
        case Phase: event.phase = token.size > 0 ? *token.at : '\0'; break;
        case Process: event.process = token; break;
        case Thread: event.thread = token; break;
        case Name: event.name = token; break;
        case Category: event.category = token; break;
        case Arguments: event.arguments = value; event.argumentsEnd = p; break;
        default: break;
        }
    }
    // A quote that is gone turns text into structure and structure into text: such an "event" swallows its neighbours.
    return event.controls > 0 && p - start > 65536 ? Read::Damaged : Read::Ok;
}

/// Readers of this format hold a time as a double of microseconds. Since 1970 that is good to a quarter of one, and ends are
/// sums: to agree with them to the digit, times that large are rounded as theirs are. Smaller ones are exact here.
std::int64_t asDouble(std::int64_t ns)
{
    constexpr std::int64_t coarse = (std::int64_t(1) << 50) * 1000, fine = coarse / 2;
    if (ns < fine)
        return ns;
    const std::int64_t step = ns < coarse ? 125 : 250;
    return (ns + step / 2) / step * step;
}

/// Texts to small numbers.
class Interner {
public:
    template <class Same, class Add>
    std::uint32_t find(std::uint64_t hash, Same same, Add add)
    {
        if (m_used * 2 >= m_slots.size())
            grow();
        for (std::size_t at = hash & (m_slots.size() - 1);; at = (at + 1) & (m_slots.size() - 1)) {
            Slot& slot = m_slots[at];
            if (slot.index == none) {
                ++m_used;
                slot = {hash, add()};
                return slot.index;
            }
            if (slot.hash == hash && same(slot.index))
                return slot.index;
        }
    }

private:
    static constexpr std::uint32_t none = ~0u;
    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t index = none;
    };
    void grow()
    {
        std::vector<Slot> old(std::max<std::size_t>(1024, m_slots.size() * 2));
        old.swap(m_slots);
        for (const Slot& slot : old) {
            if (slot.index == none)
                continue;
            std::size_t at = slot.hash & (m_slots.size() - 1);
            while (m_slots[at].index != none)
                at = (at + 1) & (m_slots.size() - 1);
            m_slots[at] = slot;
        }
    }
    std::vector<Slot> m_slots;
    std::size_t m_used = 0;
};

/// A begin or an end, paired when all of the file is known.
struct Half {
    std::int64_t ns;
    std::uint64_t order;  ///< its place in the file
    std::uint32_t kind, lane;
    bool begins;
};

/// A name that a metadata event gives.
struct Named {
    std::uint32_t lane;
    bool process;
    std::string name;
};

struct Counts {
    std::size_t events = 0, refused = 0;
    TraceDamage damage;
};

/// What one thread read.
struct Part {
    std::vector<TraceSpan> spans;
    std::vector<Half> halves;
    std::vector<Named> names;
    std::vector<TraceKind> kinds;    // decoded
    std::vector<std::string> kindKeys, laneKeys;  // as written: name\0category, process\0thread
    std::vector<std::string> lastNames;           // three a lane: label, process, thread
    std::vector<TraceLane> lanes;
    Interner kindIndex, laneIndex;
    std::uint32_t lastLane = ~0u;
    Counts counts;

    std::uint32_t lane(const Event& event)
    {
        if (lastLane != ~0u && equals(laneKeys[lastLane], event.process, event.thread))
            return lastLane;
        const std::uint64_t hash = hashOf(event.thread.at, event.thread.size, hashOf(event.process.at, event.process.size, 1));
        lastLane = laneIndex.find(
            hash, [&](std::uint32_t i) { return equals(laneKeys[i], event.process, event.thread); },
            [&] {
                laneKeys.push_back(joinedKey(event.process, event.thread));
                lanes.push_back({unescaped(event.process), unescaped(event.thread), {}, {}});
                return static_cast<std::uint32_t>(lanes.size() - 1);
            });
        return lastLane;
    }

    std::uint32_t kind(const Event& event)
    {
        const std::uint64_t hash = hashOf(event.name.at, event.name.size, hashOf(event.category.at, event.category.size, 2));
        return kindIndex.find(
            hash, [&](std::uint32_t i) { return equals(kindKeys[i], event.name, event.category); },
            [&] {
                kindKeys.push_back(joinedKey(event.name, event.category));
                kinds.push_back({unescaped(event.name), unescaped(event.category)});
                return static_cast<std::uint32_t>(kinds.size() - 1);
            });
    }

    void accept(const Event& event, std::uint64_t order)
    {
        counts.damage.controlCharacters += event.controls;
        if (event.phase == 0)
            return;
        ++counts.events;
        switch (event.phase) {
        case 'X':
            if (!event.hasStart || !event.hasDuration || event.durationNs < 0) {
                ++counts.refused;
                return;
            }
            {
                const std::int64_t start = asDouble(event.startNs);
                spans.push_back({start, std::max<std::int64_t>(0, asDouble(start + event.durationNs) - start), kind(event), lane(event)});
            }
            return;
        case 'B':
        case 'E':
            if (!event.hasStart) {
                ++counts.refused;
                return;
            }
            halves.push_back({event.startNs, order, kind(event), lane(event), event.phase == 'B'});
            return;
        case 'M':
            nameLane(event);
            return;
        default:
            if (event.badTime)
                ++counts.refused;
        }
    }

private:
    static bool equals(const std::string& key, const Token& a, const Token& b)
    {
        return key.size() == std::size_t(a.size) + b.size + 1 && std::memcmp(key.data(), a.at, a.size) == 0
               && std::memcmp(key.data() + a.size + 1, b.at, b.size) == 0;
    }
    static std::string joinedKey(const Token& a, const Token& b)
    {
        std::string key(a.view());
        key += '\0';
        return key.append(b.view());
    }
    void nameLane(const Event& event)
    {
        const bool process = event.name.view() == "process_name" || event.name.view() == "process_labels";
        if ((!process && event.name.view() != "thread_name") || event.arguments == nullptr || *event.arguments != '{')
            return;
        const std::uint32_t at = lane(event);
        lastNames.resize(lanes.size() * 3);
        std::string& last = lastNames[at * 3 + (process ? event.name.size == 12 : 2)];  // some files say it thousands of times
        const std::string_view said(event.arguments, static_cast<std::size_t>(event.argumentsEnd - event.arguments));
        if (last == said)
            return;
        last = said;
        Event inner;  // {"name": "GPU 0"} reads like an event's members
        const char* p = event.arguments;
        if (readEvent(p, event.argumentsEnd, inner) != Read::Ok || inner.name.size == 0)
            return;
        names.push_back({at, process, unescaped(inner.name)});
    }
};

/// Where a run over elements of the list stopped.
struct Stop {
    const char* at = nullptr;
    enum { Ended, WindowEnd, Border, Cancelled } why = WindowEnd;
};

bool isEvent(const Event& event) { return event.phase != 0 && (event.hasStart || event.phase == 'M'); }

/// The next object at or after `p` that is an event with something sensible behind it; nullptr where there is none.
const char* nextEvent(const char* p, const char* end)
{
    for (; p < end; ++p) {
        p = static_cast<const char*>(std::memchr(p, '{', static_cast<std::size_t>(end - p)));
        if (p == nullptr)
            return nullptr;
        const char* const quote = afterSpace(p + 1, end);
        if (quote >= end || *quote != '"')
            continue;
        Event event;
        const char* behind = p;
        // A candidate that runs on for long is an outer object or has lost a quote.
        const char* const limit = std::min(end, p + (1 << 20));
        if (readEvent(behind, limit, event) != Read::Ok || !isEvent(event))
            continue;
        behind = afterSpace(behind, end);
        if (behind >= end || *behind == ',' || *behind == ']')
            return p;
    }
    return nullptr;
}

/// Elements from `p` on into `part`. `border`: stop in front of the first element at or after it.
Stop readElements(const char* p, const char* end, const char* border, bool last, Part& part, const char* textStart, std::size_t offset,
                  const std::stop_token& stop)
{
    const char* asked = p;
    const auto lose = [&](const char* from, const char* to, bool place) {
        TraceDamage& damage = part.counts.damage;
        if (place && damage.places++ == 0)
            damage.firstByte = offset + static_cast<std::size_t>(from - textStart);
        damage.bytesLost += static_cast<std::size_t>(to - from);
    };
    for (;;) {
        p = afterSpace(p, end);
        if (p >= end)
            return {end, Stop::WindowEnd};
        if (border != nullptr && p >= border && *p == '{')
            return {p, Stop::Border};
        if (p - asked > (1 << 20)) {
            asked = p;
            if (stop.stop_requested())
                return {p, Stop::Cancelled};
        }
        if (*p == ',') {
            ++p;
            continue;
        }
        if (*p == ']') {
            const char* const behind = afterSpace(p + 1, end);
            if (behind >= end || *behind == ',' || *behind == '}')
                return {p + 1, Stop::Ended};
        }
        Read read = Read::Damaged;
        const char* const start = p;
        if (*p == '{') {
            Event event;
            read = readEvent(p, end, event);
            if (read == Read::Ok) {
                part.accept(event, offset + static_cast<std::size_t>(start - textStart));
                continue;
            }
        }
        if (read == Read::Short && !last && end - start < largestEvent)
            return {start, Stop::WindowEnd};
        const char* const next = nextEvent(start + 1, end);
        if (next != nullptr) {
            lose(start, next, true);
            p = next;
            continue;
        }
        if (!last) {  // what is left may hold the start of an event
            const char* const keep = std::max(start, end - 65536);
            lose(start, keep, true);
            return {keep, Stop::WindowEnd};
        }
        lose(start, end, read != Read::Short);
        part.counts.damage.cut = true;
        return {end, Stop::WindowEnd};
    }
}

}  // namespace scanning

using namespace scanning;

struct TraceScanner::State {
    int threads = 2;
    std::stop_token stop;
    enum { Head, Events, Tail, Done } phase = Head;
    bool bareList = false;
    bool begun = false;
    std::size_t offset = 0;  // of the window in the whole text
    Part parts[2];
    std::optional<int> rank, worldSize;
    std::optional<std::int64_t> baseTimeNs;

    /// Members of the root object from `p`, which stands behind "{", a value or "]". False: more text is needed, `p` stands
    /// where to go on.
    bool members(const char*& p, const char* end, bool last);
    void member(std::string_view name, std::string_view value);
    const char* elements(const char* p, const char* start, const char* end, bool last);
    const char* elementsAlone(const char* p, const char* start, const char* end, bool last);
    const char* settled(const Stop& stopped);
};

void TraceScanner::State::member(std::string_view name, std::string_view value)
{
    const auto whole = [](const Json* json) -> std::optional<int> {
        const std::string text = json == nullptr            ? ""
                                 : json->asNumber() != nullptr ? json->asNumber()->text
                                 : json->asString() != nullptr ? *json->asString()
                                                               : "";
        int number = 0;
        const auto [behind, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
        return wrong == std::errc() && behind == text.data() + text.size() && number >= 0 ? std::optional(number) : std::nullopt;
    };
    if (name == "distributedInfo") {
        if (const Result<Json> info = parseJson(value)) {
            rank = whole(info->find("rank"));
            worldSize = whole(info->find("world_size"));
        }
    } else if (name == "baseTimeNanoseconds") {
        std::int64_t ns = 0;
        const auto [behind, wrong] = std::from_chars(value.data(), value.data() + value.size(), ns);
        if (wrong == std::errc() && behind == value.data() + value.size())
            baseTimeNs = ns;
    }
}

bool TraceScanner::State::members(const char*& p, const char* end, bool last)
{
    for (;;) {
        p = afterSpace(p, end);
        if (p < end && *p == ',')
            p = afterSpace(p + 1, end);
        if (p >= end)
            return last;
        if (*p == '}') {
            phase = Done;
            return true;
        }
        const char* q = p;
        Token name, value;
        std::size_t controls = 0;
        const auto give = [&](Read read) {  // an end of the text in the middle is a cut, anything else damage
            if (read == Read::Short && !last)
                return false;
            TraceDamage& damage = parts[0].counts.damage;
            damage.cut = true;
            phase = Done;
            return true;
        };
        if (*q != '"')
            return give(Read::Damaged);
        Read read = skipValue(q, end, controls, name);
        if (read != Read::Ok)
            return give(read);
        q = afterSpace(q, end);
        if (q >= end || *q != ':')
            return give(q >= end ? Read::Short : Read::Damaged);
        q = afterSpace(q + 1, end);
        if (q >= end)
            return give(Read::Short);
        if (name.view() == "traceEvents" && *q == '[') {
            p = q + 1;
            phase = Events;
            begun = true;
            return true;
        }
        const char* const start = q;
        read = skipValue(q, end, controls, value);
        if (read != Read::Ok)
            return give(read);
        member(name.view(), *start == '"' ? value.view() : std::string_view(start, static_cast<std::size_t>(q - start)));
        p = q;
    }
}

/// Elements of the list up to the window's end, on two threads where it is long. Returns how far it got.
const char* TraceScanner::State::elements(const char* p, const char* start, const char* end, bool last)
{
    constexpr std::ptrdiff_t worthTwo = 2 << 20;
    const char* border = nullptr;
    if (threads > 1 && end - p > worthTwo)
        border = nextEvent(p + (end - p) / 2, end);
    if (border == nullptr)
        return elementsAlone(p, start, end, last);
    // The second half is read on a guess, from an object that reads like an event. It was one if the first half ends there.
    Part& second = parts[1];
    const Counts before = second.counts;
    const std::size_t spans = second.spans.size(), halves = second.halves.size(), names = second.names.size();
    second.spans.reserve(spans + static_cast<std::size_t>(end - border) / 300);
    parts[0].spans.reserve(parts[0].spans.size() + static_cast<std::size_t>(end - border) / 300);
    Stop other;
    std::exception_ptr failed;  // memory that runs out there is told here
    std::jthread helper;
    try {
        helper = std::jthread([&] {
            try {
                other = readElements(border, end, nullptr, last, second, start, offset, stop);
            } catch (...) {
                failed = std::current_exception();
            }
        });
    } catch (const std::system_error&) {  // no thread to be had
        return elementsAlone(p, start, end, last);
    }
    Stop stopped = readElements(p, end, border, last, parts[0], start, offset, stop);
    helper.join();
    if (failed)
        std::rethrow_exception(failed);
    if (stopped.why == Stop::Border && stopped.at == border) {
        stopped = other;
    } else {
        second.counts = before;
        second.spans.resize(spans);
        second.halves.resize(halves);
        second.names.resize(names);
        if (stopped.why == Stop::Border)
            stopped = readElements(stopped.at, end, nullptr, last, parts[0], start, offset, stop);
    }
    return settled(stopped);
}

const char* TraceScanner::State::elementsAlone(const char* p, const char* start, const char* end, bool last)
{
    return settled(readElements(p, end, nullptr, last, parts[0], start, offset, stop));
}

const char* TraceScanner::State::settled(const Stop& stopped)
{
    if (stopped.why == Stop::Ended)
        phase = bareList ? Done : Tail;
    else if (stopped.why == Stop::Cancelled)
        phase = Done;
    return stopped.at;
}

TraceScanner::TraceScanner(int threads, std::stop_token stop) : m(new State)
{
    m->threads = threads;
    m->stop = std::move(stop);
}

TraceScanner::~TraceScanner() { delete m; }

bool TraceScanner::foundEvents() const { return m->begun; }

std::size_t TraceScanner::spans() const
{
    std::size_t count = 0;
    for (const Part& part : m->parts)
        count += part.spans.size() + part.halves.size();
    return count;
}

std::size_t TraceScanner::window(std::string_view text, bool last)
{
    const char* const start = text.data();
    const char* const end = start + text.size();
    const char* p = start;
    if (m->phase == State::Head && !m->begun) {
        if (text.substr(0, 3) == "\xEF\xBB\xBF")
            p += 3;
        const char* const root = afterSpace(p, end);
        if (root >= end)
            return last ? text.size() : 0;
        if (*root == '[') {
            m->bareList = m->begun = true;
            m->phase = State::Events;
            p = root + 1;
        } else if (*root == '{') {
            p = root + 1;
            if (!m->members(p, end, last))
                return 0;  // the whole head again, with more text
        } else {
            m->phase = State::Done;
        }
    }
    if (m->phase == State::Events)
        p = m->elements(p, start, end, last);
    if (m->phase == State::Tail)
        (void)m->members(p, end, last);
    if (m->phase == State::Done || last) {
        if (m->phase == State::Events && !m->bareList)  // a bare list may end without its bracket: the format says so
            m->parts[0].counts.damage.cut = true;
        p = end;
    }
    const auto done = static_cast<std::size_t>(p - start);
    m->offset += done;
    return done;
}

TraceRecording TraceScanner::finish()
{
    TraceRecording out;
    Part& first = m->parts[0];
    Part& second = m->parts[1];
    out.rank = m->rank;
    out.worldSize = m->worldSize;
    out.baseTimeNs = m->baseTimeNs;
    out.bytes = m->offset;

    // The second part's numbers in terms of the first's.
    std::unordered_map<std::string_view, std::uint32_t> kinds, lanes;
    std::vector<std::uint32_t> kindOf(second.kinds.size()), laneOf(second.lanes.size());
    if (!second.kinds.empty()) {
        for (std::uint32_t i = 0; i < first.kindKeys.size(); ++i)
            kinds.emplace(first.kindKeys[i], i);
        for (std::uint32_t i = 0; i < first.laneKeys.size(); ++i)
            lanes.emplace(first.laneKeys[i], i);
        for (std::size_t i = 0; i < second.kinds.size(); ++i) {
            const auto [at, added] = kinds.emplace(second.kindKeys[i], static_cast<std::uint32_t>(first.kinds.size()));
            if (added)
                first.kinds.push_back(std::move(second.kinds[i]));
            kindOf[i] = at->second;
        }
        for (std::size_t i = 0; i < second.lanes.size(); ++i) {
            const auto [at, added] = lanes.emplace(second.laneKeys[i], static_cast<std::uint32_t>(first.lanes.size()));
            if (added)
                first.lanes.push_back(std::move(second.lanes[i]));
            laneOf[i] = at->second;
        }
        const std::size_t already = first.spans.size();
        first.spans.resize(already + second.spans.size());
        std::transform(second.spans.begin(), second.spans.end(), first.spans.begin() + static_cast<std::ptrdiff_t>(already),
                       [&](const TraceSpan& s) { return TraceSpan{s.startNs, s.durationNs, kindOf[s.kind], laneOf[s.lane]}; });
        for (Half half : second.halves) {
            half.kind = kindOf[half.kind];
            half.lane = laneOf[half.lane];
            first.halves.push_back(half);
        }
        for (Named& named : second.names)
            first.names.push_back({laneOf[named.lane], named.process, std::move(named.name)});
    }
    out.kinds = std::move(first.kinds);
    out.lanes = std::move(first.lanes);
    out.spans = std::move(first.spans);

    // An end closes the latest begin of its lane that is still open, whatever its name: the format says so.
    std::sort(first.halves.begin(), first.halves.end(), [](const Half& a, const Half& b) {
        return a.lane != b.lane ? a.lane < b.lane : a.ns != b.ns ? a.ns < b.ns : a.order < b.order;
    });
    std::vector<const Half*> open;
    for (std::size_t i = 0; i < first.halves.size(); ++i) {
        const Half& half = first.halves[i];
        if (i > 0 && first.halves[i - 1].lane != half.lane) {
            out.unclosed += open.size();
            open.clear();
        }
        if (half.begins) {
            open.push_back(&half);
        } else if (!open.empty()) {
            const Half& begin = *open.back();
            open.pop_back();
            out.spans.push_back({begin.ns, half.ns - begin.ns, begin.kind, begin.lane});
        } else {
            ++out.unclosed;
        }
    }
    out.unclosed += open.size();

    std::map<std::string, std::string> processes;
    for (const Named& named : first.names) {
        TraceLane& lane = out.lanes[named.lane];
        if (!named.process)
            lane.threadName = named.name;
        else if (std::string& name = processes[lane.process]; name.find(named.name) == std::string::npos)
            name += (name.empty() ? "" : " ") + named.name;
    }
    for (TraceLane& lane : out.lanes)
        if (const auto known = processes.find(lane.process); known != processes.end())
            lane.processName = known->second;

    for (const Part& part : m->parts) {
        out.events += part.counts.events;
        out.refused += part.counts.refused;
        const TraceDamage& damage = part.counts.damage;
        if (damage.places > 0 && (out.damage.places == 0 || damage.firstByte < out.damage.firstByte))
            out.damage.firstByte = damage.firstByte;
        out.damage.places += damage.places;
        out.damage.bytesLost += damage.bytesLost;
        out.damage.cut |= damage.cut;
        out.damage.controlCharacters += damage.controlCharacters;
    }
    return out;
}

}  // namespace scalewright

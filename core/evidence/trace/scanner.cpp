#include "core/evidence/trace/scanner.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <system_error>
#include <thread>

#include "core/base/json/json.h"
#include "core/evidence/trace/bytes.h"
#include "core/evidence/trace/span_store.h"

namespace scalewright {

namespace scanning {

using namespace bytes;

namespace {

/// Where a run over elements of the list stopped.
struct Stop {
    const char* at = nullptr;
    enum { Ended, WindowEnd, Border, Cancelled } why = WindowEnd;
};

/// Elements from `p` on into `part`. `border`: stop in front of the first element at or after it.
Stop readElements(const char* p, const char* end, const char* border, bool last, Part& part, const char* textStart,
                  std::size_t offset, const std::stop_token& stop)
{
    const char* asked = p;
    EventReader reader;
    Event event;
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
            read = reader.read(p, end, event);
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

}  // namespace

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

    /// Members of the root object from `p`, which stands behind "{", a value or "]". False: more text is needed, `p`
    /// stands where to go on.
    bool members(const char*& p, const char* end, bool last);
    void member(std::string_view name, std::string_view value);
    const char* elements(const char* p, const char* start, const char* end, bool last);
    const char* elementsAlone(const char* p, const char* start, const char* end, bool last);
    const char* settled(const Stop& stopped);
};

void TraceScanner::State::member(std::string_view name, std::string_view value)
{
    const auto whole = [](const Json* json) -> std::optional<int> {
        const std::string text = json == nullptr               ? ""
                                 : json->asNumber() != nullptr ? json->asNumber()->text
                                 : json->asString() != nullptr ? *json->asString()
                                                               : "";
        int number = 0;
        const auto [behind, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
        return wrong == std::errc() && behind == text.data() + text.size() && number >= 0 ? std::optional(number)
                                                                                          : std::nullopt;
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
        member(name.view(),
               *start == '"' ? value.view() : std::string_view(start, static_cast<std::size_t>(q - start)));
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
    // The second half is read on a guess, from an object that reads like an event. It was one if the first half ends
    // there.
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

TraceScanner::~TraceScanner()
{
    delete m;
}

bool TraceScanner::foundEvents() const
{
    return m->begun;
}

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
    TraceRecording out = joined(m->parts[0], m->parts[1]);
    out.rank = m->rank;
    out.worldSize = m->worldSize;
    out.baseTimeNs = m->baseTimeNs;
    out.bytes = m->offset;
    return out;
}

}  // namespace scalewright

// SPDX-License-Identifier: GPL-3.0-or-later
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

/// Where scanning the elements of the list stopped.
struct ScanStop {
    const char* position = nullptr;
    enum { ListEnd, WindowEnd, Border, Cancelled } reason = WindowEnd;
};

/// Reads elements starting at `p` into `part`. `border`: stop before the first element at or after it.
ScanStop scanElements(const char* p, const char* end, const char* border, bool last, TraceScanPart& part,
                      const char* textStart, std::size_t offset, const std::stop_token& stop)
{
    const char* lastStopCheck = p;
    EventReader reader;
    Event event;
    const auto recordLoss = [&](const char* from, const char* to, bool isNewPlace) {
        TraceDamage& damage = part.counts.damage;
        if (isNewPlace && damage.damagedPlaces++ == 0)
            damage.firstDamagedByte = offset + static_cast<std::size_t>(from - textStart);
        damage.lostBytes += static_cast<std::size_t>(to - from);
    };
    for (;;) {
        p = skipSpace(p, end);
        if (p >= end)
            return {end, ScanStop::WindowEnd};
        if (border != nullptr && p >= border && *p == '{')
            return {p, ScanStop::Border};
        if (p - lastStopCheck > (1 << 20)) {
            lastStopCheck = p;
            if (stop.stop_requested())
                return {p, ScanStop::Cancelled};
        }
        if (*p == ',') {
            ++p;
            continue;
        }
        if (*p == ']') {
            const char* const afterBracket = skipSpace(p + 1, end);
            if (afterBracket >= end || *afterBracket == ',' || *afterBracket == '}')
                return {p + 1, ScanStop::ListEnd};
        }
        ReadStatus read = ReadStatus::Damaged;
        const char* const start = p;
        if (*p == '{') {
            read = reader.read(p, end, event);
            if (read == ReadStatus::Ok) {
                part.addEvent(event, offset + static_cast<std::size_t>(start - textStart));
                continue;
            }
        }
        if (read == ReadStatus::Incomplete && !last && end - start < maximumEventBytes)
            return {start, ScanStop::WindowEnd};
        const char* const next = findNextEvent(start + 1, end);
        if (next != nullptr) {
            recordLoss(start, next, true);
            p = next;
            continue;
        }
        if (!last) {  // the rest may contain the start of an event
            const char* const resumeAt = std::max(start, end - 65536);
            recordLoss(start, resumeAt, true);
            return {resumeAt, ScanStop::WindowEnd};
        }
        recordLoss(start, end, read != ReadStatus::Incomplete);
        part.counts.damage.isTruncated = true;
        return {end, ScanStop::WindowEnd};
    }
}

}  // namespace

}  // namespace scanning

using namespace scanning;

struct TraceScanner::State {
    int threadCount = 2;
    std::stop_token stopToken;
    enum { Head, Events, Tail, Done } phase = Head;
    bool isBareList = false;
    bool hasFoundEvents = false;
    std::size_t windowOffset = 0;  // in the whole text
    TraceScanPart parts[2];
    std::optional<int> rank, worldSize;
    std::optional<std::int64_t> baseTimeNs;

    /// Reads members of the root object from `p`, which is after "{", a value or "]". Returns false if more text is
    /// needed, with `p` where reading continues.
    bool readMembers(const char*& p, const char* end, bool last);
    void readMember(std::string_view name, std::string_view value);
    const char* readElements(const char* p, const char* start, const char* end, bool last);
    const char* readElementsOnOneThread(const char* p, const char* start, const char* end, bool last);
    const char* updatePhase(const ScanStop& stopped);
};

void TraceScanner::State::readMember(std::string_view name, std::string_view value)
{
    const auto parseInteger = [](const Json* json) -> std::optional<int> {
        const std::string text = json == nullptr               ? ""
                                 : json->asNumber() != nullptr ? json->asNumber()->text
                                 : json->asString() != nullptr ? *json->asString()
                                                               : "";
        int number = 0;
        const auto [parseEnd, parseError] = std::from_chars(text.data(), text.data() + text.size(), number);
        return parseError == std::errc() && parseEnd == text.data() + text.size() && number >= 0 ? std::optional(number)
                                                                                                 : std::nullopt;
    };
    if (name == "distributedInfo") {
        if (const Result<Json> info = parseJson(value)) {
            rank = parseInteger(info->find("rank"));
            worldSize = parseInteger(info->find("world_size"));
        }
    } else if (name == "baseTimeNanoseconds") {
        std::int64_t ns = 0;
        const auto [parseEnd, parseError] = std::from_chars(value.data(), value.data() + value.size(), ns);
        if (parseError == std::errc() && parseEnd == value.data() + value.size())
            baseTimeNs = ns;
    }
}

bool TraceScanner::State::readMembers(const char*& p, const char* end, bool last)
{
    for (;;) {
        p = skipSpace(p, end);
        if (p < end && *p == ',')
            p = skipSpace(p + 1, end);
        if (p >= end)
            return last;
        if (*p == '}') {
            phase = Done;
            return true;
        }
        const char* q = p;
        Token name, value;
        std::size_t controls = 0;
        // Requests more text if a value is incomplete; if none exists, the file counts as truncated.
        const auto handleReadFailure = [&](ReadStatus read) {
            if (read == ReadStatus::Incomplete && !last)
                return false;
            TraceDamage& damage = parts[0].counts.damage;
            damage.isTruncated = true;
            phase = Done;
            return true;
        };
        if (*q != '"')
            return handleReadFailure(ReadStatus::Damaged);
        ReadStatus read = skipValue(q, end, controls, name);
        if (read != ReadStatus::Ok)
            return handleReadFailure(read);
        q = skipSpace(q, end);
        if (q >= end || *q != ':')
            return handleReadFailure(q >= end ? ReadStatus::Incomplete : ReadStatus::Damaged);
        q = skipSpace(q + 1, end);
        if (q >= end)
            return handleReadFailure(ReadStatus::Incomplete);
        if (name.view() == "traceEvents" && *q == '[') {
            p = q + 1;
            phase = Events;
            hasFoundEvents = true;
            return true;
        }
        const char* const start = q;
        read = skipValue(q, end, controls, value);
        if (read != ReadStatus::Ok)
            return handleReadFailure(read);
        readMember(name.view(),
                   *start == '"' ? value.view() : std::string_view(start, static_cast<std::size_t>(q - start)));
        p = q;
    }
}

/// Reads elements of the list up to the end of the window, on two threads if it is long. Returns where it stopped.
const char* TraceScanner::State::readElements(const char* p, const char* start, const char* end, bool last)
{
    constexpr std::ptrdiff_t minimumForTwoThreads = 2 << 20;
    const char* border = nullptr;
    if (threadCount > 1 && end - p > minimumForTwoThreads)
        border = findNextEvent(p + (end - p) / 2, end);
    if (border == nullptr)
        return readElementsOnOneThread(p, start, end, last);
    // The second half is read speculatively, starting at an object that looks like an event. The guess was right if the
    // first half ends there.
    TraceScanPart& second = parts[1];
    const ScanCounts before = second.counts;
    const std::size_t spans = second.spans.size(), halves = second.boundaries.size(), names = second.laneNames.size();
    second.spans.reserve(spans + static_cast<std::size_t>(end - border) / 300);
    parts[0].spans.reserve(parts[0].spans.size() + static_cast<std::size_t>(end - border) / 300);
    ScanStop secondStop;
    std::exception_ptr helperException;  // rethrows an out-of-memory exception on this thread
    std::jthread helper;
    try {
        helper = std::jthread([&] {
            try {
                secondStop = scanElements(border, end, nullptr, last, second, start, windowOffset, stopToken);
            } catch (...) {
                helperException = std::current_exception();
            }
        });
    } catch (const std::system_error&) {  // no thread available
        return readElementsOnOneThread(p, start, end, last);
    }
    ScanStop stopped = scanElements(p, end, border, last, parts[0], start, windowOffset, stopToken);
    helper.join();
    if (helperException)
        std::rethrow_exception(helperException);
    if (stopped.reason == ScanStop::Border && stopped.position == border) {
        stopped = secondStop;
    } else {
        second.counts = before;
        second.spans.resize(spans);
        second.boundaries.resize(halves);
        second.laneNames.resize(names);
        if (stopped.reason == ScanStop::Border)
            stopped = scanElements(stopped.position, end, nullptr, last, parts[0], start, windowOffset, stopToken);
    }
    return updatePhase(stopped);
}

const char* TraceScanner::State::readElementsOnOneThread(const char* p, const char* start, const char* end, bool last)
{
    return updatePhase(scanElements(p, end, nullptr, last, parts[0], start, windowOffset, stopToken));
}

const char* TraceScanner::State::updatePhase(const ScanStop& stopped)
{
    if (stopped.reason == ScanStop::ListEnd)
        phase = isBareList ? Done : Tail;
    else if (stopped.reason == ScanStop::Cancelled)
        phase = Done;
    return stopped.position;
}

TraceScanner::TraceScanner(int threads, std::stop_token stop) : m_state(new State)
{
    m_state->threadCount = threads;
    m_state->stopToken = std::move(stop);
}

TraceScanner::~TraceScanner()
{
    delete m_state;
}

bool TraceScanner::hasFoundEvents() const
{
    return m_state->hasFoundEvents;
}

std::size_t TraceScanner::spanCount() const
{
    std::size_t count = 0;
    for (const TraceScanPart& part : m_state->parts)
        count += part.spans.size() + part.boundaries.size();
    return count;
}

std::size_t TraceScanner::scanWindow(std::string_view text, bool last)
{
    const char* const start = text.data();
    const char* const end = start + text.size();
    const char* p = start;
    if (m_state->phase == State::Head && !m_state->hasFoundEvents) {
        if (text.substr(0, 3) == "\xEF\xBB\xBF")
            p += 3;
        const char* const root = skipSpace(p, end);
        if (root >= end)
            return last ? text.size() : 0;
        if (*root == '[') {
            m_state->isBareList = m_state->hasFoundEvents = true;
            m_state->phase = State::Events;
            p = root + 1;
        } else if (*root == '{') {
            p = root + 1;
            if (!m_state->readMembers(p, end, last))
                return 0;  // the whole head is read again when there is more text
        } else {
            m_state->phase = State::Done;
        }
    }
    if (m_state->phase == State::Events)
        p = m_state->readElements(p, start, end, last);
    if (m_state->phase == State::Tail)
        (void)m_state->readMembers(p, end, last);
    if (m_state->phase == State::Done || last) {
        // The format allows a bare list to end without its closing bracket.
        if (m_state->phase == State::Events && !m_state->isBareList)
            m_state->parts[0].counts.damage.isTruncated = true;
        p = end;
    }
    const auto consumed = static_cast<std::size_t>(p - start);
    m_state->windowOffset += consumed;
    return consumed;
}

TraceRecording TraceScanner::finish()
{
    TraceRecording recording = mergeParts(m_state->parts[0], m_state->parts[1]);
    recording.rank = m_state->rank;
    recording.worldSize = m_state->worldSize;
    recording.baseTimeNs = m_state->baseTimeNs;
    recording.textBytes = m_state->windowOffset;
    return recording;
}

}  // namespace scalewright

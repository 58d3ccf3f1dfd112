// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/span_store.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace scalewright::scanning {

namespace {

/// Other readers of this format store a time as a double in microseconds. For times counted from 1970, its precision is
/// a quarter of a microsecond, and ends are sums. To match those readers exactly, times that large are rounded in the
/// same way. Smaller times are exact here.
std::int64_t roundLikeDouble(std::int64_t ns)
{
    constexpr std::int64_t coarse = (std::int64_t(1) << 50) * 1000, fine = coarse / 2;
    if (ns < fine)
        return ns;
    return ns < coarse ? (ns + 62) / 125 * 125 : (ns + 125) / 250 * 250;
}

}  // namespace

void TraceScanPart::addEvent(const Event& event, std::uint64_t order)
{
    counts.damage.controlCharacters += event.controlCharacters;
    if (event.phase == 0)
        return;
    ++counts.events;
    switch (event.phase) {
    case 'X':
        if (!event.hasStart || !event.hasDuration || event.durationNs < 0) {
            ++counts.rejected;
            return;
        }
        {
            const std::int64_t start = roundLikeDouble(event.startNs);
            spans.push_back({start, std::max<std::int64_t>(0, roundLikeDouble(start + event.durationNs) - start),
                             findKind(event), findLane(event)});
        }
        return;
    case 'B':
    case 'E':
        if (!event.hasStart) {
            ++counts.rejected;
            return;
        }
        boundaries.push_back({event.startNs, order, findKind(event), findLane(event), event.phase == 'B'});
        return;
    case 'M': readLaneName(event); return;
    default:
        if (event.hasInvalidTime)
            ++counts.rejected;
    }
}

void TraceScanPart::readLaneName(const Event& event)
{
    const bool process = event.name.view() == "process_name" || event.name.view() == "process_labels";
    if ((!process && event.name.view() != "thread_name") || event.arguments == nullptr || *event.arguments != '{')
        return;
    const std::uint32_t laneNumber = findLane(event);
    lastNames.resize(lanes.size() * 3);
    std::string& last =
        lastNames[laneNumber * 3 + (process ? event.name.size == 12 : 2)];  // some files repeat it thousands of times
    const std::string_view argumentsText(event.arguments,
                                         static_cast<std::size_t>(event.argumentsEnd - event.arguments));
    if (last == argumentsText)
        return;
    last = argumentsText;
    Event inner;  // {"name": "GPU 0"} has the form of an event, so the event reader parses it
    const char* p = event.arguments;
    if (m_argumentsReader.read(p, event.argumentsEnd, inner) != ReadStatus::Ok || inner.name.size == 0)
        return;
    laneNames.push_back({laneNumber, process, unescapedText(inner.name)});
}

TraceRecording mergeParts(TraceScanPart& first, TraceScanPart& second)
{
    TraceRecording recording;

    // Maps the second part's indices to the first's.
    std::unordered_map<std::string_view, std::uint32_t> kinds, lanes;
    std::vector<std::uint32_t> kindMap(second.kinds.size()), laneMap(second.lanes.size());
    if (!second.kinds.empty()) {
        for (std::uint32_t i = 0; i < first.kindKeys.size(); ++i)
            kinds.emplace(first.kindKeys[i], i);
        for (std::uint32_t i = 0; i < first.laneKeys.size(); ++i)
            lanes.emplace(first.laneKeys[i], i);
        for (std::size_t i = 0; i < second.kinds.size(); ++i) {
            const auto [entry, inserted] =
                kinds.emplace(second.kindKeys[i], static_cast<std::uint32_t>(first.kinds.size()));
            if (inserted)
                first.kinds.push_back(std::move(second.kinds[i]));
            kindMap[i] = entry->second;
        }
        for (std::size_t i = 0; i < second.lanes.size(); ++i) {
            const auto [entry, inserted] =
                lanes.emplace(second.laneKeys[i], static_cast<std::uint32_t>(first.lanes.size()));
            if (inserted)
                first.lanes.push_back(std::move(second.lanes[i]));
            laneMap[i] = entry->second;
        }
        const std::size_t firstCount = first.spans.size();
        first.spans.resize(firstCount + second.spans.size());
        std::transform(second.spans.begin(), second.spans.end(),
                       first.spans.begin() + static_cast<std::ptrdiff_t>(firstCount), [&](const TraceSpan& s) {
                           return TraceSpan{s.startNs, s.durationNs, kindMap[s.kind], laneMap[s.lane]};
                       });
        for (SpanBoundary boundary : second.boundaries) {
            boundary.kind = kindMap[boundary.kind];
            boundary.lane = laneMap[boundary.lane];
            first.boundaries.push_back(boundary);
        }
        for (LaneName& laneName : second.laneNames)
            first.laneNames.push_back({laneMap[laneName.lane], laneName.isProcessName, std::move(laneName.name)});
    }
    recording.kinds = std::move(first.kinds);
    recording.lanes = std::move(first.lanes);
    recording.spans = std::move(first.spans);

    // According to the format, an end event closes the latest open begin event on its lane, whatever its name.
    std::ranges::sort(first.boundaries, [](const SpanBoundary& a, const SpanBoundary& b) {
        return a.lane != b.lane       ? a.lane < b.lane
               : a.timeNs != b.timeNs ? a.timeNs < b.timeNs
                                      : a.fileOrder < b.fileOrder;
    });
    std::vector<const SpanBoundary*> open;
    for (std::size_t i = 0; i < first.boundaries.size(); ++i) {
        const SpanBoundary& boundary = first.boundaries[i];
        if (i > 0 && first.boundaries[i - 1].lane != boundary.lane) {
            recording.unclosedCount += open.size();
            open.clear();
        }
        if (boundary.isBegin) {
            open.push_back(&boundary);
        } else if (!open.empty()) {
            const SpanBoundary& begin = *open.back();
            open.pop_back();
            recording.spans.push_back({begin.timeNs, boundary.timeNs - begin.timeNs, begin.kind, begin.lane});
        } else {
            ++recording.unclosedCount;
        }
    }
    recording.unclosedCount += open.size();

    std::map<std::string, std::string> processes;
    for (const LaneName& laneName : first.laneNames) {
        TraceLane& lane = recording.lanes[laneName.lane];
        if (!laneName.isProcessName)
            lane.threadName = laneName.name;
        else if (std::string& name = processes[lane.process]; name.find(laneName.name) == std::string::npos)
            name += (name.empty() ? "" : " ") + laneName.name;
    }
    for (TraceLane& lane : recording.lanes)
        if (const auto found = processes.find(lane.process); found != processes.end())
            lane.processName = found->second;

    for (const TraceScanPart* part : {&first, &second}) {
        recording.eventCount += part->counts.events;
        recording.rejectedCount += part->counts.rejected;
        const TraceDamage& damage = part->counts.damage;
        if (damage.damagedPlaces > 0 &&
            (recording.damage.damagedPlaces == 0 || damage.firstDamagedByte < recording.damage.firstDamagedByte))
            recording.damage.firstDamagedByte = damage.firstDamagedByte;
        recording.damage.damagedPlaces += damage.damagedPlaces;
        recording.damage.lostBytes += damage.lostBytes;
        recording.damage.isTruncated |= damage.isTruncated;
        recording.damage.controlCharacters += damage.controlCharacters;
    }
    return recording;
}

}  // namespace scalewright::scanning

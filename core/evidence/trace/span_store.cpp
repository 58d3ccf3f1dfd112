#include "core/evidence/trace/span_store.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace scalewright::scanning {

namespace {

/// Readers of this format hold a time as a double of microseconds. Since 1970 that is good to a quarter of one, and
/// ends are sums: to agree with them to the digit, times that large are rounded as theirs are. Smaller ones are exact
/// here.
std::int64_t asDouble(std::int64_t ns)
{
    constexpr std::int64_t coarse = (std::int64_t(1) << 50) * 1000, fine = coarse / 2;
    if (ns < fine)
        return ns;
    return ns < coarse ? (ns + 62) / 125 * 125 : (ns + 125) / 250 * 250;
}

}  // namespace

void Part::accept(const Event& event, std::uint64_t order)
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
            spans.push_back({start, std::max<std::int64_t>(0, asDouble(start + event.durationNs) - start), kind(event),
                             lane(event)});
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
    case 'M': nameLane(event); return;
    default:
        if (event.badTime)
            ++counts.refused;
    }
}

void Part::nameLane(const Event& event)
{
    const bool process = event.name.view() == "process_name" || event.name.view() == "process_labels";
    if ((!process && event.name.view() != "thread_name") || event.arguments == nullptr || *event.arguments != '{')
        return;
    const std::uint32_t at = lane(event);
    lastNames.resize(lanes.size() * 3);
    std::string& last =
        lastNames[at * 3 + (process ? event.name.size == 12 : 2)];  // some files say it thousands of times
    const std::string_view said(event.arguments, static_cast<std::size_t>(event.argumentsEnd - event.arguments));
    if (last == said)
        return;
    last = said;
    Event inner;  // {"name": "GPU 0"} reads like an event's members
    const char* p = event.arguments;
    if (m_inner.read(p, event.argumentsEnd, inner) != Read::Ok || inner.name.size == 0)
        return;
    names.push_back({at, process, unescaped(inner.name)});
}

TraceRecording joined(Part& first, Part& second)
{
    TraceRecording out;

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
        std::transform(second.spans.begin(), second.spans.end(),
                       first.spans.begin() + static_cast<std::ptrdiff_t>(already), [&](const TraceSpan& s) {
                           return TraceSpan{s.startNs, s.durationNs, kindOf[s.kind], laneOf[s.lane]};
                       });
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

    for (const Part* part : {&first, &second}) {
        out.events += part->counts.events;
        out.refused += part->counts.refused;
        const TraceDamage& damage = part->counts.damage;
        if (damage.places > 0 && (out.damage.places == 0 || damage.firstByte < out.damage.firstByte))
            out.damage.firstByte = damage.firstByte;
        out.damage.places += damage.places;
        out.damage.bytesLost += damage.bytesLost;
        out.damage.cut |= damage.cut;
        out.damage.controlCharacters += damage.controlCharacters;
    }
    return out;
}

}  // namespace scalewright::scanning

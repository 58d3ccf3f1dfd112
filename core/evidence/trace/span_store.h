// SPDX-License-Identifier: GPL-3.0-or-later
// What was read from a trace's events, with strings as indices: one part per thread, merged at the end.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "core/evidence/trace/bytes.h"
#include "core/evidence/trace/event.h"
#include "core/evidence/trace/recording.h"

namespace scalewright::scanning {

/// Maps strings to indices.
class Interner {
public:
    template <class Same, class Add>
    std::uint32_t findOrAdd(std::uint64_t hash, Same isSame, Add add)
    {
        if (m_usedCount * 2 >= m_slots.size())
            grow();
        for (std::size_t at = hash & (m_slots.size() - 1);; at = (at + 1) & (m_slots.size() - 1)) {
            Slot& slot = m_slots[at];
            if (slot.index == emptyIndex) {
                ++m_usedCount;
                slot = {hash, add()};
                return slot.index;
            }
            if (slot.hash == hash && isSame(slot.index))
                return slot.index;
        }
    }

private:
    static constexpr std::uint32_t emptyIndex = ~0u;
    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t index = emptyIndex;
    };
    void grow()
    {
        std::vector<Slot> old(std::max<std::size_t>(1024, m_slots.size() * 2));
        old.swap(m_slots);
        for (const Slot& slot : old) {
            if (slot.index == emptyIndex)
                continue;
            std::size_t at = slot.hash & (m_slots.size() - 1);
            while (m_slots[at].index != emptyIndex)
                at = (at + 1) & (m_slots.size() - 1);
            m_slots[at] = slot;
        }
    }
    std::vector<Slot> m_slots;
    std::size_t m_usedCount = 0;
};

/// A begin or end event; events are paired after the whole file has been read.
struct SpanBoundary {
    std::int64_t timeNs;
    std::uint64_t fileOrder;  ///< position in the file
    std::uint32_t kind, lane;
    bool isBegin;
};

/// A name from a metadata event.
struct LaneName {
    std::uint32_t lane;
    bool isProcessName;
    std::string name;
};

struct ScanCounts {
    std::size_t events = 0, rejected = 0;
    TraceDamage damage;
};

/// What one thread read.
struct TraceScanPart {
    std::vector<TraceSpan> spans;
    std::vector<SpanBoundary> boundaries;
    std::vector<LaneName> laneNames;
    std::vector<TraceKind> kinds;    // decoded
    std::vector<std::string> kindKeys, laneKeys;  // as written: name\0category, process\0thread
    std::vector<std::string> lastNames;           // three per lane: label, process, thread
    std::vector<TraceLane> lanes;
    Interner kindIndex, laneIndex;
    std::uint32_t lastLane = ~0u;
    ScanCounts counts;

    std::uint32_t findLane(const Event& event)
    {
        if (lastLane != ~0u && equalsKey(laneKeys[lastLane], event.process, event.thread))
            return lastLane;
        const std::uint64_t hash = bytes::hashBytes(event.thread.data, event.thread.size,
                                                    bytes::hashBytes(event.process.data, event.process.size, 1));
        lastLane = laneIndex.findOrAdd(
            hash, [&](std::uint32_t i) { return equalsKey(laneKeys[i], event.process, event.thread); },
            [&] {
                laneKeys.push_back(joinKey(event.process, event.thread));
                lanes.push_back({unescapedText(event.process), unescapedText(event.thread), {}, {}});
                return static_cast<std::uint32_t>(lanes.size() - 1);
            });
        return lastLane;
    }

    std::uint32_t findKind(const Event& event)
    {
        const std::uint64_t hash = bytes::hashBytes(event.name.data, event.name.size,
                                                    bytes::hashBytes(event.category.data, event.category.size, 2));
        return kindIndex.findOrAdd(
            hash, [&](std::uint32_t i) { return equalsKey(kindKeys[i], event.name, event.category); },
            [&] {
                kindKeys.push_back(joinKey(event.name, event.category));
                kinds.push_back({unescapedText(event.name), unescapedText(event.category)});
                return static_cast<std::uint32_t>(kinds.size() - 1);
            });
    }

    /// `order`: the event's position in the file.
    void addEvent(const Event& event, std::uint64_t order);

private:
    static bool equalsKey(const std::string& key, const Token& a, const Token& b)
    {
        return key.size() == std::size_t(a.size) + b.size + 1 && std::memcmp(key.data(), a.data, a.size) == 0 &&
               std::memcmp(key.data() + a.size + 1, b.data, b.size) == 0;
    }
    static std::string joinKey(const Token& a, const Token& b)
    {
        std::string key(a.view());
        key += '\0';
        return key.append(b.view());
    }
    void readLaneName(const Event& event);
    EventReader m_argumentsReader;
};

/// Merges both parts: pairs B and E events to spans, and names lanes. Both parts are consumed.
[[nodiscard]] TraceRecording mergeParts(TraceScanPart& first, TraceScanPart& second);

}  // namespace scalewright::scanning

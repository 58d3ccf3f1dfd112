// What was read of a trace's events, with texts as small numbers: one part a thread, put together at the end.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "core/evidence/trace/bytes.h"
#include "core/evidence/trace/event.h"
#include "core/evidence/trace/recording.h"

namespace scalewright::scanning {

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
        const std::uint64_t hash =
            bytes::hashOf(event.thread.at, event.thread.size, bytes::hashOf(event.process.at, event.process.size, 1));
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
        const std::uint64_t hash =
            bytes::hashOf(event.name.at, event.name.size, bytes::hashOf(event.category.at, event.category.size, 2));
        return kindIndex.find(
            hash, [&](std::uint32_t i) { return equals(kindKeys[i], event.name, event.category); },
            [&] {
                kindKeys.push_back(joinedKey(event.name, event.category));
                kinds.push_back({unescaped(event.name), unescaped(event.category)});
                return static_cast<std::uint32_t>(kinds.size() - 1);
            });
    }

    /// `order`: the event's place in the file.
    void accept(const Event& event, std::uint64_t order);

private:
    static bool equals(const std::string& key, const Token& a, const Token& b)
    {
        return key.size() == std::size_t(a.size) + b.size + 1 && std::memcmp(key.data(), a.at, a.size) == 0 &&
               std::memcmp(key.data() + a.size + 1, b.at, b.size) == 0;
    }
    static std::string joinedKey(const Token& a, const Token& b)
    {
        std::string key(a.view());
        key += '\0';
        return key.append(b.view());
    }
    void nameLane(const Event& event);
    EventReader m_inner;
};

/// Both parts in one: spans of pairs B and E closed, lanes named. Both are used up.
[[nodiscard]] TraceRecording joined(Part& first, Part& second);

}  // namespace scalewright::scanning

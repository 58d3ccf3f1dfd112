// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/rank_parts.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

/// Parses the whole text as a rank number.
std::optional<int> parseRankNumber(const std::string& text)
{
    constexpr std::size_t maximumDigits = 7;
    int number = 0;
    const auto [parseEnd, parseError] = std::from_chars(text.data(), text.data() + text.size(), number);
    return parseError == std::errc() && parseEnd == text.data() + text.size() && number >= 0 &&
                   text.size() <= maximumDigits
               ? std::optional(number)
               : std::nullopt;
}

/// "/device:TPU:0 (chip 1)" -> "/device:TPU:0"; for any other process, its label or number.
std::string deviceNameOf(const TraceLane& lane)
{
    const std::string& name = lane.processName;
    const std::size_t at = name.find("/device:");
    if (at == std::string::npos)
        return lane.process;
    std::size_t end = name.find(':', at + 8);
    end = end == std::string::npos ? name.size() : name.find_first_not_of("0123456789", end + 1);
    return name.substr(at, end == std::string::npos ? end : end - at);
}

/// Orders by the text before the final number, then by that number.
bool isDeviceBefore(const std::string& a, const std::string& b)
{
    const auto parts = [](const std::string& text) {
        const std::size_t digits = text.find_last_not_of("0123456789") + 1;
        return std::pair(text.substr(0, digits), parseRankNumber(text.substr(digits)).value_or(0));
    };
    return parts(a) < parts(b);
}

/// The range of the number after "rank" or "worker", or an empty range.
std::pair<std::size_t, std::size_t> findRankDigits(const std::string& name)
{
    const std::string low = lowerCase(name);
    for (const char* word : {"rank", "worker"})
        for (std::size_t at = low.find(word); at != std::string::npos; at = low.find(word, at + 1)) {
            std::size_t begin = at + std::string_view(word).size();
            if (begin < low.size() && std::string_view("-_ .:").find(low[begin]) != std::string_view::npos)
                ++begin;
            std::size_t end = begin;
            while (end < low.size() && isDigit(low[end]))
                ++end;
            if (end > begin && end - begin < 8)
                return {begin, end};
        }
    return {};
}

class RankSplitter {
public:
    RankSplitter(const std::shared_ptr<const TraceSource>& source, const TraceRules& rules,
                 std::vector<std::string>& warnings)
        : m_source(source),
          m_rules(rules),
          m_warnings(warnings),
          m_lanes(source->recording.lanes),
          m_laneUsed(m_lanes.size()),
          m_laneComputes(m_lanes.size()),
          m_laneOnDevice(m_lanes.size())
    {
        for (const TraceSpan& span : source->recording.spans) {
            const SpanMeaning& meaning = source->meanings.meaningOf(span);
            m_laneUsed[span.lane] = true;
            m_laneOnDevice[span.lane] = m_laneOnDevice[span.lane] || meaning.isOnDevice;
            m_laneComputes[span.lane] =
                m_laneComputes[span.lane] || (meaning.isOnDevice && meaning.spanClass == SpanClass::Compute);
            if (meaning.spanClass == SpanClass::Communication)
                m_collectiveProcesses[source->recording.kinds[span.kind].name].insert(m_lanes[span.lane].process);
        }
        m_rankNumber =
            source->recording.rank ? source->recording.rank : parseRankInName(source->file.filename().string());
    }

    std::vector<RankLanes> findRanks()
    {
        if (splitByWorkers() || splitByProcessNames() || splitByDevices())
            return std::move(m_ranks);
        const auto shared =
            std::ranges::find_if(m_collectiveProcesses, [](const auto& each) { return each.second.size() > 1; });
        if (!m_rankNumber && shared != m_collectiveProcesses.end() && !contains(m_laneOnDevice, true))
            m_warnings.push_back(
                formatMessage("{}: {} of its processes take part in {}, but no process is marked as a rank: all are "
                              "read as one. Name them \"rank 0\", … or use --process-is-rank",
                              fileNameOf(*m_source), shared->second.size(), inQuotes(shared->first)));
        return {{m_source, std::vector<bool>(m_lanes.size(), true), m_rankNumber}};
    }

private:
    /// One rank for each key of the lanes, in the order of the lanes; lanes with an empty key belong to no rank.
    template <class KeyOf>
    std::map<std::string, std::size_t> splitByKey(const KeyOf& keyOf)
    {
        std::map<std::string, std::size_t> ranksByKey;
        for (std::size_t i = 0; i < m_lanes.size(); ++i) {
            const std::string key = m_laneUsed[i] ? keyOf(m_lanes[i]) : std::string();
            if (key.empty())
                continue;
            const auto [entry, inserted] = ranksByKey.emplace(key, m_ranks.size());
            if (inserted)
                m_ranks.push_back({m_source, std::vector<bool>(m_lanes.size()), std::nullopt});
            m_ranks[entry->second].isOwnLane[i] = true;
        }
        return ranksByKey;
    }

    bool splitByWorkers()
    {
        const auto isWorkerThread = [&](const TraceLane& lane) {
            return matchesAnyPattern(m_rules.workerThreadPatterns,
                                     lane.threadName.empty() ? lane.thread : lane.threadName);
        };
        const auto isWorkerProcess = [&](const TraceLane& lane) {
            return matchesAnyPattern(m_rules.workerProcessPatterns,
                                     lane.processName.empty() ? lane.process : lane.processName);
        };
        bool thread = false, process = false;
        for (std::size_t i = 0; i < m_lanes.size(); ++i) {
            thread |= m_laneUsed[i] && isWorkerThread(m_lanes[i]);
            process |= m_laneUsed[i] && isWorkerProcess(m_lanes[i]);
        }
        if (thread) {
            splitByKey([&](const TraceLane& lane) {
                return isWorkerThread(lane) ? lane.process + '\n' + lane.thread : std::string();
            });
            m_warnings.push_back(formatMessage("{}: each of its {} worker lanes is read as a rank",
                                               fileNameOf(*m_source), m_ranks.size()));
        } else if (process) {
            const auto ranksByKey = splitByKey(
                [&](const TraceLane& lane) { return isWorkerProcess(lane) ? 'p' + lane.process : std::string(); });
            for (const auto& [key, rankIndex] : ranksByKey)
                m_ranks[rankIndex].rankNumber = parseRankNumber(key.substr(1));
        }
        return thread || process;
    }

    bool splitByProcessNames()
    {
        std::set<int> numbers;
        for (std::size_t i = 0; i < m_lanes.size(); ++i)
            if (m_laneUsed[i]) {
                const std::optional<int> number = parseRankInName(m_lanes[i].processName);
                if (!number)
                    return false;
                numbers.insert(*number);
            }
        if (numbers.size() < 2)
            return false;
        for (const auto& [key, rankIndex] :
             splitByKey([&](const TraceLane& lane) { return std::to_string(*parseRankInName(lane.processName)); }))
            m_ranks[rankIndex].rankNumber = std::stoi(key);
        return true;
    }

    bool splitByDevices()
    {
        std::vector<std::string> devices;
        for (std::size_t i = 0; i < m_lanes.size(); ++i)
            if (m_laneComputes[i])
                devices.push_back(deviceNameOf(m_lanes[i]));
        std::ranges::sort(devices, isDeviceBefore);
        devices.erase(std::unique(devices.begin(), devices.end()), devices.end());
        if (devices.size() < 2)
            return false;
        for (std::size_t d = 0; d < devices.size(); ++d) {
            RankLanes rank{m_source, std::vector<bool>(m_lanes.size()), m_rankNumber, devices[d], devices.size(), d};
            // All ranks share the host's lanes.
            for (std::size_t i = 0; i < m_lanes.size(); ++i)
                rank.isOwnLane[i] = !m_laneOnDevice[i] || deviceNameOf(m_lanes[i]) == devices[d];
            m_ranks.push_back(std::move(rank));
        }
        m_warnings.push_back(formatMessage("{}: {} devices compute in one process; each is read as a separate rank",
                                           fileNameOf(*m_source), devices.size()));
        return true;
    }

    const std::shared_ptr<const TraceSource>& m_source;
    const TraceRules& m_rules;
    std::vector<std::string>& m_warnings;
    const std::vector<TraceLane>& m_lanes;
    std::vector<bool> m_laneUsed, m_laneComputes, m_laneOnDevice;
    std::map<std::string, std::set<std::string>> m_collectiveProcesses;  // name -> processes that have it
    std::optional<int> m_rankNumber;
    std::vector<RankLanes> m_ranks;
};

}  // namespace

std::string fileNameOf(const TraceSource& source)
{
    return sanitised(source.file.filename().string());
}

std::optional<HorovodTimeline> prepareHorovod(TraceRecording& recording)
{
    const auto isNegotiation = [](const TraceKind& kind) { return kind.name.starts_with("NEGOTIATE_"); };
    if (std::ranges::none_of(recording.kinds, isNegotiation))
        return std::nullopt;
    HorovodTimeline timeline;
    for (TraceKind& kind : recording.kinds) {
        if (!kind.category.empty())
            continue;
        const std::optional<int> tick = parseRankNumber(kind.name);
        kind.category = tick ? "horovod tick" : "horovod";
        if (tick)
            timeline.rankCount = std::max(timeline.rankCount, *tick + 1);
    }
    std::set<std::string> tensors;
    for (const TraceSpan& span : recording.spans)
        if (isNegotiation(recording.kinds[span.kind]))
            tensors.insert(recording.lanes[span.lane].process);
    timeline.tensorCount = tensors.size();
    if (!recording.rank)
        recording.rank = 0;
    if (!recording.worldSize)
        recording.worldSize = timeline.rankCount;
    return timeline;
}

std::vector<RankLanes> splitIntoRanks(const std::shared_ptr<const TraceSource>& source, const TraceRules& rules,
                                      std::vector<std::string>& warnings)
{
    return RankSplitter(source, rules, warnings).findRanks();
}

std::optional<int> parseRankInName(const std::string& name)
{
    const auto [begin, end] = findRankDigits(name);
    return end > begin ? std::optional(std::stoi(name.substr(begin, end - begin))) : std::nullopt;
}

std::string nameBeforeRank(const std::string& name)
{
    const auto [begin, end] = findRankDigits(name);
    return end > begin ? name.substr(0, begin) : name;
}

}  // namespace scalewright

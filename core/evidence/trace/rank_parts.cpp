#include "core/evidence/trace/rank_parts.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "core/base/text/quote.h"

namespace scalewright {

namespace {

/// All of it as a number of a rank.
std::optional<int> wholeNumber(const std::string& text)
{
    constexpr std::size_t mostDigits = 7;
    int number = 0;
    const auto [behind, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
    return wrong == std::errc() && behind == text.data() + text.size() && number >= 0 && text.size() <= mostDigits
               ? std::optional(number)
               : std::nullopt;
}

/// "/device:TPU:0 (chip 1)" -> "/device:TPU:0"; another process by its number or label.
std::string deviceOf(const TraceLane& lane)
{
    const std::string& name = lane.processName;
    const std::size_t at = name.find("/device:");
    if (at == std::string::npos)
        return lane.process;
    std::size_t end = name.find(':', at + 8);
    end = end == std::string::npos ? name.size() : name.find_first_not_of("0123456789", end + 1);
    return name.substr(at, end == std::string::npos ? end : end - at);
}

/// By the text before the number at its end, then by that number.
bool deviceBefore(const std::string& a, const std::string& b)
{
    const auto parts = [](const std::string& text) {
        const std::size_t digits = text.find_last_not_of("0123456789") + 1;
        return std::pair(text.substr(0, digits), wholeNumber(text.substr(digits)).value_or(0));
    };
    return parts(a) < parts(b);
}

/// Where the number behind "rank" or "worker" begins and ends; equal where there is none.
std::pair<std::size_t, std::size_t> digitsOfRank(const std::string& name)
{
    std::string low = name;
    std::transform(low.begin(), low.end(), low.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    for (const char* word : {"rank", "worker"})
        for (std::size_t at = low.find(word); at != std::string::npos; at = low.find(word, at + 1)) {
            std::size_t digit = at + std::string_view(word).size();
            if (digit < low.size() && std::string_view("-_ .:").find(low[digit]) != std::string_view::npos)
                ++digit;
            std::size_t end = digit;
            while (end < low.size() && low[end] >= '0' && low[end] <= '9')
                ++end;
            if (end > digit && end - digit < 8)
                return {digit, end};
        }
    return {};
}

class FileRanks {
public:
    FileRanks(const std::shared_ptr<const TraceSource>& source, const TraceRules& rules,
              std::vector<std::string>& warnings)
        : m_source(source),
          m_rules(rules),
          m_warnings(warnings),
          m_lanes(source->recording.lanes),
          m_used(m_lanes.size()),
          m_computes(m_lanes.size()),
          m_device(m_lanes.size())
    {
        for (const TraceSpan& span : source->recording.spans) {
            const SpanMeaning& its = source->meanings.of(span);
            m_used[span.lane] = true;
            m_device[span.lane] = m_device[span.lane] || its.device;
            m_computes[span.lane] = m_computes[span.lane] || (its.device && its.what == SpanClass::Compute);
            if (its.what == SpanClass::Communication)
                m_collectives[source->recording.kinds[span.kind].name].insert(m_lanes[span.lane].process);
        }
        m_number = source->recording.rank ? source->recording.rank : rankInName(source->file.filename().string());
    }

    std::vector<RankLanes> ranks()
    {
        if (asWorkers() || asNamed() || asDevices())
            return std::move(m_ranks);
        const auto shared = std::find_if(m_collectives.begin(), m_collectives.end(),
                                         [](const auto& each) { return each.second.size() > 1; });
        if (!m_number && shared != m_collectives.end() &&
            std::find(m_device.begin(), m_device.end(), true) == m_device.end())
            m_warnings.push_back(
                say("{}: {} of its processes take part in {}, but nothing says that a process is a rank: all are read "
                    "as one. Name them \"rank 0\", … or say --process-is-rank",
                    fileNameOf(*m_source), shared->second.size(), inQuotes(shared->first)));
        return {{m_source, std::vector<bool>(m_lanes.size(), true), m_number}};
    }

private:
    /// A rank for each key that lanes have, in the order of the lanes; an empty key is of nobody.
    template <class KeyOf>
    std::map<std::string, std::size_t> split(const KeyOf& keyOf)
    {
        std::map<std::string, std::size_t> known;
        for (std::size_t i = 0; i < m_lanes.size(); ++i) {
            const std::string key = m_used[i] ? keyOf(m_lanes[i]) : std::string();
            if (key.empty())
                continue;
            const auto [at, added] = known.emplace(key, m_ranks.size());
            if (added)
                m_ranks.push_back({m_source, std::vector<bool>(m_lanes.size()), std::nullopt});
            m_ranks[at->second].lanes[i] = true;
        }
        return known;
    }

    bool asWorkers()
    {
        const auto byThread = [&](const TraceLane& lane) {
            return fitsOne(m_rules.workerThreads, lane.threadName.empty() ? lane.thread : lane.threadName);
        };
        const auto byProcess = [&](const TraceLane& lane) {
            return fitsOne(m_rules.workerProcesses, lane.processName.empty() ? lane.process : lane.processName);
        };
        bool thread = false, process = false;
        for (std::size_t i = 0; i < m_lanes.size(); ++i) {
            thread |= m_used[i] && byThread(m_lanes[i]);
            process |= m_used[i] && byProcess(m_lanes[i]);
        }
        if (thread) {
            split([&](const TraceLane& lane) {
                return byThread(lane) ? lane.process + '\n' + lane.thread : std::string();
            });
            m_warnings.push_back(say("{}: each of its {} lanes that are workers is read as a rank",
                                     fileNameOf(*m_source), m_ranks.size()));
        } else if (process) {
            const auto known =
                split([&](const TraceLane& lane) { return byProcess(lane) ? 'p' + lane.process : std::string(); });
            for (const auto& [key, at] : known)
                m_ranks[at].number = wholeNumber(key.substr(1));
        }
        return thread || process;
    }

    bool asNamed()
    {
        std::set<int> numbers;
        for (std::size_t i = 0; i < m_lanes.size(); ++i)
            if (m_used[i]) {
                const std::optional<int> its = rankInName(m_lanes[i].processName);
                if (!its)
                    return false;
                numbers.insert(*its);
            }
        if (numbers.size() < 2)
            return false;
        for (const auto& [key, at] :
             split([&](const TraceLane& lane) { return std::to_string(*rankInName(lane.processName)); }))
            m_ranks[at].number = std::stoi(key);
        return true;
    }

    bool asDevices()
    {
        std::vector<std::string> devices;
        for (std::size_t i = 0; i < m_lanes.size(); ++i)
            if (m_computes[i])
                devices.push_back(deviceOf(m_lanes[i]));
        std::sort(devices.begin(), devices.end(), deviceBefore);
        devices.erase(std::unique(devices.begin(), devices.end()), devices.end());
        if (devices.size() < 2)
            return false;
        for (std::size_t d = 0; d < devices.size(); ++d) {
            RankLanes rank{m_source, std::vector<bool>(m_lanes.size()), m_number, devices[d], devices.size(), d};
            for (std::size_t i = 0; i < m_lanes.size(); ++i)
                rank.lanes[i] = !m_device[i] || deviceOf(m_lanes[i]) == devices[d];  // the host belongs to all
            m_ranks.push_back(std::move(rank));
        }
        m_warnings.push_back(say("{}: {} devices compute in one process; each is read as a rank of its own",
                                 fileNameOf(*m_source), devices.size()));
        return true;
    }

    const std::shared_ptr<const TraceSource>& m_source;
    const TraceRules& m_rules;
    std::vector<std::string>& m_warnings;
    const std::vector<TraceLane>& m_lanes;
    std::vector<bool> m_used, m_computes, m_device;
    std::map<std::string, std::set<std::string>> m_collectives;  // name -> processes that have it
    std::optional<int> m_number;
    std::vector<RankLanes> m_ranks;
};

}  // namespace

std::string fileNameOf(const TraceSource& source)
{
    return cleaned(source.file.filename().string());
}

std::optional<HorovodTimeline> prepareHorovod(TraceRecording& recording)
{
    const auto isNegotiation = [](const TraceKind& kind) { return kind.name.starts_with("NEGOTIATE_"); };
    if (std::none_of(recording.kinds.begin(), recording.kinds.end(), isNegotiation))
        return std::nullopt;
    HorovodTimeline timeline;
    for (TraceKind& kind : recording.kinds) {
        if (!kind.category.empty())
            continue;
        const std::optional<int> tick = wholeNumber(kind.name);
        kind.category = tick ? "horovod tick" : "horovod";
        if (tick)
            timeline.ranks = std::max(timeline.ranks, *tick + 1);
    }
    std::set<std::string> tensors;
    for (const TraceSpan& span : recording.spans)
        if (isNegotiation(recording.kinds[span.kind]))
            tensors.insert(recording.lanes[span.lane].process);
    timeline.tensors = tensors.size();
    if (!recording.rank)
        recording.rank = 0;
    if (!recording.worldSize)
        recording.worldSize = timeline.ranks;
    return timeline;
}

std::vector<RankLanes> ranksOf(const std::shared_ptr<const TraceSource>& source, const TraceRules& rules,
                               std::vector<std::string>& warnings)
{
    return FileRanks(source, rules, warnings).ranks();
}

std::optional<int> rankInName(const std::string& name)
{
    const auto [digit, end] = digitsOfRank(name);
    return end > digit ? std::optional(std::stoi(name.substr(digit, end - digit))) : std::nullopt;
}

std::string nameBeforeRank(const std::string& name)
{
    const auto [digit, end] = digitsOfRank(name);
    return end > digit ? name.substr(0, digit) : name;
}

}  // namespace scalewright

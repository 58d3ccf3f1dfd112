// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/windows.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/text/quote.h"
#include "core/evidence/trace/rank_parts.h"
#include "core/evidence/trace/rules.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

struct RecordingWindow {
    RecordedFile recordedFile;
    std::int64_t fromNs = 0, toNs = 0;  ///< of all spans
    std::set<std::string> steps;
};

RecordingWindow makeWindow(fs::path file, TraceRecording recording, const std::vector<std::string>& stepPatterns)
{
    RecordingWindow window{
        .recordedFile = {std::move(file), std::move(recording), {}}, .fromNs = INT64_MAX, .toNs = INT64_MIN};
    const TraceRecording& stored = window.recordedFile.recording;
    for (const TraceSpan& span : stored.spans) {
        window.fromNs = std::min(window.fromNs, span.startNs);
        window.toNs = std::max(window.toNs, span.endNs());
    }
    for (const TraceKind& kind : stored.kinds)
        if (matchesAnyPattern(stepPatterns, kind.name))
            window.steps.insert(kind.name);
    return window;
}

/// Identifies the rank that the file belongs to; empty if unknown.
std::string ownerKey(const RecordedFile& file)
{
    if (file.recording.rank)
        return "rank " + std::to_string(*file.recording.rank);
    const std::string name = file.path.filename().string();
    const std::optional<int> rank = parseRankInName(name);
    if (!rank)
        return {};
    return file.path.parent_path().string() + '\n' + nameBeforeRank(name) + '\n' + std::to_string(*rank);
}

bool shareStep(const RecordingWindow& a, const RecordingWindow& b)
{
    return std::ranges::any_of(a.steps, [&](const std::string& step) { return b.steps.contains(step); });
}

bool areDisjoint(const RecordingWindow& a, const RecordingWindow& b)
{
    return a.toNs <= b.fromNs || b.toNs <= a.fromNs;
}

void appendWindow(RecordedFile& target, RecordedFile source, std::int64_t shiftNs)
{
    TraceRecording &first = target.recording, &later = source.recording;
    std::map<std::pair<std::string, std::string>, std::uint32_t> kinds, lanes;
    for (std::uint32_t i = 0; i < first.kinds.size(); ++i)
        kinds.emplace(std::pair(first.kinds[i].name, first.kinds[i].category), i);
    for (std::uint32_t i = 0; i < first.lanes.size(); ++i)
        lanes.emplace(std::pair(first.lanes[i].process, first.lanes[i].thread), i);
    std::vector<std::uint32_t> kindMap, laneMap;
    for (TraceKind& kind : later.kinds) {
        const auto [entry, inserted] =
            kinds.emplace(std::pair(kind.name, kind.category), static_cast<std::uint32_t>(first.kinds.size()));
        if (inserted)
            first.kinds.push_back(std::move(kind));
        kindMap.push_back(entry->second);
    }
    for (TraceLane& lane : later.lanes) {
        const auto [entry, inserted] =
            lanes.emplace(std::pair(lane.process, lane.thread), static_cast<std::uint32_t>(first.lanes.size()));
        if (inserted)
            first.lanes.push_back(std::move(lane));
        laneMap.push_back(entry->second);
    }
    for (const TraceSpan& span : later.spans)
        first.spans.push_back({span.startNs - shiftNs, span.durationNs, kindMap[span.kind], laneMap[span.lane]});
    first.textBytes += later.textBytes;
    first.eventCount += later.eventCount;
    if (!first.worldSize)
        first.worldSize = later.worldSize;
    target.laterFiles.push_back(std::move(source.path));
}

}  // namespace

std::vector<RecordedFile> joinWindows(std::vector<std::pair<fs::path, TraceRecording>> recordings,
                                      const std::vector<std::string>& steps, std::vector<std::string>& warnings)
{
    // One list per rank, in file order; the windows of each rank are sorted by time.
    std::vector<std::vector<RecordingWindow>> ranks;
    std::map<std::string, std::size_t> ranksByOwner;
    for (std::pair<fs::path, TraceRecording>& input : recordings) {
        RecordingWindow window = makeWindow(std::move(input.first), std::move(input.second), steps);
        const std::string owner = ownerKey(window.recordedFile);
        const auto existing = owner.empty() ? ranksByOwner.end() : ranksByOwner.find(owner);
        if (existing == ranksByOwner.end()) {
            if (!owner.empty())
                ranksByOwner.emplace(owner, ranks.size());
            ranks.emplace_back().push_back(std::move(window));
            continue;
        }
        std::vector<RecordingWindow>& windows = ranks[existing->second];
        const std::string name = sanitised(window.recordedFile.path.filename().string());
        const auto conflicting = std::ranges::find_if(windows, [&](const RecordingWindow& each) {
            return shareStep(each, window) ||
                   (!areDisjoint(each, window) && (each.steps.empty() || window.steps.empty()));
        });
        if (conflicting == windows.end()) {
            windows.push_back(std::move(window));
        } else if (window.recordedFile.recording.rank) {
            warnings.push_back(formatMessage(
                "left out: {} claims rank {} for the same steps or the same time as {}; import each run separately",
                name, *window.recordedFile.recording.rank,
                sanitised(conflicting->recordedFile.path.filename().string())));
        } else {
            ranks.emplace_back().push_back(std::move(window));  // from another machine or run: a separate rank
        }
    }

    // Unrecorded time before the k-th window: the minimum over the ranks, if the clocks are continuous.
    std::vector<std::int64_t> gaps;
    bool clocksAreContinuous = true;
    for (std::vector<RecordingWindow>& windows : ranks) {
        std::ranges::sort(windows,
                          [](const RecordingWindow& a, const RecordingWindow& b) { return a.fromNs < b.fromNs; });
        for (std::size_t k = 1; k < windows.size(); ++k) {
            const std::int64_t gap = windows[k].fromNs - windows[k - 1].toNs;
            clocksAreContinuous &= gap >= 0;
            if (gaps.size() < k)
                gaps.push_back(gap);
            else
                gaps[k - 1] = std::min(gaps[k - 1], gap);
        }
    }
    std::vector<RecordedFile> files;
    std::size_t maximumWindows = 1, multiWindowRanks = 0;
    for (std::vector<RecordingWindow>& windows : ranks) {
        RecordedFile merged = std::move(windows.front().recordedFile);
        std::int64_t shift = 0;
        for (std::size_t k = 1; k < windows.size(); ++k) {
            shift = clocksAreContinuous ? shift + gaps[k - 1] : shift + windows[k].fromNs - windows[k - 1].toNs;
            appendWindow(merged, std::move(windows[k].recordedFile), shift);
        }
        maximumWindows = std::max(maximumWindows, windows.size());
        multiWindowRanks += windows.size() > 1 ? 1 : 0;
        files.push_back(std::move(merged));
    }
    if (multiWindowRanks > 0)
        warnings.push_back(formatMessage(
            "ranks recorded in several windows: {}, with up to {} windows; the time between windows is ignored",
            multiWindowRanks, maximumWindows));
    return files;
}

}  // namespace scalewright

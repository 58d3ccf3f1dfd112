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

struct Window {
    RecordedFile file;
    std::int64_t fromNs = 0, toNs = 0;  ///< of all spans
    std::set<std::string> steps;
};

Window windowOf(fs::path file, TraceRecording recording, const std::vector<std::string>& stepNames)
{
    Window window{.file = {std::move(file), std::move(recording), {}}, .fromNs = INT64_MAX, .toNs = INT64_MIN};
    const TraceRecording& its = window.file.recording;
    for (const TraceSpan& span : its.spans) {
        window.fromNs = std::min(window.fromNs, span.startNs);
        window.toNs = std::max(window.toNs, span.endNs());
    }
    for (const TraceKind& kind : its.kinds)
        if (fitsOne(stepNames, kind.name))
            window.steps.insert(kind.name);
    return window;
}

/// Of whom the file says it is; empty where it says nothing.
std::string ownerOf(const RecordedFile& file)
{
    if (file.recording.rank)
        return "rank " + std::to_string(*file.recording.rank);
    const std::string name = file.file.filename().string();
    const std::optional<int> rank = rankInName(name);
    if (!rank)
        return {};
    return file.file.parent_path().string() + '\n' + nameBeforeRank(name) + '\n' + std::to_string(*rank);
}

bool shareAStep(const Window& a, const Window& b)
{
    return std::any_of(a.steps.begin(), a.steps.end(), [&](const std::string& step) { return b.steps.contains(step); });
}

bool apart(const Window& a, const Window& b)
{
    return a.toNs <= b.fromNs || b.toNs <= a.fromNs;
}

void append(RecordedFile& to, RecordedFile from, std::int64_t shiftNs)
{
    TraceRecording &first = to.recording, &later = from.recording;
    std::map<std::pair<std::string, std::string>, std::uint32_t> kinds, lanes;
    for (std::uint32_t i = 0; i < first.kinds.size(); ++i)
        kinds.emplace(std::pair(first.kinds[i].name, first.kinds[i].category), i);
    for (std::uint32_t i = 0; i < first.lanes.size(); ++i)
        lanes.emplace(std::pair(first.lanes[i].process, first.lanes[i].thread), i);
    std::vector<std::uint32_t> kindOf, laneOf;
    for (TraceKind& kind : later.kinds) {
        const auto [at, added] =
            kinds.emplace(std::pair(kind.name, kind.category), static_cast<std::uint32_t>(first.kinds.size()));
        if (added)
            first.kinds.push_back(std::move(kind));
        kindOf.push_back(at->second);
    }
    for (TraceLane& lane : later.lanes) {
        const auto [at, added] =
            lanes.emplace(std::pair(lane.process, lane.thread), static_cast<std::uint32_t>(first.lanes.size()));
        if (added)
            first.lanes.push_back(std::move(lane));
        laneOf.push_back(at->second);
    }
    for (const TraceSpan& span : later.spans)
        first.spans.push_back({span.startNs - shiftNs, span.durationNs, kindOf[span.kind], laneOf[span.lane]});
    first.bytes += later.bytes;
    first.events += later.events;
    if (!first.worldSize)
        first.worldSize = later.worldSize;
    to.laterWindows.push_back(std::move(from.file));
}

}  // namespace

std::vector<RecordedFile> joinWindows(std::vector<std::pair<fs::path, TraceRecording>> recordings,
                                      const std::vector<std::string>& steps, std::vector<std::string>& warnings)
{
    std::vector<std::vector<Window>> ranks;  // each by time, in the order of the files
    std::map<std::string, std::size_t> known;
    for (auto& [file, recording] : recordings) {
        Window window = windowOf(std::move(file), std::move(recording), steps);
        const std::string owner = ownerOf(window.file);
        const auto of = owner.empty() ? known.end() : known.find(owner);
        if (of == known.end()) {
            if (!owner.empty())
                known.emplace(owner, ranks.size());
            ranks.emplace_back().push_back(std::move(window));
            continue;
        }
        std::vector<Window>& windows = ranks[of->second];
        const std::string name = cleaned(window.file.file.filename().string());
        const auto same = std::find_if(windows.begin(), windows.end(), [&](const Window& each) {
            return shareAStep(each, window) || (!apart(each, window) && (each.steps.empty() || window.steps.empty()));
        });
        if (same == windows.end()) {
            windows.push_back(std::move(window));
        } else if (window.file.recording.rank) {
            warnings.push_back(
                say("left out: {} says rank {} of the same steps or the same time as {}; import each run "
                    "by itself",
                    name, *window.file.recording.rank, cleaned(same->file.file.filename().string())));
        } else {
            ranks.emplace_back().push_back(std::move(window));  // of another machine or run: a rank of its own
        }
    }

    // The time that nobody recorded before the k-th window: the least over the ranks, where clocks run on.
    std::vector<std::int64_t> gaps;
    bool clocksRunOn = true;
    for (std::vector<Window>& windows : ranks) {
        std::sort(windows.begin(), windows.end(), [](const Window& a, const Window& b) { return a.fromNs < b.fromNs; });
        for (std::size_t k = 1; k < windows.size(); ++k) {
            const std::int64_t gap = windows[k].fromNs - windows[k - 1].toNs;
            clocksRunOn &= gap >= 0;
            if (gaps.size() < k)
                gaps.push_back(gap);
            else
                gaps[k - 1] = std::min(gaps[k - 1], gap);
        }
    }
    std::vector<RecordedFile> files;
    std::size_t most = 1, several = 0;
    for (std::vector<Window>& windows : ranks) {
        RecordedFile whole = std::move(windows.front().file);
        std::int64_t shift = 0;
        for (std::size_t k = 1; k < windows.size(); ++k) {
            shift = clocksRunOn ? shift + gaps[k - 1] : shift + windows[k].fromNs - windows[k - 1].toNs;
            append(whole, std::move(windows[k].file), shift);
        }
        most = std::max(most, windows.size());
        several += windows.size() > 1 ? 1 : 0;
        files.push_back(std::move(whole));
    }
    if (several > 0)
        warnings.push_back(
            say("{} ranks are recorded in up to {} windows; the time between them counts for nothing", several, most));
    return files;
}

}  // namespace scalewright

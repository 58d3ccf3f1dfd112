// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/timeline/detail.h"

#include <algorithm>

namespace scalewright {

namespace {

constexpr std::size_t maximumLevels = 32;
constexpr std::uint32_t noSpan = ~0u;
constexpr std::size_t leafSize = 16;  // groups of this many spans are searched linearly
constexpr std::size_t maximumCoarseCells = 8192;  // maximum cells per row cached as boxes: twice what a screen shows

std::int64_t length(const DetailSpan& span)
{
    return span.toNs - span.fromNs;
}

}  // namespace

DetailLane::DetailLane(std::vector<DetailSpan> spans)
{
    std::ranges::sort(spans, [](const DetailSpan& a, const DetailSpan& b) {
        return a.fromNs != b.fromNs ? a.fromNs < b.fromNs : a.toNs > b.toNs;
    });
    std::vector<std::int64_t> levelEnds;  // by level
    for (const DetailSpan& span : spans) {
        std::size_t level = 0;
        while (level < levelEnds.size() && levelEnds[level] > span.fromNs)
            ++level;
        level = std::min(level, maximumLevels - 1);
        if (level == levelEnds.size()) {
            levelEnds.push_back(0);
            m_levels.emplace_back();
        }
        levelEnds[level] = std::max(levelEnds[level], span.toNs);
        m_levels[level].spans.push_back(span);
    }
    for (Level& level : m_levels) {
        level.spans.shrink_to_fit();
        level.buildLongestTree();
        level.buildGrid();
    }
}

void DetailLane::Level::buildLongestTree()
{
    const auto longer = [&](std::uint32_t a, std::uint32_t b) { return length(spans[b]) > length(spans[a]) ? b : a; };
    std::vector<std::uint32_t> row;
    for (std::size_t i = 0; i < spans.size(); i += leafSize) {
        auto best = static_cast<std::uint32_t>(i);
        for (std::size_t j = i + 1; j < std::min(i + leafSize, spans.size()); ++j)
            best = longer(best, static_cast<std::uint32_t>(j));
        row.push_back(best);
    }
    while (row.size() > 1) {
        std::vector<std::uint32_t> above;
        for (std::size_t i = 0; i < row.size(); i += 2)
            above.push_back(i + 1 < row.size() ? longer(row[i], row[i + 1]) : row[i]);
        longestTree.push_back(std::move(row));
        row = std::move(above);
    }
    longestTree.push_back(std::move(row));
}

std::uint32_t DetailLane::Level::longestInRange(std::size_t from, std::size_t to) const
{
    auto best = static_cast<std::uint32_t>(from);
    const auto consider = [&](std::uint32_t at) {
        if (length(spans[at]) > length(spans[best]))
            best = at;
    };
    while (from < to && from % leafSize != 0)
        consider(static_cast<std::uint32_t>(from++));
    while (from < to && to % leafSize != 0)
        consider(static_cast<std::uint32_t>(--to));
    std::size_t a = from / leafSize, b = to / leafSize;
    for (std::size_t k = 0; a < b; ++k, a /= 2, b /= 2) {
        if (a % 2 != 0)
            consider(longestTree[k][a++]);
        if (a < b && b % 2 != 0)
            consider(longestTree[k][--b]);
    }
    return best;
}

std::size_t DetailLane::size() const
{
    std::size_t total = 0;
    for (const Level& level : m_levels)
        total += level.spans.size();
    return total;
}

std::size_t DetailLane::memoryBytes() const
{
    std::size_t total = 0;
    for (const Level& level : m_levels) {
        total += level.spans.capacity() * sizeof(DetailSpan);
        total += level.firstInCell.capacity() * sizeof(std::uint32_t);
        for (const auto* rows : {&level.longestTree, &level.grid})
            for (const auto& row : *rows)
                total += row.capacity() * sizeof(std::uint32_t);
        for (const auto& row : level.coarseBoxes)
            total += row.capacity() * sizeof(DetailBox);
    }
    return total;
}

void DetailLane::Level::buildGrid()
{
    const std::size_t n = spans.size();
    originNs = spans.front().fromNs;
    const std::int64_t extent = spans.back().fromNs - originNs + 1;
    cellNs = std::max<std::int64_t>(1, extent / static_cast<std::int64_t>(std::max<std::size_t>(1, n / 2)));
    const auto cells = static_cast<std::size_t>(extent / cellNs + 1);
    firstInCell.resize(cells + 1);
    std::vector<std::uint32_t> row(cells, noSpan);
    std::size_t at = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        firstInCell[cell] = static_cast<std::uint32_t>(at);
        const std::int64_t end = originNs + static_cast<std::int64_t>(cell + 1) * cellNs;
        for (; at < n && spans[at].fromNs < end; ++at)
            if (row[cell] == noSpan || length(spans[at]) > length(spans[row[cell]]))
                row[cell] = static_cast<std::uint32_t>(at);
    }
    firstInCell[cells] = static_cast<std::uint32_t>(n);
    while (row.size() > 1) {
        std::vector<std::uint32_t> above((row.size() + 1) / 2, noSpan);
        for (std::size_t i = 0; i < row.size(); ++i) {
            std::uint32_t& best = above[i / 2];
            if (best == noSpan || (row[i] != noSpan && length(spans[row[i]]) > length(spans[best])))
                best = row[i];
        }
        grid.push_back(std::move(row));
        row = std::move(above);
    }
    grid.push_back(std::move(row));

    std::size_t from = grid.size();
    while (from > 0 && grid[from - 1].size() <= std::min<std::size_t>(maximumCoarseCells, n / 16))
        --from;
    for (std::size_t k = from; k < grid.size(); ++k) {
        coarseBoxes.emplace_back(grid[k].size());
        for (std::size_t cell = 0; cell < grid[k].size(); ++cell)
            if (grid[k][cell] != noSpan)
                coarseBoxes.back()[cell] = makeBox(k, cell);
            else
                coarseBoxes.back()[cell].spanCount = 0;
    }
}

DetailBox DetailLane::Level::makeBox(std::size_t row, std::size_t cell) const
{
    const DetailSpan& longestSpan = spans[grid[row][cell]];
    const std::size_t last = std::min((cell + 1) << row, firstInCell.size() - 1);
    return {longestSpan.fromNs, longestSpan.toNs,
            longestSpan.id,     firstInCell[last] - firstInCell[cell << row],
            longestSpan.colour, 0};
}

void DetailLane::Level::appendGridBoxes(std::int64_t fromNs, std::int64_t toNs, std::size_t row, std::size_t first,
                                        std::uint8_t level, std::vector<DetailBox>& boxes) const
{
    const std::vector<std::uint32_t>& cells = grid[row];
    const std::vector<DetailBox>* const cachedBoxes =
        row + coarseBoxes.size() >= grid.size() ? &coarseBoxes[row + coarseBoxes.size() - grid.size()] : nullptr;
    const std::int64_t width = cellNs << row;
    // A span that begins before the view and extends into it, from a cell that is not drawn.
    auto cell = static_cast<std::size_t>(std::max<std::int64_t>(0, fromNs - originNs) / width);
    if (first < spans.size() && spans[first].fromNs < originNs + static_cast<std::int64_t>(cell) * width)
        boxes.push_back({spans[first].fromNs, spans[first].toNs, spans[first].id, 1, spans[first].colour, level});
    for (; cell < cells.size() && originNs + static_cast<std::int64_t>(cell) * width < toNs; ++cell) {
        if (!cachedBoxes && cell + 16 < cells.size() && cells[cell + 16] != noSpan)
            __builtin_prefetch(&spans[cells[cell + 16]]);
        if (cells[cell] == noSpan)
            continue;
        boxes.push_back(cachedBoxes ? (*cachedBoxes)[cell] : makeBox(row, cell));
        boxes.back().level = level;
    }
}

void DetailLane::Level::appendPixelBoxes(std::int64_t fromNs, std::int64_t toNs, std::int64_t bucket, std::size_t first,
                                         std::uint8_t level, std::vector<DetailBox>& boxes) const
{
    while (first < spans.size() && spans[first].fromNs < toNs) {
        const DetailSpan& span = spans[first];
        if (length(span) >= bucket) {
            boxes.push_back({span.fromNs, span.toNs, span.id, 1, span.colour, level});
            ++first;
            continue;
        }
        // Finds the end of the spans that start in this bucket, by doubling: most buckets hold few spans.
        const std::int64_t end =
            std::min(toNs, fromNs + ((std::max(span.fromNs, fromNs) - fromNs) / bucket + 1) * bucket);
        std::size_t low = first + 1, step = 1;
        while (low < spans.size() && spans[std::min(low + step, spans.size()) - 1].fromNs < end) {
            low = std::min(low + step, spans.size());
            step *= 2;
        }
        const auto last = static_cast<std::size_t>(
            std::partition_point(spans.begin() + static_cast<std::ptrdiff_t>(low),
                                 spans.begin() + static_cast<std::ptrdiff_t>(std::min(low + step, spans.size())),
                                 [&](const DetailSpan& s) { return s.fromNs < end; }) -
            spans.begin());
        const DetailSpan& longestSpan = spans[longestInRange(first, last)];
        boxes.push_back({longestSpan.fromNs, longestSpan.toNs, longestSpan.id, static_cast<std::uint32_t>(last - first),
                         longestSpan.colour, level});
        first = last;
    }
}

void DetailLane::appendVisible(std::int64_t fromNs, std::int64_t toNs, int buckets, std::vector<DetailBox>& boxes) const
{
    if (toNs <= fromNs || buckets < 1)
        return;
    const std::int64_t bucket = std::max<std::int64_t>(1, (toNs - fromNs + buckets - 1) / buckets);
    for (std::size_t at = 0; at < m_levels.size(); ++at) {
        const Level& level = m_levels[at];
        // Spans on one level do not overlap, so their ends are in order too. On the last level they may overlap, in
        // which case an extra box is drawn.
        const auto first =
            static_cast<std::size_t>(std::partition_point(level.spans.begin(), level.spans.end(),
                                                          [&](const DetailSpan& s) { return s.toNs <= fromNs; }) -
                                     level.spans.begin());
        if (bucket < level.cellNs) {
            level.appendPixelBoxes(fromNs, toNs, bucket, first, static_cast<std::uint8_t>(at), boxes);
            continue;
        }
        std::size_t row = 0;
        while (row + 1 < level.grid.size() && (level.cellNs << (row + 1)) <= bucket)
            ++row;
        level.appendGridBoxes(fromNs, toNs, row, first, static_cast<std::uint8_t>(at), boxes);
    }
}

const DetailSpan* DetailLane::spanAt(std::int64_t ns, std::int64_t toleranceNs) const
{
    const DetailSpan* near = nullptr;
    for (auto level = m_levels.rbegin(); level != m_levels.rend(); ++level) {
        const auto behind = std::partition_point(level->spans.begin(), level->spans.end(),
                                                 [&](const DetailSpan& s) { return s.fromNs <= ns; });
        if (behind != level->spans.begin() && std::prev(behind)->toNs > ns)
            return &*std::prev(behind);
        if (near == nullptr && behind != level->spans.begin() && std::prev(behind)->toNs + toleranceNs > ns)
            near = &*std::prev(behind);
        if (near == nullptr && behind != level->spans.end() && behind->fromNs - toleranceNs <= ns)
            near = &*behind;
    }
    return near;
}

}  // namespace scalewright

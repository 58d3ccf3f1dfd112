// SPDX-License-Identifier: GPL-3.0-or-later
// What a pixel of a lane shows: the longest span in each bucket of pixels, found in O(log n).
//
// A view of ten million spans draws at most two boxes per pixel and lane. Spans are ordered by their starts and do not
// overlap within a level; a lane has as many levels as its spans nest. Zoomed out, buckets are cells of a grid whose
// number of cells halves from row to row; the longest span in each cell is precomputed. Cells stay in place when the
// view moves, so nothing flickers. Zoomed in beyond the finest row, a maximum tree over the lengths finds the longest
// span in a bucket (Perfetto's "mipmap" and Tracy draw like this).
//
//     DetailLane lane(std::move(spans));               // once
//     lane.appendVisible(fromNs, toNs, 1600, boxes);   // per frame: at most 1600 boxes a level
#pragma once

#include <cstdint>
#include <vector>

namespace scalewright {

struct DetailSpan {
    std::int64_t fromNs = 0, toNs = 0;
    std::uint32_t id = 0;  ///< chosen by the caller
    std::uint8_t colour = 0;
};

/// A box to draw: a span wide enough to be visible, or the longest of the spans that share a bucket.
struct DetailBox {
    std::int64_t fromNs = 0, toNs = 0;
    std::uint32_t id = 0;
    std::uint32_t spanCount = 1;  ///< spans in the bucket; 1 for a single span
    std::uint8_t colour = 0;
    std::uint8_t level = 0;  ///< 0 is the outermost
};

class DetailLane {
public:
    DetailLane() = default;
    /// Sorts the spans and moves those that are nested in others, or overlap them, to a lower level. There are at most
    /// 32 levels; more deeply nested spans are drawn on the last.
    explicit DetailLane(std::vector<DetailSpan> spans);

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] int levels() const { return static_cast<int>(m_levels.size()); }
    /// Memory used, for checking against a budget.
    [[nodiscard]] std::size_t memoryBytes() const;

    /// Appends the boxes in [fromNs, toNs) for `buckets` pixels, level by level in time order. O(buckets log n). A
    /// bucket is one pixel, or a grid cell half a pixel to one pixel wide.
    void appendVisible(std::int64_t fromNs, std::int64_t toNs, int buckets, std::vector<DetailBox>& boxes) const;

    /// The innermost span at a given time, for hovering; nullptr if none exists. A span within `toleranceNs` also
    /// counts. O(log n).
    [[nodiscard]] const DetailSpan* spanAt(std::int64_t ns, std::int64_t toleranceNs = 0) const;

private:
    struct Level {
        std::vector<DetailSpan> spans;
        /// [k][i]: index of the longest span in [i 2^(k+4), (i+1) 2^(k+4))
        std::vector<std::vector<std::uint32_t>> longestTree;
        std::int64_t originNs = 0, cellNs = 1;  ///< for the grid's finest row
        /// Index of the first span that starts in each cell or later; the last entry is one past the end.
        std::vector<std::uint32_t> firstInCell;
        /// [k][c]: index of the longest span that starts in cell c of row k, or noSpan
        std::vector<std::vector<std::uint32_t>> grid;
        /// The grid's last rows as contiguous boxes, because their spans are far apart in memory. The spanCount of an
        /// empty cell is 0.
        std::vector<std::vector<DetailBox>> coarseBoxes;
        void buildLongestTree();
        void buildGrid();
        [[nodiscard]] DetailBox makeBox(std::size_t row, std::size_t cell) const;
        void appendGridBoxes(std::int64_t fromNs, std::int64_t toNs, std::size_t row, std::size_t first,
                             std::uint8_t level, std::vector<DetailBox>& boxes) const;
        void appendPixelBoxes(std::int64_t fromNs, std::int64_t toNs, std::int64_t bucket, std::size_t first,
                              std::uint8_t level, std::vector<DetailBox>& boxes) const;
        [[nodiscard]] std::uint32_t longestInRange(std::size_t from, std::size_t to) const;
    };
    std::vector<Level> m_levels;
};

}  // namespace scalewright

// What of a lane a pixel shows: the longest span of each bucket of pixels, found in O(log n).
//
// A view of ten million spans draws at most two boxes a pixel and lane. Spans are in order of their starts and do not
// overlap on a level; a lane has as many levels as its spans nest. Zoomed out, buckets are cells of a grid that halves
// from row to row, each with its longest span known beforehand: they stay where they are when the view moves, so
// nothing flickers. Zoomed in below the finest row, a maximum tree over the lengths finds the longest of a bucket's run
// (Perfetto's "mipmap" and Tracy draw like this).
//
//     DetailLane lane(std::move(spans));               // once
//     lane.visible(fromNs, toNs, 1600, boxes);         // a frame: at most 1600 boxes a level
#pragma once

#include <cstdint>
#include <vector>

namespace scalewright {

struct DetailSpan {
    std::int64_t fromNs = 0, toNs = 0;
    std::uint32_t id = 0;  ///< whatever the caller wants back
    std::uint8_t colour = 0;
};

/// What is drawn: a span that is wide enough to be seen whole, or the longest of those that share a bucket.
struct DetailBox {
    std::int64_t fromNs = 0, toNs = 0;
    std::uint32_t id = 0;
    std::uint32_t count = 1;  ///< spans of the bucket; 1 for a span that stands alone
    std::uint8_t colour = 0;
    std::uint8_t level = 0;  ///< 0 is the outermost
};

class DetailLane {
public:
    DetailLane() = default;
    /// Sorts the spans and puts those that lie within others, or overlap them, a level lower; the levels are at most
    /// 32, and what nests deeper is drawn on the last.
    explicit DetailLane(std::vector<DetailSpan> spans);

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] int levels() const { return static_cast<int>(m_levels.size()); }
    /// Bytes that are held, for a budget.
    [[nodiscard]] std::size_t bytes() const;

    /// Appends the boxes of [fromNs, toNs) on `buckets` pixels, level by level in order of time. O(buckets log n). A
    /// bucket is a pixel, or the half to whole of one that the grid has.
    void visible(std::int64_t fromNs, std::int64_t toNs, int buckets, std::vector<DetailBox>& boxes) const;

    /// The innermost span at a moment, for hover; nullptr where there is none. `withinNs`: a near one counts as hit.
    /// O(log n).
    [[nodiscard]] const DetailSpan* at(std::int64_t ns, std::int64_t withinNs = 0) const;

private:
    struct Level {
        std::vector<DetailSpan> spans;
        /// [k][i]: index of the longest of spans [i 2^(k+4), (i+1) 2^(k+4))
        std::vector<std::vector<std::uint32_t>> longest;
        std::int64_t originNs = 0, cellNs = 1;  ///< of the grid's finest row
        std::vector<std::uint32_t> firstOf;  ///< first span that starts in a cell of it or later, and one past the end
        /// [k][c]: index of the longest span that starts in cell c of row k, or none
        std::vector<std::vector<std::uint32_t>> grid;
        /// The grid's last rows as boxes, side by side: their spans lie far apart in memory. A cell without one has the
        /// count 0.
        std::vector<std::vector<DetailBox>> coarse;
        void index();
        void indexGrid();
        [[nodiscard]] DetailBox boxOf(std::size_t row, std::size_t cell) const;
        void onGrid(std::int64_t fromNs, std::int64_t toNs, std::size_t row, std::size_t first, std::uint8_t level,
                    std::vector<DetailBox>& boxes) const;
        void onPixels(std::int64_t fromNs, std::int64_t toNs, std::int64_t bucket, std::size_t first,
                      std::uint8_t level, std::vector<DetailBox>& boxes) const;
        [[nodiscard]] std::uint32_t longestOf(std::size_t from, std::size_t to) const;
    };
    std::vector<Level> m_levels;
};

}  // namespace scalewright

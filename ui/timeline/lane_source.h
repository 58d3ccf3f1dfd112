// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a lane view: a bar for each worker, with streams below it and steps above it, and a description of each
// span. Times are in ticks starting at 0; the source defines the length of a tick.
#pragma once

#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/evidence/timeline/bars.h"
#include "core/output/tables/table.h"
#include "ui/theme/theme.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

struct LaneStream {
    QString title;
    DetailLane detail;
};

struct Lane {
    QString title;
    bool isHighlighted = false;  ///< mentioned on the page: a straggler, a slowed worker
    DetailLane bar;
    std::vector<LaneStream> streams;
};

struct StepMark {
    QString title;  ///< "step 12"
    std::int64_t fromTick = 0, toTick = 0;
};

class LaneSource {
public:
    virtual ~LaneSource() = default;

    QString origin;  ///< "SIMULATED", "RECORDED" or "REPLAYED", in the drawing's corner
    double secondsPerTick = 1e-9;
    std::int64_t endTick = 0;  ///< all spans are within [0, endTick)
    std::vector<Lane> lanes;
    std::vector<StepMark> steps;
    bool areStepsCommon = true;  ///< all workers are in the same step; otherwise a step has no beginning to mark
    std::vector<std::size_t> slowestFirst;  ///< the order of the lanes if there is no room for all; empty: as listed
    std::vector<Activity> occurringActivities;  ///< for the legend: those with more than 0.5 % of any bar
    /// The end of the last bar: streams, which are folded at first, may end later.
    [[nodiscard]] std::int64_t barsEndTick() const;
    /// From the start of a lane's first span on its bar to the end of its last; the time in between without a span is
    /// idle.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> barRange(std::size_t lane) const { return m_barRanges[lane]; }
    /// Whether idle time is visible: more than 0.5 % of any bar.
    [[nodiscard]] bool hasIdleTime() const { return m_hasIdleTime; }

    /// The same workers before a change, drawn thin below each lane; nullptr if there is no such source.
    [[nodiscard]] virtual const LaneSource* originalSource() const { return nullptr; }
    /// The shift to add to times in `other` so that its step starts together with this source's step at `from`; 0 if
    /// either has no steps.
    [[nodiscard]] std::int64_t alignmentShift(const LaneSource& other, std::int64_t from) const;

    /// "step 13: compute". If `stream` is -1, the span is on the bar.
    [[nodiscard]] virtual QString spanName(std::size_t lane, int stream, const DetailSpan& span) const = 0;
    /// Whether a span's name contains the text, ignoring case. Precondition: the text is not empty.
    using Matcher = std::function<bool(std::size_t lane, int stream, std::uint32_t id)>;
    [[nodiscard]] virtual Matcher makeMatcher(const QString& text) const = 0;
    struct SpanHit {
        std::size_t lane = 0;
        int stream = -1;
        DetailSpan span;
    };
    /// The first match that begins after `after`, otherwise the first match overall; nullopt if nothing matches.
    [[nodiscard]] virtual std::optional<SpanHit> findNext(const QString& text, std::int64_t after) const = 0;
    /// Mean percentages over the workers within [from, to): "compute 62 %, waiting 20 %, idle 8 %".
    [[nodiscard]] virtual QString sharesSummary(std::int64_t from, std::int64_t to) const;

protected:
    using Bars = std::vector<std::vector<DetailSpan>>;  ///< one per worker
    void listActivities(const Bars& bars);  ///< for the legend
    /// Lists the activities of these bars and keeps them for sharesSummary() and secondsOfBar().
    void setBars(Bars bars);
    [[nodiscard]] const Bars& bars() const { return m_bars; }
    /// The time of each activity on a worker's bar.
    [[nodiscard]] std::array<double, activityCount> secondsOfBar(std::size_t lane) const;
    /// Finds the hit that findNext() returns among all hits offered.
    struct NextHit {
        std::int64_t after = 0;
        std::optional<SpanHit> first{}, next{};
        /// Whether an offer of that span could change the result.
        [[nodiscard]] bool isWanted(const DetailSpan& span) const;
        void offer(const SpanHit& hit);
        [[nodiscard]] const std::optional<SpanHit>& result() const { return next ? next : first; }
    };

private:
    Bars m_bars;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_barRanges;
    bool m_hasIdleTime = false;
};

/// The ticks of each activity as percentages of `total`; the rest is idle.
[[nodiscard]] QString sharesText(const std::array<double, activityCount>& ticks, double total);

/// The colour of an activity; activities that share a colour role differ in strength.
[[nodiscard]] QColor activityColor(Activity activity, const VisualStyle& look);
[[nodiscard]] QString activityTitle(Activity activity);
/// Fills a box for idle time, with a line above and below it, as its fill is pale.
void fillIdleBox(QPainter& painter, const QRectF& box, const VisualStyle& look);
[[nodiscard]] QString idleTitle();

}  // namespace scalewright::ui

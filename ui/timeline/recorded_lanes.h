// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded run as lanes: a bar for each rank, with its threads and streams below it.
#pragma once

#include "core/evidence/trace/run.h"
#include "ui/timeline/lane_source.h"
#include "ui/timeline/worker_shares.h"

namespace scalewright::ui {

class RecordedLanes final : public LaneSource {
public:
    /// Slow for millions of spans, so call it off the GUI thread. Precondition: at least one rank.
    explicit RecordedLanes(TraceRun run);

    [[nodiscard]] const TraceRun& traceRun() const { return m_traceRun; }
    [[nodiscard]] const std::string& clockNote() const { return m_clockNote; }
    [[nodiscard]] std::vector<WorkerTime> workerTimes() const;
    /// Precondition: the run contains that rank.
    [[nodiscard]] std::size_t laneOf(int rank) const;

    [[nodiscard]] QString spanName(std::size_t lane, int stream, const DetailSpan& span) const override;
    [[nodiscard]] Matcher makeMatcher(const QString& text) const override;
    [[nodiscard]] std::optional<SpanHit> findNext(const QString& text, std::int64_t after) const override;

private:
    [[nodiscard]] std::vector<std::vector<bool>> matchingKinds(const QString& text) const;

    TraceRun m_traceRun;
    ClockShifts m_clockShifts;
    std::string m_clockNote;
    std::vector<std::vector<int>> m_streamIndex;  ///< [rank][lane in the file]: the index of its stream, or -1
};

}  // namespace scalewright::ui

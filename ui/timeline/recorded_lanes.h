// A recorded run as lanes: a bar for each rank, its threads and streams under it.
#pragma once

#include "core/evidence/trace/run.h"
#include "ui/timeline/lane_source.h"
#include "ui/timeline/worker_shares.h"

namespace scalewright::ui {

class RecordedLanes final : public LaneSource {
public:
    /// Takes a while for millions of spans: off the GUI thread. Precondition: at least one rank.
    explicit RecordedLanes(TraceRun run);

    [[nodiscard]] const TraceRun& run() const { return m_run; }
    [[nodiscard]] const std::string& aboutClocks() const { return m_aboutClocks; }
    [[nodiscard]] std::vector<WorkerTime> workers() const;
    /// Precondition: the rank is one of the run.
    [[nodiscard]] std::size_t laneOf(int rank) const;

    [[nodiscard]] QString nameOf(std::size_t lane, int stream, const DetailSpan& span) const override;
    [[nodiscard]] Matcher matcher(const QString& text) const override;
    [[nodiscard]] std::optional<Hit> next(const QString& text, std::int64_t after) const override;
    [[nodiscard]] QString sums(std::int64_t from, std::int64_t to) const override;

private:
    [[nodiscard]] std::vector<std::vector<bool>> fittingKinds(const QString& text) const;

    TraceRun m_run;
    ClockShifts m_shifts;
    std::string m_aboutClocks;
    std::vector<std::vector<DetailSpan>> m_bars;
    std::vector<std::vector<int>> m_streamOf;  ///< [rank][lane of the file]: its stream, or -1
};

}  // namespace scalewright::ui

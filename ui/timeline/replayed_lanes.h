// A recorded run as it would have been, for lanes that stand above the recording's own.
#pragma once

#include <memory>

#include "core/evidence/timeline/replay.h"
#include "ui/timeline/recorded_lanes.h"

namespace scalewright::ui {

class ReplayedLanes final : public LaneSource {
public:
    ReplayedLanes(std::shared_ptr<const RecordedLanes> recorded, Replay replayed);

    [[nodiscard]] const RecordedLanes& recorded() const { return *m_recorded; }
    [[nodiscard]] std::vector<WorkerTime> workers() const;

    [[nodiscard]] QString nameOf(std::size_t lane, int stream, const DetailSpan& span) const override;
    [[nodiscard]] Matcher matcher(const QString& text) const override;
    [[nodiscard]] std::optional<Hit> next(const QString& text, std::int64_t after) const override;
    [[nodiscard]] QString sums(std::int64_t from, std::int64_t to) const override;

private:
    std::shared_ptr<const RecordedLanes> m_recorded;
    Replay m_replayed;
    std::vector<std::vector<DetailSpan>> m_bars;
};

}  // namespace scalewright::ui

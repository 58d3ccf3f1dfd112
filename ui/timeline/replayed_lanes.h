// SPDX-License-Identifier: GPL-3.0-or-later
// A modified replay of a recorded run, shown as lanes above those of the recording.
#pragma once

#include <memory>

#include "core/evidence/timeline/replay.h"
#include "ui/timeline/recorded_lanes.h"

namespace scalewright::ui {

class ReplayedLanes final : public LaneSource {
public:
    ReplayedLanes(std::shared_ptr<const RecordedLanes> recorded, Replay replayed);

    [[nodiscard]] const RecordedLanes& recordedLanes() const { return *m_recordedLanes; }
    [[nodiscard]] std::vector<WorkerTime> workerTimes() const;

    [[nodiscard]] QString spanName(std::size_t lane, int stream, const DetailSpan& span) const override;
    [[nodiscard]] Matcher makeMatcher(const QString& text) const override;
    [[nodiscard]] std::optional<SpanHit> findNext(const QString& text, std::int64_t after) const override;

private:
    std::shared_ptr<const RecordedLanes> m_recordedLanes;
    Replay m_replay;
};

}  // namespace scalewright::ui

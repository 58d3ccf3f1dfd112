// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated run as lanes, with the unperturbed run for comparison.
#pragma once

#include <memory>

#include "core/evidence/timeline/simulate.h"
#include "ui/timeline/lane_source.h"
#include "ui/timeline/worker_shares.h"

namespace scalewright::ui {

class SimulatedLanes final : public LaneSource {
public:
    /// A perturbed run uses the tick length of `before`, so that both can be drawn together. Precondition:
    /// question.spans is set.
    SimulatedLanes(SimulationQuestion question, Simulation run, std::shared_ptr<const SimulatedLanes> before = nullptr);

    [[nodiscard]] const SimulationQuestion& question() const { return m_question; }
    [[nodiscard]] const Simulation& simulation() const { return m_simulation; }
    [[nodiscard]] std::vector<WorkerTime> workerTimes() const;

    [[nodiscard]] const LaneSource* originalSource() const override { return m_originalLanes.get(); }
    [[nodiscard]] QString spanName(std::size_t lane, int stream, const DetailSpan& span) const override;
    [[nodiscard]] Matcher makeMatcher(const QString& text) const override;
    [[nodiscard]] std::optional<SpanHit> findNext(const QString& text, std::int64_t after) const override;
    [[nodiscard]] QString sharesSummary(std::int64_t from, std::int64_t to) const override;

private:
    [[nodiscard]] QString spanName(const SimulatedSpan& span) const;

    SimulationQuestion m_question;
    Simulation m_simulation;
    std::shared_ptr<const SimulatedLanes> m_originalLanes;
};

/// "worker 5".
[[nodiscard]] QString workerTitle(int worker);

}  // namespace scalewright::ui

// A simulated run as lanes, with the run before it was broken beside it.
#pragma once

#include <memory>

#include "core/evidence/timeline/simulate.h"
#include "ui/timeline/lane_source.h"
#include "ui/timeline/worker_shares.h"

namespace scalewright::ui {

class SimulatedLanes final : public LaneSource {
public:
    /// `ticks` is the length of a tick: one for both runs, so that a ghost fits. Precondition: question.spans.
    SimulatedLanes(SimulationQuestion question, Simulation run, std::shared_ptr<const SimulatedLanes> before = nullptr);

    [[nodiscard]] const SimulationQuestion& question() const { return m_question; }
    [[nodiscard]] const Simulation& run() const { return m_run; }
    [[nodiscard]] std::vector<WorkerTime> workers() const;

    [[nodiscard]] const LaneSource* before() const override { return m_before.get(); }
    [[nodiscard]] QString nameOf(std::size_t lane, int stream, const DetailSpan& span) const override;
    [[nodiscard]] Matcher matcher(const QString& text) const override;
    [[nodiscard]] std::optional<Hit> next(const QString& text, std::int64_t after) const override;
    [[nodiscard]] QString sums(std::int64_t from, std::int64_t to) const override;

private:
    [[nodiscard]] QString nameOf(const SimulatedSpan& span) const;

    SimulationQuestion m_question;
    Simulation m_run;
    std::shared_ptr<const SimulatedLanes> m_before;
};

/// "worker 5".
[[nodiscard]] QString workerTitle(int worker);

}  // namespace scalewright::ui

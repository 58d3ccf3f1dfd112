// SPDX-License-Identifier: GPL-3.0-or-later
// Repair it: how long a recorded run would have taken with a different rank, exchange or overlap
// (core/evidence/timeline/replay.h).
#pragma once

#include <optional>

#include "core/evidence/timeline/replay.h"
#include "ui/theme/widgets.h"

class QCheckBox;
class QPushButton;

namespace scalewright::ui {

class LogSlider;
class QuietCombo;

class RepairCard : public Card {
    Q_OBJECT

public:
    explicit RepairCard(QWidget* parent = nullptr);

    /// The run to replay, which must outlive its use here. If it is nullptr, `emptyText` says why there is none.
    void setRun(const TraceRun* run, const QString& emptyText = {});
    void setHandles(const ReplayOptions& handles);
    [[nodiscard]] ReplayOptions handles() const;
    /// The result, or why there is none.
    [[nodiscard]] QString resultText() const { return m_resultLabel->text(); }
    [[nodiscard]] QString spanText() const { return m_spanLabel->text(); }
    /// The replay with the changes; nullopt if there are no changes or the run cannot be replayed.
    [[nodiscard]] const std::optional<Replay>& modifiedReplay() const { return m_modifiedReplay; }

    /// False if the recording has nothing to replay: the card would be empty.
    [[nodiscard]] bool canReplay() const { return m_canReplay; }

Q_SIGNALS:
    void changed();

private:
    bool m_canReplay = false;
    void updateReplay();
    void showReplay();

    const TraceRun* m_run = nullptr;
    QWidget* m_controls;
    QuietCombo* m_medianCombo;
    QuietCombo* m_removedRankCombo;
    LogSlider* m_exchangeSlider;
    Text* m_exchangeValueLabel;
    double m_exchangeFactor = 1;
    std::optional<Replay> m_modifiedReplay;
    QCheckBox* m_overlapCheckBox;
    Text *m_spanLabel, *m_spanBeforeLabel, *m_resultLabel;
    QPushButton* m_resetButton;
};

}  // namespace scalewright::ui

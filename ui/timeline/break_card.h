// SPDX-License-Identifier: GPL-3.0-or-later
// Break it: handles on the simulated run. The changes are only tried out and never become part of the project.
#pragma once

#include "core/evidence/timeline/perturbation.h"
#include "ui/theme/widgets.h"

class QGridLayout;

namespace scalewright::ui {

class LogSlider;
class NoWheelSpinBox;

class BreakCard : public Card {
    Q_OBJECT

public:
    explicit BreakCard(QWidget* parent = nullptr);

    /// The unmodified design, which sets the handles' initial values and ranges.
    void setDesign(const SimulationQuestion& design);
    void setPerturbation(const Perturbation& changes);
    [[nodiscard]] const Perturbation& perturbation() const { return m_perturbation; }
    void setWorker(int worker);
    /// Focuses the first handle.
    void focusFirstControl();
    /// Step time and idle percentage, now and before the perturbation.
    void setOutcome(const QString& step, const QString& stepBefore, const QString& idle, const QString& idleBefore,
                    const QString& sentence);
    [[nodiscard]] QString sentence() const { return m_sentenceLabel->text(); }

Q_SIGNALS:
    void changed();

private:
    struct Handle {
        Text* title = nullptr;
        Text* value = nullptr;
        LogSlider* slider = nullptr;
    };
    Handle addHandle(QGridLayout& grid, const QString& title, const QString& name);
    void updateView();

    SimulationQuestion m_design;
    Perturbation m_perturbation;
    NoWheelSpinBox* m_workerSpinBox;
    Handle m_slowdown, m_staleness, m_backup, m_jitter;
    QPushButton* m_killButton;
    QPushButton* m_resetButton;
    Text *m_stepLabel, *m_stepBeforeLabel, *m_idleLabel, *m_idleBeforeLabel, *m_sentenceLabel;
};

}  // namespace scalewright::ui

// Break it: handles on the simulated run. What is changed here is tried, never part of the project.
#pragma once

#include <optional>
#include <vector>

#include "core/timeline/simulate.h"
#include "ui/theme/widgets.h"

class QGridLayout;

namespace scalewright::ui {

class LogSlider;
class QuietSpinBox;

/// What was done to the run; nothing where it is as designed.
struct Broken {
    int worker = 0;
    double factor = 1;       ///< that worker's compute
    bool killed = false;     ///< that worker, in the step the view begins with
    std::optional<int> stalenessSteps, backupWorkers;
    std::optional<double> jitterS;
    [[nodiscard]] bool any() const { return factor != 1 || killed || stalenessSteps || backupWorkers || jitterS; }
    bool operator==(const Broken&) const = default;
};

/// The question with it done. Precondition: the worker is one of question.p.
[[nodiscard]] SimulationQuestion broken(SimulationQuestion question, const Broken& how, int killStep);

class BreakCard : public Card {
    Q_OBJECT

public:
    explicit BreakCard(QWidget* parent = nullptr);

    /// The design's own run: what handles start from, and their ends.
    void setDesign(const SimulationQuestion& design);
    void setBroken(const Broken& how);
    [[nodiscard]] const Broken& how() const { return m_how; }
    void setWorker(int worker);
    /// Step time and idle share now, and before it was broken.
    void setOutcome(const QString& step, const QString& stepBefore, const QString& idle, const QString& idleBefore, const QString& sentence);
    [[nodiscard]] QString sentence() const { return m_sentence->text(); }
    [[nodiscard]] QString stepText() const { return m_step->text(); }

Q_SIGNALS:
    void changed();

private:
    struct Handle {
        Text* title = nullptr;
        Text* value = nullptr;
        LogSlider* slider = nullptr;
    };
    Handle addHandle(QGridLayout& grid, const QString& title, const QString& name);
    void show();
    void edit(Broken how);

    SimulationQuestion m_design;
    Broken m_how;
    QuietSpinBox* m_worker;
    Handle m_slow, m_staleness, m_backup, m_jitter;
    QPushButton* m_kill;
    QPushButton* m_mend;
    Text *m_step, *m_stepBefore, *m_idle, *m_idleBefore, *m_sentence;
};

}  // namespace scalewright::ui

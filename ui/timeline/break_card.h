// Break it: handles on the simulated run. What is changed here is tried, never part of the project.
#pragma once

#include "core/evidence/timeline/broken.h"
#include "ui/theme/widgets.h"

class QGridLayout;

namespace scalewright::ui {

class LogSlider;
class QuietSpinBox;

class BreakCard : public Card {
    Q_OBJECT

public:
    explicit BreakCard(QWidget* parent = nullptr);

    /// The design's own run: what handles start from, and their ends.
    void setDesign(const SimulationQuestion& design);
    void setBroken(const Broken& how);
    [[nodiscard]] const Broken& how() const { return m_how; }
    void setWorker(int worker);
    /// The keyboard into the first handle.
    void takeFocus();
    /// Step time and idle share now, and before it was broken.
    void setOutcome(const QString& step, const QString& stepBefore, const QString& idle, const QString& idleBefore,
                    const QString& sentence);
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

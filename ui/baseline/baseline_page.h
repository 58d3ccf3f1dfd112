// Baseline (book 41.2): what does one machine do already? Machine, workload steps and target beside the roofline.
#pragma once

#include "ui/page/page.h"

class QBoxLayout;
class QPushButton;

namespace scalewright::ui {

class CardColumn;
class Chart;
class Figure;
class MachineCard;
class Measuring;
class MissingLine;
class ModelCard;
class StepsCard;
class StudyCard;
class StudyRun;
class GoalCard;
class TargetCard;

class BaselinePage final : public Page {
    Q_OBJECT

public:
    explicit BaselinePage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer) override;
    [[nodiscard]] QString underWay() const override;
    void takeFile(const QString& path) override;

    /// The card that measures everything of a program, with the keyboard in it.
    void askStudy();
    [[nodiscard]] StudyRun& study() const { return *m_study; }
    [[nodiscard]] StudyCard& studyCard() const { return *m_studyCard; }
    [[nodiscard]] Measuring& measuring() const { return *m_measuring; }
    [[nodiscard]] MachineCard& machine() const { return *m_machine; }
    [[nodiscard]] StepsCard& steps() const { return *m_steps; }
    [[nodiscard]] TargetCard& target() const { return *m_target; }

protected:
    void refresh() override;
    void layOut() override;

private:
    Measuring* m_measuring;
    StudyRun* m_study;
    QPushButton* m_askStudy;
    StudyCard* m_studyCard;
    MachineCard* m_machine;
    StepsCard* m_steps;
    ModelCard* m_model;
    GoalCard* m_goal;
    TargetCard* m_target;
    Chart* m_chart;
    MissingLine* m_toVerdict;
    MissingLine* m_toPrediction;
    Figure* m_figure;
    CardColumn* m_cards;
    QBoxLayout* m_row;
};

/// "Xeon, measured 2026-11-21 · 3 steps, 0.42 s": what the page stands on.
[[nodiscard]] QString baselineBasis(const Project& project);

}  // namespace scalewright::ui

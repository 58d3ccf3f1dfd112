// SPDX-License-Identifier: GPL-3.0-or-later
// Baseline page (book 41.2): what can one machine do already? Shows the machine, the workload steps and the target next
// to the roofline.
#pragma once

#include <vector>

#include "ui/page/page.h"

class QBoxLayout;
class QPushButton;

namespace scalewright::ui {

class CardColumn;
class Chart;
class Figure;
class MachineCard;
class MeasurementJob;
class MemoryBar;
class MissingFieldsLine;
class ModelCard;
class PageTabs;
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

    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer) override;
    /// "machine", "program", "model", "target" or "goal".
    bool showPart(const QString& id) override;
    [[nodiscard]] QString unfinishedWorkText() const override;
    void takeFile(const QString& path) override;

    /// Opens the card that measures everything and moves the focus to it.
    void openStudyCard();
    [[nodiscard]] StudyRun& study() const { return *m_study; }

protected:
    void refresh() override;
    void layOut() override;

private:
    void showCard(const QWidget* card);

    MeasurementJob* m_measurement;
    StudyRun* m_study;
    QPushButton* m_studyButton;
    StudyCard* m_studyCard;
    MachineCard* m_machineCard;
    StepsCard* m_stepsCard;
    ModelCard* m_modelCard;
    GoalCard* m_goalCard;
    TargetCard* m_targetCard;
    MemoryBar* m_memoryBar;
    Figure* m_memoryFigure;  ///< instead of the roofline if the working set does not fit
    Chart* m_chart;
    MissingFieldsLine* m_missingForVerdict;
    MissingFieldsLine* m_missingForPrediction;
    Figure* m_figure;
    PageTabs* m_tabs;  ///< one for each card
    CardColumn* m_cards;
    std::vector<QWidget*> m_tabCards;
    QBoxLayout* m_contentLayout;
};

/// What the page is based on, for example "Xeon, measured 2026-11-21 · 3 steps, 0.42 s".
[[nodiscard]] QString baselineBasisText(const Project& project);

}  // namespace scalewright::ui

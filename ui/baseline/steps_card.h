// SPDX-License-Identifier: GPL-3.0-or-later
// The workload: its steps as a table, and the totals for a whole step.
#pragma once

#include <optional>
#include <vector>

#include "core/model/bottleneck/profile.h"
#include "core/project/document/baseline.h"
#include "ui/document/document.h"
#include "ui/page/page.h"
#include "ui/theme/widgets.h"
#include "ui/worker/worker.h"

class QTableView;

namespace scalewright::ui {

class MeasurementJob;
class EstimatePanel;
class FieldGrid;
class ProgramPanel;
class ProgramRun;
class MemoryFitLine;
class MeasurementProgress;
class StepsModel;

class StepsCard : public Card {
    Q_OBJECT

public:
    StepsCard(Document& document, MeasurementJob& measuring, QWidget* parent = nullptr);

    void refresh();
    /// `columns`: the number of quantities per row.
    void layOut(int columns);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();
    /// Focuses the field at this JSON pointer; returns false if it is not on this card.
    bool focusField(const QString& pointer);
    [[nodiscard]] MemoryFitLine* memoryFitLine() const { return m_memoryFitLine; }
    /// Edits a cell of the table. If `row` is one past the last step, a step is added first; returns false for later
    /// rows.
    bool focusStep(int row, int column);

    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] StepsModel* model() const { return m_model; }
    /// The button that opens the program panel, the panel, and its run.
    [[nodiscard]] QPushButton* measureProgramButton() const { return m_measureProgramButton; }
    [[nodiscard]] ProgramPanel* programPanel() const { return m_programPanel; }
    [[nodiscard]] ProgramRun* programRun() const { return m_programRun; }
    /// Opens the estimates of T_comp; hidden unless they are useful.
    [[nodiscard]] QPushButton* estimateButton() const { return m_estimateButton; }
    [[nodiscard]] EstimatePanel* estimatePanel() const { return m_estimatePanel; }
    [[nodiscard]] MeasurementProgress* progress() const { return m_progress; }  ///< for the book's workloads
    void addStep();
    /// Imports steps from a profile: the output of perf stat, py-spy, speedscope or ncu --csv, or a PROFILE.json. This
    /// is one undo step. Sampled stacks divide the known step time; a button offers the sampled time instead.
    void importProfile(const QString& path);
    [[nodiscard]] bool isReading() const;  ///< off the GUI thread
    void setTCompFromSteps();
    /// The line under the table: what is wrong with an entry.
    [[nodiscard]] QString problemText() const { return m_problemText->text(); }
    [[nodiscard]] QString importNote() const
    {
        return m_importNote->text();
    }  ///< What was imported from a file, and any warnings.
    [[nodiscard]] QString doubtsText() const
    {
        return m_doubtsText->text();
    }  ///< Contradictions between the steps' figures.

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    /// A part of the card (a question, or the progress of a run) has just appeared and should be scrolled into view.
    void revealRequested(QWidget* part);

private:
    QWidget* buildTable();
    /// Runs the book's workloads, after asking for confirmation if this would replace the user's own steps.
    void confirmBookRun();
    void startBookRun();
    void hideBookQuestion();
    void showMeasurementState();
    void restyle();
    void fitTable();
    void selectStep(int row, int column);
    void moveStep(int offset);
    void chooseProfileFile();
    void readProfile(const QString& path, std::optional<double> stepTimeS);
    void applyProfile();
    void showCellDetails();
    void showProblem(const QString& problem);
    [[nodiscard]] int currentRow() const;

    Document& m_document;
    MeasurementJob& m_measurement;
    ProgramRun* m_programRun;
    struct ImportedProfile {
        Profile profile;
        bool sharesKnownTime = false;
    };
    Worker<ImportedProfile>* m_reader;
    QString m_importedName, m_importedPath, m_nextPath;  ///< the file that is being read, and the one to read next
    bool m_sharesKnownTime = false;  ///< Whether the import described by m_importNote divided a known step time.
    StepsModel* m_model;
    QTableView* m_table;
    Text* m_emptyText;
    Text* m_cellDetails;
    Text* m_problemText;
    Text* m_doubtsText;
    Text* m_importNote;
    std::vector<WorkloadStep> m_importedSteps;  ///< the steps described by m_importNote
    QPushButton* m_addButton;
    QPushButton* m_removeButton;
    QPushButton* m_upButton;
    QPushButton* m_downButton;
    QPushButton* m_bookButton;
    Text* m_bookQuestion;
    QPushButton* m_replaceStepsButton;
    QPushButton* m_keepStepsButton;
    /// The steps that m_bookQuestion is about; empty while no question is open.
    std::vector<WorkloadStep> m_stepsToReplace;
    MeasurementProgress* m_progress;
    QPushButton* m_measureProgramButton;
    ProgramPanel* m_programPanel;
    QPushButton* m_importButton;
    QPushButton* m_sampledTimeButton;
    QPushButton* m_tCompFromStepsButton;
    QPushButton* m_moreButton;
    QPushButton* m_servingButton;
    QPushButton* m_removeServingButton;
    FieldGrid* m_mainGrid;
    QPushButton* m_estimateButton;
    EstimatePanel* m_estimatePanel;
    MemoryFitLine* m_memoryFitLine;
    FieldGrid* m_moreGrid;
    FieldGrid* m_servingGrid;
};

}  // namespace scalewright::ui

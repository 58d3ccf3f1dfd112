// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline: where each worker's time goes, simulated from the design or recorded in traces. The simulation can be
// perturbed, and the recording can be replayed with changes.
#pragma once

#include <map>
#include <memory>

#include "core/project/document/measurements.h"
#include "ui/page/document_view.h"
#include "ui/timeline/break_card.h"
#include "ui/timeline/recorded_lanes.h"
#include "ui/timeline/simulated_lanes.h"
#include "ui/worker/worker.h"

class QBoxLayout;
class QLineEdit;

namespace scalewright {
struct Rung;
}

namespace scalewright::ui {

class Figure;
class LaneView;
class RepairCard;
class ProgressBar;
class QuietCombo;
class CollapsibleTrackRecord;
class WorkerShares;

class TimelineView : public DocumentView {
    Q_OBJECT

public:
    explicit TimelineView(Document& document, QWidget* parent = nullptr);
    ~TimelineView() override;

    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;

    /// Reads traces (files, or a folder of them) on a worker thread; the result is one undo step. Does nothing while
    /// traces are already being read.
    void importTraces(const QStringList& paths);
    [[nodiscard]] bool isImporting() const { return m_importWorker.isRunning(); }
    void cancelImport() { m_importWorker.cancel(); }
    /// Sets the user's rules, which are applied before the built-in ones, to the shown recording (which is read again)
    /// and to later ones. Empty: no rules.
    void useRules(const QString& path);
    /// Shows the simulation (-1) or a recorded run of the project. Until this is called, the latest recording is shown
    /// if nothing can be simulated.
    void showRun(int index);
    /// Shows the simulation and focuses the first handle that perturbs it.
    void showBreakCard();
    [[nodiscard]] int shownRunIndex() const { return m_shownIndex; }
    /// Compares the shown run with a recorded run of the project; -1: none. Precondition: the two runs are different.
    void compareWith(int index);
    /// The step time of the simulation, or the verdict on the shown recording; empty without a run.
    [[nodiscard]] QString answerText() const;
    [[nodiscard]] QString basis() const { return m_basis; }

    /// Adds the shown recording as a row of the ladder "from traces", or as a step of the baseline, in one undo step.
    /// Precondition: the recording is loaded.
    void addToLadder();
    void addToBaseline();

    [[nodiscard]] BreakCard& breakCard() const { return *m_breakCard; }
    [[nodiscard]] RepairCard& repairCard() const { return *m_repairCard; }
    [[nodiscard]] QString message() const;
    [[nodiscard]] const SimulatedLanes* simulatedLanes() const { return m_simulatedLanes.get(); }
    [[nodiscard]] const RecordedLanes* recordedLanes() const;
    /// The recording that the shown one is compared with, once it has been read.
    [[nodiscard]] std::shared_ptr<const RecordedLanes> comparedLanes() const;

Q_SIGNALS:
    void basisChanged();
    void importFinished();

protected:
    void refresh() override;
    void layOut() override;

private:
    struct LoadedRun {
        std::shared_ptr<const RecordedLanes> lanes;
        RecordedRun record;
    };
    struct SimulatedPair {
        std::shared_ptr<const SimulatedLanes> design, perturbed;
    };

    void refreshRunCombo();
    void refreshSimulation();
    void refreshRecorded();
    void refreshComparisonCombo();
    void presentRecorded(const RecordedLanes& lanes);
    [[nodiscard]] const RecordedRun* recordAt(int index) const;
    void simulatePerturbed();
    void setSimulatedPair(const SimulatedPair& pair);
    void presentSimulated();
    void showPerturbedWorker();
    void clearSimulation(const QString& emptyText);
    void loadRun(int index);
    void startImport(const QStringList& paths, int replacing, std::optional<RecordedRun> expected);
    void finishImport();
    void chooseFiles(bool folder, int replacing);
    void chooseRules();
    [[nodiscard]] std::filesystem::path activeRules() const;
    void rereadTraces();
    void removeRecording();
    /// The ladder's run of the simulated design with its p, unless the simulation is changed; may be null.
    [[nodiscard]] const Rung* measuredRun() const;
    /// "measured", "assumed": the source of that run. Precondition: measuredRun().
    [[nodiscard]] QString measuredRunSource() const;
    void setBasis(const QString& basis);
    [[nodiscard]] std::filesystem::path projectFolder() const;
    [[nodiscard]] const RecordedRun* shownRecord() const;

    QuietCombo *m_runCombo, *m_comparisonCombo;
    QPushButton *m_openButton, *m_rereadButton, *m_removeButton, *m_addToLadderButton, *m_addToBaselineButton,
        *m_cancelButton;
    QLineEdit* m_searchField;
    ProgressBar* m_progressBar;
    QWidget* m_progressRow;
    Text* m_progressText;
    Text *m_messageLabel, *m_summaryLabel;
    CollapsibleTrackRecord* m_trackRecord;  ///< how often a reported straggler is a real one
    Text* m_readoutLabel;
    LaneView* m_laneView;
    Figure* m_lanesFigure;
    WorkerShares* m_workerShares;
    Figure* m_sharesFigure;
    BreakCard* m_breakCard;
    RepairCard* m_repairCard;
    QBoxLayout* m_cardRow;
    QBoxLayout* m_sourceRow;
    QString m_basis, m_hint;

    int m_shownIndex = -1, m_comparedIndex = -1;
    bool m_isRunChosen = false;  ///< by showRun()
    std::optional<SimulationQuestion> m_designQuestion;  ///< the design's own run, as most recently requested
    std::shared_ptr<const SimulatedLanes> m_designLanes, m_simulatedLanes;
    bool m_revealPerturbed = false;  ///< the perturbation changed, so scroll to its worker
    bool m_isSimulationPending = false;  ///< start another simulation when the current one ends
    std::optional<LoadedRun> m_loadedRun, m_comparedRun;  ///< the shown run, and the run that it is compared with
    std::optional<RecordedRun> m_failedRecord;
    bool m_isLoadingComparison = false, m_dropsOwnRules = false;
    /// The user's own rules for later reads; empty: use the rules of the shown run.
    std::filesystem::path m_pendingRules;
    int m_replacedIndex = -1;  ///< index of the run that the import replaces
    std::optional<RecordedRun> m_expectedRecord;
    Worker<SimulatedPair> m_simulationWorker;
    Worker<LoadedRun> m_importWorker;
};

}  // namespace scalewright::ui

// The timeline: where each worker's time goes, simulated from the design or recorded in traces; break the one, mend the
// other.
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

namespace scalewright::ui {

class Figure;
class LaneView;
class MendCard;
class ProgressBar;
class QuietCombo;
class TrackRecordFold;
class WorkerShares;

class TimelineView : public DocumentView {
    Q_OBJECT

public:
    explicit TimelineView(Document& document, QWidget* parent = nullptr);
    ~TimelineView() override;

    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;

    /// Reads traces (files, or a folder of them) on a worker; what comes of it is one step of undo. Nothing while one
    /// is read.
    void importTraces(const QStringList& paths);
    [[nodiscard]] bool isImporting() const { return m_import.isRunning(); }
    void cancelImport() { m_import.cancel(); }
    /// A person's own rules, asked before the program's: the shown recording is read again by them, and those read from
    /// now on are. Empty: none.
    void useRules(const QString& path);
    /// Shows the simulation (-1) or a recorded run of the project.
    void showRun(int index);
    /// The simulation, with the keyboard in the first of the handles that break it.
    void showBreak();
    [[nodiscard]] int shownRun() const { return m_shown; }
    /// Holds a recorded run of the project against the one that is shown; -1: none. Precondition: it is another one.
    void compareWith(int index);
    /// What the page stands on, for the line under its heading.
    /// What a step takes as simulated; empty while a recording is shown, whose verdict stands below.
    [[nodiscard]] QString answer() const;
    [[nodiscard]] QString basis() const { return m_basis; }

    /// The shown recording as a row of the ladder "from traces", or as a step of the baseline: one step of undo.
    /// Precondition: it is loaded.
    void addToLadder();
    void addToBaseline();

    [[nodiscard]] LaneView& lanes() const { return *m_lanes; }
    [[nodiscard]] WorkerShares& shares() const { return *m_shares; }
    [[nodiscard]] BreakCard& breakCard() const { return *m_break; }
    [[nodiscard]] MendCard& mendCard() const { return *m_mend; }
    [[nodiscard]] QString message() const;
    [[nodiscard]] const SimulatedLanes* simulated() const { return m_simulated.get(); }
    [[nodiscard]] const RecordedLanes* recorded() const;
    /// The recording that the shown one is held against, once it is read.
    [[nodiscard]] std::shared_ptr<const RecordedLanes> other() const;

Q_SIGNALS:
    void basisChanged();
    void importFinished();

protected:
    void refresh() override;
    void layOut() override;

private:
    struct Loaded {
        std::shared_ptr<const RecordedLanes> lanes;
        RecordedRun record;
    };
    struct Pair {
        std::shared_ptr<const SimulatedLanes> design, shown;
    };

    void refreshChoice();
    void refreshSimulation();
    void refreshRecorded();
    void refreshAgainst();
    void presentRecorded(const RecordedLanes& lanes);
    [[nodiscard]] const RecordedRun* recordAt(int index) const;
    void simulateBroken();
    void takeSimulated(const Pair& pair);
    void presentSimulated();
    void showBroken();
    void clearSimulated(const QString& why);
    void loadRun(int index);
    void startImport(const QStringList& paths, int replacing, std::optional<RecordedRun> expected);
    void concludeImport();
    void say(const QString& text, bool problem);
    void askFiles(bool folder, int replacing);
    void askRules();
    [[nodiscard]] std::filesystem::path rulesInUse() const;
    void readAgain();
    void forget();
    void setBasis(const QString& basis);
    [[nodiscard]] std::filesystem::path folder() const;
    [[nodiscard]] const RecordedRun* shownRecord() const;

    QuietCombo *m_choice, *m_compare;
    QPushButton *m_open, *m_again, *m_forget, *m_ladder, *m_profile, *m_stop;
    QLineEdit* m_search;
    ProgressBar* m_progress;
    QWidget* m_progressRow;
    Text* m_progressText;
    Text *m_message, *m_about;
    TrackRecordFold* m_record;  ///< how often a straggler so named is one
    Text* m_readOut;
    LaneView* m_lanes;
    Figure* m_lanesFigure;
    WorkerShares* m_shares;
    Figure* m_sharesFigure;
    BreakCard* m_break;
    MendCard* m_mend;
    QBoxLayout* m_below;
    QBoxLayout* m_sourceRow;
    QString m_basis, m_hint;

    int m_shown = -1, m_against = -1;
    std::optional<SimulationQuestion> m_question;  ///< the design's own run, as last asked
    std::shared_ptr<const SimulatedLanes> m_design, m_simulated;
    bool m_follows = false;  ///< what is broken was changed: it comes into sight
    bool m_simulateAgain = false;  ///< another simulation, once the one under way has ended
    std::optional<Loaded> m_loaded, m_other;  ///< the run in sight, and the one that it is held against
    std::optional<RecordedRun> m_failedToLoad;
    bool m_loadsOther = false, m_dropRules = false;
    std::filesystem::path m_rules;  ///< of a person's own, for what is read from now on; empty: those of the shown run
    int m_replacing = -1;  ///< the run that what is read takes the place of
    std::optional<RecordedRun> m_expected;
    Worker<Pair> m_simulation;
    Worker<Loaded> m_import;
};

}  // namespace scalewright::ui

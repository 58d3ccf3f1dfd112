// The workload: its steps as a table, and what the step as a whole needs.
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

class Measuring;
class FieldGrid;
class ProgramPanel;
class ProgramRun;
class FitsLine;
class MeasuringProgress;
class StepsModel;

class StepsCard : public Card {
    Q_OBJECT

public:
    StepsCard(Document& document, Measuring& measuring, QWidget* parent = nullptr);

    void refresh();
    /// How many quantities stand beside one another.
    void layOut(int columns);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();
    /// Puts the keyboard into the field at that pointer; false where it is none of this card's.
    bool focus(const QString& pointer);
    [[nodiscard]] FitsLine* fits() const { return m_fits; }
    /// Opens a cell of the table; where there is no such step yet, the keyboard is at the word that adds one.
    bool focusStep(int row, int column);

    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] StepsModel* model() const { return m_model; }
    /// The word that opens the panel, the panel, and its work.
    [[nodiscard]] QPushButton* measureProgramButton() const { return m_mine; }
    [[nodiscard]] ProgramPanel* programPanel() const { return m_panel; }
    [[nodiscard]] ProgramRun* program() const { return m_program; }
    [[nodiscard]] MeasuringProgress* progress() const { return m_progress; }  ///< of the book's workloads
    void addStep();
    /// The steps of a profile: what perf stat, py-spy, speedscope or ncu --csv wrote, or a PROFILE.json. One step of
    /// undo. Sampled stacks share out the step's time where it is known; a word offers the time that was sampled.
    void importProfile(const QString& path);
    [[nodiscard]] bool isReading() const;  ///< off the GUI thread
    void setTCompFromSteps();
    /// The line under the table: what is wrong with an entry.
    [[nodiscard]] QString problem() const { return m_problem->text(); }
    [[nodiscard]] QString taken() const
    {
        return m_taken->text();
    }  ///< what was taken from a file, and what it could not tell
    [[nodiscard]] QString doubts() const
    {
        return m_doubts->text();
    }  ///< what the steps' figures say against each other

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    /// A part of the card that just came: a question, or how far a run is.
    void sightWanted(QWidget* part);

private:
    QWidget* buildTable();
    /// The book's workloads: at once where no steps of one's own stand there, else by a question.
    void askBook();
    void runBook();
    void hideAsk();
    void showMeasuring();
    void restyle();
    void fitTable();
    void selectStep(int row, int column);
    void moveStep(int by);
    void askProfile();
    void readProfile(const QString& path, std::optional<double> stepTimeS);
    void takeProfile();
    void showCell();
    void say(const QString& problem);
    [[nodiscard]] int currentRow() const;

    Document& m_document;
    Measuring& m_measuring;
    ProgramRun* m_program;
    struct Read {
        Profile profile;
        bool sharesKnownTime = false;
    };
    Worker<Read>* m_reader;
    QString m_imported, m_importedPath, m_next;  ///< the file that is read, and the one that comes then
    bool m_sharesTime = false;  ///< what m_taken is about shares out the step's time
    StepsModel* m_model;
    QTableView* m_table;
    Text* m_empty;
    Text* m_cell;
    Text* m_problem;
    Text* m_doubts;
    Text* m_taken;
    std::vector<WorkloadStep> m_stepsTaken;  ///< what m_taken is about
    QPushButton* m_add;
    QPushButton* m_remove;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_book;
    Text* m_bookAsk;
    QPushButton* m_bookRun;
    QPushButton* m_bookKeep;
    std::vector<WorkloadStep> m_stepsAsked;  ///< what m_bookAsk would replace; empty while nothing is asked
    MeasuringProgress* m_progress;
    QPushButton* m_mine;
    ProgramPanel* m_panel;
    QPushButton* m_import;
    QPushButton* m_sampled;
    QPushButton* m_fromSteps;
    QPushButton* m_more;
    QPushButton* m_serving;
    QPushButton* m_noServing;
    FieldGrid* m_always;
    FitsLine* m_fits;
    FieldGrid* m_folded;
    FieldGrid* m_servingGrid;
};

}  // namespace scalewright::ui

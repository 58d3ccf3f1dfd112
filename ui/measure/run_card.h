// A command run at several p on this machine: what to run and how often, progress, and what came of it.
#pragma once

#include <optional>

#include "core/evidence/runs/ladder_run.h"
#include "ui/controls/run_form.h"
#include "ui/document/document.h"
#include "ui/theme/widgets.h"

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace scalewright::ui {

class LadderRun;
class ProgressBar;

class RunCard : public Card {
    Q_OBJECT

public:
    RunCard(Document& document, LadderRun& ladderRun, QWidget* parent = nullptr);

    void takeFocus();
    /// Starts what the fields say, or goes on with it where it was stopped; a field that is wrong gets the keyboard and
    /// says why. A command that is not told its count is asked about once.
    void run();

    [[nodiscard]] QLineEdit* command() const { return m_form->command(); }
    [[nodiscard]] QLineEdit* counts() const { return m_form->counts(); }
    [[nodiscard]] QLineEdit* folder() const { return m_form->folder(); }
    [[nodiscard]] QSpinBox* repeats() const { return m_form->repeats(); }
    [[nodiscard]] QComboBox* launcher() const { return m_form->launcher(); }
    [[nodiscard]] QSpinBox* workersPerNode() const { return m_perNode; }
    [[nodiscard]] QLineEdit* sbatchOptions() const { return m_sbatch; }
    [[nodiscard]] QString message() const { return m_message->text(); }

Q_SIGNALS:
    void closed();

private:
    void showRun();
    void showWhatRunDoes();
    /// What the fields say; nullopt where one is wrong, which is said where `refused` is true.
    [[nodiscard]] std::optional<LadderRunOptions> options(bool refused);
    void start(bool anew);
    void say(const QString& text);
    void refuse(QWidget* field, const QString& why);
    void restyle();

    Document& m_document;
    LadderRun& m_ladderRun;
    QWidget* m_whole;  ///< what to run: out of sight while it runs
    RunForm* m_form;
    QWidget* m_slurm;  ///< what only jobs ask for
    QSpinBox* m_perNode;
    QLineEdit* m_sbatch;
    QPushButton* m_run;
    QPushButton* m_anew;
    QPushButton* m_close;
    QWidget* m_progress;
    ProgressBar* m_bar;
    Text* m_doing;
    QPushButton* m_cancel;
    Text* m_message;
    QString m_unnamed;  ///< a command without {p} that was asked about
};

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a command at several values of p on this machine: what to run and how often, progress, and the result.
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

    void focusForm();
    /// Starts the run described by the fields, or resumes it if it was stopped; an invalid field gets the focus and an
    /// error message. A command that does not receive its worker count needs to be confirmed once.
    void run();

    [[nodiscard]] QLineEdit* commandField() const { return m_form->commandEdit(); }
    [[nodiscard]] QLineEdit* countsField() const { return m_form->workerCountsEdit(); }
    [[nodiscard]] QLineEdit* folderField() const { return m_form->folderEdit(); }
    [[nodiscard]] QSpinBox* repeatsSpinBox() const { return m_form->repeatsBox(); }
    [[nodiscard]] QComboBox* launcherCombo() const { return m_form->launcherBox(); }
    [[nodiscard]] QSpinBox* workersPerNodeSpinBox() const { return m_workersPerNodeSpinBox; }
    [[nodiscard]] QLineEdit* sbatchField() const { return m_sbatchField; }
    [[nodiscard]] QString message() const { return m_messageLabel->text(); }

Q_SIGNALS:
    void closed();

private:
    void updateProgress();
    void updateRunButton();
    /// The values of the fields; nullopt if one is invalid, which is reported if `showsErrors` is true.
    [[nodiscard]] std::optional<LadderRunOptions> readOptions(bool showsErrors);
    void startRun(bool restart);
    void showMessage(const QString& text);
    void rejectField(QWidget* field, const QString& reason);
    void restyle();

    Document& m_document;
    LadderRun& m_ladderRun;
    QWidget* m_inputs;  ///< the input fields; hidden while running
    RunForm* m_form;
    QWidget* m_slurmRow;  ///< fields only for batch jobs
    QSpinBox* m_workersPerNodeSpinBox;
    QLineEdit* m_sbatchField;
    QPushButton* m_runButton;
    QPushButton* m_restartButton;
    QPushButton* m_closeButton;
    QWidget* m_progressPanel;
    ProgressBar* m_progressBar;
    Text* m_activityLabel;
    QPushButton* m_cancelButton;
    Text* m_messageLabel;
    QString m_confirmedCommand;  ///< a command without {p} that the user was asked to confirm
};

}  // namespace scalewright::ui

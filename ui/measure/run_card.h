// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a command at several values of p on this machine: what to run and how often, progress, and the result.
#pragma once

#include <optional>

#include "core/evidence/runs/ladder_run.h"
#include "ui/controls/run_form.h"
#include "ui/document/document.h"

class QLineEdit;
class QSpinBox;

namespace scalewright::ui {

class LadderRun;

class RunCard : public RunFormCard {
    Q_OBJECT

public:
    RunCard(Document& document, LadderRun& ladderRun, QWidget* parent = nullptr);

    void focusForm();
    /// Resumes a ladder that was stopped.
    void start() override;

private:
    void updateRunButton();
    /// The values of the fields; nullopt if one is invalid, which is reported if `showsErrors` is true.
    [[nodiscard]] std::optional<LadderRunOptions> readOptions(bool showsErrors);
    void startRun(bool restart);

    Document& m_document;
    LadderRun& m_ladderRun;
    QWidget* m_slurmRow;  ///< fields only for batch jobs
    QSpinBox* m_workersPerNodeSpinBox;
    QLineEdit* m_sbatchField;
    QPushButton* m_restartButton;
};

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// "Measure my program": command and folder, the output during the run, and the result.
#pragma once

#include <QWidget>

#include "ui/document/document.h"
#include "ui/theme/widgets.h"

class QLineEdit;
class QPlainTextEdit;

namespace scalewright::ui {

class ProgramRun;
class ProgressBar;

class ProgramPanel : public QWidget {
    Q_OBJECT

public:
    ProgramPanel(Document& document, ProgramRun& program, QWidget* parent = nullptr);

    void takeFocus();
    /// Runs the command. If a field is invalid, focuses it and shows why.
    void run();
    /// Hides the message about a run if its result is no longer in the project, for example after undo.
    void refresh();

    [[nodiscard]] QLineEdit* commandEdit() const { return m_commandEdit; }
    [[nodiscard]] QLineEdit* folderEdit() const { return m_folderEdit; }
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancelButton; }
    [[nodiscard]] QString message() const;
    [[nodiscard]] QString outputText() const;

private:
    void showRunState();
    void showMessage(const QString& text, bool problem);
    void restyle();

    Document& m_document;
    ProgramRun& m_program;
    QLineEdit* m_commandEdit;
    QLineEdit* m_folderEdit;
    QPushButton* m_runButton;
    QPushButton* m_cancelButton;
    ProgressBar* m_progressBar;
    QPlainTextEdit* m_outputView;
    Text* m_messageText;
    bool m_showsAppliedRun = false;  ///< Whether the message describes a run whose result became the workload step.
};

}  // namespace scalewright::ui

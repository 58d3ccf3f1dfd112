// SPDX-License-Identifier: GPL-3.0-or-later
// A form for running a command at several p: command, worker counts, runs per p, launcher and folder; and the card
// around it that runs the command and shows its progress.
#pragma once

#include <QWidget>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/runs/launcher.h"
#include "ui/theme/widgets.h"

class QComboBox;
class QHBoxLayout;
class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace scalewright {
struct LadderRunOptions;
}

namespace scalewright::ui {

class Document;
class Job;
class ProgressBar;

class RunForm : public QWidget {
    Q_OBJECT

public:
    struct RunRequest {
        std::vector<std::string> commandWords;
        std::vector<int> workerCounts;
        int repeats = 1;
        Launcher launcher = Launcher::None;
        std::string workingFolder;
    };
    using FieldErrorHandler = std::function<void(QWidget* field, const QString& reason)>;

    RunForm(Document& document, std::vector<Launcher> launchers, int repeats, QWidget* parent = nullptr);

    /// Focuses the command field. An empty folder field is set to the project's folder, or to the home folder.
    void focusCommand();
    /// The request described by the fields; nullopt if a field is invalid. `refuse` is then called with the field and
    /// the reason.
    [[nodiscard]] std::optional<RunRequest> readRequest(const FieldErrorHandler& refuse = {}) const;

    [[nodiscard]] QLineEdit* commandEdit() const { return m_command; }
    [[nodiscard]] Launcher chosenLauncher() const;
    /// Inserts a row between the launcher and the folder.
    void addRow(QWidget* row);

Q_SIGNALS:
    void changed();
    /// Enter was pressed in the command field.
    void commandEntered();

private:
    Document& m_document;
    std::vector<Launcher> m_launchers;
    QLineEdit* m_command;
    QLineEdit* m_workerCounts;
    QLineEdit* m_folder;
    QSpinBox* m_repeats;
    QComboBox* m_launcher;
    QVBoxLayout* m_column;
};

/// A card with a RunForm, which shows the progress of its job instead of the form while the job runs.
class RunFormCard : public Card {
    Q_OBJECT

public:
    /// Starts or resumes the job. If a field is invalid, focuses it and shows why. Asks for confirmation once if the
    /// command does not contain the worker count.
    virtual void start() = 0;

    [[nodiscard]] RunForm& form() const { return *m_form; }
    [[nodiscard]] QPushButton& startButton() const { return *m_startButton; }
    [[nodiscard]] QString message() const;

Q_SIGNALS:
    void closeRequested();

protected:
    struct Texts {
        QString title, explanation, start, closeName, stop, stopName, progressName;
        QString activity = QStringLiteral("%1");  ///< "Running: %1"
    };
    RunFormCard(Document& document, Job& job, const Texts& texts, std::vector<Launcher> launchers, int repeats,
                QWidget* parent);

    [[nodiscard]] QHBoxLayout& buttonRow() const { return *m_buttonRow; }
    void showMessage(const QString& text);
    void refuse(QWidget* field, const QString& reason);
    /// Whether the command contains the worker count, or the user has confirmed that it does not.
    [[nodiscard]] bool isCountConfirmed(const LadderRunOptions& options);

private:
    void showProgress();

    Job& m_job;
    QString m_activityForm;
    QWidget* m_setupPane;  ///< the input form, hidden during a run
    RunForm* m_form;
    QPushButton *m_startButton, *m_closeButton;
    QHBoxLayout* m_buttonRow;
    QWidget* m_progressPane;
    ProgressBar* m_progressBar;
    Text* m_activityText;
    QPushButton* m_stopButton;
    Text* m_messageText;
    QString m_commandWithoutCount;  ///< the command without {p} that the user was asked to confirm
};

}  // namespace scalewright::ui

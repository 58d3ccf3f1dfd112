// SPDX-License-Identifier: GPL-3.0-or-later
// "Measure everything": takes a program, the worker counts and a folder, then measures the machine, one run and the
// ladder in one go.
#pragma once

#include "ui/theme/widgets.h"

namespace scalewright::ui {

class Document;
class ProgressBar;
class RunForm;
class StudyRun;

class StudyCard : public Card {
    Q_OBJECT

public:
    StudyCard(Document& document, StudyRun& study, QWidget* parent = nullptr);

    void takeFocus();
    /// Starts or resumes the study. If a field is invalid, focuses it and shows why. Asks for confirmation once if the
    /// command does not contain the worker count.
    void start();

    [[nodiscard]] RunForm& form() const { return *m_form; }
    [[nodiscard]] QPushButton& startButton() const { return *m_startButton; }
    [[nodiscard]] QPushButton& stopButton() const { return *m_stopButton; }
    [[nodiscard]] QString message() const;

Q_SIGNALS:
    void closeRequested();

private:
    void showRunState();
    void showMessage(const QString& text);

    StudyRun& m_study;
    QWidget* m_setupPane;  ///< the input form, hidden during a run
    RunForm* m_form;
    QPushButton *m_startButton, *m_closeButton;
    QWidget* m_progressPane;
    ProgressBar* m_progressBar;
    Text* m_activityText;
    QPushButton* m_stopButton;
    Text* m_messageText;
    QString m_commandWithoutCount;  ///< the command without {p} that the user was asked to confirm
};

}  // namespace scalewright::ui

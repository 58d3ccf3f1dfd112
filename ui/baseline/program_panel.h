// "Measure my program": what to run and where, its output while it runs, and what it took.
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
    /// Runs what the fields say; a field that is wrong gets the keyboard and says why.
    void run();
    /// What a run became goes with it: undone, it is said no more.
    void refresh();

    [[nodiscard]] QLineEdit* command() const { return m_command; }
    [[nodiscard]] QLineEdit* folder() const { return m_folder; }
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }
    [[nodiscard]] QString message() const;
    [[nodiscard]] QString shownOutput() const;

private:
    void showRun();
    void say(const QString& text, bool problem);
    void restyle();

    Document& m_document;
    ProgramRun& m_program;
    QLineEdit* m_command;
    QLineEdit* m_folder;
    QPushButton* m_run;
    QPushButton* m_cancel;
    ProgressBar* m_bar;
    QPlainTextEdit* m_output;
    Text* m_message;
    bool m_saysTaken = false;  ///< the message is of a run that became the step
};

}  // namespace scalewright::ui

// "Measure everything": a program, the counts and the folder; then the machine, one run and the ladder in one go.
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
    /// Starts what the fields say, or goes on with it; a field that is wrong gets the keyboard and says why. A command
    /// that is not told its count is asked about once.
    void start();

    [[nodiscard]] RunForm& form() const { return *m_form; }
    [[nodiscard]] QPushButton& startButton() const { return *m_start; }
    [[nodiscard]] QPushButton& stopButton() const { return *m_stop; }
    [[nodiscard]] QString message() const;
    [[nodiscard]] QString doing() const;

Q_SIGNALS:
    void closed();

private:
    void showRun();
    void say(const QString& text);

    StudyRun& m_study;
    QWidget* m_whole;  ///< what to run: out of sight while it runs
    RunForm* m_form;
    QPushButton *m_start, *m_close;
    QWidget* m_progress;
    ProgressBar* m_bar;
    Text* m_doing;
    QPushButton* m_stop;
    Text* m_message;
    QString m_unnamed;  ///< a command without {p} that was asked about
};

}  // namespace scalewright::ui

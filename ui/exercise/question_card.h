// One question of an exercise: what it asks, where its answer is entered, its hints; after the commit what is right.
//
// The first answer to a number or a choice is kept as a guess with its time; hints open after it.
#pragma once

#include "core/output/report/exercise/verdict.h"
#include "ui/document/document.h"
#include "ui/theme/widgets.h"

class QButtonGroup;
class QLineEdit;
class QPushButton;
class QRadioButton;
class QVBoxLayout;

namespace scalewright::ui {

class DocumentText;

class QuestionCard : public Card {
    Q_OBJECT

public:
    explicit QuestionCard(Document& document, QWidget* parent = nullptr);
    ~QuestionCard() override;

    /// `key`: for how near a number has to be, `verdict`: once there is one; nullptr where not known.
    void present(const Assignment& assignment, std::size_t index, const Key* key, const Verdict* verdict);
    void focusAnswer();

    [[nodiscard]] QLineEdit& number() const { return *m_number; }
    [[nodiscard]] DocumentText& sentence() const { return *m_sentence; }
    [[nodiscard]] const std::vector<QRadioButton*>& options() const { return m_options; }
    [[nodiscard]] QPushButton& hint() const { return *m_hint; }
    [[nodiscard]] QPushButton& next() const { return *m_next; }
    /// What is wrong with what was entered.
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QStringList shownHints() const;
    /// Right or not, and the way there.
    [[nodiscard]] QString verdictText() const;

Q_SIGNALS:
    void nextWanted();

private:
    void take(const QString& answer);
    void enterNumber();
    void showQuestion();
    void showHints();
    void showVerdict(const Verdict* verdict);
    void say(const QString& problem);
    void restyle();

    Document& m_document;
    Assignment m_assignment;
    Question m_question;
    Text *m_place, *m_asks;
    QLineEdit* m_number;
    Text* m_unit;
    QWidget* m_choice;
    QButtonGroup* m_group;
    std::vector<QRadioButton*> m_options;
    DocumentText* m_sentence;
    Text *m_problem, *m_guess, *m_hints;
    QPushButton *m_hint, *m_next;
    std::size_t m_hintsShown = 0;
    Text *m_right, *m_path;
};

}  // namespace scalewright::ui

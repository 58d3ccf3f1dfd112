// SPDX-License-Identifier: GPL-3.0-or-later
// One question in an exercise: its text, the answer widget, its hints, and after the commit the verdict.
//
// The first answer to a number or choice question is recorded as a guess with its time; then hints become available.
#pragma once

#include "core/output/report/exercise/verdict.h"
#include "ui/document/document.h"
#include "ui/theme/widgets.h"

class QButtonGroup;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace scalewright::ui {

class DocumentTextEdit;

class QuestionCard : public Card {
    Q_OBJECT

public:
    explicit QuestionCard(Document& document, QWidget* parent = nullptr);
    ~QuestionCard() override;

    /// `key` has the tolerance for a number, `verdict` the result; each is nullptr if not available.
    void setQuestion(const Assignment& assignment, std::size_t index, const AnswerKey* key,
                     const AnswerVerdict* verdict);
    void focusAnswer();

    /// Why the entered answer is invalid; empty if it is valid.
    [[nodiscard]] QString problemText() const;
    [[nodiscard]] QStringList shownHints() const;
    /// Right or wrong, and the solution.
    [[nodiscard]] QString verdictText() const;

Q_SIGNALS:
    void nextRequested();

private:
    void applyAnswer(const QString& answer);
    void enterNumber();
    void resetAnswerWidgets();
    void updateHints();
    void showVerdict(const AnswerVerdict* verdict);
    void showProblem(const QString& problem);

    Document& m_document;
    Assignment m_assignment;
    Question m_question;
    Text *m_positionText, *m_questionText;
    QLineEdit* m_numberEdit;
    Text* m_unitText;
    QWidget* m_choicePane;
    QButtonGroup* m_optionGroup;
    std::vector<QRadioButton*> m_optionButtons;
    DocumentTextEdit* m_sentenceEdit;
    Text *m_problemText, *m_guessText, *m_hintsText;
    QPushButton *m_hintButton, *m_nextButton;
    std::size_t m_shownHintCount = 0;
    Text *m_verdictText, *m_solutionText;
};

}  // namespace scalewright::ui

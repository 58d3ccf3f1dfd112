// SPDX-License-Identifier: GPL-3.0-or-later
// Exercise page: an assignment from the book, answered in the window. The given values and the questions are at the
// left, one question at the right. The program shows none of its own results until the answers are committed.
#pragma once

#include "core/output/report/exercise/verdict.h"
#include "ui/page/page.h"
#include "ui/worker/worker.h"

class QBoxLayout;
class QLineEdit;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace scalewright::ui {

class Card;
class QuestionCard;
class Text;

class ExercisePage final : public Page {
    Q_OBJECT

public:
    /// `askProgram` runs the commands in an answer key.
    ExercisePage(Document& document, CliRunner askProgram, QWidget* parent = nullptr);
    ~ExercisePage() override;

    [[nodiscard]] static PageEntry entry(CliRunner askProgram);

    /// True until the answers are committed: results are hidden on all pages.
    [[nodiscard]] bool isGuessing() const override;
    [[nodiscard]] QString revealBlockedReason() const override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer) override;
    /// `id` is a question's id.
    bool showPart(const QString& id) override;

    /// Asks for confirmation, because a commit is permanent, and shows what is missing.
    void confirmCommit();
    void commit();

    [[nodiscard]] QString message() const;
    /// nullptr until the verdicts are available.
    [[nodiscard]] const Verdicts* verdicts() const { return m_verdicts ? &*m_verdicts : nullptr; }

protected:
    void refresh() override;
    void layOut() override;

private:
    void buildChooser();
    QWidget* buildQuestionPane();
    void refreshGiven();
    void refreshQuestions();
    void showQuestion();
    void updateOutcome();
    void startGrading();
    void applyVerdicts();
    void chooseKeyFile();
    void showMessage(const QString& text, bool asksForConfirmation = false);
    [[nodiscard]] const AnswerKey* key() const { return m_key ? &*m_key : nullptr; }

    CliRunner m_askProgram;
    std::optional<Assignment> m_assignment;  ///< empty if the project has none
    std::optional<AnswerKey> m_key;
    std::optional<Verdicts> m_verdicts;
    std::string m_gradedDigest;  ///< digest of the answers that have been or are being graded
    Worker<Verdicts> m_worker{this};
    bool m_wasGuessing = false;

    Card* m_chooser;
    QWidget* m_workspace;
    QBoxLayout* m_columns;
    Text* m_text;
    QVBoxLayout* m_givenLayout;
    QListWidget* m_questionList;
    QLineEdit* m_nameEdit;
    QPushButton *m_commitButton, *m_openKeyButton;
    Text* m_messageText;
    QPushButton *m_confirmButton, *m_backButton;
    QuestionCard* m_questionCard;
};

}  // namespace scalewright::ui

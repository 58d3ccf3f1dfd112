// Exercise: an assignment of the book, answered in the window. What is given and asked at the left, one question at the
// right; the program says nothing of its own until the answers are committed.
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
    /// `ask`: what answers a key's commands.
    ExercisePage(Document& document, AskProgram ask, QWidget* parent = nullptr);
    ~ExercisePage() override;

    [[nodiscard]] static PageEntry entry(AskProgram ask);

    /// While it is not committed, the answers stay hidden everywhere.
    [[nodiscard]] bool isGuessing() const override;
    [[nodiscard]] QString staysHidden() const override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer) override;
    /// A question by its id.
    bool showPart(const QString& id) override;

    /// Asks once more, for it is for good; says what is missing.
    void askCommit();
    void commit();

    [[nodiscard]] QuestionCard& question() const { return *m_question; }
    [[nodiscard]] QListWidget& questions() const { return *m_questions; }
    [[nodiscard]] QLineEdit& name() const { return *m_name; }
    [[nodiscard]] QPushButton& commitButton() const { return *m_commit; }
    [[nodiscard]] QPushButton& confirmButton() const { return *m_confirm; }
    [[nodiscard]] QString message() const;
    /// nullptr until they are there.
    [[nodiscard]] const Verdicts* verdicts() const { return m_verdicts ? &*m_verdicts : nullptr; }

protected:
    void refresh() override;
    void layOut() override;

private:
    void buildChooser();
    QWidget* buildLeft();
    void refreshGiven();
    void refreshQuestions();
    void showQuestion();
    void showOutcome();
    void workOut();
    void takeVerdicts();
    void openKey();
    void say(const QString& text, bool asks = false);
    [[nodiscard]] const Key* key() const { return m_key ? &*m_key : nullptr; }

    AskProgram m_ask;
    std::optional<Assignment> m_assignment;  ///< absent: the project has none
    std::optional<Key> m_key;
    std::optional<Verdicts> m_verdicts;
    std::string m_workedOut;  ///< digest of the answers whose verdicts are there, or come
    Worker<Verdicts> m_worker{this};
    bool m_wasGuessing = false;

    Card* m_chooser;
    QWidget* m_desk;
    QBoxLayout* m_columns;
    Text* m_text;
    QVBoxLayout* m_given;
    QListWidget* m_questions;
    QLineEdit* m_name;
    QPushButton *m_commit, *m_openKey;
    Text* m_said;
    QPushButton *m_confirm, *m_back;
    QuestionCard* m_question;
};

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exercise/question_card.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/output/report/exercise/project_exercise.h"
#include "ui/controls/document_text.h"
#include "ui/controls/field_grid.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

/// "14:02" from "2026-11-26T14:02:11".
QString clockTime(const std::string& time)
{
    return toQString(time).section(QLatin1Char('T'), 1).left(5);
}

}  // namespace

QuestionCard::QuestionCard(Document& document, QWidget* parent)
    : Card(parent),
      m_document(document),
      m_positionText(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_questionText(createParagraph(TextStyle::CardTitle, ColorRole::Ink, this, true)),
      m_numberEdit(new QLineEdit(this)),
      m_unitText(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_choicePane(new QWidget(this)),
      m_optionGroup(new QButtonGroup(this)),
      m_sentenceEdit(new DocumentTextEdit(document, this)),
      m_problemText(createWarning(TextStyle::Label, this)),
      m_guessText(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_hintsText(createParagraph(TextStyle::Label, ColorRole::Ink, this)),
      m_hintButton(createQuietButton(tr("Hint"), this)),
      m_nextButton(createQuietButton(tr("Next question"), this)),
      m_verdictText(createParagraph(TextStyle::Body, ColorRole::Ink, this, true)),
      m_solutionText(createParagraph(TextStyle::Label, ColorRole::Ink, this))
{
    m_sentenceEdit->setPlaceholderText(tr("Your answer, in a sentence"));
    new QVBoxLayout(m_choicePane);
    m_choicePane->layout()->setContentsMargins(0, 0, 0, 0);
    auto* entry = createBox<QHBoxLayout>(nullptr, Theme::spacing(2), {m_numberEdit, {m_unitText, 1}});
    createBox<QVBoxLayout>(
        this, Theme::spacing(2),
        {m_positionText, m_questionText, entry, m_choicePane, m_sentenceEdit, m_problemText, m_guessText, m_verdictText,
         m_solutionText, createButtonRow({m_hintButton, m_nextButton}), m_hintsText, Stretch{}},
        Theme::margins(4, 3, 4, 4));

    connect(m_numberEdit, &QLineEdit::editingFinished, this, &QuestionCard::enterNumber);
    connect(m_optionGroup, &QButtonGroup::idClicked, this, [this](int id) {
        applyAnswer(QString::fromStdString(m_question.options.at(static_cast<std::size_t>(id))));
    });
    connect(m_hintButton, &QPushButton::clicked, this, [this] {
        m_shownHintCount = std::min(m_shownHintCount + 1, m_question.hints.size());
        updateHints();
    });
    connect(m_nextButton, &QPushButton::clicked, this, &QuestionCard::nextRequested);
    setTextStyle({m_numberEdit}, TextStyle::Body);
    followTheme(this, [this] { m_numberEdit->setFixedWidth(Theme::scaled(150)); });
}

QuestionCard::~QuestionCard()
{
    m_numberEdit->disconnect(this);  // The line edit loses the focus during destruction.
}

void QuestionCard::setQuestion(const Assignment& assignment, std::size_t index, const AnswerKey* key,
                               const AnswerVerdict* verdict)
{
    const bool isNewQuestion = m_question.id != assignment.questions[index].id || m_assignment.id != assignment.id;
    m_assignment = assignment;
    m_question = assignment.questions[index];
    m_positionText->setText(tr("Question %1 of %2").arg(index + 1).arg(assignment.questions.size()));
    m_questionText->setText(toQString(m_question.prompt));
    const auto keyAnswer = key ? key->answers.find(m_question.id) : std::map<std::string, KeyAnswer>::const_iterator();
    const double answerTolerance =
        key && keyAnswer != key->answers.end() && keyAnswer->second.value && *keyAnswer->second.value != 0
            ? keyAnswer->second.tolerance
            : 0;
    QStringList unit{m_question.dimension ? tr("for example %1").arg(toQString(exampleOf(*m_question.dimension)))
                                          : tr("a number")};
    if (answerTolerance > 0)
        unit << tr("correct within %1 %").arg(toQString(significantText(100 * answerTolerance)));
    m_unitText->setText(unit.join(QStringLiteral(", ")));
    if (isNewQuestion) {
        m_shownHintCount = 0;
        showProblem({});
        resetAnswerWidgets();
    }
    const bool open = assignment.committedAt.empty();
    const QString answer = QString::fromStdString(assignment.answerText(m_question.id));
    if (m_question.kind == QuestionKind::Number &&
        (isNewQuestion || (!m_numberEdit->isModified() && problemText().isEmpty())))
        m_numberEdit->setText(answer);
    m_numberEdit->setReadOnly(!open);
    m_sentenceEdit->setReadOnly(!open);
    m_sentenceEdit->refresh();
    m_optionGroup->setExclusive(false);
    for (std::size_t i = 0; i < m_optionButtons.size(); ++i) {
        m_optionButtons[i]->setChecked(QString::fromStdString(m_question.options[i]) == answer);
        m_optionButtons[i]->setEnabled(open || m_optionButtons[i]->isChecked());
    }
    m_optionGroup->setExclusive(true);
    const auto [guess, time] = assignment.firstGuess(m_question.id);
    m_guessText->showText(guess.empty() ? QString()
                                        : tr("First guess: %1, at %2").arg(toQString(guess), clockTime(time)));
    m_nextButton->setVisible(assignment.questions.size() > 1);
    updateHints();
    showVerdict(verdict);
}

/// Shows an empty answer widget for the question's kind.
void QuestionCard::resetAnswerWidgets()
{
    const QuestionKind kind = m_question.kind;
    m_numberEdit->setVisible(kind == QuestionKind::Number);
    m_unitText->setVisible(kind == QuestionKind::Number);
    m_choicePane->setVisible(kind == QuestionKind::Choice);
    m_sentenceEdit->setVisible(kind == QuestionKind::Sentence);
    m_numberEdit->clear();
    m_numberEdit->setAccessibleName(tr("answer: %1").arg(toQString(m_question.prompt)));
    m_numberEdit->setAccessibleDescription(m_unitText->text());
    m_sentenceEdit->setAccessibleName(tr("answer: %1").arg(toQString(m_question.prompt)));
    for (QRadioButton* each : m_optionButtons)
        delete each;
    m_optionButtons.clear();
    for (const std::string& option : m_question.options) {
        auto* button = new QRadioButton(toQString(option), m_choicePane);
        m_optionGroup->addButton(button, static_cast<int>(m_optionButtons.size()));
        m_choicePane->layout()->addWidget(button);
        m_optionButtons.push_back(button);
    }
    const std::string id = m_question.id;
    DocumentTextEdit::Binding source;
    if (kind == QuestionKind::Sentence)
        source = {.undoName = tr("answer"),
                  .mergeKey = QStringLiteral("exercise.") + QString::fromStdString(id),
                  .read =
                      [id](const Project& project) {
                          const Result<Assignment> exercise = readExercise(project);
                          return exercise ? QString::fromStdString(exercise->answerText(id)) : QString();
                      },
                  .write =
                      [this, id](Project& project, const QString& text) {
                          Result<Assignment> exercise = readExercise(project);
                          if (exercise)
                              exercise = text.isEmpty() ? withoutAnswer(*std::move(exercise), id)
                                                        : withAnswer(*std::move(exercise), id, text.toStdString(), {});
                          showProblem(exercise ? QString()
                                               : sentenceCase(toQString(messageOf(exercise.error().problems.front()))));
                          if (exercise)
                              storeExercise(project, *exercise);
                      }};
    m_sentenceEdit->setBinding(std::move(source));
}

void QuestionCard::enterNumber()
{
    if (m_numberEdit->isReadOnly() || (!m_numberEdit->isModified() && problemText().isEmpty()))
        return;
    m_numberEdit->setModified(false);
    applyAnswer(m_numberEdit->text().trimmed());
}

void QuestionCard::applyAnswer(const QString& answer)
{
    Result<Assignment> after = answer.isEmpty()
                                   ? withoutAnswer(m_assignment, m_question.id)
                                   : withAnswer(m_assignment, m_question.id, answer.toStdString(), localTimestamp());
    showProblem(after ? QString() : sentenceCase(toQString(messageOf(after.error().problems.front()))));
    if (after)
        m_document.applyChange(tr("answer"), [&](Project& project) { storeExercise(project, *after); });
}

void QuestionCard::showProblem(const QString& problem)
{
    m_problemText->showText(problem);
}

void QuestionCard::updateHints()
{
    const bool guessed = m_question.kind == QuestionKind::Sentence ||
                         !m_assignment.firstGuess(m_question.id).first.empty() || !m_assignment.committedAt.empty();
    const std::size_t hintCount = m_question.hints.size();
    m_hintButton->setVisible(hintCount > 0 && m_shownHintCount < hintCount);
    m_hintButton->setEnabled(guessed);
    m_hintButton->setText(tr("Hint %1 of %2").arg(std::min(m_shownHintCount + 1, hintCount)).arg(hintCount));
    m_hintButton->setToolTip(guessed ? QString() : tr("Enter an answer first: it is recorded as your guess"));
    m_hintsText->showText(shownHints().join(QLatin1Char('\n')));
}

void QuestionCard::showVerdict(const AnswerVerdict* verdict)
{
    m_verdictText->setVisible(verdict != nullptr);
    m_solutionText->setVisible(verdict && (!verdict->derivation.empty() || !verdict->sampleSentence.empty()));
    if (!verdict)
        return;
    const QString program = toQString(programAnswerText(verdict->programAnswer));
    m_verdictText->setText(!verdict->mark.isRight   ? tr("A person grades this answer.")
                           : *verdict->mark.isRight ? tr("Right.")
                           : program.isEmpty()      ? tr("Wrong.")
                                                    : tr("Wrong: the program says %1.").arg(program));
    m_solutionText->setText(!verdict->derivation.empty()
                                ? toQString(verdict->derivation)
                                : tr("A good answer: %1").arg(toQString(verdict->sampleSentence)));
}

void QuestionCard::focusAnswer()
{
    if (m_question.kind == QuestionKind::Number)
        m_numberEdit->setFocus(Qt::OtherFocusReason);
    else if (m_question.kind == QuestionKind::Sentence)
        m_sentenceEdit->setFocus(Qt::OtherFocusReason);
    else if (!m_optionButtons.empty()) {
        const auto chosen = std::find_if(m_optionButtons.begin(), m_optionButtons.end(),
                                         [](const QRadioButton* each) { return each->isChecked(); });
        (chosen == m_optionButtons.end() ? m_optionButtons.front() : *chosen)->setFocus(Qt::OtherFocusReason);
    }
}

QString QuestionCard::problemText() const
{
    return m_problemText->isHidden() ? QString() : m_problemText->text();
}

QStringList QuestionCard::shownHints() const
{
    QStringList hints;
    for (std::size_t i = 0; i < m_shownHintCount; ++i)
        hints << toQString(m_question.hints[i]);
    return hints;
}

QString QuestionCard::verdictText() const
{
    return m_verdictText->isHidden() ? QString() : m_verdictText->text() + QLatin1Char('\n') + m_solutionText->text();
}

}  // namespace scalewright::ui

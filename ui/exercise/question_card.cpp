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
#include "core/output/report/exercise/in_project.h"
#include "ui/controls/document_text.h"
#include "ui/controls/field_grid.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

/// "14:02" of "2026-11-26T14:02:11".
QString clockOf(const std::string& time)
{
    return qt(time).section(QLatin1Char('T'), 1).left(5);
}

Text* wrapped(TextStyle style, Role role, bool bold, QWidget* parent)
{
    auto* text = new Text(style, role, bold, parent);
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    return text;
}

}  // namespace

QuestionCard::QuestionCard(Document& document, QWidget* parent)
    : Card(parent),
      m_document(document),
      m_place(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_asks(wrapped(TextStyle::CardTitle, Role::Ink, true, this)),
      m_number(new QLineEdit(this)),
      m_unit(wrapped(TextStyle::Label, Role::Soft, false, this)),
      m_choice(new QWidget(this)),
      m_group(new QButtonGroup(this)),
      m_sentence(new DocumentText(document, this)),
      m_problem(wrapped(TextStyle::Label, Role::Ink, false, this)),
      m_guess(wrapped(TextStyle::Label, Role::Soft, false, this)),
      m_hints(wrapped(TextStyle::Label, Role::Ink, false, this)),
      m_hint(quietButton(tr("Hint"), this)),
      m_next(quietButton(tr("Next question"), this)),
      m_right(wrapped(TextStyle::Body, Role::Ink, true, this)),
      m_path(wrapped(TextStyle::Label, Role::Ink, false, this))
{
    m_problem->setMark(Role::Warning);
    m_sentence->setPlaceholderText(tr("Your answer, in a sentence"));
    new QVBoxLayout(m_choice);
    m_choice->layout()->setContentsMargins(0, 0, 0, 0);
    auto* entry = new QHBoxLayout;
    entry->setSpacing(Theme::space(2));
    entry->addWidget(m_number);
    entry->addWidget(m_unit, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addWidget(m_place);
    column->addWidget(m_asks);
    column->addLayout(entry);
    column->addWidget(m_choice);
    column->addWidget(m_sentence);
    column->addWidget(m_problem);
    column->addWidget(m_guess);
    column->addWidget(m_right);
    column->addWidget(m_path);
    column->addLayout(wordsInLine({m_hint, m_next}));
    column->addWidget(m_hints);
    column->addStretch();

    connect(m_number, &QLineEdit::editingFinished, this, &QuestionCard::enterNumber);
    connect(m_group, &QButtonGroup::idClicked, this,
            [this](int id) { take(QString::fromStdString(m_question.options.at(static_cast<std::size_t>(id)))); });
    connect(m_hint, &QPushButton::clicked, this, [this] {
        m_hintsShown = std::min(m_hintsShown + 1, m_question.hints.size());
        showHints();
    });
    connect(m_next, &QPushButton::clicked, this, &QuestionCard::nextWanted);
    connect(&Theme::instance(), &Theme::changed, this, &QuestionCard::restyle);
    restyle();
}

QuestionCard::~QuestionCard()
{
    m_number->disconnect(this);  // it loses the keyboard while it goes
}

void QuestionCard::restyle()
{
    m_number->setFont(Theme::instance().font(TextStyle::Body));
    m_number->setFixedWidth(static_cast<int>(150 * Theme::instance().typeScale()));
}

void QuestionCard::present(const Assignment& assignment, std::size_t index, const Key* key, const Verdict* verdict)
{
    const bool another = m_question.id != assignment.questions[index].id || m_assignment.id != assignment.id;
    m_assignment = assignment;
    m_question = assignment.questions[index];
    m_place->setText(tr("Question %1 of %2").arg(index + 1).arg(assignment.questions.size()));
    m_asks->setText(qt(m_question.asks));
    const auto right = key ? key->answers.find(m_question.id) : std::map<std::string, KeyAnswer>::const_iterator();
    const double room = key && right != key->answers.end() && right->second.value && *right->second.value != 0
                            ? right->second.tolerance
                            : 0;
    QStringList unit{m_question.dimension ? tr("such as %1").arg(qt(exampleOf(*m_question.dimension)))
                                          : tr("a number")};
    if (room > 0)
        unit << tr("right within %1 %").arg(qt(significant(100 * room)));
    m_unit->setText(unit.join(QStringLiteral(", ")));
    if (another) {
        m_hintsShown = 0;
        say({});
        showQuestion();
    }
    const bool open = assignment.committed.empty();
    const QString answer = QString::fromStdString(assignment.answer(m_question.id));
    if (m_question.kind == QuestionKind::Number && (another || (!m_number->isModified() && problem().isEmpty())))
        m_number->setText(answer);
    m_number->setReadOnly(!open);
    m_sentence->setReadOnly(!open);
    m_sentence->refresh();
    m_group->setExclusive(false);
    for (std::size_t i = 0; i < m_options.size(); ++i) {
        m_options[i]->setChecked(QString::fromStdString(m_question.options[i]) == answer);
        m_options[i]->setEnabled(open || m_options[i]->isChecked());
    }
    m_group->setExclusive(true);
    const auto [guess, time] = assignment.guess(m_question.id);
    m_guess->setText(guess.empty() ? QString() : tr("First guess: %1, at %2").arg(qt(guess), clockOf(time)));
    m_guess->setVisible(!guess.empty());
    m_next->setVisible(assignment.questions.size() > 1);
    showHints();
    showVerdict(verdict);
}

/// The entry that its kind has, empty.
void QuestionCard::showQuestion()
{
    const QuestionKind kind = m_question.kind;
    m_number->setVisible(kind == QuestionKind::Number);
    m_unit->setVisible(kind == QuestionKind::Number);
    m_choice->setVisible(kind == QuestionKind::Choice);
    m_sentence->setVisible(kind == QuestionKind::Sentence);
    m_number->clear();
    m_number->setAccessibleName(tr("answer: %1").arg(qt(m_question.asks)));
    m_number->setAccessibleDescription(m_unit->text());
    m_sentence->setAccessibleName(tr("answer: %1").arg(qt(m_question.asks)));
    for (QRadioButton* each : m_options)
        delete each;
    m_options.clear();
    for (const std::string& option : m_question.options) {
        auto* button = new QRadioButton(qt(option), m_choice);
        m_group->addButton(button, static_cast<int>(m_options.size()));
        m_choice->layout()->addWidget(button);
        m_options.push_back(button);
    }
    const std::string id = m_question.id;
    DocumentText::Source source;
    if (kind == QuestionKind::Sentence)
        source = {.name = tr("answer"),
                  .key = QStringLiteral("exercise.") + QString::fromStdString(id),
                  .read =
                      [id](const Project& project) {
                          const Result<Assignment> exercise = exerciseIn(project);
                          return exercise ? QString::fromStdString(exercise->answer(id)) : QString();
                      },
                  .write =
                      [this, id](Project& project, const QString& text) {
                          Result<Assignment> exercise = exerciseIn(project);
                          if (exercise)
                              exercise = text.isEmpty() ? withoutAnswer(*std::move(exercise), id)
                                                        : withAnswer(*std::move(exercise), id, text.toStdString(), {});
                          say(exercise ? QString() : sentenceCase(qt(messageOf(exercise.error().problems.front()))));
                          if (exercise)
                              putExercise(project, *exercise);
                      }};
    m_sentence->setText(std::move(source));
}

void QuestionCard::enterNumber()
{
    if (m_number->isReadOnly() || (!m_number->isModified() && problem().isEmpty()))
        return;
    m_number->setModified(false);
    take(m_number->text().trimmed());
}

void QuestionCard::take(const QString& answer)
{
    Result<Assignment> after = answer.isEmpty()
                                   ? withoutAnswer(m_assignment, m_question.id)
                                   : withAnswer(m_assignment, m_question.id, answer.toStdString(), timeOfDay());
    say(after ? QString() : sentenceCase(qt(messageOf(after.error().problems.front()))));
    if (after)
        m_document.change(tr("answer"), [&](Project& project) { putExercise(project, *after); });
}

void QuestionCard::say(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void QuestionCard::showHints()
{
    const bool guessed = m_question.kind == QuestionKind::Sentence ||
                         !m_assignment.guess(m_question.id).first.empty() || !m_assignment.committed.empty();
    const std::size_t all = m_question.hints.size();
    m_hint->setVisible(all > 0 && m_hintsShown < all);
    m_hint->setEnabled(guessed);
    m_hint->setText(tr("Hint %1 of %2").arg(std::min(m_hintsShown + 1, all)).arg(all));
    m_hint->setToolTip(guessed ? QString() : tr("Enter an answer first: it is kept as your guess"));
    m_hints->setText(shownHints().join(QLatin1Char('\n')));
    m_hints->setVisible(m_hintsShown > 0);
}

void QuestionCard::showVerdict(const Verdict* verdict)
{
    m_right->setVisible(verdict != nullptr);
    m_path->setVisible(verdict && (!verdict->path.empty() || !verdict->sentence.empty()));
    if (!verdict)
        return;
    const QString program = qt(shownVerdict(verdict->program));
    m_right->setText(!verdict->mark.right   ? tr("A person reads this answer.")
                     : *verdict->mark.right ? tr("Right.")
                     : program.isEmpty()    ? tr("Not right.")
                                            : tr("Not right: the program says %1.").arg(program));
    m_path->setText(!verdict->path.empty() ? qt(verdict->path) : tr("One good answer: %1").arg(qt(verdict->sentence)));
}

void QuestionCard::focusAnswer()
{
    if (m_question.kind == QuestionKind::Number)
        m_number->setFocus(Qt::OtherFocusReason);
    else if (m_question.kind == QuestionKind::Sentence)
        m_sentence->setFocus(Qt::OtherFocusReason);
    else if (!m_options.empty()) {
        const auto chosen = std::find_if(m_options.begin(), m_options.end(),
                                         [](const QRadioButton* each) { return each->isChecked(); });
        (chosen == m_options.end() ? m_options.front() : *chosen)->setFocus(Qt::OtherFocusReason);
    }
}

QString QuestionCard::problem() const
{
    return m_problem->isHidden() ? QString() : m_problem->text();
}

QStringList QuestionCard::shownHints() const
{
    QStringList hints;
    for (std::size_t i = 0; i < m_hintsShown; ++i)
        hints << qt(m_question.hints[i]);
    return hints;
}

QString QuestionCard::verdictText() const
{
    return m_right->isHidden() ? QString() : m_right->text() + QLatin1Char('\n') + m_path->text();
}

}  // namespace scalewright::ui

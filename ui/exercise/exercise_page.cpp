#include "ui/exercise/exercise_page.h"

#include <QBoxLayout>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

#include <algorithm>
#include <utility>

#include "core/base/files/resources.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/output/report/exercise/in_project.h"
#include "core/output/report/exercise/shipped.h"
#include "ui/controls/ask_file.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/words_button.h"
#include "ui/document/file_path.h"
#include "ui/exercise/question_card.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

const QString answersPointer = QStringLiteral("/exercise/answers");

QString dayAndTime(const std::string& time)
{
    return qt(time).left(16).replace(QLatin1Char('T'), QLatin1Char(' '));
}

}  // namespace

ExercisePage::ExercisePage(Document& document, AskProgram ask, QWidget* parent)
    : Page(document, tr("Which exercise do you solve?"), parent), m_ask(std::move(ask))
{
    buildChooser();
    m_desk = new QWidget(this);
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight, m_desk);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(Theme::space(4));
    m_columns->addWidget(buildLeft(), 45);
    m_question = new QuestionCard(document, m_desk);
    m_columns->addWidget(m_question, 55);
    body().addWidget(m_desk);
    body().addStretch();
    keepWhole();

    connect(m_questions, &QListWidget::currentRowChanged, this, &ExercisePage::showQuestion);
    connect(m_question, &QuestionCard::nextWanted, this, [this] {
        m_questions->setCurrentRow((m_questions->currentRow() + 1) % m_questions->count());
        m_question->focusAnswer();
    });
    connect(m_name, &QLineEdit::editingFinished, this, [this] {
        if (!m_name->isModified() || !m_assignment || !m_assignment->committed.empty())
            return;
        m_name->setModified(false);
        Assignment after = *m_assignment;
        after.student = m_name->text().trimmed().toStdString();
        this->document().change(tr("your name"), [&](Project& project) { putExercise(project, after); });
    });
    connect(m_commit, &QPushButton::clicked, this, &ExercisePage::askCommit);
    connect(m_confirm, &QPushButton::clicked, this, &ExercisePage::commit);
    connect(m_back, &QPushButton::clicked, this, [this] { say({}); });
    connect(m_openKey, &QPushButton::clicked, this, &ExercisePage::openKey);
    connect(&m_worker, &WorkerBase::finished, this, &ExercisePage::takeVerdicts);
    begin();
}

ExercisePage::~ExercisePage()
{
    m_name->disconnect(this);  // it loses the keyboard while it goes
}

PageEntry ExercisePage::entry(AskProgram ask)
{
    return {.id = QStringLiteral("exercise"),
            .title = tr("Exercise"),
            .section = QStringLiteral("41.2–41.7"),
            .group = PageGroup::HandIn,
            .state =
                [](const Document& document) {
                    return hasExercise(document.project()) ? PageState::Assumed : PageState::Empty;
                },
            .make = [ask = std::move(ask)](Document& document, QWidget* parent) -> Page* {
                return new ExercisePage(document, ask, parent);
            },
            .holds = [](const Document& document) { return hidesAnswers(document.project()); }};
}

void ExercisePage::buildChooser()
{
    m_chooser = new Card(this);
    auto* column = new QVBoxLayout(m_chooser);
    column->setContentsMargins(Theme::space(3), Theme::space(3), Theme::space(3), Theme::space(3));
    column->setSpacing(Theme::space(1));
    for (const ShippedExercise& exercise : shippedExercises()) {
        auto* button = new WordsButton(m_chooser);
        button->setWords(qt(exercise.title), qt(exercise.id), false, true);
        connect(button, &WordsButton::clicked, this,
                [this, path = QFile::decodeName(exercise.file.c_str())] { Q_EMIT openElsewhere(path); });
        column->addWidget(button);
    }
    if (shippedExercises().empty())
        column->addWidget(new Text(tr("No exercises were found."), TextStyle::Body, Role::Soft, false, m_chooser));
    body().addWidget(m_chooser);
}

QWidget* ExercisePage::buildLeft()
{
    auto* left = new Card(m_desk);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addWidget(new Text(tr("Given"), TextStyle::CardTitle, Role::Ink, true, left));
    m_given = new QVBoxLayout;
    m_given->setSpacing(Theme::space(1));
    column->addLayout(m_given);
    m_questions = new QListWidget(left);
    m_questions->setAccessibleName(tr("questions of the exercise"));
    m_questions->setTabKeyNavigation(false);
    m_questions->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_questions->setTextElideMode(Qt::ElideRight);
    column->addWidget(m_questions, 1);
    auto* name = new QHBoxLayout;
    name->setSpacing(Theme::space(2));
    m_name = new QLineEdit(left);
    m_name->setPlaceholderText(tr("Your name"));
    m_name->setAccessibleName(tr("your name"));
    m_commit = primaryButton(tr("Commit"), left);
    m_commit->setToolTip(tr("The answers as they are, for good; then the program shows its own"));
    m_openKey = quietButton(tr("Open the key…"), left);
    name->addWidget(m_name, 1);
    name->addWidget(m_commit);
    name->addWidget(m_openKey);
    column->addLayout(name);
    m_said = new Text(TextStyle::Label, Role::Ink, false, left);
    m_said->setWordWrap(true);
    m_said->setMark(Role::Warning);
    column->addWidget(m_said);
    m_confirm = quietButton(tr("Commit for good"), left);
    m_back = quietButton(tr("Go on answering"), left);
    column->addLayout(wordsInLine({m_confirm, m_back}));
    say({});
    return left;
}

void ExercisePage::layOut()
{
    const double type = Theme::instance().typeScale();
    m_columns->setDirection(width() >= 600 * type ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_questions->setFont(Theme::instance().font(TextStyle::Label));
    m_name->setFont(Theme::instance().font(TextStyle::Label));
    const int rows = std::clamp(m_questions->count(), 1, 10);
    m_questions->setMinimumHeight(rows * std::max(m_questions->sizeHintForRow(0), 1) + 4);
}

bool ExercisePage::isGuessing() const
{
    return hidesAnswers(document().project());
}

QString ExercisePage::staysHidden() const
{
    return isGuessing() ? tr("Answers are hidden until you commit your own.") : QString();
}

void ExercisePage::refresh()
{
    const bool there = hasExercise(document().project());
    const Result<Assignment> read = there ? exerciseIn(document().project()) : Result<Assignment>(Assignment());
    m_assignment = there && read ? std::optional(*read) : std::nullopt;
    m_chooser->setVisible(!m_assignment);
    m_desk->setVisible(m_assignment.has_value());
    if (!m_assignment) {
        m_verdicts.reset();
        m_workedOut.clear();
        heading().setText(tr("Which exercise do you solve?"));
        basis().setText(read ? tr("Answers are hidden until you commit your own.") : said(read.error()));
    } else {
        if (!m_key || m_key->id != m_assignment->id)
            m_key = shippedKey(*m_assignment);
        heading().setText(QStringLiteral("%1 %2").arg(qt(m_assignment->id), qt(m_assignment->title)));
        if (!m_name->isModified())
            m_name->setText(QString::fromStdString(m_assignment->student));
        workOut();
        refreshGiven();
        refreshQuestions();
        showQuestion();
        showOutcome();
    }
    layOut();
    if (const bool guessing = isGuessing(); guessing != std::exchange(m_wasGuessing, guessing))
        Q_EMIT guessingChanged(guessing);
}

void ExercisePage::refreshGiven()
{
    while (m_given->count() > static_cast<int>(m_assignment->given.size())) {
        const std::unique_ptr<QLayoutItem> last(m_given->takeAt(m_given->count() - 1));
        delete last->widget();
    }
    while (m_given->count() < static_cast<int>(m_assignment->given.size())) {
        auto* line = new Text(TextStyle::Label, Role::Ink, false, m_desk);
        line->setWordWrap(true);
        line->setTextFormat(Qt::PlainText);
        line->setToolTip(tr("Given by the exercise: it cannot be changed"));
        m_given->addWidget(line);
    }
    for (int i = 0; i < m_given->count(); ++i)
        static_cast<Text*>(m_given->itemAt(i)->widget())->setText(qt(m_assignment->given[static_cast<std::size_t>(i)]));
}

void ExercisePage::refreshQuestions()
{
    const std::vector<Question>& questions = m_assignment->questions;
    const QSignalBlocker quiet(m_questions);
    while (m_questions->count() > static_cast<int>(questions.size()))
        delete m_questions->takeItem(m_questions->count() - 1);
    for (std::size_t i = 0; i < questions.size(); ++i) {
        if (static_cast<int>(i) == m_questions->count())
            new QListWidgetItem(m_questions);
        QListWidgetItem& item = *m_questions->item(static_cast<int>(i));
        const bool answered = !m_assignment->answer(questions[i].id).empty();
        const std::optional<bool> right =
            m_verdicts && i < m_verdicts->each.size() ? m_verdicts->each[i].mark.right : std::nullopt;
        const QString mark = right ? (*right ? QStringLiteral("✓") : QStringLiteral("✗"))
                                   : (answered ? QStringLiteral("●") : QStringLiteral("○"));
        const QString state =
            right ? (*right ? tr("right") : tr("not right")) : (answered ? tr("answered") : tr("not answered"));
        item.setText(QStringLiteral("%1  %2").arg(mark, qt(questions[i].asks)));
        item.setToolTip(QStringLiteral("%1: %2").arg(qt(questions[i].asks), state));
        item.setData(Qt::AccessibleTextRole, item.toolTip());
    }
    if (m_questions->currentRow() < 0)
        m_questions->setCurrentRow(0);
}

void ExercisePage::showQuestion()
{
    if (!m_assignment || m_questions->currentRow() < 0)
        return;
    const auto row = static_cast<std::size_t>(m_questions->currentRow());
    m_question->present(*m_assignment, row, key(),
                        m_verdicts && row < m_verdicts->each.size() ? &m_verdicts->each[row] : nullptr);
}

void ExercisePage::showOutcome()
{
    const bool open = m_assignment->committed.empty();
    m_commit->setVisible(open);
    m_name->setReadOnly(!open);
    m_openKey->setVisible(!open && !m_key);
    if (open) {
        basis().setText(qt(m_assignment->text));
        return;
    }
    QStringList parts;
    if (m_verdicts && m_verdicts->of == 0)
        parts << tr("a person reads these answers");
    else if (m_verdicts)
        parts << tr("%1 of %2 points").arg(qt(significant(m_verdicts->points)), qt(significant(m_verdicts->of)));
    parts << tr("committed %1").arg(dayAndTime(m_assignment->committed));
    if (m_key)
        parts << tr("save the project and hand in its file");
    else
        parts << tr("your instructor has the key");
    basis().setText(parts.join(QStringLiteral(" · ")));
}

std::vector<PaletteItem> ExercisePage::paletteItems()
{
    std::vector<PaletteItem> items;
    if (!m_assignment)
        return items;
    if (m_assignment->committed.empty())
        items.push_back({PaletteItem::Kind::Action, tr("Commit the answers"), {}, [this] { askCommit(); }});
    for (const Question& question : m_assignment->questions)
        items.push_back({PaletteItem::Kind::Action,
                         tr("Question: %1").arg(qt(question.asks)),
                         {},
                         [this, id = QString::fromStdString(question.id)] { focusField(answersPointer + u'/' + id); },
                         answersPointer + u'/' + QString::fromStdString(question.id)});
    return items;
}

bool ExercisePage::focusField(const QString& pointer)
{
    if (!m_assignment || (pointer != answersPointer && !pointer.startsWith(answersPointer + QLatin1Char('/'))))
        return false;
    const QString id = pointer.mid(answersPointer.size() + 1);
    if (!id.isEmpty() && !showPart(id))
        return false;
    m_question->focusAnswer();
    return true;
}

bool ExercisePage::showPart(const QString& id)
{
    if (id.isEmpty())
        return Page::showPart(id);
    for (std::size_t i = 0; m_assignment && i < m_assignment->questions.size(); ++i)
        if (m_assignment->questions[i].id == id.toStdString()) {
            m_questions->setCurrentRow(static_cast<int>(i));
            return true;
        }
    return false;
}

void ExercisePage::askCommit()
{
    m_commit->setFocus(Qt::OtherFocusReason);  // what is being typed is taken
    if (!m_assignment)
        return;
    if (const Result<Assignment> would = committedAt(*m_assignment, m_assignment->student, timeOfDay()); would) {
        say(tr("Committed answers cannot be changed."), true);
        m_confirm->setFocus(Qt::OtherFocusReason);
        return;
    }
    for (const Question& question : m_assignment->questions)
        if (m_assignment->answer(question.id).empty()) {
            say(tr("Not answered yet: %1").arg(qt(question.asks)));
            focusField(answersPointer + u'/' + QString::fromStdString(question.id));
            return;
        }
    say(tr("Enter your name."));
    m_name->setFocus(Qt::OtherFocusReason);
}

void ExercisePage::commit()
{
    if (!m_assignment)
        return;
    const Result<Assignment> done = committedAt(*m_assignment, m_assignment->student, timeOfDay());
    if (!done) {
        say(said(done.error()));
        return;
    }
    say({});
    document().changeForGood([&](Project& project) { putExercise(project, *done); });
    m_questions->setFocus(Qt::OtherFocusReason);
}

void ExercisePage::workOut()
{
    if (!m_assignment->isIntact() || !m_key) {
        m_verdicts.reset();
        m_workedOut.clear();
        return;
    }
    if (m_workedOut == m_assignment->answersDigest || m_worker.isRunning())
        return;
    m_workedOut = m_assignment->answersDigest;
    m_worker.start([assignment = *m_assignment, key = *m_key, ask = m_ask](
                       std::stop_token, const Worker<Verdicts>::Report& report) -> Result<void> {
        Result<Verdicts> verdicts = verdictsOf(assignment, key, ask);
        if (!verdicts)
            return fail(verdicts.error());
        report.add(*std::move(verdicts));
        return {};
    });
}

void ExercisePage::takeVerdicts()
{
    if (!m_worker.outcome()) {
        say(said(m_worker.outcome().error()));
        return;
    }
    m_verdicts = m_worker.items().front();
    refreshQuestions();
    showQuestion();
    showOutcome();
}

void ExercisePage::openKey()
{
    auto* dialog = new QFileDialog(this, tr("Open the key"), {}, tr("Keys (*.json);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    askFile(dialog, this, [this](const QString& path) {
        const Result<std::string> text = readText(filePath(path));
        const Result<Key> key = text ? parseKey(*text) : fail(text.error());
        if (!key || !m_assignment) {
            say(key ? QString() : said(key.error()));
        } else if (key->id != m_assignment->id || (!key->locked.empty() && key->locked != m_assignment->lockedDigest)) {
            say(tr("That is the key of other questions."));
        } else {
            m_key = *key;
            say({});
            refresh();
        }
    });
}

void ExercisePage::say(const QString& text, bool asks)
{
    m_said->setText(text);
    m_said->setVisible(!text.isEmpty());
    m_confirm->setVisible(asks);
    m_back->setVisible(asks);
}

QString ExercisePage::message() const
{
    return m_said->isHidden() ? QString() : m_said->text();
}

}  // namespace scalewright::ui

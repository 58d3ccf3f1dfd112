// SPDX-License-Identifier: GPL-3.0-or-later
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
#include "core/output/report/exercise/project_exercise.h"
#include "core/output/report/exercise/shipped.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/file_dialog.h"
#include "ui/controls/text_button.h"
#include "ui/document/file_path.h"
#include "ui/exercise/question_card.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

const QString answersPointer = QStringLiteral("/exercise/answers");

QString dayAndTimeText(const std::string& time)
{
    return toQString(time).left(16).replace(QLatin1Char('T'), QLatin1Char(' '));
}

}  // namespace

ExercisePage::ExercisePage(Document& document, CliRunner askProgram, QWidget* parent)
    : Page(document, tr("Which exercise do you want to solve?"), parent), m_askProgram(std::move(askProgram))
{
    buildChooser();
    m_workspace = new QWidget(this);
    QWidget* pane = buildQuestionPane();
    m_questionCard = new QuestionCard(document, m_workspace);
    m_columns = createFlexibleRow(Theme::spacing(4), {{pane, 45}, {m_questionCard, 55}});
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_workspace->setLayout(m_columns);
    addItems(body(), {m_workspace, Stretch{}});
    useFullHeight();

    connect(m_questionList, &QListWidget::currentRowChanged, this, &ExercisePage::showQuestion);
    connect(m_questionCard, &QuestionCard::nextRequested, this, [this] {
        m_questionList->setCurrentRow((m_questionList->currentRow() + 1) % m_questionList->count());
        m_questionCard->focusAnswer();
    });
    connect(m_nameEdit, &QLineEdit::editingFinished, this, [this] {
        if (!m_nameEdit->isModified() || !m_assignment || !m_assignment->committedAt.empty())
            return;
        m_nameEdit->setModified(false);
        Assignment after = *m_assignment;
        after.student = m_nameEdit->text().trimmed().toStdString();
        this->document().applyChange(tr("your name"), [&](Project& project) { storeExercise(project, after); });
    });
    connect(m_commitButton, &QPushButton::clicked, this, &ExercisePage::confirmCommit);
    connect(m_confirmButton, &QPushButton::clicked, this, &ExercisePage::commit);
    connect(m_backButton, &QPushButton::clicked, this, [this] { showMessage({}); });
    connect(m_openKeyButton, &QPushButton::clicked, this, &ExercisePage::chooseKeyFile);
    connect(&m_worker, &WorkerBase::finished, this, &ExercisePage::applyVerdicts);
    initializeView();
}

ExercisePage::~ExercisePage()
{
    m_nameEdit->disconnect(this);  // The line edit loses the focus during destruction.
}

PageEntry ExercisePage::entry(CliRunner askProgram)
{
    return {.id = QStringLiteral("exercise"),
            .title = tr("Exercise"),
            .section = QStringLiteral("41.2–41.7"),
            .group = PageGroup::HandIn,
            .state =
                [](const Document& document) {
                    return hasExercise(document.project()) ? PageState::Assumed : PageState::Empty;
                },
            .create = [ask = std::move(askProgram)](Document& document, QWidget* parent) -> Page* {
                return new ExercisePage(document, ask, parent);
            },
            .locksNavigation = [](const Document& document) { return mustHideAnswers(document.project()); }};
}

void ExercisePage::buildChooser()
{
    m_chooser = new Card(this);
    auto* column = createBox<QVBoxLayout>(m_chooser, Theme::spacing(1), Theme::margins(3, 3, 3, 3));
    for (const ShippedExercise& exercise : shippedExercises()) {
        auto* button = new TextButton(m_chooser);
        button->setTexts(toQString(exercise.title), toQString(exercise.id), false, true);
        connect(button, &TextButton::clicked, this,
                [this, path = QFile::decodeName(exercise.file.c_str())] { Q_EMIT openFileRequested(path); });
        column->addWidget(button);
    }
    if (shippedExercises().empty())
        column->addWidget(
            new Text(tr("No exercises were found."), TextStyle::Body, ColorRole::SoftInk, false, m_chooser));
    body().addWidget(m_chooser);
}

QWidget* ExercisePage::buildQuestionPane()
{
    auto* pane = new Card(m_workspace);
    auto* title = new Text(tr("Given"), TextStyle::CardTitle, ColorRole::Ink, true, pane);
    m_givenLayout = createBox<QVBoxLayout>(nullptr, Theme::spacing(1));
    m_questionList = new QListWidget(pane);
    m_questionList->setAccessibleName(tr("questions of the exercise"));
    m_questionList->setTabKeyNavigation(false);
    m_questionList->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_questionList->setTextElideMode(Qt::ElideRight);
    auto* name = createBox<QHBoxLayout>(nullptr, Theme::spacing(2));
    m_nameEdit = new QLineEdit(pane);
    m_nameEdit->setPlaceholderText(tr("Your name"));
    m_nameEdit->setAccessibleName(tr("your name"));
    m_commitButton = createPrimaryButton(tr("Commit"), pane);
    m_commitButton->setToolTip(tr("Commits the answers permanently; then the program shows its own"));
    m_openKeyButton = createQuietButton(tr("Open the key…"), pane);
    addItems(*name, {{m_nameEdit, 1}, m_commitButton, m_openKeyButton});
    m_messageText = createWarning(TextStyle::Label, pane);
    m_confirmButton = createQuietButton(tr("Commit permanently"), pane);
    m_backButton = createQuietButton(tr("Continue answering"), pane);
    createBox<QVBoxLayout>(pane, Theme::spacing(2),
                           {title,
                            m_givenLayout,
                            {m_questionList, 1},
                            name,
                            m_messageText,
                            createButtonRow({m_confirmButton, m_backButton})},
                           Theme::margins(4, 3, 4, 4));
    setTextStyle({m_questionList, m_nameEdit}, TextStyle::Label);
    showMessage({});
    return pane;
}

void ExercisePage::layOut()
{
    setSideBySide(*m_columns, width() >= Theme::scaled(600));
    const int rows = std::clamp(m_questionList->count(), 1, 10);
    m_questionList->setMinimumHeight(rows * std::max(m_questionList->sizeHintForRow(0), 1) + 4);
}

bool ExercisePage::isGuessing() const
{
    return mustHideAnswers(document().project());
}

QString ExercisePage::revealBlockedReason() const
{
    return isGuessing() ? tr("Answers are hidden until you commit your own.") : QString();
}

void ExercisePage::refresh()
{
    const bool hasAssignment = hasExercise(document().project());
    const Result<Assignment> read =
        hasAssignment ? readExercise(document().project()) : Result<Assignment>(Assignment());
    m_assignment = hasAssignment && read ? std::optional(*read) : std::nullopt;
    m_chooser->setVisible(!m_assignment);
    m_workspace->setVisible(m_assignment.has_value());
    if (!m_assignment) {
        m_verdicts.reset();
        m_gradedDigest.clear();
        heading().setText(tr("Which exercise do you want to solve?"));
        basisLine().setText(read ? tr("Answers are hidden until you commit your own.") : errorText(read.error()));
    } else {
        if (!m_key || m_key->id != m_assignment->id)
            m_key = shippedAnswerKey(*m_assignment);
        heading().setText(QStringLiteral("%1 %2").arg(toQString(m_assignment->id), toQString(m_assignment->title)));
        if (!m_nameEdit->isModified())
            m_nameEdit->setText(QString::fromStdString(m_assignment->student));
        startGrading();
        refreshGiven();
        refreshQuestions();
        showQuestion();
        updateOutcome();
    }
    layOut();
    if (const bool guessing = isGuessing(); guessing != std::exchange(m_wasGuessing, guessing))
        Q_EMIT guessingChanged(guessing);
}

void ExercisePage::refreshGiven()
{
    while (m_givenLayout->count() > static_cast<int>(m_assignment->givenTexts.size())) {
        const std::unique_ptr<QLayoutItem> last(m_givenLayout->takeAt(m_givenLayout->count() - 1));
        delete last->widget();
    }
    while (m_givenLayout->count() < static_cast<int>(m_assignment->givenTexts.size())) {
        Text* line = createParagraph(TextStyle::Label, ColorRole::Ink, m_workspace);
        line->setToolTip(tr("Given by the exercise: it cannot be changed"));
        m_givenLayout->addWidget(line);
    }
    for (int i = 0; i < m_givenLayout->count(); ++i)
        static_cast<Text*>(m_givenLayout->itemAt(i)->widget())
            ->setText(toQString(m_assignment->givenTexts[static_cast<std::size_t>(i)]));
}

void ExercisePage::refreshQuestions()
{
    const std::vector<Question>& questions = m_assignment->questions;
    const QSignalBlocker quiet(m_questionList);
    while (m_questionList->count() > static_cast<int>(questions.size()))
        delete m_questionList->takeItem(m_questionList->count() - 1);
    for (std::size_t i = 0; i < questions.size(); ++i) {
        if (static_cast<int>(i) == m_questionList->count())
            new QListWidgetItem(m_questionList);
        QListWidgetItem& item = *m_questionList->item(static_cast<int>(i));
        const bool answered = !m_assignment->answerText(questions[i].id).empty();
        const std::optional<bool> right =
            m_verdicts && i < m_verdicts->perQuestion.size() ? m_verdicts->perQuestion[i].mark.isRight : std::nullopt;
        const QString mark = right ? (*right ? QStringLiteral("✓") : QStringLiteral("✗"))
                                   : (answered ? QStringLiteral("●") : QStringLiteral("○"));
        const QString state =
            right ? (*right ? tr("right") : tr("wrong")) : (answered ? tr("answered") : tr("not answered"));
        item.setText(QStringLiteral("%1  %2").arg(mark, toQString(questions[i].prompt)));
        item.setToolTip(QStringLiteral("%1: %2").arg(toQString(questions[i].prompt), state));
        item.setData(Qt::AccessibleTextRole, item.toolTip());
    }
    if (m_questionList->currentRow() < 0)
        m_questionList->setCurrentRow(0);
}

void ExercisePage::showQuestion()
{
    if (!m_assignment || m_questionList->currentRow() < 0)
        return;
    const auto row = static_cast<std::size_t>(m_questionList->currentRow());
    m_questionCard->setQuestion(
        *m_assignment, row, key(),
        m_verdicts && row < m_verdicts->perQuestion.size() ? &m_verdicts->perQuestion[row] : nullptr);
}

void ExercisePage::updateOutcome()
{
    const bool open = m_assignment->committedAt.empty();
    m_commitButton->setVisible(open);
    m_nameEdit->setReadOnly(!open);
    m_openKeyButton->setVisible(!open && !m_key);
    if (open) {
        basisLine().setText(toQString(m_assignment->text));
        return;
    }
    QStringList parts;
    if (m_verdicts && m_verdicts->maximumPoints == 0)
        parts << tr("a person grades these answers");
    else if (m_verdicts)
        parts << tr("%1 of %2 points")
                     .arg(toQString(significantText(m_verdicts->points)),
                          toQString(significantText(m_verdicts->maximumPoints)));
    parts << tr("committed %1").arg(dayAndTimeText(m_assignment->committedAt));
    if (m_key)
        parts << tr("save the project and hand in its file");
    else
        parts << tr("your instructor has the key");
    basisLine().setText(parts.join(QStringLiteral(" · ")));
}

std::vector<PaletteItem> ExercisePage::paletteItems()
{
    std::vector<PaletteItem> items;
    if (!m_assignment)
        return items;
    if (m_assignment->committedAt.empty())
        items.push_back(actionItem(tr("Commit the answers"), [this] { confirmCommit(); }));
    for (const Question& question : m_assignment->questions)
        items.push_back({PaletteItem::Kind::Action,
                         tr("Question: %1").arg(toQString(question.prompt)),
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
    m_questionCard->focusAnswer();
    return true;
}

bool ExercisePage::showPart(const QString& id)
{
    if (id.isEmpty())
        return Page::showPart(id);
    for (std::size_t i = 0; m_assignment && i < m_assignment->questions.size(); ++i)
        if (m_assignment->questions[i].id == id.toStdString()) {
            m_questionList->setCurrentRow(static_cast<int>(i));
            return true;
        }
    return false;
}

void ExercisePage::confirmCommit()
{
    m_commitButton->setFocus(Qt::OtherFocusReason);  // Moving the focus commits the text that is being typed.
    if (!m_assignment)
        return;
    if (const Result<Assignment> would = commitAssignment(*m_assignment, m_assignment->student, localTimestamp());
        would) {
        QStringList unanswered;
        for (const Question& question : m_assignment->questions)
            if (m_assignment->answerText(question.id).empty())
                unanswered << toQString(question.prompt);
        showMessage(unanswered.isEmpty() ? tr("Committed answers cannot be changed.")
                                         : tr("Not answered: %1. Committed answers cannot be changed.")
                                               .arg(unanswered.join(QStringLiteral("; "))),
                    true);
        m_confirmButton->setFocus(Qt::OtherFocusReason);
        return;
    }
    showMessage(tr("Enter your name."));
    m_nameEdit->setFocus(Qt::OtherFocusReason);
}

void ExercisePage::commit()
{
    if (!m_assignment)
        return;
    const Result<Assignment> committed = commitAssignment(*m_assignment, m_assignment->student, localTimestamp());
    if (!committed) {
        showMessage(errorText(committed.error()));
        return;
    }
    showMessage({});
    document().changePermanently([&](Project& project) { storeExercise(project, *committed); });
    m_questionList->setFocus(Qt::OtherFocusReason);
}

void ExercisePage::startGrading()
{
    if (!m_assignment->isIntact() || !m_key) {
        m_verdicts.reset();
        m_gradedDigest.clear();
        return;
    }
    if (m_gradedDigest == m_assignment->answersDigest || m_worker.isRunning())
        return;
    m_gradedDigest = m_assignment->answersDigest;
    m_worker.compute([assignment = *m_assignment, key = *m_key, ask = m_askProgram](const std::stop_token&) {
        return computeVerdicts(assignment, key, ask);
    });
}

void ExercisePage::applyVerdicts()
{
    if (!m_worker.outcome()) {
        showMessage(errorText(m_worker.outcome().error()));
        return;
    }
    m_verdicts = m_worker.items().front();
    refreshQuestions();
    showQuestion();
    updateOutcome();
}

void ExercisePage::chooseKeyFile()
{
    auto* dialog = new QFileDialog(this, tr("Open the key"), {}, tr("Keys (*.json);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    openFileDialog(dialog, this, [this](const QString& path) {
        const Result<std::string> text = readText(toFilesystemPath(path));
        const Result<AnswerKey> key = text ? parseAnswerKey(*text) : fail(text.error());
        if (!key || !m_assignment) {
            showMessage(key ? QString() : errorText(key.error()));
        } else if (key->id != m_assignment->id ||
                   (!key->lockedDigest.empty() && key->lockedDigest != m_assignment->lockedDigest)) {
            showMessage(tr("This key belongs to other questions."));
        } else {
            m_key = *key;
            showMessage({});
            refresh();
        }
    });
}

void ExercisePage::showMessage(const QString& text, bool asksForConfirmation)
{
    m_messageText->showText(text);
    m_confirmButton->setVisible(asksForConfirmation);
    m_backButton->setVisible(asksForConfirmation);
}

QString ExercisePage::message() const
{
    return m_messageText->isHidden() ? QString() : m_messageText->text();
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Exercises in the window: no computed results before the commit, locked inputs, a guess with its time, and a project
// that the command line grades like its own files.
#include <QAction>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/cli/execute_json.h"
#include "app/window/pages.h"
#include "core/output/report/exercise/project_exercise.h"
#include "core/output/report/exercise/shipped.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "tests/support/child.h"
#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/controls/document_text.h"
#include "ui/document/examples.h"
#include "ui/exercise/exercise_page.h"
#include "ui/exercise/question_card.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/palette.h"
#include "ui/shell/strip.h"
#include "ui/shell/what_if_bar.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

QString exerciseFile(const QString& id)
{
    return test::sourceFile(QStringLiteral("resources/exercises/%1.json").arg(id));
}
QString keyFile(const QString& id)
{
    return test::sourceFile(QStringLiteral("resources/exercises/keys/%1.key.json").arg(id));
}

QJsonObject runCliJson(const QStringList& arguments, int* status = nullptr)
{
    QProcess process;
    process.start(test::builtProgram("app/scalewright-cli"), arguments + QStringList{"--json"});
    if (!process.waitForFinished())
        return {};
    if (status)
        *status = process.exitCode();
    return QJsonDocument::fromJson(process.readAllStandardOutput()).object();
}

QByteArray assignmentText(const QByteArray& id, const QByteArray& questions)
{
    return "{\"format\": \"scalewright-assignment\", \"version\": 1, \"id\": \"" + id + "\", \"questions\": [" +
           questions + "]}";
}

struct Desk {
    Document document;
    std::unique_ptr<MainWindow> window;

    Desk()
    {
        QSettings().clear();
        window = std::make_unique<MainWindow>(document, allPages());
        window->resize(1280, 720);
        window->show();
        window->activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(window.get());
    }
    void open(const QString& id) { window->openFile(exerciseFile(id)); }
    [[nodiscard]] ExercisePage& page() const
    {
        return static_cast<ExercisePage&>(*window->page(QStringLiteral("exercise")));
    }
    [[nodiscard]] QuestionCard& card() const { return test::child<QuestionCard>(page()); }
    [[nodiscard]] Assignment exercise() const { return *readExercise(document.project()); }
    /// Answers like a user: types into the field, picks the option, or writes the text.
    void answer(const QString& id, const QString& text)
    {
        QVERIFY(page().focusField(QStringLiteral("/exercise/answers/") + id));
        if (test::named<QLineEdit>(card(), "answer")->isVisible()) {
            test::named<QLineEdit>(card(), "answer")->selectAll();
            QTest::keyClicks(test::named<QLineEdit>(card(), "answer"), text);
            QTest::keyClick(test::named<QLineEdit>(card(), "answer"), Qt::Key_Return);
        } else if (test::child<DocumentTextEdit>(card()).isVisible()) {
            QTest::keyClicks(&test::child<DocumentTextEdit>(card()), text);
        } else {
            for (QRadioButton* option : card().findChildren<QRadioButton*>())
                if (option->text() == text)
                    option->click();
        }
    }
    /// Answers correctly by the key if `right`, otherwise wrong wherever the key has a correct answer.
    void answerAllQuestions(bool right)
    {
        const AnswerKey key = *shippedAnswerKey(exercise());
        const Assignment assignment = exercise();
        for (const Question& question : assignment.questions) {
            const KeyAnswer& known = key.answers.find(question.id)->second;
            QString text = QString::fromStdString(known.sampleSentence);
            if (known.value)
                text = QString::number(*known.value * (right ? 1 : 1.5) + (right ? 0 : 1), 'g', 12);
            else if (!known.correctChoices.empty())
                for (const std::string& option : question.options)
                    if ((std::find(known.correctChoices.begin(), known.correctChoices.end(), option) !=
                         known.correctChoices.end()) == right)
                        text = QString::fromStdString(option);
            answer(QString::fromStdString(question.id), text);
        }
    }
    void commit(const QString& name)
    {
        test::named<QLineEdit>(page(), "your name")->setFocus();
        test::named<QLineEdit>(page(), "your name")->selectAll();
        QTest::keyClicks(test::named<QLineEdit>(page(), "your name"), name);
        test::named<QPushButton>(page(), "Commit")->click();
        QVERIFY(test::named<QPushButton>(page(), "Commit permanently")->isVisible());
        test::named<QPushButton>(page(), "Commit permanently")->click();
    }
    /// All text visible in the window.
    [[nodiscard]] QString readableText() const
    {
        QStringList texts;
        for (const QLabel* label : window->findChildren<QLabel*>())
            if (label->isVisible())
                texts << label->text() << label->toolTip();
        texts << test::child<WhatIfBar>(*window).answerText()
              << test::child<WhatIfBar>(*window).accessibleDescription();
        return texts.join(QLatin1Char('\n'));
    }
};

}  // namespace

class tst_exercise_page : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyExercise_data()
    {
        QTest::addColumn<QString>("id");
        for (const ShippedExercise& exercise : shippedExercises())
            QTest::newRow(exercise.id.c_str()) << QString::fromStdString(exercise.id);
        QCOMPARE(shippedExercises().size(), std::size_t(12));  // three in each of the chapter's four sections
    }
    void everyExercise()
    {
        QFETCH(QString, id);
        const QTemporaryDir folder;
        int status = -1;
        for (const bool right : {true, false}) {
            Desk desk;
            desk.open(id);
            QCOMPARE(desk.exercise().id, id.toStdString());
            desk.answerAllQuestions(right);
            desk.commit(right ? QStringLiteral("Ada") : QStringLiteral("Grace"));
            QTRY_VERIFY(desk.page().verdicts() != nullptr);
            const double maximumPoints = desk.page().verdicts()->maximumPoints;
            QCOMPARE(desk.page().verdicts()->points, right ? maximumPoints : 0);
            const QString file = folder.filePath(right ? "right.scalewright" : "wrong.scalewright");
            QVERIFY(desk.document.saveAs(file).has_value());
            const QJsonObject cliAnswer = runCliJson({"exercise", "show", file, "--against", keyFile(id)}, &status);
            QCOMPARE(status, 0);
            QCOMPARE(cliAnswer["points"].toDouble(), right ? maximumPoints : 0);
            QCOMPARE(cliAnswer["of"].toDouble(), maximumPoints);
        }
        const QJsonObject graded = runCliJson({"grade", folder.path(), "--against", keyFile(id)}, &status);
        QCOMPARE(status, 0);
        QCOMPARE(graded["rows"].toArray().size(), 2);
        for (const QJsonValue& row : graded["rows"].toArray()) {
            const bool isRight = row["file"].toString() == QLatin1String("right.scalewright");
            QCOMPARE(row["points"].toDouble(), isRight ? row["of"].toDouble() : 0);
            QCOMPARE(row["notes"].toString(), QString());
            QCOMPARE(row["student"].toString(), isRight ? QStringLiteral("Ada") : QStringLiteral("Grace"));
        }
    }

    void revealsNothingBeforeTheCommit()
    {
        Desk desk;
        desk.open(QStringLiteral("41.4.2"));  // p* is 34, with a speedup of 7.49
        QCOMPARE(desk.window->currentPageId(), QStringLiteral("exercise"));
        for (const QString& id : pageIds())
            if (id != QLatin1String("exercise")) {
                QVERIFY(!desk.window->showPage(id));
                QVERIFY(!desk.window->notice().isHidden());
            }
        QVERIFY(!desk.window->showField(QStringLiteral("/target/alpha_s")) ||
                desk.window->currentPageId() == QLatin1String("exercise"));
        desk.window->notice().dismiss();
        desk.window->openPalette();
        QString found = desk.readableText();
        for (const PaletteItem& item : desk.page().paletteItems())
            found += item.title + item.detail;
        desk.window->commandPalette().close();
        QVERIFY2(!found.contains(QStringLiteral("34")) && !found.contains(QStringLiteral("7.49")), qPrintable(found));
        QVERIFY(!desk.window->action(QStringLiteral("guess"))->isEnabled());
        desk.window->action(QStringLiteral("slides"))->trigger();
        QVERIFY(!desk.window->slideShow());

        desk.answerAllQuestions(true);
        desk.commit(QStringLiteral("Ada"));
        QTRY_VERIFY(desk.page().verdicts() != nullptr);
        QVERIFY(desk.page().showPart(QStringLiteral("p-star")));
        QVERIFY(desk.card().verdictText().contains(QStringLiteral("33.9")));  // the way there
        QVERIFY(desk.window->showPage(QStringLiteral("predict")));
        QVERIFY(desk.readableText().contains(QStringLiteral("34")));
    }

    void guessStoresItsTimeAndUnlocksHints()
    {
        Desk desk;
        desk.open(QStringLiteral("41.2.3"));
        desk.page().focusField(QStringLiteral("/exercise/answers/ridge"));
        QPushButton& hintButton = *test::named<QPushButton>(desk.card(), "Hint 1 of 3");
        QVERIFY(!hintButton.isEnabled());
        desk.answer(QStringLiteral("ridge"), QStringLiteral("30"));
        QVERIFY(hintButton.isEnabled());
        const auto [guess, time] = desk.exercise().firstGuess("ridge");
        QCOMPARE(guess, std::string("30"));
        QCOMPARE(int(time.size()), 19);
        desk.answer(QStringLiteral("ridge"), QStringLiteral("25"));
        QCOMPARE(desk.exercise().firstGuess("ridge").first, std::string("30"));
        QCOMPARE(desk.exercise().answerText("ridge"), std::string("25"));
        for (int i = 1; i <= 3; ++i) {
            hintButton.click();
            QCOMPARE(int(desk.card().shownHints().size()), i);
        }
        QVERIFY(!hintButton.isVisible());
        desk.page().showPart(QStringLiteral("intensity"));
        QVERIFY(desk.card().shownHints().isEmpty());
    }

    void typingIsRevertedAndUndone()
    {
        Desk desk;
        desk.open(QStringLiteral("41.2.3"));
        const std::string before = writeProject(desk.document.project());
        desk.page().focusField(QStringLiteral("/exercise/answers/local"));
        for (const char* wrong : {"abc", "0.3 GB", "nan"}) {
            test::named<QLineEdit>(desk.card(), "answer")->selectAll();
            QTest::keyClicks(test::named<QLineEdit>(desk.card(), "answer"), QLatin1String(wrong));
            QTest::keyClick(test::named<QLineEdit>(desk.card(), "answer"), Qt::Key_Return);
            QVERIFY2(!desk.card().problemText().isEmpty(), wrong);
            QCOMPARE(writeProject(desk.document.project()), before);
        }
        desk.answer(QStringLiteral("local"), QStringLiteral("300 ms"));
        QCOMPARE(desk.card().problemText(), QString());
        QCOMPARE(desk.exercise().answerText("local"), std::string("300 ms"));
        test::named<QLineEdit>(desk.card(), "answer")->setFocus();
        QTest::keyClicks(test::named<QLineEdit>(desk.card(), "answer"), QStringLiteral("99"));
        QTest::keyClick(test::named<QLineEdit>(desk.card(), "answer"), Qt::Key_Escape);
        QCOMPARE(test::named<QLineEdit>(desk.card(), "answer")->text(), QStringLiteral("300 ms"));
        QCOMPARE(desk.exercise().answerText("local"), std::string("300 ms"));
        desk.document.undo();
        QCOMPARE(writeProject(desk.document.project()), before);
        QCOMPARE(test::named<QLineEdit>(desk.card(), "answer")->text(), QString());
        desk.document.redo();
        QCOMPARE(test::named<QLineEdit>(desk.card(), "answer")->text(), QStringLiteral("300 ms"));

        desk.answer(QStringLiteral("why"), QStringLiteral("None at all."));
        QCOMPARE(desk.exercise().answerText("why"), std::string("None at all."));
        QTest::keyClick(&test::child<DocumentTextEdit>(desk.card()), Qt::Key_Escape);
        QCOMPARE(desk.exercise().answerText("why"), std::string());
        desk.answer(QStringLiteral("bound"), QStringLiteral("compute"));
        QCOMPARE(desk.exercise().answerText("bound"), std::string("compute"));
        desk.document.undo();
        QCOMPARE(desk.exercise().answerText("bound"), std::string());
        for (const QRadioButton* option : desk.card().findChildren<QRadioButton*>())
            QVERIFY(!option->isChecked());
    }

    void givenValuesStay()
    {
        Desk desk;
        desk.open(QStringLiteral("41.4.2"));
        QVERIFY(desk.document.isGivenByExercise(QStringLiteral("/target/alpha_s")));
        QVERIFY(!desk.document.isGivenByExercise(QStringLiteral("/goal/deadline_s")));
        QSignalSpy refused(&desk.document, &Document::editRefused);
        const std::string before = writeProject(desk.document.project());
        Project after = desk.document.project();
        after.target.alphaS = typed(0.1);
        desk.document.edit(QStringLiteral("alpha"), after);
        after = desk.document.project();
        after.target.bandwidthBytesPerS.reset();
        desk.document.edit(QStringLiteral("bandwidth"), after);
        QCOMPARE(refused.count(), 2);
        QCOMPARE(refused.at(0).at(0).toString(), QStringLiteral("/target/alpha_s"));
        QCOMPARE(writeProject(desk.document.project()), before);
        QVERIFY(!desk.document.canUndo());
        after = desk.document.project();
        after.plan.p = 12;
        desk.document.edit(QStringLiteral("plan p"), after);
        QCOMPARE(desk.document.project().plan.p, 12);

        // The inputs stay locked after the commit; those of another document are editable.
        desk.answerAllQuestions(true);
        desk.commit(QStringLiteral("Ada"));
        QVERIFY(desk.window->showPage(QStringLiteral("predict")));
        const auto alpha = [&] {
            for (QuantityEdit* each : desk.window->page(QStringLiteral("predict"))->findChildren<QuantityEdit*>())
                if (each->quantity() && each->quantity()->value == 0.0008)
                    return each->findChild<QLineEdit*>();
            return static_cast<QLineEdit*>(nullptr);
        };
        QVERIFY(alpha() && alpha()->isReadOnly() && !alpha()->toolTip().isEmpty());
        desk.document.restore(test::output4141(), {}, {});
        QVERIFY(desk.window->showPage(QStringLiteral("predict")));
        QVERIFY(alpha() && !alpha()->isReadOnly() && alpha()->toolTip().isEmpty());
    }

    void commitIsFinal()
    {
        Desk desk;
        desk.open(QStringLiteral("41.5.3"));
        test::named<QPushButton>(desk.page(), "Commit")->click();
        QVERIFY(!desk.page().message().isEmpty() &&
                !test::named<QPushButton>(desk.page(), "Commit permanently")->isVisible());
        desk.answerAllQuestions(false);
        test::named<QPushButton>(desk.page(), "Commit")->click();  // no name
        QVERIFY(!test::named<QPushButton>(desk.page(), "Commit permanently")->isVisible());
        QVERIFY(desk.exercise().committedAt.empty());
        desk.commit(QStringLiteral("Bob"));
        QVERIFY(desk.exercise().isIntact());
        QCOMPARE(desk.exercise().student, std::string("Bob"));
        QVERIFY(!desk.document.canUndo() && desk.document.isModified());
        const std::string before = writeProject(desk.document.project());
        desk.document.undo();
        for (const Question& question : desk.exercise().questions) {
            desk.page().showPart(QString::fromStdString(question.id));
            for (QRadioButton* option : desk.card().findChildren<QRadioButton*>())
                option->click();
            QVERIFY(question.kind != QuestionKind::Number ||
                    test::named<QLineEdit>(desk.card(), "answer")->isReadOnly());
        }
        QCOMPARE(writeProject(desk.document.project()), before);

        // After saving and reopening it is unchanged, and nothing is hidden.
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("bob.scalewright"));
        QVERIFY(desk.document.saveAs(file).has_value());
        Desk reopened;
        reopened.window->openFile(file);
        QVERIFY(reopened.exercise().isIntact());
        QVERIFY(reopened.window->showPage(QStringLiteral("exercise")));
        QTRY_VERIFY(reopened.page().verdicts() != nullptr);
        QCOMPARE(reopened.page().verdicts()->points, 0.0);
        // After the file is edited by hand, it gets a note instead of a verdict.
        QByteArray text = test::contentOf(file);
        test::setContent(file, text.replace("\"student\": \"Bob\"", "\"student\": \"Eve\""));
        int status = -1;
        const QJsonObject row =
            runCliJson({"grade", folder.path(), "--against", keyFile(QStringLiteral("41.5.3"))}, &status)["rows"]
                .toArray()[0]
                .toObject();
        QVERIFY(!row["notes"].toString().isEmpty());
    }

    void hidesAnswersAfterReopening()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("mine.scalewright"));
        Desk desk;
        desk.open(QStringLiteral("41.4.2"));
        desk.answer(QStringLiteral("p-star"), QStringLiteral("30"));
        QVERIFY(desk.document.saveAs(file).has_value());
        Desk reopened;
        reopened.window->showPage(QStringLiteral("predict"));
        reopened.window->openFile(file);
        QCOMPARE(reopened.window->currentPageId(), QStringLiteral("exercise"));
        QCOMPARE(reopened.exercise().answerText("p-star"), std::string("30"));
        // The command line can continue the same exercise.
        int status = -1;
        runCliJson({"exercise", "answer", file, "p-star=34"}, &status);
        QCOMPARE(status, 0);
        const Result<Project> after = readProject(file.toStdString());
        QVERIFY(after.has_value());
        QCOMPARE(readExercise(*after)->answerText("p-star"), std::string("34"));
        QCOMPARE(readExercise(*after)->firstGuess("p-star").first, std::string("30"));
        QCOMPARE(fieldValue(*after, "/target/alpha_s")->value, 0.0008);
        // Another document shows nothing from the exercise.
        reopened.window->openFile(test::sourceFile(QStringLiteral("resources/examples/output-41.4.1.scalewright")));
        QVERIFY(reopened.window->showPage(QStringLiteral("predict")));
        QVERIFY(!hasExercise(reopened.document.project()));
    }

    void solvesOneAfterTheOther()
    {
        const QTemporaryDir folder;
        Desk desk;
        for (const char* id : {"41.4.2", "41.5.3", "41.5.3"}) {
            desk.open(QLatin1String(id));
            QVERIFY(desk.window->notice().isHidden());
            QCOMPARE(desk.window->currentPageId(), QStringLiteral("exercise"));
            QCOMPARE(desk.window->statusStrip().sentence(), desk.page().revealBlockedReason());
            QVERIFY(desk.exercise().answers.empty() && desk.card().shownHints().isEmpty());
            QCOMPARE(test::named<QLineEdit>(desk.page(), "your name")->text(), QString());
            desk.answerAllQuestions(false);
            desk.commit(QStringLiteral("Ada"));
            QVERIFY(desk.window->statusStrip().sentence() != desk.page().revealBlockedReason());
            QVERIFY(desk.document.saveAs(folder.filePath(QStringLiteral("a.scalewright"))).has_value());
        }
    }

    void menuAndPaletteListExercises()
    {
        Desk desk;
        desk.window->openPalette();
        auto* field = desk.window->commandPalette().findChild<QLineEdit*>();
        field->setText(QStringLiteral("41.4.2"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(desk.exercise().id, std::string("41.4.2"));
        QCOMPARE(desk.window->currentPageId(), QStringLiteral("exercise"));
        int listed = 0;
        for (QMenu* menu : desk.window->findChildren<QMenu*>()) {
            Q_EMIT menu->aboutToShow();
            for (const QAction* entry : menu->actions())
                listed += entry->text().endsWith(QStringLiteral("\t41.7.3"));
        }
        QCOMPARE(listed, 1);
    }

    /// Solutions of printed exercises are not offered as examples, but a lecture can open them.
    void noExampleRevealsAnAnswer()
    {
        Desk desk;
        QStringList listed;
        for (const Example& example : examples())
            listed << QFileInfo(example.path).completeBaseName();
        QVERIFY(listed.contains(QStringLiteral("output-41.4.1")));
        for (const char* solved : {"exercise-41.2.1-a", "exercise-41.2.1-b", "exercise-41.2.1-c", "exercise-41.2.3",
                                   "recommendation", "system-a", "system-b", "system-c"}) {
            QVERIFY2(!listed.contains(QLatin1String(solved)), solved);
            const QString file =
                test::sourceFile(QStringLiteral("resources/examples/%1.scalewright").arg(QLatin1String(solved)));
            QVERIFY2(isExample(file) && readProject(file.toStdString()), solved);
        }
    }

    void foreignAssignments()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("own.json"));
        Desk desk;
        const std::string before = writeProject(desk.document.project());
        test::setContent(file, assignmentText("x", ""));
        desk.window->openFile(file);
        QVERIFY(!desk.window->notice().isHidden());
        QCOMPARE(writeProject(desk.document.project()), before);
        test::setContent(file,
                         assignmentText("41.4.2", "{\"id\": \"a\", \"asks\": \"How many?\", \"kind\": \"number\"}"));
        desk.window->openFile(file);
        QCOMPARE(desk.exercise().questions.size(), std::size_t(1));
        desk.answer(QStringLiteral("a"), QStringLiteral("3"));
        desk.commit(QStringLiteral("Ada"));
        QVERIFY(desk.exercise().isIntact());
        QVERIFY(!shippedAnswerKey(desk.exercise()));  // its questions differ from those in the key
        QVERIFY(!desk.page().verdicts());

        Project broken = test::output4141();
        broken.unknown.emplace_back("exercise", Json(5));
        desk.document.restore(broken, {}, {});
        QVERIFY(!mustHideAnswers(desk.document.project()));
        QVERIFY(desk.window->showPage(QStringLiteral("predict")));
    }
};

SCALEWRIGHT_TEST(tst_exercise_page)
#include "tst_exercise_page.moc"

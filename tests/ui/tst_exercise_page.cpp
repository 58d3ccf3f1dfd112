// Exercises in the window: nothing of the program's own before the commit, given values that stay, a guess with its time,
// and a project that the command line grades as its own files.
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

#include "app/cli/ask_json.h"
#include "app/window/pages.h"
#include "core/output/report/exercise/in_project.h"
#include "core/output/report/exercise/shipped.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
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

QJsonObject askCli(const QStringList& arguments, int* status = nullptr)
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
    [[nodiscard]] QuestionCard& card() const { return page().question(); }
    [[nodiscard]] Assignment exercise() const { return *exerciseIn(document.project()); }
    /// As a person does: the field, the option, or the words.
    void answer(const QString& id, const QString& text)
    {
        QVERIFY(page().focusField(QStringLiteral("/exercise/answers/") + id));
        if (card().number().isVisible()) {
            card().number().selectAll();
            QTest::keyClicks(&card().number(), text);
            QTest::keyClick(&card().number(), Qt::Key_Return);
        } else if (card().sentence().isVisible()) {
            QTest::keyClicks(&card().sentence(), text);
        } else {
            for (QRadioButton* option : card().options())
                if (option->text() == text)
                    option->click();
        }
    }
    /// By the key where `right`, else wrong wherever the key says what is right.
    void answerAll(bool right)
    {
        const Key key = *shippedKey(exercise());
        const Assignment asked = exercise();
        for (const Question& question : asked.questions) {
            const KeyAnswer& known = key.answers.find(question.id)->second;
            QString text = QString::fromStdString(known.sentence);
            if (known.value)
                text = QString::number(*known.value * (right ? 1 : 1.5) + (right ? 0 : 1), 'g', 12);
            else if (!known.choices.empty())
                for (const std::string& option : question.options)
                    if ((std::find(known.choices.begin(), known.choices.end(), option) != known.choices.end()) == right)
                        text = QString::fromStdString(option);
            answer(QString::fromStdString(question.id), text);
        }
    }
    void commit(const QString& name)
    {
        page().name().setFocus();
        page().name().selectAll();
        QTest::keyClicks(&page().name(), name);
        page().commitButton().click();
        QVERIFY(page().confirmButton().isVisible());
        page().confirmButton().click();
    }
    /// All that can be read in the window.
    [[nodiscard]] QString said() const
    {
        QStringList texts;
        for (const QLabel* label : window->findChildren<QLabel*>())
            if (label->isVisible())
                texts << label->text() << label->toolTip();
        texts << window->whatIf().answer() << window->whatIf().accessibleDescription();
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
            desk.answerAll(right);
            desk.commit(QStringLiteral("Ada"));
            QTRY_VERIFY(desk.page().verdicts() != nullptr);
            const double of = desk.page().verdicts()->of;
            QCOMPARE(desk.page().verdicts()->points, right ? of : 0);
            const QString file = folder.filePath(right ? "right.scalewright" : "wrong.scalewright");
            QVERIFY(desk.document.saveAs(file).has_value());
            const QJsonObject shown = askCli({"exercise", "show", file, "--against", keyFile(id)}, &status);
            QCOMPARE(status, 0);
            QCOMPARE(shown["points"].toDouble(), right ? of : 0);
            QCOMPARE(shown["of"].toDouble(), of);
        }
        const QJsonObject graded = askCli({"grade", folder.path(), "--against", keyFile(id)}, &status);
        QCOMPARE(status, 0);
        QCOMPARE(graded["rows"].toArray().size(), 2);
        for (const QJsonValue& row : graded["rows"].toArray()) {
            QCOMPARE(row["points"].toDouble(),
                     row["file"].toString() == QLatin1String("right.scalewright") ? row["of"].toDouble() : 0);
            QCOMPARE(row["notes"].toString(), QString());
            QCOMPARE(row["student"].toString(), QStringLiteral("Ada"));
        }
    }

    void nothingIsToldBeforeTheCommit()
    {
        Desk desk;
        desk.open(QStringLiteral("41.4.2"));  // p* is 34, of 7.49 times
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
        QString found = desk.said();
        for (const PaletteItem& item : desk.page().paletteItems())
            found += item.title + item.detail;
        desk.window->palette().close();
        QVERIFY2(!found.contains(QStringLiteral("34")) && !found.contains(QStringLiteral("7.49")), qPrintable(found));
        QVERIFY(!desk.window->action(QStringLiteral("guess"))->isEnabled());
        desk.window->action(QStringLiteral("slides"))->trigger();
        QVERIFY(!desk.window->slides());

        desk.answerAll(true);
        desk.commit(QStringLiteral("Ada"));
        QTRY_VERIFY(desk.page().verdicts() != nullptr);
        QVERIFY(desk.page().showPart(QStringLiteral("p-star")));
        QVERIFY(desk.card().verdictText().contains(QStringLiteral("33.9")));  // the way there
        QVERIFY(desk.window->showPage(QStringLiteral("predict")));
        QVERIFY(desk.said().contains(QStringLiteral("34")));
    }

    void aGuessKeepsItsTimeAndOpensTheHints()
    {
        Desk desk;
        desk.open(QStringLiteral("41.2.3"));
        desk.page().focusField(QStringLiteral("/exercise/answers/ridge"));
        QVERIFY(!desk.card().hint().isEnabled());
        desk.answer(QStringLiteral("ridge"), QStringLiteral("30"));
        QVERIFY(desk.card().hint().isEnabled());
        const auto [guess, time] = desk.exercise().guess("ridge");
        QCOMPARE(guess, std::string("30"));
        QCOMPARE(int(time.size()), 19);
        desk.answer(QStringLiteral("ridge"), QStringLiteral("25"));
        QCOMPARE(desk.exercise().guess("ridge").first, std::string("30"));
        QCOMPARE(desk.exercise().answer("ridge"), std::string("25"));
        for (int i = 1; i <= 3; ++i) {
            desk.card().hint().click();
            QCOMPARE(int(desk.card().shownHints().size()), i);
        }
        QVERIFY(!desk.card().hint().isVisible());
        desk.page().showPart(QStringLiteral("intensity"));
        QVERIFY(desk.card().shownHints().isEmpty());
    }

    void typingIsTakenBackAndUndone()
    {
        Desk desk;
        desk.open(QStringLiteral("41.2.3"));
        const std::string before = writeProject(desk.document.project());
        desk.page().focusField(QStringLiteral("/exercise/answers/local"));
        for (const char* wrong : {"abc", "0.3 GB", "nan"}) {
            desk.card().number().selectAll();
            QTest::keyClicks(&desk.card().number(), QLatin1String(wrong));
            QTest::keyClick(&desk.card().number(), Qt::Key_Return);
            QVERIFY2(!desk.card().problem().isEmpty(), wrong);
            QCOMPARE(writeProject(desk.document.project()), before);
        }
        desk.answer(QStringLiteral("local"), QStringLiteral("300 ms"));
        QCOMPARE(desk.card().problem(), QString());
        QCOMPARE(desk.exercise().answer("local"), std::string("300 ms"));
        desk.card().number().setFocus();
        QTest::keyClicks(&desk.card().number(), QStringLiteral("99"));
        QTest::keyClick(&desk.card().number(), Qt::Key_Escape);
        QCOMPARE(desk.card().number().text(), QStringLiteral("300 ms"));
        QCOMPARE(desk.exercise().answer("local"), std::string("300 ms"));
        desk.document.undo();
        QCOMPARE(writeProject(desk.document.project()), before);
        QCOMPARE(desk.card().number().text(), QString());
        desk.document.redo();
        QCOMPARE(desk.card().number().text(), QStringLiteral("300 ms"));

        desk.answer(QStringLiteral("why"), QStringLiteral("None at all."));
        QCOMPARE(desk.exercise().answer("why"), std::string("None at all."));
        QTest::keyClick(&desk.card().sentence(), Qt::Key_Escape);
        QCOMPARE(desk.exercise().answer("why"), std::string());
        desk.answer(QStringLiteral("bound"), QStringLiteral("compute"));
        QCOMPARE(desk.exercise().answer("bound"), std::string("compute"));
        desk.document.undo();
        QCOMPARE(desk.exercise().answer("bound"), std::string());
        for (const QRadioButton* option : desk.card().options())
            QVERIFY(!option->isChecked());
    }

    void whatIsGivenStays()
    {
        Desk desk;
        desk.open(QStringLiteral("41.4.2"));
        QVERIFY(desk.document.isGiven(QStringLiteral("/target/alpha_s")));
        QVERIFY(!desk.document.isGiven(QStringLiteral("/goal/deadline_s")));
        QSignalSpy refused(&desk.document, &Document::refused);
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

        // The fields of a committed one are locked too; another document's are not.
        desk.answerAll(true);
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

    void aCommitIsForGood()
    {
        Desk desk;
        desk.open(QStringLiteral("41.5.3"));
        desk.page().commitButton().click();
        QVERIFY(!desk.page().message().isEmpty() && !desk.page().confirmButton().isVisible());
        desk.answerAll(false);
        desk.page().commitButton().click();  // no name
        QVERIFY(!desk.page().confirmButton().isVisible());
        QVERIFY(desk.exercise().committed.empty());
        desk.commit(QStringLiteral("Bob"));
        QVERIFY(desk.exercise().isIntact());
        QCOMPARE(desk.exercise().student, std::string("Bob"));
        QVERIFY(!desk.document.canUndo() && desk.document.isModified());
        const std::string before = writeProject(desk.document.project());
        desk.document.undo();
        for (const Question& question : desk.exercise().questions) {
            desk.page().showPart(QString::fromStdString(question.id));
            for (QRadioButton* option : desk.card().options())
                option->click();
            QVERIFY(question.kind != QuestionKind::Number || desk.card().number().isReadOnly());
        }
        QCOMPARE(writeProject(desk.document.project()), before);

        // Saved and opened again it is what it was, and hides nothing.
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("bob.scalewright"));
        QVERIFY(desk.document.saveAs(file).has_value());
        Desk again;
        again.window->openFile(file);
        QVERIFY(again.exercise().isIntact());
        QVERIFY(again.window->showPage(QStringLiteral("exercise")));
        QTRY_VERIFY(again.page().verdicts() != nullptr);
        QCOMPARE(again.page().verdicts()->points, 0.0);
        // Changed in the file it has no verdict, and a note.
        QByteArray text = test::contentOf(file);
        test::setContent(file, text.replace("\"student\": \"Bob\"", "\"student\": \"Eve\""));
        int status = -1;
        const QJsonObject row =
            askCli({"grade", folder.path(), "--against", keyFile(QStringLiteral("41.5.3"))}, &status)["rows"]
                .toArray()[0]
                .toObject();
        QVERIFY(!row["notes"].toString().isEmpty());
    }

    void reopenedItHidesAsBefore()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("mine.scalewright"));
        Desk desk;
        desk.open(QStringLiteral("41.4.2"));
        desk.answer(QStringLiteral("p-star"), QStringLiteral("30"));
        QVERIFY(desk.document.saveAs(file).has_value());
        Desk again;
        again.window->showPage(QStringLiteral("predict"));
        again.window->openFile(file);
        QCOMPARE(again.window->currentPageId(), QStringLiteral("exercise"));
        QCOMPARE(again.exercise().answer("p-star"), std::string("30"));
        // The command line goes on with it.
        int status = -1;
        askCli({"exercise", "answer", file, "p-star=34"}, &status);
        QCOMPARE(status, 0);
        const Result<Project> after = readProject(file.toStdString());
        QVERIFY(after.has_value());
        QCOMPARE(exerciseIn(*after)->answer("p-star"), std::string("34"));
        QCOMPARE(exerciseIn(*after)->guess("p-star").first, std::string("30"));
        QCOMPARE(fieldValue(*after, "/target/alpha_s")->value, 0.0008);
        // Another document shows nothing of it.
        again.window->openFile(test::sourceFile(QStringLiteral("resources/examples/output-41.4.1.scalewright")));
        QVERIFY(again.window->showPage(QStringLiteral("predict")));
        QVERIFY(!hasExercise(again.document.project()));
    }

    void oneAfterTheOther()
    {
        const QTemporaryDir folder;
        Desk desk;
        for (const char* id : {"41.4.2", "41.5.3", "41.5.3"}) {
            desk.open(QLatin1String(id));
            QVERIFY(desk.window->notice().isHidden());
            QCOMPARE(desk.window->currentPageId(), QStringLiteral("exercise"));
            QCOMPARE(desk.window->strip().sentence(), desk.page().staysHidden());
            QVERIFY(desk.exercise().answers.empty() && desk.card().shownHints().isEmpty());
            QCOMPARE(desk.page().name().text(), QString());
            desk.answerAll(false);
            desk.commit(QStringLiteral("Ada"));
            QVERIFY(desk.window->strip().sentence() != desk.page().staysHidden());
            QVERIFY(desk.document.saveAs(folder.filePath(QStringLiteral("a.scalewright"))).has_value());
        }
    }

    void theMenuAndCtrlKListThem()
    {
        Desk desk;
        desk.window->openPalette();
        auto* field = desk.window->palette().findChild<QLineEdit*>();
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

    /// What solves a printed exercise is no example; a lecture opens it all the same.
    void noExampleGivesItAway()
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
        QVERIFY(!shippedKey(desk.exercise()));  // its questions are others than the key's
        QVERIFY(!desk.page().verdicts());

        Project broken = test::output4141();
        broken.unknown.emplace_back("exercise", Json(5));
        desk.document.restore(broken, {}, {});
        QVERIFY(!hidesAnswers(desk.document.project()));
        QVERIFY(desk.window->showPage(QStringLiteral("predict")));
    }
};

SCALEWRIGHT_TEST(tst_exercise_page)
#include "tst_exercise_page.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Presenting to an audience: large type, no controls, guess and reveal, presets on number keys.
#include <QAction>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QScreen>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <memory>

#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/ui/shell_fixture.h"
#include "ui/document/examples.h"
#include "ui/shell/rail.h"
#include "ui/shell/strip.h"
#include "ui/theme/theme.h"

using namespace scalewright;
using namespace scalewright::ui;
using namespace scalewright::test;

namespace {

/// Two keys for own.scalewright; the second opens the given page.
QByteArray lectureText(const char* page)
{
    return QByteArray(
               "{\"format\": \"scalewright-lecture\", \"version\": 1, \"title\": \"My course\", \"keys\": ["
               "{\"title\": \"Guess\", \"project\": \"own.scalewright\", \"page\": \"predict\"},"
               "{\"title\": \"And the money\", \"project\": \"own.scalewright\", \"page\": \"") +
           page + "\", \"set\": {\"/target/alpha_s\": \"8 ms\"}}]}";
}

}  // namespace

/// A field that reserves Ctrl+E for itself, as Qt's fields do with X11 desktop key bindings.
struct GreedyField : QLineEdit {
    using QLineEdit::QLineEdit;
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_E) {
            event->accept();
            return true;
        }
        return QLineEdit::event(event);
    }
};

class tst_lecture : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
        qputenv("SCALEWRIGHT_RESOURCES", m_folder->path().toUtf8());  // only the test's own examples
        Theme::instance().setTypeScale(1);
        // Ignores warnings from the offscreen platform itself.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
    }

    void cleanup() { qunsetenv("SCALEWRIGHT_RESOURCES"); }

    void guessingAlsoHidesTheAnswerInTheStrip()
    {
        Shell shell;
        shell.document.edit(QStringLiteral("all"), test::output4141());
        shell.type(Qt::Key_G);
        QVERIFY(shell.page("predict").isGuessing());
        QVERIFY(!shell.window->statusStrip().sentence().contains(QStringLiteral("34")));
        QVERIFY(!shell.window->statusStrip().sentence().contains(QStringLiteral("7.5")));
        shell.type(Qt::Key_G);
        QVERIFY(!shell.page("predict").isGuessing());
        QVERIFY(shell.window->statusStrip().sentence().contains(QStringLiteral("p* 34")));
        // A letter typed into a field is text, not a command.
        shell.page("predict").field().setFocus();
        shell.type(Qt::Key_G);
        QVERIFY(!shell.page("predict").isGuessing());
        QCOMPARE(shell.page("predict").field().text(), QStringLiteral("g"));
    }

    // Other pages would reveal what is hidden: leaving the page asks first, and the answer can stay hidden.
    void changingPagesDoesNotRevealTheAnswer()
    {
        Shell shell;
        shell.document.edit(QStringLiteral("all"), test::output4141());
        shell.type(Qt::Key_G);
        QVERIFY(!shell.window->showPage(QStringLiteral("measure")));
        QVERIFY(shell.page("predict").isVisible() && shell.page("predict").isGuessing());
        QCOMPARE(shell.window->notice().title(), QStringLiteral("The answer is hidden; other pages would reveal it"));
        shell.answer(QStringLiteral("Reveal it and go"));
        QVERIFY(shell.page("measure").isVisible());
        QVERIFY(!shell.page("predict").isGuessing());
        QVERIFY(shell.window->statusStrip().sentence().contains(QStringLiteral("p* 34")));
    }

    // Enter presses the highlighted button, so the answer stays hidden. G reveals it and dismisses the question.
    void enterKeepsTheAnswerHidden()
    {
        Shell shell;
        shell.document.edit(QStringLiteral("all"), test::output4141());
        shell.type(Qt::Key_G);
        for (const bool exports : {false, true}) {
            const auto askInLecture = [&] {
                exports ? shell.type(Qt::Key_E, Qt::ControlModifier)
                        : static_cast<void>(shell.window->showPage(QStringLiteral("measure")));
            };
            askInLecture();
            QVERIFY(shell.window->notice().isVisible());
            shell.type(Qt::Key_Return);
            QApplication::processEvents();
            QVERIFY(!shell.window->notice().isVisible());
            QVERIFY(shell.page("predict").isVisible() && shell.page("predict").isGuessing());
            askInLecture();
            shell.type(Qt::Key_G);
            QVERIFY(!shell.window->notice().isVisible());
            QVERIFY(shell.page("predict").isVisible() && !shell.page("predict").isGuessing());
            shell.type(Qt::Key_G);
        }
        // G does not dismiss other notices.
        shell.window->notice().showMessage(QStringLiteral("a file was not opened"), {}, {});
        shell.type(Qt::Key_G);
        QVERIFY(shell.window->notice().isVisible());
    }

    void exportWorksWhileAFieldHasFocus()
    {
        Shell shell;
        auto* field = new GreedyField(&shell.page("predict"));
        field->show();
        field->setFocus();
        QCOMPARE(QApplication::focusWidget(), field);
        bool exported = false;
        QAction* action = shell.window->action(QStringLiteral("export"));
        action->disconnect(SIGNAL(triggered(bool)));
        connect(action, &QAction::triggered, this, [&exported] { exported = true; });
        shell.type(Qt::Key_E, Qt::ControlModifier);
        QVERIFY(exported);
    }

    // The list of keys depends on the mode: in a lecture, PageDown belongs to the clicker and steps through the
    // lecture's keys.
    void listsTheLecturesKeys()
    {
        Shell shell;
        const auto listed = [&] {
            shell.window->action(QStringLiteral("keys"))->trigger();
            QApplication::processEvents();
            QStringList texts;
            for (const QWidget* widget : shell.window->findChildren<QWidget*>())
                if (const QString text = widget->property("text").toString() + widget->property("html").toString();
                    !text.isEmpty())
                    texts << text;
            shell.type(Qt::Key_Escape);
            return texts.join(QLatin1Char('\n'));
        };
        const QString sliderKeyText = QStringLiteral("a slider ten times as far");
        QVERIFY(listed().contains(sliderKeyText));
        shell.window->setLecture(true);
        const QString lectureKeys = listed();
        QVERIFY(lectureKeys.contains(QStringLiteral("Next key of the lecture")) &&
                !lectureKeys.contains(sliderKeyText));
        shell.window->setLecture(false);
    }

    void lectureIsLargeAndWithoutControls()
    {
        Shell shell;
        auto* header = shell.window->findChild<QWidget*>(QStringLiteral("header"));
        shell.type(Qt::Key_F11);
        QVERIFY(shell.window->isLecture());
        QVERIFY(shell.window->isFullScreen());
        // As large on every screen as on one with 720 lines; pages support type scales up to 1.75.
        const double lines = shell.window->screen()->size().height();
        QCOMPARE(Theme::instance().typeScale(), std::min(std::max(1.25, lines / 720), 1.75));
        QCOMPARE(MainWindow::lectureTypeScale(1, 720), 1.25);
        QCOMPARE(MainWindow::lectureTypeScale(1, 1080), 1.5);
        QCOMPARE(MainWindow::lectureTypeScale(1.25, 720), 1.5625);
        QCOMPARE(MainWindow::lectureTypeScale(1, 2160), 1.75);
        // Text next to the chart is as large as other text, for the back row.
        const auto pixels = [](TextStyle style) { return Theme::instance().font(style).pixelSize(); };
        QCOMPARE(pixels(TextStyle::Body), qRound(13 * Theme::instance().typeScale()));
        QCOMPARE(pixels(TextStyle::Small), pixels(TextStyle::Body));
        QCOMPARE(pixels(TextStyle::Label), pixels(TextStyle::Body));
        QVERIFY(!header->isVisible());
        QVERIFY(!shell.window->rail().isVisible());
        QVERIFY(shell.window->statusStrip().isVisible());
        QVERIFY(shell.page("predict").lecture);
        shell.type(Qt::Key_F10);
        QVERIFY(header->isVisible());
        QVERIFY(header->isAncestorOf(QApplication::focusWidget()));
        const QWidget& page = shell.page("predict");
        QTRY_VERIFY(page.mapTo(shell.window.get(), QPoint()).y() >= header->height());  // pushed, not covered
        QVERIFY(page.mapTo(shell.window.get(), QPoint()).x() >= shell.window->rail().width());
        shell.type(Qt::Key_F10);
        QVERIFY(!header->isVisible());
        shell.type(Qt::Key_K, Qt::ControlModifier);
        shell.type(Qt::Key_Escape);  // closes only the palette
        QVERIFY(shell.window->isLecture());
        shell.type(Qt::Key_Escape);
        QVERIFY(!shell.window->isLecture());
        QVERIFY(header->isVisible());
        QCOMPARE(Theme::instance().typeScale(), 1.0);
        QCOMPARE(pixels(TextStyle::Small), 11);
        QVERIFY(!shell.page("predict").lecture);
    }

    // A type size set with Ctrl++ in a lecture is used again in the next lecture; the window's own type size does not
    // change.
    void remembersTheLecturesTypeSize()
    {
        {
            Shell shell;
            shell.window->setLecture(true);
            const double usual = Theme::instance().typeScale();
            shell.type(Qt::Key_Minus, Qt::ControlModifier);
            QCOMPARE(Theme::instance().typeScale(), usual - 0.25);
            shell.window->setLecture(false);
            QCOMPARE(Theme::instance().typeScale(), 1.0);
        }
        Shell next;
        next.window->setLecture(true);
        const double lines = next.window->screen()->size().height();
        QCOMPARE(Theme::instance().typeScale(), MainWindow::lectureTypeScale(1, static_cast<int>(lines)) - 0.25);
        next.type(Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(Theme::instance().typeScale(), MainWindow::lectureTypeScale(1, static_cast<int>(lines)));
        next.window->setLecture(false);
    }

    // Blanks the screen to direct attention to the speaker: nothing changes behind it, and any key restores it.
    void blanksAndRestoresTheScreen()
    {
        Shell shell;
        const auto isBlank = [&] {
            QApplication::processEvents();
            const auto* blank = shell.window->findChild<QWidget*>(QStringLiteral("blank"));
            return blank && blank->isVisible() && blank->geometry() == shell.window->rect() &&
                   shell.window->grab().toImage().pixelColor(shell.window->rect().center()) == QColor(Qt::black);
        };
        shell.type(Qt::Key_B);
        QVERIFY(!isBlank());
        shell.window->setLecture(true);
        for (const Qt::Key key : {Qt::Key_B, Qt::Key_Period})
            for (const Qt::Key wakeKey : {key, Qt::Key_Right, Qt::Key_Escape, Qt::Key_G}) {
                shell.type(key);
                QVERIFY(isBlank());
                shell.type(wakeKey);
                QVERIFY(!isBlank());
                QVERIFY(shell.window->isLecture() && !shell.page("predict").isGuessing());
            }
        // In a field the key types a letter.
        shell.page("predict").field().setFocus();
        shell.type(Qt::Key_B);
        QVERIFY(!isBlank());
        QCOMPARE(shell.page("predict").field().text(), QStringLiteral("b"));
        shell.page("predict").setFocus();
        shell.type(Qt::Key_Period);
        shell.window->setLecture(false);
        QVERIFY(!isBlank());
    }

    void lettersOpenMenus()
    {
        for (const auto& [key, modifier] : {std::pair{Qt::Key_F10, Qt::NoModifier}, {Qt::Key_F, Qt::AltModifier}}) {
            Shell shell;
            QMenu* file = nullptr;
            for (QPushButton* word : shell.window->findChildren<QPushButton*>())
                if (word->menu() && word->menu()->title() == QStringLiteral("File"))
                    file = word->menu();
            QVERIFY(file);
            bool opened = false;
            connect(file, &QMenu::aboutToShow, this, [&opened, file] {
                opened = true;
                QTimer::singleShot(0, file, &QMenu::close);
            });
            shell.type(key, modifier);
            QTRY_VERIFY2(opened, qPrintable(QKeySequence(key).toString()));
        }
    }

    void hidesNoticesInALecture()
    {
        Shell shell;
        shell.window->notice().showMessage(QStringLiteral("Recovered work: thesis"), {},
                                           {{QStringLiteral("Later"), {}}});
        shell.window->setLecture(true);
        QVERIFY(!shell.window->notice().isVisible());
        shell.window->setLecture(false);
    }

    void pointerRevealsTheEdgesOfALecture()
    {
        Shell shell;
        auto* header = shell.window->findChild<QWidget*>(QStringLiteral("header"));
        shell.window->setLecture(true);
        QTest::mouseMove(shell.window.get(), {300, 300});
        QVERIFY(!header->isVisible());
        const QWidget& page = shell.page(shell.window->currentPageId().toUtf8().constData());
        const auto bottom = [&] { return page.mapTo(shell.window.get(), QPoint(0, page.height())).y(); };
        const auto stripTop = [&] { return shell.window->statusStrip().mapTo(shell.window.get(), QPoint()).y(); };
        QTRY_COMPARE(bottom(), stripTop());
        const QRect place(page.mapTo(shell.window.get(), QPoint()), page.size());
        QTest::mouseMove(shell.window.get(), {300, 0});
        QVERIFY(header->isVisible());
        const Rail& rail = shell.window->rail();
        QCoreApplication::processEvents();
        // Header and rail overlay the page, which stays in place.
        QCOMPARE(QRect(page.mapTo(shell.window.get(), QPoint()), page.size()), place);
        QCOMPARE(header->geometry(), QRect(0, 0, shell.window->width(), header->sizeHint().height()));
        QVERIFY(rail.height() > 200 && rail.width() >= rail.sizeHint().width());
        QVERIFY(rail.geometry().bottom() < stripTop());
        QTest::mouseMove(shell.window.get(), {500, 500});
        QVERIFY(!header->isVisible());
        shell.window->setLecture(false);
        QCoreApplication::processEvents();
        QVERIFY(page.mapTo(shell.window.get(), QPoint()).y() >= header->height());
    }

    void numberKeysApplyPresetsInALecture()
    {
        Shell shell;
        TestPage& page = shell.page("predict");
        page.presetNames = QStringList{QStringLiteral("slow net"), QStringLiteral("fast net")};
        shell.type(Qt::Key_2);
        QVERIFY(page.applied.isEmpty());
        shell.window->setLecture(true);
        shell.type(Qt::Key_2);
        shell.type(Qt::Key_9);
        QCOMPARE(page.applied, QList<int>{1});
        shell.window->setLecture(false);
    }

    // A lecture file in the project's folder defines the keys; it takes precedence over the page's presets.
    void readsTheLectureFileNextToTheProject()
    {
        Document writer;
        writer.edit(QStringLiteral("all"), test::output4141());
        QVERIFY(writer.saveAs(m_folder->filePath(QStringLiteral("own.scalewright"))).has_value());
        const auto lecture = [&](const char* page) {
            test::setContent(m_folder->filePath(QStringLiteral("lecture.json")), lectureText(page));
        };
        lecture("cost");
        Shell shell;
        QVERIFY(shell.document.open(m_folder->filePath(QStringLiteral("own.scalewright"))).has_value());
        const QByteArray file = test::contentOf(m_folder->filePath(QStringLiteral("own.scalewright")));
        const Project ownProject = shell.document.project();
        auto* name = shell.window->findChild<QLabel*>(QStringLiteral("lecture-key"));
        QVERIFY(name && !name->isVisible());
        shell.window->setLecture(true);
        QVERIFY(name->isVisible());
        QCOMPARE(
            name->text(),
            QStringLiteral("My course: keys 1 to 2 · G hides and reveals · 0 back to what was open · Escape leaves"));
        shell.type(Qt::Key_2);
        QCOMPARE(name->text(), QStringLiteral("2  And the money"));
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("cost"));
        QCOMPARE(shell.document.project().target.alphaS->value, 0.008);
        QVERIFY(!shell.document.hasFile());
        QCOMPARE(shell.window->action(QStringLiteral("preset-1"))->text(), QStringLiteral("Show 1: Guess"));
        shell.type(Qt::Key_3);  // key 3 is not defined
        QCOMPARE(name->text(), QStringLiteral("2  And the money"));
        shell.type(Qt::Key_1);
        QCOMPARE(shell.window->currentPageId(), QStringLiteral("predict"));
        shell.type(Qt::Key_Escape);
        QVERIFY(!name->isVisible());
        QVERIFY(shell.window->action(QStringLiteral("preset-1"))->text().isEmpty());
        QCOMPARE(shell.document.project(), ownProject);
        QVERIFY(!shell.document.isModified());
        // A key that shows the open file shows its saved state, and says so if there are unsaved edits.
        Project edited = ownProject;
        edited.plan.p = 2;
        shell.document.edit(QStringLiteral("plan p"), edited);
        shell.window->setLecture(true);
        shell.type(Qt::Key_1);
        QCOMPARE(shell.document.project(), ownProject);
        QCOMPARE(name->text(), QStringLiteral("1  Guess · the file as it was saved, without the edits"));
        shell.type(Qt::Key_0);
        QCOMPARE(shell.document.project(), edited);
        shell.window->setLecture(false);
        QCOMPARE(test::contentOf(m_folder->filePath(QStringLiteral("own.scalewright"))), file);

        // An invalid key is reported with the correct form; the other keys work.
        lecture("costs");
        shell.window->setLecture(true);
        QCOMPARE(shell.window->notice().title(), QStringLiteral("Not every key of lecture.json can be shown"));
        const QString noticeText = shell.window->notice().lines().join(QLatin1Char('\n'));
        QVERIFY2(
            noticeText.contains(QStringLiteral("key 2: there is no page \"costs\"; expected predict, measure, cost")),
            qPrintable(noticeText));
        shell.answer(QStringLiteral("Close"));
        shell.type(Qt::Key_1);
        QCOMPARE(name->text().section(QLatin1Char(' '), 0, 2), QStringLiteral("1  Guess"));
        QVERIFY(shell.document.isPresenting());
        shell.type(Qt::Key_2);
        QCOMPARE(shell.window->notice().title(), QStringLiteral("Key 2 cannot be shown"));
        shell.answer(QStringLiteral("Close"));
        shell.window->setLecture(false);
    }

    // Each shipped example has a line about its purpose in the menu that opens it.
    void everyExampleStatesItsPurpose()
    {
        qputenv("SCALEWRIGHT_RESOURCES", test::sourceFile(QStringLiteral("resources")).toUtf8());
        const QList<Example> shipped = examples();
        QVERIFY(shipped.size() >= 10);
        QStringList lines;
        for (const Example& example : shipped) {
            QVERIFY2(example.lesson.size() > 20 && example.lesson.size() < 100, qPrintable(example.title));
            lines << example.lesson;
        }
        QCOMPARE(lines.removeDuplicates(), 0);
        Shell shell;
        for (QMenu* menu : shell.window->findChildren<QMenu*>())
            if (menu->title() == QStringLiteral("Open example")) {
                Q_EMIT menu->aboutToShow();
                QCOMPARE(menu->actions().size(), shipped.size());
                for (int i = 0; i < shipped.size(); ++i)
                    QCOMPARE(menu->actions().at(i)->text(), shipped[i].title + QLatin1Char('\t') + shipped[i].lesson);
            }
    }

    void numberKeysShowExamplesWithoutPresets()
    {
        QDir(m_folder->path()).mkdir(QStringLiteral("examples"));
        Document writer;
        writer.edit(QStringLiteral("all"), test::output4141());
        QVERIFY(writer.saveAs(m_folder->filePath(QStringLiteral("examples/a.scalewright"))).has_value());
        Shell shell;
        Project ownProject;
        ownProject.title = "mine";
        shell.document.edit(QStringLiteral("title"), ownProject);
        shell.window->setLecture(true);
        shell.type(Qt::Key_1);
        QCOMPARE(shell.document.project(), test::output4141());
        QVERIFY(!shell.document.isModified());
        // A project that was never saved comes back too, with its edits.
        shell.type(Qt::Key_Escape);
        QVERIFY(!shell.window->isLecture());
        QCOMPARE(shell.document.project(), ownProject);
        QVERIFY(shell.document.isModified());
    }
};

SCALEWRIGHT_TEST(tst_lecture)
#include "tst_lecture.moc"

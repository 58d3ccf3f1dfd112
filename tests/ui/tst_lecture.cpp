// In front of a room: large and bare, guess and reveal, presets on number keys.
#include <QDir>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/ui/shell_fixture.h"
#include "ui/shell/rail.h"
#include "ui/shell/strip.h"
#include "ui/theme/theme.h"

using namespace scalewright;
using namespace scalewright::ui;
using namespace scalewright::test;

class tst_lecture : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
        qputenv("SCALEWRIGHT_RESOURCES", m_folder->path().toUtf8());  // no examples but the test's own
        Theme::instance().setTypeScale(1);
        // The one warning that the offscreen platform gives by itself is none of ours.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void cleanup() { qunsetenv("SCALEWRIGHT_RESOURCES"); }

    void guessingHidesTheAnswerInTheStripToo()
    {
        Shell shell;
        shell.document.edit(QStringLiteral("all"), test::output4141());
        shell.type(Qt::Key_G);
        QVERIFY(shell.page("predict").isGuessing());
        QVERIFY(!shell.window->strip().sentence().contains(QStringLiteral("34")));
        QVERIFY(!shell.window->strip().sentence().contains(QStringLiteral("7.5")));
        shell.type(Qt::Key_G);
        QVERIFY(!shell.page("predict").isGuessing());
        QVERIFY(shell.window->strip().sentence().contains(QStringLiteral("p* 34")));
        // A letter typed into a field is a letter.
        shell.page("predict").field().setFocus();
        shell.type(Qt::Key_G);
        QVERIFY(!shell.page("predict").isGuessing());
        QCOMPARE(shell.page("predict").field().text(), QStringLiteral("g"));
    }

    // Other pages tell what is hidden: going there asks, and what is kept hidden stays hidden.
    void aPageChangeDoesNotTellTheGuess()
    {
        Shell shell;
        shell.document.edit(QStringLiteral("all"), test::output4141());
        shell.type(Qt::Key_G);
        QVERIFY(!shell.window->showPage(QStringLiteral("measure")));
        QVERIFY(shell.page("predict").isVisible() && shell.page("predict").isGuessing());
        QCOMPARE(shell.window->notice().title(), QStringLiteral("The answer is hidden, and other pages tell it"));
        shell.answer(QStringLiteral("Reveal it and go"));
        QVERIFY(shell.page("measure").isVisible());
        QVERIFY(!shell.page("predict").isGuessing());
        QVERIFY(shell.window->strip().sentence().contains(QStringLiteral("p* 34")));
    }

    void aLectureIsLargeAndBare()
    {
        Shell shell;
        auto* header = shell.window->findChild<QWidget*>(QStringLiteral("header"));
        shell.type(Qt::Key_F11);
        QVERIFY(shell.window->isLecture());
        QVERIFY(shell.window->isFullScreen());
        QCOMPARE(Theme::instance().typeScale(), 1.5);
        QVERIFY(!header->isVisible());
        QVERIFY(!shell.window->rail().isVisible());
        QVERIFY(shell.window->strip().isVisible());
        QVERIFY(shell.page("predict").lecture);
        shell.type(Qt::Key_F10);
        QVERIFY(header->isVisible());
        QVERIFY(header->isAncestorOf(QApplication::focusWidget()));
        shell.type(Qt::Key_F10);
        QVERIFY(!header->isVisible());
        shell.type(Qt::Key_K, Qt::ControlModifier);
        shell.type(Qt::Key_Escape);  // closes the palette only
        QVERIFY(shell.window->isLecture());
        shell.type(Qt::Key_Escape);
        QVERIFY(!shell.window->isLecture());
        QVERIFY(header->isVisible());
        QCOMPARE(Theme::instance().typeScale(), 1.0);
        QVERIFY(!shell.page("predict").lecture);
    }

    void theEdgesOfALectureComeToThePointer()
    {
        Shell shell;
        auto* header = shell.window->findChild<QWidget*>(QStringLiteral("header"));
        shell.window->setLecture(true);
        QTest::mouseMove(shell.window.get(), {300, 300});
        QVERIFY(!header->isVisible());
        const QWidget& page = shell.page(shell.window->currentPageId().toUtf8().constData());
        const auto bottom = [&] { return page.mapTo(shell.window.get(), QPoint(0, page.height())).y(); };
        QTRY_COMPARE(bottom(), shell.window->strip().y());
        const QRect place(page.mapTo(shell.window.get(), QPoint()), page.size());
        QTest::mouseMove(shell.window.get(), {300, 0});
        QVERIFY(header->isVisible());
        const Rail& rail = shell.window->rail();
        QCoreApplication::processEvents();
        // They lie over the page, which stays where it is.
        QCOMPARE(QRect(page.mapTo(shell.window.get(), QPoint()), page.size()), place);
        QCOMPARE(header->geometry(), QRect(0, 0, shell.window->width(), header->sizeHint().height()));
        QVERIFY(rail.height() > 200 && rail.width() >= rail.sizeHint().width());
        QVERIFY(!rail.geometry().intersects(shell.window->strip().geometry()));
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

    void withoutPresetsNumberKeysShowTheExamples()
    {
        QDir(m_folder->path()).mkdir(QStringLiteral("examples"));
        Document writer;
        writer.edit(QStringLiteral("all"), test::output4141());
        QVERIFY(writer.saveAs(m_folder->filePath(QStringLiteral("examples/a.scalewright"))).has_value());
        Shell shell;
        Project mine;
        mine.title = "mine";
        shell.document.edit(QStringLiteral("title"), mine);
        shell.window->setLecture(true);
        shell.type(Qt::Key_1);
        QCOMPARE(shell.document.project(), mine);
        shell.answer(QStringLiteral("Discard the edits"));
        QCOMPARE(shell.document.project(), test::output4141());
        QVERIFY(!shell.document.isModified());
        shell.document.undo();
        QCOMPARE(shell.document.project(), mine);
        QVERIFY(shell.document.isModified());
        shell.window->setLecture(false);
    }
};

SCALEWRIGHT_TEST(tst_lecture)
#include "tst_lecture.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Work left by a crash, as the window offers it; and the program itself, killed and started again.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "core/project/document/project_file.h"
#include "tests/support/registry.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/recovery.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

void retitle(Document& document, const std::string& title)
{
    Project after = document.project();
    after.title = title;
    document.edit(QStringLiteral("title"), std::move(after));
}

struct RecoverySetup {
    Document document;
    Autosave autosave;
    MainWindow window{document, {}};
    Notice& notice = window.notice();
    ui::Recovery recovery{window, autosave};

    explicit RecoverySetup(const QString& folder) : autosave(document, folder)
    {
        window.show();
        recovery.offerNewest();
    }
    [[nodiscard]] QStringList answers() const
    {
        QStringList texts;
        for (QPushButton* button : notice.findChildren<QPushButton*>())
            texts << button->text();
        return texts;
    }
    void answer(const char* text)
    {
        for (QPushButton* button : notice.findChildren<QPushButton*>())
            if (button->text() == QLatin1String(text)) {
                button->click();
                QApplication::processEvents();
                return;
            }
        QFAIL(text);
    }
};

}  // namespace

class tst_recovery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void offersNothing();
    void openDiscardAndLater();
    void reportsAFileProblemFirst();
    void doesNotReplaceCurrentEdits();
    void reportsUnreadableWork();
    void reportsFailureToKeep();
    void ignoresAnEmptyLock();
    void theProgramItself();

private:
    void leaveBehind(const std::string& title);
    [[nodiscard]] QStringList remainingFiles() const
    {
        return QDir(m_folder).entryList({QStringLiteral("*.scalewright")});
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_folder;
};

void tst_recovery::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_folder = m_dir->filePath(QStringLiteral("recovery"));
}

void tst_recovery::leaveBehind(const std::string& title)
{
    Document document;
    const QString savedPath = m_dir->filePath(QStringLiteral("kept"));
    {
        Autosave autosave(document, m_folder);
        retitle(document, title);
        autosave.flush();
        QVERIFY(QFile::copy(autosave.sidecarPath(), savedPath));
    }
    QVERIFY(QFile::rename(savedPath,
                          QDir(m_folder).filePath(QString::fromStdString(title) + QStringLiteral(".scalewright"))));
}

void tst_recovery::offersNothing()
{
    const RecoverySetup window(m_folder);
    QVERIFY(!window.notice.isVisible());
}

void tst_recovery::openDiscardAndLater()
{
    leaveBehind("one");
    leaveBehind("two");
    leaveBehind("three");
    RecoverySetup window(m_folder);
    QCOMPARE(window.answers(),
             (QStringList{QStringLiteral("Open"), QStringLiteral("Discard"), QStringLiteral("Later")}));
    const QString first = window.notice.title();
    QVERIFY(first.startsWith(QStringLiteral("Recovered work: ")));
    QVERIFY(window.notice.lines().join(QLatin1Char(' ')).contains(QStringLiteral("2 more")));

    window.answer("Discard");
    QCOMPARE(remainingFiles().size(), 2);
    QVERIFY(window.notice.title() != first);
    const QString second = window.notice.title();
    window.answer("Open");
    QVERIFY(second.endsWith(QString::fromStdString(window.document.project().title)));
    QVERIFY(window.document.isModified());
    QCOMPARE(remainingFiles().size(), 2);  // the open work, until it is saved, and the other leftover
    QVERIFY(window.notice.title() != second);
    window.answer("Later");
    QVERIFY(!window.notice.isVisible());
    QCOMPARE(remainingFiles().size(), 2);

    QVERIFY(window.document.saveAs(m_dir->filePath(QStringLiteral("saved.scalewright"))));
    QCOMPARE(remainingFiles().size(), 1);
}

// A file named on the command line: the window is not visible yet.
void tst_recovery::reportsAFileProblemFirst()
{
    leaveBehind("left");
    Document document;
    Autosave autosave(document, m_folder);
    MainWindow window(document, {});
    window.openFile(m_dir->filePath(QStringLiteral("absent.scalewright")));
    ui::Recovery recovery(window, autosave);
    recovery.offerNewest();
    window.show();
    const auto close = [&] {
        for (QPushButton* button : window.notice().findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Close"))
                button->click();
    };
    QVERIFY2(window.notice().title().contains(QStringLiteral("absent")), qPrintable(window.notice().title()));
    close();
    QTRY_COMPARE(window.notice().title(), QStringLiteral("Recovered work: left"));
    QVERIFY(window.notice().isVisible());

    // In a lecture, the audience sees nothing about work left by a crash.
    window.openFile(m_dir->filePath(QStringLiteral("absent.scalewright")));
    recovery.offerNewest();
    window.setLecture(true);
    for (int round = 0; round < 8; ++round)
        QApplication::processEvents();
    QVERIFY(!window.notice().isVisible());
    window.setLecture(false);
}

void tst_recovery::doesNotReplaceCurrentEdits()
{
    leaveBehind("left");
    RecoverySetup window(m_folder);
    retitle(window.document, "in hand");
    window.answer("Open");
    QCOMPARE(window.document.project().title, std::string("in hand"));
    QVERIFY(window.notice.isVisible());
    window.answer("Cancel");
    window.document.undo();
    window.answer("Open");
    QCOMPARE(window.document.project().title, std::string("left"));
}

void tst_recovery::reportsUnreadableWork()
{
    leaveBehind("left");
    QVERIFY(QFile::resize(QDir(m_folder).filePath(QStringLiteral("left.scalewright")), 30));
    RecoverySetup window(m_folder);
    window.answer("Open");
    QVERIFY(window.notice.lines().join(QLatin1Char(' ')).contains(QStringLiteral("left.scalewright")));
    QCOMPARE(remainingFiles().size(), 1);
    window.answer("Discard");
    QCOMPARE(remainingFiles().size(), 0);
}

void tst_recovery::reportsFailureToKeep()
{
    QFile file(m_folder);  // a file where the folder should be
    QVERIFY(file.open(QIODevice::WriteOnly));
    RecoverySetup window(m_folder);
    retitle(window.document, "edited");
    window.autosave.flush();
    QVERIFY(window.notice.isVisible());
    QVERIFY(window.notice.title().contains(QStringLiteral("save your edits yourself")));
}

// An hour-old lock without a process ID: the work is offered. A lock created just now may still be about to be written.
void tst_recovery::ignoresAnEmptyLock()
{
    leaveBehind("left");
    QFile lock(QDir(m_folder).filePath(QStringLiteral("left.lock")));
    QVERIFY(lock.open(QIODevice::WriteOnly));
    Document ownDocument;
    Autosave autosave(ownDocument, m_folder);
    QVERIFY(autosave.findUnsavedWork().empty());
    QVERIFY(lock.setFileTime(QDateTime::currentDateTime().addSecs(-3600), QFileDevice::FileModificationTime));
    lock.close();
    QCOMPARE(autosave.findUnsavedWork().size(), 1u);
}

// scalewright is started offscreen, killed, and started again with the files left behind: the sidecar still exists,
// locked by the new window, and is deleted after a clean exit only if the user made a decision about it.
void tst_recovery::theProgramItself()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("HOME"), m_dir->path());
    environment.insert(QStringLiteral("XDG_DATA_HOME"), m_dir->filePath(QStringLiteral("data")));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_dir->filePath(QStringLiteral("config")));
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_dir->path());
    m_folder = m_dir->filePath(QStringLiteral("data/Scalewright/scalewright/recovery"));
    leaveBehind("left");
    Document ownDocument;
    Autosave autosave(ownDocument, m_folder);

    QProcess window;
    window.setProcessEnvironment(environment);
    window.start(test::builtProgram("app/scalewright"), QStringList());
    QVERIFY(window.waitForStarted());
    const QString lock = QDir(m_folder).filePath(QStringLiteral("left.lock"));
    // Waits for the process ID in the lock: a window killed between creating and writing the lock would leave it
    // without an owner (ignoresAnEmptyLock).
    QTRY_VERIFY2_WITH_TIMEOUT(QFileInfo(lock).size() > 0, "the window takes the leftover's lock when it offers it",
                              60000);
    QVERIFY(autosave.findUnsavedWork().empty());
    window.kill();
    QVERIFY(window.waitForFinished());
    QCOMPARE(autosave.findUnsavedWork().size(), 1u);
    QCOMPARE(autosave.findUnsavedWork().front().title, QStringLiteral("left"));
}

SCALEWRIGHT_TEST(tst_recovery)

#include "tst_recovery.moc"

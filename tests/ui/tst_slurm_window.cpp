// SPDX-License-Identifier: GPL-3.0-or-later
// A ladder of Slurm jobs, run from the window on a real Slurm: the one that SLURM_CONF names, started by
// packaging/test-slurm.
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QProcess>
#include <QScopeGuard>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

#include "core/project/document/project.h"
#include "tests/support/child.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"
#include "ui/measure/ladder_run.h"
#include "ui/measure/measure_page.h"
#include "ui/measure/run_card.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

constexpr int patienceMs = 120000;

QByteArray queued()
{
    QProcess squeue;
    squeue.start(QStringLiteral("squeue"), {QStringLiteral("-h"), QStringLiteral("-o"), QStringLiteral("%j %T")});
    squeue.waitForFinished();
    return squeue.readAllStandardOutput();
}

}  // namespace

class tst_slurm_window : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (qEnvironmentVariableIsEmpty("SCALEWRIGHT_SLURM"))
            QSKIP("SKIPPED: no Slurm of a test's own runs here (packaging/test-slurm starts one)");
    }

    // A sleep of 0.8/p s has S(p) = p; measured times can only be longer.
    void jobsBecomeRows()
    {
        const QTemporaryDir folder(QDir::currentPath() + QStringLiteral("/window-XXXXXX"));
        QFile program(folder.filePath(QStringLiteral("a program")));
        QVERIFY(program.open(QIODevice::WriteOnly));
        const QString jobs = folder.filePath(QStringLiteral("ran-in"));
        program.write("#!/bin/sh\nsleep $(awk -v p=$1 'BEGIN { print 0.8 / p }')\necho $SLURM_JOB_ID >> '" +
                      QFile::encodeName(jobs) +
                      "'\n[ $SLURM_PROCID = 0 ] && echo scalewright: comp=0.1 comm=20ms p=$SLURM_NTASKS\nexit 0\n");
        program.close();
        QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        Document document;
        MeasurePage page(document);
        page.showRunCard();
        RunCard& card = test::child<RunCard>(page);
        test::named<QComboBox>(card, "what starts the processes")
            ->setCurrentIndex(test::named<QComboBox>(card, "what starts the processes")->count() - 1);
        QVERIFY(test::named<QLineEdit>(card, "sbatch options")->isVisibleTo(&card));
        test::named<QLineEdit>(card, "folder in which the command starts")->setText(folder.path());
        card.form().commandEdit()->setText(QStringLiteral("'./a program' {p}"));
        test::named<QLineEdit>(card, "worker counts")->setText(QStringLiteral("1,2,4"));
        test::named<QSpinBox>(card, "runs of each p")->setValue(2);
        test::named<QLineEdit>(card, "sbatch options")->setText(QStringLiteral("--partition=all"));
        card.start();
        QVERIFY2(test::child<LadderRun>(page).isRunning(), qPrintable(card.message()));
        QTRY_VERIFY_WITH_TIMEOUT(!test::child<LadderRun>(page).isRunning(), patienceMs);
        QVERIFY2(test::child<LadderRun>(page).problem().isEmpty(), qPrintable(card.message()));
        QCOMPARE(queued(), QByteArray());
        QList<QByteArray> ids = test::contentOf(jobs).trimmed().split('\n');
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        QCOMPARE(ids.size(), 3);  // one a count
        QVERIFY(std::all_of(ids.begin(), ids.end(), [](const QByteArray& id) { return id.toInt() > 0; }));
        QCOMPARE(document.project().measurements.ladders.size(), std::size_t{1});
        std::map<int, int> rows;
        for (const LadderPoint& point : document.project().measurements.ladders.front().points) {
            ++rows[point.p];
            QVERIFY(*point.timeS >= 0.8 / point.p);
            QCOMPARE(point.compS, std::optional(0.1));
            QCOMPARE(point.commS, std::optional(0.02));
        }
        QVERIFY((rows == std::map<int, int>{{1, 2}, {2, 2}, {4, 2}}));
        QVERIFY(QFile::exists(folder.filePath(QStringLiteral("ladder-a program.csv"))));
        document.undo();  // one step
        QVERIFY(document.project() == Project());
    }

    void cancelRemovesTheJobs()
    {
        const QTemporaryDir folder(QDir::currentPath() + QStringLiteral("/window-XXXXXX"));
        Document document;
        MeasurePage page(document);
        page.showRunCard();
        RunCard& card = test::child<RunCard>(page);
        test::named<QComboBox>(card, "what starts the processes")
            ->setCurrentIndex(test::named<QComboBox>(card, "what starts the processes")->count() - 1);
        test::named<QLineEdit>(card, "folder in which the command starts")->setText(folder.path());
        card.form().commandEdit()->setText(QStringLiteral("sleep 60{p}"));
        test::named<QLineEdit>(card, "worker counts")->setText(QStringLiteral("1,2"));
        card.start();
        QVERIFY2(test::child<LadderRun>(page).isRunning(), qPrintable(card.message()));
        QTRY_VERIFY2_WITH_TIMEOUT(queued().contains("RUNNING"),
                                  qPrintable(card.message() + test::child<LadderRun>(page).activity()), patienceMs);
        test::child<LadderRun>(page).cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!test::child<LadderRun>(page).isRunning(), patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(queued(), QByteArray(), patienceMs);  // KillWait is 3 s
        QVERIFY(document.project() == Project());
        QVERIFY2(card.message().startsWith(QStringLiteral("Stopped. Nothing was changed.")),
                 qPrintable(card.message()));
    }
};

SCALEWRIGHT_TEST(tst_slurm_window)
#include "tst_slurm_window.moc"

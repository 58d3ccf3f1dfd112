// SPDX-License-Identifier: GPL-3.0-or-later
// The purpose of a file, from its content; each file is as its program writes it.
#include <QTest>

#include "core/evidence/import/file_kind.h"
#include "tests/support/registry.h"

using namespace scalewright;

class tst_file_kind : public QObject {
    Q_OBJECT
private slots:
    void recognizesFileKinds_data();
    void recognizesFileKinds();
};

void tst_file_kind::recognizesFileKinds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, const QByteArray& text, FileKind kind) {
        QTest::newRow(name) << text << static_cast<int>(kind);
    };
    row("ladder", "p,time\n1,10\n2,6\n", FileKind::Ladder);
    row("ladder with bytes", "p,time,bytes\n1,10,7\n2,6,7\n", FileKind::Ladder);
    row("ladder in JSON", R"({"p": [1, 2], "time": [8, 5]})", FileKind::Ladder);
    row("perf stat",
        "\n Performance counter stats for './train':\n\n          1,204.71 msec task-clock\n\n       1.250000000 "
        "seconds time elapsed\n",
        FileKind::Profile);
    row("py-spy", "main (a.py:1);load (a.py:2) 30\nmain (a.py:1);step (a.py:9) 70\n", FileKind::Profile);
    row("PROFILE.json", R"({"title": "./a", "step_time_s": 0.5})", FileKind::Profile);
    row("timings", "p,bytes,seconds\n2,1024,0.001\n2,2048,0.002\n", FileKind::Timings);
    row("timings that are wrong", "p,bytes,seconds\n2,many,0.001\n", FileKind::Timings);
    row("OSU", "# OSU MPI Allreduce Latency Test v5.6.2\n# Size  Avg Latency(us)\n4  5.1\n", FileKind::Timings);
    row("a project", R"({"format": "scalewright-project", "version": 1, "p": [1, 2], "time": [8, 5]})",
        FileKind::Unknown);
    row("columns without a meaning", "devices used,how long\n1,800\n2,430\n4,260\n", FileKind::Table);
    row("words", "hello\n", FileKind::Unknown);
    row("a table of words", "name,colour\nring,blue\ntree,red\n", FileKind::Unknown);
    row("nothing", "", FileKind::Unknown);
}

void tst_file_kind::recognizesFileKinds()
{
    QFETCH(QByteArray, text);
    QFETCH(int, kind);
    QCOMPARE(static_cast<int>(detectFileKind(text.toStdString())), kind);
}

SCALEWRIGHT_TEST(tst_file_kind)
#include "tst_file_kind.moc"

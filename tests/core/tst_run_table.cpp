// SPDX-License-Identifier: GPL-3.0-or-later
// MLflow and Weights & Biases runs as ladders. The test writes the files in the trackers' formats (MLflow's
// file_store.py; the table exported from the W&B workspace and the export script in its documentation), with the times
// written here.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/run_table.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

void write(const QString& file, const QByteArray& text)
{
    QDir().mkpath(QFileInfo(file).path());
    QFile outputFile(file);
    if (!outputFile.open(QIODevice::WriteOnly) || outputFile.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(file));
}

/// A run in the file store. Times are in milliseconds; status 3 is FINISHED, 4 FAILED.
void mlflowRun(const QString& folder, const QByteArray& id, int gpus, const QByteArray& metric, int status = 3)
{
    write(folder + "/meta.yaml",
          "artifact_uri: file:///w/mlruns/1/" + id +
              "/artifacts\nend_time: 1700000090500\nexperiment_id: '1'\nlifecycle_stage: active\nrun_id: " + id +
              "\nrun_name: bold-ant-" + QByteArray::number(gpus) + "\nrun_uuid: " + id +
              "\nstart_time: 1700000000000\nstatus: " + QByteArray::number(status) + "\ntags: []\nuser_id: me\n");
    write(folder + "/params/num_gpus", QByteArray::number(gpus));
    write(folder + "/params/lr", "0.1");
    write(folder + "/metrics/epoch_time_s", metric);
    write(folder + "/metrics/system/cpu", "1700000000000 50 0\n");
    write(folder + "/tags/mlflow.user", "me");
}

QString timesText(const LadderFile& file)
{
    QStringList times;
    for (const Ladder& ladder : file.ladders)
        for (const LadderPoint& point : ladder.points)
            times += QString("%1:%2").arg(point.p).arg(point.timeS.value_or(-1));
    return times.join(' ');
}

QString joinedWarnings(const LadderFile& file)
{
    QString text;
    for (const std::string& warning : file.warnings)
        text += QString::fromStdString(warning) + '\n';
    return text;
}

LadderFile readValid(const std::string& text, const LadderFileOptions& options = {})
{
    const Result<LadderFile> file = readLadders(text, options);
    if (!file)
        qFatal("%s", describe(file.error()).c_str());
    return *file;
}

}  // namespace

class tst_run_table : public QObject {
    Q_OBJECT
private slots:
    void fileStore();
    void timesRunsByStartAndEnd();
    void experiments();
    void searchRuns();
    void serverAnswer();
    void workspaceTable();
    void nestedKeys_data();
    void nestedKeys();
    void readsRatesInMetricGroups();
    void exportScript_data();
    void exportScript();
    void readsMappedColumns();
    void readsPlainTablesAsBefore();
    void refused();
};

void tst_run_table::fileStore()
{
    const QTemporaryDir folder;
    const QString experiment = folder.path() + "/mlruns/1";
    write(experiment + "/meta.yaml",
          "artifact_location: file:///w/mlruns/1\nexperiment_id: '1'\nlifecycle_stage: active\nname: scaling\n");
    mlflowRun(experiment + "/aa", "aa", 1,
              "1700000000000 99 0\n1700000001000 80 1\n");  // the last step counts, wherever it appears in the file
    mlflowRun(experiment + "/bb", "bb", 2, "1700000001000 42.5 1\n1700000000000 99 0\n");
    mlflowRun(experiment + "/cc", "cc", 4, "1700000000000 22\n");  // older stores do not record steps
    mlflowRun(experiment + "/dd", "dd", 8, "1700000000000 3 0\n", 4);
    write(folder.path() + "/mlruns/.trash/x/meta.yaml", "name: gone\n");
    QVERIFY(isRunStore((folder.path() + "/mlruns").toStdString()));
    for (const char* experimentFolder : {"/mlruns", "/mlruns/1"}) {
        const Result<std::string> table = runStoreTable((folder.path() + experimentFolder).toStdString());
        QVERIFY2(table, table ? "" : describe(table.error()).c_str());
        const LadderFile file = readValid(*table);
        QCOMPARE(timesText(file), QString("1:80 2:42.5 4:22"));
        QCOMPARE(QString::fromStdString(mappingText(file)),
                 QString("p from params.num_gpus (guessed), time from metrics.epoch_time_s (guessed)"));
        QVERIFY2(joinedWarnings(file).contains("one run is failed and was left out"), qPrintable(joinedWarnings(file)));
    }
}

void tst_run_table::timesRunsByStartAndEnd()
{
    // Without a time metric, the time between the run's start and end is used: 90.5 s.
    const QTemporaryDir folder;
    for (const int gpus : {1, 2}) {
        mlflowRun(folder.path() + "/1/" + QString::number(gpus), QByteArray::number(gpus), gpus, "0 1 0");
        QFile::remove(folder.path() + "/1/" + QString::number(gpus) + "/metrics/epoch_time_s");
    }
    write(folder.path() + "/1/meta.yaml", "name: scaling\nlifecycle_stage: active\n");
    QCOMPARE(timesText(readValid(*runStoreTable(folder.path().toStdString()))), QString("1:90.5 2:90.5"));
}

void tst_run_table::experiments()
{
    const QTemporaryDir folder;
    for (const char* name : {"resnet", "vgg"}) {
        write(folder.path() + "/" + name + "/meta.yaml", QByteArray("name: '") + name + "'\nlifecycle_stage: active\n");
        for (const int gpus : {1, 2, 4})
            mlflowRun(folder.path() + "/" + name + "/" + QString::number(gpus), QByteArray::number(gpus), gpus,
                      QByteArray("0 ") + QByteArray::number((name[0] == 'r' ? 8.0 : 16.0) / gpus) + " 0");
    }
    const LadderFile file = readValid(*runStoreTable(folder.path().toStdString()));
    QCOMPARE(file.ladders.size(), 2u);
    QCOMPARE(QString::fromStdString(file.ladders[1].name), QString("vgg"));
    QCOMPARE(file.ladders[1].points[2].timeS.value(), 4.0);
}

void tst_run_table::searchRuns()
{
    // mlflow.search_runs(...).to_csv(index=False)
    const LadderFile file = readValid(
        "run_id,experiment_id,status,artifact_uri,start_time,end_time,metrics.loss,metrics.step_time_ms,params.world_"
        "size,tags.mlflow.user\n"
        "a1,1,FINISHED,file:///a,2026-01-01 10:00:00+00:00,2026-01-01 10:01:00+00:00,0.5,900,1,me\n"
        "a2,1,FINISHED,file:///b,2026-01-01 10:00:00+00:00,2026-01-01 10:01:00+00:00,0.5,480,2,me\n"
        "a3,1,RUNNING,file:///c,2026-01-01 10:00:00+00:00,,,,4,me\n"
        "a4,1,RUNNING,file:///d,2026-01-01 10:00:00+00:00,,,,8,me\n");
    QCOMPARE(timesText(file), QString("1:0.9 2:0.48"));
    QVERIFY(joinedWarnings(file).contains("2 runs are running and were left out"));
}

void tst_run_table::serverAnswer()
{
    const LadderFile file = readValid(R"({"runs": [
        {"info": {"run_id": "a", "status": "FINISHED"}, "data": {"params": [{"key": "gpus", "value": "1"}], "metrics": [{"key": "epoch_time_s", "value": 80.0, "timestamp": 1, "step": 3}]}},
        {"info": {"run_id": "b", "status": "FINISHED"}, "data": {"params": [{"key": "gpus", "value": "4"}], "metrics": [{"key": "epoch_time_s", "value": 22.5, "timestamp": 1, "step": 3}]}}]})");
    QCOMPARE(timesText(file), QString("1:80 4:22.5"));
}

void tst_run_table::workspaceTable()
{
    const QByteArray text =
        "\"Name\",\"State\",\"Notes\",\"User\",\"Tags\",\"Created\",\"Runtime\",\"Sweep\",\"num_gpus\",\"epoch_time_"
        "s\"\n"
        "\"bold-ant-1\",\"finished\",\"-\",\"me\",\"\",\"2026-01-01T10:00:00.000Z\",\"700\",\"\",\"1\",\"80\"\n"
        "\"red-bee-2\",\"finished\",\"-\",\"me\",\"\",\"2026-01-01T11:00:00.000Z\",\"400\",\"\",\"2\",\"43\"\n"
        "\"wet-cat-3\",\"crashed\",\"-\",\"me\",\"\",\"2026-01-01T12:00:00.000Z\",\"10\",\"\",\"4\",\"\"\n";
    // W&B records a Runtime for every run; the epoch time was logged explicitly, so it is used. The warning names the
    // other.
    const LadderFile file = readValid(text.toStdString());
    QCOMPARE(timesText(file), QString("1:80 2:43"));
    QVERIFY2(joinedWarnings(file).contains(
                 "time was read from \"epoch_time_s\"; \"Runtime\" would fit too (--map time=Runtime)"),
             qPrintable(joinedWarnings(file)));
    QCOMPARE(timesText(readValid(text.toStdString(), {.columns = parseColumnMap("time=Runtime").value()})),
             QString("1:700 2:400"));
    // An epoch number is not a time, so Runtime is used; if two times were logged, the user is asked.
    QCOMPARE(timesText(readValid(QByteArray(text).replace("epoch_time_s", "epoch").toStdString())),
             QString("1:700 2:400"));
    QByteArray withTwoTimes = text;
    withTwoTimes.replace("\"epoch_time_s\"", "\"epoch_time_s\",\"step_time_s\"")
        .replace("\"80\"", "\"80\",\"0.8\"")
        .replace("\"43\"", "\"43\",\"0.43\"")
        .replace("\"4\",\"\"", "\"4\",\"\",\"\"");
    const Result<LadderFile> ambiguous = readLadders(withTwoTimes.toStdString());
    QVERIFY(!ambiguous);
    QVERIFY2(describe(ambiguous.error()).find("--map time=step_time_s, --map time=epoch_time_s") != std::string::npos,
             describe(ambiguous.error()).c_str());
    QCOMPARE(file.ladders.size(), 1u);  // run names do not separate ladders
    QVERIFY(joinedWarnings(file).contains("one run is crashed and was left out"));
}

// A nested configuration becomes dotted keys in the workspace table and dictionaries in the export script; metric
// groups are separated by a slash. Runtime is _runtime in whole seconds.
void tst_run_table::nestedKeys_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("mapping");
    const QByteArray headerStart = "\"Name\",\"State\",\"Created\",\"Runtime\",",
                     rows = "\"a\",\"finished\",\"2026-01-01T10:00:00.000Z\",\"700\",",
                     later = "\"b\",\"finished\",\"2026-01-01T10:00:00.000Z\",\"400\",";
    QTest::newRow("the runtime of the run")
        << headerStart + "\"trainer.num_gpus\",\"dropout.p\",\"_runtime\"\n" + rows + "\"1\",\"0.1\",\"80\"\n" + later +
               "\"2\",\"0.1\",\"43\"\n"
        << QString("p from trainer.num_gpus (guessed), time from _runtime (guessed)");
    QTest::newRow("a metric's group")
        << QByteArray(
               "\"Name\",\"State\",\"Created\",\"distributed.world_size\",\"perf/"
               "epoch_time_s\"\na,finished,2026-01-01,1,80\nb,finished,2026-01-01,2,43\n")
        << QString("p from distributed.world_size (guessed), time from perf/epoch_time_s (guessed)");
    QTest::newRow("dictionaries")
        << QByteArray(
               R"([{"summary": {"perf": {"epoch_time_s": 80.0}}, "config": {"trainer": {"value": {"num_gpus": 1}}}, "name": "a"},
                                                    {"summary": {"perf": {"epoch_time_s": 43.0}}, "config": {"trainer": {"value": {"num_gpus": 2}}}, "name": "b"}])")
        << QString("p from config.trainer.num_gpus (guessed), time from summary.perf.epoch_time_s (guessed)");
}

void tst_run_table::nestedKeys()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, mapping);
    const LadderFile file = readValid(text.toStdString());
    QCOMPARE(timesText(file), QString("1:80 2:43"));
    QCOMPARE(QString::fromStdString(mappingText(file)), mapping);
}

void tst_run_table::readsRatesInMetricGroups()
{
    const LadderFile file = readValid(
        "\"Name\",\"State\",\"Created\",\"num_gpus\",\"samples/"
        "sec\"\na,finished,2026-01-01,1,10\nb,finished,2026-01-01,2,19\n");
    QCOMPARE(file.ladders.front().points[1].throughputPerS.value(), 19.0);  // a rate, not a time of 19 seconds
}

void tst_run_table::exportScript_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("CSV") << QByteArray(
        ",summary,config,name\n"
        "0,\"{'_wandb': {'runtime': 9}, 'epoch_time_s': 80.0, 'note': \"\"it's\"\", '_step': 3}\",\"{'gpus': 1, 'amp': "
        "True, 'seed': None}\",bold-ant-1\n"
        "1,\"{'epoch_time_s': 43.0, '_step': 3}\",\"{'gpus': 2, 'amp': True, 'seed': None}\",red-bee-2\n");
    QTest::newRow("to_json") << QByteArray(
        R"({"summary": {"0": {"epoch_time_s": 80.0}, "1": {"epoch_time_s": 43.0}}, "config": {"0": {"gpus": 1}, "1": {"gpus": 2}}, "name": {"0": "a", "1": "b"}})");
    QTest::newRow("records") << QByteArray(
        R"([{"summary": {"epoch_time_s": 80.0}, "config": {"gpus": {"value": 1, "desc": null}}, "name": "a"}, {"summary": {"epoch_time_s": 43.0}, "config": {"gpus": {"value": 2, "desc": null}}, "name": "b"}])");
}

void tst_run_table::exportScript()
{
    QFETCH(QByteArray, text);
    const LadderFile file = readValid(text.toStdString());
    QCOMPARE(timesText(file), QString("1:80 2:43"));
    QCOMPARE(file.ladders.size(), 1u);
    QCOMPARE(QString::fromStdString(mappingText(file)),
             QString("p from config.gpus (guessed), time from summary.epoch_time_s (guessed)"));
}

void tst_run_table::readsMappedColumns()
{
    const std::string text = "params.k,metrics.k,metrics.wallish\n1,7,80\n2,7,43\n";
    QCOMPARE(timesText(readValid(text, {.columns = parseColumnMap("p=params.k,time=wallish").value()})),
             QString("1:80 2:43"));
    // K is both a parameter and a metric.
    QVERIFY(!readLadders(text, {.columns = parseColumnMap("p=k,time=wallish").value()}));
}

void tst_run_table::readsPlainTablesAsBefore()
{
    // Names and states in a user's own table are read as before: the model name separates the ladders.
    const LadderFile file =
        readValid("name,p,time,status\na,1,10,finished\na,2,6,finished\nb,1,20,finished\nb,2,12,finished\n");
    QCOMPARE(file.ladders.size(), 2u);
}

void tst_run_table::refused()
{
    const QTemporaryDir folder;
    QVERIFY(!isRunStore(folder.path().toStdString()));
    Result<std::string> table = runStoreTable(folder.path().toStdString());
    QVERIFY(!table && describe(table.error()).find("without MLflow runs") != std::string::npos);
    write(folder.path() + "/1/meta.yaml", "name: empty\n");
    table = runStoreTable(folder.path().toStdString());
    QVERIFY(!table && describe(table.error()).find("folder without a run") != std::string::npos);
}

SCALEWRIGHT_TEST(tst_run_table)
#include "tst_run_table.moc"

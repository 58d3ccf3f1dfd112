// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings about a machine, and adding rows to a project, checked by hand.
#include <QTemporaryDir>
#include <QTest>

#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/runs/doctor.h"
#include "core/output/study/one_program.h"
#include "core/output/study/study.h"
#include "core/project/document/project_file.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

LadderRunRow ranRow(int p, int repeat, double seconds)
{
    LadderRunRow row;
    row.p = p;
    row.repeat = repeat;
    row.seconds = seconds;
    row.status = "ok";
    return row;
}

}  // namespace

class tst_study : public QObject {
    Q_OBJECT
private slots:
    void diagnosesABusyMachine();
    void formatsCommandsAndNames();
    void keepsExistingRows();
    void refusesAProjectOfAnotherProgram();
    void writesALadderAsRows();
    void keepsConcurrentEdits();
};

/// The control group grants 4 of 8 cores, and 3 are busy: 1 is free. Warns because 3 > 4/2 and p = 8 > 4.
void tst_study::diagnosesABusyMachine()
{
    MachineFacts facts;
    facts.cores = 8;
    facts.cpuQuota = 4;
    facts.loadAverage = 3;
    const DoctorReport busy = examineMachine(facts, 8);
    QCOMPARE(busy.cores, 4.0);
    QCOMPARE(busy.freeCores, 1.0);
    QCOMPARE(busy.warnings.size(), std::size_t{2});
    QCOMPARE(busy.tools.size(), std::size_t{4});
    for (const DoctorTool& tool : busy.tools)
        QVERIFY(!tool.purpose.empty() && !tool.installHint.empty());
    facts.loadAverage = 9;
    QCOMPARE(examineMachine(facts, 4).freeCores, 0.0);
    facts.loadAverage = 2;
    QVERIFY(examineMachine(facts, 4).warnings.empty());
}

void tst_study::formatsCommandsAndNames()
{
    QCOMPARE(commandText({"./a b", "{p}"}), std::string("'./a b' '{p}'"));
    QCOMPARE(commandText({"heat"}, Launcher::Mpirun), std::string("mpirun heat"));
    QCOMPARE(programLabel({"/usr/bin/python3", "train.py"}), std::string("python3 train.py"));
    const std::string longName = programLabel({"x", std::string(60, 'y')});
    QCOMPARE(longName, "x " + std::string(37, 'y') + "…");
    QCOMPARE(ladderFileOf("/tmp/a/my.scalewright").string(), std::string("/tmp/a/my.ladder.csv"));
}

/// A second call replays the rows of the first. Until it has added all of them, the project on disk keeps the first
/// call's rows.
void tst_study::keepsExistingRows()
{
    const QTemporaryDir folder;
    const std::string file = folder.filePath("my.scalewright").toStdString();
    const std::vector<std::string> words{"heat", "{p}"};
    Project project;
    LadderRecorder first(file, project, emptyLadder(words, Launcher::None));
    first.addRow(ranRow(1, 1, 4));
    LadderRunRow failed = ranRow(2, 1, 0);
    failed.seconds.reset();
    failed.status = "exit 3";
    first.addRow(failed);
    first.addRow(ranRow(2, 2, 2.5));
    QVERIFY(first.saveResult().has_value());
    Project savedProject = readProject(file).value();
    QCOMPARE(savedProject.measurements.ladders.size(), std::size_t{1});
    QCOMPARE(savedProject.measurements.ladders[0].points.size(), std::size_t{2});
    QCOMPARE(savedProject.measurements.ladders[0].failed.size(), std::size_t{1});
    QCOMPARE(savedProject.measurements.ladders[0].points[1].timeS.value_or(0), 2.5);

    LadderRecorder second(file, savedProject, emptyLadder(words, Launcher::None));
    second.addRow(ranRow(1, 1, 4));
    second.addRow(failed);
    QCOMPARE(readProject(file).value().measurements.ladders[0].points.size(), std::size_t{2});
    second.addRow(ranRow(2, 2, 2.5));
    second.addRow(ranRow(4, 1, 1.5));
    QCOMPARE(readProject(file).value().measurements.ladders[0].points.size(), std::size_t{3});

    Project nowhere;
    LadderRecorder lost("/nonexistent/folder/my.scalewright", nowhere, emptyLadder(words, Launcher::None));
    lost.addRow(ranRow(1, 1, 4));
    QVERIFY(!lost.saveResult().has_value());
    QCOMPARE(lost.saveResult().error().code, ErrorCode::Environment);
}

void tst_study::refusesAProjectOfAnotherProgram()
{
    const std::string ours = commandText({"heat"}), otherCommand = commandText({"cold"});
    Project project;
    QVERIFY(checkCanAddMeasurements(project, ours, "f").has_value());
    Profile profile;
    profile.baseline.steps.emplace_back().stepTimeS = typed(2);
    project = withMeasuredStep(project, profile, ours).value();
    QVERIFY(hasStepOf(project, ours) && !hasStepOf(project, otherCommand));
    QVERIFY(checkCanAddMeasurements(project, ours, "f").has_value() && checkCanAddStep(project, ours, "f").has_value());
    QCOMPARE(checkCanAddMeasurements(project, otherCommand, "f").error().code, ErrorCode::Input);
    QCOMPARE(checkCanAddStep(project, otherCommand, "f").error().problems.front().location.file, std::string("f"));
    project.baseline.steps.clear();
    project.measurements.ladders.push_back(emptyLadder({"cold"}, Launcher::None));
    QVERIFY(checkCanAddStep(project, ours, "f").has_value());
    QVERIFY(!checkCanAddMeasurements(project, ours, "f").has_value());
    QVERIFY(checkCanAddMeasurements(project, otherCommand, "f").has_value());
}

void tst_study::writesALadderAsRows()
{
    Ladder ladder;
    ladder.points = {{.p = 1, .timeS = 4}, {.p = 2, .timeS = 2.5}, {.p = 1, .timeS = 4.5}};
    ladder.failed = {{.p = 2, .runs = 1}};
    const std::vector<LadderRunRow> rows = rowsOf(ladder);
    QCOMPARE(rows.size(), std::size_t{4});
    QCOMPARE(rows[2].p, 1);
    QCOMPARE(rows[2].repeat, 2);
    QCOMPARE(rows[2].seconds.value_or(0), 4.5);
    QVERIFY(!rows[3].isOk() && rows[3].repeat == 2);
    LadderRunOptions options;
    options.p = {1, 2};
    options.repeats = 3;
    QCOMPARE(missingTurns(options, rows).size(), std::size_t{2});  // 6 less 4
    ladder.points[0].energyJ = 7;  // a value that run rows cannot store
    QVERIFY(rowsOf(ladder).empty());
}

void tst_study::keepsConcurrentEdits()
{
    Project before, after;
    after.title = "heat";
    after.baseline.steps.emplace_back().stepTimeS = typed(2);
    after.measurements.ladders.push_back(emptyLadder({"heat"}, Launcher::None));
    after.measurements.ladders[0].points = {{.p = 1, .timeS = 2}};
    const Project first = withStudyResults(before, before, after);
    QVERIFY(first == after);

    Project more = after;
    more.measurements.ladders[0].points.push_back({.p = 2, .timeS = 1});
    Project edited = first;
    edited.title = "mine";
    edited.goal.deadlineS = typed(60);
    edited.baseline.steps[0].stepTimeS = typed(3);
    const Project merged = withStudyResults(edited, after, more);
    QCOMPARE(merged.title, std::string("mine"));
    QCOMPARE(merged.goal.deadlineS->value, 60.0);
    QCOMPARE(merged.baseline.steps[0].stepTimeS->value, 3.0);
    QCOMPARE(merged.measurements.ladders[0].points.size(), std::size_t{2});
    edited.measurements.ladders[0].points.clear();
    QVERIFY(withStudyResults(edited, after, more).measurements.ladders[0].points.empty());
    edited.measurements.ladders.clear();  // it was removed
    QVERIFY(withStudyResults(edited, after, more).measurements.ladders.empty());
}

SCALEWRIGHT_TEST(tst_study)
#include "tst_study.moc"

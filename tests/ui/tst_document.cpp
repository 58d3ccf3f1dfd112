// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include "core/decision/analysis/analysis.h"
#include "core/evidence/commfit/timings_import.h"
#include "core/project/document/project.h"
#include "core/project/document/project_change.h"
#include "core/project/document/project_file.h"
#include "core/project/document/temporary_files.h"
#include "core/project/document/variants.h"
#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/document/document.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

void setPlan(Document& document, int p, const QString& key = {}, int gesture = 0)
{
    Project after = document.project();
    after.plan.p = p;
    document.edit(QStringLiteral("plan p"), std::move(after), key, gesture);
}

const QString planKey = QStringLiteral("plan.p");

}  // namespace

class tst_document : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void undoesAndRedoesEveryEdit()
    {
        Document document;
        QSignalSpy changed(&document, &Document::changed);
        setPlan(document, 13);
        setPlan(document, 34);
        QCOMPARE(changed.count(), 2);
        QCOMPARE(document.undoText(), QStringLiteral("plan p"));
        document.undo();
        QCOMPARE(document.project().plan.p, 13);
        document.undo();
        QVERIFY(!document.project().plan.p);
        QVERIFY(!document.canUndo());
        document.undo();
        QCOMPARE(changed.count(), 4);
        document.redo();
        document.redo();
        QCOMPARE(document.project().plan.p, 34);
        QVERIFY(!document.canRedo());
        QCOMPARE(changed.count(), 6);
    }

    // Temporary files of a window killed while saving are removed by whoever opens the project next. Files still being
    // written are kept.
    void opensAndRemovesTemporaryFiles()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.scalewright"));
        QVERIFY(QFile::copy(test::sourceFile(QStringLiteral("resources/examples/output-41.7.2.scalewright")), path));
        QProcess killed;
        killed.start(QStringLiteral("true"), {});
        QVERIFY(killed.waitForStarted());
        const int pid = static_cast<int>(killed.processId());
        QVERIFY(killed.waitForFinished());
        const QString left = folder.filePath(QString::fromStdString(temporaryFileName(pid, 0)));
        const QString ownPath = folder.filePath(
            QString::fromStdString(temporaryFileName(static_cast<int>(QCoreApplication::applicationPid()), 9)));
        for (const QString& each : {left, ownPath})
            QVERIFY(QFile(each).open(QIODevice::WriteOnly));
        Document document;
        QVERIFY(document.open(path));
        QVERIFY(!QFile::exists(left));
        QVERIFY(QFile::exists(ownPath));
    }

    void unchangedEditIsNoUndoStep()
    {
        Document document;
        setPlan(document, 13);
        QSignalSpy changed(&document, &Document::changed);
        setPlan(document, 13);
        QCOMPARE(changed.count(), 0);
        document.undo();
        QVERIFY(!document.canUndo());
    }

    void dragIsOneUndoStep()
    {
        Document document;
        setPlan(document, 2);
        const int first = Document::newGestureId();
        for (const int p : {3, 4, 5})
            setPlan(document, p, planKey, first);
        const int second = Document::newGestureId();
        QVERIFY(first != second);
        for (const int p : {6, 7})
            setPlan(document, p, planKey, second);
        document.undo();
        QCOMPARE(document.project().plan.p, 5);
        document.undo();
        QCOMPARE(document.project().plan.p, 2);
        document.redo();
        QCOMPARE(document.project().plan.p, 5);
    }

    void differentKeysAreSeparateSteps()
    {
        Document document;
        const int gesture = Document::newGestureId();
        setPlan(document, 3, planKey, gesture);
        setPlan(document, 4, QStringLiteral("other"), gesture);
        setPlan(document, 5);
        setPlan(document, 6);
        for (const int p : {5, 4, 3}) {
            document.undo();
            QCOMPARE(document.project().plan.p, p);
        }
    }

    void dragBackToTheStartIsNoUndoStep()
    {
        Document document;
        setPlan(document, 2);
        document.undo();
        document.redo();
        const int gesture = Document::newGestureId();
        for (const int p : {3, 4, 2})
            setPlan(document, p, planKey, gesture);
        document.undo();
        QVERIFY(!document.project().plan.p);
    }

    void dragAfterUndoStartsANewStep()
    {
        Document document;
        const int gesture = Document::newGestureId();
        setPlan(document, 3, planKey, gesture);
        setPlan(document, 4);
        document.undo();
        setPlan(document, 5, planKey, gesture);
        document.undo();
        QCOMPARE(document.project().plan.p, 3);
    }

    void theSnapshotOutlivesTheEdit()
    {
        Document document;
        setPlan(document, 3);
        const std::shared_ptr<const Project> before = document.snapshot();
        setPlan(document, 4);
        QCOMPARE(before->plan.p, 3);
    }

    // Expected: the landmarks of Output 41.4.1.
    void theAnalysisFollowsTheProject()
    {
        Document document;
        QVERIFY(!document.analysis().model);
        document.edit(QStringLiteral("all"), test::output4141());
        const Analysis& analysis = document.analysis();
        QVERIFY(analysis.prediction != nullptr);
        QCOMPARE(analysis.prediction->landmarks.pStar, 34);
        QCOMPARE(analysis.planP, 9);  // the knee, because no p is chosen
        QVERIFY(analysis.plan->rule == PlanRule::Knee);
        setPlan(document, 13);
        QCOMPARE(document.analysis().planP, 13);
        QVERIFY(document.analysis().plan->rule == PlanRule::Chosen);
        QCOMPARE(QString::number(document.analysis().planRow.speedup, 'f', 2), QStringLiteral("6.24"));
    }

    void searchEndsAtTheGivenP()
    {
        Document document;
        document.edit(QStringLiteral("all"), test::output4141());
        QSignalSpy changed(&document, &Document::changed);
        document.setPMax(16);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(document.analysis().prediction->landmarks.pStar, 16);
        QVERIFY(document.analysis().prediction->landmarks.pStarAtLimit);
        document.undo();
        QVERIFY(!document.canUndo());  // a setting, not an edit
    }

    void analysesVariantsForTheirGhosts()
    {
        Document document;
        document.edit(QStringLiteral("all"), test::output4141());
        Project after = *withVariantAdded(document.project(), "B");
        after.target.alphaS = typed(0.008);  // exercise 41.4.2: alpha ×10 moves p* to 11
        document.edit(QStringLiteral("b"), after);
        QCOMPARE(document.analysis().prediction->landmarks.pStar, 11);
        QCOMPARE(document.analysis().variants.size(), std::size_t(1));
        QCOMPARE(document.analysis().variants[0].name, std::string("A"));
        QCOMPARE(document.analysis().variants[0].prediction->landmarks.pStar, 34);
    }

    void variantsAreSwitchedRenamedAndRemoved()
    {
        using Names = std::vector<std::string>;
        Project project = test::output4141();
        project.plan.p = 13;
        QCOMPARE(unusedVariantName(project), std::string("B"));
        project = *withVariantAdded(project, "B");
        project.plan.p = 34;
        QCOMPARE(variantNames(project), (Names{"A", "B"}));
        Project back = *withVariantShown(project, "A");
        QCOMPARE(back.variantName, std::string("A"));
        QCOMPARE(back.plan.p, 13);
        QCOMPARE(withVariantShown(back, "B")->plan.p, 34);
        QCOMPARE(*withVariantShown(*withVariantShown(project, "A"), "B"), project);
        QVERIFY(!withVariantShown(project, "C"));

        QCOMPARE(variantNames(*withVariantRenamed(project, "A", "cheap")), (Names{"B", "cheap"}));
        QCOMPARE(withVariantRenamed(project, "B", "fast")->variantName, std::string("fast"));
        QVERIFY(!withVariantRenamed(project, "A", "B"));
        QVERIFY(!withVariantRenamed(project, "A", "  "));
        QVERIFY(!withVariantAdded(project, "A"));

        const Project without = *withVariantRemoved(project, "B");
        QCOMPARE(without.variantName, std::string("A"));
        QCOMPARE(without.plan.p, 13);
        QVERIFY(without.variants.empty());
        const Result<Project> refused = withVariantRemoved(without, "A");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Refused);
    }

    // Members that another program added to a variant stay with that variant.
    void unknownMembersStayWithTheirVariant()
    {
        const char* text = R"({"format": "scalewright-project", "version": 1, "variant": "A",
            "variants": [{"name": "B", "x-note": "of B"}, {"name": "C", "x-note": "of C"}]})";
        const Project project = parseProject(text).value();
        const Project shown = *withVariantShown(*withVariantShown(project, "B"), "C");
        QCOMPARE(parseProject(writeProject(shown)).value(), shown);
        QVERIFY((shown.variantUnknown == Json::Object{{"x-note", "of C"}}));
        QVERIFY(withVariantShown(shown, "A")->variantUnknown.empty());
        QVERIFY((withVariantShown(shown, "B")->variantUnknown == Json::Object{{"x-note", "of B"}}));
    }

    void doesNotSaveAnUnreadableProject()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mine.scalewright"));
        Document document;
        setPlan(document, 13);
        QVERIFY(document.saveAs(path));
        const QByteArray before = test::contentOf(path);
        Project broken = document.project();
        broken.target.alphaS = typed(-1);
        document.edit(QStringLiteral("alpha"), std::move(broken));
        const Result<void> saved = document.save();
        QVERIFY(!saved);
        QCOMPARE(saved.error().problems.at(0).location.jsonPointer, std::string("/target/alpha_s"));
        QCOMPARE(test::contentOf(path), before);
        QVERIFY(document.isModified());
    }

    void savesAndReopens()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mine.scalewright"));
        Document document;
        document.edit(QStringLiteral("all"), test::output4141());
        QSignalSpy modified(&document, &Document::modifiedChanged);
        QSignalSpy file(&document, &Document::fileChanged);
        QVERIFY(document.isModified());
        QCOMPARE(document.displayName(), QStringLiteral("Output 41.4.1"));
        QVERIFY(document.saveAs(path).has_value());
        QVERIFY(!document.isModified());
        QCOMPARE(modified.count(), 1);
        QCOMPARE(file.count(), 1);
        QCOMPARE(document.displayName(), QStringLiteral("mine"));

        setPlan(document, 13);
        QVERIFY(document.isModified());
        document.undo();
        QVERIFY(!document.isModified());
        setPlan(document, 12);
        QVERIFY(document.save().has_value());

        Document other;
        QVERIFY(other.open(path).has_value());
        QCOMPARE(other.project(), document.project());
        QCOMPARE(other.project().plan.p, 12);
        QVERIFY(!other.isModified());
        QVERIFY(!other.canUndo());
    }

    void savingEndsADrag()
    {
        const QTemporaryDir folder;
        Document document;
        const int gesture = Document::newGestureId();
        setPlan(document, 3, planKey, gesture);
        QVERIFY(document.saveAs(folder.filePath(QStringLiteral("a.scalewright"))).has_value());
        setPlan(document, 4, planKey, gesture);
        QVERIFY(document.isModified());
        document.undo();
        QCOMPARE(document.project().plan.p, 3);
        QVERIFY(!document.isModified());
    }

    // A device never ends and a pipe waits for a writer, so neither is read, nor is a regular file that was replaced by
    // one while open in the window.
    void rejectsFilesThatAreNotRegular()
    {
        const QTemporaryDir folder;
        const QString pipe = folder.filePath(QStringLiteral("pipe.scalewright")),
                      file = folder.filePath(QStringLiteral("file.scalewright"));
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        Document document;
        QVERIFY(document.saveAs(file));
        for (const QString& path : {QStringLiteral("/dev/zero"), pipe}) {
            const Result<void> opened = document.open(path);
            QVERIFY(!opened);
            const QString message = QString::fromStdString(describe(opened.error()));
            QVERIFY2(message.contains(path) && message.contains(QStringLiteral("not a file")), qPrintable(message));
            QCOMPARE(document.path(), file);
        }
        QVERIFY(QFile::remove(file));
        QVERIFY(QFile::rename(pipe, file));
        document.checkFileState();
        QCOMPARE(document.fileState(), FileState::ChangedOnDisk);
    }

    void brokenFileLeavesTheDocumentUnchanged_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("expectedText");
        QTest::newRow("no JSON") << QByteArray("hello") << QString();
        QTest::newRow("empty") << QByteArray() << QString();
        QTest::newRow("cut") << QByteArray(R"({"format": "scalewright-project", "version": 1, "target": {)")
                             << QString();
        QTest::newRow("newer") << QByteArray(R"({"format": "scalewright-project", "version": 999})")
                               << QStringLiteral("/version");
        QTest::newRow("negative")
            << QByteArray(R"({"format": "scalewright-project", "version": 1, "target": {"alpha_s": -1}})")
            << QStringLiteral("/target/alpha_s");
        QTest::newRow("binary") << QByteArray(
                                       "\x7f"
                                       "ELF\0\1\2\3",
                                       8)
                                << QString();
    }
    void brokenFileLeavesTheDocumentUnchanged()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, expectedText);
        const QTemporaryDir folder;
        const QString ownPath = folder.filePath(QStringLiteral("mine.scalewright"));
        const QString broken = folder.filePath(QStringLiteral("broken.scalewright"));
        test::setContent(broken, content);
        Document document;
        document.edit(QStringLiteral("all"), test::output4141());
        QVERIFY(document.saveAs(ownPath).has_value());
        setPlan(document, 13);

        QSignalSpy changed(&document, &Document::changed);
        QSignalSpy file(&document, &Document::fileChanged);
        const Result<void> opened = document.open(broken);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Input);
        QVERIFY(QString::fromStdString(describe(opened.error())).contains(expectedText));
        QVERIFY(QString::fromStdString(describe(opened.error())).contains(QStringLiteral("broken.scalewright")));
        QCOMPARE(changed.count() + file.count(), 0);
        QCOMPARE(document.path(), ownPath);
        QCOMPARE(document.project().plan.p, 13);
        QVERIFY(document.canUndo());

        if (!content.isEmpty()) {  // nothing in an empty file can be lost
            const Result<void> saved = document.saveAs(broken);
            QVERIFY(!saved);
            QCOMPARE(saved.error().code, ErrorCode::Refused);
        }
        QCOMPARE(test::contentOf(broken), content);
        QCOMPARE(document.path(), ownPath);
    }

    void doesNotOverwriteAFileChangedByOthers()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.scalewright"));
        Document document;
        document.edit(QStringLiteral("all"), test::output4141());
        QVERIFY(document.saveAs(path).has_value());
        const QByteArray changedContent = test::contentOf(path).replace("Output 41.4.1", "Theirs");
        test::setContent(path, changedContent);
        setPlan(document, 13);
        const Result<void> saved = document.save();
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::Refused);
        QCOMPARE(test::contentOf(path), changedContent);
        QVERIFY(document.isModified());
        // Deleting the file does not affect the document.
        QVERIFY(QFile::remove(path));
        QVERIFY(document.save().has_value());
    }

    // A program that rereads and writes a file locks its folder meanwhile: the window then reports the lock and writes
    // nothing.
    void doesNotWriteToALockedFolder()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("held.scalewright"));
        Document document;
        setPlan(document, 4);
        QVERIFY(document.saveAs(path).has_value());
        const QByteArray before = test::contentOf(path);
        setPlan(document, 8);
        {
            const FolderLock other(path.toStdString());
            const Result<void> saved = document.save();
            QVERIFY(!saved);
            QCOMPARE(saved.error().code, ErrorCode::Environment);
            QCOMPARE(test::contentOf(path), before);
        }
        QVERIFY(document.save().has_value());
        QVERIFY(test::contentOf(path) != before);
    }

    void copyHasNoFile()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("example.scalewright"));
        Document writer;
        writer.edit(QStringLiteral("all"), test::output4141());
        QVERIFY(writer.saveAs(path).has_value());
        Document document;
        QVERIFY(document.openCopy(path).has_value());
        QVERIFY(!document.hasFile());
        QVERIFY(!document.isModified());
        QCOMPARE(document.displayName(), QStringLiteral("Output 41.4.1"));
        document.newProject();
        QCOMPARE(document.displayName(), QStringLiteral("Untitled"));
        QCOMPARE(document.project(), Project());
    }

    void reportsAnUnwritablePlace()
    {
        Document document;
        const Result<void> saved = document.saveAs(QStringLiteral("/proc/no/such.scalewright"));
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::Environment);
        QVERIFY(!document.hasFile());
    }

    // Timings computed for the book's ring: T = alpha (p-1) + 2 (p-1)/p n/B, alpha 50 µs, B 2 GB/s.
    void timingsGiveAlphaAndBandwidth()
    {
        QByteArray csv("p,bytes,seconds\n");
        for (const int p : {2, 4, 8})
            for (const double bytes : {4.0, 64.0, 1048576.0, 4194304.0, 16777216.0})
                csv += QByteArray::number(p) + ',' + QByteArray::number(bytes, 'f', 0) + ',' +
                       QByteArray::number(50e-6 * (p - 1) + 2.0 * (p - 1) / p * bytes / 2e9, 'g', 17) + '\n';
        const Result<TimingsImport> imported =
            importTimings(test::output4141(), csv.toStdString(), "ring.csv", "2026-10-01");
        QVERIFY(imported.has_value());
        const Target& target = imported->updatedProject.target;
        QVERIFY(std::abs(target.alphaS->value / 50e-6 - 1) < 0.01);
        QVERIFY(std::abs(target.bandwidthBytesPerS->value / 2e9 - 1) < 0.01);
        QCOMPARE(target.alphaS->provenance.origin, Origin::Imported);
        QCOMPARE(target.alphaS->provenance.source, std::string("ring.csv"));
        QCOMPARE(imported->updatedProject.measurements.collectives.size(), std::size_t(1));
        QCOMPARE(imported->updatedProject.measurements.collectives[0].timings.size(), std::size_t(15));
        QCOMPARE(imported->updatedProject.design, test::output4141().design);
    }

    // The first line of the file has the parameters of the SimGrid runs: alpha 10 µs, 1.25 GB/s.
    void usesTheGroupOfTheDesignsPattern()
    {
        const QString path = scalewright::test::oracleFile("collectives/simgrid-smpi-allreduce.csv");
        Project project = test::output4141();
        project.design.communication.pattern = Pattern::RabenseifnerAllReduce;
        const Result<TimingsImport> imported =
            importTimings(project, test::contentOf(path).toStdString(), "simgrid.csv", "2026-10-01");
        QVERIFY(imported.has_value());
        QCOMPARE(imported->fit.pattern, Pattern::RabenseifnerAllReduce);
        QCOMPARE(imported->updatedProject.measurements.collectives.size(), std::size_t(3));
        QVERIFY(std::abs(imported->updatedProject.target.bandwidthBytesPerS->value / 1.25e9 - 1) < 0.05);
    }

    void rejectsInsufficientTimings()
    {
        const Result<TimingsImport> bad = importTimings({}, "p,bytes\n2,4\n", "bad.csv", "2026-10-01");
        QVERIFY(!bad);
        QVERIFY(describe(bad.error()).find("bad.csv") != std::string::npos);
        QVERIFY(!importTimings({}, "p,bytes,seconds\n2,1024,0.001\n", "one.csv", "2026-10-01"));
    }
};

SCALEWRIGHT_TEST(tst_document)
#include "tst_document.moc"

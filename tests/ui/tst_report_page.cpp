// SPDX-License-Identifier: GPL-3.0-or-later
// The Report page: the user's text in the document, a preview with core's numbers, and the written files compared with
// the ones from the command line.
#include <QFileInfo>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>

#include "app/window/pages.h"
#include "core/output/report/rich_text.h"
#include "core/project/document/project_file.h"
#include "core/project/document/report_texts.h"
#include "tests/support/child.h"
#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/report/report_page.h"
#include "ui/report/report_preview.h"
#include "ui/report/report_text_edit.h"
#include "ui/report/section_list.h"
#include "ui/shell/main_window.h"

using namespace scalewright;
using namespace scalewright::ui;
using test::contentOf;
using test::setContent;

namespace {

struct ReportDesk {
    Document document;
    std::unique_ptr<ReportPage> page;

    explicit ReportDesk(Project project, const QString& path = {})
    {
        document.restore(std::move(project), path, {});
        page = std::make_unique<ReportPage>(document);
        page->resize(1200, 560);
        page->show();
    }
    [[nodiscard]] QString previewText() const { return test::child<ReportPreview>(*page).toPlainText(); }
    [[nodiscard]] std::string words(const char* place) const { return reportText(document.project(), place); }
    [[nodiscard]] QPushButton* button(const QString& text) const
    {
        for (QPushButton* each : page->findChildren<QPushButton*>())
            if (each->text() == text && each->isVisible())
                return each;
        return nullptr;
    }
};

int cliStatus(const QStringList& arguments)
{
    QProcess cli;
    cli.start(test::builtProgram("app/scalewright-cli"), arguments);
    return cli.waitForFinished() ? cli.exitCode() : -1;
}

int pdfPages(const QByteArray& pdf)
{
    return int(pdf.count("/Type /Page\n"));
}

}  // namespace

class tst_report_page : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QSettings().clear(); }

    // The report's title is the project's title; editing it is one undo step, or none if the field was not changed.
    void theTitle()
    {
        ReportDesk desk(test::output4141());
        auto* field = desk.page->findChild<QLineEdit*>();
        QVERIFY(field && desk.page->focusField(QStringLiteral("/title")));
        QCOMPARE(field->text(), QStringLiteral("Output 41.4.1"));
        QTest::keyClicks(field, QStringLiteral("Our ring"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(desk.document.project().title, std::string("Our ring"));
        QTRY_VERIFY(desk.previewText().contains(QStringLiteral("Our ring")));
        desk.document.undo();
        QCOMPARE(field->text(), QStringLiteral("Output 41.4.1"));
        QVERIFY(!desk.document.canUndo());
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!desk.document.canUndo());
    }

    void textBelongsToTheDocument()
    {
        ReportDesk desk(test::output4141());
        QVERIFY(desk.page->focusField(QStringLiteral("/report/ceiling")));
        QTest::keyClicks(&test::child<WordsEdit>(*desk.page), QStringLiteral("Idle *machine*."));
        QTest::keyClick(&test::child<WordsEdit>(*desk.page), Qt::Key_Return);
        QTest::keyClicks(&test::child<WordsEdit>(*desk.page), QStringLiteral("Twice."));
        QCOMPARE(desk.words("ceiling"), std::string("Idle *machine*.\nTwice."));
        QVERIFY(test::child<SectionList>(*desk.page).currentItem()->data(SectionList::HasWordsRole).toBool());
        QVERIFY(desk.page->focusField(QStringLiteral("/report/conclusion")));
        QTest::keyClicks(&test::child<WordsEdit>(*desk.page), QStringLiteral("Four."));

        const Result<Project> reopened = parseProject(writeProject(desk.document.project()));
        QVERIFY(reopened.has_value());
        QCOMPARE(reportText(*reopened, "ceiling"), std::string("Idle *machine*.\nTwice."));
        QCOMPARE(reportText(*reopened, "conclusion"), std::string("Four."));

        // Each undo removes one step: text typed without a pause is a single step.
        desk.document.undo();
        QCOMPARE(desk.words("conclusion"), std::string());
        QCOMPARE(test::child<WordsEdit>(*desk.page).toPlainText(), QString());
        QCOMPARE(desk.words("ceiling"), std::string("Idle *machine*.\nTwice."));
        desk.document.undo();
        QCOMPARE(desk.words("ceiling"), std::string());
        QVERIFY(!desk.document.canUndo());
        desk.document.redo();
        desk.document.redo();
        QCOMPARE(desk.words("conclusion"), std::string("Four."));
        QCOMPARE(test::child<WordsEdit>(*desk.page).toPlainText(), QStringLiteral("Four."));
        QVERIFY(!desk.page->focusField(QStringLiteral("/report/nowhere")));
    }

    void keyboardReachesEverySection()
    {
        ReportDesk desk(test::output4141());
        test::child<SectionList>(*desk.page).setFocus();
        QStringList places{test::child<SectionList>(*desk.page).currentSectionId()};
        for (std::size_t i = 1; i < reportTextPlaces.size(); ++i) {
            QTest::keyClick(&test::child<SectionList>(*desk.page), Qt::Key_Down);
            places << test::child<WordsEdit>(*desk.page).sectionId();
        }
        for (std::size_t i = 0; i < reportTextPlaces.size(); ++i)
            QCOMPARE(places[qsizetype(i)].toStdString(), std::string(reportTextPlaces[i]));
    }

    void previewIncludesTheAnswers()
    {
        // Output 41.4.1: fastest at p = 34, 7.49 times; Output 41.7.2: 3.88 times at p = 8.
        ReportDesk desk(test::output4141());
        QTRY_VERIFY(desk.page->draft().draft() != nullptr);
        QVERIFY(desk.previewText().contains(QStringLiteral("34")) &&
                desk.previewText().contains(QStringLiteral("7.49")));
        desk.document.restore(test::example(QStringLiteral("output-41.7.2")), {}, {});
        QTRY_VERIFY(desk.previewText().contains(QStringLiteral("3.88")));
        const Result<AnsweredReport> core = makeAnsweredReport(desk.document.project());
        QVERIFY(core.has_value());
        QCOMPARE(int(core->report.sections.size()), 8);
        for (const ReportSection& section : core->report.sections)
            QVERIFY2(desk.previewText().contains(QString::fromStdString(section.answer.headline)),
                     section.title.c_str());
        QVERIFY(
            test::child<ReportPreview>(*desk.page).document()->toHtml().count(QStringLiteral("<img src=\"figure-")) ==
            int(figureCount(core->report)));
    }

    void previewFollowsTheTextAndKeepsItsPlace()
    {
        ReportDesk desk(test::example(QStringLiteral("output-41.7.2")));
        QTRY_VERIFY(desk.page->draft().draft() != nullptr);
        desk.page->showPart(QStringLiteral("price"));
        const int place = test::child<ReportPreview>(*desk.page).verticalScrollBar()->value();
        QVERIFY(place > 0);
        QTest::keyClicks(&test::child<WordsEdit>(*desk.page), QStringLiteral("Quite enough."));
        QTRY_VERIFY(desk.previewText().contains(QStringLiteral("Quite enough.")));
        QCOMPARE(test::child<ReportPreview>(*desk.page).verticalScrollBar()->value(), place);
    }

    void hostileTextIsHarmless()
    {
        Project project = test::output4141();
        project.title = "<img src=\"http://example.org/t.png\">";
        setReportText(
            project, "ceiling",
            "<img src=\"http://example.org/x.png\"> ![p](file:///etc/passwd) <script>x</script> [a](file:///b)");
        ReportDesk desk(std::move(project));
        QTRY_VERIFY(desk.page->draft().draft() != nullptr);
        const QTextDocument& sheet = *test::child<ReportPreview>(*desk.page).document();
        for (QTextBlock block = sheet.begin(); block.isValid(); block = block.next())
            for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
                const QTextCharFormat format = piece.fragment().charFormat();
                QVERIFY(!format.isImageFormat() || format.toImageFormat().name().startsWith(QLatin1String("figure-")));
                QVERIFY(!format.anchorHref().startsWith(QLatin1String("file:")));
            }
        QVERIFY(desk.previewText().contains(QStringLiteral("<script>")));
        QVERIFY(!test::child<ReportPreview>(*desk.page)
                     .loadResource(QTextDocument::ImageResource, QUrl(QStringLiteral("file:///etc/passwd")))
                     .isValid());
    }

    void archiveMatchesTheCommandLine()
    {
        const QTemporaryDir folder;
        const QString project = test::sourceFile(QStringLiteral("resources/examples/output-41.7.2.scalewright"));
        const QString ours = folder.filePath(QStringLiteral("mine")) + QStringLiteral(".tar.gz"),
                      cliArchive = folder.filePath(QStringLiteral("cli/mine.tar.gz"));
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("cli")));
        ReportDesk desk(test::example(QStringLiteral("output-41.7.2")));
        desk.page->handIn({.kind = HandInKind::Archive, .path = folder.filePath(QStringLiteral("mine"))});
        QVERIFY(!desk.page->unfinishedWorkText().isEmpty());
        QTRY_VERIFY(!desk.page->isWriting());
        QVERIFY(desk.page->unfinishedWorkText().isEmpty());
        QVERIFY(desk.button(QStringLiteral("Open folder")) != nullptr);
        QCOMPARE(cliStatus({QStringLiteral("report"), project, QStringLiteral("-o"), cliArchive}), 0);
        QCOMPARE(contentOf(ours), contentOf(cliArchive));
        QCOMPARE(cliStatus({QStringLiteral("reproduce"), ours}), 0);
    }

    void neverOverwrites_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("expectedStart");
        QTest::newRow("archive") << int(HandInKind::Archive) << "r.tar.gz" << QByteArray("\x1f\x8b");
        QTest::newRow("web page") << int(HandInKind::WebPage) << "r.html" << QByteArray("<!DOCTYPE html>");
        QTest::newRow("PDF") << int(HandInKind::Pdf) << "r.pdf" << QByteArray("%PDF");
        QTest::newRow("Markdown") << int(HandInKind::Markdown) << "r.md" << QByteArray("# ");
        QTest::newRow("LaTeX") << int(HandInKind::Latex) << "r.tex" << QByteArray("\\documentclass");
    }

    void neverOverwrites()
    {
        QFETCH(int, kind);
        QFETCH(QString, name);
        QFETCH(QByteArray, expectedStart);
        const QTemporaryDir folder;
        const QString path = folder.filePath(name);
        setContent(path, "mine");
        ReportDesk desk(test::output4141());
        desk.page->handIn({.kind = HandInKind(kind), .path = folder.filePath(QStringLiteral("r"))});
        QTRY_VERIFY_WITH_TIMEOUT(!desk.page->isWriting(), 60000);
        QCOMPARE(contentOf(path), QByteArray("mine"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{name});
        QPushButton* replace = desk.button(QStringLiteral("Replace it"));
        QVERIFY(replace && desk.button(QStringLiteral("Another name…")));
        QTest::mouseClick(replace, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.page->isWriting(), 60000);
        QVERIFY2(contentOf(path).startsWith(expectedStart), contentOf(path).left(40).constData());
        QVERIFY(!desk.button(QStringLiteral("Replace it")));
        // The figures referenced in the Markdown are in its folder.
        QCOMPARE(QDir(folder.path()).entryList({QStringLiteral("figure-*.svg")}).isEmpty(),
                 kind != int(HandInKind::Markdown));
    }

    void typedSuffixSelectsTheFormat()
    {
        QCOMPARE(handInKindOf(QStringLiteral("a.pdf"), HandInKind::Archive), HandInKind::Pdf);
        QCOMPARE(handInKindOf(QStringLiteral("a.tar.gz"), HandInKind::Pdf), HandInKind::Archive);
        QCOMPARE(handInKindOf(QStringLiteral("ResNet v1.0"), HandInKind::Latex), HandInKind::Latex);
        QCOMPARE(handInKindOf(QStringLiteral("a.pdf"), HandInKind::Folder), HandInKind::Folder);
        QCOMPARE(withEnding(QStringLiteral("ResNet v1.0"), HandInKind::Archive), QStringLiteral("ResNet v1.0.tar.gz"));
        QCOMPARE(withEnding(QStringLiteral("a.tgz"), HandInKind::Archive), QStringLiteral("a.tgz"));
    }

    void aFolder()
    {
        const QTemporaryDir folder;
        const QString to = folder.filePath(QStringLiteral("all"));
        ReportDesk desk(test::example(QStringLiteral("output-41.7.2")));
        desk.page->handIn({.kind = HandInKind::Folder, .path = to});
        QTRY_VERIFY(!desk.page->isWriting());
        QCOMPARE(cliStatus({QStringLiteral("reproduce"), to}), 0);
        desk.page->handIn({.kind = HandInKind::Folder, .path = folder.filePath(QStringLiteral("none/\n/x"))});
        QTRY_VERIFY(!desk.page->isWriting());
        setContent(to + QStringLiteral("/report.md"), "my own");
        desk.page->handIn({.kind = HandInKind::Folder, .path = to});
        QTRY_VERIFY(!desk.page->isWriting());
        QCOMPARE(contentOf(to + QStringLiteral("/report.md")), QByteArray("my own"));
        QVERIFY(desk.button(QStringLiteral("Replace them")) != nullptr);
    }

    void reportsAnUnwritableFolder()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("file"));
        setContent(file, "x");
        ReportDesk desk(test::output4141());
        desk.page->handIn({.kind = HandInKind::WebPage, .path = file + QStringLiteral("/r")});
        QTRY_VERIFY(!desk.page->isWriting());
        QVERIFY2(desk.page->outcomeText().contains(QStringLiteral("file")), qPrintable(desk.page->outcomeText()));
        QVERIFY(!desk.button(QStringLiteral("Open folder")));
        QCOMPARE(contentOf(file), QByteArray("x"));
    }

    void reportsMissingLatexForPdf()
    {
        Project project = test::example(QStringLiteral("output-41.7.2"));
        // The report is about the plan: 800 s/260 s on four workers.
        setReportText(project, "price", "Four workers are *fast enough*.");
        const Result<AnsweredReport> answered = makeAnsweredReport(project);
        QVERIFY(answered.has_value());
        const QByteArray pdf = QByteArray::fromStdString(reportPdfByQt(answered->report));
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pdfPages(pdf) >= 2);
        if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty())
            QSKIP("no pdftotext here");
        const QTemporaryDir folder;
        setContent(folder.filePath(QStringLiteral("r.pdf")), pdf);
        QProcess reader;
        reader.start(QStringLiteral("pdftotext"), {folder.filePath(QStringLiteral("r.pdf")), QStringLiteral("-")});
        QVERIFY(reader.waitForFinished());
        const QString text = QString::fromUtf8(reader.readAllStandardOutput()).simplified();
        QVERIFY(text.contains(QStringLiteral("Four workers are fast enough.")));
        QVERIFY(text.contains(QStringLiteral("4 workers give 3.08×, not 4×.")));
        QVERIFY(text.contains(QStringLiteral("Bibliography")));
    }

    void anotherDocumentReplacesEverything()
    {
        Document document;
        Project project = test::example(QStringLiteral("output-41.7.2"));
        setReportText(project, "introduction", "Nobody else shall read this.");
        document.restore(std::move(project), {}, {});
        MainWindow window(document, allPages());
        window.resize(1280, 720);
        window.show();
        QVERIFY(window.showPage(QStringLiteral("report")));
        const auto page = [&] { return static_cast<ReportPage*>(window.page(QStringLiteral("report"))); };
        QTRY_VERIFY(test::child<ReportPreview>(*page()).toPlainText().contains(QStringLiteral("Nobody else")));
        document.restore(test::output4141(), {}, {});
        QVERIFY(!test::child<ReportPreview>(*page()).toPlainText().contains(QStringLiteral("Nobody else")));
        QVERIFY(test::child<WordsEdit>(*page()).toPlainText().isEmpty() && page()->outcomeText().isEmpty());
        QTRY_VERIFY(page()->draft().draft() != nullptr);
        QVERIFY(!test::child<ReportPreview>(*page()).toPlainText().contains(QStringLiteral("Nobody else")));
        QVERIFY(test::child<ReportPreview>(*page()).toPlainText().contains(QStringLiteral("7.49")));
    }

    void computesNothingWhileHidden()
    {
        Document document;
        document.restore(test::output4141(), {}, {});
        ReportPage page(document);
        page.refreshIfStale();
        QVERIFY(page.draft().isSettled() && page.draft().draft() == nullptr);
    }

    void opensOnTheStory()
    {
        const QTemporaryDir folder;
        const auto saved = [&](const char* name, const Project& project) {
            const QString path = folder.filePath(QString::fromLatin1(name));
            setContent(path, QByteArray::fromStdString(writeProject(project)));
            return path;
        };
        const QString measured = saved("m.scalewright", test::example(QStringLiteral("output-41.7.2")));
        const QString minimalProject = saved("b.scalewright", test::output4141());
        Document document;
        MainWindow window(document, allPages());
        QCOMPARE(window.currentPageId(), QStringLiteral("predict"));
        window.openFile(minimalProject);
        QCOMPARE(window.currentPageId(), QStringLiteral("predict"));
        window.openFile(measured);
        QCOMPARE(window.currentPageId(), QStringLiteral("story"));
        QVERIFY(window.showPage(QStringLiteral("cost")));
        window.openFile(minimalProject);  // a document without an answer reopens on the page where it was left
        QCOMPARE(window.currentPageId(), QStringLiteral("predict"));
        QVERIFY(window.showPage(QStringLiteral("cost")));
        window.openFile(measured);
        QCOMPARE(window.currentPageId(), QStringLiteral("story"));
        window.openFile(minimalProject);
        QCOMPARE(window.currentPageId(), QStringLiteral("cost"));
    }
};

SCALEWRIGHT_TEST(tst_report_page)
#include "tst_report_page.moc"

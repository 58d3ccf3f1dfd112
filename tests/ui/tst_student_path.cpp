// SPDX-License-Identifier: GPL-3.0-or-later
// A student's own project, from a blank window to a plan: "ResNet-50, batch 64, 0.42 s a step, 16 GB card, 100 Gbit/s,
// $2.50". Once by keyboard alone and once by mouse and typing, in the real window with all pages; the visible content
// is checked at every stage.
//
// Expected: 25.6e6 parameters x 4 bytes = 102.4 MB per step; 100 Gbit/s = 12.5 GB/s, so beta = 8.192 ms; alpha is
// assumed to be 10 us. T(p) = 0.42/p + 1e-5 (p-1) + 2 beta (p-1)/p falls until p^2 = (0.42 - 2 beta)/1e-5, p = 201,
// above the batch of 64 examples: p* is 64, with T(64) = 6.5625 + 0.63 + 16.128 = 23.3205 ms and S(64) = 18.01.
#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

#include <cmath>
#include <memory>

#include "app/window/pages.h"
#include "core/decision/analysis/analysis.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/controls/missing_line.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/strip.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

struct Student {
    QTemporaryDir folder;
    Document document;
    std::unique_ptr<MainWindow> window;

    Student()
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        document.edit(QStringLiteral("an example"), test::output4141());
        Result<void> saved =
            document.saveAs(folder.filePath(QStringLiteral("before.scalewright")));  // so that New does not have to ask
        window = std::make_unique<MainWindow>(document, allPages());
        window->resize(1280, 720);
        window->show();
        window->activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(window.get());
    }

    [[nodiscard]] Page& page() const { return *window->page(window->currentPageId()); }
    [[nodiscard]] static QWidget* focus() { return QApplication::focusWidget(); }
    void key(int key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(focus() ? focus() : window.get(), static_cast<Qt::Key>(key), modifiers);
        QCoreApplication::processEvents();
    }
    /// Presses only Tab until the field with that name has the focus; the field must then be visible.
    void tabTo(const QString& name) const
    {
        for (int i = 0; i < 150; ++i) {
            key(Qt::Key_Tab);
            if (focus() && focus()->accessibleName() == name) {
                QTRY_VERIFY2(!focus()->visibleRegion().isEmpty(), qPrintable(name));
                return;
            }
        }
        QFAIL(qPrintable(QStringLiteral("Tab does not come to '%1'").arg(name)));
    }
    void type(const QString& text) const
    {
        auto* field = qobject_cast<QLineEdit*>(focus());
        QVERIFY(field);
        field->selectAll();
        key(Qt::Key_Delete);
        field->insert(text);  // keyClicks cannot type €
        Q_EMIT field->textEdited(field->text());
        key(Qt::Key_Return);
    }
    /// The note below the focused field.
    [[nodiscard]] static QString note()
    {
        QStringList texts;
        for (const QLabel* label : focus()->parentWidget()->findChildren<QLabel*>())
            if (label->isVisible())
                texts << label->text();
        return texts.join(QLatin1Char('|')).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    }
    /// The names of the missing inputs that the page lists, as displayed.
    [[nodiscard]] QStringList missing() const
    {
        QStringList lines;
        for (const MissingFieldsLine* line : page().findChildren<MissingFieldsLine*>())
            if (line->isVisible())
                lines << line->accessibleName();
        return lines;
    }
    /// Clicks the link with that name in the page's list of missing inputs, where it is drawn.
    void pressLink(const QString& name) const
    {
        for (MissingFieldsLine* line : page().findChildren<MissingFieldsLine*>()) {
            if (!line->isVisible())
                continue;
            QTextDocument laid;
            laid.setDefaultFont(line->font());
            laid.setDocumentMargin(0);
            laid.setHtml(line->text());
            laid.setTextWidth(line->contentsRect().width());
            for (int y = 2; y < line->contentsRect().height(); y += 4)
                for (int x = 2; x < line->contentsRect().width(); x += 4) {
                    const int at = laid.documentLayout()->hitTest(QPointF(x, y), Qt::ExactHit);
                    if (at < 0)
                        continue;
                    QTextCursor cursor(&laid);
                    cursor.setPosition(at);
                    cursor.movePosition(QTextCursor::NextCharacter);
                    if (!cursor.charFormat().isAnchor())
                        continue;
                    const QString href = cursor.charFormat().anchorHref();
                    for (const QTextBlock& block : {laid.firstBlock()})
                        for (auto part = block.begin(); !part.atEnd(); ++part)
                            if (part.fragment().charFormat().anchorHref() == href && part.fragment().text() == name) {
                                QTest::mouseClick(line, Qt::LeftButton, {},
                                                  line->contentsRect().topLeft() + QPoint(x, y));
                                QCoreApplication::processEvents();
                                return;
                            }
                }
        }
        QFAIL(qPrintable(QStringLiteral("no line has the link '%1': %2").arg(name, missing().join(QLatin1Char('|')))));
    }
    [[nodiscard]] QString stripSentence() const { return window->statusStrip().sentence(); }

    void checkFinalPlan() const
    {
        const Analysis& analysis = document.analysis();
        QVERIFY(analysis.prediction);
        QCOMPARE(analysis.prediction->landmarks.pStar, 64);
        QVERIFY(std::abs(analysis.pStarRow.speedup - 0.42 / (0.42 / 64 + 1e-5 * 63 + 2 * 0.008192 * 63 / 64)) < 1e-9);
        QVERIFY2(
            stripSentence().contains(QStringLiteral("p* 64 (18")) && stripSentence().contains(QStringLiteral("plan p")),
            qPrintable(stripSentence()));
    }
};

}  // namespace

class tst_student_path : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { qputenv("SCALEWRIGHT_RESOURCES", test::sourceFile(QStringLiteral("resources")).toUtf8()); }
    void cleanupTestCase() { qunsetenv("SCALEWRIGHT_RESOURCES"); }

    void completesThePlanByKeyboard()
    {
        Student s;
        s.key(Qt::Key_N, Qt::ControlModifier);
        QCOMPARE(s.window->currentPageId(), QStringLiteral("baseline"));
        QVERIFY2(s.stripSentence().contains(QStringLiteral("no prediction yet: it needs T_comp")),
                 qPrintable(s.stripSentence()));
        QCOMPARE(s.missing().size(), 2);
        QVERIFY2(s.missing()[1].startsWith(QStringLiteral(
                     "To predict how it scales, give: T_comp, one machine (measure it), message of a step")),
                 qPrintable(s.missing()[1]));

        // The list of missing inputs is the first tab stop; Enter opens the first one, in the order of the method.
        s.key(Qt::Key_Tab);
        auto* line = qobject_cast<MissingFieldsLine*>(Student::focus());
        QVERIFY(line);
        QVERIFY(line->accessibleName().startsWith(QStringLiteral("To name the ceiling, give: working set")));
        s.tabTo(s.missing()[1]);
        s.key(Qt::Key_Return);
        QCOMPARE(Student::focus()->accessibleName(), QStringLiteral("T_comp, one machine"));
        s.type(QStringLiteral("0.42 s a step"));
        QCOMPARE(s.document.project().baseline.tCompS->value, 0.42);
        QVERIFY2(Student::note().contains(QStringLiteral("0.42 s a step = 0.42 s")), qPrintable(Student::note()));
        QVERIFY(!s.missing()[1].contains(QStringLiteral("T_comp")));

        s.tabTo(QStringLiteral("batch"));
        s.type(QStringLiteral("64"));
        QCOMPARE(s.document.project().baseline.batch->value, 64.0);
        s.tabTo(QStringLiteral("message of a step"));
        s.type(QStringLiteral("25.6M params fp32"));
        QCOMPARE(s.document.project().design.communication.messageBytes->value, 102.4e6);
        QVERIFY2(Student::note().contains(QStringLiteral("25.6M params fp32 = 102.4 MB")), qPrintable(Student::note()));
        s.tabTo(QStringLiteral("inputs"));  // the tabs: from Program past Model to Target
        s.key(Qt::Key_Right);
        s.key(Qt::Key_Right);
        s.tabTo(QStringLiteral("link bandwidth"));
        s.type(QStringLiteral("100 Gbit/s"));
        QVERIFY2(Student::note().contains(QStringLiteral("100 Gbit/s = 12.5 GB/s")), qPrintable(Student::note()));
        s.tabTo(QStringLiteral("memory of a worker"));
        s.type(QStringLiteral("16 GB"));
        s.tabTo(QStringLiteral("price per node-hour"));
        s.type(QStringLiteral("$2.50"));
        QCOMPARE(s.document.project().target.priceUsdPerHour->value, 2.5);
        QVERIFY2(s.missing()[1].contains(QStringLiteral("alpha, latency per hop")), qPrintable(s.missing()[1]));

        // The student's data has no alpha: assume a value and check that it is marked.
        s.tabTo(s.missing()[1]);
        line = qobject_cast<MissingFieldsLine*>(Student::focus());
        QVERIFY(line);
        for (int i = 0; i < 4 && !line->selectedText().startsWith(QStringLiteral("assume")); ++i)
            s.key(Qt::Key_Tab);  // from link to link
        QCOMPARE(line->selectedText(), QStringLiteral("assume 10.0\u00A0µs"));
        s.key(Qt::Key_Return);
        QVERIFY(s.document.project().target.alphaS);
        QCOMPARE(s.document.project().target.alphaS->provenance.origin, Origin::Assumed);
        QCOMPARE(s.missing().size(), 1);
        s.checkFinalPlan();

        s.key(Qt::Key_5, Qt::ControlModifier);
        QCOMPARE(s.window->currentPageId(), QStringLiteral("predict"));
        QCOMPARE(s.missing(), QStringList());
        s.checkFinalPlan();

        // The text is stored as typed, and read back.
        const QString path = s.folder.filePath(QStringLiteral("own.scalewright"));
        QVERIFY(s.document.saveAs(path));
        const Result<Project> reread = readProject(path.toStdString());
        QVERIFY(reread);
        QVERIFY(*reread == s.document.project());
        QCOMPARE(reread->target.bandwidthBytesPerS->asTyped, std::string("100 Gbit/s"));
    }

    // From one missing input to the next with the key named in the line, then to the report: freeze, a measured ladder,
    // its lost speedup, and every figure in a folder. Lost folds by hand: T(8) = 52.5 + 29 + 8 ms = 89.5 ms, so S =
    // 0.42/0.0895 = 4.69 and 3.31 folds are lost: 29/89.5 x 8 = 2.59 to communication and 0.72 to waiting.
    void goesFromFieldToFieldToTheReport()
    {
        Student s;
        s.key(Qt::Key_N, Qt::ControlModifier);
        s.tabTo(s.missing()[1]);
        const auto* line = qobject_cast<MissingFieldsLine*>(Student::focus());
        QVERIFY(line && line->text().contains(QStringLiteral("Ctrl+Return")));
        const auto next = [&](const QString& field) {
            s.key(Qt::Key_Return, Qt::ControlModifier);
            QCOMPARE(Student::focus()->accessibleName(), field);
            QTRY_VERIFY(!Student::focus()->visibleRegion().isEmpty());
        };
        s.key(Qt::Key_Return);
        QCOMPARE(Student::focus()->accessibleName(), QStringLiteral("T_comp, one machine"));
        QTest::keyClicks(Student::focus(), QStringLiteral("0.42 s"));  // not committed; the key does that
        next(QStringLiteral("message of a step"));
        QCOMPARE(s.document.project().baseline.tCompS->value, 0.42);
        s.type(QStringLiteral("25.6M params fp32"));
        next(QStringLiteral("link bandwidth"));
        next(QStringLiteral("alpha, latency per hop"));  // the bandwidth was left empty for now
        s.type(QStringLiteral("10 us"));
        next(QStringLiteral("link bandwidth"));
        s.type(QStringLiteral("100 Gbit/s"));
        QVERIFY(s.window->showField(QStringLiteral("/baseline/batch")));
        s.type(QStringLiteral("64"));
        s.checkFinalPlan();

        const auto press = [&](const QString& word) {
            for (int i = 0; i < 150; ++i) {
                const auto* button = qobject_cast<const QPushButton*>(Student::focus());
                if (button && button->text() == word) {
                    s.key(Qt::Key_Space);
                    return;
                }
                s.key(Qt::Key_Tab);
            }
            QFAIL(qPrintable(QStringLiteral("Tab does not come to '%1'").arg(word)));
        };
        s.key(Qt::Key_5, Qt::ControlModifier);
        QCOMPARE(s.window->currentPageId(), QStringLiteral("predict"));
        press(QStringLiteral("Freeze prediction"));
        QCOMPARE(s.document.project().ledger.size(), std::size_t(1));

        QGuiApplication::clipboard()->setText(QStringLiteral(
            "p\tcomp [ms]\tcomm [ms]\tidle [ms]\n1\t420\t0\t0\n2\t210\t16.5\t4\n4\t105\t25\t6\n8\t52.5\t29\t8\n"));
        s.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(s.window->currentPageId(), QStringLiteral("measure"));
        press(QStringLiteral("Add this ladder"));
        const Analysis& analysis = s.document.analysis();
        QVERIFY(analysis.ladder && analysis.ladder->attribution);
        QCOMPARE(analysis.ladder->attribution->mainCause, Cause::CommunicationWall);
        QStringList seen;
        for (const QLabel* label : s.page().findChildren<QLabel*>())
            if (label->isVisible())
                seen << label->text().replace(QChar(QChar::Nbsp), QLatin1Char(' '));
        const QString visibleText = seen.join(QLatin1Char('|'));
        QVERIFY2(visibleText.contains(QStringLiteral("Limited by the communication wall.")), qPrintable(visibleText));

        s.key(Qt::Key_E, Qt::ControlModifier);
        auto* dialog = s.window->findChild<QFileDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        auto* name = dialog->findChild<QLineEdit*>();
        QVERIFY(name);
        const QString folder = s.folder.filePath(QStringLiteral("report"));
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, folder);
        auto* choose = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
        QVERIFY(choose && choose->isEnabled());  // a folder that does not exist yet is created
        QTest::mouseClick(choose, Qt::LeftButton);
        QTRY_VERIFY(s.window->notice().isVisible());
        // Excludes SHA256SUMS, which is for the next export.
        const auto files = QDir(folder).entryList(QDir::Files).size() - 1;
        QVERIFY2(s.window->notice().title().startsWith(QStringLiteral("%1 files written to ").arg(files)),
                 qPrintable(QStringLiteral("%1: %2").arg(files).arg(s.window->notice().title())));
        for (const char* file : {"index.html", "verdict.txt", "predict-speedup.svg", "predict-speedup.pgfplots.tex",
                                 "measure-speedup.pdf"})
            QVERIFY2(QFileInfo(folder + QLatin1Char('/') + QLatin1String(file)).size() > 0,
                     qPrintable(QDir(folder).entryList().join(QLatin1Char(' '))));
    }

    void completesThePlanByMouse()
    {
        Student s;
        s.window->action(QStringLiteral("new"))->trigger();
        QCOMPARE(s.window->currentPageId(), QStringLiteral("baseline"));
        const auto enter = [&](const QString& link, const QString& text, const QString& field = {}) {
            s.pressLink(link);
            QVERIFY(Student::focus());
            QCOMPARE(Student::focus()->accessibleName(), field.isEmpty() ? link : field);
            QTRY_VERIFY2(!Student::focus()->visibleRegion().isEmpty(), qPrintable(link));
            s.type(text);
        };
        enter(QStringLiteral("memory"), QStringLiteral("16 GB"));
        enter(QStringLiteral("T_comp, one machine"), QStringLiteral("0,42 s"));
        QCOMPARE(s.document.project().baseline.tCompS->value, 0.42);
        enter(QStringLiteral("message of a step"), QStringLiteral("25,6M params fp32"));
        enter(QStringLiteral("link bandwidth"), QStringLiteral("100 Gbit/s"));
        s.pressLink(QStringLiteral("assume 10.0 µs"));
        QVERIFY(s.document.analysis().model);
        QCOMPARE(s.missing().size(), 1);
        QVERIFY(s.window->showField(QStringLiteral("/baseline/batch")));
        s.type(QStringLiteral("64 images"));
        s.checkFinalPlan();

        // The order of the tests: if the model does not fit, that is the verdict, and no more inputs are requested.
        enter(QStringLiteral("working set"), QStringLiteral("7B params at 16 bytes each"));
        QVERIFY2(s.stripSentence().contains(QStringLiteral("memory")), qPrintable(s.stripSentence()));
        QCOMPARE(s.missing(), QStringList());
    }

    // From every page, Enter on its line opens the missing field, on whichever page it is.
    void everyPageLinksToItsMissingInputs_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("field");
        QTest::newRow("diagnose") << QStringLiteral("diagnose") << QStringLiteral("To name the ceiling, give: ")
                                  << QStringLiteral("working set");
        QTest::newRow("design") << QStringLiteral("design") << QStringLiteral("To predict how it scales, give: ")
                                << QStringLiteral("T_comp, one machine");
        QTest::newRow("slots") << QStringLiteral("design") << QStringLiteral("To fill the design, choose: ")
                               << QStringLiteral("Split data");
        QTest::newRow("predict") << QStringLiteral("predict") << QStringLiteral("To predict how it scales, give: ")
                                 << QStringLiteral("T_comp, one machine");
        QTest::newRow("tools, sizes") << QStringLiteral("tools") << QStringLiteral("To size it, give: ")
                                      << QStringLiteral("parameters");
        QTest::newRow("tools, launch") << QStringLiteral("tools") << QStringLiteral("To launch it, give: ")
                                       << QStringLiteral("T_comp, one machine");
        QTest::newRow("measure") << QStringLiteral("measure") << QStringLiteral("To say where the speedup went, give: ")
                                 << QStringLiteral("Paste a table");
        QTest::newRow("cost") << QStringLiteral("cost") << QStringLiteral("To tell which p is worth its money, give: ")
                              << QStringLiteral("T_comp, one machine");
    }
    void everyPageLinksToItsMissingInputs()
    {
        QFETCH(QString, page);
        QFETCH(QString, line);
        QFETCH(QString, field);
        Student s;
        s.key(Qt::Key_N, Qt::ControlModifier);
        QVERIFY(s.window->showPage(page));
        const QStringList missingLines = s.missing();
        const auto found = std::find_if(missingLines.begin(), missingLines.end(),
                                        [&](const QString& each) { return each.startsWith(line); });
        QVERIFY2(found != missingLines.end(), qPrintable(missingLines.join(QLatin1Char('|'))));
        s.tabTo(*found);
        s.key(Qt::Key_Return);
        const auto* button = qobject_cast<const QPushButton*>(Student::focus());
        const QString name = button && Student::focus()->accessibleName().isEmpty()
                                 ? button->text()
                                 : Student::focus()->accessibleName();
        QVERIFY2(name.startsWith(field), qPrintable(name));
    }

    // A prediction is frozen before anything is measured, and only once as long as it does not change.
    void freezesBeforeTheLadder()
    {
        Student s;
        QVERIFY(s.window->showPage(QStringLiteral("predict")));
        const auto word = [&] {
            for (auto* each : s.page().findChildren<QPushButton*>())
                if (each->text().startsWith(QStringLiteral("Freeze prediction")) ||
                    each->text().startsWith(QStringLiteral("Frozen on")))
                    return each;
            return static_cast<QPushButton*>(nullptr);
        };
        QVERIFY(word() && word()->isEnabled());
        QTest::mouseClick(word(), Qt::LeftButton);
        QCOMPARE(s.document.project().ledger.size(), std::size_t(1));
        QCOMPARE(s.document.project().ledger[0].target.alphaS->value, s.document.project().target.alphaS->value);
        QVERIFY2(!word()->isEnabled() && word()->text().startsWith(QStringLiteral("Frozen on 2")),
                 qPrintable(word()->text()));
        Project after = s.document.project();
        after.target.alphaS = typed(1e-6);
        s.document.edit(QStringLiteral("alpha"), std::move(after));
        QVERIFY(word()->isEnabled());
    }

    // A table from a spreadsheet, pasted where no ladder is visible: decimal commas, repeats, no p = 1, headings in an
    // unknown language. It is shown with questions before it is imported, using only the keyboard.
    void aTablePastedAnywhere()
    {
        Student s;
        QVERIFY(s.window->showPage(QStringLiteral("baseline")));
        s.page().setFocus();
        QGuiApplication::clipboard()->setText(QStringLiteral("hello"));
        s.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(s.window->currentPageId(), QStringLiteral("baseline"));
        QGuiApplication::clipboard()->setText(
            QStringLiteral("Noder\tTid\n2\t0,2310\n2\t0,2295\n4\t0,1284\n4\t0,1301\n8\t0,0772\n"));
        QVERIFY(s.window->showField(QStringLiteral("/baseline/batch")));
        s.key(Qt::Key_V, Qt::ControlModifier);  // in a field, Ctrl+V pastes it as text
        QCOMPARE(s.window->currentPageId(), QStringLiteral("baseline"));
        s.key(Qt::Key_Escape);
        s.page().setFocus();
        s.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(s.window->currentPageId(), QStringLiteral("measure"));
        QVERIFY(s.document.project().measurements.ladders.empty());
        QCOMPARE(Student::focus()->accessibleName(), QStringLiteral("column Noder is"));
        s.key(Qt::Key_Down);  // p
        s.key(Qt::Key_Tab);
        QCOMPARE(Student::focus()->accessibleName(), QStringLiteral("column Tid is"));
        s.key(Qt::Key_Down);
        s.key(Qt::Key_Down);  // time
        QPushButton* useButton = nullptr;
        for (int i = 0; i < 5 && !useButton; ++i) {
            s.key(Qt::Key_Tab);
            auto* button = qobject_cast<QPushButton*>(Student::focus());
            useButton = button && button->text() == QStringLiteral("Add this ladder") ? button : nullptr;
        }
        QVERIFY(useButton);
        s.key(Qt::Key_Space);
        QCOMPARE(s.document.project().measurements.ladders.size(), std::size_t(1));
        QCOMPARE(s.document.project().measurements.ladders[0].points.size(), std::size_t(5));
        QCOMPARE(s.document.project().measurements.ladders[0].points[1].timeS, std::optional(0.2295));

        // German headings are recognised, so one key imports the table.
        QGuiApplication::clipboard()->setText(QStringLiteral("Knoten\tLaufzeit [s]\n2\t0,2310\n4\t0,1284\n"));
        s.page().setFocus();
        s.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(qobject_cast<QPushButton*>(Student::focus())->text(), QStringLiteral("Add this ladder"));
        s.key(Qt::Key_Space);
        QCOMPARE(s.document.project().measurements.ladders.size(), std::size_t(2));
        QCOMPARE(s.document.project().measurements.ladders[1].points[0].timeS, std::optional(0.231));
    }

    // A field can be emptied; an impossible value is rejected and an unusual one gets a warning where it is typed.
    void rejectsWrongEntries()
    {
        Student s;
        s.key(Qt::Key_N, Qt::ControlModifier);
        QVERIFY(s.window->showField(QStringLiteral("/target/price_usd_per_hour")));
        s.type(QStringLiteral("1e40"));  // no hour costs that
        QVERIFY(!s.document.project().target.priceUsdPerHour);
        QVERIFY2(Student::note().contains(QStringLiteral("expected at most $1000000000/h")),
                 qPrintable(Student::note()));
        s.type(QStringLiteral("$5000000"));  // perhaps the price of the whole machine, so a warning is shown
        QCOMPARE(s.document.project().target.priceUsdPerHour->value, 5e6);
        QVERIFY2(Student::note().contains(QStringLiteral("Far beyond what is usual")), qPrintable(Student::note()));
        s.type(QString());
        QVERIFY(!s.document.project().target.priceUsdPerHour);
        s.type(QStringLiteral("1,000"));
        QVERIFY2(Student::note().contains(QStringLiteral("may be 1000 or 1.0")), qPrintable(Student::note()));
        s.type(QStringLiteral("-3"));
        QVERIFY(!s.document.project().target.priceUsdPerHour);
        QVERIFY2(Student::note().contains(QStringLiteral("negative")), qPrintable(Student::note()));
        s.type(QStringLiteral("2,50 €"));
        QCOMPARE(s.document.project().target.priceUsdPerHour->value, 2.5);
    }
};

SCALEWRIGHT_TEST(tst_student_path)
#include "tst_student_path.moc"

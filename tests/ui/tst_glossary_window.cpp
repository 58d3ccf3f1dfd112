// What a word means, where it is asked: by F1 in a field, by the pointer over a label, a heading, a word of a sentence,
// by another name in Ctrl+K. Expected: the glossary's own entries, by the id that the field or the word stands for.
#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QListView>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

#include <memory>

#include "app/window/pages.h"
#include "core/project/document/project_fields.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/figure/chart.h"
#include "ui/figure/scene.h"
#include "ui/glossary/glossary_text.h"
#include "ui/glossary/help_card.h"
#include "ui/glossary/term_at.h"
#include "ui/quantity/field_specs.h"
#include "ui/shell/main_window.h"
#include "ui/shell/palette.h"
#include "ui/theme/widgets.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

struct GlossaryWindow {
    QTemporaryDir folder;
    Document document;
    std::unique_ptr<MainWindow> window;
    HelpCard* help = nullptr;

    GlossaryWindow()
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        Project project = test::output4141();
        project.baseline.steps.push_back({.name = "step"});
        document.edit(QStringLiteral("start"), project);
        window = std::make_unique<MainWindow>(document, allPages());
        window->resize(1400, 900);
        window->show();
        window->activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(window.get());
        help = window->findChild<HelpCard*>();
    }
    ~GlossaryWindow() { QToolTip::hideText(); }
};

QString hover(QWidget* widget, QPoint at)
{
    QToolTip::hideText();
    QHelpEvent event(QEvent::ToolTip, at, widget->mapToGlobal(at));
    QApplication::sendEvent(widget, &event);
    return QToolTip::text();
}

}  // namespace

class tst_glossary_window : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLabelIsAWord()
    {
        for (const FieldInfo* field : allFields()) {
            const Term* term = termShownAs(fieldLabel(*field));
            QVERIFY2(term && term == glossary().ofField(field->pointer), field->pointer);
        }
    }

    void f1ExplainsTheField()
    {
        GlossaryWindow w;
        QVERIFY(w.window->showField(QStringLiteral("/target/alpha_s")));
        auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(field);
        QTest::keyClicks(field, QStringLiteral("8"));  // half typed
        const QString typed = field->text();
        QTest::keyClick(field, Qt::Key_F1);
        QVERIFY(w.help->isVisible());
        QVERIFY(w.help->text().contains(QStringLiteral("What every message costs whatever its size")));
        QVERIFY(w.help->text().contains(QStringLiteral("alpha + n/B")) &&
                w.help->text().contains(QStringLiteral("41.4")));
        QVERIFY(w.window->rect().contains(w.help->geometry()));
        QVERIFY(field->hasFocus());
        QCOMPARE(field->text(), typed);
        QTest::keyClick(field, Qt::Key_Escape);  // puts it away and does nothing else
        QVERIFY(!w.help->isVisible());
        QCOMPARE(field->text(), typed);
        QTest::keyClick(field, Qt::Key_F1);
        QTest::keyClicks(field, QStringLiteral("0"));
        QVERIFY(!w.help->isVisible());
        QCOMPARE(field->text(), typed + QLatin1Char('0'));
    }

    // Every quantity that a page edits, in its field and on its slider.
    void everyFieldIsExplained()
    {
        GlossaryWindow w;
        int explainedFields = 0;
        for (const FieldInfo* field : allFields()) {
            const QString pointer = QString::fromLatin1(field->pointer).replace(QLatin1Char('*'), QLatin1Char('0'));
            if (pointer.contains(QStringLiteral("/further/")) ||
                !w.window->showField(pointer))  // those are a file's own
                continue;
            const Term* term = termOf(QApplication::focusWidget());
            QVERIFY2(term == glossary().ofField(field->pointer), field->pointer);
            ++explainedFields;
        }
        QVERIFY(explainedFields > 70);
    }

    void escapeDoesNotLeaveALecture()
    {
        GlossaryWindow w;
        w.window->setLecture(true);
        QVERIFY(w.window->showField(QStringLiteral("/target/alpha_s")));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
        QVERIFY(w.help->isVisible());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!w.help->isVisible() && w.window->isLecture());
        w.window->setLecture(false);
    }

    void thePointerExplainsALabel()
    {
        GlossaryWindow w;
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        Text* label = nullptr;
        for (Text* each : w.window->page(QStringLiteral("predict"))->findChildren<Text*>())
            if (each->isVisible() && each->text() == QStringLiteral("alpha, latency per hop"))
                label = each;
        QVERIFY(label);
        QVERIFY(hover(label, label->rect().center()).contains(QStringLiteral("What every message costs")));
    }

    void thePointerExplainsAHeading()
    {
        GlossaryWindow w;
        QVERIFY(w.window->showPage(QStringLiteral("baseline")));
        QHeaderView* header = nullptr;
        for (QTableView* table : w.window->page(QStringLiteral("baseline"))->findChildren<QTableView*>())
            if (table->isVisible())
                header = table->horizontalHeader();
        QVERIFY(header);
        int found = 0;
        for (int section = 0; section < header->count(); ++section) {
            const QPoint at(header->sectionViewportPosition(section) + 3, header->height() / 2);
            const QString pointer = header->model()->headerData(section, Qt::Horizontal, quantityRole).toString();
            const Term* term = glossary().ofField(pointer.toStdString());
            if (!pointer.isEmpty()) {
                const QString shown = hover(header->viewport(), at);
                QVERIFY(term);
                QVERIFY2(shown.contains(QString::fromStdString(term->sentence).toHtmlEscaped()), qPrintable(shown));
                ++found;
            }
        }
        QVERIFY2(found >= 4, "step time, reading, FLOP and bytes moved are headings");
    }

    void thePointerExplainsAWordOfASentence()
    {
        Text text(QStringLiteral("Past the knee every straggler costs the others"), TextStyle::Body);
        text.resize(text.sizeHint());
        text.show();
        const QFontMetrics metrics(text.font());
        const auto over = [&](const QString& before) {
            return QPoint(metrics.horizontalAdvance(before) + 3, text.height() / 2);
        };
        const Term* knee = termAt(&text, over(QStringLiteral("Past the ")));
        QVERIFY(knee);
        QCOMPARE(knee->id, std::string("knee"));
        const Term* straggler = termAt(&text, over(QStringLiteral("Past the knee every ")));
        QVERIFY(straggler);
        QCOMPARE(straggler->id, std::string("straggler"));
        QVERIFY(!termAt(&text, over(QStringLiteral("P"))));
        QVERIFY(!termAt(&text, QPoint(text.width() + 40, 2)));
    }

    // Landmarks are drawn, not widgets; what is drawn beside them is explained no less.
    void thePointerExplainsALandmark()
    {
        GlossaryWindow w;
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        QCoreApplication::processEvents();
        const auto over = [&](const QString& begins) {
            for (Chart* chart : w.window->page(QStringLiteral("predict"))->findChildren<Chart*>())
                for (const SceneLabel& label : chart->isVisible() ? chart->scene().labels : std::vector<SceneLabel>())
                    if (label.text.startsWith(begins))
                        return hover(chart, label.rect.center().toPoint());
            return QString();
        };
        for (const auto& [begins, id] : {std::pair{"p* ", "p-star"},
                                         {"knee ", "knee"},
                                         {"R = 1", "ratio-r"},
                                         {"plan p", "plan-p"},
                                         {"ideal", "ideal"}}) {
            const Term* term = glossary().find(id);
            QVERIFY2(term, id);
            QVERIFY2(over(QLatin1String(begins)).contains(QString::fromStdString(term->sentence).toHtmlEscaped()),
                     begins);
        }
    }

    void anotherNameFindsIt_data()
    {
        QTest::addColumn<QString>("title");
        QTest::newRow("gradient") << QStringLiteral("message of a step");
        QTest::newRow("batch") << QStringLiteral("batch");
        QTest::newRow("goal") << QStringLiteral("deadline");
        QTest::newRow("help") << QStringLiteral("Help: keys");
        QTest::newRow("nvlink") << QStringLiteral("link bandwidth");
        QTest::newRow("deadline") << QStringLiteral("deadline");
        QTest::newRow("latency") << QStringLiteral("alpha, latency per hop");
        QTest::newRow("cooling") << QStringLiteral("PUE");
        QTest::newRow("variant") << QStringLiteral("Add a variant");
        QTest::newRow("type size") << QStringLiteral("Larger type");
        QTest::newRow("bigger text") << QStringLiteral("Larger type");
        QTest::newRow("energy") << QStringLiteral("Energy and carbon of a run");
        QTest::newRow("lecture") << QStringLiteral("Lecture: full screen, large type");
        QTest::newRow("forecast") << QStringLiteral("Show Speedup S(p) large");
        QTest::newRow("faster") << QStringLiteral("deadline");
        QTest::newRow("no communication") << QStringLiteral("No communication: a message of 0 B");
        QTest::newRow("plan p") << QStringLiteral("plan p");
        QTest::newRow("knee") << QStringLiteral("knee");
        QTest::newRow("lost folds") << QStringLiteral("lost folds");
        QTest::newRow("MFU") << QStringLiteral("MFU, model FLOP/s utilisation");
    }
    void anotherNameFindsIt()
    {
        QFETCH(QString, title);
        GlossaryWindow w;
        w.window->openPalette();
        auto* field = w.window->palette().findChild<QLineEdit*>(QStringLiteral("palette-field"));
        field->setText(QString::fromLatin1(QTest::currentDataTag()));
        const QAbstractItemModel& found =
            *w.window->palette().findChild<QListView*>(QStringLiteral("palette-list"))->model();
        QStringList titles;
        for (int row = 0; row < found.rowCount(); ++row)
            titles << found.index(row, 0).data().toString();
        const bool there = std::any_of(titles.begin(), titles.end(), [&](const QString& each) {
            return each == title || each.endsWith(QStringLiteral(": ") + title);
        });
        QVERIFY2(there, qPrintable(titles.join(QStringLiteral(" | "))));
        w.window->palette().close();
    }

    // A word that is no quantity, page or action is explained; it stands behind those.
    void aWordIsExplained()
    {
        GlossaryWindow w;
        w.window->openPalette();
        auto* field = w.window->palette().findChild<QLineEdit*>(QStringLiteral("palette-field"));
        field->setText(QStringLiteral("lost folds"));
        QTest::keyClick(field, Qt::Key_Return);
        const auto* help = w.window->findChild<HelpCard*>();
        QVERIFY(help && help->isVisible());
        QVERIFY2(help->text().contains(QString::fromStdString(glossary().find("lost-folds")->sentence)),
                 qPrintable(help->text()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(help->isHidden());
        w.window->openPalette();
        field->setText(QStringLiteral("batch"));
        const QAbstractItemModel& found =
            *w.window->palette().findChild<QListView*>(QStringLiteral("palette-list"))->model();
        QVERIFY2(!found.index(0, 0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral(", word")),
                 qPrintable(found.index(0, 0).data(Qt::AccessibleTextRole).toString()));
        w.window->palette().close();
    }

    // A page goes first for its own word, and nothing stands twice.
    void thePaletteSaysEachOnce()
    {
        GlossaryWindow w;
        w.window->openPalette();
        auto* field = w.window->palette().findChild<QLineEdit*>(QStringLiteral("palette-field"));
        const QAbstractItemModel& found =
            *w.window->palette().findChild<QListView*>(QStringLiteral("palette-list"))->model();
        field->setText(QStringLiteral("cost"));
        QVERIFY2(found.index(0, 0).data(Qt::AccessibleTextRole).toString().startsWith(QStringLiteral("Cost, page")),
                 qPrintable(found.index(0, 0).data().toString()));
        field->clear();
        QHash<QString, int> titles;
        for (int row = 0; row < found.rowCount(); ++row)
            ++titles[found.index(row, 0).data().toString()];
        QVERIFY(titles.size() > 50);
        for (auto each = titles.cbegin(); each != titles.cend(); ++each)
            QVERIFY2(each.value() == 1, qPrintable(each.key()));
        w.window->palette().close();
    }

    // What the list of keys says is what the keys do: each action's own text beside its own shortcut.
    void theListOfKeys()
    {
        GlossaryWindow w;
        w.window->action(QStringLiteral("keys"))->trigger();
        QVERIFY(w.help->isVisible());
        const QString text = w.help->text();
        for (const QAction* action : w.window->actions())
            if (!action->text().isEmpty() && !action->shortcut().isEmpty())
                QVERIFY2(text.contains(action->text().toHtmlEscaped()) &&
                             text.contains(action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped()),
                         qPrintable(action->text()));
        for (const QString& key : {QStringLiteral("Ctrl+1"), QStringLiteral("Alt+1"), QStringLiteral("Alt+6"),
                                   QStringLiteral("F10"), QStringLiteral("F1"), QStringLiteral("F11")})
            QVERIFY2(text.contains(key), qPrintable(key));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!w.help->isVisible());
    }

    void theWholeGlossary()
    {
        GlossaryWindow w;
        w.window->action(QStringLiteral("words"))->trigger();
        QVERIFY(w.help->isVisible() && w.window->rect().contains(w.help->geometry()));
        for (const Term& term : glossary().terms)
            QVERIFY2(w.help->text().contains(QString::fromStdString(term.sentence).toHtmlEscaped()), term.id.c_str());
        w.help->close();
    }
};

SCALEWRIGHT_TEST(tst_glossary_window)
#include "tst_glossary_window.moc"

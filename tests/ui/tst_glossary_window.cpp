// SPDX-License-Identifier: GPL-3.0-or-later
// Explanations of terms: with F1 in a field, by hovering over a label, a heading or a word in a sentence, or by another
// name in Ctrl+K. Expected: the glossary's own entries, by the ID that the field or word refers to.
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
#include "core/output/chart/chart_layout.h"
#include "core/project/document/project_fields.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/figure/chart.h"
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
    void everyLabelIsAGlossaryTerm()
    {
        for (const FieldInfo* field : allFields()) {
            const Term* term = termForText(fieldLabel(*field));
            QVERIFY2(term && term == glossary().termForField(field->jsonPointer), field->jsonPointer);
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
        QVERIFY(w.help->text().contains(QStringLiteral("The cost of every message whatever its size")));
        QVERIFY(w.help->text().contains(QStringLiteral("alpha + n/B")) &&
                w.help->text().contains(QStringLiteral("41.4")));
        QVERIFY(w.window->rect().contains(w.help->geometry()));
        QVERIFY(field->hasFocus());
        QCOMPARE(field->text(), typed);
        QTest::keyClick(field, Qt::Key_Escape);  // closes the card and does nothing else
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
            const QString pointer = QString::fromLatin1(field->jsonPointer).replace(QLatin1Char('*'), QLatin1Char('0'));
            if (pointer.contains(QStringLiteral("/further/")) ||
                !w.window->showField(pointer))  // these can only be set in files
                continue;
            const Term* term = termOfWidget(QApplication::focusWidget());
            QVERIFY2(term == glossary().termForField(field->jsonPointer), field->jsonPointer);
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
        QVERIFY(hover(label, label->rect().center()).contains(QStringLiteral("The cost of every message")));
    }

    void thePointerExplainsAHeading()
    {
        GlossaryWindow w;
        QVERIFY(w.window->showPage(QStringLiteral("baseline")));
        QVERIFY(w.window->page(QStringLiteral("baseline"))->showPart(QStringLiteral("program")));
        QHeaderView* header = nullptr;
        for (QTableView* table : w.window->page(QStringLiteral("baseline"))->findChildren<QTableView*>())
            if (table->isVisible())
                header = table->horizontalHeader();
        QVERIFY(header);
        int found = 0;
        for (int section = 0; section < header->count(); ++section) {
            const QPoint at(header->sectionViewportPosition(section) + 3, header->height() / 2);
            const QString pointer = header->model()->headerData(section, Qt::Horizontal, quantityRole).toString();
            const Term* term = glossary().termForField(pointer.toStdString());
            if (!pointer.isEmpty()) {
                const QString tooltip = hover(header->viewport(), at);
                QVERIFY(term);
                QVERIFY2(tooltip.contains(QString::fromStdString(term->sentence).toHtmlEscaped()), qPrintable(tooltip));
                ++found;
            }
        }
        QVERIFY2(found >= 4, "step time, reading, FLOP and bytes moved are headings");
    }

    void hoverExplainsAWordOfASentence()
    {
        Text text(QStringLiteral("Past the knee every straggler costs the others"), TextStyle::Body);
        text.resize(text.sizeHint());
        text.show();
        const QFontMetrics metrics(text.font());
        const auto hoverOver = [&](const QString& before) {
            return QPoint(metrics.horizontalAdvance(before) + 3, text.height() / 2);
        };
        const Term* knee = termAt(&text, hoverOver(QStringLiteral("Past the ")));
        QVERIFY(knee);
        QCOMPARE(knee->id, std::string("knee"));
        const Term* straggler = termAt(&text, hoverOver(QStringLiteral("Past the knee every ")));
        QVERIFY(straggler);
        QCOMPARE(straggler->id, std::string("straggler"));
        QVERIFY(!termAt(&text, hoverOver(QStringLiteral("P"))));
        QVERIFY(!termAt(&text, QPoint(text.width() + 40, 2)));
    }

    // Landmarks are drawn items, not widgets; other drawn items are explained too.
    void thePointerExplainsALandmark()
    {
        GlossaryWindow w;
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        QCoreApplication::processEvents();
        const auto hoverOver = [&](const QString& start) {
            for (Chart* chart : w.window->page(QStringLiteral("predict"))->findChildren<Chart*>())
                for (const PlacedLabel& label :
                     chart->isVisible() ? chart->drawnLayout().labels : std::vector<PlacedLabel>())
                    if (QString(label.text).startsWith(start))
                        return hover(chart, QPointF(label.rect.center().x, label.rect.center().y).toPoint());
            return QString();
        };
        for (const auto& [begins, id] : {std::pair{"p* ", "p-star"},
                                         {"knee ", "knee"},
                                         {"R = 1", "ratio-r"},
                                         {"plan p", "plan-p"},
                                         {"ideal", "ideal"}}) {
            const Term* term = glossary().find(id);
            QVERIFY2(term, id);
            QVERIFY2(hoverOver(QLatin1String(begins)).contains(QString::fromStdString(term->sentence).toHtmlEscaped()),
                     begins);
        }
    }

    void findsATermByAnotherName_data()
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
    void findsATermByAnotherName()
    {
        QFETCH(QString, title);
        GlossaryWindow w;
        w.window->openPalette();
        auto* field = w.window->commandPalette().findChild<QLineEdit*>(QStringLiteral("palette-field"));
        field->setText(QString::fromLatin1(QTest::currentDataTag()));
        const QAbstractItemModel& found =
            *w.window->commandPalette().findChild<QListView*>(QStringLiteral("palette-list"))->model();
        QStringList titles;
        for (int row = 0; row < found.rowCount(); ++row)
            titles << found.index(row, 0).data().toString();
        const bool isListed = std::any_of(titles.begin(), titles.end(), [&](const QString& each) {
            return each == title || each.endsWith(QStringLiteral(": ") + title);
        });
        QVERIFY2(isListed, qPrintable(titles.join(QStringLiteral(" | "))));
        w.window->commandPalette().close();
    }

    // Terms that are not quantities, pages or actions are explained too, and listed after those.
    void explainsATerm()
    {
        GlossaryWindow w;
        w.window->openPalette();
        auto* field = w.window->commandPalette().findChild<QLineEdit*>(QStringLiteral("palette-field"));
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
            *w.window->commandPalette().findChild<QListView*>(QStringLiteral("palette-list"))->model();
        QVERIFY2(!found.index(0, 0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral(", word")),
                 qPrintable(found.index(0, 0).data(Qt::AccessibleTextRole).toString()));
        w.window->commandPalette().close();
    }

    // A page ranks first for its own name, and nothing is listed twice.
    void paletteListsEachTermOnce()
    {
        GlossaryWindow w;
        w.window->openPalette();
        auto* field = w.window->commandPalette().findChild<QLineEdit*>(QStringLiteral("palette-field"));
        const QAbstractItemModel& found =
            *w.window->commandPalette().findChild<QListView*>(QStringLiteral("palette-list"))->model();
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
        w.window->commandPalette().close();
    }

    // The list of keys matches the actual keys: each action's text with its shortcut.
    void listsAllKeys()
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

    void listsTheWholeGlossary()
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

// Every quantity of core's tables in the window: found by its pointer on some page, typed, held to its range, undone. Expected: what
// was typed, and ranges from what each quantity is.
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>
#include <memory>

#include "app/window/pages.h"
#include "core/fields/project_fields.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/quantity/field_specs.h"
#include "ui/shell/main_window.h"
#include "ui/shell/strip.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

// Why no page edits it.
const std::map<std::string, const char*> notEditable{
    {"/measurements/ladders/*/quality_target", "a file's own, next to its rows; --quality-target and --set set it"},
};

QString placeOf(const FieldInfo& field) { return QString::fromLatin1(field.pointer).replace(QLatin1Char('*'), QLatin1Char('0')); }

bool isShare(Range range) { return range == Range::Share || range == Range::ShareOrNone || range == Range::Level; }

/// Outside the range; empty where every number is inside.
QString badText(Range range)
{
    switch (range) {
    case Range::Any: return {};
    case Range::Positive: return QStringLiteral("0");
    case Range::Share: return QStringLiteral("2.5");
    case Range::OneOrMore: return QStringLiteral("0.5");
    case Range::Whole:
    case Range::Workers:
    case Range::WholeOrNone: return QStringLiteral("2.5");
    default: return QStringLiteral("-1");
    }
}

struct Window {
    QTemporaryDir folder;
    Document document;
    std::unique_ptr<MainWindow> window;

    Window()
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
    }

    static void type(const QString& text)
    {
        auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(field);
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        QCoreApplication::processEvents();  // a table's editor commits when it is done with the key
    }
};

}  // namespace

class tst_fields_window : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachField_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const FieldInfo* field : allFields())
            QTest::newRow(field->pointer) << index++;
    }
    void eachField()
    {
        QFETCH(int, index);
        const FieldInfo& field = *allFields()[static_cast<std::size_t>(index)];
        const QuantitySpec spec = fieldSpec(field);  // has a row
        QVERIFY(!spec.label.isEmpty() && !spec.unsetHint.isEmpty());
        QVERIFY(spec.low > 0 && spec.low < spec.high);
        QVERIFY(!rangeProblem(field.dimension == Dimension::Count ? std::ceil(spec.low) : spec.low, field.dimension, field.range));
        QVERIFY(!rangeProblem(spec.high, field.dimension, field.range));
        QVERIFY2(!spec.zeroStop || !rangeProblem(0, field.dimension, field.range), "the slider's left end would be refused");
        if (notEditable.contains(field.pointer))
            return;

        Window w;
        const QString pointer = placeOf(field);
        const std::string place = pointer.toStdString();
        QVERIFY2(w.window->showField(pointer), field.pointer);
        QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus && focus->isVisible());
        QVERIFY(w.window->page(w.window->currentPageId())->isAncestorOf(focus));
        QTRY_VERIFY2(!focus->visibleRegion().isEmpty(), "it is scrolled out of sight");

        const Project before = w.document.project();
        if (const QString bad = badText(field.range); !bad.isEmpty()) {
            Window::type(bad);
            QVERIFY(w.document.project() == before);
            QVERIFY(w.window->showField(pointer));
        }
        Window::type(isShare(field.range) ? QStringLiteral("0.25") : QStringLiteral("4"));
        const MaybeQuantity now = fieldValue(w.document.project(), place);
        QVERIFY(now.has_value());
        QCOMPARE(now->value, isShare(field.range) ? 0.25 : 4.0);
        QCOMPARE(now->provenance.origin, Origin::Typed);
        w.document.undo();
        QVERIFY(w.document.project() == before);
    }

    void theStripLeadsToTheGoalAndThePlan()
    {
        Window w;
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        int links = 0;
        for (QLabel* part : w.window->strip().findChildren<QLabel*>())
            links += part->text().contains(QLatin1String("href=\"/goal\"")) + part->text().contains(QLatin1String("href=\"/plan/p\""));
        QVERIFY(links >= 2);

        Q_EMIT w.window->strip().goTo(QStringLiteral("/goal"));
        QCOMPARE(w.window->currentPageId(), QStringLiteral("baseline"));
        Window::type(QStringLiteral("2h"));
        QCOMPARE(w.document.project().goal.deadlineS->value, 7200.0);
        Project with = w.document.project();
        with.goal.deadlineS.reset();
        with.goal.budgetUsd = typed(50);
        w.document.edit(QStringLiteral("budget"), with);
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        Q_EMIT w.window->strip().goTo(QStringLiteral("/goal"));  // now the part that is set
        Window::type(QStringLiteral("$20"));
        QCOMPARE(w.document.project().goal.budgetUsd->value, 20.0);

        Q_EMIT w.window->strip().goTo(QStringLiteral("/plan/p"));
        QCOMPARE(w.window->currentPageId(), QStringLiteral("predict"));
        Window::type(QStringLiteral("13"));
        QCOMPARE(w.document.project().plan.p, std::optional<int>(13));
    }

    void whatNoPageHasIsSaid()
    {
        Window w;
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        QVERIFY(!w.window->showField(QStringLiteral("/target/no_such_field")));
        QCOMPARE(w.window->currentPageId(), QStringLiteral("predict"));
    }
};

SCALEWRIGHT_TEST(tst_fields_window)
#include "tst_fields_window.moc"

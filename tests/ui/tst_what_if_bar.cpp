// The what-if bar: five fields and what they give, the same on every page; back with Escape, or kept as a variant.
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include <memory>

#include "app/window/pages.h"
#include "core/decision/analysis/analysis.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/quantity/value_field.h"
#include "ui/shell/main_window.h"
#include "ui/shell/strip.h"
#include "ui/shell/what_if_bar.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

struct Window {
    Document document;
    std::unique_ptr<MainWindow> window;

    explicit Window(Project project)
    {
        QSettings().clear();
        document.restore(std::move(project), {}, {});
        window = std::make_unique<MainWindow>(document, allPages());
        window->resize(1280, 720);
        window->show();
    }
    [[nodiscard]] WhatIfBar& bar() const { return window->whatIf(); }
    void enter(const char* field, const char* text) const
    {
        ValueField& edit = bar().field(QLatin1String(field));
        edit.setFocus(Qt::OtherFocusReason);
        edit.selectAll();
        QTest::keyClick(&edit, Qt::Key_Delete);
        QTest::keyClicks(&edit, QString::fromUtf8(text));
        QTest::keyClick(&edit, Qt::Key_Return);
    }
};

}  // namespace

class tst_what_if_bar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Output 41.7.2: four workers were measured at 260 s, 3.08 times as fast, and cost 4 x 260/3600 x $3.20 = $0.92; two
    // at 430 s, S = 800/430 = 1.86.
    void whatWasMeasured()
    {
        Window w(test::example(QStringLiteral("output-41.7.2")));
        QVERIFY(w.bar().isVisible() && !w.window->strip().isVisible());
        QVERIFY2(
            w.bar().answer().contains(QStringLiteral("3.1×")) && w.bar().answer().contains(QStringLiteral("$0.92")),
            qPrintable(w.bar().answer()));
        QCOMPARE(w.bar().before(), QString());
        w.enter("p", "2");
        QCOMPARE(w.document.project().plan.p, std::optional(2));
        QVERIFY2(w.bar().answer().contains(QStringLiteral("1.9×")), qPrintable(w.bar().answer()));
        QVERIFY(w.bar().before().contains(QStringLiteral("3.1×")));
        w.bar().takeBack();
        QVERIFY(!w.document.project().plan.p && w.bar().before().isEmpty());
    }

    // A deadline is of a run: without steps per run it waits, and the bar leads to them.
    void anOpenGoalAsksForWhatItWaitsFor()
    {
        Project project = test::output4141();
        project.target.priceUsdPerHour = typed(3.2);
        project.goal.deadlineS = typed(3600);
        Window w(project);
        QSignalSpy spy(&w.bar(), &WhatIfBar::goTo);
        const QString asked = w.bar().state();
        for (QPushButton* each : w.bar().findChildren<QPushButton*>())
            if (!asked.isEmpty() && each->text() == asked)
                each->click();
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy.front().front().toString(), QStringLiteral("/plan/steps"));
        w.enter("deadline", "");
        QVERIFY(w.bar().state() != asked);
    }

    // Of no price there is no factor: the price itself is typed, and after that its factor.
    void aPriceThatIsNotThere()
    {
        Project project = test::output4141();
        project.target.priceUsdPerHour.reset();
        Window w(project);
        w.enter("price", "3.2");
        QCOMPARE(w.document.project().target.priceUsdPerHour->value, 3.2);
        w.enter("price", "2");
        QCOMPARE(w.document.project().target.priceUsdPerHour->value, 6.4);
    }

    // Output 41.4.1 moves 1 GB over 25 GB/s: half the link is 12.5 GB/s, and once more ×1 is what it was.
    void factors()
    {
        Project project = test::output4141();
        project.target.priceUsdPerHour = typed(3.2);
        Window w(project);
        w.enter("link", "0.5");
        QCOMPARE(w.document.project().target.bandwidthBytesPerS->value, 12.5e9);
        w.enter("link", "x2");
        QCOMPARE(w.document.project().target.bandwidthBytesPerS->value, 50e9);
        w.enter("price", "50 %");
        QCOMPARE(w.document.project().target.priceUsdPerHour->value, 1.6);
        w.enter("link", "1");
        w.enter("price", "1");
        QCOMPARE(w.document.project(), project);
        QVERIFY(!w.bar().isTrying());  // nothing is left to be taken back
        w.enter("link", "-3");
        QVERIFY(w.bar().field(QStringLiteral("link")).isBad());
        QVERIFY2(w.bar().state().contains(QStringLiteral("0.5")), qPrintable(w.bar().state()));  // what would be right
        QCOMPARE(w.document.project(), project);
    }

    void goals()
    {
        Window w(test::example(QStringLiteral("output-41.7.2")));
        w.enter("hour", "$50");
        QCOMPARE(w.document.project().goal.hourValueUsd->value, 50.0);
        QCOMPARE(w.document.analysis().planP, 8);  // 8 is right from $36.0 an hour (section 41.7)
        w.enter("deadline", "300 s");
        QCOMPARE(w.document.project().goal.deadlineS->value, 300.0);
        w.enter("hour", "");
        QVERIFY(!w.document.project().goal.hourValueUsd);
    }

    void somebodyElseGoesOn()
    {
        Window w(test::example(QStringLiteral("output-41.7.2")));
        w.enter("p", "2");
        QVERIFY(w.bar().isTrying());
        Project after = w.document.project();
        after.title = "another";
        w.document.edit(QStringLiteral("title"), after);
        QVERIFY(!w.bar().isTrying());
        QCOMPARE(w.document.project().plan.p, std::optional(2));
    }

    void keptAsAVariant()
    {
        Window w(test::example(QStringLiteral("output-41.7.2")));
        const Project before = w.document.project();
        w.enter("p", "2");
        w.bar().keepAsVariant();
        QCOMPARE(w.document.project().variants.size(), before.variants.size() + 1);
        QCOMPARE(w.document.project().plan.p, std::optional(2));
        QCOMPARE(w.document.project().variants.front().plan, before.plan);
        QVERIFY(!w.bar().isTrying());
        w.document.undo();
        w.document.undo();
        QCOMPARE(w.document.project(), before);
    }

    // The sentence where there is nothing to vary, no room, a room of people, or an answer that is hidden.
    void theSentenceInstead()
    {
        Window w(Project{});
        QVERIFY(!w.bar().isVisible() && w.window->strip().isVisible());
        Window full(test::example(QStringLiteral("output-41.7.2")));
        full.window->resize(560, 720);
        QTest::qWait(0);
        QVERIFY(!full.bar().isVisible() && full.window->strip().isVisible());
        full.window->resize(1280, 720);
        QTest::qWait(0);
        QVERIFY(full.bar().isVisible());
        QVERIFY(full.window->showPage(QStringLiteral("predict")));
        full.window->action(QStringLiteral("guess"))->trigger();
        QVERIFY(!full.bar().isVisible());
        full.window->action(QStringLiteral("guess"))->trigger();
        QVERIFY(full.bar().isVisible());
        full.window->setLecture(true);
        QVERIFY(!full.bar().isVisible() && full.window->strip().isVisible());
        full.window->setLecture(false);
    }
};

SCALEWRIGHT_TEST(tst_what_if_bar)
#include "tst_what_if_bar.moc"

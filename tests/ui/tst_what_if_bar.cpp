// SPDX-License-Identifier: GPL-3.0-or-later
// The what-if bar: five fields and their result, the same on every page; Escape reverts changes, or they are saved as a
// variant.
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include <memory>

#include "app/window/pages.h"
#include "core/decision/analysis/analysis.h"
#include "tests/support/child.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/quantity/value_field.h"
#include "ui/shell/main_window.h"
#include "ui/shell/strip.h"
#include "ui/shell/what_if_bar.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

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
    [[nodiscard]] WhatIfBar& bar() const { return test::child<WhatIfBar>(*window); }
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
    // Output 41.7.2: four workers were measured at 260 s, 3.08 times as fast, and cost 4 x 260/3600 x $3.20 = $0.92;
    // two were measured at 430 s, S = 800/430 = 1.86.
    void showsMeasuredValues()
    {
        Window w(test::example(QStringLiteral("output-41.7.2")));
        QVERIFY(w.bar().isVisible() && !w.window->statusStrip().isVisible());
        QVERIFY2(w.bar().answerText().contains(QStringLiteral("3.08×")) &&
                     w.bar().answerText().contains(QStringLiteral("$0.92")),
                 qPrintable(w.bar().answerText()));
        QCOMPARE(w.bar().previousText(), QString());
        w.enter("p", "2");
        QCOMPARE(w.document.project().plan.p, std::optional(2));
        QVERIFY2(w.bar().answerText().contains(QStringLiteral("1.86×")), qPrintable(w.bar().answerText()));
        QVERIFY(w.bar().previousText().contains(QStringLiteral("3.08×")));
        w.bar().revert();
        QVERIFY(!w.document.project().plan.p && w.bar().previousText().isEmpty());
    }

    // With large type the texts are shortened instead of cut: 3.08/3.88 = 79 % of the speedup of eight workers, $0.92/$1.46
    // = 63 % of their cost.
    void shortensInsteadOfCutting()
    {
        Window w(test::example(QStringLiteral("output-41.7.2")));
        const auto shows = [&w](const QString& text) {
            const auto labels = w.bar().findChildren<Text*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const Text* each) { return each->isVisible() && each->text() == text; });
        };
        QVERIFY(shows(QStringLiteral("79 % of p 8’s speedup at 63 % of its cost")));
        Theme::instance().setTypeScale(1.75);
        const auto normal = qScopeGuard([] { Theme::instance().setTypeScale(1); });
        QTRY_VERIFY(shows(QStringLiteral("79 % speed, 63 % cost")));
        QVERIFY(shows(QStringLiteral("predicted p* 12")));
        QCOMPARE(w.bar().stateText(), QStringLiteral("79 % of p 8’s speedup at 63 % of its cost"));
    }

    // A deadline is for a run: without steps per run it cannot be checked, and the bar links to them.
    void openGoalAsksForItsMissingInput()
    {
        Project project = test::output4141();
        project.target.priceUsdPerHour = typed(3.2);
        project.goal.deadlineS = typed(3600);
        Window w(project);
        QSignalSpy spy(&w.bar(), &WhatIfBar::fieldRequested);
        const QString waitingState = w.bar().stateText();
        for (QPushButton* each : w.bar().findChildren<QPushButton*>())
            if (!waitingState.isEmpty() && each->text() == waitingState)
                each->click();
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy.front().front().toString(), QStringLiteral("/plan/steps"));
        w.enter("deadline", "");
        QVERIFY(w.bar().stateText() != waitingState);
    }

    // Without a price there is no factor: the price itself is typed first, and then its factor.
    void missingPrice()
    {
        Project project = test::output4141();
        project.target.priceUsdPerHour.reset();
        Window w(project);
        w.enter("price", "3.2");
        QCOMPARE(w.document.project().target.priceUsdPerHour->value, 3.2);
        w.enter("price", "2");
        QCOMPARE(w.document.project().target.priceUsdPerHour->value, 6.4);
    }

    // Output 41.4.1 moves 1 GB over 25 GB/s: half the bandwidth is 12.5 GB/s, and ×1 restores the original.
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
        QVERIFY(!w.bar().hasChanges());  // no changes are left to revert
        w.enter("link", "-3");
        QVERIFY(w.bar().field(QStringLiteral("link")).isInvalid());
        // A valid value.
        QVERIFY2(w.bar().stateText().contains(QStringLiteral("0.5")), qPrintable(w.bar().stateText()));
        QCOMPARE(w.document.project(), project);
    }

    void goals()
    {
        Window w(test::example(QStringLiteral("output-41.7.2")));
        w.enter("hour", "$50");
        QCOMPARE(w.document.project().goal.hourValueUsd->value, 50.0);
        QCOMPARE(w.document.analysis().planP, 8);  // p = 8 is best from $36.0 per hour (section 41.7)
        w.enter("deadline", "300 s");
        QCOMPARE(w.document.project().goal.deadlineS->value, 300.0);
        w.enter("hour", "");
        QVERIFY(!w.document.project().goal.hourValueUsd);
    }

    void anotherEditKeepsTheTriedValue()
    {
        Window w(test::example(QStringLiteral("output-41.7.2")));
        w.enter("p", "2");
        QVERIFY(w.bar().hasChanges());
        Project after = w.document.project();
        after.title = "another";
        w.document.edit(QStringLiteral("title"), after);
        QVERIFY(!w.bar().hasChanges());
        QCOMPARE(w.document.project().plan.p, std::optional(2));
    }

    void keepsAWhatIfAsAVariant()
    {
        Window w(test::example(QStringLiteral("output-41.7.2")));
        const Project before = w.document.project();
        w.enter("p", "2");
        w.bar().keepAsVariant();
        QCOMPARE(w.document.project().variants.size(), before.variants.size() + 1);
        QCOMPARE(w.document.project().plan.p, std::optional(2));
        QCOMPARE(w.document.project().variants.front().plan, before.plan);
        QVERIFY(!w.bar().hasChanges());
        w.document.undo();
        w.document.undo();
        QCOMPARE(w.document.project(), before);
    }

    // The sentence replaces the bar if there is nothing to vary, no space, an audience, or a hidden answer.
    void theSentenceInstead()
    {
        Window w(Project{});
        QVERIFY(!w.bar().isVisible() && w.window->statusStrip().isVisible());
        Window full(test::example(QStringLiteral("output-41.7.2")));
        full.window->resize(560, 720);
        QTest::qWait(0);
        QVERIFY(!full.bar().isVisible() && full.window->statusStrip().isVisible());
        full.window->resize(1280, 720);
        QTest::qWait(0);
        QVERIFY(full.bar().isVisible());
        QVERIFY(full.window->showPage(QStringLiteral("predict")));
        full.window->action(QStringLiteral("guess"))->trigger();
        QVERIFY(!full.bar().isVisible());
        full.window->action(QStringLiteral("guess"))->trigger();
        QVERIFY(full.bar().isVisible());
        full.window->setLecture(true);
        QVERIFY(!full.bar().isVisible() && full.window->statusStrip().isVisible());
        full.window->setLecture(false);
    }
};

SCALEWRIGHT_TEST(tst_what_if_bar)
#include "tst_what_if_bar.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Hidden details: completely collapsed, reachable by keyboard, nothing lost.
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

#include "tests/support/registry.h"
#include "ui/controls/collapsible_details.h"
#include "ui/theme/widgets.h"

using namespace scalewright::ui;

class tst_collapsible_details : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldsAndUnfolds()
    {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* why = new CollapsibleDetails(QStringLiteral("the verdict"), &window);
        column->addWidget(why);
        window.show();
        QVERIFY(!why->isVisible());  // without an answer
        why->setText(QStringLiteral("half of the step is waiting"));
        QVERIFY(why->isVisible() && !why->isOpen());
        QCOMPARE(why->text(), QStringLiteral("half of the step is waiting"));
        auto* word = why->findChild<QPushButton*>();
        QVERIFY(word->focusPolicy() & Qt::TabFocus);
        QVERIFY(word->accessibleName().contains(QStringLiteral("the verdict")));
        auto* explanation = why->findChild<Text*>();
        QVERIFY(!explanation->isVisible());
        QTest::keyClick(word, Qt::Key_Space);
        QVERIFY(why->isOpen() && explanation->isVisible());
        QTest::keyClick(word, Qt::Key_Space);
        QVERIFY(!explanation->isVisible());
        why->setText({});
        QVERIFY(!why->isVisible());
        // More than words.
        why->contentLayout().addWidget(new Text(QStringLiteral("a table"), TextStyle::Label));
        why->setText({});
        QVERIFY(why->isVisible());
    }
};

SCALEWRIGHT_TEST(tst_collapsible_details)
#include "tst_collapsible_details.moc"

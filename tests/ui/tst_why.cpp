// What is true but not in sight: folded whole, reached by keyboard, nothing lost.
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

#include "tests/support/registry.h"
#include "ui/controls/why.h"
#include "ui/theme/widgets.h"

using namespace scalewright::ui;

class tst_why : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldsAndUnfolds()
    {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* why = new Why(QStringLiteral("the verdict"), &window);
        column->addWidget(why);
        window.show();
        QVERIFY(!why->isVisible());  // nothing to ask
        why->setText(QStringLiteral("half of the step is waiting"));
        QVERIFY(why->isVisible() && !why->isOpen());
        QCOMPARE(why->text(), QStringLiteral("half of the step is waiting"));
        auto* word = why->findChild<QPushButton*>();
        QVERIFY(word->focusPolicy() & Qt::TabFocus);
        QVERIFY(word->accessibleName().contains(QStringLiteral("the verdict")));
        auto* said = why->findChild<Text*>();
        QVERIFY(!said->isVisible());
        QTest::keyClick(word, Qt::Key_Space);
        QVERIFY(why->isOpen() && said->isVisible());
        QTest::keyClick(word, Qt::Key_Space);
        QVERIFY(!said->isVisible());
        why->setText({});
        QVERIFY(!why->isVisible());
        // More than words.
        why->column().addWidget(new Text(QStringLiteral("a table"), TextStyle::Label));
        why->setText({});
        QVERIFY(why->isVisible());
    }
};

SCALEWRIGHT_TEST(tst_why)
#include "tst_why.moc"

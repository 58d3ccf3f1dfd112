// A what-if on Diagnose leaves the tree, and what stands above it, where they are. (The verdict's own words change with it.)
#include <QAbstractButton>
#include <QPointer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/pages.h"
#include "tests/support/registry.h"
#include "ui/diagnose/tree_view.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

using namespace scalewright;
using namespace scalewright::ui;

class tst_steady : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { Theme::instance().setTypeScale(1); }

    void aWhatIfMovesNothing_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<double>("type");
        for (const char* example : {"exercise-41.2.3", "output-41.2.1", "thirteen-billion", "heat-lumi"})
            for (const double type : {1.0, 1.75})
                QTest::addRow("%s, type %g", example, type) << QString::fromLatin1(example) << type;
    }

    void aWhatIfMovesNothing()
    {
        QFETCH(QString, example);
        QFETCH(double, type);
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        Theme::instance().setTypeScale(type);
        Document document;
        QVERIFY(document.openCopy(test::sourceFile(QStringLiteral("resources/examples/%1.scalewright").arg(example))));
        MainWindow window(document, allPages());
        window.resize(1280, 720);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(window.showPage(QStringLiteral("diagnose")));
        QCoreApplication::processEvents();
        Page& page = *window.page(QStringLiteral("diagnose"));
        QPointer<QAbstractButton> flip;
        for (QAbstractButton* each : page.findChildren<QAbstractButton*>())
            if (!flip && each->isVisible() && each->accessibleDescription() == QStringLiteral("Press to try it out"))
                flip = each;
        QVERIFY(flip);
        const QWidget* tree = page.findChild<TreeView*>();
        QVERIFY(tree);
        const QPoint before = tree->mapTo(&window, QPoint());
        flip->click();
        QCoreApplication::processEvents();
        QVERIFY2(!page.underWay().isEmpty(), "it is a what-if now");
        const QPoint after = tree->mapTo(&window, QPoint());
        QVERIFY2((after - before).manhattanLength() <= 1, qPrintable(QStringLiteral("moved by %1").arg(after.y() - before.y())));
    }
};

SCALEWRIGHT_TEST(tst_steady)
#include "tst_steady.moc"

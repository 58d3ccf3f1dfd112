// A what-if on Diagnose leaves the tree, and what stands above it, where they are, and the button that was pressed under the pointer;
// so do the words below Predict's curve.
#include <QAbstractButton>
#include <QDir>
#include <QPointer>
#include <QScrollArea>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/pages.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
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

    // Pressed three times where it is: what is there is that button, or none any more.
    void whatIsPressedStaysUnderThePointer_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<QString>("page");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("type");
        struct Room {
            QSize size;
            double type;
            bool operator==(const Room&) const = default;
        };
        // Cards beside the tree, and below it.
        const std::vector<Room> rooms{{{1280, 720}, 1}, {{1920, 1080}, 1}, {{1024, 600}, 1}, {{1280, 720}, 1.75}, {{1920, 1080}, 1.75}};
        const QStringList others{QStringLiteral("exercise-41.2.3.scalewright"), QStringLiteral("heat-lumi.scalewright"), QStringLiteral("resnet-50-k80.scalewright"), QStringLiteral("student-a.scalewright")};
        int number = 0;
        for (const Room& room : rooms) {
            ++number;  // two of the others a room, all with SCALEWRIGHT_EVERY=1
            const auto row = [&](const char* page, const QString& example) {
                QTest::addRow("%s, %s, %d, type %g", page, qPrintable(example), room.size.width(), room.type) << example << QString::fromLatin1(page) << room.size << room.type;
            };
            const QDir examples(test::sourceFile(QStringLiteral("resources/examples")));
            for (const QString& file : examples.entryList({QStringLiteral("*.scalewright")}))
                if (test::sanitized ? file.startsWith(QLatin1String("exercise-41.2.3")) : room == rooms.front() || (others.contains(file) && (test::every() || (others.indexOf(file) + number) % 2 == 0)))
                    row("diagnose", QString(file).remove(QStringLiteral(".scalewright")));
            row("predict", QStringLiteral("output-41.4.1"));
        }
    }

    void whatIsPressedStaysUnderThePointer()
    {
        QFETCH(QString, example);
        QFETCH(QString, page);
        QFETCH(QSize, size);
        QFETCH(double, type);
        Theme::instance().setTypeScale(type);
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        Document document;
        QVERIFY(document.openCopy(test::sourceFile(QStringLiteral("resources/examples/%1.scalewright").arg(example))));
        MainWindow window(document, allPages());
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const bool diagnose = page == QLatin1String("diagnose");
        const auto words = [&] {
            QList<QPointer<QAbstractButton>> found;
            for (QAbstractButton* each : window.page(page)->findChildren<QAbstractButton*>())
                if (each->isVisible() && (diagnose ? each->accessibleDescription() == QStringLiteral("Press to try it out") : each->text() == QStringLiteral("Compare patterns") || each->text() == QStringLiteral("Details") || each->text().contains(QStringLiteral("(G)"))))
                    found << each;
            return found;
        };
        const auto pressAll = [&](const QString& where) {
            const int number = static_cast<int>(words().size());
            for (int i = 0; i < number; ++i) {
                QPointer<QAbstractButton> word = words().value(i);
                if (!word)
                    continue;
                for (QWidget* around = word->parentWidget(); around; around = around->parentWidget())
                    if (auto* scrolled = qobject_cast<QScrollArea*>(around))
                        scrolled->ensureWidgetVisible(word, 0, 0);
                QCoreApplication::processEvents();
                const QPoint at = word->mapTo(&window, QPoint(word->width() / 4, word->height() / 2));
                if (window.childAt(at) != word)
                    continue;  // cut by a scroll area that is lower than the word
                for (int press = 0; press < 3 && word; ++press) {
                    const QString said = word->text();
                    QTest::mouseClick(word, Qt::LeftButton, {}, word->mapFrom(&window, at));
                    for (int settle = 0; settle < 3; ++settle)
                        QCoreApplication::processEvents();
                    QVERIFY2(!word || !word->isVisible() || window.childAt(at) == word, qPrintable(QStringLiteral("%1: %2 is at %3 of %4 now, under %5").arg(where, said).arg(word->mapFrom(&window, at).y()).arg(word->height()).arg(window.childAt(at) ? QString::fromLatin1(window.childAt(at)->metaObject()->className()) : QString())));
                }
            }
        };
        QVERIFY(window.showPage(page));
        QCoreApplication::processEvents();
        QVERIFY(diagnose || !words().isEmpty());  // a verdict that figures are missing for has nothing to try
        pressAll(page);
        if (!diagnose)
            return;
        for (TreeItem* item : window.page(page)->findChild<TreeView*>()->items()) {
            item->setFocus();
            QTest::keyClick(item, Qt::Key_Return);
            QCoreApplication::processEvents();
            pressAll(item->accessibleName());
        }
    }
};

SCALEWRIGHT_TEST(tst_steady)
#include "tst_steady.moc"

// What a file dialog chose is taken once the dialog's own call is over.
#include <QApplication>
#include <QFileDialog>
#include <QPointer>
#include <QTest>

#include <memory>

#include "tests/support/registry.h"
#include "ui/controls/ask_file.h"

using namespace scalewright::ui;

class tst_ask_file : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Somebody closes the dialog while a long answer is at work: the dialog's accept() must not be under way any more.
    void afterTheDialog()
    {
        QWidget window;
        auto* dialog = new QFileDialog(&window);
        dialog->setOption(QFileDialog::DontUseNativeDialog);
        const QPointer<QFileDialog> there = dialog;
        QString taken;
        askFile(dialog, &window, [&](const QString& path) { taken = path; });
        QVERIFY(dialog->isVisible());
        Q_EMIT dialog->fileSelected(QStringLiteral("a.csv"));
        QVERIFY(taken.isEmpty());
        dialog->close();
        QApplication::processEvents();
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(taken, QStringLiteral("a.csv"));
        QVERIFY(there.isNull());
    }

    void notForWhoIsGone()
    {
        QWidget window;
        auto asker = std::make_unique<QObject>();
        auto* dialog = new QFileDialog(&window);
        dialog->setOption(QFileDialog::DontUseNativeDialog);
        bool taken = false;
        askFile(dialog, asker.get(), [&](const QString&) { taken = true; });
        Q_EMIT dialog->fileSelected(QStringLiteral("a.csv"));
        asker.reset();
        QApplication::processEvents();
        QVERIFY(!taken);
        dialog->reject();
    }
};

SCALEWRIGHT_TEST(tst_ask_file)
#include "tst_ask_file.moc"

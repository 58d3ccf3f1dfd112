// SPDX-License-Identifier: GPL-3.0-or-later
// The file chosen in a dialog is used only after the dialog's own call has returned.
#include <QApplication>
#include <QFileDialog>
#include <QPointer>
#include <QTest>

#include <memory>

#include "tests/support/registry.h"
#include "ui/controls/file_dialog.h"

using namespace scalewright::ui;

class tst_file_dialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The dialog is closed while a slow handler runs: by then, the dialog's accept() must have returned.
    void afterTheDialog()
    {
        QWidget window;
        auto* dialog = new QFileDialog(&window);
        dialog->setOption(QFileDialog::DontUseNativeDialog);
        const QPointer<QFileDialog> openDialog = dialog;
        QString chosenPath;
        openFileDialog(dialog, &window, [&](const QString& path) { chosenPath = path; });
        QVERIFY(dialog->isVisible());
        Q_EMIT dialog->fileSelected(QStringLiteral("a.csv"));
        QVERIFY(chosenPath.isEmpty());
        dialog->close();
        QApplication::processEvents();
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(chosenPath, QStringLiteral("a.csv"));
        QVERIFY(openDialog.isNull());
    }

    void doesNotCallADeletedReceiver()
    {
        QWidget window;
        auto asker = std::make_unique<QObject>();
        auto* dialog = new QFileDialog(&window);
        dialog->setOption(QFileDialog::DontUseNativeDialog);
        bool wasCalled = false;
        openFileDialog(dialog, asker.get(), [&](const QString&) { wasCalled = true; });
        Q_EMIT dialog->fileSelected(QStringLiteral("a.csv"));
        asker.reset();
        QApplication::processEvents();
        QVERIFY(!wasCalled);
        dialog->reject();
    }
};

SCALEWRIGHT_TEST(tst_file_dialog)
#include "tst_file_dialog.moc"

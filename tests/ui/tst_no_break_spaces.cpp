// SPDX-License-Identifier: GPL-3.0-or-later
// In every sentence of every example, a number is on the same line as its unit: a label that wraps contains a
 // no-break space.
#include <QDir>
#include <QLabel>
#include <QRegularExpression>
#include <QTest>

#include "app/window/pages.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
#include "ui/controls/text_button.h"
#include "ui/shell/main_window.h"

using namespace scalewright;
using namespace scalewright::ui;

class tst_no_break_spaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySentence_data()
    {
        QTest::addColumn<QString>("path");
        const QDir examples(test::sourceFile(QStringLiteral("resources/examples")));
        for (const QString& file : examples.entryList({QStringLiteral("*.scalewright")}))
            if (!test::sanitized || file.startsWith(QLatin1String("heat")))
                QTest::newRow(qPrintable(file)) << examples.filePath(file);
    }
    void everySentence()
    {
        QFETCH(QString, path);
        Document document;
        QVERIFY(document.openCopy(path));
        MainWindow window(document, allPages());
        window.resize(1280, 720);
        window.show();
        // The unit patterns, written out independently of the window's list.
        static const QRegularExpression broken(
            QStringLiteral("[0-9] "
                           "(?:[kMGTPEZY]?(?:B|B/s|bit/s|FLOP|FLOP/s|W|Wh|J)|FLOP/B|[mµnp]?s|ps/B|ns/"
                           "B|min|h|d|%|USD)(?![A-Za-z0-9/])"));
        int seen = 0;
        for (const PageEntry& entry : allPages()) {
            QVERIFY(window.showPage(entry.id));
            QCoreApplication::processEvents();
            QStringList texts;
            for (const QLabel* label : window.findChildren<QLabel*>())
                texts << label->text();
            for (const TextButton* button : window.findChildren<TextButton*>())
                texts << button->shownText();
            for (const QString& text : std::as_const(texts)) {
                seen += text.contains(QChar(QChar::Nbsp)) ? 1 : 0;
                const QRegularExpressionMatch match = broken.match(text);
                QVERIFY2(!match.hasMatch(),
                         qPrintable(QStringLiteral("%1: “%2” in “%3”").arg(entry.id, match.captured(), text)));
            }
        }
        QVERIFY(seen > 0);
    }
};

SCALEWRIGHT_TEST(tst_no_break_spaces)
#include "tst_no_break_spaces.moc"

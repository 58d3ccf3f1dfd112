// SPDX-License-Identifier: GPL-3.0-or-later
// A page looks the same however its window reached its size, even if the window was resized while another page
 // was open.
#include <QApplication>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTest>

#include <cstdlib>

#include "app/window/pages.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
#include "ui/report/report_page.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

void processEvents(const MainWindow& window)
{
    // The report is written by another thread, and its page grows with it.
    for (const ReportPage* report : window.findChildren<ReportPage*>())
        QTRY_VERIFY(!report->isVisible() || report->draft().draft() != nullptr);
    for (int round = 0; round < 5; ++round)
        QApplication::processEvents();
}

/// The heights of a page's scrolled content, and of its columns that scroll separately.
QList<int> pageHeights(MainWindow& window, const QString& page)
{
    QList<int> heights;
    for (const QScrollArea* area : window.page(page)->findChildren<QScrollArea*>())
        if (area->isVisible())
            heights << area->widget()->height();
    return heights;
}

}  // namespace

class tst_page_sizes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)"))); }
    void cleanup() { Theme::instance().setTypeScale(1); }

    void layoutDoesNotDependOnPreviousSizes_data()
    {
        QTest::addColumn<double>("type");
        QTest::addColumn<QSize>("before");
        QTest::addColumn<QSize>("after");
        for (const double type : {1.0, 1.75}) {
            if (test::sanitized && type == 1)
                continue;
            QTest::addRow("grown at type %g", type) << type << QSize(1280, 720) << QSize(1920, 1080);
            QTest::addRow("shrunk at type %g", type) << type << QSize(1920, 1080) << QSize(1280, 720);
        }
    }
    void layoutDoesNotDependOnPreviousSizes()
    {
        QFETCH(double, type);
        QFETCH(QSize, before);
        QFETCH(QSize, after);
        Theme::instance().setTypeScale(type);
        Document document;
        document.edit(QStringLiteral("all"), test::output4141());
        const std::vector<PageEntry> pages = allPages();
        for (const PageEntry& entry : pages) {
            MainWindow freshWindow(document, pages);
            freshWindow.resize(after);
            freshWindow.show();
            QVERIFY(freshWindow.showPage(entry.id));
            processEvents(freshWindow);
            const QList<int> expected = pageHeights(freshWindow, entry.id);

            MainWindow window(document, pages);
            window.resize(before);
            window.show();
            QVERIFY(window.showPage(entry.id));
            processEvents(window);
            QVERIFY(window.showPage(entry.id == pages.front().id ? pages.back().id : pages.front().id));
            processEvents(window);
            window.resize(after);
            processEvents(window);
            QVERIFY(window.showPage(entry.id));
            processEvents(window);
            const QList<int> heights = pageHeights(window, entry.id);
            QVERIFY2(heights == expected, qPrintable(entry.id));
        }
    }

    // The layout does not depend on type scales used in between.
    void layoutDoesNotDependOnPreviousTypeScales_data()
    {
        QTest::addColumn<double>("type");
        QTest::addColumn<double>("meanwhile");
        QTest::newRow("large and back") << 1.0 << 1.75;
        QTest::newRow("small and back") << 1.75 << 1.0;
    }
    void layoutDoesNotDependOnPreviousTypeScales()
    {
        QFETCH(double, type);
        QFETCH(double, meanwhile);
        Document document;
        document.edit(QStringLiteral("all"), test::output4141());
        const std::vector<PageEntry> pages = allPages();
        for (const PageEntry& entry : pages) {
            Theme::instance().setTypeScale(type);
            MainWindow window(document, pages);
            window.resize(1280, 720);
            window.show();
            QVERIFY(window.showPage(entry.id));
            processEvents(window);
            const QList<int> expected = pageHeights(window, entry.id);
            Theme::instance().setTypeScale(meanwhile);
            processEvents(window);
            Theme::instance().setTypeScale(type);
            processEvents(window);
            const QList<int> found = pageHeights(window, entry.id);
            QCOMPARE(found.size(), expected.size());
            for (qsizetype i = 0; i < found.size(); ++i)
                QVERIFY2(std::abs(found[i] - expected[i]) < 10,
                         qPrintable(QStringLiteral("%1: %2, and was %3").arg(entry.id).arg(found[i]).arg(expected[i])));
        }
    }
};

SCALEWRIGHT_TEST(tst_page_sizes)
#include "tst_page_sizes.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The results of Ctrl+K, without the window.
#include <QAbstractItemModelTester>
#include <QTest>

#include <limits>

#include "tests/support/registry.h"
#include "ui/shell/fuzzy.h"
#include "ui/shell/palette.h"
#include "ui/shell/palette_model.h"

using namespace scalewright::ui;

class tst_palette : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fuzzyFinds_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse");  // empty: not found
        QTest::newRow("letters in order") << "prd"
                                          << "Predict"
                                          << "";
        QTest::newRow("any case") << "PREDICT"
                                  << "predict"
                                  << "";
        QTest::newRow("every word") << "hop lat"
                                    << "alpha, latency per hop"
                                    << "";
        QTest::newRow("start of a word first") << "ring"
                                               << "book's ring all-reduce"
                                               << "price of starting";
        QTest::newRow("initials") << "sa"
                                  << "Save as…"
                                  << "Measure again";
        QTest::newRow("in a row") << "cost"
                                  << "Cost"
                                  << "choose the boldest";
        QTest::newRow("short before long") << "beta"
                                           << "beta"
                                           << "beta, time to move one message";
    }
    void fuzzyFinds()
    {
        QFETCH(QString, query);
        QFETCH(QString, better);
        QFETCH(QString, worse);
        const auto score = fuzzyScore(query, better);
        QVERIFY(score.has_value());
        QVERIFY(!fuzzyScore(query, u"xyz"));
        if (!worse.isEmpty())
            QVERIFY(*score > fuzzyScore(query, worse).value_or(std::numeric_limits<int>::min()));
    }

    void fuzzyMatchNeedsLettersInOrder()
    {
        QVERIFY(!fuzzyScore(u"dp", u"predict"));
        QVERIFY(!fuzzyScore(u"pp", u"predict"));
        QVERIFY(!fuzzyScore(u"predict x", u"predict"));
        // No match that starts in the middle of one word and continues in another.
        QVERIFY(!fuzzyScore(u"lt", u"reveal action"));
        QVERIFY(!fuzzyScore(u"a", u""));
        QVERIFY(fuzzyScore(u"", u"anything").has_value());
    }

    // Return runs the first item: a preset that contains the letters of "plan p" only by chance is not listed.
    void wordsGoBeforeLetters()
    {
        const auto item = [](PaletteItem::Kind kind, const char* title) {
            return PaletteItem{kind, QString::fromLatin1(title), {}, {}};
        };
        const std::vector<PaletteItem> items{item(PaletteItem::Kind::Action, "Link: PCIe 3, 16 lanes"),
                                             item(PaletteItem::Kind::Action, "Plan: the plan for p"),
                                             item(PaletteItem::Kind::Quantity, "power of a plant, peak"),
                                             item(PaletteItem::Kind::Quantity, "plan p")};
        const std::vector<PaletteItem> found = matchingItems(items, QStringLiteral("plan p"));
        QVERIFY(found.size() == 3);
        QCOMPARE(found.front().title, QStringLiteral("plan p"));
        QVERIFY(std::none_of(found.begin(), found.end(),
                             [](const PaletteItem& each) { return each.title.startsWith(QLatin1String("Link")); }));
    }

    // A quantity on two pages is listed once; two quantities with the same name show their pages.
    void listsEachItemOnce()
    {
        using Kind = PaletteItem::Kind;
        const QString message = QStringLiteral("message of a step");
        const auto item = [](const QString& title, const char* of) {
            return PaletteItem{Kind::Quantity, title, QStringLiteral("not set"), {}, QLatin1String(of)};
        };
        const std::vector<PaletteItem> once =
            withoutDuplicates({{QStringLiteral("Predict"), item(QStringLiteral("buckets"), "/b")},
                               {QStringLiteral("Design"), item(QStringLiteral("buckets"), "/b")},
                               {QStringLiteral("Baseline"), item(message, "/n")},
                               {QStringLiteral("Design"), item(message, "/m")}});
        QStringList titles;
        for (const PaletteItem& each : once)
            titles << each.title;
        QCOMPARE(titles, (QStringList{QStringLiteral("buckets"), QStringLiteral("message of a step, on Baseline"),
                                      QStringLiteral("message of a step, on Design")}));
    }

    void ownWordRanksFirst()
    {
        using Kind = PaletteItem::Kind;
        const std::vector<PaletteItem> items{
            {Kind::Quantity, QStringLiteral("cost of a node"), {}, {}},
            {Kind::Page, QStringLiteral("Cost"), {}, {}},
            {Kind::Action, QStringLiteral("Larger type"), {}, {}, {}, QStringLiteral("text size")}};
        QCOMPARE(matchingItems(items, QStringLiteral("cost")).front().title, QStringLiteral("Cost"));
        const std::vector<PaletteItem> sizes = matchingItems(items, QStringLiteral("text size"));
        QVERIFY(sizes.size() == 1 && sizes.front().title == QStringLiteral("Larger type"));
    }

    void modelPassesQtsTester()
    {
        PaletteModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setItems({{PaletteItem::Kind::Page, QStringLiteral("Predict"), QStringLiteral("41.4"), {}}});
        QCOMPARE(model.data(model.index(0), Qt::AccessibleTextRole).toString(), QStringLiteral("Predict, page · 41.4"));
        model.setItems({});
        QCOMPARE(model.rowCount(), 0);
    }

    void bestMatchComesFirstAndTiesKeepTheirOrder()
    {
        using Kind = PaletteItem::Kind;
        const std::vector<PaletteItem> items{{Kind::Action, QStringLiteral("Larger type"), {}, {}},
                                             {Kind::Pattern, QStringLiteral("ring all-reduce"), {}, {}},
                                             {Kind::Pattern, QStringLiteral("tree all-reduce"), {}, {}},
                                             {Kind::Quantity, QStringLiteral("beta"), {}, {}}};
        const auto titles = [&](const QString& query) {
            QStringList found;
            for (const PaletteItem& item : matchingItems(items, query))
                found << item.title;
            return found;
        };
        QCOMPARE(titles(QString()).size(), 4);
        QCOMPARE(titles(QStringLiteral("all-reduce")),
                 (QStringList{QStringLiteral("ring all-reduce"), QStringLiteral("tree all-reduce")}));
        QCOMPARE(titles(QStringLiteral("tree")).front(), QStringLiteral("tree all-reduce"));
        QCOMPARE(titles(QStringLiteral("quantity")), QStringList{QStringLiteral("beta")});  // by its kind
        QVERIFY(titles(QStringLiteral("nothing like it")).isEmpty());
    }
};

SCALEWRIGHT_TEST(tst_palette)
#include "tst_palette.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The Story page: five rows with links to the right pages, and the weakest link.
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include "app/window/pages.h"
#include "core/decision/analysis/analysis.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/shell/main_window.h"
#include "ui/story/story_page.h"
#include "ui/theme/widgets.h"

using namespace scalewright;
using namespace scalewright::ui;

class tst_story_page : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachRowOpensItsPage()
    {
        Document document;
        document.restore(test::example(QStringLiteral("output-41.7.2")), {}, {});
        StoryPage page(document);
        page.resize(1100, 640);
        page.show();
        QSignalSpy led(&page, &Page::fieldRequested);
        QList<Card*> cards;
        for (Card* card : page.findChildren<Card*>())
            if (card->isVisible())
                cards << card;
        QCOMPARE(cards.size(), 6);
        for (Card* card : cards) {
            QVERIFY(!card->accessibleName().isEmpty() && card->focusPolicy() != Qt::NoFocus);
            card->setFocus();
            QTest::keyClick(card, Qt::Key_Return);
        }
        QStringList pages;
        for (const QVariantList& each : led)
            pages << each.front().toString();
        // The ceiling lacks an input, so its row links to that field, on whichever page it is.
        QCOMPARE(pages, (QStringList{QString(), QStringLiteral("design"), QStringLiteral("predict"),
                                     QStringLiteral("measure"), QStringLiteral("cost"), QStringLiteral("measure")}));
        QCOMPARE(led.front().at(1).toString(), QStringLiteral("/baseline/working_set_bytes"));
    }

    void followsTheDocument()
    {
        Document document;
        StoryPage page(document);
        page.resize(1100, 640);
        page.show();
        QVERIFY(!page.story().hasKnownRow());
        document.restore(test::output4141(), {}, {});
        QVERIFY(page.story().row(StoryStep::Predict).isKnown);
    }

    void isTheFirstPage()
    {
        QSettings().clear();
        Document document;
        document.restore(test::example(QStringLiteral("output-41.7.2")), {}, {});
        MainWindow window(document, allPages());
        QCOMPARE(pageIds().front(), QStringLiteral("story"));
        QVERIFY(window.showPage(QStringLiteral("story")));
    }
};

SCALEWRIGHT_TEST(tst_story_page)
#include "tst_story_page.moc"

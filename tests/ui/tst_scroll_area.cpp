// SPDX-License-Identifier: GPL-3.0-or-later
// Content with two heights that depend on each other: a scroll area adjusts them a few times and then stops.
#include <QTest>

#include "tests/support/registry.h"
#include "ui/controls/card_column.h"
#include "ui/page/page.h"

using namespace scalewright::ui;

namespace {

class Restless : public QWidget {
public:
    Restless()
    {
        QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }
    [[nodiscard]] int heightForWidth(int) const override { return height() == 500 ? 400 : 500; }

    int sizes = 0;

protected:
    void resizeEvent(QResizeEvent*) override { ++sizes; }
};

}  // namespace

class tst_scroll_area : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ends()
    {
        auto* content = new Restless;
        QScrollArea* area = createScrollArea(content, nullptr);
        area->resize(300, 200);
        area->show();
        QVERIFY(QTest::qWaitForWindowExposed(area));
        QVERIFY(content->sizes > 0 && content->sizes < 50);
        QVERIFY(content->height() == 400 || content->height() == 500);
        delete area;
    }
    void scrollsCards()
    {
        CardColumn column;
        column.takeWidget()->deleteLater();
        auto* content = new Restless;
        column.setWidget(content);
        column.resize(300, 200);
        column.show();
        QVERIFY(QTest::qWaitForWindowExposed(&column));
        QVERIFY(content->sizes > 0 && content->sizes < 50);
    }
};

SCALEWRIGHT_TEST(tst_scroll_area)
#include "tst_scroll_area.moc"

// Which known word was meant.
#include <QTest>

#include "core/base/text/nearest.h"
#include "tests/support/registry.h"

using namespace scalewright;

class tst_nearest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // By hand: kitten to sitting is the textbook's 3; a swap of neighbours is one edit.
    void distances()
    {
        QCOMPARE(editDistance("kitten", "sitting"), std::size_t{3});
        QCOMPARE(editDistance("", "abc"), std::size_t{3});
        QCOMPARE(editDistance("abc", ""), std::size_t{3});
        QCOMPARE(editDistance("alpah_s", "alpha_s"), std::size_t{1});
        QCOMPARE(editDistance("ca", "abc"), std::size_t{3});  // optimal string alignment, where Damerau's own is 2
    }

    void meant()
    {
        const std::vector<std::string> known{"alpha_s", "alpha2_s", "p"};
        QCOMPARE(didYouMean("alpah_s", known).value_or(""), std::string("alpha_s"));
        QVERIFY(!didYouMean("alpha_s", known));
        QVERIFY(!didYouMean("their_own", known));
        QCOMPARE(didYouMean("q", known).value_or(""), std::string("p"));
        QVERIFY(!didYouMean("qq", known));
        QVERIFY(!didYouMean("word", {}));
    }
};

SCALEWRIGHT_TEST(tst_nearest)
#include "tst_nearest.moc"

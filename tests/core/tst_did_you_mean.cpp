// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the known word that was meant.
#include <QTest>

#include "core/base/text/did_you_mean.h"
#include "tests/support/registry.h"

using namespace scalewright;

class tst_did_you_mean : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // By hand: kitten to sitting is the textbook's 3; swapping neighbours is one edit.
    void distances()
    {
        QCOMPARE(editDistance("kitten", "sitting"), std::size_t{3});
        QCOMPARE(editDistance("", "abc"), std::size_t{3});
        QCOMPARE(editDistance("abc", ""), std::size_t{3});
        QCOMPARE(editDistance("alpah_s", "alpha_s"), std::size_t{1});
        QCOMPARE(editDistance("ca", "abc"), std::size_t{3});  // optimal string alignment; Damerau's distance would be 2
    }

    void suggestsNearestName()
    {
        const std::vector<std::string> knownNames{"alpha_s", "alpha2_s", "p"};
        QCOMPARE(didYouMean("alpah_s", knownNames).value_or(""), std::string("alpha_s"));
        QVERIFY(!didYouMean("alpha_s", knownNames));
        QVERIFY(!didYouMean("their_own", knownNames));
        QCOMPARE(didYouMean("q", knownNames).value_or(""), std::string("p"));
        QVERIFY(!didYouMean("qq", knownNames));
        QVERIFY(!didYouMean("word", {}));
    }
};

SCALEWRIGHT_TEST(tst_did_you_mean)
#include "tst_did_you_mean.moc"

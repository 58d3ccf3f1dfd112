// SPDX-License-Identifier: GPL-3.0-or-later
// The members of a JSON object, declared as a list.
#include <QTest>

#include <limits>

#include "core/base/json/fields.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

std::string textOf(const Json::Object& object)
{
    std::string text = writeJson(Json(object));
    std::erase_if(text, [](char each) { return each == ' ' || each == '\n'; });
    return text;
}

}  // namespace

class tst_json_fields : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void values()
    {
        QCOMPARE(textOf(objectOf({{"n", 3}, {"x", 0.5}, {"b", true}, {"t", "text"}, {"s", std::string("s")}})),
                 std::string(R"({"n":3,"x":0.5,"b":true,"t":"text","s":"s"})"));
        QCOMPARE(textOf(objectOf({{"list", std::vector<std::string>{"a", "b"}}, {"empty", std::vector<int>()}})),
                 std::string(R"({"list":["a","b"],"empty":[]})"));
        QCOMPARE(textOf(objectOf({{"one", objectOf({{"two", 2}})}})), std::string(R"({"one":{"two":2}})"));
    }

    void anAbsentValueIsLeftOutOrNullWithAReason()
    {
        QCOMPARE(
            textOf(objectOf({{"a", std::optional<int>()},
                             {"b", ifAny("")},
                             {"c", when(false, 1)},
                             {"d", std::optional<double>(), "why"},
                             {"e", std::string(), "no text"},
                             {"f", std::nullopt, "never"}})),
            std::string(R"({"d":null,"d_reason":"why","e":null,"e_reason":"notext","f":null,"f_reason":"never"})"));
        QCOMPARE(
            textOf(objectOf(
                {{"a", std::optional(1)}, {"b", ifAny("x")}, {"c", when(true, 1)}, {"d", std::optional(2.5), "why"}})),
            std::string(R"({"a":1,"b":"x","c":1,"d":2.5})"));
    }

    void aNumberThatIsNotFiniteHasItsOwnReason()
    {
        QCOMPARE(textOf(objectOf({{"a", std::optional(std::numeric_limits<double>::infinity()), "why"}})),
                 std::string(R"({"a":null,"a_reason":"toolargetocompute"})"));
    }

    void membersOfAnotherObjectKeepTheirPlace()
    {
        QCOMPARE(textOf(objectOf({{"a", 1}, objectOf({{"b", 2}, {"c", 3}}), {"d", 4}})),
                 std::string(R"({"a":1,"b":2,"c":3,"d":4})"));
    }

    void lists()
    {
        const std::vector<int> numbers{1, 2, 3};
        QCOMPARE(textOf(objectOf({{"odd", listOf(numbers,
                                                 [](int n) {
                                                     return when(n % 2 == 1, objectOf({{"n", n}}));
                                                 })}})),
                 std::string(R"({"odd":[{"n":1},{"n":3}]})"));
        QCOMPARE(textOf(objectOf({{"words", listOf(numbers, [](int n) { return n == 2 ? "two" : "other"; })}})),
                 std::string(R"({"words":["other","two","other"]})"));
    }
};

SCALEWRIGHT_TEST(tst_json_fields)
#include "tst_json_fields.moc"

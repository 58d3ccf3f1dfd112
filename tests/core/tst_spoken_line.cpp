// What a program says of itself, found in an output that comes in blocks. Held against its lines one by one.
#include <QTest>

#include <random>
#include <string>
#include <vector>

#include "core/runs/spoken_line.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

/// The comp of the last line that says one; -1 where none does. One without its end counts where no other says any.
double lastComp(const std::string& output)
{
    double comp = -1;
    bool whole = false;
    for (std::size_t begin = 0; begin <= output.size();) {
        const std::size_t end = std::min(output.find('\n', begin), output.size());
        if (const std::optional<SpokenLine> said = parseSpokenLine(std::string_view(output).substr(begin, end - begin));
            said && (end < output.size() || !whole)) {
            comp = said->compS.value_or(-1);
            whole = true;
        }
        begin = end + 1;
    }
    return comp;
}

}  // namespace

class tst_spoken_line : public QObject {
    Q_OBJECT

private slots:
    void inBlocksOfAnySize();
    void longLines();
};

void tst_spoken_line::inBlocksOfAnySize()
{
    std::mt19937 random(41);
    const std::vector<std::string> pieces{"scalewright: comp=",
                                          "7",
                                          "\n",
                                          "\n",
                                          "s",
                                          "y\n",
                                          "scalewright:",
                                          "[1,0]<stdout>:",
                                          "0: ",
                                          " \t",
                                          "scale",
                                          "wright: comp=3\n",
                                          "x scalewright: comp=9\n",
                                          " p=2"};
    int said = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string output;
        for (std::size_t i = random() % 40; i > 0; --i)
            output += pieces[random() % pieces.size()];
        SpokenLines lines;
        for (std::size_t at = 0; at < output.size();) {
            const std::size_t size = 1 + random() % (round % 2 == 0 ? 4 : 60);
            lines.hear(std::string_view(output).substr(at, size));
            at += size;
        }
        const std::optional<SpokenLine> last = lines.last();
        const double expected = lastComp(output);
        QVERIFY2((last ? last->compS.value_or(-1) : -1) == expected, output.c_str());
        said += expected >= 0 ? 1 : 0;
    }
    QVERIFY(said > 200);  // the draws are no vain ones
}

void tst_spoken_line::longLines()
{
    // Of a line the first 4096 bytes are read, in one block or in many.
    const std::string line = "scalewright: comp=1 " + std::string(4096, ' ') + "comp=2";
    for (const std::size_t size : {std::size_t{1}, std::size_t{1000}, std::size_t{100000}})
        for (const char* end : {"", "\n", "\nother\n"}) {
            SpokenLines lines;
            const std::string output = line + end;
            for (std::size_t at = 0; at < output.size(); at += size)
                lines.hear(std::string_view(output).substr(at, size));
            const std::optional<SpokenLine> last = lines.last();
            QVERIFY(last.has_value());
            QCOMPARE(last->compS, std::optional(1.0));
        }
}

SCALEWRIGHT_TEST(tst_spoken_line)
#include "tst_spoken_line.moc"

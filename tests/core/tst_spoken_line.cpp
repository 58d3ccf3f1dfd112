// What a program says of itself, found in an output that comes in blocks. Held against its lines one by one.
#include <QTest>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/evidence/runs/spoken_line.h"
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
    void aLineOfEachWorker();
    void memoryOfOne();
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

void tst_spoken_line::memoryOfOne()
{
    QCOMPARE(parseSpokenLine("scalewright: memory=20GB")->memoryBytes, std::optional(20e9));
    for (const char* none : {"scalewright: memory=0", "scalewright: memory=-1GB", "scalewright: memory=much"}) {
        const std::optional<SpokenLine> said = parseSpokenLine(none);
        QVERIFY2(!said->memoryBytes && said->warnings.size() == 1, none);
    }
    SpokenLines lines;  // the fullest device is the one that must hold it
    lines.hear("scalewright: time=1 memory=2GB\nscalewright: time=1 memory=3GB\n");
    QCOMPARE(lines.ofWorkers(2)->memoryBytes, std::optional(3e9));
}

// Two workers that compute for 0.4 and 0.7 s of a step that ends with the slower: 0.55 s each in the mean, so that 0.15
// s of the 0.7 are waiting, whether the first waits within its own time or was done before.
void tst_spoken_line::aLineOfEachWorker()
{
    const auto said = [](const std::string& output, int p) {
        SpokenLines lines;
        lines.hear(output);
        return *lines.ofWorkers(p);
    };
    const auto near = [](const std::optional<double>& value, double expected) {
        return value && std::abs(*value - expected) < 1e-12;
    };
    const std::string slow = "scalewright: time=0.7 comp=0.7 comm=0 idle=0\n";
    for (const char* fast :
         {"scalewright: time=0.7 comp=0.4 comm=0 idle=0.3\n", "scalewright: time=0.4 comp=0.4 comm=0 idle=0\n"})
        for (const std::string& output : {fast + slow, slow + fast, "scalewright: comp=9\n" + slow + slow + fast}) {
            const SpokenLine line = said(output, 2);
            QVERIFY2(near(line.timeS, 0.7) && near(line.compS, 0.55) && near(line.idleS, 0.15), output.c_str());
            QCOMPARE(line.lines, 2);
            QVERIFY(line.warnings.empty());
        }
    // One process that prints line after line: its last counts. So it does where the launcher names the rank.
    QCOMPARE(said("scalewright: comp=9\n" + slow, 1).compS, std::optional(0.7));
    QCOMPARE(said("[1,0]<stdout>:scalewright: comp=9\n[1,0]<stdout>:scalewright: comp=3\n", 2).compS,
             std::optional(3.0));
    QVERIFY(near(said("0: scalewright: comp=9\n0: scalewright: comp=3\n1: scalewright: comp=1\n", 2).compS, 2));
    // Three lines of two workers are not theirs: no parts, and it is said.
    const SpokenLine three = said("scalewright: comp=1\n" + slow + "scalewright: time=0.4 comp=0.4 comm=0 idle=0\n", 2);
    QVERIFY(!three.compS && !three.idleS && three.timeS == 0.4 && three.warnings.size() == 1);
    // What one of them does not say has no mean.
    const SpokenLine half = said("scalewright: comp=1 io=1\nscalewright: comp=2\n", 2);
    QVERIFY(near(half.compS, 1.5) && !half.ioS && half.warnings.size() == 1);
}

SCALEWRIGHT_TEST(tst_spoken_line)
#include "tst_spoken_line.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern is consistent: its traits agree with its time, and every list of patterns contains it. Expected values
// follow from the definitions: a time is linear if it is additive, an input matters if changing it changes the time.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "core/base/error/parse_name.h"
#include "core/design/slots/slots.h"
#include "core/design/slots/topology.h"
#include "core/design/tools/benchmark.h"
#include "core/evidence/commfit/commfit.h"
#include "core/model/scaling/algorithm_map.h"
#include "core/model/scaling/pattern_traits.h"
#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;

Q_DECLARE_METATYPE(scalewright::Pattern)

namespace {

bool almostEqual(double a, double b)
{
    return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

// All parameters set, to different values.
CommunicationParameters full()
{
    return {.alphaS = 3e-3,
            .betaS = 0.7,
            .gammaS = 0.05,
            .alpha2S = 5e-3,
            .beta2S = 1.1,
            .workersPerNode = 4,
            .serverShards = 3,
            .neighbours = 3,
            .participation = 0.5};
}

double patternTime(Pattern pattern, double alpha, double beta, double p)
{
    CommunicationParameters c = full();
    c.alphaS = c.alpha2S = alpha;
    c.betaS = c.beta2S = beta;
    c.gammaS = 0;
    return communicationTime(pattern, c, p);
}

}  // namespace

class tst_patterns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("SCALEWRIGHT_RESOURCES", test::sourceFile("resources").toUtf8()); }

    void all_data()
    {
        QTest::addColumn<Pattern>("pattern");
        for (const Pattern pattern : allPatterns)
            QTest::newRow(patternName(pattern)) << pattern;
    }

    void words_data() { all_data(); }
    void words()
    {
        QFETCH(Pattern, pattern);
        const PatternTraits& traits = traitsOf(pattern);
        for (const char* text : {patternName(pattern), traits.title, traits.formula, traits.source, traits.slotOption})
            QVERIFY(text && *text);
        QVERIFY(QString::fromUtf8(patternName(pattern)) == QString::fromUtf8(patternName(pattern)).toLower() &&
                !QString::fromUtf8(patternName(pattern)).contains(' '));
        QVERIFY(traits.mapTintStrength >= 0 && traits.mapTintStrength <= 1);
        QCOMPARE(parseName<Pattern>(patternName(pattern)).value(), pattern);
        for (const Pattern other : allPatterns)
            if (other != pattern) {
                QVERIFY(std::string(patternName(other)) != patternName(pattern));
                QVERIFY(std::string(traitsOf(other).title) != traits.title);
            }
        QCOMPARE(patternOfCollective(patternName(pattern)), std::optional(pattern));
    }

    // The names in the command line's contract, and the equivalent names in timing files: NCCL's and MPI's alltoall,
    // PyTorch's FSDP (Zhao et al. 2023), DeepSpeed's ZeRO-3 (Rajbhandari et al. 2020), NCCL's double binary tree, the
    // contract's "(binomial)".
    void patternNamesAreKnown_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<Pattern>("pattern");
        QTest::addColumn<bool>("ofTheContract");
        const auto row = [](const char* name, Pattern pattern, bool contract = true) {
            QTest::newRow(name) << QString::fromLatin1(name) << pattern << contract;
        };
        row("book-ring-all-reduce", Pattern::BookRingAllReduce);
        row("ring-all-reduce", Pattern::RingAllReduce);
        row("recursive-doubling-all-reduce", Pattern::RecursiveDoublingAllReduce);
        row("rabenseifner-all-reduce", Pattern::RabenseifnerAllReduce);
        row("tree-all-reduce", Pattern::TreeAllReduce);
        row("double-tree-all-reduce", Pattern::DoubleTreeAllReduce);
        row("hierarchical-all-reduce", Pattern::HierarchicalAllReduce);
        row("reduce-scatter-all-gather", Pattern::ReduceScatterAllGather);
        row("shuffle", Pattern::Shuffle);
        row("parameter-server", Pattern::ParameterServer);
        row("gossip", Pattern::Gossip);
        row("scatter-gather", Pattern::ScatterGather);
        row("federated-averaging", Pattern::FederatedAveraging);
        row("binomial", Pattern::TreeAllReduce, false);
        row("alltoall", Pattern::Shuffle, false);
        row("all-to-all", Pattern::Shuffle, false);
        row("reduce-scatter-allgather", Pattern::ReduceScatterAllGather, false);
        row("double-binary-tree", Pattern::DoubleTreeAllReduce, false);
        row("fsdp", Pattern::FullySharded, false);
        row("zero-3", Pattern::FullySharded, false);
    }
    void patternNamesAreKnown()
    {
        QFETCH(const QString, name);
        QFETCH(const Pattern, pattern);
        QFETCH(const bool, ofTheContract);
        QCOMPARE(patternOfCollective(name.toStdString()), std::optional(pattern));
        const Result<Pattern> knownPattern = parseName<Pattern>(name.toStdString());
        QCOMPARE(knownPattern.has_value(), ofTheContract);
        if (knownPattern)
            QCOMPARE(*knownPattern, pattern);
    }

    void option_data() { all_data(); }
    void option()
    {
        QFETCH(Pattern, pattern);
        const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
        QVERIFY(catalogue);
        int listed = 0;
        for (const SlotOption& each : catalogue->menu(Slot::Communication).options)
            listed += static_cast<int>(std::count(each.patterns.begin(), each.patterns.end(), pattern));
        QCOMPARE(listed, 1);
    }

    void drawing_data() { all_data(); }
    void drawing()
    {
        QFETCH(Pattern, pattern);
        Project project = test::output4141();
        project.design.communication.pattern = pattern;
        const Topology board = topologyOf(project, 5);
        QCOMPARE(board.panels.size(), std::size_t(1));
        QVERIFY(board.panels[0].boxes.size() >= 5 && !board.panels[0].arrows.empty());
    }

    // Linear: the time with alpha and beta is the sum of the times with each alone. With a root: plus 2 sqrt of their
    // product.
    void linearity_data() { all_data(); }
    void linearity()
    {
        QFETCH(Pattern, pattern);
        const TimeVersusMessageSize perMessage = traitsOf(pattern).timeVersusMessageSize;
        bool additive = true, rooted = true;
        for (const int p : {3, 4, 6, 17})
            for (const double beta : {0.01, 0.7}) {
                const double latency = patternTime(pattern, 3e-3, 0, p), bandwidth = patternTime(pattern, 0, beta, p),
                             sumOfBoth = patternTime(pattern, 3e-3, beta, p);
                additive = additive && almostEqual(sumOfBoth, latency + bandwidth);
                rooted = rooted && almostEqual(sumOfBoth, latency + bandwidth + 2 * std::sqrt(latency * bandwidth));
            }
        QCOMPARE(perMessage == TimeVersusMessageSize::Linear, additive);
        QCOMPARE(perMessage == TimeVersusMessageSize::LinearWithRoot, rooted);
        QCOMPARE(linearFactors(pattern, full(), 5).has_value(), additive);
        // The map's boundaries are closed forms, so only patterns that have one may compete.
        if (competingPatterns(pattern).size() > 1)
            QVERIFY(perMessage != TimeVersusMessageSize::WholeChunks);
    }

    // a alpha (p-1) + (b beta + c gamma)(p-1)/p also holds between the integers.
    void smoothness_data() { all_data(); }
    void smoothness()
    {
        QFETCH(Pattern, pattern);
        for (const bool linear : {false, true}) {
            CommunicationParameters c = full();
            c.linearScatter = linear;
            const std::optional<SmoothCoefficients> form = smoothCoefficients(pattern, c);
            const auto formed = [&](double p) {
                return form->latency * c.alphaS * (p - 1) +
                       (form->bandwidth * c.betaS + form->reduction * c.gammaS) * (p - 1) / p;
            };
            for (const double p : {2.0, 2.5, 7.3, 16.0, 1000.5})
                if (form)
                    QVERIFY(almostEqual(communicationTime(pattern, c, p), formed(p)));
            // If there is no such form, none fits: fitted at p = 2, 3 and 5, it misses at 9 or at 40.
            if (!form && pattern != Pattern::Gossip && pattern != Pattern::FederatedAveraging) {
                const auto t = [&](double p) { return communicationTime(pattern, c, p); };
                // (p-1)(A + B/p): two unknowns from p = 2 and 3.
                const double two = t(2), three = t(3) / 2;
                const double b = (two - three) / (1.0 / 2 - 1.0 / 3), a = two - b / 2;
                const auto misses = [&](double p) { return !almostEqual(t(p), (p - 1) * (a + b / p)); };
                QVERIFY(misses(5) || misses(9) || misses(40));
            }
        }
    }

    // An input counts if changing it changes the time at some p.
    void inputs_data() { all_data(); }
    void inputs()
    {
        QFETCH(Pattern, pattern);
        const auto matters = [&](auto change) {
            CommunicationParameters changedInput = full();
            change(changedInput);
            for (const int p : {2, 5, 9, 40})
                if (communicationTime(pattern, full(), p) != communicationTime(pattern, changedInput, p))
                    return true;
            return false;
        };
        using C = CommunicationParameters;
        const PatternInputs inputs = traitsOf(pattern).inputs;
        QCOMPARE(matters([](C& c) { c.gammaS *= 2; }), inputs.gamma);
        QCOMPARE(matters([](C& c) { c.alpha2S *= 2; }), inputs.hierarchy);
        QCOMPARE(matters([](C& c) { c.beta2S *= 2; }), inputs.hierarchy);
        QCOMPARE(matters([](C& c) { c.workersPerNode *= 2; }), inputs.hierarchy);
        QCOMPARE(matters([](C& c) { c.sharedNetworkCard = true; }), inputs.hierarchy);
        QCOMPARE(matters([](C& c) { c.serverShards *= 2; }), inputs.serverShards);
        QCOMPARE(matters([](C& c) { c.neighbours *= 2; }), inputs.neighbours);
        QCOMPARE(matters([](C& c) { c.participation /= 2; }), inputs.participation);
        QCOMPARE(matters([](C& c) { c.linearScatter = true; }), inputs.linearScatter);
        QVERIFY(matters([](C& c) { c.localSteps = 2; }));
        QVERIFY(matters([](C& c) { c.alphaS *= 2; }) && matters([](C& c) { c.betaS *= 2; }));
    }

    // A broadcast delivers no sum; a sum can replace a mean; a pattern that moves different data replaces nothing.
    void deliveryOrderOfPatterns()
    {
        const auto canReplace = [](Pattern one, Pattern other) { return deliversAtLeast(one, other); };
        QCOMPARE(interchangeablePatterns(Pattern::PipelinedBroadcast), std::vector{Pattern::PipelinedBroadcast});
        for (const Pattern other : allPatterns)
            if (other != Pattern::PipelinedBroadcast)
                QVERIFY(!canReplace(Pattern::PipelinedBroadcast, other));
        QVERIFY(canReplace(Pattern::ParameterServer, Pattern::RingAllReduce) &&
                canReplace(Pattern::RingAllReduce, Pattern::ParameterServer));
        QVERIFY(canReplace(Pattern::TreeAllReduce, Pattern::FederatedAveraging) &&
                !canReplace(Pattern::FederatedAveraging, Pattern::TreeAllReduce));
        QVERIFY(canReplace(Pattern::TreeAllReduce, Pattern::Gossip) &&
                !canReplace(Pattern::Gossip, Pattern::FederatedAveraging));
        // Every all-reduce is on the map of every other, except for one algorithm that is priced twice.
        for (const Pattern one : allPatterns)
            for (const Pattern other : allPatterns)
                if (traitsOf(one).outcome == ExchangeOutcome::FullSum &&
                    traitsOf(other).outcome == ExchangeOutcome::FullSum) {
                    const std::vector<Pattern> rivals = competingPatterns(one);
                    const bool twice =
                        one != other && (traitsOf(other).simplifiedFrom || traitsOf(one).simplifiedFrom == other);
                    QCOMPARE(std::find(rivals.begin(), rivals.end(), other) != rivals.end(), !twice);
                }
    }

    // The collectives that a benchmark times are those that fit-comm prices and that both timing programs know.
    void timed_data() { all_data(); }
    void timed()
    {
        QFETCH(Pattern, pattern);
        const QByteArray programs[] = {
            test::contentOf(test::sourceFile(QStringLiteral("app/mpi/scalewright-mpi.c"))),
            test::contentOf(test::sourceFile(QStringLiteral("app/torch/scalewright-torch.py")))};
        const std::vector<std::string> collectives = timedCollectives(pattern);
        QVERIFY(!collectives.empty());
        for (const std::string& name : collectives) {
            QVERIFY2(costOfCollective(name), name.c_str());
            for (const QByteArray& program : programs)
                QVERIFY2(program.contains('"' + QByteArray::fromStdString(name) + '"'), name.c_str());
        }
    }

    // Questions about patterns are answered by their traits: code that names a pattern elsewhere would give the next
    // pattern a default.
    void patternsAreNamedOnlyInTheirFolder()
    {
        const QRegularExpression patternUse(QStringLiteral("\\bPattern::[A-Z]"));
        for (const char* folder : {"core", "ui", "app"}) {
            QDirIterator files(test::sourceFile(QString::fromLatin1(folder)), {"*.cpp", "*.h", "*.c"}, QDir::Files,
                               QDirIterator::Subdirectories);
            QVERIFY(files.hasNext());
            while (files.hasNext()) {
                QFile file(files.next());
                if (file.fileName().contains(QStringLiteral("core/model/scaling/patterns/")) ||
                    file.fileName().endsWith(QStringLiteral("core/project/enums/pattern.h")))  // the list
                    continue;
                QVERIFY(file.open(QIODevice::ReadOnly));
                QVERIFY2(!patternUse.match(QString::fromUtf8(file.readAll())).hasMatch(), qPrintable(file.fileName()));
            }
        }
    }

    // A collective in which all workers must synchronise: none has the sum before all have contributed, and none has
    // all shards before all were sent.
    void barriers()
    {
        for (const Pattern pattern : allPatterns) {
            const ExchangeOutcome delivers = traitsOf(pattern).outcome;
            // Data from all workers requires synchronisation; data from one does not.
            if (delivers == ExchangeOutcome::Copies)
                continue;
            const bool meets = delivers == ExchangeOutcome::FullSum || delivers == ExchangeOutcome::SumSlices ||
                               delivers == ExchangeOutcome::SumAndModelSlices ||
                               delivers == ExchangeOutcome::AllToAllParts;
            QVERIFY2(traitsOf(pattern).isBarrier == meets, patternName(pattern));
        }
        QVERIFY(!traitsOf(Pattern::PipelinedBroadcast).isBarrier);
    }
};

SCALEWRIGHT_TEST(tst_patterns)
#include "tst_patterns.moc"

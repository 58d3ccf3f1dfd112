// SPDX-License-Identifier: GPL-3.0-or-later
// Projects as values and as text. Expected values: hand-written files under tests/data/projects, numbers from the book,
// and arithmetic written out here. tst_project_file tests files on disk.
#include <QDir>
#include <QFile>
#include <QTest>

#include <map>
#include <random>

#include <fmt/format.h>

#include "core/model/bottleneck/flow.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;
using scalewright::test::example;

namespace {

std::string everyField()
{
    return test::contentOf(test::sourceFile(QStringLiteral("tests/data/projects/every-field.scalewright")))
        .toStdString();
}

QStringList examples()
{
    const QDir folder(test::sourceFile(QStringLiteral("resources/examples")));
    QStringList names;
    for (const QString& name : folder.entryList({QStringLiteral("*.scalewright")}, QDir::Files, QDir::Name))
        names << folder.filePath(name);
    return names;
}

// A project with the given members in addition to format and version.
std::string projectText(const std::string& members, const std::string& version = "1")
{
    return fmt::format("{{\"format\": \"scalewright-project\", \"version\": {}{}{}}}", version,
                       members.empty() ? "" : ", ", members);
}

QStringList pointersOf(const Error& error)
{
    QStringList pointers;
    for (const Problem& problem : error.problems)
        pointers << QString::fromStdString(problem.location.jsonPointer);
    return pointers;
}

// The complete content of the file, except for the order of members.
Json sorted(const Json& value)
{
    if (const Json::Object* members = value.asObject()) {
        Json::Object sortedMembers;
        for (const auto& [name, member] : *members)
            sortedMembers.emplace_back(name, sorted(member));
        std::sort(sortedMembers.begin(), sortedMembers.end(),
                  [](const Json::Member& a, const Json::Member& b) { return a.first < b.first; });
        return sortedMembers;
    }
    if (const Json::Array* elements = value.asArray()) {
        Json::Array sortedElements;
        for (const Json& element : *elements)
            sortedElements.push_back(sorted(element));
        return sortedElements;
    }
    return value;
}

Quantity typedQuantity(double value, const char* text)
{
    Quantity quantity = typed(value);
    quantity.asTyped = text;
    return quantity;
}

// Adds an unknown member at the start of every object.
Json withUnknownMembers(const Json& value, int& count)
{
    if (const Json::Object* members = value.asObject()) {
        Json::Object markedMembers{
            {fmt::format("unknown-{}", count), Json::Number{fmt::format("{}00000000000000000000.50", ++count)}}};
        for (const auto& [name, member] : *members)
            markedMembers.emplace_back(name, withUnknownMembers(member, count));
        return markedMembers;
    }
    if (const Json::Array* elements = value.asArray()) {
        Json::Array markedElements;
        for (const Json& element : *elements)
            markedElements.push_back(withUnknownMembers(element, count));
        return markedElements;
    }
    return value;
}

}  // namespace

class tst_project : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryField()
    {
        const Result<Project> read = parseProject(everyField());
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        const Project& project = *read;
        QCOMPARE(project.title, std::string("Every field"));
        QCOMPARE(project.notes, std::string("Line one\nline two, \"quoted\", µ"));
        QCOMPARE(project.baseline.machine.memoryBytes->value, 16e9);
        QVERIFY(project.baseline.machine.memoryBytes->provenance.origin == Origin::Measured);
        QCOMPARE(project.baseline.machine.memoryBytes->provenance.date, std::string("2026-09-30"));
        QCOMPARE(project.baseline.machine.memoryBytes->provenance.conditions, std::string("idle"));
        QVERIFY(*project.baseline.machine.storageBytes == typed(500e9));
        QVERIFY((project.baseline.machine.peakFlops->interval == Interval{90e9, 110e9, 0.9}));
        QCOMPARE(project.baseline.steps.size(), std::size_t(3));
        QCOMPARE(project.baseline.steps[0].ioTimeS->value, 0.25);
        QCOMPARE(project.baseline.steps[1].name, std::string("train"));
        QVERIFY(!project.baseline.steps[1].flops);
        QVERIFY((project.baseline.tCompS->interval == Interval{1.4, 1.75, 0.95}));
        QCOMPARE(project.baseline.ioDominanceShare->value, 0.5);
        QCOMPARE(project.baseline.serving->throughputTargetPerS->value, 200.0);
        QCOMPARE(project.target.link, std::string("InfiniBand"));
        QCOMPARE(project.target.alphaS->value, 1e-5);
        QCOMPARE(project.target.bandwidthBytesPerS->provenance.source, std::string("data sheet"));
        QCOMPARE(project.target.workersPerNode->value, 8.0);
        QCOMPARE(project.target.powerW->value, 400.0);
        QCOMPARE(project.goal.quality->value, -1.25);
        QCOMPARE(project.goal.budgetUsd->value, 0.0);
        const Communication& communication = project.design.communication;
        QVERIFY(communication.pattern == Pattern::HierarchicalAllReduce);
        QCOMPARE(communication.gammaSPerByte->value, 1e-11);
        QCOMPARE(communication.participation->value, 0.1);
        QVERIFY(communication.linearScatter && communication.sharedNetworkCard);
        QCOMPARE(project.design.unknown.size(), std::size_t(1));
        QCOMPARE(communication.slot.choices.at(0).scope, std::string("dense layers"));
        QCOMPARE(communication.slot.rejectedBecause, std::string("nothing is sparse"));
        QCOMPARE(communication.overlap->value, 0.0);
        QCOMPARE(communication.lastBucketBytes->value, 26214400.0);
        QCOMPARE(project.design.partitioning.slot.choices.at(0).option, std::string("split-data"));
        QCOMPARE(project.design.partitioning.unknown.size(), std::size_t(2));
        QCOMPARE(project.design.consistency.slot.justification, std::string("synchronous"));
        QCOMPARE(project.design.consistency.stalenessSteps->value, 0.0);
        QCOMPARE(project.design.coordination.secondsPerWorker->value, 1e-6);
        QCOMPARE(project.design.faultTolerance.checkpointIntervalS->value, 3600.0);
        QVERIFY(project.design.loadBalancing.jitterShape == JitterShape::Exponential);
        QCOMPARE(project.design.loadBalancing.backupWorkers->value, 2.0);
        QCOMPARE(project.target.nodeMtbfS->value, 157680000.0);
        QVERIFY(project.target.preemptible);
        const Ladder& ladder = project.measurements.ladders.at(0);
        QVERIFY(ladder.scaling == Scaling::Weak);
        QCOMPARE(ladder.qualityTarget->value, 0.75);
        QCOMPARE(ladder.stepsPerMeasuredTime->value, 500.0);
        QCOMPARE(ladder.points.at(1).throughputPerS.value(), 3.5);
        QVERIFY(!ladder.points.at(1).timeS);
        QCOMPARE(ladder.points.at(2).ioS.value(), 0.125);
        QCOMPARE(project.ledger.at(0).date, std::string("2026-11-21"));
        QCOMPARE(*project.plan.p, 13);
        QVERIFY(project.plan.scaling == Scaling::Weak);
        QCOMPARE(project.plan.steps->value, 450410.0);
        const CollectiveMeasurement& collective = project.measurements.collectives.at(0);
        QVERIFY(collective.pattern == Pattern::RingAllReduce);
        QCOMPARE(collective.provenance.conditions, std::string("quiet"));
        QCOMPARE(collective.timings.at(1).p, 1048576);
        QCOMPARE(collective.timings.at(0).seconds, 1e-6);
        QCOMPARE(project.measurements.ladders.at(0).points.at(0).timeS.value(), 1.5);
        const RecordedRun& run = project.measurements.traces.at(0);
        QCOMPARE(run.worldSize.value(), 2);
        QCOMPARE(run.straggler.value(), 1);
        QCOMPARE(run.files.at(0).bytes, std::uint64_t(9007199254740992));
        QCOMPARE(run.files.at(0).digest, std::string("0123456789abcdef"));
        QCOMPARE(run.files.at(0).ranks.at(0).exposedS, 0.25);
        QVERIFY(!run.files.at(0).ranks.at(0).waitingS);
        QCOMPARE(run.files.at(0).ranks.at(1).waitingS.value(), 0.0);
        QCOMPARE(project.variants.at(0).name, std::string("B"));
        QVERIFY(project.variants.at(0).design.communication.pattern == Pattern::Gossip);
        QCOMPARE(*project.variants.at(0).plan.p, 1);
    }

    // The hand-written file has the same member order and format as the writer, so every digit must be reproduced.
    void writesEveryDigit()
    {
        const std::string text = everyField();
        QCOMPARE(QString::fromStdString(writeProject(parseProject(text).value())), QString::fromStdString(text));
    }

    // Before slots were supported, a file could contain a sentence in place of a slot.
    void readsASentenceAsTheJustificationOfASlot()
    {
        const Result<Project> read = parseProject(R"({"format": "scalewright-project", "version": 1,
            "design": {"consistency": "synchronous"}, "variants": [{"name": "B", "design": {"coordination": "rank zero"}}]})");
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->design.consistency.slot.justification, std::string("synchronous"));
        QCOMPARE(read->variants.at(0).design.coordination.slot.justification, std::string("rank zero"));
    }

    void rejectsALadderPointWithoutATime()
    {
        const Result<Project> read = parseProject(R"({"format": "scalewright-project", "version": 1,
            "measurements": {"ladders": [{"points": [{"p": 1, "time_s": 2}, {"p": 2, "quality": 0.5}]}]}})");
        QVERIFY(!read);
        QCOMPARE(read.error().problems.at(0).location.jsonPointer, std::string("/measurements/ladders/0/points/1"));
    }

    void keepsUnknownMembersAtEveryLevel()
    {
        for (const std::string& text : {everyField(), test::contentOf(examples().constFirst()).toStdString()}) {
            int count = 0;
            const Json document = withUnknownMembers(parseJson(text).value(), count);
            QVERIFY(count > 5);
            const std::string inputText = writeJson(document);
            const Result<Project> project = parseProject(inputText);
            QVERIFY2(project, project ? "" : describe(project.error()).c_str());
            const std::string written = writeProject(*project);
            QVERIFY(sorted(parseJson(written).value()) == sorted(document));
            QVERIFY(parseProject(written).value() == *project);
        }
    }

    void keepsTheOrderOfUnknownMembers()
    {
        const std::string text = projectText(R"("z": 1, "title": "t", "a": {"y": 1, "x": 2}, "m": 3)");
        const std::string written = writeProject(parseProject(text).value());
        const std::string expectedEnd = "  \"z\": 1,\n  \"a\": {\n    \"y\": 1,\n    \"x\": 2\n  },\n  \"m\": 3\n}\n";
        QVERIFY2(written.ends_with(expectedEnd), written.c_str());
    }

    void examplesSurvive_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString& path : examples())
            QTest::newRow(qPrintable(QFileInfo(path).completeBaseName())) << path;
        QVERIFY(examples().size() >= 4);
    }
    void examplesSurvive()
    {
        QFETCH(QString, path);
        const Result<Project> project = readProject(path.toStdString());
        QVERIFY2(project, project ? "" : describe(project.error()).c_str());
        const std::string written = writeProject(*project);
        QVERIFY(parseProject(written).value() == *project);
        QCOMPARE(writeProject(parseProject(written).value()), written);
        // Opening and saving an example changes nothing.
        QCOMPARE(QString::fromStdString(written), QString::fromUtf8(test::contentOf(path)));
        QVERIFY(!project->notes.empty());
        // Every example answers a question: how far it scales, or which ceiling binds.
        QVERIFY(scalingModel(*project) || diagnose(profileOf(*project)));
    }

    void bookExample()
    {
        const ScalingModel model = scalingModel(example("output-41.4.1")).value();
        QVERIFY(model.primaryExchange().pattern == Pattern::BookRingAllReduce);
        QVERIFY(model.tCompS == 1.0 && model.primaryExchange().communication.alphaS == 0.0008 &&
                model.primaryExchange().communication.betaS == 0.04);
        QCOMPARE(model.nodePriceUsdPerHour.value(), 3.2);
    }

    void studentExamples()
    {
        QCOMPARE(example("student-a").design.communication.messageBytes->value, 25557032.0 * 4);
        const Project b = example("student-b");
        QVERIFY(b.design.communication.pattern == Pattern::ParameterServer);
        QCOMPARE(b.design.communication.messageBytes->value, 4096.0 * 64 * 4);
        QCOMPARE(b.variants.at(0).name, std::string("all-reduce"));
        QCOMPARE(b.variants.at(0).design.communication.messageBytes->value, 100e6 * 64 * 4);
        QVERIFY(b.baseline.workingSetBytes->value > b.target.memoryBytes->value);
        // "more than an order of magnitude" (book, 41.4)
        Project withVariant = b;
        withVariant.design = b.variants.at(0).design;
        withVariant.target = b.variants.at(0).target;
        const int p = 8;
        const ScalingModel rows = scalingModel(b).value();
        const ScalingModel table = scalingModel(withVariant).value();
        QVERIFY(communicationTime(table.primaryExchange().pattern, table.primaryExchange().communication, p) >
                10 * communicationTime(rows.primaryExchange().pattern, rows.primaryExchange().communication, p));
    }

    // The rows are the ones in the file; alpha and bandwidth are computed by hand with the method in
    // core/evidence/commfit/commfit.h.
    void measuredExample()
    {
        const Project project = example("gloo-two-cores");
        QFile file(scalewright::test::oracleFile("collectives/gloo-allreduce-two-cores.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readLine().trimmed(), QByteArray("p,bytes,seconds"));
        std::vector<CollectiveTiming> rows;
        while (!file.atEnd()) {
            const QList<QByteArray> cells = file.readLine().trimmed().split(',');
            rows.push_back({cells.at(0).toInt(), cells.at(1).toDouble(), cells.at(2).toDouble()});
        }
        QCOMPARE(rows.size(), std::size_t(35));
        QVERIFY(project.measurements.collectives.at(0).timings == rows);

        // One intercept per p: deviations from the weighted mean at that p. Weights come from the measured times first,
        // then from the fitted times, but from at least 1/1.25 of the measured time: these rows scatter more than noise
        // can explain.
        std::vector<double> weighing;
        for (const CollectiveTiming& row : rows)
            weighing.push_back(row.seconds);
        double slope = 0;
        for (int round = 0; round < 2; ++round) {
            double above = 0;
            double below = 0;
            std::map<int, std::pair<double, double>> means;
            for (const int p : {2, 3, 4, 6, 8}) {
                double weight = 0;
                auto& [meanX, meanY] = means[p];
                const auto each = [&](auto use) {
                    for (std::size_t i = 0; i < rows.size(); ++i)
                        if (rows[i].p == p && rows[i].bytes >= 1048576)
                            use(2.0 * (p - 1) / p * rows[i].bytes, rows[i].seconds, 1 / (weighing[i] * weighing[i]));
                };
                each([&](double x, double y, double w) { weight += w, meanX += w * x, meanY += w * y; });
                meanX /= weight;
                meanY /= weight;
                each([&](double x, double y, double w) {
                    above += w * (x - meanX) * (y - meanY), below += w * (x - meanX) * (x - meanX);
                });
            }
            slope = above / below;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const auto [meanX, meanY] = means[rows[i].p];
                const double x = 2.0 * (rows[i].p - 1) / rows[i].p * rows[i].bytes;
                weighing[i] = std::max(meanY + slope * (x - meanX), rows[i].seconds / 1.25);
            }
        }

        // Fit T - b n/B at 4 bytes as c + a alpha by relative least squares (Cramer's rule). Here c < 0, so fit a alpha
        // alone.
        double ww = 0;
        double wa = 0;
        double waa = 0;
        double w1 = 0;
        double wa1 = 0;
        for (const CollectiveTiming& row : rows) {
            if (row.bytes > 64)
                continue;
            const double y = row.seconds - slope * row.bytes * 2 * (row.p - 1) / row.p;
            const double a = 2 * (row.p - 1);
            ww += 1 / (y * y);
            wa += a / (y * y);
            waa += a * a / (y * y);
            w1 += 1 / y;
            wa1 += a / y;
        }
        QVERIFY((w1 * waa - wa1 * wa) / (ww * waa - wa * wa) < 0);
        const double alpha = wa1 / waa;
        QVERIFY(std::abs(project.target.alphaS->value / alpha - 1) < 0.005);
        QVERIFY(std::abs(project.target.bandwidthBytesPerS->value * slope - 1) < 0.005);
        QVERIFY(project.target.alphaS->provenance.origin == Origin::Measured);
        QCOMPARE(project.target.alphaS->provenance.source, std::string("measurements/collectives/0"));
    }

    void readsAmountsWithUnits()
    {
        const std::string text = projectText(
            R"("target": {"alpha_s": "0.8 ms", "bandwidth_bytes_per_s": "200Gbit/s", "price_usd_per_hour": "$3.20",
            "workers_per_node": "8", "peak_flops": {"value": "312 TFLOPS", "low": "300 TFLOPS", "high": 320e12, "origin": "catalogue"}},
            "design": {"communication": {"message_bytes": "7 B parameters, bf16"}}, "plan": {"p": "13", "steps": "10k"})");
        const Result<Project> project = parseProject(text);
        QVERIFY2(project, project ? "" : describe(project.error()).c_str());
        QVERIFY(*project->target.alphaS == typedQuantity(0.0008, "0.8 ms"));
        QVERIFY(*project->target.bandwidthBytesPerS == typedQuantity(25e9, "200Gbit/s"));
        QVERIFY(*project->target.priceUsdPerHour == typedQuantity(3.2, "$3.20"));
        for (const auto& [written, bytes] :
             {std::pair{"3*112 GB/4", 84e9}, {"(3+1) * 2 GB", 8e9}, {"7B params at 12 bytes each", 84e9}}) {
            const Result<Project> computed =
                parseProject(projectText(fmt::format(R"("baseline": {{"working_set_bytes": "{}"}})", written)));
            QVERIFY2(computed, written);
            QVERIFY2(*computed->baseline.workingSetBytes == typedQuantity(bytes, written), written);
            QVERIFY2(*parseProject(writeProject(*computed)) == *computed, written);
        }
        QVERIFY(*project->target.workersPerNode == typed(8));  // no text is stored for a plain number
        QVERIFY((project->target.peakFlops->interval == Interval{300e12, 320e12, 0.95}));
        QCOMPARE(project->design.communication.messageBytes->value, 14e9);
        QCOMPARE(*project->plan.p, 13);
        QCOMPARE(project->plan.steps->value, 10000.0);

        // The typed text is stored next to the value; it is not a value in its own right.
        const std::string written = writeProject(*project);
        QVERIFY(parseProject(written).value() == *project);
        QVERIFY2(written.find(R"("as_typed": "200Gbit/s")") != std::string::npos, written.c_str());
        const Result<Project> otherProject =
            parseProject(projectText(R"("target": {"alpha_s": {"value": 0.5, "as_typed": "0.8 ms"}})"));
        QCOMPARE(otherProject->target.alphaS->value, 0.5);
        QCOMPARE(
            pointersOf(parseProject(projectText(R"("target": {"alpha_s": {"value": 0.5, "as_typed": 8}})")).error()),
            QStringList{"/target/alpha_s/as_typed"});
    }

    void problems_data()
    {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* members, const char* pointer, const char* expectedText) {
            QTest::newRow(members) << QString::fromUtf8(members) << QString::fromUtf8(pointer)
                                   << QString::fromUtf8(expectedText);
        };
        row(R"("title": 5)", "/title", "found a number; expected a string");
        row(R"("notes": null)", "/notes", "found null");
        row(R"("target": [])", "/target", "found a list; expected an object");
        row(R"("target": {"alpha_s": -0.0008})", "/target/alpha_s", "-0.0008 is negative");
        row(R"("target": {"alpha_s": true})", "/target/alpha_s", "found true");
        row(R"("target": {"alpha_s": null})", "/target/alpha_s", "found null");
        row(R"("target": {"alpha_s": "nan"})", "/target/alpha_s", "\"nan\" is not an amount");
        row(R"("target": {"alpha_s": "2 * 0,8 ms"})", "/target/alpha_s", "unknown unit");
        row(R"("baseline": {"working_set_bytes": "5 s + 3 GB"})", "/baseline/working_set_bytes",
            "\"5 s\" is a time, but \"3 GB\" is an amount of data");
        row(R"("baseline": {"working_set_bytes": "112 GB / 0"})", "/baseline/working_set_bytes", "divides by zero");
        row(R"("target": {"alpha_s": "0,8 ms"})", "/target/alpha_s", "the decimal point is '.'");
        row(R"("target": {"alpha_s": "10 GB"})", "/target/alpha_s", "is an amount of data, not a time");
        row(R"("target": {"alpha_s": "1e400"})", "/target/alpha_s", "too large or too small");
        row(R"("target": {"alpha_s": 1e-400})", "/target/alpha_s", "too large or too small");
        row(R"("target": {"bandwidth_bytes_per_s": 0})", "/target/bandwidth_bytes_per_s",
            "0 is nothing; expected more than zero");
        row(R"("target": {"workers_per_node": 2.5})", "/target/workers_per_node", "2.5 is not a whole number");
        row(R"("target": {"workers_per_node": 0})", "/target/workers_per_node", "0 is less than 1");
        row(R"("target": {"alpha_s": {}})", "/target/alpha_s/value", "missing");
        row(R"("target": {"alpha_s": {"value": -1}})", "/target/alpha_s/value", "negative");
        row(R"("target": {"alpha_s": {"value": 1, "origin": "guessed"}})", "/target/alpha_s/origin",
            "unknown origin \"guessed\"");
        row(R"("target": {"alpha_s": {"value": 1, "source": 3}})", "/target/alpha_s/source", "found a number");
        row(R"("target": {"alpha_s": {"value": 1, "low": 2, "high": 3}})", "/target/alpha_s",
            "does not contain the value 1");
        row(R"("target": {"alpha_s": {"value": 5, "low": 2, "high": 3}})", "/target/alpha_s",
            "does not contain the value 5");
        row(R"("target": {"alpha_s": {"value": 2.5, "low": 3, "high": 2}})", "/target/alpha_s", "low <= value <= high");
        row(R"("target": {"alpha_s": {"value": 1, "low": 0.5}})", "/target/alpha_s/high", "missing");
        row(R"("target": {"alpha_s": {"value": 1, "low": -1, "high": 2}})", "/target/alpha_s/low", "-1 is negative");
        row(R"("target": {"bandwidth_bytes_per_s": {"value": 1, "low": 0, "high": 2}})",
            "/target/bandwidth_bytes_per_s/low", "0 is nothing");
        row(R"("target": {"alpha_s": {"value": 1, "low": 0, "high": 2, "level": 0}})", "/target/alpha_s/level",
            "between 0 and 1");
        row(R"("target": {"alpha_s": {"value": 1, "low": 0, "high": 2, "level": 1}})", "/target/alpha_s/level",
            "between 0 and 1");
        row(R"("target": {"alpha_s": {"value": 1, "low": 0, "high": 2, "level": 95}})", "/target/alpha_s/level",
            "95 is not a confidence level");
        row(R"("baseline": {"t_comp_s": 0})", "/baseline/t_comp_s", "more than zero");
        row(R"("baseline": {"io_dominates_at": 1.5})", "/baseline/io_dominates_at", "1.5 is not a share");
        row(R"("baseline": {"steps": {"name": "x"}})", "/baseline/steps", "found an object; expected a list");
        row(R"("baseline": {"steps": [{}, 5]})", "/baseline/steps/1", "found a number; expected an object");
        row(R"("baseline": {"steps": [{}, {"flops": -5}]})", "/baseline/steps/1/flops", "-5 is negative");
        row(R"("baseline": {"serving": 1})", "/baseline/serving", "found a number");
        row(R"("design": {"communication": {"pattern": "smoke-signals"}})", "/design/communication/pattern",
            "book-ring-all-reduce");
        row(R"("design": {"communication": {"pattern": 3}})", "/design/communication/pattern", "found a number");
        row(R"("design": {"communication": {"participation": 0}})", "/design/communication/participation",
            "0 is not a share");
        row(R"("design": {"communication": {"linear_scatter": 1}})", "/design/communication/linear_scatter",
            "true or false");
        row(R"("plan": {"p": 0})", "/plan/p", "0 is less than 1; expected a whole number from 1 to 1048576");
        row(R"("plan": {"p": 2.5})", "/plan/p", "2.5 is not a whole number");
        row(R"("plan": {"p": -3})", "/plan/p", "-3 is less than 1");
        row(R"("plan": {"p": 2000000})", "/plan/p", "2000000 is too large");
        row(R"("plan": {"p": "many"})", "/plan/p", "does not start with a number");
        row(R"("plan": {"p": {"value": 3}})", "/plan/p", "found an object");
        row(R"("plan": {"scaling": "sideways"})", "/plan/scaling", "strong or weak");
        row(R"("plan": {"steps": 0})", "/plan/steps", "0 is less than 1");
        row(R"("measurements": {"collectives": [{"timings": [{"p": 2, "bytes": 4}]}]})",
            "/measurements/collectives/0/timings/0/seconds", "missing");
        row(R"("measurements": {"collectives": [{"timings": [{"p": 0, "bytes": 4, "seconds": 1}]}]})",
            "/measurements/collectives/0/timings/0/p", "less than 1");
        row(R"("measurements": {"collectives": [{"timings": [{"p": 2, "bytes": -4, "seconds": 1}]}]})",
            "/measurements/collectives/0/timings/0/bytes", "negative");
        row(R"("measurements": {"ladders": [{"points": [{"p": 2, "time_s": 0}]}]})",
            "/measurements/ladders/0/points/0/time_s", "0 is nothing");
        row(R"("measurements": {"ladders": [{"provenance": {"origin": 1}}]})",
            "/measurements/ladders/0/provenance/origin", "found a number");
        const auto trace = [&](const char* members, const char* pointer, const char* expectedText) {
            row(fmt::format(R"("measurements": {{"traces": [{{"files": [{{{}}}]}}]}})", members).c_str(), pointer,
                expectedText);
        };
        trace(R"("file": "a", "digest": "0123456789abcdef")", "/measurements/traces/0/files/0/bytes", "missing");
        trace(R"("file": "a", "bytes": 1.5, "digest": "0123456789abcdef")", "/measurements/traces/0/files/0/bytes",
              "not a whole number");
        trace(R"("file": "a", "bytes": -1, "digest": "0123456789abcdef")", "/measurements/traces/0/files/0/bytes",
              "less than 0");
        trace(R"("bytes": 1, "digest": "0123456789abcdef")", "/measurements/traces/0/files/0/file", "no file");
        trace(R"("file": "a", "bytes": 1, "digest": "0123456789ABCDEF")", "/measurements/traces/0/files/0/digest",
              "16 hexadecimal digits");
        trace(
            R"("file": "a", "bytes": 1, "digest": "0123456789abcdef", "ranks": [{"rank": 3000000000, "span_s": 1, "compute_s": 1,
            "communication_s": 0, "exposed_communication_s": 0, "memory_s": 0, "io_s": 0, "idle_s": 0}])",
            "/measurements/traces/0/files/0/ranks/0/rank", "too large");
        trace(
            R"("file": "a", "bytes": 1, "digest": "0123456789abcdef", "ranks": [{"rank": 0, "span_s": 1, "compute_s": 1,
            "communication_s": 0, "exposed_communication_s": 0, "memory_s": 0, "idle_s": 0}])",
            "/measurements/traces/0/files/0/ranks/0/io_s", "missing");
        row(R"("measurements": {"traces": [{"straggler": -1}]})", "/measurements/traces/0/straggler", "less than 0");
        row(R"("variant": "")", "/variant", "empty");
        row(R"("variants": [{}])", "/variants/0/name", "no name");
        row(R"("variants": [{"name": "A"}])", "/variants/0/name", "another variant is also named \"A\"");
        row(R"("variants": [{"name": "B"}, {"name": "B"}])", "/variants/1/name", "another variant is also named \"B\"");
        row(R"("variants": [{"name": "B", "plan": {"p": 0}}])", "/variants/0/plan/p", "less than 1");
    }
    void problems()
    {
        QFETCH(QString, members);
        QFETCH(QString, pointer);
        QFETCH(QString, says);
        const Result<Project> project = parseProject(projectText(members.toStdString()));
        QVERIFY(!project);
        QCOMPARE(project.error().code, ErrorCode::Input);
        QCOMPARE(pointersOf(project.error()), QStringList{pointer});
        const QString message = QString::fromStdString(describe(project.error()));
        QVERIFY2(message.contains(says), qPrintable(message));
    }

    void reportsEveryProblem()
    {
        const Result<Project> project = parseProject(projectText(R"(
            "title": 1, "baseline": {"t_comp_s": -1, "steps": [{"flops": "x"}], "serving": {"latency_s": -1}},
            "target": {"alpha_s": {"value": "10 GB", "origin": "?"}, "link": {}}, "goal": {"deadline_s": 0},
            "design": {"communication": {"pattern": "?", "shards": 0}}, "plan": {"p": 0, "steps": 1.5, "scaling": 2},
            "measurements": {"ladders": [{"points": [{}]}]}, "variants": [{"name": "A", "target": 3}])"));
        QVERIFY(!project);
        const QStringList expected{"/title",
                                   "/baseline/steps/0/flops",
                                   "/baseline/t_comp_s",
                                   "/baseline/serving/latency_s",
                                   "/target/link",
                                   "/target/alpha_s/value",
                                   "/target/alpha_s/origin",
                                   "/goal/deadline_s",
                                   "/design/communication/pattern",
                                   "/design/communication/shards",
                                   "/plan/p",
                                   "/plan/steps",
                                   "/plan/scaling",
                                   "/measurements/ladders/0/points/0/p",
                                   "/variants/0/target",
                                   "/variants/0/name"};
        QStringList actualPointers = pointersOf(project.error());
        QCOMPARE(QSet<QString>(actualPointers.begin(), actualPointers.end()),
                 QSet<QString>(expected.begin(), expected.end()));
        QCOMPARE(actualPointers.size(), expected.size());
    }

    void rejectsOtherDocuments_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("says");
        const auto row = [](const std::string& text, const char* pointer, const char* expectedText) {
            QTest::newRow(text.c_str()) << QString::fromStdString(text) << QString::fromUtf8(pointer)
                                        << QString::fromUtf8(expectedText);
        };
        row("5", "", "found a number");
        row("[]", "", "found a list");
        row("{}", "/format", "not a Scalewright project");
        row(R"({"format": "other", "version": 1})", "/format", "not a Scalewright project");
        row(R"({"format": 1, "version": 1})", "/format", "not a Scalewright project");
        row(R"({"format": "scalewright-project"})", "/version", "version is missing");
        row(projectText("", "2"), "/version", "has version \"2\", but this program reads versions up to 1");
        row(projectText("", "99999999999999999999999999"), "/version", "reads versions up to 1");
        row(projectText("", "1.5"), "/version", "1.5 is not a version");
        row(projectText("", "1e0"), "/version", "1e0 is not a version");
        row(projectText("", "-1"), "/version", "-1 is not a version");
        row(projectText("", "\"1\""), "/version", "a string is not a version");
        row(projectText("", "null"), "/version", "null is not a version");
        // Reports the newer version, not members that this program would misread.
        row(projectText("\"title\": 7", "2"), "/version", "reads versions up to 1");
        row(projectText("\"title\": \"a\", \"title\": \"b\""), "/title", "duplicate name");
        row(projectText("\"target\": {\"alpha_s\": 1e400}"), "/target/alpha_s", "1.8e308");
        row(projectText("\"target\": {\"alpha_s\": NaN}"), "/target/alpha_s", "not JSON");
    }
    void rejectsOtherDocuments()
    {
        QFETCH(QString, text);
        QFETCH(QString, pointer);
        QFETCH(QString, says);
        const Result<Project> project = parseProject(text.toStdString());
        QVERIFY(!project);
        QCOMPARE(project.error().code, ErrorCode::Input);
        QCOMPARE(pointersOf(project.error()), QStringList{pointer});
        const QString message = QString::fromStdString(describe(project.error()));
        QVERIFY2(message.contains(says), qPrintable(message));
    }

    // A state is a name for bytes per parameter: 2 + 4 + 12 = 18. It is stored once, under either key.
    void readsStatesByName()
    {
        const auto read = [](const std::string& members) {
            return parseProject(projectText("\"baseline\": {\"model\": {\"parameters\": 7e9, " + members + "}}"));
        };
        const Result<Project> named = read("\"state\": \"megatron-18\"");
        QVERIFY(named);
        QCOMPARE(named->baseline.model->bytesPerParameter->value, 18.0);
        const std::string written = writeProject(*named);
        QVERIFY(written.find("\"state\": \"megatron-18\"") != std::string::npos);
        QVERIFY(written.find("bytes_per_parameter") == std::string::npos);
        QVERIFY(parseProject(written).value() == *named);
        QVERIFY(*read("\"bytes_per_parameter\": 18, \"state\": \"megatron-18\"") == *named);

        const Result<Project> typedTotal = read("\"bytes_per_parameter\": \"2 + 2 + 12\"");
        QVERIFY(typedTotal);
        QVERIFY(*typedTotal->baseline.model->bytesPerParameter == typedQuantity(16, "2 + 2 + 12"));
        QVERIFY(parseProject(writeProject(*typedTotal)).value() == *typedTotal);

        for (const char* invalid :
             {"\"state\": \"zero-15\"", "\"state\": 16", "\"bytes_per_parameter\": 16, \"state\": \"megatron-18\""}) {
            const Result<Project> refused = read(invalid);
            QVERIFY2(!refused, invalid);
            QCOMPARE(pointersOf(refused.error()), QStringList{QStringLiteral("/baseline/model/state")});
        }

        Project project;
        QVERIFY(setFieldText(project, "/baseline/model/state", "lora"));
        QCOMPARE(project.baseline.model->bytesPerParameter->value, 2.0);
        QVERIFY(setFieldText(project, "/baseline/model/bytes_per_parameter", "12 bytes"));
        QCOMPARE(project.baseline.model->bytesPerParameter->value, 12.0);
        QVERIFY(!setFieldText(project, "/baseline/model/state", "lara"));
    }

    // A working set typed as a model size gives the parameters and the bytes per parameter that are not given otherwise.
    void takesTheModelFromTheWorkingSet()
    {
        const char* const workingSet = "/baseline/working_set_bytes";
        Project project;
        QVERIFY(setFieldText(project, workingSet, "84 GB"));
        QVERIFY(!project.baseline.model);
        QVERIFY(setFieldText(project, workingSet, "7B params at 12 bytes each"));
        QCOMPARE(project.baseline.workingSetBytes->value, 84e9);
        QCOMPARE(project.baseline.model->parameters->value, 7e9);
        QCOMPARE(project.baseline.model->bytesPerParameter->value, 12.0);
        QVERIFY(setField(project, workingSet, typedQuantity(26e9, "13B params bf16")));  // typed again
        QCOMPARE(project.baseline.model->parameters->value, 13e9);
        QCOMPARE(project.baseline.model->bytesPerParameter->value, 2.0);
        QVERIFY(parseProject(writeProject(project)).value() == project);

        project.baseline.model->parameters = typed(5e9);
        QVERIFY(setFieldText(project, workingSet, "7B params at 16 bytes each"));
        QCOMPARE(project.baseline.model->parameters->value, 5e9);
        QCOMPARE(project.baseline.model->bytesPerParameter->value, 16.0);
        project.baseline.model = ModelShape{.layers = typed(12)};
        QVERIFY(setFieldText(project, workingSet, "7B params at 16 bytes each"));
        QVERIFY(!project.baseline.model->parameters);

        const Result<Project> file =
            parseProject(projectText("\"baseline\": {\"working_set_bytes\": \"7B params at 12 bytes each\"}"));
        QVERIFY(file);
        QCOMPARE(file->baseline.model->bytesPerParameter->value, 12.0);
        Project withoutModel = *file;
        withoutModel.baseline.model.reset();
        QVERIFY(!parseProject(writeProject(withoutModel))->baseline.model);  // removed, and stays removed
    }

    void migratesVersionZero()
    {
        const Result<Project> project = parseProject(projectText(
            R"("link": {"alpha_s": "0.8 ms", "bandwidth_bytes_per_s": 25e9, "x-vendor": 7.0}, "target": {"node": "n"}, "title": "old")",
            "0"));
        QVERIFY2(project, project ? "" : describe(project.error()).c_str());
        QVERIFY(*project->target.alphaS == typedQuantity(0.0008, "0.8 ms"));
        QVERIFY(*project->target.bandwidthBytesPerS == typed(25e9));
        QCOMPARE(project->target.node, std::string("n"));
        QVERIFY((project->target.unknown == Json::Object{{"x-vendor", Json::Number{"7.0"}}}));
        QVERIFY(project->unknown.empty());
        const std::string written = writeProject(*project);
        QVERIFY(written.find("\"version\": 1") != std::string::npos);
        QVERIFY(parseProject(written).value() == *project);

        QVERIFY(parseProject(projectText("", "0")));
        QCOMPARE(parseProject(projectText(R"("link": {"alpha_s": 1})", "0")).value().target.alphaS->value, 1.0);
        const auto pointers = [](const char* members) {
            return pointersOf(parseProject(projectText(members, "0")).error());
        };
        QCOMPARE(pointers(R"("link": 5)"), QStringList{"/link"});
        QCOMPARE(pointers(R"("link": {"alpha_s": 1}, "target": {"alpha_s": 2})"), QStringList{"/link/alpha_s"});
        QCOMPARE(pointers(R"("link": {"alpha_s": 1}, "target": 5)"), QStringList{"/target"});
        // In version 1 a top-level "link" is an unknown member.
        QCOMPARE(parseProject(projectText(R"("link": 5)")).value().unknown.size(), std::size_t(1));
    }

    void absentValuesAreNotZero()
    {
        const Project empty = parseProject(projectText("")).value();
        QVERIFY(empty == Project{});
        QVERIFY(parseProject(writeProject(empty)).value() == empty);
        // A "serving" object, even an empty one, marks a serving workload.
        const Project serves = parseProject(projectText(R"("baseline": {"serving": {}})")).value();
        QVERIFY(serves.baseline.serving);
        QVERIFY(parseProject(writeProject(serves)).value() == serves);
    }

    void modelNamesMissingValues()
    {
        Project project;
        Result<ScalingModel> model = scalingModel(project);
        QVERIFY(!model);
        QCOMPARE(pointersOf(model.error()),
                 (QStringList{"/baseline/t_comp_s", "/target/alpha_s", "/design/communication/message_bytes",
                              "/target/bandwidth_bytes_per_s"}));
        for (const Problem& problem : model.error().problems)
            QVERIFY(!problem.expected.empty());
        project.design.communication.pattern = Pattern::HierarchicalAllReduce;
        QCOMPARE(pointersOf(scalingModel(project).error()).mid(4),
                 (QStringList{"/target/workers_per_node", "/target/alpha2_s", "/target/bandwidth2_bytes_per_s"}));

        project = example("output-41.4.1");
        project.target.bandwidthBytesPerS = typed(0);
        project.target.alphaS = typed(-1);
        project.plan.steps = typed(0.5);
        QCOMPARE(pointersOf(scalingModel(project).error()),
                 (QStringList{"/target/alpha_s", "/target/bandwidth_bytes_per_s", "/plan/steps"}));
        project = example("output-41.4.1");
        project.target.bandwidthBytesPerS = typed(1e-308);
        QCOMPARE(pointersOf(scalingModel(project).error()), QStringList{"/target/bandwidth_bytes_per_s"});
    }

    void modelUsesEveryNumber()
    {
        const ScalingModel model = scalingModel(parseProject(everyField()).value()).value();
        CommunicationParameters c;
        c.alphaS = 1e-5;
        c.betaS = 1e9 / 25e9;
        c.gammaS = 1e-11 * 1e9;
        c.twoLevelNetwork = true;
        c.alpha2S = 2e-5;
        c.beta2S = 1e9 / 12.5e9;
        c.workersPerNode = 8;
        c.sharedNetworkCard = true;
        c.oversubscription = 2;
        c.buckets = 4;
        c.serverShards = 4;
        c.neighbours = 2;
        c.participation = 0.1;
        c.localSteps = 10;
        c.linearScatter = true;
        QVERIFY(model.primaryExchange().communication == c);
        QCOMPARE(model.tCompS, 1.5);
        QVERIFY(model.primaryExchange().pattern == Pattern::HierarchicalAllReduce);
        QVERIFY(model.scaling == Scaling::Weak);
        QCOMPARE(model.nodePriceUsdPerHour.value(), 3.2);
        QCOMPARE(model.steps, 450410.0);
        QCOMPARE(model.workersPerNode, 8);
        QCOMPARE(model.efficiencyTarget, 0.75);
        QCOMPARE(model.exchanges.size(), std::size_t(2));
        QVERIFY(model.exchanges[1].pattern == Pattern::ParameterServer && model.exchanges[1].name == "embedding table");
        QCOMPARE(model.exchanges[1].communication.betaS, 1048576 / 25e9);
        QCOMPARE(model.exchanges[1].communication.serverShards, 3);
        QCOMPARE(model.exchanges[1].communication.localSteps, 2);
    }

    void intervals()
    {
        Project project = example("output-41.4.1");
        QVERIFY(!modelIntervals(project).isAnyGiven());
        project.design.communication.messageBytes->interval = Interval{0.9e9, 1.2e9, 0.9};
        QVERIFY(std::abs(modelIntervals(project).betaS->low - 0.9e9 / 25e9) < 1e-15);
        QVERIFY(std::abs(modelIntervals(project).betaS->high - 1.2e9 / 25e9) < 1e-15);
        QCOMPARE(modelIntervals(project).betaS->level, 0.9);
        project.target.bandwidthBytesPerS->interval = Interval{20e9, 30e9, 0.95};
        // The corners: fewest bytes over the highest bandwidth, and the most bytes over the lowest.
        QVERIFY(std::abs(modelIntervals(project).betaS->low - 0.03) < 1e-15);
        QVERIFY(std::abs(modelIntervals(project).betaS->high - 0.06) < 1e-15);
        QVERIFY(std::abs(modelIntervals(project).betaS->level - 0.85) < 1e-12);  // Bonferroni: 1 - (0.1 + 0.05)
        // A further exchange of 2 GB, 1.9 to 2.2 GB at 99 %: 1.9/30 to 2.2/20 s, at the confidence level of its
        // message; the link is counted only once.
        FurtherMessage& second = project.design.communication.further.emplace_back();
        second.messageBytes = typed(2e9);
        second.messageBytes->interval = Interval{1.9e9, 2.2e9, 0.99};
        const std::optional<Interval> further = modelIntervals(project).furtherBetaS.at(0);
        QVERIFY(std::abs(further->low - 1.9 / 30) < 1e-15 && std::abs(further->high - 0.11) < 1e-15);
        QCOMPARE(further->level, 0.99);
        project.design.communication.further.clear();
        project.design.communication.messageBytes->interval.reset();
        QCOMPARE(modelIntervals(project).betaS->level, 0.95);
        project.target.alphaS->interval = Interval{0.0007, 0.0009, 0.95};
        project.baseline.tCompS->interval = Interval{0.9, 1.1, 0.8};
        QVERIFY((modelIntervals(project).alphaS == Interval{0.0007, 0.0009, 0.95}));
        QVERIFY((modelIntervals(project).tCompS == Interval{0.9, 1.1, 0.8}));
        project.target.bandwidthBytesPerS.reset();
        QVERIFY(!modelIntervals(project).betaS);
    }

    void rejectsTruncatedFiles()
    {
        for (const QString& path : examples()) {
            const std::string text = test::contentOf(path).toStdString();
            for (std::size_t length = 0; length + 1 < text.size(); length += test::sanitized ? 17 : 1)
                QVERIFY2(!parseProject(text.substr(0, length)),
                         qPrintable(QStringLiteral("%1 cut at %2").arg(path).arg(length)));
            QVERIFY(parseProject(text.substr(0, text.size() - 1)));  // only the last line break is missing
        }
    }

    // Every accepted mutant can be written and read back; every rejected mutant is rejected with a reason.
    void mutated()
    {
        std::mt19937 random(20260930);
        const std::string text = everyField();
        const std::string bytes = "{}[]:,\"0123456789-+.eE\\ntrufalsn u\x80\xC3\xA9\xFF";
        int accepted = 0;
        for (int i = 0; i < test::rounds(3000); ++i) {
            std::string mutant = text;
            for (auto edits = 1 + random() % 2; edits > 0; --edits) {
                const std::size_t position = random() % mutant.size();
                switch (random() % 4) {
                case 0: mutant[position] = bytes[random() % bytes.size()]; break;
                case 1: mutant.insert(mutant.begin() + std::ptrdiff_t(position), bytes[random() % bytes.size()]); break;
                case 2: mutant.erase(position, 1 + random() % 3); break;
                default: {  // copy a piece of the file to another position
                    const std::string piece = mutant.substr(random() % mutant.size(), random() % 30);
                    mutant.insert(position, piece);
                    break;
                }
                }
            }
            const Result<Project> project = parseProject(mutant);
            if (!project) {
                QVERIFY(!project.error().problems.empty() && !project.error().problems.front().message.empty());
                continue;
            }
            ++accepted;
            const std::string written = writeProject(*project);
            const Result<Project> reread = parseProject(written);
            QVERIFY2(reread, reread ? "" : (describe(reread.error()) + "\n" + mutant).c_str());
            QVERIFY2(*reread == *project && writeProject(*reread) == written, mutant.c_str());
        }
        QVERIFY2(accepted > test::rounds(300), qPrintable(QString::number(accepted)));
    }

    void nestedDeeply()
    {
        QVERIFY(parseProject(projectText(fmt::format("\"x\": {:[<100}{:]<100}", "", ""))));
        QVERIFY(!parseProject(projectText(fmt::format("\"x\": {:[<200000}{:]<200000}", "", ""))));
    }
};

SCALEWRIGHT_TEST(tst_project)
#include "tst_project.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Every ladder role supports everything that a column needs: it is read from and written to a project, read from tables
// and JSON by its name, by --map and by the names that people use, and checked. Values are those written in the rows.
#include <QTest>

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/ladder/ladder.h"
#include "core/project/document/project_file.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

std::optional<double> read(const std::string& text, const LadderRole& role, const LadderFileOptions& options = {})
{
    const Result<LadderFile> file = readLadders(text, options);
    if (!file)
        qWarning("%s", describe(file.error()).c_str());
    return file && file->ladders.size() == 1 ? file->ladders[0].points[0].*role.pointMember : std::nullopt;
}

// A table of p, a time of 8 s unless the column is itself a time, and the column with the value 3.
std::string table(const LadderRole& role, const std::string& header)
{
    if (role.kind == LadderColumnKind::Time)
        return fmt::format("p,{}\n2,3\n4,3\n", header);
    return fmt::format("p,time,{}\n2,8,3\n4,8,3\n", header);
}

}  // namespace

class tst_ladder_roles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void all_data()
    {
        QTest::addColumn<int>("row");
        for (const LadderRole& role : ladderRoles)
            if (role.pointMember)
                QTest::newRow(role.name) << static_cast<int>(role.column);
    }

    void words()
    {
        std::set<std::string> roleNames, keys, titles, guesses;
        for (const LadderRole& role : ladderRoles) {
            QVERIFY(roleNames.insert(role.name).second && keys.insert(role.key).second &&
                    titles.insert(role.title).second);
            for (const QString& guess :
                 QString::fromUtf8(role.headerAliases.data(), static_cast<qsizetype>(role.headerAliases.size()))
                     .split(' '))
                QVERIFY2(guesses.insert(guess.toStdString()).second, qPrintable(guess));
        }
        // The error for an unknown role lists all roles.
        const std::string message = describe(parseColumnMap("x=y").error());
        for (const std::string& name : roleNames)
            QVERIFY2(message.find(name) != std::string::npos, name.c_str());
    }

    void project_data() { all_data(); }
    void project()
    {
        QFETCH(int, row);
        const LadderRole& role = ladderRoles[static_cast<std::size_t>(row)];
        Project project;
        LadderPoint point{.p = 2, .timeS = 8};
        point.*role.pointMember = 3;
        project.measurements.ladders.push_back({.name = "run", .points = {point}});
        const std::string text = writeProject(project);
        QVERIFY(text.find(fmt::format("\"{}\": 3", role.key)) != std::string::npos);
        const Result<Project> reread = parseProject(text);
        QVERIFY2(reread, reread ? "" : describe(reread.error()).c_str());
        QCOMPARE(reread->measurements.ladders[0].points[0].*role.pointMember, std::optional(3.0));
        QVERIFY(*reread == project);
        // A single ladder with a project's keys is also read as a project's ladder.
        QCOMPARE(read(fmt::format("{{\"points\": [{{\"p\": 2, \"time_s\": 8, \"{}\": 3}}]}}",
                                  role.name == std::string("time") ? "quality" : role.key),
                      role.name == std::string("time") ? ladderRoleOf(LadderColumn::Quality) : role),
                 std::optional(3.0));
        if (role.range == Range::Any)
            return;
        std::string invalid = text;
        invalid.replace(invalid.find(fmt::format("\"{}\": 3", role.key)), std::string(role.key).size() + 5,
                        fmt::format("\"{}\": -3", role.key));
        const Result<Project> refused = parseProject(invalid);
        QVERIFY(!refused && refused.error().problems.front().location.jsonPointer ==
                                fmt::format("/measurements/ladders/0/points/0/{}", role.key));
    }

    void tables_data() { all_data(); }
    void tables()
    {
        QFETCH(int, row);
        const LadderRole& role = ladderRoles[static_cast<std::size_t>(row)];
        QCOMPARE(read(table(role, role.name), role), std::optional(3.0));
        QCOMPARE(read(table(role, "zzz"), role, {.columns = {{role.column, "zzz"}}}), std::optional(3.0));
        QCOMPARE(read(fmt::format("[{{\"p\": 2, {}\"{}\": 3}}]",
                                  role.kind == LadderColumnKind::Time ? "" : "\"time\": 8, ", role.name),
                      role),
                 std::optional(3.0));
        const Result<std::map<LadderColumn, std::string>> map = parseColumnMap(fmt::format("{}=zzz", role.name));
        QVERIFY(map && map->contains(role.column));
        for (const QString& guess :
             QString::fromUtf8(role.headerAliases.data(), static_cast<qsizetype>(role.headerAliases.size()))
                 .split(' ')) {
            // For a time only with a unit.
            const bool counter = QStringList{"step", "epoch", "iteration", "total", "tp"}.contains(guess);
            QVERIFY2(read(table(role, guess.toStdString() + (counter ? "_s" : "")), role) == 3.0, qPrintable(guess));
        }
    }

    // Headings as in German reports: units in square brackets, decimal commas. The expected values are the ones written
    // here.
    void german()
    {
        const Result<LadderFile> times = readLadders("Knoten;Zeit [s]\n2;0,2310\n4;0,1284\n");
        QVERIFY2(times, times ? "" : describe(times.error()).c_str());
        QCOMPARE(times->ladders[0].points[1].p, 4);
        QCOMPARE(times->ladders[0].points[1].timeS, std::optional(0.1284));
        const Result<LadderFile> parts = readLadders(
            "Anzahl Prozesse\tRechenzeit [ms]\tKommunikation [ms]\tWartezeit [ms]\tEnergieverbrauch "
            "[kJ]\n1\t800\t0\t0\t1,5\n2\t400,5\t30\t10\t2\n");
        QVERIFY2(parts, parts ? "" : describe(parts.error()).c_str());
        const LadderPoint& point = parts->ladders[0].points[1];
        QCOMPARE(point.p, 2);
        QCOMPARE(point.compS, std::optional(0.4005));
        QCOMPARE(point.commS, std::optional(0.03));
        QCOMPARE(point.idleS, std::optional(0.01));
        QCOMPARE(point.energyJ, std::optional(2000.0));
        const Result<LadderFile> rates =
            readLadders("Kerne\tDurchsatz [Bilder/s]\tLaufzeit [min]\n1\t52,5\t20\n2\t104\t10,5\n",
                        {.columns = {{LadderColumn::Throughput, "Durchsatz [Bilder/s]"}}});
        QVERIFY2(rates, rates ? "" : describe(rates.error()).c_str());
        QCOMPARE(rates->ladders[0].points[0].throughputPerS, std::optional(52.5));
        const Result<LadderFile> run = readLadders("Anzahl Knoten,Laufzeit (Sekunden)\n1,20\n2,10.5\n");
        QVERIFY2(run, run ? "" : describe(run.error()).c_str());
        QCOMPARE(run->ladders[0].points[1].timeS, std::optional(10.5));
    }

    void checked_data() { all_data(); }
    void checked()
    {
        QFETCH(int, row);
        const LadderRole& role = ladderRoles[static_cast<std::size_t>(row)];
        LadderPoint point{.p = 2, .timeS = 8};
        point.*role.pointMember = std::numeric_limits<double>::quiet_NaN();
        const Result<RunTime> run = deriveRunTime(point);
        QVERIFY(!run && run.error().problems.front().location.field == role.name);
        point.*role.pointMember = -1;
        QCOMPARE(deriveRunTime(point).has_value(), role.range == Range::Any);
        point.*role.pointMember = 0;
        QCOMPARE(deriveRunTime(point).has_value(), role.range != Range::Positive);
    }

    // Other measured quantities are reported as medians: 4 for 3, 9 and 4 joules.
    void otherQuantitiesComeThroughAsMedians()
    {
        Ladder ladder{.name = "run", .scaling = Scaling::Strong, .points = {}};
        for (const double each : {3.0, 9.0, 4.0}) {
            LadderPoint point{.p = 1, .timeS = 8};
            for (const LadderRole& role : ladderRoles)
                if (role.kind == LadderColumnKind::Other)
                    point.*role.pointMember = each;
            ladder.points.push_back(point);
        }
        const Result<MeasuredLadder> read = analyseLadder(ladder);
        QVERIFY(read);
        for (const LadderRole& role : ladderRoles)
            QCOMPARE(read->rungs[0].extraMedian(role),
                     role.kind == LadderColumnKind::Other ? std::optional(4.0) : std::nullopt);
    }

    void energyUnits_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("map");
        QTest::addColumn<QByteArray>("cell");
        QTest::addColumn<double>("joules");
        const auto row = [](const char* header, const char* map, const char* cell, double joules) {
            QTest::newRow(header) << QByteArray(header) << QByteArray(map) << QByteArray(cell) << joules;
        };
        row("energy", "", "1500", 1500);
        row("energy_j", "", "1500", 1500);
        row("Energy [kJ]", "", "1.5", 1500);
        row("energy (Wh)", "", "2", 7200);  // 2 W for 3600 s
        row("energy_kWh", "", "0.5", 1.8e6);
        row("total energy (kWh)", "", "0.5", 1.8e6);
        row("E", "energy=E(kWh)", "0.5", 1.8e6);
        row("draw", "energy=draw", "3 MJ", 3e6);
    }
    void energyUnits()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, map);
        QFETCH(QByteArray, cell);
        QFETCH(double, joules);
        LadderFileOptions options;
        if (!map.isEmpty())
            options.columns = parseColumnMap(map.toStdString()).value();
        const std::optional<double> energy = read(
            "p;time;" + header.toStdString() + "\n2;8;" + cell.toStdString() + "\n4;8;" + cell.toStdString() + "\n",
            ladderRoleOf(LadderColumn::Energy), options);
        QVERIFY(energy && std::abs(*energy - joules) <= 1e-12 * joules);
        // Joules are not a time, and seconds are not an energy.
        QVERIFY(!readLadders("p,time_kj\n2,8\n4,5\n"));
        QCOMPARE(read("p,time,energy_ms\n2,8,3\n4,8,3\n", ladderRoleOf(LadderColumn::Energy)), std::nullopt);
    }
};

SCALEWRIGHT_TEST(tst_ladder_roles)
#include "tst_ladder_roles.moc"

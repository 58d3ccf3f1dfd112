// Every quantity of the tables: found by its pointer, kept by a file, held to its range, and none of a struct's left
// out. Expected: the file format's pointers as product and README write them, ranges from what each quantity is.
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <fmt/format.h>

#include "core/base/json/json.h"
#include "core/model/bottleneck/profile.h"
#include "core/model/bottleneck/profile_into_project.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

std::string placeOf(const FieldInfo& field)
{
    std::string pointer = field.pointer;
    if (const std::size_t star = pointer.find('*'); star != std::string::npos)
        pointer[star] = '0';
    return pointer;
}

/// Holds an element of each list that fields stand in.
Project withLists()
{
    Project project;
    project.baseline.steps.push_back({.name = "step"});
    project.design.communication.further.push_back({.scope = "dense layers"});
    Ladder ladder;
    ladder.points.push_back({.p = 1, .timeS = 2.0});
    project.measurements.ladders.push_back(ladder);
    Variant variant;
    variant.name = "B";
    project.variants.push_back(variant);
    return project;
}

double goodValue(Range range)
{
    return range == Range::Share || range == Range::ShareOrNone || range == Range::Level ? 0.25 : 4;
}

/// The nearest value that the range's definition leaves out; nullopt where none is (any finite number will do).
std::optional<double> badValue(Range range)
{
    switch (range) {
    case Range::Any: return std::nullopt;
    case Range::NotNegative:
    case Range::ShareOrNone: return -0.5;
    case Range::Positive: return 0;
    case Range::Share: return 1.5;
    case Range::Level: return 1;
    case Range::OneOrMore: return 0.5;
    case Range::Whole:
    case Range::Workers:
    case Range::WholeOrNone: return 2.5;
    }
    return std::nullopt;
}

}  // namespace

class tst_fields : public QObject {
    Q_OBJECT
private slots:
    void known();
    void everyMemberHasARow();
    void eachField_data();
    void eachField();
    void ofAVariant();
    void servingIsMadeWhereNeeded();
    void unknown_data();
    void unknown();
    void words_data();
    void words();
    void profileIsAViewOfTheProject_data();
    void profileIsAViewOfTheProject();
    void profileNamesTheDevice();
    void profileHasNoOtherFigure();
};

void tst_fields::known()
{
    QSet<QString> pointers;
    for (const FieldInfo* field : allFields()) {
        QVERIFY2(!pointers.contains(QString::fromUtf8(field->pointer)), field->pointer);
        pointers.insert(QString::fromUtf8(field->pointer));
        for (const char* said : {field->name, field->meaning, field->howToGet})
            QVERIFY2(said && *said, field->pointer);
    }
    for (const char* pointer :
         {"/baseline/t_comp_s", "/baseline/steps/*/flops", "/baseline/machine/peak_flops",
          "/baseline/serving/latency_s", "/target/alpha_s", "/goal/deadline_s", "/design/communication/message_bytes",
          "/design/load_balancing/backup_workers", "/plan/p", "/plan/steps"})
        QVERIFY2(pointers.contains(QString::fromUtf8(pointer)), pointer);
}

// The compiler refuses a row without a member; here a member without a row.
void tst_fields::everyMemberHasARow()
{
    int members = 0, rows = 0;
    for (const char* name : {"baseline", "target", "goal", "design", "plan", "measurements"}) {
        QFile file(test::sourceFile(QStringLiteral("core/project/document/%1.h").arg(QLatin1String(name))));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QString text = QString::fromUtf8(file.readAll());
        const QString spaced = QString(text).simplified();  // a row may be broken over lines
        static const QRegularExpression declaration(QStringLiteral("^    MaybeQuantity\\s+([^;]+);"),
                                                    QRegularExpression::MultilineOption);
        for (auto each = declaration.globalMatch(text); each.hasNext();)
            for (const QString& member : each.next().captured(1).split(QLatin1Char(','))) {
                ++members;
                const QString row = QStringLiteral("::%1, {\"/").arg(member.trimmed());
                QVERIFY2(spaced.contains(row), qPrintable(member));
            }
        rows += static_cast<int>(spaced.count(QStringLiteral(", {\"/")));
    }
    QCOMPARE(rows, members);
    QCOMPARE(allFields().size(), static_cast<std::size_t>(members + 1));  // and /plan/p
}

void tst_fields::eachField_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const FieldInfo* field : allFields())
        QTest::newRow(field->pointer) << index++;
}

void tst_fields::eachField()
{
    QFETCH(int, index);
    const FieldInfo& field = *allFields()[static_cast<std::size_t>(index)];
    const std::string pointer = placeOf(field);
    QCOMPARE(findField(pointer), &field);
    QVERIFY(!fieldValue(Project{}, pointer));

    Project project = withLists();
    const double value = goodValue(field.range);
    QVERIFY(setField(project, pointer, typed(value)));
    QVERIFY(fieldValue(project, pointer) == MaybeQuantity(typed(value)));
    const Result<Project> read = parseProject(writeProject(project));
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QVERIFY(*read == project);

    Project said = withLists();
    QVERIFY(setFieldText(said, pointer, fmt::format("{}", value)));
    QVERIFY(said == project);
    QVERIFY(setFieldText(said, pointer, ""));
    QVERIFY(!fieldValue(said, pointer));

    if (const std::optional<double> bad = badValue(field.range)) {
        const Project before = project;
        const Result<void> refused = setField(project, pointer, typed(*bad));
        QVERIFY(!refused);
        QCOMPARE(refused.error().problems.front().where.pointer, pointer);
        QVERIFY(project == before);
        QVERIFY(!setFieldText(project, pointer, fmt::format("{}", *bad)));
        QVERIFY(project == before);
        // A file that says so is refused with the same pointer.
        std::string text = writeProject(project);
        const std::string member = fmt::format("\"{}\": {}", field.key(), value);
        const std::size_t at = text.rfind(member);
        QVERIFY2(at != std::string::npos, text.c_str());
        text.replace(at, member.size(), fmt::format("\"{}\": {}", field.key(), *bad));
        const Result<Project> wrong = parseProject(text);
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().problems.front().where.pointer, pointer);
    }
    QVERIFY(setField(project, pointer, std::nullopt));
    QVERIFY(!fieldValue(project, pointer));
}

void tst_fields::ofAVariant()
{
    Project project = withLists();
    QVERIFY(setFieldText(project, "/variants/0/target/bandwidth_bytes_per_s", "100Gbit/s"));
    QCOMPARE(project.variants[0].target.bandwidthBytesPerS->value, 12.5e9);  // 100e9 / 8
    QVERIFY(!project.target.bandwidthBytesPerS);
    QCOMPARE(fieldValue(project, "/variants/0/target/bandwidth_bytes_per_s")->value, 12.5e9);
    QVERIFY(!setFieldText(project, "/variants/1/target/alpha_s", "1us"));
}

void tst_fields::servingIsMadeWhereNeeded()
{
    Project project;
    QVERIFY(setField(project, "/baseline/serving/latency_s", std::nullopt));
    QVERIFY(!project.baseline.serving);
    QVERIFY(setField(project, "/baseline/serving/latency_s", typed(0.02)));
    QVERIFY(project.baseline.serving);
    QCOMPARE(project.baseline.serving->latencyS->value, 0.02);
}

void tst_fields::unknown_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("nearest");
    QTest::newRow("one letter wrong") << "/target/alfa_s"
                                      << "/target/alpha_s";
    QTest::newRow("another section") << "/plan/alpha_s"
                                     << "/target/alpha_s";
    QTest::newRow("no such step") << "/baseline/steps/7/flops"
                                  << "/baseline/steps/*/flops";
    QTest::newRow("a section") << "/target"
                               << "/";
    QTest::newRow("nothing") << ""
                             << "/";
    QTest::newRow("a bare slash") << "/"
                                  << "/";
    QTest::newRow("an index that is none") << "/baseline/steps/x/flops"
                                           << "/baseline/steps/*/flops";
}

void tst_fields::unknown()
{
    QFETCH(QString, pointer);
    QFETCH(QString, nearest);
    Project project = withLists();
    const Result<void> set = setFieldText(project, pointer.toStdString(), "1");
    QVERIFY(!set);
    QVERIFY2(QString::fromStdString(set.error().problems.front().expected).contains(nearest),
             describe(set.error()).c_str());
    QVERIFY(!setField(project, pointer.toStdString(), typed(1)));
    QVERIFY(project == withLists());
}

void tst_fields::words_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    QTest::newRow("a name") << "/target/node"
                            << "H100" << true;
    QTest::newRow("a sentence") << "/design/coordination/on_loss"
                                << "the run stops" << true;
    QTest::newRow("a flag") << "/target/preemptible"
                            << "true" << true;
    QTest::newRow("no flag") << "/target/preemptible"
                             << "yes" << false;
    QTest::newRow("a pattern") << "/design/communication/pattern"
                               << "gossip" << true;
    QTest::newRow("no pattern") << "/design/communication/pattern"
                                << "gossp" << false;
    QTest::newRow("scaling") << "/plan/scaling"
                             << "weak" << true;
    QTest::newRow("another unit") << "/target/alpha_s"
                                  << "10GB" << false;
    QTest::newRow("not a number") << "/target/alpha_s"
                                  << "nan" << false;
    QTest::newRow("half a worker") << "/plan/p"
                                   << "2.5" << false;
}

void tst_fields::words()
{
    QFETCH(QString, pointer);
    QFETCH(QString, text);
    QFETCH(bool, good);
    Project project;
    const Result<void> set = setFieldText(project, pointer.toStdString(), text.toStdString());
    QCOMPARE(set.has_value(), good);
    if (good)
        QVERIFY(writeProject(project).find(text.toStdString()) != std::string::npos);
    else
        QVERIFY(project == Project{});
    if (!good)
        QCOMPARE(set.error().problems.front().where.pointer, pointer.toStdString());
}

void tst_fields::profileIsAViewOfTheProject_data()
{
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* key, const char* pointer) { QTest::newRow(key) << QString(pointer); };
    row("working_set_bytes", "/baseline/working_set_bytes");
    row("memory_bytes", "/baseline/machine/memory_bytes");
    row("step_time_s", "/baseline/steps/0/step_time_s");
    row("io_time_s", "/baseline/steps/0/io_time_s");
    row("flops", "/baseline/steps/0/flops");
    row("bytes_moved", "/baseline/steps/0/bytes_moved");
    row("peak_flops", "/baseline/machine/peak_flops");
    row("memory_bandwidth_bytes_per_s", "/baseline/machine/memory_bandwidth_bytes_per_s");
    row("net_bytes", "/baseline/net_bytes");
    row("net_bandwidth_bytes_per_s", "/target/bandwidth_bytes_per_s");
    row("net_latency_s", "/target/alpha_s");
    row("dataset_bytes", "/baseline/dataset_bytes");
    row("storage_bytes", "/baseline/machine/storage_bytes");
    row("io_dominates_at", "/baseline/io_dominates_at");
    row("latency_s", "/baseline/serving/latency_s");
    row("latency_budget_s", "/baseline/serving/latency_budget_s");
    row("throughput_per_s", "/baseline/serving/throughput_per_s");
    row("throughput_target_per_s", "/baseline/serving/throughput_target_per_s");
}

// A key of PROFILE.json is one quantity of the project: read into it, told from it, written again under the same key,
// and no other figure with it.
void tst_fields::profileIsAViewOfTheProject()
{
    QFETCH(QString, pointer);
    const std::string key = QTest::currentDataTag(), place = pointer.toStdString();
    const Result<Profile> profile = parseProfile(fmt::format(R"({{"title": "a", "{}": 0.25}})", key));
    QVERIFY(profile.has_value());
    const Result<Project> project = withProfile({}, *profile);
    QVERIFY(project && fieldValue(*project, place) && fieldValue(*project, place)->value == 0.25);
    const Profile view = profileOf(*project);
    int figures = 0;
    for (const ProfileField field : profileFields())
        if (total(view, field)) {
            ++figures;
            QCOMPARE(std::string(field.key()), key);
            QCOMPARE(pointerOf(view, field), place);
            QCOMPARE(pointerOf(*profile, field), "/" + key);
        }
    QCOMPARE(figures, 1);
    const std::string written = writeJson(Json(profileMembers(view)));
    QVERIFY2(written.find("\"" + key + "\": {") != std::string::npos, written.c_str());
    const Result<Profile> again = parseProfile(writeJson(Json(profileMembers(*profile))));
    QVERIFY(again && again->baseline == profile->baseline && again->target == profile->target);
}

void tst_fields::profileNamesTheDevice()
{
    for (const char* text :
         {R"({"device": "a card", "flops": 2})", R"({"steps": [{"name": "a", "device": "a card"}, {"name": "b"}]})"}) {
        const Result<Profile> profile = parseProfile(text);
        QVERIFY(profile && profile->warnings.empty());
        QCOMPARE(profile->baseline.steps.front().device, std::string("a card"));
        const Result<Profile> again = parseProfile(writeJson(Json(profileMembers(*profile))));
        QVERIFY(again && again->baseline == profile->baseline);
        const Result<Project> project = withProfile({}, *profile);
        QVERIFY(project && parseProject(writeProject(*project))->baseline == project->baseline);
        QCOMPARE(profileOf(*project).baseline.steps.front().device, std::string("a card"));
    }
    QVERIFY(!parseProfile(R"({"device": 7, "flops": 2})"));
}

void tst_fields::profileHasNoOtherFigure()
{
    QCOMPARE(profileFields().size(), std::size_t{18});
}

SCALEWRIGHT_TEST(tst_fields)
#include "tst_fields.moc"

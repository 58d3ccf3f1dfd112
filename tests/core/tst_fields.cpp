// SPDX-License-Identifier: GPL-3.0-or-later
// Every quantity in the tables is found by its pointer, saved in a file and limited to its range, and no struct member
// is missing. Expected: the file format's pointers as documented in product and README, and ranges from the meaning of
// each quantity.
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

std::string concretePointer(const FieldInfo& field)
{
    std::string pointer = field.jsonPointer;
    if (const std::size_t star = pointer.find('*'); star != std::string::npos)
        pointer[star] = '0';
    return pointer;
}

/// A project with one element in each list that contains fields.
Project projectWithLists()
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

double validValue(Range range)
{
    return range == Range::Share || range == Range::ShareOrZero || range == Range::ConfidenceLevel ? 0.25 : 4;
}

/// The closest value outside the range; nullopt if none exists (any finite number is allowed).
std::optional<double> invalidValue(Range range)
{
    switch (range) {
    case Range::Any: return std::nullopt;
    case Range::NotNegative:
    case Range::ShareOrZero: return -0.5;
    case Range::Positive: return 0;
    case Range::Share: return 1.5;
    case Range::ConfidenceLevel: return 1;
    case Range::AtLeastOne: return 0.5;
    case Range::PositiveInteger:
    case Range::WorkerCount:
    case Range::NonNegativeInteger: return 2.5;
    }
    return std::nullopt;
}

}  // namespace

class tst_fields : public QObject {
    Q_OBJECT
private slots:
    void fieldsAreUnique();
    void everyMemberHasAField();
    void readsAndWritesEachField_data();
    void readsAndWritesEachField();
    void setsFieldsOfAVariant();
    void createsServingWhenNeeded();
    void suggestsTheNearestField_data();
    void suggestsTheNearestField();
    void words_data();
    void words();
    void profileKeysMapToProjectFields_data();
    void profileKeysMapToProjectFields();
    void profileNamesTheDevice();
    void profileHasNoOtherFields();
};

void tst_fields::fieldsAreUnique()
{
    QSet<QString> pointers;
    for (const FieldInfo* field : allFields()) {
        QVERIFY2(!pointers.contains(QString::fromUtf8(field->jsonPointer)), field->jsonPointer);
        pointers.insert(QString::fromUtf8(field->jsonPointer));
        for (const char* fieldText : {field->name, field->phrase, field->howToGet})
            QVERIFY2(fieldText && *fieldText, field->jsonPointer);
    }
    for (const char* pointer :
         {"/baseline/t_comp_s", "/baseline/steps/*/flops", "/baseline/machine/peak_flops",
          "/baseline/serving/latency_s", "/target/alpha_s", "/goal/deadline_s", "/design/communication/message_bytes",
          "/design/load_balancing/backup_workers", "/plan/p", "/plan/steps"})
        QVERIFY2(pointers.contains(QString::fromUtf8(pointer)), pointer);
}

// The compiler rejects a row without a member; this test finds a member without a row.
void tst_fields::everyMemberHasAField()
{
    int members = 0, rows = 0;
    for (const char* name : {"baseline", "target", "goal", "design", "plan", "measurements"}) {
        QFile file(test::sourceFile(QStringLiteral("core/project/document/%1.h").arg(QLatin1String(name))));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QString text = QString::fromUtf8(file.readAll());
        const QString spaced = QString(text).simplified();  // a row may span several lines
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

void tst_fields::readsAndWritesEachField_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const FieldInfo* field : allFields())
        QTest::newRow(field->jsonPointer) << index++;
}

void tst_fields::readsAndWritesEachField()
{
    QFETCH(int, index);
    const FieldInfo& field = *allFields()[static_cast<std::size_t>(index)];
    const std::string pointer = concretePointer(field);
    QCOMPARE(findField(pointer), &field);
    QVERIFY(!fieldValue(Project{}, pointer));

    Project project = projectWithLists();
    const double value = validValue(field.range);
    QVERIFY(setField(project, pointer, typed(value)));
    QVERIFY(fieldValue(project, pointer) == MaybeQuantity(typed(value)));
    const Result<Project> read = parseProject(writeProject(project));
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QVERIFY(*read == project);

    Project edited = projectWithLists();
    QVERIFY(setFieldText(edited, pointer, fmt::format("{}", value)));
    QVERIFY(edited == project);
    QVERIFY(setFieldText(edited, pointer, ""));
    QVERIFY(!fieldValue(edited, pointer));

    if (const std::optional<double> invalid = invalidValue(field.range)) {
        const Project before = project;
        const Result<void> refused = setField(project, pointer, typed(*invalid));
        QVERIFY(!refused);
        QCOMPARE(refused.error().problems.front().location.jsonPointer, pointer);
        QVERIFY(project == before);
        QVERIFY(!setFieldText(project, pointer, fmt::format("{}", *invalid)));
        QVERIFY(project == before);
        // A file with this value is rejected with the same pointer.
        std::string text = writeProject(project);
        const std::string member = fmt::format("\"{}\": {}", field.key(), value);
        const std::size_t position = text.rfind(member);
        QVERIFY2(position != std::string::npos, text.c_str());
        text.replace(position, member.size(), fmt::format("\"{}\": {}", field.key(), *invalid));
        const Result<Project> rejected = parseProject(text);
        QVERIFY(!rejected);
        QCOMPARE(rejected.error().problems.front().location.jsonPointer, pointer);
    }
    QVERIFY(setField(project, pointer, std::nullopt));
    QVERIFY(!fieldValue(project, pointer));
}

void tst_fields::setsFieldsOfAVariant()
{
    Project project = projectWithLists();
    QVERIFY(setFieldText(project, "/variants/0/target/bandwidth_bytes_per_s", "100Gbit/s"));
    QCOMPARE(project.variants[0].target.bandwidthBytesPerS->value, 12.5e9);  // 100e9 / 8
    QVERIFY(!project.target.bandwidthBytesPerS);
    QCOMPARE(fieldValue(project, "/variants/0/target/bandwidth_bytes_per_s")->value, 12.5e9);
    QVERIFY(!setFieldText(project, "/variants/1/target/alpha_s", "1us"));
}

void tst_fields::createsServingWhenNeeded()
{
    Project project;
    QVERIFY(setField(project, "/baseline/serving/latency_s", std::nullopt));
    QVERIFY(!project.baseline.serving);
    QVERIFY(setField(project, "/baseline/serving/latency_s", typed(0.02)));
    QVERIFY(project.baseline.serving);
    QCOMPARE(project.baseline.serving->latencyS->value, 0.02);
}

void tst_fields::suggestsTheNearestField_data()
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
    QTest::newRow("an invalid index") << "/baseline/steps/x/flops"
                                      << "/baseline/steps/*/flops";
}

void tst_fields::suggestsTheNearestField()
{
    QFETCH(QString, pointer);
    QFETCH(QString, nearest);
    Project project = projectWithLists();
    const Result<void> set = setFieldText(project, pointer.toStdString(), "1");
    QVERIFY(!set);
    QVERIFY2(QString::fromStdString(set.error().problems.front().expected).contains(nearest),
             describe(set.error()).c_str());
    QVERIFY(!setField(project, pointer.toStdString(), typed(1)));
    QVERIFY(project == projectWithLists());
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
        QCOMPARE(set.error().problems.front().location.jsonPointer, pointer.toStdString());
}

void tst_fields::profileKeysMapToProjectFields_data()
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

// Each key in PROFILE.json is one quantity of the project: it is read into the project, extracted from it and written
// again under the same key, without any other value.
void tst_fields::profileKeysMapToProjectFields()
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
            QCOMPARE(jsonPointerOf(view, field), place);
            QCOMPARE(jsonPointerOf(*profile, field), "/" + key);
        }
    QCOMPARE(figures, 1);
    const std::string written = writeJson(Json(profileToJson(view)));
    QVERIFY2(written.find("\"" + key + "\": {") != std::string::npos, written.c_str());
    const Result<Profile> reread = parseProfile(writeJson(Json(profileToJson(*profile))));
    QVERIFY(reread && reread->baseline == profile->baseline && reread->target == profile->target);
}

void tst_fields::profileNamesTheDevice()
{
    for (const char* text :
         {R"({"device": "a card", "flops": 2})", R"({"steps": [{"name": "a", "device": "a card"}, {"name": "b"}]})"}) {
        const Result<Profile> profile = parseProfile(text);
        QVERIFY(profile && profile->warnings.empty());
        QCOMPARE(profile->baseline.steps.front().device, std::string("a card"));
        const Result<Profile> reread = parseProfile(writeJson(Json(profileToJson(*profile))));
        QVERIFY(reread && reread->baseline == profile->baseline);
        const Result<Project> project = withProfile({}, *profile);
        QVERIFY(project && parseProject(writeProject(*project))->baseline == project->baseline);
        QCOMPARE(profileOf(*project).baseline.steps.front().device, std::string("a card"));
    }
    QVERIFY(!parseProfile(R"({"device": 7, "flops": 2})"));
}

void tst_fields::profileHasNoOtherFields()
{
    QCOMPARE(profileFields().size(), std::size_t{18});
}

SCALEWRIGHT_TEST(tst_fields)
#include "tst_fields.moc"

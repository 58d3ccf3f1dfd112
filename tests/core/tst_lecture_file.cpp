// SPDX-License-Identifier: GPL-3.0-or-later
// The lecture file. Expected: the chapter's statements about the shipped keys (41.4: alpha x10 moves p* from 34 to 11);
// errors give the number of the key.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <set>

#include "core/base/files/resources.h"
#include "core/decision/analysis/analysis.h"
#include "core/model/bottleneck/flow.h"
#include "core/output/lecture/lecture.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

const std::vector<std::string> pages{"baseline", "diagnose", "design", "predict", "tools", "measure", "cost"};

std::string lectureText(const std::string& from = {}, const std::string& to = {})
{
    std::string json = R"({"format": "scalewright-lecture", "version": 1, "title": "mine", "keys": [
  {"title": "first", "project": "a.scalewright", "page": "predict"},
  {"title": "second", "project": "a.scalewright", "page": "cost", "set": {"/target/alpha_s": "8 ms", "/plan/p": 13}}
]})";
    if (const std::size_t position = from.empty() ? std::string::npos : json.find(from); position != std::string::npos)
        json.replace(position, from.size(), to);
    return json;
}

}  // namespace

class tst_lecture_file : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    Result<Lecture> read(const std::string& json)
    {
        test::setContent(m_folder.filePath(QStringLiteral("lecture.json")), QByteArray::fromStdString(json));
        return readLecture(m_folder.filePath(QStringLiteral("lecture.json")).toStdString(), pages);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(QFile::copy(test::sourceFile("resources/examples/output-41.4.1.scalewright"),
                            m_folder.filePath(QStringLiteral("a.scalewright"))));
    }

    // Nothing is faster than its roof: 6 TFLOP at 20 TFLOP/s take 0.3 s, which leaves no time to read.
    void noShippedStepLiesAboveItsRoof()
    {
        const Result<Lecture> lecture =
            readLecture(test::sourceFile("resources/examples/lecture.json").toStdString(), pages);
        QVERIFY(lecture);
        int count = 0;
        for (const LectureKey& key : lecture->keys)
            for (const RooflinePoint& point : rooflinePoints(profileOf(key.project)))
                if (point.roofShare) {
                    ++count;
                    QVERIFY2(*point.roofShare < 1 + 1e-9, key.title.c_str());
                }
        QVERIFY(count > 0);
    }

    void shippedLectureMatchesTheChapter()
    {
        const Result<Lecture> lecture =
            readLecture(test::sourceFile("resources/examples/lecture.json").toStdString(), pages);
        QVERIFY2(lecture.has_value(), lecture ? "" : describe(lecture.error()).c_str());
        QCOMPARE(lecture->keys.size(), maximumLectureKeys);
        const auto fastest = [&](std::size_t key) {
            return analyse(lecture->keys[key - 1].project).prediction->landmarks.pStar;
        };
        QCOMPARE(fastest(4), 34);
        QCOMPARE(fastest(5), 11);
        // The shown text and the setting.
        for (const std::size_t key : {std::size_t(4), std::size_t(5)})
            QCOMPARE(lecture->keys[key - 1].sliderField, std::string("/target/alpha_s"));
        QVERIFY(lecture->keys[0].sliderField.empty());
        QCOMPARE(lecture->keys[6].project.variantName, std::string("forced synchronous"));
        std::set<std::string> titles;
        for (const LectureKey& key : lecture->keys)
            titles.insert(key.title);
        QCOMPARE(titles.size(), maximumLectureKeys);
    }

    // A key may show a slide instead of a page; its errors name the key.
    void keyMayShowASlide()
    {
        const Result<Lecture> lecture = read(lectureText(
            "\"page\": \"predict\"",
            "\"focus\": \"prediction\", \"claim\": \"Latency decides.\", \"control\": \"/target/alpha_s\""));
        QVERIFY2(lecture.has_value(), lecture ? "" : describe(lecture.error()).c_str());
        const LectureKey& key = lecture->keys[0];
        QVERIFY(key.problems.empty());
        QVERIFY(key.slideName == "prediction" && key.slideClaim == "Latency decides." &&
                key.slideControl == "/target/alpha_s");
        const auto errorPointerOf = [&](const char* to) {
            const Result<Lecture> invalidLecture = read(lectureText("\"page\": \"predict\"", to));
            return invalidLecture && invalidLecture->keys[0].problems.size() == 1
                       ? invalidLecture->keys[0].problems.front().location.jsonPointer
                       : "other";
        };
        QCOMPARE(errorPointerOf("\"focus\": \"law\""), std::string("/keys/0/focus"));
        QCOMPARE(errorPointerOf("\"focus\": \"prediction\", \"control\": \"/nowhere\""),
                 std::string("/keys/0/control"));
        QCOMPARE(errorPointerOf("\"page\": \"predict\", \"claim\": \"Ours\""), std::string("/keys/0/claim"));
    }

    // A file that is not in the same folder is looked up among the shipped examples; of two with the same name, the one
    // in the folder is shown.
    void keyMayNameAShippedExample()
    {
        const Result<Lecture> lecture =
            read(lectureText("\"project\": \"a.scalewright\", \"page\": \"predict\"",
                             "\"project\": \"student-b.scalewright\", \"page\": \"predict\""));
        QVERIFY2(lecture.has_value(), lecture ? "" : describe(lecture.error()).c_str());
        QVERIFY(lecture->keys[0].problems.empty());
        QCOMPARE(lecture->keys[0].projectFile.filename(), std::filesystem::path("student-b.scalewright"));
        QCOMPARE(lecture->keys[1].projectFile.parent_path(), std::filesystem::path(m_folder.path().toStdString()));
    }

    void readsKeysAndTheirSettings()
    {
        const Result<Lecture> lecture = read(lectureText());
        QVERIFY(lecture);
        QCOMPARE(lecture->title, std::string("mine"));
        QCOMPARE(lecture->keys[1].title, std::string("second"));
        QCOMPARE(lecture->keys[1].page, std::string("cost"));
        QCOMPARE(lecture->keys[1].project.target.alphaS->value, 0.008);
        QCOMPARE(lecture->keys[1].project.plan.p, std::optional<int>(13));
        QCOMPARE(lecture->keys[0].project.target.alphaS->value, 0.0008);
        // The project's file does not change.
        QCOMPARE(test::contentOf(m_folder.filePath(QStringLiteral("a.scalewright"))),
                 test::contentOf(test::sourceFile("resources/examples/output-41.4.1.scalewright")));
    }

    // What the window writes is what it has read, with members of other programs, and shows the same slides.
    void writesWhatItReads_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("shipped") << test::contentOf(test::sourceFile("resources/examples/lecture.json"));
        QTest::newRow("own") << QByteArray::fromStdString(lectureText(
            "\"page\": \"predict\"", R"("focus": "prediction", "claim": "Ours.", "guess": true, "mood": "calm")"));
        QTest::newRow("variant") << QByteArray(
            R"({"format": "scalewright-lecture", "version": 1, "room": 7, "keys": [{"title": "t", "part": "compare",
               "project": "recommendation.scalewright", "page": "design", "variant": "forced synchronous",
               "field": "/target/alpha_s", "beside": "before", "control": "/plan/p", "focus": "design"}]})");
    }
    void writesWhatItReads()
    {
        QFETCH(QByteArray, content);
        const Result<LectureFile> file = parseLecture(content.toStdString());
        QVERIFY(file);
        const std::string written = writeLecture(*file);
        const Result<LectureFile> again = parseLecture(written);
        QVERIFY(again && *again == *file);
        QCOMPARE(QByteArray::fromStdString(writeLecture(*again)), QByteArray::fromStdString(written));
        const Result<Json> before = parseJson(content.toStdString()), after = parseJson(written);
        for (const Json::Member& member : *before->asObject())
            QVERIFY2(after->find(member.first), member.first.c_str());
        for (std::size_t i = 0; i < file->keys.size(); ++i)
            for (const Json::Member& member : *(*before->find("keys")->asArray())[i].asObject()) {
                const Json* kept = (*after->find("keys")->asArray())[i].find(member.first);
                QVERIFY2(kept && *kept == member.second, member.first.c_str());
            }
        const Result<Lecture> shown = read(content.toStdString()), shownAgain = read(written);
        QCOMPARE(shown.has_value(), shownAgain.has_value());
        for (std::size_t i = 0; shown && i < shown->keys.size(); ++i)
            QVERIFY(static_cast<const LectureEntry&>(shown->keys[i]) == shownAgain->keys[i] &&
                    shown->keys[i].project == shownAgain->keys[i].project);
    }

    // Values that differ become the key's settings, as typed where that is exact; other differences are reported.
    void setsTheValuesThatDiffer()
    {
        const Result<Project> saved = readProject(m_folder.filePath(QStringLiteral("a.scalewright")).toStdString());
        QVERIFY(saved);
        QVERIFY(setValuesBetween(*saved, *saved).fieldValues.empty() &&
                !setValuesBetween(*saved, *saved).missesChanges);
        Project shown = *saved;
        QVERIFY(setFieldText(shown, "/target/alpha_s", "8 ms"));
        shown.plan.p = 13;
        shown.goal.hourValueUsd.reset();
        const SetValues values = setValuesBetween(*saved, shown);
        QVERIFY(!values.missesChanges);
        QCOMPARE(values.fieldValues, (Json::Object{{"/target/alpha_s", "8 ms"}, {"/plan/p", Json(13.0)}}));
        shown.title = "another";
        QVERIFY(setValuesBetween(*saved, shown).missesChanges);
        Project steps = *saved;
        steps.baseline.steps.resize(1);
        Project faster = steps;
        faster.baseline.steps[0].flops = typed(6e12);
        QCOMPARE(setValuesBetween(steps, faster).fieldValues, (Json::Object{{"/baseline/steps/0/flops", Json(6e12)}}));
    }

    // The shipped file is not the own lecture of a project next to it.
    void findsTheOwnLectureFile()
    {
        QVERIFY(ownLectureFile({}).empty());
        QVERIFY(ownLectureFile(resourcePath("examples/output-41.4.1.scalewright").value()).empty());
        const QTemporaryDir empty;
        QVERIFY(ownLectureFile(empty.filePath(QStringLiteral("a.scalewright")).toStdString()).empty());
        QVERIFY(read(lectureText()));
        QCOMPARE(ownLectureFile(m_folder.filePath(QStringLiteral("a.scalewright")).toStdString()).filename(),
                 std::filesystem::path(lectureFileName));
    }

    void errorsNameTheirKey_data()
    {
        QTest::addColumn<std::string>("from");
        QTest::addColumn<std::string>("to");
        QTest::addColumn<std::string>("said");
        const auto row = [](const char* name, const char* from, const char* to, const char* expectedError) {
            QTest::newRow(name) << std::string(from) << std::string(to) << std::string(expectedError);
        };
        row("no page", "\"cost\"", "\"costs\"",
            "/keys/1/page: key 2: there is no page \"costs\"; expected baseline, diagnose, design, predict, tools, "
            "measure, cost");
        row("no project", "a.scalewright\", \"page\": \"cost\"", "b.scalewright\", \"page\": \"cost\"",
            "/keys/1/project: key 2: ");
        row("no variant", "\"page\": \"cost\"", "\"page\": \"cost\", \"variant\": \"B\"", "/keys/1/variant: key 2: ");
        row("no such value", "/target/alpha_s", "/target/alpha", "/keys/1/set/~1target~1alpha: key 2: ");
        row("a wrong amount", "8 ms", "8 parsecs", "/keys/1/set/~1target~1alpha_s: key 2: ");
        row("no title", "\"title\": \"second\", ", "", "/keys/1/title");
        row("a member that none has", "\"page\": \"predict\"", "\"page\": \"predict\", \"tab\": 2",
            "/keys/0/tab: key 1: unknown member \"tab\"; expected title, project, page, part, focus, claim, "
            "control, field, variant, set, beside or guess");
        row("no field", "\"page\": \"predict\"", "\"page\": \"predict\", \"field\": \"/target/speed\"",
            "/keys/0/field: key 1: there is no field \"/target/speed\"");
        row("another file", "scalewright-lecture", "scalewright-project",
            "/format: \"scalewright-project\" is a different file format");
        row("a newer one", "\"version\": 1", "\"version\": 9",
            "/version: version 9 is newer than this program; expected version 1");
        row("no keys", "\"keys\"", "\"key\"", "/keys: found 0 keys; expected one to 9, for the number keys");
        row("no JSON", "\"keys\"", "keys", "lecture.json:1");
    }
    void errorsNameTheirKey()
    {
        QFETCH(std::string, from);
        QFETCH(std::string, to);
        QFETCH(std::string, said);
        QVERIFY(lectureText(from, to) != lectureText());
        const Result<Lecture> lecture = read(lectureText(from, to));
        std::string allProblems;
        if (lecture) {  // one key is invalid, and the other is shown
            QVERIFY(lecture->keys[0].problems.empty() != lecture->keys[1].problems.empty());
            allProblems =
                describe((lecture->keys[0].problems.empty() ? lecture->keys[1] : lecture->keys[0]).problems.front());
        } else {
            allProblems = describe(lecture.error());
        }
        QCOMPARE(lecture.has_value(), said.starts_with("/keys/"));
        QVERIFY2(allProblems.find(said) != std::string::npos && allProblems.find("lecture.json") != std::string::npos,
                 allProblems.c_str());
    }

    void rejectsALectureWithoutValidKeys()
    {
        const Result<Lecture> lecture = read(
            R"({"format": "scalewright-lecture", "version": 1, "keys": [{"title": "t", "project": "b.scalewright", "page": "predict"}]})");
        QVERIFY(!lecture && describe(lecture.error()).find("key 1: ") != std::string::npos);
    }

    void rejectsTenKeys()
    {
        std::string keys;
        for (int i = 0; i < 10; ++i)
            keys += std::string(i ? "," : "") + R"({"title": "t", "project": "a.scalewright", "page": "predict"})";
        const Result<Lecture> lecture =
            read(R"({"format": "scalewright-lecture", "version": 1, "keys": [)" + keys + "]}");
        QVERIFY(!lecture);
        QVERIFY(describe(lecture.error()).find("found 10 keys; expected one to 9") != std::string::npos);
    }

    void noFile()
    {
        const Result<Lecture> lecture =
            readLecture(m_folder.filePath(QStringLiteral("nothing.json")).toStdString(), pages);
        QVERIFY(!lecture && lecture.error().code == ErrorCode::Environment);
    }
};

SCALEWRIGHT_TEST(tst_lecture_file)
#include "tst_lecture_file.moc"

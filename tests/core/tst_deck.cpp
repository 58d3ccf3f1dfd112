// SPDX-License-Identifier: GPL-3.0-or-later
// Slides from a project's own story: which slides there are, what they claim, and how the user changed them.
#include <QDir>
#include <QTest>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/design_catalogue.h"
#include "core/output/answers/deck.h"
#include "core/output/answers/story.h"
#include "core/output/lecture/lecture.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "core/project/document/slide_choices.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

/// A project with everything that its story reads.
struct StoryFixture {
    Project project;
    Analysis analysis = analyse(project);
    std::vector<Finding> findings = checkDesign(project, analysis, *designCatalogue());

    [[nodiscard]] StoryQuestion question() const { return {project, analysis, *designCatalogue(), findings}; }
    [[nodiscard]] std::vector<Slide> slides() const { return makeSlides(question()); }
};

const Slide* findSlide(const std::vector<Slide>& slides, SlideKind kind)
{
    const auto match = std::find_if(slides.begin(), slides.end(), [&](const Slide& each) { return each.kind == kind; });
    return match == slides.end() ? nullptr : &*match;
}

bool containsText(const std::string& text, const char* expectedText)
{
    return text.find(expectedText) != std::string::npos;
}

int countWords(const std::string& text)
{
    std::istringstream words(text);
    int count = 0;
    for (std::string word; words >> word;)
        count += std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c); }) ? 1 : 0;
    return count;
}

Result<Project> parsed(const std::string& deck)
{
    return parseProject(R"({"format": "scalewright-project", "version": 1, "deck": )" + deck + "}");
}

}  // namespace

class tst_deck : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // One claim per slide, short enough to be read from the last row; its control exists in the document.
    void everyExample()
    {
        int examples = 0;
        for (const QFileInfo& file : QDir(test::sourceFile(QStringLiteral("resources/examples")))
                                         .entryInfoList({QStringLiteral("*.scalewright")}, QDir::Files)) {
            const StoryFixture fixture{*readProject(file.filePath().toStdString())};
            const std::vector<Slide> slides = fixture.slides();
            const QByteArray name = file.fileName().toUtf8();
            QVERIFY2(!slides.empty() && slides.size() <= 9, name.constData());
            for (const Slide& slide : slides) {
                QVERIFY2(!slide.claim.empty() && slide.claim == slide.answer.headline, name.constData());
                QVERIFY2(countWords(slide.claim) <= 16, slide.claim.c_str());
                QVERIFY2(slide.controlPointer.empty() || findField(slide.controlPointer), slide.controlPointer.c_str());
                for (const std::string& input : slide.inputPointers)
                    QVERIFY2(fieldValue(fixture.project, input), input.c_str());
            }
            ++examples;
        }
        QVERIFY(examples > 10);
    }

    void emptyProject()
    {
        const StoryFixture fixture{Project()};
        QVERIFY(fixture.slides().empty());
        QVERIFY(!noSlidesReason(fixture.question()).empty());
    }

    // Output 41.4.1 with ten times the alpha is fastest at 11, as in exercise 41.4.2, instead of 34.
    void namesWhatWouldChangeThePrediction()
    {
        const StoryFixture fixture{test::output4141()};
        const std::vector<Slide> slides = fixture.slides();
        QVERIFY(!findSlide(slides, SlideKind::Measurement));
        QVERIFY(!findSlide(slides, SlideKind::Ceiling));
        const Slide* change = findSlide(slides, SlideKind::Change);
        QVERIFY(change != nullptr);
        QVERIFY2(containsText(change->claim, "11") && containsText(change->claim, "34"), change->claim.c_str());
        QCOMPARE(change->controlPointer, std::string("/target/alpha_s"));
        const Slide* prediction = findSlide(slides, SlideKind::Prediction);
        QVERIFY(prediction && prediction->controlPointer == "/target/alpha_s");
        QVERIFY(std::count(prediction->inputPointers.begin(), prediction->inputPointers.end(), "/target/alpha_s") == 1);
    }

    // A slot with two entries names both.
    void slotTitlesNameEveryChoice()
    {
        Project project = test::output4141();
        project.design.faultTolerance.slot.choices = {{.option = "checkpoint-restart"}, {.option = "elastic"}};
        const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
        QVERIFY(catalogue);
        const std::vector<SlotTitle> titles = slotTitles(project, *catalogue);
        QVERIFY(std::any_of(titles.begin(), titles.end(), [](const SlotTitle& title) {
            return std::count(title.choice.begin(), title.choice.end(), ',') == 1;
        }));
    }

    // Section 41.7: p = 4, the plan, gives 800/260 = 3.08 and is best from $3.39 to $36.0 an hour.
    void measuredProject()
    {
        const StoryFixture fixture{test::example(QStringLiteral("output-41.7.2"))};
        const std::vector<Slide> slides = fixture.slides();
        const Slide* measurement = findSlide(slides, SlideKind::Measurement);
        QVERIFY(measurement && containsText(measurement->claim, "3.08"));
        QVERIFY(!measurement->ladderCaption.empty());
        const Slide* decision = findSlide(slides, SlideKind::Decision);
        QVERIFY(decision != nullptr);
        QVERIFY2(containsText(decision->claim, "4 workers"), decision->claim.c_str());
        QVERIFY2(containsText(decision->answer.because, "$0.92"), decision->answer.because.c_str());
        QCOMPARE(decision->controlPointer, std::string("/goal/hour_value_usd"));
        const Slide* change = findSlide(slides, SlideKind::Change);
        QVERIFY(change != nullptr);
        QVERIFY2(containsText(change->claim, "$3.39") && containsText(change->claim, "$36"), change->claim.c_str());
        QVERIFY2(!change->answer.next.text.empty(), "the weakest link has a way out");
        QVERIFY(findPlanRange(*makeStory(fixture.question()).choice, fixture.analysis.planP)->p == 4);
    }

    // A plan that is not a corner of the hull is best at no value of an hour, and the claim says so.
    void reportsAPlanThatIsNeverBest()
    {
        Project project = test::example(QStringLiteral("output-41.7.2"));
        project.plan.p = 16;  // p = 8 is neither slower nor more expensive
        const StoryFixture fixture{project};
        const std::optional<Slide> slide = makeSlide(SlideKind::Change, fixture.question());
        QVERIFY(slide && containsText(slide->claim, "16 workers") && containsText(slide->claim, "never best"));
    }

    // Slides that the project's file leaves out, reorders or rewords.
    void readsChoices()
    {
        const Project project = test::example(QStringLiteral("output-41.4.1"));
        const std::size_t slideCount = StoryFixture{project}.slides().size();
        Project changed = project;
        changed.unknown.emplace_back("deck", *parseJson(R"({"theme": "plain", "slides": [
            {"slide": "change", "claim": "Latency is all."}, {"slide": "prediction", "control": "/baseline/t_comp_s"},
            {"slide": "design", "off": true, "build": 3}]})"));
        const Result<Project> reread = parseProject(writeProject(changed));
        QVERIFY(reread.has_value());
        const StoryFixture fixture{*reread};
        const std::vector<Slide> slides = fixture.slides();
        QCOMPARE(slides.size(), slideCount - 1);
        QVERIFY(slides.at(0).kind == SlideKind::Change && slides.at(1).kind == SlideKind::Prediction);
        QCOMPARE(slides.at(0).claim, std::string("Latency is all."));
        QVERIFY(slides.at(0).answer.headline != slides.at(0).claim);
        QCOMPARE(slides.at(1).controlPointer, std::string("/baseline/t_comp_s"));
        QVERIFY(!findSlide(slides, SlideKind::Design));
        // Without a lecture file, they are what the project presents.
        const Lecture lecture = storyLecture(fixture.question());
        QCOMPARE(lecture.keys.size(), slides.size());
        for (std::size_t i = 0; i < slides.size(); ++i)
            QCOMPARE(lecture.keys[i].slideName, std::string(nameOf(slides[i].kind)));
        QVERIFY(containsText(writeProject(*reread), "\"theme\": \"plain\""));
    }

    void rejectsInvalidDecks_data()
    {
        QTest::addColumn<QString>("deck");
        QTest::addColumn<QString>("pointer");
        const auto row = [](const char* deck, const char* pointer) {
            QTest::newRow(pointer) << QString::fromLatin1(deck) << QString::fromLatin1(pointer);
        };
        row("3", "/deck");
        row("{\"slides\": {}}", "/deck/slides");
        row("{\"slides\": [\"design\"]}", "/deck/slides/0");
        row("{\"slides\": [{\"slide\": \"design\"}, {\"slide\": \"law\"}]}", "/deck/slides/1/slide");
        row("{\"slides\": [{\"slide\": \"design\", \"off\": \"yes\"}]}", "/deck/slides/0/off");
        row("{\"slides\": [{\"slide\": \"design\", \"claim\": 4}]}", "/deck/slides/0/claim");
        row("{\"slides\": [{\"slide\": \"design\", \"control\": \"/nowhere\"}]}", "/deck/slides/0/control");
    }
    void rejectsInvalidDecks()
    {
        QFETCH(QString, deck);
        QFETCH(QString, pointer);
        const Result<Project> project = parsed(deck.toStdString());
        QVERIFY(!project.has_value());
        QCOMPARE(project.error().problems.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(project.error().problems.front().location.jsonPointer), pointer);
        QVERIFY(!project.error().problems.front().expected.empty());
        const Result<Project> twice = parsed("{\"slides\": [{\"slide\": \"design\"}, {\"slide\": \"design\"}]}");
        QVERIFY(!twice.has_value());
    }
};

SCALEWRIGHT_TEST(tst_deck)
#include "tst_deck.moc"

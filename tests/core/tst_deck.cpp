// Slides from a project's own story: which there are, what they claim, and what a person made of them.
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
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "core/project/document/slide_choices.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

/// A project with all that a question about it reads.
struct Asked {
    Project project;
    Analysis analysis = analyse(project);
    std::vector<Finding> findings = checkDesign(project, analysis, *designCatalogue());

    [[nodiscard]] StoryQuestion question() const { return {project, analysis, *designCatalogue(), findings}; }
    [[nodiscard]] std::vector<Slide> slides() const { return slidesOf(question()); }
};

const Slide* find(const std::vector<Slide>& slides, SlideKind kind)
{
    const auto at = std::find_if(slides.begin(), slides.end(), [&](const Slide& each) { return each.kind == kind; });
    return at == slides.end() ? nullptr : &*at;
}

bool says(const std::string& text, const char* what)
{
    return text.find(what) != std::string::npos;
}

int wordsOf(const std::string& text)
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
    // One claim a slide, short enough to be read from the last row; a control that the document has.
    void everyExample()
    {
        int examples = 0;
        for (const QFileInfo& file : QDir(test::sourceFile(QStringLiteral("resources/examples")))
                                         .entryInfoList({QStringLiteral("*.scalewright")}, QDir::Files)) {
            const Asked asked{*readProject(file.filePath().toStdString())};
            const std::vector<Slide> slides = asked.slides();
            const QByteArray name = file.fileName().toUtf8();
            QVERIFY2(!slides.empty() && slides.size() <= 9, name.constData());
            for (const Slide& slide : slides) {
                QVERIFY2(!slide.claim.empty() && slide.claim == slide.answer.headline, name.constData());
                QVERIFY2(wordsOf(slide.claim) <= 16, slide.claim.c_str());
                QVERIFY2(slide.control.empty() || findField(slide.control), slide.control.c_str());
                for (const std::string& input : slide.inputs)
                    QVERIFY2(fieldValue(asked.project, input), input.c_str());
            }
            ++examples;
        }
        QVERIFY(examples > 10);
    }

    void emptyProject()
    {
        const Asked asked{Project()};
        QVERIFY(asked.slides().empty());
        QVERIFY(!noSlidesText(asked.question()).empty());
    }

    // Output 41.4.1 with alpha ten times larger is fastest at 11, exercise 41.4.2's own number, not at 34.
    void whatWouldChangeAPrediction()
    {
        const Asked asked{test::output4141()};
        const std::vector<Slide> slides = asked.slides();
        QVERIFY(!find(slides, SlideKind::Measurement));
        QVERIFY(!find(slides, SlideKind::Ceiling));
        const Slide* change = find(slides, SlideKind::Change);
        QVERIFY(change != nullptr);
        QVERIFY2(says(change->claim, "11") && says(change->claim, "34"), change->claim.c_str());
        QCOMPARE(change->control, std::string("/target/alpha_s"));
        const Slide* prediction = find(slides, SlideKind::Prediction);
        QVERIFY(prediction && prediction->control == "/target/alpha_s");
        QVERIFY(std::count(prediction->inputs.begin(), prediction->inputs.end(), "/target/alpha_s") == 1);
    }

    // Section 41.7: p = 8 gives 3.88; 4 workers are right from $3.39 to $36.0 an hour.
    void measuredProject()
    {
        const Asked asked{test::example(QStringLiteral("output-41.7.2"))};
        const std::vector<Slide> slides = asked.slides();
        const Slide* measurement = find(slides, SlideKind::Measurement);
        QVERIFY(measurement && says(measurement->claim, "3.88"));
        QVERIFY(!measurement->ladder.empty());
        const Slide* decision = find(slides, SlideKind::Decision);
        QVERIFY(decision != nullptr);
        QVERIFY2(says(decision->claim, "4 workers"), decision->claim.c_str());
        QVERIFY2(says(decision->answer.because, "$0.92"), decision->answer.because.c_str());
        QCOMPARE(decision->control, std::string("/goal/hour_value_usd"));
        const Slide* change = find(slides, SlideKind::Change);
        QVERIFY(change != nullptr);
        QVERIFY2(says(change->claim, "$3.39") && says(change->claim, "$36"), change->claim.c_str());
        QVERIFY2(!change->answer.next.says.empty(), "the weakest link has a way out");
        QVERIFY(rangeOfPlan(*storyOf(asked.question()).choice, asked.analysis.planP)->p == 4);
    }

    // A plan that is no corner of the hull is best at no value of an hour, and the claim says so.
    void aPlanThatIsNeverBest()
    {
        Project project = test::example(QStringLiteral("output-41.7.2"));
        project.plan.p = 16;  // p = 8 is no slower and no dearer
        const Asked asked{project};
        const std::optional<Slide> slide = slideOf(SlideKind::Change, asked.question());
        QVERIFY(slide && says(slide->claim, "16 workers") && says(slide->claim, "no value"));
    }

    // Off, order, own words and own control; the file says so, and what a newer program wrote there stays.
    void choicesSurvive()
    {
        Project project = test::example(QStringLiteral("output-41.4.1"));
        const std::size_t all = Asked{project}.slides().size();
        setSlideChoices(project, {{.slide = "change", .claim = "Latency is all."},
                                  {.slide = "prediction", .control = "/baseline/t_comp_s"},
                                  {.slide = "design", .off = true}});
        const Result<Project> again = parseProject(writeProject(project));
        QVERIFY(again.has_value());
        QVERIFY(slideChoices(*again) == slideChoices(project));
        const std::vector<Slide> slides = Asked{*again}.slides();
        QCOMPARE(slides.size(), all - 1);
        QVERIFY(slides.at(0).kind == SlideKind::Change && slides.at(1).kind == SlideKind::Prediction);
        QCOMPARE(slides.at(0).claim, std::string("Latency is all."));
        QVERIFY(slides.at(0).answer.headline != slides.at(0).claim);
        QCOMPARE(slides.at(1).control, std::string("/baseline/t_comp_s"));
        QVERIFY(!find(slides, SlideKind::Design));

        Project newer = *parsed(R"({"theme": "plain", "slides": [{"slide": "design", "off": true, "build": 3}]})");
        std::vector<SlideChoice> choices = slideChoices(newer);
        QVERIFY(choices.size() == 1 && choices.front().off);
        choices.front().claim = "Ours";
        setSlideChoices(newer, choices);
        const std::string text = writeProject(newer);
        QVERIFY2(says(text, "\"theme\": \"plain\"") && says(text, "\"build\": 3") && says(text, "Ours"), text.c_str());
    }

    // As it is by itself, the file says nothing of it.
    void noChoiceNoMember()
    {
        Project project = test::output4141();
        const std::string before = writeProject(project);
        setSlideChoices(project, allSlideChoices(project));
        QCOMPARE(writeProject(project), before);
        setSlideChoices(project, {{.slide = "design", .off = true}});
        QVERIFY(writeProject(project) != before);
        setSlideChoices(project, {{.slide = "ceiling"}, {.slide = "design"}});
        QCOMPARE(writeProject(project), before);
    }

    void badDecks_data()
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
    void badDecks()
    {
        QFETCH(QString, deck);
        QFETCH(QString, pointer);
        const Result<Project> project = parsed(deck.toStdString());
        QVERIFY(!project.has_value());
        QCOMPARE(project.error().problems.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(project.error().problems.front().where.pointer), pointer);
        QVERIFY(!project.error().problems.front().expected.empty());
        const Result<Project> twice = parsed("{\"slides\": [{\"slide\": \"design\"}, {\"slide\": \"design\"}]}");
        QVERIFY(!twice.has_value());
    }
};

SCALEWRIGHT_TEST(tst_deck)
#include "tst_deck.moc"

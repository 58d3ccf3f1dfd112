// SPDX-License-Identifier: GPL-3.0-or-later
// The Story: one row per step of the method, with numbers from the book and few words.
#include <QDir>
#include <QTest>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/design_catalogue.h"
#include "core/output/answers/decision.h"
#include "core/output/answers/story.h"
#include "core/project/document/project_file.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

Story buildStory(const Project& project)
{
    const Analysis analysis = analyse(project);
    const DesignCatalogue& catalogue = *designCatalogue();
    return makeStory({project, analysis, catalogue, checkDesign(project, analysis, catalogue)});
}

int countWords(const std::string& text)
{
    std::istringstream words(text);
    int count = 0;
    for (std::string word; words >> word;)
        count += std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c); }) ? 1 : 0;
    return count;
}

int countWords(const Story& story)
{
    int count = countWords(story.headline);
    for (const StoryRow& row : story.rows)
        count += countWords(row.headline) + countWords(row.because);
    if (story.weakestLink)
        count += countWords(story.weakestLink->text) + countWords(story.weakestLink->next.text);
    return count;
}

bool containsText(const std::string& text, const char* expectedText)
{
    return text.find(expectedText) != std::string::npos;
}

}  // namespace

class tst_story : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Expected from section 41.7: S(8) = 3.88, the fastest; 4 workers take 260 s, cost 4 x 260/3600 x 3.20 = $0.92, and are the best choice from $3.39 to $36.0 per hour; 8 is the fastest.
    void output4172()
    {
        const Story story = buildStory(test::example(QStringLiteral("output-41.7.2")));
        const StoryRow& measure = story.row(StoryStep::Measure);
        QVERIFY(measure.isKnown && measure.basis.has_value());
        // The plan's p is explained: 800/260 = 3.08; the fastest, 8, is a second fact.
        QVERIFY2(containsText(measure.headline, "3.08× at 4"), measure.headline.c_str());
        QVERIFY2(containsText(measure.because, "3.88× at 8"), measure.because.c_str());
        const StoryRow& decide = story.row(StoryStep::Decide);
        QVERIFY2(containsText(decide.headline, "4 workers") && containsText(decide.headline, "260 s") &&
                     containsText(decide.headline, "$0.92"),
                 decide.headline.c_str());
        QVERIFY2(containsText(decide.because, "$3.39") && containsText(decide.because, "$36.0"),
                 decide.because.c_str());
        QVERIFY2(containsText(story.headline, "4 workers") && containsText(story.headline, "8"),
                 story.headline.c_str());
        QVERIFY(!story.row(StoryStep::Ceiling).isKnown);
        QCOMPARE(story.row(StoryStep::Ceiling).jsonPointer, std::string("/baseline/working_set_bytes"));
        // Without a goal, both ends of the same curve are named: 1 worker for $0.711, and 8 workers in 206 s.
        Project open = test::example(QStringLiteral("output-41.7.2"));
        open.goal = {};
        Analysis analysis = analyse(open);
        analysis.plan->rule = PlanRule::NoRule;
        const Answer ends = decisionAnswer(open, analysis, &*story.choice);
        QVERIFY2(containsText(ends.headline, "p = 1") && containsText(ends.headline, "p = 8"), ends.headline.c_str());
        QCOMPARE(ends.next.jsonPointer, std::string("/goal/hour_value_usd"));
        // One run at each p is the weakest point.
        QVERIFY(story.weakestLink && story.weakestLink->step == StoryStep::Measure);
        QVERIFY(containsText(story.weakestLink->next.command, "--repeat"));
        QVERIFY(story.choice && story.choice->bestRanges.size() > 2);
    }

    // Two ranks with spans of 2 s, 1.5 s of it compute: a quarter of the time is idle.
    void recordedRun()
    {
        Project project;
        RecordedRun run{.name = "two"};
        run.files = {{.ranks = {{.rank = 0, .spanS = 2, .computeS = 1.5}, {.rank = 1, .spanS = 2, .computeS = 1.5}}}};
        project.measurements.traces = {run};
        const StoryRow row = buildStory(project).row(StoryStep::Measure);
        QVERIFY(row.isKnown && row.basis == Basis::Measured);
        QCOMPARE(row.headline, std::string("2 ranks recorded over 2.00 s."));
        QCOMPARE(row.because, std::string("idle 25 % of the time"));
        const Story story = buildStory(project);
        QVERIFY(story.weakestLink && !containsText(story.weakestLink->text, "or measured"));
        project.measurements.traces.front().straggler = 1;
        QCOMPARE(buildStory(project).row(StoryStep::Measure).because, std::string("rank 1 keeps the others waiting"));
    }

    // Output 41.4.1: p* 34 at 7.49, as the book prints it.
    void output4141()
    {
        const Story story = buildStory(test::output4141());
        const StoryRow& predict = story.row(StoryStep::Predict);
        // The plan comes first: the knee, S(9) = 5.30; p* is a note.
        QVERIFY2(containsText(predict.headline, "9 workers: 5.30×"), predict.headline.c_str());
        QVERIFY2(containsText(predict.because, "7.49× at 34"), predict.because.c_str());
        QCOMPARE(QString::fromStdString(story.confidence), QString("predicted"));
        QVERIFY(!story.row(StoryStep::Measure).isKnown);
        QVERIFY(story.weakestLink && story.weakestLink->step == StoryStep::Measure);
        // S(16) = 1/(1/16 + 0.0008 x 15 + 0.08 x 15/16) = 6.69: with 16 machines, a best p above 16 is not reported.
        Project fourMachines = test::output4141();
        fourMachines.target.machinesAvailable = typed(16);
        const Story bounded = buildStory(fourMachines);
        const StoryRow& predictRow = bounded.row(StoryStep::Predict);
        QVERIFY2(!containsText(predictRow.headline, "34"), predictRow.headline.c_str());
        QVERIFY2(containsText(predictRow.because, "34") && containsText(predictRow.because, "more machines"),
                 predictRow.because.c_str());
    }

    // T(1) = 9.59 s and T(8) = 1.65 s: S(8) = 5.81. The end of the search, p = 4096, is no answer, and one run per point
    // cannot tell whether another p is as good.
    void startsWithThePlan()
    {
        const Story story = buildStory(test::example(QStringLiteral("heat-lumi")));
        const StoryRow& predict = story.row(StoryStep::Predict);
        QVERIFY2(predict.headline.starts_with("8 workers: 5.81×"), predict.headline.c_str());
        QVERIFY(!containsText(predict.headline, "4096") && !containsText(predict.because, "4096"));
        QVERIFY2(story.confidence.starts_with("measured, certainty unknown") &&
                     containsText(story.confidence, "one run per point"),
                 story.confidence.c_str());
        // The reason begins with the p that the headline names: 32 workers are the fastest measured.
        QVERIFY2(story.headline.ends_with("not 32."), story.headline.c_str());
        QVERIFY2(containsText(story.whyThisP, ": 32 ") && story.whyThisP.ends_with('.'), story.whyThisP.c_str());
        // Every worker helps, and nothing says where to stop.
        Project free = test::output4141();
        free.target.alphaS = typed(0);
        free.design.communication.messageBytes = typed(0);
        const Story open = buildStory(free);
        QVERIFY(open.row(StoryStep::Predict).isKnown && !containsText(open.row(StoryStep::Predict).headline, "4096"));
        QVERIFY(open.confidence.empty() && open.whyThisP.empty());
    }

    // 430/150 = 2.87 from 2 to 8 workers; p = 1 was not run.
    void isRelativeToTheSmallestMeasuredP()
    {
        Project project;
        project.measurements.ladders = {
            {.name = "runs",
             .scaling = Scaling::Strong,
             .points = {{.p = 2, .timeS = 430}, {.p = 4, .timeS = 260}, {.p = 8, .timeS = 150}}}};
        const StoryRow measure = buildStory(project).row(StoryStep::Measure);
        QVERIFY2(containsText(measure.headline, "2.87× from 2 to 8"), measure.headline.c_str());
    }

    // If another p dominates the chosen one in time and cost, the other is recommended. T(8) = 206 s, $1.46; T(16) =
    // 235 s, $3.34.
    void reportsADominatedPlan()
    {
        Project project = test::example(QStringLiteral("output-41.7.2"));
        project.plan.p = 16;
        project.goal = {};
        const Story story = buildStory(project);
        QVERIFY2(containsText(story.headline, "8 workers, not 16"), story.headline.c_str());
        QVERIFY2(containsText(story.row(StoryStep::Decide).because, "8"), story.row(StoryStep::Decide).because.c_str());
    }

    void showsAnEmptyStory()
    {
        const Story story = buildStory(Project());
        QVERIFY(!story.hasKnownRow());
        QCOMPARE(story.rows.size(), allStorySteps.size());
        for (const StoryRow& row : story.rows)
            QVERIFY2(!row.headline.empty() && row.because.empty() && !row.basis, row.headline.c_str());
        QVERIFY(story.weakestLink && !story.weakestLink->next.jsonPointer.empty());
    }

    void aDesignThatCannotWork()
    {
        const Story story = buildStory(test::example(QStringLiteral("thirteen-billion")));
        QVERIFY(story.row(StoryStep::Ceiling).isKnown);
        QVERIFY(story.weakestLink && story.weakestLink->step == StoryStep::Design);
        QVERIFY2(containsText(story.row(StoryStep::Ceiling).because, "208 GB"),
                 story.row(StoryStep::Ceiling).because.c_str());
    }

    // At most seventy words, in sentences short enough for an audience to read.
    void storiesAreShort()
    {
        const QDir folder(test::sourceFile(QStringLiteral("resources/examples")));
        const QStringList files = folder.entryList({QStringLiteral("*.scalewright")});
        QVERIFY(files.size() > 10);
        for (const QString& file : files) {
            const Result<Project> project = readProject(folder.filePath(file).toStdString());
            QVERIFY(project);
            const Story story = buildStory(*project);
            std::string texts = story.headline;
            for (const StoryRow& row : story.rows)
                texts += "\n" + row.headline + " " + row.because;
            QVERIFY2(countWords(story) <= 70,
                     qPrintable(QStringLiteral("%1: %2").arg(file, QString::fromStdString(texts))));
            for (const StoryRow& row : story.rows) {
                QVERIFY2(countWords(row.headline) <= 10, row.headline.c_str());
                QVERIFY2(countWords(row.because) <= 9, row.because.c_str());
            }
            QVERIFY2(countWords(story.headline) <= 10, story.headline.c_str());
        }
    }
};

SCALEWRIGHT_TEST(tst_story)
#include "tst_story.moc"

// The Story: a row a step of the method, its numbers the book's, its words few.
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

Story told(const Project& project)
{
    const Analysis analysis = analyse(project);
    const DesignCatalogue& catalogue = *designCatalogue();
    return storyOf({project, analysis, catalogue, checkDesign(project, analysis, catalogue)});
}

int wordsOf(const std::string& text)
{
    std::istringstream words(text);
    int count = 0;
    for (std::string word; words >> word;)
        count += std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c); }) ? 1 : 0;
    return count;
}

int wordsOf(const Story& story)
{
    int count = wordsOf(story.headline);
    for (const StoryRow& row : story.rows)
        count += wordsOf(row.headline) + wordsOf(row.because);
    if (story.weakest)
        count += wordsOf(story.weakest->says) + wordsOf(story.weakest->next.says);
    return count;
}

bool says(const std::string& text, const char* what)
{
    return text.find(what) != std::string::npos;
}

}  // namespace

class tst_story : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Section 41.7's own numbers: S(8) = 3.88 of 8, of the missing 4.12 communication took 2.25; 4 workers take 260 s
    // and cost 4 x 260/3600 x 3.20 = $0.92, right from $3.39 to $36.0 an hour; the fastest is 8.
    void output4172()
    {
        const Story story = told(test::example(QStringLiteral("output-41.7.2")));
        const StoryRow& measure = story.row(StoryStep::Measure);
        QVERIFY(measure.told && measure.basis.has_value());
        QVERIFY2(says(measure.headline, "3.9× at 8"), measure.headline.c_str());
        QVERIFY2(says(measure.because, "2.25") && says(measure.because, "4.12"), measure.because.c_str());
        const StoryRow& decide = story.row(StoryStep::Decide);
        QVERIFY2(says(decide.headline, "4 workers") && says(decide.headline, "260 s") && says(decide.headline, "$0.92"),
                 decide.headline.c_str());
        QVERIFY2(says(decide.because, "$3.39") && says(decide.because, "$36.0"), decide.because.c_str());
        QVERIFY2(says(story.headline, "4 workers") && says(story.headline, "8"), story.headline.c_str());
        QVERIFY(!story.row(StoryStep::Ceiling).told);
        QCOMPARE(story.row(StoryStep::Ceiling).pointer, std::string("/baseline/working_set_bytes"));
        // Without a goal both ends of the same curve are named: 1 worker for $0.711, 8 in 206 s.
        Project open = test::example(QStringLiteral("output-41.7.2"));
        open.goal = {};
        Analysis analysis = analyse(open);
        analysis.plan->by = PlanBy::Nothing;
        const Answer ends = decisionAnswer(open, analysis, &*story.choice);
        QVERIFY2(says(ends.headline, "p = 1") && says(ends.headline, "p = 8"), ends.headline.c_str());
        QCOMPARE(ends.next.pointer, std::string("/goal/hour_value_usd"));
        // One run at each p is what gives first.
        QVERIFY(story.weakest && story.weakest->step == StoryStep::Measure);
        QVERIFY(says(story.weakest->next.command, "--repeat"));
        QVERIFY(story.choice && story.choice->ranges.size() > 2);
    }

    // Output 41.4.1: p* 34 at 7.49, as the book prints it.
    void output4141()
    {
        const Story story = told(test::output4141());
        const StoryRow& predict = story.row(StoryStep::Predict);
        QVERIFY2(says(predict.headline, "7.5×") && says(predict.headline, "34"), predict.headline.c_str());
        QVERIFY(!story.row(StoryStep::Measure).told);
        QVERIFY(story.weakest && story.weakest->step == StoryStep::Measure);
        // S(16) = 1/(1/16 + 0.0008 x 15 + 0.08 x 15/16) = 6.69: what is best beyond the machines is nobody's.
        Project few = test::output4141();
        few.target.machinesAvailable = typed(16);
        const Story bounded = told(few);
        const StoryRow& within = bounded.row(StoryStep::Predict);
        QVERIFY2(says(within.headline, "6.7×") && says(within.headline, "16"), within.headline.c_str());
        QVERIFY2(says(within.because, "34"), within.because.c_str());
    }

    // A p that somebody chose and that another beats in time and money: the other is asked for. T(8) = 206 s, $1.46;
    // T(16) = 235 s, $3.34.
    void aPlanThatIsBeaten()
    {
        Project project = test::example(QStringLiteral("output-41.7.2"));
        project.plan.p = 16;
        project.goal = {};
        const Story story = told(project);
        QVERIFY2(says(story.headline, "8 workers, not 16"), story.headline.c_str());
        QVERIFY2(says(story.row(StoryStep::Decide).because, "8"), story.row(StoryStep::Decide).because.c_str());
    }

    void nothingYet()
    {
        const Story story = told(Project());
        QVERIFY(!story.tells());
        QCOMPARE(story.rows.size(), allStorySteps.size());
        for (const StoryRow& row : story.rows)
            QVERIFY2(!row.headline.empty() && row.because.empty() && !row.basis, row.headline.c_str());
        QVERIFY(story.weakest && !story.weakest->next.pointer.empty());
    }

    void aDesignThatCannotWork()
    {
        const Story story = told(test::example(QStringLiteral("thirteen-billion")));
        QVERIFY(story.row(StoryStep::Ceiling).told);
        QVERIFY(story.weakest && story.weakest->step == StoryStep::Design);
        QVERIFY2(says(story.row(StoryStep::Ceiling).because, "208 GB"), story.row(StoryStep::Ceiling).because.c_str());
    }

    // Seventy words, no sentence that a room could not read.
    void fewWords()
    {
        const QDir folder(test::sourceFile(QStringLiteral("resources/examples")));
        const QStringList files = folder.entryList({QStringLiteral("*.scalewright")});
        QVERIFY(files.size() > 10);
        for (const QString& file : files) {
            const Result<Project> project = readProject(folder.filePath(file).toStdString());
            QVERIFY(project);
            const Story story = told(*project);
            QVERIFY2(wordsOf(story) <= 70, qPrintable(QStringLiteral("%1: %2").arg(file).arg(wordsOf(story))));
            for (const StoryRow& row : story.rows) {
                QVERIFY2(wordsOf(row.headline) <= 10, row.headline.c_str());
                QVERIFY2(wordsOf(row.because) <= 9, row.because.c_str());
            }
            QVERIFY2(wordsOf(story.headline) <= 10, story.headline.c_str());
        }
    }
};

SCALEWRIGHT_TEST(tst_story)
#include "tst_story.moc"

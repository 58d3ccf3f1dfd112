// SPDX-License-Identifier: GPL-3.0-or-later
// A fix is a promise: for ten thousand random projects every offered fix, applied alone, removes its finding, adds no
// error to a design without errors, and does not lengthen the predicted step unless its sentence says by how much. The
// steps are predicted here from the resulting project, without the rules' code.
#include <QTest>

#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/project/document/project_file.h"
#include "tests/support/random_projects.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;

namespace {

constexpr int searchLimitP = 128;  // the largest p searched for the knee; the promise is the same at every p-max

struct CheckResult {
    std::vector<Finding> findings;
    int errors = 0;  // counted without the texts
    std::optional<double> stepS;
};

CheckResult check(const Project& project, const DesignCatalogue& menus)
{
    const Analysis analysis = analyse(project, {.pMax = searchLimitP});
    CheckResult result{checkDesign(project, analysis, menus), errorCount(project, analysis, menus), std::nullopt};
    // A plan that is not feasible has no step to compare with, and the design has an error for it.
    if (analysis.model && analysis.plan && !analysis.plan->infeasibility)
        result.stepS = predictAt(*analysis.model, analysis.plan->p).tStepS;
    return result;
}

std::ptrdiff_t countFindings(const std::vector<Finding>& findings, const std::string& rule)
{
    return std::count_if(findings.begin(), findings.end(), [&](const Finding& each) { return each.ruleName == rule; });
}

}  // namespace

class tst_fixes : public QObject {
    Q_OBJECT
private slots:
    void tenThousandProjects()
    {
        const Result<DesignCatalogue> menus = loadDesignCatalogue();
        QVERIFY(menus);
        const unsigned seed = 4111;
        test::RandomProjects projects(seed, *menus);
        std::map<std::string, int> offeredCounts;
        int longer = 0, shorter = 0, errorFree = 0;
        for (int round = 0; round < test::rounds(10000); ++round) {
            const Project project = projects.next();
            const CheckResult before = check(project, *menus);
            const bool sound = count(before.findings, Severity::Error) == 0;
            QCOMPARE(before.errors, count(before.findings, Severity::Error));
            for (const Finding& finding : before.findings) {
                for (const char* odd : {"nan", "inf ", "inf,", "not a number"})
                    QVERIFY2(finding.text.find(odd) == std::string::npos, finding.text.c_str());
                if (!finding.fix)
                    continue;
                ++offeredCounts[finding.ruleName];
                errorFree += sound ? 1 : 0;
                const Project fixed = finding.fix->apply(project);
                const CheckResult after = check(fixed, *menus);
                const std::string context =
                    fmt::format("round {} of seed {}, {}: {}\nfix: {}\n{}", round, seed, finding.ruleName, finding.text,
                                finding.fix->title, writeProject(project));
                QVERIFY2(
                    countFindings(after.findings, finding.ruleName) < countFindings(before.findings, finding.ruleName),
                    context.c_str());
                QVERIFY2(count(after.findings, Severity::Error) <= count(before.findings, Severity::Error),
                         context.c_str());
                QVERIFY2(!before.stepS || after.stepS, context.c_str());
                if (!before.stepS)
                    continue;
                const double more = *after.stepS - *before.stepS;
                shorter += more < 0 ? 1 : 0;
                if (more <= 1e-9 * *before.stepS || !std::isfinite(more))
                    continue;
                ++longer;
                const std::string expectedSentence =
                    fmt::format("the step grows by {} to {}", formatAmount(more, Dimension::Time).joined(),
                                formatAmount(*after.stepS, Dimension::Time).joined());
                QVERIFY2(finding.fix->title.find(expectedSentence) != std::string::npos,
                         fmt::format("{}\nlacks: {}", context, expectedSentence).c_str());
            }
        }
        int totalOffered = 0;
        std::string list;
        for (const auto& [rule, times] : offeredCounts) {
            totalOffered += times;
            list += fmt::format(" {} {}", rule, times);
        }
        qInfo(
            "seed %u: %d fixes of %zu rules (%d on designs without errors): %d shorten the step, %d say that they "
            "lengthen it;%s",
            seed, totalOffered, offeredCounts.size(), errorFree, shorter, longer, list.c_str());
        QVERIFY(totalOffered > test::rounds(5000) && offeredCounts.size() >= 20 && longer > test::rounds(100) &&
                shorter > test::rounds(100));
    }

    // sigma 5 ms, T_comp 1 s, p = 8, free all-reduce: 125 + 1.4236 x 5 = 132.1 ms; with one backup 1/7 s + 0.8522 x 5 =
    // 147.1 ms (the second largest of 8 normals is at 0.8522 sigma): 15 ms longer, so it is not offered, and the
    // sentence gives the difference.
    void aBackupThatCosts()
    {
        const Result<DesignCatalogue> menus = loadDesignCatalogue();
        Project project;
        project.baseline.tCompS = typed(1);
        project.target.alphaS = typed(0);
        project.target.bandwidthBytesPerS = typed(25e9);
        project.design.communication.messageBytes = typed(0);
        project.design.consistency.slot.choices = {{"synchronous", "", {}}};
        project.design.loadBalancing.jitterS = typed(0.005);
        project.plan.p = 8;
        for (const Finding& each : check(project, *menus).findings) {
            if (each.ruleName != "synchronous-without-straggler-plan")
                continue;
            QVERIFY(!each.fix);
            QVERIFY2(each.text.find("0.132 s") != std::string::npos && each.text.find("0.147 s") != std::string::npos,
                     each.text.c_str());
            return;
        }
        QFAIL("no finding to check");
    }

    // Weak scaling, T_comp 10 s, sigma 3 s, p = 8: 10 + 1.4236 x 3 = 14.27 s for the work of 8, S = 80/14.27 = 5.61;
    // with one backup 10 + 0.8522 x 3 = 12.56 s, shorter, for the work of 7: 70/12.56 = 5.57. With six backups, 7.46 s
    // for the work of 2.
    void backupCostUnderWeakScaling()
    {
        const Result<DesignCatalogue> menus = loadDesignCatalogue();
        Project project;
        project.baseline.tCompS = typed(10);
        project.target.alphaS = typed(0);
        project.target.bandwidthBytesPerS = typed(25e9);
        project.design.communication.messageBytes = typed(0);
        project.design.consistency.slot.choices = {{"synchronous", "", {}}};
        project.design.loadBalancing.jitterS = typed(3);
        project.plan.scaling = Scaling::Weak;
        project.plan.p = 8;
        bool wasFound = false;
        for (const Finding& each : check(project, *menus).findings) {
            if (each.ruleName != "synchronous-without-straggler-plan")
                continue;
            wasFound = true;
            QVERIFY(!each.fix);
            QVERIFY2(each.text.find("would cost more than it saves (S 5.57") != std::string::npos, each.text.c_str());
        }
        QVERIFY(wasFound);
        project.design.loadBalancing.backupWorkers = typed(6);
        QCOMPARE(countFindings(checkDesign(project, analyse(project), *menus), "backups-buy-nothing"),
                 std::ptrdiff_t(1));
    }

    // No option of slot 1 reduces waiting for other workers: a coordination-bound profile is not told to split its
    // work.
    void offersNoSplitThatDoesNotHelp()
    {
        const Result<DesignCatalogue> menus = loadDesignCatalogue();
        Project project;
        Baseline& b = project.baseline;
        b.machine.memoryBytes = typed(80e9);
        b.machine.peakFlops = typed(100e12);
        b.machine.memoryBandwidthBytesPerS = typed(2e12);
        b.workingSetBytes = typed(10e9);
        b.tCompS = typed(2);
        b.networkBytes = typed(100e9);
        b.steps.push_back({.name = "step",
                           .stepTimeS = typed(2),
                           .ioTimeS = typed(0),
                           .flops = typed(100e12),
                           .bytesMoved = typed(1e12)});
        project.target.alphaS = typed(1e-5);
        project.target.bandwidthBytesPerS = typed(25e9);
        project.design.communication.messageBytes = typed(1e9);
        project.design.partitioning.slot.choices = {{"split-data", "", {}}};
        project.plan.p = 8;
        const Analysis analysis = analyse(project);
        QVERIFY(analysis.diagnosisFlow.diagnosis);
        QCOMPARE(nameOf(analysis.diagnosisFlow.diagnosis->bottleneck), "coordination");
        QCOMPARE(countFindings(checkDesign(project, analysis, *menus), "axis-not-diagnosed"), std::ptrdiff_t(0));
    }
};

SCALEWRIGHT_TEST(tst_fixes)
#include "tst_fixes.moc"

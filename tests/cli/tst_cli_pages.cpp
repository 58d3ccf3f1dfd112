// SPDX-License-Identifier: GPL-3.0-or-later
// Consistency between pages: the same question has the same answer everywhere. A page shows values from one analysis
// (Predict, strip), from the parts that Design, Diagnose and Measure read, or from the commands; here each is computed
// separately, for every example and a thousand random projects. The commands run as processes, so only for the first
// forty random projects. Expected: all agree.
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "core/decision/analysis/analysis.h"
#include "core/decision/cost/curve.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/compare.h"
#include "core/design/slots/slots.h"
#include "core/model/bottleneck/wrong_axis.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project_file.h"
#include "tests/cli/cli_run.h"
#include "tests/support/random_projects.h"
#include "tests/support/registry.h"

using namespace scalewright;
using scalewright::test::CliResult;
using scalewright::test::runCli;

namespace {

constexpr int searchLimitP = 512;

const DesignCatalogue& menus()
{
    static const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
    return *catalogue;
}

bool isSame(double one, double other)
{
    return one == other || (!std::isfinite(one) && !std::isfinite(other)) ||
           std::abs(one - other) <= 1e-12 * std::abs(one);
}

bool isSame(const QJsonValue& json, double value)
{
    return std::isfinite(value) ? json.isDouble() && isSame(json.toDouble(), value) : json.isNull();
}

/// Compares Diagnose's workers and training axis with Predict: the part of a step outside T_comp is not divided, and
/// T(K) equals Predict's.
QStringList diagnoseDiffers(const Analysis& analysis)
{
    QStringList differ;
    const Diagnosis& diagnosis = *analysis.diagnosisFlow.diagnosis;
    const ScalingModel& model = *analysis.model;
    const Landmarks& marks = predict(model).landmarks;
    if (diagnosis.workerImplication && diagnosis.workerImplication->predictedPStar &&
        *diagnosis.workerImplication->predictedPStar != marks.pStar)
        differ << QStringLiteral("p* on Diagnose");
    const Result<std::vector<WrongAxis>> axes = wrongAxisEffects(analysis.diagnosisFlow.profile, diagnosis);
    if (!axes)
        return differ;
    double stepS = 0, ioS = 0;
    for (const auto& step : analysis.diagnosisFlow.profile.baseline.steps) {
        stepS += step.stepTimeS ? step.stepTimeS->value : 0;
        ioS += step.ioTimeS ? step.ioTimeS->value : 0;
    }
    for (const WrongAxis& axis : *axes)
        if (axis.axis == Axis::Training && axis.canRun && axis.timeFactor && axis.bound == Bound::Exact &&
            diagnosis.bottleneck != Bottleneck::DataIo && stepS - model.tCompS >= ioS) {
            const double factor = (stepS - model.tCompS + predictAt(model, axis.devices).tStepS) / stepS;
            if (std::isfinite(factor) && std::abs(*axis.timeFactor / factor - 1) > 1e-9)
                differ << QStringLiteral("T(%1) on Diagnose: %2 times, Predict %3")
                              .arg(axis.devices)
                              .arg(*axis.timeFactor)
                              .arg(factor);
        }
    return differ;
}

/// Compares Design's comparison, Design's checks, the charts' curve, Diagnose and a repeated search with `analysis`.
QStringList differences(const Project& project, const Analysis& analysis)
{
    QStringList differ;
    const auto check = [&](bool isRight, const char* difference) {
        if (!isRight)
            differ << QString::fromLatin1(difference);
    };
    const Result<Diagnosis> diagnosis = diagnose(profileOf(project));
    check(diagnosis.has_value() == analysis.diagnosisFlow.diagnosis.has_value(), "diagnosed at all");
    if (diagnosis && analysis.diagnosisFlow.diagnosis)
        check(diagnosis->bottleneck == analysis.diagnosisFlow.diagnosis->bottleneck &&
                  diagnosis->axis == analysis.diagnosisFlow.diagnosis->axis,
              "bottleneck and axis");
    const Result<ScalingModel> model = scalingModel(project);
    check(model.has_value() == analysis.model.has_value(), "modelled at all");
    const DesignComparison compared = compareDesigns(project, project, menus(), analysis.pMax);
    check(compared.leftPrediction.has_value() == analysis.model.has_value(), "compared at all");
    if (!model || !analysis.model || !compared.leftPrediction)
        return differ;
    check(*model == *analysis.model, "the model");
    if (analysis.diagnosisFlow.diagnosis)
        differ << diagnoseDiffers(analysis);
    const Landmarks& marks = analysis.prediction->landmarks;
    check(compared.leftPrediction->landmarks.pStar == marks.pStar &&
              compared.leftPrediction->landmarks.kneeP == marks.kneeP,
          "p* and knee of the comparison");
    check(compared.pStarSteps.empty() || compared.pStarSteps.front().pStar == compared.pStarSteps.back().pStar,
          "p* moves against itself");
    const Prediction repeated = predict(*model, searchLimitP);
    check(repeated.landmarks.pStar == marks.pStar && repeated.landmarks.pCommDominates == marks.pCommDominates,
          "p* and R = 1 searched again");
    const ScalingCurve curve = curveOf(*analysis.prediction, analysis.pMax);
    if (!analysis.plan) {
        check(!analysis.claim.whyNoPlan.empty() && !analysis.feasible.smallestP(), "no plan has a reason");
        return differ;
    }
    const int plan = analysis.plan->p;
    const bool fitsBatch = !model->maximumWorkers || plan <= *model->maximumWorkers;
    check(fitsBatch ? isSame(analysis.planRow.tStepS, predictAt(*model, plan).tStepS) : !analysis.planRow.finishes(),
          "the step at the plan's p");
    if (analysis.plan->curveKind == CurveKind::Predicted && !fitsBatch)
        check(!analysis.plan->speedup && !analysis.plan->timeS && !analysis.plan->costUsd,
              "a plan beyond the batch has no figures");
    else if (analysis.plan->curveKind == CurveKind::Predicted)
        check(analysis.plan->speedup && isSame(*analysis.plan->speedup, analysis.planRow.speedup),
              "the plan's speedup");
    for (const int p : {plan, marks.pStar, marks.kneeP})
        for (std::size_t i = 0; i < curve.p.size(); ++i)
            if (curve.p[i] == p)
                check(isSame(curve.speedup[i], predictAt(*model, p).speedup) &&
                          isSame(curve.timeS[i], predictAt(*model, p).tStepS),
                      "the curve");
    const std::optional<PlanDecision> decided =
        decidePlan(project.baseline, project, &*analysis.prediction, analysis.ladderOfRuns());
    check(decided == analysis.plan, "the plan decided again");
    for (const Finding& finding : checkDesign(project, analysis, menus()))
        if (finding.fix && finding.fix->stepChange)
            check(finding.fix->stepChange->pBefore == plan &&
                      isSame(finding.fix->stepChange->timeBeforeS, analysis.planRow.tStepS),
                  "the step that a fix is compared with");
    return differ;
}

/// Compares predict, design price, design check, diagnose and attribute with `analysis`.
QStringList commandsDiffer(const QString& file, const Analysis& analysis, int pMax)
{
    QStringList differ;
    const auto check = [&](bool isRight, const char* difference) {
        if (!isRight)
            differ << QString::fromLatin1(difference);
    };
    const QStringList searched{QStringLiteral("--p-max"), QString::number(pMax), QStringLiteral("--json")};
    const auto runCommand = [&](QStringList command, bool search = true) {
        command << file << (search ? searched : QStringList{QStringLiteral("--json")});
        return QJsonDocument::fromJson(runCli(command).out).object();
    };
    const QJsonObject checked = runCommand({"design", "check"});
    if (analysis.plan)
        check(checked["plan"].toObject()["p"].toInt() == analysis.plan->p &&
                  (!analysis.plan->speedup || isSame(checked["plan"].toObject()["speedup"], *analysis.plan->speedup)),
              "design check: plan");
    if (analysis.diagnosisFlow.diagnosis) {
        const QJsonObject diagnosed = runCommand({"diagnose"}, false);
        check(diagnosed["bottleneck"].toString() == QLatin1String(nameOf(analysis.diagnosisFlow.diagnosis->bottleneck)),
              "diagnose: bottleneck");
    }
    if (!analysis.model)
        return differ;
    const Landmarks& marks = analysis.prediction->landmarks;
    if (!analysis.plan) {
        const QJsonObject predicted = runCommand({"predict"});
        check(predicted["plan_p"].isNull() && predicted["p_star"].toInt() == marks.pStar &&
                  !predicted["plan_p_reason"].toString().isEmpty(),
              "predict: no plan, with a reason");
        return differ;
    }
    QStringList atPlan{"predict", "--p", QString::number(analysis.plan->p)};
    const QJsonObject predicted = runCommand(atPlan);
    check(predicted["p_star"].toInt() == marks.pStar && predicted["knee_p"].toInt() == marks.kneeP &&
              predicted["plan_p"].toInt() == analysis.plan->p,
          "predict: landmarks");
    const bool fitsBatch = !analysis.model->maximumWorkers || analysis.plan->p <= *analysis.model->maximumWorkers;
    check((fitsBatch ? isSame(predicted["speedup_at_plan_p"], analysis.planRow.speedup)
                     : predicted["speedup_at_plan_p"].isNull()) &&
              isSame(predicted["speedup_at_p_star"], analysis.pStarRow.speedup),
          "predict: speedups");
    const QJsonObject row = predicted["rows"].toArray().at(0).toObject();
    check(fitsBatch ? isSame(row["t_step"], analysis.planRow.tStepS) && isSame(row["t_comm"], analysis.planRow.tCommS)
                    : row["t_step"].isNull() && !row["t_step_reason"].toString().isEmpty(),
          "predict: the plan's row");
    const QJsonObject priced = runCommand({"design", "price"});
    check(priced["p_star"].toInt() == marks.pStar && priced["knee_p"].toInt() == marks.kneeP &&
              priced["plan_p"].toInt() == analysis.plan->p,
          "design price: landmarks");
    check(isSame(priced["t_step_s"], analysis.planRow.tStepS), "design price: the step");
    return differ;
}

}  // namespace

class tst_cli_pages : public QObject {
    Q_OBJECT
private slots:
    void examples_data()
    {
        QTest::addColumn<QString>("file");
        const QDir folder(test::sourceFile(QStringLiteral("resources/examples")));
        for (const QString& name : folder.entryList({QStringLiteral("*.scalewright")}, QDir::Files, QDir::Name))
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }
    void examples()
    {
        QFETCH(QString, file);
        const Result<Project> project = readProject(file.toStdString());
        QVERIFY(project);
        const Analysis analysis = analyse(*project, {.pMax = searchLimitP});
        QCOMPARE(differences(*project, analysis).join(QStringLiteral("; ")), QString());
        QCOMPARE(commandsDiffer(file, analysis, searchLimitP).join(QStringLiteral("; ")), QString());
        // Commands that default to the plan's p use the same p, however far they search.
        const QStringList searched{QStringLiteral("--p-max"), QString::number(searchLimitP), QStringLiteral("--json")};
        if (analysis.model) {
            QCOMPARE(runCli(QStringList{"timeline", "simulate", file, "--steps", "1"} + searched).json()["p"].toInt(),
                     analysis.plan->p);
            const QJsonArray rows =
                runCli(QStringList{"carbon", file, "--power", "300", "--region", "gcp-europe-west1"} + searched)
                    .json()["rows"]
                    .toArray();
            for (const QJsonValue& row : rows)
                QVERIFY(row["measured"].toBool() || row["p"].toInt() <= searchLimitP);
        }
        const QTemporaryDir folder;
        const CliResult launched = runCli(QStringList{"launch", file, "-o", folder.filePath("job")} + searched);
        QCOMPARE(launched.status == 0, analysis.plan.has_value());
        if (launched.status == 0)
            QVERIFY2(launched.json()["p"].toInt() == analysis.plan->p, launched.out.constData());
        if (analysis.ladder && analysis.ladder->attribution) {
            const QJsonObject attributed = QJsonDocument::fromJson(runCli({"attribute", file, "--json"}).out).object();
            QCOMPARE(attributed["knee_p"].toInt(), analysis.ladder->measured->kneeP);
            // Measure's chart, its folds and its prices use the same speedups.
            const ScalingCurve chartCurve = curveOf(*analysis.ladder->measured),
                               priced = curveOf(*analysis.ladderOfRuns());
            for (std::size_t i = 0; i < chartCurve.size(); ++i) {
                QVERIFY(isSame(chartCurve.speedup[i], priced.speedup[i]));
                QVERIFY(isSame(analysis.ladder->attribution->rows[i].total, chartCurve.p[i] - chartCurve.speedup[i]));
                QVERIFY(isSame(attributed["rows"].toArray().at(static_cast<qsizetype>(i)).toObject()["speedup"],
                               chartCurve.speedup[i]));
            }
        }
    }

    void aThousandProjects()
    {
        const unsigned seed = 4112;
        test::RandomProjects projects(seed, menus());
        QTemporaryDir folder;
        int modelled = 0;
        for (int round = 0; round < 1000; ++round) {
            const Project project = projects.next();
            const Analysis analysis = analyse(project, {.pMax = searchLimitP});
            modelled += analysis.model ? 1 : 0;
            QStringList differ = differences(project, analysis);
            if (round < 40)
                differ << commandsDiffer(test::writeFile(folder.filePath(QStringLiteral("p.scalewright")),
                                                         QByteArray::fromStdString(writeProject(project))),
                                         analysis, searchLimitP);
            QVERIFY2(differ.isEmpty(), qPrintable(QStringLiteral("round %1 of seed %2: %3\n%4")
                                                      .arg(round)
                                                      .arg(seed)
                                                      .arg(differ.join(QStringLiteral("; ")),
                                                           QString::fromStdString(writeProject(project)))));
        }
        qInfo("seed %u: %d of 1000 have a model", seed, modelled);
        QVERIFY(modelled > 500);
    }
};

SCALEWRIGHT_TEST(tst_cli_pages)
#include "tst_cli_pages.moc"

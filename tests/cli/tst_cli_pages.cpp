// Page against page: the same question gets the same number wherever it is asked. What a page shows comes from one
// analysis (Predict, strip), from the parts that Design, Diagnose and Measure read, and from the commands; here each is
// asked apart, for every example and a thousand random projects. The commands run as processes, so of the random
// projects for the first forty. Expected: each other.
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

constexpr int searchedTo = 512;

const DesignCatalogue& menus()
{
    static const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
    return *catalogue;
}

bool same(double one, double other)
{
    return one == other || (!std::isfinite(one) && !std::isfinite(other)) ||
           std::abs(one - other) <= 1e-12 * std::abs(one);
}

bool same(const QJsonValue& said, double value)
{
    return std::isfinite(value) ? said.isDouble() && same(said.toDouble(), value) : said.isNull();
}

/// Diagnose's workers and its training axis against Predict: what a step takes beside T_comp stays, and T(K) is
/// Predict's.
QStringList diagnoseDiffers(const Analysis& analysis)
{
    QStringList differ;
    const Diagnosis& diagnosis = *analysis.flow.diagnosis;
    const ScalingModel& model = *analysis.model;
    const Landmarks& marks = predict(model).landmarks;
    if (diagnosis.workers && diagnosis.workers->predictedPStar && *diagnosis.workers->predictedPStar != marks.pStar)
        differ << QStringLiteral("p* on Diagnose");
    const Result<std::vector<WrongAxis>> axes = wrongAxes(analysis.flow.profile, diagnosis);
    if (!axes)
        return differ;
    double stepS = 0, ioS = 0;
    for (const auto& step : analysis.flow.profile.baseline.steps) {
        stepS += step.stepTimeS ? step.stepTimeS->value : 0;
        ioS += step.ioTimeS ? step.ioTimeS->value : 0;
    }
    for (const WrongAxis& axis : *axes)
        if (axis.axis == Axis::Training && axis.runs && axis.timeFactor && axis.bound == Bound::Exact &&
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

/// Design's comparison, Design's checks, the charts' curve, Diagnose and a search asked again against the analysis.
QStringList differences(const Project& project, const Analysis& analysis)
{
    QStringList differ;
    const auto hold = [&](bool right, const char* what) {
        if (!right)
            differ << QString::fromLatin1(what);
    };
    const Result<Diagnosis> diagnosis = diagnose(profileOf(project));
    hold(diagnosis.has_value() == analysis.flow.diagnosis.has_value(), "diagnosed at all");
    if (diagnosis && analysis.flow.diagnosis)
        hold(diagnosis->bottleneck == analysis.flow.diagnosis->bottleneck &&
                 diagnosis->axis == analysis.flow.diagnosis->axis,
             "bottleneck and axis");
    const Result<ScalingModel> model = scalingModel(project);
    hold(model.has_value() == analysis.model.has_value(), "modelled at all");
    const DesignComparison compared = compareDesigns(project, project, menus(), analysis.pMax);
    hold(compared.left.has_value() == analysis.model.has_value(), "compared at all");
    if (!model || !analysis.model || !compared.left)
        return differ;
    hold(*model == *analysis.model, "the model");
    if (analysis.flow.diagnosis)
        differ << diagnoseDiffers(analysis);
    const Landmarks& marks = analysis.prediction->landmarks;
    hold(compared.left->landmarks.pStar == marks.pStar && compared.left->landmarks.kneeP == marks.kneeP,
         "p* and knee of the comparison");
    hold(compared.moved.empty() || compared.moved.front().pStar == compared.moved.back().pStar,
         "p* moves against itself");
    const Prediction again = predict(*model, searchedTo);
    hold(again.landmarks.pStar == marks.pStar && again.landmarks.pCommDominates == marks.pCommDominates,
         "p* and R = 1 searched again");
    const ScalingCurve curve = curveOf(*analysis.prediction, analysis.pMax);
    const int plan = analysis.plan->p;
    const bool told = !model->mostWorkers || plan <= *model->mostWorkers;
    hold(told ? same(analysis.atPlan.tStepS, predictAt(*model, plan).tStepS) : !analysis.atPlan.finishes(),
         "the step at the plan's p");
    if (analysis.plan->curve == CurveKind::Predicted && !told)
        hold(!analysis.plan->speedup && !analysis.plan->timeS && !analysis.plan->costUsd,
             "a plan beyond the batch has no figures");
    else if (analysis.plan->curve == CurveKind::Predicted)
        hold(analysis.plan->speedup && same(*analysis.plan->speedup, analysis.atPlan.speedup), "the plan's speedup");
    for (const int p : {plan, marks.pStar, marks.kneeP})
        for (std::size_t i = 0; i < curve.p.size(); ++i)
            if (curve.p[i] == p)
                hold(same(curve.speedup[i], predictAt(*model, p).speedup) &&
                         same(curve.timeS[i], predictAt(*model, p).tStepS),
                     "the curve");
    const std::optional<PlanDecision> decided = decidePlan(project, &*analysis.prediction, analysis.runs());
    hold(decided == analysis.plan, "the plan decided again");
    for (const Finding& finding : checkDesign(project, analysis, menus()))
        if (finding.fix && finding.fix->step)
            hold(finding.fix->step->beforeP == plan && same(finding.fix->step->beforeS, analysis.atPlan.tStepS),
                 "the step that a fix is compared with");
    return differ;
}

/// predict, design price, design check, diagnose, attribute.
QStringList commandsDiffer(const QString& file, const Analysis& analysis, int pMax)
{
    QStringList differ;
    const auto hold = [&](bool right, const char* what) {
        if (!right)
            differ << QString::fromLatin1(what);
    };
    const QStringList searched{QStringLiteral("--p-max"), QString::number(pMax), QStringLiteral("--json")};
    const auto ask = [&](QStringList command, bool search = true) {
        command << file << (search ? searched : QStringList{QStringLiteral("--json")});
        return QJsonDocument::fromJson(runCli(command).out).object();
    };
    const QJsonObject checked = ask({"design", "check"});
    if (analysis.plan)
        hold(checked["plan"].toObject()["p"].toInt() == analysis.plan->p &&
                 (!analysis.plan->speedup || same(checked["plan"].toObject()["speedup"], *analysis.plan->speedup)),
             "design check: plan");
    if (analysis.flow.diagnosis) {
        const QJsonObject diagnosed = ask({"diagnose"}, false);
        hold(diagnosed["bottleneck"].toString() == QLatin1String(bottleneckName(analysis.flow.diagnosis->bottleneck)),
             "diagnose: bottleneck");
    }
    if (!analysis.model)
        return differ;
    const Landmarks& marks = analysis.prediction->landmarks;
    QStringList atPlan{"predict", "--p", QString::number(analysis.plan->p)};
    const QJsonObject predicted = ask(atPlan);
    hold(predicted["p_star"].toInt() == marks.pStar && predicted["knee_p"].toInt() == marks.kneeP &&
             predicted["plan_p"].toInt() == analysis.plan->p,
         "predict: landmarks");
    const bool told = !analysis.model->mostWorkers || analysis.plan->p <= *analysis.model->mostWorkers;
    hold((told ? same(predicted["speedup_at_plan_p"], analysis.atPlan.speedup)
               : predicted["speedup_at_plan_p"].isNull()) &&
             same(predicted["speedup_at_p_star"], analysis.atPStar.speedup),
         "predict: speedups");
    const QJsonObject row = predicted["rows"].toArray().at(0).toObject();
    hold(told ? same(row["t_step"], analysis.atPlan.tStepS) && same(row["t_comm"], analysis.atPlan.tCommS)
              : row["t_step"].isNull() && !row["t_step_reason"].toString().isEmpty(),
         "predict: the plan's row");
    const QJsonObject priced = ask({"design", "price"});
    hold(priced["p_star"].toInt() == marks.pStar && priced["knee_p"].toInt() == marks.kneeP &&
             priced["plan_p"].toInt() == analysis.plan->p,
         "design price: landmarks");
    hold(same(priced["t_step_s"], analysis.atPlan.tStepS), "design price: the step");
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
        const Analysis analysis = analyse(*project, {.pMax = searchedTo});
        QCOMPARE(differences(*project, analysis).join(QStringLiteral("; ")), QString());
        QCOMPARE(commandsDiffer(file, analysis, searchedTo).join(QStringLiteral("; ")), QString());
        // Those that take the plan's p where none is given take the same one, however far it is searched.
        const QStringList searched{QStringLiteral("--p-max"), QString::number(searchedTo), QStringLiteral("--json")};
        if (analysis.model) {
            QCOMPARE(runCli(QStringList{"timeline", "simulate", file, "--steps", "1"} + searched).json()["p"].toInt(),
                     analysis.plan->p);
            const QJsonArray rows =
                runCli(QStringList{"carbon", file, "--power", "300", "--region", "gcp-europe-west1"} + searched)
                    .json()["rows"]
                    .toArray();
            for (const QJsonValue& row : rows)
                QVERIFY(row["measured"].toBool() || row["p"].toInt() <= searchedTo);
        }
        const QTemporaryDir folder;
        const CliResult launched = runCli(QStringList{"launch", file, "-o", folder.filePath("job")} + searched);
        QCOMPARE(launched.status == 0, analysis.plan && !analysis.plan->shortfall);
        if (launched.status == 0)
            QVERIFY2(launched.json()["p"].toInt() == analysis.plan->p, launched.out.constData());
        if (analysis.ladder && analysis.ladder->attribution) {
            const QJsonObject attributed = QJsonDocument::fromJson(runCli({"attribute", file, "--json"}).out).object();
            QCOMPARE(attributed["knee_p"].toInt(), analysis.ladder->measured->kneeP);
            // Measure's chart, its folds and what is priced: the same speedups.
            const ScalingCurve shown = curveOf(*analysis.ladder->measured), priced = curveOf(*analysis.runs());
            for (std::size_t i = 0; i < shown.size(); ++i) {
                QVERIFY(same(shown.speedup[i], priced.speedup[i]));
                QVERIFY(same(analysis.ladder->attribution->rows[i].total, shown.p[i] - shown.speedup[i]));
                QVERIFY(same(attributed["rows"].toArray().at(static_cast<qsizetype>(i)).toObject()["speedup"],
                             shown.speedup[i]));
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
            const Analysis analysis = analyse(project, {.pMax = searchedTo});
            modelled += analysis.model ? 1 : 0;
            QStringList differ = differences(project, analysis);
            if (round < 40)
                differ << commandsDiffer(test::writeFile(folder.filePath(QStringLiteral("p.scalewright")),
                                                         QByteArray::fromStdString(writeProject(project))),
                                         analysis, searchedTo);
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

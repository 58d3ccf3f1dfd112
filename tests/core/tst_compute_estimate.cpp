// SPDX-License-Identifier: GPL-3.0-or-later
// T_comp of a model that was not timed: 6 x parameters x tokens / (share x peak), and a step with fewer layers.
#include <QTest>

#include "core/base/quantity/entry.h"
#include "core/model/step/compute_estimate.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

Project sevenBillion()
{
    Project project;
    project.baseline.model.emplace();
    project.baseline.model->parameters = typed(7e9);
    project.baseline.model->sequence = typed(2048);
    project.baseline.batch = typed(512);
    project.target.peakFlops = typed(312e12);
    return project;
}

QStringList missingPointers(const Project& project)
{
    QStringList pointers;
    const Result<Quantity> estimate = estimateComputeTime(project);
    if (estimate)
        return pointers;
    for (const Problem& problem : estimate.error().problems)
        pointers << QString::fromStdString(problem.location.jsonPointer);
    return pointers;
}

}  // namespace

class tst_compute_estimate : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // 6 x 7e9 x 512 x 2048 = 4.4040192e16 FLOP at 0.4 x 312e12 FLOP/s: 352.886 s.
    void fromThePeak()
    {
        const Project project = sevenBillion();
        const Result<Quantity> estimate = estimateComputeTime(project);
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        QVERIFY(std::abs(estimate->value / (4.4040192e16 / 1.248e14) - 1) < 1e-12);
        QCOMPARE(estimate->provenance.origin, Origin::Assumed);
        QVERIFY(estimate->provenance.conditions.find("2024") != std::string::npos);  // the source of the share
        QCOMPARE(std::string(typedTextFor(*estimate, Dimension::Time)), estimate->asTyped);  // the field shows it
        QVERIFY(std::abs(estimateComputeTime(project, 0.8)->value / estimate->value - 0.5) < 1e-12);

        Project withText;
        QVERIFY(setFieldText(withText, "/baseline/t_comp_s", estimate->asTyped));
        QCOMPARE(withText.baseline.tCompS->value, estimate->value);
    }

    // For a model without a measured T_comp.
    void isOffered()
    {
        Project project = sevenBillion();
        QVERIFY(!mayEstimateComputeTime(Project()) && mayEstimateComputeTime(project));
        project.baseline.tCompS = *estimateComputeTime(project);
        QVERIFY(mayEstimateComputeTime(project));
        project.baseline.tCompS = typed(353);
        QVERIFY(!mayEstimateComputeTime(project));
    }

    void namesWhatIsMissing()
    {
        QCOMPARE(missingPointers(Project()), (QStringList{"/baseline/model/parameters", "/baseline/batch",
                                                          "/baseline/model/sequence", "/target/peak_flops"}));
        Project project = sevenBillion();
        project.target.peakFlops.reset();
        QCOMPARE(missingPointers(project), QStringList{"/target/peak_flops"});
        project.baseline.machine.peakFlops = typed(312e12);  // the card of this machine
        QVERIFY(estimateComputeTime(project));
    }

    // Two of eight experts: 2 x 4 h f of the 8 x 4 h f, plus attention 4 h^2. L = 1, h = 64, f = 256, gated: 3 h f =
    // 49152 each, attention 16384, norms 128, router 512, final norm 64, tables 2 x 100 x 64 = 12800.
    void countsActiveExperts()
    {
        Project project = sevenBillion();
        ModelShape& model = *project.baseline.model;
        model.parameters.reset();
        model.layers = typed(1);
        model.hidden = typed(64);
        model.heads = typed(4);
        model.vocabulary = typed(100);
        model.experts = typed(8);
        model.expertsPerToken = typed(2);
        model.gated = true;
        const double active = 2 * 49152 + 16384 + 128 + 512 + 64 + 12800;
        QVERIFY(std::abs(estimateComputeTime(project)->value / (6 * active * 512 * 2048 / 1.248e14) - 1) < 1e-5);
    }

    void fromFewerLayers()
    {
        Project project = sevenBillion();
        QVERIFY(!scaleFromFewerLayers(project, typed(0.5), 2));
        project.baseline.model->layers = typed(32);
        const Result<Quantity> scaled = scaleFromFewerLayers(project, typed(0.5), 2);
        QVERIFY(scaled);
        QCOMPARE(scaled->value, 8.0);  // 0.5 x 32/2
        QCOMPARE(scaled->provenance.origin, Origin::Assumed);
        for (const double layers : {0.0, 33.0}) {
            const Result<Quantity> refused = scaleFromFewerLayers(project, typed(0.5), layers);
            QVERIFY(!refused);
            QCOMPARE(refused.error().problems.front().location.jsonPointer, std::string("/baseline/model/layers"));
        }
    }

    void readsTheShare()
    {
        QVERIFY(trainingEfficiency());
        QCOMPARE(trainingEfficiency()->peakShare, 0.4);
        for (const char* value : {"0", "1.5", "-0.4", "\"many\"", "null"}) {
            const std::string text = std::string(
                                         "{\"format\": \"scalewright-efficiency\", \"version\": 1, \"sources\": "
                                         "{\"a\": {\"title\": \"A\", \"date\": \"2026\"}}, "
                                         "\"training_share\": {\"source\": \"a\", \"value\": ") +
                                     value + "}}";
            QVERIFY2(!parseTrainingEfficiency(text), value);
        }
    }
};

SCALEWRIGHT_TEST(tst_compute_estimate)
#include "tst_compute_estimate.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The Predict page, checked by hand: drags, keys, guess and reveal. Expected values: the book's Output 41.4.1 and
// closed forms.
#include <QAction>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/decision/analysis/analysis.h"
#include "core/model/scaling/pattern.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/controls/field_grid.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/predict/curve_thumbnail.h"
#include "ui/predict/pattern_details.h"
#include "ui/predict/predict_charts.h"
#include "ui/predict/predict_page.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/shell/palette.h"
#include "ui/words/qt.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

Project bookProject()
{
    Project project;
    project.title = "Output 41.4.1";
    project.baseline.tCompS = typed(1);
    project.target.alphaS = typed(0.0008);
    project.target.bandwidthBytesPerS = typed(25e9);
    project.target.priceUsdPerHour = typed(3.2);
    project.design.communication.messageBytes = typed(1e9);
    return project;
}

const SeriesSpec* findSeries(const ChartSpec& spec, const char* key)
{
    for (const SeriesSpec& each : spec.series)
        if (each.key == key)
            return &each;
    return nullptr;
}

const PointSpec* findPoint(const ChartSpec& spec, const char* id)
{
    for (const PointSpec& each : spec.points)
        if (each.id == id)
            return &each;
    return nullptr;
}

}  // namespace

class tst_predict : public QObject {
    Q_OBJECT

    struct Setup {
        Document document;
        std::unique_ptr<PredictPage> page;
        Chart* chart = nullptr;

        explicit Setup(const Project& project = bookProject())
        {
            document.edit(QStringLiteral("test"), project);
            page = std::make_unique<PredictPage>(document);
            page->resize(1100, 640);
            chart = page->findChild<Figure*>()->findChild<Chart*>();
        }
    };

private Q_SLOTS:
    void drawsLandmarksAsInTheBook()
    {
        Setup s;
        const ChartSpec& spec = s.chart->spec();
        QCOMPARE(findPoint(spec, "pstar")->x, 34.0);
        QCOMPARE(findPoint(spec, "pstar")->subLabel, QStringLiteral("7.49×"));
        QCOMPARE(findPoint(spec, "knee")->x, 9.0);
        QCOMPARE(spec.markers.size(), std::size_t{2});
        QCOMPARE(spec.markers[0].label, QStringLiteral("plan p 9"));
        QCOMPARE(spec.markers[0].subLabel, QStringLiteral("5.30×"));
        QCOMPARE(spec.markers[1].label, QStringLiteral("R = 1 from p = 13"));
        const SeriesSpec* speedup = findSeries(spec, "speedup");
        QVERIFY(speedup);
        QCOMPARE(speedup->x.front(), 1.0);
        QCOMPARE(speedup->x.back(), 128.0);  // twice p* is 68
        s.page->setWholeSearchShown(true);
        const SeriesSpec* fullSpeedup = findSeries(spec, "speedup");
        QCOMPARE(fullSpeedup->x.back(), 4096.0);
        const auto indexOf1024 =
            std::find(fullSpeedup->x.begin(), fullSpeedup->x.end(), 1024.0) - fullSpeedup->x.begin();
        QVERIFY(std::abs(fullSpeedup->y[static_cast<std::size_t>(indexOf1024)] - 1.11) < 0.005);
        // The end of the axis must not reveal the hidden answer.
        s.page->setWholeSearchShown(false);
        s.page->setGuessing(true);
        QCOMPARE(*s.chart->spec().x.high, 1024.0);
    }

    // A variant may differ without changing S(p): its peak is then the same and must not be labelled twice.
    void namesAPeakOnce()
    {
        Project project = bookProject();
        Variant other;
        static_cast<Proposal&>(other) = project;
        other.name = "other";
        project.variants = {other};
        const Setup samePeak(project);
        QVERIFY(findPoint(samePeak.chart->spec(), "pstar"));
        QVERIFY(!findPoint(samePeak.chart->spec(), "other_peak"));
        project.variants.back().target.alphaS = typed(0.92 / 400);  // p* 20: (T - 2 beta)/p^2
        const Setup differs(project);
        QVERIFY(findPoint(differs.chart->spec(), "other_peak"));
        QCOMPARE(findPoint(differs.chart->spec(), "other_peak")->x, 20.0);
        project.variants.push_back(project.variants.back());
        project.variants.back().name = "third";
        const Setup equalSpeed(project);
        QVERIFY(findPoint(equalSpeed.chart->spec(), "other_peak") &&
                !findPoint(equalSpeed.chart->spec(), "third_peak"));
    }

    // Student B: all-reduce replicates 25.6 GB on workers with 16 GB, so it has a note instead of a curve.
    void infeasibleVariantHasNoCurve()
    {
        const Project project = test::example(QStringLiteral("student-b"));
        const Analysis analysis = analyse(project);
        for (const Curve curve : {Curve::Speedup, Curve::Efficiency, Curve::Cost}) {
            const ChartSpec spec = curveChart(curve, project, analysis, {});
            const SeriesSpec* note = findSeries(spec, "all-reduce");
            QVERIFY(note && note->y.empty() && QString(note->label).startsWith(QStringLiteral("all-reduce")));
            QVERIFY(std::none_of(spec.points.begin(), spec.points.end(), [](const PointSpec& point) {
                return QString(point.id).endsWith(QStringLiteral("_peak"));
            }));
        }
    }

    void draggingThePlanChangesOnlyThePlan()
    {
        Setup s;
        const Project before = s.document.project();
        Q_EMIT s.chart->markerDragged(QStringLiteral("plan"), 10.2, EditPhase::Begin);
        Q_EMIT s.chart->markerDragged(QStringLiteral("plan"), 12.6, EditPhase::Move);
        Q_EMIT s.chart->markerDragged(QStringLiteral("plan"), 13.4, EditPhase::End);
        QCOMPARE(s.document.project().plan.p, std::optional(13));
        Project after = s.document.project();
        after.plan.p = before.plan.p;
        QVERIFY(after == before);
        s.document.undo();  // the whole drag is one undo step
        QVERIFY(s.document.project() == before);
    }

    void draggingTheHandleSolvesForAlpha()
    {
        Setup s;
        Q_EMIT s.chart->markerDragged(QStringLiteral("pstar"), 20.3, EditPhase::Begin);
        Q_EMIT s.chart->markerDragged(QStringLiteral("pstar"), 19.8, EditPhase::End);
        QVERIFY(std::abs(s.document.project().target.alphaS->value - 0.92 / 400) < 1e-15);  // (T - 2 beta)/p^2
        QCOMPARE(s.document.analysis().prediction->landmarks.pStar, 20);
        QCOMPARE(s.document.project().target.bandwidthBytesPerS->value, 25e9);
        s.document.undo();
        QCOMPARE(s.document.project().target.alphaS->value, 0.0008);
    }

    void keysMoveTheMarkers()
    {
        Setup s;
        Q_EMIT s.chart->markerStepped(QStringLiteral("plan"), MarkerStep::Next);
        QCOMPARE(s.document.analysis().planP, 10);
        Q_EMIT s.chart->markerStepped(QStringLiteral("plan"), MarkerStep::PageNext);
        QCOMPARE(s.document.analysis().planP, 20);
        Q_EMIT s.chart->markerStepped(QStringLiteral("plan"), MarkerStep::First);
        QCOMPARE(s.document.analysis().planP, 1);
        Q_EMIT s.chart->markerStepped(QStringLiteral("plan"), MarkerStep::Previous);
        QCOMPARE(s.document.analysis().planP, 1);
    }

    void sliderDragIsOneUndoStep()
    {
        Setup s;
        const Project before = s.document.project();
        auto* alpha = s.page->findChildren<QuantityEdit*>().constFirst();
        Q_EMIT alpha->valueEdited(0.001, EditPhase::Begin);
        Q_EMIT alpha->valueEdited(0.004, EditPhase::Move);
        Q_EMIT alpha->valueEdited(0.008, EditPhase::End);
        QCOMPARE(s.document.analysis().prediction->landmarks.pStar, 11);  // ten times the book's alpha
        s.document.undo();
        QVERIFY(s.document.project() == before);
        Q_EMIT alpha->valueEdited(0.00008, EditPhase::End);  // typed
        QCOMPARE(s.document.analysis().prediction->landmarks.pStar, 107);
    }

    void betaChangesTheLinkNotTheMessage()
    {
        Setup s;
        auto* beta = s.page->findChildren<QuantityEdit*>().at(1);
        Q_EMIT beta->valueEdited(0.4, EditPhase::End);
        QCOMPARE(s.document.project().design.communication.messageBytes->value, 1e9);
        QVERIFY(std::abs(s.document.project().target.bandwidthBytesPerS->value - 2.5e9) < 1);
        QCOMPARE(s.document.analysis().prediction->landmarks.pStar, 16);
    }

    void guessAndReveal()
    {
        Setup s;
        QSignalSpy guessingSpy(s.page.get(), &Page::guessingChanged);
        s.page->setGuessing(true);
        QCOMPARE(guessingSpy.size(), 1);
        QVERIFY(!findSeries(s.chart->spec(), "speedup"));
        QVERIFY(!findPoint(s.chart->spec(), "pstar"));
        QVERIFY(!s.chart->texts().summary.contains(QLatin1String("34")));
        Q_EMIT s.chart->markerDragged(QStringLiteral("guess"), 64, EditPhase::End);
        QVERIFY(!s.document.canUndo() || s.document.undoText() == QLatin1String("test"));  // a guess is no edit
        s.page->setGuessing(false);
        QVERIFY(findSeries(s.chart->spec(), "speedup"));
        QCOMPARE(findPoint(s.chart->spec(), "guess")->subLabel, QStringLiteral("6.91×"));  // the book's S(64)
    }

    void thumbnailsReplaceTheLargeChart()
    {
        Setup s;
        s.page->enlargeCurve(Curve::StepTime);
        QVERIFY(findSeries(s.chart->spec(), "t_comp"));
        QVERIFY(findSeries(s.chart->spec(), "t_comm"));
        int speedups = 0;
        for (const CurveThumbnail* each : s.page->findChildren<CurveThumbnail*>())
            speedups += each->curve() == Curve::Speedup;
        QCOMPARE(speedups, 1);
    }

    void comparesEverySuitablePattern()
    {
        Setup s;
        s.page->setComparingPatterns(true);
        QVERIFY(findSeries(s.chart->spec(), "ring-all-reduce"));
        QVERIFY(findSeries(s.chart->spec(), "rabenseifner-all-reduce"));
        QVERIFY(!findSeries(s.chart->spec(), "shuffle"));
        // The plan's own curve and two others are highlighted and labelled; the rest are grey.
        int namedCurves = 0, grey = 0;
        for (const SeriesSpec& each : s.chart->spec().series)
            if (!each.isReference) {
                namedCurves += each.role != ColorRole::Waiting && !each.label.empty();
                grey += each.role == ColorRole::Waiting && each.label.empty();
            }
        QCOMPARE(namedCurves, 3);
        QVERIFY(grey >= 1);
        QCOMPARE(s.chart->table().columns.front().key, std::string("pattern"));
    }

    // ResNet-50 was run up to 64: log scales for weak scaling, an axis to twice the last run (four times the plan is
    // 256), paler beyond it; the marker shows the measured speedup, 2744/52.4, with the prediction below it.
    void showsMeasuredAndExtrapolatedRange()
    {
        const Result<Project> project =
            readProject(test::sourceFile(QStringLiteral("resources/examples/resnet-50-k80.scalewright")).toStdString());
        QVERIFY(project);
        Setup s(*project);
        const ChartSpec& spec = s.chart->spec();
        QVERIFY(spec.x.scale == AxisScale::Log2 && spec.y.scale == AxisScale::Log2);
        QCOMPARE(*spec.x.high, 256.0);
        QVERIFY(*spec.y.high <= 512);
        QCOMPARE(findSeries(spec, "speedup")->fadesBeyond, std::optional(64.0));
        QVERIFY2(spec.markers.front().subLabel.find("52.4×") != std::string::npos, spec.markers.front().label.c_str());
        QVERIFY(!spec.markers.front().subLabel.empty());
    }

    // The axis does not move while a handle is dragged.
    void axisIsFixedWhileThePlanIsDragged()
    {
        Setup s;
        QCOMPARE(*s.chart->spec().x.high, 128.0);
        Q_EMIT s.chart->markerDragged(QStringLiteral("plan"), 9, EditPhase::Begin);
        Q_EMIT s.chart->markerDragged(QStringLiteral("plan"), 100, EditPhase::Move);
        QCOMPARE(*s.document.project().plan.p, 100);
        QCOMPARE(*s.chart->spec().x.high, 128.0);
        Q_EMIT s.chart->markerDragged(QStringLiteral("plan"), 100, EditPhase::End);
        QCOMPARE(*s.chart->spec().x.high, 512.0);  // 4 x 100, rounded up to the next tick
    }

    void reportsMissingInputs()
    {
        Project project = bookProject();
        project.target.alphaS.reset();
        Setup s(project);
        QVERIFY(s.chart->spec().series.empty());
        QCOMPARE(QString::fromStdString(s.chart->spec().emptyText), QStringLiteral("Needs: alpha."));
        for (const ExportableFigure& each : s.page->exportables())
            QVERIFY(encodeFigure(*each.content, FigureFormat::Svg));
    }

    void extremesGiveNoInvalidNumbers_data()
    {
        QTest::addColumn<double>("alpha");
        QTest::addColumn<double>("message");
        QTest::newRow("no latency") << 0.0 << 1e9;
        QTest::newRow("no message") << 0.0008 << 0.0;
        QTest::newRow("no communication") << 0.0 << 0.0;
        QTest::newRow("hopeless") << 10.0 << 1e15;
    }
    void extremesGiveNoInvalidNumbers()
    {
        QFETCH(double, alpha);
        QFETCH(double, message);
        Project project = bookProject();
        project.target.alphaS = typed(alpha);
        project.design.communication.messageBytes = typed(message);
        Setup s(project);
        for (const Curve curve : allCurves) {
            s.page->enlargeCurve(curve);
            QString words = s.chart->texts().summary + s.chart->texts().caption;
            for (const PointSpec& each : s.chart->spec().points)
                words += QString(each.label) + QString(each.subLabel);
            for (const CurveThumbnail* each : s.page->findChildren<CurveThumbnail*>())
                words += each->accessibleDescription();
            QVERIFY2(!words.contains(QLatin1String("nan"), Qt::CaseInsensitive), qPrintable(words));
            QVERIFY2(!QRegularExpression(QStringLiteral("\\binf\\b")).match(words).hasMatch(), qPrintable(words));
        }
    }

    // The button's menu and Ctrl+K list every pattern by title, each with its formula.
    void menuListsEveryPattern()
    {
        Setup s;
        std::set<QString> titles;
        for (const Pattern pattern : allPatterns) {
            const QString title = toQString(titleOf(pattern));
            QVERIFY2(titles.insert(title).second, patternName(pattern));
            QAction* found = nullptr;
            for (QAction* action : s.page->findChildren<QAction*>())
                if (action->text() == title &&
                    action->toolTip().contains(QString::fromStdString(patternFormula(pattern))))
                    found = action;
            QVERIFY2(found, patternName(pattern));
            found->trigger();
            QCOMPARE(s.document.project().design.communication.pattern, pattern);
            const std::vector<PaletteItem> items = s.page->paletteItems();
            QVERIFY2(
                std::any_of(items.begin(), items.end(), [&](const PaletteItem& item) { return item.title == title; }),
                patternName(pattern));
        }
    }

    void findsWeakScalingByName()
    {
        Setup s;
        const std::vector<PaletteItem> found = matchingItems(s.page->paletteItems(), QStringLiteral("weak"));
        QVERIFY(!found.empty() && found.front().title.contains(QStringLiteral("weak")));
        found.front().run();
        const auto* combo = qobject_cast<QComboBox*>(s.page->focusWidget());
        QVERIFY(combo && combo->findText(QStringLiteral("weak"), Qt::MatchContains) >= 0);
    }

    void everyPatternShowsItsParameters_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(allPatterns.size()); ++i)
            QTest::newRow(patternName(allPatterns[static_cast<std::size_t>(i)])) << i;
    }
    void everyPatternShowsItsParameters()
    {
        QFETCH(int, index);
        Project project = bookProject();
        project.design.communication.pattern = allPatterns[static_cast<std::size_t>(index)];
        Setup s(project);
        auto* details = s.page->findChild<PatternDetails*>();
        details->show();
        s.page->show();
        int visibleParameters = 0;
        for (const QuantityEdit* edit : details->findChildren<QuantityEdit*>())
            visibleParameters += edit->isVisibleTo(details);
        const PatternInputs inputs = patternInputs(project.design.communication.pattern);
        QCOMPARE(visibleParameters, 7 + inputs.gamma + 3 * inputs.hierarchy + inputs.serverShards + inputs.neighbours +
                                        inputs.participation);
    }

    void rejectsFractionsOfShards()
    {
        Project project = bookProject();
        project.design.communication.pattern = Pattern::ParameterServer;
        project.design.communication.shards = typed(4);
        Setup s(project);
        QuantityEdit* edit =
            s.page->findChild<PatternDetails*>()->grid().editorFor(QStringLiteral("/design/communication/shards"));
        QVERIFY(edit);
        auto* field = edit->findChild<QLineEdit*>();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("2.5"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!edit->errorText().isEmpty());
        QCOMPARE(s.document.project().design.communication.shards->value, 4.0);
        // A slider position between whole numbers is rounded to the next whole number in its direction.
        Q_EMIT edit->valueEdited(2.5, EditPhase::End);
        QCOMPARE(s.document.project().design.communication.shards->value, 2.0);
    }

    // One set of numbers: the window's analysis, the CSV that it exports, and the command line for the same file.
    void windowCommandLineAndCsvAgree_data() { everyPatternShowsItsParameters_data(); }
    void windowCommandLineAndCsvAgree()
    {
        QFETCH(int, index);
        Project project = bookProject();
        project.design.communication.pattern = allPatterns[static_cast<std::size_t>(index)];
        project.design.communication.shards = typed(8);
        project.design.communication.neighbours = typed(2);
        project.design.communication.participation = typed(0.5);
        project.target.alpha2S = typed(2e-3);
        project.target.bandwidth2BytesPerS = typed(12.5e9);
        project.target.workersPerNode = typed(8);
        project.plan.p = 21;
        Setup s(project);
        const Prediction& prediction = *s.document.analysis().prediction;

        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("x.scalewright")).toStdString();
        QVERIFY(saveFile(path, writeProject(s.document.project())));
        QProcess cli;
        cli.start(test::builtProgram("app/scalewright-cli"),
                  {QStringLiteral("predict"), QString::fromStdString(path), QStringLiteral("--json")});
        QVERIFY(cli.waitForFinished());
        QCOMPARE(cli.exitCode(), 0);
        const QJsonObject json = QJsonDocument::fromJson(cli.readAllStandardOutput()).object();
        QCOMPARE(json[QStringLiteral("p_star")].toInt(), prediction.landmarks.pStar);
        QCOMPARE(json[QStringLiteral("knee_p")].toInt(), prediction.landmarks.kneeP);
        QCOMPARE(json[QStringLiteral("plan_p")].toInt(), 21);

        const std::vector<ExportableFigure> exports = s.page->exportables();
        const QByteArray csv = encodeFigure(*exports.front().content, FigureFormat::Csv).value();
        QHash<int, QStringList> lines;
        for (const QByteArray& line : csv.split('\n'))
            if (!line.isEmpty() && !line.startsWith('#') && !line.startsWith('p'))
                lines[line.split(',').constFirst().toInt()] =
                    QString::fromLatin1(line.trimmed()).split(QLatin1Char(','));
        const QJsonArray rows = json[QStringLiteral("rows")].toArray();
        QCOMPARE(rows.size(), 11);
        for (const QJsonValue& value : rows) {
            const QJsonObject row = value.toObject();
            const int p = row[QStringLiteral("p")].toInt();
            const PredictionRow window = prediction.row(p);
            QVERIFY(lines.contains(p));
            const QList<std::pair<const char*, double>> columns{{"nodes", window.nodes},
                                                                {"t_comp", window.tCompS},
                                                                {"t_comm", window.tCommS},
                                                                {"t_step", window.tStepS},
                                                                {"speedup", window.speedup},
                                                                {"efficiency", window.efficiency},
                                                                {"comm_to_compute", window.commToCompute},
                                                                {"cost", *window.costUsd}};
            for (qsizetype i = 0; i < columns.size(); ++i) {
                QCOMPARE(row[QLatin1String(columns[i].first)].toDouble(), columns[i].second);
                QCOMPARE(lines[p][i + 1].toDouble(), columns[i].second);
            }
        }
    }
};

SCALEWRIGHT_TEST(tst_predict)
#include "tst_predict.moc"

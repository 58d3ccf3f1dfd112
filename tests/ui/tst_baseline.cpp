// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QStyle>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

#include "tests/support/child.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"
#include "ui/baseline/baseline_page.h"
#include "ui/baseline/estimate_panel.h"
#include "ui/baseline/fits_line.h"
#include "ui/baseline/machine_card.h"
#include "ui/baseline/steps_card.h"
#include "ui/baseline/steps_model.h"
#include "ui/baseline/target_card.h"
#include "ui/controls/card_column.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/search_combo.h"
#include "ui/figure/figure.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/shell/palette.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

WorkloadStep timedStep(const char* name, double seconds)
{
    return {.name = name, .stepTimeS = typed(seconds), .ioTimeS = {}, .flops = {}, .bytesMoved = {}, .unknown = {}};
}

// The times from Output 41.2.1.
Project output4121()
{
    Project project;
    project.baseline.steps = {timedStep("compute-heavy", 2.4954), timedStep("memory-heavy", 0.0476),
                              timedStep("io-heavy", 0.0724)};
    return project;
}

QStringList stepNames(const Document& document)
{
    QStringList list;
    for (const WorkloadStep& step : document.project().baseline.steps)
        list << QString::fromStdString(step.name);
    return list;
}

QJsonObject baselineEntryJson(const QString& file, const QString& list, const QString& id)
{
    QFile json(test::sourceFile(QStringLiteral("resources/catalogue/") + file));
    if (!json.open(QIODevice::ReadOnly))
        return {};
    for (const QJsonValue& entry : QJsonDocument::fromJson(json.readAll()).object().value(list).toArray())
        if (entry.toObject().value(QStringLiteral("id")) == id)
            return entry.toObject();
    return {};
}

QPushButton* word(const QWidget& container, const QString& text)
{
    for (QPushButton* button : container.findChildren<QPushButton*>())
        if (button->text() == text)
            return button;
    return nullptr;
}

const PaletteItem* item(const std::vector<PaletteItem>& items, const QString& title)
{
    const auto found =
        std::find_if(items.begin(), items.end(), [&](const PaletteItem& each) { return each.title == title; });
    return found == items.end() ? nullptr : &*found;
}

bool activated(QWidget& page)
{
    page.show();
    page.activateWindow();
    return QTest::qWaitForWindowActive(&page);
}

}  // namespace

class tst_baseline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void stateFollowsTheCeilingsAndTheSteps();
    void basisNamesItsSources();
    void modelPassesQtsTester();
    void cellsShowWholeNumbers();
    void cellsAcceptAmounts_data();
    void cellsAcceptAmounts();
    void unchangedCellKeepsItsOrigin();
    void questionsContradictingSteps();
    void stepsAreAddedMovedAndRemoved();
    void explainsAnInvalidEntry();
    void reportsAnInvalidEntryOnLeaving();
    void tCompFollowsTheSteps();
    void tCompIsEstimated();
    void bytesPerParameterAreTypedOrNamed();
    void quantitiesAreBoundToFields();
    void importedProfilesBecomeSteps_data();
    void importedProfilesBecomeSteps();
    void samplesDivideAKnownTime();
    void ceilingsIncludeTheirMachine();
    void explainsWhyAFileIsNoProfile();
    void servingBudgetIsAddedAndRemoved();
    void nodePresetFillsTheTarget();
    void numberFormatChangesOnlyThePeak();
    void linkPresetFillsTheLink();
    void acceptsUserDefinedNames();
    void typingSelectsTheFirstMatch();
    void findsAnAcceleratorByWords();
    void reportsAnUnknownSizeWithoutItsPointer();
    void wheelOverAPickerChangesNothing();
    void paletteFindsItemsOfThisPage();
    void comparesMemoryWithWorkingSet();
    void figureIsExported();
    void buildingThePageOpensNoWindow();
    void everythingIsReachable_data();
    void everythingIsReachable();
};

void tst_baseline::cleanup()
{
    Theme::instance().setTypeScale(1);
}

void tst_baseline::stateFollowsTheCeilingsAndTheSteps()
{
    const PageEntry entry = BaselinePage::entry();
    Document document;
    QCOMPARE(entry.state(document), PageState::Empty);
    Project project = output4121();
    project.baseline.machine.peakFlops = typed(1.4e9);
    document.edit(QStringLiteral("a"), project);
    QCOMPARE(entry.state(document), PageState::Assumed);  // something is known, but not measured
    project.baseline.machine.memoryBandwidthBytesPerS = typed(6.73e9);
    document.edit(QStringLiteral("b"), project);
    QCOMPARE(entry.state(document), PageState::Assumed);
    for (MaybeQuantity* figure :
         {&project.baseline.machine.peakFlops, &project.baseline.machine.memoryBandwidthBytesPerS})
        (*figure)->provenance.origin = Origin::Measured;
    for (WorkloadStep& step : project.baseline.steps)
        step.stepTimeS->provenance.origin = Origin::Measured;
    document.edit(QStringLiteral("c"), project);
    QCOMPARE(entry.state(document), PageState::Measured);
}

void tst_baseline::basisNamesItsSources()
{
    QVERIFY(baselineBasisText({}).contains(QStringLiteral("measure this machine")));
    Project partialProject;
    partialProject.baseline.workingSetBytes = typed(8e9);
    QVERIFY(!baselineBasisText(partialProject).contains(QStringLiteral("Nothing")));
    Project project = output4121();
    project.baseline.machine.name = "the book’s";
    project.baseline.machine.peakFlops = Quantity{1.4e9, {}, {Origin::Measured, "the book’s", "2026-11-21", {}}};
    QCOMPARE(baselineBasisText(project), QStringLiteral("ceilings measured 2026-11-21 · 3 steps, 2.62 s"));  // 2.6154
}

void tst_baseline::modelPassesQtsTester()
{
    Document document;
    StepsModel model(document);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    document.edit(QStringLiteral("steps"), output4121());
    QCOMPARE(model.rowCount(), 3);
    model.setData(model.index(1, StepsModel::Flops), QStringLiteral("40 MFLOP"), Qt::EditRole);
    model.moveStep(0, 1);
    model.removeStep(2);
    document.undo();
    document.undo();
    document.undo();
    document.undo();
    QCOMPARE(model.rowCount(), 0);
}

// No number in the examples is elided: the style sheet pads a cell by 8 px on either side, the delegate by the focus
// margin plus one pixel.
void tst_baseline::cellsShowWholeNumbers()
{
    for (const char* example : {"heat-lumi", "resnet-50-k80"}) {
        Document document;
        QVERIFY(document.openCopy(
            test::sourceFile(QStringLiteral("resources/examples/%1.scalewright").arg(QLatin1String(example)))));
        BaselinePage page(document);
        page.resize(1280, 720);
        QVERIFY(activated(page));
        const QList<QTableView*> tables = page.findChildren<QTableView*>();
        const auto found = std::find_if(tables.begin(), tables.end(), [](const QTableView* each) {
            return qobject_cast<const StepsModel*>(each->model());
        });
        QVERIFY(found != tables.end() && (*found)->model()->rowCount() > 0);
        const QTableView* table = *found;
        const int margins = 2 * (8 + table->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, table) + 1);
        for (int row = 0; row < table->model()->rowCount(); ++row)
            for (int column = StepsModel::Name + 1; column < StepsModel::ColumnCount; ++column) {
                const QString text = table->model()->index(row, column).data().toString();
                QVERIFY2(QFontMetrics(table->font()).horizontalAdvance(text) + margins <= table->columnWidth(column),
                         qPrintable(text));
            }
    }
}

void tst_baseline::cellsAcceptAmounts_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");  // below zero: refused
    QTest::addColumn<QString>("problem");
    QTest::newRow("time") << int(StepsModel::StepTime) << QStringLiteral("300 ms") << 0.3 << QString();
    QTest::newRow("seconds without a unit") << int(StepsModel::StepTime) << QStringLiteral(" 0.3 ") << 0.3 << QString();
    QTest::newRow("no time") << int(StepsModel::StepTime) << QStringLiteral("0") << -1.0
                             << QStringLiteral("more than zero");
    QTest::newRow("no reading") << int(StepsModel::IoTime) << QStringLiteral("0 s") << 0.0 << QString();
    QTest::newRow("work") << int(StepsModel::Flops) << QStringLiteral("6 TFLOP") << 6e12 << QString();
    QTest::newRow("bytes") << int(StepsModel::BytesMoved) << QStringLiteral("4GiB") << 4294967296.0 << QString();
    QTest::newRow("negative") << int(StepsModel::BytesMoved) << QStringLiteral("-1 GB") << -1.0
                              << QStringLiteral("is negative");
    QTest::newRow("another unit") << int(StepsModel::Flops) << QStringLiteral("6 GB") << -1.0
                                  << QStringLiteral("expected");
    QTest::newRow("no amount") << int(StepsModel::StepTime) << QStringLiteral("soon") << -1.0
                               << QStringLiteral("expected");
    QTest::newRow("nan") << int(StepsModel::Flops) << QStringLiteral("nan") << -1.0 << QStringLiteral("expected");
}

void tst_baseline::cellsAcceptAmounts()
{
    QFETCH(int, column);
    QFETCH(QString, text);
    QFETCH(double, value);
    QFETCH(QString, problem);
    Document document;
    StepsModel model(document);
    model.addStep();
    const QModelIndex cell = model.index(0, column);
    QVERIFY(!*model.quantity(cell));
    const bool good = problem.isEmpty();
    QCOMPARE(model.setData(cell, text, Qt::EditRole), good);
    QCOMPARE(model.quantity(cell)->has_value(), good);
    QVERIFY2(StepsModel::inputProblem(column, text).contains(problem),
             qPrintable(StepsModel::inputProblem(column, text)));
    if (!good)
        return;
    QCOMPARE((*model.quantity(cell))->value, value);
    QCOMPARE((*model.quantity(cell))->provenance.origin, Origin::Typed);
    QVERIFY(model.setData(cell, QString(), Qt::EditRole));
    QVERIFY2(!*model.quantity(cell), "an emptied cell is not known");
    document.undo();
    QCOMPARE((*model.quantity(cell))->value, value);
    document.undo();
    QVERIFY(!*model.quantity(cell));
}

// Opening and leaving a cell without a change must not turn a measured value into a typed one.
void tst_baseline::unchangedCellKeepsItsOrigin()
{
    Document document;
    Project project = output4121();
    project.baseline.steps[0].stepTimeS =
        Quantity{1.0 / 3, Interval{0.3, 0.4, 0.95}, {Origin::Measured, "here", "2026-11-21", {}}};
    document.edit(QStringLiteral("steps"), project);
    StepsModel model(document);
    const QModelIndex cell = model.index(0, StepsModel::StepTime);
    QVERIFY(model.setData(cell, cell.data(Qt::EditRole), Qt::EditRole));
    QVERIFY(document.project() == project);
}

// 99 s of reading in a step of 10 s: the field shows a warning until the value is corrected.
void tst_baseline::questionsContradictingSteps()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    StepsCard& card = test::child<StepsCard>(page);
    Project project = document.project();
    project.baseline.steps = {timedStep("read", 10)};
    project.baseline.steps[0].ioTimeS = typed(99);
    document.edit(QStringLiteral("steps"), project);
    QVERIFY2(card.doubtsText().contains(QStringLiteral("Step read spends longer reading than it takes")),
             qPrintable(card.doubtsText()));
    project.baseline.steps[0].ioTimeS = typed(9);
    document.edit(QStringLiteral("steps"), project);
    QVERIFY2(card.doubtsText().isEmpty(), qPrintable(card.doubtsText()));
}

void tst_baseline::stepsAreAddedMovedAndRemoved()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    QVERIFY(page.showPart(QStringLiteral("program")));
    StepsCard& card = test::child<StepsCard>(page);
    QVERIFY(!card.table()->isVisible());
    word(card, QStringLiteral("Add"))->click();
    QVERIFY(card.table()->isVisible());
    auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY2(editor, "the name of a new step is edited at once");
    QTest::keyClicks(editor, QStringLiteral("load"));
    QTest::keyClick(editor, Qt::Key_Return);  // the view handles the key in the event loop
    QTRY_COMPARE(stepNames(document), QStringList{QStringLiteral("load")});
    card.addStep();
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("train"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(stepNames(document), (QStringList{QStringLiteral("load"), QStringLiteral("train")}));

    card.table()->setCurrentIndex(card.model()->index(1, StepsModel::Name));
    QVERIFY(!word(card, QStringLiteral("Down"))->isEnabled());
    word(card, QStringLiteral("Up"))->click();
    QCOMPARE(stepNames(document), (QStringList{QStringLiteral("train"), QStringLiteral("load")}));
    QCOMPARE(card.table()->currentIndex().row(), 0);
    QVERIFY(!word(card, QStringLiteral("Up"))->isEnabled());
    word(card, QStringLiteral("Remove"))->click();
    QCOMPARE(stepNames(document), QStringList{QStringLiteral("load")});
    document.undo();
    document.undo();
    QCOMPARE(stepNames(document), (QStringList{QStringLiteral("load"), QStringLiteral("train")}));
    document.undo();
    QCOMPARE(stepNames(document), (QStringList{QStringLiteral("load"), QString()}));
}

void tst_baseline::explainsAnInvalidEntry()
{
    Document document;
    document.edit(QStringLiteral("steps"), output4121());
    BaselinePage page(document);
    QVERIFY(activated(page));
    StepsCard& card = test::child<StepsCard>(page);
    const QModelIndex cell = card.model()->index(0, StepsModel::Flops);
    card.table()->setCurrentIndex(cell);
    card.table()->edit(cell);
    auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(editor);
    QTest::keyClicks(editor, QStringLiteral("many"));
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(QApplication::focusWidget(), editor);
    QCOMPARE(editor->text(), QStringLiteral("many"));
    QVERIFY2(card.problemText().contains(QStringLiteral("FLOP")), qPrintable(card.problemText()));
    QTest::keyClicks(editor, QStringLiteral("3.456 GFLOP"));
    QCOMPARE(card.problemText(), QString());
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_VERIFY(document.project().baseline.steps[0].flops);
    QCOMPARE(document.project().baseline.steps[0].flops->value, 3.456e9);
    QCOMPARE(card.problemText(), QString());
}

void tst_baseline::reportsAnInvalidEntryOnLeaving()
{
    Document document;
    document.edit(QStringLiteral("steps"), output4121());
    BaselinePage page(document);
    QVERIFY(activated(page));
    StepsCard& card = test::child<StepsCard>(page);
    const QModelIndex cell = card.model()->index(1, StepsModel::StepTime);
    card.table()->setCurrentIndex(cell);
    card.table()->edit(cell);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("soon"));
    test::child<MachineCard>(page).measureButton()->setFocus();
    QVERIFY2(card.problemText().contains(QStringLiteral("soon was not accepted")), qPrintable(card.problemText()));
    QVERIFY(document.project() == output4121());
}

void tst_baseline::tCompFollowsTheSteps()
{
    Document document;
    document.edit(QStringLiteral("steps"), output4121());
    BaselinePage page(document);
    QVERIFY(activated(page));
    QVERIFY(page.showPart(QStringLiteral("program")));
    QPushButton* set = nullptr;
    for (QPushButton* button : test::child<StepsCard>(page).findChildren<QPushButton*>())
        if (button->text().startsWith(QStringLiteral("T_comp from the steps")))
            set = button;
    QVERIFY(set && set->isVisible());
    set->click();
    QVERIFY(std::abs(document.project().baseline.tCompS->value - 2.6154) < 1e-12);
    QVERIFY2(!set->isVisible(), "it is the sum already");
    document.undo();
    QVERIFY(!document.project().baseline.tCompS);
    Project project = document.project();
    project.baseline.steps[1].stepTimeS.reset();
    document.edit(QStringLiteral("time"), project);
    QVERIFY2(!set->isVisible(), "there is no sum");
}

// 6 x 7e9 x 512 x 2048 FLOP at 40 % of 312 TFLOP/s: 352.886 s. 2 of 32 layers in 0.5 s: 8 s.
void tst_baseline::tCompIsEstimated()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    QVERIFY(page.showPart(QStringLiteral("program")));
    StepsCard& card = test::child<StepsCard>(page);
    QVERIFY(card.estimateButton()->isHidden());  // no model
    Project project;
    project.baseline.model.emplace();
    project.baseline.model->parameters = typed(7e9);
    project.baseline.model->sequence = typed(2048);
    project.baseline.batch = typed(512);
    document.edit(QStringLiteral("model"), project);
    QVERIFY(!card.estimateButton()->isHidden());
    card.estimateButton()->click();
    const EstimatePanel& panel = *card.estimatePanel();
    QVERIFY(panel.isVisible() && panel.peakButton()->isHidden());  // the peak is not set
    project.target.peakFlops = typed(312e12);
    project.baseline.model->layers = typed(32);
    project.baseline.model->hidden = typed(4096);
    project.baseline.model->heads = typed(32);
    document.edit(QStringLiteral("peak"), project);
    QVERIFY(!panel.peakButton()->isHidden());
    panel.peakButton()->click();
    const MaybeQuantity& tComp = document.project().baseline.tCompS;
    QVERIFY(tComp);
    QVERIFY(std::abs(tComp->value / (4.4040192e16 / 1.248e14) - 1) < 1e-9);
    QCOMPARE(tComp->provenance.origin, Origin::Assumed);

    QVERIFY(panel.layersButton()->isHidden());
    panel.timeField()->setFocus();
    QTest::keyClicks(panel.timeField(), QStringLiteral("0.5 s"));
    panel.layersField()->setFocus();
    QTest::keyClicks(panel.layersField(), QStringLiteral("33"));
    QVERIFY(panel.layersButton()->isHidden());  // more than the model has
    panel.layersField()->selectAll();
    QTest::keyClicks(panel.layersField(), QStringLiteral("2"));
    QVERIFY(!panel.layersButton()->isHidden());
    panel.layersButton()->click();
    QCOMPARE(document.project().baseline.tCompS->value, 8.0);

    Project measured = document.project();
    measured.baseline.tCompS = typed(7.5);
    document.edit(QStringLiteral("measured"), measured);
    QVERIFY(card.estimateButton()->isHidden() && panel.isHidden());
}

// A working set typed as a model size fills the model; a name replaces the typed bytes, and undo restores them.
void tst_baseline::bytesPerParameterAreTypedOrNamed()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    QVERIFY(page.focusField(QStringLiteral("/baseline/working_set_bytes")));
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(field);
    QTest::keyClicks(field, QStringLiteral("7B params at 12 bytes each"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(document.project().baseline.workingSetBytes->value, 84e9);
    QCOMPARE(document.project().baseline.model->parameters->value, 7e9);
    QCOMPARE(document.project().baseline.model->bytesPerParameter->value, 12.0);

    QVERIFY(page.focusField(QStringLiteral("/baseline/model/bytes_per_parameter")));
    QComboBox* names = nullptr;
    for (QComboBox* each : page.findChildren<QComboBox*>())
        if (each->findData(QStringLiteral("adam-8bit")) >= 0)
            names = each;
    QVERIFY(names);
    QCOMPARE(names->currentIndex(), -1);  // 12 bytes have no name
    names->setCurrentIndex(names->findData(QStringLiteral("adam-8bit")));
    Q_EMIT names->activated(names->currentIndex());
    QCOMPARE(document.project().baseline.model->bytesPerParameter->value, 10.0);
    document.undo();
    QCOMPARE(document.project().baseline.model->bytesPerParameter->value, 12.0);
    QCOMPARE(names->currentIndex(), -1);
    document.undo();
    QVERIFY(!document.project().baseline.model);  // one step for the working set and the model
}

void tst_baseline::quantitiesAreBoundToFields()
{
    const std::vector<std::tuple<QString, QString, double, std::function<MaybeQuantity(const Project&)>>> fields{
        {QStringLiteral("memory"), QStringLiteral("64 GB"), 64e9,
         [](const Project& p) { return p.baseline.machine.memoryBytes; }},
        {QStringLiteral("storage"), QStringLiteral("1 TB"), 1e12,
         [](const Project& p) { return p.baseline.machine.storageBytes; }},
        {QStringLiteral("peak FLOP/s, π"), QStringLiteral("20 TFLOP/s"), 20e12,
         [](const Project& p) { return p.baseline.machine.peakFlops; }},
        {QStringLiteral("memory bandwidth, β"), QStringLiteral("800 GB/s"), 800e9,
         [](const Project& p) { return p.baseline.machine.memoryBandwidthBytesPerS; }},
        {QStringLiteral("one core’s peak FLOP/s"), QStringLiteral("1 TFLOP/s"), 1e12,
         [](const Project& p) { return p.baseline.machine.peakFlopsOneCore; }},
        {QStringLiteral("one core’s bandwidth"), QStringLiteral("100 GB/s"), 100e9,
         [](const Project& p) { return p.baseline.machine.memoryBandwidthOneCoreBytesPerS; }},
        {QStringLiteral("T_comp, one machine"), QStringLiteral("300 ms"), 0.3,
         [](const Project& p) { return p.baseline.tCompS; }},
        {QStringLiteral("working set"), QStringLiteral("8 GB"), 8e9,
         [](const Project& p) { return p.baseline.workingSetBytes; }},
        {QStringLiteral("dataset"), QStringLiteral("50 TB"), 50e12,
         [](const Project& p) { return p.baseline.datasetBytes; }},
        {QStringLiteral("exchanged per step"), QStringLiteral("4 GB"), 4e9,
         [](const Project& p) { return p.baseline.networkBytes; }},
        {QStringLiteral("message of a step"), QStringLiteral("25.6M params fp32"), 102.4e6,
         [](const Project& p) { return p.design.communication.messageBytes; }},
        {QStringLiteral("batch"), QStringLiteral("512"), 512, [](const Project& p) { return p.baseline.batch; }},
        {QStringLiteral("critical batch"), QStringLiteral("1000"), 1000,
         [](const Project& p) { return p.baseline.criticalBatch; }},
        {QStringLiteral("fewest steps"), QStringLiteral("5000"), 5000,
         [](const Project& p) { return p.baseline.minSteps; }},
        {QStringLiteral("parameters"), QStringLiteral("7e9"), 7e9,
         [](const Project& p) { return p.baseline.model->parameters; }},
        {QStringLiteral("layers"), QStringLiteral("32"), 32, [](const Project& p) { return p.baseline.model->layers; }},
        {QStringLiteral("hidden size"), QStringLiteral("4096"), 4096,
         [](const Project& p) { return p.baseline.model->hidden; }},
        {QStringLiteral("attention heads"), QStringLiteral("32"), 32,
         [](const Project& p) { return p.baseline.model->heads; }},
        {QStringLiteral("key-value heads"), QStringLiteral("8"), 8,
         [](const Project& p) { return p.baseline.model->kvHeads; }},
        {QStringLiteral("feed-forward width"), QStringLiteral("11008"), 11008,
         [](const Project& p) { return p.baseline.model->feedForward; }},
        {QStringLiteral("vocabulary"), QStringLiteral("32000"), 32000,
         [](const Project& p) { return p.baseline.model->vocabulary; }},
        {QStringLiteral("tokens of a sequence"), QStringLiteral("2048"), 2048,
         [](const Project& p) { return p.baseline.model->sequence; }},
        {QStringLiteral("I/O dominates from"), QStringLiteral("0.25"), 0.25,
         [](const Project& p) { return p.baseline.ioDominanceShare; }},
        {QStringLiteral("alpha, latency per hop"), QStringLiteral("10 us"), 10e-6,
         [](const Project& p) { return p.target.alphaS; }},
        {QStringLiteral("link bandwidth"), QStringLiteral("200 Gbit/s"), 25e9,
         [](const Project& p) { return p.target.bandwidthBytesPerS; }},
        {QStringLiteral("memory of a worker"), QStringLiteral("80 GB"), 80e9,
         [](const Project& p) { return p.target.memoryBytes; }},
        {QStringLiteral("price per node-hour"), QStringLiteral("$3.20"), 3.2,
         [](const Project& p) { return p.target.priceUsdPerHour; }},
        {QStringLiteral("workers on a node"), QStringLiteral("8"), 8,
         [](const Project& p) { return p.target.workersPerNode; }},
        {QStringLiteral("alpha between nodes"), QStringLiteral("20 us"), 20e-6,
         [](const Project& p) { return p.target.alpha2S; }},
        {QStringLiteral("inter-node bandwidth"), QStringLiteral("100 Gbit/s"), 12.5e9,
         [](const Project& p) { return p.target.bandwidth2BytesPerS; }},
        {QStringLiteral("oversubscription"), QStringLiteral("2"), 2,
         [](const Project& p) { return p.target.oversubscription; }},
        {QStringLiteral("target’s peak"), QStringLiteral("312 TFLOP/s"), 312e12,
         [](const Project& p) { return p.target.peakFlops; }},
        {QStringLiteral("memory bandwidth"), QStringLiteral("2 TB/s"), 2e12,
         [](const Project& p) { return p.target.memoryBandwidthBytesPerS; }},
        {QStringLiteral("power"), QStringLiteral("400 W"), 400, [](const Project& p) { return p.target.powerW; }},
        {QStringLiteral("deadline"), QStringLiteral("12 h"), 43200, [](const Project& p) { return p.goal.deadlineS; }},
        {QStringLiteral("budget"), QStringLiteral("$500"), 500, [](const Project& p) { return p.goal.budgetUsd; }},
        {QStringLiteral("value of an hour"), QStringLiteral("$20"), 20,
         [](const Project& p) { return p.goal.hourValueUsd; }},
        {QStringLiteral("machines available"), QStringLiteral("4"), 4,
         [](const Project& p) { return p.target.machinesAvailable; }},
        {QStringLiteral("experts"), QStringLiteral("8"), 8, [](const Project& p) { return p.baseline.model->experts; }},
        {QStringLiteral("experts per token"), QStringLiteral("2"), 2,
         [](const Project& p) { return p.baseline.model->expertsPerToken; }},
        {QStringLiteral("bytes per parameter"), QStringLiteral("12"), 12,
         [](const Project& p) { return p.baseline.model->bytesPerParameter; }},
        {QStringLiteral("latency goal"), QStringLiteral("50 ms"), 0.05,
         [](const Project& p) { return p.goal.latencyS; }},
        {QStringLiteral("quality goal"), QStringLiteral("0.76"), 0.76, [](const Project& p) { return p.goal.quality; }},
        {QStringLiteral("latency of a request"), QStringLiteral("120 ms"), 0.12,
         [](const Project& p) { return p.baseline.serving->latencyS; }},
        {QStringLiteral("latency budget"), QStringLiteral("200 ms"), 0.2,
         [](const Project& p) { return p.baseline.serving->latencyBudgetS; }},
        {QStringLiteral("requests answered"), QStringLiteral("40"), 40,
         [](const Project& p) { return p.baseline.serving->throughputPerS; }},
        {QStringLiteral("requests to answer"), QStringLiteral("200"), 200,
         [](const Project& p) { return p.baseline.serving->throughputTargetPerS; }},
        {QStringLiteral("requests at once"), QStringLiteral("8"), 8,
         [](const Project& p) { return p.baseline.serving->concurrentRequests; }},
    };
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    for (FieldGrid* grid : page.findChildren<FieldGrid*>())
        for (QWidget* each = grid; each != &page; each = each->parentWidget())
            each->show();
    const QList<QuantityEdit*> edits = page.findChildren<QuantityEdit*>();
    QCOMPARE(static_cast<std::size_t>(edits.size()), fields.size());
    for (const auto& [label, text, value, read] : fields) {
        QLineEdit* field = nullptr;
        for (QLineEdit* each : page.findChildren<QLineEdit*>())
            if (each->accessibleName() == label)
                field = each;
        QVERIFY2(field, qPrintable(label));
        const Project before = document.project();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        const MaybeQuantity current = read(document.project());
        QVERIFY2(current && std::abs(current->value - value) <= 1e-9 * value, qPrintable(label));
        QCOMPARE(current->provenance.origin, Origin::Typed);
        document.undo();
        QVERIFY2(document.project() == before, qPrintable(label));
        document.redo();
    }
}

void tst_baseline::importedProfilesBecomeSteps_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QStringList>("steps");
    QTest::addColumn<double>("seconds");  // of the first
    // py-spy takes 100 samples per second; perf's own line; a speedscope profile in seconds; a kernel of 2 ms; the
    // output of scalewright-cli measure -o
    QTest::newRow("py-spy") << QByteArray("main (a.py:1);load (a.py:2) 30\nmain (a.py:1);step (a.py:9) 70\n")
                            << QStringList{QStringLiteral("load (a.py)"), QStringLiteral("step (a.py)")} << 0.3;
    QTest::newRow("perf stat") << QByteArray(
                                      "\n Performance counter stats for './train':\n\n          1,204.71 msec "
                                      "task-clock\n\n       1.250000000 seconds time elapsed\n")
                               << QStringList{QStringLiteral("./train")} << 1.25;
    QTest::newRow("speedscope")
        << QByteArray(
               R"({"$schema": "https://www.speedscope.app/file-format-schema.json", "shared": {"frames": [{"name": "main"}, {"name": "read"}, {"name": "work"}]},
        "profiles": [{"type": "sampled", "name": "t", "unit": "seconds", "startValue": 0, "endValue": 4, "samples": [[0, 1], [0, 2]], "weights": [1, 3]}]})")
        << QStringList{QStringLiteral("work"), QStringLiteral("read")} << 3.0;
    QTest::newRow("ncu --csv") << QByteArray(
                                      "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric "
                                      "Value\"\n\"0\",\"axpy\",\"gpu__time_duration.sum\",\"msecond\",\"2.00\"\n")
                               << QStringList{QStringLiteral("axpy")} << 0.002;
    QTest::newRow("PROFILE.json")
        << QByteArray(R"({"title": "./a", "step_time_s": 0.5, "working_set_bytes": "8GB", "program": {"status": 0}})")
        << QStringList{QStringLiteral("./a")} << 0.5;
}

void tst_baseline::importedProfilesBecomeSteps()
{
    QFETCH(QByteArray, content);
    QFETCH(QStringList, steps);
    QFETCH(double, seconds);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("written"));
    test::setContent(path, content);
    Document document;
    BaselinePage page(document);
    page.takeFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).isReading(), 60000);
    QVERIFY2(test::child<StepsCard>(page).problemText().isEmpty(),
             qPrintable(test::child<StepsCard>(page).problemText()));
    QStringList usedNames = stepNames(document);
    QCOMPARE(QSet<QString>(usedNames.begin(), usedNames.end()), QSet<QString>(steps.begin(), steps.end()));
    const WorkloadStep& step =
        document.project().baseline.steps.at(static_cast<std::size_t>(usedNames.indexOf(steps.constFirst())));
    QVERIFY(std::abs(step.stepTimeS->value / seconds - 1) < 1e-9);
    QVERIFY(test::child<StepsCard>(page).importNote().contains(QStringLiteral("written")));
    QVERIFY(document.project().baseline.tCompS.has_value());  // set together with the steps
    document.undo();
    QVERIFY(document.project() == Project());
}

void tst_baseline::samplesDivideAKnownTime()
{
    const QTemporaryDir folder;
    const QString perf = folder.filePath(QStringLiteral("perf.txt")),
                  samples = folder.filePath(QStringLiteral("raw.txt"));
    test::setContent(perf, "\n Performance counter stats for './train':\n\n       0.584000000 seconds time elapsed\n");
    test::setContent(samples, "main (a.py:1);load (a.py:2) 75\nmain (a.py:1);step (a.py:9) 225\n");
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    page.takeFile(perf);
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).isReading(), 60000);
    const Quantity known = document.project().baseline.tCompS.value();
    QCOMPARE(known.value, 0.584);
    page.takeFile(samples);
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).isReading(), 60000);
    // 225 of 300 samples are three quarters of 0.584 s, and the measured T_comp is unchanged.
    const std::vector<WorkloadStep>& steps = document.project().baseline.steps;
    QCOMPARE(steps.size(), std::size_t(2));
    QVERIFY(std::abs(steps.front().stepTimeS->value - 0.438) < 1e-12);
    QVERIFY(document.project().baseline.tCompS == known);
    QPushButton* sampled = word(page, QStringLiteral("Take the sampled time instead"));
    QVERIFY(sampled && sampled->isVisible());
    sampled->click();
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).isReading(), 60000);
    QCOMPARE(document.project().baseline.steps.front().stepTimeS->value, 2.25);
    QCOMPARE(document.project().baseline.steps.front().stepTimeS->provenance.origin, Origin::Assumed);
    QVERIFY2(document.project().baseline.tCompS == known, "a guess took the place of what was measured");
    QVERIFY(!sampled->isVisible());
    QVERIFY(word(page, QStringLiteral("T_comp from the steps: 3.00 s"))->isVisible());
}

void tst_baseline::ceilingsIncludeTheirMachine()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("measured.json"));
    test::setContent(
        path,
        R"({"title": "./a", "step_time_s": 0.5, "peak_flops": {"value": 1e11, "origin": "measured", "source": "this machine: AMD EPYC, 2 cores"}})");
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    SearchCombo* name = test::child<MachineCard>(page).nameCombo();
    Q_EMIT name->entryChosen(name->findText(QStringLiteral("NVIDIA A10G")));
    page.takeFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).isReading(), 60000);
    const Machine& machine = document.project().baseline.machine;
    QCOMPARE(machine.name, std::string("AMD EPYC"));
    QVERIFY(!machine.memoryBytes && !machine.memoryBandwidthBytesPerS);  // the card's
    QVERIFY2(test::child<StepsCard>(page).importNote().contains(QStringLiteral("The machine is now AMD EPYC")),
             qPrintable(test::child<StepsCard>(page).importNote()));
}

void tst_baseline::explainsWhyAFileIsNoProfile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("notes.txt"));
    test::setContent(path, "hello\n");
    Document document;
    BaselinePage page(document);
    page.takeFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).isReading(), 60000);
    QVERIFY2(test::child<StepsCard>(page).problemText().contains(QStringLiteral("notes.txt")),
             qPrintable(test::child<StepsCard>(page).problemText()));
    QVERIFY(document.project() == Project());
    page.takeFile(folder.filePath(QStringLiteral("none")));
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).isReading(), 60000);
    QVERIFY(test::child<StepsCard>(page).problemText().contains(QStringLiteral("none")));
    test::setContent(path, "main;a 1\nmain;b 1\n");
    page.takeFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(!test::child<StepsCard>(page).isReading(), 60000);
    QVERIFY(test::child<StepsCard>(page).problemText().isEmpty());
}

void tst_baseline::servingBudgetIsAddedAndRemoved()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    QVERIFY(page.showPart(QStringLiteral("program")));
    QPushButton* fold = word(page, QStringLiteral("Serving budget"));
    QPushButton* remove = word(page, QStringLiteral("Remove the serving budget"));
    QVERIFY(!remove->isVisible());
    fold->click();
    QVERIFY2(!remove->isVisible(), "no budget yet");
    Project project;
    project.baseline.serving.emplace().latencyBudgetS = typed(0.2);
    document.edit(QStringLiteral("budget"), project);
    QVERIFY(remove->isVisible());
    remove->click();
    QVERIFY(!document.project().baseline.serving);
    document.undo();
    QVERIFY(document.project() == project);
}

void tst_baseline::nodePresetFillsTheTarget()
{
    const QJsonObject entry =
        baselineEntryJson(QStringLiteral("hardware.json"), QStringLiteral("hardware"), QStringLiteral("a100-sxm-80"));
    QVERIFY(!entry.isEmpty());
    Document document;
    Project before;
    before.target.alphaS = typed(1e-5);
    document.edit(QStringLiteral("alpha"), before);
    BaselinePage page(document);
    QVERIFY(activated(page));
    SearchCombo* node = test::child<TargetCard>(page).nodeCombo();
    node->setFocus();
    QTest::keyClicks(node->lineEdit(), entry.value(QStringLiteral("name")).toString().toLower());
    QTest::keyClick(node->lineEdit(), Qt::Key_Return);
    const Target& target = document.project().target;
    QCOMPARE(QString::fromStdString(target.node), entry.value(QStringLiteral("name")).toString());
    QCOMPARE(target.alphaS->value, 1e-5);
    QVERIFY(target.memoryBytes && target.peakFlops && target.memoryBandwidthBytesPerS);
    QCOMPARE(target.peakFlops->value, 312e12);  // NVIDIA's A100 data sheet: 312 TFLOPS bf16, dense
    for (const MaybeQuantity& figure : {target.memoryBytes, target.peakFlops, target.memoryBandwidthBytesPerS}) {
        QCOMPARE(figure->provenance.origin, Origin::Catalogue);
        QVERIFY(!figure->provenance.source.empty() && !figure->provenance.date.empty());
    }
    QCOMPARE(test::child<TargetCard>(page).numberFormatCombo()->currentText(), QStringLiteral("bf16"));
    document.undo();
    QVERIFY(document.project() == before);
    QCOMPARE(node->currentText(), QString());
}

void tst_baseline::findsAnAcceleratorByWords()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    SearchCombo* name = test::child<MachineCard>(page).nameCombo();
    const auto type = [&](const QString& text) {
        name->setFocus();
        name->lineEdit()->selectAll();
        QTest::keyClicks(name->lineEdit(), text);
        QTest::keyClick(name->lineEdit(), Qt::Key_Return);
    };
    type(QStringLiteral("l4"));
    QCOMPARE(document.project().baseline.machine.name, std::string("NVIDIA L4"));
    QCOMPARE(document.project().baseline.machine.memoryBytes->value, 23034.0 * 1048576);  // nvidia-smi
    QVERIFY(test::child<MachineCard>(page).typedOverNote().isEmpty());
    type(QStringLiteral("rtx 3090"));  // not in the catalogue
    QCOMPARE(document.project().baseline.machine.name, std::string("rtx 3090"));
    QVERIFY2(test::child<MachineCard>(page).typedOverNote().contains(QStringLiteral("NVIDIA L4")),
             qPrintable(test::child<MachineCard>(page).typedOverNote()));
    document.undo();
    QVERIFY(test::child<MachineCard>(page).typedOverNote().isEmpty());
}

void tst_baseline::reportsAnUnknownSizeWithoutItsPointer()
{
    Document document;
    Project project;
    project.baseline.model.emplace();
    project.baseline.model->layers = typed(32);
    document.edit(QStringLiteral("a model of layers"), std::move(project));
    BaselinePage page(document);
    QVERIFY(activated(page));
    bool wasReported = false;
    for (const Text* text : page.findChildren<Text*>()) {
        if (!text->text().contains(QStringLiteral("hidden size is not known")))
            continue;
        wasReported = true;
        QVERIFY2(text->text().startsWith(QStringLiteral("The hidden size is not known; expected")),
                 qPrintable(text->text()));
    }
    QVERIFY(wasReported);
}

void tst_baseline::numberFormatChangesOnlyThePeak()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    QVERIFY(page.showPart(QStringLiteral("target")));
    QVERIFY(!test::child<TargetCard>(page).numberFormatCombo()->isVisible());
    Q_EMIT test::child<TargetCard>(page).nodeCombo()->entryChosen(
        test::child<TargetCard>(page).nodeCombo()->findText(QStringLiteral("NVIDIA A100 SXM 80 GB")));
    Project priced = document.project();
    priced.target.priceUsdPerHour = typed(7);
    document.edit(QStringLiteral("price"), priced);
    QComboBox* format = test::child<TargetCard>(page).numberFormatCombo();
    QVERIFY(format->isVisible());
    const int fp64 = format->findText(QStringLiteral("fp64"));
    QVERIFY(fp64 >= 0);
    format->setCurrentIndex(fp64);
    Q_EMIT format->activated(fp64);
    QVERIFY(document.project().target.peakFlops->value < priced.target.peakFlops->value);
    Project otherFields = document.project();
    otherFields.target.peakFlops = priced.target.peakFlops;
    QVERIFY(otherFields == priced);
}

void tst_baseline::linkPresetFillsTheLink()
{
    const QJsonObject entry =
        baselineEntryJson(QStringLiteral("links.json"), QStringLiteral("links"), QStringLiteral("ethernet-100g"));
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    SearchCombo* link = test::child<TargetCard>(page).linkCombo();
    Q_EMIT link->entryChosen(link->findText(entry.value(QStringLiteral("name")).toString()));
    const Target& target = document.project().target;
    QCOMPARE(target.bandwidthBytesPerS->value, 12.5e9);  // 100 Gbit/s
    QCOMPARE(target.bandwidthBytesPerS->provenance.origin, Origin::Catalogue);
    QVERIFY(target.alphaS->value > 0);
    QCOMPARE(QString::fromStdString(target.link), entry.value(QStringLiteral("name")).toString());
    QVERIFY(target.node.empty());
}

void tst_baseline::acceptsUserDefinedNames()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    SearchCombo* node = test::child<TargetCard>(page).nodeCombo();
    node->setFocus();
    QTest::keyClicks(node->lineEdit(), QStringLiteral("our own machines"));
    QTest::keyClick(node->lineEdit(), Qt::Key_Return);
    QCOMPARE(document.project().target.node, std::string("our own machines"));
    QVERIFY(!document.project().target.memoryBytes);
    document.undo();
    QCOMPARE(node->currentText(), QString());
}

void tst_baseline::typingSelectsTheFirstMatch()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    const auto type = [](SearchCombo* combo, const char* text) {
        combo->setFocus();
        combo->lineEdit()->selectAll();
        QTest::keyClicks(combo->lineEdit(), QLatin1String(text));
        QTest::keyClick(combo->lineEdit(), Qt::Key_Return);
    };
    SearchCombo* node = test::child<TargetCard>(page).nodeCombo();
    type(node, "RTX4090");
    QCOMPARE(document.project().target.memoryBytes->value, 24564.0 * 1048576);  // nvidia-smi
    type(node, "H100");
    QCOMPARE(document.project().target.memoryBytes->value, 85520809984.0);
    QCOMPARE(node->currentText(), QString::fromStdString(document.project().target.node));
    QVERIFY(test::child<TargetCard>(page).nodeNameOnlyText()->isHidden());
    SearchCombo* link = test::child<TargetCard>(page).linkCombo();
    type(link, "100 GbE");
    QCOMPARE(document.project().target.bandwidthBytesPerS->value, 12.5e9);
    type(link, "10 GbE");
    QCOMPARE(document.project().target.bandwidthBytesPerS->value, 1.25e9);
    QVERIFY(test::child<TargetCard>(page).linkNameOnlyText()->isHidden());

    type(node, "our own machines");
    QCOMPARE(document.project().target.node, std::string("our own machines"));
    QCOMPARE(document.project().target.memoryBytes->value, 85520809984.0);
    QVERIFY(!test::child<TargetCard>(page).nodeNameOnlyText()->isHidden());
    type(link, "string and cans");
    QVERIFY(!test::child<TargetCard>(page).linkNameOnlyText()->isHidden());
    document.undo();
    QVERIFY(test::child<TargetCard>(page).linkNameOnlyText()->isHidden());
    QVERIFY(!test::child<TargetCard>(page).nodeNameOnlyText()->isHidden());
    type(node, "L4");
    QVERIFY(test::child<TargetCard>(page).nodeNameOnlyText()->isHidden());
}

void tst_baseline::wheelOverAPickerChangesNothing()
{
    Document document;
    BaselinePage page(document);
    QVERIFY(activated(page));
    SearchCombo* node = test::child<TargetCard>(page).nodeCombo();
    QWheelEvent wheel(QPointF(5, 5), node->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, -120), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(node, &wheel);
    QVERIFY(document.project() == Project());
}

void tst_baseline::paletteFindsItemsOfThisPage()
{
    Document document;
    document.edit(QStringLiteral("steps"), output4121());
    BaselinePage page(document);
    QVERIFY(activated(page));
    QVERIFY(page.showPart(QStringLiteral("target")));
    const std::vector<PaletteItem> items = page.paletteItems();
    for (const char* title :
         {"Measure this machine", "Run the book’s three workloads", "Add a workload step", "T_comp from the steps",
          "this machine: memory", "working set", "dataset", "latency budget", "target: alpha, latency per hop",
          "Target: NVIDIA H100 SXM", "Link: Ethernet, 100 Gbit/s"})
        QVERIFY2(item(items, QString::fromUtf8(title)), title);
    for (const char* typed : {"nccl", "bandwidth log", "timings"})
        QVERIFY2(
            matchingItems(items, QString::fromUtf8(typed)).front().title.startsWith(QStringLiteral("Import timings")),
            typed);
    QVERIFY(word(page, QStringLiteral("Import timings…"))->isVisible());
    QStringList titles;
    for (const PaletteItem& each : items)
        titles << each.title;
    QCOMPARE(titles.removeDuplicates(), 0);

    // A search text that a student would type leads to the field, not to a chart with that name.
    QCOMPARE(matchingItems(items, QStringLiteral("step time")).front().title, QStringLiteral("io-heavy: step time"));
    matchingItems(items, QStringLiteral("compute step time")).front().run();
    QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    QCOMPARE(test::child<StepsCard>(page).table()->currentIndex().row(), 0);

    QVERIFY(!word(page, QStringLiteral("Dataset and batches"))->isChecked());
    item(items, QStringLiteral("dataset"))->run();
    QVERIFY(word(page, QStringLiteral("Dataset and batches"))->isChecked());
    QCOMPARE(qobject_cast<QLineEdit*>(QApplication::focusWidget())->accessibleName(), QStringLiteral("dataset"));
    item(items, QStringLiteral("Target: NVIDIA H100 SXM"))->run();
    QCOMPARE(document.project().target.node, std::string("NVIDIA H100 SXM"));
}

// Both inputs show whether the working set fits and link to each other; neither does if one of them is missing.
void tst_baseline::comparesMemoryWithWorkingSet()
{
    Project project;
    project.baseline.machine.memoryBytes = typed(16e9);
    Document document;
    document.edit(QStringLiteral("memory"), project);
    BaselinePage page(document);
    QVERIFY(activated(page));
    const QList<MemoryFitLine*> lines = page.findChildren<MemoryFitLine*>();
    QCOMPARE(lines.size(), 2);
    QVERIFY(!lines[0]->isVisible() && !lines[1]->isVisible());
    project.baseline.workingSetBytes = typed(112e9);
    document.edit(QStringLiteral("working set"), project);
    QStringList links;
    connect(&page, &Page::fieldRequested, &page,
            [&](const QString& id, const QString& pointer) { links << id + pointer; });
    for (MemoryFitLine* line : lines) {
        page.showPart(line->parentWidget() == &test::child<StepsCard>(page) ? QStringLiteral("program")
                                                                            : QStringLiteral("machine"));
        QVERIFY(line->isVisible());
        QCOMPARE(line->sentence(), QStringLiteral("Working set 112 GB > memory 16 GB: 7× too large"));
        line->linkButton()->click();
    }
    QCOMPARE(QSet<QString>(links.begin(), links.end()),
             (QSet<QString>{QStringLiteral("/baseline/working_set_bytes"),
                            QStringLiteral("/baseline/machine/memory_bytes")}));
}

void tst_baseline::figureIsExported()
{
    Document document;
    document.edit(QStringLiteral("steps"), output4121());
    BaselinePage page(document);  // never shown
    const std::vector<ExportableFigure> figures = page.exportables();
    QCOMPARE(figures.size(), 1u);
    QCOMPARE(figures.front().name, QStringLiteral("roofline"));
    for (const FigureFormat format : {FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Csv, FigureFormat::Booktabs})
        QVERIFY(encodeFigure(*figures.front().content, format));
}

// A widget that is shown before it has a parent briefly appears as a window.
void tst_baseline::buildingThePageOpensNoWindow()
{
    struct ShownWindows : QObject {
        QStringList shown;
        bool eventFilter(QObject* watched, QEvent* event) override
        {
            if (event->type() == QEvent::Show && watched->isWidgetType() && static_cast<QWidget*>(watched)->isWindow())
                shown << QLatin1String(watched->metaObject()->className());
            return false;
        }
    } shownWindows;
    qApp->installEventFilter(&shownWindows);
    Document document;
    const BaselinePage page(document);
    QCOMPARE(shownWindows.shown, QStringList());
}

void tst_baseline::everythingIsReachable_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    QTest::newRow("1280x720") << QSize(1180, 620) << 1.0;  // the window minus rail, header and strip
    QTest::newRow("1920x1080") << QSize(1720, 980) << 1.0;
    QTest::newRow("1280x720, large type") << QSize(1160, 600) << 1.75;
    QTest::newRow("1920x1080, large type") << QSize(1800, 960) << 1.75;
}

// Nothing is cut off on the right, and content below the bottom edge can be reached by scrolling.
void tst_baseline::everythingIsReachable()
{
    QFETCH(QSize, size);
    QFETCH(double, scale);
    Theme::instance().setTypeScale(scale);
    Document document;
    document.edit(QStringLiteral("steps"), output4121());
    BaselinePage page(document);
    page.resize(size);
    QVERIFY(activated(page));
    for (const char* fold : {"Dataset and batches", "Serving budget", "Nodes, peak, memory bandwidth, power"})
        word(page, QString::fromUtf8(fold))->click();
    QApplication::processEvents();
    for (const QScrollArea* area : page.findChildren<QScrollArea*>()) {
        const QRect view = area->viewport()->rect();
        QVERIFY2(area->widget()->width() <= view.width(),
                 qPrintable(QStringLiteral("%1 in %2").arg(area->widget()->width()).arg(view.width())));
        QVERIFY(area->widget()->height() <= view.height() + area->verticalScrollBar()->maximum());
    }
    for (const QWidget* each : page.findChildren<QWidget*>()) {
        const QWidget* parent = each->parentWidget();
        if (!each->isVisible() || each->isWindow() || parent->inherits("QAbstractItemView") ||
            parent->objectName() == QLatin1String("qt_scrollarea_viewport"))
            continue;
        QVERIFY2(each->geometry().right() <= parent->width() + 1,
                 qPrintable(QStringLiteral("%1 (%2) at %3 in %4")
                                .arg(QLatin1String(each->metaObject()->className()), each->accessibleName())
                                .arg(each->geometry().right())
                                .arg(parent->width())));
    }
    const auto* button = test::child<MachineCard>(page).measureButton();
    QVERIFY(button->width() >= button->sizeHint().width());
    QVERIFY(page.rect().contains(QRect(button->mapTo(&page, QPoint()), button->size())));
}

SCALEWRIGHT_TEST(tst_baseline)

#include "tst_baseline.moc"

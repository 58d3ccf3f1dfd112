// SPDX-License-Identifier: GPL-3.0-or-later
// The Design page, checked by hand: cards, fixes, case studies, keyboard and names. Expected values: Figure 41.4.1 and
// Table 41.4.1 of the book, written out.
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <set>

#include "core/decision/analysis/analysis.h"
#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/slot_edits.h"
#include "core/project/document/project.h"
#include "tests/support/child.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/ui/design_fixture.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/text_button.h"
#include "ui/design/slots/finding_row.h"
#include "ui/design/slots/sentence_edit.h"
#include "ui/figure/chart.h"
#include "ui/predict/predict_page.h"
#include "ui/quantity/field_specs.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/theme/widgets.h"
#include "ui/words/strip_text.h"

using namespace scalewright;
using namespace scalewright::ui;
using test::accessibleNameOf;
using test::example;
using Setup = test::DesignSetup;

namespace {

/// "Checks: 1 error · 2 warnings".
QString findingsText(const DesignPage& page)
{
    for (const Text* each : page.findChildren<Text*>())
        if (each->text().startsWith(QStringLiteral("Checks: ")))
            return each->text();
    return {};
}

std::vector<std::string> choiceOptions(const DesignSlot& slot)
{
    std::vector<std::string> options;
    for (const SlotChoice& choice : slot.choices)
        options.push_back(choice.option);
    return options;
}

/// Types into the focused field and presses Return.
void type(const QString& text)
{
    QCoreApplication::processEvents();  // the field selects its text first
    QTest::keyClicks(QApplication::focusWidget(), text);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
}

}  // namespace

class tst_design_page : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(designCatalogue().has_value()); }

    // ---- cards ----

    void choosesEveryOptionOfEveryCard_data()
    {
        QTest::addColumn<int>("slot");
        QTest::addColumn<QString>("option");
        for (const Slot slot : allSlots)
            for (const SlotOption& option : designCatalogue()->menu(slot).options)
                QTest::addRow("%s %s", nameOf(slot), option.id.c_str())
                    << static_cast<int>(slot) << QString::fromStdString(option.id);
    }
    void choosesEveryOptionOfEveryCard()
    {
        QFETCH(int, slot);
        QFETCH(QString, option);
        Setup setup(test::output4141());
        const Slot which = static_cast<Slot>(slot);
        const Project before = setup.document.project();
        setup.card(which).chooseOption(0, option.toStdString());
        QCOMPARE(choiceOptions(slotOf(setup.design(), which)), std::vector<std::string>{option.toStdString()});
        const SlotOption* chosen = designCatalogue()->menu(which).find(option.toStdString());
        const QString choiceLabel = setup.choiceButton(which)->text();
        QVERIFY2(choiceLabel.startsWith(QString::fromStdString(chosen->title)), qPrintable(choiceLabel));
        QCOMPARE(choiceLabel.contains(QStringLiteral("not in the figure")), !chosen->isInFigure);
        setup.document.undo();
        QVERIFY(setup.document.project() == before);
        setup.document.redo();
        QVERIFY(isOptionChosen(slotOf(setup.design(), which), option.toStdString()));
    }

    // If nothing is chosen, the cards show the menus from Figure 41.4.1 in the same order.
    void cardsShowTheFiguresMenus()
    {
        Setup setup(Project{});
        setup.show();
        const std::array<QStringList, 6> figure{
            {{QStringLiteral("Split data"), QStringLiteral("Shard model"), QStringLiteral("Split work")},
             {QStringLiteral("All-reduce"), QStringLiteral("Parameter server"), QStringLiteral("Gossip"),
              QStringLiteral("Scatter-gather")},
             {QStringLiteral("Synchronous"), QStringLiteral("Asynchronous"), QStringLiteral("Bounded staleness")},
             {QStringLiteral("Central coordinator"), QStringLiteral("Decentralized")},
             {QStringLiteral("Checkpoint and restart"), QStringLiteral("Elastic"),
              QStringLiteral("Replicate or re-execute")},
             {QStringLiteral("Even sharding"), QStringLiteral("Straggler mitigation")}}};
        for (const Slot slot : allSlots) {
            QStringList visibleOptions;
            for (const TextButton* button : setup.card(slot).findChildren<TextButton*>())
                if (button->isVisible())
                    visibleOptions << button->text();
            QCOMPARE(visibleOptions, figure.at(static_cast<std::size_t>(slot)));
        }
    }

    void menuButtonFillsTheSlot()
    {
        Setup setup(Project{});
        setup.show();
        setup.card(Slot::Consistency).focusChoice();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(choiceOptions(setup.design().consistency.slot), std::vector<std::string>{"synchronous"});
        QCOMPARE(QApplication::focusWidget(), setup.choiceButton(Slot::Consistency));
        setup.document.undo();
        QVERIFY(setup.design().consistency.slot.choices.empty());
    }

    void twoChoicesWithScopes()
    {
        Setup setup(Project{});
        setup.show();
        SlotCard& card = setup.card(Slot::Consistency);
        card.chooseOption(0, "synchronous");
        const Project one = setup.document.project();
        card.addChoice();
        QCOMPARE(setup.design().consistency.slot.choices.size(), std::size_t(2));
        card.chooseOption(1, "eventual");
        setup.document.edit(QStringLiteral("scope"),
                            withScope(setup.document.project(), Slot::Consistency, 0, "training"));
        QCOMPARE(choiceOptions(setup.design().consistency.slot), (std::vector<std::string>{"synchronous", "eventual"}));
        card.removeChoice(1);
        // The scope is removed with the second choice, which it was there to distinguish.
        QVERIFY(setup.document.project() == one);
        setup.document.undo();
        QCOMPARE(setup.design().consistency.slot.choices.size(), std::size_t(2));
    }

    void typingIsOneUndoStep_data()
    {
        QTest::addColumn<int>("slot");
        for (const Slot slot : allSlots)
            QTest::addRow("%s", nameOf(slot)) << static_cast<int>(slot);
    }
    void typingIsOneUndoStep()
    {
        QFETCH(int, slot);
        const Slot which = static_cast<Slot>(slot);
        Setup setup(example("student-a"));
        setup.show();
        setup.page->focusField(QStringLiteral("/design/%1/justification").arg(QLatin1String(nameOf(which))));
        auto* field = qobject_cast<SentenceEdit*>(QApplication::focusWidget());
        QVERIFY(field && setup.card(which).isAncestorOf(field));
        QVERIFY(field->accessibleName().endsWith(QStringLiteral(": why this choice")));
        const Project before = setup.document.project();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("because I measured it"));
        QCOMPARE(slotOf(setup.design(), which).justification, std::string("because I measured it"));
        setup.document.undo();
        QVERIFY(setup.document.project() == before);
        QCOMPARE(field->toPlainText().toStdString(), slotOf(before.design, which).justification);
        // Typing after an undo is a separate undo step, and the field leaves Ctrl+Z to the document.
        QTest::keyClicks(field, QStringLiteral("x"));
        setup.document.undo();
        QVERIFY(setup.document.project() == before);
        QKeyEvent shortcut(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        QApplication::sendEvent(field, &shortcut);
        QVERIFY(!shortcut.isAccepted());
    }

    void pastedParagraphBecomesOneLine()
    {
        Setup setup(example("student-a"));
        setup.show();
        setup.page->focusField(QStringLiteral("/design/coordination/on_loss"));
        auto* field = qobject_cast<SentenceEdit*>(QApplication::focusWidget());
        QVERIFY(field);
        field->selectAll();
        QGuiApplication::clipboard()->setText(QStringLiteral("the launcher\nstarts   again\n"));
        field->paste();
        QCOMPARE(setup.design().coordination.onLoss, std::string("the launcher starts again"));
    }

    void quantities_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("refused");
        const auto row = [](const char* pointer, const char* good, double value, const char* bad) {
            QTest::addRow("%s", pointer) << QString::fromLatin1(pointer) << QString::fromLatin1(good) << value
                                         << QString::fromLatin1(bad);
        };
        row("/design/partitioning/partitions", "256", 256, "0");
        row("/design/communication/message_bytes", "7B params bf16", 14e9, "-1");
        row("/design/communication/overlap", "0.5", 0.5, "1.5");
        row("/design/communication/local_steps", "8", 8, "2.5");
        row("/design/consistency/tolerated_staleness_steps", "0", 0, "-1");
        row("/design/coordination/seconds_per_worker", "20us", 20e-6, "20 bytes");
        row("/design/fault_tolerance/checkpoint_interval_s", "30min", 1800, "0");
        row("/design/fault_tolerance/checkpoint_s", "5min", 300, "-2");
        row("/design/fault_tolerance/restart_s", "90s", 90, "soon");
        row("/target/node_mtbf_s", "1000h", 3.6e6, "0");
        row("/design/load_balancing/jitter_s", "3ms", 0.003, "-1");
        row("/design/load_balancing/skew", "1.25", 1.25, "0.5");
        row("/design/load_balancing/backup_workers", "2", 2, "1.5");
    }
    // Jitter is typed as a time or as a share of the compute time: an error in one field names the other.
    void namesTheNeighbouringField()
    {
        Setup setup(test::output4141());
        setup.show();
        const auto refused = [&](const char* pointer, const QString& text) {
            QuantityEdit* edit = setup.card(Slot::LoadBalancing).parameterGrid().editorFor(QLatin1String(pointer));
            setup.page->focusField(QLatin1String(pointer));
            type(text);
            const QString error = edit->errorText();
            edit->focusValueField();
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
            return error;
        };
        const QString timeLabel = fieldLabel(fieldOf(&LoadBalancing::jitterS)),
                      shareLabel = fieldLabel(fieldOf(&LoadBalancing::jitterShare));
        QVERIFY(refused("/design/load_balancing/jitter_s", QStringLiteral("5 %")).contains(shareLabel));
        QVERIFY(refused("/design/load_balancing/jitter_share", QStringLiteral("3ms")).contains(timeLabel));
        const QString unrelatedError = refused("/design/load_balancing/jitter_s", QStringLiteral("3 parsecs"));
        QVERIFY(!unrelatedError.isEmpty() && !unrelatedError.contains(shareLabel));
        setup.page->focusField(QStringLiteral("/design/load_balancing/jitter_share"));
        type(QStringLiteral("5 %"));
        QCOMPARE(setup.document.project().design.loadBalancing.jitterShare->value, 0.05);
    }

    void quantities()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, typed);
        QFETCH(double, value);
        QFETCH(QString, refused);
        Setup setup(test::output4141());
        setup.show();
        const Project before = setup.document.project();
        QuantityEdit* edit = nullptr;
        for (const Slot slot : allSlots)
            if (QuantityEdit* found = setup.card(slot).parameterGrid().editorFor(pointer))
                edit = found;
        QVERIFY(edit);
        setup.page->focusField(pointer);
        QVERIFY(edit->isAncestorOf(QApplication::focusWidget()));
        type(typed);
        QVERIFY(edit->quantity().has_value());
        QCOMPARE(edit->quantity()->value, value);
        QVERIFY(!(setup.document.project() == before));
        const Project after = setup.document.project();
        edit->focusValueField();
        type(refused);
        QVERIFY(!edit->errorText().isEmpty());
        QVERIFY(setup.document.project() == after);
        setup.document.undo();
        QVERIFY(setup.document.project() == before);
    }

    void intervalCanBeResetToDalys()
    {
        Setup setup(example("student-a"));
        setup.show();
        Project with = setup.document.project();
        with.design.faultTolerance.checkpointIntervalS = typed(900);
        setup.document.edit(QStringLiteral("tau"), with);
        const QString pointer = QStringLiteral("/design/fault_tolerance/checkpoint_interval_s");
        setup.page->focusField(pointer);
        QPushButton* unset = setup.card(Slot::FaultTolerance).parameterGrid().unsetButton(pointer);
        QVERIFY(unset && unset->isVisible());
        QCoreApplication::processEvents();  // the expanded card is laid out
        QTest::mouseClick(unset, Qt::LeftButton);
        QVERIFY(!setup.design().faultTolerance.checkpointIntervalS);
        QVERIFY(!unset->isVisible());
        setup.document.undo();
        QCOMPARE(setup.design().faultTolerance.checkpointIntervalS, MaybeQuantity(typed(900)));
    }

    void everyPointerHasAField()
    {
        Setup setup(example("student-b"));
        setup.show();
        Project full = setup.document.project();
        full.design.consistency.stalenessSteps = typed(4);
        full.design.communication.overlap = typed(0.5);
        full.design.communication.neighbours = typed(2);
        full.design.communication.participation = typed(0.5);
        setup.document.edit(QStringLiteral("full"), full);
        for (const char* pointer : {"/design/partitioning/unit",
                                    "/design/partitioning/replicated",
                                    "/design/partitioning/partitions",
                                    "/design/communication/pattern",
                                    "/design/communication/message_bytes",
                                    "/design/communication/shards",
                                    "/design/communication/neighbours",
                                    "/design/communication/participation",
                                    "/design/communication/local_steps",
                                    "/design/communication/overlap",
                                    "/design/communication/backward_share",
                                    "/design/communication/last_bucket_bytes",
                                    "/design/consistency/staleness_steps",
                                    "/design/consistency/tolerated_staleness_steps",
                                    "/design/coordination/seconds_per_worker",
                                    "/design/coordination/on_loss",
                                    "/design/fault_tolerance/checkpoint_interval_s",
                                    "/design/fault_tolerance/checkpoint_s",
                                    "/design/fault_tolerance/restart_s",
                                    "/target/node_mtbf_s",
                                    "/target/preemptible",
                                    "/design/load_balancing/jitter_s",
                                    "/design/load_balancing/jitter_shape",
                                    "/design/load_balancing/skew",
                                    "/design/load_balancing/backup_workers",
                                    "/design/consistency/rejected",
                                    "/design/consistency/rejected_because",
                                    "/design/consistency/choices"}) {
            setup.page->setFocus();
            setup.page->focusField(QString::fromLatin1(pointer));
            QWidget* focus = QApplication::focusWidget();
            QVERIFY2(focus && focus != setup.page.get() && focus->isVisible(), pointer);
            const QString slot = QString::fromLatin1(pointer).section(QLatin1Char('/'), 2, 2);
            for (const Slot each : allSlots)
                if (slot == QLatin1String(nameOf(each)))
                    QVERIFY2(setup.card(each).isAncestorOf(focus), pointer);
        }
    }

    // ---- one pattern ----

    void choiceAndPatternStayConsistent()
    {
        Setup setup(test::output4141());
        SlotCard& card = setup.card(Slot::Communication);
        // Choosing a pattern does not fill a slot: that is the student's choice.
        card.choosePattern(Pattern::Gossip);
        QVERIFY(setup.design().communication.slot.choices.empty());
        card.chooseOption(0, "parameter-server");
        QCOMPARE(setup.design().communication.pattern, Pattern::ParameterServer);
        card.choosePattern(Pattern::RabenseifnerAllReduce);
        QCOMPARE(choiceOptions(setup.design().communication.slot), std::vector<std::string>{"all-reduce"});
        card.choosePattern(Pattern::HierarchicalAllReduce);
        QCOMPARE(choiceOptions(setup.design().communication.slot), std::vector<std::string>{"all-reduce"});
        // Adding a second kind of exchange keeps the pattern of the first.
        card.chooseOption(1, "parameter-server");
        QCOMPARE(setup.design().communication.pattern, Pattern::HierarchicalAllReduce);
        card.removeChoice(0);
        QCOMPARE(setup.design().communication.pattern, Pattern::ParameterServer);
        // No pattern can price a pipeline: a message says so, and the old pattern is kept.
        card.chooseOption(0, "pipeline");
        QCOMPARE(setup.design().communication.pattern, Pattern::ParameterServer);
    }

    void predictChangesTheSamePattern()
    {
        Setup setup(test::output4141());
        setup.card(Slot::Communication).chooseOption(0, "all-reduce");
        PredictPage predict(setup.document);
        for (const PaletteItem& item : predict.paletteItems())
            if (item.kind == PaletteItem::Kind::Pattern && item.title == QLatin1String("gossip"))
                item.run();
        QCOMPARE(setup.design().communication.pattern, Pattern::Gossip);
        QCOMPARE(choiceOptions(setup.design().communication.slot), std::vector<std::string>{"gossip"});
        setup.document.undo();
        QCOMPARE(choiceOptions(setup.design().communication.slot), std::vector<std::string>{"all-reduce"});
    }

    // ---- checks ----

    // For every fix offered for any of these designs: applying it removes the finding, and undo restores the design.
    void everyFixAppliesAndUndoes()
    {
        std::vector<Project> projects;
        for (const char* name : {"student-a", "student-b"}) {
            Project base = example(name);
            projects.push_back(base);
            for (const CaseStudy& study : designCatalogue()->caseStudies)
                projects.push_back(withCaseStudy(base, study));
            base.plan.p = 300;
            base.target.preemptible = true;
            base.target.nodeMtbfS = typed(3.6e6);
            base.design.partitioning.partitions = typed(64);
            base.design.faultTolerance.checkpointS = typed(120);
            base.design.faultTolerance.checkpointIntervalS = typed(60);
            base.design.consistency.toleratedStalenessSteps = typed(0);
            base.design.loadBalancing.jitterS = typed(0.02);
            base.design.coordination.onLoss.clear();
            for (const Slot slot : allSlots)
                for (const SlotOption& option : designCatalogue()->menu(slot).options) {
                    Project one = base;
                    slotOf(one.design, slot) = {};
                    projects.push_back(withChoice(one, *designCatalogue(), slot, 0, option.id));
                }
        }
        Setup setup(Project{});
        setup.show();
        std::set<std::string> fixed;
        for (const Project& project : projects) {
            setup.document.edit(QStringLiteral("design"), project);
            for (const Slot slot : allSlots) {
                const std::size_t rows = setup.card(slot).visibleFindingRows().size();
                for (std::size_t i = 0; i < rows; ++i) {
                    FindingRow* row = setup.card(slot).visibleFindingRows().at(i);
                    const Finding finding = row->finding();
                    QCOMPARE(finding.slotsRead.front(), slot);
                    if (!finding.fix || fixed.count(finding.ruleName) > 0)
                        continue;
                    QTest::mouseClick(&test::child<TextButton>(*row), Qt::LeftButton);
                    QVERIFY2(setup.document.undoText().contains(QString::fromStdString(finding.fix->title)),
                             finding.ruleName.c_str());
                    for (const Finding& left : setup.document.findings())
                        QVERIFY2(left.ruleName != finding.ruleName || left.text != finding.text, finding.text.c_str());
                    setup.document.undo();
                    QVERIFY2(setup.document.project() == project, finding.ruleName.c_str());
                    fixed.insert(finding.ruleName);
                }
            }
        }
        QVERIFY2(fixed.size() >= 10, qPrintable(QString::number(fixed.size())));
        // They include the rules named in the issue.
        for (const char* rule :
             {"asynchronous-with-barrier-collective", "preemptible-without-recovery",
              "checkpoint-interval-far-from-daly", "coordinator-loss-unplanned", "more-workers-than-partitions"})
            QVERIFY2(fixed.count(rule) == 1, rule);
    }

    void findingWithoutAFixLinksToItsField()
    {
        Setup setup(withCaseStudy(example("student-b"), *designCatalogue()->find("recommendation")));
        setup.show();
        for (FindingRow* row : setup.card(Slot::Consistency).visibleFindingRows())
            if (row->finding().ruleName == "staleness-bound-not-given") {
                QVERIFY(!row->finding().fix);
                QTest::mouseClick(&test::child<TextButton>(*row), Qt::LeftButton);
                QVERIFY(setup.card(Slot::Consistency)
                            .parameterGrid()
                            .editorFor(QStringLiteral("/design/consistency/staleness_steps"))
                            ->isAncestorOf(QApplication::focusWidget()));
                return;
            }
        QFAIL("the finding is not on its card");
    }

    // Exercise 41.4.3: synchronous instead of bounded staleness, with jitter.
    void forcedSynchronousChangesNumbersAndChecks()
    {
        Project project = withCaseStudy(example("student-b"), *designCatalogue()->find("recommendation"));
        project.design.consistency.stalenessSteps = typed(4);
        project.design.loadBalancing.jitterS = typed(0.01);
        Setup setup(project);
        const QString bounded = setup.page->basisText(), found = findingsText(*setup.page);
        const double speedup = setup.document.analysis().pStarRow.speedup;
        const auto waits = [&] {
            for (const Finding& finding : setup.document.findings())
                if (finding.ruleName == "synchronous-without-straggler-plan")
                    return true;
            return false;
        };
        QVERIFY(!waits());
        setup.card(Slot::Consistency).chooseOption(0, "synchronous");
        QVERIFY(waits());
        QVERIFY(setup.document.analysis().pStarRow.speedup < speedup);
        QVERIFY(setup.page->basisText() != bounded);
        setup.document.undo();
        QCOMPARE(setup.page->basisText(), bounded);
        QCOMPARE(findingsText(*setup.page), found);
    }

    void stripReportsAnImpossibleDesign()
    {
        Setup setup(example("student-a"));
        QVERIFY(stripText(setup.document.project(), setup.document.analysis(), setup.document.designErrorCount())
                    .designProblems.isEmpty());
        setup.card(Slot::Consistency).chooseOption(0, "asynchronous");
        QCOMPARE(stripText(setup.document.project(), setup.document.analysis(), setup.document.designErrorCount())
                     .designProblems,
                 QStringLiteral("the design cannot work: 1 failed check"));
        QCOMPARE(setup.document.designErrorCount(), count(setup.document.findings(), Severity::Error));
        QVERIFY(findingsText(*setup.page).contains(QStringLiteral("1 error")));
    }

    // ---- case studies ----

    // Table 41.4.1, row by row, in the words of the figure's menu or of the options outside it.
    void caseStudies_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QStringList>("slotTexts");
        const auto row = [](const char* id, const QStringList& texts) {
            QTest::addRow("%s", id) << QString::fromLatin1(id) << texts;
        };
        const auto s = [](const char* text) { return QString::fromLatin1(text); };
        row("web-scale-rag", {s("split-data split-data"), s("scatter-gather"), s("eventual"), s("central-coordinator"),
                              s("replicate-re-execute replicate-re-execute")});
        row("federated-medical", {s("split-data"), s("federated-aggregation gossip"), s("bounded-staleness"),
                                  s("decentralized"), s("client-dropout")});
        row("recommendation", {s("shard-model"), s("parameter-server"), s("bounded-staleness"),
                               s("central-coordinator decentralized"), s("replicate-re-execute checkpoint-restart")});
        row("robot-swarm", {s("split-work"), s("gossip"), s("asynchronous"), s("decentralized"), s("graceful-loss")});
        row("agentic-llm", {s("shard-model split-work"), s("all-reduce scatter-gather"), s("synchronous eventual"),
                            s("central-coordinator"), s("checkpoint-restart elastic")});
    }
    void caseStudies()
    {
        QFETCH(QString, id);
        QFETCH(QStringList, slotTexts);
        Setup setup(example("student-a"));
        const Project before = setup.document.project();
        setup.page->loadCaseStudy(id.toStdString());
        for (std::size_t i = 0; i < 5; ++i) {
            QStringList options;
            for (const std::string& option : choiceOptions(slotOf(setup.design(), allSlots[i])))
                options << QString::fromStdString(option);
            QCOMPARE(options.join(QLatin1Char(' ')), slotTexts.at(static_cast<qsizetype>(i)));
        }
        QVERIFY(setup.design().loadBalancing.slot.choices.empty());
        QStringList sentences;
        for (const QLabel* label : setup.card(Slot::LoadBalancing).findChildren<QLabel*>())
            if (!label->isHidden())
                sentences << label->text();
        QVERIFY(sentences.join(QLatin1Char(' ')).contains(QStringLiteral("Not given in the table")));
        QCOMPARE(setup.design().communication.messageBytes, before.design.communication.messageBytes);
        QVERIFY(setup.document.analysis().prediction != nullptr);
        setup.card(Slot::LoadBalancing).chooseOption(0, "even-sharding");
        for (const QLabel* label : setup.card(Slot::LoadBalancing).findChildren<QLabel*>())
            QVERIFY(label->isHidden() || !label->text().contains(QStringLiteral("Not given")));
        setup.document.undo();
        setup.document.undo();
        QVERIFY(setup.document.project() == before);
    }

    void lectureKeysLoadCaseStudies()
    {
        Setup setup(test::output4141());
        QCOMPARE(setup.page->presets(),
                 (QStringList{QStringLiteral("Web-scale RAG"), QStringLiteral("Federated medical"),
                              QStringLiteral("Recommendation"), QStringLiteral("Robot swarm"),
                              QStringLiteral("Agentic LLM")}));
        setup.page->applyPreset(3);
        QCOMPARE(choiceOptions(setup.design().communication.slot), std::vector<std::string>{"gossip"});
        setup.document.endPresentation();
        QVERIFY(setup.document.project() == test::output4141());
    }

    // A project saved before slots existed: it has only a pattern and a message.
    void anOldProjectOpens()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("old.scalewright"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"format": "scalewright-project", "version": 1, "title": "old", "baseline": {"t_comp_s": 1},
            "target": {"alpha_s": 0.0008, "bandwidth_bytes_per_s": 25000000000},
            "design": {"communication": {"pattern": "ring-all-reduce", "message_bytes": 1000000000}}, "plan": {"p": 13}})");
        file.close();
        Document document;
        QVERIFY(document.open(path).has_value());
        DesignPage page(document);
        page.resize(1204, 624);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QVERIFY(!document.isModified());
        QCOMPARE(DesignPage::entry().state(document), PageState::Empty);
        QVERIFY(findingsText(page).contains(QStringLiteral("6 slots open")));
        QVERIFY(page.basisText().contains(QStringLiteral("plan p 13")));
        page.slotCard(Slot::Communication).chooseOption(0, "all-reduce");
        QCOMPARE(document.project().design.communication.pattern, Pattern::RingAllReduce);  // it was one already
        QCOMPARE(DesignPage::entry().state(document), PageState::Assumed);
    }

    // ---- keyboard and names ----

    void altNumbersSelectCards()
    {
        Setup setup(example("student-a"));
        setup.show();
        for (const Slot slot : allSlots) {
            QTest::keyClick(setup.page.get(), static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(slot)),
                            Qt::AltModifier);
            QCOMPARE(QApplication::focusWidget(), setup.choiceButton(slot));
        }
    }

    // Tab moves card by card and reaches everything that accepts focus.
    void tabWalksCardByCard()
    {
        Setup setup(withCaseStudy(example("student-b"), *designCatalogue()->find("agentic-llm")));
        setup.show();
        setup.card(Slot::Communication).setParametersShown(true);
        setup.document.edit(QStringLiteral("again"), test::output4141());  // rows come and go
        setup.document.undo();
        setup.card(Slot::Partitioning).focusChoice();
        while (setup.card(Slot::Partitioning).isAncestorOf(QApplication::focusWidget()))  // to the card's first stop
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QWidget* first = QApplication::focusWidget();
        QVERIFY(setup.card(Slot::Partitioning).isAncestorOf(first));
        QList<QWidget*> order;
        do {
            order << QApplication::focusWidget();
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        } while (QApplication::focusWidget() != first && order.size() < 300);
        QCOMPARE(QApplication::focusWidget(), first);
        int last = 0;
        for (QWidget* stop : order)
            for (const Slot slot : allSlots)
                if (setup.card(slot).isAncestorOf(stop)) {
                    QVERIFY2(static_cast<int>(slot) >= last, qPrintable(accessibleNameOf(stop)));
                    last = static_cast<int>(slot);
                }
        QCOMPARE(last, 5);
        for (QWidget* widget : setup.page->findChildren<QWidget*>())
            if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) != 0 &&
                !widget->focusProxy())
                QVERIFY2(order.contains(widget), qPrintable(QLatin1String(widget->metaObject()->className()) +
                                                            QLatin1Char(' ') + accessibleNameOf(widget)));
    }

    // Another project is opened while the user types in a card: the object that is notified of the focus change is then
    // partly destroyed.
    void closesWhileACardHasFocus()
    {
        for (const char* pointer : {"/design/consistency/rejected", "/design/consistency/rejected_because",
                                    "/design/load_balancing/jitter_s", "/design/consistency/choices"}) {
            QWidget window;  // outlives the page: a top-level page would release the focus before its destructor
            Setup setup(example("student-a"));
            setup.page->setParent(&window);
            window.show();
            QVERIFY(QTest::qWaitForWindowActive(&window));
            setup.page->focusField(QString::fromLatin1(pointer));
            QVERIFY2(QApplication::focusWidget() && setup.page->isAncestorOf(QApplication::focusWidget()), pointer);
            setup.page.reset();
            QVERIFY(!QApplication::focusWidget());
        }
    }

    void everythingHasAName()
    {
        for (const char* name : {"student-a", "student-b", "output-41.4.1"}) {
            Setup setup(example(name));
            setup.show();
            for (const Slot slot : allSlots) {
                setup.card(slot).setParametersShown(true);
                setup.card(slot).setRejectedShown(true);
            }
            int found = 0;
            for (const QString& tab : setup.page->tabIds()) {
                setup.page->showTab(tab);
                for (QWidget* widget : setup.page->findChildren<QWidget*>()) {
                    if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus)
                        continue;
                    QVERIFY2(!accessibleNameOf(widget).isEmpty(), widget->metaObject()->className());
                    ++found;
                }
            }
            QVERIFY(found > 60);
        }
    }

    void thePaletteFindsOptionsAndStudies()
    {
        Setup setup(test::output4141());
        const auto run = [&](const char* title) {
            for (const PaletteItem& item : setup.page->paletteItems())
                if (item.title == QLatin1String(title)) {
                    item.run();
                    return true;
                }
            return false;
        };
        QVERIFY(run("Consistency: Bounded staleness"));
        QVERIFY(isOptionChosen(setup.design().consistency.slot, "bounded-staleness"));
        QVERIFY(run("Case study: Robot swarm"));
        QVERIFY(isOptionChosen(setup.design().consistency.slot, "asynchronous"));
        QVERIFY(run("Design: Compare"));
        QCOMPARE(setup.page->currentTab(), QStringLiteral("compare"));
    }
};

SCALEWRIGHT_TEST(tst_design_page)
#include "tst_design_page.moc"

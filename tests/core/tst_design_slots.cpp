// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: the menus of Figure 41.4.1, the rows of Table 41.4.1 and the collectives of Table 41.5.1, typed from
// the book.
#include <QFile>
#include <QTest>

#include <map>
#include <set>

#include "core/base/error/parse_name.h"
#include "core/design/slots/slot_edits.h"
#include "core/design/slots/slots.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

std::string catalogueText()
{
    QFile file(test::sourceFile("resources/catalogue/design.json"));
    if (!file.open(QIODevice::ReadOnly))
        QTest::qFail(qPrintable(file.fileName()), __FILE__, __LINE__);
    return file.readAll().toStdString();
}

DesignCatalogue shippedMenus()
{
    const Result<DesignCatalogue> catalogue = parseDesignCatalogue(catalogueText());
    if (!catalogue)
        QTest::qFail(describe(catalogue.error()).c_str(), __FILE__, __LINE__);
    return catalogue.value_or(DesignCatalogue{});
}

std::vector<std::string> figureOptionIds(const SlotMenu& menu)
{
    std::vector<std::string> ids;
    for (const SlotOption& option : menu.options)
        if (option.isInFigure)
            ids.push_back(option.id);
    return ids;
}

}  // namespace

class tst_design_slots : public QObject {
    Q_OBJECT

private slots:
    void theFiguresMenus_data();
    void theFiguresMenus();
    void options();
    void everyPatternIsAnOptionOfSlotTwo();
    void caseStudies_data();
    void caseStudies();
    void caseStudiesLeaveLoadBalancingOut();
    void brokenCatalogues_data();
    void brokenCatalogues();
    void installed();
    void slotNamesRoundTrip();
    void findsTheSlotsOfADesign();
    void words();
    void reasonIsRemovedWithItsChoice();
    void choosingClearsTheRejection();
    void fixRemovesTheReason();
    void listsParametersOfEverySlot();
    void pricesACaseStudyWithProjectNumbers();
};

void tst_design_slots::theFiguresMenus_data()
{
    QTest::addColumn<int>("slot");
    QTest::addColumn<QByteArray>("title");
    QTest::addColumn<QByteArray>("chapters");
    QTest::addColumn<QStringList>("inFigure");
    QTest::addColumn<QStringList>("outside");
    const auto row = [](Slot slot, const char* title, const char* chapters, const QStringList& inFigure,
                        const QStringList& outside) {
        QTest::newRow(title) << static_cast<int>(slot) << QByteArray(title) << QByteArray(chapters) << inFigure
                             << outside;
    };
    row(Slot::Partitioning, "Partitioning", "Ch 2, 8, 11, 16", {"split-data", "shard-model", "split-work"}, {});
    row(Slot::Communication, "Communication", "Ch 4, 11",
        {"all-reduce", "parameter-server", "gossip", "scatter-gather"},
        {"federated-aggregation", "shuffle", "reduce-scatter-all-gather", "fully-sharded", "pipeline"});
    row(Slot::Consistency, "Consistency", "Ch 2, 10", {"synchronous", "asynchronous", "bounded-staleness"},
        {"eventual"});
    row(Slot::Coordination, "Coordination", "Ch 1.4, 2", {"central-coordinator", "decentralized"}, {});
    row(Slot::FaultTolerance, "Fault tolerance", "Ch 18, 35", {"checkpoint-restart", "elastic", "replicate-re-execute"},
        {"client-dropout", "graceful-loss"});
    row(Slot::LoadBalancing, "Load balancing", "Ch 3, 18", {"even-sharding", "straggler-mitigation"}, {});
}

void tst_design_slots::theFiguresMenus()
{
    QFETCH(int, slot);
    QFETCH(QByteArray, title);
    QFETCH(QByteArray, chapters);
    QFETCH(QStringList, inFigure);
    QFETCH(QStringList, outside);
    const DesignCatalogue catalogue = shippedMenus();
    const SlotMenu& menu = catalogue.menu(static_cast<Slot>(slot));
    QCOMPARE(static_cast<int>(menu.slot), slot);
    QCOMPARE(menu.title, title.toStdString());
    QCOMPARE(menu.chapters, chapters.toStdString());
    const auto texts = [](const QStringList& list) {
        std::vector<std::string> ids;
        for (const QString& each : list)
            ids.push_back(each.toStdString());
        return ids;
    };
    QVERIFY(figureOptionIds(menu) == texts(inFigure));
    // Options from the book's tables; options added by this program state that they are in none of its menus.
    std::vector<std::string> tableIds;
    for (const SlotOption& option : menu.options)
        if (!option.isInFigure && option.source.rfind("not in the book's menus", 0) != 0)
            tableIds.push_back(option.id);
    QVERIFY(tableIds == texts(outside));
}

void tst_design_slots::options()
{
    const DesignCatalogue catalogue = shippedMenus();
    QVERIFY(!catalogue.source.empty() && !catalogue.date.empty());
    std::set<std::string> seen;
    for (const Slot slot : allSlots)
        for (const SlotOption& option : catalogue.menu(slot).options) {
            QVERIFY2(seen.insert(option.id).second, option.id.c_str());
            QCOMPARE(option.isInFigure, option.source == "Figure 41.4.1");
        }
    // The text below the options in the figure.
    const std::map<std::string, std::string> words{{"split-data", "by example"},
                                                   {"shard-model", "by parameter"},
                                                   {"split-work", "by task / key"},
                                                   {"all-reduce", "collective"},
                                                   {"parameter-server", "push / pull"},
                                                   {"gossip", "peer"},
                                                   {"scatter-gather", "coordinator"},
                                                   {"synchronous", "barrier"},
                                                   {"asynchronous", "stale"},
                                                   {"bounded-staleness", "SSP"},
                                                   {"central-coordinator", "scheduler / driver"},
                                                   {"decentralized", "peer / consensus"},
                                                   {"elastic", "re-rank"},
                                                   {"even-sharding", "hash / range"},
                                                   {"straggler-mitigation", "backup / speculative"}};
    for (const Slot slot : allSlots)
        for (const SlotOption& option : catalogue.menu(slot).options)
            if (const auto word = words.find(option.id); word != words.end())
                QCOMPARE(option.figureLabel, word->second);
}

void tst_design_slots::everyPatternIsAnOptionOfSlotTwo()
{
    const DesignCatalogue catalogue = shippedMenus();
    std::set<Pattern> carried;
    for (const SlotOption& option : catalogue.menu(Slot::Communication).options) {
        QCOMPARE(option.patterns.empty(), !option.notPricedReason.empty());
        carried.insert(option.patterns.begin(), option.patterns.end());
    }
    // Every pattern with a formula can be chosen, and the pipeline says that it has none.
    for (const Pattern pattern : allPatterns)
        QVERIFY2(carried.contains(pattern), patternName(pattern));
    QVERIFY(catalogue.menu(Slot::Communication).find("pipeline")->patterns.empty());
    QVERIFY(catalogue.menu(Slot::Communication).find("all-reduce")->patterns.front() == Pattern::RingAllReduce);
}

void tst_design_slots::caseStudies_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("chapter");
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QStringList>("filled");  // the first five slots, options joined by +
    const auto row = [](const char* id, const char* chapter, const char* pattern, const QStringList& filled) {
        QTest::newRow(id) << QByteArray(id) << QByteArray(chapter) << QByteArray(pattern) << filled;
    };
    row("web-scale-rag", "Ch 36", "scatter-gather",
        {"split-data+split-data", "scatter-gather", "eventual", "central-coordinator",
         "replicate-re-execute+replicate-re-execute"});
    row("federated-medical", "Ch 37", "federated-averaging",
        {"split-data", "federated-aggregation+gossip", "bounded-staleness", "decentralized", "client-dropout"});
    row("recommendation", "Ch 38", "parameter-server",
        {"shard-model", "parameter-server", "bounded-staleness", "central-coordinator+decentralized",
         "replicate-re-execute+checkpoint-restart"});
    row("robot-swarm", "Ch 39", "gossip", {"split-work", "gossip", "asynchronous", "decentralized", "graceful-loss"});
    row("agentic-llm", "Ch 40", "ring-all-reduce",
        {"shard-model+split-work", "all-reduce+scatter-gather", "synchronous+eventual", "central-coordinator",
         "checkpoint-restart+elastic"});
}

void tst_design_slots::caseStudies()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, chapter);
    QFETCH(QByteArray, pattern);
    QFETCH(QStringList, filled);
    const DesignCatalogue catalogue = shippedMenus();
    const CaseStudy* study = catalogue.find(id.toStdString());
    QVERIFY(study != nullptr);
    QCOMPARE(study->chapter, chapter.toStdString());
    QCOMPARE(patternName(study->design.communication.pattern), pattern.constData());
    for (int i = 0; i < filled.size(); ++i) {
        QStringList chosen;
        for (const SlotChoice& choice : slotOf(study->design, allSlots[static_cast<std::size_t>(i)]).choices) {
            chosen << QString::fromStdString(choice.option);
            if (filled.at(i).contains('+'))
                QVERIFY(!choice.scope.empty());
        }
        QCOMPARE(chosen.join('+'), filled.at(i));
    }
}

void tst_design_slots::caseStudiesLeaveLoadBalancingOut()
{
    const DesignCatalogue catalogue = shippedMenus();
    QCOMPARE(catalogue.caseStudies.size(), std::size_t{5});
    QCOMPARE(catalogue.notGivenText, std::string("not given in the table"));
    for (const CaseStudy& study : catalogue.caseStudies)
        QVERIFY(study.design.loadBalancing == LoadBalancing{});
    // Serving and training are two values of one slot.
    const Design& agentic = catalogue.find("agentic-llm")->design;
    QCOMPARE(slotText(catalogue, agentic, Slot::Consistency),
             std::string("Synchronous (training) + eventual (serving)"));
    QCOMPARE(slotText(catalogue, agentic, Slot::LoadBalancing), std::string("not filled"));
}

void tst_design_slots::brokenCatalogues_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* from, const char* to, const char* expectedText) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(expectedText);
    };
    row("another file", "scalewright-design", "scalewright-axes", "/format");
    row("no source", "\"source\": \"book 41.4, Figure", "\"sauce\": \"book 41.4, Figure",
        "/source: the member is missing");
    row("unknown slot", "\"slot\": \"consistency\"", "\"slot\": \"consitency\"", "/menus/2/slot");
    row("slot twice", "\"slot\": \"consistency\"", "\"slot\": \"coordination\"", "slot consistency appears 0 times");
    row("option twice", "{\"id\": \"shard-model\"", "{\"id\": \"split-data\"", "/menus/0/options/1/id");
    row("no title", "\"title\": \"Gossip\", ", "", "/menus/1/options/2/title");
    row("a pattern without its option", "{\"id\": \"shuffle\"", "{\"id\": \"shufle\"",
        "/menus/1/options: pattern shuffle implements \"shuffle\", which is missing");
    row("an option without a pattern", "{\"id\": \"shuffle\"", "{\"id\": \"shufle\"",
        "/menus/1/options/5: no pattern implements \"shufle\"");
    row("neither pattern nor reason", "\"not_priced\": ", "\"why\": ", "/menus/1/options/8");
    row("case study off the menu", "{\"option\": \"gossip\"}]", "{\"option\": \"rumour\"}]",
        "/case_studies/3/design/communication/choices/0/option");
    row("case study without a note", "\"note\": \"The table gives the five slots. The", "\"not\": \"",
        "/case_studies/0/note");
    row("cut", "\"case_studies\"", "\"", "line");
}

void tst_design_slots::brokenCatalogues()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, says);
    QByteArray text = QByteArray::fromStdString(catalogueText());
    const auto position = text.indexOf(from);
    QVERIFY(position >= 0);
    text.replace(position, from.size(), to);
    const Result<DesignCatalogue> catalogue = parseDesignCatalogue(text.toStdString());
    QVERIFY(!catalogue);
    QVERIFY2(describe(catalogue.error()).find(says.toStdString()) != std::string::npos,
             describe(catalogue.error()).c_str());
}

void tst_design_slots::installed()
{
    qputenv("SCALEWRIGHT_RESOURCES", test::sourceFile("resources").toUtf8());
    const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
    qunsetenv("SCALEWRIGHT_RESOURCES");
    QVERIFY2(catalogue, catalogue ? "" : describe(catalogue.error()).c_str());
    QCOMPARE(catalogue->caseStudies.size(), std::size_t{5});
}

void tst_design_slots::slotNamesRoundTrip()
{
    for (const Slot slot : allSlots)
        QVERIFY(parseName<Slot>(nameOf(slot)).value() == slot);
    QCOMPARE(nameOf(Slot::FaultTolerance), "fault_tolerance");
    const Result<Slot> unknownSlot = parseName<Slot>("seventh");
    QVERIFY(!unknownSlot);
    QVERIFY(describe(unknownSlot.error()).find("load_balancing") != std::string::npos);
}

void tst_design_slots::findsTheSlotsOfADesign()
{
    // Each slot has its own member, and the keys are those of the project file.
    Project project;
    for (const Slot slot : allSlots)
        slotOf(project.design, slot).justification = nameOf(slot);
    QCOMPARE(project.design.partitioning.slot.justification, std::string("partitioning"));
    QCOMPARE(project.design.communication.slot.justification, std::string("communication"));
    QCOMPARE(project.design.consistency.slot.justification, std::string("consistency"));
    QCOMPARE(project.design.coordination.slot.justification, std::string("coordination"));
    QCOMPARE(project.design.faultTolerance.slot.justification, std::string("fault_tolerance"));
    QCOMPARE(project.design.loadBalancing.slot.justification, std::string("load_balancing"));
    const Json written = parseJson(writeProject(project)).value();
    for (const Slot slot : allSlots)
        QCOMPARE(*written.find("design")->find(nameOf(slot))->find("justification")->asString(),
                 std::string(nameOf(slot)));
}

void tst_design_slots::words()
{
    const DesignCatalogue catalogue = shippedMenus();
    Design design;
    design.communication.slot.choices = {{"all-reduce", "dense layers", {}},
                                         {"parameter-server", "embedding table", {}}};
    QCOMPARE(slotText(catalogue, design, Slot::Communication),
             std::string("All-reduce (dense layers) + parameter server (embedding table)"));
    QVERIFY(isOptionChosen(design.communication.slot, "parameter-server") &&
            !isOptionChosen(design.communication.slot, "gossip"));
    design.communication.slot.choices = {{"carrier-pigeon", "", {}}};
    QCOMPARE(slotText(catalogue, design, Slot::Communication), std::string("carrier-pigeon"));
}

void tst_design_slots::listsParametersOfEverySlot()
{
    Design design;
    for (const Slot slot : allSlots)
        QCOMPARE(slotParameters(design, slot).size(), std::size_t(slot == Slot::Communication ? 1 : 0));
    design.partitioning.unit = "an example";
    design.partitioning.partitions = typed(16);
    design.communication.pattern = Pattern::ParameterServer;
    design.communication.messageBytes = typed(1048576);
    design.communication.shards = typed(8);
    design.consistency.stalenessSteps = typed(3);
    design.faultTolerance.checkpointIntervalS = typed(3600);
    design.loadBalancing.jitterS = typed(0.002);
    const std::vector<SlotParameter> communication = slotParameters(design, Slot::Communication);
    QCOMPARE(communication.size(), std::size_t{3});
    QCOMPARE(communication[0].text, std::string("parameter server"));
    QCOMPARE(communication[1].text, std::string("1.05 MB"));
    QCOMPARE(communication[2].jsonPointer, std::string("/design/communication/shards"));
    QCOMPARE(*communication[2].value, 8.0);
    QCOMPARE(slotParameters(design, Slot::Partitioning)[0].text, std::string("an example"));
    QCOMPARE(slotParameters(design, Slot::Consistency)[0].text, std::string("3 steps"));
    QCOMPARE(slotParameters(design, Slot::FaultTolerance)[0].text, std::string("60.0 min"));
    const std::vector<SlotParameter> balancing = slotParameters(design, Slot::LoadBalancing);
    QCOMPARE(balancing[0].text, std::string("2.00 ms"));
    QCOMPARE(balancing[1].text, std::string("normal"));

    // Every pointer names its member in the project file.
    Project project;
    project.design = design;
    const Json written = parseJson(writeProject(project)).value();
    for (const Slot slot : allSlots)
        for (const SlotParameter& each : slotParameters(design, slot)) {
            const std::string key = each.jsonPointer.substr(each.jsonPointer.rfind('/') + 1);
            if (each.name != "shape of the jitter")  // the default is not written
                QVERIFY2(written.find("design")->find(nameOf(slot))->find(key) != nullptr, each.jsonPointer.c_str());
        }
}

void tst_design_slots::pricesACaseStudyWithProjectNumbers()
{
    const DesignCatalogue catalogue = shippedMenus();
    Project project;
    project.baseline.tCompS = typed(0.5);
    project.design.communication.messageBytes = typed(1e6);
    project.design.communication.shards = typed(4);
    project.design.loadBalancing.slot.choices = {{"even-sharding", "", {}}};
    project.plan.p = 8;
    const Project before = project;
    const Project laid = withCaseStudy(project, *catalogue.find("recommendation"));
    QVERIFY(project == before);
    QVERIFY(laid.design.communication.pattern == Pattern::ParameterServer);
    QCOMPARE(laid.design.communication.messageBytes->value, 1e6);
    QCOMPARE(laid.design.communication.shards->value, 4.0);
    QVERIFY(isOptionChosen(laid.design.consistency.slot, "bounded-staleness"));
    QVERIFY(laid.design.loadBalancing.slot.choices.empty());
    QVERIFY(laid.baseline == project.baseline && laid.plan == project.plan);
}

namespace {

Project projectWithReasons()
{
    Project project;
    DesignSlot& slot = project.design.consistency.slot;
    slot.choices = {{"synchronous", {}, {}}};
    slot.justification = "the result is that of one machine";
    slot.rejected = "asynchronous";
    slot.rejectedBecause = "a counter stands no staleness";
    return project;
}

}  // namespace

void tst_design_slots::reasonIsRemovedWithItsChoice()
{
    const DesignCatalogue catalogue = shippedMenus();
    const Project before = projectWithReasons();
    const Project bounded = withChoice(before, catalogue, Slot::Consistency, 0, "bounded-staleness");
    QVERIFY(bounded.design.consistency.slot.justification.empty());
    QCOMPARE(bounded.design.consistency.slot.rejected,
             std::string("asynchronous"));  // unchanged: it is still not chosen
    QCOMPARE(bounded.design.consistency.slot.rejectedBecause, std::string("a counter stands no staleness"));
    // Choosing the same option again, or adding a second one, contradicts nothing.
    QCOMPARE(withChoice(before, catalogue, Slot::Consistency, 0, "synchronous"), before);
    const Project withBothChoices = withChoice(before, catalogue, Slot::Consistency, 1, "eventual");
    QCOMPARE(withBothChoices.design.consistency.slot.justification, before.design.consistency.slot.justification);
    QVERIFY(
        withoutChoice(withBothChoices, catalogue, Slot::Consistency, 0).design.consistency.slot.justification.empty());
    // A first choice keeps the text that was written before it.
    Project open = before;
    open.design.consistency.slot.choices.clear();
    QCOMPARE(withChoice(open, catalogue, Slot::Consistency, 0, "synchronous"), before);
    // Another pattern of the same option is the same choice; a pattern of another option is not.
    Project ring;
    ring.design.communication.slot.choices = {{"all-reduce", {}, {}}};
    ring.design.communication.slot.justification = "replicas sum gradients";
    QVERIFY(!withPatternChosen(ring, catalogue, Pattern::RabenseifnerAllReduce)
                 .design.communication.slot.justification.empty());
    QVERIFY(withPatternChosen(ring, catalogue, Pattern::Gossip).design.communication.slot.justification.empty());
}

void tst_design_slots::choosingClearsTheRejection()
{
    const Project chosen = withChoice(projectWithReasons(), shippedMenus(), Slot::Consistency, 0, "asynchronous");
    QVERIFY(chosen.design.consistency.slot.rejected.empty() && chosen.design.consistency.slot.rejectedBecause.empty());
    const Project secondChoice = withChoice(projectWithReasons(), shippedMenus(), Slot::Consistency, 1, "asynchronous");
    QVERIFY(secondChoice.design.consistency.slot.rejected.empty());
    QVERIFY(!secondChoice.design.consistency.slot.justification.empty());
}

void tst_design_slots::fixRemovesTheReason()
{
    Project after = projectWithReasons();
    after.design.consistency.slot.choices = {{"asynchronous", {}, {}}};
    after.design.partitioning.slot.justification = "of a slot that nobody touched";
    Design before = after.design;
    before.consistency.slot.choices = {{"synchronous", {}, {}}};
    dropStaleReasons(after.design, before);
    QVERIFY(after.design.consistency.slot.justification.empty() && after.design.consistency.slot.rejected.empty());
    QCOMPARE(after.design.partitioning.slot.justification, std::string("of a slot that nobody touched"));
}

SCALEWRIGHT_TEST(tst_design_slots)
#include "tst_design_slots.moc"

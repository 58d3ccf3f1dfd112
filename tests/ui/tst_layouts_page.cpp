// SPDX-License-Identifier: GPL-3.0-or-later
// The Layouts tab of Design shows the results of core/model/layout: sort orders, applying a layout and undo, missing
// inputs, layouts that do not fit, replacing the document. Expected values: the search itself, repeated; state of 16
// bytes per parameter (Rajbhandari et al. 2020); layouts that multiply to the plan's p.
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <cmath>

#include "core/base/statistics/distributions.h"
#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/layout_edit.h"
#include "core/model/layout/search.h"
#include "core/model/layout/sources.h"
#include "core/model/memory/memory.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/project_file.h"
#include "tests/support/child.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/ui/design_fixture.h"
#include "ui/charts/memory_bar.h"
#include "ui/controls/search_combo.h"
#include "ui/design/layouts/layout_bars.h"
#include "ui/design/layouts/layout_map_chart.h"
#include "ui/design/layouts/layout_mapper.h"
#include "ui/design/layouts/layout_question.h"
#include "ui/design/layouts/layout_run.h"
#include "ui/design/layouts/layouts_view.h"
#include "ui/quantity/quantity_edit.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

/// A known model on nodes with eight H100 cards.
Project largeModel(const char* id, int p, double batch)
{
    Project project;
    project.title = id;
    project.baseline.model = modelShapeOf(findModel(readModels().value(), id).value(), ModelShape{});
    project.baseline.batch = typed(batch);
    project.target.workersPerNode = typed(8);
    project.target = withCluster(project.target, readCatalogue().value(), "node-8x-h100", {}, {}).value().target;
    project.plan.p = p;
    return project;
}

struct LayoutsSetup {
    Document document;
    std::unique_ptr<DesignPage> page;

    explicit LayoutsSetup(const Project& project)
    {
        document.edit(QStringLiteral("test"), project);
        page = std::make_unique<DesignPage>(document);
        page->resize(1204, 624);
        page->show();
        page->showTab(QStringLiteral("layouts"));
        wait();
    }
    [[nodiscard]] LayoutsView& view() const { return page->layoutsView(); }
    void wait() const { QTRY_VERIFY_WITH_TIMEOUT(!view().searcher().isSearching(), 60000); }
};

LayoutSearchResult repeatSearch(const Project& project, std::vector<int> cards)
{
    const LayoutsQuestion question =
        makeLayoutsQuestion(project, *project.plan.p, readModels().value(), readTrainers().value()).value();
    return searchLayouts(question.model.model, question.cluster.cluster, question.trainer, question.batchSize,
                         {.cards = std::move(cards)})
        .value();
}

std::string projectBytes(const Document& document)
{
    return writeProject(document.project());
}

}  // namespace

class tst_layouts_page : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsMatchTheSearch()
    {
        const Project project = largeModel("gpt3-13b", 16, 64);
        LayoutsSetup setup(project);
        const LayoutSearchResult found = repeatSearch(project, {16});
        const std::vector<LayoutRow>& rows = test::child<LayoutBars>(setup.view()).rows();
        QCOMPARE(rows.size(), std::size_t{4});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QVERIFY(rows[i].layout == found.byTime[i].layout);
            QCOMPARE(rows[i].cost.stepS, found.byTime[i].stepS);
            QCOMPARE(rows[i].cost.memoryBytes, found.byTime[i].memoryBytes);
            QCOMPARE(rows[i].layout.cards(), 16);
            // Two nodes at the target's price.
            QCOMPARE(*rows[i].usdPerStep, 2 * project.target.priceUsdPerHour->value * rows[i].cost.stepS / 3600);
            double parts = 0;
            for (const StepGroup group : allStepGroups)
                parts += groupSeconds(rows[i].cost, group);
            QVERIFY(std::abs(parts / rows[i].cost.stepS - 1) < 1e-12);
        }
        QVERIFY(!setup.view().headline().isEmpty());
        // There is a memory bar for each row, and its edge marks the usable part of a card.
        const std::vector<chart::MemoryRow>& bars = test::child<MemoryBar>(setup.view()).content().rows;
        QCOMPARE(bars.size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            QVERIFY(std::abs(bars[i].totalBytes() / rows[i].cost.memoryBytes - 1) < 1e-12);
        QCOMPARE(test::child<MemoryBar>(setup.view()).content().usableBytes, 0.95 * project.target.memoryBytes->value);
    }

    void orders()
    {
        const Project project = largeModel("gpt3-2.7b", 16, 64);
        LayoutsSetup setup(project);
        LayoutsView& view = setup.view();
        const double fastest = test::child<LayoutBars>(view).rows().front().cost.stepS;
        view.setOrder(LayoutOrder::Memory);
        setup.wait();
        QVERIFY(test::child<LayoutBars>(view).rows().front().layout ==
                repeatSearch(project, {16}).byMemory.front().layout);
        double before = 0;
        for (const LayoutRow& row : test::child<LayoutBars>(view).rows()) {
            QVERIFY(row.cost.memoryBytes >= before);
            before = row.cost.memoryBytes;
        }
        view.setOrder(LayoutOrder::Money);
        setup.wait();
        before = 0;
        for (const LayoutRow& row : test::child<LayoutBars>(view).rows()) {
            QVERIFY(*row.usdPerStep >= before);
            QVERIFY(16 % row.layout.cards() == 0);
            before = *row.usdPerStep;
        }
        // Switching back is instant: the search is not repeated.
        view.setOrder(LayoutOrder::Time);
        QVERIFY(!view.searcher().isSearching());
        QCOMPARE(test::child<LayoutBars>(view).rows().front().cost.stepS, fastest);
    }

    void useAndUndo()
    {
        LayoutsSetup setup(largeModel("gpt3-13b", 16, 64));
        LayoutsView& view = setup.view();
        const std::string before = projectBytes(setup.document);
        QVERIFY(test::child<LayoutBars>(view).rows().size() > 1);
        test::child<LayoutBars>(view).chooseRow(1);
        const ParallelLayout layout = test::child<LayoutBars>(view).rows()[1].layout;
        view.applyChosenLayout();
        const Project& after = setup.document.project();
        QVERIFY(layoutOf(after, *after.plan.p) == std::optional(layout));
        QCOMPARE(*after.plan.p, 16);
        const Partitioning& slot = after.design.partitioning;
        const bool shards = layout.tensor * layout.stages > 1 || layout.shardingStage > 0;
        QCOMPARE(isOptionChosen(slot.slot, "shard-model"), shards);
        QCOMPARE(isOptionChosen(slot.slot, "split-data"), layout.data * layout.context > 1);
        QVERIFY(after.design.communication.messageBytes->value >= 0);
        // The project's own memory estimate equals that of the selected row.
        const double totalMemory = trainingMemory(after, 16)->total();
        QVERIFY2(std::abs(totalMemory / test::child<LayoutBars>(view).rows()[1].cost.memoryBytes - 1) < 0.02,
                 qPrintable(QString::number(totalMemory)));
        // The file stores all of it.
        const Result<Project> read = parseProject(projectBytes(setup.document));
        QVERIFY(read && *read == after);
        setup.document.undo();
        QCOMPARE(projectBytes(setup.document), before);
        QCOMPARE(test::child<LayoutBars>(view).rows().size() > 1, true);
    }

    // Pure data parallelism with a sharded optimizer state: 4-byte gradients are summed and 2-byte weights gathered for
    // all parameters, so each of the two halves of the exchange moves (4 + 2)/2 bytes per parameter.
    void theMessage()
    {
        const Project project = largeModel("gpt3-125m", 8, 64);
        const Trainer trainer = findTrainer(readTrainers().value(), "megatron-2022").value();
        const Transformer model = transformerOf(*project.baseline.model).value();
        const Project zero =
            withLayout(project, *designCatalogue(), model, trainer, 64, ParallelLayout{.data = 8, .shardingStage = 1});
        QVERIFY(zero.design.communication.pattern == Pattern::ReduceScatterAllGather);
        QVERIFY(std::abs(zero.design.communication.messageBytes->value /
                             ((trainer.gradientBytes + 2) / 2 * parameterCount(model)) -
                         1) < 1e-9);
        const Project withLayout64 =
            withLayout(project, *designCatalogue(), model, trainer, 64, ParallelLayout{.data = 8});
        QVERIFY(std::abs(withLayout64.design.communication.messageBytes->value /
                             (trainer.gradientBytes * parameterCount(model)) -
                         1) < 1e-9);
        QVERIFY(!withLayout64.design.partitioning.shardingStage && !withLayout64.design.partitioning.tensorParallel);
        const Project split =
            withLayout(project, *designCatalogue(), model, trainer, 64, ParallelLayout{.tensor = 4, .stages = 2});
        // One copy exchanges nothing, but a second one would: each of 4 cards of the first of 2 stages sums the gradients
        // of 6 of 12 layers of 12 h^2 + 13 h, and of the (50257 + 2048) h of the embeddings, with h = 768.
        constexpr double h = 768;
        constexpr double rankParameters = (6 * (12 * h * h + 13 * h) + (50257 + 2048) * h) / 4;
        QCOMPARE(split.design.communication.messageBytes->value, trainer.gradientBytes * rankParameters);
        QVERIFY(isOptionChosen(split.design.partitioning.slot, "shard-model"));
        QVERIFY(!isOptionChosen(split.design.partitioning.slot, "split-data"));
        QVERIFY(isOptionChosen(split.design.communication.slot, "pipeline"));
    }

    // 13 B: 16 x 12.85e9 = 206 GB of state, which never fits on one 80 GB card.
    void nothingFits()
    {
        LayoutsSetup setup(largeModel("gpt3-13b", 1, 32));
        LayoutsView& view = setup.view();
        QVERIFY(test::child<LayoutBars>(view).rows().empty());
        QVERIFY(test::child<MemoryBar>(view).content().totalBytes() > 16 * 12.8e9);
        QVERIFY(test::child<MemoryBar>(view).content().totalBytes() >
                test::child<MemoryBar>(view).content().usableBytes);
        QCOMPARE(QString::fromStdString(view.searcher().foundLayouts()->answer.next.jsonPointer),
                 QStringLiteral("/plan/p"));
        QVERIFY(!view.headline().isEmpty());
    }

    // The answer is the page's headline; an example that the palette offers as well fills the page in one step.
    void anExampleAnswers()
    {
        LayoutsSetup setup(Project{});
        const auto isHeadline = [&setup](const QString& text) {
            const auto texts = setup.page->findChildren<Text*>();
            return std::any_of(texts.begin(), texts.end(), [&](const Text* each) {
                return each->isVisible() && each->text() == text && each->font().bold();
            });
        };
        QVERIFY(setup.view().headline().startsWith(QStringLiteral("Needs: ")) && isHeadline(setup.view().headline()));
        const std::vector<PaletteItem> items = setup.view().paletteItems();
        const auto example = std::find_if(items.begin(), items.end(), [](const PaletteItem& item) {
            return item.title.contains(QStringLiteral("13 B on one A100 node"));
        });
        QVERIFY(example != items.end());
        example->run();
        setup.wait();
        QTRY_VERIFY(setup.view().searcher().foundLayouts());
        QCOMPARE(setup.document.project().plan.p, std::optional(8));
        QVERIFY(isHeadline(setup.view().headline()));
        QVERIFY(test::child<LayoutBars>(setup.view()).rows().size() > 1);
        setup.document.undo();
        QVERIFY(setup.document.project() == Project{});
    }

    void reportsMissingInputs()
    {
        LayoutsSetup setup(Project{});
        LayoutsView& view = setup.view();
        QVERIFY(!view.searcher().foundLayouts());
        QVERIFY(test::child<LayoutBars>(view).rows().empty());
        QVERIFY(view.exportables().empty());
        QVERIFY(test::child<LayoutForm>(view).editorOf(QStringLiteral("/baseline/model/parameters"))->isVisible());
        // Choosing a model from the menu leaves the cards and the batch to the user.
        Q_EMIT test::named<SearchCombo>(test::child<LayoutForm>(view), "model")->entryChosen(5);
        QVERIFY(setup.document.project().baseline.model->layers.has_value());
        QVERIFY(!test::child<LayoutForm>(view).editorOf(QStringLiteral("/baseline/model/parameters"))->isVisible());
        QVERIFY(test::child<LayoutForm>(view).editorOf(QStringLiteral("/target/peak_flops"))->isVisible());
        Q_EMIT test::named<SearchCombo>(test::child<LayoutForm>(view), "cluster")->entryChosen(0);
        QVERIFY(!test::child<LayoutForm>(view).editorOf(QStringLiteral("/target/peak_flops"))->isVisible());
        QVERIFY(test::child<LayoutForm>(view).editorOf(QStringLiteral("/baseline/batch"))->isVisible());
        QVERIFY(!view.searcher().problems().empty());
    }

    // Choosing a card keeps a typed link until the user asks for the card's own link.
    void aTypedLinkStays()
    {
        Project project;
        project.target.bandwidthBytesPerS = typed(1.25e9);
        project.target.alphaS = typed(30e-6);
        LayoutsSetup setup(project);
        ui::LayoutForm& question = test::child<LayoutForm>(setup.view());
        const auto chosen = [&] { return setup.document.project().target.bandwidthBytesPerS->value; };
        Q_EMIT test::named<SearchCombo>(question, "cluster")->entryChosen(0);
        QCOMPARE(chosen(), 1.25e9);
        QPushButton* typedLinkButton = question.fillMissingButton();
        QVERIFY(typedLinkButton->isVisible());
        typedLinkButton->click();
        QVERIFY(chosen() > 1.25e9);
        QVERIFY(!typedLinkButton->isVisible());
        setup.document.undo();
        QCOMPARE(chosen(), 1.25e9);

        // A link typed after the choice is not overwritten.
        Q_EMIT test::named<SearchCombo>(question, "cluster")->entryChosen(1);
        QVERIFY(typedLinkButton->isVisible());
        Project after = setup.document.project();
        after.target.bandwidthBytesPerS = typed(2.5e9);
        after.target.memoryBytes.reset();
        setup.document.edit(QStringLiteral("link"), after);
        QTRY_VERIFY(typedLinkButton->isVisible());  // the button now offers the missing input
        typedLinkButton->click();
        QVERIFY(setup.document.project().target.memoryBytes.has_value());
        QCOMPARE(chosen(), 2.5e9);
    }

    // Four machines with one card each stay four such machines at an eighth of the price of a node of eight, $23.60, until
    // the user asks for nodes as they are sold.
    void aChosenCardKeepsTheMachines()
    {
        Project project;
        project.target.machinesAvailable = typed(4);
        project.target.priceUsdPerHour = typed(0.4);
        LayoutsSetup setup(project);
        ui::LayoutForm& question = test::child<LayoutForm>(setup.view());
        const auto choose = [&](const char* id) {
            const std::string name = readCatalogue().value().findHardware(id)->name;
            const int index = test::named<SearchCombo>(question, "cluster")->findText(QString::fromStdString(name));
            QVERIFY2(index >= 0, id);
            Q_EMIT test::named<SearchCombo>(question, "cluster")->entryChosen(index);
        };
        const auto target = [&]() -> const Target& { return setup.document.project().target; };
        choose("rtx-4090");  // no price in the catalogue, and sold as single cards
        QVERIFY(!target().workersPerNode);
        QCOMPARE(target().priceUsdPerHour->value, 0.4);
        QVERIFY(!question.asSoldButton()->isVisible());
        choose("node-8x-h100");
        QVERIFY(!target().workersPerNode);
        QCOMPARE(target().priceUsdPerHour->value, 2.95);
        QVERIFY(question.asSoldButton()->isVisible());
        question.asSoldButton()->click();
        QCOMPARE(target().workersPerNode->value, 8.0);
        QCOMPARE(target().priceUsdPerHour->value, 23.6);
        QVERIFY(!question.asSoldButton()->isVisible());
    }

    // A number in the model field is a parameter count; the shape is that of the nearest GPT.
    void acceptsANumberForAModel()
    {
        Project project = largeModel("gpt3-125m", 4, 32);
        LayoutsSetup setup(project);
        Q_EMIT test::named<SearchCombo>(test::child<LayoutForm>(setup.view()), "model")
            ->customNameEntered(QStringLiteral("13e9"));
        QCOMPARE(setup.document.project().baseline.model->parameters->value, 13e9);
        QVERIFY(!setup.document.project().baseline.model->layers);
        setup.wait();
        QTRY_VERIFY(setup.view().searcher().foundLayouts());
        const double foundParameters = parametersOf(setup.view().searcher().foundLayouts()->question.model.model);
        QVERIFY(std::abs(foundParameters / 13e9 - 1) < 0.1);
        setup.document.undo();
        QVERIFY(setup.document.project() == project);
    }

    void anotherDocument()
    {
        LayoutsSetup setup(largeModel("gpt3-13b", 16, 64));
        QVERIFY(!test::child<LayoutBars>(setup.view()).rows().empty());
        setup.document.newProject();
        QVERIFY(test::child<LayoutBars>(setup.view()).rows().empty());
        QCOMPARE(test::child<MemoryBar>(setup.view()).content().totalBytes(), 0.0);
        QVERIFY(!setup.view().searcher().foundLayouts());
        QVERIFY(setup.view().exportables().empty());
        QVERIFY(test::child<LayoutMapChart>(setup.view()).content().cells.empty());
        QVERIFY(setup.view().launchFlagsText().isEmpty());
    }

    // The same while hidden: nothing from the previous document is shown until the new one's layouts are found.
    void hiddenPageForgetsThePreviousDocument()
    {
        LayoutsSetup setup(largeModel("gpt3-13b", 16, 64));
        const QString before = setup.view().headline();
        setup.page->showTab(QStringLiteral("slots"));
        setup.document.startPresentation(largeModel("gpt3-13b", 32, 128));
        setup.page->showTab(QStringLiteral("layouts"));
        QVERIFY(setup.view().headline() != before);
        QVERIFY(setup.view().launchFlagsText().isEmpty());
        setup.wait();
        QVERIFY(!setup.view().launchFlagsText().isEmpty());
    }

    // An outdated search is replaced by the latest one.
    void theLastQuestionWins()
    {
        LayoutsSetup setup(largeModel("gpt3-13b", 8, 64));
        for (const int p : {16, 32, 64}) {
            Project after = setup.document.project();
            after.plan.p = p;
            setup.document.edit(QStringLiteral("p"), after);
        }
        QTRY_VERIFY_WITH_TIMEOUT(setup.view().searcher().foundLayouts() && !setup.view().searcher().isSearching(),
                                 60000);
        QCOMPARE(setup.view().searcher().foundLayouts()->question.cardCount, 64);
        for (const LayoutRow& row : test::child<LayoutBars>(setup.view()).rows())
            QCOMPARE(row.layout.cards(), 64);
    }

    void launchFlagsReadBack()
    {
        LayoutsSetup setup(largeModel("gpt3-13b", 16, 64));
        const LaunchSettings read = parseLaunchSettings(setup.view().launchFlagsText().toStdString()).value();
        const ParallelLayout& chosen = test::child<LayoutBars>(setup.view()).rows().front().layout;
        QVERIFY(read.layout == chosen);
        QCOMPARE(*read.cards, 16);
        QCOMPARE(*read.batch, 64.0);
        QCOMPARE(read.model->hiddenSize, 5120.0);
    }

    void theKeyboardChoosesARow()
    {
        LayoutsSetup setup(largeModel("gpt3-13b", 16, 64));
        LayoutBars& bars = test::child<LayoutBars>(setup.view());
        bars.setFocus();
        QTest::keyClick(&bars, Qt::Key_Down);
        QCOMPARE(bars.chosenRowIndex(), 1);
        QTest::keyClick(&bars, Qt::Key_End);
        QCOMPARE(bars.chosenRowIndex(), static_cast<int>(bars.rows().size()) - 1);
        QTest::keyClick(&bars, Qt::Key_Home);
        QCOMPARE(bars.chosenRowIndex(), 0);
    }

    void theMap()
    {
        LayoutsSetup setup(largeModel("gpt3-2.7b", 8, 64));
        LayoutsView& view = setup.view();
        view.setMapShown(true);
        QTRY_VERIFY_WITH_TIMEOUT(test::child<LayoutMapper>(view).isComplete(), 240000);
        const LayoutMapContent& content = test::child<LayoutMapChart>(view).content();
        QCOMPARE(content.axes.cards.front(), 1);
        QCOMPARE(content.axes.cards.back(), 64);
        const double room = test::child<MemoryBar>(view).content().usableBytes;
        for (std::size_t row = 0; row < content.axes.parameters.size(); ++row)
            for (std::size_t column = 0; column < content.axes.cards.size(); ++column) {
                const LayoutCell& cell = content.cells[content.cellIndex(column, row)].value();
                const double state = 16 * content.axes.parameters[row] / content.axes.cards[column];
                if (cell.kind == LayoutCell::Kind::Fits) {
                    QVERIFY(cell.best.layout.cards() == content.axes.cards[column]);
                    QVERIFY(cell.best.memoryBytes <= room);
                }
                // The state alone does not fit; 1.2 because shapes deviate slightly from their nominal size.
                if (state > 1.2 * room)
                    QVERIFY(cell.kind == LayoutCell::Kind::TooLarge);
            }
        QVERIFY(!test::child<LayoutMapChart>(view).chosenCellText().isEmpty());
        // The row for the project's own model size has the project's shape: its cell at the project's card count
        // matches the search.
        const double modelParameters = parametersOf(transformerOf(*setup.document.project().baseline.model).value());
        const auto row = std::find(content.axes.parameters.begin(), content.axes.parameters.end(), modelParameters);
        QVERIFY(row != content.axes.parameters.end());
        const LayoutCell& cell = *content.cells[content.cellIndex(3, row - content.axes.parameters.begin())];
        QCOMPARE(content.axes.cards[3], 8);
        QVERIFY(cell.best.stepS >= test::child<LayoutBars>(view).rows().front().cost.stepS);
        QVERIFY(cell.best.stepS < 1.05 * test::child<LayoutBars>(view).rows().front().cost.stepS);
    }

    // An export waits until the map is complete, without blocking the window's thread.
    void exportIncludesTheMap()
    {
        LayoutsSetup setup(largeModel("gpt3-125m", 2, 8));
        int ticks = 0;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, [&ticks] { ++ticks; });
        timer.start(0);
        const std::vector<ExportableFigure> figures = setup.view().exportables();
        QCOMPARE(figures.size(), std::size_t(3));
        QVERIFY(test::child<LayoutMapper>(setup.view()).isComplete());
        QVERIFY(ticks > 0);
    }

    void hiddenUntilRevealed()
    {
        LayoutsSetup setup(largeModel("gpt3-13b", 16, 64));
        QVERIFY(setup.page->canGuess());
        const QString answer = setup.view().headline();
        setup.page->setGuessing(true);
        QVERIFY(setup.page->isGuessing());
        QVERIFY(setup.view().headline() != answer);
        QVERIFY(!test::child<LayoutBars>(setup.view()).isVisible());
        // Nothing reveals the answer meanwhile: no figure, no flags, no palette entry.
        QVERIFY(setup.view().exportables().empty());
        QVERIFY(setup.view().launchFlagsText().isEmpty());
        const auto actions = [&setup] {
            qsizetype count = 0;
            for (const PaletteItem& item : setup.view().paletteItems())
                count += item.kind == PaletteItem::Kind::Action;
            return count;
        };
        const qsizetype guessing = actions();
        setup.page->setGuessing(false);
        QCOMPARE(actions(), guessing + 3);
        QVERIFY(!setup.view().launchFlagsText().isEmpty());
        QCOMPARE(setup.view().headline(), answer);
        QVERIFY(test::child<LayoutBars>(setup.view()).isVisible());
        setup.page->setGuessing(true);
        setup.page->showTab(QStringLiteral("slots"));
        QVERIFY(!setup.page->isGuessing());
    }

    // A guess among the rows, listed in an order that reveals nothing, is compared with the first row and with
    // published measurements: the nearest to 13 B on 16 cards is the 22 B model at 1.42 s or 1.10 s (Korthikanti et al.
    // 2022, table 5).
    void revealsAGuess()
    {
        LayoutsSetup setup(largeModel("gpt3-13b", 16, 64));
        LayoutsView& view = setup.view();
        QVERIFY(view.revealedText().isEmpty());
        view.guessRow(1);
        QVERIFY(!view.guessedRow());  // no row is hidden
        setup.page->setGuessing(true);
        std::vector<std::size_t> choices = view.rowsToGuess();
        QVERIFY(view.revealedText().isEmpty());
        std::sort(choices.begin(), choices.end());
        QCOMPARE(choices, (std::vector<std::size_t>{0, 1, 2, 3}));
        view.guessRow(1);
        QCOMPARE(*view.guessedRow(), std::size_t(1));
        setup.page->setGuessing(false);
        QVERIFY(!view.revealedText().isEmpty());
        const PublishedRun* near = nearestRun(publishedRuns(), 12.9e9, 16);
        QVERIFY(near != nullptr);
        QVERIFY(view.revealedText().contains(QString::fromStdString(near->name)));
        setup.page->setGuessing(true);
        QVERIFY(!view.guessedRow() && view.revealedText().isEmpty());
    }

    // "Profile 1 node, plan 64": the fields hold the chosen layout on one node with as many micro-batches per copy. A
    // typed time sets the efficiency of every layout, is kept in the project, and undo removes it.
    void profilesOneNode()
    {
        LayoutsSetup setup(largeModel("gpt3-13b", 64, 64));
        LayoutsView& view = setup.view();
        auto& editor = test::child<LayoutRunEditor>(view);
        const LayoutRow before = test::child<LayoutBars>(view).rows().front();
        const FoundLayouts first = *view.searcher().foundLayouts();
        editor.setOpen(true);
        QVERIFY(editor.stepTimeEdit()->isVisible());
        QCOMPARE(editor.cardsEdit()->quantity()->value, 8.0);
        QCOMPARE(editor.batchEdit()->quantity()->value, 8.0);  // 64 sequences over 8 nodes
        ParallelLayout smaller =
            *parseLayout(test::named<QLineEdit>(editor, "layout of the run")->text().toStdString());
        QCOMPARE(smaller.data, 0);
        smaller = layoutOnCards(smaller, first.question.model.model, 8);
        QCOMPARE(smaller.cards(), 8);
        QCOMPARE(smaller.tensor, before.layout.tensor);
        const double computed = evaluateLayout(first.question.model.model, first.question.cluster.cluster,
                                               first.question.trainer, 8, smaller)
                                    .stepS;
        // Faster than the cards can compute: rejected in the field, and nothing changes.
        editor.stepTimeEdit()->setQuantity(typed(1e-4));
        test::named<QPushButton>(editor, "Plan with this step")->click();
        QVERIFY(!editor.stepTimeEdit()->errorText().isEmpty());
        QVERIFY(setup.document.project().measurements.ladders.empty());
        editor.stepTimeEdit()->setQuantity(typed(1.2 * computed));
        test::named<QPushButton>(editor, "Plan with this step")->click();
        QCOMPARE(setup.document.project().measurements.ladders.size(), std::size_t{1});
        QVERIFY(!editor.openButton()->isChecked());
        setup.wait();
        QTRY_VERIFY(view.searcher().foundLayouts());
        const FoundLayouts& found = *view.searcher().foundLayouts();
        QCOMPARE(found.question.measuredRuns.size(), std::size_t{1});
        const LayoutCost after = evaluateLayout(found.question.model.model, found.question.cluster.cluster,
                                                found.question.trainer, 8, smaller);
        QVERIFY(std::abs(after.stepS / (1.2 * computed) - 1) < 1e-6);
        QVERIFY(test::child<LayoutBars>(view).rows().front().cost.stepS > before.cost.stepS);
        QVERIFY(!editor.text().isEmpty());
        setup.document.undo();
        setup.wait();
        QTRY_VERIFY(view.searcher().foundLayouts());
        QVERIFY(view.searcher().foundLayouts()->question.measuredRuns.empty());
        QCOMPARE(test::child<LayoutBars>(view).rows().front().cost.stepS, before.cost.stepS);
    }

    // A step time that the project's ladder measured at the plan's p belongs to the design's layout: the median of
    // three times of 10 steps each.
    void readsTheProjectsRun()
    {
        Project project = largeModel("gpt3-13b", 16, 64);
        LayoutsSetup first(project);
        first.view().applyChosenLayout();
        project = first.document.project();
        const ParallelLayout layout = *layoutOf(project, 16);
        const double computed = test::child<LayoutBars>(first.view()).rows().front().cost.stepS;
        Ladder& ladder = project.measurements.ladders.emplace_back();
        ladder.stepsPerMeasuredTime = typed(10);
        for (const double factor : {11.0, 9.0, 12.0})
            ladder.points.push_back({.p = 16, .timeS = factor * computed});
        LayoutsSetup setup(project);
        QTRY_VERIFY(setup.view().searcher().foundLayouts());
        const FoundLayouts& found = *setup.view().searcher().foundLayouts();
        QVERIFY(found.question.ownLayout == std::optional(layout));
        QVERIFY(std::abs(found.question.measuredRuns.at(0).stepS / (1.1 * computed) - 1) < 1e-12);
    }

    // Step times that differ by less than the scatter of the published runs are reported as undecided: |log| < t s sqrt 2.
    void closeRowsAreUndecided()
    {
        LayoutsSetup setup(largeModel("gpt3-13b", 16, 64));
        const std::vector<LayoutRow>& rows = test::child<LayoutBars>(setup.view()).rows();
        const Trainer& trainer = setup.view().searcher().foundLayouts()->question.trainer;
        const double t = studentTQuantile(0.95, trainer.residualRunCount - 1);
        for (const LayoutRow& row : rows)
            QCOMPARE(row.isUndecided, !(row.layout == rows.front().layout) &&
                                          std::abs(std::log(row.cost.stepS / rows.front().cost.stepS)) <
                                              t * trainer.residualDeviation * std::sqrt(2.0));
    }

    // A project stores the catalogue's model values exactly: the parameter counts are identical.
    void everyModelOfTheCatalogue()
    {
        const std::vector<ModelEntry> models = readModels().value();
        for (const ModelEntry& entry : models) {
            const ModelShape shape = modelShapeOf(entry, ModelShape{});
            QCOMPARE(parameterCount(transformerOf(shape).value()), parameterCount(entry.model));
            Project project;
            project.baseline.model = shape;
            const Result<Project> read = parseProject(writeProject(project));
            QVERIFY2(read && *read == project, entry.id.c_str());
        }
    }
};

SCALEWRIGHT_TEST(tst_layouts_page)
#include "tst_layouts_page.moc"

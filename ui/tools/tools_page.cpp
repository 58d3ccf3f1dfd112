// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/tools_page.h"

#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <cmath>

#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/rules/checks.h"
#include "core/design/tools/tool_table.h"
#include "core/model/memory/memory.h"
#include "core/output/answers/card_memory.h"
#include "core/output/answers/launch_files.h"
#include "core/project/document/project.h"
#include "ui/charts/memory_bar.h"
#include "ui/charts/word_table.h"
#include "ui/controls/collapsible_details.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/missing_line.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/tools/launch_card.h"
#include "ui/tools/money_card.h"
#include "ui/tools/sizing_table.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

std::string toStdString(const QString& text)
{
    return text.toStdString();
}

}  // namespace

ToolsPage::ToolsPage(Document& document, QWidget* parent)
    : Page(document, tr("What does it run on, and who runs it?"), parent)
{
    m_missingForSizing = addMissingLine();
    m_missingForLaunch = addMissingLine();
    m_sizingTable = new TextTable;
    m_sizingFigure = new Figure(m_sizingTable, m_sizingTable, content());
    m_sizingNotes = new CollapsibleDetails(tr("the size"), content());
    m_sizingNotes->contentLayout().addWidget(m_sizingFigure);
    m_toolsTable = new TextTable;
    m_toolsFigure = new Figure(m_toolsTable, m_toolsTable, content());

    m_memoryBar = new MemoryBar(tr("What fills a worker"));
    m_memoryFigure = new Figure(m_memoryBar, m_memoryBar, content());
    m_memoryFigure->addTitleButton(m_sizingNotes->button());

    m_upperRow = new QBoxLayout(QBoxLayout::LeftToRight);
    m_upperRow->setSpacing(Theme::spacing(3));
    m_upperRow->addWidget(m_memoryFigure, 58);
    m_upperRow->addWidget(buildSizeCard(), 42);
    m_lowerRow = new QBoxLayout(QBoxLayout::LeftToRight);
    m_lowerRow->setSpacing(Theme::spacing(3));
    m_lowerRow->addWidget(m_toolsFigure, 1);
    m_moneyCard = new MoneyCard(document, content());
    m_lowerRow->addWidget(m_moneyCard, 1);
    m_launchCard = new LaunchCard(content());
    m_lowerRow->addWidget(m_launchCard, 1);
    body().setSpacing(Theme::spacing(3));
    body().addLayout(m_upperRow);
    body().addLayout(m_lowerRow);
    body().addWidget(m_sizingNotes);
    body().addWidget(m_launchCard->scriptsCard());
    body().addStretch(1);
    connect(m_sizingNotes, &CollapsibleDetails::toggled, m_sizingNotes, &QWidget::setVisible);
    connect(m_launchCard, &LaunchCard::scriptsShown, this, [this] { scrollTo(*m_launchCard->scriptsCard()); });
    useFullHeight();
    initializeView();
}

PageEntry ToolsPage::entry()
{
    return {.id = QStringLiteral("tools"),
            .title = tr("Tools"),
            .section = QStringLiteral("41.5"),
            .group = PageGroup::OnPaper,
            .state =
                [](const Document& document) {
                    const Project& project = document.project();
                    const bool model = project.baseline.model &&
                                       (project.baseline.model->parameters || project.baseline.model->layers);
                    return model || document.analysis().plan ? PageState::Assumed : PageState::Empty;
                },
            .create = [](Document& document, QWidget* parent) -> Page* { return new ToolsPage(document, parent); }};
}

QWidget* ToolsPage::buildSizeCard()
{
    auto* card = new Card(this);
    auto* column = createBox<QVBoxLayout>(card, Theme::spacing(2), Theme::margins(4, 3, 4, 3));
    column->addWidget(new Text(tr("Size it"), TextStyle::CardTitle, ColorRole::Ink, true, card));
    const auto neverNeeded = [](const Project&) { return false; };  // shown if it has a value, found with Ctrl+K
    m_sizeGrid = new FieldGrid(document(),
                               {{fieldOf(&ModelShape::parameters)},
                                {fieldOf(&ModelShape::bytesPerParameter)},
                                {fieldOf(&Target::memoryBytes)},
                                {fieldOf(&Target::workersPerNode)},
                                {fieldOf(&Serving::throughputTargetPerS), neverNeeded},
                                {fieldOf(&Goal::budgetUsd), neverNeeded}},
                               card);
    column->addWidget(m_sizeGrid);
    column->addStretch();
    return card;
}

void ToolsPage::layOut()
{
    const double type = Theme::instance().typeScale();
    const bool wide = width() >= 900 * type;
    for (QBoxLayout* each : {m_upperRow, m_lowerRow})
        each->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_sizeGrid->layOut(wide ? 1 : 2);
    // Without memory to show, the tools take its place beside the sizes.
    if (QBoxLayout* row = m_memoryFigure->isHidden() ? m_upperRow : m_lowerRow; row->indexOf(m_toolsFigure) < 0)
        row->insertWidget(0, m_toolsFigure, row == m_upperRow ? 58 : 1);
    // Cards keep their natural height, except a chart of build or buy, which gains by more.
    body().setStretchFactor(m_lowerRow, m_moneyCard->hasChart() ? 1 : 0);
    m_moneyCard->layOut();
    const bool isLarge = width() >= 1500 * type && window()->height() >= 950 * type;
    m_launchCard->setRoomForScripts(isLarge);
    body().setStretchFactor(m_launchCard->scriptsCard(), isLarge ? 100 : 0);
}

void ToolsPage::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    m_missingForLaunch->setMissingFields(tr("To launch it, give"), analysis.plan
                                                                       ? std::vector<MissingField>()
                                                                       : missingForPrediction(project, analysis));
    refreshSizing();
    m_missingForSizing->setMissingFields(hasSizingInput() ? tr("Instead of the book’s, give") : tr("To size it, give"),
                                         missingForSizing(project));
    refreshTools();
    m_launchCard->refresh(document(), sizing());
    const Answer size = answer();
    const Finding* error = findElement(document().findings(), Severity::Error, &Finding::severity);
    QString headline = toQString(size.headline);
    if (const RunTimeAndCost& run = analysis.claim.run; !headline.isEmpty() && analysis.plan && run.costUsd &&
                                                        std::isfinite(*run.costUsd) && cardCount() == analysis.planP &&
                                                        !(hasSizingInput() && m_sizing->replica.rawCostUsd))
        headline =
            tr("%1: %2 %3.")
                .arg(headline.chopped(1), amountWithUnit(*run.costUsd, Dimension::Money), toQString(run.unitName));
    setAnswer(!error       ? headline
              : error->fix ? tr("The design cannot run: %1.").arg(toQString(uncapitalised(error->fix->title)))
                           : tr("The design cannot run: Design shows why."));
    m_moneyCard->setVisible(!error && cardCount() > 0 &&
                            (analysis.plan || m_sizingNeed.hours));  // something to pay for
    m_moneyCard->refresh(m_sizingNeed, cardCount());
    m_sizeGrid->refresh();
    layOut();
}

/// The sizing if there is a model or a load; otherwise a summary of how the plan is launched.
Answer ToolsPage::answer() const
{
    const Result<ToolTable>& table = toolTable();
    const std::optional<PlanDecision>& plan = document().analysis().plan;
    if (hasSizingInput())
        return sizeAnswer({.need = m_sizingNeed,
                           .requestedSizing = m_sizing->replica,
                           .otherSizing = m_sizing->book,
                           .catalogueNotes = {},
                           .planP = m_sizing->planP});
    if (!table || !plan || plan->shortfall)
        return {};
    return launchSummary(launchParametersOf(document().project(), plan->p), toolsFor(*table, document().project()));
}

void ToolsPage::refreshSizing()
{
    const Project& project = document().project();
    const Result<ToolTable>& table = toolTable();
    m_sizing.reset();
    SizingTexts texts;
    if (!table) {
        texts.notes << tr("Table 41.5.1 cannot be read: %1").arg(errorText(table.error()));
    } else {
        m_sizingNeed = sizingNeedOf(project, *table, {});
        if (Result<ProjectSizing> sized = sizeProject(m_sizingNeed, project, document().analysis(), *table)) {
            m_sizing = *std::move(sized);
            m_sizingNeed = m_sizing->need;
            texts = sizingTexts(project, *m_sizing);
        } else {
            texts.notes << errorText(sized.error());
        }
    }
    basisLine().setText(texts.basis);
    basisLine().setVisible(hasSizingInput());  // otherwise the line below asks for the missing input
    m_sizingTable->setContent(
        {.title = tr("What was counted, and what was not"),
         .caption = {},
         .summary = m_sizing ? tr("%1 on %2")
                                   .arg(countedNounText(m_sizing->replica.accelerators, tr("card")),
                                        countedNounText(m_sizing->replica.nodes, tr("node")))
                             : texts.notes.join(QLatin1Char(' '))},
        std::move(texts.table));
    m_sizingFigure->setVisible(hasSizingInput());
    m_sizingFigure->refresh();
    QStringList lines;
    for (const QString& note : texts.notes)
        lines << QStringLiteral("· ") + note + (note.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral("."));
    m_sizingNotes->setText(lines.join(QLatin1Char('\n')));
    m_sizingNotes->button()->setVisible(hasSizingInput() || (!m_sizing && missingForSizing(project).empty()));
    m_sizingNotes->setVisible(m_sizingNotes->isOpen() && !m_sizingNotes->button()->isHidden());
    refreshMemory();
    layOut();
}

/// What the plan's cards hold; without a known design, the fullest card of the size.
void ToolsPage::refreshMemory()
{
    const Analysis& analysis = document().analysis();
    std::optional<chart::MemoryChart> memory =
        planMemory(document().project(), analysis.feasible, analysis.planP, document().findings());
    if (!memory && m_sizing && hasSizingInput()) {
        memory = chart::MemoryChart{.rows = {},
                                    .usableBytes = usableMemoryShare * m_sizingNeed.memoryBytes,
                                    .cardBytes = m_sizingNeed.memoryBytes};
        for (const MemoryPart& part : m_sizing->replica.fullestCard.parts) {
            memory->rows.resize(1);
            memory->rows.front().parts.emplace_back(part.name, part.bytes);
        }
    }
    m_memoryBar->setContent(std::move(memory).value_or(chart::MemoryChart()), {});
    m_memoryFigure->refresh();
    m_memoryFigure->setVisible(m_memoryBar->content().totalBytes() > 0);
}

void ToolsPage::refreshTools()
{
    TextTable::Content content;
    content.table.columns = {{"part", toStdString(tr("part")), "", -1},
                             {"collective", toStdString(tr("collective")), "", -1},
                             {"framework", toStdString(tr("framework")), "", -1},
                             {"tier", toStdString(tr("tier")), "", -1}};
    content.relativeWidths = {1, 1.3, 1.3, 1.1};
    QString caption;
    if (const Result<ToolTable>& table = toolTable()) {
        const FittingTools fitting = m_sizing ? toolsThatFit(*table, document().project(), m_sizing->replica)
                                              : FittingTools{toolsFor(*table, document().project()), std::nullopt};
        const ToolChoice choice = toolsFor(*table, document().project());  // as chosen, even if it does not fit
        const std::string tier =
            hasSizingInput() && m_sizing->replica.tier ? tierTitle(*m_sizing->replica.tier) : std::string();
        const auto needs = [&](const std::string ToolChoice::Owner::*member) {
            return std::any_of(choice.owners.begin(), choice.owners.end(),
                               [&](const ToolChoice::Owner& each) { return !(each.*member).empty(); });
        };
        const bool hasParts = needs(&ToolChoice::Owner::part);
        for (const ToolChoice::Owner& each : choice.owners) {
            std::vector<Cell> row{toStdString(toQString(each.collective)),
                                  each.frameworks.empty() ? toStdString(tr("not in Table 41.5.1")) : each.frameworks};
            if (hasParts)
                row.insert(row.begin(), toStdString(toQString(each.part)));
            if (!tier.empty())
                row.emplace_back(tier);
            content.table.rows.push_back(std::move(row));
            content.softRows.push_back(false);
        }
        const auto removeColumn = [&](std::size_t column) {
            content.table.columns.erase(content.table.columns.begin() + static_cast<std::ptrdiff_t>(column));
            content.relativeWidths.erase(content.relativeWidths.begin() + static_cast<std::ptrdiff_t>(column));
        };
        if (tier.empty())
            removeColumn(3);
        if (!hasParts)
            removeColumn(0);
        QStringList sentences;
        for (const char* id : {"coordination", "tracking"}) {
            const ToolRow* row = table->find(id);
            if (!row || std::find(choice.rows.begin(), choice.rows.end(), row) != choice.rows.end())
                continue;
            // Tools that every design uses are listed only behind Why.
            sentences << tr("%1: %2 (%3)")
                             .arg(toQString(row->need), toQString(row->frameworkList()), toQString(row->collective));
        }
        if (fitting.replacementReason)
            sentences << toQString(*fitting.replacementReason);
        for (const std::string& each : choice.unownedCollectives)
            sentences << sentenceCase(toQString(each));
        for (const ToolRow* row : choice.rows)
            if (!row->inheritedFeatures.empty())
                sentences << tr("It provides %1").arg(toQString(row->inheritedFeatures));
        if (!choice.rows.empty() && !table->maturityNote.empty())
            sentences << sentenceCase(toQString(table->maturityNote));
        caption = sentences.join(QStringLiteral(" · "));
    }
    m_toolsTable->setContent({.title = tr("Who owns the collective"), .caption = caption, .summary = caption},
                             std::move(content));
    m_toolsFigure->refresh();
}

bool ToolsPage::hasSizingInput() const
{
    return m_sizing && (hasSizedState(m_sizingNeed) || m_sizingNeed.requestsPerS > 0);
}

double ToolsPage::cardCount() const
{
    if (m_sizing && m_sizing->replica.accelerators > 0)
        return static_cast<double>(m_sizing->replica.accelerators);
    return document().analysis().plannedP().value_or(0);
}

bool ToolsPage::focusField(const QString& pointer)
{
    if (m_sizeGrid->hasField(pointer))
        return m_sizeGrid->focusOn(pointer);
    if (!m_moneyCard->inputs().hasField(pointer))
        return false;
    m_moneyCard->openInputs();
    return m_moneyCard->inputs().focusOn(pointer);
}

std::vector<ExportableFigure> ToolsPage::exportables()
{
    std::vector<ExportableFigure> figures;
    if (hasSizingInput())
        figures.push_back({QStringLiteral("sizing"), m_sizingTable});
    figures.push_back({QStringLiteral("tools"), m_toolsTable});
    if (m_memoryBar->content().totalBytes() > 0)
        figures.push_back({QStringLiteral("card-memory"), m_memoryBar});
    if (m_moneyCard->hasChart())
        figures.push_back({QStringLiteral("build-or-buy"), m_moneyCard->chart()});
    return figures;
}

std::vector<PaletteItem> ToolsPage::paletteItems()
{
    std::vector<PaletteItem> items = m_moneyCard->inputs().paletteItems([this] { m_moneyCard->openInputs(); });
    items.push_back(
        {PaletteItem::Kind::Action, tr("Copy the launch file"), QString(), [this] { m_launchCard->copyShownFile(); }});
    items.push_back(
        {PaletteItem::Kind::Action, tr("Save the launch files"), QString(), [this] { m_launchCard->saveFiles(); }});
    return items;
}

}  // namespace scalewright::ui

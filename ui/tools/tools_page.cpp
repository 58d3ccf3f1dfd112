// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/tools_page.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/plan/feasibility.h"
#include "core/decision/rules/checks.h"
#include "core/design/sizing/build_or_buy.h"
#include "core/design/tools/tool_table.h"
#include "core/model/memory/memory.h"
#include "core/output/answers/launch_files.h"
#include "core/output/answers/render.h"
#include "core/output/answers/size.h"
#include "core/project/document/project.h"
#include "ui/charts/memory_bar.h"
#include "ui/charts/word_table.h"
#include "ui/controls/collapsible_details.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/missing_line.h"
#include "ui/controls/page_tabs.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

std::string toStdString(const QString& text)
{
    return text.toStdString();
}

QString moneyOrDash(const std::optional<double>& usd)
{
    return usd ? amountWithUnit(*usd, Dimension::Money) : QStringLiteral("–");
}

QString sizingKeyTitle(const std::string& key)
{
    if (key == "gpus_for_model")
        return ToolsPage::tr("cards for one copy of the model");
    if (key == "gpus_for_qps")
        return ToolsPage::tr("cards for the requests");
    if (key == "gpus")
        return ToolsPage::tr("cards");
    if (key == "nodes")
        return ToolsPage::tr("nodes");
    if (key == "raw_cost_usd")
        return ToolsPage::tr("raw cost");
    if (key == "tier")
        return ToolsPage::tr("tier");
    return ToolsPage::tr("framework");
}

QString distributionText(StateDistribution distribution, int p, const Project& project)
{
    switch (distribution) {
    case StateDistribution::Replicated: return ToolsPage::tr("a copy on every worker");
    case StateDistribution::Sharded:
    case StateDistribution::PartlySharded:
        return ToolsPage::tr("sharded over %1").arg(countedNounText(p, ToolsPage::tr("worker")));
    case StateDistribution::OnServers:
        return ToolsPage::tr("sharded over %1 servers")
            .arg(project.design.communication.shards ? numberText(project.design.communication.shards->value)
                                                     : QStringLiteral("1"));
    case StateDistribution::Divided:
        return ToolsPage::tr("divided over %1").arg(countedNounText(p, ToolsPage::tr("worker")));
    case StateDistribution::Serving:
    case StateDistribution::Unknown: break;
    }
    return ToolsPage::tr("on %1").arg(countedNounText(p, ToolsPage::tr("worker")));
}

/// What the fullest worker (or server) holds at p, as feasibility counts it, part by part if the model is described;
/// nullopt if it is not known or a service.
std::optional<MemoryBarRow> memoryRow(const Project& project, const FeasibleWorkers& feasible, int p)
{
    const std::optional<FeasibilityProblem> problem = feasible.findProblem(p);
    if (!feasible.usableBytes() || feasible.distribution() == StateDistribution::Serving ||
        (problem && problem->limit == FeasibilityLimit::Layout))
        return std::nullopt;
    const std::optional<double> bytes = feasible.bytesAt(p);
    if (!bytes || !(*bytes > 0))
        return std::nullopt;
    MemoryBarRow row{distributionText(feasible.distribution(), p, project), {}};
    const Result<MemoryNeed> need = trainingMemory(project, p);
    constexpr double equalWithin = 1e-6;
    if (need && std::abs(need->total() - *bytes) <= equalWithin * *bytes)
        for (const MemoryPart& part : need->parts)
            row.parts.emplace_back(part.name, part.bytes);
    else
        row.parts.emplace_back(ToolsPage::tr("working set").toStdString(), *bytes);
    return row;
}

}  // namespace

ToolsPage::ToolsPage(Document& document, QWidget* parent)
    : Page(document, tr("What does it run on, and who runs it?"), parent)
{
    m_missingForSizing = addMissingLine();
    m_missingForLaunch = addMissingLine();
    m_sizingTable = new TextTable;
    m_sizingFigure = new Figure(m_sizingTable, m_sizingTable, this);
    m_sizingNotes = new CollapsibleDetails(tr("the size"), this);
    m_sizingNotes->contentLayout().addWidget(m_sizingFigure);
    m_toolsTable = new TextTable;
    m_toolsFigure = new Figure(m_toolsTable, m_toolsTable, this);

    m_memoryBar = new MemoryBar(tr("What fills a card"));
    m_memoryFigure = new Figure(m_memoryBar, m_memoryBar, this);
    m_memoryFigure->addTitleButton(m_sizingNotes->button());

    m_upperRow = new QBoxLayout(QBoxLayout::LeftToRight);
    m_upperRow->setSpacing(Theme::spacing(3));
    m_upperRow->addWidget(m_memoryFigure, 58);
    m_upperRow->addWidget(buildSizeCard(), 42);
    m_lowerRow = new QBoxLayout(QBoxLayout::LeftToRight);
    m_lowerRow->setSpacing(Theme::spacing(3));
    m_lowerRow->addWidget(m_toolsFigure, 1);
    m_lowerRow->addWidget(buildMoneyCard(), 1);
    m_lowerRow->addWidget(buildStartCard(), 1);
    body().setSpacing(Theme::spacing(3));
    body().addLayout(m_upperRow, 1);
    body().addLayout(m_lowerRow, 1);
    body().addWidget(m_sizingNotes);
    body().addWidget(m_scriptsCard = buildScriptsCard());
    body().addStretch();
    connect(m_sizingNotes, &CollapsibleDetails::toggled, m_sizingNotes, &QWidget::setVisible);
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

QWidget* ToolsPage::buildStartCard()
{
    auto* card = new Card(this);
    auto* column = createBox<QVBoxLayout>(card, Theme::spacing(2), Theme::margins(4, 3, 4, 3));
    column->addWidget(new Text(tr("Start it"), TextStyle::CardTitle, ColorRole::Ink, true, card));
    m_launchLines = new QPlainTextEdit(card);
    m_launchLines->setAccessibleName(tr("launch lines"));
    m_launchLines->setReadOnly(true);
    m_launchLines->setTabChangesFocus(true);
    m_launchLines->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_launchLines);
    m_launchNote = new Text(TextStyle::Small, ColorRole::SoftInk, false, card);
    m_launchNote->setWordWrap(true);
    column->addWidget(m_launchNote);
    column->addStretch();
    m_copyButton = createQuietButton(tr("Copy"), card);
    m_copyButton->setAccessibleName(tr("copy the launch lines"));
    m_scriptsButton = createQuietButton(tr("Scripts"), card);
    m_scriptsButton->setCheckable(true);
    m_scriptsButton->setToolTip(tr("The whole scripts for torchrun, Ray, Slurm, and the benchmark of the link"));
    m_scriptsButton->setAccessibleName(tr("show the launch scripts"));
    m_saveButton = createQuietButton(tr("Save all…"), card);
    m_saveButton->setAccessibleName(tr("save all launch files"));
    column->addLayout(createButtonRow({m_copyButton, m_scriptsButton, m_saveButton}));
    connect(m_copyButton, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_launchLines->toPlainText()); });
    connect(m_scriptsButton, &QPushButton::toggled, this, [this](bool isShown) {
        m_scriptsCard->setVisible(isShown);
        if (isShown)
            scrollTo(*m_scriptsCard);
    });
    connect(m_saveButton, &QPushButton::clicked, this, [this] { saveFiles(); });
    return card;
}

QWidget* ToolsPage::buildScriptsCard()
{
    auto* card = new Card(this);
    auto* column = createBox<QVBoxLayout>(card, Theme::spacing(2), Theme::margins(4, 3, 4, 3));
    m_fileTabs = new QTabBar(card);
    m_fileTabs->setAccessibleName(tr("launch files"));
    m_fileTabs->setDrawBase(false);
    m_fileTabs->setExpanding(false);
    m_fileTabs->setUsesScrollButtons(false);
    auto* head = new QHBoxLayout;
    head->addWidget(m_fileTabs, 1);
    auto* copy = createQuietButton(tr("Copy"), card);
    copy->setAccessibleName(tr("copy the shown launch file"));
    head->addWidget(copy);
    column->addLayout(head);
    m_fileText = new QPlainTextEdit(card);
    m_fileText->setReadOnly(true);
    m_fileText->setTabChangesFocus(true);
    m_fileText->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_fileText->setAccessibleName(tr("content of the launch file"));
    m_fileText->setToolTip(tr("benchmark.sh writes timings.csv, which this window imports for alpha and bandwidth"));
    column->addWidget(m_fileText, 1);
    card->hide();
    connect(m_fileTabs, &QTabBar::currentChanged, this, [this] { showSelectedFile(); });
    connect(copy, &QPushButton::clicked, this, &ToolsPage::copyShownFile);
    const auto restyle = [this] {
        QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        fixed.setPixelSize(Theme::instance().font(TextStyle::Small).pixelSize());
        m_fileText->setFont(fixed);
        m_launchLines->setFont(fixed);
        constexpr int lines = 4;
        m_launchLines->setFixedHeight(lines * QFontMetrics(fixed).lineSpacing() + Theme::spacing(5));
        m_fileTabs->setFont(Theme::instance().font(TextStyle::Label));
        m_fileText->setMinimumHeight(16 * QFontMetrics(fixed).lineSpacing());
    };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    return card;
}

QWidget* ToolsPage::buildMoneyCard()
{
    auto* card = new Card(this);
    auto* column = createBox<QVBoxLayout>(card, Theme::spacing(2), Theme::margins(4, 3, 4, 3));
    auto* head = new QHBoxLayout;
    head->addWidget(new Text(tr("Build or buy"), TextStyle::CardTitle, ColorRole::Ink, true, card), 1);
    m_moneyInputs = new CollapsibleDetails(tr("build or buy"), card, tr("Inputs"));
    head->addWidget(m_moneyInputs->button());
    column->addLayout(head);
    m_moneyNote = new Text(TextStyle::Label, ColorRole::Ink, false, card);
    m_moneyNote->setWordWrap(true);
    column->addWidget(m_moneyNote);
    m_moneyChart = new Chart;
    m_moneyChart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_moneyChart->setTableSource([this] {
        Table table;
        table.columns = {{"hour_value", tr("an hour of the team").toStdString(), "USD", 2},
                         {"break_even_hours", tr("break-even").toStdString(), "h", -1}};
        if (m_sizing)
            for (const BreakEvenRow& each :
                 breakEvenRows(buildOrBuyTerms(m_sizingNeed, cardCount()), m_sizingNeed.hours)) {
                Cell hours;
                if (each.breakEvenHours)
                    hours = *each.breakEvenHours;
                table.rows.push_back({each.operatorHourUsd, hours});
            }
        return table;
    });
    column->addWidget(m_moneyChart, 1);
    m_moneyGrid = new FieldGrid(document(),
                                {{fieldOf(&Target::managedPremium)},
                                 {fieldOf(&Target::operatingTimeS)},
                                 {fieldOf(&Target::operatorHourUsd)},
                                 {fieldOf(&Target::priceUsdPerHour)}},
                                card);
    m_moneyInputs->contentLayout().addWidget(m_moneyGrid);
    m_moneyInputs->setText({});
    column->addWidget(m_moneyInputs);
    column->addStretch();
    return card;
}

void ToolsPage::layOut()
{
    const double type = Theme::instance().typeScale();
    const bool wide = width() >= 900 * type;
    for (QBoxLayout* each : {m_upperRow, m_lowerRow})
        each->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_sizeGrid->layOut(wide && m_memoryFigure->isHidden() ? 4 : 2);
    // Without a memory chart, the cards keep their natural height.
    body().setStretchFactor(m_upperRow, m_memoryFigure->isHidden() ? 0 : 1);
    body().setStretchFactor(m_lowerRow, m_memoryFigure->isHidden() ? 0 : 1);
    m_moneyGrid->layOut(1);
    m_moneyChart->setMinimumHeight(static_cast<int>(110 * type));
}

void ToolsPage::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    m_missingForSizing->setMissingFields(tr("To size it, give"), missingForSizing(project));
    m_missingForLaunch->setMissingFields(tr("To launch it, give"), analysis.plan
                                                                       ? std::vector<MissingField>()
                                                                       : missingForPrediction(project, analysis));
    refreshSizing();
    refreshTools();
    refreshLaunch();
    const Answer size = answer();
    setAnswer(document().designErrorCount() > 0 && !size.headline.empty()
                  ? tr("%1 The design cannot work yet: Design shows the fix.").arg(toQString(size.headline))
                  : toQString(headlineWithReason(size.headline, size.because)));
    refreshMoney();
    m_moneyGrid->refresh();
    m_sizeGrid->refresh();
}

/// The sizing if there is a model or a load; otherwise a summary of how the plan is launched.
Answer ToolsPage::answer() const
{
    const Result<ToolTable>& table = toolTable();
    const std::optional<PlanDecision>& plan = document().analysis().plan;
    if (hasSizingInput())
        return sizeAnswer({.need = m_sizingNeed,
                           .requestedSizing = *m_sizing,
                           .otherSizing = *m_bookSizing,
                           .catalogueNotes = {},
                           .planP = m_sizingPlanP});
    if (!table || !plan || plan->shortfall)
        return {};
    return launchSummary(launchParametersOf(document().project(), plan->p), toolsFor(*table, document().project()));
}

void ToolsPage::refreshSizing()
{
    const Project& project = document().project();
    const Result<ToolTable>& table = toolTable();
    m_sizing.reset();
    m_bookSizing.reset();
    TextTable::Content content;
    content.table.columns = {{"what", "", "", -1},
                             {"right", toStdString(tr("right rule")), "", -1},
                             {"book", toStdString(tr("book’s code")), "", -1},
                             {"why", toStdString(tr("why they differ")), "", -1}};
    content.relativeWidths = {1.4, 1.3, 1.3, 1.9};
    QStringList notes;
    if (!table) {
        notes << tr("Table 41.5.1 cannot be read: %1").arg(errorText(table.error()));
    } else {
        m_sizingNeed = sizingNeedOf(project, *table, {});
        if (Result<ProjectSizing> sized = sizeProject(m_sizingNeed, project, document().analysis(), *table)) {
            m_sizingNeed = std::move(sized->need);
            m_sizing = std::move(sized->replica);
            m_bookSizing = std::move(sized->book);
            m_sizingPlanP = sized->planP;
        } else {
            notes << errorText(sized.error());
        }
    }
    if (m_sizing) {
        const auto row = [&](const QString& title, const QString& right, const QString& book = {},
                             const QString& why = {}) {
            content.table.rows.push_back({toStdString(title), toStdString(right), toStdString(book), toStdString(why)});
            content.softRows.push_back(false);
        };
        // The components of the memory needed on one machine, if known.
        const Result<MemoryNeed> parts = m_sizingNeed.axis == Axis::Inference || !project.baseline.model
                                             ? Result<MemoryNeed>(fail(ErrorCode::Input, ""))
                                             : trainingMemory(project, 1);
        const Result<Transformer> served = m_sizingNeed.axis == Axis::Inference && project.baseline.model
                                               ? transformerOf(*project.baseline.model)
                                               : Result<Transformer>(fail(ErrorCode::Input, ""));
        if (m_sizingNeed.parameters > 0 && parts) {
            for (const MemoryPart& part : parts->parts)
                row(sentenceCase(toQString(part.name)), amountWithUnit(part.bytes, Dimension::Bytes), {},
                    toQString(part.formula));
            for (const std::string& each : parts->notes)
                notes << sentenceCase(toQString(each));
        } else if (m_sizingNeed.parameters > 0 && served && parametersOf(*served) > 0) {
            // If a replica needs several cards, it is split across them.
            const ServingLoad load{
                .bytesPerWeight = m_sizing->bytesPerParameter,
                .tensorParallel = static_cast<int>(std::clamp(m_sizing->acceleratorsForModel, 1L, 1L << 16))};
            row(tr("Weights"), amountWithUnit(m_sizing->modelBytes, Dimension::Bytes),
                amountWithUnit(m_bookSizing->modelBytes, Dimension::Bytes),
                tr("%1 bytes per parameter here, %2 there")
                    .arg(numberText(m_sizing->bytesPerParameter), numberText(m_bookSizing->bytesPerParameter)));
            if (served->hasShape()) {
                const double tokens = cacheTokensThatFit(*served, load, m_sizingNeed.memoryBytes);
                row(tr("Cache of keys and values"),
                    tr("%1 per token")
                        .arg(amountWithUnit(
                            load.tensorParallel * keyValueCacheBytesPerToken(*served, load.tensorParallel),
                            Dimension::Bytes)),
                    {},
                    served->sequenceLength > 0
                        ? tr("%1 tokens fit next to the weights: %2 concurrent requests of %3")
                              .arg(numberText(std::floor(tokens)),
                                   numberText(std::floor(tokens / served->sequenceLength)),
                                   numberText(served->sequenceLength))
                        : tr("%1 tokens fit next to the weights").arg(numberText(std::floor(tokens))));
            } else {
                notes << tr("The cache of keys and values needs the model’s shape, which is not set");
            }
        } else if (m_sizingNeed.parameters > 0) {
            row(tr("Model"), amountWithUnit(m_sizing->modelBytes, Dimension::Bytes),
                amountWithUnit(m_bookSizing->modelBytes, Dimension::Bytes),
                tr("%1 bytes per parameter here, %2 there")
                    .arg(numberText(m_sizing->bytesPerParameter), numberText(m_bookSizing->bytesPerParameter)));
        }
        const std::vector<SizingDifference> differences = sizingDifferences(m_sizingNeed, *m_bookSizing, *m_sizing);
        const auto line = [&](const char* key, const QString& right, const QString& book) {
            const auto difference = std::find_if(differences.begin(), differences.end(),
                                                 [&](const SizingDifference& each) { return each.key == key; });
            row(sentenceCase(sizingKeyTitle(key)), right, book,
                difference == differences.end() ? QString() : toQString(difference->reason));
        };
        if (!m_sizing->fullestCard.parts.empty() && m_sizing->acceleratorsForModel > 1)
            row(tr("On the fullest card"), amountWithUnit(m_sizing->fullestCard.total(), Dimension::Bytes), {},
                tr("%1 % of %2")
                    .arg(numberText(100 * m_sizing->fullestCard.total() / m_sizingNeed.memoryBytes),
                         amountWithUnit(m_sizingNeed.memoryBytes, Dimension::Bytes)));
        line("gpus_for_model", QString::number(m_sizing->acceleratorsForModel),
             QString::number(m_bookSizing->acceleratorsForModel));
        line("gpus_for_qps", QString::number(m_sizing->acceleratorsForRequests),
             QString::number(m_bookSizing->acceleratorsForRequests));
        line("gpus", QString::number(m_sizing->accelerators), QString::number(m_bookSizing->accelerators));
        line("nodes", QString::number(m_sizing->nodes), QString::number(m_bookSizing->nodes));
        line("raw_cost_usd", moneyOrDash(m_sizing->rawCostUsd), moneyOrDash(m_bookSizing->rawCostUsd));
        const auto tier = [](const Sizing& sizing) {
            return sizing.tier ? toQString(tierTitle(*sizing.tier)) : ToolsPage::tr("none");
        };
        line("tier", tier(*m_sizing), tier(*m_bookSizing));
        line("framework", toQString(m_sizing->framework), toQString(m_bookSizing->framework));
        notes << tr("Tier: %1").arg(toQString(m_sizing->hostingTierReason));
        for (const std::string& each : m_sizing->notes)
            notes << sentenceCase(toQString(each));
        QStringList basisParts;  // what the fields do not show
        if (!project.target.memoryBytes)
            basisParts << (project.baseline.machine.memoryBytes ? tr("cards of %1, as in this machine")
                                                                : tr("cards of %1"))
                              .arg(amountWithUnit(m_sizingNeed.memoryBytes, Dimension::Bytes));
        if (!project.target.workersPerNode)
            basisParts << tr("%1 per node").arg(m_sizingNeed.acceleratorsPerNode);
        basisParts << tr("%1 per card-hour").arg(amountWithUnit(m_sizingNeed.priceUsdPerHour, Dimension::Money));
        QStringList defaultParts;  // the book's defaults, for values that are not set
        if (!project.target.memoryBytes && !project.baseline.machine.memoryBytes)
            defaultParts << tr("memory");
        if (!project.target.priceUsdPerHour)
            defaultParts << tr("price");
        if (!defaultParts.isEmpty())
            basisParts << tr("book defaults: %1").arg(defaultParts.join(QStringLiteral(", ")));
        basisLine().setText(basisParts.join(QStringLiteral(" · ")));
    } else {
        basisLine().clear();
    }
    basisLine().setVisible(hasSizingInput());  // otherwise the line below asks for the missing input
    m_sizingTable->setContent({.title = tr("What was counted, and what was not"),
                               .caption = {},
                               .summary = m_sizing ? tr("%1 on %2")
                                                         .arg(countedNounText(m_sizing->accelerators, tr("card")),
                                                              countedNounText(m_sizing->nodes, tr("node")))
                                                   : notes.join(QLatin1Char(' '))},
                              std::move(content));
    m_sizingFigure->setVisible(hasSizingInput());
    m_sizingFigure->refresh();
    QStringList lines;
    for (const QString& note : notes)
        lines << QStringLiteral("· ") + note + (note.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral("."));
    m_sizingNotes->setText(lines.join(QLatin1Char('\n')));
    m_sizingNotes->button()->setVisible(hasSizingInput() || (!m_sizing && missingForSizing(project).empty()));
    m_sizingNotes->setVisible(m_sizingNotes->isOpen() && !m_sizingNotes->button()->isHidden());
    refreshMemory();
    layOut();
}

/// The design as chosen at the plan's p and, if it does not fit, with the offered fix.
void ToolsPage::refreshMemory()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    std::vector<MemoryBarRow> rows;
    if (std::optional<MemoryBarRow> chosen = memoryRow(project, analysis.feasible, analysis.planP)) {
        const bool fits = chosen->totalBytes() <= analysis.feasible.usableBytes().value_or(0);
        chosen->title = tr("as chosen");
        rows.push_back(*std::move(chosen));
        const std::vector<Finding>& findings = document().findings();
        const auto finding = std::find_if(findings.begin(), findings.end(), [](const Finding& each) {
            return each.ruleName == "replicates-what-does-not-fit" && each.fix;
        });
        if (!fits && finding != findings.end()) {
            const Project fixed = finding->fix->apply(project);
            if (std::optional<MemoryBarRow> offered = memoryRow(fixed, FeasibleWorkers(fixed.baseline, fixed, nullptr),
                                                                std::max(analysis.planP, fixed.plan.p.value_or(1))))
                rows.push_back(*std::move(offered));
        }
    } else if (m_sizing && hasSizingInput()) {
        for (const MemoryPart& part : m_sizing->fullestCard.parts) {
            if (rows.empty())
                rows.emplace_back();
            rows.front().parts.emplace_back(part.name, part.bytes);
        }
    }
    const double cardBytes = analysis.feasible.usableBytes() ? *analysis.feasible.usableBytes() / usableMemoryShare
                                                             : m_sizingNeed.memoryBytes;
    m_memoryBar->setRows(std::move(rows), usableMemoryShare * cardBytes, cardBytes, {});
    m_memoryFigure->refresh();
    m_memoryFigure->setVisible(m_memoryBar->totalBytes() > 0);
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
        const FittingTools fitting = m_sizing ? toolsThatFit(*table, document().project(), *m_sizing)
                                              : FittingTools{toolsFor(*table, document().project()), std::nullopt};
        const ToolChoice choice = toolsFor(*table, document().project());  // as chosen, even if it does not fit
        const std::string tier = hasSizingInput() && m_sizing->tier ? tierTitle(*m_sizing->tier) : std::string();
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

void ToolsPage::refreshLaunch()
{
    const Analysis& analysis = document().analysis();
    m_launchFiles.clear();
    QString note, commands;
    if (!analysis.plan || analysis.plan->shortfall) {
        note = analysis.plan ? sentenceCase(toQString(analysis.plan->reason)) : tr("No plan yet.");
    } else {
        const Project& project = document().project();
        const Result<ToolTable>& table = toolTable();
        const int workers = *workersToLaunch(m_sizing ? &*m_sizing : nullptr, analysis);
        const LaunchParameters terms =
            table && m_sizing ? launchParametersFor(toolsThatFit(*table, project, *m_sizing), project, workers)
                              : launchParametersOf(project, workers);
        if (Result<std::vector<LaunchFile>> files = launchFiles(terms)) {
            m_launchFiles = *std::move(files);
            commands = toQString(launchLine(terms)) + QStringLiteral("\nsbatch job.sbatch");
            commands.replace(QStringLiteral(" --rdzv_backend"), QStringLiteral(" \\\n  --rdzv_backend"));
            note = terms.usesMpi        ? tr("replace ./program")
                   : terms.nodes() == 1 ? tr("replace train.py")
                                        : tr("replace train.py and HEAD");
            if (const std::string reason =
                    launchedWorkersReason(workers, analysis.plan->p, workersAvailable(project.target));
                !reason.empty())
                note = sentenceCase(toQString(reason)) + QStringLiteral(". ") + note;
        } else {
            note = errorText(files.error());
        }
    }
    QStringList errors;
    for (const Finding& finding : document().findings())
        if (finding.severity == Severity::Error)
            errors << toQString(finding.text);
    m_launchNote->setToolTip(errors.join(QLatin1Char('\n')));
    m_launchNote->setText(note);
    const QSignalBlocker quiet(m_fileTabs);
    while (m_fileTabs->count() > static_cast<int>(m_launchFiles.size()))
        m_fileTabs->removeTab(m_fileTabs->count() - 1);
    for (int i = 0; i < static_cast<int>(m_launchFiles.size()); ++i) {
        const QString name = toQString(m_launchFiles[static_cast<std::size_t>(i)].name);
        if (i < m_fileTabs->count())
            m_fileTabs->setTabText(i, name);
        else
            m_fileTabs->addTab(name);
    }
    if (commands != m_launchLines->toPlainText())
        m_launchLines->setPlainText(commands);
    m_launchLines->setVisible(!commands.isEmpty());
    if (m_launchFiles.empty())
        m_scriptsButton->setChecked(false);
    m_scriptsButton->setEnabled(!m_launchFiles.empty());
    m_copyButton->setEnabled(!m_launchFiles.empty());
    m_saveButton->setEnabled(!m_launchFiles.empty());
    showSelectedFile();
}

void ToolsPage::showSelectedFile()
{
    const int index = m_fileTabs->currentIndex();
    const QString text = index >= 0 && index < static_cast<int>(m_launchFiles.size())
                             ? QString::fromStdString(m_launchFiles[static_cast<std::size_t>(index)].content)
                             : QString();
    if (text != m_fileText->toPlainText())
        m_fileText->setPlainText(text);
}

void ToolsPage::copyShownFile()
{
    QGuiApplication::clipboard()->setText(m_fileText->toPlainText());
}

void ToolsPage::saveFiles()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the launch files"));
    if (folder.isEmpty())
        return;
    const Result<void> saved = saveFiles(folder);
    m_launchNote->setText(saved ? tr("Saved to %1.").arg(folder) : errorText(saved.error()));
}

Result<void> ToolsPage::saveFiles(const QString& folder)
{
    const Result<std::vector<std::string>> written = writeLaunchFiles(folder.toStdString(), m_launchFiles);
    return written ? Result<void>() : Result<void>(fail(written.error()));
}

bool ToolsPage::hasSizingInput() const
{
    return m_sizing && (hasSizedState(m_sizingNeed) || m_sizingNeed.requestsPerS > 0);
}

double ToolsPage::cardCount() const
{
    if (m_sizing && m_sizing->accelerators > 0)
        return static_cast<double>(m_sizing->accelerators);
    return document().analysis().plannedP().value_or(0);
}

void ToolsPage::refreshMoney()
{
    ChartSpec spec;
    spec.hasIntegerX = false;
    spec.x = {.title = tr("hours of card use"), .low = 0};
    spec.y = {.title = tr("total"), .numberStyle = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::Money}};
    FigureTexts texts{.title = tr("Build or buy"), .caption = {}, .summary = {}};
    const BuildOrBuyTerms terms = buildOrBuyTerms(m_sizingNeed, cardCount());
    if (terms.accelerators == 0) {
        spec.emptyText = tr("No cards to pay for: neither a model to size nor a plan.");
    } else if (terms.operatorHours * terms.operatorHourUsd <= 0) {
        spec.emptyText = tr("Enter the hours needed to operate the cluster and the cost of an operator’s hour.");
    } else {
        const std::optional<double> breakEven = breakEvenHours(terms);
        const double maximumHours = 2 * (breakEven && *breakEven > 0 ? *breakEven : m_sizingNeed.hours.value_or(100));
        SeriesSpec self{.key = QStringLiteral("self"),
                        .name = tr("self-managed"),
                        .label = tr("self-managed"),
                        .role = ColorRole::Compute};
        SeriesSpec managed{
            .key = QStringLiteral("managed"), .name = tr("managed"), .label = tr("managed"), .role = ColorRole::Money};
        for (int i = 0; i <= 40; ++i) {
            const double hours = maximumHours * i / 40;
            const CostTotals totals = costTotalsAfter(terms, hours);
            for (SeriesSpec* each : {&self, &managed})
                each->x.push_back(hours);
            self.y.push_back(totals.selfManagedUsd);
            managed.y.push_back(totals.managedUsd);
        }
        spec.series = {std::move(self), std::move(managed)};
        if (breakEven) {
            const CostTotals totals = costTotalsAfter(terms, *breakEven);
            spec.points.push_back({.id = QStringLiteral("even"),
                                   .x = *breakEven,
                                   .y = totals.selfManagedUsd,
                                   .label = tr("break-even %1 h").arg(numberText(*breakEven)),
                                   .subLabel = amountWithUnit(totals.selfManagedUsd, Dimension::Money),
                                   .role = ColorRole::Ink});
        }
        if (m_sizingNeed.hours && *m_sizingNeed.hours < maximumHours)
            spec.markers.push_back({.id = QStringLiteral("run"),
                                    .x = *m_sizingNeed.hours,
                                    .label = tr("one run: %1 h").arg(numberText(*m_sizingNeed.hours))});
        texts.caption = breakEven ? tr("Below %1 h managed is cheaper: %2 cards, premium %3, %4 h of the team at %5")
                                        .arg(numberText(*breakEven))
                                        .arg(numberText(terms.accelerators))
                                        .arg(numberText(terms.managedPriceFactor), numberText(terms.operatorHours),
                                             amountWithUnit(terms.operatorHourUsd, Dimension::Money))
                                  : sentenceCase(toQString(noBreakEvenReason(terms)));
    }
    texts.summary = spec.emptyText.empty() ? texts.caption : toQString(spec.emptyText);
    m_moneyNote->setText(texts.summary);
    m_moneyNote->setColorRole(spec.emptyText.empty() ? ColorRole::Ink : ColorRole::SoftInk);
    m_moneyChart->setVisible(spec.emptyText.empty());  // no axes without curves
    m_moneyChart->setSpec(std::move(spec));
    m_moneyChart->setTexts(texts);
}

bool ToolsPage::focusField(const QString& pointer)
{
    if (m_sizeGrid->hasField(pointer))
        return m_sizeGrid->focusOn(pointer);
    if (!m_moneyGrid->hasField(pointer))
        return false;
    m_moneyInputs->setOpen(true);
    return m_moneyGrid->focusOn(pointer);
}

std::vector<ExportableFigure> ToolsPage::exportables()
{
    std::vector<ExportableFigure> figures;
    if (hasSizingInput())
        figures.push_back({QStringLiteral("sizing"), m_sizingTable});
    figures.push_back({QStringLiteral("tools"), m_toolsTable});
    if (m_moneyChart->spec().emptyText.empty())
        figures.push_back({QStringLiteral("build-or-buy"), m_moneyChart});
    return figures;
}

std::vector<PaletteItem> ToolsPage::paletteItems()
{
    std::vector<PaletteItem> items = m_moneyGrid->paletteItems([this] { m_moneyInputs->setOpen(true); });
    items.push_back({PaletteItem::Kind::Action, tr("Copy the launch file"), QString(), [this] { copyShownFile(); }});
    items.push_back({PaletteItem::Kind::Action, tr("Save the launch files"), QString(), [this] { saveFiles(); }});
    return items;
}

}  // namespace scalewright::ui

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
#include "core/decision/analysis/value_at_p.h"
#include "core/decision/rules/checks.h"
#include "core/design/sizing/build_or_buy.h"
#include "core/design/tools/tool_table.h"
#include "core/model/memory/memory.h"
#include "core/output/answers/launch_files.h"
#include "core/output/answers/render.h"
#include "core/output/answers/size.h"
#include "core/project/document/project.h"
#include "ui/charts/word_table.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/missing_line.h"
#include "ui/controls/page_tabs.h"
#include "ui/controls/why.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

std::string word(const QString& text)
{
    return text.toStdString();
}

QString money(const std::optional<double>& usd)
{
    return usd ? amount(*usd, Dimension::Money) : QStringLiteral("–");
}

QString keyTitle(const std::string& key)
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

}  // namespace

ToolsPage::ToolsPage(Document& document, QWidget* parent)
    : Page(document, tr("What does it run on, and who runs it?"), parent)
{
    m_toSize = addMissingLine();
    m_toLaunch = addMissingLine();
    m_whole = new WordTable;
    m_wholeFigure = new Figure(m_whole, m_whole, this);
    m_why = new Why(tr("the size"), this);
    m_why->column().addWidget(m_wholeFigure);
    m_tools = new WordTable;
    m_toolsFigure = new Figure(m_tools, m_tools, this);

    m_launch = buildLaunch();
    m_leftColumn = new QVBoxLayout;
    m_leftColumn->setSpacing(Theme::space(3));
    m_leftColumn->addWidget(m_launch);
    m_leftColumn->addWidget(m_why);
    m_leftColumn->addStretch();
    auto* right = new QVBoxLayout;
    right->addWidget(m_toolsFigure);
    right->addStretch();
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_columns->setSpacing(Theme::space(3));
    m_columns->addLayout(m_leftColumn, 1);
    m_columns->addLayout(right, 1);
    body().addLayout(m_columns);
    body().addWidget(buildMoney());
    body().addItem(new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Minimum));
    keepWhole();
    begin();
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
            .make = [](Document& document, QWidget* parent) -> Page* { return new ToolsPage(document, parent); }};
}

QWidget* ToolsPage::buildLaunch()
{
    auto* card = new Card(this);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(3));
    column->setSpacing(Theme::space(2));
    auto* head = new QHBoxLayout;
    head->addWidget(new Text(tr("Launch lines"), TextStyle::CardTitle, Role::Ink, true, card), 1);
    m_copy = quietButton(tr("Copy"), card);
    m_copy->setAccessibleName(tr("copy the launch file in sight"));
    m_save = quietButton(tr("Save all…"), card);
    m_save->setAccessibleName(tr("save all launch files"));
    m_show = quietButton(tr("Show"), card);
    m_show->setCheckable(true);
    m_show->setChecked(true);
    m_show->setAccessibleName(tr("show the launch lines"));
    head->addWidget(m_show);
    head->addWidget(m_copy);
    head->addWidget(m_save);
    column->addLayout(head);
    m_names = new QTabBar(card);
    m_names->setAccessibleName(tr("launch files"));
    m_names->setDrawBase(false);
    m_names->setExpanding(false);
    m_names->setUsesScrollButtons(false);
    column->addWidget(m_names);
    m_text = new QPlainTextEdit(card);
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setAccessibleName(tr("content of the launch file"));
    column->addWidget(m_text, 1);
    m_launchNote = new Text(TextStyle::Small, Role::Soft, false, card);
    m_launchNote->setWordWrap(true);
    column->addWidget(m_launchNote);
    connect(m_names, &QTabBar::currentChanged, this, [this] { showFile(); });
    connect(m_show, &QPushButton::toggled, this, [this] { keepInPlace(*m_show, [this] { refreshLaunch(); }); });
    connect(m_copy, &QPushButton::clicked, this, &ToolsPage::copyFile);
    connect(m_save, &QPushButton::clicked, this, [this] { saveFiles(); });
    const auto restyle = [this] {
        QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        fixed.setPixelSize(Theme::instance().font(TextStyle::Small).pixelSize());
        m_text->setFont(fixed);
        m_names->setFont(Theme::instance().font(TextStyle::Label));
        m_text->setMinimumHeight(9 * QFontMetrics(fixed).lineSpacing());
    };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    return card;
}

QWidget* ToolsPage::buildMoney()
{
    auto* row = new QWidget(this);
    m_moneyRow = new QBoxLayout(QBoxLayout::LeftToRight, row);
    m_moneyRow->setContentsMargins(0, 0, 0, 0);
    m_moneyRow->setSpacing(Theme::space(3));
    m_chart = new Chart;
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_money = new Figure(m_chart, row);
    m_chart->setTable([this] {
        Table table;
        table.columns = {{"hour_value", tr("an hour of the team").toStdString(), "USD", 2},
                         {"break_even_hours", tr("break-even").toStdString(), "h", -1}};
        if (m_right)
            for (const HourValueRow& each : hourValueRows(buildOrBuyOf(m_need, cards()), m_need.hours)) {
                Cell hours;
                if (each.breakEvenHours)
                    hours = *each.breakEvenHours;
                table.rows.push_back({each.hourValueUsd, hours});
            }
        return table;
    });
    m_moneyRow->addWidget(m_money, 62);
    auto* card = new Card(row);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(3));
    m_moneyTitle = new Text(tr("Build or buy"), TextStyle::CardTitle, Role::Ink, true, card);
    m_moneyNote = new Text(TextStyle::Label, Role::Soft, false, card);
    m_moneyNote->setWordWrap(true);
    column->addWidget(m_moneyTitle);
    column->addWidget(m_moneyNote);
    m_grid = new FieldGrid(document(),
                           {{fieldOf(&Target::managedPremium)},
                            {fieldOf(&Target::operatingS)},
                            {fieldOf(&Target::operatorHourUsd)},
                            {fieldOf(&Target::priceUsdPerHour)}},
                           card);
    m_moneyFold = new Why(tr("build or buy"), card, tr("Premium, hours and price"));
    m_moneyFold->column().addWidget(m_grid);
    m_moneyFold->setText({});
    column->addWidget(m_moneyFold);
    column->addStretch();
    m_moneyRow->addWidget(card, 38);
    return row;
}

void ToolsPage::layOut()
{
    const double type = Theme::instance().typeScale();
    const bool wide = width() >= 900 * type;
    for (QBoxLayout* each : {m_columns, m_moneyRow})
        each->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_grid->layOut(wide && width() < 1300 * type ? 1 : 2);
    m_money->setMinimumHeight(static_cast<int>(230 + 90 * type));
}

void ToolsPage::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    m_toSize->present(tr("To size it, give"), missingForSizing(project));
    m_toLaunch->present(tr("To launch it, give"),
                        analysis.plan ? std::vector<MissingField>() : missingForPrediction(project, analysis));
    refreshSizing();
    refreshTools();
    refreshLaunch();
    const Answer size = answer();
    setAnswer(document().designErrors() > 0 && !size.headline.empty()
                  ? tr("%1 The design cannot work yet: Design shows the fix.").arg(qt(size.headline))
                  : qt(lineText(size.headline, size.because)));
    refreshMoney();
    m_grid->refresh();
}

/// The size where there is a model or a load to size; else what the plan takes.
Answer ToolsPage::answer() const
{
    const Result<ToolTable>& table = toolTable();
    const std::optional<PlanDecision>& plan = document().analysis().plan;
    if (sizesSomething())
        return sizeAnswer({.need = m_need,
                           .asked = *m_right,
                           .other = *m_book,
                           .fromCatalogue = {},
                           .planP = plan && !plan->shortfall ? std::optional(plan->p) : std::nullopt});
    if (!table || !plan || plan->shortfall)
        return {};
    return launchSummary(launchTermsOf(document().project(), plan->p), toolsFor(*table, document().project()));
}

void ToolsPage::refreshSizing()
{
    const Project& project = document().project();
    const Result<ToolTable>& table = toolTable();
    m_right.reset();
    m_book.reset();
    WordTable::Content content;
    content.table.columns = {{"what", "", "", -1},
                             {"right", word(tr("right rule")), "", -1},
                             {"book", word(tr("book’s code")), "", -1},
                             {"why", word(tr("why they part")), "", -1}};
    content.widths = {1.4, 1.3, 1.3, 1.9};
    QStringList notes;
    if (!table) {
        notes << tr("Table 41.5.1 cannot be read: %1").arg(said(table.error()));
    } else {
        m_need = sizingNeedOf(project, *table, {});
        Result<Sizing> right = scalewright::size(m_need, SizingRule::Replica, *table);
        // A plan of more cards than one copy takes is what is rented, on the nodes that it is launched on.
        if (const std::optional<PlanDecision>& plan = document().analysis().plan;
            right && plan && !plan->shortfall && m_need.axis != Axis::Inference && right->acceleratorsForModel > 0 &&
            plan->p > right->acceleratorsForModel) {
            m_need.planWorkers = plan->p;
            m_need.acceleratorsPerNode = workersOnNode(project.target);
            right = scalewright::size(m_need, SizingRule::Replica, *table);
        }
        if (right) {  // priced for as long as so many cards take
            m_need.hours = hoursOfRun(project, document().analysis(),
                                      static_cast<int>(std::clamp(right->accelerators, 1L, long{largestPMax})));
            right = scalewright::size(m_need, SizingRule::Replica, *table);
        }
        Result<Sizing> book = scalewright::size(m_need, SizingRule::Book, *table);
        if (right && book) {
            m_right = *std::move(right);
            m_book = *std::move(book);
        } else {
            notes << said(right ? book.error() : right.error());
        }
    }
    if (m_right) {
        const auto row = [&](const QString& what, const QString& right, const QString& book = {},
                             const QString& why = {}) {
            content.table.rows.push_back({word(what), word(right), word(book), word(why)});
            content.soft.push_back(false);
        };
        // The parts, where they can be told: what one machine would hold.
        const Result<MemoryNeed> parts = m_need.axis == Axis::Inference || !project.baseline.model
                                             ? Result<MemoryNeed>(fail(ErrorCode::Input, ""))
                                             : trainingMemory(project, 1);
        const Result<Transformer> served = m_need.axis == Axis::Inference && project.baseline.model
                                               ? transformerOf(*project.baseline.model)
                                               : Result<Transformer>(fail(ErrorCode::Input, ""));
        if (m_need.parameters > 0 && parts) {
            for (const MemoryPart& part : parts->parts)
                row(sentenceCase(qt(part.name)), amount(part.bytes, Dimension::Bytes), {}, qt(part.formula));
            for (const std::string& each : parts->notes)
                notes << sentenceCase(qt(each));
        } else if (m_need.parameters > 0 && served && parametersOf(*served) > 0) {
            // A replica of several cards is split over them.
            const ServingLoad load{.bytesPerWeight = m_right->bytesPerParameter,
                                   .tensor = static_cast<int>(std::clamp(m_right->acceleratorsForModel, 1L, 1L << 16))};
            row(tr("Weights"), amount(m_right->modelBytes, Dimension::Bytes),
                amount(m_book->modelBytes, Dimension::Bytes),
                tr("%1 bytes a parameter here, %2 there")
                    .arg(number(m_right->bytesPerParameter), number(m_book->bytesPerParameter)));
            if (served->hasShape()) {
                const double tokens = tokensThatFit(*served, load, m_need.memoryBytes);
                row(tr("Cache of keys and values"),
                    tr("%1 a token")
                        .arg(amount(load.tensor * cacheBytesPerToken(*served, load.tensor), Dimension::Bytes)),
                    {},
                    served->sequence > 0
                        ? tr("%1 tokens fit beside the weights: %2 requests of %3 at once")
                              .arg(number(std::floor(tokens)), number(std::floor(tokens / served->sequence)),
                                   number(served->sequence))
                        : tr("%1 tokens fit beside the weights").arg(number(std::floor(tokens))));
            } else {
                notes << tr("The cache of keys and values follows from the model’s shape, which is not given");
            }
        } else if (m_need.parameters > 0) {
            row(tr("Model"), amount(m_right->modelBytes, Dimension::Bytes),
                amount(m_book->modelBytes, Dimension::Bytes),
                tr("%1 bytes a parameter here, %2 there")
                    .arg(number(m_right->bytesPerParameter), number(m_book->bytesPerParameter)));
        }
        const std::vector<SizingDifference> apart = differences(m_need, *m_book, *m_right);
        const auto line = [&](const char* key, const QString& right, const QString& book) {
            const auto found =
                std::find_if(apart.begin(), apart.end(), [&](const SizingDifference& each) { return each.key == key; });
            row(sentenceCase(keyTitle(key)), right, book, found == apart.end() ? QString() : qt(found->why));
        };
        if (!m_right->onCard.parts.empty() && m_right->acceleratorsForModel > 1)
            row(tr("On the fullest card"), amount(m_right->onCard.total(), Dimension::Bytes), {},
                tr("%1 % of %2")
                    .arg(number(100 * m_right->onCard.total() / m_need.memoryBytes),
                         amount(m_need.memoryBytes, Dimension::Bytes)));
        line("gpus_for_model", QString::number(m_right->acceleratorsForModel),
             QString::number(m_book->acceleratorsForModel));
        line("gpus_for_qps", QString::number(m_right->acceleratorsForRequests),
             QString::number(m_book->acceleratorsForRequests));
        line("gpus", QString::number(m_right->accelerators), QString::number(m_book->accelerators));
        line("nodes", QString::number(m_right->nodes), QString::number(m_book->nodes));
        line("raw_cost_usd", money(m_right->rawCostUsd), money(m_book->rawCostUsd));
        const auto tier = [](const Sizing& sizing) {
            return sizing.tier ? qt(tierTitle(*sizing.tier)) : ToolsPage::tr("none");
        };
        line("tier", tier(*m_right), tier(*m_book));
        line("framework", qt(m_right->framework), qt(m_book->framework));
        notes << tr("Tier: %1").arg(qt(m_right->tierReason));
        if (const LaunchTerms terms =
                launchTermsOf(project, document().analysis().plan ? document().analysis().plan->p : 1);
            m_right->tier == Tier::Local && terms.nodes() > 1)
            notes << tr("That is what the model needs: plan p %1 takes %2 nodes, and so a cluster")
                         .arg(terms.workers)
                         .arg(terms.nodes());
        for (const std::string& each : m_right->notes)
            notes << sentenceCase(qt(each));
        QStringList stands;
        if (m_need.parameters > 0)
            stands << tr("%1 parameters").arg(qt(countAmount(m_need.parameters).joined()));
        if (m_need.requestsPerS > 0)
            stands << tr("%1 requests a second").arg(number(m_need.requestsPerS));
        const bool thisMachines = !project.target.memoryBytes && project.baseline.machine.memoryBytes;
        stands << (thisMachines ? tr("cards of %1, as this machine’s") : tr("cards of %1"))
                      .arg(amount(m_need.memoryBytes, Dimension::Bytes))
               << tr("%1 in a node").arg(m_need.acceleratorsPerNode)
               << tr("%1 a card-hour").arg(amount(m_need.priceUsdPerHour, Dimension::Money));
        QStringList books;  // what stands until it is given
        if (!project.target.memoryBytes && !project.baseline.machine.memoryBytes)
            books << tr("memory");
        if (!project.target.workersPerNode && !project.target.priceUsdPerHour && m_need.planWorkers == 0)
            books << tr("cards of a node");
        if (!project.target.priceUsdPerHour)
            books << tr("price");
        if (!books.isEmpty())
            stands << tr("the book’s: %1").arg(books.join(QStringLiteral(", ")));
        basis().setText(stands.join(QStringLiteral(" · ")));
    } else {
        basis().clear();
    }
    basis().setVisible(sizesSomething());  // else the line below asks for what to size
    m_whole->setContent(
        {.title = tr("What was counted, and what was not"),
         .caption = {},
         .summary =
             m_right
                 ? tr("%1 on %2").arg(counted(m_right->accelerators, tr("card")), counted(m_right->nodes, tr("node")))
                 : notes.join(QLatin1Char(' '))},
        std::move(content));
    m_wholeFigure->setVisible(sizesSomething());
    m_wholeFigure->refresh();
    QStringList lines;
    for (const QString& note : notes)
        lines << QStringLiteral("· ") + note + (note.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral("."));
    m_why->setText(lines.join(QLatin1Char('\n')));
    m_why->setVisible(sizesSomething() || (!m_right && missingForSizing(project).empty()));  // else nothing was sized
}

void ToolsPage::refreshTools()
{
    WordTable::Content content;
    content.table.columns = {{"collective", word(tr("collective")), "", -1},
                             {"framework", word(tr("framework")), "", -1},
                             {"size", word(tr("size")), "", -1},
                             {"tier", word(tr("tier")), "", -1}};
    content.widths = {1.5, 1.5, 0.9, 1.2};
    const bool sized = m_right && m_right->accelerators > 0;
    QString caption;
    if (const Result<ToolTable>& table = toolTable()) {
        const FittingTools fitting = m_right ? toolsThatFit(*table, document().project(), *m_right)
                                             : FittingTools{toolsFor(*table, document().project()), std::nullopt};
        const ToolChoice& choice = fitting.choice;
        const QString cards =
            !sized ? QStringLiteral("–") : tr("cards: %1 · nodes: %2").arg(m_right->accelerators).arg(m_right->nodes);
        const QString tier = sizesSomething() && m_right->tier ? qt(tierTitle(*m_right->tier)) : QStringLiteral("–");
        const auto add = [&](const ToolRow& row, bool soft) {
            content.table.rows.push_back({word(qt(row.collective)), row.frameworkList(), word(soft ? QString() : cards),
                                          word(soft ? qt(row.need) : tier)});
            content.soft.push_back(soft);
        };
        for (const ToolRow* row : choice.rows)
            add(*row, false);
        QStringList sentences;
        for (const char* id : {"coordination", "tracking"}) {
            const ToolRow* row = table->find(id);
            if (!row || std::find(choice.rows.begin(), choice.rows.end(), row) != choice.rows.end())
                continue;
            if (choice.rows.empty())
                add(*row, true);
            else  // what every design uses stands behind Why
                sentences << tr("%1: %2 (%3)").arg(qt(row->need), qt(row->frameworkList()), qt(row->collective));
        }
        if (fitting.why)
            sentences << qt(*fitting.why);
        for (const std::string& each : choice.unowned)
            sentences << sentenceCase(qt(each));
        for (const ToolRow* row : choice.rows)
            if (!row->inherits.empty())
                sentences << tr("It brings %1").arg(qt(row->inherits));
        if (!choice.rows.empty() && !table->maturity.empty())
            sentences << sentenceCase(qt(table->maturity));
        caption = sentences.join(QStringLiteral(" · "));
    }
    if (!sized) {  // a column of dashes
        content.table.columns.erase(content.table.columns.begin() + 2);
        content.widths.erase(content.widths.begin() + 2);
        for (std::vector<Cell>& row : content.table.rows)
            row.erase(row.begin() + 2);
    }
    m_tools->setContent({.title = tr("Who owns the collective (Table 41.5.1)"), .caption = caption, .summary = caption},
                        std::move(content));
    m_toolsFigure->refresh();
}

void ToolsPage::refreshLaunch()
{
    const Analysis& analysis = document().analysis();
    m_files.clear();
    QString note;
    if (!analysis.plan || analysis.plan->shortfall) {
        note = analysis.plan ? sentenceCase(qt(analysis.plan->why)) : tr("No plan yet.");
    } else {
        const Project& project = document().project();
        const Result<ToolTable>& table = toolTable();
        const LaunchTerms terms =
            table && m_right ? launchTermsThatFit(toolsThatFit(*table, project, *m_right), project, analysis.plan->p)
                             : launchTermsOf(project, analysis.plan->p);
        if (Result<std::vector<LaunchFile>> files = launchFiles(terms)) {
            m_files = *std::move(files);
            note = (terms.mpi ? tr("plan p %1: %2 a node, %3 · replace ./program")
                              : tr("plan p %1: %2 a node, %3 · replace train.py and the hosts"))
                       .arg(terms.workers)
                       .arg(std::min(terms.workers, terms.workersPerNode))
                       .arg(terms.nodes() == 1 ? tr("1 node") : tr("%1 nodes").arg(terms.nodes()));
        } else {
            note = said(files.error());
        }
    }
    QStringList errors;
    for (const Finding& finding : document().findings())
        if (finding.severity == Severity::Error)
            errors << qt(finding.says);
    m_launchNote->setToolTip(errors.join(QLatin1Char('\n')));
    m_launchNote->setText(note);
    const QSignalBlocker quiet(m_names);
    while (m_names->count() > static_cast<int>(m_files.size()))
        m_names->removeTab(m_names->count() - 1);
    for (int i = 0; i < static_cast<int>(m_files.size()); ++i) {
        const QString name = qt(m_files[static_cast<std::size_t>(i)].name);
        if (i < m_names->count())
            m_names->setTabText(i, name);
        else
            m_names->addTab(name);
    }
    m_names->setVisible(!m_files.empty() && m_show->isChecked());
    m_text->setVisible(!m_files.empty() && m_show->isChecked());
    m_text->setToolTip(tr("benchmark.sh leaves timings.csv, which this window opens for alpha and bandwidth"));
    m_leftColumn->setStretchFactor(m_launch, m_text->isHidden() ? 0 : 1);
    m_show->setEnabled(!m_files.empty());
    m_copy->setEnabled(!m_files.empty());
    m_save->setEnabled(!m_files.empty());
    showFile();
}

void ToolsPage::showFile()
{
    const int index = m_names->currentIndex();
    const QString text = index >= 0 && index < static_cast<int>(m_files.size())
                             ? QString::fromStdString(m_files[static_cast<std::size_t>(index)].content)
                             : QString();
    if (text != m_text->toPlainText())
        m_text->setPlainText(text);
}

void ToolsPage::copyFile()
{
    QGuiApplication::clipboard()->setText(m_text->toPlainText());
}

void ToolsPage::saveFiles()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the launch files"));
    if (folder.isEmpty())
        return;
    const Result<void> saved = saveFiles(folder);
    m_launchNote->setText(saved ? tr("Saved to %1.").arg(folder) : said(saved.error()));
}

Result<void> ToolsPage::saveFiles(const QString& folder)
{
    const Result<std::vector<std::string>> written = writeLaunchFiles(folder.toStdString(), m_files);
    return written ? Result<void>() : Result<void>(fail(written.error()));
}

bool ToolsPage::sizesSomething() const
{
    return m_right && (m_need.parameters > 0 || m_need.requestsPerS > 0);
}

double ToolsPage::cards() const
{
    if (m_right && m_right->accelerators > 0)
        return static_cast<double>(m_right->accelerators);
    return document().analysis().plannedP().value_or(0);
}

void ToolsPage::refreshMoney()
{
    ChartSpec spec;
    spec.wholeX = false;
    spec.x = {.title = tr("hours that the cards run"), .low = 0};
    spec.y = {.title = tr("total"), .numbers = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::Money}};
    FigureTexts texts{.title = tr("Build or buy"), .caption = {}, .summary = {}};
    const BuildOrBuy terms = buildOrBuyOf(m_need, cards());
    if (terms.accelerators == 0) {
        spec.emptyText = tr("No cards to pay for: neither a model to size nor a plan.");
    } else if (terms.opsHours * terms.hourValueUsd <= 0) {
        spec.emptyText = tr("Enter the hours needed to run the cluster and what an operator’s hour costs.");
    } else {
        const std::optional<double> even = breakEvenHours(terms);
        const double reach = 2 * (even && *even > 0 ? *even : m_need.hours.value_or(100));
        SeriesSpec self{.key = QStringLiteral("self"),
                        .name = tr("run it oneself"),
                        .label = tr("run it oneself"),
                        .role = Role::Compute};
        SeriesSpec managed{
            .key = QStringLiteral("managed"), .name = tr("managed"), .label = tr("managed"), .role = Role::Money};
        for (int i = 0; i <= 40; ++i) {
            const double hours = reach * i / 40;
            const Totals totals = totalsAt(terms, hours);
            for (SeriesSpec* each : {&self, &managed})
                each->x.push_back(hours);
            self.y.push_back(totals.selfUsd);
            managed.y.push_back(totals.managedUsd);
        }
        spec.series = {std::move(self), std::move(managed)};
        if (even) {
            const Totals totals = totalsAt(terms, *even);
            spec.points.push_back({.id = QStringLiteral("even"),
                                   .x = *even,
                                   .y = totals.selfUsd,
                                   .label = tr("break-even %1 h").arg(number(*even)),
                                   .subLabel = amount(totals.selfUsd, Dimension::Money),
                                   .role = Role::Ink});
        }
        if (m_need.hours && *m_need.hours < reach)
            spec.markers.push_back({.id = QStringLiteral("run"),
                                    .x = *m_need.hours,
                                    .label = tr("one run: %1 h").arg(number(*m_need.hours))});
        texts.caption =
            even ? tr("Below %1 h managed is the cheaper: %2 cards, premium %3, %4 h of the team at %5")
                       .arg(number(*even))
                       .arg(number(terms.accelerators))
                       .arg(number(terms.premium), number(terms.opsHours), amount(terms.hourValueUsd, Dimension::Money))
                 : sentenceCase(qt(neverBreaksEven(terms)));
    }
    texts.summary = spec.emptyText.isEmpty() ? texts.caption : spec.emptyText;
    m_moneyNote->setText(spec.emptyText);
    m_moneyNote->setVisible(!spec.emptyText.isEmpty());
    m_moneyTitle->setVisible(!spec.emptyText.isEmpty());
    m_money->setVisible(spec.emptyText.isEmpty());  // no axes without lines
    // Room that nothing needs stays below the cards.
    body().setStretch(body().count() - 1, spec.emptyText.isEmpty() ? 0 : 1);
    m_chart->setSpec(std::move(spec));
    m_chart->setTexts(texts);
    m_money->refreshTable();
}

bool ToolsPage::focusField(const QString& pointer)
{
    if (!m_grid->has(pointer))
        return false;
    m_moneyFold->setOpen(true);
    return m_grid->focus(pointer);
}

std::vector<Exportable> ToolsPage::exportables()
{
    std::vector<Exportable> figures;
    if (sizesSomething())
        figures.push_back({QStringLiteral("sizing"), m_whole});
    figures.push_back({QStringLiteral("tools"), m_tools});
    if (m_chart->spec().emptyText.isEmpty())
        figures.push_back({QStringLiteral("build-or-buy"), m_chart});
    return figures;
}

std::vector<PaletteItem> ToolsPage::paletteItems()
{
    std::vector<PaletteItem> items = m_grid->paletteItems([this] { m_moneyFold->setOpen(true); });
    items.push_back({PaletteItem::Kind::Action, tr("Copy the launch file"), QString(), [this] { copyFile(); }});
    items.push_back({PaletteItem::Kind::Action, tr("Save the launch files"), QString(), [this] { saveFiles(); }});
    return items;
}

}  // namespace scalewright::ui

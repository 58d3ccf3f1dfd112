// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/layouts/layouts_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/layout_edit.h"
#include "core/model/layout/map.h"
#include "core/project/document/project.h"
#include "ui/charts/memory_bar.h"
#include "ui/charts/word_table.h"
#include "ui/controls/collapsible_details.h"
#include "ui/design/layouts/layout_bars.h"
#include "ui/design/layouts/layout_map_chart.h"
#include "ui/design/layouts/layout_mapper.h"
#include "ui/design/layouts/layout_question.h"
#include "ui/figure/figure.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

/// An answer's command and details, one per line.
QString detailsText(const Answer& answer)
{
    QStringList lines;
    if (!answer.next.command.empty())
        lines << toQString(answer.next.command);
    for (const Fact& fact : answer.details)
        lines << LayoutsView::tr("%1: %2").arg(
            toQString(fact.label.empty() ? std::string(nameOf(fact.kind)) : fact.label), toQString(fact.text));
    return lines.join(QLatin1Char('\n'));
}

QString layoutsCaption(const LayoutsQuestion& question)
{
    return LayoutsView::tr("%1 · %2 · %3 cards · batch %4 · sequence %5")
        .arg(toQString(question.model.name),
             question.cluster.name.empty() ? LayoutsView::tr("typed cards") : toQString(question.cluster.name))
        .arg(question.cardCount)
        .arg(numberText(question.batchSize, 6), numberText(question.model.model.sequenceLength, 6));
}

/// Published runs of the same model, batch and cards that differ in the layout: the fastest against the slowest, widest
/// difference first.
TextTable::Content publishedComparisons()
{
    struct Comparison {
        const PublishedRun* fastest;
        const PublishedRun* slowest;
        [[nodiscard]] double ratio() const { return slowest->run.stepS / fastest->run.stepS; }
    };
    std::map<std::tuple<std::string, std::string, int, double>, Comparison> comparisons;  // one for each batch
    for (const PublishedRun& each : publishedRuns()) {
        auto& pair =
            comparisons.try_emplace({each.name, each.hardwareId, each.run.layout.cards(), each.run.batch}, &each, &each)
                .first->second;
        pair.fastest = each.run.stepS < pair.fastest->run.stepS ? &each : pair.fastest;
        pair.slowest = each.run.stepS > pair.slowest->run.stepS ? &each : pair.slowest;
    }
    std::vector<Comparison> sorted;
    for (const auto& [key, pair] : comparisons)
        if (!(pair.fastest->run.layout == pair.slowest->run.layout))
            sorted.push_back(pair);
    std::ranges::sort(sorted, std::greater<>(), &Comparison::ratio);
    std::set<std::pair<std::string, int>> seen;
    std::erase_if(sorted, [&](const Comparison& each) {
        return !seen.insert({each.fastest->name, each.fastest->run.layout.cards()}).second;
    });
    constexpr std::size_t shownComparisons = 3;
    sorted.resize(std::min(sorted.size(), shownComparisons));
    TextTable::Content content;
    content.table.columns = {{"model", LayoutsView::tr("model").toStdString(), "", -1},
                             {"cards", LayoutsView::tr("cards").toStdString(), "", 0},
                             {"fastest", LayoutsView::tr("fastest").toStdString(), "", -1},
                             {"slowest", LayoutsView::tr("slowest").toStdString(), "", -1}};
    content.relativeWidths = {1, 0.6, 2, 2};
    const auto side = [](const PublishedRun& run, const QStringList& names, int i) {
        return LayoutsView::tr("%1: %2").arg(names.at(i), toQString(timeText(run.run.stepS))).toStdString();
    };
    for (const Comparison& each : sorted) {
        const QStringList names =
            layoutNames({{.layout = each.fastest->run.layout}, {.layout = each.slowest->run.layout}});
        content.table.rows.push_back({each.fastest->name, static_cast<double>(each.fastest->run.layout.cards()),
                                      side(*each.fastest, names, 0), side(*each.slowest, names, 1)});
    }
    return content;
}

}  // namespace

LayoutsView::LayoutsView(Document& document, QWidget* parent)
    : DocumentView(document, parent), m_searcher(new LayoutSearcher(this)), m_form(new LayoutForm(document, this))
{
    buildWidgets();
    m_mapper = new LayoutMapper(*m_mapChart, this);
    connect(m_searcher, &LayoutSearcher::changed, this, &LayoutsView::updateContent);
    connect(m_mapper, &LayoutMapper::changed, this, &LayoutsView::updateMap);
    connect(m_bars, &LayoutBars::rowChosen, this, &LayoutsView::updateChosenRow);
    connect(m_mapChart, &LayoutMapChart::cellChosen, this, &LayoutsView::updateMap);
    connect(m_bestButton, &QPushButton::clicked, this, [this] { setMapShown(false); });
    connect(m_mapButton, &QPushButton::clicked, this, [this] { setMapShown(true); });
    connect(m_applyButton, &QPushButton::clicked, this, &LayoutsView::applyChosenLayout);
    connect(m_copyButton, &QPushButton::clicked, this, &LayoutsView::copyLaunchFlags);
    connect(m_runEditor, &LayoutRunEditor::runEntered, this, &LayoutsView::keepMeasuredRun);
    connect(&document, &Document::replaced, this, [this] {
        m_shownLayouts.reset();
        m_mapper->clear();
        refresh();  // even if hidden, because the old result belongs to another document
    });
    connect(m_nextText, &QLabel::linkActivated, this, [this](const QString& pointer) {
        if (!focusField(pointer))
            Q_EMIT goTo({}, pointer);
    });
    initializeView();
}

LayoutsView::~LayoutsView() = default;

void LayoutsView::buildWidgets()
{
    m_becauseText = createParagraph(TextStyle::Body, ColorRole::Ink, this);
    m_nextText = createParagraph(TextStyle::Label, ColorRole::SoftInk, this);
    m_rowText = createParagraph(TextStyle::Label, ColorRole::Ink, this);
    m_cellText = createParagraph(TextStyle::Label, ColorRole::Ink, this);
    m_revealedText = createParagraph(TextStyle::Body, ColorRole::Ink, this, true);
    for (Text* text : {m_becauseText, m_rowText, m_cellText, m_revealedText})
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_nextText->setTextFormat(Qt::RichText);
    m_nextText->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);

    m_bestButton = createToggleButton(tr("Best"), this, {}, tr("the best layouts"));
    m_mapButton = createToggleButton(tr("Map"), this, {}, tr("map of best splits"));
    const auto addOrder = [this](LayoutOrder order, const QString& text, const QString& name) {
        m_orderButtons.push_back(createToggleButton(text, this, {}, name));
        connect(m_orderButtons.back(), &QPushButton::clicked, this, [this, order] { setOrder(order); });
    };
    addOrder(LayoutOrder::Time, tr("fastest"), tr("sort by time"));
    addOrder(LayoutOrder::Money, tr("cheapest"), tr("sort by cost, including fewer cards"));
    addOrder(LayoutOrder::Memory, tr("smallest"), tr("sort by free memory"));
    m_applyButton = createPrimaryButton(tr("Use this layout"), this);
    m_copyButton = createQuietButton(tr("Copy flags"), this);

    m_guessButtons = new QWidget(this);
    m_guessButtons->setLayout(createBox<QHBoxLayout>(nullptr, -1));
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(2));
    column->addLayout(createBox<QVBoxLayout>(nullptr, Theme::spacing(1),
                                             {m_guessButtons, m_revealedText, m_becauseText, m_nextText}));
    auto* views = createBox<QHBoxLayout>(nullptr, Theme::spacing(2), {m_bestButton, m_mapButton});
    views->addSpacing(Theme::spacing(4));
    for (QPushButton* each : m_orderButtons)
        views->addWidget(each);
    views->addStretch();
    auto* actions = createBox<QHBoxLayout>(nullptr, Theme::spacing(2), {Stretch{}, m_copyButton, m_applyButton});
    m_buttonRow = createFlexibleRow(Theme::spacing(3), {{views, 1}, actions});
    column->addLayout(m_buttonRow);

    auto* bestPage = new QWidget(this);
    m_bars = new LayoutBars;
    m_barsFigure = new Figure(m_bars, m_bars, bestPage);
    m_memoryBar = new MemoryBar(tr("What fills the fullest card"));
    m_memoryFigure = new Figure(m_memoryBar, m_memoryBar, bestPage);
    m_figureRow = createFlexibleRow(Theme::spacing(3), {{m_barsFigure, 4}, {m_memoryFigure, 3}});
    m_runEditor = new LayoutRunEditor(bestPage);
    createBox<QVBoxLayout>(bestPage, Theme::spacing(2), {m_figureRow, m_rowText, m_runEditor});
    auto* map = new QWidget(this);
    m_mapChart = new LayoutMapChart;
    m_mapFigure = new Figure(m_mapChart, m_mapChart, map);
    createBox<QVBoxLayout>(map, Theme::spacing(2), {m_cellText, {m_mapFigure, 1}});
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(bestPage);
    m_stack->addWidget(map);
    column->addWidget(m_stack, 100);
    auto* inputs = new Card(this);
    createBox<QVBoxLayout>(inputs, 0, {m_form}, Theme::margins(4, 3, 4, 3));
    column->addWidget(inputs);
    buildExamples();
    column->addWidget(m_examples);
    m_detailsFold = new CollapsibleDetails(tr("the layouts, and what was excluded"), this);
    column->addWidget(m_detailsFold);
    column->addStretch(1);  // keeps the text at the top while there is no answer yet
}

void LayoutsView::buildExamples()
{
    auto* card = new Card(this);
    auto* column = createBox<QVBoxLayout>(
        card, Theme::spacing(2),
        {new Text(tr("Start with an example"), TextStyle::CardTitle, ColorRole::Ink, true, card)},
        Theme::margins(4, 3, 4, 3));
    for (const LayoutExample& each : layoutExamples) {
        QPushButton* button = createQuietButton(LayoutSearcher::tr(each.name), card);
        connect(button, &QPushButton::clicked, this, [this, &each] { applyExample(document(), each); });
        column->addWidget(button, 0, Qt::AlignLeft);
    }
    column->addStretch();
    auto* published = new TextTable;
    auto* figure = new Figure(published, published, this);
    published->setContent({tr("Measured by others"), tr("The same model, batch and cards, laid out in two ways"), {}},
                          publishedComparisons());
    figure->refresh();
    m_examples = new QWidget(this);
    m_exampleRow = createFlexibleRow(Theme::spacing(3), {{card, 2}, {figure, 3}});
    m_examples->setLayout(m_exampleRow);
    m_exampleRow->setContentsMargins(0, 0, 0, 0);
}

void LayoutsView::refresh()
{
    m_searcher->requestSearch(document(), m_order);
    updateContent();
}

void LayoutsView::layOut()
{
    m_form->layOut(width() - Theme::spacing(8));
    // In a tall window the bars are thicker.
    const int rows = static_cast<int>(m_bars->rows().size());
    m_barsFigure->setMinimumHeight(
        window()->height() >= Theme::scaled(950) ? Theme::scaled(std::min(120 + 85 * rows, 520)) : 0);
    m_runEditor->layOut(width());
    setSideBySide(*m_buttonRow, width() >= Theme::scaled(620));
    for (QBoxLayout* row : {m_figureRow, m_exampleRow})
        setSideBySide(*row, width() >= Theme::scaled(900));
}

void LayoutsView::updateContent()
{
    // The previous answer stays until the next one is found, so that the page does not jump.
    if ((m_searcher->foundLayouts() || !m_searcher->problems().empty()) &&
        m_shownLayouts != m_searcher->foundLayouts()) {
        m_shownLayouts = m_searcher->foundLayouts();
        m_guessedRow.reset();
        m_wasHidden = false;
    }
    m_form->refresh(m_searcher->problems(),
                    m_shownLayouts ? std::optional(m_shownLayouts->question.model.model.sequenceLength) : std::nullopt);
    const bool map = m_stack->currentIndex() == 1;
    const bool answered = m_shownLayouts && !m_isGuessing;
    // Only the visible page determines the height of the stack.
    for (int i = 0; i < m_stack->count(); ++i)
        m_stack->widget(i)->setSizePolicy(QSizePolicy::Preferred,
                                          i == m_stack->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    static_cast<QBoxLayout*>(layout())->setStretchFactor(m_stack, map ? 100 : 0);
    m_bestButton->setChecked(!map);
    m_mapButton->setChecked(map);
    for (std::size_t i = 0; i < m_orderButtons.size(); ++i) {
        m_orderButtons[i]->setChecked(static_cast<std::size_t>(m_order) == i);
        m_orderButtons[i]->setVisible(answered && !map);
    }
    for (QWidget* each : std::initializer_list<QWidget*>{m_bestButton, m_mapButton, m_stack, m_detailsFold})
        each->setVisible(answered);
    m_becauseText->setVisible(answered && !m_shownLayouts->answer.because.empty());
    m_nextText->setVisible(answered);
    if (m_isGuessing) {
        setHeadline(m_order == LayoutOrder::Time    ? tr("Which layout is fastest? Press G to reveal it.")
                    : m_order == LayoutOrder::Money ? tr("Which layout is cheapest? Press G to reveal it.")
                                                    : tr("Which layout is smallest? Press G to reveal it."));
        for (Text* each : {m_becauseText, m_nextText, m_rowText})
            each->clear();  // cleared even though they are hidden
        m_detailsFold->setText({});
    } else if (m_shownLayouts) {
        showFoundLayouts(*m_shownLayouts);
    } else if (!m_searcher->problems().empty()) {
        showMissingInputs();
    } else {
        setHeadline(tr("Searching …"));
    }
    m_examples->setVisible(!m_shownLayouts && !m_isGuessing && !m_searcher->problems().empty());
    updateGuess();
    updateChosenRow();
    if (map)
        updateMap();
}

std::vector<std::size_t> LayoutsView::rowsToGuess() const
{
    std::vector<std::size_t> order;
    if (!m_shownLayouts)
        return order;
    const QStringList names = layoutNames(m_shownLayouts->rows.best);
    for (std::size_t i = 0; i < m_shownLayouts->rows.best.size(); ++i)
        order.push_back(i);
    std::sort(order.begin(), order.end(), [&names](std::size_t a, std::size_t b) {
        return names.at(static_cast<qsizetype>(a)) < names.at(static_cast<qsizetype>(b));
    });
    return order;
}

void LayoutsView::guessRow(std::size_t row)
{
    if (!m_isGuessing || !m_shownLayouts || row >= m_shownLayouts->rows.best.size())
        return;
    m_guessedRow = row;
    updateGuess();
}

void LayoutsView::updateGuess()
{
    m_guessButtons->setVisible(m_isGuessing && m_shownLayouts && m_shownLayouts->rows.best.size() > 1);
    QLayout* row = m_guessButtons->layout();
    const std::vector<std::size_t> order = m_guessButtons->isHidden() ? std::vector<std::size_t>() : rowsToGuess();
    const QStringList names = order.empty() ? QStringList() : layoutNames(m_shownLayouts->rows.best);
    auto buttons = m_guessButtons->findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly);
    if (buttons.size() != static_cast<qsizetype>(order.size())) {
        while (QLayoutItem* item = row->takeAt(0)) {
            delete item->widget();
            delete item;
        }
        buttons.clear();
        for (std::size_t i = 0; i < order.size(); ++i) {
            QPushButton* word = createToggleButton({}, m_guessButtons);
            connect(word, &QPushButton::clicked, this, [this, i] { guessRow(rowsToGuess().at(i)); });
            row->addWidget(word);
            buttons << word;
        }
        static_cast<QHBoxLayout*>(row)->addStretch();
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        QPushButton* word = buttons.at(static_cast<qsizetype>(i));
        const QString& name = names.at(static_cast<qsizetype>(order[i]));
        word->setText(name);
        word->setAccessibleName(tr("guess %1").arg(name));
        word->setChecked(m_guessedRow == order[i]);
    }
    m_revealedText->showText(m_isGuessing || !m_wasHidden ? QString() : guessVerdictText());
}

/// For example "Your guess, TP4×DP4, is 8.4 % slower. Measured by others: GPT 22 B as TP8 took 1.42 s per step,
/// computed 1.38 s."
QString LayoutsView::guessVerdictText() const
{
    QStringList sentences;
    if (m_shownLayouts && m_guessedRow && *m_guessedRow < m_shownLayouts->rows.best.size()) {
        const std::vector<LayoutRow>& rows = m_shownLayouts->rows.best;
        const double slower = rows[*m_guessedRow].cost.stepS / rows.front().cost.stepS - 1;
        sentences << (*m_guessedRow == 0 ? tr("Your guess is correct.")
                      : m_order == LayoutOrder::Time
                          ? (rows[*m_guessedRow].isUndecided ? tr("Your guess, %1, is %2 % slower: too close to call.")
                                                             : tr("Your guess, %1, is %2 % slower."))
                                .arg(layoutNames(rows).at(static_cast<qsizetype>(*m_guessedRow)),
                                     numberText(100 * slower, 2))
                          : tr("Your guess, %1, is number %2.")
                                .arg(layoutNames(rows).at(static_cast<qsizetype>(*m_guessedRow)))
                                .arg(*m_guessedRow + 1));
    }
    if (m_shownLayouts)
        if (const PublishedRun* near = nearestRun(publishedRuns(), parametersOf(m_shownLayouts->question.model.model),
                                                  m_shownLayouts->question.cardCount)) {
            const MeasuredRun& run = near->run;
            const double computed =
                evaluateLayout(run.model, run.cluster, defaultTrainer(run.cluster), run.batch, run.layout).stepS;
            sentences << tr("Measured by others: %1 as %2 took %3 per step, computed %4.")
                             .arg(toQString(near->name), toQString(layoutFactorsText(run.layout)),
                                  toQString(timeText(run.stepS)), toQString(timeText(computed)));
        }
    return sentences.join(QLatin1Char(' '));
}

QString LayoutsView::revealedText() const
{
    return m_revealedText->text();
}

void LayoutsView::showMissingInputs()
{
    const std::vector<Problem>& problems = m_searcher->problems();
    const bool model = !hasModel(document());
    const QString missing = m_form->missingFieldLabels(problems);
    setHeadline(model               ? tr("Needs: a model.")
                : missing.isEmpty() ? tr("This model cannot be laid out yet.")
                                    : tr("Needs: %1.").arg(missing));
    // Problems without a field in the form, such as an unreadable entry or a shape that is not divisible.
    QStringList problemTexts;
    for (const Problem& problem : problems)
        if (!m_form->editorOf(QString::fromStdString(problem.location.jsonPointer)))
            problemTexts << ui::said(problem);
    m_becauseText->showText(problemTexts.join(QLatin1Char('\n')));
    m_bars->setRows({}, {});
    m_memoryBar->setContent({}, {});
    m_detailsFold->setText({});
}

void LayoutsView::showFoundLayouts(const FoundLayouts& found)
{
    const Answer& answer = found.answer;
    const QString mark = toQString(confidenceText(answer.confidence));
    setHeadline(toQString(answer.headline));
    m_becauseText->setText(mark.isEmpty() ? toQString(answer.because)
                                          : tr("%1 (%2)").arg(toQString(answer.because), mark));
    const QString next = toQString(answer.next.text);
    m_nextText->setText(
        answer.next.jsonPointer.empty()
            ? next.toHtmlEscaped()
            : QStringLiteral("<a href=\"%1\">%2</a>").arg(toQString(answer.next.jsonPointer), next.toHtmlEscaped()));
    m_nextText->setVisible(!next.isEmpty());
    m_detailsFold->setText(detailsText(answer));
    const QString caption = layoutsCaption(found.question);
    if (m_bars->rows().empty() || m_bars->texts().caption != caption ||
        m_bars->rows().size() != found.rows.best.size() ||
        !std::equal(found.rows.best.begin(), found.rows.best.end(), m_bars->rows().begin(),
                    [](const LayoutRow& a, const LayoutRow& b) {
                        return a.layout == b.layout && a.cost.stepS == b.cost.stepS && a.usdPerStep == b.usdPerStep;
                    }))
        m_bars->setRows(found.rows.best, caption);
    layOut();
    m_barsFigure->setVisible(!found.rows.best.empty());
    m_barsFigure->refresh();
}

const LayoutRow* LayoutsView::chosenRow() const
{
    if (!m_shownLayouts || m_shownLayouts->rows.best.empty())
        return nullptr;
    const auto chosen = static_cast<std::size_t>(m_bars->chosenRowIndex());
    return chosen < m_shownLayouts->rows.best.size() ? &m_shownLayouts->rows.best[chosen] : nullptr;
}

void LayoutsView::updateChosenRow()
{
    const LayoutRow* row = chosenRow();
    const bool answered = m_shownLayouts && !m_isGuessing;
    const bool isBestShown = m_stack->currentIndex() == 0;
    m_applyButton->setVisible(answered && row && isBestShown);
    m_copyButton->setVisible(answered && row && isBestShown);
    m_rowText->setVisible(answered && row && m_bars->chosenRowIndex() > 0);  // the headline describes the first row
    if (!answered) {
        m_copyButton->setToolTip({});
        return;
    }
    const ClusterSpec& cluster = m_shownLayouts->question.cluster.cluster;
    chart::MemoryChart memory{.rows = {}, .usableBytes = fillableBytes(cluster), .cardBytes = cluster.memoryBytes};
    if (row) {
        const std::vector<LayoutRow>& rows = m_shownLayouts->rows.best;
        const QStringList names = layoutNames(rows);
        for (std::size_t i = 0; i < rows.size(); ++i)
            memory.rows.push_back(
                {names.at(static_cast<qsizetype>(i)).toStdString(), memoryParts(rows[i].cost.memory)});
        QString text =
            tr("%1: %2.").arg(toQString(layoutFactorsText(row->layout)), toQString(layoutOptionsText(row->layout)));
        if (row->reason.reason != LossReason::None && m_order == LayoutOrder::Time)
            text += QLatin1Char(' ') + toQString(row->reason.reasonText) + QLatin1Char(' ') +
                    toQString(row->reason.changeText);
        if (row->isUndecided)
            text += QLatin1Char(' ') + tr("Undecided: the scatter of computed steps is larger than the difference.");
        m_rowText->setText(text.trimmed());
        const bool used = isLayoutApplied(document(), m_shownLayouts->question, row->layout);
        m_applyButton->setText(used ? tr("In the design") : tr("Use this layout"));
        m_applyButton->setEnabled(!used && m_searcher->foundLayouts() == m_shownLayouts);
        m_copyButton->setToolTip(launchFlagsText());
    } else if (!m_shownLayouts->search.smallestTooLarge.empty()) {
        memory.rows.push_back(
            {{},
             memoryParts(layoutMemory(m_shownLayouts->question.model.model, m_shownLayouts->question.trainer,
                                      m_shownLayouts->question.batchSize,
                                      m_shownLayouts->search.smallestTooLarge.front().layout))});
    }
    const bool isMemoryKnown = memory.totalBytes() > 0;
    m_memoryBar->setContent(std::move(memory), layoutsCaption(m_shownLayouts->question));
    m_memoryFigure->setVisible(isMemoryKnown);
    m_memoryFigure->refresh();
    updateRunEditor();
}

void LayoutsView::updateRunEditor()
{
    const LayoutRow* row = chosenRow();
    m_runEditor->setVisible(row != nullptr);
    if (row)
        m_runEditor->refresh(m_shownLayouts->question, row->layout);
}

void LayoutsView::keepMeasuredRun(const MeasuredRun& run)
{
    if (!m_shownLayouts || !designCatalogue())
        return;
    const LayoutsQuestion& question = m_shownLayouts->question;
    const Trainer& trainer = defaultTrainer(question.cluster.cluster);
    if (const Result<LayoutCalibration> calibration = calibrate(trainer, {run}); !calibration) {
        m_runEditor->showProblem(ui::said(calibration.error().problems.front()));
        return;
    }
    m_runEditor->setOpen(false);
    document().edit(tr("measured step"),
                    withMeasuredStep(document().project(), *designCatalogue(), question.model, trainer, run));
}

void LayoutsView::updateMap()
{
    if (!m_shownLayouts) {
        m_mapper->clear();
        return;
    }
    const LayoutsQuestion& question = m_shownLayouts->question;
    LayoutMapContent content;
    content.planP = question.cardCount;
    content.modelParameters = parametersOf(question.model.model);
    const bool isProjectModel = question.model.id == "project";  // otherwise only the model's size is known
    content.axes = layoutMapAxes(content.planP, content.modelParameters);
    content.cells.resize(content.axes.cards.size() * content.axes.parameters.size());
    content.caption =
        tr("%1 · %2 · batch %3")
            .arg(isProjectModel ? tr("%1, resized").arg(toQString(question.model.name)) : tr("GPT shapes"),
                 question.cluster.name.empty() ? tr("typed cards") : toQString(question.cluster.name),
                 numberText(question.batchSize, 6));
    LayoutMapInputs mapQuestion{*catalogueModels(), question.cluster.cluster, question.trainer,
                                question.batchSize, question.model.model,     isProjectModel};
    m_mapper->requestMap(mapQuestion, content);
    m_cellText->setText(m_mapChart->chosenCellText().isEmpty() ? tr("Searching …") : m_mapChart->chosenCellText());
    m_mapFigure->refresh();
}

void LayoutsView::setOrder(LayoutOrder order)
{
    m_order = order;
    m_bars->chooseRow(0);
    refresh();
}

void LayoutsView::setMapShown(bool map)
{
    m_stack->setCurrentIndex(map ? 1 : 0);
    updateContent();
}

void LayoutsView::setGuessing(bool guessing)
{
    if (guessing == m_isGuessing)
        return;
    m_isGuessing = guessing;
    if (guessing)
        m_guessedRow.reset();
    m_wasHidden = !guessing;
    updateContent();
}

void LayoutsView::applyChosenLayout()
{
    if (const LayoutRow* row = chosenRow(); row && m_searcher->foundLayouts() == m_shownLayouts)
        applyLayout(document(), m_shownLayouts->question, row->layout);
}

QString LayoutsView::launchFlagsText() const
{
    const LayoutRow* row = m_isGuessing ? nullptr : chosenRow();
    return row ? toQString(launchFlags(row->layout, m_shownLayouts->question.model.model,
                                       m_shownLayouts->question.batchSize,
                                       m_shownLayouts->question.cluster.cluster.cardsPerNode))
               : QString();
}

void LayoutsView::copyLaunchFlags()
{
    if (const QString line = launchFlagsText(); !line.isEmpty())
        QGuiApplication::clipboard()->setText(line);
}

void LayoutsView::setHeadline(const QString& text)
{
    if (text == m_headline)
        return;
    m_headline = text;
    Q_EMIT answerChanged();
}

QString LayoutsView::because() const
{
    return m_becauseText->text();
}

bool LayoutsView::focusField(const QString& pointer)
{
    return m_form->focusField(pointer);
}

std::vector<ExportableFigure> LayoutsView::exportables()
{
    std::vector<ExportableFigure> figures;
    if (m_isGuessing)
        return figures;  // each figure would reveal the answer
    m_searcher->waitUntilFinished();
    updateContent();
    if (!m_shownLayouts)
        return figures;
    if (!m_shownLayouts->rows.best.empty())
        figures.push_back({QStringLiteral("layouts"), m_bars});
    if (m_memoryBar->content().totalBytes() > 0)
        figures.push_back({QStringLiteral("layout-memory"), m_memoryBar});
    updateMap();
    m_mapper->waitUntilComplete();
    if (m_mapper->isComplete())
        figures.push_back({QStringLiteral("layout-map"), m_mapChart});
    return figures;
}

std::vector<PaletteItem> LayoutsView::paletteItems()
{
    std::vector<PaletteItem> items = m_form->paletteItems();
    for (const LayoutExample& each : layoutExamples)
        items.push_back(actionItem(
            tr("Layouts: %1").arg(LayoutSearcher::tr(each.name)), [this, &each] { applyExample(document(), each); },
            tr("example")));
    if (chosenRow() && !m_isGuessing)
        appendItems(items, {actionItem(tr("Layouts: use the chosen layout"), [this] { applyChosenLayout(); }),
                            actionItem(tr("Layouts: copy launch flags"), [this] { copyLaunchFlags(); }),
                            actionItem(tr("Layouts: map of best splits"), [this] { setMapShown(true); })});
    return items;
}

}  // namespace scalewright::ui

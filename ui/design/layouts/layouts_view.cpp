#include "ui/design/layouts/layouts_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/design/slots/layout_edit.h"
#include "core/model/layout/map.h"
#include "ui/controls/why.h"
#include "ui/design/layouts/layout_bars.h"
#include "ui/design/layouts/layout_map_chart.h"
#include "ui/design/layouts/layout_mapper.h"
#include "ui/design/layouts/layout_question.h"
#include "ui/design/layouts/memory_bar.h"
#include "ui/figure/figure.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

QPushButton* toggleWord(const QString& text, const QString& name, QWidget* parent)
{
    QPushButton* word = quietButton(text, parent);
    word->setCheckable(true);
    word->setAccessibleName(name);
    return word;
}

/// All that is true besides, a line each; facts of one label follow each other.
QString detailsText(const Answer& answer)
{
    QStringList lines;
    if (!answer.next.command.empty())
        lines << qt(answer.next.command);
    for (const Fact& fact : answer.details)
        lines << LayoutsView::tr("%1: %2").arg(qt(fact.label.empty() ? std::string(factName(fact.kind)) : fact.label),
                                               qt(fact.says));
    return lines.join(QLatin1Char('\n'));
}

QString captionOf(const LayoutsQuestion& question)
{
    return LayoutsView::tr("%1 · %2 · %3 cards · batch %4 · sequence %5")
        .arg(qt(question.model.name),
             question.cluster.name.empty() ? LayoutsView::tr("typed cards") : qt(question.cluster.name))
        .arg(question.cards)
        .arg(number(question.batch, 6), number(question.model.model.sequence, 6));
}

}  // namespace

LayoutsView::LayoutsView(Document& document, QWidget* parent)
    : DocumentView(document, parent),
      m_searcher(new LayoutSearcher(this)),
      m_question(new LayoutQuestion(document, this))
{
    build();
    m_mapper = new LayoutMapper(*m_map, this);
    connect(m_searcher, &LayoutSearcher::changed, this, &LayoutsView::present);
    connect(m_mapper, &LayoutMapper::changed, this, &LayoutsView::presentMap);
    connect(m_bars, &LayoutBars::rowChosen, this, &LayoutsView::presentRow);
    connect(m_map, &LayoutMapChart::cellChosen, this, &LayoutsView::presentMap);
    connect(m_best, &QPushButton::clicked, this, [this] { showMap(false); });
    connect(m_mapWord, &QPushButton::clicked, this, [this] { showMap(true); });
    connect(m_use, &QPushButton::clicked, this, &LayoutsView::use);
    connect(m_copy, &QPushButton::clicked, this, &LayoutsView::copyLaunchLine);
    connect(m_runEdit, &LayoutRun::measured, this, [this](double stepS) { calibrateBy(stepS); });
    connect(m_runEdit, &LayoutRun::cleared, this, [this] { calibrateBy(std::nullopt); });
    connect(m_runEdit, &LayoutRun::knownTaken, this, [this] {
        if (const std::optional<Layout> layout = ranLayout())
            calibrateOn(*layout, *measuredStepS(this->document().project(), layout->cards()));
    });
    connect(&document, &Document::replaced, this, [this] {
        m_shown.reset();
        m_run.reset();
        m_mapper->clear();
        refresh();  // out of sight too: what was found before is another document's
    });
    connect(m_next, &QLabel::linkActivated, this, [this](const QString& pointer) {
        if (!focusField(pointer))
            Q_EMIT goTo({}, pointer);
    });
    begin();
}

LayoutsView::~LayoutsView() = default;

void LayoutsView::build()
{
    m_headline = new Text(TextStyle::CardTitle, Role::Ink, true, this);
    m_because = new Text(TextStyle::Body, Role::Ink, false, this);
    m_next = new Text(TextStyle::Label, Role::Soft, false, this);
    m_row = new Text(TextStyle::Label, Role::Ink, false, this);
    m_reading = new Text(TextStyle::Label, Role::Ink, false, this);
    m_revealed = new Text(TextStyle::Body, Role::Ink, true, this);
    for (Text* text : {m_headline, m_because, m_next, m_row, m_reading, m_revealed})
        text->setWordWrap(true);
    for (Text* text : {m_headline, m_because, m_row, m_reading, m_revealed})
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_next->setTextFormat(Qt::RichText);
    m_next->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);

    m_best = toggleWord(tr("Best"), tr("the best layouts"), this);
    m_mapWord = toggleWord(tr("Map"), tr("the map of winners"), this);
    const auto addOrder = [this](LayoutOrder order, const QString& text, const QString& name) {
        m_orders.push_back(toggleWord(text, name, this));
        connect(m_orders.back(), &QPushButton::clicked, this, [this, order] { setOrder(order); });
    };
    addOrder(LayoutOrder::Time, tr("fastest"), tr("order by time"));
    addOrder(LayoutOrder::Money, tr("cheapest"), tr("order by money, fewer cards too"));
    addOrder(LayoutOrder::Memory, tr("smallest"), tr("order by memory to spare"));
    m_use = primaryButton(tr("Use this layout"), this);
    m_copy = quietButton(tr("Copy flags"), this);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(2));
    column->addWidget(m_question);
    auto* answer = new QVBoxLayout;
    answer->setSpacing(Theme::space(1));
    answer->addWidget(m_headline);
    m_choices = new QWidget(this);
    m_choices->setLayout(new QHBoxLayout);
    m_choices->layout()->setContentsMargins(0, 0, 0, 0);
    answer->addWidget(m_choices);
    answer->addWidget(m_revealed);
    answer->addWidget(m_because);
    answer->addWidget(m_next);
    column->addLayout(answer);
    m_words = new QBoxLayout(QBoxLayout::LeftToRight);
    m_words->setSpacing(Theme::space(3));
    auto* views = new QHBoxLayout;
    views->setSpacing(Theme::space(2));
    views->addWidget(m_best);
    views->addWidget(m_mapWord);
    views->addSpacing(Theme::space(4));
    for (QPushButton* each : m_orders)
        views->addWidget(each);
    views->addStretch();
    auto* actions = new QHBoxLayout;
    actions->setSpacing(Theme::space(2));
    actions->addStretch();
    actions->addWidget(m_copy);
    actions->addWidget(m_use);
    m_words->addLayout(views, 1);
    m_words->addLayout(actions);
    column->addLayout(m_words);

    auto* best = new QWidget(this);
    auto* bestColumn = new QVBoxLayout(best);
    bestColumn->setContentsMargins(0, 0, 0, 0);
    bestColumn->setSpacing(Theme::space(2));
    m_bars = new LayoutBars;
    m_barsFigure = new Figure(m_bars, m_bars, best);
    m_memory = new MemoryBar;
    m_memoryFigure = new Figure(m_memory, m_memory, best);
    bestColumn->addWidget(m_barsFigure);
    bestColumn->addWidget(m_row);
    bestColumn->addWidget(m_memoryFigure);
    m_runEdit = new LayoutRun(best);
    bestColumn->addWidget(m_runEdit);
    auto* map = new QWidget(this);
    auto* mapColumn = new QVBoxLayout(map);
    mapColumn->setContentsMargins(0, 0, 0, 0);
    mapColumn->setSpacing(Theme::space(2));
    m_map = new LayoutMapChart;
    m_mapFigure = new Figure(m_map, m_map, map);
    mapColumn->addWidget(m_reading);
    mapColumn->addWidget(m_mapFigure, 1);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(best);
    m_stack->addWidget(map);
    column->addWidget(m_stack, 100);
    m_why = new Why(tr("the layouts, and what was left out"), this);
    column->addWidget(m_why);
    column->addStretch(1);  // where there is no answer yet, what is said stays at the top
}

void LayoutsView::refresh()
{
    m_searcher->ask(document(), m_order, m_run);
    present();
}

void LayoutsView::layOut()
{
    m_question->layOut(width());
    m_runEdit->layOut(width());
    m_words->setDirection(width() >= 620 * Theme::instance().typeScale() ? QBoxLayout::LeftToRight
                                                                         : QBoxLayout::TopToBottom);
}

void LayoutsView::present()
{
    // While the next answer is searched, the one before stays: nothing jumps.
    if ((m_searcher->found() || !m_searcher->problems().empty()) && m_shown != m_searcher->found()) {
        m_shown = m_searcher->found();
        m_guess.reset();
        m_wasGuessed = false;
    }
    m_question->refresh(m_searcher->problems(),
                        m_shown ? std::optional(m_shown->question.model.model.sequence) : std::nullopt);
    const bool map = m_stack->currentIndex() == 1;
    const bool answered = m_shown && !m_guessing;
    // The page in sight alone says how high it is: what follows stands right below.
    for (int i = 0; i < m_stack->count(); ++i)
        m_stack->widget(i)->setSizePolicy(QSizePolicy::Preferred,
                                          i == m_stack->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    static_cast<QBoxLayout*>(layout())->setStretchFactor(m_stack, map ? 100 : 0);
    m_best->setChecked(!map);
    m_mapWord->setChecked(map);
    for (std::size_t i = 0; i < m_orders.size(); ++i) {
        m_orders[i]->setChecked(static_cast<std::size_t>(m_order) == i);
        m_orders[i]->setVisible(answered && !map);
    }
    for (QWidget* each : std::initializer_list<QWidget*>{m_best, m_mapWord, m_stack, m_why})
        each->setVisible(answered);
    m_because->setVisible(answered && !m_shown->answer.because.empty());
    m_next->setVisible(answered);
    if (m_guessing) {
        m_headline->setText(m_order == LayoutOrder::Time    ? tr("Which layout is fastest? Press G to reveal it.")
                            : m_order == LayoutOrder::Money ? tr("Which layout is cheapest? Press G to reveal it.")
                                                            : tr("Which layout is smallest? Press G to reveal it."));
        for (Text* each : {m_because, m_next, m_row})
            each->clear();  // nowhere, not even where nobody looks
        m_why->setText({});
    } else if (m_shown) {
        presentFound(*m_shown);
    } else if (!m_searcher->problems().empty()) {
        presentMissing();
    } else {
        m_headline->setText(tr("Searching …"));
    }
    presentGuess();
    presentRow();
    if (map)
        presentMap();
}

std::vector<std::size_t> LayoutsView::choices() const
{
    std::vector<std::size_t> order;
    if (!m_shown)
        return order;
    const QStringList names = namesOf(m_shown->rows.best);
    for (std::size_t i = 0; i < m_shown->rows.best.size(); ++i)
        order.push_back(i);
    std::sort(order.begin(), order.end(), [&names](std::size_t a, std::size_t b) {
        return names.at(static_cast<qsizetype>(a)) < names.at(static_cast<qsizetype>(b));
    });
    return order;
}

void LayoutsView::guess(std::size_t row)
{
    if (!m_guessing || !m_shown || row >= m_shown->rows.best.size())
        return;
    m_guess = row;
    presentGuess();
}

void LayoutsView::presentGuess()
{
    m_choices->setVisible(m_guessing && m_shown && m_shown->rows.best.size() > 1);
    QLayout* row = m_choices->layout();
    const std::vector<std::size_t> order = m_choices->isHidden() ? std::vector<std::size_t>() : choices();
    const QStringList names = order.empty() ? QStringList() : namesOf(m_shown->rows.best);
    auto buttons = m_choices->findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly);
    if (buttons.size() != static_cast<qsizetype>(order.size())) {
        while (QLayoutItem* item = row->takeAt(0)) {
            delete item->widget();
            delete item;
        }
        buttons.clear();
        for (std::size_t i = 0; i < order.size(); ++i) {
            QPushButton* word = toggleWord({}, {}, m_choices);
            connect(word, &QPushButton::clicked, this, [this, i] { guess(choices().at(i)); });
            row->addWidget(word);
            buttons << word;
        }
        static_cast<QHBoxLayout*>(row)->addStretch();
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        QPushButton* word = buttons.at(static_cast<qsizetype>(i));
        const QString name = names.at(static_cast<qsizetype>(order[i]));
        word->setText(name);
        word->setAccessibleName(tr("guess %1").arg(name));
        word->setChecked(m_guess == order[i]);
    }
    m_revealed->setText(m_guessing || !m_wasGuessed ? QString() : revealText());
    m_revealed->setVisible(!m_revealed->text().isEmpty());
}

/// "Your guess, TP4×DP4, is 8.4 % slower. Measured by others: GPT 22 B as TP8 1.42 s a step, computed 1.38 s."
QString LayoutsView::revealText() const
{
    QStringList said;
    if (m_shown && m_guess && *m_guess < m_shown->rows.best.size()) {
        const std::vector<LayoutRow>& rows = m_shown->rows.best;
        const double slower = rows[*m_guess].cost.stepS / rows.front().cost.stepS - 1;
        said << (*m_guess == 0 ? tr("Your guess is right.")
                 : m_order == LayoutOrder::Time
                     ? (rows[*m_guess].undecided ? tr("Your guess, %1, is %2 % slower: too close to call.")
                                                 : tr("Your guess, %1, is %2 % slower."))
                           .arg(namesOf(rows).at(static_cast<qsizetype>(*m_guess)), number(100 * slower, 2))
                     : tr("Your guess, %1, is number %2.")
                           .arg(namesOf(rows).at(static_cast<qsizetype>(*m_guess)))
                           .arg(*m_guess + 1));
    }
    if (m_shown && usualTraining())
        if (const PublishedRun* near =
                nearestRun(publishedRuns(), parametersOf(m_shown->question.model.model), m_shown->question.cards)) {
            const MeasuredRun& run = near->run;
            const double computed = evaluate(run.model, run.cluster, *usualTraining(), run.batch, run.layout).stepS;
            said << tr("Measured by others: %1 as %2 took %3 a step, computed %4.")
                        .arg(qt(near->name), splitOf(run.layout), qt(timeText(run.stepS)), qt(timeText(computed)));
        }
    return said.join(QLatin1Char(' '));
}

QString LayoutsView::revealed() const
{
    return m_revealed->text();
}

void LayoutsView::presentMissing()
{
    const std::vector<Problem>& problems = m_searcher->problems();
    const bool model = !hasModel(document());
    const QString missing = m_question->missing(problems);
    m_headline->setText(model               ? tr("Choose a model, or enter how many parameters it has.")
                        : missing.isEmpty() ? tr("This model cannot be laid out yet.")
                                            : tr("To lay out the model, enter: %1.").arg(missing));
    // What the fields above do not ask for is said: an entry that cannot be read, a shape that does not divide.
    QStringList said;
    for (const Problem& problem : problems)
        if (!m_question->edit(QString::fromStdString(problem.where.pointer)))
            said << ui::said(problem);
    m_because->setText(said.join(QLatin1Char('\n')));
    m_because->setVisible(!said.isEmpty());
    m_bars->setRows({}, {});
    m_memory->setParts({}, 0, 0, {});
    m_why->setText({});
}

void LayoutsView::presentFound(const FoundLayouts& found)
{
    const Answer& answer = found.answer;
    const QString mark = qt(markText(answer.sure));
    m_headline->setText(qt(answer.headline));
    m_because->setText(mark.isEmpty() ? qt(answer.because) : tr("%1 (%2)").arg(qt(answer.because), mark));
    const QString next = qt(answer.next.says);
    m_next->setText(answer.next.pointer.empty()
                        ? next.toHtmlEscaped()
                        : QStringLiteral("<a href=\"%1\">%2</a>").arg(qt(answer.next.pointer), next.toHtmlEscaped()));
    m_next->setVisible(!next.isEmpty());
    m_why->setText(detailsText(answer));
    const QString caption = captionOf(found.question);
    if (m_bars->rows().empty() || m_bars->texts().caption != caption ||
        m_bars->rows().size() != found.rows.best.size() ||
        !std::equal(found.rows.best.begin(), found.rows.best.end(), m_bars->rows().begin(),
                    [](const LayoutRow& a, const LayoutRow& b) {
                        return a.layout == b.layout && a.cost.stepS == b.cost.stepS && a.usd == b.usd;
                    }))
        m_bars->setRows(found.rows.best, caption);
    m_barsFigure->setVisible(!found.rows.best.empty());
    m_barsFigure->refresh();
}

const LayoutRow* LayoutsView::chosenRow() const
{
    if (!m_shown || m_shown->rows.best.empty())
        return nullptr;
    const auto chosen = static_cast<std::size_t>(m_bars->chosen());
    return chosen < m_shown->rows.best.size() ? &m_shown->rows.best[chosen] : nullptr;
}

void LayoutsView::presentRow()
{
    const LayoutRow* row = chosenRow();
    const bool answered = m_shown && !m_guessing;
    const bool best = m_stack->currentIndex() == 0;
    m_use->setVisible(answered && row && best);
    m_copy->setVisible(answered && row && best);
    m_row->setVisible(answered && row && m_bars->chosen() > 0);  // the first is the headline's
    if (!answered) {
        m_copy->setToolTip({});
        return;
    }
    const ClusterSpec& cluster = m_shown->question.cluster.cluster;
    TrainingBytes bytes;
    if (row) {
        bytes = row->cost.memory;
        QString text = tr("%1: %2.").arg(splitOf(row->layout), restOf(row->layout));
        if (row->why.by != LosesBy::Nothing && m_order == LayoutOrder::Time)
            text += QLatin1Char(' ') + qt(row->why.because) + QLatin1Char(' ') + qt(row->why.whatChanges);
        if (row->undecided)
            text += QLatin1Char(' ') + tr("Undecided: computed steps scatter by more than the two differ.");
        m_row->setText(text.trimmed());
        const bool used = isUsed(document(), m_shown->question, row->layout);
        m_use->setText(used ? tr("In the design") : tr("Use this layout"));
        m_use->setEnabled(!used && m_searcher->found() == m_shown);
        m_copy->setToolTip(launchLine());
    } else if (!m_shown->search.smallest.empty()) {
        bytes = layoutMemory(m_shown->question.model.model, m_shown->question.trainer, m_shown->question.batch,
                             m_shown->search.smallest.front().layout);
    }
    m_memory->setParts(memoryParts(bytes), roomBytes(cluster), cluster.memoryBytes, captionOf(m_shown->question));
    m_memoryFigure->setVisible(bytes.total() > 0);
    m_memoryFigure->refresh();
    presentRun();
}

/// The design's layout, where the project has measured a step of it; it may lie on other cards than the plan's.
std::optional<Layout> LayoutsView::ranLayout() const
{
    const int p = document().analysis().planP;
    const std::optional<Layout> layout = layoutOf(document().project(), p);
    if (!m_shown || !layout || !measuredStepS(document().project(), p))
        return std::nullopt;
    const LayoutsQuestion& question = m_shown->question;
    const bool can = checkLayout(question.model.model, question.trainer, question.batch, p, *layout) == LeftOut::No;
    return can ? layout : std::nullopt;
}

void LayoutsView::presentRun()
{
    const LayoutRow* row = chosenRow();
    m_runEdit->setVisible(row != nullptr);
    if (!row)
        return;
    const std::optional<Layout> ran = ranLayout();
    m_runEdit->refresh(row->layout, m_run,
                       ran ? measuredStepS(document().project(), ran->cards()) : std::optional<double>());
}

void LayoutsView::calibrateBy(const std::optional<double>& stepS)
{
    if (!stepS) {
        m_run.reset();
        refresh();
    } else if (const LayoutRow* row = chosenRow()) {
        calibrateOn(m_run ? m_run->run.layout : row->layout, *stepS);
    }
}

void LayoutsView::calibrateOn(const Layout& layout, double stepS)
{
    if (!m_shown || !usualTraining())
        return;
    const LayoutsQuestion& question = m_shown->question;
    OwnRun run{{question.model.model, question.cluster.cluster, question.batch, layout, stepS}, {}};
    Result<LayoutCalibration> found = calibrate(*usualTraining(), {run.run});
    if (!found) {
        m_runEdit->sayProblem(ui::said(found.error().problems.front()));
        return;
    }
    m_runEdit->sayProblem({});
    run.calibration = *std::move(found);
    m_run = std::move(run);
    refresh();
}

void LayoutsView::presentMap()
{
    if (!m_shown) {
        m_mapper->clear();
        return;
    }
    const LayoutsQuestion& question = m_shown->question;
    LayoutMapContent content;
    content.planP = question.cards;
    content.parameters = parametersOf(question.model.model);
    const bool own = question.model.id == "project";  // else only its size is known
    content.axes = layoutMapAxes(content.planP, content.parameters);
    content.cells.resize(content.axes.cards.size() * content.axes.parameters.size());
    content.caption = tr("%1 · %2 · batch %3")
                          .arg(own ? tr("%1, resized").arg(qt(question.model.name)) : tr("shapes of GPT"),
                               question.cluster.name.empty() ? tr("typed cards") : qt(question.cluster.name),
                               number(question.batch, 6));
    LayoutMapQuestion asked{*knownModels(), question.cluster.cluster, question.trainer,
                            question.batch, question.model.model,     own};
    m_mapper->ask(asked, content);
    m_reading->setText(m_map->reading().isEmpty() ? tr("Searching …") : m_map->reading());
    m_mapFigure->refresh();
}

void LayoutsView::setOrder(LayoutOrder order)
{
    m_order = order;
    m_bars->choose(0);
    refresh();
}

void LayoutsView::showMap(bool map)
{
    m_stack->setCurrentIndex(map ? 1 : 0);
    present();
}

void LayoutsView::setGuessing(bool guessing)
{
    if (guessing == m_guessing)
        return;
    m_guessing = guessing;
    if (guessing)
        m_guess.reset();
    m_wasGuessed = !guessing;
    present();
}

void LayoutsView::use()
{
    if (const LayoutRow* row = chosenRow(); row && m_searcher->found() == m_shown)
        useLayout(document(), m_shown->question, row->layout);
}

QString LayoutsView::launchLine() const
{
    const LayoutRow* row = m_guessing ? nullptr : chosenRow();
    return row ? qt(launchFlags(row->layout, m_shown->question.model.model, m_shown->question.batch,
                                m_shown->question.cluster.cluster.cardsPerNode))
               : QString();
}

void LayoutsView::copyLaunchLine()
{
    if (const QString line = launchLine(); !line.isEmpty())
        QGuiApplication::clipboard()->setText(line);
}

QString LayoutsView::headline() const
{
    return m_headline->text();
}

QString LayoutsView::because() const
{
    return m_because->text();
}

bool LayoutsView::focusField(const QString& pointer)
{
    return m_question->focus(pointer);
}

std::vector<Exportable> LayoutsView::exportables()
{
    std::vector<Exportable> figures;
    if (m_guessing)
        return figures;  // each of them is the answer
    m_searcher->finish();
    present();
    if (!m_shown)
        return figures;
    if (!m_shown->rows.best.empty())
        figures.push_back({QStringLiteral("layouts"), m_bars});
    if (m_memory->totalBytes() > 0)
        figures.push_back({QStringLiteral("layout-memory"), m_memory});
    presentMap();
    m_mapper->finish();
    if (m_mapper->isComplete())
        figures.push_back({QStringLiteral("layout-map"), m_map});
    return figures;
}

std::vector<PaletteItem> LayoutsView::paletteItems()
{
    std::vector<PaletteItem> items = m_question->paletteItems();
    const auto add = [&items](const QString& title, std::function<void()> run) {
        items.push_back({PaletteItem::Kind::Action, title, {}, std::move(run)});
    };
    if (chosenRow() && !m_guessing) {
        add(tr("Layouts: use the chosen layout"), [this] { use(); });
        add(tr("Layouts: copy launch flags"), [this] { copyLaunchLine(); });
        add(tr("Layouts: map of winners"), [this] { showMap(true); });
    }
    return items;
}

}  // namespace scalewright::ui

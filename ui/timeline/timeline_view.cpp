#include "ui/timeline/timeline_view.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>
#include <cmath>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/model/scaling/pattern.h"
#include "core/output/answers/simulated_run.h"
#include "core/project/document/project.h"
#include "ui/controls/progress_bar.h"
#include "ui/controls/quiet_combo.h"
#include "ui/controls/track_record.h"
#include "ui/figure/figure.h"
#include "ui/timeline/lane_view.h"
#include "ui/timeline/mend_card.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr double besideWidth = 820;          ///< two cards from here on, at type size 1
constexpr int stepsOfARun = 100, firstShown = 12, lastShown = 15;
constexpr int mostWorkers = 65536;
constexpr int mostEvents = 400'000;          ///< workers times steps with every span kept
constexpr int atOnce = 20'000;               ///< of those that take a few milliseconds: no thread for them

using Pairs = std::pair<std::shared_ptr<const SimulatedLanes>, std::shared_ptr<const SimulatedLanes>>;

/// The design's run, taken over where it is the same, and the broken one; stopped early, nothing.
Pairs runsOf(const SimulationQuestion& design, const Broken& how, const std::shared_ptr<const SimulatedLanes>& known,
             std::stop_token stop = {})
{
    std::shared_ptr<const SimulatedLanes> whole = known;
    if (!whole || !(whole->question() == design)) {
        Simulation run = simulate(design, stop);
        if (stop.stop_requested())
            return {};
        whole = std::make_shared<SimulatedLanes>(design, std::move(run));
    }
    if (!how.any())
        return {whole, whole};
    const SimulationQuestion question = broken(design, how, firstShown + 1);
    Simulation run = simulate(question, stop);
    if (stop.stop_requested())
        return {};
    return {whole, std::make_shared<SimulatedLanes>(question, std::move(run), whole)};
}

QString barrierText(const DesignTerms& terms)
{
    switch (terms.barrier) {
    case Barrier::EveryStep: return TimelineView::tr("synchronous");
    case Barrier::BoundedStaleness: return TimelineView::tr("up to %1 steps apart").arg(terms.stalenessSteps);
    case Barrier::None: break;
    }
    return TimelineView::tr("asynchronous");
}

}  // namespace

TimelineView::TimelineView(Document& document, QWidget* parent)
    : DocumentView(document, parent),
      m_choice(new QuietCombo(this)),
      m_compare(new QuietCombo(this)),
      m_open(quietButton(tr("Open traces ▾"), this)),
      m_again(quietButton(tr("Read again"), this)),
      m_forget(quietButton(tr("Forget it"), this)),
      m_ladder(quietButton(tr("Add to a ladder"), this)),
      m_profile(quietButton(tr("Add to the baseline"), this)),
      m_stop(quietButton(tr("Cancel"), this)),
      m_search(new QLineEdit(this)),
      m_progress(new ProgressBar(tr("traces being read"), this)),
      m_progressRow(new QWidget(this)),
      m_progressText(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_message(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_about(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_record(new TrackRecordFold(tr("How often is such a straggler one?"), this)),
      m_readOut(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_lanes(new LaneView),
      m_shares(new WorkerShares),
      m_break(new BreakCard(this)),
      m_mend(new MendCard(this)),
      m_below(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_sourceRow(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_hint(tr("Ctrl and the wheel zoom, a drag pans, a drag on the ruler selects; a double click shows one step."))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(2));

    m_choice->setAccessibleName(tr("run in sight"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(18);
    m_compare->setAccessibleName(tr("run that it is held against"));
    m_compare->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_compare->setMinimumContentsLength(14);
    auto* menu = new QMenu(m_open);
    menu->addAction(tr("Files…"), this, [this] { askFiles(false, -1); });
    menu->addAction(tr("A folder…"), this, [this] { askFiles(true, -1); });
    menu->addSeparator();
    menu->addAction(tr("Rules of your own…"), this, &TimelineView::askRules)
        ->setToolTip(tr("What your programs’ spans are, asked before the program’s own rules"));
    QAction* without = menu->addAction(tr("Without rules of your own"), this, [this] { useRules({}); });
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, [this, without] { without->setVisible(!rulesInUse().empty()); });
    m_open->setMenu(menu);
    m_open->setToolTip(
        tr("Chrome-trace JSON of one or many ranks, plain or gzip; files and folders can be dropped here too"));
    m_ladder->setToolTip(tr("The mean step of this recording as a row of the ladder of traces"));
    m_profile->setToolTip(tr("Its step and input/output time as a step of the baseline, for Diagnose"));
    m_forget->setToolTip(tr("Takes the recording out of the project; the file stays"));
    m_search->setPlaceholderText(tr("find a span"));
    m_search->setAccessibleName(tr("find a span"));
    m_search->setClearButtonEnabled(false);
    m_lanes->setAccessibleDescription(m_hint);
    m_readOut->setElided(true);
    auto* left = new QHBoxLayout;
    left->setSpacing(Theme::space(2));
    left->addWidget(m_choice);
    left->addWidget(m_compare);
    left->addWidget(m_open);
    left->addWidget(m_readOut, 1);
    auto* right = new QHBoxLayout;
    right->setSpacing(Theme::space(2));
    for (QPushButton* button : {m_ladder, m_profile, m_again, m_forget})
        right->addWidget(button);
    right->addWidget(m_search, 1);
    m_sourceRow->setSpacing(Theme::space(2));
    m_sourceRow->addLayout(left, 1);
    m_sourceRow->addLayout(right);
    column->addLayout(m_sourceRow);

    auto* progress = new QHBoxLayout(m_progressRow);
    progress->setContentsMargins(0, 0, 0, 0);
    progress->setSpacing(Theme::space(3));
    m_stop->setAccessibleName(tr("Cancel reading"));
    progress->addWidget(m_progressText);
    progress->addWidget(m_progress, 1);
    progress->addWidget(m_stop);
    m_progressRow->hide();
    column->addWidget(m_progressRow);
    for (Text* text : {m_message, m_about}) {
        text->setWordWrap(true);
        text->hide();
        column->addWidget(text);
    }
    column->addWidget(m_record);

    m_lanesFigure = new Figure(m_lanes, m_lanes, this);
    const auto word = [&](const QString& text, const QString& name, auto act) {
        QPushButton* button = quietButton(text, m_lanesFigure);
        button->setAccessibleName(name);
        button->setToolTip(tr("%1\n%2").arg(name, m_hint));
        connect(button, &QPushButton::clicked, this, act);
        m_lanesFigure->addWord(button);
    };
    word(QStringLiteral("−"), tr("Zoom out"), [this] { m_lanes->zoom(1.5); });
    word(QStringLiteral("+"), tr("Zoom in"), [this] { m_lanes->zoom(1 / 1.5); });
    word(tr("All"), tr("Show the whole run"), [this] { m_lanes->lookAtAll(); });
    column->addWidget(m_lanesFigure, 1);

    m_sharesFigure = new Figure(m_shares, m_shares, this);
    m_below->setSpacing(Theme::space(3));
    m_below->addWidget(m_sharesFigure, 1);
    m_below->addWidget(m_break, 1);
    m_below->addWidget(m_mend, 1);
    column->addLayout(m_below);
    m_mend->hide();

    connect(m_choice, &QComboBox::activated, this, [this](int index) { showRun(index - 1); });
    connect(m_compare, &QComboBox::activated, this,
            [this](int index) { compareWith(m_compare->itemData(index).toInt()); });
    connect(m_mend, &MendCard::changed, this, [this] {
        if (const RecordedLanes* lanes = recorded())
            presentRecorded(*lanes);
    });
    connect(m_search, &QLineEdit::textChanged, m_lanes, &LaneView::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (!m_lanes->findNext())
            m_readOut->setText(tr("No span’s name holds “%1”.").arg(m_search->text()));
    });
    connect(m_lanes, &LaneView::readOut, this, [this](const QString& words) { m_readOut->setText(words); });
    connect(m_lanes, &LaneView::laneChosen, this, [this](int lane) {
        if (m_shown < 0)
            m_break->setWorker(lane);
    });
    connect(m_lanes, &LaneView::windowChanged, m_lanesFigure, &Figure::refreshTable);
    connect(m_break, &BreakCard::changed, this, [this] {
        m_follows = true;
        simulateBroken();
    });
    connect(m_ladder, &QPushButton::clicked, this, &TimelineView::addToLadder);
    connect(m_profile, &QPushButton::clicked, this, &TimelineView::addToBaseline);
    connect(m_again, &QPushButton::clicked, this, &TimelineView::readAgain);
    connect(m_forget, &QPushButton::clicked, this, &TimelineView::forget);
    connect(m_stop, &QPushButton::clicked, this, &TimelineView::cancelImport);
    connect(&m_import, &WorkerBase::progressed, this, [this](double share, const QString& what) {
        m_progress->setShare(share);
        m_progressText->setText(what);
    });
    connect(&m_import, &WorkerBase::finished, this, &TimelineView::concludeImport);
    connect(&m_simulation, &WorkerBase::finished, this, [this] {
        const bool again = std::exchange(m_simulateAgain, false);
        if (!m_simulation.items().empty() && m_shown < 0)
            takeSimulated(m_simulation.items().back());
        if (again)
            simulateBroken();
    });
    begin();
}

TimelineView::~TimelineView() = default;

QString TimelineView::message() const
{
    return m_message->isHidden() ? QString() : m_message->text();
}

const RecordedLanes* TimelineView::recorded() const
{
    return m_shown >= 0 && m_loaded && shownRecord() && m_loaded->record == *shownRecord() ? m_loaded->lanes.get()
                                                                                           : nullptr;
}

const RecordedRun* TimelineView::recordAt(int index) const
{
    const auto& traces = document().project().measurements.traces;
    return index >= 0 && index < static_cast<int>(traces.size()) ? &traces[static_cast<std::size_t>(index)] : nullptr;
}

const RecordedRun* TimelineView::shownRecord() const
{
    return recordAt(m_shown);
}

std::shared_ptr<const RecordedLanes> TimelineView::other() const
{
    const RecordedRun* record = recordAt(m_against);
    return record && m_other && m_other->record == *record ? m_other->lanes : nullptr;
}

std::filesystem::path TimelineView::folder() const
{
    return document().hasFile() ? std::filesystem::path(QFileInfo(document().path()).absolutePath().toStdU16String())
                                : std::filesystem::path();
}

QString TimelineView::answer() const
{
    if (m_shown >= 0 || !m_simulated || !m_simulated->run().finishes)
        return {};
    return tr("Simulated: %1").arg(qt(lowered(simulatedHeadline(m_simulated->run()))));
}

void TimelineView::setBasis(const QString& basis)
{
    m_basis = basis;
    Q_EMIT basisChanged();
}

void TimelineView::say(const QString& text, bool problem)
{
    m_message->setText(text);
    m_message->setMark(problem ? Role::Warning : Role::Hairline);
    m_message->setVisible(!text.isEmpty());
}

void TimelineView::layOut()
{
    const double scale = Theme::instance().typeScale();
    const bool beside = width() >= besideWidth * scale;
    m_below->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    // What is under the pointer is said beside the choices, and wants room.
    const double oneRow = m_shown < 0 ? 720 : m_compare->count() > 1 ? 1250 : 1000;
    m_sourceRow->setDirection(width() >= oneRow * scale ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_lanesFigure->setMinimumHeight(static_cast<int>(110 + 170 * scale));
    m_search->setMinimumWidth(static_cast<int>(130 * scale));
    m_sharesFigure->setMinimumHeight(static_cast<int>(160 * scale));
}

void TimelineView::refresh()
{
    refreshChoice();
    m_shown < 0 ? refreshSimulation() : refreshRecorded();
}

void TimelineView::refreshChoice()
{
    const auto& traces = document().project().measurements.traces;
    if (m_shown >= static_cast<int>(traces.size()))
        m_shown = -1;
    QStringList names{tr("Simulated from the design")}, present;
    for (const RecordedRun& run : traces)
        names << (run.name.empty() ? tr("a recording without a name") : qt(run.name));
    for (int i = 0; i < m_choice->count(); ++i)
        present << m_choice->itemText(i);
    if (present != names) {
        m_choice->clear();
        m_choice->addItems(names);
    }
    m_choice->setCurrentIndex(m_shown + 1);
    m_choice->setVisible(!traces.empty());
    refreshAgainst();
    const bool recording = m_shown >= 0;
    for (QPushButton* button : {m_ladder, m_profile, m_again, m_forget})
        button->setVisible(recording);
    m_break->setVisible(!recording);
    m_mend->setVisible(recording);
    layOut();
}

void TimelineView::showRun(int index)
{
    if (m_shown == index)
        return;
    m_shown = index;
    m_against = -1;
    if (const RecordedRun* record = shownRecord(); record && m_other && m_other->record == *record)
        std::swap(m_loaded, m_other);
    m_other.reset();
    m_failedToLoad.reset();
    say({}, false);
    m_about->hide();
    m_record->setText({});
    m_lanes->setSource(nullptr, {}, false, {});
    refresh();
}

void TimelineView::showBreak()
{
    showRun(-1);
    m_break->takeFocus();
}

/// The recorded runs that the one in sight can be held against.
void TimelineView::refreshAgainst()
{
    const auto& traces = document().project().measurements.traces;
    if (m_against == m_shown || !recordAt(m_against))
        m_against = -1;
    m_compare->clear();
    m_compare->addItem(m_shown < 0 ? tr("against no recording") : tr("against nothing"), -1);
    for (int i = 0; i < static_cast<int>(traces.size()); ++i)
        if (i != m_shown)
            m_compare->addItem(tr("against %1").arg(qt(traces[static_cast<std::size_t>(i)].name)), i);
    m_compare->setCurrentIndex(std::max(0, m_compare->findData(m_against)));
    m_compare->setVisible(m_compare->count() > 1);
}

void TimelineView::compareWith(int index)
{
    m_against = index;
    if (index < 0)
        m_other.reset();
    m_failedToLoad.reset();
    refresh();
}

void TimelineView::clearSimulated(const QString& why)
{
    m_design.reset();
    m_simulated.reset();
    m_question.reset();
    m_lanes->setSource(nullptr, {tr("Workers over time"), {}, why}, false, why);
    m_lanesFigure->refresh();
    m_shares->setWorkers({}, {}, why);
    m_sharesFigure->refresh();
    m_break->setEnabled(false);
    m_break->setOutcome({}, {}, {}, {}, {});
    setBasis(why);
}

void TimelineView::refreshSimulation()
{
    const Result<ScalingModel>& model = document().analysis().model;
    if (!model) {
        const bool missing = !missingForPrediction(document().project(), document().analysis()).empty();
        clearSimulated(missing ? tr("No run can be simulated yet: the line at the top says what it takes.")
                               : tr("No run can be simulated: %1").arg(said(model.error(), 2)));
        return;
    }
    SimulationQuestion question;
    question.model = *model;
    question.p = document().analysis().planP;
    question.spans = true;
    if (question.p > mostWorkers) {
        clearSimulated(tr("A timeline shows at most %1 workers; the plan’s p is %2.").arg(mostWorkers).arg(question.p));
        return;
    }
    question.steps = std::clamp(mostEvents / question.p, 4, stepsOfARun);
    if (const Result<void> valid = validate(question); !valid) {
        clearSimulated(tr("No run can be simulated: %1").arg(said(valid.error(), 2)));
        return;
    }
    m_break->setEnabled(true);
    if (m_question && *m_question == question && m_simulated) {
        presentSimulated();
        return;
    }
    m_question = question;
    m_break->setDesign(question);
    simulateBroken();
}

void TimelineView::simulateBroken()
{
    if (!m_question || m_shown >= 0)
        return;
    if (static_cast<long>(m_question->p) * m_question->steps <= atOnce && !m_simulation.isRunning()) {
        const auto [design, shown] = runsOf(*m_question, m_break->how(), m_design);
        takeSimulated({design, shown});
        return;
    }
    if (m_simulation.isRunning()) {
        m_simulateAgain = true;
        m_simulation.cancel();
        return;
    }
    m_simulation.start([question = *m_question, how = m_break->how(), known = m_design](
                           std::stop_token stop, const Worker<Pair>::Report& report) -> Result<void> {
        const auto [design, shown] = runsOf(question, how, known, stop);
        if (shown)
            report.add({design, shown});
        return {};
    });
}

void TimelineView::takeSimulated(const Pair& pair)
{
    m_design = pair.design;
    m_simulated = pair.shown;
    presentSimulated();
}

void TimelineView::presentSimulated()
{
    const Simulation &run = m_simulated->run(), &before = m_design->run();
    const SimulationQuestion& question = m_simulated->question();
    const Broken& how = m_break->how();
    const bool follows = std::exchange(m_follows, false);
    if (!run.finishes) {
        const QString why = qt(run.gaveUp);
        m_lanes->setSource(nullptr, {tr("Workers over time"), {}, why}, false, why);
        m_lanesFigure->refresh();
        m_shares->setWorkers({}, {}, why);
        m_sharesFigure->refresh();
        m_break->setOutcome({}, {}, {}, {}, why);
        setBasis(why);
        return;
    }
    QStringList basis{tr("seed %1").arg(question.seed), barrierText(question.model.terms),
                      tr("plan p %1").arg(question.p)};
    if (how.factor != 1)
        basis << tr("%1 slowed %2").arg(workerTitle(how.worker), times(how.factor));
    if (how.killed)
        basis << tr("%1 killed").arg(workerTitle(how.worker));
    if (how.backupWorkers)
        basis << tr("%1 backup workers").arg(*how.backupWorkers);
    setBasis(basis.join(QStringLiteral(" · ")));

    const bool first =
        m_lanes->source() == nullptr || dynamic_cast<const SimulatedLanes*>(m_lanes->source()) == nullptr;
    const QString caption =
        QStringList{tr("Simulated from the design"), m_basis, qt(titleOf(question.model.first().pattern)),
                    tr("%1 steps of %2").arg(question.steps).arg(seconds(run.stepTimeS))}
            .join(QStringLiteral(" · "));
    const bool failed =
        std::any_of(run.workers.begin(), run.workers.end(), [](const auto& worker) { return worker.failureS > 0; });
    const QString idle = failed ? tr("idle or restarting") : tr("idle");
    const QString summary = tr("%1 workers for %2 steps: a step takes %3, %4 of the workers’ time is %5.")
                                .arg(question.p)
                                .arg(question.steps)
                                .arg(seconds(run.stepTimeS), shareText(run.idleShare), idle);
    m_lanes->setSource(m_simulated, {tr("Workers over time"), caption, summary}, !first);
    if (first && static_cast<int>(m_simulated->steps.size()) > lastShown)
        m_lanes->look(m_simulated->steps[firstShown].from, m_simulated->steps[lastShown].to);
    m_lanesFigure->refresh();
    m_record->setText({});
    if (const RecordedRun* record = recordAt(m_against)) {
        // A recording's steps may not be marked: shares of the time can be held against each other whatever was
        // recorded.
        const RunPair shares{sharesOf(partsOf(run)), sharesOf(partsOf(*record))};
        const RunComparison its = compared(shares);
        std::vector<WorkerTime> workers = m_simulated->workers();
        for (std::size_t i = 0; i < workers.size(); ++i)
            static_cast<WorkerParts&>(workers[i]) = shares.first.workers[i];
        const QString about = tr("simulated above, measured (%1) below: %2").arg(qt(record->name), qt(its.about));
        m_shares->setWorkers(
            std::move(workers), caption, {},
            BesideWorkers{tr("simulated"), tr("measured"), PartsOver::Share, shares.second.workers, qt(its.about)});
        m_about->setText(
            sentenceCase(about) + QLatin1Char('.') +
            (its.onlyFirst.empty() && its.onlySecond.empty()
                 ? QString()
                 : QLatin1Char(' ') +
                       tr("%1 workers are in only one of the two.").arg(its.onlyFirst.size() + its.onlySecond.size())));
        m_about->setMark(Role::Hairline);
        m_about->show();
    } else {
        m_shares->setWorkers(m_simulated->workers(), caption, {});
        m_about->hide();
    }
    m_sharesFigure->refresh();

    QString sentence;
    if (how.any()) {
        const double more = run.stepTimeS - before.stepTimeS;
        const bool same = std::abs(more) < 0.0005 * before.stepTimeS;
        sentence = same ? tr("A step takes as long as before.")
                        : (more > 0 ? tr("That costs every step %1.") : tr("That saves every step %1."))
                              .arg(amount(std::abs(more), Dimension::Time, 2));
        if (how.killed)
            sentence +=
                QLatin1Char(' ') + tr("The mean is over %1 steps, the failure in one of them.").arg(question.steps);
    } else {
        sentence = sentenceCase(qt(againstModel(*m_question, before).about));
    }
    m_break->setOutcome(seconds(run.stepTimeS),
                        how.any() ? tr("before %1").arg(seconds(before.stepTimeS)) : tr("a step"),
                        tr("%1 %2").arg(idle, shareText(run.idleShare)),
                        how.any() ? tr("before %1").arg(shareText(before.idleShare)) : QString(), sentence);
    if (follows)
        showBroken();
}

// The worker that was broken, among those that wait for it: with a bound on staleness they wait once it is used up.
void TimelineView::showBroken()
{
    const Broken& how = m_break->how();
    if (!how.any())
        return;
    m_lanes->setCurrentLane(static_cast<std::size_t>(how.worker));
    const std::size_t steps = m_simulated->steps.size(), shown = lastShown - firstShown + 1;
    if (m_simulated->question().model.terms.barrier == Barrier::BoundedStaleness && how.factor > 1 && !how.killed &&
        steps > shown)
        m_lanes->look(m_simulated->steps[steps - shown].from, m_simulated->steps.back().to);
}

std::vector<Exportable> TimelineView::exportables()
{
    if (!m_lanes->source())
        return {};
    return {{QStringLiteral("timeline"), m_lanes}, {QStringLiteral("worker-time"), m_shares}};
}

std::vector<PaletteItem> TimelineView::paletteItems()
{
    std::vector<PaletteItem> items;
    const auto action = [&items](const QString& title, std::function<void()> run) {
        items.push_back({PaletteItem::Kind::Action, title, {}, std::move(run)});
    };
    action(tr("Open traces"), [this] { askFiles(false, -1); });
    action(tr("Open a folder of traces"), [this] { askFiles(true, -1); });
    action(tr("Read traces by rules of your own"), [this] { askRules(); });
    return items;
}

}  // namespace scalewright::ui

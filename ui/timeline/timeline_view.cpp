// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_view.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>
#include <cmath>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/claim/value_at_p.h"
#include "core/model/scaling/pattern.h"
#include "core/output/answers/recorded_run.h"
#include "core/output/answers/render.h"
#include "core/output/answers/simulated_run.h"
#include "core/project/document/project.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/controls/progress_bar.h"
#include "ui/controls/track_record.h"
#include "ui/figure/figure.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/lane_view.h"
#include "ui/timeline/repair_card.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr double sideBySideMinimumWidth = 820;          ///< minimum width for two cards side by side, at type size 1
constexpr int maximumSteps = 100, firstShownStep = 12, lastShownStep = 15;
constexpr int maximumWorkers = 65536;
constexpr int maximumEvents = 400'000;          ///< workers times steps, with all spans kept
/// Smaller runs take only a few milliseconds and need no thread.
constexpr int maximumSynchronousEvents = 20'000;

using LanesPair = std::pair<std::shared_ptr<const SimulatedLanes>, std::shared_ptr<const SimulatedLanes>>;

/// Returns the design's run (reused if unchanged) and the perturbed run; nothing if stopped.
LanesPair simulateRuns(const SimulationQuestion& design, const Perturbation& changes,
                       const std::shared_ptr<const SimulatedLanes>& knownDesignRun, std::stop_token stop = {})
{
    std::shared_ptr<const SimulatedLanes> designRun = knownDesignRun;
    if (!designRun || !(designRun->question() == design)) {
        Simulation run = simulate(design, stop);
        if (stop.stop_requested())
            return {};
        designRun = std::make_shared<SimulatedLanes>(design, std::move(run));
    }
    if (!changes.hasChanges())
        return {designRun, designRun};
    const SimulationQuestion question = applyPerturbation(design, changes, firstShownStep + 1);
    Simulation run = simulate(question, stop);
    if (stop.stop_requested())
        return {};
    return {designRun, std::make_shared<SimulatedLanes>(question, std::move(run), designRun)};
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
      m_runCombo(new QuietCombo(tr("shown run"), 18, this)),
      m_comparisonCombo(new QuietCombo(tr("run to compare with"), 14, this)),
      m_openButton(createQuietButton(tr("Open traces ▾"), this)),
      m_rereadButton(createQuietButton(tr("Read again"), this)),
      m_removeButton(createQuietButton(tr("Remove it"), this)),
      m_addToLadderButton(createQuietButton(tr("Add to a ladder"), this)),
      m_addToBaselineButton(createQuietButton(tr("Add to the baseline"), this)),
      m_cancelButton(createQuietButton(tr("Cancel"), this)),
      m_searchField(new QLineEdit(this)),
      m_progressBar(new ProgressBar(tr("traces being read"), this)),
      m_progressRow(new QWidget(this)),
      m_progressText(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_messageLabel(createParagraph(TextStyle::Label, ColorRole::Ink, this)),
      m_summaryLabel(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_trackRecord(new CollapsibleTrackRecord(tr("How often is such a straggler real?"), this)),
      m_readoutLabel(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_laneView(new LaneView),
      m_workerShares(new WorkerShares),
      m_breakCard(new BreakCard(this)),
      m_repairCard(new RepairCard(this)),
      m_cardRow(createFlexibleRow(Theme::spacing(3))),
      m_sourceRow(createFlexibleRow(Theme::spacing(2))),
      m_hint(tr("Ctrl and the wheel zoom, a drag pans, a drag on the ruler selects; a double click shows one step."))
{
    auto* menu = new QMenu(m_openButton);
    menu->addAction(tr("Files…"), this, [this] { chooseFiles(false, -1); });
    menu->addAction(tr("A folder…"), this, [this] { chooseFiles(true, -1); });
    menu->addSeparator();
    menu->addAction(tr("Your own rules…"), this, &TimelineView::chooseRules)
        ->setToolTip(tr("Classifies your programs’ spans before the program’s own rules"));
    QAction* withoutRules = menu->addAction(tr("Without your own rules"), this, [this] { useRules({}); });
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this,
            [this, withoutRules] { withoutRules->setVisible(!activeRules().empty()); });
    m_openButton->setMenu(menu);
    m_openButton->setToolTip(
        tr("Chrome-trace JSON of one or many ranks, plain or gzip; files and folders can be dropped here too"));
    m_addToLadderButton->setToolTip(tr("The mean step of this recording as a row of the ladder of traces"));
    m_addToBaselineButton->setToolTip(tr("Its step and input/output time as a step of the baseline, for Diagnose"));
    m_removeButton->setToolTip(tr("Removes the recording from the project; keeps the file"));
    m_searchField->setPlaceholderText(tr("find a span"));
    m_searchField->setAccessibleName(tr("find a span"));
    m_searchField->setClearButtonEnabled(false);
    m_laneView->setAccessibleDescription(m_hint);
    m_readoutLabel->setElided(true);
    auto* left = createBox<QHBoxLayout>(nullptr, Theme::spacing(2),
                                        {m_runCombo, m_comparisonCombo, m_openButton, {m_readoutLabel, 1}});
    auto* right = createBox<QHBoxLayout>(
        nullptr, Theme::spacing(2),
        {m_addToLadderButton, m_addToBaselineButton, m_rereadButton, m_removeButton, {m_searchField, 1}});
    addItems(*m_sourceRow, {{left, 1}, right});

    m_cancelButton->setAccessibleName(tr("Cancel reading"));
    createBox<QHBoxLayout>(m_progressRow, Theme::spacing(3), {m_progressText, {m_progressBar, 1}, m_cancelButton});
    m_progressRow->hide();
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(2), {m_sourceRow, m_progressRow});
    for (Text* text : {m_messageLabel, m_summaryLabel}) {
        text->hide();
        column->addWidget(text);
    }
    column->addWidget(m_trackRecord);

    m_lanesFigure = new Figure(m_laneView, m_laneView, this);
    const auto word = [&](const QString& text, const QString& name, auto act) {
        QPushButton* button = createQuietButton(text, m_lanesFigure);
        button->setAccessibleName(name);
        button->setToolTip(tr("%1\n%2").arg(name, m_hint));
        connect(button, &QPushButton::clicked, this, act);
        m_lanesFigure->addTitleButton(button);
    };
    word(QStringLiteral("−"), tr("Zoom out"), [this] { m_laneView->zoomBy(1.5); });
    word(QStringLiteral("+"), tr("Zoom in"), [this] { m_laneView->zoomBy(1 / 1.5); });
    word(tr("All"), tr("Show the whole run"), [this] { m_laneView->showAll(); });
    column->addWidget(m_lanesFigure, 1);

    m_sharesFigure = new Figure(m_workerShares, m_workerShares, this);
    addItems(*m_cardRow, {{m_sharesFigure, 1}, {m_breakCard, 1}, {m_repairCard, 1}});
    column->addLayout(m_cardRow);
    column->addStretch();
    m_repairCard->hide();

    connect(m_runCombo, &QComboBox::activated, this, [this](int index) { showRun(index - 1); });
    connect(m_comparisonCombo, &QComboBox::activated, this,
            [this](int index) { compareWith(m_comparisonCombo->itemData(index).toInt()); });
    connect(m_repairCard, &RepairCard::changed, this, [this] {
        if (const RecordedLanes* lanes = recordedLanes())
            presentRecorded(*lanes);
    });
    connect(m_searchField, &QLineEdit::textChanged, m_laneView, &LaneView::setSearch);
    connect(m_searchField, &QLineEdit::returnPressed, this, [this] {
        if (!m_laneView->findNext())
            m_readoutLabel->setText(tr("No span name contains “%1”.").arg(m_searchField->text()));
    });
    connect(m_laneView, &LaneView::readoutChanged, this,
            [this](const QString& words) { m_readoutLabel->setText(words); });
    connect(m_laneView, &LaneView::laneChosen, this, [this](int lane) {
        if (m_shownIndex < 0)
            m_breakCard->setWorker(lane);
    });
    connect(m_laneView, &LaneView::heightLimitChanged, this, [this] {
        const int around = m_lanesFigure->sizeHint().height() - m_laneView->sizeHint().height();
        m_lanesFigure->setMaximumHeight(std::min(QWIDGETSIZE_MAX, m_laneView->heightLimit() + around));
    });
    connect(m_laneView, &LaneView::windowChanged, m_lanesFigure, &Figure::refreshTable);
    connect(m_breakCard, &BreakCard::changed, this, [this] {
        m_revealPerturbed = true;
        simulatePerturbed();
    });
    connect(m_addToLadderButton, &QPushButton::clicked, this, &TimelineView::addToLadder);
    connect(m_addToBaselineButton, &QPushButton::clicked, this, &TimelineView::addToBaseline);
    connect(m_rereadButton, &QPushButton::clicked, this, &TimelineView::rereadTraces);
    connect(m_removeButton, &QPushButton::clicked, this, &TimelineView::removeRecording);
    connect(m_cancelButton, &QPushButton::clicked, this, &TimelineView::cancelImport);
    connect(&m_importWorker, &WorkerBase::progressed, this, [this](double share, const QString& what) {
        m_progressBar->setFraction(share);
        m_progressText->setText(what);
    });
    connect(&m_importWorker, &WorkerBase::finished, this, &TimelineView::finishImport);
    connect(&m_simulationWorker, &WorkerBase::finished, this, [this] {
        const bool isPending = std::exchange(m_isSimulationPending, false);
        if (!m_simulationWorker.items().empty() && m_shownIndex < 0)
            setSimulatedPair(m_simulationWorker.items().back());
        if (isPending)
            simulatePerturbed();
    });
    initializeView();
}

TimelineView::~TimelineView() = default;

QString TimelineView::message() const
{
    return m_messageLabel->isHidden() ? QString() : m_messageLabel->text();
}

const RecordedLanes* TimelineView::recordedLanes() const
{
    return m_shownIndex >= 0 && m_loadedRun && shownRecord() && m_loadedRun->record == *shownRecord()
               ? m_loadedRun->lanes.get()
               : nullptr;
}

const RecordedRun* TimelineView::recordAt(int index) const
{
    const auto& traces = document().project().measurements.traces;
    return index >= 0 && index < static_cast<int>(traces.size()) ? &traces[static_cast<std::size_t>(index)] : nullptr;
}

const RecordedRun* TimelineView::shownRecord() const
{
    return recordAt(m_shownIndex);
}

std::shared_ptr<const RecordedLanes> TimelineView::comparedLanes() const
{
    const RecordedRun* record = recordAt(m_comparedIndex);
    return record && m_comparedRun && m_comparedRun->record == *record ? m_comparedRun->lanes : nullptr;
}

std::filesystem::path TimelineView::projectFolder() const
{
    return document().hasFile() ? std::filesystem::path(QFileInfo(document().path()).absolutePath().toStdU16String())
                                : std::filesystem::path();
}

QString TimelineView::answerText() const
{
    if (const RecordedLanes* lanes = recordedLanes()) {
        const Answer answer = recordedRunAnswer({.run = lanes->traceRun()});
        return toQString(headlineWithReason(answer.headline, answer.because));
    }
    if (m_shownIndex >= 0 || !m_simulatedLanes || !m_simulatedLanes->simulation().canFinish)
        return {};
    if (const Rung* measured = measuredRun())
        return tr("Waiting: %1 simulated, %2 %3 at p = %4.")
            .arg(shareAsPercent(m_simulatedLanes->simulation().idleShare),
                 shareAsPercent(measured->parts->idleS / measured->timeS), measuredRunSource())
            .arg(measured->p);
    const Simulation& run = m_simulatedLanes->simulation();
    const ModelComparison formula = compareWithModel(*m_designQuestion, run);
    constexpr double negligibleDifference = 0.01;
    if (!m_breakCard->perturbation().hasChanges() && std::abs(formula.ratio - 1) > negligibleDifference)
        return tr("A step: %1 simulated, %2 by the formula; %3 idle.")
            .arg(amountWithUnit(run.stepTimeS, Dimension::Time), amountWithUnit(formula.closedFormS, Dimension::Time),
                 shareAsPercent(run.idleShare));
    return tr("Simulated: %1").arg(toQString(uncapitalised(simulatedHeadline(run))));
}

const Rung* TimelineView::measuredRun() const
{
    return m_shownIndex < 0 && m_designQuestion && !m_breakCard->perturbation().hasChanges()
               ? measuredWaitingAt(document().analysis(), m_designQuestion->p)
               : nullptr;
}

QString TimelineView::measuredRunSource() const
{
    return document().analysis().ladderOfRuns()->origin == Origin::Assumed ? tr("assumed") : tr("measured");
}

void TimelineView::setBasis(const QString& basis)
{
    m_basis = basis;
    Q_EMIT basisChanged();
}

void TimelineView::layOut()
{
    const double scale = Theme::instance().typeScale();
    setSideBySide(*m_cardRow, width() >= sideBySideMinimumWidth * scale);
    // The readout next to the combo boxes needs room.
    const double singleRowWidth = m_shownIndex < 0 ? 720 : m_comparisonCombo->count() > 1 ? 1250 : 1000;
    setSideBySide(*m_sourceRow, width() >= singleRowWidth * scale);
    // So low that "Break it" is in sight at 1280 × 720.
    m_lanesFigure->setMinimumHeight(static_cast<int>(60 + 125 * scale));
    m_searchField->setMinimumWidth(static_cast<int>(130 * scale));
    m_sharesFigure->setMinimumHeight(static_cast<int>(160 * scale));
}

void TimelineView::refresh()
{
    refreshRunCombo();
    m_shownIndex < 0 ? refreshSimulation() : refreshRecorded();
}

void TimelineView::refreshRunCombo()
{
    const auto& traces = document().project().measurements.traces;
    if (m_shownIndex >= static_cast<int>(traces.size()))
        m_shownIndex = -1;
    if (m_shownIndex < 0 && !m_isRunChosen && !document().analysis().model)
        m_shownIndex = static_cast<int>(traces.size()) - 1;
    QStringList names{tr("Simulated")};
    for (const RecordedRun& run : traces)
        names << (run.name.empty() ? tr("unnamed recording") : toQString(run.name));
    m_runCombo->showItems(names, m_shownIndex + 1);
    m_runCombo->setVisible(!traces.empty());
    refreshComparisonCombo();
    const bool recording = m_shownIndex >= 0;
    for (QPushButton* button : {m_addToLadderButton, m_addToBaselineButton, m_rereadButton, m_removeButton})
        button->setVisible(recording);
    m_breakCard->setVisible(!recording);
    m_searchField->show();
    m_lanesFigure->show();
    m_sharesFigure->show();
    m_repairCard->setVisible(recording);
    layOut();
}

void TimelineView::showRun(int index)
{
    m_isRunChosen = true;
    if (m_shownIndex == index)
        return;
    m_shownIndex = index;
    m_comparedIndex = -1;
    if (const RecordedRun* record = shownRecord(); record && m_comparedRun && m_comparedRun->record == *record)
        std::swap(m_loadedRun, m_comparedRun);
    m_comparedRun.reset();
    m_failedRecord.reset();
    m_messageLabel->showMessage({}, false);
    m_summaryLabel->hide();
    m_trackRecord->setText({});
    m_laneView->setSource(nullptr, {}, false, {});
    refresh();
}

void TimelineView::showBreakCard()
{
    showRun(-1);
    m_breakCard->focusFirstControl();
}

/// Lists the recorded runs that the shown run can be compared with.
void TimelineView::refreshComparisonCombo()
{
    const auto& traces = document().project().measurements.traces;
    if (m_comparedIndex == m_shownIndex || !recordAt(m_comparedIndex))
        m_comparedIndex = -1;
    m_comparisonCombo->clear();
    m_comparisonCombo->addItem(tr("no comparison"), -1);
    for (int i = 0; i < static_cast<int>(traces.size()); ++i)
        if (i != m_shownIndex)
            m_comparisonCombo->addItem(tr("against %1").arg(toQString(traces[static_cast<std::size_t>(i)].name)), i);
    m_comparisonCombo->setCurrentIndex(std::max(0, m_comparisonCombo->findData(m_comparedIndex)));
    m_comparisonCombo->setVisible(m_comparisonCombo->count() > 1);
}

void TimelineView::compareWith(int index)
{
    m_comparedIndex = index;
    if (index < 0)
        m_comparedRun.reset();
    m_failedRecord.reset();
    refresh();
}

void TimelineView::clearSimulation(const QString& emptyText)
{
    m_designLanes.reset();
    m_simulatedLanes.reset();
    m_designQuestion.reset();
    m_laneView->setSource(nullptr, {tr("Workers over time"), {}, emptyText}, false, emptyText);
    m_lanesFigure->refresh();
    m_workerShares->setWorkers({}, {}, emptyText);
    m_sharesFigure->refresh();
    m_breakCard->setEnabled(false);
    m_breakCard->setOutcome({}, {}, {}, {}, {});
    m_lanesFigure->setVisible(!emptyText.isEmpty());
    m_searchField->hide();
    m_sharesFigure->hide();  // the lanes show the reason
    m_breakCard->hide();
    setBasis({});
}

void TimelineView::refreshSimulation()
{
    const Result<ScalingModel>& model = document().analysis().model;
    if (!model) {
        // The line below the page's title asks for missing fields.
        clearSimulation(missingForPrediction(document().project(), document().analysis()).empty()
                            ? tr("No run can be simulated: %1").arg(errorText(model.error(), 2))
                            : QString());
        return;
    }
    SimulationQuestion question;
    question.model = *model;
    question.p = document().analysis().planP;
    question.recordSpans = true;
    if (question.p > maximumWorkers) {
        clearSimulation(
            tr("A timeline shows at most %1 workers; the plan’s p is %2.").arg(maximumWorkers).arg(question.p));
        return;
    }
    question.steps = std::clamp(maximumEvents / question.p, 4, maximumSteps);
    if (const Result<void> valid = validate(question); !valid) {
        clearSimulation(tr("No run can be simulated: %1").arg(errorText(valid.error(), 2)));
        return;
    }
    m_breakCard->setEnabled(true);
    if (m_designQuestion && *m_designQuestion == question && m_simulatedLanes) {
        presentSimulated();
        return;
    }
    m_designQuestion = question;
    m_breakCard->setDesign(question);
    simulatePerturbed();
}

void TimelineView::simulatePerturbed()
{
    if (!m_designQuestion || m_shownIndex >= 0)
        return;
    if (static_cast<long>(m_designQuestion->p) * m_designQuestion->steps <= maximumSynchronousEvents &&
        !m_simulationWorker.isRunning()) {
        const auto [design, perturbed] = simulateRuns(*m_designQuestion, m_breakCard->perturbation(), m_designLanes);
        setSimulatedPair({design, perturbed});
        return;
    }
    if (m_simulationWorker.isRunning()) {
        m_isSimulationPending = true;
        m_simulationWorker.cancel();
        return;
    }
    m_simulationWorker.start([question = *m_designQuestion, how = m_breakCard->perturbation(), known = m_designLanes](
                                 std::stop_token stop, const Worker<SimulatedPair>::Reporter& report) -> Result<void> {
        const auto [design, perturbed] = simulateRuns(question, how, known, stop);
        if (perturbed)
            report.addItem({design, perturbed});
        return {};
    });
}

void TimelineView::setSimulatedPair(const SimulatedPair& pair)
{
    m_designLanes = pair.design;
    m_simulatedLanes = pair.perturbed;
    presentSimulated();
}

void TimelineView::presentSimulated()
{
    const Simulation &run = m_simulatedLanes->simulation(), &before = m_designLanes->simulation();
    const SimulationQuestion& question = m_simulatedLanes->question();
    const Perturbation& changes = m_breakCard->perturbation();
    const bool follows = std::exchange(m_revealPerturbed, false);
    if (!run.canFinish) {
        const QString emptyText = toQString(run.abortReason);
        m_laneView->setSource(nullptr, {tr("Workers over time"), {}, emptyText}, false, emptyText);
        m_lanesFigure->refresh();
        m_workerShares->setWorkers({}, {}, emptyText);
        m_sharesFigure->refresh();
        m_breakCard->setOutcome({}, {}, {}, {}, emptyText);
        setBasis(emptyText);
        return;
    }
    QStringList basis{tr("seed %1").arg(question.seed), barrierText(question.model.terms),
                      tr("plan p %1").arg(question.p)};
    if (changes.factor != 1)
        basis << tr("%1 slowed %2").arg(workerTitle(changes.worker), multipleText(changes.factor));
    if (changes.killed)
        basis << tr("%1 killed").arg(workerTitle(changes.worker));
    if (changes.backupWorkers)
        basis << tr("%1 backup workers").arg(*changes.backupWorkers);
    setBasis(basis.join(QStringLiteral(" · ")));

    const bool first =
        m_laneView->source() == nullptr || dynamic_cast<const SimulatedLanes*>(m_laneView->source()) == nullptr;
    const QString caption =
        QStringList{tr("Simulated from the design"), m_basis,
                    toQString(titleOf(question.model.primaryExchange().pattern)),
                    tr("%1 steps of %2").arg(question.steps).arg(amountWithUnit(run.stepTimeS, Dimension::Time)),
                    toQString(compareWithModel(*m_designQuestion, before).summary)}
            .join(QStringLiteral(" · "));
    const bool failed =
        std::any_of(run.workers.begin(), run.workers.end(), [](const auto& worker) { return worker.failureS > 0; });
    const QString idle = failed ? tr("idle or restarting") : tr("idle");
    const QString summary =
        tr("%1 workers for %2 steps: a step takes %3, %4 of the workers’ time is %5.")
            .arg(question.p)
            .arg(question.steps)
            .arg(amountWithUnit(run.stepTimeS, Dimension::Time), shareAsPercent(run.idleShare), idle);
    m_laneView->setSource(m_simulatedLanes, {tr("Simulated workers"), caption, summary}, !first);
    if (first && static_cast<int>(m_simulatedLanes->steps.size()) > lastShownStep)
        m_laneView->showRange(m_simulatedLanes->steps[firstShownStep].fromTick,
                              m_simulatedLanes->steps[lastShownStep].toTick);
    m_lanesFigure->refresh();
    m_trackRecord->setText({});
    const RecordedRun* record = recordAt(m_comparedIndex);
    const Rung* measured = measuredRun();
    if (record || measured) {
        const QString source = record ? tr("measured") : measuredRunSource();
        // A recording may have no marked steps, but the percentages of the time can always be compared.
        const RunPair shares{sharesOf(partsOf(run)), sharesOf(record ? partsOf(*record) : partsOf(*measured))};
        const RunComparison comparison = compareRuns(shares);
        std::vector<WorkerTime> workers = m_simulatedLanes->workerTimes();
        for (std::size_t i = 0; i < workers.size(); ++i)
            static_cast<WorkerParts&>(workers[i]) = shares.first.workers[i];
        const QString about = tr("simulated above, %1 (%2) below: %3")
                                  .arg(source, record ? toQString(record->name) : tr("mean of the workers"),
                                       toQString(comparison.summary));
        ComparedWorkers other{tr("simulated"), source, PartsBasis::Share, shares.second.workers,
                              toQString(comparison.summary)};
        if (measured) {  // a ladder has one time for all workers
            other.otherName = tr("%1 mean").arg(source);
            other.workers.resize(1);
            other.isMean = true;
        }
        m_workerShares->setWorkers(std::move(workers), caption, {}, std::move(other));
        m_summaryLabel->showMessage(
            (record ? sentenceCase(about) + QLatin1String(". ") : QString()) +
                (comparison.onlyInFirst.empty() && comparison.onlyInSecond.empty()
                     ? QString()
                     : tr("Workers in only one of the two: %1.")
                           .arg(comparison.onlyInFirst.size() + comparison.onlyInSecond.size())),
            false);
    } else {
        m_workerShares->setWorkers(m_simulatedLanes->workerTimes(), caption, {});
        m_summaryLabel->hide();
    }
    m_sharesFigure->refresh();

    QString sentence;
    if (changes.hasChanges()) {
        const double more = run.stepTimeS - before.stepTimeS;
        const bool isUnchanged = std::abs(more) < 0.0005 * before.stepTimeS;
        sentence = isUnchanged ? tr("A step takes as long as before.")
                               : (more > 0 ? tr("Each step takes %1 longer.") : tr("Each step takes %1 less."))
                                     .arg(amountWithUnit(std::abs(more), Dimension::Time, 2));
        if (changes.killed)
            sentence +=
                QLatin1Char(' ') + tr("The mean covers %1 steps, one of them with the failure.").arg(question.steps);
    }
    m_breakCard->setOutcome(
        amountWithUnit(run.stepTimeS, Dimension::Time),
        changes.hasChanges() ? tr("before %1").arg(amountWithUnit(before.stepTimeS, Dimension::Time)) : tr("a step"),
        // The headline has it, unless something is broken.
        changes.hasChanges() ? tr("%1 %2").arg(idle, shareAsPercent(run.idleShare)) : QString(),
        changes.hasChanges() ? tr("before %1").arg(shareAsPercent(before.idleShare)) : QString(), sentence);
    if (follows)
        showPerturbedWorker();
}

// Shows the perturbed worker together with workers that wait for it; with a staleness bound, these wait only once the
// bound is used up.
void TimelineView::showPerturbedWorker()
{
    const Perturbation& changes = m_breakCard->perturbation();
    if (!changes.hasChanges())
        return;
    m_laneView->setCurrentLane(static_cast<std::size_t>(changes.worker));
    const std::size_t steps = m_simulatedLanes->steps.size(), shownSteps = lastShownStep - firstShownStep + 1;
    if (m_simulatedLanes->question().model.terms.barrier == Barrier::BoundedStaleness && changes.factor > 1 &&
        !changes.killed && steps > shownSteps)
        m_laneView->showRange(m_simulatedLanes->steps[steps - shownSteps].fromTick,
                              m_simulatedLanes->steps.back().toTick);
}

std::vector<ExportableFigure> TimelineView::exportables()
{
    if (!m_laneView->source())
        return {};
    return {{QStringLiteral("timeline"), m_laneView}, {QStringLiteral("worker-time"), m_workerShares}};
}

std::vector<PaletteItem> TimelineView::paletteItems()
{
    return {actionItem(tr("Open traces"), [this] { chooseFiles(false, -1); }),
            actionItem(tr("Open a folder of traces"), [this] { chooseFiles(true, -1); }),
            actionItem(tr("Read traces with your own rules"), [this] { chooseRules(); })};
}

}  // namespace scalewright::ui

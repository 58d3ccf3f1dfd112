// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded half of the timeline: reads traces, summarises and stores them, and adds them to the project.
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

#include "core/base/process/wall_clock.h"
#include "core/evidence/trace/flow.h"
#include "core/evidence/trace/reference.h"
#include "core/project/document/project.h"
#include "ui/controls/file_dialog.h"
#include "ui/controls/progress_bar.h"
#include "ui/controls/track_record.h"
#include "ui/figure/figure.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/lane_view.h"
#include "ui/timeline/repair_card.h"
#include "ui/timeline/replayed_lanes.h"
#include "ui/timeline/timeline_view.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

void TimelineView::refreshRecorded()
{
    const RecordedRun& record = *shownRecord();
    const RecordedLanes* lanes = recordedLanes();
    for (QPushButton* button : {m_addToLadderButton, m_addToBaselineButton})
        button->setEnabled(lanes != nullptr);
    if (!lanes) {
        m_repairCard->setRun(nullptr, tr("The traces themselves are required."));
        m_summaryLabel->hide();
        m_trackRecord->setText({});
        const QString emptyText = isImporting() ? tr("The traces are being read …") : message(),
                      name = toQString(record.name);
        m_laneView->setSource(nullptr, {tr("Ranks over time"), name, emptyText}, false, emptyText);
        std::vector<WorkerTime> workers;
        for (const WorkerParts& parts : partsOf(record).workers)
            workers.push_back({parts, tr("rank %1").arg(parts.worker), QString::number(parts.worker),
                               record.straggler == parts.worker});
        m_workerShares->setWorkers(std::move(workers), tr("stored summary of %1").arg(name), emptyText);
        setBasis(tr("recorded: %1 · stored summary").arg(name));
        m_lanesFigure->refresh();
        m_sharesFigure->refresh();
        if (!isImporting() && m_failedRecord != record)
            loadRun(m_shownIndex);
        return;
    }
    m_repairCard->setRun(&lanes->traceRun());
    m_repairCard->setVisible(m_repairCard->canReplay());
    presentRecorded(*lanes);
    if (const RecordedRun* against = recordAt(m_comparedIndex);
        against && !comparedLanes() && !isImporting() && m_failedRecord != *against)
        loadRun(m_comparedIndex);
}

/// Shows the selected recording: unchanged, replayed with changes, or with another recording below it.
void TimelineView::presentRecorded(const RecordedLanes& lanes)
{
    const TraceRun& run = lanes.traceRun();
    const RecordedRun& record = *shownRecord();
    const QString name = toQString(record.name), title = tr("Ranks over time");
    const std::shared_ptr<const RecordedLanes> against = comparedLanes();
    QString caption = tr("recorded: %1 · %2").arg(name, amountWithUnit(run.spanS(), Dimension::Time)), compared;
    if (const std::optional<Replay>& modified = m_repairCard->modifiedReplay()) {
        const auto replayed = std::make_shared<ReplayedLanes>(m_loadedRun->lanes, *modified);
        caption = tr("replayed: %1 · %2, recorded %3; the recording is drawn thin below")
                      .arg(name, amountWithUnit(modified->spanS, Dimension::Time),
                           amountWithUnit(modified->recordedSpanS, Dimension::Time));
        const bool first = m_laneView->source() == nullptr;
        m_laneView->setSource(replayed, {title, caption, caption}, !first);
        m_laneView->setComparison(m_loadedRun->lanes, false);
        std::vector<WorkerParts> recordedParts;
        for (const WorkerTime& worker : lanes.workerTimes())
            recordedParts.push_back(worker);
        m_workerShares->setWorkers(
            replayed->workerTimes(), caption, {},
            ComparedWorkers{tr("replayed"), tr("recorded"), PartsBasis::Run, std::move(recordedParts), caption});
    } else {
        if (m_laneView->source() != &lanes)
            m_laneView->setSource(m_loadedRun->lanes, {}, m_laneView->source() != nullptr);
        m_laneView->setComparison(against, true);
        std::vector<WorkerTime> workers = lanes.workerTimes();
        if (against) {
            const RunPair pair = makeComparable(run, against->traceRun());
            const RunComparison comparison = scalewright::compareRuns(pair);
            const QString otherName = toQString(recordAt(m_comparedIndex)->name);
            compared = tr("Above %1, below %2: %3").arg(name, otherName, toQString(comparison.summary));
            for (std::size_t i = 0; i < workers.size(); ++i)
                static_cast<WorkerParts&>(workers[i]) = pair.first.workers[i];
            caption = comparison.basis == PartsBasis::Step ? tr("%1 against %2 · a mean step").arg(name, otherName)
                                                           : tr("%1 against %2 · whole runs").arg(name, otherName);
            m_workerShares->setWorkers(
                std::move(workers), caption, {},
                ComparedWorkers{name, otherName, comparison.basis, pair.second.workers, toQString(comparison.summary)});
        } else {
            m_workerShares->setWorkers(std::move(workers), caption, {});
        }
        m_laneView->setTexts({title, caption, compared.isEmpty() ? toQString(run.stragglerSummary) : compared});
    }
    const bool hasVerdict = !run.stragglers.empty() || run.hasProbableStraggler;
    QStringList basis{caption}, about;
    if (!compared.isEmpty())
        about << compared;
    (hasVerdict ? about : basis) << (run.straggler ? tr("straggler: %1").arg(toQString(run.stragglerSummary))
                                                   : toQString(run.stragglerSummary));
    if (!lanes.clockNote().empty())
        basis << toQString(lanes.clockNote());
    if (const std::optional<TraceReference> rules = userRulesOf(record))
        basis << tr("read with the rules of %1").arg(QFileInfo(toQString(rules->file)).fileName());
    if (run.unclassifiedShare >= 0.005)
        basis << tr("%1 of the busy time is unclassified").arg(shareAsPercent(run.unclassifiedShare));
    setBasis(basis.join(QStringLiteral(" · ")));
    m_lanesFigure->refresh();
    m_sharesFigure->refresh();

    constexpr std::size_t maximumWarnings = 3;
    QStringList lines;
    if (!about.empty())
        lines << sentenceCase(about.join(QStringLiteral(". "))) + QLatin1Char('.');
    for (std::size_t i = 0; i < std::min(run.warnings.size(), maximumWarnings); ++i)
        lines << sentenceCase(toQString(run.warnings[i]));
    if (run.warnings.size() > maximumWarnings)
        lines << tr("and %1 more warnings").arg(run.warnings.size() - maximumWarnings);
    m_summaryLabel->showMessage(lines.join(QLatin1Char('\n')), !run.stragglers.empty() || !run.warnings.empty());
    m_trackRecord->setText(hasVerdict ? toQString(run.stragglerTrackRecord) : QString());
}

void TimelineView::importTraces(const QStringList& paths)
{
    startImport(paths, -1, std::nullopt);
}

void TimelineView::loadRun(int index)
{
    const RecordedRun& record = *recordAt(index);
    QStringList paths;
    for (const TraceReference& file : record.files)
        paths << QString::fromStdU16String(referencedPath(file, projectFolder()).u16string());
    m_isLoadingComparison = index != m_shownIndex;
    startImport(paths, index, record);
}

std::filesystem::path TimelineView::activeRules() const
{
    if (!m_pendingRules.empty())
        return m_pendingRules;
    const RecordedRun* record = shownRecord();
    const std::optional<TraceReference> rules = record ? userRulesOf(*record) : std::nullopt;
    return rules ? referencedPath(*rules, projectFolder()) : std::filesystem::path();
}

void TimelineView::chooseRules()
{
    auto* dialog = new QFileDialog(this, tr("Your own rules"), {}, tr("Rules (*.json);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    openFileDialog(dialog, this, [this](const QString& path) { useRules(path); });
}

void TimelineView::useRules(const QString& path)
{
    if (isImporting())
        return;
    const std::filesystem::path file(path.toStdU16String());
    if (!path.isEmpty())
        if (const Result<TraceRules> rules = loadTraceRules(file); !rules) {
            m_messageLabel->showMessage(errorText(rules.error(), 6), true);
            return;
        }
    m_pendingRules = file;
    if (!shownRecord()) {
        m_messageLabel->showMessage(path.isEmpty()
                                        ? tr("Traces are read with the program’s rules only.")
                                        : tr("From now on, opened traces are matched against the rules in %1 first.")
                                              .arg(QFileInfo(path).fileName()),
                                    false);
        return;
    }
    m_dropsOwnRules = path.isEmpty();
    rereadTraces();
}

void TimelineView::startImport(const QStringList& paths, int replacing, std::optional<RecordedRun> expected)
{
    if (paths.isEmpty() || m_importWorker.isRunning())
        return;
    m_replacedIndex = replacing;
    m_expectedRecord = std::move(expected);
    m_progressBar->setFraction(0);
    m_progressText->setText(tr("reading"));
    m_progressRow->show();
    m_messageLabel->showMessage({}, false);
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.emplace_back(path.toStdU16String());
    std::filesystem::path ownRules = std::exchange(m_dropsOwnRules, false) ? std::filesystem::path() : activeRules();
    std::optional<TraceReference> keptRules;
    if (m_expectedRecord) {
        keptRules = userRulesOf(*m_expectedRecord);
        ownRules = keptRules ? referencedPath(*keptRules, projectFolder()) : std::filesystem::path();
    }
    m_importWorker.start([files, ownRules, keptRules, where = projectFolder(), kept = m_expectedRecord](
                             std::stop_token stop, const Worker<LoadedRun>::Reporter& report) -> Result<void> {
        const auto stopped = [] { return fail(ErrorCode::Cancelled, "reading was stopped"); };
        std::vector<TraceReference> keptFiles = kept ? kept->files : std::vector<TraceReference>();
        if (keptRules)
            keptFiles.push_back(*keptRules);
        for (const TraceReference& file : keptFiles) {
            const TraceState state = checkTraceState(file, where, stop);
            if (stop.stop_requested())
                return stopped();
            if (state != TraceState::Unchanged)
                return fail(ErrorCode::Input, traceStateText(state, file),
                            "read it again from its new place, or remove it");
        }
        const Result<TraceRules> rules = ownRules.empty() ? standardTraceRules() : loadTraceRules(ownRules);
        if (!rules)
            return fail(rules.error());
        const QString activity = tr("reading");
        Result<TraceRun> run = scalewright::importTraces(
            files, *rules, {.stop = stop, .progress = [&](double share) { report.setProgress(share, activity); }});
        if (!run)
            return fail(std::move(run.error()));
        LoadedRun loaded;
        report.setProgress(1, tr("computing the digest"));
        Result<RecordedRun> record = makeRecordedRun(*run, where, stop);
        if (!record)
            return fail(std::move(record.error()));
        if (!ownRules.empty()) {
            Result<TraceReference> reference = makeReference(ownRules, where, stop);
            if (!reference)
                return fail(std::move(reference.error()));
            *record = withUserRules(*record, *reference);
        }
        if (stop.stop_requested())
            return stopped();
        loaded.lanes = std::make_shared<RecordedLanes>(std::move(*run));
        if (kept)
            loaded.record = *kept;
        else
            loaded.record = std::move(*record);
        if (stop.stop_requested())
            return stopped();
        report.addItem(std::move(loaded));
        return {};
    });
    if (m_replacedIndex < 0 && paths.size() == 1)
        m_progressText->setText(tr("reading %1").arg(QFileInfo(paths.constFirst()).fileName()));
    refresh();
}

void TimelineView::finishImport()
{
    m_progressRow->hide();
    const int replacing = std::exchange(m_replacedIndex, -1);
    const std::optional<RecordedRun> expected = std::exchange(m_expectedRecord, std::nullopt);
    if (!m_importWorker.outcome() || m_importWorker.items().empty()) {
        const bool cancelled =
            !m_importWorker.outcome() && m_importWorker.outcome().error().code == ErrorCode::Cancelled;
        m_failedRecord = expected;
        m_isLoadingComparison = false;
        m_messageLabel->showMessage(cancelled || m_importWorker.outcome()
                                        ? tr("Reading was stopped; nothing was changed.")
                                        : errorText(m_importWorker.outcome().error(), 6),
                                    !cancelled);
        refresh();
        Q_EMIT importFinished();
        return;
    }
    if (std::exchange(m_isLoadingComparison, false)) {
        m_comparedRun = m_importWorker.items().back();
        refresh();
        Q_EMIT importFinished();
        return;
    }
    m_loadedRun = m_importWorker.items().back();
    if (!expected) {
        Project after = document().project();
        std::vector<RecordedRun>& traces = after.measurements.traces;
        RecordedRun& record = m_loadedRun->record;
        const std::filesystem::path first = m_loadedRun->lanes->traceRun().ranks.front().source->file;
        const bool several = record.files.size() > 1;
        record.name = (several && first.has_parent_path() ? first.parent_path().filename() : first.filename()).string();
        record.provenance = {Origin::Imported, record.name, today(), {}, {}};
        const bool replaces = replacing >= 0 && replacing < static_cast<int>(traces.size());
        if (replaces)
            traces[static_cast<std::size_t>(replacing)] = record;
        else
            traces.push_back(record);
        m_shownIndex = replaces ? replacing : static_cast<int>(traces.size()) - 1;
        m_comparedIndex = m_comparedIndex == m_shownIndex ? -1 : m_comparedIndex;
        m_pendingRules.clear();  // the rules now belong to the run
        m_failedRecord.reset();
        m_laneView->setSource(nullptr, {}, false, {});  // reset the view, so that the new run is shown from its start
        document().edit(replaces ? tr("read the trace %1 again").arg(toQString(record.name))
                                 : tr("add the trace %1").arg(toQString(record.name)),
                        std::move(after));
    }
    refresh();
    Q_EMIT importFinished();
}

void TimelineView::chooseFiles(bool folderWanted, int replacing)
{
    auto* dialog =
        new QFileDialog(this, tr("Open traces"), {}, tr("Traces (*.json *.json.gz *.gz *.trace);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folderWanted ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this,
            [this, replacing](const QStringList& paths) { startImport(paths, replacing, std::nullopt); });
    dialog->open();
}

void TimelineView::rereadTraces()
{
    const RecordedRun* record = shownRecord();
    if (!record)
        return;
    QStringList paths;
    for (const TraceReference& file : record->files) {
        const QString path = QString::fromStdU16String(referencedPath(file, projectFolder()).u16string());
        if (!QFileInfo::exists(path)) {
            chooseFiles(false, m_shownIndex);  // the file has moved
            return;
        }
        paths << path;
    }
    startImport(paths, m_shownIndex, std::nullopt);
}

void TimelineView::removeRecording()
{
    const RecordedRun* record = shownRecord();
    if (!record)
        return;
    const QString name = toQString(record->name);
    Project after = document().project();
    after.measurements.traces.erase(after.measurements.traces.begin() + m_shownIndex);
    showRun(-1);
    m_isRunChosen = false;
    document().edit(tr("remove the trace %1").arg(name), std::move(after));
}

void TimelineView::addToLadder()
{
    const RecordedLanes* lanes = recordedLanes();
    if (!lanes)
        return;
    const TracePoint trace = stepTracePoint(lanes->traceRun());
    const std::string name = shownRecord()->name;
    document().edit(tr("add the trace %1 to a ladder").arg(toQString(name)),
                    withTraceRow(document().project(), trace, name, today()));
    m_messageLabel->showMessage(tr("Added p = %1, %2 per row, to the ladder “%3” (%4). Undo removes it.")
                                    .arg(trace.point.p)
                                    .arg(amountWithUnit(*trace.point.timeS, Dimension::Time),
                                         toQString(traceLadderName), toQString(trace.description)),
                                false);
}

void TimelineView::addToBaseline()
{
    const RecordedLanes* lanes = recordedLanes();
    if (!lanes)
        return;
    const std::string name = shownRecord()->name;
    document().edit(tr("the trace %1 as a step of the baseline").arg(toQString(name)),
                    withTraceStep(document().project(), stepTracePoint(lanes->traceRun()), name, today()));
    m_messageLabel->showMessage(
        tr("Its step time and input/output time are now a step of the baseline; Diagnose uses them. Undo removes it."),
        false);
}

}  // namespace scalewright::ui

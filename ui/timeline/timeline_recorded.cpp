// The recorded half of the timeline: reading traces, what they say, what is kept of them, where they go.
#include <QFileDialog>
#include <QFileInfo>
#include <QProgressBar>

#include <algorithm>

#include "core/process/wall_clock.h"
#include "core/project/project.h"
#include "core/trace/flow.h"
#include "core/trace/reference.h"
#include "ui/figure/figure.h"
#include "ui/timeline/lane_view.h"
#include "ui/timeline/mend_card.h"
#include "ui/timeline/timeline_view.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

void TimelineView::refreshRecorded()
{
    const RecordedRun& record = *shownRecord();
    const auto present = [&](const RecordedLanes* lanes, const QString& why) {
        for (QPushButton* button : {m_ladder, m_profile})
            button->setEnabled(lanes != nullptr);
        const QString title = tr("Ranks over time"), name = qt(record.name);
        if (lanes) {
            std::vector<WorkerTime> workers = lanes->workers();
            const QString caption = tr("recorded: %1 · %2").arg(name, seconds(lanes->run().spanS()));
            if (m_lanes->source() != lanes)
                m_lanes->setSource(m_loaded->lanes, {title, caption, said(lanes->run().aboutStraggler)}, false);
            m_shares->setWorkers(std::move(workers), caption, {});
            setBasis(caption);
        } else {
            m_lanes->setSource(nullptr, {title, name, why}, false, why);
            // What is kept of it: exposed communication cannot be split into transfer and waiting where that was not told.
            std::vector<WorkerTime> workers;
            for (const TraceReference& file : record.files)
                for (const TraceSummary& rank : file.ranks) {
                    WorkerTime time{tr("rank %1").arg(rank.rank), QString::number(rank.rank), record.straggler == rank.rank, rank.spanS, {}};
                    const auto set = [&](Doing what, double value) { time.seconds[static_cast<std::size_t>(what)] = value; };
                    const double waited = std::min(rank.waitingS.value_or(0), rank.exposedS);
                    set(Doing::Compute, rank.computeS);
                    set(Doing::Communication, rank.exposedS - waited);
                    set(Doing::Waiting, waited);
                    set(Doing::Memory, rank.memoryS);
                    set(Doing::InputOutput, rank.ioS);
                    workers.push_back(std::move(time));
                }
            m_shares->setWorkers(std::move(workers), tr("what the project keeps of %1").arg(name), why);
            setBasis(tr("recorded: %1 · what the project keeps of it").arg(name));
        }
        m_lanesFigure->refresh();
        m_sharesFigure->refresh();
    };
    const RecordedLanes* lanes = recorded();
    if (!lanes) {
        m_mend->setRun(nullptr, tr("The traces themselves are needed for that."));
        m_about->hide();
        present(nullptr, isImporting() ? tr("The traces are being read …") : message());
        if (!isImporting() && m_failedToLoad != record)
            loadRun(record);
        return;
    }
    present(lanes, {});
    const TraceRun& run = lanes->run();
    m_mend->setRun(&run);
    QStringList about{sentenceCase(run.straggler ? tr("straggler: %1").arg(said(run.aboutStraggler)) : tr("no straggler: %1").arg(said(run.aboutStraggler)))};
    if (!lanes->aboutClocks().empty())
        about << sentenceCase(said(lanes->aboutClocks()));
    about << tr("%1 of the busy time is unclassified").arg(run.unclassifiedShare > 0 ? percent(run.unclassifiedShare) : tr("0 %"));
    constexpr std::size_t mostWarnings = 3;
    QString text = about.join(QStringLiteral(". ")) + QLatin1Char('.');
    for (std::size_t i = 0; i < std::min(run.warnings.size(), mostWarnings); ++i)
        text += QLatin1Char('\n') + sentenceCase(said(run.warnings[i]));
    if (run.warnings.size() > mostWarnings)
        text += QLatin1Char('\n') + tr("and %1 more warnings").arg(run.warnings.size() - mostWarnings);
    m_about->setText(text);
    m_about->setMark(run.straggler || !run.warnings.empty() ? Role::Warning : Role::Hairline);
    m_about->show();
}

void TimelineView::importTraces(const QStringList& paths)
{
    startImport(paths, -1, std::nullopt);
}

void TimelineView::loadRun(const RecordedRun& record)
{
    QStringList paths;
    for (const TraceReference& file : record.files)
        paths << QString::fromStdU16String(placeOf(file, folder()).u16string());
    startImport(paths, m_shown, record);
}

void TimelineView::startImport(const QStringList& paths, int replacing, std::optional<RecordedRun> expected)
{
    if (paths.isEmpty() || m_import.isRunning())
        return;
    m_replacing = replacing;
    m_expected = std::move(expected);
    m_progress->setValue(0);
    m_progressText->setText(tr("reading"));
    m_progressRow->show();
    say({}, false);
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.emplace_back(path.toStdU16String());
    m_import.start([files, where = folder(), kept = m_expected](std::stop_token stop, const Worker<Loaded>::Report& report) -> Result<void> {
        if (kept)
            for (const TraceReference& file : kept->files)
                if (const TraceState state = stateOf(file, where); state != TraceState::Same)
                    return fail(ErrorCode::Input, saying(state, file), scalewright::say("read it again where it lies now, or forget it"));
        const Result<TraceRules> rules = standardTraceRules();
        if (!rules)
            return fail(rules.error());
        const QString doing = tr("reading");
        Result<TraceRun> run = scalewright::importTraces(files, *rules, {.stop = stop, .progress = [&](double share) { report.progress(share, doing); }});
        if (!run)
            return fail(std::move(run.error()));
        Loaded loaded;
        Result<RecordedRun> record = recordOf(*run, where);
        if (!record)
            return fail(std::move(record.error()));
        loaded.lanes = std::make_shared<RecordedLanes>(std::move(*run));
        loaded.record = kept ? *kept : std::move(*record);
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, scalewright::say("reading was stopped"));
        report.add(std::move(loaded));
        return {};
    });
    if (m_replacing < 0 && paths.size() == 1)
        m_progressText->setText(tr("reading %1").arg(QFileInfo(paths.constFirst()).fileName()));
    refresh();
}

void TimelineView::concludeImport()
{
    m_progressRow->hide();
    const int replacing = std::exchange(m_replacing, -1);
    const std::optional<RecordedRun> expected = std::exchange(m_expected, std::nullopt);
    if (!m_import.outcome() || m_import.items().empty()) {
        const bool cancelled = !m_import.outcome() && m_import.outcome().error().code == ErrorCode::Cancelled;
        m_failedToLoad = expected;
        say(cancelled || m_import.outcome() ? tr("Reading was stopped; nothing was changed.") : said(m_import.outcome().error(), 6), !cancelled);
        refresh();
        Q_EMIT importFinished();
        return;
    }
    m_loaded = m_import.items().back();
    if (!expected) {
        Project after = document().project();
        std::vector<RecordedRun>& traces = after.measurements.traces;
        RecordedRun& record = m_loaded->record;
        const std::filesystem::path first = m_loaded->lanes->run().ranks.front().source->file;
        const bool several = record.files.size() > 1;
        record.name = (several && first.has_parent_path() ? first.parent_path().filename() : first.filename()).string();
        record.provenance = {Origin::Imported, record.name, today(), {}, {}};
        const bool replaces = replacing >= 0 && replacing < static_cast<int>(traces.size());
        if (replaces)
            traces[static_cast<std::size_t>(replacing)] = record;
        else
            traces.push_back(record);
        m_shown = replaces ? replacing : static_cast<int>(traces.size()) - 1;
        m_failedToLoad.reset();
        document().edit(replaces ? tr("read the trace %1 again").arg(qt(record.name)) : tr("add the trace %1").arg(qt(record.name)), std::move(after));
    }
    refresh();
    Q_EMIT importFinished();
}

void TimelineView::askFiles(bool folderWanted, int replacing)
{
    auto* dialog = new QFileDialog(this, tr("Open traces"), {}, tr("Traces (*.json *.json.gz *.gz *.trace);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folderWanted ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this, replacing](const QStringList& paths) { startImport(paths, replacing, std::nullopt); });
    dialog->open();
}

void TimelineView::readAgain()
{
    const RecordedRun* record = shownRecord();
    if (!record)
        return;
    QStringList paths;
    for (const TraceReference& file : record->files) {
        const QString path = QString::fromStdU16String(placeOf(file, folder()).u16string());
        if (!QFileInfo::exists(path)) {
            askFiles(false, m_shown);  // it lies elsewhere now
            return;
        }
        paths << path;
    }
    startImport(paths, m_shown, std::nullopt);
}

void TimelineView::forget()
{
    const RecordedRun* record = shownRecord();
    if (!record)
        return;
    const QString name = qt(record->name);
    Project after = document().project();
    after.measurements.traces.erase(after.measurements.traces.begin() + m_shown);
    showRun(-1);
    document().edit(tr("forget the trace %1").arg(name), std::move(after));
}

void TimelineView::addToLadder()
{
    const RecordedLanes* lanes = recorded();
    if (!lanes)
        return;
    const TracePoint trace = ladderPoint(lanes->run());
    const std::string name = shownRecord()->name;
    document().edit(tr("add the trace %1 to a ladder").arg(qt(name)), withTraceRow(document().project(), trace, name, today()));
    say(tr("p = %1, %2 a row, is in the ladder “%3” (%4). Undo takes it back.").arg(trace.point.p).arg(seconds(*trace.point.timeS), qt(traceLadderName), said(trace.about)), false);
}

void TimelineView::addToBaseline()
{
    const RecordedLanes* lanes = recorded();
    if (!lanes)
        return;
    const std::string name = shownRecord()->name;
    document().edit(tr("the trace %1 as a step of the baseline").arg(qt(name)), withTraceStep(document().project(), ladderPoint(lanes->run()), name, today()));
    say(tr("Its step time and input/output time are a step of the baseline now; Diagnose reads them. Undo takes it back."), false);
}

}  // namespace scalewright::ui

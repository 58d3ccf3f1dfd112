// The recorded half of the timeline: reading traces, what they say, what is kept of them, where they go.
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

#include "core/base/process/wall_clock.h"
#include "core/evidence/trace/flow.h"
#include "core/evidence/trace/reference.h"
#include "core/project/document/project.h"
#include "ui/controls/ask_file.h"
#include "ui/controls/progress_bar.h"
#include "ui/controls/track_record.h"
#include "ui/figure/figure.h"
#include "ui/timeline/lane_view.h"
#include "ui/timeline/mend_card.h"
#include "ui/timeline/replayed_lanes.h"
#include "ui/timeline/timeline_view.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

void TimelineView::refreshRecorded()
{
    const RecordedRun& record = *shownRecord();
    const RecordedLanes* lanes = recorded();
    for (QPushButton* button : {m_ladder, m_profile})
        button->setEnabled(lanes != nullptr);
    if (!lanes) {
        m_mend->setRun(nullptr, tr("The traces themselves are needed for that."));
        m_about->hide();
        m_record->setText({});
        const QString why = isImporting() ? tr("The traces are being read …") : message(), name = qt(record.name);
        m_lanes->setSource(nullptr, {tr("Ranks over time"), name, why}, false, why);
        std::vector<WorkerTime> workers;
        for (const WorkerParts& parts : partsOf(record).workers)
            workers.push_back({parts, tr("rank %1").arg(parts.worker), QString::number(parts.worker),
                               record.straggler == parts.worker});
        m_shares->setWorkers(std::move(workers), tr("what the project keeps of %1").arg(name), why);
        setBasis(tr("recorded: %1 · what the project keeps of it").arg(name));
        m_lanesFigure->refresh();
        m_sharesFigure->refresh();
        if (!isImporting() && m_failedToLoad != record)
            loadRun(m_shown);
        return;
    }
    m_mend->setRun(&lanes->run());
    presentRecorded(*lanes);
    if (const RecordedRun* against = recordAt(m_against);
        against && !other() && !isImporting() && m_failedToLoad != *against)
        loadRun(m_against);
}

/// The shown recording: as it is, as it would have been, or with another one under it.
void TimelineView::presentRecorded(const RecordedLanes& lanes)
{
    const TraceRun& run = lanes.run();
    const RecordedRun& record = *shownRecord();
    const QString name = qt(record.name), title = tr("Ranks over time");
    const std::shared_ptr<const RecordedLanes> against = other();
    QString caption = tr("recorded: %1 · %2").arg(name, seconds(run.spanS())), compared;
    if (const std::optional<Replay>& mended = m_mend->mended()) {
        const auto replayed = std::make_shared<ReplayedLanes>(m_loaded->lanes, *mended);
        caption = tr("replayed: %1 · %2, recorded %3; the recording is drawn thin below")
                      .arg(name, seconds(mended->spanS), seconds(mended->recordedSpanS));
        const bool first = m_lanes->source() == nullptr;
        m_lanes->setSource(replayed, {title, caption, caption}, !first);
        m_lanes->setBeside(m_loaded->lanes, false);
        std::vector<WorkerParts> recordedParts;
        for (const WorkerTime& worker : lanes.workers())
            recordedParts.push_back(worker);
        m_shares->setWorkers(
            replayed->workers(), caption, {},
            BesideWorkers{tr("replayed"), tr("recorded"), PartsOver::Run, std::move(recordedParts), caption});
    } else {
        if (m_lanes->source() != &lanes)
            m_lanes->setSource(m_loaded->lanes, {}, m_lanes->source() != nullptr);
        m_lanes->setBeside(against, true);
        std::vector<WorkerTime> workers = lanes.workers();
        if (against) {
            const RunPair pair = comparable(run, against->run());
            const RunComparison its = scalewright::compared(pair);
            const QString there = qt(recordAt(m_against)->name);
            compared = tr("Above %1, below %2: %3").arg(name, there, qt(its.about));
            for (std::size_t i = 0; i < workers.size(); ++i)
                static_cast<WorkerParts&>(workers[i]) = pair.first.workers[i];
            caption = its.over == PartsOver::Step ? tr("%1 against %2 · a mean step").arg(name, there)
                                                  : tr("%1 against %2 · all of each").arg(name, there);
            m_shares->setWorkers(std::move(workers), caption, {},
                                 BesideWorkers{name, there, its.over, pair.second.workers, qt(its.about)});
        } else {
            m_shares->setWorkers(std::move(workers), caption, {});
        }
        m_lanes->setTexts({title, caption, compared.isEmpty() ? qt(run.aboutStraggler) : compared});
    }
    setBasis(caption);
    m_lanesFigure->refresh();
    m_sharesFigure->refresh();

    QStringList about;
    if (!compared.isEmpty())
        about << compared;
    about << sentenceCase(run.straggler            ? tr("straggler: %1").arg(qt(run.aboutStraggler))
                          : run.stragglers.empty() ? tr("no straggler: %1").arg(qt(run.aboutStraggler))
                                                   : qt(run.aboutStraggler));
    if (!lanes.aboutClocks().empty())
        about << sentenceCase(qt(lanes.aboutClocks()));
    if (const std::optional<TraceReference> rules = ownRulesOf(record))
        about << tr("Read by the rules of %1").arg(QFileInfo(qt(rules->file)).fileName());
    about << tr("%1 of the busy time is unclassified")
                 .arg(run.unclassifiedShare > 0 ? shareText(run.unclassifiedShare) : tr("0 %"));
    constexpr std::size_t mostWarnings = 3;
    QString text = about.join(QStringLiteral(". ")) + QLatin1Char('.');
    for (std::size_t i = 0; i < std::min(run.warnings.size(), mostWarnings); ++i)
        text += QLatin1Char('\n') + sentenceCase(qt(run.warnings[i]));
    if (run.warnings.size() > mostWarnings)
        text += QLatin1Char('\n') + tr("and %1 more warnings").arg(run.warnings.size() - mostWarnings);
    m_about->setText(text);
    m_record->setText(qt(run.stragglerCalibration));
    m_about->setMark(!run.stragglers.empty() || !run.warnings.empty() ? Role::Warning : Role::Hairline);
    m_about->show();
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
        paths << QString::fromStdU16String(placeOf(file, folder()).u16string());
    m_loadsOther = index != m_shown;
    startImport(paths, index, record);
}

std::filesystem::path TimelineView::rulesInUse() const
{
    if (!m_rules.empty())
        return m_rules;
    const RecordedRun* record = shownRecord();
    const std::optional<TraceReference> rules = record ? ownRulesOf(*record) : std::nullopt;
    return rules ? placeOf(*rules, folder()) : std::filesystem::path();
}

void TimelineView::askRules()
{
    auto* dialog = new QFileDialog(this, tr("Rules of your own"), {}, tr("Rules (*.json);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    askFile(dialog, this, [this](const QString& path) { useRules(path); });
}

void TimelineView::useRules(const QString& path)
{
    if (isImporting())
        return;
    const std::filesystem::path file(path.toStdU16String());
    if (!path.isEmpty())
        if (const Result<TraceRules> rules = traceRulesWith(file); !rules) {
            say(said(rules.error(), 6), true);
            return;
        }
    m_rules = file;
    if (!shownRecord()) {
        say(path.isEmpty()
                ? tr("Traces are read by the program’s rules alone.")
                : tr("Traces that are opened now are read by the rules of %1 first.").arg(QFileInfo(path).fileName()),
            false);
        return;
    }
    m_dropRules = path.isEmpty();
    readAgain();
}

void TimelineView::startImport(const QStringList& paths, int replacing, std::optional<RecordedRun> expected)
{
    if (paths.isEmpty() || m_import.isRunning())
        return;
    m_replacing = replacing;
    m_expected = std::move(expected);
    m_progress->setShare(0);
    m_progressText->setText(tr("reading"));
    m_progressRow->show();
    say({}, false);
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.emplace_back(path.toStdU16String());
    std::filesystem::path own = std::exchange(m_dropRules, false) ? std::filesystem::path() : rulesInUse();
    std::optional<TraceReference> keptRules;
    if (m_expected) {
        keptRules = ownRulesOf(*m_expected);
        own = keptRules ? placeOf(*keptRules, folder()) : std::filesystem::path();
    }
    m_import.start([files, own, keptRules, where = folder(), kept = m_expected](
                       std::stop_token stop, const Worker<Loaded>::Report& report) -> Result<void> {
        const auto stopped = [] { return fail(ErrorCode::Cancelled, "reading was stopped"); };
        std::vector<TraceReference> asKept = kept ? kept->files : std::vector<TraceReference>();
        if (keptRules)
            asKept.push_back(*keptRules);
        for (const TraceReference& file : asKept) {
            const TraceState state = stateOf(file, where, stop);
            if (stop.stop_requested())
                return stopped();
            if (state != TraceState::Same)
                return fail(ErrorCode::Input, saying(state, file), "read it again where it lies now, or forget it");
        }
        const Result<TraceRules> rules = own.empty() ? standardTraceRules() : traceRulesWith(own);
        if (!rules)
            return fail(rules.error());
        const QString doing = tr("reading");
        Result<TraceRun> run = scalewright::importTraces(
            files, *rules, {.stop = stop, .progress = [&](double share) { report.progress(share, doing); }});
        if (!run)
            return fail(std::move(run.error()));
        Loaded loaded;
        report.progress(1, tr("taking the digest"));
        Result<RecordedRun> record = recordOf(*run, where, stop);
        if (!record)
            return fail(std::move(record.error()));
        if (!own.empty()) {
            Result<TraceReference> reference = referenceTo(own, where, stop);
            if (!reference)
                return fail(std::move(reference.error()));
            *record = withOwnRules(*record, *reference);
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
        m_loadsOther = false;
        say(cancelled || m_import.outcome() ? tr("Reading was stopped; nothing was changed.")
                                            : said(m_import.outcome().error(), 6),
            !cancelled);
        refresh();
        Q_EMIT importFinished();
        return;
    }
    if (std::exchange(m_loadsOther, false)) {
        m_other = m_import.items().back();
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
        m_against = m_against == m_shown ? -1 : m_against;
        m_rules.clear();  // it is the run's now
        m_failedToLoad.reset();
        m_lanes->setSource(nullptr, {}, false, {});  // what is in sight is of another run: this one begins whole
        document().edit(
            replaces ? tr("read the trace %1 again").arg(qt(record.name)) : tr("add the trace %1").arg(qt(record.name)),
            std::move(after));
    }
    refresh();
    Q_EMIT importFinished();
}

void TimelineView::askFiles(bool folderWanted, int replacing)
{
    auto* dialog =
        new QFileDialog(this, tr("Open traces"), {}, tr("Traces (*.json *.json.gz *.gz *.trace);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folderWanted ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this,
            [this, replacing](const QStringList& paths) { startImport(paths, replacing, std::nullopt); });
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
    document().edit(tr("add the trace %1 to a ladder").arg(qt(name)),
                    withTraceRow(document().project(), trace, name, today()));
    say(tr("p = %1, %2 a row, is in the ladder “%3” (%4). Undo takes it back.")
            .arg(trace.point.p)
            .arg(seconds(*trace.point.timeS), qt(traceLadderName), qt(trace.about)),
        false);
}

void TimelineView::addToBaseline()
{
    const RecordedLanes* lanes = recorded();
    if (!lanes)
        return;
    const std::string name = shownRecord()->name;
    document().edit(tr("the trace %1 as a step of the baseline").arg(qt(name)),
                    withTraceStep(document().project(), ladderPoint(lanes->run()), name, today()));
    say(tr("Its step time and input/output time are a step of the baseline now; Diagnose reads them. Undo takes it "
           "back."),
        false);
}

}  // namespace scalewright::ui

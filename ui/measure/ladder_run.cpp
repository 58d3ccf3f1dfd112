// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/ladder_run.h"

#include <QDate>
#include <QFileInfo>

#include <algorithm>
#include <utility>

#include "core/base/process/command.h"
#include "core/evidence/import/ladder_file.h"
#include "core/project/document/project.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

LadderRun::LadderRun(Document& document, QObject* parent) : Job(document, parent)
{
    watchWorker(m_worker);
}

namespace {

/// The command in short form, "python3 train.py {p}", with a number appended if another ladder already has that name.
std::string uniqueLadderName(const std::vector<std::string>& words, const std::vector<Ladder>& ladders)
{
    constexpr qsizetype maximumLength = 40;
    QString line = QFileInfo(QString::fromStdString(words.front())).fileName();
    for (std::size_t i = 1; i < words.size(); ++i)
        line += QLatin1Char(' ') + QString::fromStdString(words[i]);
    line = line.simplified();
    if (line.size() > maximumLength)
        line = line.left(maximumLength - 1) + QChar(0x2026);
    std::string name = line.toStdString();
    for (int i = 2; std::any_of(ladders.begin(), ladders.end(), [&](const Ladder& each) { return each.name == name; });
         ++i)
        name = QStringLiteral("%1 (%2)").arg(line).arg(i).toStdString();
    return name;
}

/// Matches the measured ladder by its provenance and points; the user may have changed its name and other properties.
auto matchesLadder(const Ladder& measured)
{
    return [&measured](const Ladder& each) {
        return each.provenance == measured.provenance && each.points == measured.points;
    };
}

}  // namespace

void LadderRun::start(LadderRunOptions options)
{
    m_csvText = ladderRunHeader;
    m_timedRows.clear();
    m_ladder = {};
    m_ladder.name = uniqueLadderName(options.argv, m_document.project().measurements.ladders);
    m_ladder.provenance = {Origin::Measured,
                           "this machine",
                           QDate::currentDate().toString(Qt::ISODate).toStdString(),
                           joinShellWords(options.argv),
                           {}};
    runInBackground(std::move(options));
}

std::size_t LadderRun::completedRuns(const LadderRunOptions& options) const
{
    const std::vector<Ladder>& ladders = m_document.project().measurements.ladders;
    const bool isSameCommand = options.argv == m_lastOptions.argv && options.launcher == m_lastOptions.launcher &&
                               options.workingFolder == m_lastOptions.workingFolder;
    return isSameCommand && std::any_of(ladders.begin(), ladders.end(), matchesLadder(m_ladder)) &&
                   !missingTurns(options, m_timedRows).empty()
               ? m_timedRows.size()
               : 0;
}

void LadderRun::resume(LadderRunOptions options)
{
    if (m_lastOptions.file.empty()) {
        options.earlierRows = m_timedRows;
    } else {  // the new rows are appended to the file's
        options.file = m_lastOptions.file;
        m_csvText = ladderRunHeader;
        m_timedRows.clear();
    }
    runInBackground(std::move(options));
}

void LadderRun::runInBackground(LadderRunOptions options)
{
    beginRun();
    options.capturesErrorOutput = true;
    m_lastOptions = options;
    m_worker.start([options = std::move(options)](std::stop_token stop,
                                                  const Worker<Update>::Reporter& report) mutable -> Result<void> {
        options.onRow = [&report](const LadderRunRow& row) { report.addItem({row, {}}); };
        options.onWarning = [&report](const std::string& warning) { report.addItem({std::nullopt, {warning}}); };
        const Result<LadderRunReport> ran = runLadder(
            options, stop,
            [&report](double share, const std::string& activity) { report.setProgress(share, toQString(activity)); });
        if (!ran)
            return fail(ran.error());
        report.addItem({std::nullopt, ran->warnings});
        return {};
    });
    Q_EMIT changed();
}

void LadderRun::applyItem(int index)
{
    const Update& update = m_worker.items()[static_cast<std::size_t>(index)];
    // Reported both when a warning occurs and at the end.
    for (const std::string& warning : update.warnings)
        if (const QString words = toQString(warning); !m_warnings.contains(words))
            m_warnings << words;
    if (!update.row)
        return;
    if (update.row->isOk())
        m_timedRows.push_back(*update.row);
    m_csvText += ladderRunLine(*update.row);
    const Result<LadderFile> read = readLadders(m_csvText);
    if (!read)  // no run has succeeded yet
        return;
    Project after = m_document.project();
    std::vector<Ladder>& ladders = after.measurements.ladders;
    auto position =
        m_ladder.points.empty() ? ladders.end() : std::find_if(ladders.begin(), ladders.end(), matchesLadder(m_ladder));
    // First row, or the user changed or removed rows: leave those as they are and add a new ladder.
    if (position == ladders.end())
        position = ladders.insert(ladders.end(), m_ladder);
    const auto ladderIndex = static_cast<std::size_t>(position - ladders.begin());
    position->points = read->ladders.front().points;
    position->failed = read->ladders.front().failed;
    m_ladder = *position;
    m_document.edit(tr("measure the ladder %1").arg(QString::fromStdString(m_ladder.name)), std::move(after),
                    QStringLiteral("ladder run"), m_gestureId);
    m_document.setShownLadderIndex(ladderIndex);
}

QString LadderRun::failureMessage() const
{
    if (m_worker.outcome())
        return m_ladder.points.empty() ? tr("No run succeeded: there is no ladder.") : QString();
    const Error& error = m_worker.outcome().error();
    return error.code != ErrorCode::Cancelled ? errorText(error)
           : m_ladder.points.empty()          ? tr("Stopped. Nothing was changed.")
                                              : tr("Stopped. Completed runs are kept.");
}

}  // namespace scalewright::ui

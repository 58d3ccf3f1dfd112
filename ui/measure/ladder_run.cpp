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
    watch(m_worker);
}

namespace {

/// The command as people know it, "python3 train.py {p}"; with a number where another ladder has that name.
std::string ladderName(const std::vector<std::string>& words, const std::vector<Ladder>& ladders)
{
    constexpr qsizetype most = 40;
    QString line = QFileInfo(QString::fromStdString(words.front())).fileName();
    for (std::size_t i = 1; i < words.size(); ++i)
        line += QLatin1Char(' ') + QString::fromStdString(words[i]);
    line = line.simplified();
    if (line.size() > most)
        line = line.left(most - 1) + QChar(0x2026);
    std::string name = line.toStdString();
    for (int i = 2; std::any_of(ladders.begin(), ladders.end(), [&](const Ladder& each) { return each.name == name; });
         ++i)
        name = QStringLiteral("%1 (%2)").arg(line).arg(i).toStdString();
    return name;
}

/// The ladder that was measured, with the rows that it had: its name and what was said of it are the person's.
auto isOf(const Ladder& measured)
{
    return [&measured](const Ladder& each) {
        return each.provenance == measured.provenance && each.points == measured.points;
    };
}

}  // namespace

void LadderRun::start(LadderRunOptions options)
{
    m_text = ladderRunHeader;
    m_rows.clear();
    m_ladder = {};
    m_ladder.name = ladderName(options.words, m_document.project().measurements.ladders);
    m_ladder.provenance = {Origin::Measured,
                           "this machine",
                           QDate::currentDate().toString(Qt::ISODate).toStdString(),
                           shellLine(options.words),
                           {}};
    work(std::move(options));
}

std::size_t LadderRun::runsBefore(const LadderRunOptions& options) const
{
    const std::vector<Ladder>& ladders = m_document.project().measurements.ladders;
    const bool same = options.words == m_options.words && options.launcher == m_options.launcher &&
                      options.folder == m_options.folder;
    return same && std::any_of(ladders.begin(), ladders.end(), isOf(m_ladder)) && !missingTurns(options, m_rows).empty()
               ? m_rows.size()
               : 0;
}

void LadderRun::goOn(LadderRunOptions options)
{
    if (m_options.file.empty()) {
        options.before = m_rows;
    } else {  // whose rows come first
        options.file = m_options.file;
        m_text = ladderRunHeader;
        m_rows.clear();
    }
    work(std::move(options));
}

void LadderRun::work(LadderRunOptions options)
{
    begin();
    options.hearErrors = true;
    m_options = options;
    m_worker.start([options = std::move(options)](std::stop_token stop,
                                                  const Worker<News>::Report& report) mutable -> Result<void> {
        options.came = [&report](const LadderRunRow& row) { report.add({row, {}}); };
        options.warned = [&report](const std::string& warning) { report.add({std::nullopt, {warning}}); };
        const Result<LadderRunReport> ran = runLadder(
            options, stop, [&report](double done, const std::string& doing) { report.progress(done, qt(doing)); });
        if (!ran)
            return fail(ran.error());
        report.add({std::nullopt, ran->warnings});
        return {};
    });
    Q_EMIT changed();
}

void LadderRun::take(int index)
{
    const News& news = m_worker.items()[static_cast<std::size_t>(index)];
    for (const std::string& warning : news.warnings)
        if (const QString words = qt(warning); !m_warnings.contains(words))  // told when it showed, and at the end
            m_warnings << words;
    if (!news.row)
        return;
    if (news.row->ok())
        m_rows.push_back(*news.row);
    m_text += ladderRunLine(*news.row);
    const Result<LadderFile> read = readLadders(m_text);
    if (!read)  // no run has succeeded yet
        return;
    Project after = m_document.project();
    std::vector<Ladder>& ladders = after.measurements.ladders;
    auto at = m_ladder.points.empty() ? ladders.end() : std::find_if(ladders.begin(), ladders.end(), isOf(m_ladder));
    if (at == ladders.end())  // the first row, or somebody has changed or removed rows: what they did stays
        at = ladders.insert(ladders.end(), m_ladder);
    const auto shown = static_cast<std::size_t>(at - ladders.begin());
    at->points = read->ladders.front().points;
    at->failed = read->ladders.front().failed;
    m_ladder = *at;
    m_document.edit(tr("the ladder %1, measured").arg(QString::fromStdString(m_ladder.name)), std::move(after),
                    QStringLiteral("ladder run"), m_gesture);
    m_document.setShownLadder(shown);
}

QString LadderRun::whatWentWrong() const
{
    if (m_worker.outcome())
        return m_ladder.points.empty() ? tr("No run succeeded: there is no ladder.") : QString();
    const Error& error = m_worker.outcome().error();
    return error.code != ErrorCode::Cancelled ? said(error)
           : m_ladder.points.empty()          ? tr("Stopped. Nothing was changed.")
                                              : tr("Stopped. The runs until then are kept.");
}

}  // namespace scalewright::ui

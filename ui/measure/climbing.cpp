#include "ui/measure/climbing.h"

#include <QDate>

#include <algorithm>
#include <utility>

#include "core/ladder/ladder_file.h"
#include "core/process/command.h"
#include "core/project/project.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

Climbing::Climbing(Document& document, QObject* parent) : Job(document, parent) { watch(m_worker); }

void Climbing::start(ClimbOptions options, const QString& name)
{
    begin();
    m_text = climbHeader;
    m_ladder = {};
    m_ladder.name = name.toStdString();
    m_ladder.provenance = {Origin::Measured, "this machine", QDate::currentDate().toString(Qt::ISODate).toStdString(), shellLine(options.words), {}};
    m_worker.start([options = std::move(options)](std::stop_token stop, const Worker<News>::Report& report) mutable -> Result<void> {
        options.came = [&report](const ClimbRow& row) { report.add({row, {}}); };
        const Result<ClimbReport> climbed = climb(options, stop, [&report](double done, const Message& doing) { report.progress(done, said(doing)); });
        if (!climbed)
            return fail(climbed.error());
        report.add({std::nullopt, climbed->warnings});
        return {};
    });
    Q_EMIT changed();
}

void Climbing::take(int index)
{
    const News& news = m_worker.items()[static_cast<std::size_t>(index)];
    for (const Message& warning : news.warnings)
        m_warnings << said(warning);
    if (!news.row)
        return;
    m_text += climbLine(*news.row);
    const Result<LadderFile> read = readLadders(m_text);
    if (!read)  // no run has succeeded yet
        return;
    Project after = m_document.project();
    std::vector<Ladder>& ladders = after.measurements.ladders;
    auto at = m_ladder.points.empty() ? ladders.end() : std::find_if(ladders.begin(), ladders.end(), [this](const Ladder& each) {
        return each.provenance == m_ladder.provenance && each.points == m_ladder.points;
    });
    if (at == ladders.end())  // the first row, or somebody has changed or removed rows: what they did stays
        at = ladders.insert(ladders.end(), m_ladder);
    const auto shown = static_cast<std::size_t>(at - ladders.begin());
    at->points = read->ladders.front().points;
    m_ladder = *at;
    m_document.edit(tr("the ladder %1, measured").arg(QString::fromStdString(m_ladder.name)), std::move(after), QStringLiteral("climb"), m_gesture);
    m_document.setShownLadder(shown);
}

QString Climbing::whatWentWrong() const
{
    if (m_worker.outcome())
        return m_ladder.points.empty() ? tr("No run succeeded: there is no ladder.") : QString();
    const Error& error = m_worker.outcome().error();
    return error.code != ErrorCode::Cancelled ? said(error)
           : m_ladder.points.empty()          ? tr("Stopped. Nothing was changed.")
                                              : tr("Stopped. The runs until then are kept.");
}

}  // namespace scalewright::ui

#include "ui/baseline/study_run.h"

#include <utility>

#include "core/output/study/study.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

StudyRun::StudyRun(Document& document, QObject* parent) : Job(document, parent)
{
    connect(&m_worker, &WorkerBase::finished, this, [this] {
        m_complete = m_worker.outcome().has_value();
        if (m_notes)
            for (const std::string& note : std::exchange(*m_notes, {}))
                m_warnings << sentenceCase(qt(note)) + QLatin1Char('.');
    });
    watch(m_worker);  // which tells of the end, so behind that
}

void StudyRun::start(RunForm::Order order)
{
    begin();
    m_complete = false;
    m_last = m_document.snapshot();
    m_notes = std::make_shared<std::vector<std::string>>();
    StudyOptions options{.file = {},
                         .words = std::move(order.words),
                         .folder = std::move(order.folder),
                         .p = std::move(order.p),
                         .repeats = order.repeats,
                         .launcher = order.launcher,
                         .ceilings = m_ceilings};
    m_worker.start([options = std::move(options), begins = m_last, notes = m_notes](
                       std::stop_token stop, const Worker<std::shared_ptr<const Project>>::Report& report) {
        const KeepProject keep = [&](const Project& project) -> Result<void> {
            report.add(std::make_shared<const Project>(project));
            return {};
        };
        const Result<Study> made = study(options, *begins, keep, stop, [&](double done, const std::string& doing) {
            report.progress(done, qt(doing));
        });
        if (!made)
            return Result<void>(fail(made.error()));
        *notes = made->notes;
        return Result<void>();
    });
    Q_EMIT changed();
}

void StudyRun::take(int index)
{
    const std::shared_ptr<const Project> now = m_worker.items()[static_cast<std::size_t>(index)];
    Project after = withStudied(m_document.project(), *m_last, *now);
    m_last = now;
    m_document.edit(tr("everything measured"), std::move(after), QStringLiteral("study"), m_gesture);
}

QString StudyRun::whatWentWrong() const
{
    if (m_worker.outcome())
        return {};
    const Error& error = m_worker.outcome().error();
    return error.code != ErrorCode::Cancelled ? said(error)
           : m_worker.items().empty()         ? tr("Stopped. Nothing was changed.")
                                              : tr("Stopped. What was measured stays; start again to go on.");
}

}  // namespace scalewright::ui

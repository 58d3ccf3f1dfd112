// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/study_run.h"

#include <utility>

#include "core/output/study/study.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

StudyRun::StudyRun(Document& document, QObject* parent) : Job(document, parent)
{
    connect(&m_worker, &WorkerBase::finished, this, [this] {
        m_isComplete = m_worker.outcome().has_value();
        if (m_notes)
            for (const std::string& note : std::exchange(*m_notes, {}))
                m_warnings << sentenceCase(toQString(note)) + QLatin1Char('.');
    });
    watchWorker(m_worker);  // after the connection above, since it signals the end of the run
}

void StudyRun::start(RunForm::RunRequest order)
{
    beginRun();
    m_isComplete = false;
    m_lastProject = m_document.snapshot();
    m_notes = std::make_shared<std::vector<std::string>>();
    StudyOptions options{.file = {},
                         .argv = std::move(order.commandWords),
                         .workingFolder = std::move(order.workingFolder),
                         .p = std::move(order.workerCounts),
                         .repeats = order.repeats,
                         .launcher = order.launcher,
                         .measuresCeilings = m_measuresCeilings};
    m_worker.start([options = std::move(options), begins = m_lastProject, notes = m_notes](
                       std::stop_token stop, const Worker<std::shared_ptr<const Project>>::Reporter& report) {
        const SaveProject keepProject = [&](const Project& project) -> Result<void> {
            report.addItem(std::make_shared<const Project>(project));
            return {};
        };
        const Result<Study> result = runProgramStudy(
            options, *begins, keepProject, stop,
            [&](double fraction, const std::string& activity) { report.setProgress(fraction, toQString(activity)); });
        if (!result)
            return Result<void>(fail(result.error()));
        *notes = result->notes;
        return Result<void>();
    });
    Q_EMIT changed();
}

void StudyRun::applyItem(int index)
{
    const std::shared_ptr<const Project> snapshot = m_worker.items()[static_cast<std::size_t>(index)];
    Project after = withStudyResults(m_document.project(), *m_lastProject, *snapshot);
    m_lastProject = snapshot;
    m_document.edit(tr("measure everything"), std::move(after), QStringLiteral("study"), m_gestureId);
}

QString StudyRun::failureMessage() const
{
    if (m_worker.outcome())
        return {};
    const Error& error = m_worker.outcome().error();
    return error.code != ErrorCode::Cancelled ? errorText(error)
           : m_worker.items().empty()         ? tr("Stopped. Nothing was changed.")
                                              : tr("Stopped. The measurements are kept; start again to continue.");
}

}  // namespace scalewright::ui

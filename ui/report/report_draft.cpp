// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_draft.h"

#include <utility>

#include "core/project/document/report_texts.h"

namespace scalewright::ui {

namespace {

constexpr int refreshDelayMs = 150;  // long enough for a drag or a typed word to finish

}  // namespace

ReportDraft::ReportDraft(Document& document, QObject* parent) : QObject(parent), m_document(document)
{
    m_refreshTimer.setSingleShot(true);
    m_refreshTimer.setInterval(refreshDelayMs);
    connect(&m_refreshTimer, &QTimer::timeout, this, &ReportDraft::start);
    connect(&m_worker, &WorkerBase::finished, this, &ReportDraft::handleFinished);
}

ReportDraft::~ReportDraft() = default;

bool ReportDraft::isSettled() const
{
    return !m_refreshTimer.isActive() && !m_worker.isRunning();
}

void ReportDraft::refresh()
{
    const std::shared_ptr<const Project> current = m_document.snapshot();
    if (m_worker.isRunning() ? m_workProject == current : m_draft && m_draft->project == current)
        m_refreshTimer.stop();
    else if (m_draft || m_error || m_worker.isRunning())
        m_refreshTimer.start();
    else
        start();
}

/// If only the user's own words have changed, reuses the answers with the new words.
bool ReportDraft::updateOwnWords()
{
    const std::shared_ptr<const Project> current = m_document.snapshot();
    if (!m_draft || !isSameExceptReportText(*m_draft->project, *current))
        return false;
    auto next = std::make_shared<Draft>(*m_draft);
    next->project = current;
    next->report.author = reportText(*current, reportAuthorPlace);
    next->report.introduction = reportText(*current, "introduction");
    next->report.conclusion = reportText(*current, "conclusion");
    for (std::size_t i = 0; i < next->report.sections.size(); ++i)
        next->report.sections[i].reportText = reportText(*current, reportQuestions()[i].key);
    m_draft = std::move(next);
    m_error.reset();
    Q_EMIT changed();
    return true;
}

void ReportDraft::start()
{
    if (m_worker.isRunning()) {  // the document has changed: handleFinished() starts again
        m_worker.cancel();
        return;
    }
    if (updateOwnWords())
        return;
    m_workProject = m_document.snapshot();
    m_worker.start([project = m_workProject](std::stop_token stop, const auto& report) -> Result<void> {
        Result<AnsweredReport> answered = makeAnsweredReport(*project, {.stopToken = stop});
        if (!answered)
            return fail(answered.error());
        report.addItem(std::make_shared<const Draft>(Draft{project, std::move(answered->report)}));
        return {};
    });
}

void ReportDraft::handleFinished()
{
    if (m_workProject != m_document.snapshot() || m_worker.isCancelled()) {
        start();
        return;
    }
    if (m_worker.outcome()) {
        m_draft = m_worker.items().front();
        m_error.reset();
    } else {
        m_error = m_worker.outcome().error();
    }
    Q_EMIT changed();
}

}  // namespace scalewright::ui

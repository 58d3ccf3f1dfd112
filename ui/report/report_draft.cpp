#include "ui/report/report_draft.h"

#include <utility>

#include "core/project/document/own_words.h"

namespace scalewright::ui {

namespace {

constexpr int soonMs = 150;  // a drag and a word that is typed are over

}  // namespace

ReportDraft::ReportDraft(Document& document, AskSection ask, QObject* parent)
    : QObject(parent), m_document(document), m_ask(std::move(ask))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(soonMs);
    connect(&m_soon, &QTimer::timeout, this, &ReportDraft::start);
    connect(&m_worker, &WorkerBase::finished, this, &ReportDraft::take);
}

ReportDraft::~ReportDraft() = default;

bool ReportDraft::isSettled() const
{
    return !m_soon.isActive() && !m_worker.isRunning();
}

void ReportDraft::refresh()
{
    const std::shared_ptr<const Project> now = m_document.snapshot();
    if (m_worker.isRunning() ? m_asked == now : m_draft && m_draft->project == now)
        m_soon.stop();
    else if (m_draft || m_error || m_worker.isRunning())
        m_soon.start();
    else
        start();
}

/// The answers of before with the words of now, where nothing else is another.
bool ReportDraft::takeWords()
{
    const std::shared_ptr<const Project> now = m_document.snapshot();
    if (!m_draft || !sameButForWords(*m_draft->project, *now))
        return false;
    auto next = std::make_shared<Draft>(*m_draft);
    next->project = now;
    next->report.introduction = ownWords(*now, "introduction");
    next->report.conclusion = ownWords(*now, "conclusion");
    for (std::size_t i = 0; i < next->report.sections.size(); ++i)
        next->report.sections[i].words = ownWords(*now, reportQuestions()[i].key);
    m_draft = std::move(next);
    m_error.reset();
    Q_EMIT changed();
    return true;
}

void ReportDraft::start()
{
    if (m_worker.isRunning()) {  // on a document that is no more: take() starts again
        m_worker.cancel();
        return;
    }
    if (takeWords())
        return;
    m_asked = m_document.snapshot();
    m_worker.start([project = m_asked, ask = m_ask](std::stop_token stop, const auto& report) -> Result<void> {
        Result<AnsweredReport> answered = answeredReport(*project, ask, {.stop = stop});
        if (!answered)
            return fail(answered.error());
        report.add(std::make_shared<const Draft>(Draft{project, std::move(answered->report)}));
        return {};
    });
}

void ReportDraft::take()
{
    if (m_asked != m_document.snapshot() || m_worker.isCancelled()) {
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

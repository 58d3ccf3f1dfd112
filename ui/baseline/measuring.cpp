#include "ui/baseline/measuring.h"

#include <utility>

#include "core/evidence/probes/run_history.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct Part {
    ProbeKind kind;
    double weight;  ///< of the progress: how many timings it is
};

std::vector<Part> partsOf(Measuring::Run run)
{
    if (run == Measuring::Run::Book)
        return {{ProbeKind::Book, 8}};
    return {{ProbeKind::Compute, 2}, {ProbeKind::Memory, 3}, {ProbeKind::Disk, 2}};
}

}  // namespace

Measuring::Measuring(Document& document, QObject* parent) : Job(document, parent)
{
    watch(m_worker);
}

void Measuring::start(Run run)
{
    if (isRunning())
        return;
    m_run = run;
    begin();
    m_remarks.clear();
    m_saidOfMachine.clear();
    m_results.clear();
    m_worker.start([options = m_options, parts = partsOf(run)](
                       std::stop_token stop, const Worker<ProbeReport>::Report& report) -> Result<void> {
        double all = 0, before = 0;
        for (const Part& part : parts)
            all += part.weight;
        for (const Part& part : parts) {
            ProbeOptions own = options;
            own.kind = part.kind;
            Result<ProbeReport> measured = runProbe(own, stop, [&](double done, const std::string& doing) {
                report.progress((before + done * part.weight) / all, qt(doing));
            });
            if (!measured)
                return fail(std::move(measured.error()));
            report.add(*std::move(measured));
            before += part.weight;
        }
        return {};
    });
    Q_EMIT changed();
}

void Measuring::take(int index)
{
    const ProbeReport& report = m_worker.items()[static_cast<std::size_t>(index)];
    Result<Project> after = report.kind == ProbeKind::Book ? withBookOf(m_document.project(), report)
                                                           : withMachineOf(m_document.project(), report);
    if (!after) {
        m_problem = said(after.error());
        return;
    }
    for (const std::string& warning : report.warnings) {
        std::string kind = warning;  // the load differs from part to part of one run
        std::erase_if(kind, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
        if (m_saidOfMachine.insert(kind).second)
            m_warnings << qt(warning);
    }
    for (const ProbeResult& result : report.results)
        for (const std::string& warning : result.warnings)
            if (const QString text = qt(warning); !m_remarks.contains(text))
                m_remarks << text;
    m_results.insert(m_results.end(), report.results.begin(), report.results.end());
    // Last: who shows the document shows these beside it.
    m_document.edit(m_run == Run::Book ? tr("the book’s three workloads, measured") : tr("this machine, measured"),
                    withRunOf(*std::move(after), report, index == 0), QStringLiteral("measure"), m_gesture);
}

QString Measuring::whatWentWrong() const
{
    if (m_worker.outcome())
        return {};
    const Error& error = m_worker.outcome().error();
    return error.code != ErrorCode::Cancelled ? said(error)
           : m_worker.items().empty()         ? tr("Stopped. Nothing was changed.")
                                              : tr("Stopped. What had been measured by then is kept.");
}

}  // namespace scalewright::ui

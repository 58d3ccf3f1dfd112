// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/measuring.h"

#include <utility>

#include "core/evidence/probes/run_history.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct WeightedProbe {
    ProbeKind kind;
    double weight;  ///< Weight in the progress bar: the number of timings.
};

std::vector<WeightedProbe> weightedProbes(MeasurementJob::Suite run)
{
    if (run == MeasurementJob::Suite::BookWorkloads)
        return {{ProbeKind::Book, 8}};
    return {{ProbeKind::Compute, 2}, {ProbeKind::Memory, 3}, {ProbeKind::Disk, 2}};
}

}  // namespace

MeasurementJob::MeasurementJob(Document& document, QObject* parent) : Job(document, parent)
{
    watchWorker(m_worker);
}

void MeasurementJob::start(Suite run)
{
    if (isRunning())
        return;
    m_suite = run;
    beginRun();
    m_remarks.clear();
    m_seenWarnings.clear();
    m_results.clear();
    m_worker.start([options = m_options, parts = weightedProbes(run)](
                       std::stop_token stop, const Worker<ProbeReport>::Reporter& report) -> Result<void> {
        double totalWeight = 0, finishedWeight = 0;
        for (const WeightedProbe& part : parts)
            totalWeight += part.weight;
        for (const WeightedProbe& part : parts) {
            ProbeOptions probeOptions = options;
            probeOptions.kind = part.kind;
            Result<ProbeReport> measured =
                runProbe(probeOptions, stop, [&](double fraction, const std::string& activity) {
                    report.setProgress((finishedWeight + fraction * part.weight) / totalWeight, toQString(activity));
                });
            if (!measured)
                return fail(std::move(measured.error()));
            report.addItem(*std::move(measured));
            finishedWeight += part.weight;
        }
        return {};
    });
    Q_EMIT changed();
}

void MeasurementJob::applyItem(int index)
{
    const ProbeReport& report = m_worker.items()[static_cast<std::size_t>(index)];
    Result<Project> after = report.kind == ProbeKind::Book ? withBookWorkloads(m_document.project(), report)
                                                           : withMeasuredMachine(m_document.project(), report);
    if (!after) {
        m_problem = errorText(after.error());
        return;
    }
    for (const std::string& warning : report.warnings) {
        std::string warningPattern = warning;  // The reported load differs between the parts of a run.
        std::erase_if(warningPattern, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
        if (m_seenWarnings.insert(warningPattern).second)
            m_warnings << toQString(warning);
    }
    for (const ProbeResult& result : report.results)
        for (const std::string& warning : result.warnings)
            if (const QString text = toQString(warning); !m_remarks.contains(text))
                m_remarks << text;
    m_results.insert(m_results.end(), report.results.begin(), report.results.end());
    // Last, because views of the document show the results and warnings set above.
    m_document.edit(
        m_suite == Suite::BookWorkloads ? tr("measure the book’s three workloads") : tr("measure this machine"),
        withProbeRun(*std::move(after), report, index == 0), QStringLiteral("measure"), m_gestureId);
}

QString MeasurementJob::failureMessage() const
{
    if (m_worker.outcome())
        return {};
    const Error& error = m_worker.outcome().error();
    return error.code != ErrorCode::Cancelled ? errorText(error)
           : m_worker.items().empty()         ? tr("Stopped. Nothing was changed.")
                                              : tr("Stopped. Everything measured so far is kept.");
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/measuring.h"

#include <optional>
#include <utility>

#include "core/evidence/probes/run_history.h"
#include "core/evidence/runs/card.h"
#include "core/project/document/project.h"
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

/// Absent until a search has ended; empty if it found none.
std::optional<std::string>& foundPython()
{
    static std::optional<std::string> python;
    return python;
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

CardMeasurement::CardMeasurement(Document& document, QObject* parent) : Job(document, parent)
{
    watchWorker(m_worker);
    connect(&m_finder, &WorkerBase::finished, this, [this] {
        if (!m_finder.items().empty())
            foundPython() = m_finder.items().front();
        Q_EMIT changed();
    });
}

void CardMeasurement::findPython()
{
    if (!foundPython() && !m_finder.isRunning())
        m_finder.start([](std::stop_token stop, const Worker<std::string>::Reporter& report) -> Result<void> {
            std::string python = pythonWithTorch(stop);
            if (!stop.stop_requested())
                report.addItem(std::move(python));
            return {};
        });
}

bool CardMeasurement::hasPython() const
{
    return foundPython() && !foundPython()->empty();
}

void CardMeasurement::start()
{
    if (isRunning())
        return;
    beginRun();
    m_worker.start(
        [python = *foundPython(), seconds = m_seconds](
            std::stop_token stop, const Worker<std::shared_ptr<const Project>>::Reporter& report) -> Result<void> {
            Result<Project> measured = measureCard(
                python, stop,
                [&](double share, const std::string& activity) { report.setProgress(share, toQString(activity)); },
                seconds);
            if (!measured)
                return fail(std::move(measured.error()));
            report.addItem(std::make_shared<const Project>(*std::move(measured)));
            return {};
        });
    Q_EMIT changed();
}

void CardMeasurement::applyItem(int index)
{
    m_document.edit(tr("measure the card"),
                    withMeasuredCard(m_document.project(), *m_worker.items()[static_cast<std::size_t>(index)]),
                    QStringLiteral("measure"), m_gestureId);
}

QString CardMeasurement::failureMessage() const
{
    if (m_worker.outcome())
        return {};
    const Error& error = m_worker.outcome().error();
    return error.code == ErrorCode::Cancelled ? tr("Stopped. Nothing was changed.") : errorText(error);
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/program_run.h"

#include <QFile>

#include <utility>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/model/bottleneck/profile_into_project.h"
#include "core/project/document/project.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr std::size_t maximumOutputBytes = 64 << 10;

}  // namespace

ProgramRun::ProgramRun(Document& document, QObject* parent) : Job(document, parent)
{
    watchWorker(m_worker);
}

void ProgramRun::start(std::vector<std::string> words, const QString& folder)
{
    beginRun();
    m_commandWords = words;
    m_summary.clear();
    m_output = std::make_shared<Output>();
    m_worker.start([words = std::move(words), folder = QFile::encodeName(folder).toStdString(), output = m_output,
                    running = tr("running the program")](
                       std::stop_token stop, const Worker<MeasuredProgram>::Reporter& report) -> Result<void> {
        report.setProgress(0, running);
        Result<MeasuredProgram> program = measureProgram(
            words,
            [&](std::string_view block) {
                {
                    const std::lock_guard lock(output->mutex);
                    output->text += block;
                    if (output->text.size() > 2 * maximumOutputBytes)
                        output->text.erase(0, output->text.size() - maximumOutputBytes);
                }
                report.setProgress(0, running);
                return true;
            },
            {.workingFolder = folder, .isIsolated = true}, stop);
        if (!program)
            return fail(std::move(program.error()));
        report.addItem(*std::move(program));
        return {};
    });
    Q_EMIT changed();
}

bool ProgramRun::isApplied() const
{
    return m_document.project().baseline.steps == m_appliedSteps;
}

QString ProgramRun::output() const
{
    const std::lock_guard lock(m_output->mutex);
    const std::string& text = m_output->text;
    return toQString(sanitised(
        std::string_view(text).substr(text.size() > maximumOutputBytes ? text.size() - maximumOutputBytes : 0)));
}

void ProgramRun::applyItem(int index)
{
    const MeasuredProgram& program = m_worker.items()[static_cast<std::size_t>(index)];
    const CommandResult& end = program.commandResult;
    const auto amount = [](double value, Dimension dimension) {
        return toQString(formatAmount(value, dimension).joined());
    };
    if (end.endReason == CommandResult::EndReason::NotFound ||
        end.endReason == CommandResult::EndReason::NotExecutable) {
        m_problem =
            tr("%1 cannot be run: %2").arg(toQString(inQuotes(m_commandWords.front())), toQString(end.startError));
        return;
    }
    if (end.endReason != CommandResult::EndReason::Exited || end.exitStatus != 0) {
        m_problem =
            tr("The program failed (%1), so nothing was taken from its run.").arg(toQString(endReasonText(end)));
        return;
    }
    Result<Project> after = withProfile(m_document.project(), profileOf(program, m_commandWords));
    if (!after) {
        m_problem = errorText(after.error());
        return;
    }
    const std::string machineRemark = machineChangeText(m_document.project(), *after);
    m_appliedSteps = after->baseline.steps;
    m_document.edit(tr("measure a program"), *std::move(after), QStringLiteral("program"), m_gestureId);
    m_summary =
        tr("%1; processor %2; working set %3; read %4, written %5. It is now the workload’s step; undo removes it.")
            .arg(amount(program.stepS(), Dimension::Time), amount(end.userCpuS + end.systemCpuS, Dimension::Time),
                 program.workingSetBytes ? amount(*program.workingSetBytes, Dimension::Bytes) : tr("unknown"),
                 amount(end.readBytes, Dimension::Bytes), amount(end.writtenBytes, Dimension::Bytes));
    if (!machineRemark.empty())
        m_warnings << sentenceCase(toQString(machineRemark)) + QLatin1Char('.');
    for (const std::string& note : program.notes)
        m_warnings << sentenceCase(toQString(note)) + QLatin1Char('.');
    if (!program.reported || !program.reported->flops || !program.reported->bytesMoved)
        m_warnings << tr(
            "Arithmetic and memory traffic cannot be observed from outside: type them in the step, or let the program "
            "print a line such as scalewright: flops=2e12 bytes_moved=64GB.");
}

QString ProgramRun::failureMessage() const
{
    if (m_worker.outcome())
        return {};
    const Error& error = m_worker.outcome().error();
    return error.code == ErrorCode::Cancelled
               ? tr("Stopped: the program and all its child processes have ended. Nothing was changed.")
               : errorText(error);
}

}  // namespace scalewright::ui

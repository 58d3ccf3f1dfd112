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

constexpr std::size_t longestOutput = 64 << 10;

}  // namespace

ProgramRun::ProgramRun(Document& document, QObject* parent) : Job(document, parent)
{
    watch(m_worker);
}

void ProgramRun::start(std::vector<std::string> words, const QString& folder)
{
    begin();
    m_words = words;
    m_summary.clear();
    m_output = std::make_shared<Output>();
    m_worker.start([words = std::move(words), folder = QFile::encodeName(folder).toStdString(), output = m_output,
                    running = tr("the program runs")](std::stop_token stop,
                                                      const Worker<MeasuredProgram>::Report& report) -> Result<void> {
        report.progress(0, running);
        Result<MeasuredProgram> program = measureProgram(
            words,
            [&](std::string_view block) {
                {
                    const std::lock_guard lock(output->mutex);
                    output->text += block;
                    if (output->text.size() > 2 * longestOutput)
                        output->text.erase(0, output->text.size() - longestOutput);
                }
                report.progress(0, running);
                return true;
            },
            {.folder = folder, .apart = true}, stop);
        if (!program)
            return fail(std::move(program.error()));
        report.add(*std::move(program));
        return {};
    });
    Q_EMIT changed();
}

bool ProgramRun::isTaken() const
{
    return m_document.project().baseline.steps == m_stepsTaken;
}

QString ProgramRun::output() const
{
    const std::lock_guard lock(m_output->mutex);
    const std::string& text = m_output->text;
    return qt(cleaned(std::string_view(text).substr(text.size() > longestOutput ? text.size() - longestOutput : 0)));
}

void ProgramRun::take(int index)
{
    const MeasuredProgram& program = m_worker.items()[static_cast<std::size_t>(index)];
    const CommandEnd& end = program.end;
    const auto amount = [](double value, Dimension dimension) { return qt(formatAmount(value, dimension).joined()); };
    if (end.how == CommandEnd::How::NotFound || end.how == CommandEnd::How::NotExecutable) {
        m_problem = tr("%1 cannot be run: %2").arg(qt(inQuotes(m_words.front())), qt(end.startError));
        return;
    }
    if (end.how != CommandEnd::How::Exited || end.status != 0) {
        m_problem =
            tr("The program did not end well (%1), so nothing was taken from its run.").arg(qt(endInWords(end)));
        return;
    }
    Result<Project> after = withProfile(m_document.project(), profileOf(program, m_words));
    if (!after) {
        m_problem = said(after.error());
        return;
    }
    const std::string ofMachine = saidOfMachine(m_document.project(), *after);
    m_stepsTaken = after->baseline.steps;
    m_document.edit(tr("a program, measured"), *std::move(after), QStringLiteral("program"), m_gesture);
    m_summary =
        tr("%1; processor %2; working set %3; read %4, written %5. It is the workload’s step now; undo takes it back.")
            .arg(amount(program.stepS(), Dimension::Time), amount(end.userS + end.systemS, Dimension::Time),
                 program.workingSetBytes ? amount(*program.workingSetBytes, Dimension::Bytes) : tr("not seen"),
                 amount(end.readBytes, Dimension::Bytes), amount(end.writtenBytes, Dimension::Bytes));
    if (!ofMachine.empty())
        m_warnings << sentenceCase(qt(ofMachine)) + QLatin1Char('.');
    for (const std::string& note : program.notes)
        m_warnings << sentenceCase(qt(note)) + QLatin1Char('.');
    if (!program.said || !program.said->flops || !program.said->bytesMoved)
        m_warnings << tr(
            "Arithmetic and bytes between memory and cores are not seen from outside: type them in the step, or let "
            "the program print a line such as "
            "scalewright: flops=2e12 bytes_moved=64GB.");
}

QString ProgramRun::whatWentWrong() const
{
    if (m_worker.outcome())
        return {};
    const Error& error = m_worker.outcome().error();
    return error.code == ErrorCode::Cancelled
               ? tr("Stopped: the program and all that it started are gone. Nothing was changed.")
               : said(error);
}

}  // namespace scalewright::ui

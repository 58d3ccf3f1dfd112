// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/run_card.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "core/base/process/command.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/measure/ladder_run.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

/// The name of an unused CSV file, "ladder-train.csv", "ladder-train-2.csv", …: a ladder of batch jobs needs a file
/// that the nodes can see.
QString unusedCsvPath(const QDir& folder, const QString& program)
{
    for (int i = 1;; ++i)
        if (QString path = folder.absoluteFilePath(
                QStringLiteral("ladder-%1%2.csv").arg(program, i == 1 ? QString() : QStringLiteral("-%1").arg(i)));
            !QFileInfo::exists(path))
            return path;
}

}  // namespace

RunCard::RunCard(Document& document, LadderRun& ladderRun, QWidget* parent)
    : RunFormCard(
          document, ladderRun,
          {.title = tr("Measure a ladder on this machine"),
           .explanation =
               tr("Each p runs several times, in random order. {p} in the command is the worker count, or a launcher "
                  "starts that many processes. To record the parts of the time, print a line scalewright: comp=1.2 "
                  "comm=0.3 idle=0.1, or write Chrome traces to $SCALEWRIGHT_TRACE_DIR."),
           .start = tr("Run"),
           .closeName = tr("Close the card that measures a ladder"),
           .stop = tr("Cancel"),
           .stopName = tr("Cancel the ladder"),
           .progressName = tr("progress of the ladder"),
           .activity = tr("Running: %1")},
          {Launcher::None, Launcher::Mpirun, Launcher::Torchrun, Launcher::Slurm}, 5, parent),
      m_document(document),
      m_ladderRun(ladderRun),
      m_slurmRow(new QWidget(&form())),
      m_workersPerNodeSpinBox(new NoWheelSpinBox(m_slurmRow)),
      m_sbatchField(new QLineEdit(m_slurmRow)),
      m_restartButton(createQuietButton(tr("Start over"), startButton().parentWidget()))
{
    m_sbatchField->setAccessibleName(tr("sbatch options"));
    m_sbatchField->setPlaceholderText(tr("--partition=short --time=10"));
    m_workersPerNodeSpinBox->setAccessibleName(tr("workers per node"));
    m_workersPerNodeSpinBox->setRange(1, maximumRunProcesses);
    m_restartButton->setAccessibleName(tr("Start the ladder over"));
    createBox<QHBoxLayout>(
        m_slurmRow, Theme::spacing(2),
        {m_workersPerNodeSpinBox,
         new Text(tr("workers per node; for sbatch"), TextStyle::Label, ColorRole::SoftInk, false, m_slurmRow),
         {m_sbatchField, 1}});
    m_slurmRow->hide();
    form().addRow(m_slurmRow);
    buttonRow().insertWidget(1, m_restartButton);
    setTabOrder(&startButton(), m_restartButton);
    connect(&form(), &RunForm::changed, this, [this] {
        m_slurmRow->setVisible(form().chosenLauncher() == Launcher::Slurm);
        updateRunButton();
    });
    connect(m_restartButton, &QPushButton::clicked, this, [this] { startRun(true); });
    connect(&m_document, &Document::changed, this, &RunCard::updateRunButton);
    connect(&m_ladderRun, &LadderRun::changed, this, &RunCard::updateRunButton);
    setTextStyle({m_workersPerNodeSpinBox, m_sbatchField}, TextStyle::Label);
    updateRunButton();
}

void RunCard::focusForm()
{
    form().focusCommand();
    updateRunButton();
}

std::optional<LadderRunOptions> RunCard::readOptions(bool showsErrors)
{
    const RunForm::FieldErrorHandler no = [&](QWidget* field, const QString& reason) {
        if (showsErrors)
            refuse(field, reason);
    };
    std::optional<RunForm::RunRequest> order = form().readRequest(no);
    if (!order)
        return std::nullopt;
    Result<std::vector<std::string>> sbatchWords;
    if (!m_sbatchField->text().trimmed().isEmpty())  // an empty text is not a command
        sbatchWords = splitShellWords(m_sbatchField->text().toStdString());
    if (!sbatchWords && order->launcher == Launcher::Slurm) {
        no(m_sbatchField, errorText(sbatchWords.error()));
        return std::nullopt;
    }
    LadderRunOptions options{.p = std::move(order->workerCounts),
                             .repeats = order->repeats,
                             .launcher = order->launcher,
                             .argv = std::move(order->commandWords),
                             .workingFolder = std::move(order->workingFolder)};
    if (options.launcher == Launcher::Slurm)
        options.slurm = {.workersPerNode = m_workersPerNodeSpinBox->value(), .sbatchOptions = *std::move(sbatchWords)};
    return options;
}

void RunCard::start()
{
    startRun(false);
}

void RunCard::startRun(bool restart)
{
    if (m_ladderRun.isRunning())
        return;
    std::optional<LadderRunOptions> requestedRun = readOptions(true);
    if (!requestedRun || !isCountConfirmed(*requestedRun))
        return;
    showMessage({});
    if (!restart && m_ladderRun.completedRuns(*requestedRun) > 0) {
        m_ladderRun.resume(*std::move(requestedRun));
        return;
    }
    if (requestedRun->launcher == Launcher::Slurm)
        requestedRun->file =
            QFile::encodeName(unusedCsvPath(QDir(QFile::decodeName(requestedRun->workingFolder.c_str())),
                                            QFileInfo(QString::fromStdString(requestedRun->argv.front())).fileName()))
                .toStdString();
    m_ladderRun.start(*std::move(requestedRun));
}

void RunCard::updateRunButton()
{
    if (isHidden() || m_ladderRun.isRunning())
        return;
    const std::optional<LadderRunOptions> requestedRun = readOptions(false);
    const std::size_t before = requestedRun ? m_ladderRun.completedRuns(*requestedRun) : 0;
    startButton().setText(before > 0
                              ? tr("Continue: %1 of %2 runs are done")
                                    .arg(before)
                                    .arg(requestedRun->p.size() * static_cast<std::size_t>(requestedRun->repeats))
                              : tr("Run"));
    m_restartButton->setVisible(before > 0);
}

}  // namespace scalewright::ui

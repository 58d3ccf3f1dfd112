// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/run_card.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include "core/base/process/command.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/controls/progress_bar.h"
#include "ui/measure/ladder_run.h"
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
    : Card(parent),
      m_document(document),
      m_ladderRun(ladderRun),
      m_inputs(new QWidget(this)),
      m_form(
          new RunForm(document, {Launcher::None, Launcher::Mpirun, Launcher::Torchrun, Launcher::Slurm}, 5, m_inputs)),
      m_slurmRow(new QWidget(m_form)),
      m_workersPerNodeSpinBox(new NoWheelSpinBox(m_slurmRow)),
      m_sbatchField(new QLineEdit(m_slurmRow)),
      m_runButton(createPrimaryButton(tr("Run"), this)),
      m_restartButton(createQuietButton(tr("Start over"), this)),
      m_closeButton(createQuietButton(tr("Close"), this)),
      m_progressPanel(new QWidget(this)),
      m_progressBar(new ProgressBar(tr("progress of the ladder"), m_progressPanel)),
      m_activityLabel(new Text(TextStyle::Label, ColorRole::SoftInk, false, m_progressPanel)),
      m_cancelButton(createQuietButton(tr("Cancel"), m_progressPanel)),
      m_messageLabel(new Text(TextStyle::Label, ColorRole::Ink, false, this))
{
    auto* title = new Text(tr("Measure a ladder on this machine"), TextStyle::CardTitle, ColorRole::Ink, true, this);
    setAccessibleName(title->text());
    auto* help =
        new Text(tr("Each p runs several times, in random order. {p} in the command is the worker count, or a launcher "
                    "starts that many processes. To record the parts of the time, print a line scalewright: comp=1.2 "
                    "comm=0.3 idle=0.1, or write Chrome traces to $SCALEWRIGHT_TRACE_DIR."),
                 TextStyle::Label, ColorRole::SoftInk, false, this);
    help->setWordWrap(true);
    m_sbatchField->setAccessibleName(tr("sbatch options"));
    m_sbatchField->setPlaceholderText(tr("--partition=short --time=10"));
    m_workersPerNodeSpinBox->setAccessibleName(tr("workers per node"));
    m_workersPerNodeSpinBox->setRange(1, maximumRunProcesses);
    m_restartButton->setAccessibleName(tr("Start the ladder over"));
    m_closeButton->setAccessibleName(tr("Close the card that measures a ladder"));
    m_cancelButton->setAccessibleName(tr("Cancel the ladder"));
    m_activityLabel->setElided(true);
    m_messageLabel->setWordWrap(true);
    m_messageLabel->setEdgeBar(ColorRole::Warning);
    m_messageLabel->hide();

    const auto label = [this](const QString& text) {
        return new Text(text, TextStyle::Label, ColorRole::SoftInk, false, this);
    };
    auto* slurm = new QHBoxLayout(m_slurmRow);
    slurm->setContentsMargins(0, 0, 0, 0);
    slurm->setSpacing(Theme::spacing(2));
    slurm->addWidget(m_workersPerNodeSpinBox);
    slurm->addWidget(label(tr("workers per node; for sbatch")));
    slurm->addWidget(m_sbatchField, 1);
    m_slurmRow->hide();
    m_form->addRow(m_slurmRow);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(Theme::spacing(3));
    buttons->addWidget(m_runButton);
    buttons->addWidget(m_restartButton);
    buttons->addWidget(m_closeButton);
    buttons->addStretch();
    auto* words = new QHBoxLayout;
    words->addWidget(m_activityLabel, 1);
    words->addWidget(m_cancelButton);
    auto* progress = new QVBoxLayout(m_progressPanel);
    progress->setContentsMargins(0, 0, 0, 0);
    progress->setSpacing(Theme::spacing(1));
    progress->addWidget(m_progressBar);
    progress->addLayout(words);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::spacing(4), Theme::spacing(3), Theme::spacing(4), Theme::spacing(4));
    column->setSpacing(Theme::spacing(2));
    auto* inputsColumn = new QVBoxLayout(m_inputs);
    inputsColumn->setContentsMargins(0, 0, 0, 0);
    inputsColumn->setSpacing(Theme::spacing(2));
    inputsColumn->addWidget(help);
    inputsColumn->addWidget(m_form);
    inputsColumn->addLayout(buttons);
    column->addWidget(title);
    column->addWidget(m_inputs);
    column->addWidget(m_progressPanel);
    column->addWidget(m_messageLabel);

    connect(m_form, &RunForm::changed, this, [this] {
        m_slurmRow->setVisible(m_form->chosenLauncher() == Launcher::Slurm);
        updateRunButton();
    });
    connect(m_runButton, &QPushButton::clicked, this, &RunCard::run);
    connect(m_form, &RunForm::commandEntered, this, &RunCard::run);
    connect(m_restartButton, &QPushButton::clicked, this, [this] { startRun(true); });
    connect(&m_document, &Document::changed, this, &RunCard::updateRunButton);
    connect(m_cancelButton, &QPushButton::clicked, &m_ladderRun, &LadderRun::cancel);
    connect(m_closeButton, &QPushButton::clicked, this, &RunCard::closed);
    connect(&m_ladderRun, &LadderRun::changed, this, &RunCard::updateProgress);
    connect(&Theme::instance(), &Theme::changed, this, &RunCard::restyle);
    restyle();
    updateProgress();
}

void RunCard::restyle()
{
    for (QWidget* each : {static_cast<QWidget*>(m_workersPerNodeSpinBox), static_cast<QWidget*>(m_sbatchField)})
        each->setFont(Theme::instance().font(TextStyle::Label));
}

void RunCard::focusForm()
{
    m_form->focusCommand();
    updateRunButton();
}

void RunCard::rejectField(QWidget* field, const QString& reason)
{
    showMessage(reason);
    field->setFocus(Qt::OtherFocusReason);
}

std::optional<LadderRunOptions> RunCard::readOptions(bool showsErrors)
{
    const RunForm::FieldErrorHandler no = [&](QWidget* field, const QString& reason) {
        if (showsErrors)
            rejectField(field, reason);
    };
    std::optional<RunForm::RunRequest> order = m_form->readRequest(no);
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

void RunCard::run()
{
    startRun(false);
}

void RunCard::startRun(bool restart)
{
    if (m_ladderRun.isRunning())
        return;
    std::optional<LadderRunOptions> requestedRun = readOptions(true);
    if (!requestedRun)
        return;
    if (const std::string unnamed = missingCountWarning(*requestedRun);
        !unnamed.empty() && m_confirmedCommand != commandField()->text()) {
        m_confirmedCommand = commandField()->text();
        rejectField(commandField(), tr("%1. Press Run again to confirm.").arg(sentenceCase(toQString(unnamed))));
        return;
    }
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
    m_runButton->setText(before > 0 ? tr("Continue: %1 of %2 runs are done")
                                          .arg(before)
                                          .arg(requestedRun->p.size() * static_cast<std::size_t>(requestedRun->repeats))
                                    : tr("Run"));
    m_restartButton->setVisible(before > 0);
}

void RunCard::updateProgress()
{
    const bool running = m_ladderRun.isRunning();
    const bool hadFocus = m_runButton->hasFocus() || m_cancelButton->hasFocus() || commandField()->hasFocus();
    m_progressPanel->setVisible(running);
    m_inputs->setVisible(!running);  // so that the ladder growing below is visible
    updateRunButton();
    m_progressBar->setFraction(m_ladderRun.progress());
    m_activityLabel->setText(m_ladderRun.isStopping() ? tr("Stopping …")
                                                      : tr("Running: %1").arg(m_ladderRun.activity()));
    QStringList lines{m_ladderRun.problem()};
    lines << m_ladderRun.warnings();
    lines.removeAll(QString());
    if (running || !lines.isEmpty())
        showMessage(lines.join(QLatin1Char('\n')));
    if (hadFocus)  // the focus moves along with the action
        (running ? m_cancelButton : m_runButton)->setFocus(Qt::OtherFocusReason);
}

void RunCard::showMessage(const QString& text)
{
    m_messageLabel->setText(text);
    m_messageLabel->setVisible(!text.isEmpty());
}

}  // namespace scalewright::ui

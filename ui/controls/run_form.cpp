// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/run_form.h"

#include <QAbstractItemView>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/process/command.h"
#include "core/base/quantity/worker_counts.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/runs/ladder_run.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/controls/progress_bar.h"
#include "ui/document/document.h"
#include "ui/document/job.h"
#include "ui/document/typed_folder.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

/// 1, 2, 4, … up to this machine's core count, but at least up to 4. More processes than cores cause a warning.
QString defaultWorkerCounts()
{
    QStringList counts;
    const int largest = std::max(4, readMachineFacts().cores);
    for (int p = 1; p <= largest; p *= 2)
        counts << QString::number(p);
    return counts.join(QLatin1Char(','));
}

QString launcherText(Launcher launcher)
{
    switch (launcher) {
    case Launcher::Mpirun: return RunForm::tr("mpirun");
    case Launcher::Torchrun: return RunForm::tr("torchrun");
    case Launcher::Slurm: return RunForm::tr("Slurm jobs");
    default: return RunForm::tr("the command itself");
    }
}

}  // namespace

RunForm::RunForm(Document& document, std::vector<Launcher> launchers, int repeats, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_launchers(std::move(launchers)),
      m_command(new QLineEdit(this)),
      m_workerCounts(new QLineEdit(defaultWorkerCounts(), this)),
      m_folder(new QLineEdit(this)),
      m_repeats(new NoWheelSpinBox(this)),
      m_launcher(new QuietCombo(this)),
      m_column(createBox<QVBoxLayout>(this, Theme::spacing(2)))
{
    m_command->setAccessibleName(tr("command to run"));
    m_command->setPlaceholderText(tr("./train --workers {p}"));
    m_workerCounts->setAccessibleName(tr("worker counts"));
    m_workerCounts->setToolTip(tr("1,2,8, or 1..64 (doubling), or 1-16 (every count)"));
    m_folder->setAccessibleName(tr("folder in which the command starts"));
    m_repeats->setAccessibleName(tr("runs of each p"));
    m_repeats->setRange(1, maximumRunRepeats);
    m_repeats->setValue(repeats);
    m_launcher->setAccessibleName(tr("what starts the processes"));
    for (std::size_t i = 0; i < m_launchers.size(); ++i) {
        const int row = static_cast<int>(i);
        m_launcher->addItem(launcherText(m_launchers[i]));
        if (const Result<void> available = checkLauncherInstalled(m_launchers[i]); !available) {
            m_launcher->setItemText(row, tr("%1: %2").arg(m_launcher->itemText(row),
                                                          toQString(available.error().problems.front().message)));
            m_launcher->setItemData(row, errorText(available.error()), Qt::ToolTipRole);
            qobject_cast<QStandardItemModel*>(m_launcher->model())->item(row)->setEnabled(false);
        }
    }
    m_launcher->setSizeAdjustPolicy(
        QComboBox::AdjustToMinimumContentsLengthWithIcon);  // the reasons are long, but can be read in full in the list
    m_launcher->setMinimumContentsLength(static_cast<int>(m_launcher->itemText(0).size()));

    const auto label = [this](const QString& text) {
        return new Text(text, TextStyle::Label, ColorRole::SoftInk, false, this);
    };
    auto* countsRow = createBox<QHBoxLayout>(
        nullptr, Theme::spacing(2),
        {label(tr("p")), {m_workerCounts, 1}, m_repeats, label(tr("runs of each, started by")), m_launcher});
    auto* folderRow = createBox<QHBoxLayout>(nullptr, Theme::spacing(2), {label(tr("in")), {m_folder, 1}});
    addItems(*m_column, {m_command, countsRow, folderRow});

    connect(m_command, &QLineEdit::returnPressed, this, &RunForm::commandEntered);
    for (const QLineEdit* field : {m_command, m_workerCounts, m_folder})
        connect(field, &QLineEdit::textChanged, this, &RunForm::changed);
    connect(m_repeats, &QSpinBox::valueChanged, this, &RunForm::changed);
    connect(m_launcher, &QComboBox::currentIndexChanged, this, &RunForm::changed);
    setTextStyle({m_command, m_workerCounts, m_folder, m_repeats, m_launcher}, TextStyle::Label);
    followTheme(this, [this] {  // the list is wide enough to show the reasons in full
        m_launcher->view()->setMinimumWidth(m_launcher->view()->sizeHintForColumn(0) + Theme::spacing(6));
    });
}

void RunForm::addRow(QWidget* row)
{
    m_column->insertWidget(2, row);
}

Launcher RunForm::chosenLauncher() const
{
    return m_launchers.at(static_cast<std::size_t>(std::max(0, m_launcher->currentIndex())));
}

void RunForm::focusCommand()
{
    if (m_folder->text().isEmpty())
        m_folder->setText(m_document.hasFile() ? QFileInfo(m_document.path()).absolutePath() : QDir::homePath());
    m_command->setFocus(Qt::OtherFocusReason);
}

std::optional<RunForm::RunRequest> RunForm::readRequest(const FieldErrorHandler& refuse) const
{
    const auto reject = [&](QWidget* field, const QString& reason) {
        if (refuse)
            refuse(field, reason);
        return std::nullopt;
    };
    Result<std::vector<std::string>> words = splitShellWords(m_command->text().toStdString());
    if (!words)
        return reject(m_command, errorText(words.error()));
    Result<std::vector<int>> counts = parseWorkerCounts(m_workerCounts->text().toStdString(), maximumRunProcesses);
    if (!counts)
        return reject(m_workerCounts, errorText(counts.error()));
    const QString folder = expandHomeFolder(m_folder->text());
    if (!QFileInfo(folder).isDir())
        return reject(m_folder, tr("There is no folder %1.").arg(folder));
    return RunRequest{.commandWords = *std::move(words),
                      .workerCounts = *std::move(counts),
                      .repeats = m_repeats->value(),
                      .launcher = chosenLauncher(),
                      .workingFolder = QFile::encodeName(folder).toStdString()};
}

RunFormCard::RunFormCard(Document& document, Job& job, const Texts& texts, std::vector<Launcher> launchers, int repeats,
                         QWidget* parent)
    : Card(parent),
      m_job(job),
      m_activityForm(texts.activity),
      m_setupPane(new QWidget(this)),
      m_form(new RunForm(document, std::move(launchers), repeats, m_setupPane)),
      m_startButton(createPrimaryButton(texts.start, m_setupPane)),
      m_closeButton(createQuietButton(tr("Close"), m_setupPane)),
      m_buttonRow(new QHBoxLayout),
      m_progressPane(new QWidget(this)),
      m_progressBar(new ProgressBar(texts.progressName, m_progressPane)),
      m_activityText(new Text(TextStyle::Label, ColorRole::SoftInk, false, m_progressPane)),
      m_stopButton(createQuietButton(texts.stop, m_progressPane)),
      m_messageText(createWarning(TextStyle::Label, this))
{
    setAccessibleName(texts.title);
    auto* explanation = createParagraph(TextStyle::Label, ColorRole::SoftInk, m_setupPane, false, texts.explanation);
    m_closeButton->setAccessibleName(texts.closeName);
    m_stopButton->setAccessibleName(texts.stopName);
    m_activityText->setElided(true);

    m_buttonRow->setSpacing(Theme::spacing(3));
    addItems(*m_buttonRow, {m_startButton, m_closeButton, Stretch{}});
    createBox<QVBoxLayout>(m_setupPane, Theme::spacing(2), {explanation, m_form, m_buttonRow});
    auto* activityRow = createBox<QHBoxLayout>(nullptr, -1, {{m_activityText, 1}, m_stopButton});
    createBox<QVBoxLayout>(m_progressPane, Theme::spacing(1), {m_progressBar, activityRow});
    createBox<QVBoxLayout>(this, Theme::spacing(2),
                           {new Text(texts.title, TextStyle::CardTitle, ColorRole::Ink, true, this), m_setupPane,
                            m_progressPane, m_messageText},
                           Theme::margins(4, 3, 4, 4));

    connect(m_startButton, &QPushButton::clicked, this, [this] { start(); });
    connect(m_form, &RunForm::commandEntered, this, [this] { start(); });
    connect(m_closeButton, &QPushButton::clicked, this, &RunFormCard::closeRequested);
    connect(m_stopButton, &QPushButton::clicked, &m_job, &Job::cancel);
    connect(&m_job, &Job::changed, this, &RunFormCard::showProgress);
    showProgress();
}

void RunFormCard::showProgress()
{
    const bool running = m_job.isRunning();
    const bool hadFocus = m_startButton->hasFocus() || m_stopButton->hasFocus() || m_form->commandEdit()->hasFocus();
    m_progressPane->setVisible(running);
    m_setupPane->setVisible(!running);  // so that what grows below is visible
    m_progressBar->setFraction(m_job.progress());
    m_activityText->setText(m_job.isStopping() ? tr("Stopping …") : m_activityForm.arg(m_job.activity()));
    QStringList lines{m_job.problem()};
    lines << m_job.warnings();
    lines.removeAll(QString());
    if (running || !lines.isEmpty())
        showMessage(lines.join(QLatin1Char('\n')));
    if (hadFocus)  // the focus moves along with the action
        (running ? m_stopButton : m_startButton)->setFocus(Qt::OtherFocusReason);
}

void RunFormCard::showMessage(const QString& text)
{
    m_messageText->showText(text);
}

void RunFormCard::refuse(QWidget* field, const QString& reason)
{
    showMessage(reason);
    field->setFocus(Qt::OtherFocusReason);
}

bool RunFormCard::isCountConfirmed(const LadderRunOptions& options)
{
    const QString command = m_form->commandEdit()->text();
    const std::string warning = missingCountWarning(options);
    if (warning.empty() || m_commandWithoutCount == command)
        return true;
    m_commandWithoutCount = command;
    refuse(m_form->commandEdit(), tr("%1. If it does, press the button again.").arg(sentenceCase(toQString(warning))));
    return false;
}

QString RunFormCard::message() const
{
    return m_messageText->text();
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/run_form.h"

#include <QAbstractItemView>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/process/command.h"
#include "core/base/quantity/worker_counts.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/runs/ladder_run.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/document/document.h"
#include "ui/document/typed_folder.h"
#include "ui/theme/widgets.h"
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
      m_column(new QVBoxLayout(this))
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
    auto* countsRow = new QHBoxLayout;
    countsRow->setSpacing(Theme::spacing(2));
    countsRow->addWidget(label(tr("p")));
    countsRow->addWidget(m_workerCounts, 1);
    countsRow->addWidget(m_repeats);
    countsRow->addWidget(label(tr("runs of each, started by")));
    countsRow->addWidget(m_launcher);
    auto* folderRow = new QHBoxLayout;
    folderRow->setSpacing(Theme::spacing(2));
    folderRow->addWidget(label(tr("in")));
    folderRow->addWidget(m_folder, 1);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(Theme::spacing(2));
    m_column->addWidget(m_command);
    m_column->addLayout(countsRow);
    m_column->addLayout(folderRow);

    connect(m_command, &QLineEdit::returnPressed, this, &RunForm::commandEntered);
    for (const QLineEdit* field : {m_command, m_workerCounts, m_folder})
        connect(field, &QLineEdit::textChanged, this, &RunForm::changed);
    connect(m_repeats, &QSpinBox::valueChanged, this, &RunForm::changed);
    connect(m_launcher, &QComboBox::currentIndexChanged, this, &RunForm::changed);
    connect(&Theme::instance(), &Theme::changed, this, &RunForm::restyle);
    restyle();
}

void RunForm::addRow(QWidget* row)
{
    m_column->insertWidget(2, row);
}

Launcher RunForm::chosenLauncher() const
{
    return m_launchers.at(static_cast<std::size_t>(std::max(0, m_launcher->currentIndex())));
}

void RunForm::restyle()
{
    for (QWidget* control : std::initializer_list<QWidget*>{m_command, m_workerCounts, m_folder, m_repeats, m_launcher})
        control->setFont(Theme::instance().font(TextStyle::Label));
    // Make the list wide enough to show the reasons in full.
    m_launcher->view()->setMinimumWidth(m_launcher->view()->sizeHintForColumn(0) + Theme::spacing(6));
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

}  // namespace scalewright::ui

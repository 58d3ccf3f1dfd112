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
#include "ui/controls/quiet_combo.h"
#include "ui/document/document.h"
#include "ui/document/typed_folder.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

/// 1, 2, 4, … as far as this machine's cores go, at least to 4: more processes than cores are warned of.
QString countsHere()
{
    QStringList counts;
    const int most = std::max(4, readMachineFacts().cores);
    for (int p = 1; p <= most; p *= 2)
        counts << QString::number(p);
    return counts.join(QLatin1Char(','));
}

QString launcherText(Launcher launcher)
{
    switch (launcher) {
    case Launcher::Mpirun: return RunForm::tr("mpirun");
    case Launcher::Torchrun: return RunForm::tr("torchrun");
    case Launcher::Slurm: return RunForm::tr("jobs of Slurm");
    default: return RunForm::tr("the command itself");
    }
}

}  // namespace

RunForm::RunForm(Document& document, std::vector<Launcher> launchers, int repeats, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_launchers(std::move(launchers)),
      m_command(new QLineEdit(this)),
      m_counts(new QLineEdit(countsHere(), this)),
      m_folder(new QLineEdit(this)),
      m_repeats(new QuietSpinBox(this)),
      m_launcher(new QuietCombo(this)),
      m_column(new QVBoxLayout(this))
{
    m_command->setAccessibleName(tr("command to run"));
    m_command->setPlaceholderText(tr("./train --workers {p}"));
    m_counts->setAccessibleName(tr("worker counts"));
    m_counts->setToolTip(tr("1,2,8, or 1..64 (doubling), or 1-16 (every one)"));
    m_folder->setAccessibleName(tr("folder in which the command starts"));
    m_repeats->setAccessibleName(tr("runs of each p"));
    m_repeats->setRange(1, mostRepeats);
    m_repeats->setValue(repeats);
    m_launcher->setAccessibleName(tr("what starts the processes"));
    for (std::size_t i = 0; i < m_launchers.size(); ++i) {
        const int row = static_cast<int>(i);
        m_launcher->addItem(launcherText(m_launchers[i]));
        if (const Result<void> there = launcherIsThere(m_launchers[i]); !there) {
            m_launcher->setItemText(
                row, tr("%1: %2").arg(m_launcher->itemText(row), qt(there.error().problems.front().message)));
            m_launcher->setItemData(row, said(there.error()), Qt::ToolTipRole);
            qobject_cast<QStandardItemModel*>(m_launcher->model())->item(row)->setEnabled(false);
        }
    }
    m_launcher->setSizeAdjustPolicy(
        QComboBox::AdjustToMinimumContentsLengthWithIcon);  // the reasons are long, and stand in the list
    m_launcher->setMinimumContentsLength(static_cast<int>(m_launcher->itemText(0).size()));

    const auto label = [this](const QString& text) {
        return new Text(text, TextStyle::Label, Role::Soft, false, this);
    };
    auto* many = new QHBoxLayout;
    many->setSpacing(Theme::space(2));
    many->addWidget(label(tr("p")));
    many->addWidget(m_counts, 1);
    many->addWidget(m_repeats);
    many->addWidget(label(tr("runs of each, started by")));
    many->addWidget(m_launcher);
    auto* where = new QHBoxLayout;
    where->setSpacing(Theme::space(2));
    where->addWidget(label(tr("in")));
    where->addWidget(m_folder, 1);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(Theme::space(2));
    m_column->addWidget(m_command);
    m_column->addLayout(many);
    m_column->addLayout(where);

    connect(m_command, &QLineEdit::returnPressed, this, &RunForm::entered);
    for (const QLineEdit* field : {m_command, m_counts, m_folder})
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
    for (QWidget* each : std::initializer_list<QWidget*>{m_command, m_counts, m_folder, m_repeats, m_launcher})
        each->setFont(Theme::instance().font(TextStyle::Label));
    m_launcher->view()->setMinimumWidth(m_launcher->view()->sizeHintForColumn(0) + Theme::space(6));  // reasons whole
}

void RunForm::takeFocus()
{
    if (m_folder->text().isEmpty())
        m_folder->setText(m_document.hasFile() ? QFileInfo(m_document.path()).absolutePath() : QDir::homePath());
    m_command->setFocus(Qt::OtherFocusReason);
}

std::optional<RunForm::Order> RunForm::read(const Refuse& refuse) const
{
    const auto no = [&](QWidget* field, const QString& why) {
        if (refuse)
            refuse(field, why);
        return std::nullopt;
    };
    Result<std::vector<std::string>> words = shellWords(m_command->text().toStdString());
    if (!words)
        return no(m_command, said(words.error()));
    Result<std::vector<int>> counts = parseWorkerCounts(m_counts->text().toStdString(), mostProcesses);
    if (!counts)
        return no(m_counts, said(counts.error()));
    const QString folder = typedFolder(m_folder->text());
    if (!QFileInfo(folder).isDir())
        return no(m_folder, tr("There is no folder %1.").arg(folder));
    return Order{.words = *std::move(words),
                 .p = *std::move(counts),
                 .repeats = m_repeats->value(),
                 .launcher = chosenLauncher(),
                 .folder = QFile::encodeName(folder).toStdString()};
}

}  // namespace scalewright::ui

#include "ui/measure/run_card.h"

#include <QAbstractItemView>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

#include "core/probes/machine_facts.h"
#include "core/process/command.h"
#include "core/quantity/worker_counts.h"
#include "ui/controls/progress_bar.h"
#include "ui/controls/quiet_combo.h"
#include "ui/document/typed_folder.h"
#include "ui/measure/ladder_run.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

constexpr std::array launchers{Launcher::None, Launcher::Mpirun, Launcher::Torchrun, Launcher::Slurm};

/// 1, 2, 4, … as far as this machine's cores go, at least to 4: more processes than cores are warned of.
QString countsHere()
{
    QStringList counts;
    const int most = std::max(4, readMachineFacts().cores);
    for (int p = 1; p <= most; p *= 2)
        counts << QString::number(p);
    return counts.join(QLatin1Char(','));
}

/// A ladder of jobs needs a file that the nodes see: "ladder-train.csv", "ladder-train-2.csv", …
QString freeName(const QDir& folder, const QString& program)
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
      m_form(new QWidget(this)),
      m_command(new QLineEdit(this)),
      m_counts(new QLineEdit(countsHere(), this)),
      m_folder(new QLineEdit(this)),
      m_repeats(new QuietSpinBox(this)),
      m_launcher(new QuietCombo(this)),
      m_slurm(new QWidget(this)),
      m_perNode(new QuietSpinBox(m_slurm)),
      m_sbatch(new QLineEdit(m_slurm)),
      m_run(primaryButton(tr("Run"), this)),
      m_anew(quietButton(tr("Start anew"), this)),
      m_close(quietButton(tr("Close"), this)),
      m_progress(new QWidget(this)),
      m_bar(new ProgressBar(tr("progress of the ladder"), m_progress)),
      m_doing(new Text(TextStyle::Label, Role::Soft, false, m_progress)),
      m_cancel(quietButton(tr("Cancel"), m_progress)),
      m_message(new Text(TextStyle::Label, Role::Ink, false, this))
{
    auto* title = new Text(tr("Measure a ladder on this machine"), TextStyle::CardTitle, Role::Ink, true, this);
    setAccessibleName(title->text());
    auto* how = new Text(tr("Each p is run several times, in an order drawn anew. {p} in the command is the count, or "
                            "a launcher starts that many processes. A line that the "
                            "program prints, scalewright: comp=1.2 comm=0.3 idle=0.1, gives the run its parts, or "
                            "Chrome traces that it leaves in $SCALEWRIGHT_TRACE_DIR."),
                         TextStyle::Label, Role::Soft, false, this);
    how->setWordWrap(true);
    m_command->setAccessibleName(tr("command to run"));
    m_command->setPlaceholderText(tr("./train --workers {p}"));
    m_counts->setAccessibleName(tr("worker counts"));
    m_counts->setToolTip(tr("1,2,8, or 1..64 (doubling), or 1-16 (every one)"));
    m_folder->setAccessibleName(tr("folder in which the command starts"));
    m_repeats->setAccessibleName(tr("runs of each p"));
    m_repeats->setRange(1, mostRepeats);
    m_repeats->setValue(5);
    m_launcher->setAccessibleName(tr("what starts the processes"));
    m_launcher->addItems({tr("the command itself"), tr("mpirun"), tr("torchrun"), tr("jobs of Slurm")});
    for (std::size_t i = 0; i < launchers.size(); ++i)
        if (const Result<void> there = launcherIsThere(launchers[i]); !there) {
            const int row = static_cast<int>(i);
            m_launcher->setItemText(
                row, tr("%1: %2").arg(m_launcher->itemText(row), qt(there.error().problems.front().message)));
            m_launcher->setItemData(row, said(there.error()), Qt::ToolTipRole);
            qobject_cast<QStandardItemModel*>(m_launcher->model())->item(row)->setEnabled(false);
        }
    m_launcher->setSizeAdjustPolicy(
        QComboBox::AdjustToMinimumContentsLengthWithIcon);  // the reasons are long, and stand in the list
    m_launcher->setMinimumContentsLength(static_cast<int>(m_launcher->itemText(0).size()));
    m_sbatch->setAccessibleName(tr("options of sbatch"));
    m_sbatch->setPlaceholderText(tr("--partition=short --time=10"));
    m_perNode->setAccessibleName(tr("workers of one node"));
    m_perNode->setRange(1, mostProcesses);
    m_anew->setAccessibleName(tr("Start the ladder anew"));
    m_close->setAccessibleName(tr("Close the card that measures a ladder"));
    m_cancel->setAccessibleName(tr("Cancel the ladder"));
    m_doing->setElided(true);
    m_message->setWordWrap(true);
    m_message->setMark(Role::Warning);
    m_message->hide();

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
    auto* slurm = new QHBoxLayout(m_slurm);
    slurm->setContentsMargins(0, 0, 0, 0);
    slurm->setSpacing(Theme::space(2));
    slurm->addWidget(m_perNode);
    slurm->addWidget(label(tr("workers a node; for sbatch")));
    slurm->addWidget(m_sbatch, 1);
    m_slurm->hide();
    auto* where = new QHBoxLayout;
    where->setSpacing(Theme::space(2));
    where->addWidget(label(tr("in")));
    where->addWidget(m_folder, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(Theme::space(3));
    buttons->addWidget(m_run);
    buttons->addWidget(m_anew);
    buttons->addWidget(m_close);
    buttons->addStretch();
    auto* words = new QHBoxLayout;
    words->addWidget(m_doing, 1);
    words->addWidget(m_cancel);
    auto* progress = new QVBoxLayout(m_progress);
    progress->setContentsMargins(0, 0, 0, 0);
    progress->setSpacing(Theme::space(1));
    progress->addWidget(m_bar);
    progress->addLayout(words);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    auto* form = new QVBoxLayout(m_form);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(Theme::space(2));
    form->addWidget(how);
    form->addWidget(m_command);
    form->addLayout(many);
    form->addWidget(m_slurm);
    form->addLayout(where);
    form->addLayout(buttons);
    column->addWidget(title);
    column->addWidget(m_form);
    column->addWidget(m_progress);
    column->addWidget(m_message);

    connect(m_launcher, &QComboBox::currentIndexChanged, this,
            [this] { m_slurm->setVisible(chosenLauncher() == Launcher::Slurm); });
    connect(m_run, &QPushButton::clicked, this, &RunCard::run);
    connect(m_command, &QLineEdit::returnPressed, this, &RunCard::run);
    connect(m_anew, &QPushButton::clicked, this, [this] { start(true); });
    for (const QLineEdit* field : {m_command, m_counts, m_folder})
        connect(field, &QLineEdit::textChanged, this, &RunCard::showWhatRunDoes);
    connect(m_repeats, &QSpinBox::valueChanged, this, &RunCard::showWhatRunDoes);
    connect(m_launcher, &QComboBox::currentIndexChanged, this, &RunCard::showWhatRunDoes);
    connect(&m_document, &Document::changed, this, &RunCard::showWhatRunDoes);
    connect(m_cancel, &QPushButton::clicked, &m_ladderRun, &LadderRun::cancel);
    connect(m_close, &QPushButton::clicked, this, &RunCard::closed);
    connect(&m_ladderRun, &LadderRun::changed, this, &RunCard::showRun);
    connect(&Theme::instance(), &Theme::changed, this, &RunCard::restyle);
    restyle();
    showRun();
}

Launcher RunCard::chosenLauncher() const
{
    return launchers.at(static_cast<std::size_t>(std::max(0, m_launcher->currentIndex())));
}

void RunCard::restyle()
{
    for (QWidget* each :
         {static_cast<QWidget*>(m_command), static_cast<QWidget*>(m_counts), static_cast<QWidget*>(m_folder),
          static_cast<QWidget*>(m_repeats), static_cast<QWidget*>(m_launcher), static_cast<QWidget*>(m_perNode),
          static_cast<QWidget*>(m_sbatch)})
        each->setFont(Theme::instance().font(TextStyle::Label));
    m_launcher->view()->setMinimumWidth(m_launcher->view()->sizeHintForColumn(0) + Theme::space(6));  // reasons whole
}

void RunCard::takeFocus()
{
    if (m_folder->text().isEmpty())
        m_folder->setText(m_document.hasFile() ? QFileInfo(m_document.path()).absolutePath() : QDir::homePath());
    showWhatRunDoes();
    m_command->setFocus(Qt::OtherFocusReason);
}

void RunCard::refuse(QWidget* field, const QString& why)
{
    say(why);
    field->setFocus(Qt::OtherFocusReason);
}

std::optional<LadderRunOptions> RunCard::options(bool refused)
{
    const auto no = [&](QWidget* field, const QString& why) {
        if (refused)
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
    Result<std::vector<std::string>> forSbatch;
    if (!m_sbatch->text().trimmed().isEmpty())  // no words are no command
        forSbatch = shellWords(m_sbatch->text().toStdString());
    if (!forSbatch && chosenLauncher() == Launcher::Slurm)
        return no(m_sbatch, said(forSbatch.error()));
    LadderRunOptions options{.p = *std::move(counts),
                             .repeats = m_repeats->value(),
                             .launcher = chosenLauncher(),
                             .words = *std::move(words),
                             .folder = QFile::encodeName(folder).toStdString()};
    if (options.launcher == Launcher::Slurm)
        options.slurm = {.workersPerNode = m_perNode->value(), .submit = *std::move(forSbatch)};
    return options;
}

void RunCard::run()
{
    start(false);
}

void RunCard::start(bool anew)
{
    if (m_ladderRun.isRunning())
        return;
    std::optional<LadderRunOptions> wanted = options(true);
    if (!wanted)
        return;
    if (const std::string unnamed = countUnnamed(*wanted); !unnamed.empty() && m_unnamed != m_command->text()) {
        m_unnamed = m_command->text();
        refuse(m_command, tr("%1. Press Run once more if it does.").arg(sentenceCase(qt(unnamed))));
        return;
    }
    say({});
    if (!anew && m_ladderRun.runsBefore(*wanted) > 0) {
        m_ladderRun.goOn(*std::move(wanted));
        return;
    }
    if (wanted->launcher == Launcher::Slurm)
        wanted->file = QFile::encodeName(freeName(QDir(QFile::decodeName(wanted->folder.c_str())),
                                                  QFileInfo(QString::fromStdString(wanted->words.front())).fileName()))
                           .toStdString();
    m_ladderRun.start(*std::move(wanted));
}

void RunCard::showWhatRunDoes()
{
    if (isHidden() || m_ladderRun.isRunning())
        return;
    const std::optional<LadderRunOptions> wanted = options(false);
    const std::size_t before = wanted ? m_ladderRun.runsBefore(*wanted) : 0;
    m_run->setText(before > 0 ? tr("Go on: %1 of %2 runs are there")
                                    .arg(before)
                                    .arg(wanted->p.size() * static_cast<std::size_t>(wanted->repeats))
                              : tr("Run"));
    m_anew->setVisible(before > 0);
}

void RunCard::showRun()
{
    const bool running = m_ladderRun.isRunning();
    const bool hadFocus = m_run->hasFocus() || m_cancel->hasFocus() || m_command->hasFocus();
    m_progress->setVisible(running);
    m_form->setVisible(!running);  // the ladder that grows below comes into sight
    showWhatRunDoes();
    m_bar->setShare(m_ladderRun.share());
    m_doing->setText(m_ladderRun.isStopping() ? tr("Stopping …") : tr("Running: %1").arg(m_ladderRun.doing()));
    QStringList lines{m_ladderRun.problem()};
    lines << m_ladderRun.warnings();
    lines.removeAll(QString());
    if (running || !lines.isEmpty())
        say(lines.join(QLatin1Char('\n')));
    if (hadFocus)  // the keyboard stays with the action
        (running ? m_cancel : m_run)->setFocus(Qt::OtherFocusReason);
}

void RunCard::say(const QString& text)
{
    m_message->setText(text);
    m_message->setVisible(!text.isEmpty());
}

}  // namespace scalewright::ui

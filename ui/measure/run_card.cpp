#include "ui/measure/run_card.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include "core/base/process/command.h"
#include "ui/controls/progress_bar.h"
#include "ui/controls/quiet_combo.h"
#include "ui/measure/ladder_run.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

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
      m_whole(new QWidget(this)),
      m_form(
          new RunForm(document, {Launcher::None, Launcher::Mpirun, Launcher::Torchrun, Launcher::Slurm}, 5, m_whole)),
      m_slurm(new QWidget(m_form)),
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
    auto* slurm = new QHBoxLayout(m_slurm);
    slurm->setContentsMargins(0, 0, 0, 0);
    slurm->setSpacing(Theme::space(2));
    slurm->addWidget(m_perNode);
    slurm->addWidget(label(tr("workers a node; for sbatch")));
    slurm->addWidget(m_sbatch, 1);
    m_slurm->hide();
    m_form->addRow(m_slurm);
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
    auto* whole = new QVBoxLayout(m_whole);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(Theme::space(2));
    whole->addWidget(how);
    whole->addWidget(m_form);
    whole->addLayout(buttons);
    column->addWidget(title);
    column->addWidget(m_whole);
    column->addWidget(m_progress);
    column->addWidget(m_message);

    connect(m_form, &RunForm::changed, this, [this] {
        m_slurm->setVisible(m_form->chosenLauncher() == Launcher::Slurm);
        showWhatRunDoes();
    });
    connect(m_run, &QPushButton::clicked, this, &RunCard::run);
    connect(m_form, &RunForm::entered, this, &RunCard::run);
    connect(m_anew, &QPushButton::clicked, this, [this] { start(true); });
    connect(&m_document, &Document::changed, this, &RunCard::showWhatRunDoes);
    connect(m_cancel, &QPushButton::clicked, &m_ladderRun, &LadderRun::cancel);
    connect(m_close, &QPushButton::clicked, this, &RunCard::closed);
    connect(&m_ladderRun, &LadderRun::changed, this, &RunCard::showRun);
    connect(&Theme::instance(), &Theme::changed, this, &RunCard::restyle);
    restyle();
    showRun();
}

void RunCard::restyle()
{
    for (QWidget* each : {static_cast<QWidget*>(m_perNode), static_cast<QWidget*>(m_sbatch)})
        each->setFont(Theme::instance().font(TextStyle::Label));
}

void RunCard::takeFocus()
{
    m_form->takeFocus();
    showWhatRunDoes();
}

void RunCard::refuse(QWidget* field, const QString& why)
{
    say(why);
    field->setFocus(Qt::OtherFocusReason);
}

std::optional<LadderRunOptions> RunCard::options(bool refused)
{
    const RunForm::Refuse no = [&](QWidget* field, const QString& why) {
        if (refused)
            refuse(field, why);
    };
    std::optional<RunForm::Order> order = m_form->read(no);
    if (!order)
        return std::nullopt;
    Result<std::vector<std::string>> forSbatch;
    if (!m_sbatch->text().trimmed().isEmpty())  // no words are no command
        forSbatch = shellWords(m_sbatch->text().toStdString());
    if (!forSbatch && order->launcher == Launcher::Slurm) {
        no(m_sbatch, said(forSbatch.error()));
        return std::nullopt;
    }
    LadderRunOptions options{.p = std::move(order->p),
                             .repeats = order->repeats,
                             .launcher = order->launcher,
                             .words = std::move(order->words),
                             .folder = std::move(order->folder)};
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
    if (const std::string unnamed = countUnnamed(*wanted); !unnamed.empty() && m_unnamed != command()->text()) {
        m_unnamed = command()->text();
        refuse(command(), tr("%1. Press Run once more if it does.").arg(sentenceCase(qt(unnamed))));
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
    const bool hadFocus = m_run->hasFocus() || m_cancel->hasFocus() || command()->hasFocus();
    m_progress->setVisible(running);
    m_whole->setVisible(!running);  // the ladder that grows below comes into sight
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

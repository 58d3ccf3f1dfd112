#include "ui/baseline/program_panel.h"

#include <QDir>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextOption>
#include <QVBoxLayout>

#include "core/base/process/command.h"
#include "ui/baseline/program_run.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/progress_bar.h"
#include "ui/document/typed_folder.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

ProgramPanel::ProgramPanel(Document& document, ProgramRun& program, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_program(program),
      m_command(new QLineEdit(this)),
      m_folder(new QLineEdit(this)),
      m_run(quietButton(tr("Run it"), this)),
      m_cancel(quietButton(tr("Cancel"), this)),
      m_bar(new ProgressBar(tr("the program runs"), this)),
      m_output(new QPlainTextEdit(this)),
      m_message(new Text(TextStyle::Label, Role::Ink, false, this))
{
    auto* how = new Text(tr("One run of your program, such as one training step: its time, processor time, peak memory "
                            "and what it reads and writes become the workload’s step."),
                         TextStyle::Label, Role::Soft, false, this);
    how->setWordWrap(true);
    m_command->setAccessibleName(tr("command of the program to measure"));
    m_command->setPlaceholderText(tr("./train --steps 1"));
    m_folder->setAccessibleName(tr("folder in which the program starts"));
    m_folder->setPlaceholderText(tr("the project’s folder, else your own"));
    m_run->setAccessibleName(tr("Run the program and measure it"));
    m_cancel->setAccessibleName(tr("Cancel the program"));
    m_bar->setRange(0, 0);  // how long it takes, nobody knows
    m_output->setAccessibleName(tr("what the program prints"));
    m_output->setReadOnly(true);
    m_output->setTabChangesFocus(true);
    m_output->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);  // an error's end is what it says
    m_message->setWordWrap(true);
    m_message->hide();
    m_output->hide();

    auto* where = new QHBoxLayout;
    where->setSpacing(Theme::space(2));
    where->addWidget(new Text(tr("in"), TextStyle::Label, Role::Soft, false, this));
    where->addWidget(m_folder, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(2));
    column->addWidget(how);
    column->addWidget(m_command);
    column->addLayout(where);
    column->addLayout(wordsInLine({m_run, m_cancel}));
    column->addWidget(m_bar);
    column->addWidget(m_output);
    column->addWidget(m_message);

    connect(m_run, &QPushButton::clicked, this, &ProgramPanel::run);
    connect(m_command, &QLineEdit::returnPressed, this, &ProgramPanel::run);
    connect(m_folder, &QLineEdit::returnPressed, this, &ProgramPanel::run);
    connect(m_cancel, &QPushButton::clicked, &m_program, &ProgramRun::cancel);
    connect(&m_program, &ProgramRun::changed, this, &ProgramPanel::showRun);
    connect(&Theme::instance(), &Theme::changed, this, &ProgramPanel::restyle);
    restyle();
    showRun();
}

void ProgramPanel::restyle()
{
    const QFont font = Theme::instance().font(TextStyle::Label);
    for (QWidget* each : {m_command, m_folder})
        each->setFont(font);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPixelSize(font.pixelSize());
    m_output->setFont(fixed);
    m_output->setFixedHeight(QFontMetrics(fixed).lineSpacing() * 6 + Theme::space(4));
}

void ProgramPanel::takeFocus()
{
    m_command->setFocus(Qt::OtherFocusReason);
}

void ProgramPanel::run()
{
    if (m_program.isRunning())
        return;
    const auto refuse = [this](QWidget* field, const QString& why) {
        say(why, true);
        field->setFocus(Qt::OtherFocusReason);
    };
    Result<std::vector<std::string>> words = shellWords(m_command->text().toStdString());
    if (!words)
        return refuse(m_command, said(words.error()));
    const QString typed = typedFolder(m_folder->text());
    const QString folder = !typed.isEmpty()       ? typed
                           : m_document.hasFile() ? QFileInfo(m_document.path()).absolutePath()
                                                  : QDir::homePath();
    if (!QFileInfo(folder).isDir())
        return refuse(m_folder, tr("There is no folder %1.").arg(folder));
    m_program.start(*std::move(words), folder);
}

void ProgramPanel::showRun()
{
    const bool running = m_program.isRunning();
    const bool hadFocus = m_run->hasFocus() || m_cancel->hasFocus() || m_command->hasFocus();
    m_run->setEnabled(!running);
    m_cancel->setVisible(running);
    m_cancel->setEnabled(!m_program.isStopping());
    m_bar->setVisible(running);
    const QString printed = m_program.output();
    if (printed != m_output->toPlainText()) {
        m_output->setPlainText(printed);
        m_output->verticalScrollBar()->setValue(m_output->verticalScrollBar()->maximum());
    }
    m_output->setVisible(!printed.isEmpty());
    QStringList lines{m_program.problem(), m_program.summary()};
    lines << m_program.warnings();
    lines.removeAll(QString());
    if (running || !lines.isEmpty())
        say(lines.join(QLatin1Char('\n')), !m_program.problem().isEmpty() || !m_program.warnings().isEmpty());
    m_saysTaken = !running && !m_program.summary().isEmpty();
    refresh();
    if (hadFocus)
        (running ? m_cancel : m_run)->setFocus(Qt::OtherFocusReason);
}

void ProgramPanel::refresh()
{
    if (m_saysTaken)
        m_message->setVisible(m_program.isTaken());
}

QString ProgramPanel::message() const
{
    return m_message->isHidden() ? QString() : m_message->text();
}

QString ProgramPanel::shownOutput() const
{
    return m_output->toPlainText();
}

void ProgramPanel::say(const QString& text, bool problem)
{
    m_saysTaken = false;
    m_message->setText(text);
    m_message->setMark(problem ? Role::Warning : Role::Hairline);
    m_message->setVisible(!text.isEmpty());
}

}  // namespace scalewright::ui

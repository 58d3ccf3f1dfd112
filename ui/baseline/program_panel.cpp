// SPDX-License-Identifier: GPL-3.0-or-later
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
      m_commandEdit(new QLineEdit(this)),
      m_folderEdit(new QLineEdit(this)),
      m_runButton(createQuietButton(tr("Run"), this)),
      m_cancelButton(createQuietButton(tr("Cancel"), this)),
      m_progressBar(new ProgressBar(tr("running the program"), this)),
      m_outputView(new QPlainTextEdit(this)),
      m_messageText(new Text(TextStyle::Label, ColorRole::Ink, false, this))
{
    auto* explanation = new Text(tr("One run of your program, such as one training step. Its time, processor time, "
                                    "peak memory, reads and writes become the workload’s step."),
                                 TextStyle::Label, ColorRole::SoftInk, false, this);
    explanation->setWordWrap(true);
    m_commandEdit->setAccessibleName(tr("command of the program to measure"));
    m_commandEdit->setPlaceholderText(tr("./train --steps 1"));
    m_folderEdit->setAccessibleName(tr("working folder of the program"));
    m_folderEdit->setPlaceholderText(tr("the project’s folder, otherwise your home folder"));
    m_runButton->setAccessibleName(tr("Run the program and measure it"));
    m_cancelButton->setAccessibleName(tr("Cancel the program"));
    m_progressBar->setRange(0, 0);  // busy indicator: the duration is unknown
    m_outputView->setAccessibleName(tr("output of the program"));
    m_outputView->setReadOnly(true);
    m_outputView->setTabChangesFocus(true);
    // Wrap long words too: the end of an error line is the important part.
    m_outputView->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_messageText->setWordWrap(true);
    m_messageText->hide();
    m_outputView->hide();

    auto* folderRow = new QHBoxLayout;
    folderRow->setSpacing(Theme::spacing(2));
    folderRow->addWidget(new Text(tr("in"), TextStyle::Label, ColorRole::SoftInk, false, this));
    folderRow->addWidget(m_folderEdit, 1);
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(2));
    column->addWidget(explanation);
    column->addWidget(m_commandEdit);
    column->addLayout(folderRow);
    column->addLayout(createButtonRow({m_runButton, m_cancelButton}));
    column->addWidget(m_progressBar);
    column->addWidget(m_outputView);
    column->addWidget(m_messageText);

    connect(m_runButton, &QPushButton::clicked, this, &ProgramPanel::run);
    connect(m_commandEdit, &QLineEdit::returnPressed, this, &ProgramPanel::run);
    connect(m_folderEdit, &QLineEdit::returnPressed, this, &ProgramPanel::run);
    connect(m_cancelButton, &QPushButton::clicked, &m_program, &ProgramRun::cancel);
    connect(&m_program, &ProgramRun::changed, this, &ProgramPanel::showRunState);
    connect(&Theme::instance(), &Theme::changed, this, &ProgramPanel::restyle);
    restyle();
    showRunState();
}

void ProgramPanel::restyle()
{
    const QFont font = Theme::instance().font(TextStyle::Label);
    for (QWidget* each : {m_commandEdit, m_folderEdit})
        each->setFont(font);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPixelSize(font.pixelSize());
    m_outputView->setFont(fixed);
    m_outputView->setFixedHeight(QFontMetrics(fixed).lineSpacing() * 6 + Theme::spacing(4));
}

void ProgramPanel::takeFocus()
{
    m_commandEdit->setFocus(Qt::OtherFocusReason);
}

void ProgramPanel::run()
{
    if (m_program.isRunning())
        return;
    const auto refuse = [this](QWidget* field, const QString& reason) {
        showMessage(reason, true);
        field->setFocus(Qt::OtherFocusReason);
    };
    Result<std::vector<std::string>> words = splitShellWords(m_commandEdit->text().toStdString());
    if (!words)
        return refuse(m_commandEdit, errorText(words.error()));
    const QString typed = expandHomeFolder(m_folderEdit->text());
    const QString folder = !typed.isEmpty()       ? typed
                           : m_document.hasFile() ? QFileInfo(m_document.path()).absolutePath()
                                                  : QDir::homePath();
    if (!QFileInfo(folder).isDir())
        return refuse(m_folderEdit, tr("There is no folder %1.").arg(folder));
    m_program.start(*std::move(words), folder);
}

void ProgramPanel::showRunState()
{
    const bool running = m_program.isRunning();
    const bool hadFocus = m_runButton->hasFocus() || m_cancelButton->hasFocus() || m_commandEdit->hasFocus();
    m_runButton->setEnabled(!running);
    m_cancelButton->setVisible(running);
    m_cancelButton->setEnabled(!m_program.isStopping());
    m_progressBar->setVisible(running);
    const QString printed = m_program.output();
    if (printed != m_outputView->toPlainText()) {
        m_outputView->setPlainText(printed);
        m_outputView->verticalScrollBar()->setValue(m_outputView->verticalScrollBar()->maximum());
    }
    m_outputView->setVisible(!printed.isEmpty());
    QStringList lines{m_program.problem(), m_program.summary()};
    lines << m_program.warnings();
    lines.removeAll(QString());
    if (running || !lines.isEmpty())
        showMessage(lines.join(QLatin1Char('\n')), !m_program.problem().isEmpty() || !m_program.warnings().isEmpty());
    m_showsAppliedRun = !running && !m_program.summary().isEmpty();
    refresh();
    if (hadFocus)
        (running ? m_cancelButton : m_runButton)->setFocus(Qt::OtherFocusReason);
}

void ProgramPanel::refresh()
{
    if (m_showsAppliedRun)
        m_messageText->setVisible(m_program.isApplied());
}

QString ProgramPanel::message() const
{
    return m_messageText->isHidden() ? QString() : m_messageText->text();
}

QString ProgramPanel::outputText() const
{
    return m_outputView->toPlainText();
}

void ProgramPanel::showMessage(const QString& text, bool problem)
{
    m_showsAppliedRun = false;
    m_messageText->setText(text);
    m_messageText->setEdgeBar(problem ? ColorRole::Warning : ColorRole::Hairline);
    m_messageText->setVisible(!text.isEmpty());
}

}  // namespace scalewright::ui

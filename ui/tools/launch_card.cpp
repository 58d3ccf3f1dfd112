// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/launch_card.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabBar>

#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/design/tools/tool_table.h"
#include "core/output/answers/launch_files.h"
#include "core/output/answers/size.h"
#include "ui/controls/field_grid.h"
#include "ui/document/document.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

LaunchCard::LaunchCard(QWidget* parent) : Card(parent)
{
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(2), Theme::margins(4, 3, 4, 3));
    column->addWidget(new Text(tr("Start it"), TextStyle::CardTitle, ColorRole::Ink, true, this));
    m_lines = new QPlainTextEdit(this);
    m_lines->setAccessibleName(tr("launch lines"));
    m_lines->setReadOnly(true);
    m_lines->setTabChangesFocus(true);
    m_lines->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_lines);
    m_note = new Text(TextStyle::Small, ColorRole::SoftInk, false, this);
    m_note->setWordWrap(true);
    column->addWidget(m_note);
    column->addStretch();
    m_copyButton = createQuietButton(tr("Copy"), this);
    m_copyButton->setAccessibleName(tr("copy the launch lines"));
    m_scriptsButton = createQuietButton(tr("Scripts"), this);
    m_scriptsButton->setCheckable(true);
    m_scriptsButton->setToolTip(tr("The whole scripts for torchrun, Ray, Slurm, and the benchmark of the link"));
    m_scriptsButton->setAccessibleName(tr("show the launch scripts"));
    m_saveButton = createQuietButton(tr("Save all…"), this);
    m_saveButton->setAccessibleName(tr("save all launch files"));
    column->addLayout(createButtonRow({m_copyButton, m_scriptsButton, m_saveButton}));
    connect(m_copyButton, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_lines->toPlainText()); });
    connect(m_scriptsButton, &QPushButton::toggled, this, [this](bool isShown) {
        updateScripts();
        if (isShown)
            Q_EMIT scriptsShown();
    });
    connect(m_saveButton, &QPushButton::clicked, this, [this] { saveFiles(); });
    buildScriptsCard();
}

void LaunchCard::buildScriptsCard()
{
    auto* card = m_scriptsCard = new Card(this);
    auto* column = createBox<QVBoxLayout>(card, Theme::spacing(2), Theme::margins(4, 3, 4, 3));
    m_fileTabs = new QTabBar(card);
    m_fileTabs->setAccessibleName(tr("launch files"));
    m_fileTabs->setDrawBase(false);
    m_fileTabs->setExpanding(false);
    m_fileTabs->setUsesScrollButtons(false);
    auto* head = new QHBoxLayout;
    head->addWidget(m_fileTabs, 1);
    auto* copy = createQuietButton(tr("Copy"), card);
    copy->setAccessibleName(tr("copy the shown launch file"));
    head->addWidget(copy);
    column->addLayout(head);
    m_fileText = new QPlainTextEdit(card);
    m_fileText->setReadOnly(true);
    m_fileText->setTabChangesFocus(true);
    m_fileText->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_fileText->setAccessibleName(tr("content of the launch file"));
    m_fileText->setToolTip(tr("benchmark.sh writes timings.csv, which this window imports for alpha and bandwidth"));
    column->addWidget(m_fileText, 1);
    card->hide();
    connect(m_fileTabs, &QTabBar::currentChanged, this, [this] { showSelectedFile(); });
    connect(copy, &QPushButton::clicked, this, &LaunchCard::copyShownFile);
    const auto restyle = [this] {
        QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        fixed.setPixelSize(Theme::instance().font(TextStyle::Small).pixelSize());
        m_fileText->setFont(fixed);
        m_lines->setFont(fixed);
        constexpr int lines = 4;
        m_lines->setFixedHeight(lines * QFontMetrics(fixed).lineSpacing() + Theme::spacing(5));
        m_fileTabs->setFont(Theme::instance().font(TextStyle::Label));
        m_fileText->setMinimumHeight(16 * QFontMetrics(fixed).lineSpacing());
    };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
}

void LaunchCard::refresh(const Document& document, const Sizing* sizing)
{
    const Analysis& analysis = document.analysis();
    m_files.clear();
    QString note, commands;
    if (!analysis.plan || analysis.plan->shortfall) {
        note = analysis.plan ? sentenceCase(toQString(analysis.plan->reason)) : tr("No plan yet.");
    } else if (document.designErrorCount() > 0) {
        note = tr("Nothing to start until the design can run.");
    } else {
        const Project& project = document.project();
        const Result<ToolTable>& table = toolTable();
        const int workers = *workersToLaunch(sizing, analysis);
        const LaunchParameters terms =
            table && sizing ? launchParametersFor(toolsThatFit(*table, project, *sizing), project, workers)
                            : launchParametersOf(project, workers);
        if (Result<std::vector<LaunchFile>> files = launchFiles(terms)) {
            m_files = *std::move(files);
            commands = toQString(launchLine(terms)) + QStringLiteral("\nsbatch job.sbatch");
            for (const QString& option : {QStringLiteral("--rdzv_backend"), QStringLiteral("--rdzv_endpoint")})
                commands.replace(QLatin1Char(' ') + option, QStringLiteral(" \\\n  ") + option);
            note = terms.usesMpi        ? tr("replace ./program")
                   : terms.nodes() == 1 ? tr("replace train.py")
                                        : tr("replace train.py and HEAD");
            if (const std::string reason =
                    launchedWorkersReason(workers, analysis.plan->p, analysis.feasible.availableWorkers());
                !reason.empty())
                note = sentenceCase(toQString(reason)) + QStringLiteral(". ") + note;
            const ToolChoice tools = table ? toolsFor(*table, project) : ToolChoice{};
            if (!tools.launcher && !tools.unownedCollectives.empty()) {
                m_files.clear();
                commands.clear();
                note = tr("Table 41.5.1 has no launcher for this design: start its processes with your framework.");
            }
        } else {
            note = errorText(files.error());
        }
    }
    QStringList errors;
    for (const Finding& finding : document.findings())
        if (finding.severity == Severity::Error)
            errors << toQString(finding.text);
    m_note->setToolTip(errors.join(QLatin1Char('\n')));
    m_note->setText(note);
    const QSignalBlocker quiet(m_fileTabs);
    while (m_fileTabs->count() > static_cast<int>(m_files.size()))
        m_fileTabs->removeTab(m_fileTabs->count() - 1);
    for (int i = 0; i < static_cast<int>(m_files.size()); ++i) {
        const QString name = toQString(m_files[static_cast<std::size_t>(i)].name);
        if (i < m_fileTabs->count())
            m_fileTabs->setTabText(i, name);
        else
            m_fileTabs->addTab(name);
    }
    if (commands != m_lines->toPlainText())
        m_lines->setPlainText(commands);
    m_lines->setVisible(!commands.isEmpty());
    if (m_files.empty())
        m_scriptsButton->setChecked(false);
    for (QPushButton* button : {m_copyButton, m_saveButton})
        button->setVisible(!m_files.empty());
    updateScripts();
    showSelectedFile();
}

void LaunchCard::setRoomForScripts(bool hasRoom)
{
    m_hasRoomForScripts = hasRoom;
    updateScripts();
}

void LaunchCard::updateScripts()
{
    m_scriptsButton->setVisible(!m_files.empty() && !m_hasRoomForScripts);
    m_scriptsCard->setVisible(!m_files.empty() && (m_hasRoomForScripts || m_scriptsButton->isChecked()));
}

void LaunchCard::showSelectedFile()
{
    const int index = m_fileTabs->currentIndex();
    const QString text = index >= 0 && index < static_cast<int>(m_files.size())
                             ? QString::fromStdString(m_files[static_cast<std::size_t>(index)].content)
                             : QString();
    if (text != m_fileText->toPlainText())
        m_fileText->setPlainText(text);
}

void LaunchCard::copyShownFile()
{
    QGuiApplication::clipboard()->setText(m_fileText->toPlainText());
}

void LaunchCard::saveFiles()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the launch files"));
    if (folder.isEmpty())
        return;
    const Result<void> saved = saveFiles(folder);
    m_note->setText(saved ? tr("Saved to %1.").arg(folder) : errorText(saved.error()));
}

Result<void> LaunchCard::saveFiles(const QString& folder)
{
    const Result<std::vector<std::string>> written = writeLaunchFiles(folder.toStdString(), m_files);
    return written ? Result<void>() : Result<void>(fail(written.error()));
}

}  // namespace scalewright::ui

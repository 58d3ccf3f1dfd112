// SPDX-License-Identifier: GPL-3.0-or-later
// Importing a ladder: from a file, by drag and drop, from the clipboard, from an example, or by typing.
#include <QClipboard>
#include <QDate>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>
#include <QScrollArea>
#include <QScrollBar>

#include <utility>

#include "core/evidence/import/encoding.h"
#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/run_table.h"
#include "core/project/document/project_file.h"
#include "ui/controls/file_dialog.h"
#include "ui/measure/import_panel.h"
#include "ui/measure/ladder_card.h"
#include "ui/measure/measure_page.h"
#include "ui/measure/run_card.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/timeline_view.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

constexpr qint64 maximumFileSize = 64 << 20;

/// Whether the path is a folder with MLflow runs or logs.
bool containsRuns(const QString& path)
{
    const std::string folder = QFile::encodeName(path).toStdString();
    return isRunStore(folder) || containsProgramRuns(folder);
}

bool isLadderFile(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    static const QStringList endings{QStringLiteral("csv"), QStringLiteral("tsv"),  QStringLiteral("txt"),
                                     QStringLiteral("log"), QStringLiteral("out"),  QStringLiteral("md"),
                                     QStringLiteral("err"), QStringLiteral("json"), QStringLiteral("jsonl")};
    if (urls.size() == 1 && containsRuns(urls.constFirst().toLocalFile()))
        return true;
    return urls.size() == 1 && urls.constFirst().isLocalFile() &&
           endings.contains(QFileInfo(urls.constFirst().toLocalFile()).suffix().toLower());
}

/// The dropped files if they are traces: a folder, several files, or a profiler's output; on the timeline, any file
/// (except a project, which the window opens).
QStringList droppedTraces(const QMimeData& data, bool isOnTimeline)
{
    QStringList paths;
    bool traces = isOnTimeline || data.urls().size() > 1;
    for (const QUrl& url : data.urls()) {
        if (!url.isLocalFile() || url.toLocalFile().endsWith(QLatin1String(".scalewright")))
            return {};
        const QFileInfo info(url.toLocalFile());
        traces = traces || (info.isDir() && !containsRuns(info.filePath())) ||
                 info.fileName().contains(QLatin1String(".trace.json")) || info.suffix() == QLatin1String("gz");
        paths << info.filePath();
    }
    return traces ? paths : QStringList();
}

}  // namespace

QList<Example> MeasurePage::ladderExamples()
{
    QList<Example> withLadders;
    for (const Example& example : examples())
        if (const Result<Project> project = readProject(QFile::encodeName(example.path).toStdString());
            project && !project->measurements.ladders.empty())
            withLadders.append(example);
    return withLadders;
}

void MeasurePage::fillImportMenu(QMenu& menu)
{
    menu.clear();
    menu.addAction(tr("Measure one here…"), this, &MeasurePage::showRunCard);
    menu.addAction(tr("Paste a table"), this, &MeasurePage::paste);
    menu.addAction(tr("Choose a file…"), this, &MeasurePage::chooseLadderFile);
    menu.addAction(tr("A folder of runs or logs…"), this, &MeasurePage::chooseRunFolder);
    menu.addAction(tr("Type one"), this, &MeasurePage::addEmptyLadder);
    const QList<Example> shipped = ladderExamples();
    if (!shipped.isEmpty())
        menu.addSeparator();
    for (const Example& example : shipped)
        menu.addAction(example.title, this, [this, path = example.path] { addExample(path); });
}

void MeasurePage::chooseLadderFile()
{
    auto* dialog = new QFileDialog(this, tr("Import a ladder"), {},
                                   tr("Ladders (*.csv *.tsv *.txt *.log *.out *.md *.json *.jsonl);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    ui::openFileDialog(dialog, this, [this](const QString& path) { importFile(path); });
}

void MeasurePage::chooseRunFolder()
{
    auto* dialog = new QFileDialog(this, tr("Import runs: a folder of logs, or MLflow's mlruns"));
    dialog->setFileMode(QFileDialog::Directory);
    ui::openFileDialog(dialog, this, [this](const QString& path) { importFile(path); });
}

/// A file or a tracker's folder, being read and parsed off the GUI thread.
struct MeasurePage::FileReading {
    QString path, name, date, text;
    FileKind kind = FileKind::Unknown;
    LadderPreview ladder;
};

void MeasurePage::importFile(const QString& path)
{
    if (isReading()) {
        m_nextPath = path;
        return;
    }
    const QFileInfo info(path);
    m_readPath = path;
    m_messageLabel->showMessage(tr("Reading %1 …").arg(info.fileName()), false);
    m_reader->start([path, info, tooLarge = tr("the file is larger than 64 MiB")](
                        std::stop_token, const Worker<FileReading>::Reporter& report) -> Result<void> {
        Result<std::string> content;
        if (info.isDir()) {
            content = runTableOfFolder(QFile::encodeName(path).toStdString());
        } else {
            QFile file(path);
            if (info.size() > maximumFileSize || !file.open(QIODevice::ReadOnly))
                return fail(ErrorCode::Environment,
                            (info.size() > maximumFileSize ? tooLarge : file.errorString()).toStdString());
            content = file.readAll().toStdString();
        }
        if (!content)
            return fail(content.error());
        const SourceText source(*content);
        if (!source.text())
            return fail(source.text().error());
        report.addItem({path, info.fileName(), info.lastModified().date().toString(Qt::ISODate),
                        QString::fromStdString(*source.text()), detectFileKind(source), readLadderPreview(source)});
        return {};
    });
}

bool MeasurePage::isReading() const
{
    return m_reader->isRunning();
}

void MeasurePage::finishReading()
{
    if (!m_reader->outcome()) {
        m_messageLabel->showMessage(
            tr("No ladder imported from %1: %2")
                .arg(QFileInfo(m_readPath).fileName(), errorText(m_reader->outcome().error(), 1)),
            true);
    } else {
        const FileReading& read = m_reader->items().front();
        m_messageLabel->hide();
        if (read.kind == FileKind::Profile || read.kind == FileKind::Timings)
            Q_EMIT openFileRequested(read.path);
        else
            importText(read.text, read.name, read.date, false, &read.ladder);
    }
    if (!m_nextPath.isEmpty())
        importFile(std::exchange(m_nextPath, {}));
}

void MeasurePage::connectReader()
{
    m_reader = new Worker<FileReading>(this);
    connect(m_reader, &WorkerBase::finished, this, &MeasurePage::finishReading);
}

void MeasurePage::importText(const QString& text, const QString& name, const QString& date, bool alwaysPreview,
                             const LadderPreview* precomputed)
{
    m_messageLabel->hide();
    if (name.isEmpty() && !m_importPanel->isHidden() && m_importPanel->hasText()) {
        m_importPanel->replace(text);
        scrollArea().widget()->layout()->activate();
        scrollArea().ensureWidgetVisible(m_importPanel);
        return;
    }
    m_importPanel->open(text, name, date, precomputed);
    if (!alwaysPreview && m_importPanel->isUnambiguous()) {
        m_importPanel->hide();
        addLadders(m_importPanel->chosenLadders(), name);
        return;
    }
    m_importPanel->show();
    scrollArea().widget()->layout()->activate();
    scrollArea().ensureWidgetVisible(m_importPanel);
    m_importPanel->takeFocus();
}

void MeasurePage::paste()
{
    importText(QGuiApplication::clipboard()->text(), {}, QDate::currentDate().toString(Qt::ISODate));
}

void MeasurePage::addEmptyLadder()
{
    Ladder ladder;
    ladder.name = tr("typed ladder").toStdString();
    ladder.provenance = {Origin::Typed, {}, QDate::currentDate().toString(Qt::ISODate).toStdString(), {}, {}};
    ladder.points.resize(1);
    addLadders({std::move(ladder)}, {});
    showTab(QStringLiteral("table"));
    m_ladderCard->focusTable();
    scrollArea().widget()->layout()->activate();
    scrollArea().ensureWidgetVisible(m_ladderCard);
}

void MeasurePage::showRunCard()
{
    showTab(QStringLiteral("ladder"));
    m_runCard->show();
    scrollArea().widget()->layout()->activate();
    scrollArea().ensureWidgetVisible(m_runCard);
    m_runCard->focusForm();
}

void MeasurePage::addExample(const QString& path)
{
    const Result<Project> example = readProject(QFile::encodeName(path).toStdString());
    if (!example) {
        m_messageLabel->showMessage(errorText(example.error(), 3), true);
        return;
    }
    addLadders(example->measurements.ladders, toQString(example->title));
}

void MeasurePage::addLadders(std::vector<Ladder> ladders, const QString& source)
{
    if (ladders.empty())
        return;
    const std::size_t first = document().project().measurements.ladders.size();
    const QString name = toQString(ladders.front().name);
    Project after = document().project();
    for (Ladder& ladder : ladders)
        after.measurements.ladders.push_back(std::move(ladder));
    document().edit(ladders.size() == 1 ? tr("add the ladder %1").arg(name) : tr("add %1 ladders").arg(ladders.size()),
                    std::move(after));
    document().setShownLadderIndex(first);
    scrollArea().verticalScrollBar()->setValue(0);  // the result, or the question to the user, is at the top
    if (!source.isEmpty())
        m_messageLabel->showMessage(tr("Imported from %1; columns matched by name. Undo removes it.").arg(source),
                                    false);
    else
        m_messageLabel->hide();
}

void MeasurePage::openText(const QString& text)
{
    showTab(QStringLiteral("ladder"));
    importText(text, {}, QDate::currentDate().toString(Qt::ISODate), true);
}

void MeasurePage::takeFile(const QString& path)
{
    showTab(QStringLiteral(
        // Show the ladder tab for a table; recordings are opened with the timeline's own button or by drag and drop.
        "ladder"));
    importFile(path);
}

void MeasurePage::dragEnterEvent(QDragEnterEvent* event)
{
    if (isLadderFile(*event->mimeData()) ||
        !droppedTraces(*event->mimeData(), currentTab() == QLatin1String("timeline")).isEmpty())
        event->acceptProposedAction();
}

void MeasurePage::dropEvent(QDropEvent* event)
{
    if (const QStringList traces = droppedTraces(*event->mimeData(), currentTab() == QLatin1String("timeline"));
        !traces.isEmpty()) {
        event->acceptProposedAction();
        showTab(QStringLiteral("timeline"));
        timelineView().importTraces(traces);
    } else if (isLadderFile(*event->mimeData())) {
        event->acceptProposedAction();
        importFile(event->mimeData()->urls().constFirst().toLocalFile());
    }
}

}  // namespace scalewright::ui

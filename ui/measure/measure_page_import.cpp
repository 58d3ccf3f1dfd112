// A ladder on its way in: by file, by drop, by clipboard, from an example, or typed.
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
#include "ui/controls/ask_file.h"
#include "ui/measure/import_panel.h"
#include "ui/measure/ladder_card.h"
#include "ui/measure/measure_page.h"
#include "ui/measure/run_card.h"
#include "ui/timeline/timeline_view.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

constexpr qint64 largestFile = 64 << 20;

/// A folder of MLflow's, or of logs.
bool holdsRuns(const QString& path)
{
    const std::string folder = QFile::encodeName(path).toStdString();
    return isRunStore(folder) || holdsProgramRuns(folder);
}

bool isLadderFile(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    static const QStringList endings{QStringLiteral("csv"), QStringLiteral("tsv"),  QStringLiteral("txt"),
                                     QStringLiteral("log"), QStringLiteral("out"),  QStringLiteral("md"),
                                     QStringLiteral("err"), QStringLiteral("json"), QStringLiteral("jsonl")};
    if (urls.size() == 1 && holdsRuns(urls.constFirst().toLocalFile()))
        return true;
    return urls.size() == 1 && urls.constFirst().isLocalFile() &&
           endings.contains(QFileInfo(urls.constFirst().toLocalFile()).suffix().toLower());
}

/// The dropped files where they are traces: a folder, several files, what a profiler writes; on the timeline, whatever
/// it is (a project is the window's).
QStringList tracesOf(const QMimeData& data, bool onTimeline)
{
    QStringList paths;
    bool traces = onTimeline || data.urls().size() > 1;
    for (const QUrl& url : data.urls()) {
        if (!url.isLocalFile() || url.toLocalFile().endsWith(QLatin1String(".scalewright")))
            return {};
        const QFileInfo info(url.toLocalFile());
        traces = traces || (info.isDir() && !holdsRuns(info.filePath())) ||
                 info.fileName().contains(QLatin1String(".trace.json")) || info.suffix() == QLatin1String("gz");
        paths << info.filePath();
    }
    return traces ? paths : QStringList();
}

}  // namespace

QList<Example> MeasurePage::ladderExamples()
{
    QList<Example> found;
    for (const Example& example : examples())
        if (const Result<Project> project = readProject(QFile::encodeName(example.path).toStdString());
            project && !project->measurements.ladders.empty())
            found.append(example);
    return found;
}

void MeasurePage::fillImportMenu(QMenu& menu)
{
    menu.clear();
    menu.addAction(tr("Measure one here…"), this, &MeasurePage::showRunCard);
    menu.addAction(tr("Paste a table"), this, &MeasurePage::paste);
    menu.addAction(tr("Choose a file…"), this, &MeasurePage::askFile);
    menu.addAction(tr("A folder of runs or logs…"), this, &MeasurePage::askRuns);
    menu.addAction(tr("Type one"), this, &MeasurePage::addEmptyLadder);
    const QList<Example> shipped = ladderExamples();
    if (!shipped.isEmpty())
        menu.addSeparator();
    for (const Example& example : shipped)
        menu.addAction(example.title, this, [this, path = example.path] { addExample(path); });
}

void MeasurePage::askFile()
{
    auto* dialog = new QFileDialog(this, tr("Import a ladder"), {},
                                   tr("Ladders (*.csv *.tsv *.txt *.log *.out *.md *.json *.jsonl);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    ui::askFile(dialog, this, [this](const QString& path) { importFile(path); });
}

void MeasurePage::askRuns()
{
    auto* dialog = new QFileDialog(this, tr("Import runs: a folder of logs, or MLflow's mlruns"));
    dialog->setFileMode(QFileDialog::Directory);
    ui::askFile(dialog, this, [this](const QString& path) { importFile(path); });
}

/// A file, or a tracker's folder, read and taken apart off the GUI thread.
struct MeasurePage::FileRead {
    QString path, name, date, text;
    FileKind kind = FileKind::Unknown;
    ReadLadder ladder;
};

void MeasurePage::importFile(const QString& path)
{
    if (isReading()) {
        m_next = path;
        return;
    }
    const QFileInfo info(path);
    m_path = path;
    say(tr("Reading %1 …").arg(info.fileName()), false);
    m_reader->start([path, info, tooLarge = tr("the file is larger than 64 MiB")](
                        std::stop_token, const Worker<FileRead>::Report& report) -> Result<void> {
        Result<std::string> content;
        if (info.isDir()) {
            content = runFolderTable(QFile::encodeName(path).toStdString());
        } else {
            QFile file(path);
            if (info.size() > largestFile || !file.open(QIODevice::ReadOnly))
                return fail(ErrorCode::Environment,
                            (info.size() > largestFile ? tooLarge : file.errorString()).toStdString());
            content = file.readAll().toStdString();
        }
        if (!content)
            return fail(content.error());
        const SourceText source(*content);
        if (!source.text())
            return fail(source.text().error());
        report.add({path, info.fileName(), info.lastModified().date().toString(Qt::ISODate),
                    QString::fromStdString(*source.text()), kindOf(source), readLadderOf(source)});
        return {};
    });
}

bool MeasurePage::isReading() const
{
    return m_reader->isRunning();
}

void MeasurePage::takeRead()
{
    if (!m_reader->outcome()) {
        say(tr("No ladder was taken from %1: %2")
                .arg(QFileInfo(m_path).fileName(), said(m_reader->outcome().error(), 1)),
            true);
    } else {
        const FileRead& read = m_reader->items().front();
        m_message->hide();
        if (read.kind == FileKind::Profile || read.kind == FileKind::Timings)
            Q_EMIT openElsewhere(read.path);
        else
            importText(read.text, read.name, read.date, false, &read.ladder);
    }
    if (!m_next.isEmpty())
        importFile(std::exchange(m_next, {}));
}

void MeasurePage::watchReader()
{
    m_reader = new Worker<FileRead>(this);
    connect(m_reader, &WorkerBase::finished, this, &MeasurePage::takeRead);
}

void MeasurePage::importText(const QString& text, const QString& name, const QString& date, bool look,
                             const ReadLadder* already)
{
    m_message->hide();
    if (name.isEmpty() && !m_import->isHidden() && m_import->hasText()) {
        m_import->replace(text);
        area().widget()->layout()->activate();
        area().ensureWidgetVisible(m_import);
        return;
    }
    m_import->open(text, name, date, already);
    if (!look && m_import->isPlain()) {
        m_import->hide();
        take(m_import->chosen(), name);
        return;
    }
    m_import->show();
    area().widget()->layout()->activate();
    area().ensureWidgetVisible(m_import);
    m_import->takeFocus();
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
    take({std::move(ladder)}, {});
    m_ladder->focusTable();
    area().widget()->layout()->activate();
    area().ensureWidgetVisible(m_ladder);
}

void MeasurePage::showRunCard()
{
    showTab(QStringLiteral("ladder"));
    m_run->show();
    area().widget()->layout()->activate();
    area().ensureWidgetVisible(m_run);
    m_run->takeFocus();
}

void MeasurePage::addExample(const QString& path)
{
    const Result<Project> example = readProject(QFile::encodeName(path).toStdString());
    if (!example) {
        say(said(example.error(), 3), true);
        return;
    }
    take(example->measurements.ladders, qt(example->title));
}

void MeasurePage::take(std::vector<Ladder> ladders, const QString& from)
{
    if (ladders.empty())
        return;
    const std::size_t first = document().project().measurements.ladders.size();
    const QString name = qt(ladders.front().name);
    Project after = document().project();
    for (Ladder& ladder : ladders)
        after.measurements.ladders.push_back(std::move(ladder));
    document().edit(ladders.size() == 1 ? tr("add the ladder %1").arg(name) : tr("add %1 ladders").arg(ladders.size()),
                    std::move(after));
    document().setShownLadder(first);
    area().verticalScrollBar()->setValue(0);  // what was found, or what is asked of it, stands at the top
    if (!from.isEmpty())
        say(tr("Taken from %1: columns by their names. Undo takes it back.").arg(from), false);
    else
        m_message->hide();
}

void MeasurePage::takeText(const QString& text)
{
    showTab(QStringLiteral("ladder"));
    importText(text, {}, QDate::currentDate().toString(Qt::ISODate), true);
}

void MeasurePage::takeFile(const QString& path)
{
    showTab(QStringLiteral(
        "ladder"));  // a table, whatever was looked at last; recordings come by the timeline's own button, or dropped
    importFile(path);
}

void MeasurePage::dragEnterEvent(QDragEnterEvent* event)
{
    if (isLadderFile(*event->mimeData()) ||
        !tracesOf(*event->mimeData(), currentTab() == QLatin1String("timeline")).isEmpty())
        event->acceptProposedAction();
}

void MeasurePage::dropEvent(QDropEvent* event)
{
    if (const QStringList traces = tracesOf(*event->mimeData(), currentTab() == QLatin1String("timeline"));
        !traces.isEmpty()) {
        event->acceptProposedAction();
        showTab(QStringLiteral("timeline"));
        timeline().importTraces(traces);
    } else if (isLadderFile(*event->mimeData())) {
        event->acceptProposedAction();
        importFile(event->mimeData()->urls().constFirst().toLocalFile());
    }
}

}  // namespace scalewright::ui

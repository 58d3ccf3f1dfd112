// SPDX-License-Identifier: GPL-3.0-or-later
// Files: opening, saving, importing, exporting, and the questions before edits would be lost.
#include <QApplication>
#include <QClipboard>
#include <QDate>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFocusEvent>
#include <QHash>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/evidence/commfit/timings_import.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/run_table.h"
#include "core/model/scaling/pattern.h"
#include "core/output/lecture/lecture.h"
#include "core/output/report/exercise/project_exercise.h"
#include "core/project/document/project_file.h"
#include "ui/controls/file_dialog.h"
#include "ui/document/examples.h"
#include "ui/document/file_path.h"
#include "ui/figure/size_choice.h"
#include "ui/shell/export.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/typing.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"
#include "ui/worker/worker.h"

namespace scalewright::ui {

namespace {
constexpr qint64 maximumCsvSize = 64 << 20;
// Larger files take more than a frame to read, so a worker reads them: projects, and tables, whose columns must be
// detected (9 ms for 24 kB, 124 ms for 195 kB).
constexpr qint64 synchronousProjectLimit = 256 << 10, synchronousTableLimit = 24 << 10;
/// Accepts a folder, or the name of a new one, which QFileDialog alone would reject.
class FolderDialog : public QFileDialog {
public:
    FolderDialog(QWidget* parent, const QString& title, const QString& folder) : QFileDialog(parent, title, folder)
    {
        setFileMode(QFileDialog::Directory);
        setOption(QFileDialog::ShowDirsOnly);
        auto* buttons = findChild<QDialogButtonBox*>();
        // Runs after QFileDialog's own handler.
        if (const auto* name = findChild<QLineEdit*>(); name && buttons)
            connect(name, &QLineEdit::textChanged, this, [buttons](const QString& text) {
                if (QPushButton* choose = buttons->button(QDialogButtonBox::Open); choose && !text.trimmed().isEmpty())
                    choose->setEnabled(true);
            });
    }
    [[nodiscard]] FigureSize figureSize() const { return m_sizeChoice.chosenSize(); }

    void accept() override
    {
        const auto* name = findChild<QLineEdit*>();
        const QString path = name ? directory().absoluteFilePath(name->text().trimmed()) : QString();
        if (path.isEmpty() || QFileInfo::exists(path)) {
            QFileDialog::accept();
            return;
        }
        Q_EMIT fileSelected(path);
        // NOLINTNEXTLINE(bugprone-parent-virtual-call): QFileDialog::accept requires an existing folder
        QDialog::done(QDialog::Accepted);
    }

private:
    FigureSizeChoice m_sizeChoice{*this, FigureSize::TextWidth};
};

const QString projectSuffix = QStringLiteral("scalewright");

bool hasSuffix(const QString& path, const QString& suffix)
{
    return QFileInfo(path).suffix().compare(suffix, Qt::CaseInsensitive) == 0;
}

std::optional<std::string> fileContent(const QString& path)
{
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly) ? std::optional(file.readAll().toStdString())
                                                                      : std::nullopt;
}
/// Whether the file is an event trace, possibly compressed: decided from the start of the file, as it may exceed the
/// size limit.
bool isTrace(const QString& path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = file.read(64 << 10);
    return head.startsWith("\x1f\x8b") || head.contains("\"traceEvents\"") ||
           (head.trimmed().startsWith('[') && head.contains("\"ph\""));
}
}  // namespace

struct MainWindow::InspectedFile {
    QString path;
    QString page;  ///< the page that opens the file; empty: none
    std::shared_ptr<const Project> project{};
    std::optional<Result<TimingsImport>> timings{};  ///< the timings, imported into that project
    bool isTrace = false;  ///< a recorded trace, opened by the timeline
    bool isExercise = false;  ///< an exercise from the book or by another author
};

/// Decides by content, not by name. An unknown file is opened as a project and an unknown CSV file as timings; both
/// report what is wrong.
MainWindow::InspectedFile MainWindow::inspectFile(const QString& path, std::shared_ptr<const Project> project)
{
    InspectedFile inspected{.path = path, .page = {}};
    const QFileInfo info(path);
    if (info.isDir()) {
        const std::string folder = QFile::encodeName(path).toStdString();
        if (isRunStore(folder) || containsProgramRuns(folder))
            inspected.page = QStringLiteral("measure");
        return inspected;
    }
    const bool csv = hasSuffix(path, QStringLiteral("csv"));
    const auto refused = [&](const QString& reason) {
        if (csv)
            inspected.timings = fail(ErrorCode::Environment, reason.toStdString());
        return inspected;
    };
    if (!csv && isTrace(path)) {
        inspected.isTrace = true;
        return inspected;
    }
    if (info.size() > maximumCsvSize)
        return refused(tr("the file is larger than 64 MiB"));
    const std::optional<std::string> content = fileContent(path);
    if (!content)
        return refused(info.exists() ? tr("it cannot be read") : tr("there is no such file"));
    const Result<std::string> text = toUtf8(*content);
    const FileKind kind = text ? detectFileKind(*text) : FileKind::Unknown;
    const Result<Grid> table = kind == FileKind::Table && csv ? parseCsv(*text) : Result<Grid>(Grid{});
    if (kind == FileKind::Unknown && text && isAssignment(*text))
        inspected.isExercise = true;
    else if (kind == FileKind::Profile)
        inspected.page = QStringLiteral("baseline");
    else if (kind == FileKind::Ladder || (kind == FileKind::Table && (!table || !findHeader(*table, "bytes"))))
        inspected.page = QStringLiteral("measure");
    else if (kind == FileKind::Timings || csv)
        inspected.timings = scalewright::importTimings(*project, text ? *text : *content, info.fileName().toStdString(),
                                                       info.lastModified().date().toString(Qt::ISODate).toStdString());
    inspected.project = std::move(project);
    return inspected;
}

void MainWindow::openFile(const QString& path)
{
    if (hasSuffix(path, projectSuffix)) {
        if (isExample(path))
            openExample(path);
        else
            openProject(path);
        return;
    }
    if (!m_reader) {
        m_reader = new Worker<InspectedFile>(this);
        connect(m_reader, &WorkerBase::finished, this, [this] {
            const QString next = std::exchange(m_nextFile, {});
            m_notice->hide();
            if (!next.isEmpty())
                openFile(next);
            else if (m_reader->isCancelled())
                return;
            else if (!m_reader->outcome())
                m_notice->showError(tr("The file was not opened"), m_reader->outcome().error());
            else
                openInspectedFile(m_reader->items().front());
        });
    }
    if (m_reader->isRunning()) {
        m_nextFile = path;
        m_reader->cancel();
    } else if (QFileInfo(path).size() <=
               (path.endsWith(QLatin1String(".scalewright")) ? synchronousProjectLimit : synchronousTableLimit)) {
        m_notice->hide();  // the notice was about another file
        openInspectedFile(inspectFile(path, m_document.snapshot()));
    } else {
        m_notice->showMessage(tr("Reading %1 …").arg(QFileInfo(path).fileName()), {},
                              {{tr("Cancel"), [this] { m_reader->cancel(); }}});
        m_reader->start([path, project = m_document.snapshot()](
                            std::stop_token, const Worker<InspectedFile>::Reporter& report) -> Result<void> {
            report.addItem(inspectFile(path, project));
            return {};
        });
    }
}

void MainWindow::openInspectedFile(const InspectedFile& inspected)
{
    if (!inspected.page.isEmpty() && showPage(inspected.page))
        currentPage()->takeFile(inspected.path);
    else if (inspected.isTrace)
        m_notice->showMessage(
            tr("%1 is a trace: open it in the timeline").arg(QFileInfo(inspected.path).fileName()),
            {tr("Use “Open traces” on Measure, Timeline, for one file or those of all ranks, or drop them there.")},
            {{tr("Show the timeline"),
              [this] {
                  if (showPage(QStringLiteral("measure")))
                      currentPage()->showPart(QStringLiteral("timeline"));
              },
              true},
             {tr("Close"), {}}});
    else if (inspected.isExercise)
        openExercise(inspected.path);
    else if (inspected.timings && *inspected.timings && inspected.project != m_document.snapshot())
        openFile(inspected.path);  // the project has changed in the meantime
    else if (inspected.timings)
        applyTimings(inspected);
    else
        openProject(inspected.path);
}

void MainWindow::openProject(const QString& path)
{
    leaveDocument([this, path] {
        const QString lastPageId = m_settings.lastPageOfFile(path);
        if (const Result<void> opened = m_document.open(path); !opened) {
            m_notice->showError(tr("%1 was not opened; the file is unchanged").arg(QFileInfo(path).fileName()),
                                opened.error());
            return;
        }
        m_settings.addRecentFile(path);
        const auto story = std::find_if(m_pageEntries.begin(), m_pageEntries.end(),
                                        [](const PageEntry& each) { return each.id == QLatin1String("story"); });
        if (story != m_pageEntries.end() && story->state(m_document) == PageState::Measured)
            showPage(story->id);  // the page with the answer
        else if (!lastPageId.isEmpty())
            showPage(lastPageId);
    });
}

void MainWindow::openExample(const QString& path)
{
    if (m_lectureMode) {
        presentToRoom([this, path] {
            if (m_lectureMode)  // the lecture may have ended by the time the question is answered
                presentExample(path);
        });
        return;
    }
    leaveDocument([this, path] {
        if (const Result<void> opened = m_document.openCopy(path); !opened)
            m_notice->showError(tr("The example was not opened"), opened.error());
    });
}

void MainWindow::openExercise(const QString& path)
{
    leaveDocument([this, path] {
        const Result<std::string> text = readText(toFilesystemPath(path));
        const Result<Assignment> assignment = text ? parseAssignment(*text) : fail(text.error());
        Result<Project> project = assignment ? makeExerciseProject(*assignment) : fail(assignment.error());
        if (!project) {
            m_notice->showError(tr("The exercise was not opened"), withFileName(project.error(), path.toStdString()));
            return;
        }
        m_document.startFrom(*std::move(project));
        showPage(QStringLiteral("exercise"));
    });
}

void MainWindow::applyTimings(const InspectedFile& inspected)
{
    const QFileInfo info(inspected.path);
    if (!*inspected.timings) {
        m_notice->showError(tr("No timings imported from %1").arg(info.fileName()), inspected.timings->error());
        return;
    }
    const TimingsImport& imported = **inspected.timings;
    m_document.edit(tr("timings of %1").arg(info.fileName()), imported.updatedProject);
    QStringList lines{tr("alpha %1, bandwidth %2, fitted as %3; rows deviate %4 % from the fit")
                          .arg(QString::fromStdString(timeText(imported.fit.alphaS.value)),
                               QString::fromStdString(
                                   formatAmount(imported.fit.bandwidthBytesPerS.value, Dimension::Bandwidth).joined()),
                               toQString(titleOf(imported.fit.pattern)),
                               QString::fromStdString(significantText(100 * imported.fit.relativeResidual, 2)))};
    for (const std::string& warning : imported.warnings)
        lines << toQString(warning);
    m_notice->showMessage(tr("Timings imported from %1").arg(info.fileName()), lines,
                          {{tr("Undo"), [this] { m_document.undo(); }}, {tr("Close"), {}}});
}

void MainWindow::save(const std::function<void()>& afterwards)
{
    if (!m_document.hasFile()) {
        saveAs(afterwards);
        return;
    }
    commitPendingInput();
    if (const Result<void> saved = m_document.save(); !saved)
        showSaveError(saved.error(), afterwards);
    else if (afterwards)
        afterwards();
}

void MainWindow::saveAs(const std::function<void()>& afterwards)
{
    commitPendingInput();
    auto* dialog = new QFileDialog(
        this, m_document.isPresenting() ? tr("Save a copy of what is shown") : tr("Save the project as"),
        QFileInfo(m_document.path()).path(), tr("Scalewright projects (*.%1)").arg(projectSuffix));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(projectSuffix);
    dialog->selectFile(m_document.displayName().replace(QLatin1Char('/'), QLatin1Char('-')));
    openFileDialog(dialog, this, [this, afterwards](const QString& chosen) {
        const auto write = [this, afterwards](const QString& path) {
            if (const Result<void> saved = m_document.saveAs(path); !saved) {
                showSaveError(saved.error(), afterwards);
                return;
            }
            m_settings.addRecentFile(path);
            if (afterwards)
                afterwards();
        };
        // "ResNet v1.0" does not end in a suffix of ours, but the dialog treats the part after the dot as one, so it
        // did not ask about overwriting the full name.
        const QString suffix = QLatin1Char('.') + projectSuffix;
        const QString path = chosen.endsWith(suffix, Qt::CaseInsensitive) ? chosen : chosen + suffix;
        if (path == chosen || !QFileInfo::exists(path))
            write(path);
        else
            m_notice->showMessage(tr("%1 already exists").arg(QFileInfo(path).fileName()), {},
                                  {{tr("Replace it"), [write, path] { write(path); }},
                                   {tr("Another name…"), [this, afterwards] { saveAs(afterwards); }, true},
                                   {tr("Cancel"), {}}});
    });
}

void MainWindow::showSaveError(const Error& error, const std::function<void()>& afterwards)
{
    std::vector<NoticeAction> actions{{tr("Save as…"), [this, afterwards] { saveAs(afterwards); }, true}};
    if (m_document.fileState() == FileState::ChangedOnDisk)
        actions.push_back({tr("Open the file again"), [this, path = m_document.path()] { openFile(path); }});
    actions.push_back({tr("Close"), {}});
    m_notice->showMessage(tr("Not saved"), errorText(error).split(QLatin1Char('\n'), Qt::SkipEmptyParts),
                          std::move(actions));
}

QStringList MainWindow::workInProgress() const
{
    QStringList pendingWork;
    for (const Page* page : std::as_const(m_pages))
        if (const QString work = page->unfinishedWorkText(); !work.isEmpty())
            pendingWork << work;
    return pendingWork;
}

void MainWindow::leaveDocument(std::function<void()> proceed, std::function<void()> onStay)
{
    commitPendingInput();
    restoreOwnProject();  // the user's own project is the document that would be lost
    QStringList pendingWork = workInProgress();
    m_document.checkFileState();
    if (!m_document.isModified() && m_document.fileState() == FileState::Missing)
        pendingWork << tr("Its file is missing: the open project is the only copy.");
    if (m_document.isModified() || m_document.fileState() == FileState::Missing)
        m_notice->showMessage((m_document.isModified() ? tr("%1 has unsaved edits") : tr("%1 is not saved"))
                                  .arg(m_document.displayName()),
                              pendingWork,
                              {{tr("Save"), [this, proceed] { save(proceed); }, true},
                               {tr("Discard the edits"), proceed},
                               {tr("Cancel"), std::move(onStay)}});
    else if (!pendingWork.isEmpty())
        m_notice->showMessage(tr("%1 has unfinished work").arg(m_document.displayName()), pendingWork,
                              {{tr("Leave anyway"), proceed}, {tr("Cancel"), std::move(onStay), true}});
    else
        proceed();
}

// Text in a focused field that has not been committed yet also counts as work: commit it (or refuse and mark it), as
// when the field loses focus.
void MainWindow::commitPendingInput()
{
    const QPointer<QWidget> field = focusWidget();
    if (!lineEditOf(field) || !m_pageStack->isAncestorOf(field))
        return;
    if (field->hasFocus()) {
        field->clearFocus();
        if (field)  // the editor of a table cell has been deleted by now
            field->setFocus(Qt::OtherFocusReason);
    } else {  // another window has the focus
        QFocusEvent focusOut(QEvent::FocusOut, Qt::OtherFocusReason);
        QApplication::sendEvent(field, &focusOut);
    }
}

void MainWindow::chooseExportFolder()
{
    commitPendingInput();
    if (askBeforeRevealing(tr("The answer is hidden; the files would reveal it"), tr("Reveal it and export"),
                           [this] { chooseExportFolder(); }))
        return;
    auto* dialog = new FolderDialog(this, tr("Export everything into a folder"), QFileInfo(m_document.path()).path());
    const auto size = std::make_shared<FigureSize>(dialog->figureSize());
    connect(dialog, &QFileDialog::fileSelected, dialog, [dialog, size] { *size = dialog->figureSize(); });
    openFileDialog(dialog, this, [this, size](const QString& folder) { exportFigures(folder, *size); });
}

void MainWindow::exportFigures(const QString& folder, FigureSize size)
{
    const Result<QStringList> written =
        exportAll(m_document, m_pageEntries, folder, m_document.path(), size, m_slideTools.exportPdf);
    if (written)
        m_notice->showMessage(
            tr("%1 written to %2").arg(countedNounText(written->size(), tr("file")), QDir::toNativeSeparators(folder)),
            {},
            {{tr("Open folder"), [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); }, true},
             {tr("Close"), {}}});
    else
        m_notice->showError(tr("Nothing was exported"), written.error());
}

void MainWindow::chooseSlidesFile()
{
    commitPendingInput();
    if (askBeforeRevealing(tr("The answer is hidden; the files would reveal it"), tr("Reveal it and export"),
                           [this] { chooseSlidesFile(); }))
        return;
    auto* dialog = new QFileDialog(this, tr("Export the slides"),
                                   QFileInfo(m_document.path()).path() + QLatin1Char('/') + m_document.displayName() +
                                       QStringLiteral(" slides.pdf"),
                                   tr("PDF (*.pdf)"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);  // so that it asks before overwriting a file
    dialog->setDefaultSuffix(QStringLiteral("pdf"));
    openFileDialog(dialog, this, [this](const QString& path) {
        const Result<Lecture> slides = presentedSlides(m_document, m_document.path(), m_pageEntries);
        const Result<QByteArray> pdf = slides ? m_slideTools.exportPdf(m_document, *slides) : fail(slides.error());
        const Result<void> written =
            pdf ? saveFile(toFilesystemPath(path), {pdf->constData(), static_cast<std::size_t>(pdf->size())})
                : Result<void>(fail(pdf.error()));
        if (!written) {
            m_notice->showError(tr("The slides were not exported"), written.error());
            return;
        }
        m_notice->showMessage(
            tr("The slides are in %1").arg(QDir::toNativeSeparators(path)), {},
            {{tr("Open"), [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); }, true}, {tr("Close"), {}}});
    });
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    const QString text = event->matches(QKeySequence::Paste) ? QGuiApplication::clipboard()->text() : QString();
    if (text.isEmpty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const std::optional<TablePreview> table = previewTable(text.toStdString(), 1);
    if (!table || table->header.size() < 2 || table->rows.empty())
        m_notice->showMessage(
            tr("The clipboard holds no table"),
            {tr("A measured table has a header row and one row per run; paste a number into its field.")},
            {{tr("Close"), {}}});
    else if (showPage(QStringLiteral("measure")))
        currentPage()->openText(text);
}

}  // namespace scalewright::ui

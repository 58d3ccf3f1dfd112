// Files: opening, saving, importing, exporting, and what is asked before edits would be lost.
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
#include "core/evidence/import/csv.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/run_table.h"
#include "core/model/scaling/pattern.h"
#include "core/output/report/exercise/in_project.h"
#include "core/project/document/project_file.h"
#include "ui/controls/ask_file.h"
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
constexpr qint64 largestCsv = 64 << 20;
// What is longer takes more than a frame, and a worker: a project, or a table, whose columns are found out (9 ms of 24
// kB, 124 ms of 195).
constexpr qint64 projectAtOnce = 256 << 10, tableAtOnce = 24 << 10;
/// Takes a folder, or the name of one that is not there yet, which QFileDialog alone refuses.
class FolderDialog : public QFileDialog {
public:
    FolderDialog(QWidget* parent, const QString& title, const QString& folder) : QFileDialog(parent, title, folder)
    {
        setFileMode(QFileDialog::Directory);
        setOption(QFileDialog::ShowDirsOnly);
        auto* buttons = findChild<QDialogButtonBox*>();
        if (const auto* name = findChild<QLineEdit*>(); name && buttons)
            connect(name, &QLineEdit::textChanged, this, [buttons](const QString& text) {  // after QFileDialog's own
                if (QPushButton* choose = buttons->button(QDialogButtonBox::Open); choose && !text.trimmed().isEmpty())
                    choose->setEnabled(true);
            });
    }
    [[nodiscard]] FigureSize size() const { return m_size.chosen(); }

    void accept() override
    {
        const auto* name = findChild<QLineEdit*>();
        const QString path = name ? directory().absoluteFilePath(name->text().trimmed()) : QString();
        if (path.isEmpty() || QFileInfo::exists(path)) {
            QFileDialog::accept();
            return;
        }
        Q_EMIT fileSelected(path);
        QDialog::done(
            QDialog::Accepted);  // NOLINT(bugprone-parent-virtual-call): QFileDialog's asks for a folder that is there
    }

private:
    SizeChoice m_size{*this, FigureSize::TextWidth};
};

const QString projectSuffix = QStringLiteral("scalewright");

bool hasSuffix(const QString& path, const QString& suffix)
{
    return QFileInfo(path).suffix().compare(suffix, Qt::CaseInsensitive) == 0;
}

std::optional<std::string> contentOf(const QString& path)
{
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly) ? std::optional(file.readAll().toStdString())
                                                                      : std::nullopt;
}
/// A trace of events, or what is packed as one: by its beginning, for it may be larger than all else that is opened
/// here.
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

struct MainWindow::Seen {
    QString path;
    QString page;  ///< the page that takes it; empty: none
    std::shared_ptr<const Project> of{};
    std::optional<Result<TimingsImport>> timings{};  ///< taken into that project
    bool trace = false;  ///< of a run, which the timeline opens
    bool exercise = false;  ///< of the book, or of another's making
};

/// By its content, whatever it is called; what tells of nothing is opened as a project, and a CSV as timings: both say
/// what is wrong.
MainWindow::Seen MainWindow::lookAt(const QString& path, std::shared_ptr<const Project> project)
{
    Seen seen{.path = path, .page = {}};
    const QFileInfo info(path);
    if (info.isDir()) {
        const std::string folder = QFile::encodeName(path).toStdString();
        if (isRunStore(folder) || holdsProgramRuns(folder))
            seen.page = QStringLiteral("measure");
        return seen;
    }
    const bool csv = hasSuffix(path, QStringLiteral("csv"));
    const auto refused = [&](const QString& why) {
        if (csv)
            seen.timings = fail(ErrorCode::Environment, why.toStdString());
        return seen;
    };
    if (!csv && isTrace(path)) {
        seen.trace = true;
        return seen;
    }
    if (info.size() > largestCsv)
        return refused(tr("the file is larger than 64 MiB"));
    const std::optional<std::string> content = contentOf(path);
    if (!content)
        return refused(info.exists() ? tr("it cannot be read") : tr("there is no such file"));
    const Result<std::string> text = asUtf8(*content);
    const FileKind kind = text ? kindOf(*text) : FileKind::Unknown;
    const Result<CsvFile> table = kind == FileKind::Table && csv ? parseCsv(*text) : Result<CsvFile>(CsvFile{});
    if (kind == FileKind::Unknown && text && isAssignment(*text))
        seen.exercise = true;
    else if (kind == FileKind::Profile)
        seen.page = QStringLiteral("baseline");
    else if (kind == FileKind::Ladder || (kind == FileKind::Table && (!table || !table->find("bytes"))))
        seen.page = QStringLiteral("measure");
    else if (kind == FileKind::Timings || csv)
        seen.timings = scalewright::importTimings(*project, text ? *text : *content, info.fileName().toStdString(),
                                                  info.lastModified().date().toString(Qt::ISODate).toStdString());
    seen.of = std::move(project);
    return seen;
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
        m_reader = new Worker<Seen>(this);
        connect(m_reader, &WorkerBase::finished, this, [this] {
            const QString next = std::exchange(m_next, {});
            m_notice->hide();
            if (!next.isEmpty())
                openFile(next);
            else if (m_reader->isCancelled())
                return;
            else if (!m_reader->outcome())
                m_notice->showError(tr("The file was not opened"), m_reader->outcome().error());
            else
                take(m_reader->items().front());
        });
    }
    if (m_reader->isRunning()) {
        m_next = path;
        m_reader->cancel();
    } else if (QFileInfo(path).size() <= (path.endsWith(QLatin1String(".scalewright")) ? projectAtOnce : tableAtOnce)) {
        m_notice->hide();  // what was said of another file
        take(lookAt(path, m_document.snapshot()));
    } else {
        m_notice->tell(tr("Reading %1 …").arg(QFileInfo(path).fileName()), {},
                       {{tr("Cancel"), [this] { m_reader->cancel(); }}});
        m_reader->start([path, project = m_document.snapshot()](std::stop_token,
                                                                const Worker<Seen>::Report& report) -> Result<void> {
            report.add(lookAt(path, project));
            return {};
        });
    }
}

void MainWindow::take(const Seen& seen)
{
    if (!seen.page.isEmpty() && showPage(seen.page))
        currentPage()->takeFile(seen.path);
    else if (seen.trace)
        m_notice->tell(tr("%1 is a trace: the timeline opens it").arg(QFileInfo(seen.path).fileName()),
                       {tr("“Open traces” on Measure, Timeline, takes one file or those of all ranks; they can be "
                           "dropped there too.")},
                       {{tr("Show the timeline"),
                         [this] {
                             if (showPage(QStringLiteral("measure")))
                                 currentPage()->showPart(QStringLiteral("timeline"));
                         },
                         true},
                        {tr("Close"), {}}});
    else if (seen.exercise)
        openExercise(seen.path);
    else if (seen.timings && *seen.timings && seen.of != m_document.snapshot())
        openFile(seen.path);  // the project is another one by now
    else if (seen.timings)
        takeTimings(seen);
    else
        openProject(seen.path);
}

void MainWindow::openProject(const QString& path)
{
    leaveDocument([this, path] {
        const QString left = m_settings.pageOf(path);
        if (const Result<void> opened = m_document.open(path); !opened) {
            m_notice->showError(tr("%1 was not opened, and is as it was").arg(QFileInfo(path).fileName()),
                                opened.error());
            return;
        }
        m_settings.addRecentFile(path);
        const auto story = std::find_if(m_entries.begin(), m_entries.end(),
                                        [](const PageEntry& each) { return each.id == QLatin1String("story"); });
        if (!left.isEmpty())
            showPage(left);
        else if (story != m_entries.end() && story->state(m_document) == PageState::Measured)
            showPage(story->id);  // what was measured has its argument there
    });
}

void MainWindow::openExample(const QString& path)
{
    if (m_lecture) {
        showToRoom([this, path] {
            if (m_lecture)  // the question may be answered when it is over
                showExample(path);
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
        const Result<std::string> text = readText(filePath(path));
        const Result<Assignment> assignment = text ? parseAssignment(*text) : fail(text.error());
        Result<Project> project = assignment ? projectOf(*assignment) : fail(assignment.error());
        if (!project) {
            m_notice->showError(tr("The exercise was not opened"), inFile(project.error(), path.toStdString()));
            return;
        }
        m_document.begin(*std::move(project));
        showPage(QStringLiteral("exercise"));
    });
}

void MainWindow::takeTimings(const Seen& seen)
{
    const QFileInfo info(seen.path);
    if (!*seen.timings) {
        m_notice->showError(tr("No timings were taken from %1").arg(info.fileName()), seen.timings->error());
        return;
    }
    const TimingsImport& imported = **seen.timings;
    m_document.edit(tr("timings of %1").arg(info.fileName()), imported.after);
    QStringList lines{
        tr("alpha %1, bandwidth %2, fitted as %3; rows lie %4 % from the fit")
            .arg(QString::fromStdString(formatAmount(imported.fit.alphaS.value, Dimension::Time).joined()),
                 QString::fromStdString(
                     formatAmount(imported.fit.bandwidthBytesPerS.value, Dimension::Bandwidth).joined()),
                 qt(titleOf(imported.fit.pattern)),
                 QString::fromStdString(significant(100 * imported.fit.relativeResidual, 2)))};
    for (const std::string& warning : imported.warnings)
        lines << qt(warning);
    m_notice->tell(tr("Timings taken from %1").arg(info.fileName()), lines,
                   {{tr("Undo"), [this] { m_document.undo(); }}, {tr("Close"), {}}});
}

void MainWindow::save(const std::function<void()>& afterwards)
{
    if (!m_document.hasFile()) {
        saveAs(afterwards);
        return;
    }
    commitTyping();
    if (const Result<void> saved = m_document.save(); !saved)
        notSaved(saved.error(), afterwards);
    else if (afterwards)
        afterwards();
}

void MainWindow::saveAs(const std::function<void()>& afterwards)
{
    commitTyping();
    auto* dialog =
        new QFileDialog(this, m_document.isPresented() ? tr("Save a copy of what is shown") : tr("Save the project as"),
                        QFileInfo(m_document.path()).path(), tr("Scalewright projects (*.%1)").arg(projectSuffix));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(projectSuffix);
    dialog->selectFile(m_document.displayName().replace(QLatin1Char('/'), QLatin1Char('-')));
    askFile(dialog, this, [this, afterwards](const QString& chosen) {
        const auto write = [this, afterwards](const QString& path) {
            if (const Result<void> saved = m_document.saveAs(path); !saved) {
                notSaved(saved.error(), afterwards);
                return;
            }
            m_settings.addRecentFile(path);
            if (afterwards)
                afterwards();
        };
        // "ResNet v1.0" has no suffix of ours, though the dialog takes the dot for one; what the whole name would
        // replace it did not ask.
        const QString suffix = QLatin1Char('.') + projectSuffix;
        const QString path = chosen.endsWith(suffix, Qt::CaseInsensitive) ? chosen : chosen + suffix;
        if (path == chosen || !QFileInfo::exists(path))
            write(path);
        else
            m_notice->tell(tr("%1 is there already").arg(QFileInfo(path).fileName()), {},
                           {{tr("Replace it"), [write, path] { write(path); }},
                            {tr("Another name…"), [this, afterwards] { saveAs(afterwards); }, true},
                            {tr("Cancel"), {}}});
    });
}

void MainWindow::notSaved(const Error& error, const std::function<void()>& afterwards)
{
    std::vector<NoticeAction> actions{{tr("Save as…"), [this, afterwards] { saveAs(afterwards); }, true}};
    if (m_document.fileState() == FileState::Changed)
        actions.push_back({tr("Open the file again"), [this, path = m_document.path()] { openFile(path); }});
    actions.push_back({tr("Close"), {}});
    m_notice->tell(tr("Not saved"), said(error).split(QLatin1Char('\n'), Qt::SkipEmptyParts), std::move(actions));
}

QStringList MainWindow::whatIsUnderWay() const
{
    QStringList underWay;
    for (const Page* page : std::as_const(m_pages))
        if (const QString what = page->underWay(); !what.isEmpty())
            underWay << what;
    return underWay;
}

void MainWindow::leaveDocument(std::function<void()> then, std::function<void()> stayed)
{
    commitTyping();
    backToOwn();  // it is what would be lost
    QStringList underWay = whatIsUnderWay();
    m_document.lookAtFile();
    if (!m_document.isModified() && m_document.fileState() == FileState::Gone)
        underWay << tr("Its file is gone: what is open here is the only copy.");
    if (m_document.isModified() || m_document.fileState() == FileState::Gone)
        m_notice->tell((m_document.isModified() ? tr("%1 has edits that are not saved") : tr("%1 is not saved"))
                           .arg(m_document.displayName()),
                       underWay,
                       {{tr("Save"), [this, then] { save(then); }, true},
                        {tr("Discard the edits"), then},
                        {tr("Cancel"), std::move(stayed)}});
    else if (!underWay.isEmpty())
        m_notice->tell(tr("%1 is not done yet").arg(m_document.displayName()), underWay,
                       {{tr("Leave it"), then}, {tr("Cancel"), std::move(stayed), true}});
    else
        then();
}

// What stands in a field and was not entered yet is work too: it is taken (or refused, and marked) as when the keyboard
// leaves.
void MainWindow::commitTyping()
{
    const QPointer<QWidget> field = focusWidget();
    if (!typingLine(field) || !m_stack->isAncestorOf(field))
        return;
    if (field->hasFocus()) {
        field->clearFocus();
        if (field)  // a cell's editor is gone
            field->setFocus(Qt::OtherFocusReason);
    } else {  // another window has the keyboard
        QFocusEvent leaves(QEvent::FocusOut, Qt::OtherFocusReason);
        QApplication::sendEvent(field, &leaves);
    }
}

void MainWindow::askExport()
{
    commitTyping();
    if (isAnswerHidden(tr("The answer is hidden, and the files would tell it"), tr("Reveal it and export"),
                       [this] { askExport(); }))
        return;
    auto* dialog = new FolderDialog(this, tr("Export everything into a folder"), QFileInfo(m_document.path()).path());
    const auto size = std::make_shared<FigureSize>(dialog->size());
    connect(dialog, &QFileDialog::fileSelected, dialog, [dialog, size] { *size = dialog->size(); });
    askFile(dialog, this, [this, size](const QString& folder) { exportFigures(folder, *size); });
}

void MainWindow::exportFigures(const QString& folder, FigureSize size)
{
    const Result<QStringList> written =
        exportAll(m_document, m_entries, folder, m_document.path(), size, m_slideTools.pdf);
    if (written)
        m_notice->tell(
            tr("%1 written to %2").arg(counted(written->size(), tr("file")), QDir::toNativeSeparators(folder)), {},
            {{tr("Open folder"), [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); }, true},
             {tr("Close"), {}}});
    else
        m_notice->showError(tr("Nothing was exported"), written.error());
}

void MainWindow::askSlidesFile()
{
    commitTyping();
    if (isAnswerHidden(tr("The answer is hidden, and the files would tell it"), tr("Reveal it and export"),
                       [this] { askSlidesFile(); }))
        return;
    auto* dialog = new QFileDialog(this, tr("Export the slides"),
                                   QFileInfo(m_document.path()).path() + QLatin1Char('/') + m_document.displayName() +
                                       QStringLiteral(" slides.pdf"),
                                   tr("PDF (*.pdf)"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);  // asks before it writes over a file
    dialog->setDefaultSuffix(QStringLiteral("pdf"));
    askFile(dialog, this, [this](const QString& path) {
        const Result<QByteArray> pdf = m_slideTools.pdf(m_document);
        const Result<void> written =
            pdf ? saveFile(filePath(path), {pdf->constData(), static_cast<std::size_t>(pdf->size())})
                : Result<void>(fail(pdf.error()));
        if (!written) {
            m_notice->showError(tr("The slides were not exported"), written.error());
            return;
        }
        m_notice->tell(
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
    const std::optional<TablePreview> table = previewOf(text.toStdString(), 1);
    if (!table || table->header.size() < 2 || table->rows.empty())
        m_notice->tell(tr("What was copied is no table"),
                       {tr("A measured table has a header row and one row a run; a number is pasted into its field.")},
                       {{tr("Close"), {}}});
    else if (showPage(QStringLiteral("measure")))
        currentPage()->takeText(text);
}

}  // namespace scalewright::ui

#include "ui/document/document.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>

#include <algorithm>
#include <utility>

#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/design_catalogue.h"
#include "core/evidence/trace/reference.h"
#include "core/output/report/exercise/in_project.h"
#include "core/project/document/leftovers.h"
#include "core/project/document/project.h"
#include "core/project/document/project_change.h"
#include "core/project/document/project_file.h"
#include "ui/document/file_path.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

/// Empty where nothing can be read, and of what is no plain file: a device has no end, and a pipe waits.
QByteArray fingerprint(const QString& path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return {};
    return hash.result();
}

/// By its permissions, which root may override and a person would not want to be overridden.
bool isReadOnly(const QString& path)
{
    const QFileInfo file(path);
    constexpr auto anybody = QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther;
    return file.isFile() && (!(file.permissions() & anybody) || !file.isWritable());
}

/// Whatever links lead to it; a file that is gone has only its path.
bool isSameFile(const QString& one, const QString& other)
{
    const QString file = QFileInfo(one).canonicalFilePath();
    return one == other || (!file.isEmpty() && file == QFileInfo(other).canonicalFilePath());
}

}  // namespace

class Document::Edit : public QUndoCommand {
public:
    Edit(Document& document, const QString& text, Project after, const QString& mergeKey, int gesture)
        : QUndoCommand(text),
          m_document(document),
          m_other(std::make_shared<const Project>(std::move(after))),
          m_mergeKey(mergeKey),
          m_gesture(gesture)
    {
    }
    void redo() override { m_other = m_document.swapIn(std::move(m_other)); }
    void undo() override { redo(); }
    [[nodiscard]] int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand* next) override
    {
        const auto* edit = static_cast<const Edit*>(next);
        if (!m_document.m_mayMerge || edit->m_mergeKey != m_mergeKey || edit->m_gesture != m_gesture)
            return false;
        // `next` has been done already: this command keeps the snapshot from before both.
        if (*m_other == m_document.project()) {
            setObsolete(true);
            m_document.m_snapshot = m_other;  // the very project from before, which may be the saved one
        }
        return true;
    }

private:
    Document& m_document;
    std::shared_ptr<const Project> m_other;  ///< what the next redo or undo brings in
    QString m_mergeKey;
    int m_gesture = 0;
};

Document::Document(QObject* parent) : QObject(parent), m_stack(newStack())
{
    swapIn(std::make_shared<const Project>());
    m_file.saved = m_snapshot;
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &Document::lookAtFile);
}

Document::~Document() = default;

std::unique_ptr<QUndoStack> Document::newStack()
{
    auto stack = std::make_unique<QUndoStack>();
    stack->setUndoLimit(500);
    connect(stack.get(), &QUndoStack::indexChanged, this, &Document::historyChanged);
    return stack;
}

void Document::edit(const QString& text, Project after, const QString& mergeKey, int gesture)
{
    if (after == *m_snapshot)
        return;
    if (const std::string given = changedGiven(*m_snapshot, after); !given.empty()) {
        Q_EMIT refused(QString::fromStdString(given));
        Q_EMIT changed();  // fields show what is
        return;
    }
    m_stack->push(new Edit(*this, text, std::move(after), mergeKey, gesture));
    m_mayMerge = true;
    tell();
}

void Document::change(const QString& text, const std::function<void(Project&)>& change, const QString& mergeKey,
                      int gesture)
{
    Project after = *m_snapshot;
    change(after);
    edit(text, std::move(after), mergeKey, gesture);
}

void Document::changeForGood(const std::function<void(Project&)>& change)
{
    Project after = *m_snapshot;
    change(after);
    m_stack->clear();
    m_mayMerge = false;
    swapIn(std::make_shared<const Project>(std::move(after)));
    tell();
}

bool Document::isGiven(const QString& pointer) const
{
    const std::vector<std::string> given = givenFields(*m_snapshot);
    return std::find(given.begin(), given.end(), pointer.toStdString()) != given.end();
}

void Document::tell()
{
    if (isModified() != std::exchange(m_saidModified, isModified()))
        Q_EMIT modifiedChanged(m_saidModified);
    Q_EMIT changed();
}

int Document::newGesture()
{
    static int last = 0;
    return ++last;
}

int Document::beginGesture()
{
    m_held = true;
    return newGesture();
}

void Document::endGesture()
{
    if (std::exchange(m_held, false))
        Q_EMIT gestureEnded();
}

void Document::setTitle(const QString& title)
{
    Project after = project();
    after.title = title.toStdString();
    edit(tr("title"), std::move(after));
}

QString Document::title() const
{
    return QString::fromStdString(project().title);
}

void Document::undo()
{
    step(m_stack->canUndo(), &QUndoStack::undo);
}

void Document::redo()
{
    step(m_stack->canRedo(), &QUndoStack::redo);
}

void Document::step(bool possible, void (QUndoStack::*way)())
{
    if (!possible)
        return;
    m_mayMerge = false;
    ((*m_stack).*way)();
    tell();
}

void Document::present(Project project, Shown shown)
{
    const bool another = shown == Shown::Another;
    endGesture();  // whatever a hand held goes
    if (another)
        Q_EMIT replacing();
    if (!m_own)
        m_own = std::make_unique<Aside>(Aside{m_snapshot, m_file, std::move(m_stack), m_shownLadder});
    m_stack = newStack();
    m_mayMerge = false;
    if (another)
        m_shownLadder = 0;
    swapIn(std::make_shared<const Project>(std::move(project)));
    setFile({.path = {}, .onDisk = {}, .saved = m_snapshot});
    Q_EMIT historyChanged();
    tell();
    if (another)
        Q_EMIT replaced();
}

void Document::endPresenting()
{
    if (!m_own)
        return;
    endGesture();  // whatever a hand held goes
    Q_EMIT replacing();
    const std::unique_ptr<Aside> own = std::move(m_own);
    m_stack = std::move(own->stack);
    m_mayMerge = false;
    m_shownLadder = own->shownLadder;
    swapIn(own->project);
    setFile(own->file);
    Q_EMIT historyChanged();
    tell();
    Q_EMIT replaced();
}

Document::Own Document::own() const
{
    const File& file = m_own ? m_own->file : m_file;
    const auto& project = m_own ? m_own->project : m_snapshot;
    return {project, file.path, file.onDisk, file.saved != project};
}

void Document::setPMax(int pMax)
{
    if (pMax == m_pMax)
        return;
    m_pMax = pMax;
    swapIn(m_snapshot);
    Q_EMIT changed();
}

void Document::setShownLadder(std::size_t index)
{
    if (index == m_shownLadder)
        return;
    m_shownLadder = index;
    swapIn(m_snapshot);
    Q_EMIT changed();
}

Result<void> Document::open(const QString& path)
{
    const QFileInfo info(path);
    if (info.exists() && !info.isFile() && !info.isDir())
        return fail(ErrorCode::Input, tr("this is a device or a pipe, not a file").toStdString(),
                    tr("the path of a project file").toStdString(), {.file = path.toStdString()});
    if (info.isFile())  // what a window that was killed while it saved left beside it
        sweepLeftovers(filePath(info.absolutePath()));
    const QString absolute = info.absoluteFilePath();
    File file{.path = absolute,
              .onDisk = fingerprint(absolute),
              .saved = {}};  // before it is read: what is written meanwhile is noticed
    Result<Project> project = readProject(filePath(absolute));
    if (!project)
        return fail(inFile(std::move(project.error()), path.toStdString()));
    reset(std::move(*project), std::move(file));
    return {};
}

Result<void> Document::openCopy(const QString& path)
{
    Result<Project> project = readProject(filePath(path));
    if (!project)
        return fail(inFile(std::move(project.error()), path.toStdString()));
    if (project->title.empty())
        project->title = QFileInfo(path).completeBaseName().toStdString();  // a copy keeps no file's name
    begin(*std::move(project));
    return {};
}

void Document::newProject()
{
    begin({});
}

void Document::begin(Project project)
{
    reset(std::move(project), {});
}

void Document::restore(Project project, const QString& path, const QByteArray& fingerprint)
{
    reset(std::move(project), {.path = path, .onDisk = fingerprint, .saved = {}}, false);
}

Result<void> Document::save()
{
    // Nobody writes between the look and the save. Whoever holds it does so for milliseconds; the window waits no longer
    // than a second.
    const FolderLock lock(filePath(m_file.path), std::chrono::seconds(1));
    if (Result<void> held = lock.held(); !held)
        return held;
    lookAtFile();
    if (m_fileState == FileState::Changed)
        return fail(ErrorCode::Refused,
                    tr("the file was changed by another program since it was opened here").toStdString(),
                    tr("Save as under another name, or open the file again").toStdString(),
                    {.file = m_file.path.toStdString()});
    if (Result<void> written = write(m_file.path, *m_snapshot); !written)
        return written;
    takeFile(m_file.path);
    return {};
}

Result<void> Document::saveAs(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (absolute == m_file.path)
        return save();
    if (m_own && isSameFile(absolute, m_own->file.path))
        return fail(ErrorCode::Refused,
                    tr("this is the file of your own project, which is set aside for what is shown").toStdString(),
                    tr("another name, or the end of the lecture first").toStdString(), {.file = path.toStdString()});
    if (QFileInfo::exists(absolute) && QFileInfo(absolute).size() > 0) {
        if (Result<Project> existing = readProject(filePath(absolute)); !existing)
            return fail(ErrorCode::Refused,
                        tr("there is a file of that name that is not a readable project").toStdString(),
                        tr("another name: what is in the file might be the only copy").toStdString(),
                        {.file = path.toStdString()});
    }
    // Traces stay where they lie: what was said from the old folder is said from the new one.
    const auto folderOf = [](const QString& file) {
        return file.isEmpty() ? std::filesystem::path() : filePath(QFileInfo(file).absolutePath());
    };
    Project moved = withTracesFrom(*m_snapshot, folderOf(m_file.path), folderOf(absolute));
    if (Result<void> written = write(absolute, moved); !written)
        return written;
    if (!m_own)
        edit(tr("paths of traces"), std::move(moved));
    takeFile(m_own ? QString() : absolute);
    return {};
}

QString Document::displayName() const
{
    if (hasFile())
        return QFileInfo(m_file.path).completeBaseName();
    const QString title = qt(m_snapshot->title);
    return title.isEmpty() ? tr("Untitled") : title;
}

Result<void> Document::write(const QString& path, const Project& project)
{
    if (isReadOnly(path))
        return fail(ErrorCode::Refused, tr("the file is read-only").toStdString(),
                    tr("Save as under another name").toStdString(), {.file = path.toStdString()});
    const std::string text = writeProject(project);
    // What could not be opened again must not replace what can.
    if (Result<Project> again = parseProject(text); !again)
        return fail(inFile(std::move(again.error()), path.toStdString()));
    if (Result<void> saved = saveFile(filePath(path), text); !saved)
        return fail(inFile(std::move(saved.error()), path.toStdString()));
    return {};
}

void Document::takeFile(const QString& path)
{
    m_mayMerge = false;
    setFile({.path = path, .onDisk = path.isEmpty() ? QByteArray() : fingerprint(path), .saved = m_snapshot});
    if (std::exchange(m_saidModified, false))
        Q_EMIT modifiedChanged(false);
}

void Document::setFile(File file)
{
    if (const QStringList watched = m_watcher.files(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    m_file = std::move(file);
    m_fileState = seen();
    Q_EMIT fileChanged();
}

void Document::lookAtFile()
{
    const FileState now = seen();
    if (now != std::exchange(m_fileState, now))
        Q_EMIT fileChanged();
}

FileState Document::seen()
{
    const QString& path = m_file.path;
    if (path.isEmpty())
        return FileState::None;
    if (!QFileInfo::exists(path))
        return FileState::Gone;
    if (!m_watcher.files().contains(path))  // one that is replaced is not watched any more
        m_watcher.addPath(path);
    if (fingerprint(path) != m_file.onDisk)
        return FileState::Changed;
    return isReadOnly(path) ? FileState::ReadOnly : FileState::Fine;
}

std::shared_ptr<const Project> Document::swapIn(std::shared_ptr<const Project> project)
{
    auto analysis = std::make_unique<const Analysis>(
        analyse(*project, {.pMax = m_pMax, .shownLadder = m_shownLadder}, m_analysis.get()));
    if (!m_analysis || !sameFindings(*project, *analysis, *m_snapshot, *m_analysis)) {
        m_findings.reset();
        m_designErrors.reset();
    }
    m_analysis = std::move(analysis);
    return std::exchange(m_snapshot, std::move(project));
}

const std::vector<Finding>& Document::findings() const
{
    if (!m_findings) {
        const Result<DesignCatalogue>& catalogue = designCatalogue();
        m_findings = std::make_shared<const std::vector<Finding>>(
            catalogue ? checkDesign(*m_snapshot, *m_analysis, *catalogue) : std::vector<Finding>());
    }
    return *m_findings;
}

int Document::designErrors() const
{
    if (!m_designErrors) {
        const Result<DesignCatalogue>& catalogue = designCatalogue();
        m_designErrors = catalogue ? errorCount(*m_snapshot, *m_analysis, *catalogue) : 0;
    }
    return *m_designErrors;
}

void Document::reset(Project project, File file, bool saved)
{
    endGesture();  // whatever a hand held goes
    Q_EMIT replacing();
    m_own.reset();
    m_stack->clear();
    m_mayMerge = false;
    m_shownLadder = 0;
    m_analysis.reset();
    swapIn(std::make_shared<const Project>(std::move(project)));
    if (saved)
        file.saved = m_snapshot;
    setFile(std::move(file));
    tell();
    Q_EMIT replaced();
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>

#include <algorithm>
#include <utility>

#include "core/decision/analysis/analysis.h"
#include "core/decision/plan/conditions.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/design_catalogue.h"
#include "core/evidence/trace/reference.h"
#include "core/output/report/exercise/project_exercise.h"
#include "core/project/document/project.h"
#include "core/project/document/project_change.h"
#include "core/project/document/project_file.h"
#include "core/project/document/temporary_files.h"
#include "ui/document/file_path.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

/// Empty if the file cannot be read or is not a regular file: reading a device may never end, and a pipe blocks.
QByteArray fileFingerprint(const QString& path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return {};
    return hash.result();
}

/// Judged by the permission bits: root could override them, but the user would not want that.
bool isReadOnly(const QString& path)
{
    const QFileInfo file(path);
    constexpr auto anybody = QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther;
    return file.isFile() && (!(file.permissions() & anybody) || !file.isWritable());
}

/// Follows symbolic links. A missing file is compared by path only.
bool isSameFile(const QString& first, const QString& second)
{
    const QString file = QFileInfo(first).canonicalFilePath();
    return first == second || (!file.isEmpty() && file == QFileInfo(second).canonicalFilePath());
}

}  // namespace

class Document::Edit : public QUndoCommand {
public:
    Edit(Document& document, const QString& text, Project after, const QString& mergeKey, int gestureId)
        : QUndoCommand(text),
          m_document(document),
          // An edit back to what is saved uses the saved object: the document is then not modified.
          m_otherSnapshot(document.m_file.savedProject && *document.m_file.savedProject == after
                              ? document.m_file.savedProject
                              : std::make_shared<const Project>(std::move(after))),
          m_mergeKey(mergeKey),
          m_gestureId(gestureId)
    {
    }
    void redo() override { m_otherSnapshot = m_document.replaceSnapshot(std::move(m_otherSnapshot)); }
    void undo() override { redo(); }
    [[nodiscard]] int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand* next) override
    {
        const auto* edit = static_cast<const Edit*>(next);
        if (!m_document.m_canMerge || edit->m_mergeKey != m_mergeKey || edit->m_gestureId != m_gestureId)
            return false;
        // `next` has already been applied; this command keeps the snapshot from before both edits.
        if (*m_otherSnapshot == m_document.project()) {
            setObsolete(true);
            m_document.m_snapshot = m_otherSnapshot;  // the original snapshot object, which may be the saved one
        }
        return true;
    }

private:
    Document& m_document;
    std::shared_ptr<const Project> m_otherSnapshot;  ///< swapped in by the next redo or undo
    QString m_mergeKey;
    int m_gestureId = 0;
};

Document::Document(QObject* parent) : QObject(parent), m_undoStack(createUndoStack())
{
    replaceSnapshot(std::make_shared<const Project>());
    m_file.savedProject = m_snapshot;
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &Document::checkFileState);
}

Document::~Document() = default;

std::unique_ptr<QUndoStack> Document::createUndoStack()
{
    auto stack = std::make_unique<QUndoStack>();
    stack->setUndoLimit(500);
    connect(stack.get(), &QUndoStack::indexChanged, this, &Document::historyChanged);
    return stack;
}

void Document::edit(const QString& text, Project after, const QString& mergeKey, int gestureId)
{
    if (after == *m_snapshot)
        return;
    after = withConditionsKept(*m_snapshot, std::move(after));
    if (const std::string given = firstChangedGivenField(*m_snapshot, after); !given.empty()) {
        Q_EMIT editRefused(QString::fromStdString(given));
        Q_EMIT changed();  // makes the fields show the unchanged values again
        return;
    }
    m_undoStack->push(new Edit(*this, text, std::move(after), mergeKey, gestureId));
    m_canMerge = true;
    notifyChanged();
}

void Document::applyChange(const QString& text, const std::function<void(Project&)>& change, const QString& mergeKey,
                           int gestureId)
{
    Project after = *m_snapshot;
    change(after);
    edit(text, std::move(after), mergeKey, gestureId);
}

void Document::changePermanently(const std::function<void(Project&)>& change)
{
    Project after = *m_snapshot;
    change(after);
    m_undoStack->clear();
    m_canMerge = false;
    replaceSnapshot(std::make_shared<const Project>(std::move(after)));
    notifyChanged();
}

bool Document::isGivenByExercise(const QString& pointer) const
{
    const std::vector<std::string> given = givenFields(*m_snapshot);
    return std::find(given.begin(), given.end(), pointer.toStdString()) != given.end();
}

void Document::notifyChanged()
{
    if (isModified() != std::exchange(m_reportedModified, isModified()))
        Q_EMIT modifiedChanged(m_reportedModified);
    Q_EMIT changed();
}

int Document::newGestureId()
{
    static int last = 0;
    return ++last;
}

int Document::beginGesture()
{
    m_gestureActive = true;
    return newGestureId();
}

void Document::endGesture()
{
    if (std::exchange(m_gestureActive, false))
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
    stepHistory(m_undoStack->canUndo(), &QUndoStack::undo);
}

void Document::redo()
{
    stepHistory(m_undoStack->canRedo(), &QUndoStack::redo);
}

void Document::stepHistory(bool possible, void (QUndoStack::*undoOrRedo)())
{
    if (!possible)
        return;
    m_canMerge = false;
    ((*m_undoStack).*undoOrRedo)();
    notifyChanged();
}

void Document::startPresentation(Project project, PresentationKind kind)
{
    const bool another = kind == PresentationKind::OtherProject;
    endGesture();  // cancels a gesture in progress
    if (another)
        Q_EMIT aboutToBeReplaced();
    if (!m_setAside)
        m_setAside = std::make_unique<SetAsideDocument>(
            SetAsideDocument{m_snapshot, m_file, std::move(m_undoStack), m_shownLadderIndex});
    m_undoStack = createUndoStack();
    m_canMerge = false;
    if (another)
        m_shownLadderIndex = 0;
    replaceSnapshot(std::make_shared<const Project>(std::move(project)));
    setFile({.path = {}, .diskFingerprint = {}, .savedProject = m_snapshot});
    Q_EMIT historyChanged();
    notifyChanged();
    if (another)
        Q_EMIT replaced();
}

void Document::endPresentation()
{
    if (!m_setAside)
        return;
    endGesture();  // cancels a gesture in progress
    Q_EMIT aboutToBeReplaced();
    const std::unique_ptr<SetAsideDocument> setAside = std::move(m_setAside);
    m_undoStack = std::move(setAside->undoStack);
    m_canMerge = false;
    m_shownLadderIndex = setAside->shownLadderIndex;
    replaceSnapshot(setAside->project);
    setFile(setAside->file);
    Q_EMIT historyChanged();
    notifyChanged();
    Q_EMIT replaced();
}

Document::OwnProject Document::ownProject() const
{
    const File& file = m_setAside ? m_setAside->file : m_file;
    const auto& project = m_setAside ? m_setAside->project : m_snapshot;
    return {project, file.path, file.diskFingerprint, file.savedProject != project};
}

void Document::setPMax(int pMax)
{
    if (pMax == m_pMax)
        return;
    m_pMax = pMax;
    replaceSnapshot(m_snapshot);
    Q_EMIT changed();
}

void Document::setShownLadderIndex(std::size_t index)
{
    if (index == m_shownLadderIndex)
        return;
    m_shownLadderIndex = index;
    replaceSnapshot(m_snapshot);
    Q_EMIT changed();
}

Result<void> Document::open(const QString& path)
{
    const QFileInfo info(path);
    if (info.exists() && !info.isFile() && !info.isDir())
        return fail(ErrorCode::Input, tr("this is a device or a pipe, not a file").toStdString(),
                    tr("the path of a project file").toStdString(), {.file = path.toStdString()});
    if (info.isFile())  // removes temporary files left by a window that was killed while saving
        removeLeftovers(toFilesystemPath(info.absolutePath()));
    const QString absolute = info.absoluteFilePath();
    File file{.path = absolute,
              .diskFingerprint = fileFingerprint(absolute),
              .savedProject = {}};  // take the fingerprint before reading, so that a change in between is noticed
    Result<Project> project = readProject(toFilesystemPath(absolute));
    if (!project)
        return fail(withFileName(std::move(project.error()), path.toStdString()));
    reset(std::move(*project), std::move(file));
    return {};
}

Result<void> Document::openCopy(const QString& path)
{
    Result<Project> project = readProject(toFilesystemPath(path));
    if (!project)
        return fail(withFileName(std::move(project.error()), path.toStdString()));
    // Without a file, the project would lose its name.
    if (project->title.empty())
        project->title = QFileInfo(path).completeBaseName().toStdString();
    startFrom(*std::move(project));
    return {};
}

void Document::newProject()
{
    startFrom({});
}

void Document::startFrom(Project project)
{
    reset(std::move(project), {});
}

void Document::restore(Project project, const QString& path, const QByteArray& fingerprint)
{
    reset(std::move(project), {.path = path, .diskFingerprint = fingerprint, .savedProject = {}}, false);
}

Result<void> Document::save()
{
    // The lock prevents writes between the check and the save. Other programs hold it for milliseconds; wait at most a
    // second.
    const FolderLock lock(toFilesystemPath(m_file.path), std::chrono::seconds(1));
    if (Result<void> held = lock.checkHeld(); !held)
        return held;
    checkFileState();
    if (m_fileState == FileState::ChangedOnDisk)
        return fail(ErrorCode::Refused, tr("another program changed the file since it was opened here").toStdString(),
                    tr("Save as under another name, or open the file again").toStdString(),
                    {.file = m_file.path.toStdString()});
    if (Result<void> written = writeFile(m_file.path, *m_snapshot); !written)
        return written;
    adoptFile(m_file.path);
    return {};
}

Result<void> Document::saveAs(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (absolute == m_file.path)
        return save();
    if (m_setAside && isSameFile(absolute, m_setAside->file.path))
        return fail(
            ErrorCode::Refused,
            tr("this is the file of your own project, which is set aside during the presentation").toStdString(),
            tr("another name, or end the lecture first").toStdString(), {.file = path.toStdString()});
    if (QFileInfo::exists(absolute) && QFileInfo(absolute).size() > 0) {
        if (Result<Project> existing = readProject(toFilesystemPath(absolute)); !existing)
            return fail(
                ErrorCode::Refused, tr("a file of that name exists and is not a readable project").toStdString(),
                tr("another name: the existing file may be the only copy").toStdString(), {.file = path.toStdString()});
    }
    // Traces are not moved, so paths relative to the old folder become relative to the new one.
    const auto folderOf = [](const QString& file) {
        return file.isEmpty() ? std::filesystem::path() : toFilesystemPath(QFileInfo(file).absolutePath());
    };
    Project relocated = withRelocatedTraces(*m_snapshot, folderOf(m_file.path), folderOf(absolute));
    if (Result<void> written = writeFile(absolute, relocated); !written)
        return written;
    if (!m_setAside)
        edit(tr("trace paths"), std::move(relocated));
    adoptFile(m_setAside ? QString() : absolute);
    return {};
}

QString Document::displayName() const
{
    if (hasFile())
        return QFileInfo(m_file.path).completeBaseName();
    const QString title = toQString(m_snapshot->title);
    return title.isEmpty() ? tr("Untitled") : title;
}

Result<void> Document::writeFile(const QString& path, const Project& project)
{
    if (isReadOnly(path))
        return fail(ErrorCode::Refused, tr("the file is read-only").toStdString(),
                    tr("Save as under another name").toStdString(), {.file = path.toStdString()});
    const std::string text = writeProject(project);
    // Never overwrite a readable file with content that cannot be read back.
    if (Result<Project> reparsed = parseProject(text); !reparsed)
        return fail(withFileName(std::move(reparsed.error()), path.toStdString()));
    if (Result<void> saved = saveFile(toFilesystemPath(path), text); !saved)
        return fail(withFileName(std::move(saved.error()), path.toStdString()));
    return {};
}

void Document::adoptFile(const QString& path)
{
    m_canMerge = false;
    setFile({.path = path,
             .diskFingerprint = path.isEmpty() ? QByteArray() : fileFingerprint(path),
             .savedProject = m_snapshot});
    if (std::exchange(m_reportedModified, false))
        Q_EMIT modifiedChanged(false);
}

void Document::setFile(File file)
{
    if (const QStringList watched = m_watcher.files(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    m_file = std::move(file);
    m_fileState = readFileState();
    Q_EMIT fileChanged();
}

void Document::checkFileState()
{
    const FileState current = readFileState();
    if (current != std::exchange(m_fileState, current))
        Q_EMIT fileChanged();
}

FileState Document::readFileState()
{
    const QString& path = m_file.path;
    if (path.isEmpty())
        return FileState::NoFile;
    if (!QFileInfo::exists(path))
        return FileState::Missing;
    if (!m_watcher.files().contains(path))  // a file that has been replaced is no longer watched
        m_watcher.addPath(path);
    if (fileFingerprint(path) != m_file.diskFingerprint)
        return FileState::ChangedOnDisk;
    return isReadOnly(path) ? FileState::ReadOnly : FileState::Unchanged;
}

std::shared_ptr<const Project> Document::replaceSnapshot(std::shared_ptr<const Project> project)
{
    auto analysis = std::make_unique<const Analysis>(
        analyse(*project, {.pMax = m_pMax, .shownLadderIndex = m_shownLadderIndex}, m_analysis.get()));
    if (!m_analysis || !haveSameFindings(*project, *analysis, *m_snapshot, *m_analysis)) {
        m_findings.reset();
        m_designErrorCount.reset();
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

int Document::designErrorCount() const
{
    if (!m_designErrorCount) {
        const Result<DesignCatalogue>& catalogue = designCatalogue();
        m_designErrorCount = catalogue ? errorCount(*m_snapshot, *m_analysis, *catalogue) : 0;
    }
    return *m_designErrorCount;
}

void Document::reset(Project project, File file, bool saved)
{
    endGesture();  // cancels a gesture in progress
    Q_EMIT aboutToBeReplaced();
    m_setAside.reset();
    m_undoStack->clear();
    m_canMerge = false;
    m_shownLadderIndex = 0;
    m_analysis.reset();
    replaceSnapshot(std::make_shared<const Project>(std::move(project)));
    if (saved)
        file.savedProject = m_snapshot;
    setFile(std::move(file));
    notifyChanged();
    Q_EMIT replaced();
}

}  // namespace scalewright::ui

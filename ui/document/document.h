// SPDX-License-Identifier: GPL-3.0-or-later
// The document: all state of the open project.
//
// It holds an immutable snapshot of the project. Every edit replaces the snapshot through one undo command that swaps
// the two, so undo, redo and edit are the same operation. Pages read project() and analysis(), listen to changed(), and
// edit by passing in the new project:
//
//     Project after = document.project();
//     after.plan.p = 13;
//     document.edit(tr("plan p"), std::move(after), QStringLiteral("plan.p"), gestureId);
//
// Consecutive edits with the same non-empty merge key and the same gesture id form one undo step. Get an id from
// newGestureId() when a drag begins and pass it with every edit until the drag ends.
//
// open(), openCopy(), newProject(), startFrom(), restore(), startPresentation() and endPresentation() replace the
// document. Everything that belongs only to the old document (pages with their tabs, what-ifs, guesses, notices) is
// deleted on aboutToBeReplaced() and created again on replaced(). Callers must ask first if edits would be lost; in the
// window, MainWindow::leaveDocument does this.
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/error/result.h"
#include "core/project/enums/scaling.h"

namespace scalewright {
struct Analysis;
struct Finding;
struct Project;
}  // namespace scalewright

namespace scalewright::ui {

/// The state of the document's file on disk, as it matters for saving; another program may have written or locked the
/// file.
enum class FileState { NoFile, Unchanged, ReadOnly, ChangedOnDisk, Missing };

class Document : public QObject {
    Q_OBJECT

public:
    /// An empty project without a file.
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    [[nodiscard]] const Project& project() const { return *m_snapshot; }
    [[nodiscard]] std::shared_ptr<const Project> snapshot() const { return m_snapshot; }
    [[nodiscard]] const Analysis& analysis() const { return *m_analysis; }
    /// Findings from the design rules; also empty if the design catalogue cannot be read.
    [[nodiscard]] const std::vector<Finding>& findings() const;
    /// Number of findings that are errors; much cheaper than findings(), which also tries the fixes.
    [[nodiscard]] int designErrorCount() const;

    /// Replaces the project with `after` as one undo step named `text` ("alpha", "plan p"). Adds no step if nothing
    /// changes or if a gesture ends where it began. An edit to a quantity given by an exercise changes nothing and
    /// emits editRefused().
    void edit(const QString& text, Project after, const QString& mergeKey = {}, int gestureId = 0);
    /// Calls edit() with a copy of the project modified by `change`.
    void applyChange(const QString& text, const std::function<void(Project&)>& change, const QString& mergeKey = {},
                     int gestureId = 0);
    /// Like applyChange(), but neither this change nor earlier ones can be undone.
    void changePermanently(const std::function<void(Project&)>& change);
    /// Whether the quantity at this JSON pointer is given by an exercise and therefore cannot be edited.
    [[nodiscard]] bool isGivenByExercise(const QString& pointer) const;
    /// A new, unused gesture id.
    [[nodiscard]] static int newGestureId();
    /// Like newGestureId(), for a slider or handle that is being held: until endGesture(), only what the user moves
    /// should move.
    [[nodiscard]] int beginGesture();
    void endGesture();
    [[nodiscard]] bool isGestureActive() const { return m_gestureActive; }

    /// Sets the title stored in the project, as an undo step.
    void setTitle(const QString& title);
    [[nodiscard]] QString title() const;

    void undo();
    void redo();
    [[nodiscard]] bool canUndo() const { return m_undoStack->canUndo(); }
    [[nodiscard]] bool canRedo() const { return m_undoStack->canRedo(); }
    [[nodiscard]] QString undoText() const { return m_undoStack->undoText(); }
    [[nodiscard]] QString redoText() const { return m_undoStack->redoText(); }

    [[nodiscard]] int pMax() const { return m_pMax; }
    /// Sets the largest p to search: a window setting, not an edit. Precondition: 1 <= pMax <= maximumPMax.
    void setPMax(int pMax);
    /// Selects the ladder to show; also a window setting.
    void setShownLadderIndex(std::size_t index);

    /// Opens a project file. On error, neither the document nor the file changes.
    [[nodiscard]] Result<void> open(const QString& path);
    /// Opens a copy of a project file as a starting point; the file is never written.
    [[nodiscard]] Result<void> openCopy(const QString& path);
    void newProject();
    /// Starts from a project without a file.
    void startFrom(Project project);
    /// Shows `project` to an audience in place of the user's own, without a file and with a new undo history. The
    /// user's own project, including its history, is set aside until endPresentation(). Another call to
    /// startPresentation() replaces the presented project.
    enum class PresentationKind {
        OtherProject,  ///< another project, such as an example
        ProjectVariation,  ///< the same project with a change: pages keep their state
    };
    void startPresentation(Project project, PresentationKind kind = PresentationKind::OtherProject);
    /// Whether the current project was set by startPresentation().
    [[nodiscard]] bool isPresenting() const { return m_setAside != nullptr; }
    /// Restores the user's own project with its file, edits and undo history, and discards the presented one.
    void endPresentation();
    /// The user's own project, even while another one is presented.
    struct OwnProject {
        std::shared_ptr<const Project> project;
        QString path;  ///< empty: no file
        QByteArray fingerprint;  ///< computed when this program last read or wrote the file; empty without a file
        bool isModified = false;
    };
    [[nodiscard]] OwnProject ownProject() const;
    /// Restores unsaved work as the modified document of `path` (empty: no file). `fingerprint` is the
    /// OwnProject::fingerprint saved with that work, so that save() still refuses to overwrite later changes by another
    /// program.
    void restore(Project project, const QString& path, const QByteArray& fingerprint);
    /// Precondition: hasFile(). Refuses to write content that could not be read back, and to overwrite a file that is
    /// read-only or has changed since this program opened or saved it.
    [[nodiscard]] Result<void> save();
    /// Refuses to overwrite a file that is read-only or not readable as a project, since it may be the user's only
    /// copy. During a presentation, it writes a copy, never over the user's own file, and the presentation continues.
    [[nodiscard]] Result<void> saveAs(const QString& path);

    [[nodiscard]] bool hasFile() const { return !m_file.path.isEmpty(); }
    [[nodiscard]] QString path() const { return m_file.path; }
    /// As of the last check, made on a file-system notification or by checkFileState().
    [[nodiscard]] FileState fileState() const { return m_fileState; }
    void checkFileState();
    /// The file's base name, or else the project's title, or else "Untitled".
    [[nodiscard]] QString displayName() const;
    [[nodiscard]] bool isModified() const { return m_file.savedProject != m_snapshot; }

Q_SIGNALS:
    /// The project or its analysis changed.
    void changed();
    /// Another document is about to replace this one, which still exists.
    void aboutToBeReplaced();
    /// The document was replaced; changed() and fileChanged() have already been emitted.
    void replaced();
    /// The document's file, its name or its state changed.
    void fileChanged();
    void modifiedChanged(bool modified);
    /// The user released the slider or handle.
    void gestureEnded();
    /// An edit was refused because an exercise gives the quantity at this JSON pointer.
    void editRefused(const QString& pointer);
    /// The next step to undo or redo changed.
    void historyChanged();

private:
    class Edit;
    struct File {
        QString path;  ///< empty: no file
        QByteArray diskFingerprint;  ///< computed when this program last read or wrote the file
        /// The project in the file, or the one shown initially; if it is the current project, nothing is modified
        std::shared_ptr<const Project> savedProject;
    };
    /// The user's own document during a presentation.
    struct SetAsideDocument {
        std::shared_ptr<const Project> project;
        File file;
        std::unique_ptr<QUndoStack> undoStack;
        std::size_t shownLadderIndex = 0;
    };
    [[nodiscard]] static Result<void> writeFile(const QString& path, const Project& project);
    void adoptFile(const QString& path);
    [[nodiscard]] std::unique_ptr<QUndoStack> createUndoStack();
    std::shared_ptr<const Project> replaceSnapshot(std::shared_ptr<const Project> project);
    void reset(Project project, File file, bool saved = true);
    void stepHistory(bool possible, void (QUndoStack::*undoOrRedo)());
    void setFile(File file);
    [[nodiscard]] FileState readFileState();
    void notifyChanged();

    std::shared_ptr<const Project> m_snapshot;
    std::unique_ptr<const Analysis> m_analysis;
    mutable std::shared_ptr<const std::vector<Finding>> m_findings;  ///< computed on demand, as is the number of errors
    mutable std::optional<int> m_designErrorCount;
    std::unique_ptr<QUndoStack> m_undoStack;
    File m_file;
    std::unique_ptr<SetAsideDocument> m_setAside;  ///< nullptr outside presentations
    FileState m_fileState = FileState::NoFile;
    QFileSystemWatcher m_watcher;
    bool m_reportedModified = false;
    int m_pMax = defaultPMax;
    std::size_t m_shownLadderIndex = 0;
    bool m_gestureActive = false;
    bool m_canMerge = false;  ///< false after undo, redo and save: the next edit is a separate step
};

}  // namespace scalewright::ui

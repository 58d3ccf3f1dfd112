// The document: the one place where state lives.
//
// It holds an immutable snapshot of the project. Every edit replaces the snapshot through one undo command that swaps
// the two, so undo, redo and edit are the same operation. Pages read project() and analysis(), listen to changed(),
// and edit by handing in the project as it shall be:
//
//     Project after = document.project();
//     after.plan.p = 13;
//     document.edit(tr("plan p"), std::move(after), QStringLiteral("plan.p"), gesture);
//
// Consecutive edits with the same non-empty merge key and the same gesture are one step of undo: take a number from
// newGesture() when a drag begins and pass it along until it ends.
//
// Another document takes this one's place by open(), openCopy(), newProject(), begin(), restore(), present() and
// endPresenting(). replacing() and replaced() stand around it: what belongs to the old one alone (pages with their
// tabs, what-ifs and guesses, a notice) goes at the first and is made anew at the second. Whoever calls them asks first
// where edits would be lost; in the window that is MainWindow::leaveDocument.
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

/// How the document's file is, as far as saving goes: another program may have written or locked it.
enum class FileState { None, Fine, ReadOnly, Changed, Gone };

class Document : public QObject {
    Q_OBJECT

public:
    /// An empty project without a file.
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    [[nodiscard]] const Project& project() const { return *m_snapshot; }
    [[nodiscard]] std::shared_ptr<const Project> snapshot() const { return m_snapshot; }
    [[nodiscard]] const Analysis& analysis() const { return *m_analysis; }
    /// What the design's rules find; empty too where the design catalogue cannot be read.
    [[nodiscard]] const std::vector<Finding>& findings() const;
    /// How many of them are errors, which is known long before their fixes are tried.
    [[nodiscard]] int designErrors() const;

    /// Makes `after` the project, as one undoable step named `text` ("alpha", "plan p"). No step where nothing changes;
    /// a gesture that ends where it began leaves none either.
    /// What an exercise gives is not edited: nothing changes then, and refused() says so.
    void edit(const QString& text, Project after, const QString& mergeKey = {}, int gesture = 0);
    /// edit() of what `change` makes of the project.
    void change(const QString& text, const std::function<void(Project&)>& change, const QString& mergeKey = {},
                int gesture = 0);
    /// The same for good: neither it nor what came before can be undone.
    void changeForGood(const std::function<void(Project&)>& change);
    /// The quantity at this JSON pointer is given by an exercise.
    [[nodiscard]] bool isGiven(const QString& pointer) const;
    /// A number no gesture has had yet.
    [[nodiscard]] static int newGesture();
    /// The same for what a hand holds: until endGesture() nothing should move that it does not move itself.
    [[nodiscard]] int beginGesture();
    void endGesture();
    [[nodiscard]] bool isHeld() const { return m_held; }

    /// The project's own title, as a step of undo.
    void setTitle(const QString& title);
    [[nodiscard]] QString title() const;

    void undo();
    void redo();
    [[nodiscard]] bool canUndo() const { return m_stack->canUndo(); }
    [[nodiscard]] bool canRedo() const { return m_stack->canRedo(); }
    [[nodiscard]] QString undoText() const { return m_stack->undoText(); }
    [[nodiscard]] QString redoText() const { return m_stack->redoText(); }

    [[nodiscard]] int pMax() const { return m_pMax; }
    /// How far p is searched: a setting of the window, not an edit. Precondition: 1 <= pMax <= largestPMax.
    void setPMax(int pMax);
    /// Which of the project's ladders is in sight: a setting of the window too.
    void setShownLadder(std::size_t index);

    /// The project of a file. On error the document is as it was, and so is the file.
    [[nodiscard]] Result<void> open(const QString& path);
    /// The project of a file as a starting point: the file itself is not the document's and is never written.
    [[nodiscard]] Result<void> openCopy(const QString& path);
    void newProject();
    /// A project of no file as a starting point.
    void begin(Project project);
    /// What is shown to a room in the place of the person's own: `project`, of no file, with a history that begins with
    /// it. The person's own is set aside as it is, history and all, until endPresenting(); another present() takes the
    /// place of the first.
    enum class Shown {
        Another,  ///< an example
        Variation,  ///< the same document with something else in it: pages keep what they show of it
    };
    void present(Project project, Shown shown = Shown::Another);
    /// What is shown was brought by present().
    [[nodiscard]] bool isPresented() const { return m_own != nullptr; }
    /// The person's own comes back, with its file, edits, undo and redo; what was shown goes.
    void endPresenting();
    /// The person's own, whether or not something is presented over it.
    struct Own {
        std::shared_ptr<const Project> project;
        QString path;  ///< empty: of no file
        QByteArray fingerprint;  ///< of the file's content as last read or written here; empty without a file
        bool modified = false;
    };
    [[nodiscard]] Own own() const;
    /// Unsaved work brought back, as the modified document of `path` (empty: of no file). `fingerprint` is what
    /// Own::fingerprint was then: save() still refuses to overwrite what another program wrote since.
    void restore(Project project, const QString& path, const QByteArray& fingerprint);
    /// Precondition: hasFile(). Refuses to write what could not be opened again, and to overwrite a file that is
    /// read-only or changed since it was opened or saved here.
    [[nodiscard]] Result<void> save();
    /// Refuses to overwrite a file that is read-only, or that cannot be read as a project: what is in it might be a
    /// person's only copy. Of what is presented it writes a copy, never over the person's own file, and it stays what
    /// is presented.
    [[nodiscard]] Result<void> saveAs(const QString& path);

    [[nodiscard]] bool hasFile() const { return !m_file.path.isEmpty(); }
    [[nodiscard]] QString path() const { return m_file.path; }
    /// As last looked at: whenever the system says that the file is another, and by lookAtFile().
    [[nodiscard]] FileState fileState() const { return m_fileState; }
    void lookAtFile();
    /// The file's base name, else the project's title, else "Untitled".
    [[nodiscard]] QString displayName() const;
    [[nodiscard]] bool isModified() const { return m_file.saved != m_snapshot; }

Q_SIGNALS:
    /// The project or its analysis is another one.
    void changed();
    /// Another document is about to take this one's place, which is still there.
    void replacing();
    /// It has; changed() and fileChanged() were said already.
    void replaced();
    /// The document stands for another file, has another name, or its file is in another state.
    void fileChanged();
    void modifiedChanged(bool modified);
    /// The hand let go.
    void gestureEnded();
    /// An edit would have changed what an exercise gives, the quantity at that JSON pointer.
    void refused(const QString& pointer);
    /// What can be undone or redone is another step.
    void historyChanged();

private:
    class Edit;
    struct File {
        QString path;  ///< empty: of no file
        QByteArray onDisk;  ///< fingerprint of the file as last read or written here
        /// What the file holds, or what was shown at first: that project is not modified
        std::shared_ptr<const Project> saved;
    };
    /// The person's own while something is presented.
    struct Aside {
        std::shared_ptr<const Project> project;
        File file;
        std::unique_ptr<QUndoStack> stack;
        std::size_t shownLadder = 0;
    };
    [[nodiscard]] static Result<void> write(const QString& path, const Project& project);
    void takeFile(const QString& path);
    [[nodiscard]] std::unique_ptr<QUndoStack> newStack();
    std::shared_ptr<const Project> swapIn(std::shared_ptr<const Project> project);
    void reset(Project project, File file, bool saved = true);
    void step(bool possible, void (QUndoStack::*way)());
    void setFile(File file);
    [[nodiscard]] FileState seen();
    void tell();

    std::shared_ptr<const Project> m_snapshot;
    std::unique_ptr<const Analysis> m_analysis;
    mutable std::shared_ptr<const std::vector<Finding>> m_findings;  ///< worked out when they are asked for, and so is
    mutable std::optional<int> m_designErrors;
    std::unique_ptr<QUndoStack> m_stack;
    File m_file;
    std::unique_ptr<Aside> m_own;  ///< nullptr where nothing is presented
    FileState m_fileState = FileState::None;
    QFileSystemWatcher m_watcher;
    bool m_saidModified = false;
    int m_pMax = defaultPMax;
    std::size_t m_shownLadder = 0;
    bool m_held = false;
    bool m_mayMerge = false;  ///< false after undo, redo and save: what follows is a step of its own
};

}  // namespace scalewright::ui

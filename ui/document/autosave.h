// Autosave and recovery: unsaved work survives a crash, and the person's own file is never touched.
//
// A moment after each change a modified document is written to a sidecar in the program's data folder: a project file
// of its own with one more member, "scalewright_recovery", that says whose work it is. A lock beside it lives as long
// as the window does, so another window leaves it alone. Writing is a worker's business: a slow disk holds up no drag.
// Saving, undoing back to the saved state, and a clean end remove it. What is presented to a room is nobody's work: all
// the while it is the person's own that is kept. What a crash leaves behind has no owner: leftovers() finds it,
// recover() opens it as modified, discard() removes it.
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QTimer>

#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "ui/document/document.h"
#include "ui/worker/worker.h"

namespace scalewright::ui {

class Autosave : public QObject {
    Q_OBJECT

public:
    /// Work that was never saved, of a window that is gone.
    struct Leftover {
        QString file;  ///< the sidecar
        QString originalPath;  ///< the person's file, empty where there was none
        QString title;  ///< of the file or the project
        QDateTime written;
    };

    explicit Autosave(Document& document, QString folder = defaultFolder(), QObject* parent = nullptr);
    ~Autosave() override;

    /// The "recovery" folder in the program's data folder.
    [[nodiscard]] static QString defaultFolder();

    /// Newest first. From here on no other window offers them, until this one ends.
    [[nodiscard]] std::vector<Leftover> leftovers();
    /// Makes the leftover the document, modified, and its sidecar this document's own. Unsaved edits of the present
    /// document are gone then: ask first. On error the document and the leftover are as they were.
    [[nodiscard]] Result<void> recover(const QString& file);
    void discard(const QString& file);

    /// Writes what is unsaved before it returns.
    void flush();
    /// The sidecar, empty where nothing is unsaved.
    [[nodiscard]] QString sidecar() const { return m_file; }

Q_SIGNALS:
    /// The sidecar could not be written; said once, until it can be written again.
    void failed(const scalewright::Error& error);

private:
    void follow();
    void remove();
    void startWriting();
    [[nodiscard]] Result<void> claimFile();
    [[nodiscard]] std::function<Result<void>()> writing() const;
    void tell(const Result<void>& written);

    Document& m_document;
    QString m_folder;
    QTimer m_timer;
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
    std::map<QString, std::unique_ptr<QLockFile>> m_held;  ///< locks of the leftovers that are being offered
    bool m_failing = false;
    Worker<std::monostate> m_writer;
};

}  // namespace scalewright::ui

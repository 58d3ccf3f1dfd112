// SPDX-License-Identifier: GPL-3.0-or-later
// Autosave and recovery: unsaved work survives a crash, and the user's own file is never touched.
//
// Shortly after each change, the modified document is written to a sidecar in the program's data folder: a project file
// with the additional member "scalewright_recovery", which names the original file. A lock next to it exists for as
// long as the window does, so that other windows leave the sidecar alone. A worker thread writes the sidecar, so that a
// slow disk does not stall a drag. Saving, undoing to the saved state and exiting normally remove the sidecar. A
// presented project is not autosaved; the user's own project still is. Sidecars left by a crash are unlocked:
// findUnsavedWork() lists them, recover() opens one as a modified document, discard() deletes one.
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
    /// Unsaved work left by a window that is no longer running.
    struct UnsavedWork {
        QString sidecarFile;  ///< path of the sidecar
        QString originalPath;  ///< path of the user's file; empty if there was none
        QString title;  ///< name of the file or title of the project
        QDateTime writtenAt;
    };

    explicit Autosave(Document& document, QString folder = defaultFolder(), QObject* parent = nullptr);
    ~Autosave() override;

    /// The folder "recovery" in the program's data folder.
    [[nodiscard]] static QString defaultFolder();

    /// Newest first. No other window offers these until this one closes.
    [[nodiscard]] std::vector<UnsavedWork> findUnsavedWork();
    /// Makes the unsaved work the current document, marked as modified, and takes over its sidecar. Unsaved edits in
    /// the current document are lost, so ask first. On error, neither the document nor the unsaved work changes.
    [[nodiscard]] Result<void> recover(const QString& file);
    void discard(const QString& file);

    /// Writes unsaved changes synchronously.
    void flush();
    /// Path of the sidecar; empty if nothing is unsaved.
    [[nodiscard]] QString sidecarPath() const { return m_sidecarPath; }

Q_SIGNALS:
    /// The sidecar could not be written. Not emitted again until a write has succeeded.
    void failed(const scalewright::Error& error);

private:
    void followDocument();
    void removeSidecar();
    void startWriting();
    [[nodiscard]] Result<void> claimSidecar();
    [[nodiscard]] std::function<Result<void>()> createWriteTask() const;
    void reportResult(const Result<void>& written);

    Document& m_document;
    QString m_folder;
    QTimer m_timer;
    QString m_sidecarPath;
    std::unique_ptr<QLockFile> m_lock;
    std::map<QString, std::unique_ptr<QLockFile>> m_offeredLocks;  ///< locks on the offered unsaved work
    bool m_failing = false;
    Worker<std::monostate> m_writer;
};

}  // namespace scalewright::ui

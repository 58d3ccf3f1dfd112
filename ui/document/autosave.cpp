// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/autosave.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <utility>

#include "core/project/document/project_file.h"
#include "ui/document/file_path.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int writeDelayMs = 1000;
constexpr auto recoveryMember = "scalewright_recovery";
const QString sidecarSuffix = QStringLiteral(".scalewright");

std::unique_ptr<QLockFile> createSidecarLock(const QString& sidecar)
{
    auto lock = std::make_unique<QLockFile>(sidecar.chopped(sidecarSuffix.size()) + QStringLiteral(".lock"));
    lock->setStaleLockTime(0);  // a lock is stale once its process has ended, regardless of its age
    return lock;
}

// A process writes its id into its lock file right after creating it. An empty lock file was left by a process that
// died in between, or by a full disk; QLockFile never treats such a file as stale.
void removeAbandonedLock(const QString& lockFile)
{
    constexpr int writtenAfterS = 5;
    const QFileInfo info(lockFile);
    if (info.exists() && info.size() == 0 && info.lastModified().secsTo(QDateTime::currentDateTime()) > writtenAfterS)
        QFile::remove(lockFile);
}

struct Sidecar {
    Project project;
    QString path;
    QByteArray fingerprint;
};

QString memberText(const Json& owner, std::string_view key)
{
    const Json* member = owner.find(key);
    return member && member->asString() ? QString::fromStdString(*member->asString()) : QString();
}

Result<Sidecar> readSidecar(const QString& file)
{
    Result<Project> project = readProject(toFilesystemPath(file));
    if (!project)
        return fail(withFileName(std::move(project.error()), file.toStdString()));
    Sidecar sidecar{std::move(*project), {}, {}};
    Json::Object& unknown = sidecar.project.unknown;
    const auto found = std::find_if(unknown.begin(), unknown.end(),
                                    [](const Json::Member& member) { return member.first == recoveryMember; });
    if (found != unknown.end()) {
        sidecar.path = memberText(found->second, "path");
        sidecar.fingerprint = QByteArray::fromHex(memberText(found->second, "fingerprint").toLatin1());
        unknown.erase(found);
    }
    return sidecar;
}

}  // namespace

Autosave::Autosave(Document& document, QString folder, QObject* parent)
    : QObject(parent), m_document(document), m_folder(std::move(folder))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(writeDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::startWriting);
    connect(&m_writer, &WorkerBase::finished, this, [this] { reportResult(m_writer.outcome()); });
    connect(&m_document, &Document::aboutToBeReplaced, this, [this] {  // possibly replaced by a presentation
        if (m_timer.isActive())
            flush();
    });
    connect(&m_document, &Document::changed, this, &Autosave::followDocument);
    connect(&m_document, &Document::modifiedChanged, this, &Autosave::followDocument);
    connect(&m_document, &Document::fileChanged, this, &Autosave::followDocument);
    followDocument();
}

Autosave::~Autosave()
{
    removeSidecar();
}

QString Autosave::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
}

void Autosave::followDocument()
{
    if (!m_document.ownProject().isModified)
        removeSidecar();
    else if (!m_timer.isActive())  // a drag must not postpone the write
        m_timer.start();
}

void Autosave::startWriting()
{
    if (m_writer.isRunning()) {
        m_timer.start();
    } else if (const Result<void> claimed = claimSidecar(); !claimed) {
        reportResult(claimed);
    } else {
        m_writer.start([write = createWriteTask()](std::stop_token, const auto&) { return write(); });
    }
}

void Autosave::flush()
{
    if (!m_document.ownProject().isModified)
        return;
    m_timer.stop();
    m_writer.wait();
    const Result<void> claimed = claimSidecar();
    reportResult(claimed ? createWriteTask()() : claimed);
}

void Autosave::reportResult(const Result<void>& written)
{
    if (!written && !m_failing)
        Q_EMIT failed(written.error());
    m_failing = !written;
}

Result<void> Autosave::claimSidecar()
{
    if (m_lock)
        return {};
    const bool folderExists = QDir().mkpath(m_folder);
    QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QString file = QDir(m_folder).absoluteFilePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + sidecarSuffix);
    auto lock = createSidecarLock(file);
    if (!folderExists || !lock->tryLock(0))
        return fail(ErrorCode::Environment, tr("cannot autosave: the recovery folder is not writable").toStdString(),
                    tr("a writable folder; save the project yourself until then").toStdString(),
                    {.file = m_folder.toStdString()});
    m_sidecarPath = std::move(file);
    m_lock = std::move(lock);
    return {};
}

std::function<Result<void>()> Autosave::createWriteTask() const
{
    const Document::OwnProject ownProject = m_document.ownProject();
    return [snapshot = ownProject.project, path = ownProject.path.toStdString(),
            fingerprint = ownProject.fingerprint.toHex().toStdString(),
            file = toFilesystemPath(m_sidecarPath)]() -> Result<void> {
        Project copy = *snapshot;
        Json owner{Json::Object{}};
        owner.set("path", path);
        owner.set("fingerprint", fingerprint);
        copy.unknown.emplace_back(recoveryMember, std::move(owner));
        return saveFile(file, writeProject(copy));
    };
}

void Autosave::removeSidecar()
{
    m_timer.stop();
    m_writer.wait();
    if (!m_lock)
        return;
    QFile::remove(m_sidecarPath);  // before the lock is released, because other windows offer unlocked files
    m_sidecarPath.clear();
    m_lock.reset();
}

std::vector<Autosave::UnsavedWork> Autosave::findUnsavedWork()
{
    std::vector<UnsavedWork> found;
    for (const QFileInfo& info :
         QDir(m_folder).entryInfoList({QLatin1Char('*') + sidecarSuffix}, QDir::Files, QDir::Time)) {
        const QString file = info.absoluteFilePath();
        if (!m_offeredLocks.contains(file)) {
            auto lock = createSidecarLock(file);
            removeAbandonedLock(lock->fileName());
            if (!lock->tryLock(0) || !QFileInfo::exists(file))
                continue;
            m_offeredLocks.emplace(file, std::move(lock));
        }
        UnsavedWork leftover{file, {}, {}, info.lastModified()};
        if (const Result<Sidecar> sidecar = readSidecar(file)) {
            leftover.originalPath = sidecar->path;
            leftover.title = sidecar->path.isEmpty() ? toQString(sidecar->project.title)
                                                     : QFileInfo(sidecar->path).completeBaseName();
        }
        if (leftover.title.isEmpty())
            leftover.title = tr("Untitled");
        found.push_back(std::move(leftover));
    }
    return found;
}

Result<void> Autosave::recover(const QString& file)
{
    auto lock = m_offeredLocks.find(file);
    if (lock == m_offeredLocks.end())
        return fail(ErrorCode::Refused, tr("this unsaved work no longer exists").toStdString(), {},
                    {.file = file.toStdString()});
    Result<Sidecar> sidecar = readSidecar(file);
    if (!sidecar)
        return fail(std::move(sidecar.error()));
    m_document.restore(std::move(sidecar->project), sidecar->path, sidecar->fingerprint);
    removeSidecar();  // the sidecar of the previous document
    m_sidecarPath = file;
    m_lock = std::move(lock->second);
    m_offeredLocks.erase(lock);
    return {};
}

void Autosave::discard(const QString& file)
{
    if (!m_offeredLocks.contains(file))
        return;
    QFile::remove(file);
    m_offeredLocks.erase(file);
}

}  // namespace scalewright::ui

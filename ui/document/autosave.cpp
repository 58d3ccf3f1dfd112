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

constexpr int afterMs = 1000;
constexpr auto memberName = "scalewright_recovery";
const QString suffix = QStringLiteral(".scalewright");

std::unique_ptr<QLockFile> lockOf(const QString& sidecar)
{
    auto lock = std::make_unique<QLockFile>(sidecar.chopped(suffix.size()) + QStringLiteral(".lock"));
    lock->setStaleLockTime(0);  // a lock is as old as its process, not as its date
    return lock;
}

// Who takes a lock writes his number into it at once. One that stays empty was left by a process that died between the
// two, or by a full disk, and QLockFile never calls it stale.
void removeAbandoned(const QString& lockFile)
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

QString textOf(const Json& owner, std::string_view key)
{
    const Json* member = owner.find(key);
    return member && member->asString() ? QString::fromStdString(*member->asString()) : QString();
}

Result<Sidecar> readSidecar(const QString& file)
{
    Result<Project> project = readProject(filePath(file));
    if (!project)
        return fail(inFile(std::move(project.error()), file.toStdString()));
    Sidecar sidecar{std::move(*project), {}, {}};
    Json::Object& unknown = sidecar.project.unknown;
    const auto found = std::find_if(unknown.begin(), unknown.end(),
                                    [](const Json::Member& member) { return member.first == memberName; });
    if (found != unknown.end()) {
        sidecar.path = textOf(found->second, "path");
        sidecar.fingerprint = QByteArray::fromHex(textOf(found->second, "fingerprint").toLatin1());
        unknown.erase(found);
    }
    return sidecar;
}

}  // namespace

Autosave::Autosave(Document& document, QString folder, QObject* parent)
    : QObject(parent), m_document(document), m_folder(std::move(folder))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(afterMs);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::startWriting);
    connect(&m_writer, &WorkerBase::finished, this, [this] { tell(m_writer.outcome()); });
    connect(&m_document, &Document::replacing, this, [this] {  // perhaps by something that is presented over it
        if (m_timer.isActive())
            flush();
    });
    connect(&m_document, &Document::changed, this, &Autosave::follow);
    connect(&m_document, &Document::modifiedChanged, this, &Autosave::follow);
    connect(&m_document, &Document::fileChanged, this, &Autosave::follow);
    follow();
}

Autosave::~Autosave()
{
    remove();
}

QString Autosave::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
}

void Autosave::follow()
{
    if (!m_document.own().modified)
        remove();
    else if (!m_timer.isActive())  // a drag does not put the writing off
        m_timer.start();
}

void Autosave::startWriting()
{
    if (m_writer.isRunning()) {
        m_timer.start();
    } else if (const Result<void> claimed = claimFile(); !claimed) {
        tell(claimed);
    } else {
        m_writer.start([write = writing()](std::stop_token, const auto&) { return write(); });
    }
}

void Autosave::flush()
{
    if (!m_document.own().modified)
        return;
    m_timer.stop();
    m_writer.wait();
    const Result<void> claimed = claimFile();
    tell(claimed ? writing()() : claimed);
}

void Autosave::tell(const Result<void>& written)
{
    if (!written && !m_failing)
        Q_EMIT failed(written.error());
    m_failing = !written;
}

Result<void> Autosave::claimFile()
{
    if (m_lock)
        return {};
    const bool there = QDir().mkpath(m_folder);
    QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QString file = QDir(m_folder).absoluteFilePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + suffix);
    auto lock = lockOf(file);
    if (!there || !lock->tryLock(0))
        return fail(
            ErrorCode::Environment, tr("unsaved work cannot be kept safe: the folder cannot be written").toStdString(),
            tr("save the project, and make the folder writable").toStdString(), {.file = m_folder.toStdString()});
    m_file = std::move(file);
    m_lock = std::move(lock);
    return {};
}

std::function<Result<void>()> Autosave::writing() const
{
    const Document::Own own = m_document.own();
    return [snapshot = own.project, path = own.path.toStdString(), fingerprint = own.fingerprint.toHex().toStdString(),
            file = filePath(m_file)]() -> Result<void> {
        Project copy = *snapshot;
        Json owner{Json::Object{}};
        owner.set("path", path);
        owner.set("fingerprint", fingerprint);
        copy.unknown.emplace_back(memberName, std::move(owner));
        return saveFile(file, writeProject(copy));
    };
}

void Autosave::remove()
{
    m_timer.stop();
    m_writer.wait();
    if (!m_lock)
        return;
    QFile::remove(m_file);  // before the lock: what is unlocked is offered to others
    m_file.clear();
    m_lock.reset();
}

std::vector<Autosave::Leftover> Autosave::leftovers()
{
    std::vector<Leftover> found;
    for (const QFileInfo& info : QDir(m_folder).entryInfoList({QLatin1Char('*') + suffix}, QDir::Files, QDir::Time)) {
        const QString file = info.absoluteFilePath();
        if (!m_held.contains(file)) {
            auto lock = lockOf(file);
            removeAbandoned(lock->fileName());
            if (!lock->tryLock(0) || !QFileInfo::exists(file))
                continue;
            m_held.emplace(file, std::move(lock));
        }
        Leftover leftover{file, {}, {}, info.lastModified()};
        if (const Result<Sidecar> sidecar = readSidecar(file)) {
            leftover.originalPath = sidecar->path;
            leftover.title =
                sidecar->path.isEmpty() ? qt(sidecar->project.title) : QFileInfo(sidecar->path).completeBaseName();
        }
        if (leftover.title.isEmpty())
            leftover.title = tr("Untitled");
        found.push_back(std::move(leftover));
    }
    return found;
}

Result<void> Autosave::recover(const QString& file)
{
    auto lock = m_held.find(file);
    if (lock == m_held.end())
        return fail(ErrorCode::Refused, tr("this work is not there any more").toStdString(), {},
                    {.file = file.toStdString()});
    Result<Sidecar> sidecar = readSidecar(file);
    if (!sidecar)
        return fail(std::move(sidecar.error()));
    m_document.restore(std::move(sidecar->project), sidecar->path, sidecar->fingerprint);
    remove();  // what the document had before
    m_file = file;
    m_lock = std::move(lock->second);
    m_held.erase(lock);
    return {};
}

void Autosave::discard(const QString& file)
{
    if (!m_held.contains(file))
        return;
    QFile::remove(file);
    m_held.erase(file);
}

}  // namespace scalewright::ui

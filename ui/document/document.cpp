#include "ui/document/document.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>

#include <utility>

#include "core/design/design_catalogue.h"
#include "core/project/project_file.h"
#include "ui/document/file_path.h"

namespace scalewright::ui {

namespace {

QByteArray fingerprint(const QString& path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return {};
    return hash.result();
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
        setObsolete(*m_other == m_document.project());
        return true;
    }

private:
    Document& m_document;
    std::shared_ptr<const Project> m_other;  ///< what the next redo or undo brings in
    QString m_mergeKey;
    int m_gesture = 0;
};

Document::Document(QObject* parent) : QObject(parent)
{
    m_stack.setUndoLimit(500);
    swapIn(std::make_shared<const Project>());
    connect(&m_stack, &QUndoStack::cleanChanged, this, [this](bool clean) { Q_EMIT modifiedChanged(!clean); });
    connect(&m_stack, &QUndoStack::indexChanged, this, &Document::historyChanged);
}

Document::~Document() = default;

void Document::edit(const QString& text, Project after, const QString& mergeKey, int gesture)
{
    if (after == *m_snapshot)
        return;
    m_stack.push(new Edit(*this, text, std::move(after), mergeKey, gesture));
    m_mayMerge = true;
    Q_EMIT changed();
}

int Document::newGesture()
{
    static int last = 0;
    return ++last;
}

void Document::undo()
{
    if (!m_stack.canUndo())
        return;
    m_mayMerge = false;
    m_stack.undo();
    Q_EMIT changed();
}

void Document::redo()
{
    if (!m_stack.canRedo())
        return;
    m_mayMerge = false;
    m_stack.redo();
    Q_EMIT changed();
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
    const QString absolute = QFileInfo(path).absoluteFilePath();
    Result<Project> project = readProject(filePath(absolute));
    if (!project)
        return fail(inFile(std::move(project.error()), path.toStdString()));
    reset(std::move(*project), absolute);
    return {};
}

Result<void> Document::openCopy(const QString& path)
{
    Result<Project> project = readProject(filePath(path));
    if (!project)
        return fail(inFile(std::move(project.error()), path.toStdString()));
    reset(std::move(*project), {});
    return {};
}

void Document::newProject()
{
    reset({}, {});
}

void Document::restore(Project project, const QString& path, const QByteArray& fingerprint)
{
    reset(std::move(project), path);
    m_onDisk = fingerprint;
    m_stack.resetClean();
}

Result<void> Document::save()
{
    if (QFileInfo::exists(m_path) && fingerprint(m_path) != m_onDisk)
        return fail(ErrorCode::Refused, "the file was changed by another program since it was opened here",
                    "Save as under another name, or open the file again", {.file = m_path.toStdString()});
    return write(m_path);
}

Result<void> Document::saveAs(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (absolute == m_path)
        return save();
    if (QFileInfo::exists(absolute) && QFileInfo(absolute).size() > 0) {
        if (Result<Project> existing = readProject(filePath(absolute)); !existing)
            return fail(ErrorCode::Refused, "there is a file of that name that is not a readable project",
                        "another name: what is in the file might be the only copy", {.file = path.toStdString()});
    }
    return write(absolute);
}

QString Document::displayName() const
{
    if (hasFile())
        return QFileInfo(m_path).completeBaseName();
    const QString title = QString::fromStdString(m_snapshot->title);
    return title.isEmpty() ? tr("Untitled") : title;
}

Result<void> Document::write(const QString& path)
{
    const std::string text = writeProject(*m_snapshot);
    // What could not be opened again must not replace what can.
    if (Result<Project> again = parseProject(text); !again)
        return fail(inFile(std::move(again.error()), path.toStdString()));
    if (Result<void> saved = saveFile(filePath(path), text); !saved)
        return fail(inFile(std::move(saved.error()), path.toStdString()));
    m_path = path;
    m_onDisk = fingerprint(path);
    m_mayMerge = false;
    m_stack.setClean();
    Q_EMIT fileChanged();
    return {};
}

std::shared_ptr<const Project> Document::swapIn(std::shared_ptr<const Project> project)
{
    auto analysis = std::make_unique<const Analysis>(analyse(*project, {.pMax = m_pMax, .shownLadder = m_shownLadder}, m_analysis.get()));
    if (!m_analysis || !sameFindings(*project, *analysis, *m_snapshot, *m_analysis))
        m_findings.reset();
    m_analysis = std::move(analysis);
    return std::exchange(m_snapshot, std::move(project));
}

const std::vector<Finding>& Document::findings() const
{
    if (!m_findings) {
        m_findings.emplace();
        if (const Result<DesignCatalogue>& catalogue = designCatalogue())
            m_findings = checkDesign(*m_snapshot, *m_analysis, *catalogue);
    }
    return *m_findings;
}

void Document::reset(Project project, const QString& path)
{
    m_stack.clear();
    m_mayMerge = false;
    m_shownLadder = 0;
    m_path = path;
    m_onDisk = path.isEmpty() ? QByteArray() : fingerprint(path);
    swapIn(std::make_shared<const Project>(std::move(project)));
    Q_EMIT fileChanged();
    Q_EMIT changed();
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/examples.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/project/document/project_file.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

QList<Example> examples()
{
    QList<Example> found;
    const Result<std::filesystem::path> folder = resourcePath("examples");
    if (!folder)
        return found;
    const QDir directory(QFile::decodeName(folder->c_str()));
    QFile list(directory.filePath(QStringLiteral("examples.json")));
    const Result<Json> lines =
        list.open(QIODevice::ReadOnly) ? parseJson(list.readAll().toStdString()) : Result<Json>(Json());
    const auto listedText = [&](const QString& name, const char* member) {
        const Json* rows = lines ? lines->find("examples") : nullptr;
        for (const Json& row : rows && rows->asArray() ? *rows->asArray() : Json::Array())
            if (const Json *file = row.find("file"), *line = row.find(member);
                file && line && file->asString() && line->asString() && name == toQString(*file->asString()))
                return toQString(*line->asString());
        return QString();
    };
    for (const QFileInfo& file : directory.entryInfoList({QStringLiteral("*.scalewright")}, QDir::Files, QDir::Name)) {
        const QString name = file.completeBaseName();
        if (!listedText(name, "solves").isEmpty())
            continue;  // it is offered as part of its exercise
        const Result<Project> project = readProject(QFile::encodeName(file.filePath()).toStdString());
        if (!project)
            continue;
        const QString title = toQString(project->title);
        found.append({file.filePath(), title.isEmpty() ? name : title, listedText(name, "teaches")});
    }
    return found;
}

bool isExample(const QString& path)
{
    const Result<std::filesystem::path> folder = resourcePath("examples");
    const QString folderOfFile = QFileInfo(path).canonicalPath();
    return folder && !folderOfFile.isEmpty() &&
           folderOfFile == QFileInfo(QFile::decodeName(folder->c_str())).canonicalFilePath();
}

QString workedExamplePath()
{
    const Result<std::filesystem::path> path = resourcePath("examples/output-41.4.1.scalewright");
    return path ? QFile::decodeName(path->c_str()) : QString();
}

}  // namespace scalewright::ui

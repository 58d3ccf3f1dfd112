// A path of the window as core takes it.
#pragma once

#include <QFile>
#include <QString>

#include <filesystem>

namespace scalewright::ui {

[[nodiscard]] inline std::filesystem::path filePath(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

}  // namespace scalewright::ui

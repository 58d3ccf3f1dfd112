// SPDX-License-Identifier: GPL-3.0-or-later
// Converts Qt paths to core's path type.
#pragma once

#include <QFile>
#include <QString>

#include <filesystem>

namespace scalewright::ui {

[[nodiscard]] inline std::filesystem::path toFilesystemPath(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

}  // namespace scalewright::ui

// A folder as a person types it.
#pragma once

#include <QDir>
#include <QString>

namespace scalewright::ui {

/// "~" and "~/…" begin at the person's own folder, as in a shell.
[[nodiscard]] inline QString typedFolder(const QString& text)
{
    const QString folder = text.trimmed();
    const bool own = folder == QLatin1String("~") || folder.startsWith(QLatin1String("~/"));
    return own ? QDir::cleanPath(QDir::homePath() + folder.mid(1)) : folder;
}

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// A folder path as typed by the user.
#pragma once

#include <QDir>
#include <QString>

namespace scalewright::ui {

/// Expands a leading "~" or "~/…" to the home folder, as a shell does.
[[nodiscard]] inline QString expandHomeFolder(const QString& text)
{
    const QString folder = text.trimmed();
    const bool startsAtHome = folder == QLatin1String("~") || folder.startsWith(QLatin1String("~/"));
    return startsAtHome ? QDir::cleanPath(QDir::homePath() + folder.mid(1)) : folder;
}

}  // namespace scalewright::ui

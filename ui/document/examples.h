// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped example projects, for the menu, Ctrl+K and the number keys of lecture mode.
#pragma once

#include <QList>
#include <QString>

namespace scalewright::ui {

struct Example {
    QString path;
    QString title;  ///< the project's title, otherwise the file's base name
    QString lesson;  ///< one line from examples.json in the same folder; empty if none exists
};

/// Sorted by file name, excluding unreadable files and solutions to exercises. Empty without resources.
[[nodiscard]] QList<Example> examples();

/// Whether the file is a shipped example, which is opened as a copy and never written.
[[nodiscard]] bool isExample(const QString& path);

/// Path of the book's worked example, which is open when the window starts; empty without resources.
[[nodiscard]] QString workedExamplePath();

}  // namespace scalewright::ui

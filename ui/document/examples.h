// The example projects that are shipped, as the menu, Ctrl+K and lecture mode's number keys list them.
#pragma once

#include <QList>
#include <QString>

namespace scalewright::ui {

struct Example {
    QString path;
    QString title;  ///< the project's, else the file's base name
    QString teaches;  ///< in a line, from examples.json beside them; empty where it says nothing of it
};

/// In the order of their file names; files that are no readable project, and those that solve an exercise, are left out. Empty without resources.
[[nodiscard]] QList<Example> examples();

/// The file is one of theirs: it is opened as a starting point, never to be written.
[[nodiscard]] bool isExample(const QString& path);

/// The worked example of the book that the window opens on, empty without resources.
[[nodiscard]] QString workedExample();

}  // namespace scalewright::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Settings that the window keeps between runs. All setting keys are defined here.
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace scalewright::ui {

class Settings {
public:
    /// The stored value, or its default.
    [[nodiscard]] QByteArray geometry() const;
    [[nodiscard]] QString lastPage() const;
    /// The page last shown for that file; empty if unknown.
    [[nodiscard]] QString lastPageOfFile(const QString& path) const;
    [[nodiscard]] QString theme() const;  ///< "light", "dark" or "system"
    [[nodiscard]] double typeSize() const;
    /// Factor applied to the default type size in lecture mode.
    [[nodiscard]] double lectureTypeFactor() const;
    [[nodiscard]] int pMax() const;
    /// Most recent first, as absolute paths. Missing files stay until the list is cleared, since a disk may be
    /// unplugged.
    [[nodiscard]] QStringList recentFiles() const;

    void setGeometry(const QByteArray& geometry);
    void setLastPage(const QString& id);
    void setLastPageOfFile(const QString& path, const QString& id);
    void setTheme(const QString& theme);
    void setTypeSize(double size);
    void setLectureTypeFactor(double factor);
    void setPMax(int pMax);
    void addRecentFile(const QString& path);
    void clearRecentFiles();

private:
    QSettings m_settings;
};

}  // namespace scalewright::ui

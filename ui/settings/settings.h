// What the window remembers between runs. One place for the keys; everything else asks here.
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace scalewright::ui {

class Settings {
public:
    /// The stored value, or what it is without one.
    [[nodiscard]] QByteArray geometry() const;
    [[nodiscard]] QString page() const;
    /// The one on which that file was left; empty where it is not known.
    [[nodiscard]] QString pageOf(const QString& path) const;
    [[nodiscard]] QString theme() const;  ///< "light", "dark" or "system"
    [[nodiscard]] double typeSize() const;
    /// How much larger or smaller than usual somebody has type in front of a room.
    [[nodiscard]] double lectureType() const;
    [[nodiscard]] int pMax() const;
    /// Most recent first, absolute paths; files that are gone stay until forgotten, since a disk may be unplugged.
    [[nodiscard]] QStringList recentFiles() const;

    void setGeometry(const QByteArray& geometry);
    void setPage(const QString& id);
    void setPageOf(const QString& path, const QString& id);
    void setTheme(const QString& theme);
    void setTypeSize(double size);
    void setLectureType(double factor);
    void setPMax(int pMax);
    void addRecentFile(const QString& path);
    void forgetRecentFiles();

private:
    QSettings m_settings;
};

}  // namespace scalewright::ui

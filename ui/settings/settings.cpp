// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settings.h"

#include <QDir>
#include <QFileInfo>

#include "core/project/enums/scaling.h"

namespace scalewright::ui {

namespace {
constexpr qsizetype maximumRecentFiles = 10;
const QString geometryKey = QStringLiteral("window/geometry");
constexpr qsizetype maximumRememberedPages = 50;
const QString pagesKey = QStringLiteral("files/pages");
const QString pageKey = QStringLiteral("window/page");
const QString themeKey = QStringLiteral("look/theme");
const QString typeSizeKey = QStringLiteral("look/typeSize");
const QString lectureTypeKey = QStringLiteral("look/lectureType");
const QString pMaxKey = QStringLiteral("prediction/pMax");
const QString recentKey = QStringLiteral("files/recent");
}  // namespace

QByteArray Settings::geometry() const
{
    return m_settings.value(geometryKey).toByteArray();
}
QString Settings::lastPage() const
{
    return m_settings.value(pageKey).toString();
}

QString Settings::theme() const
{
    const QString theme = m_settings.value(themeKey).toString();
    return theme == QLatin1String("light") || theme == QLatin1String("dark") ? theme : QStringLiteral("system");
}

double Settings::typeSize() const
{
    const double size = m_settings.value(typeSizeKey, 1.0).toDouble();
    return size >= 0.75 && size <= 3 ? size : 1.0;
}

double Settings::lectureTypeFactor() const
{
    const double factor = m_settings.value(lectureTypeKey, 1.0).toDouble();
    return factor >= 0.5 && factor <= 2 ? factor : 1.0;
}

int Settings::pMax() const
{
    const int pMax = m_settings.value(pMaxKey, defaultPMax).toInt();
    return pMax >= 1 && pMax <= maximumPMax ? pMax : defaultPMax;
}

QStringList Settings::recentFiles() const
{
    return m_settings.value(recentKey).toStringList();
}

void Settings::setGeometry(const QByteArray& geometry)
{
    m_settings.setValue(geometryKey, geometry);
}
void Settings::setLastPage(const QString& id)
{
    m_settings.setValue(pageKey, id);
}
QString Settings::lastPageOfFile(const QString& path) const
{
    const QString entry = QFileInfo(path).absoluteFilePath() + QLatin1Char('\n');
    for (const QString& entryText : m_settings.value(pagesKey).toStringList())
        if (entryText.startsWith(entry))
            return entryText.mid(entry.size());
    return {};
}
void Settings::setLastPageOfFile(const QString& path, const QString& id)
{
    const QString entry = QFileInfo(path).absoluteFilePath() + QLatin1Char('\n');
    QStringList pages = m_settings.value(pagesKey).toStringList();
    pages.removeIf([&](const QString& entryText) { return entryText.startsWith(entry); });
    pages.prepend(entry + id);
    m_settings.setValue(pagesKey, pages.mid(0, maximumRememberedPages));
}
void Settings::setTheme(const QString& theme)
{
    m_settings.setValue(themeKey, theme);
}
void Settings::setTypeSize(double size)
{
    m_settings.setValue(typeSizeKey, size);
}
void Settings::setLectureTypeFactor(double factor)
{
    m_settings.setValue(lectureTypeKey, factor);
}
void Settings::setPMax(int pMax)
{
    m_settings.setValue(pMaxKey, pMax);
}

void Settings::addRecentFile(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    m_settings.setValue(recentKey, files.mid(0, maximumRecentFiles));
}

void Settings::clearRecentFiles()
{
    m_settings.remove(recentKey);
}

}  // namespace scalewright::ui

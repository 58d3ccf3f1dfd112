// SPDX-License-Identifier: GPL-3.0-or-later
// Sets a locale with a decimal comma for the duration of one test: files and fields must not be affected.
#pragma once

#include <QProcess>
#include <QTemporaryDir>

#include <clocale>

namespace scalewright::test {

class CommaLocale {
public:
    CommaLocale()
    {
        const QString folder = m_folder.filePath(QStringLiteral("de_DE.UTF-8"));
        QProcess::execute(QStringLiteral("localedef"), {QStringLiteral("-i"), QStringLiteral("de_DE"),
                                                        QStringLiteral("-f"), QStringLiteral("UTF-8"), folder});
        qputenv("LOCPATH", m_folder.path().toLocal8Bit());
        m_active = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr && *std::localeconv()->decimal_point == ',';
    }
    ~CommaLocale()
    {
        qunsetenv("LOCPATH");
        std::setlocale(LC_ALL, "C.UTF-8");
    }
    CommaLocale(const CommaLocale&) = delete;
    CommaLocale& operator=(const CommaLocale&) = delete;

    [[nodiscard]] bool active() const { return m_active; }

private:
    QTemporaryDir m_folder;
    bool m_active = false;
};

}  // namespace scalewright::test

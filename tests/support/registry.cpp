// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/registry.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <cstdio>

namespace scalewright::test {

std::map<std::string, Factory>& registry()
{
    static std::map<std::string, Factory> tests;
    return tests;
}

int runTests(QStringList arguments)
{
    if (arguments.size() > 1 && registry().contains(arguments.at(1).toStdString())) {
        const std::string name = arguments.takeAt(1).toStdString();
        return QTest::qExec(registry().at(name)().get(), arguments);
    }
    if (arguments.size() > 1) {
        std::fprintf(stderr, "no test class '%s'\n", qPrintable(arguments.at(1)));
        return 2;
    }
    int failures = 0;
    for (const auto& [name, make] : registry())
        failures += QTest::qExec(make().get(), arguments);
    return failures;
}

QString sourceFile(const QString& relative)
{
    return QStringLiteral(SCALEWRIGHT_SOURCE_DIR) + QLatin1Char('/') + relative;
}

QString builtProgram(const char* relative)
{
    return QDir::cleanPath(QCoreApplication::applicationDirPath() + QLatin1String("/../") + QLatin1String(relative));
}

QString oracleFile(const char* relative)
{
    return sourceFile(QLatin1String("tests/data/oracles/") + QLatin1String(relative));
}

QString sharedData(const QString& relative)
{
    QString root = qEnvironmentVariable("SCALEWRIGHT_SHARED_DATA");
    if (root.isEmpty())
        root = sourceFile(QStringLiteral("../shared/data"));
    const QFileInfo file(root + QLatin1Char('/') + relative);
    return file.exists() ? file.canonicalFilePath() : QString();
}

}  // namespace scalewright::test

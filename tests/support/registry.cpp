#include "tests/support/registry.h"

#include <QDir>
#include <QFileInfo>

namespace scalewright::test {

std::map<std::string, Factory>& registry()
{
    static std::map<std::string, Factory> tests;
    return tests;
}

QString sourceFile(const QString& relative)
{
    return QStringLiteral(SCALEWRIGHT_SOURCE_DIR) + QLatin1Char('/') + relative;
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

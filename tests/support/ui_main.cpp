// SPDX-License-Identifier: GPL-3.0-or-later
// main() for the window tests: offscreen, Fusion, fixed font and scale; any Qt warning fails the test.
#include <QFont>
#include <QStandardPaths>
#include <QStyleFactory>

#include <cstdio>
#include <cstdlib>

#include "tests/support/registry.h"
#include "ui/shell/application.h"

namespace {
void failOnWarning(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    std::fprintf(stderr, "%s\n", qPrintable(text));
    if (type == QtWarningMsg || type == QtCriticalMsg) {
        std::fprintf(stderr, "a Qt warning fails the test\n");
        std::abort();
    }
}
}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM",
            qgetenv("SCALEWRIGHT_TEST_PLATFORM").isEmpty() ? "offscreen" : qgetenv("SCALEWRIGHT_TEST_PLATFORM"));
    qputenv("QT_SCALE_FACTOR", "1");
    qputenv("QT_FONT_DPI", "96");
    scalewright::ui::Application app(argc, argv);
    app.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    app.setFont(QFont(QStringLiteral("DejaVu Sans"), 10));
    app.setOrganizationName(QStringLiteral("scalewright-tests"));
    QStandardPaths::setTestModeEnabled(true);
    qInstallMessageHandler(failOnWarning);

    return scalewright::test::runTests(app.arguments());
}

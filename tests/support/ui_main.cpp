// main() of the window's tests: offscreen, Fusion, fixed font and scale, any Qt warning fails the test.
#include <QApplication>
#include <QFont>
#include <QStandardPaths>
#include <QStyleFactory>
#include <QTest>

#include <cstdio>
#include <cstdlib>

#include "tests/support/registry.h"

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
    qputenv("QT_QPA_PLATFORM", qgetenv("SCALEWRIGHT_TEST_PLATFORM").isEmpty() ? "offscreen" : qgetenv("SCALEWRIGHT_TEST_PLATFORM"));
    qputenv("QT_SCALE_FACTOR", "1");
    qputenv("QT_FONT_DPI", "96");
    QApplication app(argc, argv);
    app.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    app.setFont(QFont(QStringLiteral("DejaVu Sans"), 10));
    app.setOrganizationName(QStringLiteral("scalewright-tests"));
    QStandardPaths::setTestModeEnabled(true);
    qInstallMessageHandler(failOnWarning);

    QStringList arguments = app.arguments();
    auto& tests = scalewright::test::registry();
    if (arguments.size() > 1 && tests.contains(arguments.at(1).toStdString())) {
        const std::string name = arguments.takeAt(1).toStdString();
        return QTest::qExec(tests.at(name)().get(), arguments);
    }
    if (arguments.size() > 1) {
        std::fprintf(stderr, "no test class '%s'\n", qPrintable(arguments.at(1)));
        return 2;
    }
    int failures = 0;
    for (const auto& [name, make] : tests)
        failures += QTest::qExec(make().get(), arguments);
    return failures;
}

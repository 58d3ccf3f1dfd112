// main() of the test programs without a window: PROGRAM CLASS [Qt Test options]; without a class, all of them.
#include <QCoreApplication>
#include <QTest>

#include <cstdio>

#include "tests/support/registry.h"

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
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

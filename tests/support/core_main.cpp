// SPDX-License-Identifier: GPL-3.0-or-later
// main() for test programs without a window: PROGRAM CLASS [Qt Test options]; without a class, runs all of them.
#include <QCoreApplication>

#include "tests/support/registry.h"

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    return scalewright::test::runTests(app.arguments());
}

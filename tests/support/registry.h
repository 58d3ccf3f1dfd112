// SPDX-License-Identifier: GPL-3.0-or-later
// One executable contains many Qt Test classes (each is compiled and linked only once); ctest runs each class by name.
#pragma once

#include <QObject>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace scalewright::test {

using Factory = std::function<std::unique_ptr<QObject>()>;
std::map<std::string, Factory>& registry();

template <class Test>
struct Registration {
    explicit Registration(const char* name)
    {
        registry()[name] = [] { return std::make_unique<Test>(); };
    }
};

/// PROGRAM CLASS [Qt Test options]: runs that class; without a class, all of them. Returns the number of failures, or 2
/// if the class does not exist.
int runTests(QStringList arguments);

/// A file or folder in tests/data/oracles: values printed or measured by others (its README.md lists the sources).
QString oracleFile(const char* relative);

/// A recording that may not be copied into the repository: in the data folder next to a checkout (shared/data); empty
/// if it is missing. A test that needs it declares that: SCALEWRIGHT_SHARED_DATA(path,
/// "collectives/simgrid-smpi-allreduce.csv").
QString sharedData(const QString& relative);

/// A file under tests/data or resources in this checkout.
QString sourceFile(const QString& relative);

/// A program from the build that the running test belongs to, e.g. app/scalewright-cli.
QString builtProgram(const char* relative);

}  // namespace scalewright::test

// The class must be named like its file: tst_scaling.cpp holds class tst_scaling.
#define SCALEWRIGHT_TEST(Class) static const ::scalewright::test::Registration<Class> registrationOf##Class{#Class};

#define SCALEWRIGHT_SHARED_DATA(path, relative)                                     \
    const QString path = ::scalewright::test::sharedData(QStringLiteral(relative)); \
    if (path.isEmpty())                                                             \
    QSKIP("SKIPPED: needs shared/data/" relative " beside the checkout")

// One executable contains many Qt Test classes (each compiles once, links once); ctest runs each class by name.
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

/// PROGRAM CLASS [Qt Test options]: runs that class; without a class, all of them. The number of failures; 2 for a
/// class that does not exist.
int runTests(QStringList arguments);

/// A file or folder of tests/data/oracles: values that others printed or measured (its README.md names them).
QString oracleFile(const char* relative);

/// A recording that may not be copied here: in the data folder next to a checkout (shared/data); empty if it is
/// missing. A test that needs it declares so: SCALEWRIGHT_SHARED_DATA(path, "collectives/simgrid-smpi-allreduce.csv").
QString sharedData(const QString& relative);

/// A file under tests/data or resources of this checkout.
QString sourceFile(const QString& relative);

/// A program of the build that the running test belongs to, e.g. app/scalewright-cli.
QString builtProgram(const char* relative);

}  // namespace scalewright::test

// The class must be named like its file: tst_scaling.cpp holds class tst_scaling.
#define SCALEWRIGHT_TEST(Class) static const ::scalewright::test::Registration<Class> registrationOf##Class{#Class};

#define SCALEWRIGHT_SHARED_DATA(path, relative)                                     \
    const QString path = ::scalewright::test::sharedData(QStringLiteral(relative)); \
    if (path.isEmpty())                                                             \
    QSKIP("SKIPPED: needs shared/data/" relative " beside the checkout")

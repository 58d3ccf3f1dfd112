// SPDX-License-Identifier: GPL-3.0-or-later
// Files that tests write and read back.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QtTest>

#include <string>

#include "tests/support/registry.h"

namespace scalewright::test {

/// The bytes of a file; "(cannot be read)" if it cannot be read.
inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
}

/// Writes these bytes to the file; fails the test if it cannot.
inline void setContent(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
    QCOMPARE(file.write(bytes), bytes.size());
}

/// The text of a file that must exist in this checkout.
inline std::string shippedText(const QString& relative)
{
    QFile file(sourceFile(relative));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(file.fileName()));
    return file.readAll().toStdString();
}

}  // namespace scalewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a result of the program with an independently computed value.
#pragma once

#include <QJsonValue>
#include <QString>

#include <cmath>

namespace scalewright::test {

/// Within a relative tolerance of the expected value; only 0 is near 0.
inline bool near(double value, double expected, double relative = 1e-12)
{
    const bool isNear = std::abs(value - expected) <= relative * std::abs(expected);
    if (!isNear)
        qWarning("%.12g is not %.12g", value, expected);
    return isNear;
}

inline bool near(const QJsonValue& value, double expected, double relative = 1e-12)
{
    return value.isDouble() && near(value.toDouble(), expected, relative);
}

/// The value as printed in the book.
inline QString printed(double value, int decimals = 2)
{
    return QString::number(value, 'f', decimals);
}

}  // namespace scalewright::test

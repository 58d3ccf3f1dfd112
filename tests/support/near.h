// Whether what a program found is what was worked out elsewhere.
#pragma once

#include <QJsonValue>
#include <QString>

#include <cmath>

namespace scalewright::test {

/// Within a share of what is expected; nothing but 0 is near 0.
inline bool near(double value, double expected, double relative = 1e-12)
{
    const bool is = std::abs(value - expected) <= relative * std::abs(expected);
    if (!is)
        qWarning("%.12g is not %.12g", value, expected);
    return is;
}

inline bool near(const QJsonValue& value, double expected, double relative = 1e-12)
{
    return value.isDouble() && near(value.toDouble(), expected, relative);
}

/// As the book prints it.
inline QString printed(double value, int decimals = 2)
{
    return QString::number(value, 'f', decimals);
}

}  // namespace scalewright::test

// How numbers are written, wherever a page shows one.
#pragma once

#include <QCoreApplication>
#include <QString>

#include <cmath>

#include "core/base/quantity/units.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

struct NumberTr {
    Q_DECLARE_TR_FUNCTIONS(Numbers)
};

/// "7.49".
[[nodiscard]] inline QString number(double value, int digits = 3)
{
    return qt(significant(value, digits));
}

/// "3.49 ms".
[[nodiscard]] inline QString amount(double value, Dimension dimension, int digits = 3)
{
    return qt(formatAmount(value, dimension, digits).joined());
}

/// "7.49×".
[[nodiscard]] inline QString times(double value)
{
    return number(value) + QChar(0xD7);
}

/// "1 row", "2 rows", "0 rows": a count and its noun.
[[nodiscard]] inline QString counted(qsizetype count, const QString& noun)
{
    return NumberTr::tr("%1 %2").arg(count).arg(count == 1 ? noun : noun + QLatin1Char('s'));
}

/// "48 %" of a share; "0.3 %" rather than nothing.
[[nodiscard]] inline QString shareText(double share)
{
    const double value = share * 100;
    return NumberTr::tr("%1 %").arg(value > 0 && value < 1 ? number(value, 1) : QString::number(std::lround(value)));
}

}  // namespace scalewright::ui

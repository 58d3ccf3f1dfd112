// SPDX-License-Identifier: GPL-3.0-or-later
// Number formats shared by all pages.
#pragma once

#include <QString>

#include "core/base/quantity/number_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

/// "7.49".
[[nodiscard]] inline QString numberText(double value, int digits = 3)
{
    return toQString(significantText(value, digits));
}

/// "3.49 ms".
[[nodiscard]] inline QString amountWithUnit(double value, Dimension dimension, int digits = 3)
{
    return toQString(formatAmount(value, dimension, digits).joined());
}

/// "7.49×".
[[nodiscard]] inline QString multipleText(double value)
{
    return numberText(value) + QChar(0xD7);
}

/// "1 row", "2 rows", "0 rows": a count with its noun.
[[nodiscard]] inline QString countedNounText(qsizetype count, const QString& noun)
{
    return Tr::tr("%1 %2").arg(count).arg(count == 1 ? noun : noun + QLatin1Char('s'));
}

/// A fraction as "48 %"; small fractions as "0.3 %" instead of 0.
[[nodiscard]] inline QString shareAsPercent(double share)
{
    return toQString(shareText(share));
}

}  // namespace scalewright::ui

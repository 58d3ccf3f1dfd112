// How the Predict page writes its numbers: shared by charts and texts.
#pragma once

#include <QCoreApplication>
#include <QString>

#include <cmath>

#include "core/project/project.h"
#include "core/quantity/units.h"

namespace scalewright::ui::words {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Predict)
};

inline QString number(double value, int digits = 3)
{
    return QString::fromStdString(significant(value, digits));
}

inline QString amount(double value, Dimension dimension, int digits = 3)
{
    return QString::fromStdString(formatAmount(value, dimension, digits).joined());
}

inline QString times(double value)
{
    return number(value) + QChar(0xD7);
}

inline QString percent(double share)
{
    const double value = share * 100;
    return Tr::tr("%1 %").arg(value > 0 && value < 1 ? number(value, 1) : QString::number(std::lround(value)));
}

inline bool priced(const Project& project)
{
    return project.target.priceUsdPerHour && project.target.priceUsdPerHour->value > 0;
}

// What is straight in p between two whole workers bends on an axis of log p; below 16 that shows.
inline constexpr int firstUnrefined = 16;

}  // namespace scalewright::ui::words
